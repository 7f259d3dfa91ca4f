"""The rating report of one tournament, a row per player as ratings.fide.com shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from rookery.elo import average, expectation, half_away
from rookery.model import Player, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.rating.change import k_factor, limited_k
from rookery.rating.fide import FideRules, first_day, rules_for
from rookery.rating.games import NotRated, RatedGame, judged
from rookery.rating.initial import First, first_rating
from rookery.rating.rate_of_play import RateOfPlay, rate_of_play

ESTABLISHED = 30
"""A tournament file does not say how many games a player has completed; we take so many unless K is given."""


@dataclass(frozen=True, slots=True)
class GameChange:
    """One rated game of a player: the opponent's rating, the score in half points, the change in hundredths."""

    round: int
    opponent: int
    rating: int
    half_points: int
    change: int
    limited: bool


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A rated player: own rating Ro, average of the opponents Rc, score w in half points, n games, changes, K.

    `change` is the sum of the changes and `k_change` K times it, both in hundredths and not rounded: a period has one
    rounding only, after all its tournaments (B.02 8.3.4).
    """

    player: Player
    rating: int
    opponents: int | None
    half_points: int
    games: int
    change: int
    k: int
    lines: tuple[GameChange, ...] = ()

    @property
    def k_change(self) -> int:
        """K times the change, in hundredths."""
        return self.k * self.change

    @property
    def alone(self) -> int:
        """The new rating, were this the only tournament of the period."""
        return self.rating + half_away(self.k_change, 100)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An unrated player: what the games against rated opponents would give (B.02 8.2)."""

    player: Player
    first: First
    zero: bool = False


@dataclass(frozen=True, slots=True)
class RatingReport:
    """What a tournament does to ratings; `notes` says what had to be assumed."""

    event: str
    kind: str
    rules: FideRules
    rows: tuple[RatedPlayer, ...]
    newcomers: tuple[Newcomer, ...]
    games: tuple[RatedGame, ...]
    notes: tuple[str, ...]

    @property
    def not_counted(self) -> tuple[RatedGame, ...]:
        """The games that changed no rated player's rating."""
        return tuple(game for game in self.games if game.reason)


def rate(
    tournament: Tournament,
    *,
    kind: str | None = None,
    on: date | None = None,
    ratings: Mapping[int, int | None] | None = None,
    k: Mapping[int, int] | None = None,
    approved: bool = False,
) -> RatingReport:
    """The rating report of a tournament (B.02): changes of the rated, first ratings of the unrated, games left out.

    `kind` is standard, rapid or blitz, by default what the time control says; `on` the first day, by default the one in
    the file. By pairing number, `ratings` replaces those of the file (None: unrated) and `k` gives the published K.
    `approved` takes the rate of play for granted, as where FIDE approved the event.
    """
    must_be_tournament(tournament, "rate")
    pace = rate_of_play(tournament.event)
    list_of = kind or (pace.kind if pace else None) or "standard"
    start = on or (first_day(tournament.event.start) if tournament.event.start else None)
    edition = rules_for(list_of, start)
    own = {player.id: player.rating or None for player in tournament.players} | dict(ratings or {})
    games = judged(tournament, own, edition, None if approved else pace)
    lines, unrated = _gathered(games, edition)
    given, rows, newcomers = k or {}, [], []
    for player in tournament.players:
        rating = own[player.id]
        if rating is not None:
            rows.append(_row(player, rating, lines.get(player.id, []), given.get(player.id), edition, start))
        else:
            opponents, half_points = unrated.get(player.id, ([], 0))
            first = first_rating(opponents, half_points, kind=list_of, on=start)
            newcomers.append(Newcomer(player, first, bool(opponents) and not half_points))
    notes = _notes(kind, pace, start, edition, [row for row in rows if row.games and row.player.id not in given])
    return RatingReport(tournament.event.name, list_of, edition, tuple(rows), tuple(newcomers), games, notes)


def _gathered(
    games: tuple[RatedGame, ...], edition: FideRules
) -> tuple[dict[int, list[GameChange]], dict[int, tuple[list[int], int]]]:
    """The rated games of the rated players, and opponents and score of the unrated ones."""
    lines: dict[int, list[GameChange]] = {}
    unrated: dict[int, tuple[list[int], int]] = {}
    for game in games:
        if game.reason not in (None, NotRated.ONE_UNRATED):
            continue
        half = game.half_points
        for who, own, opponent, rating, score in (
            (game.white, game.white_rating, game.black, game.black_rating, half[0]),
            (game.black, game.black_rating, game.white, game.white_rating, half[1]),
        ):
            if own is not None and rating is not None:
                counts = edition.difference(own, rating)
                line = GameChange(
                    game.round, opponent, rating, score, 50 * score - expectation(counts), counts != own - rating
                )
                lines.setdefault(who, []).append(line)
            elif rating is not None:
                opponents, total = unrated.get(who, ([], 0))
                unrated[who] = ([*opponents, rating], total + score)
    return lines, unrated


def _row(
    player: Player, rating: int, lines: list[GameChange], given: int | None, edition: FideRules, start: date | None
) -> RatedPlayer:
    age = start.year - player.birth.year if start and player.birth else None
    k = given or k_factor(rating, ESTABLISHED, age=age, kind=edition.kind, on=start)
    return RatedPlayer(
        player=player,
        rating=rating,
        opponents=average([line.rating for line in lines]) if lines else None,
        half_points=sum(line.half_points for line in lines),
        games=len(lines),
        change=sum(line.change for line in lines),
        k=limited_k(k, len(lines), kind=edition.kind, on=start),
        lines=tuple(lines),
    )


def _notes(
    kind: str | None, pace: RateOfPlay | None, start: date | None, edition: FideRules, guessed: list[RatedPlayer]
) -> tuple[str, ...]:
    """What was taken for granted because the file does not say it."""
    notes = []
    if kind is None and pace is None:
        notes.append("The file declares no time control we can read: taken as standard.")
    elif kind is None and pace is not None and pace.kind is None:
        notes.append(f"The time control ({pace}) fits no rating list: taken as standard.")
    if start is None:
        notes.append(f"The file gives no first day: rated by the newest rules, {edition}.")
    if guessed:
        notes.append("K is worked out from rating and age, as for a player with 30 games completed.")
    if any(row.player.birth is None and row.rating < edition.k_junior_below for row in guessed):
        notes.append("Players without a year of birth are taken as adults.")
    return tuple(notes)
