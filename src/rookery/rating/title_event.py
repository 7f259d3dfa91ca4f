"""The event in the eyes of B.01: what kind it is, whom the rules on federations spare, and what it must be as a whole.

Articles 1.1.2, 1.1.3, 1.1.5 and 1.4.2e bind every norm of the event; 1.1.3a and 1.5.6a are asked of one norm in an
application. What a tournament file does not say stays undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rookery.elo import average
from rookery.errors import RuleError
from rookery.model import ByeKind, Date, Ending, Player, Tournament
from rookery.rating.rate_of_play import MINUTE, RateOfPlay, rate_of_play
from rookery.rating.titles import NO_FEDERATION, NOT_OF_FIDE, UNRATED, YES, Condition, Terms
from rookery.regulations import announced, says_swiss
from rookery.values import frozen, replace
from rookery.wording import spoken, word

LEAST_MINUTES = 120
MOST_HOURS = 12
MOST_ROUNDS_A_DAY = 2
DAYS_OF_ONE_ROUND = 3
STRONG_PLAYERS, STRONG_AVERAGE = 40, 2000
_UNSAID, _APPROVED = spoken("not said"), spoken("approved by FIDE")

EXEMPT = {
    "national-championship": ("1.4.3a", True),
    "national-team-championship": ("1.4.3b", True),
    "zonal": ("1.4.3c", False),
    "sub-zonal": ("1.4.3c", False),
}
"""Events whose players are exempt from the rules on federations: the article, and whether only the home players are."""

SHORTER = {
    "world-team": (7, 0), "continental-team": (7, 0), "world-club": (7, 0), "continental-club": (7, 0),
    "world-cup": (8, 9),
}  # fmt: skip
"""Championships in which fewer games suffice (1.4.1b): how many, and what they count as (0: as they are)."""


@frozen
class TitleEvent:
    """An event as a whole: what every norm of it needs, and what one norm of an application needs.

    `one_round_a_day` is 1.1.3a (for GM and WGM), `strong_swiss` is 1.5.6a.
    """

    conditions: tuple[Condition, ...]
    one_round_a_day: Condition
    strong_swiss: Condition

    @property
    def fit(self) -> bool:
        """Whether nothing that is known forbids norms."""
        return all(line.passed for line in self.conditions)


def title_event(tournament: Tournament, *, approved: bool = False) -> TitleEvent:
    """What B.01 asks of the event as a whole; `approved`: the Qualification Commission accepted its pace and format."""
    conditions = (
        *_pace(tournament, approved),
        _rounds_a_day(tournament),
        _arbiter(tournament),
        _format(tournament, approved),
    )
    return TitleEvent(conditions, _one_round_a_day(tournament), _strong_swiss(tournament))


def terms_of(tournament: Tournament, *, approved: bool = False) -> Terms:
    """What follows from the tournament: the kind of its pairings, rounds, the waiver of 1.4.3d, its own checks."""
    format = announced(tournament.system, tournament.event.type)
    robin = format.everybody_meets
    terms = Terms(
        swiss=not format.predetermined,
        rounds=max(tournament.planned or 0, len(tournament.rounds)),
        double_round_robin=robin and format.cycles == 2,
        players=len(tournament.players),
        round_robin=robin and not tournament.team_event,
        event=title_event(tournament, approved=approved).conditions,
    )
    return replace(terms, foreigners=_large_swiss(tournament) if terms.swiss and not format.eliminates else "")


def exempted(terms: Terms, why: str, tournament: Tournament) -> Terms:
    """The terms of an event that 1.4.3 exempts; in 1.4.3a and b only the players of the registering federation are."""
    known = EXEMPT.get(_plain(why))
    if known is None:
        raise RuleError(f"{why!r} is no exemption of B.01 1.4.3: expected {', '.join(EXEMPT)}", article="B.01 1.4.3")
    (article, home_only), name = known, why.replace("-", " ").replace("sub ", "sub-").strip().lower()
    home = tournament.event.federation.upper()
    if home_only and not home:
        raise RuleError(
            f"a {name} exempts the players of the federation that registered it: the file names none (record 032)",
            article=f"B.01 {article}",
        )
    return replace(terms, foreigners=f"{name}, {article}", exempt=home if home_only else "")


def shortened(terms: Terms, championship: str) -> Terms:
    """The terms of a championship in which fewer games suffice (1.4.1b)."""
    known = SHORTER.get(_plain(championship))
    if known is None:
        raise RuleError(f"{championship!r} is no event of B.01 1.4.1b: expected {', '.join(SHORTER)}")
    return replace(terms, minimum=known[0], counted_as=known[1])


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "-")


# -- every norm --------------------------------------------------------------------------------------------------------


def _pace(tournament: Tournament, approved: bool) -> tuple[Condition, ...]:
    """Two hours for sixty moves (1.1.3), and no more than twelve hours of play a day (1.1.2)."""
    pace, needed = rate_of_play(tournament.event), RateOfPlay(LEAST_MINUTES * MINUTE).said
    what = spoken("rate of play")
    if approved:
        return (Condition("1.1.3", what, pace.said if pace else _UNSAID, _APPROVED, True),)
    if pace is None:
        return (Condition("1.1.3", what, _UNSAID, needed, True, False),)
    enough = Condition("1.1.3", what, pace.said, needed, pace.seconds >= LEAST_MINUTES * MINUTE and pace.equal)
    busiest = max(_rounds_by_day(tournament).values(), default=0)
    if not busiest:
        return (enough,)
    minutes = 2 * busiest * pace.seconds // MINUTE
    found = spoken("%(hours)s h %(minutes)s min", hours=minutes // 60, minutes=f"{minutes % 60:02}")
    most = spoken("at most %(hours)s h", hours=MOST_HOURS)
    return (enough, Condition("1.1.2", spoken("play a day"), found, most, minutes <= 60 * MOST_HOURS))


def _rounds_by_day(tournament: Tournament) -> Counter[Date]:
    dates = tournament.event.round_dates
    return Counter(day for day in dates if day is not None and day.day)


def _days(tournament: Tournament) -> int | None:
    """How many days the event lasts at most, if both ends are said."""
    start, end = tournament.event.start, tournament.event.end
    return (end.last_day - start.first_day).days + 1 if start and end else None


def _rounds_a_day(tournament: Tournament) -> Condition:
    """At most two rounds a day (1.1.3): by the dates of rounds, else where the days of the event cannot hold them."""
    what, needed = spoken("rounds a day"), spoken("at most %(number)s", number=MOST_ROUNDS_A_DAY)
    rounds = max(tournament.planned or 0, len(tournament.rounds))
    by_day, days = _rounds_by_day(tournament), _days(tournament)
    busiest = max(by_day.values(), default=0)
    if days is not None and days > 0 and rounds > MOST_ROUNDS_A_DAY * days:
        found = spoken("%(rounds)s rounds in %(days)s days", rounds=rounds, days=days)
        return Condition("1.1.3", what, found, needed, False)
    if busiest > MOST_ROUNDS_A_DAY:
        return Condition("1.1.3", what, f"{busiest}", needed, False)
    if by_day.total() >= rounds > 0:
        return Condition("1.1.3", what, f"{busiest}", needed, True)
    return Condition("1.1.3", what, _UNSAID, needed, True, False)


def _arbiter(tournament: Tournament) -> Condition:
    """The chief arbiter is an IA or an FA (1.1.5)."""
    words = tournament.event.chief_arbiter.replace(",", " ").replace("(", " ").replace(")", " ").split()
    title = next((word for word in words if word in ("IA", "FA")), "")
    needed = spoken("%(some)s or %(last)s", some="IA", last="FA")
    return Condition("1.1.5", spoken("chief arbiter"), title or _UNSAID, needed, True, bool(title))


def _format(tournament: Tournament, approved: bool) -> Condition:
    """Swiss, round robin, double round robin or knock-out; others need approval (1.4.2e)."""
    format = announced(tournament.system, tournament.event.type)
    what, needed = spoken("system"), spoken("Swiss, round robin, knock-out")
    swiss = says_swiss(tournament.system, tournament.event.type)
    title = word(format.title) if format.title else spoken("Swiss") if swiss else _UNSAID
    if swiss or format.everybody_meets or format.eliminates:
        return Condition("1.4.2e", what, title, needed, True)
    if approved:
        return Condition("1.4.2e", what, title, _APPROVED, True)
    return Condition("1.4.2e", what, title, needed, not format.name, bool(format.name))


# -- one norm of an application ----------------------------------------------------------------------------------------


def _one_round_a_day(tournament: Tournament) -> Condition:
    """One round a day on at least three days (1.1.3a)."""
    what, needed = spoken("days with one round"), f"{DAYS_OF_ONE_ROUND}"
    rounds, by_day = max(tournament.planned or 0, len(tournament.rounds)), _rounds_by_day(tournament)
    single = sum(number == 1 for number in by_day.values())
    if by_day.total() >= rounds > 0:
        return Condition("1.1.3a", what, f"{single}", needed, single >= DAYS_OF_ONE_ROUND)
    days = _days(tournament)
    if days is not None and 0 < days < DAYS_OF_ONE_ROUND:
        return Condition("1.1.3a", what, spoken("an event of %(days)s days", days=days), needed, False)
    return Condition("1.1.3a", what, _UNSAID, needed, True, False)


def _strong_swiss(tournament: Tournament) -> Condition:
    """An individual Swiss with forty players of an average of 2000 in every round (1.5.6a).

    Two readings of whose average it is: of everybody who counts, or of some forty. Where they differ it is undecided.
    """
    what, needed = spoken("Swiss of 40 players, average 2000, in every round"), YES
    swiss = says_swiss(tournament.system, tournament.event.type)
    if not swiss or tournament.team_event or not tournament.rounds:
        return Condition("1.5.6a", what, spoken("no individual Swiss"), needed, False)
    rounds = [_ratings(there) for there in _faithful(tournament, tournament.players)]
    least = min(map(len, rounds))
    if least < STRONG_PLAYERS:
        return Condition("1.5.6a", what, spoken("%(number)s players", number=least), needed, False)
    whole = min(average(there) for there in rounds)
    best = min(average(there[:STRONG_PLAYERS]) for there in rounds)
    found = spoken("%(number)s players, average %(average)s", number=least, average=whole)
    if whole >= STRONG_AVERAGE or best < STRONG_AVERAGE:
        return Condition("1.5.6a", what, found, needed, whole >= STRONG_AVERAGE)
    both = spoken("%(number)s players, average %(average)s, of the best 40 %(best)s", number=least, average=whole,
                  best=best)  # fmt: skip
    return Condition("1.5.6a", what, both, needed, True, False)


def _ratings(players: Sequence[Player]) -> list[int]:
    return sorted((player.official_rating or UNRATED for player in players), reverse=True)


# -- who is there in every round ---------------------------------------------------------------------------------------


def _large_swiss(tournament: Tournament) -> str:
    """Why a Swiss is exempt (1.4.3d): in every round 20 rated players from abroad, of 3 federations, 10 titled."""
    if not tournament.event.federation or not tournament.rounds or tournament.team_event:
        return ""
    counts = map(_counted, _faithful(tournament, _rated_from_abroad(tournament)))
    enough = all(players >= 20 and federations >= 3 and titled >= 10 for players, federations, titled in counts)
    return spoken("large Swiss, %(article)s", article="1.4.3d") if enough else ""


def _rated_from_abroad(tournament: Tournament) -> list[Player]:
    """Rated players of other federations than that of the event; players of FID and NON are not counted."""
    nowhere = {tournament.event.federation.upper(), NOT_OF_FIDE, *NO_FEDERATION}
    return [one for one in tournament.players if one.federation.upper() not in nowhere and one.official_rating]


def from_abroad(tournament: Tournament) -> tuple[int, int, int]:
    """Rated players from abroad, their federations, the titled among them, in the round with the fewest (1.4.3d).

    Where the file does not name the federation of the event, nobody is from abroad.
    """
    if not tournament.event.federation or not tournament.rounds:
        return 0, 0, 0
    counts = [_counted(there) for there in _faithful(tournament, _rated_from_abroad(tournament))]
    return min(counts, key=lambda one: (one[0], one[2], one[1]))


def _counted(players: Sequence[Player]) -> tuple[int, int, int]:
    """How many players, of how many federations, how many with a title from WIM up."""
    federations = {player.federation.upper() for player in players}
    return len(players), len(federations), sum(player.title.upper() in ("GM", "IM", "WGM", "WIM") for player in players)


def _faithful(tournament: Tournament, players: Iterable[Player]) -> list[list[Player]]:
    """Who of these was there, round by round; who missed more than one round counts in none."""
    present = [_present(tournament, number) for number in range(len(tournament.rounds))]
    steady = [player for player in players if sum(player.id not in who for who in present) <= 1]
    return [[player for player in steady if player.id in who] for who in present]


def _present(tournament: Tournament, number: int) -> set[int]:
    """Who did not miss a round: played, won by forfeit, or had the pairing-allocated bye."""
    round, here = tournament.rounds[number], set[int]()
    for game in round.games:
        for one, outcome in ((game.white, game.result.white), (game.black, game.result.black)):
            if outcome is not Ending.FORFEIT_LOSS:
                here.add(one)
    return here | {bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED}
