"""The journal beside a tournament file: what each command did, and how the file was before it.

FILE.journal has a line of JSON for every command that changed FILE: when, who, what was said, the events, the SHA-256
of the file before and after, and what turns the new text back into the old one. It is written before the file is, so
that lines without their file, after a power cut, are seen by their sums and passed over; an empty line at the end says
that the file came after it, so that a copy of before the last command is told from a power cut. What can never be taken
back is remembered even when something else changes the file: that FIDE mode was left, the last round that was played.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from rookery._record import record
from rookery.cli.errors import CommandError
from rookery.cli.files import lock_exclusively, save
from rookery.tournaments.state import FIDE_EXIT_REMARK, fide_exit_round

if TYPE_CHECKING:
    from rookery.model import Tournament
    from rookery.tournaments.event import Event


FORM = 1

Patch = tuple[tuple[int, int, tuple[str, ...]], ...]
"""Lines from .. to of a text, and what stands there instead; in the letters of Latin-1, one for each byte."""


@record
class Note:
    """One command: its `patch` leads from the file after it back to the file before it.

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


class RememberedFacts(NamedTuple):
    """Facts that the file need not state, and the journal keeps: the last round played, rounds made in parts."""

    played: int = 0
    parts: tuple[int, ...] = ()


def journal_path(path: str) -> str:
    """Return the path of the journal of a file."""
    return f"{os.path.realpath(path)}.journal"


def read_notes(path: str, content: bytes) -> tuple[Note, ...]:
    """Return the valid notes of a file; the note of an interrupted last command is left out."""
    notes, _ = _read_all(path)
    position = _position_of(notes, content)
    return notes if position is None else notes[:position]


def _read_all(path: str) -> tuple[tuple[Note, ...], bool]:
    """Return every note, and whether the file of the last note is known to have been written."""
    try:
        with open(journal_path(path), "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return (), False
    is_complete = data.endswith(b"\n\n")
    lines = data.removesuffix(b"\n" if is_complete else b"").split(b"\n")
    return tuple(_parse_note(line, path, number) for number, line in enumerate(lines[:-1], 1)), is_complete


def _position_of(notes: Sequence[Note], content: bytes) -> int | None:
    """Return after how many commands the file has this content; None if something else has changed it."""
    current = digest(content)
    for last in range(len(notes), 0, -1):
        if (notes[last - 1].file or notes[last - 1].after) == current:
            return last
    return 0 if notes and notes[0].before == current else None


def _parse_note(line: bytes, path: str, number: int) -> Note:
    try:
        data = json.loads(line.decode("utf-8"))
        if data.pop("form") != FORM:
            raise ValueError("of another form")
        values: dict[str, Any] = {name: data[name] for name in ("at", "by", "why", "before", "after", "played")}
        values |= {name: _parse_patch(data.get(name, [])) for name in ("patch", "plain")}
        values |= {name: tuple(data.get(name, ())) for name in ("said", "events", "parts")}
        values |= {name: str(data.get(name, "")) for name in ("file", "called")}
        return Note(**values, left=int(data.get("left", 0)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CommandError(
            f"{journal_path(path)}, line {number}: not a line of a journal ({error}); move it away to go on"
        ) from None


def _parse_patch(data: Any) -> Patch:
    return tuple((int(first), int(last), tuple(map(str, lines))) for first, last, lines in data)


@contextmanager
def _open_journal(path: str) -> Iterator[BinaryIO]:
    """Open the journal of a file for writing, locked: whoever comes after the file is replaced waits for its mark."""
    mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o600
    with open(os.open(journal_path(path), os.O_RDWR | os.O_CREAT, mode), "r+b") as file:
        lock_exclusively(file)
        os.chmod(journal_path(path), mode)  # as private as the file is by now
        yield file


def _write_notes(file: BinaryIO, notes: Sequence[Note], new_notes: Iterable[Note]) -> None:
    """Write new notes after the valid ones, durably."""
    for _ in notes:
        file.readline()
    file.truncate()
    for note in new_notes:
        file.write((json.dumps(_note_data(note), ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8"))
    file.flush()
    os.fsync(file.fileno())


def load_remembered(path: str, content: bytes, tournament: Tournament) -> RememberedFacts:
    """Return the remembered facts of the tournament in a file, also when something else than a command changed it.

    Refused when the file no longer says that FIDE mode was left: that is for good.
    """
    all_notes, is_complete = _read_all(path)
    position = _position_of(all_notes, content)
    steps = None if position is None else sum(note.why == "do" for note in all_notes[position:])
    cut_off = 0 if is_complete else 1  # the last command may have come no further than its note
    is_ours = steps is not None and steps <= cut_off
    notes = all_notes[:position] if is_ours else all_notes
    left_in_round = min((note.left for note in notes if note.left), default=0)
    if left_in_round and not fide_exit_round(tournament):
        raise CommandError(
            f"{path} does not say any more that FIDE mode was left in round {left_in_round}, as {journal_path(path)}"
            f" does: put the line ### {FIDE_EXIT_REMARK} @ Round {left_in_round} back, or move the journal away if it"
            " is that of another event"
        )
    if not notes or not (is_ours or (notes[-1].called and notes[-1].called == tournament.info.name)):
        return RememberedFacts()
    present_parts = tuple(number for number in notes[-1].parts if number <= len(tournament.rounds))
    return RememberedFacts(max(note.played for note in notes), present_parts)


def note_facts(tournament: Tournament, remembered_facts: RememberedFacts) -> dict[str, Any]:
    """Return the facts to remember of a tournament, as fields of a note."""
    return {"left": fide_exit_round(tournament) or 0, "called": tournament.info.name, **remembered_facts._asdict()}


def begin_journal(path: str, data: bytes, sentence: str, tournament: Tournament) -> None:
    """Begin the journal of a new file; a former journal of that name stays as FILE.journal.bak."""
    move_aside(path)
    if os.path.isfile(path):
        note = build_note(b"", data, [sentence], kind="new", **note_facts(tournament, RememberedFacts()))
        with _open_journal(path) as file:
            _write_notes(file, (), [note])
            file.write(b"\n")


def save_change(path: str, content: bytes, notes: Sequence[Note], new_notes: Sequence[Note]) -> None:
    """Write new notes after the present ones, then the file, and mark that the file came after them."""
    with _open_journal(path) as file:
        _write_notes(file, notes, new_notes)
        save(path, content)
        file.write(b"\n")


def record_change(
    path: str, old: bytes, new: bytes, sentence: str, tournament: Tournament, *, judged: bool = False
) -> None:
    """Save a file that a command has changed, with its note; `judged` says that it checked rounds made in parts."""
    if old == new:
        return
    remembered_facts = load_remembered(path, old, tournament)
    remembered_facts = remembered_facts._replace(parts=()) if judged else remembered_facts
    note = build_note(old, new, [sentence], **note_facts(tournament, remembered_facts))
    save_change(path, new, read_notes(path, old), [note])


def event_records(events: Iterable[Event]) -> tuple[dict[str, Any], ...]:
    """Return events as a note keeps them."""
    from rookery.tournaments.event import event_to_data

    return tuple({"kind": event.KIND, "form": event.FORM, "data": event_to_data(event)} for event in events)


def _note_data(note: Note) -> dict[str, Any]:
    required = {name: getattr(note, name) for name in ("at", "by", "why", "said", "before", "after", "played", "patch")}
    optional = ("plain", "file", "events", "left", "called", "parts")
    return {"form": FORM, **required, **{name: getattr(note, name) for name in optional if getattr(note, name)}}


def build_note(old: bytes, new: bytes, sentences: Iterable[str], *, kind: str = "do", **extra: Any) -> Note:
    """Return the note of a command that changed one text into another."""
    timestamp = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return Note(
        timestamp, current_user(), kind, tuple(sentences), digest(old), digest(new), make_patch(new, old), **extra
    )


def digest(data: bytes) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(data).hexdigest()


# -- patches -----------------------------------------------------------------------------------------------------------


def make_patch(source: bytes, target: bytes) -> Patch:
    r"""Return the patch that turns one text into another.

    >>> changes = make_patch(b"a\nb\nc\n", b"a\nB\nc\n")
    >>> changes, apply_patch(b"a\nb\nc\n", changes)
    (((1, 2, ('B\n',)),), b'a\nB\nc\n')
    """
    old, new = (data.decode("latin-1").splitlines(keepends=True) for data in (source, target))
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return tuple((a, b, tuple(new[c:d])) for kind, a, b, c, d in codes if kind != "equal")


def apply_patch(data: bytes, changes: Patch) -> bytes:
    """Apply a patch to a text."""
    lines = data.decode("latin-1").splitlines(keepends=True)
    for first, last, replacement in reversed(changes):
        lines[first:last] = replacement
    return "".join(lines).encode("latin-1")


# -- the way back ------------------------------------------------------------------------------------------------------


def undo_and_redo_steps(notes: Sequence[Note]) -> tuple[list[Note], list[Note]]:
    """Return the commands that can be undone, the last one at the end, and the undos that can be redone."""
    done_notes, undone_notes = list[Note](), list[Note]()
    for note in notes:
        if note.why == "new":
            continue
        if note.why == "undo" and done_notes:
            done_notes.pop()
            undone_notes.append(note)
        elif note.why == "redo" and undone_notes:
            done_notes.append(note)
            undone_notes.pop()
        else:
            done_notes.append(note)
            undone_notes.clear()
    return done_notes, undone_notes


def revert_step(path: str, content: bytes, notes: Sequence[Note], step: Note) -> tuple[bytes, bytes]:
    """Return the present text without kept facts, and the text before a step, if the step can be undone."""
    last = notes[-1]
    reverted = apply_patch(content, last.plain) if last.file == digest(content) else content
    if digest(reverted) != step.after:
        raise CommandError(
            f"{path} was changed by something else since, so this cannot be undone line by line;"
            f" the versions before stay as {path}.bak, {path}.bak.2 and so on"
        )
    earlier = apply_patch(reverted, step.patch)
    if digest(earlier) != step.before:
        raise CommandError(f"{journal_path(path)}: the way back does not lead where it should; move it away to go on")
    return reverted, earlier


def move_aside(path: str) -> None:
    """Rename the journal of a replaced file to FILE.journal.bak."""
    if os.path.exists(journal_path(path)):
        os.replace(journal_path(path), f"{journal_path(path)}.bak")


def current_user(name: str | None = None) -> str:
    """Return the given name, else ROOKERY_ARBITER, else the name of the account."""
    configured = name or os.environ.get("ROOKERY_ARBITER")
    if configured:
        return configured
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # an account without a name
        return ""
