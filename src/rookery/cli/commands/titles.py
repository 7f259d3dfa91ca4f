"""The title office: certificates of norms, applications across events, titles by rating, arbiters' norms (B.01, B.06).

What the files or the texts at hand do not decide is marked with a question mark, and never guessed. The forms
themselves are FIDE's: here is what goes into them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rookery.cli.console import print_facts, print_heading, print_json, print_paragraph, say
from rookery.cli.errors import DIFFERENT, DONE, CommandError
from rookery.cli.files import display_name, load_with_remarks
from rookery.cli.tables import print_table
from rookery.formatting import Column, Table, format_points
from rookery.model import Tournament
from rookery.presentation.tables import condition_sign
from rookery.rating import (
    ArbiterCertificate,
    Certificate,
    CertifiedEvent,
    CertifiedMix,
    Condition,
    Terms,
    apply_for_arbiter_title,
    apply_for_title,
    certify_arbiter_norm,
    certify_norm,
    derive_terms,
    direct_title,
    titles_by_rating,
    with_exemption,
    with_fewer_games,
)
from rookery.rating.certificates import DIRECT_TITLES, REQUIRED_RATINGS
from rookery.rating.norm_event import EXEMPTIONS, SHORTER_EVENTS

if TYPE_CHECKING:
    import argparse

EXAMPLES = (
    "rookery titles certificate examples/norms.trf --player 2 --title GM",
    "rookery titles by-rating 2310 --games 35",
    "rookery titles direct IM --rating 2150",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(
        dest="action", required=True, metavar="ACTION", help="certificate, apply, by-rating, direct or arbiter"
    )
    certificate = actions.add_parser(
        "certificate", help="what the form IT1 of a norm tells", description=_print_norm_certificate.__doc__
    )
    certificate.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON")
    certificate.add_argument("--player", type=int, metavar="ID", required=True, help="the number in the tournament")
    _add_norm_options(certificate)
    application = actions.add_parser(
        "apply", help="norms from several events", description=_print_title_application.__doc__
    )
    application.add_argument("files", metavar="FILE", nargs="+", help="a tournament with a norm; one after another")
    application.add_argument(
        "--player", metavar="WHO", required=True, help="the FIDE number, or the name as in the files"
    )
    application.add_argument("--rating", type=int, metavar="R", help="the highest rating ever reached (1.5.3)")
    application.add_argument(
        "--qualifying", action="append", default=[], metavar="FILE", help="its event is one of 1.5.6b-f"
    )
    _add_norm_options(application)
    by_rating = actions.add_parser(
        "by-rating", help="titles by rating alone", description=_print_titles_by_rating.__doc__
    )
    by_rating.add_argument("rating", type=int, metavar="RATING", help="the highest rating ever reached")
    by_rating.add_argument("--games", type=int, metavar="N", required=True, help="rated games played by then")
    by_rating.add_argument("--woman", action="store_true", help="women's titles too")
    direct = actions.add_parser(
        "direct", help="whether a direct title is conditional", description=_print_direct_title.__doc__
    )
    direct.add_argument("title", choices=list(DIRECT_TITLES), type=str.upper, help="the title that the event gives")
    direct.add_argument("--rating", type=int, metavar="R", help="the highest rating ever reached")
    direct.add_argument("--games", type=int, metavar="N", default=30, help="rated games played by then (default: 30)")
    arbiter = actions.add_parser("arbiter", help="norms of an arbiter", description=_print_arbiter_application.__doc__)
    arbiter.add_argument("files", metavar="FILE", nargs="+", help="a tournament that names the arbiter")
    arbiter.add_argument("--arbiter", metavar="NAME", required=True, help="a part of the name")
    arbiter.add_argument("--title", choices=["FA", "IA"], type=str.upper, required=True, help="the title sought")
    arbiter.add_argument("--seminar", choices=["yes", "no"], help="whether the seminar was passed")
    _add_format_option(arbiter)


def _add_norm_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--title", choices=list(REQUIRED_RATINGS), type=str.upper, required=True, help="the title sought")
    add("--exempt", choices=list(EXEMPTIONS), type=str.lower, help="why federations do not matter (1.4.3)")
    add("--championship", choices=list(SHORTER_EVENTS), type=str.lower, help="where fewer games suffice (1.4.1b)")
    add("--approved", action="store_true", help="FIDE approved the rate of play and the system")
    _add_format_option(parser)


def _add_format_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Run the action."""
    actions = {
        "certificate": _print_norm_certificate,
        "apply": _print_title_application,
        "by-rating": _print_titles_by_rating,
        "direct": _print_direct_title,
        "arbiter": _print_arbiter_application,
    }
    return actions[args.action](args)


def _derive_terms(args: argparse.Namespace, tournament: Tournament) -> Terms:
    terms = derive_terms(tournament, approved=args.approved)
    if args.exempt:
        terms = with_exemption(terms, args.exempt, tournament)
    return with_fewer_games(terms, args.championship) if args.championship else terms


def _print_norm_certificate(args: argparse.Namespace) -> int:
    """Print the certificate of a norm (form IT1, B.01 1.8); `rookery print FILE norm` makes a sheet of it."""
    tournament = load_with_remarks(args.file).tournament
    certificate = certify_norm(tournament, args.player, args.title, terms=_derive_terms(args, tournament))
    if args.format == "json":
        _print_data(certificate)
    else:
        _print_certificate(certificate)
    return DONE


def _print_title_application(args: argparse.Namespace) -> int:
    """Whether norms from several events make an application for a title (B.01 1.5): 27 games, rating, events."""
    certificates = []
    for file in args.files:
        tournament = load_with_remarks(file).tournament
        number = _find_player_number(tournament, args.player, file)
        certificates.append(certify_norm(tournament, number, args.title, terms=_derive_terms(args, tournament)))
    unknown = [file for file in args.qualifying if file not in args.files]
    if unknown:
        raise CommandError(f"--qualifying {unknown[0]}: it is not one of the files")
    places = [place for place, file in enumerate(args.files) if file in args.qualifying]
    application = apply_for_title(args.title, certificates, rating=args.rating, qualifying=places)
    if args.format == "json":
        _print_data(application)
        return DONE if application.is_met else DIFFERENT
    verdict = "suffices" if application.is_met else "does not suffice"
    print_heading(f"{application.title} for {certificates[0].player.name}: {verdict}")
    _print_norms(certificates)
    _print_conditions(application.conditions)
    return DONE if application.is_met else DIFFERENT


def _print_titles_by_rating(args: argparse.Namespace) -> int:
    """Print the titles that a rating gives by itself (B.01 1.3)."""
    titles = titles_by_rating(args.rating, args.games, woman=args.woman)
    print_paragraph(f"{' and '.join(titles)} (B.01 1.3)." if titles else "No title by rating (B.01 1.3).")
    return DONE


def _print_direct_title(args: argparse.Namespace) -> int:
    """Whether a title that an event gives directly is awarded at once or conditionally (B.01 0.6.2)."""
    line = direct_title(args.title, rating=args.rating, games=args.games)
    _print_conditions((line,))
    print_paragraph("Which place in which event gives a title says FIDE's table of direct titles, which is not here.")
    return DONE


def _print_arbiter_application(args: argparse.Namespace) -> int:
    """Print the certificates of an arbiter's norms (forms FA1, IA1), and whether they make an application (B.06.1)."""
    certificates = [
        certify_arbiter_norm(load_with_remarks(file).tournament, args.arbiter, args.title) for file in args.files
    ]
    seminar = None if args.seminar is None else args.seminar == "yes"
    application = apply_for_arbiter_title(args.title, certificates, seminar=seminar)
    if args.format == "json":
        _print_data(application)
        return DONE if application.is_met else DIFFERENT
    for certificate in certificates:
        _print_arbiter(certificate)
    print_heading(
        f"{application.title}: {'nothing known is against it' if application.is_met else 'does not suffice'} (B.06.1)"
    )
    _print_conditions(application.conditions)
    return DONE if application.is_met else DIFFERENT


def _find_player_number(tournament: Tournament, player_name: str, file: str) -> int:
    """Return the number of a player in a tournament, by FIDE number or full name."""
    key = player_name.strip().lower()
    numbers = [
        player.number for player in tournament.players if key in (str(player.fide_id or ""), player.name.lower())
    ]
    if len(numbers) != 1:
        problem = "several players are" if numbers else "nobody is"
        raise CommandError(f"{display_name(file)}: {problem} {player_name!r}")
    return numbers[0]


# -- for people --------------------------------------------------------------------------------------------------------


def _print_certificate(certificate: Certificate) -> None:
    player, event, result = certificate.player, certificate.event, certificate.result
    print_heading(f"{certificate.title} norm of {player.name}")
    needed = format_points(5 * result.needed_half_points)
    score = f"{format_points(5 * result.half_points)} of {len(result.games)}, {needed} needed"
    mix = f"{result.title_holders} title-holders, {result.level} of the level; {result.federations} other federations, "
    rows_of_facts = [
        ("FIDE ID", str(player.fide_id or "")),
        ("Federation", player.federation),
        ("Born", player.born),
        ("Rating", str(player.rating or "")),
        ("Title", player.title),
        ("Event", event.name),
        ("Place", ", ".join(part for part in (event.place, event.federation) if part)),
        ("Dates", _format_dates(event)),
        ("System", f"{event.system}, {event.rounds} rounds"),
        ("Rate of play", event.rate_of_play),
        ("Chief arbiter", event.chief_arbiter),
        ("Score", score),
        ("Ra, Rp", f"{result.average}, {result.performance}"),
        ("Opponents", mix + f"{result.compatriots} of the own; {result.unrated} unrated"),
        ("Their titles", ", ".join(f"{title} {number}" for title, number in result.mix.by_title)),
        ("Of the host", f"{result.mix.of_host_federation} of the federation of the event, {result.mix.rated} rated"),
        ("For 1.4.3d", _describe_field_mix(result.mix)),
        ("Counts as", f"{certificate.credit} games of 27"),
        ("Waiver", certificate.waiver),
        ("1.4.3e", "met without a waiver" if certificate.normal_foreigners else "not without the waiver"),
        (
            "1.1.3a",
            f"{condition_sign(certificate.one_round_a_day)}: {certificate.one_round_a_day.what},"
            f" {certificate.one_round_a_day.found}",
        ),
        ("1.5.6a", f"{condition_sign(certificate.strong_event)}: {certificate.strong_event.found}"),
    ]
    print_facts([(name, value) for name, value in rows_of_facts if value])
    columns = (
        Column("Round", ">"), Column("Opponent", least=12), Column("FIDE ID", ">"), Column("Fed"),
        Column("Rating", ">"), Column("1.4.6", ">"), Column("Title"), Column("Score", ">"),
    )  # fmt: skip
    rows = tuple(
        (str(game.round), game.opponent.name, str(game.opponent.fide_id or ""), game.opponent.federation,
         str(game.opponent.rating or "unrated"), str(game.counted) if game.counted != game.opponent.rating else "",
         game.opponent.title, format_points(5 * game.half_points))
        for game in result.games
    )  # fmt: skip
    say()
    print_table(Table(columns, rows))


def _describe_field_mix(mix: CertifiedMix) -> str:
    """Return what the form requires where the rules on federations are waived in a large Swiss."""
    if not mix.field_from_abroad:
        return ""
    return (
        f"{mix.field_from_abroad} rated players from abroad, of {mix.field_federations} federations, "
        f"{mix.field_titled} of them GM, IM, WGM or WIM"
    )


def _format_dates(event: CertifiedEvent) -> str:
    return " to ".join(day for day in (event.start, event.end) if day)


def _print_norms(certificates: Sequence[Certificate]) -> None:
    columns = (
        Column("Event", least=12),
        Column("Until"),
        Column("Score", ">"),
        Column("Rp", ">"),
        Column("Counts", ">"),
    )
    rows = tuple(
        (
            certificate.event.name,
            certificate.event.end,
            f"{format_points(5 * certificate.result.half_points)}/{len(certificate.result.games)}",
            str(certificate.result.performance),
            str(certificate.credit),
        )
        for certificate in certificates
    )
    print_table(Table(columns, rows))
    say()


def _print_arbiter(certificate: ArbiterCertificate) -> None:
    event = certificate.event
    print_heading(f"{certificate.form}: {certificate.arbiter}, {certificate.role}")
    print_facts(
        [
            ("Event", event.name),
            ("Place", ", ".join(part for part in (event.place, event.federation) if part)),
            ("Dates", _format_dates(event)),
            ("System", f"{event.system}, {event.rounds} rounds"),
            (
                "Players",
                f"{certificate.players}, {certificate.rated} rated, {certificate.titled} titled,"
                f" {certificate.federations} federations",
            ),
        ]
    )
    say()


def _print_conditions(lines: Sequence[Condition]) -> None:
    columns = (
        Column(""), Column("Article"), Column("Condition", least=14, wraps=True), Column("Found", least=10, wraps=True),
        Column("Needed", least=10, wraps=True),
    )  # fmt: skip
    print_table(
        Table(
            columns,
            tuple(
                (condition_sign(condition), condition.article, condition.what, condition.found, condition.needed)
                for condition in lines
            ),
        )
    )


def _print_data(answer: object) -> None:
    from rookery.serialize.as_data import as_data

    print_json(as_data(answer))
