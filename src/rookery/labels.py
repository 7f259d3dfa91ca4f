"""How we say things of a tournament to people: names, byes, results in a cell, dates, systems, points, in tables."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.model import ByeKind, Colour, Date, Ending, Game, Player, Result, Round, Team, Tournament
from rookery.regulations import Format, Takes, scheme
from rookery.values import Value
from rookery.wording import count as count
from rookery.wording import joined, spoken, word

MARKS = {
    Ending.WIN: "1", Ending.DRAW: "½", Ending.LOSS: "0", Ending.FORFEIT_WIN: "+", Ending.FORFEIT_LOSS: "-",
    Ending.ADJOURNED: "a", Ending.PENDING: "*",
}  # fmt: skip
"""One letter for how a game ended, as crosstables print it."""

BYES = {
    ByeKind.PAIRING_ALLOCATED: spoken("bye"), ByeKind.FULL: spoken("full"), ByeKind.HALF: spoken("half"),
    ByeKind.ZERO: spoken("zero"), ByeKind.NOT_ENTERED: "",
}  # fmt: skip
"""One word for a bye."""


def byes_of(tournament: Tournament) -> dict[ByeKind, tuple[str, str]]:
    """What byes are called in this tournament: one word for a cell, and in full; nothing for who is out of a knock-out.

    >>> byes_of(Tournament(system="BERGER_ROUNDROBIN"))[ByeKind.ZERO], byes_of(Tournament())[ByeKind.ZERO]
    (('free', 'free'), ('zero', 'zero-point bye'))
    """
    format = scheme(tournament.system).format
    found: dict[ByeKind, tuple[str, str]] = {kind: (one, word(str(kind))) for kind, one in BYES.items()}
    if format.predetermined:
        found[ByeKind.ZERO] = (spoken("free"), spoken("free"))
    elif format.eliminates:
        found |= {ByeKind.ZERO: ("", ""), ByeKind.FULL: (spoken("bye"), spoken("bye"))}
    return found


MONTHS = (
    spoken("January"), spoken("February"), spoken("March"), spoken("April"), spoken("May"), spoken("June"),
    spoken("July"), spoken("August"), spoken("September"), spoken("October"), spoken("November"), spoken("December"),
)  # fmt: skip


def system_in_words(code: str) -> str:
    """A tournament type for people, with its code.

    >>> system_in_words("FIDE_DUTCH_2026")
    'Dutch Swiss (FIDE_DUTCH_2026)'
    """
    plan = scheme(code)
    if not plan.format.name:
        return code
    name = format_in_words(plan.format, teams=plan.team)
    if plan.baku:
        return spoken("%(system)s with Baku acceleration (%(code)s)", system=name, code=code)
    return joined(" ", (name, f"({code})"))


def format_in_words(format: Format, *, teams: bool = False) -> str:
    """A format for people; those that pair teams say so."""
    if teams or format.takes is Takes.TEAMS:
        return spoken("%(format)s for teams", format=word(format.title))
    return word(format.title)


def person(one: Player | Team) -> str:
    """A participant as lists print them: number, title and name."""
    title = f"{one.title} " if isinstance(one, Player) and one.title else ""
    return f"{one.id} {title}{one.name}".rstrip()


def day(date: Date) -> str:
    """A date as it is said.

    >>> day(Date(2026, 4, 3)), day(Date(2026, 4)), day(Date(2026))
    ('3 April 2026', 'April 2026', '2026')
    """
    if not date.month:
        return str(date.year)
    month = MONTHS[date.month - 1]
    if not date.day:
        return spoken("%(month)s %(year)s", month=month, year=date.year)
    return spoken("%(day)s %(month)s %(year)s", day=date.day, month=month, year=date.year)


def span(start: Date | None, end: Date | None) -> str:
    """From when to when.

    >>> span(Date(2026, 4, 3), Date(2026, 4, 5))
    '3 to 5 April 2026'
    """
    if start is None or end is None or start == end:
        only = start or end
        return day(only) if only else ""
    if (start.year, start.month) == (end.year, end.month) and start.day and end.day:
        return spoken("%(first)s to %(last)s", first=start.day, last=day(end))
    if start.year == end.year and start.month and end.month:
        month = MONTHS[start.month - 1]
        first = spoken("%(day)s %(month)s", day=start.day, month=month) if start.day else month
        return spoken("%(first)s to %(last)s", first=first, last=day(end))
    return spoken("%(first)s to %(last)s", first=day(start), last=day(end))


def cells(tournament: Tournament, round: Round) -> dict[int, str]:
    """What each player did in the round, in a few letters: `7w1` is White against 7, won."""
    called = byes_of(tournament)
    found = {bye.player: called[bye.kind][0] for bye in round.player_byes}
    if not tournament.team_event:
        found |= {bye.player: called[bye.kind][0] for bye in round.byes}
    for game in (*round.games, *(game for match in round.matches for game in match.games)):
        for one, other, colour, outcome in _sides(game):
            earlier = found.get(one, "")
            found[one] = f"{earlier or f'{other}{colour}'}{MARKS[outcome]}"
    for match in () if tournament.team_event else round.matches:
        if match.forfeit is not None and not match.games:
            found[match.white] = f"{match.black}w{MARKS[match.forfeit.white] * 2}"
            found[match.black] = f"{match.white}b{MARKS[match.forfeit.black] * 2}"
    return found


def _sides(game: Game) -> tuple[tuple[int, int, str, Ending], tuple[int, int, str, Ending]]:
    white, black = (Colour.WHITE.value, Colour.BLACK.value) if game.coloured else ("", "")
    return (game.white, game.black, white, game.result.white), (game.black, game.white, black, game.result.black)


def score(result: Result, turned: bool = False) -> str:
    """A result as a pairing list prints it: White first, or, `turned`, Black.

    >>> score(Result.WHITE_WINS), score(Result.WHITE_BY_FORFEIT), score(Result.PENDING)
    ('1 - 0', '+ / -', '*')
    >>> score(Result.WHITE_WINS, turned=True)
    '0 - 1'
    """
    if result is Result.PENDING:
        return MARKS[Ending.PENDING]
    if result is Result.ADJOURNED:
        return spoken("adjourned")
    first, second = (result.black, result.white) if turned else (result.white, result.black)
    if result.forfeit:
        return f"{MARKS[first]} / {MARKS[second]}"
    return f"{MARKS[first]} - {MARKS[second]}{'' if result.rated else ' unrated'}"


def points(tenths: int | None) -> str:
    """Points as they are printed: one decimal, aligned.

    >>> points(25), points(0), points(None)
    ('2.5', '0.0', '')
    """
    return "" if tenths is None else f"{tenths / 10:.1f}"


# -- tables ------------------------------------------------------------------------------------------------------------


class Column(Value):
    """One column: its title, `<`, `>` or `^`, and how narrow it may become (0: not at all).

    Longer texts are cut, or, where the column `wraps`, go on in the next line.
    """

    title: str
    align: str = "<"
    least: int = 0
    wraps: bool = False


class Table(Value):
    """Rows of text under titles."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def without_empty(self) -> Table:
        """Columns in which nothing stands are left out."""
        keep = [i for i in range(len(self.columns)) if any(row[i] for row in self.rows)]
        return self.only(keep)

    def only(self, keep: Sequence[int]) -> Table:
        """The table with these columns."""
        return Table(tuple(self.columns[i] for i in keep), tuple(tuple(row[i] for i in keep) for row in self.rows))
