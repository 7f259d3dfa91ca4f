"""A tournament as records in canonical form, and as a file in one of six dialects."""

from __future__ import annotations

from collections.abc import Mapping

from rookery._record import record
from rookery.errors import Problem, TooLargeError, UnsupportedError
from rookery.messages import format_msg, msg
from rookery.model import Tournament
from rookery.model.validation import MOST_PLAYERS, MOST_ROUNDS, MOST_TEAMS
from rookery.regulations import parse_type_code
from rookery.trf.diagnostics import ERROR, NOWHERE
from rookery.trf.fields import PLAYER_ROW, Group, render_line
from rookery.trf.record import Cells, DialectOptions, columns_per_round
from rookery.trf.registry import BYTE_COLUMNS, MORE_CODES, RECORDS, VERSIONS, codes_of

_TO_ONE_LINE = dict.fromkeys(map(ord, "\r\n\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""Everything at which some program ends a line, as `str.splitlines` does, and tabs: what follows would be a record."""


@record(eq=False, repr=False)
class Entry:
    """One record to write: its `key` (what it is about) and texts; `head` replaces the code of a national record."""

    code: str
    key: tuple[object, ...]
    values: Mapping[str, str]
    group: Cells = ()
    head: str = ""

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same content."""
        if not isinstance(other, Entry):
            return NotImplemented
        return self.values == other.values and (self.key, self.group, self.head) == (other.key, other.group, other.head)

    __hash__ = None  # type: ignore[assignment]

    def line(self) -> str:
        """Return the record as a line, without a line end."""
        return render_line(RECORDS[self.code].layout, self.head or self.code, self.values, self.group)

    def byte_line(self) -> bytes:
        """Return the record as a line of UTF-8 whose columns count bytes.

        A character that does not fit is cut as a whole.
        """
        layout = RECORDS[self.code].layout
        values = dict(self.values)
        for field in layout.fields:
            text = values.get(field.name, "")
            if not text.isascii():
                values[field.name] = _bytes_as_letters(text, field.width)
        return render_line(layout, self.head or self.code, values, self.group).encode("latin-1")


def _bytes_as_letters(text: str, width: int) -> str:
    """Return the UTF-8 bytes of a text, each as one character of Latin-1, at most `width` of them.

    >>> _bytes_as_letters("Müller", 33), _bytes_as_letters("Müller", 2)
    ('MÃ¼ller', 'M')
    """
    data = text.encode("utf-8", "replace")
    if width and len(data) > width:
        data = data[:width].decode("utf-8", "ignore").encode()
    return data.decode("latin-1")


def build_entry(
    code: str, key: tuple[object, ...], values: Mapping[str, str], group: Cells = (), head: str = ""
) -> Entry:
    """Build a record whose texts fit: a name is cut to its columns, a number that is too long is refused."""
    for field in RECORDS[code].fields:
        text = values.get(field.name, "")
        if text and not field.cut and 0 < field.width < len(text):
            raise _too_large_error(
                f"{field.name} {text} does not fit the {field.width} columns of record {code}", field.name
            )
    group_layout = RECORDS[code].layout.group
    if group_layout is not None and RECORDS[code].layout is not PLAYER_ROW:  # whose cells are as wide as they can be
        _check_widths(code, group_layout, group)
    return Entry(code, key, replace_line_ends(values), group, head)


def replace_line_ends(values: Mapping[str, str]) -> dict[str, str]:
    """Replace line ends and tabs, which no field can hold, by blanks."""
    return {name: text.translate(_TO_ONE_LINE) for name, text in values.items()}


def _check_widths(code: str, group_layout: Group, group: Cells) -> None:
    """Raise TooLargeError when a text is too long for its columns in a repetition."""
    for texts in group:
        for field, text in zip(group_layout.fields, texts, strict=True):
            if len(text) > field.width:
                message = msg("%(field)s: %(text)s does not fit the columns of record %(code)s", field=field.name,
                              text=" ".join(filter(None, texts)), code=code)  # fmt: skip
                raise _too_large_error(message, field.name)


_LIMIT_MESSAGES = {
    "players": msg("TRF has room for %(most)s players, not for %(number)s; JSON has no such limit"),
    "teams": msg("TRF has room for %(most)s teams, not for %(number)s; JSON has no such limit"),
    "rounds": msg("TRF has room for %(most)s rounds, not for %(number)s; JSON has no such limit"),
}


def build_entries(tournament: Tournament, options: DialectOptions) -> list[Entry]:
    """Return every record of the tournament in writing order; raise TooLargeError if a number does not fit."""
    counts = {
        "players": (max((player.number for player in tournament.players), default=0), MOST_PLAYERS),
        "teams": (max((team.number for team in tournament.teams), default=0), MOST_TEAMS),
        "rounds": (
            columns_per_round(tournament) * max(len(tournament.rounds), tournament.planned_rounds or 0),
            MOST_ROUNDS,
        ),
    }
    for name, (count, limit) in counts.items():
        if count > limit:
            message = format_msg(_LIMIT_MESSAGES[name], most=f"{limit:,}", number=f"{count:,}")
            raise _too_large_error(message, name)
    return [
        build_entry(record.code, *texts)
        for record in RECORDS.values()
        if record.write is not None and (record.all_dialects or record.code in options.codes)
        for texts in record.write(tournament, options)
    ]


def _too_large_error(message: str, field: str) -> TooLargeError:
    """Return the error for content that does not fit."""
    return TooLargeError([Problem(ERROR, "too-large", 0, NOWHERE, field, message)])


LINE_END = "\r\n"
"""The line end; it contains the CR required by the standard, and all readers tested accept it."""


def dump(tournament: Tournament, dialect: str = "trf26") -> bytes:
    """Return the tournament as a file: `trf26`, `trf16`, `trfx` (JaVaFo), `trfbx` (bbpPairings), `joint` or `vega`.

    `joint` is trf26 and trfbx in one file, `vega` is trf16 with record 142 and columns that count bytes.

    UTF-8 without a mark, lines end with CRLF. Raises TooLargeError when the format has no room for a number.
    """
    if dialect not in VERSIONS:
        raise unknown_format_error(dialect)
    if (
        not tournament.team_event
        and not parse_type_code(tournament.system).two_game_matches
        and _has_repeated_opponents(tournament)
    ):
        raise UnsupportedError(
            msg(
                "TRF has no place for several games of two players in one round: JSON has (%(command)s)",
                command="rookery convert",
            )
        )
    codes = codes_of(VERSIONS[dialect]) | MORE_CODES.get(dialect, frozenset())
    for_engines = "XXR" in codes and "142" not in codes
    options = DialectOptions(codes, request_cells="240" not in codes or "XXZ" in codes, with_points=for_engines)
    entries = build_entries(tournament, options)
    if dialect in BYTE_COLUMNS:
        return b"".join(entry.byte_line() + LINE_END.encode() for entry in entries)
    return "".join(entry.line() + LINE_END for entry in entries).encode("utf-8", "surrogatepass")


def unknown_format_error(name: str) -> UnsupportedError:
    """Return the error for an unknown format; it suggests the name meant."""
    names = (*VERSIONS, "json")
    plain = name.strip().lower()
    if plain in names:
        return UnsupportedError(msg("%(name)s is not a format of files: write %(plain)s", name=repr(name),
                                  plain=repr(plain)))  # fmt: skip
    return UnsupportedError(msg("%(name)s is not a format of files: choose one of %(names)s", name=repr(name),
                              names=", ".join(names)))  # fmt: skip


def _has_repeated_opponents(tournament: Tournament) -> bool:
    """Return whether a player meets an opponent more than once in a round."""
    return any(len(match.games) > 1 for round in tournament.rounds for match in round.matches)
