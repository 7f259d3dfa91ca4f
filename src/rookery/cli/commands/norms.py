"""Say who made a norm for a title, condition by condition (B.01 1.4), and what is needed in the rounds to come.

A tournament file does not say everything: with --exempt the rules on federations are waived (in a national
championship for the home players only), with --championship fewer than nine games suffice (1.4.1b), --approved says
that FIDE accepted another rate of play or system. What the file leaves open is marked with a question mark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.cli.console import print_heading, print_json, print_paragraph, say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import load_with_remarks
from rookery.cli.tables import print_csv, print_table
from rookery.formatting import Column, Table, count, format_points, participant_label
from rookery.history.scoring import format_score
from rookery.messages import join_list
from rookery.model import Tournament
from rookery.presentation.tables import condition_sign, norm_remarks
from rookery.rating import TITLES, Audit, NormForecast, Terms, derive_terms, norms, with_exemption, with_fewer_games
from rookery.rating.norm_event import EXEMPTIONS, SHORTER_EVENTS

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery norms examples/norms.trf",
    "rookery norms examples/norms.trf --player 2 --title IM",
    "rookery norms examples/norms.trf --format csv",
)
_FEWEST = 7
CLOSE = 1
"""With at most so many conditions failed, a player is listed among those who came near."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a tournament in TRF or JSON; - is standard input")
    add("--player", type=int, metavar="ID", help="only this player, with every condition")
    add("--title", choices=[title.code for title in TITLES], type=str.upper, help="only this title")
    add("--exempt", choices=list(EXEMPTIONS), type=str.lower, help="why federations do not matter (1.4.3)")
    add("--championship", choices=list(SHORTER_EVENTS), type=str.lower, help="where fewer games suffice (1.4.1b)")
    add("--approved", action="store_true", help="FIDE approved the rate of play and the system")
    add("--games", type=int, metavar="N", help="so many games suffice (1.4.1; default: 9)")
    add("--format", choices=["text", "json", "csv"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Audit the norms, and print the result."""
    tournament = load_with_remarks(args.file).tournament
    terms = derive_terms(tournament, approved=args.approved)
    if args.exempt:
        terms = with_exemption(terms, args.exempt, tournament)
    if args.championship:
        terms = with_fewer_games(terms, args.championship)
    if args.games is not None and args.games < _FEWEST:
        raise CommandError(f"--games {args.games}: no norm is made of fewer than {_FEWEST} games (B.01 1.4.1b)")
    if args.games:
        terms = replace(terms, minimum=args.games)
    audits = norms(tournament, player=args.player, title=args.title, terms=terms)
    if args.format == "json":
        from rookery.serialize.as_data import as_data

        print_json(as_data(audits))
    elif args.format == "csv":
        print_csv(_csv_table(audits))
    elif args.player is not None:
        _print_audits(audits, tournament)
    else:
        _print_summary(audits, tournament, terms)
    return DONE


# -- everybody ---------------------------------------------------------------------------------------------------------


def _print_summary(audits: tuple[Audit, ...], tournament: Tournament, terms: Terms) -> None:
    print_heading(tournament.info.name or "Tournament without a name")
    met_audits = [audit for audit in audits if audit.is_met]
    nearly_met = [
        audit
        for audit in audits
        if audit.games and not audit.is_met and len(audit.failed) <= CLOSE and not _is_still_possible(audit)
    ]
    possible = [audit for audit in audits if not audit.is_met and _is_still_possible(audit)]
    robin = "double round robin" if terms.double_round_robin else "round robin"
    kind = "Swiss" if terms.swiss else robin if terms.round_robin else "pairings known beforehand"
    print_paragraph(
        f"{kind.capitalize()}, {count(terms.rounds, 'round')}: {count(len(met_audits), 'norm')} made (B.01 1.4)."
    )
    if not all(line.passed for line in terms.event):
        _print_excluded_players(terms)
        return
    if met_audits:
        _print_achieved_norms(met_audits)
    if nearly_met:
        _print_near_misses(nearly_met)
    if possible:
        _print_possible_norms(possible)
    if met_audits or nearly_met or possible:
        return
    if terms.rounds < terms.minimum:
        print_paragraph(f"There are too few rounds: a norm needs {count(terms.minimum, 'game')} (B.01 1.4.1).")
    else:
        print_paragraph("Nobody came near one; --player ID shows every condition.")


def _print_excluded_players(terms: Terms) -> None:
    for line in terms.event:
        if not line.passed:
            print_paragraph(
                f"None can be made here: {line.what} {line.found}, not {line.needed} (B.01 {line.article})."
            )


def _is_still_possible(audit: Audit) -> bool:
    return audit.outlook is not None and not audit.outlook.hopeless


def _print_achieved_norms(audits: list[Audit]) -> None:
    columns = (
        Column("Norm"), Column("No", ">"), Column("Name", least=12), Column("Score", ">"), Column("Ra", ">"),
        Column("Rp", ">"), Column("Games", ">"), Column("Ignored", least=10),
    )  # fmt: skip
    rows = tuple(
        (audit.title, str(audit.player.number), audit.player.name, _format_score(audit), str(audit.average),
         str(audit.performance), _format_game_count(audit), _describe_ignored_games(audit))
        for audit in audits
    )  # fmt: skip
    say()
    print_table(Table(columns, rows).without_empty())


def _format_game_count(audit: Audit) -> str:
    """Return the number of games, and what they count as if that differs (1.4.1b to d, 1.7)."""
    return str(len(audit.games)) + (f" as {audit.credit}" if audit.credit != len(audit.games) else "")


def _format_score(audit: Audit) -> str:
    return f"{format_points(5 * audit.half_points)}/{len(audit.games)}"


def _describe_ignored_games(audit: Audit) -> str:
    words = [f"round {game.round}" for game in audit.ignored] + ["last round as lost"] * audit.as_loss
    return ", ".join(words)


def _print_near_misses(audits: list[Audit]) -> None:
    columns = (
        Column("Norm"),
        Column("No", ">"),
        Column("Name", least=12),
        Column("What was missing", least=20, wraps=True),
    )
    rows = tuple(
        (audit.title, str(audit.player.number), audit.player.name, _describe_failed_conditions(audit))
        for audit in audits
    )
    say()
    say("Came near", "bold")
    print_table(Table(columns, rows))


def _describe_failed_conditions(audit: Audit) -> str:
    return "; ".join(f"{line.what} {line.found}, not {line.needed} ({line.article})" for line in audit.failed)


def _print_possible_norms(audits: list[Audit]) -> None:
    columns = (
        Column("Norm"),
        Column("No", ">"),
        Column("Name", least=12),
        Column("Needs at least", least=20, wraps=True),
    )
    rows = tuple(
        (audit.title, str(audit.player.number), audit.player.name, _describe_least_score(audit.outlook))
        for audit in audits
        if audit.outlook
    )
    say()
    say("Still possible", "bold")
    print_table(Table(columns, rows))


def _describe_least_score(outlook: NormForecast) -> str:
    if outlook.least is None:
        return outlook.hopeless
    half_points, average = outlook.least
    against = f" against an average of {average}" if average else ""
    return f"{format_points(5 * half_points)} of {outlook.rounds}{against}"


# -- one player --------------------------------------------------------------------------------------------------------


def _print_audits(audits: tuple[Audit, ...], tournament: Tournament) -> None:
    if not audits:
        print_paragraph("This player holds the highest title already; --title asks for one nevertheless.")
    for number, audit in enumerate(audits):
        if number:
            say()
        print_heading(f"{participant_label(audit.player)}: {audit.title} norm {'made' if audit.is_met else 'not made'}")
        columns = (
            Column(""),
            Column("Article"),
            Column("Condition"),
            Column("Found", ">"),
            Column("Needed", least=10, wraps=True),
        )
        rows = tuple(
            (condition_sign(condition), condition.article, condition.what, condition.found, condition.needed)
            for condition in audit.conditions
        )
        print_table(Table(columns, rows))
        _print_remarks(audit, tournament)


def _print_remarks(audit: Audit, tournament: Tournament) -> None:
    names = {player.number: participant_label(player) for player in tournament.players}
    for text in norm_remarks(audit, tournament):
        print_paragraph(text)
    if audit.outlook:
        _print_outlook(audit.outlook, names)


def _print_outlook(outlook: NormForecast, names: dict[int, str]) -> None:
    say()
    say(f"The {count(outlook.rounds, 'game')} to come", "bold")
    if outlook.known:
        print_paragraph(f"Known opponents: {join_list(names[number] for number in outlook.known)}.")
    if outlook.hopeless:
        print_paragraph(f"The norm cannot be made any more: {outlook.hopeless}.")
        return
    if outlook.needs:
        print_paragraph(f"Opponents must bring: {'; '.join(outlook.needs)}.")
    columns = (Column("Score", ">"), Column("Average of the unknown opponents", ">"))
    rows = tuple((format_points(5 * half), str(average or "any")) for half, average in outlook.scores)
    if any(average for _, average in outlook.scores):
        print_table(Table(columns, rows))
    else:
        print_paragraph(f"{format_score(5 * outlook.scores[0][0])} or more suffice.")


# -- for programs ------------------------------------------------------------------------------------------------------


def _csv_table(audits: tuple[Audit, ...]) -> Table:
    titles = ("id", "name", "title", "met", "games", "points", "ra", "rp", "failed")
    rows = tuple(
        (str(audit.player.number), audit.player.name, audit.title, "yes" if audit.is_met else "no",
         str(len(audit.games)), format_points(5 * audit.half_points), str(audit.average or ""),
         str(audit.performance or ""), " ".join(line.article for line in audit.failed))
        for audit in audits
    )  # fmt: skip
    return Table(tuple(Column(title) for title in titles), rows)
