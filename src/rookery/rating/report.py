"""Rating report of one tournament: its games with their ratings, and a row per player as on ratings.fide.com."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from types import NoneType

from rookery._record import record
from rookery.answer import Answer
from rookery.elo import average
from rookery.errors import RuleError
from rookery.history.tournament_rating import official_rating, published_k
from rookery.messages import msg
from rookery.model import Ending, Game, PartialDate, Player, Result, Tournament, TournamentInfo
from rookery.model.tournament import require_tournament
from rookery.model.validation import MOST_RATING, fits, require_argument, type_error
from rookery.rating.elo_rules import DatedRules, EloRules
from rookery.rating.fide import rules_of
from rookery.rating.rating_rules import (
    FirstRating,
    GameContext,
    GameContribution,
    NotRated,
    RateOfPlay,
    RatingRules,
    rate_of_play,
)
from rookery.rating.rows import ListGame, ListPlayer, PeriodResult

_ROUND_RATINGS_NOTE = "Every game is rated with the ratings of its round: the event lasts over 30 days, or says so."

ASSUMED_GAMES = 30
"""The assumed number of games that a player has completed, unless K is given; tournament files do not contain it."""


@record
class GameChange:
    """A rated game of a player: the opponent's rating, the score in half points, the change in hundredths."""

    round: int
    opponent: int
    rating: int
    half_points: int
    change: int
    limited: bool


@record
class RatedPlayer:
    """Row of a rated player: own rating Ro, opponents' average Rc, score w in half points, games n, changes, K.

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
        """The new rating if this were the only tournament of the period."""
        return (self.base or self.rating) + self.points


@record
class Newcomer:
    """An unrated player, with the first rating that the games against rated opponents would give (B.02 8.2)."""

    player: Player
    first: FirstRating
    zero: bool = False


@record
class RatingReport(Answer):
    """Effect of a tournament on ratings; `notes` says what was assumed."""

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
    """Return the rating report of a tournament: changes of rated players, first ratings, games left out.

    `kind` is standard, rapid or blitz, by default what the time control says; `on` the first day, by default the one in
    the file; together they choose FIDE's rules (B.02), and `rules` are others in their place. By pairing number,
    `ratings` replaces FIDE's of the file (None: unrated) and `k` gives the published K. `approved` takes the rate of
    play for granted, as where FIDE approved the event. If the event lasts over 30 days, or goes by ratings of each
    round, every game is rated with the ratings of its round.

    Args:
        tournament: The tournament.
        kind: standard, rapid or blitz.
        on: The first day.
        ratings: Ratings by pairing number, in place of those of the file.
        k: Published values of K by pairing number.
        approved: Whether the rate of play is taken for granted.
        rules: Rating rules in place of FIDE's.

    Returns:
        The report.

    Raises:
        RuleError: There is no such kind, player or value of K.
    """
    require_tournament(tournament, "rate")
    require_argument("rate", "kind", kind, (str, NoneType), "standard, rapid, blitz or None")
    require_argument("rate", "on", on, (date, PartialDate, NoneType), "a date or None")
    require_argument("rate", "ratings", ratings, (Mapping, NoneType), "ratings by pairing number such as {1: 2000}")
    require_argument("rate", "k", k, (Mapping, NoneType), "K by pairing number such as {1: 20}")
    require_argument("rate", "rules", rules, (RatingRules, DatedRules, NoneType), "rules of ratings or None")
    _validate_overrides(tournament, ratings or {}, k or {})
    pace = rate_of_play(tournament.info)
    start = on or (tournament.info.start.first_day if tournament.info.start else None)
    edition = (rules or rules_of(kind or (pace and pace.kind) or "standard")).on(start)
    file_ratings = {player.number: player.official_rating for player in tournament.players} | dict(ratings or {})
    player_ratings = {player_id: rating or None for player_id, rating in file_ratings.items()}
    rating_in_round = _round_ratings(tournament, ratings or {})
    games = rated_games(tournament, player_ratings, edition, None if approved else pace, rating_in_round)
    list_players = {
        player.number: _as_list_player(player, player_ratings[player.number], k or {}) for player in tournament.players
    }
    rows = _build_rows(tournament, list_players, games, edition, start, rating_in_round)
    newcomers = _build_newcomers(tournament, player_ratings, games, edition)
    assumed_players = [
        list_players[row.player.number] for row in rows if row.games and not list_players[row.player.number].k
    ]
    pace_notes = () if rules or kind else _pace_notes(pace)
    floor_notes = edition.floor_notes([row.rating for row in rows], [row.alone for row in rows if row.games])
    notes_before = *pace_notes, *_day_notes(start, edition), *edition.assumptions(assumed_players)
    notes = (*notes_before, *floor_notes, *[_ROUND_RATINGS_NOTE] * (rating_in_round is not None))
    return RatingReport(tournament.info.name, edition.kind, edition, rows, newcomers, games, notes)


def _validate_overrides(tournament: Tournament, ratings: Mapping[int, int | None], k: Mapping[int, int]) -> None:
    """Raise if ratings or K are given for unknown players or are impossible."""
    known_ids = {player.number for player in tournament.players}
    for player_id in (*ratings, *k):
        if player_id not in known_ids:
            raise RuleError(msg("there is no player %(one)s", one=player_id), participants=(player_id,))
    for player_id, rating in ratings.items():
        if rating is not None and (not fits(rating, int) or not 0 <= rating <= MOST_RATING):
            raise type_error(
                msg("the rating of player %(one)s", one=player_id),
                msg("a whole number up to %(most)s, or None", most=MOST_RATING),
                rating,
            )
    for player_id, value in k.items():
        if not fits(value, int) or value < 1:
            raise type_error(msg("the K of player %(one)s", one=player_id), "a whole number from 1", value)


def _round_ratings(tournament: Tournament, overrides: Mapping[int, int | None]) -> RatingInRound | None:
    """Return a function for FIDE's rating in a round if the event uses ratings of each round, else None."""
    if not (tournament.ratings_by_round or lasts_longer_than(30, tournament.info)):
        return None
    players = {player.number: player for player in tournament.players}
    if not any(player.ratings for player in tournament.players):
        return None

    def rating_in_round(player_id: int, round: int) -> int | None:
        if player_id in overrides:
            return overrides[player_id] or None
        return official_rating(players[player_id], round)

    return rating_in_round


def _as_list_player(player: Player, rating: int | None, k: Mapping[int, int]) -> ListPlayer:
    """Return a player as a rating list has them, as far as the tournament file tells."""
    born = player.birth.year if player.birth else 0
    return ListPlayer(player.number, rating or 0, k.get(player.number) or published_k(player) or 0, ASSUMED_GAMES, born)


def _build_rows(
    tournament: Tournament,
    list_players: Mapping[int, ListPlayer],
    games: Sequence[RatedGame],
    rules: RatingRules,
    start: date | None,
    rating_in_round: RatingInRound | None,
) -> tuple[RatedPlayer, ...]:
    """Return the rows of the rated players, with their games."""
    counted_games = [game for game in games if game.reason is None]
    list_games = [ListGame(game.white, game.black, *game.half_points) for game in counted_games]
    if rating_in_round is not None:
        game_ratings = [(game.white_rating or 0, game.black_rating or 0) for game in counted_games]
        list_games = [
            game._replace(white_rating=white, black_rating=black)
            for game, (white, black) in zip(list_games, game_ratings, strict=True)
        ]
    players_before = [
        _with_k(player, rules, start) if start else player._replace(born=0) for player in list_players.values()
    ]
    lines: dict[int, list[GameChange]] = {player_id: [] for player_id in list_players}

    def add_line(contribution: GameContribution) -> None:
        index, player_id, change, limited = contribution
        white, black, white_score, black_score = list_games[index][:4]
        game = counted_games[index]
        opponent, rating, score = white, game.white_rating, black_score
        if player_id == white:
            opponent, rating, score = black, game.black_rating, white_score
        lines[player_id].append(GameChange(game.round, opponent, rating or 0, score, change, limited))

    after = {result.id: result for result in rules.rate(players_before, list_games, start, add_line)}
    rated_players = (player for player in tournament.players if list_players[player.number].rating)
    last = max(1, len(tournament.rounds))
    return tuple(
        _build_row(
            player,
            after[player.number],
            lines[player.number],
            rating_in_round and rating_in_round(player.number, last),
            rules,
        )
        for player in rated_players
    )


def _with_k(player: ListPlayer, rules: RatingRules, start: date) -> ListPlayer:
    """Return the player with the K of the list in force at the start, if it has to be computed."""
    if player.k or not player.rating or not isinstance(rules, EloRules):
        return player
    age = start.year - player.born if player.born else None
    return player._replace(k=rules.k(player.rating, player.games, age=age, highest=player.highest))


def _build_row(
    player: Player, after: PeriodResult, lines: Sequence[GameChange], base: int | None, rules: RatingRules
) -> RatedPlayer:
    base_rating = base or after.rating
    opponents = [
        rules.effective_rating(base_rating, line.rating) if line.limited else line.rating
        for line in lines
        if line.rating
    ]
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


def _build_newcomers(
    tournament: Tournament, player_ratings: Mapping[int, int | None], games: Sequence[RatedGame], rules: RatingRules
) -> tuple[Newcomer, ...]:
    """Return the unrated players with their first ratings."""
    results: dict[int, list[tuple[int, int]]] = {
        player.number: [] for player in tournament.players if not player_ratings[player.number]
    }
    for game in games:
        if game.reason in (None, NotRated.ONE_UNRATED):
            white, black = game.half_points
            if game.white in results and game.black_rating:
                results[game.white].append((game.black_rating, white))
            if game.black in results and game.white_rating:
                results[game.black].append((game.white_rating, black))
    players = {player.number: player for player in tournament.players}
    return tuple(
        _build_newcomer(players[player_id], opponent_results, rules) for player_id, opponent_results in results.items()
    )


def _build_newcomer(player: Player, results: Sequence[tuple[int, int]], rules: RatingRules) -> Newcomer:
    total = sum(half for _, half in results)
    return Newcomer(player, rules.first_rating([rating for rating, _ in results], total), bool(results) and not total)


def _pace_notes(pace: RateOfPlay | None) -> tuple[str, ...]:
    """Return how the list was chosen, if the file does not say it."""
    if pace is None:
        return (msg("The file declares no time control we can read: taken as standard."),)
    if pace.kind:
        return ()
    return (msg("The time control (%(pace)s) fits no rating list: taken as standard.", pace=pace.description),)


def _day_notes(start: date | None, rules: RatingRules) -> tuple[str, ...]:
    if start:
        return ()
    return (msg("The file gives no first day: rated by the newest rules, %(rules)s.", rules=rules.description),)


RatingInRound = Callable[[int, int], int | None]
"""The rating of a player, by number, in a round."""

HALF_POINTS = {Ending.WIN: 2, Ending.DRAW: 1, Ending.LOSS: 0}


def _unrateable_reason(result: Result) -> NotRated | None:
    """Return why a result cannot be rated by any system, or None."""
    if result in (Result.PENDING, Result.ADJOURNED):
        return NotRated.NO_RESULT
    if not result.played:
        return NotRated.NOT_PLAYED
    return None if result.rated else NotRated.MARKED


_UNRATEABLE = {result: _unrateable_reason(result) for result in Result}
_SCORES = {
    result: (HALF_POINTS[result.white], HALF_POINTS[result.black]) for result in Result if result.white in HALF_POINTS
}


@record
class RatedGame:
    """A board with the ratings at which it was played (None: unrated); `reason` is why it does not count."""

    round: int
    white: int
    black: int
    result: Result
    white_rating: int | None
    black_rating: int | None
    reason: NotRated | None = None

    @property
    def half_points(self) -> tuple[int, int]:
        """The scores of White and Black; only for a game that was completed."""
        return _SCORES[self.result]


def played_boards(tournament: Tournament) -> Iterator[tuple[int, Game]]:
    """Yield every board between two players with its round, also in matches.

    The result is the one to be reported (C.04.2 4.3).
    """
    reported_results = {
        (reported_result.round, reported_result.white, reported_result.black): reported_result.result
        for reported_result in tournament.reported_results
    }
    for round_number, round in enumerate(tournament.rounds, 1):
        for game in (*round.games, *(game for match in round.matches for game in match.games)):
            result = reported_results.get((round_number, game.white, game.black)) if reported_results else None
            yield round_number, game if result is None else Game(game.white, game.black, result)


def rated_games(
    tournament: Tournament,
    ratings: Mapping[int, int | None],
    rules: RatingRules,
    pace: RateOfPlay | None,
    rating_in_round: RatingInRound | None = None,
) -> tuple[RatedGame, ...]:
    """Return every board with the reason why it is not rated, if any.

    `rating_in_round` gives the ratings of each round; without it `ratings` count for all rounds.
    """
    games, is_match = [], len(tournament.players) == 2
    round_count, score = max(tournament.planned_rounds or 0, len(tournament.rounds)), dict.fromkeys(ratings, 0)
    for round_number, game in played_boards(tournament):
        white, black = ratings.get(game.white), ratings.get(game.black)
        if rating_in_round is not None:
            white, black = rating_in_round(game.white, round_number), rating_in_round(game.black, round_number)
        is_decided = is_match and max(score.values()) > round_count
        reason = _UNRATEABLE[game.result] or rules.exclusion_reason(
            GameContext(white, black, pace, is_match, is_decided)
        )
        games.append(RatedGame(round_number, game.white, game.black, game.result, white, black, reason))
        if is_match:
            for player_id, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
                score[player_id] += 2 if outcome is Ending.FORFEIT_WIN else HALF_POINTS.get(outcome, 0)
    return tuple(games)


def lasts_longer_than(days: int, event: TournamentInfo) -> bool:
    """Return whether the event is known to last longer than `days` days.

    >>> from rookery.model import PartialDate
    >>> lasts_longer_than(30, TournamentInfo(start=PartialDate(2026, 9, 1), end=PartialDate(2026, 10, 1)))
    True
    """
    return bool(event.start and event.end and (event.end.last_day - event.start.first_day).days >= days)
