"""Files that come to a desk, and that it writes.

What comes in is a log: that of another desk, or a new one that begins with the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rookery.cli.amending import must_not_hide
from rookery.cli.desks import do
from rookery.cli.exits import Refusal
from rookery.cli.files import content, load, load_sound, name_of
from rookery.cli.journal import remembered
from rookery.cli.problems import brief
from rookery.desk.arriving import begun, carried_log, is_log, slug_of, unusable, wish_of_file
from rookery.errors import FormatError, RookeryError
from rookery.store import Record, Stream
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def taken(args: argparse.Namespace) -> tuple[Stream, Sequence[Record]]:
    """The stream in a file, and its log; nothing is written yet."""
    data, name = content(args.file), name_of(args.file)
    if is_log(data, args.file):
        stream, records = _carried(data, name)
        return (replace(stream, slug=args.slug) if args.slug else stream), records
    reading = load(args.file, data)
    reading = load_sound(args.file, data) if unusable(reading) else reading
    remembered(args.file, data, reading.tournament)  # refuses a file that forgot that FIDE mode was left
    wanted = wish_of_file(reading, data)
    slug = args.slug or slug_of(Path(name).stem)
    return begun(slug, lambda store, stream: do(store, stream, wanted, args.by, args.yes))


def _carried(data: bytes, name: str) -> tuple[Stream, Sequence[Record]]:
    """The log of another desk."""
    try:
        return carried_log(data)
    except FormatError as error:
        raise Refusal(f"{name}: {brief(error.problems)}") from None
    except RookeryError as error:
        raise Refusal(f"{name}: {error}") from None


# -- what a desk writes ------------------------------------------------------------------------------------------------

_ENDS = {".rookery": "", ".trf": "trf26", ".json": "json"}


def written_as(path: str | None) -> str:
    """The dialect in which a tournament is written into a file of this name; nothing for the log itself."""
    end = ".rookery" if path in (None, "-") else Path(path or "").suffix.lower()
    if end not in _ENDS:
        raise Refusal(f"{path}: expected a name in .rookery, .trf or .json")
    return _ENDS[end]


def must_not_hide_another(path: str, stream: Stream, made: bytes) -> None:
    """Refuse to replace another tournament by this one."""
    data = content(path) if Path(path).is_file() else b""
    if not is_log(data, path):
        must_not_hide(path, made)
        return
    try:
        there, _ = carried_log(data)
    except RookeryError:  # a log that is none is nobody's
        return
    if there.id != stream.id:
        said = f"{there.slug}, version {there.version}"
        raise Refusal(f"{path} holds another tournament ({said}); choose another name, or say --force to replace it")
