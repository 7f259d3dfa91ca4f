"""The rules of a tournament: system, points, byes, tie-breaks, initial colour and FIDE mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Literal

from rookery._record import field, replace
from rookery._record import replace as with_values
from rookery.checking.text import issue_clause
from rookery.errors import RuleError, UnsupportedError
from rookery.formats.resolve import rounds_needed
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import join_list, join_texts, msg, msg_plural
from rookery.model import Colour, PointSystem, Tournament
from rookery.ranking.rules import rules_for_edition
from rookery.regulations import TIE_BREAKS, Regulation, edition_named, editions_of, parse_type_code
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.byes import ByeAsked, PlayerWithdrawn
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import MAX_NAMES, RULE_RECORDS, Event, NameOf, applies, describes, kind
from rookery.tournaments.guard import fide_exit_warning, fide_mode_issues
from rookery.tournaments.rules import UNRATED_METHODS, Choices, TournamentRules
from rookery.tournaments.settings import COLOUR_LABELS, describe_differences, with_keizer_settings
from rookery.tournaments.state import Stamp, State, with_fields, with_permanent, with_tournament
from rookery.tournaments.warning_table import RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("rules.set", trf=RULE_RECORDS)
class RulesSet(Event):
    """The rules are set: system, rounds, points, byes, acceleration, tie-breaks."""

    laws: TournamentRules
    was: TournamentRules


@applies(RulesSet)
def _apply_rules_set(state: State, event: RulesSet, stamp: Stamp) -> State:
    t = with_values(state.tournament, **event.laws.as_given())
    return replace(with_tournament(state, t), choices=event.laws.choices)


@describes(RulesSet)
def _describe_rules_set(event: RulesSet, name: NameOf) -> str:
    return msg("Rules changed: %(changes)s.", changes=join_list(describe_differences(event.was, event.laws), MAX_NAMES))


@kind("colour.drawn", trf=("152",))
class ColourDrawn(Event):
    """The initial colour is set: drawn by lot, which happens only once, or given."""

    colour: Colour
    how: Literal["lot", "given"] = "lot"


@applies(ColourDrawn)
def _apply_colour_drawn(state: State, event: ColourDrawn, stamp: Stamp) -> State:
    updated = with_fields(state, initial_colour=event.colour)
    lot = event.how == "lot" and state.permanent.colour is None
    return with_permanent(updated, replace(state.permanent, colour=event.colour) if lot else state.permanent)


@describes(ColourDrawn)
def _describe_colour_drawn(event: ColourDrawn, name: NameOf) -> str:
    if event.how == "lot":
        return msg("%(colour)s was drawn by lot as the initial colour.", colour=COLOUR_LABELS[event.colour])
    return msg("%(colour)s was set as the initial colour.", colour=COLOUR_LABELS[event.colour])


@kind("fide.left", trf=("###",))
class FideLeft(Event):
    """FIDE mode is left in this round, for good."""

    round: int
    reason: str = ""


@applies(FideLeft)
def _apply_fide_left(state: State, event: FideLeft, stamp: Stamp) -> State:
    exit_round = event.round if state.permanent.left is None else min(state.permanent.left, event.round)
    return with_permanent(state, replace(state.permanent, left=exit_round))


@describes(FideLeft)
def _describe_fide_left(event: FideLeft, name: NameOf) -> str:
    if event.reason:
        return msg("FIDE mode was left in round %(round)s: %(why)s.", round=event.round, why=event.reason)
    return msg("FIDE mode was left in round %(round)s.", round=event.round)


# -- commands ----------------------------------------------------------------------------------------------------------


@command("mode.leave")
class LeaveMode(Command):
    """Leave FIDE mode permanently."""

    reason: str = ""


@decider(LeaveMode)
def _decide_leave_mode(state: State, command: LeaveMode) -> Proposal:
    if not state.fide:
        raise CommandRejectedError(
            msg("the tournament left FIDE mode in round %(left)s already", left=state.permanent.left)
        )
    round = max(1, len(state.tournament.rounds))
    return Proposal((FideLeft(round, command.reason),), (fide_exit_warning(round, command.reason),))


@command("colour.draw")
class DrawColour(Command):
    """Set the initial colour, drawn by lot or given; without a colour the lot is drawn here."""

    colour: Colour | None = None
    how: Literal["lot", "given"] = "lot"


def draw_initial_colour(state: State) -> Colour:
    """Return the initial colour drawn from the seed of the tournament."""
    return Random(f"initial colour of {state.permanent.lots}").choice((Colour.WHITE, Colour.BLACK))


@decider(DrawColour)
def _decide_draw_colour(state: State, command: DrawColour) -> Proposal:
    drawn_colour = state.permanent.colour
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
        return Proposal(())
    return Proposal((ColourDrawn(colour, command.how),))


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
def _decide_set_rules(state: State, command: SetRules) -> Proposal:
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
        return Proposal(())
    updated = with_values(state.tournament, **now.as_given())
    now = TournamentRules.from_tournament(updated, now.choices)
    require_known_editions(was, now)
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
    events: list[Event] = [RulesSet(now, was), *_round_count_change_events(state, was.rounds, now.rounds)]
    warnings = list(_warn_still_withdrawn(state, was.rounds, now.rounds))
    if command.leave and state.fide:
        reason = join_texts("; ", map(issue_clause, fide_mode_issues(updated))) or msg(
            "rules that change after round 1"
        )
        round = max(1, len(updated.rounds))
        events.insert(0, FideLeft(round, reason))
        warnings.insert(0, fide_exit_warning(round, reason))
    return Proposal(tuple(events), tuple(warnings))


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


def require_known_editions(was: TournamentRules, now: TournamentRules) -> None:
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


def _round_count_change_events(state: State, was: int | None, now: int | None) -> Iterator[Event]:
    """Yield the events of a changed number of rounds: withdrawals extended, requests for removed rounds dropped."""
    if now is None or now == was:
        return
    keys_by_number = state.keys.participant
    for bye in state.tournament.requested_byes:
        if bye.round > now:
            yield ByeAsked(keys_by_number[bye.player], bye.round, None, bye.kind)
    first = max(len(state.tournament.rounds), was or 0) + 1
    if first <= now:
        for key in state.withdrawn:
            yield PlayerWithdrawn(key, first)


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


def unrated_rule_events(state: State) -> Iterator[Event]:
    """Yield, before round 1, the change of the tie-break rules by the rating for unrated players."""
    was = state.laws
    now = was.with_unrated(state.tournament.players)
    if now != was and not state.tournament.rounds:
        yield RulesSet(now, was)
