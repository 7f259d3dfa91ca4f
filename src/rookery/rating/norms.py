"""Title norms (B.01 1.4): the audit of every condition, and the forecast for the remaining rounds.

The audit includes which games are ignored to meet the conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from types import NoneType

from rookery._record import record, replace
from rookery.answer import Answer
from rookery.elo import DIFFERENCE_BY_PERCENT, percentage
from rookery.errors import RuleError
from rookery.history.tournament_rating import official_rating
from rookery.messages import msg, msg_plural
from rookery.model import ByeKind, Ending, Player, Result, Tournament
from rookery.model.tournament import require_tournament
from rookery.model.validation import require_argument
from rookery.rating.ignored_games import ignore_fewest
from rookery.rating.norm_conditions import (
    MAX_CREDITED_GAMES,
    MIN_PERCENT,
    NO_FEDERATION,
    NON_FIDE_FEDERATION,
    NORM_TITLES,
    TITLES,
    Condition,
    NormGame,
    Terms,
    Title,
    average_and_performance,
    check_conditions,
    check_whole_field,
    least_half_points,
    needed_titles,
    raise_lowest,
)
from rookery.rating.norm_event import derive_terms
from rookery.rating.report import HALF_POINTS, lasts_longer_than, played_boards

MAX_AVERAGE = 2900
"""No field is stronger than this on average; a score that would need one is left out."""


@record
class NormForecast:
    """Remaining rounds of a player: known opponents, requirements on the others, and sufficient scores.

    Each of `scores` is (half points from the remaining games, least average of the opponents not yet known; 0 when all
    are). All games are taken to count, and no unknown opponent to be raised (1.4.6): more may help, never hurt.
    `hopeless` says why no score suffices.
    """

    rounds: int
    known: tuple[int, ...]
    needs: tuple[str, ...]
    scores: tuple[tuple[int, int], ...]
    hopeless: str = ""

    @property
    def least(self) -> tuple[int, int] | None:
        """The lowest sufficient score, and the average of unknown opponents it needs."""
        return self.scores[0] if self.scores else None


def forecast_norm(
    title: Title,
    federation: str,
    games: Sequence[NormGame],
    coming: Sequence[NormGame],
    unknown: int,
    terms: Terms,
    unplayed_wins: int = 0,
) -> NormForecast:
    """Return what is needed when the games `coming` and `unknown` more are still to be played."""
    known_games = [*games, *coming]
    n, remaining, opponents = len(known_games) + unknown, len(coming) + unknown, tuple(game.opponent for game in coming)
    failed_condition = next((line for line in terms.event if not line.passed), None)
    if failed_condition is not None:
        reason = msg("%(what)s: %(found)s, not %(needed)s (%(article)s)", what=failed_condition.what,
                     found=failed_condition.found, needed=failed_condition.needed,
                     article=failed_condition.article)  # fmt: skip
        return NormForecast(remaining, opponents, (), (), reason)
    has_enough_games = n >= terms.minimum or terms.is_eight_games_and_unplayed_win(n, unplayed_wins)
    if not has_enough_games:
        reason = msg_plural(n, "only %(num)s game can be reached, %(needed)s are needed",
                      "only %(num)s games can be reached, %(needed)s are needed", needed=terms.minimum)  # fmt: skip
        return NormForecast(remaining, opponents, (), (), reason)
    needs, obstacle = _find_needs(title, federation, known_games, n, unknown, terms)
    scores = () if obstacle else tuple(_sufficient_scores(title, games, known_games, n, unknown, remaining))
    if not obstacle and not scores:
        obstacle = msg("no score can make the performance")
    return NormForecast(remaining, opponents, needs, scores, obstacle)


def _find_needs(
    title: Title, federation: str, known_games: Sequence[NormGame], n: int, unknown: int, terms: Terms
) -> tuple[tuple[str, ...], str]:
    """Return what the unknown opponents must be, and why that is impossible, if it is."""
    holders, level = needed_titles(n, terms)
    holders -= sum(game.title in NORM_TITLES for game in known_games)
    level -= sum(game.title in title.level for game in known_games)
    federations = [game.federation for game in known_games if game.federation not in NO_FEDERATION]
    foreign = 2 - len({code for code in federations if code != federation})
    compatriots = 3 * n // 5 - federations.count(federation)
    needs: list[str] = []
    obstacle = ""
    requirements: list[tuple[int, str]] = [
        (level, msg("%(number)s more of %(titles)s", number=level, titles="/".join(sorted(title.level)))),
        (holders, msg("%(number)s more title-holders", number=holders)),
    ]
    if not terms.waiver(federation):
        requirements.append(
            (foreign, msg_plural(foreign, "%(num)s more foreign federation", "%(num)s more foreign federations"))
        )
        if compatriots < 0:
            obstacle = msg("too many opponents of %(federation)s", federation=federation)
        elif compatriots < unknown:
            needs.append(msg("at most %(number)s more of %(federation)s", number=compatriots,
                                federation=federation or msg("the own federation")))  # fmt: skip
    for number, text in requirements:
        if number > 0:
            needs.append(text)
            if not obstacle and number > unknown:
                obstacle = msg("%(what)s needed, %(number)s to come", what=text, number=unknown)
    return tuple(needs), obstacle


def _sufficient_scores(
    title: Title, games: Sequence[NormGame], known_games: Sequence[NormGame], n: int, unknown: int, remaining: int
) -> list[tuple[int, int]]:
    """Return each sufficient score from the remaining games, with the average needed of unknown opponents."""
    scores, half_points = [], sum(game.half_points for game in games)
    ratings = raise_lowest(title, known_games) if known_games else []
    for extra in range(2 * remaining + 1):
        total = half_points + extra
        if 50 * total < MIN_PERCENT * n:
            continue
        mean = max(title.average, title.performance - DIFFERENCE_BY_PERCENT[percentage(total, n)])
        missing = (2 * mean - 1) * n - 2 * sum(ratings)  # twice the sum still missing; the average is rounded half up
        if unknown:
            needed = max(0, -(-missing // (2 * unknown)))
            if needed <= MAX_AVERAGE:
                scores.append((extra, needed))
        elif missing <= 0:
            scores.append((extra, 0))
    return scores


_OPEN = ("CM", "FM", "IM", "GM")
_WOMEN = ("WCM", "WFM", "WIM", "WGM")
"""The two series of titles, ascending: a holder can seek the higher titles of the series, and all of the other."""


@record
class Audit(Answer):
    """Audit of a norm: every condition on the games that count, and which games were ignored.

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
    outlook: NormForecast | None = None
    unplayed_win: bool = False

    @property
    def is_met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)

    @property
    def failed(self) -> tuple[Condition, ...]:
        """The conditions that are not met."""
        return tuple(condition for condition in self.conditions if not condition.passed)

    @property
    def undecided(self) -> tuple[Condition, ...]:
        """The conditions that the file does not decide; they count as met."""
        return tuple(condition for condition in self.conditions if not condition.decided)

    @property
    def half_points(self) -> int:
        """The score from the games that count."""
        return sum(game.half_points for game in self.games)


def norms(
    tournament: Tournament, *, player: int | None = None, title: str | None = None, terms: Terms | None = None
) -> tuple[Audit, ...]:
    """Return the audit of every player for every title above the one held (B.01 1.4), or of the one asked for.

    `terms` says what a file cannot (a national championship, a continental team event, ...); by default what follows
    from the tournament. Titles for women are asked for by women only.

    Args:
        tournament: The tournament.
        player: The pairing number of the only player to be audited.
        title: The only title to be audited, such as "IM".
        terms: Facts that a file does not have.

    Returns:
        One audit for each player and title.

    Raises:
        RuleError: There is no such player or title.
    """
    require_tournament(tournament, "norms")
    require_argument("norms", "player", player, (int, NoneType), "a pairing number or None")
    require_argument("norms", "title", title, (str, NoneType), "a title such as 'GM' or None")
    titles = [candidate for candidate in TITLES if title is None or candidate.code == title.upper()]
    if not titles:
        raise RuleError(msg("%(title)s is not won by norms: expected %(titles)s", title=repr(title),
                               titles=", ".join(map(str, TITLES))), article="B.01 1.4")  # fmt: skip
    field = _NormChecker(tournament, terms or derive_terms(tournament))
    if player is not None and player not in field.players:
        raise RuleError(msg("there is no player %(number)s", number=player), participants=(player,))
    candidates = [field.players[player]] if player is not None else tournament.players
    return tuple(
        field.audit(candidate, norm_title)
        for candidate in candidates
        for norm_title in titles
        if title is not None or _is_eligible(candidate, norm_title.code)
    )


def _is_eligible(player: Player, title: str) -> bool:
    """Return whether the title is above the player's in its own row, and open to the player."""
    held_title = player.title.upper()
    is_woman = player.sex.lower() in ("w", "f") or held_title.startswith("W")
    row = _WOMEN if title in _WOMEN else _OPEN
    is_above = held_title not in row or row.index(title) > row.index(held_title)
    return is_above and held_title != "GM" and (is_woman or row is _OPEN)


class _NormChecker:
    """A tournament's games by player, gathered once."""

    def __init__(self, tournament: Tournament, terms: Terms) -> None:
        self.tournament, self.terms, self.long = tournament, terms, lasts_longer_than(30, tournament.info)
        self.players = {player.number: player for player in tournament.players}
        self.played: dict[int, list[NormGame]] = {player_id: [] for player_id in self.players}
        self.coming: dict[int, list[NormGame]] = {player_id: [] for player_id in self.players}
        self.forfeits: dict[int, list[NormGame]] = {player_id: [] for player_id in self.players}
        self.unplayed_wins = dict.fromkeys(self.players, 0)
        self.missed = dict.fromkeys(self.players, 0)
        for number, game in played_boards(tournament):
            sides = ((game.white, game.black, game.result.white), (game.black, game.white, game.result.black))
            for player_id, opponent, outcome in sides:
                self._classify_game(
                    player_id, self._game(number, opponent, HALF_POINTS.get(outcome, 0)), outcome, game.result
                )
        for round in tournament.rounds:
            for bye in round.player_byes if tournament.team_event else round.byes:
                if bye.kind is ByeKind.PAIRING_ALLOCATED:
                    self.unplayed_wins[bye.player] += 1

    def _game(self, round: int, opponent: int, half_points: int) -> NormGame:
        opponent_player = self.players[opponent]
        title, federation = opponent_player.title.upper(), opponent_player.federation.upper()
        rating = official_rating(opponent_player, round if self.long else None)
        return NormGame(round, opponent, rating, title, federation, half_points)

    def _classify_game(self, player_id: int, game: NormGame, outcome: Ending, result: Result) -> None:
        """Put a game where it belongs; opponents of no FIDE federation are left out (1.4.2a)."""
        if result in (Result.PENDING, Result.ADJOURNED):
            self.coming[player_id].append(game)
        elif outcome is Ending.FORFEIT_WIN:
            self.unplayed_wins[player_id] += 1
            self.forfeits[player_id].append(game)
        elif outcome is Ending.FORFEIT_LOSS:
            self.missed[player_id] += 1
        elif result.played and game.federation != NON_FIDE_FEDERATION:
            self.played[player_id].append(game)

    @cached_property
    def pointless(self) -> set[int]:
        """Unrated players of a round robin who scored nothing against rated ones: no opponents for a norm (1.4.2b)."""
        if self.terms.swiss:
            return set()
        pointless = set()
        for player_id, games in self.played.items():
            scores = [game.half_points for game in games if game.rating]
            if not self.players[player_id].official_rating and scores and not any(scores):
                pointless.add(player_id)
        return pointless

    def audit(self, player: Player, title: Title) -> Audit:
        """Return the audit that meets all conditions with the fewest games ignored.

        If none does, return the audit of all games.
        """
        games = [game for game in self.played[player.number] if game.opponent not in self.pointless]
        wins, field = self.unplayed_wins[player.number], self._whole_field_games(player)
        audit = _best_audit(player, title, games, self.terms, wins, field)
        last_round = [game for game in self.forfeits[player.number] if game.round == self.terms.rounds]
        if not audit.is_met and last_round and len(games) < self.terms.minimum:
            # 1.4.2c: a forfeit win of the last round, needed for the number of games, counted as a lost game
            with_loss = [*games, replace(last_round[0], half_points=0)]
            instead = _best_audit(player, title, with_loss, self.terms, wins - 1, field)
            audit = replace(instead, as_loss=True) if instead.is_met else audit
        ahead = self._forecast(player, title, games, wins)
        lines = (*audit.conditions, *self._all_rounds(player))
        return replace(audit, conditions=lines, outlook=ahead)

    def _all_rounds(self, player: Player) -> tuple[Condition, ...]:
        """Return the condition on missed rounds: with pairings known beforehand all rounds count (1.4.1e)."""
        missed = self.missed[player.number]
        if self.terms.swiss or not missed:
            return ()
        return (Condition("1.4.1e", msg("rounds missed"), f"{missed}", msg("all scheduled rounds count"), True, False),)

    def _whole_field_games(self, player: Player) -> tuple[NormGame, ...] | None:
        """Return all opponents of a round robin, whatever the results of the games (1.4.1f); None in other events."""
        if not self.terms.round_robin:
            return None
        opponents = [
            player_id for player_id in self.players if player_id != player.number and player_id not in self.pointless
        ]
        field = (self._game(0, player_id, 0) for player_id in opponents)
        return tuple(game for game in field if game.federation != NON_FIDE_FEDERATION)

    def _forecast(self, player: Player, title: Title, games: Sequence[NormGame], wins: int) -> NormForecast | None:
        """Return the forecast of the results needed in the remaining rounds, or None if there are none."""
        coming = list(self.coming[player.number])
        future = max(0, self.terms.rounds - len(self.tournament.rounds))
        if not self.terms.swiss and not self.terms.double_round_robin:
            met_ids = {game.opponent for game in (*self.played[player.number], *coming, *self.forfeits[player.number])}
            opponents = [
                player_id for player_id in self.players if player_id != player.number and player_id not in met_ids
            ][:future]
            coming += [self._game(0, player_id, 0) for player_id in opponents]
            future = 0
        if not coming and not future:
            return None
        return forecast_norm(title, player.federation.upper(), games, coming, future, self.terms, wins)


def _best_audit(
    player: Player, title: Title, games: Sequence[NormGame], terms: Terms, wins: int, field: Sequence[NormGame] | None
) -> Audit:
    """Return the audit of all games or, where they do not suffice, of those left when the fewest are ignored."""
    federation = player.federation.upper()
    full_audit = _build_audit(player, title, games, games, check_conditions(title, federation, games, terms, wins))
    is_mendable = any(line not in terms.event for line in full_audit.failed)
    remaining = ignore_fewest(title, federation, games, terms) if is_mendable else None
    if remaining is None:
        return _with_credit(full_audit, title, terms, wins)
    lines = check_conditions(title, federation, remaining, terms, wins)
    if field is not None:
        lines = (*lines, check_whole_field(title, federation, field, terms))
    return _with_credit(_build_audit(player, title, games, remaining, lines), title, terms, wins)


def _build_audit(
    player: Player, title: Title, games: Sequence[NormGame], counted: Sequence[NormGame], lines: tuple[Condition, ...]
) -> Audit:
    if not counted:
        return Audit(player, title.code, lines, ())
    ignored = tuple(game for game in games if game not in counted)
    mean, performance = average_and_performance(title, counted)
    return Audit(player, title.code, lines, tuple(counted), ignored, False, mean, performance)


def _with_credit(audit: Audit, title: Title, terms: Terms, wins: int) -> Audit:
    """Return the audit with what the norm is worth towards 27 games.

    Eight games and an unplayed win count as nine (1.4.1c), those of a World Cup too (1.4.1b); every full point above
    what was needed is one more (1.4.1d); an event of more than 13 rounds gives 13 (1.7).
    """
    least = least_half_points(title, audit.games) if audit.is_met else None
    if least is None:
        return audit
    games, surplus = len(audit.games), (audit.half_points - least) // 2
    is_eight_games = games < terms.minimum and terms.is_eight_games_and_unplayed_win(games, wins)
    credit = max(games + is_eight_games, terms.counted_as) + surplus
    if terms.rounds > MAX_CREDITED_GAMES:
        credit = min(credit, MAX_CREDITED_GAMES)
    return replace(audit, credit=credit, unplayed_win=is_eight_games)
