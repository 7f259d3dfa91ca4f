"""The title office: certificates of norms, applications across events, titles by rating, arbiters' norms (B.01, B.06).

What the files or the texts at hand do not decide is marked with a question mark, and never guessed. The forms
themselves are FIDE's: here is what goes into them.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.files import name_of, told_of_errors
from rookery.cli.render import facts, heading, paragraph, print_json, say
from rookery.cli.tables import print_table
from rookery.labels import Column, Table, points
from rookery.model import Tournament
from rookery.rating import (
    ArbiterCertificate,
    Certificate,
    CertifiedEvent,
    CertifiedMix,
    Condition,
    Terms,
    application,
    arbiter_application,
    arbiter_certificate,
    certificate,
    direct_title,
    exempted,
    shortened,
    terms_of,
    titles_by_rating,
)
from rookery.rating.applications import DIRECT, RATINGS
from rookery.rating.title_event import EXEMPT, SHORTER
from rookery.shown.norms import sign
from rookery.typed import TYPE_CHECKING

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
    one = actions.add_parser("certificate", help="what the form IT1 of a norm tells", description=_certificate.__doc__)
    one.add_argument("file", metavar="FILE", help="a tournament in TRF or JSON")
    one.add_argument("--player", type=int, metavar="ID", required=True, help="the number in the tournament")
    _norm(one)
    two = actions.add_parser("apply", help="norms from several events", description=_apply.__doc__)
    two.add_argument("files", metavar="FILE", nargs="+", help="a tournament with a norm; one after another")
    two.add_argument("--player", metavar="WHO", required=True, help="the FIDE number, or the name as in the files")
    two.add_argument("--rating", type=int, metavar="R", help="the highest rating ever reached (1.5.3)")
    two.add_argument("--qualifying", action="append", default=[], metavar="FILE", help="its event is one of 1.5.6b-f")
    _norm(two)
    three = actions.add_parser("by-rating", help="titles by rating alone", description=_by_rating.__doc__)
    three.add_argument("rating", type=int, metavar="RATING", help="the highest rating ever reached")
    three.add_argument("--games", type=int, metavar="N", required=True, help="rated games played by then")
    three.add_argument("--woman", action="store_true", help="women's titles too")
    four = actions.add_parser("direct", help="whether a direct title is conditional", description=_direct.__doc__)
    four.add_argument("title", choices=list(DIRECT), type=str.upper, help="the title that the event gives")
    four.add_argument("--rating", type=int, metavar="R", help="the highest rating ever reached")
    four.add_argument("--games", type=int, metavar="N", default=30, help="rated games played by then (default: 30)")
    five = actions.add_parser("arbiter", help="norms of an arbiter", description=_arbiter.__doc__)
    five.add_argument("files", metavar="FILE", nargs="+", help="a tournament that names the arbiter")
    five.add_argument("--arbiter", metavar="NAME", required=True, help="a part of the name")
    five.add_argument("--title", choices=["FA", "IA"], type=str.upper, required=True, help="the title sought")
    five.add_argument("--seminar", choices=["yes", "no"], help="whether the seminar was passed")
    _format(five)


def _norm(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--title", choices=list(RATINGS), type=str.upper, required=True, help="the title sought")
    add("--exempt", choices=list(EXEMPT), type=str.lower, help="why federations do not matter (1.4.3)")
    add("--championship", choices=list(SHORTER), type=str.lower, help="where fewer games suffice (1.4.1b)")
    add("--approved", action="store_true", help="FIDE approved the rate of play and the system")
    _format(parser)


def _format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    actions = {
        "certificate": _certificate, "apply": _apply, "by-rating": _by_rating, "direct": _direct, "arbiter": _arbiter,
    }  # fmt: skip
    return actions[args.action](args)


def _terms(args: argparse.Namespace, tournament: Tournament) -> Terms:
    terms = terms_of(tournament, approved=args.approved)
    if args.exempt:
        terms = exempted(terms, args.exempt, tournament)
    return shortened(terms, args.championship) if args.championship else terms


def _certificate(args: argparse.Namespace) -> int:
    """What the certificate of a norm tells (form IT1, B.01 1.8); `rookery print FILE norm` makes a sheet of it."""
    tournament = told_of_errors(args.file).tournament
    made = certificate(tournament, args.player, args.title, terms=_terms(args, tournament))
    if args.format == "json":
        _print_data(made)
    else:
        _print_certificate(made)
    return DONE


def _apply(args: argparse.Namespace) -> int:
    """Whether norms from several events make an application for a title (B.01 1.5): 27 games, rating, events."""
    found = []
    for file in args.files:
        tournament = told_of_errors(file).tournament
        number = _number(tournament, args.player, file)
        found.append(certificate(tournament, number, args.title, terms=_terms(args, tournament)))
    unknown = [file for file in args.qualifying if file not in args.files]
    if unknown:
        raise Refusal(f"--qualifying {unknown[0]}: it is not one of the files")
    places = [place for place, file in enumerate(args.files) if file in args.qualifying]
    made = application(args.title, found, rating=args.rating, qualifying=places)
    if args.format == "json":
        _print_data(made)
        return DONE if made.met else DIFFERENT
    heading(f"{made.title} for {found[0].player.name}: {'suffices' if made.met else 'does not suffice'}")
    _print_norms(found)
    _print_conditions(made.conditions)
    return DONE if made.met else DIFFERENT


def _by_rating(args: argparse.Namespace) -> int:
    """The titles that a rating gives by itself (B.01 1.3)."""
    found = titles_by_rating(args.rating, args.games, woman=args.woman)
    paragraph(f"{' and '.join(found)} (B.01 1.3)." if found else "No title by rating (B.01 1.3).")
    return DONE


def _direct(args: argparse.Namespace) -> int:
    """Whether a title that an event gives directly is awarded at once or conditionally (B.01 0.6.2)."""
    line = direct_title(args.title, rating=args.rating, games=args.games)
    _print_conditions((line,))
    paragraph("Which place in which event gives a title says FIDE's table of direct titles, which is not here.")
    return DONE


def _arbiter(args: argparse.Namespace) -> int:
    """What certificates of an arbiter's norms tell (forms FA1, IA1), and whether they make an application (B.06.1)."""
    found = [arbiter_certificate(told_of_errors(file).tournament, args.arbiter, args.title) for file in args.files]
    seminar = None if args.seminar is None else args.seminar == "yes"
    made = arbiter_application(args.title, found, seminar=seminar)
    if args.format == "json":
        _print_data(made)
        return DONE if made.met else DIFFERENT
    for one in found:
        _print_arbiter(one)
    heading(f"{made.title}: {'nothing known is against it' if made.met else 'does not suffice'} (B.06.1)")
    _print_conditions(made.conditions)
    return DONE if made.met else DIFFERENT


def _number(tournament: Tournament, who: str, file: str) -> int:
    """The number of a player in a tournament, by FIDE number or whole name."""
    wanted = who.strip().lower()
    found = [one.id for one in tournament.players if wanted in (str(one.fide_id or ""), one.name.lower())]
    if len(found) != 1:
        how = "several players are" if found else "nobody is"
        raise Refusal(f"{name_of(file)}: {how} {who!r}")
    return found[0]


# -- for people --------------------------------------------------------------------------------------------------------


def _print_certificate(made: Certificate) -> None:
    one, event, result = made.player, made.event, made.result
    heading(f"{made.title} norm of {one.name}")
    score = f"{points(5 * result.half_points)} of {len(result.games)}, {points(5 * result.needed_half_points)} needed"
    mix = f"{result.title_holders} title-holders, {result.level} of the level; {result.federations} other federations, "
    said = [
        ("FIDE ID", str(one.fide_id or "")), ("Federation", one.federation), ("Born", one.born),
        ("Rating", str(one.rating or "")), ("Title", one.title), ("Event", event.name),
        ("Place", ", ".join(part for part in (event.place, event.federation) if part)),
        ("Dates", _dates(event)), ("System", f"{event.system}, {event.rounds} rounds"),
        ("Rate of play", event.rate_of_play), ("Chief arbiter", event.chief_arbiter), ("Score", score),
        ("Ra, Rp", f"{result.average}, {result.performance}"),
        ("Opponents", mix + f"{result.compatriots} of the own; {result.unrated} unrated"),
        ("Their titles", ", ".join(f"{title} {found}" for title, found in result.mix.by_title)),
        ("Of the host", f"{result.mix.of_host_federation} of the federation of the event, {result.mix.rated} rated"),
        ("For 1.4.3d", _of_the_field(result.mix)),
        ("Counts as", f"{made.credit} games of 27"), ("Waiver", made.waiver),
        ("1.4.3e", "met without a waiver" if made.normal_foreigners else "not without the waiver"),
        ("1.1.3a", f"{sign(made.one_round_a_day)}: {made.one_round_a_day.what}, {made.one_round_a_day.found}"),
        ("1.5.6a", f"{sign(made.strong_event)}: {made.strong_event.found}"),
    ]  # fmt: skip
    facts([(name, value) for name, value in said if value])
    columns = (
        Column("Round", ">"), Column("Opponent", least=12), Column("FIDE ID", ">"), Column("Fed"),
        Column("Rating", ">"), Column("1.4.6", ">"), Column("Title"), Column("Score", ">"),
    )  # fmt: skip
    rows = tuple(
        (str(game.round), game.opponent.name, str(game.opponent.fide_id or ""), game.opponent.federation,
         str(game.opponent.rating or "unrated"), str(game.counted) if game.counted != game.opponent.rating else "",
         game.opponent.title, points(5 * game.half_points))
        for game in result.games
    )  # fmt: skip
    say()
    print_table(Table(columns, rows))


def _of_the_field(mix: CertifiedMix) -> str:
    """What the form asks where the rules on federations are waived in a large Swiss."""
    if not mix.field_from_abroad:
        return ""
    return (
        f"{mix.field_from_abroad} rated players from abroad, of {mix.field_federations} federations, "
        f"{mix.field_titled} of them GM, IM, WGM or WIM"
    )


def _dates(event: CertifiedEvent) -> str:
    return " to ".join(day for day in (event.start, event.end) if day)


def _print_norms(found: Sequence[Certificate]) -> None:
    columns = (
        Column("Event", least=12),
        Column("Until"),
        Column("Score", ">"),
        Column("Rp", ">"),
        Column("Counts", ">"),
    )
    rows = tuple(
        (one.event.name, one.event.end, f"{points(5 * one.result.half_points)}/{len(one.result.games)}",
         str(one.result.performance), str(one.credit))
        for one in found
    )  # fmt: skip
    print_table(Table(columns, rows))
    say()


def _print_arbiter(made: ArbiterCertificate) -> None:
    event = made.event
    heading(f"{made.form}: {made.arbiter}, {made.role}")
    facts(
        [
            ("Event", event.name),
            ("Place", ", ".join(part for part in (event.place, event.federation) if part)),
            ("Dates", _dates(event)),
            ("System", f"{event.system}, {event.rounds} rounds"),
            ("Players", f"{made.players}, {made.rated} rated, {made.titled} titled, {made.federations} federations"),
        ]
    )
    say()


def _print_conditions(lines: Sequence[Condition]) -> None:
    columns = (
        Column(""), Column("Article"), Column("Condition", least=14, wraps=True), Column("Found", least=10, wraps=True),
        Column("Needed", least=10, wraps=True),
    )  # fmt: skip
    print_table(Table(columns, tuple((sign(one), one.article, one.what, one.found, one.needed) for one in lines)))


def _print_data(answer: object) -> None:
    from rookery.answers.data import as_data

    print_json(as_data(answer))
