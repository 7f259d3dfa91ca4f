"""Handlers of the Keizer system: a club championship in which players may miss rounds. Not a FIDE system."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rookery.formats.fixed_rounds import FREE
from rookery.formats.handlers import FormatHandlers, PairingRequest, fixed_setting
from rookery.messages import msg, msg_const, msg_plural
from rookery.model import ByeKind, Round, Tournament
from rookery.pairing import keizer
from rookery.pairing.keizer import KeizerRules, rules_from_code
from rookery.ranking.columns import CustomColumn, ValuePart
from rookery.ranking.standings import Standings, last_complete_round, standings_from_order
from rookery.regulations import TypeCode, formats

VALUE, SCORE = "OTHER_VALUE", "OTHER_SCORE"
"""The columns of the standings: a participant's value to the others, and the score."""


def next_round(tournament: Tournament, request: PairingRequest) -> Round:
    """Pair neighbours in the ranking, as near as recent opponents allow."""
    return keizer.next_round(tournament)


def standings(tournament: Tournament, after: int | None) -> Standings:
    """Return the standings by Keizer score."""
    after = last_complete_round(tournament, after)
    position = tournament.before_round(after + 1)
    ranking = keizer.ranking(position)
    values = {place.player: Fraction(place.value) for place in ranking.places}
    scores = {place.player: place.score for place in ranking.places}
    parts = {
        player: tuple(
            ValuePart(earning.round, earning.whose, earning.share, ranking.earning[earning.whose]) for earning in row
        )
        for player, row in keizer.find_earnings(position).items()
    }
    columns = [
        CustomColumn(VALUE, msg("what a win against the player is worth"), values, title=msg("Value"), whole=True),
        CustomColumn(SCORE, msg("the values earned, round after round"), scores, parts, title=msg("Score")),
    ]
    groups = tuple((place.player,) for place in ranking.places)
    notes = [msg("the ranking does not settle: scores and values are averages over the cycle")]
    return standings_from_order(tournament, after, groups, columns, notes if ranking.circle > 1 else ())


def ranking_description(tournament: Tournament) -> str:
    """Return by which rules the standings are ranked, in a sentence."""
    rules, title = rules_from_code(tournament.system), formats.KEIZER.title
    usual = rules.code == rules_from_code("").code
    return msg("%(title)s, by the usual rules. Not a FIDE system." if usual else
                  "%(title)s, by the rules of %(code)s. Not a FIDE system.", title=msg_const(title),
                  code=tournament.system)  # fmt: skip


def bye_reason(tournament: Tournament, round: Round, player: int) -> str:
    """Return why a player has no opponent."""
    kind = next((bye.kind for bye in round.byes if bye.player == player), None)
    if kind is not ByeKind.PAIRING_ALLOCATED:
        return FREE
    return msg("%(name)s has the bye in round %(round)s: the lowest of those with the fewest byes.")


def not_paired_reason(tournament: Tournament, player: int, opponent: int) -> str:
    """Return why two players do not meet: they may not, met not long ago, or others are nearer in the ranking."""
    pair = {player, opponent}
    if any(pair <= set(group.players) for group in tournament.forbidden_pairs if group.covers(tournament.next_round)):
        return msg("they may not meet in this event")
    rounds = rules_from_code(tournament.system).apart
    recent = list(enumerate(tournament.rounds, 1))[-rounds:] if rounds else []
    meetings = [number for number, round in recent if pair in map(set, round.pairs)]
    if meetings:
        return msg_plural(
            rounds,
            "they met in round %(round)s, and players who met in the last %(num)s round are kept apart if possible",
            "they met in round %(round)s, and players who met in the last %(num)s rounds are kept apart if possible",
            round=meetings[-1],
        )
    places = {place.player: number for number, place in enumerate(keizer.ranking(tournament).places, 1)}
    return msg("they are at places %(one)s and %(other)s; from the top, each meets the nearest one"
                  " below such that all others can still be paired",
                  one=places[player], other=places[opponent])  # fmt: skip


def settings_from_code(type_code: TypeCode) -> Mapping[str, object]:
    """Return the rules of the club, as the code gives them."""
    return {"keizer": rules_from_code(type_code.code)}


def code_with_rules(settings: Mapping[str, object], plain: str) -> str:
    """Return the code with the rules of the club."""
    rules = settings["keizer"]
    return rules.code if isinstance(rules, KeizerRules) else plain


KEIZER = FormatHandlers(
    format=formats.KEIZER,
    next_round=next_round,
    reason=msg("they are neighbours in the ranking, as close as recent opponents allow"),
    reason_for_bye=bye_reason,
    reason_not_paired=not_paired_reason,
    standings=standings,
    ranking_description=ranking_description,
    find_problems=lambda tournament: tuple(keizer.find_problems(tournament)),
    settings={
        "players": lambda rng: int(5 * (50 / 5) ** rng.random()),
        "tiebreaks": fixed_setting(()),
        "keizer": fixed_setting(None),
    },
    own_settings=("keizer",),
    settings_from_code=settings_from_code,
    code_with_settings=code_with_rules,
)
