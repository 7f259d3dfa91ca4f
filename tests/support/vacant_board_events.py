"""Random team events with vacant boards, for the library and for the literal references at once.

Both are written from the same draws: the library has a `Match` with vacant boards, a reference has the points of each
board, 1 for the team that has a player there and 0 for the one that has nobody. Lists are longer than a match, and a
team may leave any board vacant, the first and all of them included. A seed gives the same event for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

import literal.team
from literal import team_events
from literal.team import Pairing
from literal.team_events import TeamEvent, TeamRound
from rookery._record import replace
from rookery.history.team_matches import team_match
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    Game,
    Match,
    Player,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
)
from support.random_trf import berger

RESULTS = {
    "1": (Result.WHITE_WINS, 10, 0), "=": (Result.DRAW, 5, 5), "0": (Result.BLACK_WINS, 0, 10),
    "+": (Result.WHITE_BY_FORFEIT, 10, 0), "-": (Result.BLACK_BY_FORFEIT, 0, 10), "x": (Result.DOUBLE_FORFEIT, 0, 0),
}  # fmt: skip
"""How a board ends for the first of two players, with the points of both."""
TURNED = str.maketrans("10+-", "01-+")
RESERVES = 2


@dataclass
class Rates:
    """How often seats are vacant, teams stay away, boards and matches are forfeited, and byes are asked for."""

    seat: float
    team: float
    game: float
    match: float
    bye: float


class VacantBoardEvent:
    """One event in both forms: `event` is that of the references, `tournament` that of the library."""

    def __init__(
        self, seed: int, smallest: int, largest: int, fixed: bool = False, references: Any = team_events
    ) -> None:
        self.draw = draw = Random(f"vacant boards/{seed}")
        self.references, self.fixed = references, fixed
        number, boards = draw.randint(smallest, largest), draw.randint(2, 6)
        primary, secondary = draw.choice([("MP", "_GP"), ("MP", ""), ("GP", "_MP"), ("GP", "")])
        system = f"FIDE_TEAM{draw.choice(['_TYPEA_', '_TYPEB_', '_'])}{primary}{secondary}"
        self.table = berger(number) if fixed else []
        self.event: TeamEvent = references.TeamEvent(
            len(self.table) or draw.randint(3, max(3, min(6, number - 1))), boards,
            {team: [] for team in range(1, number + 1)}, initial=draw.choice("wb"),
            system="BERGER_TEAM_ROUNDROBIN" if fixed else system, round_robin=fixed,
        )  # fmt: skip
        self.event.win, self.event.draw = draw.choice([(20, 10), (20, 10), (30, 10)])
        drawn, won = (self.event.draw, 5 * boards), (self.event.win, 10 * boards)
        self.event.pab = draw.choice([drawn, drawn, won, (0, 0)])
        self.rates = Rates(draw.choice([0.05, 0.15, 0.4]), draw.choice([0, 0.1]), draw.choice([0, 0.1]),
                           draw.choice([0, 0.05]), draw.choice([0, 0, 0.1]))  # fmt: skip
        self.name = f"{'teamrr' if fixed else 'team'}-vacant-{seed:04}"
        self.tournament = self._begin(number, boards)

    def _begin(self, number: int, boards: int) -> Tournament:
        size, event = boards + RESERVES, self.event
        return Tournament(
            players=tuple(Player(number, f"P{number}", 2400 - number) for number in range(1, number * size + 1)),
            teams=tuple(
                Team(team, f"T{team}", tuple(range(size * (team - 1) + 1, size * team + 1)))
                for team in range(1, number + 1)
            ),
            team_event=True,
            system=event.system,
            planned_rounds=event.rounds,
            board_colours=self.draw.choice([("WB" * 3)[:boards], ("WBBW" * 2)[:boards]]),
            initial_colour=Colour.WHITE if event.initial == "w" else Colour.BLACK,
            match_points=PointSystem(win=event.win, draw=event.draw, pab=event.pab_points[0]),
            team_bye_points=event.pab_points[1],
        )

    def positions(self, pair: Callable[[TeamEvent], Pairing | None]) -> Iterator[Pairing | None]:
        """Play the rounds; yield the answer of the reference before each while the event is as it was then."""
        for number in range(1, self.event.rounds + 1):
            if self.fixed:
                table = self.table[number - 1]
                answer: Pairing | None = Pairing([(home, away) for home, away in table if home and away], None)
            else:
                self._ask_for_byes(number)
                if len(self.event.teams) - len(self.event.absent) < 2:
                    return
                answer = pair(deepcopy(self.event))
                yield answer
            if answer is None:
                return
            self._play(answer)

    def _ask_for_byes(self, number: int) -> None:
        kinds = {"H": ByeKind.HALF, "Z": ByeKind.ZERO, "F": ByeKind.FULL}
        absent = {team: self.draw.choice("HZZF") for team in self.event.teams if self.draw.random() < self.rates.bye}
        self.event.absent = absent
        requests = tuple(RequestedBye(number, team, kinds[letter]) for team, letter in absent.items())
        self.tournament = replace(self.tournament, requested_byes=requests)

    def _play(self, answer: Pairing) -> None:
        event = self.event
        records = {team: self.references.team_bye(event, letter) for team, letter in event.absent.items()}
        byes = [Bye(team, kind) for team, kind in self.tournament.absent(self.tournament.next_round).items()]
        if answer.bye:
            records[answer.bye] = self._record("PAB", 0, "-", *event.pab_points)
            byes.append(Bye(answer.bye, ByeKind.PAIRING_ALLOCATED))
        matches = []
        for white, black in answer.pairs:
            match, records[white], records[black] = self._match(white, black)
            matches.append(match)
        for team, row in event.teams.items():
            row.append(records.get(team) or self._record("REST"))
        event.absent = {}
        self.references.score_matches(event)
        played = Round(matches=tuple(matches), byes=tuple(byes))
        self.tournament = replace(self.tournament, rounds=(*self.tournament.rounds, played), requested_byes=())

    def _record(self, *facts: Any) -> TeamRound:
        record: TeamRound = self.references.TeamRound(*facts)
        return record

    def _match(self, white: int, black: int) -> tuple[Match, TeamRound, TeamRound]:
        """Play one match: some seats are empty, the other boards end by chance."""
        event, draw = self.event, self.draw
        if draw.random() < self.rates.match:
            sign = draw.choice("+-x")
            match = Match(white, black, forfeit=RESULTS[sign][0])
            return match, *self._forfeits(white, black, [RESULTS[sign][1:]] * event.size)
        lists = {team: self._line_up(team) for team in (white, black)}
        match, boards = team_match(self.tournament, white, black, lists), list[tuple[int, int]]()
        results = dict[int, str]()
        for home, away in zip(lists[white], lists[black], strict=True):
            if home and away:
                letter = draw.choice("+-x" if draw.random() < self.rates.game else "11==00")
                results |= {home: letter, away: letter.translate(TURNED)}
                boards.append(RESULTS[letter][1:])
            else:
                boards.append((10 * bool(home), 10 * bool(away)))
        games = tuple(Game(game.white, game.black, RESULTS[results[game.white]][0]) for game in match.games)
        assert len(match.games) + len(match.vacant) == event.size
        match = replace(match, games=games)
        if not any(letter in "1=0" for letter in results.values()):
            return match, *self._forfeits(white, black, boards)
        mine, yours = (list(column) for column in zip(*boards, strict=True))
        return (match, self._record("match", black, "w", 0, sum(mine), mine),
                self._record("match", white, "b", 0, sum(yours), yours))  # fmt: skip

    def _line_up(self, team: int) -> Sequence[int]:
        """Return somebody of the list for each board, or nobody."""
        draw, boards = self.draw, self.event.size
        everybody = self.tournament.teams[team - 1].players
        if draw.random() < self.rates.team:
            return [0] * boards
        sitting = sorted(draw.sample(everybody, boards))
        return [0 if draw.random() < self.rates.seat else player for player in sitting]

    def _forfeits(self, white: int, black: int, boards: Sequence[tuple[int, int]]) -> tuple[TeamRound, TeamRound]:
        """Return a match of which no board was played (C.04.6 1.6.1): who has more forfeits wins it by forfeit.

        Both lose it by forfeit if neither has anything; the text is silent where both have the same.
        """
        mine, yours = (list(column) for column in zip(*boards, strict=True))
        first, second = sum(mine), sum(yours)
        event = self.event
        kinds: Mapping[bool, tuple[str, int]] = {True: ("FW", event.win), False: ("FL", 0)}
        if first == second and first:
            kinds = {False: ("FL", event.draw)}
        (higher, points), (lower, lower_points) = kinds[first > second], kinds[second > first]
        return (self._record(higher, black, "w", points, first, mine),
                self._record(lower, white, "b", lower_points, second, yours))  # fmt: skip


def pair_by_reference(event: TeamEvent) -> Pairing | None:
    """Return the next round as the literal reference pairs it."""
    return literal.team.pair_next_round(event)
