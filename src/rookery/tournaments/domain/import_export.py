"""Import of a tournament from a file, export of a state, and the conversion between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from rookery._record import field, record, replace
from rookery.checking.checker import check
from rookery.checking.compliance import check_compliance
from rookery.checking.report import RoundReport
from rookery.checking.text import describe_issue, describe_round
from rookery.errors import Problem, RookeryError, Severity
from rookery.formats.board_order import drop_derived_order, fix_all_boards
from rookery.history.completion import find_withdrawals
from rookery.history.declared_points import current_points, player_points, update_declared_points
from rookery.messages import join_list, join_texts, map_text, msg, msg_plural
from rookery.model import Player, Remark, Team, Tournament
from rookery.regulations import parse_type_code
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.lifecycle import RemarkAdded, require_finished
from rookery.tournaments.domain.publication import publish_imported_rounds
from rookery.tournaments.domain.rules import FideLeft
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import (
    INFO_RECORDS,
    PLAYER_RECORDS,
    RULE_RECORDS,
    Event,
    NameOf,
    applies,
    describes,
    kind,
)
from rookery.tournaments.rules import DEFAULT_CHOICES
from rookery.tournaments.standings import current_standings, ordered_rows
from rookery.tournaments.state import (
    NEW_PUBLICATION,
    File,
    PermanentFacts,
    Publication,
    Stamp,
    State,
    fide_exit_round,
    index_participant_keys,
    last_played_round,
    with_permanent,
    with_tournament,
)
from rookery.tournaments.warning_table import TABLE, RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind(
    "tournament.imported",
    trf=(*INFO_RECORDS, *PLAYER_RECORDS, *RULE_RECORDS),
    note="the tournament; adjustments are reported at the import",
)
class TournamentImported(Event):
    """A tournament is imported from a file: its SHA-256, the adjustments made, and the findings.

    `withdrawn` has the first round not played, by key, as the file declares or as byes to the end imply. The rounds of
    the file are published, because players have seen them elsewhere; `publication` has the settings for later ones.
    """

    tournament: Tournament
    file: str = ""
    dialect: str = ""
    adjustments: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    lots: str = ""
    unexplained: dict[str, int] = field(default_factory=dict)
    withdrawn: dict[str, int] = field(default_factory=dict)
    publication: Publication = Publication()


@applies(TournamentImported)
def _apply_tournament_imported(state: State, event: TournamentImported, stamp: Stamp) -> State:
    permanent = replace(
        state.permanent,
        left=fide_exit_round(event.tournament) if state.permanent.left is None else state.permanent.left,
        lots=state.permanent.lots or event.lots,
        keys=max(state.permanent.keys, _highest_key_number(event.tournament)),
        publication=event.publication,
    )
    files = (*state.files, File(event.file, event.dialect)) if event.file else state.files
    updated = replace(
        with_tournament(state, fix_all_boards(event.tournament)), files=files, unexplained=dict(event.unexplained)
    )
    withdrawn = _declared_withdrawals(updated) | event.withdrawn
    result = with_permanent(replace(updated, withdrawn=withdrawn), permanent)
    return result if event.publication == Publication() else publish_imported_rounds(result, stamp)


@describes(TournamentImported)
def _describe_tournament_imported(event: TournamentImported, name: NameOf) -> str:
    imported = event.tournament
    parts = [
        msg_plural(len(imported.teams), "%(num)s team", "%(num)s teams") if imported.team_event
        else msg_plural(len(imported.players), "%(num)s player", "%(num)s players"),
        msg_plural(len(imported.rounds), "%(num)s round", "%(num)s rounds"),
    ]  # fmt: skip
    if event.adjustments:
        parts.append(msg_plural(len(event.adjustments), "%(num)s correction", "%(num)s corrections"))
    title = imported.info.name or msg("without a name")
    return msg("Tournament %(name)s imported: %(what)s.", name=title, what=join_texts(", ", parts))


def _declared_withdrawals(state: State) -> dict[str, int]:
    """Return the withdrawals that the file declares, without expelled players."""
    expelled, key = {withdrawal.player for withdrawal in state.tournament.expelled}, state.keys.participant
    return {
        key[withdrawal.player]: withdrawal.round
        for withdrawal in state.tournament.withdrawn
        if withdrawal.player not in expelled
    }


def _highest_key_number(t: Tournament) -> int:
    """Return the highest number of a key in use."""
    keys = [participant.key for participant in t.players] + [participant.key for participant in t.teams]
    return max([int(key[1:]) for key in keys if key[:1] in ("p", "t") and key[1:].isdecimal()], default=0)


# -- commands ----------------------------------------------------------------------------------------------------------


@command("tournament.import")
class ImportTournament(Command):
    """Import a tournament from a file, with its SHA-256, its dialect, and the adjustments made when reading.

    `faults` are those adjustments that corrected an error of the file.
    """

    tournament: Tournament
    file: str = ""
    dialect: str = ""
    adjustments: tuple[str, ...] = ()
    lots: str = ""
    faults: tuple[str, ...] = ()


@decider(ImportTournament)
def _decide_import_tournament(state: State, command: ImportTournament) -> Proposal:
    if state.tournament != Tournament():
        raise CommandRejectedError(msg("the tournament has been opened already"),
                      instead=msg("import the file as another tournament"))  # fmt: skip
    imported = state_from_file(command.tournament)
    t = imported.tournament
    reports, unchecked, notes = _compare_rounds_with_rules(t)
    plain, unexplained = _without_explained_points(t)
    findings = (*(_describe_report(report, t) for report in reports), *((unchecked.text,) if unchecked else ()))
    issues = tuple(map(describe_issue, check_compliance(t)))
    withdrawn = _first_missed_rounds(imported)
    event = TournamentImported(
        fix_all_boards(plain),
        command.file,
        command.dialect,
        command.adjustments,
        (*findings, *notes, *issues, *_implied_withdrawal_messages(imported, withdrawn)),
        command.lots,
        unexplained,
        withdrawn,
        NEW_PUBLICATION,
    )
    recorded = {(remark.text, remark.round) for remark in t.remarks}
    marks = [_remark_event(report.round, "not the pairing that the rules give") for report in reports]
    marks += [_remark_event(unchecked.first, unchecked.which)] if unchecked else []
    marks += [_remark_event(None, _format_correction_remark(command.faults))] if command.faults else []
    remarks = [mark for mark in marks if (mark.text, mark.round) not in recorded]
    warnings = [*_round_difference_warnings(reports, findings, unchecked)]
    warnings += (
        [rule_warning("import-broken", True, _format_corrected_errors(command.faults))] if command.faults else []
    )
    return Proposal((event, *_fide_exit_events(imported), *remarks), tuple(warnings))


def _without_full_stop(text: str) -> str:
    """Return a sentence without its full stop."""
    return text.removesuffix(".")


def _format_corrected_errors(faults: Sequence[str]) -> str:
    """Return the message about the number of corrected errors and the first of them."""
    return msg_plural(len(faults), "%(num)s error in the file was corrected: %(first)s",
                      "%(num)s errors in the file were corrected, the first: %(first)s",
                      first=map_text(faults[0], _without_full_stop))  # fmt: skip


def _format_correction_remark(faults: Sequence[str]) -> str:
    """Return the remark about the number of corrected errors and the first of them."""
    noun = "fault" if len(faults) == 1 else "faults"
    return f"{len(faults):,} {noun} of the file put right, the first: {_without_full_stop(str(faults[0]))}"


def correction_messages(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the messages about text that was corrected or interpreted when reading a file."""
    return tuple(problem.message for problem in problems if problem.severity > Severity.INFO or problem.used)


def _first_missed_rounds(began: State) -> dict[str, int]:
    """Return the first round not played by each withdrawn participant, without expelled ones."""
    expelled = {began.keys.participant[expulsion.player] for expulsion in began.tournament.expelled}
    return {key: round for key, round in began.withdrawn.items() if key not in expelled}


def _implied_withdrawal_messages(began: State, gone: Mapping[str, int]) -> Iterator[str]:
    """Yield messages about participants who count as withdrawn because of their byes."""
    declared = {withdrawal.player for withdrawal in began.tournament.withdrawn}
    for key, round in gone.items():
        if began.number(key) not in declared:
            yield msg("%(name)s is absent from round %(round)s to the end and counts as withdrawn",
                      name=began.name(key), round=round)  # fmt: skip


def _fide_exit_events(began: State) -> Iterator[Event]:
    """Yield the event that FIDE mode was left, if the file says so."""
    if began.permanent.left is not None:
        yield FideLeft(began.permanent.left, "as its file says")


@record
class _UncheckedRounds:
    """Rounds that could not be checked: the first of them, which they are, and the reason."""

    first: int
    which: str
    text: str


def _compare_rounds_with_rules(tournament: Tournament) -> tuple[list[RoundReport], _UncheckedRounds | None, list[str]]:
    """Return the rounds that differ from the rules, the unchecked rounds, and notes."""
    broken, beside = list[RoundReport](), dict[str, None]()
    for number in range(1, len(tournament.rounds) + 1):
        try:
            report_ = check(tournament, [number])
        except RookeryError as error:
            last = len(tournament.rounds)
            which = f"round {number} was" if number == last else f"rounds {number} to {last} were"
            message = msg("round %(round)s was not checked: %(why)s", round=number, why=error)
            if number != last:
                message = msg(
                    "rounds %(first)s to %(last)s were not checked: %(why)s", first=number, last=last, why=error
                )
            return broken, _UncheckedRounds(number, f"{which} not judged", message), list(beside)
        broken += [report for report in report_.rounds if not report.agree]
        beside |= {problem.message: None for problem in report_.problems}
    return broken, None, list(beside)


def _describe_report(report: RoundReport, tournament: Tournament) -> str:
    names = {participant.number: participant.name for participant in tournament.participants}
    reason = next(
        describe_round(report, lambda number: names.get(number, str(number)), teams=tournament.team_event), ""
    )
    if not reason:
        return msg("round %(round)s is not paired as the rules give it", round=report.round)
    return msg("round %(round)s is not paired as the rules give it: %(why)s", round=report.round, why=reason)


def _remark_event(round: int | None, text: str) -> RemarkAdded:
    """Return the event of a remark on a round, or on the tournament."""
    remark = Remark(f"{TABLE['import-broken'].remark}: {text}", round)
    return RemarkAdded(remark.text, remark.round)


def _round_difference_warnings(
    rounds: Sequence[RoundReport], findings: Sequence[str], unchecked: _UncheckedRounds | None
) -> Iterator[RuleWarning]:
    """Yield one warning for all differing rounds, with the first finding, and one for unchecked rounds."""
    if unchecked is not None:
        yield rule_warning("import-broken", True, map_text(unchecked.text, _without_full_stop))
    if len(rounds) == 1:
        yield rule_warning("import-broken", True, map_text(findings[0], _without_full_stop))
    elif rounds:
        which = join_list(report.round for report in rounds)
        text = msg("rounds %(rounds)s are not paired as the rules give them; %(first)s", rounds=which,
                   first=map_text(findings[0], _without_full_stop))  # fmt: skip
        yield rule_warning("import-broken", True, text)


def _without_explained_points(tournament: Tournament) -> tuple[Tournament, dict[str, int]]:
    """Return the tournament without derivable declared points, and the unexplained points by key."""
    earned = player_points(tournament)
    gaps = {
        player.key: player.points - earned[player.number] for player in tournament.players if player.points is not None
    }
    players = tuple(replace(player, points=None) for player in tournament.players)
    so_far = current_points(tournament) if tournament.team_event else {}
    teams = tuple(
        replace(team, match_points=None, game_points=None)
        if (team.match_points, team.game_points) == so_far.get(team.number)
        else team
        for team in tournament.teams
    )
    return replace(tournament, players=players, teams=teams), {key: gap for key, gap in gaps.items() if gap}


def export_tournament(state: State, *, final: bool = False) -> Tournament:
    """Return the tournament of a state for export: without keys, with current points including unexplained ones.

    A `final` export has the final ranks, and is rejected while anything is open.
    """
    if final:
        require_finished(state)
    exported = update_declared_points(state.tournament, state.tournament)
    players = tuple(
        replace(player, key="", points=(player.points or 0) + state.unexplained.get(player.key, 0))
        for player in exported.players
    )
    teams = tuple(replace(team, key="") for team in exported.teams)
    exported = replace(exported, players=players, teams=teams, remarks=(*exported.remarks, *missing_remarks(state)))
    exported = drop_derived_order(exported)
    if final or not state.files:  # a file without a type comes out as it came in
        exported = with_type_description(exported)
    return _with_ranks(exported, state) if final and not exported.by_rank else exported


def with_type_description(t: Tournament) -> Tournament:
    """Return the tournament with a type description (record 092): by default that of its system."""
    if t.info.type or not t.system:
        return t
    return replace(t, info=replace(t.info, type=parse_type_code(t.system).description))


def _with_ranks(t: Tournament, state: State) -> Tournament:
    """Return the tournament with the final ranks; unranked participants have None."""
    rows, _ = ordered_rows(state, current_standings(state))
    ranks = {row.id: row.rank for row in rows}
    if t.team_event:
        return replace(t, teams=tuple(replace(team, rank=ranks.get(team.number)) for team in t.teams))
    return replace(t, players=tuple(replace(player, rank=ranks.get(player.number)) for player in t.players))


ParticipantT = TypeVar("ParticipantT", Player, Team)


def state_from_file(tournament: Tournament, played: int = 0) -> State:
    """Return the state of a tournament read from a file; `played` is the last round that was ever played.

    Participants without a key get one. The tournament is in FIDE mode unless a remark says that it was left.
    """
    keyed = _with_keys(tournament)
    numbers = [
        *(participant.number for participant in keyed.players),
        *(participant.number for participant in keyed.teams),
    ]
    permanent = PermanentFacts(
        left=fide_exit_round(keyed), played=max(played, last_played_round(keyed)), keys=max(numbers, default=0)
    )
    keys = index_participant_keys(keyed)
    withdrawn = {keys.participant[number]: round for number, round in find_withdrawals(keyed).items()}
    return State(keyed, permanent, withdrawn=withdrawn, keys=keys)


def tournament_for_file(state: State, original: Tournament) -> Tournament:
    """Return the tournament of a state for a file: without keys, unless the `original` tournament has some."""
    t = state.tournament
    if any(_list_keys(original)):
        return t
    return replace(
        t,
        players=tuple([replace(participant, key="") for participant in t.players]),
        teams=tuple([replace(participant, key="") for participant in t.teams]),
    )


def _with_keys(t: Tournament) -> Tournament:
    """Return the tournament with a key for every participant."""
    used_keys = set(_list_keys(t))
    if "" not in used_keys:
        return t

    def with_key(participant: ParticipantT, letter: str) -> ParticipantT:
        if participant.key:
            return participant
        key = f"{letter}{participant.number}"
        while key in used_keys:
            key = f"{letter}{key}"
        return replace(participant, key=key)

    players = tuple([with_key(player, "p") for player in t.players])
    teams = tuple([with_key(team, "t") for team in t.teams])
    return replace(t, players=players, teams=teams)


def _list_keys(t: Tournament) -> list[str]:
    return [*(participant.key for participant in t.players), *(participant.key for participant in t.teams)]


def missing_remarks(state: State) -> tuple[Remark, ...]:
    """Return what a file has no record for as remarks (`###`), without those that the file has already."""
    existing = {remark.text for remark in state.tournament.remarks}
    return tuple(remark for remark in _build_remarks(state) if remark.text not in existing)


def _build_remarks(state: State) -> Iterator[Remark]:
    yield from _choice_remarks(state)
    for key in sorted(state.barred, key=state.number):
        yield Remark(f"No half-point byes: {state.number(key)} {state.name(key)}".rstrip())
    for round, position in sorted(state.positions.items()):
        yield Remark(f"Chess960: start position {position}", round)
    for round, time in sorted(state.start_times.items()):
        yield Remark(f"Start: {time}", round)
    for after, order in sorted(state.drawn.items()):
        yield Remark(f"Lots: {_format_numbers(state, order)}", after)
    for after, groups in sorted(state.ordered.items()):
        if groups:
            yield Remark(f"Order by hand: {'; '.join(_format_numbers(state, group) for group in groups)}", after)
    for code, values in sorted(state.values.items()):
        numbered_values = sorted(
            (state.number(key), value) for key, value in values.items() if key in state.keys.participants
        )
        if numbered_values:
            yield Remark(f"Value {code}: {', '.join(f'{number} {value}' for number, value in numbered_values)}")


def _choice_remarks(state: State) -> Iterator[Remark]:
    """Yield the choices that the model has no field for, where they differ from the defaults."""
    choices = state.choices
    if choices.half_byes != DEFAULT_CHOICES.half_byes:
        yield Remark(f"Half-point byes: {choices.half_byes} each")
    if choices.last_half_bye is not None:
        yield Remark(f"Half-point byes: until round {choices.last_half_bye}")
    if choices.reverse is not None:
        yield Remark(f"Last two rounds of the first cycle: {'exchanged' if choices.reverse else 'as in the table'}")
    if choices.unrated:
        yield Remark(f"Unrated players: tie-breaks count them with the {choices.unrated} rating of the field")
    if choices.tiebreak_edition:
        yield Remark(f"Tie-breaks: by C.07 of {choices.tiebreak_edition}")
    if choices.long_event:
        yield Remark("Long event: over 30 days")
    if choices.chess960:
        yield Remark("Chess960")


def _format_numbers(state: State, keys: Iterable[str]) -> str:
    """Return the pairing numbers of some participants."""
    return " ".join(str(state.number(key)) for key in keys if key in state.keys.participants)
