"""Commands that create a tournament, set its details and rules, and leave FIDE mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

from rookery._record import field, replace
from rookery._record import replace as with_values
from rookery.checking.text import issue_clause
from rookery.errors import RuleError, UnsupportedError
from rookery.formats.resolve import rounds_needed
from rookery.messages import join_list, join_texts, msg, msg_plural
from rookery.model import Colour, PointSystem, Tournament, TournamentInfo
from rookery.ranking.rules import rules_for_edition
from rookery.regulations import TIE_BREAKS, Regulation, edition_named, editions_of, parse_type_code
from rookery.regulations.formats import DUTCH
from rookery.tournaments.command import Command, command, decider
from rookery.tournaments.event import Event
from rookery.tournaments.events import byes, tournament
from rookery.tournaments.guard import fide_exit_warning, fide_mode_issues
from rookery.tournaments.keizer_settings import with_keizer_settings
from rookery.tournaments.outcomes import CommandRejectedError, Decision
from rookery.tournaments.phrases import COLOUR_LABELS
from rookery.tournaments.rules import UNRATED_METHODS, Choices, TournamentRules
from rookery.tournaments.serialization import InvalidDataError, from_json_data, to_json_data
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning

_DUTCH = TournamentRules(system=DUTCH.name)


@command("tournament.open")
class OpenTournament(Command):
    """Create a tournament with these rules; `lots` is the seed of all its lots."""

    name: str
    laws: TournamentRules = _DUTCH
    team_event: bool = False
    lots: str = ""


@decider(OpenTournament)
def _open(state: State, command: OpenTournament) -> Decision:
    if state.tournament != Tournament():
        raise CommandRejectedError(msg("the tournament has been opened already"))
    empty = Tournament(team_event=command.team_event, **command.laws.as_given())
    laws = TournamentRules.of(empty, command.laws.choices)
    _require_known_editions(TournamentRules(), laws)
    opening = tournament.TournamentOpened(command.name, laws, command.team_event, "new", command.lots)
    issues = fide_mode_issues(empty)
    if not issues:
        return Decision((opening,))
    reason = join_texts("; ", (issue_clause(issue) for issue in issues))
    return Decision((opening, tournament.FideLeft(1, reason)), (fide_exit_warning(1, reason, issues[0].article),))


@command("mode.leave")
class LeaveMode(Command):
    """Leave FIDE mode permanently."""

    reason: str = ""


@decider(LeaveMode)
def _leave(state: State, command: LeaveMode) -> Decision:
    if not state.fide:
        raise CommandRejectedError(
            msg("the tournament left FIDE mode in round %(left)s already", left=state.sticky.left)
        )
    round = max(1, len(state.tournament.rounds))
    return Decision((tournament.FideLeft(round, command.reason),), (fide_exit_warning(round, command.reason),))


@command("head.set")
class SetHead(Command):
    """Set event details: fields by name, in the JSON form of an event."""

    fields: dict[str, Any] = field(default_factory=dict)


@decider(SetHead)
def _head(state: State, command: SetHead) -> Decision:
    was = state.tournament.info
    if command.fields.get("ranking_method", was.ranking_method) != was.ranking_method:
        raise CommandRejectedError(msg("a changed rating can change other players' numbers"), article="C.04.2 2.2",
                      instead=msg("choose the rating separately"))  # fmt: skip
    try:
        now = from_json_data(TournamentInfo, {**to_json_data(was), **command.fields})
    except InvalidDataError as error:
        raise CommandRejectedError(msg("this cannot be saved: %(error)s", error=error)) from None
    return Decision(() if now == was else (tournament.HeadSet(now, was),))


@command("colour.draw")
class DrawColour(Command):
    """Set the initial colour, drawn by lot or given; without a colour the lot is drawn here."""

    colour: Colour | None = None
    how: Literal["lot", "given"] = "lot"


def draw_initial_colour(state: State) -> Colour:
    """Return the initial colour drawn from the seed of the tournament."""
    return Random(f"initial colour of {state.sticky.lots}").choice((Colour.WHITE, Colour.BLACK))


@decider(DrawColour)
def _colour(state: State, command: DrawColour) -> Decision:
    drawn_colour = state.sticky.colour
    if command.colour is None and command.how == "given":
        raise CommandRejectedError(msg("a colour that was drawn in the hall is White or Black: none was named"))
    colour = command.colour or drawn_colour or draw_initial_colour(state)
    if drawn_colour is not None and drawn_colour is not colour:
        raise CommandRejectedError(
            msg("%(colour)s was drawn by lot; lots are drawn only once", colour=COLOUR_LABELS[drawn_colour]),
            article="C.04.2 1.3",
        )
    current = state.tournament.initial_colour
    if current is colour and (drawn_colour is not None or command.how == "given"):
        return Decision(())
    return Decision((tournament.ColourDrawn(colour, command.how),))


# -- rules -------------------------------------------------------------------------------------------------------------


@command("rules.set")
class SetRules(Command):
    """Set rules by name, in the JSON form of `TournamentRules`; `leave` leaves FIDE mode if necessary.

    `boards` is the number of boards of a team match, with alternating colours beyond those announced. `keizer` are
    Keizer settings by name, such as `top` and `apart`; an empty value is the default.
    """

    fields: dict[str, Any] = field(default_factory=dict)
    leave: bool = False
    boards: int | None = None
    keizer: dict[str, str] = field(default_factory=dict)


@decider(SetRules)
def _rules(state: State, command: SetRules) -> Decision:
    was = state.laws
    now = _with_fields(was, command.fields)
    if command.boards is not None:
        now = with_values(now, board_colours=colours_of_boards(command.boards, now.board_colours))
    if command.keizer:
        players = len(state.tournament.players)
        now = with_values(now, system=with_keizer_settings(now.system, command.keizer, players))
    if now.board_colours.upper().strip("WB"):
        raise CommandRejectedError(msg("the colours of the boards are a row of W and B such as WBWB, not %(text)s",
                             text=f"{now.board_colours!r}"))  # fmt: skip
    if now.choices.unrated not in ("", *UNRATED_METHODS):
        text = msg("%(unrated)s is not a way to count unrated players", unrated=f"{now.choices.unrated!r}")
        raise CommandRejectedError(
            msg(
                "%(text)s: there are %(unrated)s, or a number in the code of a tie-break, as in ARO/U1400",
                text=text,
                unrated=join_list(UNRATED_METHODS),
            )
        )
    now = now.with_unrated(state.tournament.players)
    if now == was:
        return Decision(())
    updated = with_values(state.tournament, **now.as_given())
    now = TournamentRules.of(updated, now.choices)
    _require_known_editions(was, now)
    if now.rounds is not None and now.rounds < len(updated.rounds):
        raise CommandRejectedError(
            msg(
                "%(number)s rounds are already paired, so there cannot be %(rounds)s",
                number=len(updated.rounds),
                rounds=now.rounds,
            ),
            article="C.04.1 1",
        )
    require_planned_rounds(updated)
    events: list[Event] = [tournament.RulesSet(now, was), *_length_change_events(state, was.rounds, now.rounds)]
    warnings = list(_warn_still_withdrawn(state, was.rounds, now.rounds))
    if command.leave and state.fide:
        reason = join_texts("; ", map(issue_clause, fide_mode_issues(updated))) or msg(
            "rules that change after round 1"
        )
        round = max(1, len(updated.rounds))
        events.insert(0, tournament.FideLeft(round, reason))
        warnings.insert(0, fide_exit_warning(round, reason))
    return Decision(tuple(events), tuple(warnings))


MOST_BOARDS = 50
"""The maximum number of boards of a team match."""


def colours_of_boards(boards: int, announced: str = "") -> str:
    """Return the colours of the first team on each board: those announced, then alternating (record 352).

    >>> colours_of_boards(4), colours_of_boards(2, "WBBW"), colours_of_boards(5, "WBB")
    ('WBWB', 'WB', 'WBBWB')
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise CommandRejectedError(
            msg("a match has 1 to %(most)s boards, not %(boards)s", most=MOST_BOARDS, boards=boards)
        )
    colours = announced.upper()[:boards]
    while len(colours) < boards:
        colours += "B" if colours.endswith("W") else "W"
    return colours


def _require_known_editions(was: TournamentRules, now: TournamentRules) -> None:
    """Reject an unsupported edition of the pairing or tie-break rules, and name the supported ones."""
    type_code = parse_type_code(now.system)
    if now.system != was.system and type_code.format.regulation is not None and type_code.year:
        _require_known_edition(type_code.format.regulation, type_code.edition)
    edition = now.choices.tiebreak_edition
    if edition and edition != was.choices.tiebreak_edition:
        _require_known_edition(TIE_BREAKS, lambda chapter: rules_for_edition(edition_named(chapter, edition)))


def _require_known_edition(chapter: Regulation, find_edition: Callable[[Regulation], object]) -> None:
    try:
        find_edition(chapter)
    except UnsupportedError as error:
        editions = join_list(f"{edition.since:%Y-%m}" for edition in editions_of(chapter))
        instead = msg("choose one of these: %(known)s", known=editions)
        raise CommandRejectedError(error.message, article=chapter.code, instead=instead) from None


def require_planned_rounds(t: Tournament) -> None:
    """Reject a number of rounds that differs from the schedule, once there are participants."""
    if t.planned_rounds is None or not t.participants:
        return
    try:
        needed = rounds_needed(t)
    except RuleError:
        return
    if needed is not None and t.planned_rounds != needed:
        raise CommandRejectedError(msg("with %(number)s players this takes %(needed)s rounds, not %(planned)s",
                             number=len(t.participants), needed=needed, planned=t.planned_rounds),
                      article="C.05")  # fmt: skip


def _with_fields(laws: TournamentRules, fields: dict[str, Any]) -> TournamentRules:
    """Return the rules with these fields; point systems are replaced as a whole, choices individually."""
    values = dict(fields)
    try:
        choices = from_json_data(Choices, {**to_json_data(laws.choices), **values.pop("choices", {})})
        for name in ("points", "match_points"):
            if name in values:
                values[name] = to_json_data(from_json_data(PointSystem, values[name]))
        changed = from_json_data(TournamentRules, {**to_json_data(replace(laws, choices=Choices())), **values})
    except InvalidDataError as error:
        raise CommandRejectedError(msg("these rules cannot be saved: %(error)s", error=error)) from None
    return replace(changed, choices=choices)


def _length_change_events(state: State, was: int | None, now: int | None) -> Iterator[Event]:
    """Yield the events of a changed number of rounds: withdrawals extended, requests for removed rounds dropped."""
    if now is None or now == was:
        return
    keys_by_number = state.keys.participant
    for bye in state.tournament.requested_byes:
        if bye.round > now:
            yield byes.ByeAsked(keys_by_number[bye.player], bye.round, None, bye.kind)
    first = max(len(state.tournament.rounds), was or 0) + 1
    if first <= now:
        for key in state.withdrawn:
            yield byes.PlayerWithdrawn(key, first)


def _warn_still_withdrawn(state: State, was: int | None, now: int | None) -> Iterator[RuleWarning]:
    """Warn that withdrawn participants are not paired in added rounds."""
    first = max(len(state.tournament.rounds), was or 0) + 1
    if was is None or now is None or first > now or not state.withdrawn:
        return
    names = join_list((state.name(key) for key in state.withdrawn), 12)
    rounds = join_list(range(first, now + 1))
    text = msg_plural(
        now - first + 1,
        "%(names)s withdrew and will not be paired in round %(rounds)s either, unless they play again",
        "%(names)s withdrew and will not be paired in rounds %(rounds)s either, unless they play again",
        names=names,
        rounds=rounds,
    )
    yield rule_warning("still-withdrawn", state.fide, text, keys=state.withdrawn)
