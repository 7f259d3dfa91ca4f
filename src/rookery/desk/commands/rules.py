"""Opening a tournament, its head and its rules, and leaving FIDE mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

from rookery.desk.decision import Granted, Refused
from rookery.desk.events import byes, tournament
from rookery.desk.form import Misread, read, written
from rookery.desk.guard import against_the_mode, leaving, said_of
from rookery.desk.happening import Happening
from rookery.desk.levels import Caution, caution
from rookery.desk.phrases import COLOURS
from rookery.desk.rules import UNRATED, Choices, Laws
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.errors import RuleError, Unsupported
from rookery.formats.catalogue import rounds_needed
from rookery.model import Colour, Event, PointSystem, Tournament
from rookery.ranking.rules import rules_of
from rookery.regulations import TIE_BREAKS, Regulation, edition_named, editions, scheme
from rookery.regulations.format import DUTCH
from rookery.values import field, replace
from rookery.values import replace as with_values
from rookery.wording import counted, joined, listed, spoken

_DUTCH = Laws(system=DUTCH.name)


@wish("tournament.open")
class OpenTournament(Wish):
    """Begin a tournament with these rules; `lots` is the seed of all its lots."""

    name: str
    laws: Laws = _DUTCH
    team_event: bool = False
    lots: str = ""


@decides(OpenTournament)
def _open(state: State, wanted: OpenTournament) -> Granted:
    if state.tournament != Tournament():
        raise Refused(spoken("the tournament has been opened already"))
    empty = Tournament(team_event=wanted.team_event, **wanted.laws.as_given())
    laws = Laws.of(empty, wanted.laws.choices)
    _must_know_editions(Laws(), laws)
    opened = tournament.TournamentOpened(wanted.name, laws, wanted.team_event, "new", wanted.lots)
    against = against_the_mode(empty)
    if not against:
        return Granted((opened,))
    reason = joined("; ", (said_of(one) for one in against))
    return Granted((opened, tournament.FideLeft(1, reason)), (leaving(1, reason, against[0].article),))


@wish("mode.leave")
class LeaveMode(Wish):
    """Leave FIDE mode, for good."""

    reason: str = ""


@decides(LeaveMode)
def _leave(state: State, wanted: LeaveMode) -> Granted:
    if not state.fide:
        raise Refused(spoken("the tournament left FIDE mode in round %(left)s already", left=state.sticky.left))
    round = max(1, len(state.tournament.rounds))
    return Granted((tournament.FideLeft(round, wanted.reason),), (leaving(round, wanted.reason),))


@wish("head.set")
class SetHead(Wish):
    """Set what stands above the tables: fields of the event by name, in the form of the JSON of an event."""

    fields: dict[str, Any] = field(default_factory=dict)


@decides(SetHead)
def _head(state: State, wanted: SetHead) -> Granted:
    was = state.tournament.event
    if wanted.fields.get("ranking_method", was.ranking_method) != was.ranking_method:
        raise Refused(spoken("another rating may move everybody"), article="C.04.2 2.2",
                      instead=spoken("choose the method by itself"))  # fmt: skip
    try:
        now = read(Event, {**written(was), **wanted.fields})
    except Misread as error:
        raise Refused(spoken("this cannot be set: %(error)s", error=error)) from None
    return Granted(() if now == was else (tournament.HeadSet(now, was),))


@wish("colour.draw")
class DrawColour(Wish):
    """Say which colour number 1 has in round 1: drawn by lot, or given."""

    colour: Colour
    how: Literal["lot", "given"] = "lot"


def lot_of_colour(state: State) -> Colour:
    """The initial colour as the seed of the tournament's lots has it."""
    return Random(f"initial colour of {state.sticky.lots}").choice((Colour.WHITE, Colour.BLACK))


@decides(DrawColour)
def _colour(state: State, wanted: DrawColour) -> Granted:
    drawn = state.sticky.colour
    if drawn is not None and drawn is not wanted.colour:
        raise Refused(spoken("%(colour)s was drawn by lot, and lots are drawn once", colour=COLOURS[drawn]),
                      article="C.04.2 1.3")  # fmt: skip
    known = state.tournament.initial_colour
    if known is wanted.colour and (drawn is not None or wanted.how == "given"):
        return Granted(())
    return Granted((tournament.ColourDrawn(wanted.colour, wanted.how),))


# -- rules -------------------------------------------------------------------------------------------------------------


@wish("rules.set")
class SetRules(Wish):
    """Set some of the rules by name, in the form of the JSON of `Laws`; `leave` leaves FIDE mode for it, if need be."""

    fields: dict[str, Any] = field(default_factory=dict)
    leave: bool = False


@decides(SetRules)
def _rules(state: State, wanted: SetRules) -> Granted:
    was = state.laws
    now = _with(was, wanted.fields)
    if now.choices.unrated not in ("", *UNRATED):
        text = spoken("%(unrated)s is no way to count those who have no rating", unrated=f"{now.choices.unrated!r}")
        raise Refused(spoken("%(text)s: there are %(unrated)s, or a number in the code of a tie-break, as in ARO/U1400",
                             text=text, unrated=listed(UNRATED)))  # fmt: skip
    now = now.with_unrated(state.tournament.players)
    if now == was:
        return Granted(())
    made = with_values(state.tournament, **now.as_given())
    now = Laws.of(made, now.choices)
    _must_know_editions(was, now)
    if now.rounds is not None and now.rounds < len(made.rounds):
        raise Refused(spoken("%(number)s rounds have been paired: there cannot be %(rounds)s", number=len(made.rounds),
                             rounds=now.rounds), article="C.04.1 1")  # fmt: skip
    must_have_rounds(made)
    events: list[Happening] = [tournament.RulesSet(now, was), *_of_length(state, was.rounds, now.rounds)]
    said = list(_still_withdrawn(state, was.rounds, now.rounds))
    if wanted.leave and state.fide:
        reason = joined("; ", map(said_of, against_the_mode(made))) or spoken("rules that change after round 1")
        round = max(1, len(made.rounds))
        events.insert(0, tournament.FideLeft(round, reason))
        said.insert(0, leaving(round, reason))
    return Granted(tuple(events), tuple(said))


def _must_know_editions(was: Laws, now: Laws) -> None:
    """Refuse an edition of the pairing rules or of the tie-breaks that is not done here, and say which are."""
    plan = scheme(now.system)
    if now.system != was.system and plan.format.regulation is not None and plan.year:
        _must_know(plan.format.regulation, plan.edition)
    wanted = now.choices.tiebreak_edition
    if wanted and wanted != was.choices.tiebreak_edition:
        _must_know(TIE_BREAKS, lambda chapter: rules_of(edition_named(chapter, wanted)))


def _must_know(chapter: Regulation, named: Callable[[Regulation], object]) -> None:
    try:
        named(chapter)
    except Unsupported as error:
        known = listed(f"{one.since:%Y-%m}" for one in editions(chapter))
        instead = spoken("choose one of those that are known here: %(known)s", known=known)
        raise Refused(error.said, article=chapter.code, instead=instead) from None


def must_have_rounds(made: Tournament) -> None:
    """Refuse another number of rounds than the table has, once there are players to tell it."""
    if made.planned is None or not made.participants:
        return
    try:
        needed = rounds_needed(made)
    except RuleError:
        return
    if needed is not None and made.planned != needed:
        raise Refused(spoken("with %(number)s this takes %(needed)s rounds, not %(planned)s",
                             number=len(made.participants), needed=needed, planned=made.planned),
                      article="C.05")  # fmt: skip


def _with(laws: Laws, fields: dict[str, Any]) -> Laws:
    """The rules with these fields; points are given as a whole, of the choices those that are named."""
    given = dict(fields)
    try:
        choices = read(Choices, {**written(laws.choices), **given.pop("choices", {})})
        for name in ("points", "match_points"):
            if name in given:
                given[name] = written(read(PointSystem, given[name]))
        changed = read(Laws, {**written(replace(laws, choices=Choices())), **given})
    except Misread as error:
        raise Refused(spoken("these rules cannot be set: %(error)s", error=error)) from None
    return replace(changed, choices=choices)


def _of_length(state: State, was: int | None, now: int | None) -> Iterator[Happening]:
    """Another number of rounds: who is withdrawn stays so, and nothing is asked of rounds that are gone."""
    if now is None or now == was:
        return
    key = state.keys.participant
    for bye in state.tournament.requested:
        if bye.round > now:
            yield byes.ByeAsked(key[bye.player], bye.round, None, bye.kind)
    first = max(len(state.tournament.rounds), was or 0) + 1
    if first <= now:
        for one in state.withdrawn:
            yield byes.PlayerWithdrawn(one, first)


def _still_withdrawn(state: State, was: int | None, now: int | None) -> Iterator[Caution]:
    """Rounds that are added find who was withdrawn still gone."""
    first = max(len(state.tournament.rounds), was or 0) + 1
    if was is None or now is None or first > now or not state.withdrawn:
        return
    names = listed((state.name(key) for key in state.withdrawn), 12)
    rounds = listed(range(first, now + 1))
    text = counted(now - first + 1, "%(names)s withdrew, and will not be paired in round %(rounds)s either, unless"
                   " brought back", "%(names)s withdrew, and will not be paired in rounds %(rounds)s either, unless"
                   " brought back", names=names, rounds=rounds)  # fmt: skip
    yield caution("still-withdrawn", state.fide, text, who=state.withdrawn)
