"""The rules in force: their values, and whether they can still change, at which warning level and article."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rookery._record import fields, record
from rookery.checking.compliance import check_compliance
from rookery.checking.text import describe_issue
from rookery.json_codec import to_json_data
from rookery.messages import join_list, msg
from rookery.pairing.colours import initial_colour
from rookery.ranking.definitions import TABLE as TIEBREAKS
from rookery.tournaments.guard import FREEZING_ARTICLES, FROZEN_RULES, RANKING_RULES
from rookery.tournaments.rules import TOURNAMENT_FIELDS, Choices
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import TABLE

_PAIRED = msg("round 1 has been paired")


@record
class RuleLine:
    """A rule, with its value in JSON.

    `level` is that of the warning that a change raises now: 0 for none, 5 if it is rejected (`frozen`). `why` gives the
    reason, `article` the article.
    """

    name: str
    value: Any
    frozen: bool = False
    level: int = 0
    code: str = ""
    why: str = ""
    article: str = ""


@record
class RulesView:
    """All rules, and objections to FIDE mode; `left` is the round in which FIDE mode was left.

    `method` is that of the tournament rating (record 172). `advice` concerns events of many days.
    """

    rules: tuple[RuleLine, ...]
    choices: tuple[RuleLine, ...]
    fide: bool
    left: int | None = None
    objections: tuple[str, ...] = ()
    method: str = ""
    advice: tuple[str, ...] = ()


def rules_view(state: State) -> RulesView:
    """Return the rules of a tournament."""
    against = tuple(describe_issue(issue) for issue in check_compliance(state.tournament))
    rules, choices = tuple(_tournament_rule_lines(state)), tuple(_choice_lines(state))
    method = state.tournament.info.ranking_method
    return RulesView(rules, choices, state.fide, state.permanent.left, against, method, tuple(_advice_messages(state)))


LONG = 30
"""An event of more days than this is a long event (C.07 10)."""


def _is_longer_than_30_days(state: State) -> bool:
    """Return whether an event takes more than 30 days by its dates."""
    event = state.tournament.info
    days = sorted(date.first_day for date in (event.start, *event.round_dates) if date is not None)
    ends = sorted(date.last_day for date in (event.end, *event.round_dates) if date is not None)
    return bool(days and ends) and (ends[-1] - days[0]).days + 1 > LONG


def _advice_messages(state: State) -> Iterator[str]:
    """Yield advice to mark an event of more than 30 days, and not to use rating tie-breaks in it (C.07 10)."""
    long, marked_long = _is_longer_than_30_days(state), state.choices.long_event
    if long and not marked_long:
        yield msg("By its dates the event lasts more than %(long)s days: tick the box for long events.", long=LONG)
    by_rating = [code for code in state.tournament.tiebreaks_after_points if code.split("/")[0].upper() in _BY_RATING]
    if (long or marked_long) and by_rating:
        yield (
            msg(
                "Ratings change in an event of over %(days)s days: tie-breaks by rating are advised against there, and"
                " the list has %(codes)s (C.07 10).",
                days=LONG,
                codes=join_list(by_rating),
            )
        )


_BY_RATING = frozenset(tiebreak.name for tiebreak in TIEBREAKS if "U" in tiebreak.takes)
"""The tie-breaks that depend on ratings."""


def _tournament_rule_lines(state: State) -> Iterator[RuleLine]:
    laws, t = state.laws, state.tournament
    for name in TOURNAMENT_FIELDS:
        yield _build_rule_line(state, name, to_json_data(getattr(laws, name)))
    apart = [[state.keys.participant[number] for number in pair.players] for pair in t.forbidden_pairs]
    yield _build_rule_line(state, "forbidden", apart)
    yield _initial_colour_line(state)


def _build_rule_line(state: State, name: str, value: Any) -> RuleLine:
    code = "tie-breaks" if name in RANKING_RULES else "frozen" if name in FROZEN_RULES else ""
    if state.closed is not None:
        reason = msg("the tournament is closed after round %(closed)s", closed=state.closed)
        return RuleLine(name, value, True, TABLE["closed"].level, "closed", reason)
    if not code or not (state.tournament.rounds or state.permanent.played):
        return RuleLine(name, value)
    row = TABLE[code]
    level = row.level if state.fide or row.outside is None else row.outside
    return RuleLine(name, value, level >= 5, level, code, _PAIRED, FREEZING_ARTICLES.get(name) or row.article)


def _initial_colour_line(state: State) -> RuleLine:
    """Return the initial colour, which is fixed once drawn or used in round 1."""
    colour = state.tournament.initial_colour
    if state.permanent.colour is not None:
        return RuleLine(
            "initial_colour", to_json_data(colour), True, 5, "", msg("lots are drawn only once"), "C.04.2 1.3"
        )
    if state.tournament.rounds:
        colour_in_use = initial_colour(state.tournament)
        return RuleLine("initial_colour", to_json_data(colour_in_use), True, 5, "", _PAIRED, "C.04.2 1.3")
    return RuleLine("initial_colour", to_json_data(colour))


def _choice_lines(state: State) -> Iterator[RuleLine]:
    for choice in fields(Choices):
        yield _build_rule_line(state, choice.name, to_json_data(getattr(state.choices, choice.name)))
