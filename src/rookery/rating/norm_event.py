"""Conditions of title norms on the event as a whole (B.01).

Articles 1.1.2, 1.1.3, 1.1.5 and 1.4.2e bind every norm of the event; 1.1.3a and 1.5.6a are asked of one norm in an
application. What a tournament file does not say stays undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rookery._record import record, replace
from rookery.elo import average
from rookery.errors import RuleError
from rookery.messages import msg, msg_const, msg_plural
from rookery.model import ByeKind, Ending, PartialDate, Player, Tournament
from rookery.rating.norm_conditions import NO_FEDERATION, NON_FIDE_FEDERATION, UNRATED_RATING, YES, Condition, Terms
from rookery.rating.rating_rules import MINUTE, RateOfPlay, rate_of_play
from rookery.regulations import format_for, says_swiss

LEAST_MINUTES = 120
MOST_HOURS = 12
MOST_ROUNDS_A_DAY = 2
DAYS_OF_ONE_ROUND = 3
STRONG_PLAYERS, STRONG_AVERAGE = 40, 2000
_NOT_STATED, _APPROVED = msg("not said"), msg("approved by FIDE")

EXEMPTIONS = {
    "national-championship": ("1.4.3a", True),
    "national-team-championship": ("1.4.3b", True),
    "zonal": ("1.4.3c", False),
    "sub-zonal": ("1.4.3c", False),
}
"""Events whose players are exempt from the rules on federations: the article, and whether only the home players are."""

SHORTER_EVENTS = {
    "world-team": (7, 0), "continental-team": (7, 0), "world-club": (7, 0), "continental-club": (7, 0),
    "world-cup": (8, 9),
}  # fmt: skip
"""Championships in which fewer games suffice (1.4.1b): how many, and what they count as (0: as they are)."""


@record
class EventConditions:
    """Conditions on an event: those of every norm, and those that one norm of an application must meet.

    `one_round_a_day` is 1.1.3a (for GM and WGM), `strong_swiss` is 1.5.6a.
    """

    conditions: tuple[Condition, ...]
    one_round_a_day: Condition
    strong_swiss: Condition

    @property
    def allows_norms(self) -> bool:
        """Whether nothing that is known forbids norms."""
        return all(line.passed for line in self.conditions)


def check_event(tournament: Tournament, *, approved: bool = False) -> EventConditions:
    """Check the event by B.01; `approved`: the Qualification Commission accepted its rate of play and format.

    Args:
        tournament: The event.
        approved: Whether the Commission accepted it.

    Returns:
        The conditions, and whether the event has one round a day or is a strong Swiss.
    """
    conditions = (
        *_check_pace(tournament, approved),
        _check_rounds_a_day(tournament),
        _check_arbiter(tournament),
        _check_format(tournament, approved),
    )
    return EventConditions(conditions, _check_one_round_a_day(tournament), _check_strong_swiss(tournament))


def derive_terms(tournament: Tournament, *, approved: bool = False) -> Terms:
    """Return the terms that follow from the tournament.

    They are the kind of pairings, the rounds, the waiver of 1.4.3d and the event conditions.

    Args:
        tournament: The event.
        approved: Whether the Qualification Commission accepted its rate of play and format.

    Returns:
        The terms by which `norms` decides.
    """
    format = format_for(tournament.system, tournament.info.type)
    robin = format.is_round_robin
    terms = Terms(
        swiss=not format.predetermined,
        rounds=max(tournament.planned_rounds or 0, len(tournament.rounds)),
        double_round_robin=robin and format.cycles == 2,
        players=len(tournament.players),
        round_robin=robin and not tournament.team_event,
        event=check_event(tournament, approved=approved).conditions,
    )
    return replace(terms, foreigners=_large_swiss_waiver(tournament) if terms.swiss and not format.eliminates else "")


def with_exemption(terms: Terms, exemption: str, tournament: Tournament) -> Terms:
    """Return the terms of an event exempted by 1.4.3.

    By 1.4.3a and b only players of the registering federation are exempt.

    Args:
        terms: The terms of the event.
        exemption: The name of the exemption, such as "national-team-championship".
        tournament: The event, which names its federation.

    Returns:
        The changed terms.

    Raises:
        RuleError: There is no such exemption, or it needs a federation that the event does not name.
    """
    entry = EXEMPTIONS.get(_normalize_name(exemption))
    if entry is None:
        raise RuleError(
            f"{exemption!r} is no exemption of B.01 1.4.3: expected {', '.join(EXEMPTIONS)}", article="B.01 1.4.3"
        )
    (article, home_only), name = entry, exemption.replace("-", " ").replace("sub ", "sub-").strip().lower()
    home = tournament.info.federation.upper()
    if home_only and not home:
        raise RuleError(
            f"a {name} exempts the players of the federation that registered it: the file names none (record 032)",
            article=f"B.01 {article}",
        )
    return replace(terms, foreigners=f"{name}, {article}", exempt=home if home_only else "")


def with_fewer_games(terms: Terms, championship: str) -> Terms:
    """Return the terms of a championship in which fewer games suffice (1.4.1b).

    Args:
        terms: The terms of the event.
        championship: The name of the championship.

    Returns:
        The changed terms.

    Raises:
        RuleError: Fewer games do not suffice in such an event.
    """
    entry = SHORTER_EVENTS.get(_normalize_name(championship))
    if entry is None:
        raise RuleError(f"{championship!r} is no event of B.01 1.4.1b: expected {', '.join(SHORTER_EVENTS)}")
    return replace(terms, minimum=entry[0], counted_as=entry[1])


def _normalize_name(name: str) -> str:
    return name.strip().lower().replace(" ", "-")


# -- every norm --------------------------------------------------------------------------------------------------------


def _check_pace(tournament: Tournament, approved: bool) -> tuple[Condition, ...]:
    """Check for two hours for sixty moves (1.1.3), and at most twelve hours of play a day (1.1.2)."""
    pace, needed = rate_of_play(tournament.info), RateOfPlay(LEAST_MINUTES * MINUTE).description
    subject = msg("rate of play")
    if approved:
        return (Condition("1.1.3", subject, pace.description if pace else _NOT_STATED, _APPROVED, True),)
    if pace is None:
        return (Condition("1.1.3", subject, _NOT_STATED, needed, True, False),)
    condition = Condition(
        "1.1.3", subject, pace.description, needed, pace.seconds >= LEAST_MINUTES * MINUTE and pace.equal
    )
    busiest = max(_rounds_by_day(tournament).values(), default=0)
    if not busiest:
        return (condition,)
    minutes = 2 * busiest * pace.seconds // MINUTE
    time_text = msg("%(hours)s h %(minutes)s min", hours=minutes // 60, minutes=f"{minutes % 60:02}")
    limit_text = msg("at most %(hours)s h", hours=MOST_HOURS)
    return (condition, Condition("1.1.2", msg("play a day"), time_text, limit_text, minutes <= 60 * MOST_HOURS))


def _rounds_by_day(tournament: Tournament) -> Counter[PartialDate]:
    dates = tournament.info.round_dates
    return Counter(day for day in dates if day is not None and day.day)


def _day_count(tournament: Tournament) -> int | None:
    """Return how many days the event lasts at most, or None if an end is not stated."""
    start, end = tournament.info.start, tournament.info.end
    return (end.last_day - start.first_day).days + 1 if start and end else None


def _check_rounds_a_day(tournament: Tournament) -> Condition:
    """Check for at most two rounds a day (1.1.3), by the dates of rounds or else by the days of the event."""
    subject, needed = msg("rounds a day"), msg("at most %(number)s", number=MOST_ROUNDS_A_DAY)
    rounds = max(tournament.planned_rounds or 0, len(tournament.rounds))
    by_day, days = _rounds_by_day(tournament), _day_count(tournament)
    busiest = max(by_day.values(), default=0)
    if days is not None and days > 0 and rounds > MOST_ROUNDS_A_DAY * days:
        rounds_text = msg_plural(
            days, "%(rounds)s rounds in %(num)s day", "%(rounds)s rounds in %(num)s days", rounds=rounds
        )
        return Condition("1.1.3", subject, rounds_text, needed, False)
    if busiest > MOST_ROUNDS_A_DAY:
        return Condition("1.1.3", subject, f"{busiest}", needed, False)
    if by_day.total() >= rounds > 0:
        return Condition("1.1.3", subject, f"{busiest}", needed, True)
    return Condition("1.1.3", subject, _NOT_STATED, needed, True, False)


def _check_arbiter(tournament: Tournament) -> Condition:
    """Check that the chief arbiter is an IA or an FA (1.1.5)."""
    words = tournament.info.chief_arbiter.replace(",", " ").replace("(", " ").replace(")", " ").split()
    title = next((word for word in words if word in ("IA", "FA")), "")
    needed = msg("%(some)s or %(last)s", some="IA", last="FA")
    return Condition("1.1.5", msg("chief arbiter"), title or _NOT_STATED, needed, True, bool(title))


def _check_format(tournament: Tournament, approved: bool) -> Condition:
    """Check the format: Swiss, round robin, double round robin or knock-out; others need approval (1.4.2e)."""
    format = format_for(tournament.system, tournament.info.type)
    subject, needed = msg("system"), msg("Swiss, round robin, knock-out")
    is_swiss = says_swiss(tournament.system, tournament.info.type)
    title = msg_const(format.title) if format.title else msg("Swiss") if is_swiss else _NOT_STATED
    if is_swiss or format.is_round_robin or format.eliminates:
        return Condition("1.4.2e", subject, title, needed, True)
    if approved:
        return Condition("1.4.2e", subject, title, _APPROVED, True)
    return Condition("1.4.2e", subject, title, needed, not format.name, bool(format.name))


# -- one norm of an application ----------------------------------------------------------------------------------------


def _check_one_round_a_day(tournament: Tournament) -> Condition:
    """Check for one round a day on at least three days (1.1.3a)."""
    subject, needed = msg("days with one round"), f"{DAYS_OF_ONE_ROUND}"
    rounds, by_day = max(tournament.planned_rounds or 0, len(tournament.rounds)), _rounds_by_day(tournament)
    days_with_one_round = sum(number == 1 for number in by_day.values())
    if by_day.total() >= rounds > 0:
        return Condition("1.1.3a", subject, f"{days_with_one_round}", needed, days_with_one_round >= DAYS_OF_ONE_ROUND)
    days = _day_count(tournament)
    if days is not None and 0 < days < DAYS_OF_ONE_ROUND:
        return Condition(
            "1.1.3a", subject, msg_plural(days, "an event of %(num)s day", "an event of %(num)s days"), needed, False
        )
    return Condition("1.1.3a", subject, _NOT_STATED, needed, True, False)


def _check_strong_swiss(tournament: Tournament) -> Condition:
    """Check for an individual Swiss with forty players of an average of 2000 in every round (1.5.6a).

    There are two readings of the average: that of all players who count, or of some forty. If they differ, it is
    undecided.
    """
    subject, needed = msg("Swiss of 40 players, average 2000, in every round"), YES
    is_swiss = says_swiss(tournament.system, tournament.info.type)
    if not is_swiss or tournament.team_event or not tournament.rounds:
        return Condition("1.5.6a", subject, msg("no individual Swiss"), needed, False)
    rounds = [_sorted_ratings(ratings) for ratings in _regular_players_by_round(tournament, tournament.players)]
    fewest = min(map(len, rounds))
    if fewest < STRONG_PLAYERS:
        return Condition("1.5.6a", subject, msg_plural(fewest, "%(num)s player", "%(num)s players"), needed, False)
    lowest_average = min(average(ratings) for ratings in rounds)
    best_average = min(average(ratings[:STRONG_PLAYERS]) for ratings in rounds)
    players_text = msg("%(number)s players, average %(average)s", number=fewest, average=lowest_average)
    if lowest_average >= STRONG_AVERAGE or best_average < STRONG_AVERAGE:
        return Condition("1.5.6a", subject, players_text, needed, lowest_average >= STRONG_AVERAGE)
    averages_text = msg("%(number)s players, average %(average)s, of the best 40 %(best)s", number=fewest,
                        average=lowest_average, best=best_average)  # fmt: skip
    return Condition("1.5.6a", subject, averages_text, needed, True, False)


def _sorted_ratings(players: Sequence[Player]) -> list[int]:
    return sorted((player.official_rating or UNRATED_RATING for player in players), reverse=True)


# -- players present in every round ------------------------------------------------------------------------------------


def _large_swiss_waiver(tournament: Tournament) -> str:
    """Return why a Swiss is exempt (1.4.3d), or an empty string.

    Every round needs 20 rated players from abroad, of 3 federations, 10 of them titled.
    """
    if not tournament.info.federation or not tournament.rounds or tournament.team_event:
        return ""
    counts = map(_count_players, _regular_players_by_round(tournament, _rated_from_abroad(tournament)))
    is_large = all(players >= 20 and federations >= 3 and titled >= 10 for players, federations, titled in counts)
    return msg("large Swiss, %(article)s", article="1.4.3d") if is_large else ""


def _rated_from_abroad(tournament: Tournament) -> list[Player]:
    """Return the rated players of other federations than that of the event, without FID and NON."""
    excluded = {tournament.info.federation.upper(), NON_FIDE_FEDERATION, *NO_FEDERATION}
    return [
        player for player in tournament.players if player.federation.upper() not in excluded and player.official_rating
    ]


def count_from_abroad(tournament: Tournament) -> tuple[int, int, int]:
    """Return (rated players from abroad, their federations, titled among them) in the smallest round (1.4.3d).

    Where the file does not name the federation of the event, no player counts as from abroad.
    """
    if not tournament.info.federation or not tournament.rounds:
        return 0, 0, 0
    counts = [
        _count_players(players) for players in _regular_players_by_round(tournament, _rated_from_abroad(tournament))
    ]
    return min(counts, key=lambda count: (count[0], count[2], count[1]))


def _count_players(players: Sequence[Player]) -> tuple[int, int, int]:
    """Return how many players, of how many federations, and how many with a title from WIM up."""
    federations = {player.federation.upper() for player in players}
    return len(players), len(federations), sum(player.title.upper() in ("GM", "IM", "WGM", "WIM") for player in players)


def _regular_players_by_round(tournament: Tournament, players: Iterable[Player]) -> list[list[Player]]:
    """Return the players present in each round, without those who missed more than one round."""
    present = [_present_players(tournament, number) for number in range(len(tournament.rounds))]
    regulars = [player for player in players if sum(player.number not in present_ids for present_ids in present) <= 1]
    return [[player for player in regulars if player.number in present_ids] for present_ids in present]


def _present_players(tournament: Tournament, number: int) -> set[int]:
    """Return the players who did not miss a round: played, won by forfeit, or had the pairing-allocated bye."""
    round, present = tournament.rounds[number], set[int]()
    for game in round.games:
        for player, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
            if outcome is not Ending.FORFEIT_LOSS:
                present.add(player)
    return present | {bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED}
