"""The rating report of one tournament, a row per player as ratings.fide.com shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from rookery.elo import average
from rookery.errors import RuleError
from rookery.model import Player, Tournament
from rookery.model.kinds import fits, misfit
from rookery.model.limits import MOST_RATING
from rookery.model.tournament import must_be_tournament
from rookery.rating.days import first_day, longer_than
from rookery.rating.elo_rules import DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.games import RatedGame, Then, judged
from rookery.rating.listed import Listed, Played, Rated
from rookery.rating.rate_of_play import RateOfPlay, rate_of_play
from rookery.rating.rating_rules import First, GameTold, NotRated, RatingRules
from rookery.strengths import official, published_k
from rookery.values import frozen
from rookery.wording import spoken

_BY_ROUND = "Every game is rated with the ratings of its round: the event lasts over 30 days, or says so."

ESTABLISHED = 30
"""A tournament file does not say how many games a player has completed; we take so many unless K is given."""


@frozen
class GameChange:
    """One rated game of a player: the opponent's rating, the score in half points, the change in hundredths."""

    round: int
    opponent: int
    rating: int
    half_points: int
    change: int
    limited: bool


@frozen
class RatedPlayer:
    """A rated player: own rating Ro, average of the opponents Rc, score w in half points, n games, changes, K.

    In Rc an opponent counts with the difference that counts: at most 400 away from Ro, where that is so (B.02 8.3.1).

    `change` is the sum of the changes and `k_change` K times it, both in hundredths and not rounded: a period has one
    rounding only, after all its tournaments (B.02 8.3.4). `points` is what the rules would add were this tournament
    alone, and `base` the rating to which they would be added, where it is another than at the start.
    """

    player: Player
    rating: int
    opponents: int | None
    half_points: int
    games: int
    change: int
    k: int
    lines: tuple[GameChange, ...] = ()
    points: int = 0
    base: int | None = None

    @property
    def k_change(self) -> int:
        """K times the change, in hundredths."""
        return self.k * self.change

    @property
    def alone(self) -> int:
        """The new rating, were this the only tournament of the period."""
        return (self.base or self.rating) + self.points


@frozen
class Newcomer:
    """An unrated player: what the games against rated opponents would give (B.02 8.2)."""

    player: Player
    first: First
    zero: bool = False


@frozen
class RatingReport:
    """What a tournament does to ratings; `notes` says what had to be assumed."""

    event: str
    kind: str
    rules: RatingRules
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
    rules: RatingRules | DatedRules[EloRules] | None = None,
) -> RatingReport:
    """The rating report of a tournament: changes of the rated, first ratings of the unrated, games left out.

    `kind` is standard, rapid or blitz, by default what the time control says; `on` the first day, by default the one in
    the file; together they choose FIDE's rules (B.02), and `rules` are others in their place. By pairing number,
    `ratings` replaces FIDE's of the file (None: unrated) and `k` gives the published K. `approved` takes the rate of
    play for granted, as where FIDE approved the event. If the event lasts over 30 days, or goes by ratings of each
    round, every game is rated with the ratings of its round.
    """
    must_be_tournament(tournament, "rate")
    _must_fit(tournament, ratings or {}, k or {})
    pace = rate_of_play(tournament.event)
    start = on or (first_day(tournament.event.start) if tournament.event.start else None)
    edition = (rules or rules_of(kind or (pace and pace.kind) or "standard")).on(start)
    given = {player.id: player.official_rating for player in tournament.players} | dict(ratings or {})
    own = {one: rating or None for one, rating in given.items()}
    then = _ratings_then(tournament, ratings or {})
    games = judged(tournament, own, edition, None if approved else pace, then)
    listed = {player.id: _listed(player, own[player.id], k or {}) for player in tournament.players}
    rows = _rows(tournament, listed, games, edition, start, then)
    newcomers = _newcomers(tournament, own, games, edition)
    guessed = [listed[row.player.id] for row in rows if row.games and not listed[row.player.id].k]
    asked = () if rules or kind else _about_the_pace(pace)
    floor = edition.about_the_floor([row.rating for row in rows], [row.alone for row in rows if row.games])
    said = *asked, *_about_the_day(start, edition), *edition.assumed(guessed)
    notes = (*said, *floor, *[_BY_ROUND] * (then is not None))
    return RatingReport(tournament.event.name, edition.kind, edition, rows, newcomers, games, notes)


def _must_fit(tournament: Tournament, ratings: Mapping[int, int | None], k: Mapping[int, int]) -> None:
    """Refuse ratings and K of somebody who is not there, and such as nobody has."""
    known = {player.id for player in tournament.players}
    for one in (*ratings, *k):
        if one not in known:
            raise RuleError(spoken("there is no player %(one)s", one=one), who=(one,))
    for one, rating in ratings.items():
        if rating is not None and (not fits(rating, int) or not 0 <= rating <= MOST_RATING):
            raise misfit(
                spoken("the rating of player %(one)s", one=one),
                spoken("a whole number up to %(most)s, or None", most=MOST_RATING),
                rating,
            )
    for one, value in k.items():
        if not fits(value, int) or value < 1:
            raise misfit(spoken("the K of player %(one)s", one=one), "a whole number from 1", value)


def _ratings_then(tournament: Tournament, given: Mapping[int, int | None]) -> Then | None:
    """FIDE's ratings in each round, where they count: in an event of over 30 days, or one that goes by them."""
    if not (tournament.ratings_by_round or longer_than(30, tournament.event)):
        return None
    people = {player.id: player for player in tournament.players}
    if not any(player.ratings for player in tournament.players):
        return None

    def then(one: int, round: int) -> int | None:
        return (given[one] or None) if one in given else official(people[one], round)

    return then


def _listed(player: Player, rating: int | None, k: Mapping[int, int]) -> Listed:
    """A player as a list would have them, as far as a tournament file tells."""
    born = player.birth.year if player.birth else 0
    return Listed(player.id, rating or 0, k.get(player.id) or published_k(player) or 0, ESTABLISHED, born)


def _rows(
    tournament: Tournament,
    listed: Mapping[int, Listed],
    games: Sequence[RatedGame],
    rules: RatingRules,
    start: date | None,
    then: Then | None,
) -> tuple[RatedPlayer, ...]:
    """The rated players: what the rules make of them, with the games it is made of."""
    counted = [game for game in games if game.reason is None]
    played = [Played(game.white, game.black, *game.half_points) for game in counted]
    if then is not None:
        both = [(game.white_rating or 0, game.black_rating or 0) for game in counted]
        played = [one._replace(white_rating=w, black_rating=b) for one, (w, b) in zip(played, both, strict=True)]
    ageless = [_with_k(one, rules, start) if start else one._replace(born=0) for one in listed.values()]
    lines: dict[int, list[GameChange]] = {one: [] for one in listed}

    def told(one: GameTold) -> None:
        white, black, half, other = played[one.game][:4]
        opponent, score = (black, half) if one.player == white else (white, other)
        game = counted[one.game]
        rating = (game.black_rating if one.player == white else game.white_rating) or 0
        lines[one.player].append(GameChange(game.round, opponent, rating, score, one.change, one.limited))

    after = {one.id: one for one in rules.rated(ageless, played, start, told)}
    rated = (player for player in tournament.players if listed[player.id].rating)
    last = max(1, len(tournament.rounds))
    return tuple(
        _row(player, after[player.id], lines[player.id], then and then(player.id, last), rules) for player in rated
    )


def _with_k(one: Listed, rules: RatingRules, start: date) -> Listed:
    """With the K of the list in force at the start, where it has to be worked out."""
    if one.k or not one.rating or not isinstance(rules, EloRules):
        return one
    age = start.year - one.born if one.born else None
    return one._replace(k=rules.k(one.rating, one.games, age=age, highest=one.highest))


def _row(
    player: Player, after: Rated, lines: Sequence[GameChange], base: int | None, rules: RatingRules
) -> RatedPlayer:
    own = base or after.rating
    opponents = [rules.counted_as(own, line.rating) if line.limited else line.rating for line in lines if line.rating]
    return RatedPlayer(
        player=player,
        rating=after.rating,
        opponents=average(opponents) if opponents else None,
        half_points=sum(line.half_points for line in lines),
        games=after.games,
        change=after.change,
        k=after.k,
        lines=tuple(lines),
        points=after.points,
        base=base if base != after.rating else None,
    )


def _newcomers(
    tournament: Tournament, own: Mapping[int, int | None], games: Sequence[RatedGame], rules: RatingRules
) -> tuple[Newcomer, ...]:
    """The unrated players: what comes of opponents and score in the games against rated ones."""
    met: dict[int, list[tuple[int, int]]] = {player.id: [] for player in tournament.players if not own[player.id]}
    for game in games:
        if game.reason in (None, NotRated.ONE_UNRATED):
            white, black = game.half_points
            if game.white in met and game.black_rating:
                met[game.white].append((game.black_rating, white))
            if game.black in met and game.white_rating:
                met[game.black].append((game.white_rating, black))
    people = {player.id: player for player in tournament.players}
    return tuple(_newcomer(people[one], against, rules) for one, against in met.items())


def _newcomer(player: Player, against: Sequence[tuple[int, int]], rules: RatingRules) -> Newcomer:
    total = sum(half for _, half in against)
    return Newcomer(player, rules.first([rating for rating, _ in against], total), bool(against) and not total)


def _about_the_pace(pace: RateOfPlay | None) -> tuple[str, ...]:
    """How the list was chosen, where the file does not say it."""
    if pace is None:
        return (spoken("The file declares no time control we can read: taken as standard."),)
    if pace.kind:
        return ()
    return (spoken("The time control (%(pace)s) fits no rating list: taken as standard.", pace=pace.said),)


def _about_the_day(start: date | None, rules: RatingRules) -> tuple[str, ...]:
    if start:
        return ()
    return (spoken("The file gives no first day: rated by the newest rules, %(rules)s.", rules=rules.said),)
