"""A tournament as a whole: created, described, closed, reopened, archived and deleted."""

from __future__ import annotations

from typing import Any, Literal

from rookery._record import field, replace
from rookery.checking.text import issue_clause
from rookery.history.completion import completion
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import Message, join_list, join_texts, msg, msg_plural
from rookery.model import Remark, Tournament, TournamentInfo
from rookery.regulations.formats import DUTCH
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.rounds import phase_closed_event
from rookery.tournaments.domain.rules import FideLeft, require_known_editions
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import (
    INFO_RECORDS,
    MAX_NAMES,
    RULE_RECORDS,
    Event,
    NameOf,
    applies,
    apply_events,
    describes,
    kind,
)
from rookery.tournaments.guard import fide_exit_warning, fide_mode_issues
from rookery.tournaments.manual_pairing_check import compare_partial_rounds, manual_pairing_warnings
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.settings import describe_differences
from rookery.tournaments.state import (
    NEW_PUBLICATION,
    Publication,
    Stamp,
    State,
    with_fields,
    with_permanent,
    with_tournament,
)
from rookery.tournaments.warning_table import rule_warning

Place = Literal["desk", "archive", "deleted"]
"""Where a tournament is kept: in use, archived, or deleted."""


# -- events ------------------------------------------------------------------------------------------------------------


@kind("tournament.opened", trf=("012", "092", *RULE_RECORDS))
class TournamentOpened(Event):
    """A tournament is created with these rules and the seed of all its lots."""

    name: str
    laws: TournamentRules
    team_event: bool = False
    how: Literal["new", "copy"] = "new"
    lots: str = ""
    publication: Publication = Publication()


@applies(TournamentOpened)
def _apply_tournament_opened(state: State, event: TournamentOpened, stamp: Stamp) -> State:
    opened_tournament = Tournament(
        info=TournamentInfo(name=event.name), team_event=event.team_event, **event.laws.as_given()
    )
    permanent = replace(state.permanent, lots=state.permanent.lots or event.lots, publication=event.publication)
    return replace(with_tournament(state, opened_tournament), choices=event.laws.choices, permanent=permanent)


@describes(TournamentOpened)
def _describe_tournament_opened(event: TournamentOpened, name: NameOf) -> str:
    title = event.name or msg("without a name")
    return msg("Tournament %(name)s created: %(rules)s.", name=title, rules=_describe_opening_rules(event.laws))


def _describe_opening_rules(laws: TournamentRules) -> Message:
    system = laws.system or msg("no pairing system")
    if not laws.rounds:
        return msg("%(system)s, any number of rounds", system=system)
    rounds = msg_plural(laws.rounds, "%(num)s round", "%(num)s rounds")
    return msg("%(system)s, %(rounds)s", system=system, rounds=rounds)


@kind("head.set", trf=INFO_RECORDS)
class HeadSet(Event):
    """The event details are set: name, place, days, arbiters, time control."""

    event: TournamentInfo
    was: TournamentInfo


@applies(HeadSet)
def _apply_head_set(state: State, event: HeadSet, stamp: Stamp) -> State:
    return with_fields(state, info=event.event)


@describes(HeadSet)
def _describe_head_set(event: HeadSet, name: NameOf) -> str:
    return msg(
        "Event details changed: %(changes)s.",
        changes=join_list(describe_differences(event.was, event.event), MAX_NAMES),
    )


@kind("remark.added", trf=("###",))
class RemarkAdded(Event):
    """A remark is added to the file, in a line of its own."""

    text: str
    round: int | None = None


@applies(RemarkAdded)
def _apply_remark_added(state: State, event: RemarkAdded, stamp: Stamp) -> State:
    return with_fields(state, remarks=(*state.tournament.remarks, Remark(event.text, event.round)))


@describes(RemarkAdded)
def _describe_remark_added(event: RemarkAdded, name: NameOf) -> str:
    return msg("Remark for the file: %(text)s.", text=event.text.removesuffix(chr(46)))


@kind("remark.dropped", trf=("###",))
class RemarkDropped(Event):
    """A remark is removed from the file, because its subject was revoked."""

    text: str
    round: int | None = None


@applies(RemarkDropped)
def _apply_remark_dropped(state: State, event: RemarkDropped, stamp: Stamp) -> State:
    gone = Remark(event.text, event.round)
    return with_fields(state, remarks=tuple(remark for remark in state.tournament.remarks if remark != gone))


@describes(RemarkDropped)
def _describe_remark_dropped(event: RemarkDropped, name: NameOf) -> str:
    return msg("Remark removed: %(text)s.", text=event.text)


@kind("tournament.closed", note="a file shows one moment; request a final file when you write it")
class TournamentClosed(Event):
    """The tournament is closed after this round; no further changes are accepted."""

    after: int


@applies(TournamentClosed)
def _apply_tournament_closed(state: State, event: TournamentClosed, stamp: Stamp) -> State:
    return replace(state, closed=event.after)


@describes(TournamentClosed)
def _describe_tournament_closed(event: TournamentClosed, name: NameOf) -> str:
    return msg("The tournament was closed after round %(round)s.", round=event.after)


@kind("tournament.reopened", note="for the same reason as `tournament.closed`")
class TournamentReopened(Event):
    """A closed tournament is reopened."""

    after: int


@applies(TournamentReopened)
def _apply_tournament_reopened(state: State, event: TournamentReopened, stamp: Stamp) -> State:
    return replace(state, closed=None)


@describes(TournamentReopened)
def _describe_tournament_reopened(event: TournamentReopened, name: NameOf) -> str:
    return msg("The tournament (closed after round %(round)s) was opened again.", round=event.after)


@kind("tournament.moved", note="the archive belongs to the desk, not to the tournament")
class TournamentMoved(Event):
    """The tournament is archived, restored, or deleted; its log is kept in every case."""

    to: Place = "archive"


@applies(TournamentMoved)
def _apply_tournament_moved(state: State, event: TournamentMoved, stamp: Stamp) -> State:
    return with_permanent(state, replace(state.permanent, place=event.to))


@describes(TournamentMoved)
def _describe_tournament_moved(event: TournamentMoved, name: NameOf) -> str:
    if event.to == "archive":
        return msg("The tournament was put into the archive.")
    if event.to == "deleted":
        return msg("The tournament was deleted: no page shows it any more.")
    return msg("The tournament was brought back from the archive.")


# -- commands ----------------------------------------------------------------------------------------------------------


_DUTCH = TournamentRules(system=DUTCH.name)


@command("tournament.open")
class OpenTournament(Command):
    """Create a tournament with these rules; `lots` is the seed of all its lots, `publication` what the public sees."""

    name: str
    laws: TournamentRules = _DUTCH
    team_event: bool = False
    lots: str = ""
    publication: Publication = NEW_PUBLICATION


@decider(OpenTournament)
def _decide_open_tournament(state: State, command: OpenTournament) -> Proposal:
    if state.tournament != Tournament():
        raise CommandRejectedError(msg("the tournament has been opened already"))
    empty = Tournament(team_event=command.team_event, **command.laws.as_given())
    laws = TournamentRules.from_tournament(empty, command.laws.choices)
    require_known_editions(TournamentRules(), laws)
    opening = TournamentOpened(command.name, laws, command.team_event, "new", command.lots, command.publication)
    issues = fide_mode_issues(empty)
    if not issues:
        return Proposal((opening,))
    reason = join_texts("; ", (issue_clause(issue) for issue in issues))
    return Proposal((opening, FideLeft(1, reason)), (fide_exit_warning(1, reason, issues[0].article),))


@command("head.set")
class SetHead(Command):
    """Set event details: fields by name, in the JSON form of an event."""

    fields: dict[str, Any] = field(default_factory=dict)


@decider(SetHead)
def _decide_set_head(state: State, command: SetHead) -> Proposal:
    was = state.tournament.info
    if command.fields.get("ranking_method", was.ranking_method) != was.ranking_method:
        raise CommandRejectedError(msg("a changed rating can change other players' numbers"), article="C.04.2 2.2",
                      instead=msg("choose the rating separately"))  # fmt: skip
    try:
        now = from_json_data(TournamentInfo, {**to_json_data(was), **command.fields})
    except InvalidDataError as error:
        raise CommandRejectedError(msg("this cannot be saved: %(error)s", error=error)) from None
    return Proposal(() if now == was else (HeadSet(now, was),))


@command("remark.add")
class AddRemark(Command):
    """Add a remark, which the file has in a line of its own."""

    text: str
    round: int | None = None


@decider(AddRemark)
def _decide_add_remark(state: State, command: AddRemark) -> Proposal:
    remark = Remark(command.text, command.round)
    return Proposal((RemarkAdded(remark.text, remark.round),))


@command("tournament.close")
class CloseTournament(Command):
    """Close the finished tournament; no further changes are accepted."""


@decider(CloseTournament)
def _decide_close_tournament(state: State, command: CloseTournament) -> Proposal:
    parts = list(compare_partial_rounds(state))
    events = tuple(phase_closed_event(state, *part) for part in parts)
    require_finished(apply_events(state, events))
    if state.closed is not None:
        return Proposal(())
    warnings = tuple(warning for part in parts for warning in manual_pairing_warnings(state, *part))
    return Proposal((*events, TournamentClosed(len(state.tournament.rounds))), warnings)


def require_finished(state: State) -> None:
    """Reject final actions while anything is open."""
    status = completion(state.tournament)
    if not status or state.phase is not None or state.in_parts:
        reasons = [reason.text for reason in status.reasons]
        reasons += [msg("round %(round)s is being paired by hand", round=state.phase.round)] if state.phase else []
        reasons += [
            msg("round %(one)s was paired by hand in parts and not checked against the rules", one=number)
            for number in state.in_parts
        ]
        raise CommandRejectedError.from_warning(
            rule_warning(
                "not-final", state.fide, msg("the tournament is not finished: %(list)s", list=join_texts("; ", reasons))
            )
        )


@command("tournament.reopen")
class ReopenTournament(Command):
    """Reopen a closed tournament."""


@decider(ReopenTournament)
def _decide_reopen_tournament(state: State, command: ReopenTournament) -> Proposal:
    if state.closed is None:
        raise CommandRejectedError(msg("the tournament is open"))
    return Proposal((TournamentReopened(state.closed),))


@command("tournament.archive")
class ArchiveTournament(Command):
    """Archive the tournament; lists do not show it until it is restored."""


@decider(ArchiveTournament)
def _decide_archive_tournament(state: State, command: ArchiveTournament) -> Proposal:
    return Proposal((TournamentMoved("archive"),) if state.permanent.place == "desk" else ())


@command("tournament.restore")
class RestoreTournament(Command):
    """Restore an archived or deleted tournament."""


@decider(RestoreTournament)
def _decide_restore_tournament(state: State, command: RestoreTournament) -> Proposal:
    return Proposal((TournamentMoved("desk"),) if state.permanent.place != "desk" else ())


@command("tournament.delete")
class DeleteTournament(Command):
    """Delete an archived tournament; `name` must repeat its name. The log is kept."""

    name: str = ""


@decider(DeleteTournament)
def _decide_delete_tournament(state: State, command: DeleteTournament) -> Proposal:
    if state.permanent.place != "archive":
        raise CommandRejectedError(msg("only a tournament in the archive can be deleted"),
                      instead=msg("put it into the archive first"))  # fmt: skip
    if command.name.strip() != state.tournament.info.name.strip():
        raise CommandRejectedError(msg("the name that was typed is not that of the tournament: nothing was deleted"),
                      instead=msg("type %(name)s", name=state.tournament.info.name))  # fmt: skip
    return Proposal((TournamentMoved("deleted"),))
