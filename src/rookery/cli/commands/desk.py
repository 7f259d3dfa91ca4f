"""Run tournaments in the browser, and look after them: their log, the way back, copies, from one desk to another.

rookery desk alone opens the desk in the browser, at 127.0.0.1, for whoever sits at this machine.

A desk is a store of tournaments, one file of SQLite: --desk, else what ROOKERY_DESK names, else rookery/desk.sqlite in
your data folder. An address such as postgresql://host/name is a desk as well. Needs pip install "rookery[desk]".
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rookery.cli.exits import DIFFERENT, DONE, Refusal
from rookery.cli.files import deliver
from rookery.cli.render import paragraph, say
from rookery.cli.streams import remark
from rookery.errors import RookeryError
from rookery.labels import count
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from rookery.desk.state import State
    from rookery.desk.wish import Wish
    from rookery.store import Stream
    from rookery.store.store import Store

OTHERWISE = "open"
"""What is meant where no action is named."""

EXAMPLES = (
    "rookery desk",
    "rookery desk import examples/club.rookery --desk hall.sqlite",
    "rookery desk import examples/swiss.trf --as open --desk open.sqlite",
    "rookery desk log --desk hall.sqlite",
    "rookery desk undo --by ada --desk hall.sqlite",
    'rookery desk point "before the prizes" --desk hall.sqlite',
    "rookery desk export -o club.trf --desk hall.sqlite",
    "rookery desk backup copies --desk hall.sqlite",
    "rookery desk restore copies --desk hall.sqlite",
    "rookery desk check --desk hall.sqlite",
    "rookery desk vcl --open",
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", help="what to do, see below")
    for name, act in ACTIONS.items():
        about = (act.__doc__ or "").strip()
        one = actions.add_parser(name, help=_ABOUT[name], description=about)
        if act is not _vcl:
            one.add_argument("--desk", metavar="PLACE", help="the file, or the address, of the desk")
        if act is _open:
            from rookery.cli import desk_open

            desk_open.arguments(one)
        if act in (_log, _undo, _point, _export):
            one.add_argument("-t", "--tournament", metavar="NAME", help="which one, where there are several")
        if act in (_undo, _point, _import):
            one.add_argument("--by", metavar="WHO", help="who does it (default: the name of the account)")
        if act in (_undo, _restore, _import):
            one.add_argument(
                "--yes", action="append", default=[], metavar="CODE", help="go on in spite of this warning"
            )
        _own_arguments(one, name)


def _own_arguments(parser: argparse.ArgumentParser, name: str) -> None:
    if name == "log":
        parser.add_argument("--after", type=int, default=0, metavar="N", help="only what came after version N")
        parser.add_argument("--last", type=int, metavar="N", help="only the last N")
        parser.add_argument("--by", metavar="WHO", help="only what somebody did")
        parser.add_argument("--kind", metavar="KIND", help="only events of a kind: result, round.paired, ...")
        parser.add_argument("--format", choices=["text", "json"], default="text", help="how to print (default: text)")
    elif name == "undo":
        way = parser.add_mutually_exclusive_group()
        way.add_argument("--redo", action="store_true", help="do again what the last undo took back")
        way.add_argument("--to", metavar="POINT", help="go back to a point, or to a version by its number")
    elif name == "point":
        parser.add_argument("name", nargs="?", metavar="POINT", help="its name; without one the points are listed")
    elif name == "export":
        parser.add_argument("-o", "--output", metavar="OUT", help="file.rookery, file.trf or file.json")
        parser.add_argument("--final", action="store_true", help="with the final ranks; refused while anything is open")
        parser.add_argument("--force", action="store_true", help="write it even over another tournament")
    elif name == "import":
        parser.add_argument("file", metavar="FILE", help="file.rookery, or a tournament in TRF or JSON")
        parser.add_argument("--as", dest="slug", metavar="NAME", help="what it shall be called here")
    elif name == "invite":
        parser.add_argument("name", metavar="NAME", help="who is to come in: what the log will call them")
    elif name == "vcl":
        from rookery.cli import desk_walk

        desk_walk.arguments(parser)
    elif name in ("backup", "restore"):
        parser.add_argument("folder", metavar="FOLDER", help="where the copies are")


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    return ACTIONS[args.action](args)


def _open(args: argparse.Namespace) -> int:
    """Open the desk in the browser: a folder or a file with its tournaments, or a tournament to be taken in first."""
    from rookery.cli import desk_open

    return desk_open.run(args)


def _invite(args: argparse.Namespace) -> int:
    """Let somebody in at the desk that is open: another arbiter gets an address that works once, for a day."""
    from rookery.cli import desk_open

    return desk_open.invite(args)


# -- the log and the way back ------------------------------------------------------------------------------------------


def _log(args: argparse.Namespace) -> int:
    """Show what was done; who did it, when, and what was taken back since."""
    from rookery.cli.desk_log import show
    from rookery.cli.desks import chosen, opened

    with opened(args.desk) as store:
        show(store, chosen(store, args.tournament), args)
    return DONE


def _undo(args: argparse.Namespace) -> int:
    """Take back one's last command; or go back to a point, or forward again. Nothing is lost: the log keeps it."""
    from rookery.cli.desk_log import brief
    from rookery.cli.desks import chosen, do, opened
    from rookery.desk.time import Redo, Return, Undo

    with opened(args.desk) as store:
        stream = chosen(store, args.tournament)
        wanted: Wish = Redo() if args.redo else Undo()
        if args.to is not None:
            wanted = Return(to=int(args.to)) if args.to.isdecimal() else Return(point=args.to)
        done = do(store, stream, wanted, args.by, args.yes)
        for line in brief(stream, done):
            paragraph(line)
    return DONE


def _point(args: argparse.Namespace) -> int:
    """Mark a point to go back to; without a name, list them."""
    from rookery.cli.desks import chosen, desk_of, do, opened
    from rookery.desk.commands.course import MarkPoint

    with opened(args.desk) as store:
        stream = chosen(store, args.tournament)
        if args.name is None:
            marks = desk_of(store).state(stream.id).sticky.marks
            for mark in marks:
                say(f"{mark.version:6}  {mark.name}")
            if not marks:
                say("No point is marked yet.")
            return DONE
        done = do(store, stream, MarkPoint(args.name), args.by, ())
        paragraph(f"Version {done.version} of {stream.slug} is {args.name!r} from now on.")
    return DONE


# -- from one desk to another ------------------------------------------------------------------------------------------


def _export(args: argparse.Namespace) -> int:
    """Write a tournament into a file: its whole log for another desk, or what it is now as TRF or JSON."""
    from rookery.cli.desk_files import must_not_hide_another, written_as
    from rookery.cli.desks import chosen, desk_of, opened
    from rookery.store import carried

    with opened(args.desk) as store:
        stream, dialect = chosen(store, args.tournament), written_as(args.output)
        if dialect:
            data = _file(desk_of(store).state(stream.id), dialect, final=args.final)
        elif args.final:
            raise Refusal("--final is for OUT in .trf or .json: a log goes on")
        else:
            data = carried.dumps(stream, store.read(stream.id, until=stream.version))
    if args.output not in (None, "-") and not args.force:
        must_not_hide_another(args.output, stream, data)
    deliver(data, args.output)
    if args.output not in (None, "-"):
        paragraph(f"{stream.slug}, version {stream.version}, is in {args.output}.")
    return DONE


def _import(args: argparse.Namespace) -> int:
    """Take in a tournament: the log of another desk, where it is known what is new in it; or a file in TRF or JSON."""
    from rookery.cli.desk_files import taken
    from rookery.cli.desks import opened

    stream, records = taken(args)
    with opened(args.desk, fresh=True) as store:
        slug = _called(store, stream, args.slug)
        new = store.adopt(stream, records)
        where = store.name
    if new:
        paragraph(f"{where} has {slug} at version {stream.version} now: {count(new, 'new event')}.")
    else:
        paragraph(f"{where} has all of {slug} already.")
    return DONE


def _called(store: Store, stream: Stream, wanted: str | None) -> str:
    """What a tournament is called at this desk; one that is known keeps its name."""
    known = next((one.slug for one in store.streams() if one.id == stream.id), None)
    if known is not None and wanted not in (None, known):
        raise Refusal(f"{store.name} has this tournament already, as {known}: it keeps that name")
    return known or stream.slug


# -- copies ------------------------------------------------------------------------------------------------------------


def _backup(args: argparse.Namespace) -> int:
    """Copy the desk into a folder; each tournament lies beside it as TRF and JSON."""
    from rookery.cli.desks import desk_of, opened

    with opened(args.desk) as store:
        desk = desk_of(store)
        copy = store.backup(args.folder, lambda stream: _files(stream, desk.state(stream.id)))
        number = len(store.streams())
    paragraph(f"{copy} is a copy of the desk with {count(number, 'tournament')}.")
    return DONE


def _check(args: argparse.Namespace) -> int:
    """See that the desk is whole: the database, the sum over every log, and what each log adds up to."""
    from rookery.cli.desk_log import faults
    from rookery.cli.desks import opened

    with opened(args.desk) as store:
        found = faults(store)
        for line in found:
            paragraph(line)
        if found:
            return DIFFERENT
        streams = store.streams()
    events = sum(each.version for each in streams)
    paragraph(f"{store.name} is whole: {count(len(streams), 'tournament')}, {count(events, 'event')}.")
    return DONE


def _vcl(args: argparse.Namespace) -> int:
    """Show the acceptance checklist: every question in our words, our answer, what proves it, what is missing."""
    from rookery.cli import desk_walk

    desk_walk.show(args)
    return DONE


def _restore(args: argparse.Namespace) -> int:
    """Make the desk what the newest copy in a folder is; what is there now is copied first."""
    from rookery.cli.desks import answered, opened
    from rookery.store.backup import newest

    given = Path(args.folder)
    copy = newest(given) if given.is_dir() else given
    if copy is None:
        raise Refusal(f"there is no copy of a desk in {given}")
    with opened(args.desk, fresh=True) as store:
        answered(lambda tokens: _replaced(store, copy, bool(tokens)), str(given), args.yes)
        number = len(store.streams())
    paragraph(f"The desk is what {copy} is: {count(number, 'tournament')}.")
    return DONE


def _replaced(store: Store, copy: Path, agreed: bool) -> None:
    """Put a copy in the place of a store; what is not in it must be let go."""
    from rookery.desk.decision import Unanswered
    from rookery.desk.levels import ASKED, Caution
    from rookery.store.store import copy_opened

    with copy_opened(copy) as other:
        lost = sum(_only_here(store, other, stream) for stream in store.streams())
    if lost and not agreed:
        what = "one event is" if lost == 1 else f"{lost} events are"
        raise Unanswered([Caution("restore", ASKED, f"{what} not in {copy} and would be gone")], 0)
    if store.streams():
        paragraph(f"What the desk was is kept in {store.backup(_before(store, copy), damaged=True)}.")
    store.restore(copy)


def _only_here(store: Store, other: Store, stream: Stream) -> int:
    """How many events of a stream another store has not."""
    there = {each.id: each for each in other.streams()}.get(stream.id)
    if there == stream:
        return 0
    known = {record.command for record in other.read(stream.id)} if there else set()
    return sum(record.command not in known for record in store.read(stream.id))


def _before(store: Store, copy: Path) -> Path:
    """Where a desk is copied to before another takes its place: never among its other copies."""
    path = Path(store.name)
    return path.with_name(f"{path.name}.before") if path.exists() else copy.parent / "before"


def _files(stream: Stream, state: State) -> dict[str, bytes]:
    """A tournament as files beside a copy."""
    name = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in stream.slug)
    made = {}
    for dialect, end in (("trf26", "trf"), ("json", "json")):
        try:
            made[f"{name}.{end}"] = _file(state, dialect)
        except RookeryError as error:  # what has no place in TRF is in the JSON, and in the copy
            remark(f"{stream.slug} is not there as {end.upper()}: {error}")
    return made


def _file(state: State, dialect: str, *, final: bool = False) -> bytes:
    """What a tournament is now, as a file; a final one while nothing is open."""
    import rookery
    from rookery.desk.commands.files import exported

    return rookery.dump(exported(state, final=final), dialect)


_ABOUT = {
    "open": "open the desk in the browser; meant where no action is named",
    "invite": "let another arbiter in at the desk that is open",
    "log": "show what was done, by whom and when",
    "undo": "take back the last command, or go back further",
    "point": "mark a point to go back to",
    "export": "write a tournament into a file",
    "import": "take in a tournament, from another desk or from a file",
    "backup": "copy the desk into a folder",
    "restore": "make the desk what a copy is",
    "check": "see that the desk is whole",
    "vcl": "show the acceptance checklist, and what proves each answer",
}
ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "open": _open,
    "invite": _invite,
    "log": _log,
    "undo": _undo,
    "point": _point,
    "export": _export,
    "import": _import,
    "backup": _backup,
    "restore": _restore,
    "check": _check,
    "vcl": _vcl,
}
