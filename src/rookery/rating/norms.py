"""Norms (B.01 1.4): for a player and a title the audit, condition by condition, and what may be ignored to meet it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from rookery.errors import RuleError
from rookery.model import ByeKind, Ending, Player, Result, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.rating.days import longer_than
from rookery.rating.games import HALF_POINTS, boards
from rookery.rating.ignored_games import fewest_ignored
from rookery.rating.outlook import Outlook, outlook
from rookery.rating.titles import (
    MOST_GAMES,
    TITLES,
    Condition,
    NormGame,
    Terms,
    Title,
    conditions,
    least_half_points,
    reached,
)
from rookery.regulations import announced
from rookery.strengths import official
from rookery.values import frozen, replace

_ORDER = {"": 0, "WCM": 1, "CM": 2, "WFM": 2, "FM": 3, "WIM": 3, "WGM": 4, "IM": 5, "GM": 6}


@frozen
class Audit:
    """Whether a player made a norm: every condition on the games that count, and which games were ignored.

    `credit` is how many games the norm is worth towards the 27 of an application (1.4.1d). `as_loss` says that a
    forfeit win of the last round was counted as a lost game (1.4.2). `outlook` is there while rounds are to come.
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

    @property
    def met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)

    @property
    def failed(self) -> tuple[Condition, ...]:
        """The conditions that are not."""
        return tuple(condition for condition in self.conditions if not condition.passed)

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
        raise RuleError(f"{title!r} is not won by norms: expected {', '.join(map(str, TITLES))}", article="B.01 1.4")
    field = _Field(tournament, terms or terms_of(tournament))
    if player is not None and player not in field.players:
        raise RuleError(f"there is no player {player}", who=(player,))
    who = [field.players[player]] if player is not None else tournament.players
    return tuple(
        field.audit(one, each) for one in who for each in wanted if title is not None or _seeks(one, each.code)
    )


def _seeks(player: Player, title: str) -> bool:
    """Whether the title is above the player's, and open to them."""
    woman = player.sex.lower() in ("w", "f") or player.title.upper().startswith("W")
    above = _ORDER[title] > _ORDER.get(player.title.upper(), 0)
    return above and (woman or not title.startswith("W"))


class _Field:
    """A tournament's games by player, gathered once."""

    def __init__(self, tournament: Tournament, terms: Terms) -> None:
        self.tournament, self.terms, self.long = tournament, terms, longer_than(30, tournament.event)
        self.players = {player.id: player for player in tournament.players}
        self.played: dict[int, list[NormGame]] = {one: [] for one in self.players}
        self.coming: dict[int, list[NormGame]] = {one: [] for one in self.players}
        self.forfeits: dict[int, list[NormGame]] = {one: [] for one in self.players}
        self.unplayed_wins = dict.fromkeys(self.players, 0)
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
        elif result.played and game.federation != "NON":
            self.played[one].append(game)

    @cached_property
    def pointless(self) -> set[int]:
        """Unrated players of a round robin who scored nothing against rated ones: no opponents for a norm (1.4.2c)."""
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
        wins = self.unplayed_wins[player.id]
        found = _best(player, title, games, self.terms, wins)
        last = [game for game in self.forfeits[player.id] if game.round == self.terms.rounds]
        if not found.met and last:  # 1.4.2: a forfeit win of the last round, counted as a lost game
            lost = [*games, replace(last[0], half_points=0)]
            instead = _best(player, title, lost, self.terms, wins - 1)
            found = replace(instead, as_loss=True) if instead.met else found
        ahead = self._ahead(player, title, games, wins)
        return replace(found, outlook=ahead) if ahead else found

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


def _best(player: Player, title: Title, games: Sequence[NormGame], terms: Terms, unplayed_wins: int) -> Audit:
    federation = player.federation.upper()
    whole = _audit(player, title, games, games, conditions(title, federation, games, terms, unplayed_wins))
    kept = None if whole.met else fewest_ignored(title, federation, games, terms)
    if kept is None:
        return whole
    return _audit(player, title, games, kept, conditions(title, federation, kept, terms, unplayed_wins))


def _audit(
    player: Player, title: Title, games: Sequence[NormGame], kept: Sequence[NormGame], lines: tuple[Condition, ...]
) -> Audit:
    if not kept:
        return Audit(player, title.code, lines, ())
    ignored = tuple(game for game in games if game not in kept)
    mean, performance = reached(title, kept)
    audit = Audit(player, title.code, lines, tuple(kept), ignored, False, mean, performance)
    least = least_half_points(title, kept) if audit.met else None
    if least is None:
        return audit
    return replace(audit, credit=min(MOST_GAMES, len(kept) + (audit.half_points - least) // 2))


# -- what the event is -------------------------------------------------------------------------------------------------


def terms_of(tournament: Tournament) -> Terms:
    """What follows from the tournament: Swiss or round robin, rounds, and whether federations matter (1.4.3d)."""
    format = announced(tournament.system, tournament.event.type)
    robin = format.everybody_meets
    terms = Terms(
        swiss=not robin,
        rounds=max(tournament.planned or 0, len(tournament.rounds)),
        double_round_robin=robin and format.cycles == 2,
        players=len(tournament.players),
    )
    return replace(terms, foreigners="" if robin else _large_swiss(tournament))


def _large_swiss(tournament: Tournament) -> str:
    """Why a Swiss is exempt (1.4.3d): in every round 20 rated players from abroad, of 3 federations, 10 titled."""
    host = tournament.event.federation.upper()
    if not host or not tournament.rounds or tournament.team_event:
        return ""
    present = [_present(tournament, number) for number in range(len(tournament.rounds))]
    faithful = [
        player
        for player in tournament.players
        if player.official_rating
        and player.federation.upper() != host
        and sum(player.id not in who for who in present) <= 1
    ]
    counts = (_abroad([player for player in faithful if player.id in who]) for who in present)
    enough = all(players >= 20 and federations >= 3 and titled >= 10 for players, federations, titled in counts)
    return "large Swiss, 1.4.3d" if enough else ""


def _abroad(players: Iterable[Player]) -> tuple[int, int, int]:
    """How many players, of how many federations, how many with a title from WIM up."""
    there = list(players)
    federations = {player.federation.upper() for player in there} - {"", "FID"}
    return len(there), len(federations), sum(player.title.upper() in ("GM", "IM", "WGM", "WIM") for player in there)


def _present(tournament: Tournament, number: int) -> set[int]:
    """Who did not miss a round: played, won by forfeit, or had the pairing-allocated bye."""
    round, here = tournament.rounds[number], set[int]()
    for game in round.games:
        for one, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
            if outcome is not Ending.FORFEIT_LOSS:
                here.add(one)
    return here | {bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED}
