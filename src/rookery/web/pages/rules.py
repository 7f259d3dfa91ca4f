"""Rules: system, rounds, points, byes, tie-breaks, forbidden pairs, first colour; what can no longer change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from rookery._record import record, replace
from rookery.errors import RookeryError, UnsupportedError
from rookery.formats.resolve import handlers_for
from rookery.formats.standings import rules_for
from rookery.formatting import describe_format, describe_system
from rookery.history.team_matches import boards_per_match
from rookery.history.tournament_rating import METHODS
from rookery.messages import join_texts, msg, msg_const
from rookery.model import Colour, ForbiddenPair, Player, PointSystem, Tournament
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.definitions import POINTS, TABLE
from rookery.ranking.rules import EDITIONS, rules_on
from rookery.regulations import FORMATS, Edition, EntrantKind, Format, code_by, code_of, editions_of, parse_type_code
from rookery.tournaments.domain.pairing_constraints import Mates, can_keep_mates_apart, mates_by_group
from rookery.tournaments.settings import KeizerSetting, is_keizer, keizer_settings
from rookery.tournaments.standings import tiebreak_edition
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, participants
from rookery.tournaments.views.rules import RuleLine, rules_view
from rookery.web.page_spec import Page, RequestContext

OFFERED = ("BH/C1", "BH/C2", "BH/M1", "ARO/C1")
"""Common cuts, offered in addition to the tie-breaks of the table."""


@record
class Choice:
    """A value that can be chosen, with its label."""

    value: str
    words: str
    chosen: bool = False


@record
class TieBreakLine:
    """A tie-break of the list, and the lists that result from moving it up or down or removing it."""

    code: str
    words: str
    up: tuple[str, ...]
    down: tuple[str, ...]
    without: tuple[str, ...]


@record
class Added:
    """A tie-break that can be added, and the resulting list."""

    words: str
    ranking: tuple[str, ...]


@record
class Apart:
    """Participants who may not meet, in these rounds; `label` is the club or federation they share."""

    who: tuple[Participant, ...]
    first: int
    last: int | None
    label: str = ""


@record
class MatesLine:
    """Number of clubs or federations with several players, and how many of them are kept apart."""

    by: str
    groups: int
    players: int
    apart: int
    largest: str
    largest_size: int


@record
class SeatLine:
    """A participant with a fixed board, colour or both, from this round on."""

    who: Participant
    board: int | None
    colour: Colour | None
    first: int


@record
class RulesPage:
    """The rules by name: `rules` and `choices` with what can still change, and the options."""

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
    everybody: tuple[Participant, ...]
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
    boards: int = 0
    keizer: tuple[KeizerSetting, ...] = ()
    ranks_itself: str = ""
    mates: tuple[MatesLine, ...] = ()
    seats: tuple[SeatLine, ...] = ()


def build_rules(visit: RequestContext) -> RulesPage:
    """Return the rules in force."""
    state, t = visit.state, visit.state.tournament
    rules, plan, by_number = rules_view(state), parse_type_code(t.system), participants(state)
    usual = plan.format.team_tiebreaks if t.team_event else plan.format.tiebreaks
    apart = tuple(
        Apart(tuple(by_number[i] for i in group.players), group.first_round, group.last_round, _group_label(t, group))
        for group in t.forbidden_pairs
    )
    return RulesPage(
        {line.name: line for line in rules.rules},
        {line.name: line for line in rules.choices},
        rules.fide,
        rules.left,
        rules.objections,
        describe_system(t.system),
        available_systems(t.system, t.team_event, first_day(t)),
        t.points,
        t.match_points,
        t.team_bye_points,
        t.team_event,
        tiebreak_lines(t.tiebreaks),
        usual,
        addable_tiebreaks(t.tiebreaks, "team" if t.team_event else "individual"),
        apart,
        tuple(sorted(by_number.values(), key=lambda line: line.number)),
        plan.format.swiss,
        plan.format.eliminates,
        plan.format.predetermined,
        plan.format.predetermined and plan.format.cycles > 1,
        rules.method,
        tuple(
            Choice(method.code, join_texts(": ", (method.code, msg_const(method.title))), method.code == rules.method)
            for method in METHODS.values()
        ),
        rules.advice,
        () if plan.format.ranks_itself else tiebreak_editions(state.choices.tiebreak_edition, first_day(t)),
        pairing_edition(t),
        "" if plan.format.ranks_itself else ranking_problem(state),
        boards_per_match(t) if t.team_event and not plan.format.sides else 0,
        keizer_settings(t.system) if is_keizer(t.system) else (),
        ranking_description(t) if plan.format.ranks_itself else "",
        tuple(_mates_lines(state)) if can_keep_mates_apart(state) else (),
        tuple(_seat_lines(t, by_number)),
    )


def _seat_lines(t: Tournament, by_number: Mapping[int, Participant]) -> Iterator[SeatLine]:
    """Yield the participants with a fixed board or colour in the coming or a later round."""
    latest = {seat.player: seat for seat in sorted(t.fixed_seats, key=lambda fixed_seat: fixed_seat.first_round)}
    for seat in latest.values():
        if seat.board is not None or seat.colour is not None:
            yield SeatLine(by_number[seat.player], seat.board, seat.colour, seat.first_round)


def ranking_description(t: Tournament) -> str:
    """Return how a format without tie-breaks ranks its players."""
    if is_keizer(t.system):
        return msg("Players are ranked by their Keizer score, with the settings above.")
    return handlers_for(t).ranking_description(t)


def _group_label(t: Tournament, group: ForbiddenPair) -> str:
    """Return the club that the players share, else the federation if they are all its players."""
    players = [player for player in map(t.participants_by_number.get, group.players) if isinstance(player, Player)]
    clubs = {" ".join(player.club.split()).casefold() for player in players}
    if len(clubs) == 1 and any(clubs):
        return msg("Club %(name)s", name=players[0].club)
    federations = {player.federation for player in players}
    if len(federations) == 1 and any(federations):
        (federation,) = federations
        if len(players) == sum(player.federation == federation for player in t.players):
            return msg("Federation %(name)s", name=federation)
    return ""


def _mates_lines(state: State) -> Iterator[MatesLine]:
    """Yield the number of clubs and federations with several players, and how many are kept apart."""
    apart = {frozenset(group.players) for group in state.tournament.forbidden_pairs}
    kinds: tuple[Mates, ...] = ("club", "federation")
    for kind in kinds:
        groups = mates_by_group(state, kind)
        if groups:
            apart_count = sum(frozenset(state.number(key) for key in keys) in apart for keys in groups.values())
            largest = max(groups, key=lambda name: len(groups[name]))
            size = sum(len(keys) for keys in groups.values())
            yield MatesLine(kind, len(groups), size, apart_count, largest, len(groups[largest]))


def available_systems(now: str, teams: bool, on: date | None = None) -> tuple[Choice, ...]:
    """Return the systems available for the event, with and without acceleration, in every edition."""
    choices = [Choice(now, describe_system(now), True)] if now else []
    for name, candidate in FORMATS.items():
        if (candidate.entrants is EntrantKind.TEAMS) != teams and candidate.entrants is not EntrantKind.EITHER:
            continue
        code, words = code_of(name, teams=teams), describe_format(candidate, teams=teams)
        choices += [Choice(code, words)] * (code != now)
        if candidate.baku and f"{code}_BAKU" != now:
            choices.append(Choice(f"{code}_BAKU", msg("%(words)s, with Baku acceleration", words=words)))
        for edition in older_editions(candidate, on):
            dated = code_by(code, edition)
            if dated not in (now, code):
                choices.append(Choice(dated, msg("%(words)s, by %(edition)s", words=words, edition=edition)))
    return tuple(choices)


# -- editions ----------------------------------------------------------------------------------------------------------


def first_day(t: Tournament) -> date | None:
    """Return the first day of the event, or the last day it can be, by which its rules are found."""
    return t.info.start.last_day if t.info.start else None


def older_editions(format: Format, on: date | None) -> tuple[Edition, ...]:
    """Return the editions that a type code may have to name: all but the newest, or all if none was in force."""
    editions = editions_of(format.regulation) if format.regulation else ()
    early = bool(editions) and on is not None and on < editions[0].since
    return editions[::-1] if early else editions[-2::-1]


def tiebreak_editions(now: str, on: date | None) -> tuple[Choice, ...]:
    """Return the editions of C.07, newest first, after the one in force on the first day."""
    try:
        usual = msg("in force on the first day: %(edition)s", edition=rules_on(on))
    except UnsupportedError:
        usual = msg("none is known for the first day")
    dated = [Choice(f"{edition.since:%Y-%m}", str(edition)) for edition in reversed(list(EDITIONS))]
    return tuple(replace(choice, chosen=choice.value == now) for choice in (Choice("", usual), *dated))


def pairing_edition(t: Tournament) -> str:
    """Return the edition by which rounds are paired, or why there is none; empty for formats without editions."""
    plan = parse_type_code(t.system)
    if plan.format.regulation is None or not editions_of(plan.format.regulation):
        return ""
    try:
        return str(plan.edition(plan.format.regulation, first_day(t)))
    except UnsupportedError as error:
        return error.message


def ranking_problem(state: State) -> str:
    """Return why nobody can be ranked: no edition of C.07 is known for the first day and none is chosen."""
    try:
        rules_for(state.tournament, tiebreak_edition(state))
    except UnsupportedError as error:
        return error.message
    return ""


# -- tie-breaks --------------------------------------------------------------------------------------------------------


def tiebreak_lines(ranking: Sequence[str]) -> tuple[TieBreakLine, ...]:
    """Return the tie-breaks of the list with their possible changes."""
    result, now = [], tuple(ranking)
    for index, code in enumerate(now):
        up, down = list(now), list(now)
        if index:
            up[index - 1 : index + 1] = code, now[index - 1]
        if index + 1 < len(now):
            down[index : index + 2] = now[index + 1], code
        result.append(TieBreakLine(code, tiebreak_title(code), tuple(up), tuple(down), now[:index] + now[index + 1 :]))
    return tuple(result)


def tiebreak_title(code: str) -> str:
    """Return the title of a tie-break; a code of another program as it is."""
    try:
        return parse_tiebreak(code).title
    except RookeryError:
        return code


def addable_tiebreaks(ranking: Sequence[str], event: str) -> tuple[Added, ...]:
    """Return the tie-breaks of the table and common cuts that fit and are not in the list."""
    names = [
        definition.name
        for definition in TABLE
        if definition.events in ("both", event) and definition.name not in POINTS
    ]
    codes = [code for name in names for code in (*(cut for cut in OFFERED if cut.split("/")[0] == name), name)]
    return tuple(
        Added(join_texts(" ", (_tiebreak_label(code), f"({code})")), (*ranking, code))
        for code in codes
        if code not in ranking
    )


def _tiebreak_label(code: str) -> str:
    """Return the title of a tie-break, with its meaning if several have that title."""
    definition = next(tiebreak for tiebreak in TABLE if tiebreak.name == code.split("/")[0])
    if sum(tiebreak.title == definition.title for tiebreak in TABLE) == 1:
        return tiebreak_title(code)
    return join_texts(": ", (tiebreak_title(code), msg_const(definition.meaning)))


PAGES = (Page("rules", "/t/{slug}/rules", "Rules", build_rules, "rules.html", "rules"),)
