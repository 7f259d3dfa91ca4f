"""The rules: system, rounds, points, byes, tie-breaks, who may not meet, the first colour; what is frozen and why."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.dates import date
from rookery.desk.ranked import tiebreak_edition
from rookery.desk.state import State
from rookery.desk.views.rules import RuleLine, rules_view
from rookery.desk.views.who import Who, participants
from rookery.errors import RookeryError, Unsupported
from rookery.formats.standings import rules_for
from rookery.labels import format_in_words, system_in_words
from rookery.model import PointSystem, Tournament
from rookery.ranking.codes import parse
from rookery.ranking.rules import EDITIONS, rules_on
from rookery.ranking.table_of_tiebreaks import POINTS, TABLE
from rookery.regulations import FORMATS, Edition, Format, Takes, code_by, code_of, editions, scheme
from rookery.strengths import METHODS
from rookery.values import frozen, replace
from rookery.web.page import Page
from rookery.web.visit import Visit
from rookery.wording import joined, spoken, word

OFFERED = ("BH/C1", "BH/C2", "BH/M1", "ARO/C1")
"""The common cuts, which are offered beside every tie-break of the table."""


@frozen
class Choice:
    """Something that can be chosen, and how it is called."""

    value: str
    words: str
    chosen: bool = False


@frozen
class TieBreakLine:
    """A tie-break of the list in words, and the lists that moving it up or down or taking it away makes."""

    code: str
    words: str
    up: tuple[str, ...]
    down: tuple[str, ...]
    without: tuple[str, ...]


@frozen
class Added:
    """A tie-break that can be added, and the list that this makes."""

    words: str
    ranking: tuple[str, ...]


@frozen
class Apart:
    """Some who may not meet, in these rounds."""

    who: tuple[Who, ...]
    first: int
    last: int | None


@frozen
class RulesPage:
    """All rules, by name: `rules` and `choices` with what can still change; and what is chosen from."""

    rules: dict[str, RuleLine]
    choices: dict[str, RuleLine]
    fide: bool
    left: int | None
    objections: tuple[str, ...]
    system: str
    systems: tuple[Choice, ...]
    points: PointSystem
    match_points: PointSystem
    team_bye_points: int | None
    teams: bool
    tiebreaks: tuple[TieBreakLine, ...]
    usual: tuple[str, ...]
    more: tuple[Added, ...]
    apart: tuple[Apart, ...]
    everybody: tuple[Who, ...]
    swiss: bool
    eliminates: bool
    predetermined: bool
    twice: bool = False
    method: str = ""
    methods: tuple[Choice, ...] = ()
    advice: tuple[str, ...] = ()
    editions: tuple[Choice, ...] = ()
    paired_by: str = ""
    ranked_by: str = ""


def view(visit: Visit) -> RulesPage:
    """The rules in force."""
    state, t = visit.state, visit.state.tournament
    found, plan, who = rules_view(state), scheme(t.system), participants(state)
    usual = plan.format.team_tiebreaks if t.team_event else plan.format.tiebreaks
    apart = tuple(Apart(tuple(who[i] for i in one.players), one.first_round, one.last_round) for one in t.forbidden)
    return RulesPage(
        {one.name: one for one in found.rules},
        {one.name: one for one in found.choices},
        found.fide,
        found.left,
        found.objections,
        system_in_words(t.system),
        systems(t.system, t.team_event, first_day(t)),
        t.points,
        t.match_points,
        t.team_bye_points,
        t.team_event,
        lines(t.ranking),
        usual,
        added(t.ranking, "team" if t.team_event else "individual"),
        apart,
        tuple(sorted(who.values(), key=lambda one: one.number)),
        plan.format.swiss,
        plan.format.eliminates,
        plan.format.predetermined,
        plan.format.predetermined and plan.format.cycles > 1,
        found.method,
        tuple(
            Choice(one.code, joined(": ", (one.code, word(one.title))), one.code == found.method)
            for one in METHODS.values()
        ),
        found.advice,
        () if plan.format.ranks_itself else tiebreak_editions(state.choices.tiebreak_edition, first_day(t)),
        paired_by(t),
        "" if plan.format.ranks_itself else ranked_by(state),
    )


def systems(now: str, teams: bool, on: date | None = None) -> tuple[Choice, ...]:
    """Every system that such an event can have, with and without acceleration, by every edition there is of it."""
    made = [Choice(now, system_in_words(now), True)] if now else []
    for name, format in FORMATS.items():
        if (format.takes is Takes.TEAMS) != teams and format.takes is not Takes.EITHER:
            continue
        code, words = code_of(name, teams=teams), format_in_words(format, teams=teams)
        made += [Choice(code, words)] * (code != now)
        if format.baku and f"{code}_BAKU" != now:
            made.append(Choice(f"{code}_BAKU", spoken("%(words)s, with Baku acceleration", words=words)))
        for edition in others(format, on):
            dated = code_by(code, edition)
            if dated not in (now, code):
                made.append(Choice(dated, spoken("%(words)s, by %(edition)s", words=words, edition=edition)))
    return tuple(made)


# -- editions ----------------------------------------------------------------------------------------------------------


def first_day(t: Tournament) -> date | None:
    """The first day of an event, by which its rules are found: the last it can be."""
    return t.event.start.last_day if t.event.start else None


def others(format: Format, on: date | None) -> tuple[Edition, ...]:
    """The editions of a system that its code may have to name: all but the newest, and that where none was in force."""
    known = editions(format.regulation) if format.regulation else ()
    early = bool(known) and on is not None and on < known[0].since
    return known[::-1] if early else known[-2::-1]


def tiebreak_editions(now: str, on: date | None) -> tuple[Choice, ...]:
    """The editions of C.07, the newest first; before them that in force on the first day, where there is one."""
    try:
        usual = spoken("in force on the first day: %(edition)s", edition=rules_on(on))
    except Unsupported:
        usual = spoken("none: no edition of the first day is known here")
    known = [Choice(f"{one.since:%Y-%m}", str(one)) for one in reversed(list(EDITIONS))]
    return tuple(replace(one, chosen=one.value == now) for one in (Choice("", usual), *known))


def paired_by(t: Tournament) -> str:
    """By which edition the rounds are paired, or why none can be; nothing where a format has none."""
    plan = scheme(t.system)
    if plan.format.regulation is None or not editions(plan.format.regulation):
        return ""
    try:
        return str(plan.edition(plan.format.regulation, first_day(t)))
    except Unsupported as error:
        return error.said


def ranked_by(state: State) -> str:
    """Why nobody can be ranked, if so: no edition of C.07 of the first day is known, and none is chosen."""
    try:
        rules_for(state.tournament, tiebreak_edition(state))
    except Unsupported as error:
        return error.said
    return ""


# -- tie-breaks --------------------------------------------------------------------------------------------------------


def lines(ranking: Sequence[str]) -> tuple[TieBreakLine, ...]:
    """The list of tie-breaks, each with what can be done with it."""
    made, now = [], tuple(ranking)
    for at, code in enumerate(now):
        up, down = list(now), list(now)
        if at:
            up[at - 1 : at + 1] = code, now[at - 1]
        if at + 1 < len(now):
            down[at : at + 2] = now[at + 1], code
        made.append(TieBreakLine(code, in_words(code), tuple(up), tuple(down), now[:at] + now[at + 1 :]))
    return tuple(made)


def in_words(code: str) -> str:
    """A tie-break for people; a code of another program is itself."""
    try:
        return parse(code).title
    except RookeryError:
        return code


def added(ranking: Sequence[str], event: str) -> tuple[Added, ...]:
    """Every tie-break of the table that fits, and the common cuts, unless the list has it."""
    names = [one.name for one in TABLE if one.events in ("both", event) and one.name not in POINTS]
    codes = [code for name in names for code in (*(cut for cut in OFFERED if cut.split("/")[0] == name), name)]
    return tuple(
        Added(joined(" ", (in_words(code), f"({code})")), (*ranking, code)) for code in codes if code not in ranking
    )


PAGES = (Page("rules", "/t/{slug}/rules", "Rules", view, "rules.html", "rules"),)
