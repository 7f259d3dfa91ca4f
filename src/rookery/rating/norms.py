"""Norms (B.01 1.4): for a player and a title the audit, condition by condition, and what may be ignored to meet it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rookery.errors import RuleError
from rookery.model import ByeKind, Ending, Player, Result, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.rating.days import longer_than
from rookery.rating.games import HALF_POINTS, boards
from rookery.rating.ignored_games import fewest_ignored
from rookery.rating.outlook import Outlook, outlook
from rookery.rating.title_event import terms_of
from rookery.rating.titles import (
    MOST_ROUNDS,
    NOT_OF_FIDE,
    TITLES,
    Condition,
    NormGame,
    Terms,
    Title,
    conditions,
    least_half_points,
    reached,
    whole_field,
)
from rookery.strengths import official
from rookery.values import frozen, replace
from rookery.wording import spoken

_OPEN = ("CM", "FM", "IM", "GM")
_WOMEN = ("WCM", "WFM", "WIM", "WGM")
"""The two rows of titles, from below: whoever holds one of a row seeks what is above it, and all of the other row."""


@frozen
class Audit:
    """Whether a player made a norm: every condition on the games that count, and which games were ignored.

    `credit` is how many games the norm is worth towards the 27 of an application (1.4.1b to d, 1.7). `as_loss` says
    that a forfeit win of the last round was counted as a lost game (1.4.2c), `unplayed_win` that eight games and an
    unplayed win make the norm, of which an application may hold but one (1.4.1c). `outlook` is there while rounds are
    to come.
    """

    player: Player
    title: str
    conditions: tuple[Condition, ...]
    games: tuple[NormGame, ...]
    ignored: tuple[NormGame, ...] = ()
    as_loss: bool = False
    average: int | None = None
    performance: int | None = None
    credit: int = 0
    outlook: Outlook | None = None
    unplayed_win: bool = False

    @property
    def met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)

    @property
    def failed(self) -> tuple[Condition, ...]:
        """The conditions that are not."""
        return tuple(condition for condition in self.conditions if not condition.passed)

    @property
    def undecided(self) -> tuple[Condition, ...]:
        """The conditions of which the file does not say enough; they count as met until somebody knows better."""
        return tuple(condition for condition in self.conditions if not condition.decided)

    @property
    def half_points(self) -> int:
        """The score from the games that count."""
        return sum(game.half_points for game in self.games)


def norms(
    tournament: Tournament, *, player: int | None = None, title: str | None = None, terms: Terms | None = None
) -> tuple[Audit, ...]:
    """The audit of every player for every title above the one they hold (B.01 1.4), or of those asked for.

    `terms` says what a file cannot (a national championship, a continental team event, ...); by default what follows
    from the tournament. Titles for women are asked for by women only.
    """
    must_be_tournament(tournament, "norms")
    wanted = [one for one in TITLES if title is None or one.code == title.upper()]
    if not wanted:
        raise RuleError(spoken("%(title)s is not won by norms: expected %(titles)s", title=repr(title),
                               titles=", ".join(map(str, TITLES))), article="B.01 1.4")  # fmt: skip
    field = _Field(tournament, terms or terms_of(tournament))
    if player is not None and player not in field.players:
        raise RuleError(spoken("there is no player %(number)s", number=player), who=(player,))
    who = [field.players[player]] if player is not None else tournament.players
    return tuple(
        field.audit(one, each) for one in who for each in wanted if title is not None or _seeks(one, each.code)
    )


def _seeks(player: Player, title: str) -> bool:
    """Whether the title is above the player's in its own row, and open to them; a grandmaster seeks none."""
    held = player.title.upper()
    woman = player.sex.lower() in ("w", "f") or held.startswith("W")
    row = _WOMEN if title in _WOMEN else _OPEN
    above = held not in row or row.index(title) > row.index(held)
    return above and held != "GM" and (woman or row is _OPEN)


class _Field:
    """A tournament's games by player, gathered once."""

    def __init__(self, tournament: Tournament, terms: Terms) -> None:
        self.tournament, self.terms, self.long = tournament, terms, longer_than(30, tournament.event)
        self.players = {player.id: player for player in tournament.players}
        self.played: dict[int, list[NormGame]] = {one: [] for one in self.players}
        self.coming: dict[int, list[NormGame]] = {one: [] for one in self.players}
        self.forfeits: dict[int, list[NormGame]] = {one: [] for one in self.players}
        self.unplayed_wins = dict.fromkeys(self.players, 0)
        self.missed = dict.fromkeys(self.players, 0)
        for number, game in boards(tournament):
            sides = ((game.white, game.black, game.result.white), (game.black, game.white, game.result.black))
            for one, other, outcome in sides:
                self._sort(one, self._game(number, other, HALF_POINTS.get(outcome, 0)), outcome, game.result)
        for round in tournament.rounds:
            for bye in round.player_byes if tournament.team_event else round.byes:
                if bye.kind is ByeKind.PAIRING_ALLOCATED:
                    self.unplayed_wins[bye.player] += 1

    def _game(self, round: int, opponent: int, half_points: int) -> NormGame:
        other = self.players[opponent]
        title, federation = other.title.upper(), other.federation.upper()
        rating = official(other, round if self.long else None)
        return NormGame(round, opponent, rating, title, federation, half_points)

    def _sort(self, one: int, game: NormGame, outcome: Ending, result: Result) -> None:
        """Put a game where it belongs; opponents of no FIDE federation are left out (1.4.2a)."""
        if result in (Result.PENDING, Result.ADJOURNED):
            self.coming[one].append(game)
        elif outcome is Ending.FORFEIT_WIN:
            self.unplayed_wins[one] += 1
            self.forfeits[one].append(game)
        elif outcome is Ending.FORFEIT_LOSS:
            self.missed[one] += 1
        elif result.played and game.federation != NOT_OF_FIDE:
            self.played[one].append(game)

    @cached_property
    def pointless(self) -> set[int]:
        """Unrated players of a round robin who scored nothing against rated ones: no opponents for a norm (1.4.2b)."""
        if self.terms.swiss:
            return set()
        found = set()
        for one, games in self.played.items():
            against = [game.half_points for game in games if game.rating]
            if not self.players[one].official_rating and against and not any(against):
                found.add(one)
        return found

    def audit(self, player: Player, title: Title) -> Audit:
        """The audit with the fewest games ignored that meets all; the one with none ignored if none does."""
        games = [game for game in self.played[player.id] if game.opponent not in self.pointless]
        wins, field = self.unplayed_wins[player.id], self._field(player)
        found = _best(player, title, games, self.terms, wins, field)
        last = [game for game in self.forfeits[player.id] if game.round == self.terms.rounds]
        if not found.met and last and len(games) < self.terms.minimum:
            # 1.4.2c: a forfeit win of the last round, needed for the number of games, counted as a lost game
            lost = [*games, replace(last[0], half_points=0)]
            instead = _best(player, title, lost, self.terms, wins - 1, field)
            found = replace(instead, as_loss=True) if instead.met else found
        ahead = self._ahead(player, title, games, wins)
        lines = (*found.conditions, *self._all_rounds(player))
        return replace(found, conditions=lines, outlook=ahead)

    def _all_rounds(self, player: Player) -> tuple[Condition, ...]:
        """Where pairings are known beforehand all rounds count (1.4.1e); of rounds missed the text says nothing."""
        missed = self.missed[player.id]
        if self.terms.swiss or not missed:
            return ()
        return (
            Condition(
                "1.4.1e", spoken("rounds missed"), f"{missed}", spoken("all scheduled rounds count"), True, False
            ),
        )

    def _field(self, player: Player) -> tuple[NormGame, ...] | None:
        """All opponents of a round robin, whatever came of the games (1.4.1f); None in other events."""
        if not self.terms.round_robin:
            return None
        others = [one for one in self.players if one != player.id and one not in self.pointless]
        field = (self._game(0, one, 0) for one in others)
        return tuple(game for game in field if game.federation != NOT_OF_FIDE)

    def _ahead(self, player: Player, title: Title, games: Sequence[NormGame], wins: int) -> Outlook | None:
        """What is needed in the rounds to come, if there are any."""
        coming = list(self.coming[player.id])
        future = max(0, self.terms.rounds - len(self.tournament.rounds))
        if not self.terms.swiss and not self.terms.double_round_robin:
            met = {game.opponent for game in (*self.played[player.id], *coming, *self.forfeits[player.id])}
            rest = [one for one in self.players if one != player.id and one not in met][:future]
            coming += [self._game(0, one, 0) for one in rest]
            future = 0
        if not coming and not future:
            return None
        return outlook(title, player.federation.upper(), games, coming, future, self.terms, wins)


def _best(
    player: Player, title: Title, games: Sequence[NormGame], terms: Terms, wins: int, field: Sequence[NormGame] | None
) -> Audit:
    """The audit of all games or, where they do not suffice, of those left when the fewest are ignored."""
    federation = player.federation.upper()
    whole = _audit(player, title, games, games, conditions(title, federation, games, terms, wins))
    mendable = any(line not in terms.event for line in whole.failed)
    kept = fewest_ignored(title, federation, games, terms) if mendable else None
    if kept is None:
        return _credited(whole, title, terms, wins)
    lines = conditions(title, federation, kept, terms, wins)
    if field is not None:
        lines = (*lines, whole_field(title, federation, field, terms))
    return _credited(_audit(player, title, games, kept, lines), title, terms, wins)


def _audit(
    player: Player, title: Title, games: Sequence[NormGame], kept: Sequence[NormGame], lines: tuple[Condition, ...]
) -> Audit:
    if not kept:
        return Audit(player, title.code, lines, ())
    ignored = tuple(game for game in games if game not in kept)
    mean, performance = reached(title, kept)
    return Audit(player, title.code, lines, tuple(kept), ignored, False, mean, performance)


def _credited(audit: Audit, title: Title, terms: Terms, wins: int) -> Audit:
    """The audit with what a norm that was made is worth towards 27 games.

    Eight games and an unplayed win count as nine (1.4.1c), those of a World Cup too (1.4.1b); every full point above
    what was needed is one more (1.4.1d); an event of more than 13 rounds gives 13 (1.7).
    """
    least = least_half_points(title, audit.games) if audit.met else None
    if least is None:
        return audit
    games, surplus = len(audit.games), (audit.half_points - least) // 2
    eight = games < terms.minimum and terms.with_unplayed_win(games, wins)
    credit = max(games + eight, terms.counted_as) + surplus
    if terms.rounds > MOST_ROUNDS:
        credit = min(credit, MOST_ROUNDS)
    return replace(audit, credit=credit, unplayed_win=eight)
