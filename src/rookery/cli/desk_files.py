"""What a file that comes to a desk holds, as a log: that of another desk, or a new one that begins with the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from rookery.cli.desks import do, must_fold
from rookery.cli.exits import Refusal
from rookery.cli.files import content, load_sound, name_of
from rookery.cli.problems import brief
from rookery.desk.commands.files import ImportTournament, adjusted
from rookery.desk.memory import MemoryStore
from rookery.errors import FormatError
from rookery.store import Record, Stream, carried
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

_HEAD = b'{"rookery":"log"'


def taken(args: argparse.Namespace) -> tuple[Stream, Sequence[Record]]:
    """The stream in a file, and its log; nothing is written yet."""
    data = content(args.file)
    if data.startswith(_HEAD) or args.file.lower().endswith(".rookery"):
        stream, records = _carried(data, name_of(args.file))
        return (replace(stream, slug=args.slug) if args.slug else stream), records
    return _begun(data, args)


def _carried(data: bytes, name: str) -> tuple[Stream, Sequence[Record]]:
    """The log of another desk."""
    try:
        stream, records = carried.loads(data)
    except FormatError as error:
        raise Refusal(f"{name}: {brief(error.problems)}") from None
    must_fold(records, name)
    return stream, records


def _begun(data: bytes, args: argparse.Namespace) -> tuple[Stream, Sequence[Record]]:
    """A log that begins with a tournament in TRF or JSON, made in memory: only what is answered comes to the disk."""
    reading = load_sound(args.file, data)
    dialect = "json" if data.lstrip()[:1] in (b"{", b"[") else "trf"
    wanted = ImportTournament(
        reading.tournament, sha256(data).hexdigest(), dialect, adjusted(reading.problems), token_hex(8)
    )
    store, stream = MemoryStore(), Stream(token_hex(8), "tournament", args.slug or _slug(args.file))
    store.create(stream.id, stream.kind, stream.slug)
    do(store, stream, wanted, args.by, args.yes)
    (made,) = store.streams()
    return made, tuple(store.read(made.id))


def _slug(path: str) -> str:
    """A short name for addresses, made of the name of a file."""
    letters = "".join(letter if letter.isalnum() else "-" for letter in Path(name_of(path)).stem.lower())
    return "-".join(part for part in letters.split("-") if part) or "tournament"
