"""Run tournaments in the browser, and maintain them: log, undo, copies, exchange between desks.

rookery desk alone opens the desk in the browser, at 127.0.0.1, for this machine only.

A desk is a database of tournaments, an SQLite file: the one named by --desk, else by ROOKERY_DESK, else
rookery/desk.sqlite in your data folder. An address such as postgresql://host/name works too. Needs pip install
"rookery-chess[desk]".
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph, say
from rookery.cli.errors import DIFFERENT, DONE, CommandError
from rookery.cli.files import write_output
from rookery.cli.terminal import remark
from rookery.errors import RookeryError
from rookery.formatting import count
from rookery.messages import join_list

if TYPE_CHECKING:
    import argparse

    from rookery.storage import Stream
    from rookery.storage.store import Store
    from rookery.tournaments.command import Command
    from rookery.tournaments.state import State

OTHERWISE = "open"
"""What is meant where no action is named."""

EXAMPLES = (
    "rookery desk",
    "rookery desk import examples/club.rookery --desk hall.sqlite",
    "rookery desk import examples/swiss.trf --as open --desk open.sqlite",
    "rookery desk list --desk hall.sqlite",
    "rookery desk account list --desk hall.sqlite",
    "rookery desk log --desk hall.sqlite",
    "rookery desk undo --by ada --desk hall.sqlite",
    'rookery desk point "before the prizes" --desk hall.sqlite',
    "rookery desk export -o club.trf --desk hall.sqlite",
    "rookery desk publish site --desk hall.sqlite",
    "rookery desk backup copies --desk hall.sqlite",
    "rookery desk restore copies --desk hall.sqlite",
    "rookery desk check --desk hall.sqlite",
    'rookery desk person export "Heron, Isolde" -o isolde.json --desk hall.sqlite',
    "rookery desk retention --desk hall.sqlite",
    "rookery desk vcl --open",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", help="what to do, see below")
    for name, act in ACTIONS.items():
        about = (act.__doc__ or "").strip()
        subparser = actions.add_parser(name, help=_ABOUT[name], description=about)
        if act is not _print_acceptance_checklist:
            subparser.add_argument("--desk", metavar="PLACE", help="the file, the folder, or the address of the desk")
        if act is _open_desk:
            from rookery.cli.desk import server

            server.add_arguments(subparser)
        if act in (_print_log, _undo_or_return, _mark_or_list_restore_points, _export_tournament, _handle_person):
            subparser.add_argument("-t", "--tournament", metavar="NAME", help="which one, where there are several")
        if act in (_undo_or_return, _mark_or_list_restore_points, _import_tournament, _handle_person):
            subparser.add_argument("--by", metavar="WHO", help="your name (default: the name of the account)")
        if act in (_undo_or_return, _restore_desk, _import_tournament, _handle_person):
            subparser.add_argument(
                "--yes", action="append", default=[], metavar="CODE", help="confirm this warning in advance"
            )
        _add_action_arguments(subparser, name)


def _add_action_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    if name == "log":
        parser.add_argument("--after", type=int, default=0, metavar="N", help="only events after version N")
        parser.add_argument("--last", type=int, metavar="N", help="only the last N")
        parser.add_argument("--by", metavar="WHO", help="only the commands of this arbiter")
        parser.add_argument("--kind", metavar="KIND", help="only events of a kind: result, round.paired, ...")
        parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    elif name == "undo":
        way = parser.add_mutually_exclusive_group()
        way.add_argument("--redo", action="store_true", help="repeat what was undone last")
        way.add_argument("--to", metavar="POINT", help="return to a restore point, or to a version by its number")
    elif name == "point":
        parser.add_argument("name", nargs="?", metavar="POINT", help="its name; without one, list the points")
    elif name == "export":
        parser.add_argument("-o", "--output", metavar="OUT", help="file.rookery, file.trf or file.json")
        parser.add_argument("--final", action="store_true", help="with the final ranks; refused while anything is open")
        parser.add_argument("--force", action="store_true", help="overwrite another tournament")
    elif name == "import":
        parser.add_argument("file", metavar="FILE", help="file.rookery, or a tournament in TRF or JSON")
        parser.add_argument("--as", dest="slug", metavar="NAME", help="the name of the tournament at this desk")
    elif name == "invite":
        from rookery.cli.desk import server

        server.add_invite_arguments(parser)
    elif name == "token":
        from rookery.cli.desk import tokens

        tokens.add_arguments(parser)
    elif name == "account":
        from rookery.cli.desk import accounts

        accounts.add_arguments(parser)
    elif name == "vcl":
        from rookery.cli.desk import reports

        reports.add_arguments(parser)
    elif name == "publish":
        from rookery.cli.desk import publish

        publish.add_arguments(parser)
    elif name in ("person", "retention"):
        from rookery.cli.desk import privacy

        (privacy.add_person_arguments if name == "person" else privacy.add_retention_arguments)(parser)
    elif name in ("backup", "restore"):
        parser.add_argument("folder", metavar="FOLDER", help="where the copies are")


def run(args: argparse.Namespace) -> int:
    """Run the action."""
    return ACTIONS[args.action](args)


def _open_desk(args: argparse.Namespace) -> int:
    """Open the desk in the browser: a folder or a file with its tournaments, or a tournament to import first."""
    from rookery.cli.desk import server

    return server.run(args)


def _invite_person(args: argparse.Namespace) -> int:
    """Invite another arbiter to the open desk: print an address that works once, within a day.

    Sessions can also be listed and ended.
    """
    from rookery.cli.desk import server

    return server.invite(args)


def _manage_accounts(args: argparse.Namespace) -> int:
    """Add, list, disable or enable accounts, and set their passwords, for a desk on a server.

    The password is asked for on the terminal, or read from the first line of a file.
    """
    from rookery.cli.desk import accounts

    return accounts.run(args)


# -- the log and the way back ------------------------------------------------------------------------------------------


def _print_log(args: argparse.Namespace) -> int:
    """Show what was done, by whom and when, and what was undone since."""
    from rookery.cli.desk.reports import print_log
    from rookery.cli.desk.store import open_desk, select_stream

    with open_desk(args.desk, reads=True) as store:
        print_log(store, select_stream(store, args.tournament), args)
    return DONE


def _undo_or_return(args: argparse.Namespace) -> int:
    """Undo your last command, return to a restore point, or redo. Nothing is lost: the log keeps it."""
    from rookery.cli.desk.reports import describe_undo
    from rookery.cli.desk.store import execute_command, open_desk, select_stream
    from rookery.tournaments.domain.restore_points import Redo, Return, Undo

    with open_desk(args.desk) as store:
        stream = select_stream(store, args.tournament)
        command: Command = Redo() if args.redo else Undo()
        if args.to is not None:
            command = Return(to=int(args.to)) if args.to.isdecimal() else Return(point=args.to)
        outcome = execute_command(store, stream, command, args.by, args.yes)
        for line in describe_undo(stream, outcome):
            print_paragraph(line)
    return DONE


def _mark_or_list_restore_points(args: argparse.Namespace) -> int:
    """Create a restore point; without a name, list them."""
    from rookery.cli.desk.store import create_service, execute_command, open_desk, select_stream
    from rookery.tournaments.domain.restore_points import MarkPoint

    with open_desk(args.desk, reads=args.name is None) as store:
        stream = select_stream(store, args.tournament)
        if args.name is None:
            marks = create_service(store).state(stream.id).permanent.marks
            for mark in marks:
                say(f"{mark.version:6}  {mark.name}")
            if not marks:
                say("No point is marked yet.")
            return DONE
        outcome = execute_command(store, stream, MarkPoint(args.name), args.by, ())
        print_paragraph(f"Version {outcome.version} of {stream.slug} is {args.name!r} from now on.")
    return DONE


# -- from one desk to another ------------------------------------------------------------------------------------------


def _export_tournament(args: argparse.Namespace) -> int:
    """Write a tournament to a file: its whole log for another desk, or its current state as TRF or JSON."""
    from rookery.cli.desk.store import (
        create_service,
        export_dialect,
        open_desk,
        refuse_replacing_another,
        select_stream,
    )
    from rookery.cli.journal import current_user
    from rookery.storage import log_file
    from rookery.web.audit import record_place

    with open_desk(args.desk, reads=True) as store:
        stream, dialect = select_stream(store, args.tournament), export_dialect(args.output)
        if dialect and stream.kind == "event":
            raise CommandError(f"{stream.slug} is an event with sections: export each section, or OUT in .rookery")
        if dialect:
            data = _dump_tournament(create_service(store).state(stream.id), dialect, final=args.final)
        elif args.final:
            raise CommandError("--final is for OUT in .trf or .json: a log goes on")
        else:
            data = log_file.dumps(stream, store.read(stream.id, until=stream.version))
        if args.output not in (None, "-"):
            record_place(store, "export", current_user(None), Path(args.output), stream.id)
    if args.output not in (None, "-") and not args.force:
        refuse_replacing_another(args.output, stream, data)
    write_output(data, args.output)
    if args.output not in (None, "-"):
        print_paragraph(f"{stream.slug}, version {stream.version}, is in {args.output}.")
    return DONE


def _import_tournament(args: argparse.Namespace) -> int:
    """Import a tournament: the log of another desk, of which new events are added, or a file in TRF or JSON."""
    from rookery.cli.desk.store import adopt_log, load_import, open_desk, print_warnings

    stream, records = load_import(args)
    with open_desk(args.desk, fresh=True) as store:
        slug = _name_at_desk(store, stream, args.slug)
        print_warnings(store, stream, records)
        new = adopt_log(store, stream, records)
        store_name = store.name
    if new:
        print_paragraph(f"{store_name} has {slug} at version {stream.version} now: {count(new, 'new event')}.")
    else:
        print_paragraph(f"{store_name} has all of {slug} already.")
    return DONE


def _name_at_desk(store: Store, stream: Stream, requested: str | None) -> str:
    """Return the name of a tournament at this desk; one that is present keeps its name."""
    present_slug = next((candidate.slug for candidate in store.streams() if candidate.id == stream.id), None)
    if present_slug is not None and requested not in (None, present_slug):
        raise CommandError(f"{store.name} has this tournament already, as {present_slug}: it keeps that name")
    return present_slug or stream.slug


# -- copies ------------------------------------------------------------------------------------------------------------


def _back_up_desk(args: argparse.Namespace) -> int:
    """Copy the desk into a folder, together with each tournament as TRF and JSON."""
    from rookery.cli.desk.store import create_service, open_desk
    from rookery.cli.journal import current_user
    from rookery.web.audit import record_place

    with open_desk(args.desk, reads=True) as store:
        desk = create_service(store)
        copy = store.backup(args.folder, lambda stream: _files_for_backup(stream, desk.state(stream.id)))
        record_place(store, "backup", current_user(None), copy.parent)
        content = _count_streams(store)
    print_paragraph(f"{copy} is a copy of the desk with {content}.")
    return DONE


def _publish_site(args: argparse.Namespace) -> int:
    """Write the public pages of a tournament as a web site: what is published, and nothing else."""
    from rookery.cli.desk import publish

    return publish.run(args)


def _check_desk(args: argparse.Namespace) -> int:
    """Verify the desk: the database, the checksum of every log, and the state that each log leads to."""
    from rookery.cli.desk.reports import find_faults
    from rookery.cli.desk.store import open_desk

    with open_desk(args.desk, reads=True) as store:
        faults_found = find_faults(store)
        for line in faults_found:
            print_paragraph(line)
        if faults_found:
            return DIFFERENT
        content, entries = _count_streams(store), sum(stream.version for stream in store.streams())
        redacted = {stream.slug: store.redacted().get(stream.id, ()) for stream in store.streams()}
    print_paragraph(f"{store.name} is whole: {content}, {count(entries, 'event')}.")
    for slug, versions in redacted.items():
        if versions:
            listed = join_list(map(str, versions), 20)
            print_paragraph(f"{slug}: personal data was erased from {count(len(versions), 'event')}, version {listed}.")
    return DONE


def _count_streams(store: Store) -> str:
    """Return the number of tournaments of a desk, and of events with sections if there are any."""
    kinds = [stream.kind for stream in store.streams()]
    events = kinds.count("event")
    text = count(len(kinds) - events, "tournament")
    return f"{text} and {count(events, 'event')} with sections" if events else text


def _handle_person(args: argparse.Namespace) -> int:
    """Show what the desk knows of a person, write it to a file for the person, or erase it for good.

    Pairings and results of an erased person stay, under a placeholder such as Player 7.
    """
    from rookery.cli.desk import privacy

    return privacy.person(args)


def _apply_retention(args: argparse.Namespace) -> int:
    """List what is older than the configured times of retention; with --apply, remove it.

    A server does this at its start and once a day.
    """
    from rookery.cli.desk import privacy

    return privacy.retention(args)


def _print_acceptance_checklist(args: argparse.Namespace) -> int:
    """Show the acceptance checklist: every question in our words, our answer, its proof, and what is missing."""
    from rookery.cli.desk import reports

    reports.print_checklist(args)
    return DONE


def _restore_desk(args: argparse.Namespace) -> int:
    """Replace the desk by the newest copy in a folder; the present desk is copied first."""
    from rookery.cli.desk.store import create_service, open_desk, run_confirmed
    from rookery.storage.backup import newest_backup
    from rookery.web.person_data import list_returned

    place = Path(args.folder)
    copy = newest_backup(place) if place.is_dir() else place
    if copy is None:
        raise CommandError(f"there is no copy of a desk in {place}")
    with open_desk(args.desk, fresh=True) as store:
        _require_closed(store)
        run_confirmed(lambda tokens: _replace_desk(store, copy, bool(tokens)), str(place), args.yes)
        content = _count_streams(store)
        returned = list_returned(store, create_service(store))
    print_paragraph(f"The desk is what {copy} is: {content}.")
    if returned:
        print_paragraph("People who were erased are back. Erase them again:")
    for slug, key in returned:
        say(f"  rookery desk person erase {key} --tournament {slug}")
    return DONE


def _require_closed(store: Store) -> None:
    """Raise CommandError if the desk is open: its pages would go on from the state before."""
    import time

    from rookery.web.addresses import is_reachable

    address = next((address_ for address_ in store.people.addresses(int(time.time())) if is_reachable(address_)), None)
    if address is not None:
        raise CommandError(f"this desk is open at {address}: close it first, with Ctrl C where it was started")


def _replace_desk(store: Store, copy: Path, agreed: bool) -> None:
    """Replace a store by a copy; events missing there need confirmation."""
    from rookery.storage.store import open_copy
    from rookery.tournaments.errors import ConfirmationRequiredError
    from rookery.tournaments.warning_table import CONFIRM, RuleWarning

    with open_copy(copy) as backup:
        lost = sum(_count_missing(store, backup, stream) for stream in store.streams())
    if lost and not agreed:
        events = "one event is" if lost == 1 else f"{lost} events are"
        warning = RuleWarning("restore", CONFIRM, f"{events} not in {copy} and would be gone")
        raise ConfirmationRequiredError([warning], 0)
    if store.streams():
        print_paragraph(f"What the desk was is kept in {store.backup(_backup_folder(store, copy), damaged=True)}.")
    store.restore(copy)


def _count_missing(store: Store, backup: Store, stream: Stream) -> int:
    """Return how many events of a stream the copy lacks."""
    counterpart = {stream_.id: stream_ for stream_ in backup.streams()}.get(stream.id)
    if counterpart == stream:
        return 0
    commands = {record.command for record in backup.read(stream.id)} if counterpart else set()
    return sum(record.command not in commands for record in store.read(stream.id))


def _backup_folder(store: Store, copy: Path) -> Path:
    """Return where a desk is backed up before it is replaced: never among its other copies."""
    path = Path(store.name)
    return path.with_name(f"{path.name}.before") if path.exists() else copy.parent / "before"


def _files_for_backup(stream: Stream, state: State) -> dict[str, bytes]:
    """Return a tournament as files beside a copy; an event with sections has none."""
    if stream.kind == "event":
        return {}
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stream.slug)
    files = {}
    for dialect, suffix in (("trf26", "trf"), ("json", "json")):
        try:
            files[f"{name}.{suffix}"] = _dump_tournament(state, dialect)
        except RookeryError as error:  # what has no place in TRF is in the JSON, and in the copy
            remark(f"{stream.slug} is not there as {suffix.upper()}: {error}")
    return files


def _dump_tournament(state: State, dialect: str, *, final: bool = False) -> bytes:
    """Return a tournament as a file; a final one is refused while anything is open."""
    import rookery
    from rookery.files import file_format
    from rookery.tournaments.domain.import_export import export_tournament

    return rookery.dumps(export_tournament(state, final=final), file_format(dialect))


def _manage_tokens(args: argparse.Namespace) -> int:
    """Create a token for a program, or list or revoke tokens."""
    from rookery.cli.desk.tokens import manage_tokens

    return manage_tokens(args)


def _list_tournaments(args: argparse.Namespace) -> int:
    """List the tournaments of the desk, with the event that each is a section of, and what is next."""
    from rookery.cli.desk.reports import print_tournaments
    from rookery.cli.desk.store import open_desk

    with open_desk(args.desk, reads=True) as store:
        print_tournaments(store)
    return DONE


_ABOUT = {
    "open": "open the desk in the browser (the default)",
    "invite": "invite another arbiter to the open desk, or end sessions",
    "token": "create a token for a program, list or revoke tokens",
    "account": "add, list and disable accounts, set their passwords",
    "list": "list the tournaments and their events",
    "log": "show what was done, by whom and when",
    "undo": "undo the last command, or go back further",
    "point": "create a restore point, or list them",
    "export": "write a tournament to a file",
    "import": "import a tournament from another desk or from a file",
    "publish": "write the public pages as a web site",
    "backup": "copy the desk into a folder",
    "restore": "replace the desk by a copy of it",
    "check": "verify the database and every log",
    "person": "show, export or erase what is known of a person",
    "retention": "list or remove what is older than its time",
    "vcl": "show the acceptance checklist and the proof of each answer",
}
ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "open": _open_desk,
    "invite": _invite_person,
    "token": _manage_tokens,
    "account": _manage_accounts,
    "list": _list_tournaments,
    "log": _print_log,
    "undo": _undo_or_return,
    "point": _mark_or_list_restore_points,
    "export": _export_tournament,
    "import": _import_tournament,
    "publish": _publish_site,
    "backup": _back_up_desk,
    "restore": _restore_desk,
    "check": _check_desk,
    "person": _handle_person,
    "retention": _apply_retention,
    "vcl": _print_acceptance_checklist,
}
