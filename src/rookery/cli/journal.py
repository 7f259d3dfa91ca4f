"""The journal beside a tournament file: what each command did, and how the file was before it.

FILE.journal has a line of JSON for every command that changed FILE: when, who, what was said, the events, the SHA-256
of the file before and after, and what turns the new text back into the old one. It is written before the file is, so
that lines without their file, after a power cut, are seen by their sums and passed over; an empty line at the end says
that the file came after it, so that a copy of before the last command is told from a power cut. What can never be taken
back is remembered even when something else changes the file: that FIDE mode was left, the last round that was played.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import SequenceMatcher

from rookery.cli.exits import Refusal
from rookery.cli.whoever import whoever
from rookery.desk.state import LEFT, left_in
from rookery.typed import TYPE_CHECKING, Any
from rookery.values import NamedTuple, frozen

if TYPE_CHECKING:
    from rookery.model import Tournament

FORM = 1

Patch = tuple[tuple[int, int, tuple[str, ...]], ...]
"""Lines from .. to of a text, and what stands there instead; in the letters of Latin-1, one for each byte."""


@frozen
class Note:
    """One command: the patch leads from the file after it back to the file before it.

    `why` is new, do, undo or redo. An undo keeps some facts: then `file` is the sum of what was written, and `plain`
    leads from there to the text that the undo brought back. The tournament is `called` so, FIDE mode was `left` in that
    round (0: it was not), `played` is the last round that ever was, and `parts` are rounds made by hand in parts.
    """

    at: str
    by: str
    why: str
    said: tuple[str, ...]
    before: str
    after: str
    patch: Patch
    plain: Patch = ()
    file: str = ""
    events: tuple[dict[str, Any], ...] = ()
    played: int = 0
    left: int = 0
    called: str = ""
    parts: tuple[int, ...] = ()


class Remembered(NamedTuple):
    """What a journal knows of a tournament that its file need not say: the last round played, rounds made in parts."""

    played: int = 0
    parts: tuple[int, ...] = ()


def beside(path: str) -> str:
    """Where the journal of a file is."""
    return f"{os.path.realpath(path)}.journal"


def read(path: str, now: bytes) -> tuple[Note, ...]:
    """What was noted of a file that stands; a last line whose command came no further is left out."""
    found, _ = _every(path)
    at = _reached(found, now)
    return found if at is None else found[:at]


def _every(path: str) -> tuple[tuple[Note, ...], bool]:
    """Everything that was noted, and whether the file of the last note is known to have been written."""
    try:
        with open(beside(path), "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return (), False
    written = data.endswith(b"\n\n")
    lines = data.removesuffix(b"\n" if written else b"").split(b"\n")
    return tuple(_note(line, path, number) for number, line in enumerate(lines[:-1], 1)), written


def _reached(found: Sequence[Note], now: bytes) -> int | None:
    """After how many commands the file is what it is; nothing when something else has changed it."""
    current = digest(now)
    for last in range(len(found), 0, -1):
        if (found[last - 1].file or found[last - 1].after) == current:
            return last
    return 0 if found and found[0].before == current else None


def _note(line: bytes, path: str, number: int) -> Note:
    try:
        data = json.loads(line.decode("utf-8"))
        if data.pop("form") != FORM:
            raise ValueError("of another form")
        given: dict[str, Any] = {name: data[name] for name in ("at", "by", "why", "before", "after", "played")}
        given |= {name: _patch(data.get(name, [])) for name in ("patch", "plain")}
        given |= {name: tuple(data.get(name, ())) for name in ("said", "events", "parts")}
        given |= {name: str(data.get(name, "")) for name in ("file", "called")}
        return Note(**given, left=int(data.get("left", 0)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refusal(
            f"{beside(path)}, line {number}: not a line of a journal ({error}); move it away to go on"
        ) from None


def _patch(data: Any) -> Patch:
    return tuple((int(first), int(last), tuple(map(str, lines))) for first, last, lines in data)


def write(path: str, notes: Sequence[Note], note: Note) -> None:
    """Add a note after those that stand, durably."""
    line = json.dumps(_data(note), ensure_ascii=False, separators=(",", ":")) + "\n"
    where = beside(path)
    mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o600
    with open(os.open(where, os.O_RDWR | os.O_CREAT, mode), "r+b") as file:
        os.chmod(where, mode)  # as private as the file is by now
        for _ in notes:
            file.readline()
        file.truncate()
        file.write(line.encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())


def done(path: str) -> None:
    """Say that the file of the last note has been written: whoever finds the one before it there has put it back."""
    with open(beside(path), "ab") as file:
        file.write(b"\n")


def remembered(path: str, now: bytes, tournament: Tournament) -> Remembered:
    """What the journal knows of the tournament in a file, also when something else than a command has changed it.

    Refused when the file no longer says that FIDE mode was left: that is for good.
    """
    found, written = _every(path)
    at = _reached(found, now)
    steps = None if at is None else sum(one.why == "do" for one in found[at:])
    cut_off = 0 if written else 1  # the last command may have come no further than its note
    by_commands = steps is not None and steps <= cut_off
    notes = found[:at] if by_commands else found
    left = min((one.left for one in notes if one.left), default=0)
    if left and not left_in(tournament):
        raise Refusal(
            f"{path} does not say any more that FIDE mode was left in round {left}, as {beside(path)} does:"
            f" put the line ### {LEFT} @ Round {left} back, or move the journal away if it is that of another event"
        )
    if not notes or not (by_commands or (notes[-1].called and notes[-1].called == tournament.event.name)):
        return Remembered()
    there = tuple(one for one in notes[-1].parts if one <= len(tournament.rounds))
    return Remembered(max(note.played for note in notes), there)


def facts(tournament: Tournament, known: Remembered) -> dict[str, Any]:
    """What is to be remembered of a tournament, as a note has it."""
    return {"left": left_in(tournament) or 0, "called": tournament.event.name, **known._asdict()}


def begin(path: str, made: bytes, said: str, tournament: Tournament) -> None:
    """Begin the journal of a file that was just made; that of another one under its name stays as FILE.journal.bak."""
    put_aside(path)
    if os.path.isfile(path):
        write(path, (), noted(b"", made, [said], why="new", **facts(tournament, Remembered())))
        done(path)


@contextmanager
def keeping(
    path: str, old: bytes, new: bytes, said: str, tournament: Tournament, *, judged: bool = False
) -> Iterator[None]:
    """Note what a command makes of a file in a `with`; rounds made in parts may be `judged` by it."""
    if old != new:
        known = remembered(path, old, tournament)
        known = known._replace(parts=()) if judged else known
        write(path, read(path, old), noted(old, new, [said], **facts(tournament, known)))
    yield
    if old != new:
        done(path)


def _data(note: Note) -> dict[str, Any]:
    kept = {name: getattr(note, name) for name in ("at", "by", "why", "said", "before", "after", "played", "patch")}
    some = ("plain", "file", "events", "left", "called", "parts")
    return {"form": FORM, **kept, **{name: getattr(note, name) for name in some if getattr(note, name)}}


def noted(old: bytes, new: bytes, said: Iterable[str], *, why: str = "do", **more: Any) -> Note:
    """The note of a command that made one text of another."""
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return Note(at, whoever(), why, tuple(said), digest(old), digest(new), patch(new, old), **more)


def digest(data: bytes) -> str:
    """The SHA-256 of a text."""
    return hashlib.sha256(data).hexdigest()


# -- patches -----------------------------------------------------------------------------------------------------------


def patch(one: bytes, other: bytes) -> Patch:
    """What turns one text into another.

    >>> patch(b"a\\nb\\nc\\n", b"a\\nB\\nc\\n"), patched(b"a\\nb\\nc\\n", patch(b"a\\nb\\nc\\n", b"a\\nB\\nc\\n"))
    (((1, 2, ('B\\n',)),), b'a\\nB\\nc\\n')
    """
    old, new = (data.decode("latin-1").splitlines(keepends=True) for data in (one, other))
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple((a, b, tuple(new[c:d])) for kind, a, b, c, d in codes if kind != "equal")


def patched(data: bytes, changes: Patch) -> bytes:
    """A text as a patch makes it."""
    lines = data.decode("latin-1").splitlines(keepends=True)
    for first, last, instead in reversed(changes):
        lines[first:last] = instead
    return "".join(lines).encode("latin-1")


# -- the way back ------------------------------------------------------------------------------------------------------


def standing(notes: Sequence[Note]) -> tuple[list[Note], list[Note]]:
    """The commands that can be undone, last at the end, and the undos that can be done again."""
    done, undone = list[Note](), list[Note]()
    for note in notes:
        if note.why == "new":
            continue
        if note.why == "undo" and done:
            done.pop()
            undone.append(note)
        elif note.why == "redo" and undone:
            done.append(note)
            undone.pop()
        else:
            done.append(note)
            undone.clear()
    return done, undone


def undone(path: str, now: bytes, notes: Sequence[Note], step: Note) -> tuple[bytes, bytes]:
    """The text as it counts now, and that before a step, as far as the file is still what that step made of it."""
    last = notes[-1]
    there = patched(now, last.plain) if last.file == digest(now) else now
    if digest(there) != step.after:
        raise Refusal(
            f"{path} was changed by something else since, so this cannot be undone line by line;"
            f" the versions before stay as {path}.bak, {path}.bak.2 and so on"
        )
    back = patched(there, step.patch)
    if digest(back) != step.before:
        raise Refusal(f"{beside(path)}: the way back does not lead where it should; move it away to go on")
    return there, back


def put_aside(path: str) -> None:
    """Keep the journal of a file that is begun anew out of the way, as FILE.journal.bak."""
    if os.path.exists(beside(path)):
        os.replace(beside(path), f"{beside(path)}.bak")
