"""Conduct of a Keizer: a club's year in which anybody may miss a round. Not a FIDE system."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rookery.formats.conduct import Conduct, Wishes, always
from rookery.formats.sentences import FREE
from rookery.model import ByeKind, Round, Tournament
from rookery.pairing import keizer
from rookery.pairing.keizer_rules import KeizerRules, rules_of
from rookery.ranking.arranged import arranged, complete
from rookery.ranking.own_column import OwnColumn, Part
from rookery.ranking.rank import Standings
from rookery.regulations import Scheme, format
from rookery.wording import counted, spoken, word

VALUE, SCORE = "OTHER_VALUE", "OTHER_SCORE"
"""The columns of the standings: what somebody is worth to the others, and what that made."""


def next_round(tournament: Tournament, wishes: Wishes) -> Round:
    """Neighbours in the ranking meet, as near as recent opponents allow."""
    return keizer.next_round(tournament)


def standings(tournament: Tournament, after: int | None) -> Standings:
    """Everybody by their Keizer score."""
    after = complete(tournament, after)
    position = tournament.until(after + 1)
    ranking = keizer.ranking(position)
    worth = {place.player: Fraction(place.value) for place in ranking.places}
    scores = {place.player: place.score for place in ranking.places}
    parts = {
        one: tuple(Part(each.round, each.whose, each.share, ranking.earning[each.whose]) for each in row)
        for one, row in keizer.earned(position).items()
    }
    columns = [
        OwnColumn(VALUE, spoken("what it is worth to meet somebody"), worth, title=spoken("Value"), whole=True),
        OwnColumn(SCORE, spoken("the values earned, round after round"), scores, parts, title=spoken("Score")),
    ]
    groups = tuple((place.player,) for place in ranking.places)
    notes = [spoken("the ranking goes round in a circle: scores and what a win earns are the mean over it")]
    return arranged(tournament, after, groups, columns, notes if ranking.circle > 1 else ())


def ranked_by(tournament: Tournament) -> str:
    """By which rules they are ranked."""
    rules, title = rules_of(tournament.system), format.KEIZER.title
    usual = rules.code == rules_of("").code
    return spoken("%(title)s, by the usual rules. Not a FIDE system." if usual else
                  "%(title)s, by the rules of %(code)s. Not a FIDE system.", title=word(title),
                  code=tournament.system)  # fmt: skip


def left_over(tournament: Tournament, round: Round, one: int) -> str:
    """Why somebody has no opponent."""
    kind = next((bye.kind for bye in round.byes if bye.player == one), None)
    if kind is not ByeKind.PAIRING_ALLOCATED:
        return FREE
    return spoken("%(name)s is left over in round %(round)s: the lowest of those with the fewest such byes.")


def apart(tournament: Tournament, one: int, other: int) -> str:
    """Why two do not meet: they may not, they met not long ago, or there are nearer ones in the ranking."""
    both = {one, other}
    if any(both <= set(group.players) for group in tournament.forbidden if group.covers(tournament.next_round)):
        return spoken("the event forbids it")
    rounds = rules_of(tournament.system).apart
    recent = list(enumerate(tournament.rounds, 1))[-rounds:] if rounds else []
    met = [number for number, round in recent if both in map(set, round.pairs)]
    if met:
        return counted(
            rounds,
            "they met in round %(round)s, and who met in the last %(num)s round is kept apart where that can be",
            "they met in round %(round)s, and who met in the last %(num)s rounds is kept apart where that can be",
            round=met[-1],
        )
    places = {place.player: at for at, place in enumerate(keizer.ranking(tournament).places, 1)}
    return spoken("they stand at places %(one)s and %(other)s, and from the top everybody meets the nearest below with"
                  " whom all others can be paired as well", one=places[one], other=places[other])  # fmt: skip


def told(plan: Scheme) -> Mapping[str, object]:
    """The rules of the club, as the code has them."""
    return {"keizer": rules_of(plan.code)}


def code(settings: Mapping[str, object], plain: str) -> str:
    """The code with the rules of the club."""
    rules = settings["keizer"]
    return rules.code if isinstance(rules, KeizerRules) else plain


KEIZER = Conduct(
    format=format.KEIZER,
    next_round=next_round,
    because=spoken("they are neighbours in the ranking, as near as recent opponents allow"),
    left_over=left_over,
    apart=apart,
    standings=standings,
    ranked_by=ranked_by,
    complaints=lambda tournament: tuple(keizer.complaints(tournament)),
    draws={
        "players": lambda rng: int(5 * (50 / 5) ** rng.random()),
        "tiebreaks": always(()),
        "keizer": always(None),
    },
    own_settings=("keizer",),
    told=told,
    code=code,
)
