"""A pairing as text: the boards of a round, and the decisions by bracket."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rookery.cli.console import print_heading, print_paragraph, say
from rookery.cli.errors import CommandError
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, bye_labels, describe_format, format_points, participant_label
from rookery.messages import join_list
from rookery.model import ByeKind, Result
from rookery.regulations import FORMATS

if TYPE_CHECKING:
    from rookery.load_result import LoadResult
    from rookery.model import Match, Round, Tournament
    from rookery.pairing.outcome import Ledger, Pairing, Reason


def print_pairing(tournament: Tournament, outcome: Pairing) -> None:
    """Print the boards, the byes and absences, the line-ups of teams, and the rules broken by fixed pairs."""
    boards = _boards_table(tournament, outcome)  # first: it may be refused
    print_heading(f"{tournament.info.name or 'Tournament'}, round {outcome.round_number}")
    if outcome.edition is not None:
        print_paragraph(f"{describe_format(FORMATS[outcome.system])}, by {outcome.edition}.")
        say()
    if outcome.round_number <= len(tournament.rounds):
        _print_verdict(outcome)
    print_table(boards)
    if outcome.bye is not None:
        print_paragraph(
            f"{participant_label(tournament.participants_by_number[outcome.bye])}: {ByeKind.PAIRING_ALLOCATED}"
        )
    if outcome.complete_round is not None:
        for line in _absence_lines(tournament, outcome, outcome.complete_round):
            say(line)
    else:
        for participant_id, kind in sorted(_absent_participants(tournament, outcome).items()):
            print_paragraph(f"{participant_label(tournament.participants_by_number[participant_id])}: {kind}")
    if tournament.team_event:
        from rookery.history.team_matches import team_match

        matches_by_team = (
            {match.white: match for match in outcome.complete_round.matches}
            if outcome.complete_round is not None
            else {}
        )
        for white, black in outcome.pairs:
            match = matches_by_team.get(white)
            if match is None or match.forfeit is None:
                _print_line_up(tournament, match if match is not None else team_match(tournament, white, black))
    for title, violations in (
        (
            "What was fixed breaks these rules:",
            [violation for violation in outcome.breaches if violation.article],
        ),
        (
            "What could not be kept:",
            [violation for violation in outcome.breaches if not violation.article],
        ),
    ):
        if violations:
            say()
            say(title, "bold")
        for violation in violations:
            names = join_list(
                participant_label(tournament.participants_by_number[participant_id])
                for participant_id in violation.participants
            )
            print_paragraph(f"{names}: {violation.text}{violation.article and f' ({violation.article})'}", indent="  ")


def _print_verdict(outcome: Pairing) -> None:
    """Print how a recorded round differs from the round by the rules, if it does."""
    from rookery.pairing.explain.facts import NotAsTheRules

    verdict = outcome.verdict
    if any(isinstance(reason.fact, NotAsTheRules) for reason in verdict):
        print_reasons(verdict)
        say()


def _absence_lines(tournament: Tournament, outcome: Pairing, complete_round: Round) -> Iterator[str]:
    """Yield a line for each free participant, bye and forfeit of a round made by a format."""
    for bye in complete_round.byes:
        if bye.kind is not ByeKind.PAIRING_ALLOCATED:
            free = bye_labels(tournament)[bye.kind][1]
            yield f"{participant_label(tournament.participants_by_number[bye.player])}: {free}"
    from rookery.history.team_matches import iter_forfeits

    for white, black, result in iter_forfeits(complete_round):
        names = {number: participant_label(tournament.participants_by_number[number]) for number in (white, black)}
        if result is Result.DOUBLE_FORFEIT:
            yield f"{names[white]} and {names[black]} are absent: both lose by forfeit"
        else:
            winner, absentee = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
            yield f"{names[absentee]} is absent: {names[winner]} wins by forfeit"


def _absent_participants(tournament: Tournament, outcome: Pairing) -> dict[int, ByeKind]:
    """Return the kind of bye of each participant who is not paired in the round."""
    if outcome.round_number == tournament.next_round:
        return tournament.absent(outcome.round_number)
    recorded = {bye.player: bye.kind for bye in tournament.rounds[outcome.round_number - 1].byes}
    ignored_kinds = (ByeKind.PAIRING_ALLOCATED, ByeKind.NOT_ENTERED)
    return {participant_id: kind for participant_id, kind in recorded.items() if kind not in ignored_kinds}


def _print_line_up(tournament: Tournament, match: Match) -> None:
    """Print the boards of a team match with their colours, as the rosters or the team table give them."""
    from rookery.history.team_matches import match_boards

    names = {0: "(vacant: forfeit)", **{player.number: participant_label(player) for player in tournament.players}}
    rows = []
    for board in match_boards(tournament, match):
        first_player, second_player = (board.black, board.white) if board.turned else (board.white, board.black)
        colours = ("b", "w") if board.turned else ("w", "b")
        rows.append((str(board.number), names[first_player], colours[0], "-", colours[1], names[second_player]))
    first, second = (
        participant_label(tournament.participants_by_number[match.white]),
        participant_label(tournament.participants_by_number[match.black]),
    )
    headings = (("Board", ">", 0), (first, "<", 14), ("", "<", 0), ("", "<", 0), ("", "<", 0), (second, "<", 14))
    columns = tuple(Column(title, align, least=least) for title, align, least in headings)
    say()
    print_table(Table(columns, tuple(rows)))


def _boards_table(tournament: Tournament, outcome: Pairing) -> Table:
    from rookery.history.history import History

    snapshot = History.for_tournament(tournament.before_round(outcome.round_number)).before(outcome.round_number)

    def side(participant_id: int) -> tuple[str, str, str]:
        participant = tournament.participants_by_number[participant_id]
        title = getattr(participant, "title", "")
        return str(participant_id), f"{title} {participant.name}".strip(), format_points(snapshot.score(participant_id))

    columns = (
        Column("Match" if tournament.team_event else "Board", ">"), Column("No", ">"), Column("White", least=14),
        Column("Pts", ">"), Column(""), Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for number, (white, black) in zip(outcome.board_numbers, outcome.pairs, strict=True):
        first, second = side(white), side(black)
        rows.append((str(number), *first, "-", second[2], *second[:2]))
    return Table(columns, tuple(rows))


def print_reasons(reasons: Iterable[Reason]) -> None:
    """Print each reason as a paragraph."""
    for reason in reasons:
        print_paragraph(str(reason))


def print_why_not(outcome: Pairing, participant_ids: Sequence[int]) -> None:
    """Print why two participants do not meet, or why one has not received the bye and the other has."""
    print_reasons(outcome.why_not(*participant_ids).reasons)
    if len(participant_ids) == 1 and outcome.bye not in (None, *participant_ids):
        assert outcome.bye is not None
        say()
        print_reasons(outcome.explain(outcome.bye).reasons)


def print_rules(outcome: Pairing) -> None:
    """Print the edition of the rules that was applied."""
    if outcome.edition is not None:
        say()
        print_paragraph(f"Rules: {outcome.edition}. The words are explained by: rookery words")


def print_brackets(tournament: Tournament, outcome: Pairing) -> None:
    """Print the decisions of each bracket; without brackets, the reason for each pair."""
    verdict = outcome.verdict
    print_reasons(verdict)
    brackets = [ledger for ledger in outcome.ledger if ledger.bracket]
    if verdict:
        description = "by the rules, group by group" if brackets else "as the format gives it"
        say()
        print_paragraph(f"What follows is the round {description}.")
        say()
    for number, ledger in enumerate(brackets):
        if number:
            say()
        _print_bracket(tournament, outcome, ledger)
    if outcome.complete_round is not None:
        _print_complete_round(outcome, outcome.complete_round)
    elif outcome.bye is not None:
        say()
        reference = f"--explain {outcome.bye} says why"
        name = participant_label(tournament.participants_by_number[outcome.bye])
        print_paragraph(f"{name} receives the {ByeKind.PAIRING_ALLOCATED}: {reference}.")


def _print_complete_round(outcome: Pairing, complete_round: Round) -> None:
    """Print the last reason for each participant of a round made by a format."""
    for participant_id in (*(white for white, _ in outcome.pairs), *(bye.player for bye in complete_round.byes)):
        print_reasons(outcome.explain(participant_id).reasons[-1:])


def _print_bracket(tournament: Tournament, outcome: Pairing, ledger: Ledger) -> None:
    """Print one bracket: its members, pairs and floaters, and the criteria that were not met."""
    decision = ledger.decision
    say(decision.description.capitalize(), "bold")
    if decision.moved_down:
        print_paragraph(f"from above: {join_list(map(str, decision.moved_down), 40)}", indent="  ")
    print_paragraph(f"in it: {join_list(map(str, decision.residents), 40)}", indent="  ")
    if decision.moved_up:
        print_paragraph(f"from below: {join_list(map(str, decision.moved_up), 40)}", indent="  ")
    for higher, lower in decision.pairs:
        first, second = (participant_label(tournament.participants_by_number[number]) for number in (higher, lower))
        print_paragraph(f"{first} meets {second}", indent="  ", hanging="    ")
    if decision.left:
        print_paragraph(f"left over: {join_list(map(str, decision.left), 40)}", indent="  ")
    for reason in outcome.unmet_criteria(ledger):
        print_paragraph(str(reason), indent="  ", hanging="    ")


def format_pair_list(outcome: Pairing) -> str:
    """Return the count, then `white black` per line, the bye as `player 0`, as pairing engines print it."""
    lines = [f"{white} {black}" for white, black in outcome.pairs]
    lines += [f"{outcome.bye} 0"] if outcome.bye is not None else []
    return "\n".join([str(len(lines)), *lines]) + "\n"


def dump_with_round(result: LoadResult, outcome: Pairing, paired: Tournament | None, output_format: str) -> bytes:
    """Return the file with the round added and its results open; in the file's own format unchanged lines are kept.

    `paired` is the tournament with the round; without it the round is appended as it is, to be printed.

    Raises:
        CommandError: The round is not the next one, or cannot be written.
    """
    import rookery
    from rookery.history.declared_points import update_declared_points

    tournament = result.tournament
    if outcome.round_number != tournament.next_round:
        raise CommandError(
            f"round {outcome.round_number} is in the file already, and only the next round can be added;"
            " rookery enter changes the pairings of a round"
        )
    if not outcome.pairs and outcome.bye is None and output_format != "json":
        raise CommandError(
            f"nobody is to be paired in round {outcome.round_number}: everybody has a bye, and TRF keeps no such round;"
            " rookery convert makes a JSON file of this one, which does"
        )
    complete_round = outcome.complete_round
    if complete_round is not None and complete_round.matches and not tournament.team_event and output_format != "json":
        raise CommandError(
            "TRF has no place for a meeting of several games: rookery convert makes a JSON file of this one"
        )
    if paired is None:
        paired = update_declared_points(tournament, tournament.with_round(outcome.round))
    if result.document is not None and output_format != "json":
        return result.document.replace(paired).dump()
    from rookery.files import file_format

    return rookery.dumps(paired, file_format(output_format))
