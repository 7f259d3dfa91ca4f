"""Reading and writing of tournament files, and atomic writing of any file.

A temporary file next to the target is flushed to disk and then renamed into place. It has an unpredictable name, is
created exclusively, follows no links, gets the owner, group and mode of the target, and is removed when anything fails.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal, cast, get_args

from rookery._record import fields
from rookery.errors import FormatError, Problem, RookeryError, Severity
from rookery.load_result import LoadResult
from rookery.messages import join_list
from rookery.model import Tournament
from rookery.model.tournament import require_tournament
from rookery.model.validation import fits, require_argument

if TYPE_CHECKING:
    from pathlib import Path

    from rookery.model import Player, Round, Team, TournamentInfo


_OPEN_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_SUFFIX = ".rookery"
_STALE_SECONDS = 3600
"""The age from which a temporary file counts as abandoned."""


def write_file(path: str, data: bytes) -> None:
    """Write a file atomically; a device or a pipe is written to directly."""
    target = os.path.realpath(path)
    with report_path(path):
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "wb") as file:
                file.write(data)
        else:
            replace_file(target, data, target)


def replace_file(path: str, data: bytes, like: str, *, fresh: bool = False) -> None:
    """Put a file with this content in place, with the permissions of `like`; with `fresh` only if none exists."""
    with temporary_file(path, like) as (name, handle):
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        move_into_place(name, path, fresh=fresh)


def move_into_place(name: str, path: str, *, fresh: bool = False) -> None:
    """Rename a finished file and make the change durable where the system supports it."""
    if fresh:
        _claim_name(name, path)
    else:
        with report_path(path):
            os.replace(name, path)
    with suppress(OSError):
        handle = os.open(os.path.dirname(path) or os.curdir, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _claim_name(name: str, path: str) -> None:
    """Rename a file to a name that does not exist yet; raise FileExistsError if it does."""
    try:
        os.link(name, path)
    except FileExistsError:
        raise
    except OSError:  # a system without links: this check is not free of races
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path) from None
        os.replace(name, path)
    else:
        os.unlink(name)


def data_folder() -> Path:
    """Return the folder for the program's own files, as the system has it."""
    from platformdirs import user_data_path

    return user_data_path("rookery", appauthor=False)


@contextmanager
def report_path(path: str) -> Iterator[None]:
    """Raise an OSError from the block again with this path."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


@contextmanager
def temporary_file(path: str, like: str) -> Iterator[tuple[str, int]]:
    """Create a file next to another, open for writing; it is removed afterwards unless it was renamed."""
    folder, name = os.path.split(path)
    start = f".{name[:40]}."
    _remove_stale(folder or os.curdir, start)
    temporary_path = os.path.join(folder, start + os.urandom(8).hex() + _SUFFIX)
    like_stat = os.stat(like) if os.path.exists(like) else None
    with report_path(path):
        handle = os.open(temporary_path, _OPEN_FLAGS, 0o666 if like_stat is None else 0o600)
    try:
        try:
            if like_stat is not None:
                _copy_permissions(temporary_path, handle, like_stat)
        except BaseException:
            os.close(handle)
            raise
        yield temporary_path, handle
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary_path)
        raise


def _copy_permissions(path: str, handle: int, like: os.stat_result) -> None:
    """Give a file the owner, group and mode of another as far as permitted, never wider rights."""
    mode = stat.S_IMODE(like.st_mode) & 0o777
    if not hasattr(os, "fchown"):
        os.chmod(path, mode)
        return
    try:
        os.fchown(handle, like.st_uid, like.st_gid)
    except OSError:
        try:
            os.fchown(handle, -1, like.st_gid)
        except OSError:  # the group gets no more rights than others have
            common = mode >> 3 & mode & 0o7
            mode = mode & 0o700 | common << 3 | common
    os.fchmod(handle, mode)


def _remove_stale(folder: str, start: str) -> None:
    """Remove temporary files that killed writers left behind."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(start) and entry.name.endswith(_SUFFIX):
                with suppress(OSError):
                    if time.time() - entry.stat(follow_symlinks=False).st_mtime > _STALE_SECONDS:
                        os.unlink(entry.path)


FileFormat = Literal["trf26", "trf16", "trfx", "trfbx", "joint", "vega", "json"]
"""The formats in which a tournament is written: TRF26, TRF16, TRF(x) of JaVaFo, TRF(bx) of bbpPairings, `joint` (TRF26
and TRF(bx) in one file), TRF16 for Vega, and the JSON form."""


def load(path: str | os.PathLike[str]) -> LoadResult:
    """Read the tournament in a file; the content determines whether it is TRF or JSON.

    Args:
        path: The path of the file. A text or bytes are read by `loads`.

    Returns:
        The tournament, every problem found, and for TRF the document that keeps each line.

    Raises:
        FormatError: The file holds no tournament, or is empty.
        OSError: The file cannot be read.
    """
    if not fits(path, str, os.PathLike):
        hint = ": rookery.loads reads a text or bytes" if fits(path, bytes, bytearray) else ""
        raise TypeError(f"load takes a path, not {type(path).__name__}{hint}")
    if isinstance(path, str) and ("\n" in path or "\r" in path or path.lstrip("\ufeff \t").startswith("{")):
        raise TypeError("load takes a path, not the text of a file: rookery.loads reads a text")
    with open(path, "rb") as file:
        return loads(file.read())


def loads(data: str | bytes) -> LoadResult:
    r"""Read the tournament in a text or in bytes; the content determines whether it is TRF or JSON.

    Args:
        data: The text of a file, or its bytes, which say its encoding.

    Returns:
        The tournament, every problem found, and for TRF the document that keeps each line.

    Raises:
        FormatError: The text is no tournament, or is empty.

    >>> [player.name for player in loads("012 Tea Party Open\n001    1      Hatter, Max\n").tournament.players]
    ['Hatter, Max']
    """
    if not fits(data, str, bytes):
        hint = ": rookery.load reads a file" if fits(data, os.PathLike) else ""
        hint = ": Tournament.from_dict takes a dictionary" if fits(data, dict) else hint
        raise TypeError(f"loads takes a text or bytes, not {type(data).__name__}{hint}")
    if isinstance(data, str) and not data.strip():
        text = "an empty text is no tournament"
        raise FormatError([Problem(Severity.ERROR, "no-tournament", 0, (0, 0), "", text)])
    json_text = _json_text(data)
    if json_text is not None:
        from rookery.json_format import loads as loads_json

        return loads_json(json_text)
    from rookery.trf.read import read

    return read(data)


def file_format(name: str) -> FileFormat:
    """Return a name as the format that it names; raise UnsupportedError for any other."""
    if name not in get_args(FileFormat):
        from rookery.trf.serialize import unknown_format_error

        raise unknown_format_error(name)
    return cast("FileFormat", name)


def dumps(tournament: Tournament, format: FileFormat = "trf26") -> bytes:
    """Return a tournament as the content of a file.

    Args:
        tournament: The tournament.
        format: The format of the file.

    Returns:
        The bytes of the file, in UTF-8.

    Raises:
        TooLargeError: The format has no room for so many participants, rounds or points.
        UnsupportedError: The format is unknown, or cannot hold such a tournament at all.
    """
    require_tournament(tournament, "dumps")
    require_argument("dumps", "format", format, (str,), "a name such as 'trf26' or 'json'")
    if format == "json":
        from rookery.json_format import dumps as dumps_json

        return dumps_json(tournament).encode()
    from rookery.trf import serialize

    return serialize.dump(tournament, format)


def dump(tournament: Tournament, path: str | os.PathLike[str], *, format: FileFormat | None = None) -> tuple[str, ...]:
    """Write a tournament to a file, atomically.

    Args:
        tournament: The tournament.
        path: The path of the file.
        format: The format of the file: by default JSON where the path ends in `.json`, else TRF26.

    Returns:
        What the tournament says and the file does not, in words; nothing for JSON.

    Raises:
        TooLargeError: The format has no room for so many participants, rounds or points.
        UnsupportedError: The format is unknown, or cannot hold such a tournament at all.
        OSError: The file cannot be written.
    """
    path = os.fspath(path)
    format = format or ("json" if path.lower().endswith(".json") else "trf26")
    data = dumps(tournament, format)
    write_file(path, data)
    if format == "json":
        return ()
    return tuple(list_losses(tournament, data))


def _json_text(source: str | bytes) -> str | None:
    """Return the text of a JSON file; None when the file is not JSON."""
    if isinstance(source, str):
        return source.removeprefix("\ufeff") if source.lstrip("\ufeff \t\r\n").startswith(("{", "[")) else None
    is_utf_16 = source[:2] in (b"\xff\xfe", b"\xfe\xff")  # as some shells write it
    if not source.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n\0\xff\xfe").startswith((b"{", b"[")):
        return None
    try:
        return source.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        before = source[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        text = f"JSON is written in UTF-8, and byte {source[error.start]:02x} is none: save the file as UTF-8"
        raise FormatError([Problem(Severity.ERROR, "json", line, (column, column), "", text)]) from None


FIELD_TEXTS = {
    "planned_rounds": "the number of rounds (142)",
    "system": "the system (192)",
    "points": "the points for results (162)",
    "match_points": "the points for matches (362)",
    "team_bye_points": "the points of a team's bye (320)",
    "tiebreaks": "the tie-breaks (202, 212)",
    "initial_colour": "the initial colour (152)",
    "by_rank": "the order of the pairing numbers (172)",
    "unrated": "the rating of those who have none",
    "ratings_by_round": "that tie-breaks take the ratings of each round",
    "board_colours": "the colours of the boards (352)",
    "requested_byes": "the byes asked for (240)",
    "forbidden_pairs": "the forbidden pairs (260)",
    "acceleration": "the virtual points (250)",
    "point_adjustments": "the points awarded by the arbiter (299)",
    "remarks": "the remarks (###)",
    "reported_results": "the results for the rating report (###)",
    "expelled": "who is expelled (###)",
    "withdrawn": "who has withdrawn (###)",
    "fixed_seats": "the boards and colours that some keep (###)",
    "team_event": "that it is an event of teams",
}
"""Descriptions of the other fields of a tournament, besides participants and rounds, with their records."""


def describe_shortened_names(names: Iterable[str], data: bytes) -> str:
    """Return a sentence about the names that a file keeps only in part; empty if it has all of them in full."""
    written = loads(data).tournament
    written_names = {*(player.name for player in written.players), *(team.name for team in written.teams)}
    parts = [
        (name, max(filter(name.startswith, written_names), key=len, default=""))
        for name in names
        if name not in written_names
    ]
    cut = [f"{name} stands as {part}" for name, part in parts if part]
    return f"TRF has no room for so long a name (JSON has): {join_list(cut, 5)}." if cut else ""


def describe_long_names(tournament: Tournament, dialect: str) -> str:
    """Return a hint about names with more bytes than letters, in a dialect that counts letters; else nothing."""
    if dialect in ("vega", "json"):
        return ""
    names = [player.name for player in tournament.players if not player.name.isascii()]
    if not names:
        return ""
    return (
        f"{join_list(names, 3)}: more bytes than letters; a program that counts bytes, as Vega does, reads such rows"
        " wrongly or hangs: --to vega writes a file for it"
    )


def list_losses(tournament: Tournament, data: bytes) -> list[str]:
    """Return the facts about a tournament that the file written for it does not contain."""
    try:
        return list(iter_losses(tournament, loads(data).tournament))
    except RookeryError:  # such as a tournament without players
        return ["so much that it cannot be read again"]


def iter_losses(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield the facts about a tournament that were lost when it was written and read again."""
    yield from (text for name, text in FIELD_TEXTS.items() if getattr(before, name) != getattr(after, name))
    losses = {n: _describe_round_loss(round, after.rounds[n - 1 : n]) for n, round in enumerate(before.rounds, 1)}
    for loss in ("as played", "as published"):
        numbers = [n for n, round_loss in losses.items() if round_loss == loss]
        if numbers:
            yield f"round{'s' * (len(numbers) > 1)} {join_list(numbers)} {loss}"
    for owner, old, new in (
        ("the event", [before.info], [after.info]),
        ("players", before.players, after.players),
        ("teams", before.teams, after.teams),
    ):
        changed = _changed_fields(old, new)
        if changed:
            yield f"{join_list(changed)} of {owner}"


def _describe_round_loss(round: Round, after: tuple[Round, ...]) -> str:
    """Return what was lost of a round: "as played", "as published" if only the order of boards, or "" if nothing."""
    if after == (round,):
        return ""
    plain = [
        (sorted(version.games, key=str), sorted(version.matches, key=str), version.byes, version.player_byes)
        for version in (round, *after)
    ]
    if len(plain) != 2 or plain[0] != plain[1]:
        return "as played"
    return "as published" if round.published else ""  # the order of boards follows from the scores


def _changed_fields(
    old: Sequence[TournamentInfo | Player | Team], new: Sequence[TournamentInfo | Player | Team]
) -> list[str]:
    """Return the names of the fields whose values were lost or changed."""
    if len(old) != len(new):
        return ["some"]
    names = (field.name for field in fields(old[0])) if old else ()
    return [
        name.replace("_", " ")
        for name in names
        if any(getattr(a, name) not in (None, "", (), getattr(b, name)) for a, b in zip(old, new, strict=True))
    ]
