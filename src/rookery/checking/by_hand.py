"""Judging a round while it is made by hand: each board as it stands, and the round once everybody is in it.

The bans, the bar and the colours are those that the system declares; the comparison is the checker's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rookery.checking.breach import BreachKind, HandBreach
from rookery.checking.checker import judge
from rookery.checking.report import Seats
from rookery.formats.catalogue import as_named
from rookery.formats.pairing import system_of
from rookery.history import History
from rookery.model import Bye, ByeKind, Colour, Game, Match, RequestedBye, Round, Tournament
from rookery.model.kinds import fits, misfit
from rookery.model.tournament import must_be_tournament
from rookery.pairing.colours import grant_both, third_running, three_more
from rookery.pairing.criteria import already_met, forbidden_by_the_event
from rookery.pairing.criterion import Ban
from rookery.pairing.field import Field
from rookery.pairing.recorded import FORGOTTEN, TWO_BYES, UNCALLED
from rookery.pairing.stated import name_of
from rookery.pairing.system import System
from rookery.regulations import EditionWish
from rookery.values import replace

Made = Game | Match | Bye | tuple[int, int]
"""A board made by hand: White and Black, or who has the bye; the allocated one is also `(player, 0)`."""

_PAB = ByeKind.PAIRING_ALLOCATED
_BANS = {
    name_of(already_met): BreachKind.REMATCH,
    name_of(forbidden_by_the_event): BreachKind.FORBIDDEN,
}
"""The bans that have nothing to do with colours."""
_COLOUR_LIMITS = (
    (BreachKind.COLOUR_DIFFERENCE, "C.04.1 6", three_more),
    (BreachKind.THIRD_COLOUR, "C.04.1 7", third_running),
)


def breaches(
    tournament: Tournament,
    boards: Round | Iterable[Made],
    *,
    system: str | None = None,
    edition: EditionWish | None = None,
) -> tuple[HandBreach, ...]:
    """Every rule that these boards of the next round do not keep, board by board; the round need not be complete.

    A bye other than the allocated one is taken for asked for. Once everybody is in it, the round is compared with ours,
    and the last breach is that it is another one, with the checker's report. Raises what `pair` raises: Unfinished
    while an earlier game has no result, RuleError for a format that is no Swiss.

    >>> from rookery.model import Player, Result
    >>> four = Tournament(players=tuple(map(Player, range(1, 5))), planned=3)
    >>> played = four.with_round(Round(games=(Game(1, 3, Result.DRAW), Game(4, 2, Result.DRAW))))
    >>> [(one.kind.value, one.who, one.article) for one in breaches(played, [(3, 1)])]
    [('rematch', (3, 1), 'C.04.3 2.1.1')]
    """
    must_be_tournament(tournament, "breaches")
    tournament = as_named(tournament, system)
    made = _boards_of(boards)
    asked = [one for one in made if isinstance(one, Bye) and one.kind is not _PAB]
    tournament = asked_for(tournament, asked)
    by = system_of(tournament, edition=edition).in_round(tournament.next_round, tournament.planned)
    seats = [_seats(one) for one in made if one not in asked]
    return tuple(_ByHand(tournament, by, seats).found())


def _boards_of(boards: Round | Iterable[Made]) -> tuple[Made, ...]:
    if isinstance(boards, Round):
        return (*boards.games, *boards.matches, *boards.byes)
    if not fits(boards, Iterable):
        raise misfit("the boards", "a Round or a row of boards such as [(1, 4), (5, 0)]", boards)
    return tuple(boards)


def _seats(one: Made) -> Seats:
    if isinstance(one, Bye):
        return one.player, 0
    if isinstance(one, Game | Match):
        return one.white, one.black
    if not _is_pair(one) or one[0] < 1 or one[1] < 0:
        raise misfit("a board", "(white, black), or (player, 0) for the bye", one)
    return one[0], one[1]


def _is_pair(given: object) -> bool:
    """Whether this is two whole numbers."""
    two = isinstance(given, tuple | list) and len(given) == 2
    return two and all(isinstance(each, int) and not isinstance(each, bool) for each in given)  # type: ignore[attr-defined]


def asked_for(tournament: Tournament, byes: Iterable[Bye]) -> Tournament:
    """The tournament in which these byes of the next round, but for the allocated one, have been asked for."""
    return replace(tournament, requested=(*tournament.requested, *_requests(tournament, byes)))


def _requests(tournament: Tournament, asked: Iterable[Bye]) -> Iterator[RequestedBye]:
    """Byes as byes that were asked for, unless they were."""
    absent, number = tournament.absent(tournament.next_round), tournament.next_round
    for bye in asked:
        if bye.kind is not _PAB and bye.player in tournament.by_id and bye.player not in absent:
            yield RequestedBye(number, bye.player, ByeKind.ZERO if bye.kind is ByeKind.NOT_ENTERED else bye.kind)


class _ByHand:
    """The boards of a round beside its rules; it lives inside one call."""

    def __init__(self, tournament: Tournament, system: System, boards: list[Seats]) -> None:
        self.tournament, self.system, self.boards = tournament, system, boards
        self.history = History.of(tournament)
        self.field: Field = system.field(tournament, history=self.history)
        self.named = Counter(one for board in boards for one in board if one)
        self.limited = any(ban.name not in _BANS for ban in system.bans)

    def found(self) -> Iterator[HandBreach]:
        """Everything there is to say, board by board, and of the whole round at the end."""
        place, taken = self.field.place, False
        for board in self.boards:
            yield from self._people(board)
            white, black = board
            if not black and white in place:
                yield from self._bye(board, taken)
                taken = True
            elif white in place and black in place and white != black:
                yield from self._pair(board)
        if self.named == dict.fromkeys(place, 1) and len(self.boards) == (len(place) + 1) // 2:
            yield from self._whole()

    def _breach(self, kind: BreachKind, who: tuple[int, ...], board: Seats, article: str, code: str = "",
                absolute: bool = True) -> HandBreach:  # fmt: skip
        return HandBreach(kind, self.field.round, who, board, article, code, absolute)

    def _people(self, board: Seats) -> Iterator[HandBreach]:
        """Who cannot be at a board at all, or is at another as well."""
        for one in dict.fromkeys(filter(None, board)):
            if one not in self.tournament.by_id:
                yield self._breach(BreachKind.UNKNOWN, (one,), board, UNCALLED.article)
            elif one not in self.field.place:
                yield self._breach(BreachKind.ABSENT, (one,), board, UNCALLED.article)
            if self.named[one] > 1:
                yield self._breach(BreachKind.TWICE, (one,), board, FORGOTTEN.article)

    def _bye(self, board: Seats, taken: bool) -> Iterator[HandBreach]:
        """Whether somebody may have the allocated bye, and whether there is one to give."""
        who = board[:1]
        for broken in self.system.breaches(self.field, (), board[0]):
            yield self._breach(BreachKind.BYE_AGAIN, who, board, broken.article, broken.code)
        if taken or self.field.size % 2 == 0:
            yield self._breach(BreachKind.SPARE_BYE, who, board, TWO_BYES.article)

    # -- two who meet

    def _pair(self, board: Seats) -> Iterator[HandBreach]:
        """Whether two may meet, and with these colours."""
        a, b = (self.field.place[one] for one in board)
        apart = not self.field.rows[a] >> b & 1
        bans = [one for one in self.system.bans if one.forbids(self.field, a, b)] if apart else []
        for one in bans:
            if one.name in _BANS:
                yield self._breach(_BANS[one.name], board, board, one.article, one.code)
        ban = next((one for one in bans if one.name not in _BANS), None)
        beyond = list(self._beyond(board, ban)) if self.limited else []
        if ban is not None and not beyond:
            yield self._breach(BreachKind.BANNED, board, board, ban.article, ban.code)
        yield from beyond
        white, black = (self.field.seats[i].preference.colour for i in (a, b))
        if white is Colour.BLACK and black is Colour.WHITE:
            rule = next((one.article for one in self.system.colours if one.decide is grant_both), "C.04.1 8")
            yield self._breach(BreachKind.BOTH_COLOURS, board, board, rule, absolute=False)

    def _beyond(self, board: Seats, ban: Ban | None) -> Iterator[HandBreach]:
        """Who gets a colour beyond its limits.

        If the two could not meet at all, the ban says so. If they may, but neither way round is within the limits, the
        system makes an exception for them; otherwise the colours are wrong.
        """
        white, black = board
        turned = any(self._limits(black, Colour.WHITE)) or any(self._limits(white, Colour.BLACK))
        for one, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            for kind, article in self._limits(one, colour):
                cited, code = (ban.article, ban.code) if ban is not None else (article, "")
                yield self._breach(kind, (one,), board, cited, code, absolute=ban is not None or not turned)

    def _limits(self, one: int, colour: Colour) -> Iterator[tuple[BreachKind, str]]:
        """The limits that a colour would pass."""
        colours = self.field.seats[self.field.place[one]].colours
        for kind, article, passed in _COLOUR_LIMITS:
            if passed(colours, colour.value):
                yield kind, article

    # -- the round

    def _whole(self) -> Iterator[HandBreach]:
        """What the checker says of the round, if it is not ours."""
        games = tuple(Game(white, black) for white, black in self.boards if black)
        byes = tuple(Bye(white, _PAB) for white, black in self.boards if not black)
        report = judge(self.tournament, Round(games=games, byes=byes), self.history, self.system)
        if report.agree or not report.differences:
            return
        first = next((one.recorded for one in report.differences if one.recorded), self.boards[0])
        rule = report.decided_by
        article, code = (rule.article, rule.code) if rule is not None else ("", "")
        who = tuple(filter(None, first))
        yield HandBreach(BreachKind.NOT_OURS, self.field.round, who, first, article, code, False, report)
