"""Check of a round that is paired manually: each board as it is made, and the complete round.

The bans, the bar and the colours are those that the system declares; the comparison is the checker's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum

from rookery._record import field, record, replace
from rookery.answer import Answer
from rookery.checking.checker import check_round
from rookery.checking.report import RoundReport, Seats
from rookery.formats.resolve import resolve, with_system
from rookery.history.history import History
from rookery.model import Bye, ByeKind, Colour, Game, Match, RequestedBye, Round, Tournament
from rookery.model.tournament import require_tournament
from rookery.model.validation import fits, type_error
from rookery.pairing.clauses import Ban
from rookery.pairing.colours import grant_both, would_be_third_running, would_be_three_more
from rookery.pairing.criteria import already_met, forbidden_by_the_event
from rookery.pairing.field import Field
from rookery.pairing.outcome import FORGOTTEN, TWO_BYES, UNCALLED
from rookery.pairing.rule_text import name_of
from rookery.pairing.system import System
from rookery.regulations import EditionName


class ViolationKind(StrEnum):
    """Kind of rule that a manually made board violates."""

    UNKNOWN = "unknown number"
    """There is no participant with this number."""
    ABSENT = "absent"
    """A participant has withdrawn, or has requested not to be paired in this round."""
    TWICE = "twice"
    """A participant is at two boards, or on both sides of one."""
    REMATCH = "rematch"
    """The two have already met."""
    FORBIDDEN = "forbidden"
    """The two are forbidden to meet by the arbiter or the event."""
    BYE_AGAIN = "bye again"
    """A participant may not have the allocated bye: had it before, or had the points of a win without a game."""
    SPARE_BYE = "spare bye"
    """No bye is to be given: the number is even, or another participant has it."""
    THIRD_COLOUR = "third colour"
    """A participant gets the same colour for the third time in a row."""
    COLOUR_DIFFERENCE = "colour difference"
    """A participant will have had one colour three times more than the other."""
    BANNED = "banned"
    """Another rule of the system forbids the pair."""
    BOTH_COLOURS = "both colours"
    """Both get the colour that is due to the other."""
    DIFFERENT_PAIRING = "not ours"
    """The round is complete and differs from the one that the rules give."""


@record
class PairingViolation(Answer):
    """A rule that a manually made board violates, with the round, the participants, the board and the article.

    `board` has White first; the allocated bye is `(player, 0)`. `absolute` is False for what the system allows in some
    cases: a colour beyond the limits (topscorers in the last round), colours that are due to the other, and a different
    pairing. `report` is the checker's report on a complete round.
    """

    kind: ViolationKind
    round: int
    participants: tuple[int, ...] = field(json_key="who")
    board: Seats
    article: str
    code: str = ""
    absolute: bool = True
    report: RoundReport | None = None


ManualBoard = Game | Match | Bye | tuple[int, int]
"""A manually made board: White and Black, or a bye; the allocated bye can be written as `(player, 0)`."""

_PAB = ByeKind.PAIRING_ALLOCATED
_BAN_KINDS = {
    name_of(already_met): ViolationKind.REMATCH,
    name_of(forbidden_by_the_event): ViolationKind.FORBIDDEN,
}
"""The bans that do not concern colours."""
_COLOUR_LIMITS = (
    (ViolationKind.COLOUR_DIFFERENCE, "C.04.1 6", would_be_three_more),
    (ViolationKind.THIRD_COLOUR, "C.04.1 7", would_be_third_running),
)


def check_pairing(
    tournament: Tournament,
    boards: Round | Iterable[ManualBoard],
    *,
    system: str | None = None,
    edition: EditionName | None = None,
) -> tuple[PairingViolation, ...]:
    """Return every rule that these boards of the next round violate, board by board; the round may be incomplete.

    A bye other than the allocated one counts as requested. A complete round is compared with the pairing by the rules;
    if it differs, the last violation says so and has the checker's report.

    Args:
        tournament: The tournament before the round.
        boards: The boards as (white, black), or a round.
        system: The system instead of the tournament's own.
        edition: The edition of the rules, such as "2017".

    Returns:
        The violations; empty if there are none.

    Raises:
        UnfinishedError: A game of an earlier round has no result.
        RuleError: The format is no Swiss.

    >>> from rookery.model import Player, Result
    >>> four = Tournament(players=tuple(map(Player, range(1, 5))), planned_rounds=3)
    >>> played = four.with_round(Round(games=(Game(1, 3, Result.DRAW), Game(4, 2, Result.DRAW))))
    >>> [(issue.kind.value, issue.board, issue.article) for issue in check_pairing(played, [(3, 1)])]
    [('rematch', (3, 1), 'C.04.3 2.1.1')]
    """
    require_tournament(tournament, "check_pairing")
    tournament = with_system(tournament, system)
    board_list = _list_boards(boards)
    requested_byes = [board for board in board_list if isinstance(board, Bye) and board.kind is not _PAB]
    tournament = with_requested_byes(tournament, requested_byes)
    pairing_system = resolve(tournament, edition=edition).system_for_round(
        tournament.next_round, tournament.planned_rounds
    )
    seats = [_to_seats(board) for board in board_list if board not in requested_byes]
    return tuple(_ManualRoundCheck(tournament, pairing_system, seats).find_violations())


def _list_boards(boards: Round | Iterable[ManualBoard]) -> tuple[ManualBoard, ...]:
    if isinstance(boards, Round):
        return (*boards.games, *boards.matches, *boards.byes)
    if not fits(boards, Iterable):
        raise type_error("the boards", "a Round or a row of boards such as [(1, 4), (5, 0)]", boards)
    return tuple(boards)


def _to_seats(board: ManualBoard) -> Seats:
    if isinstance(board, Bye):
        return board.player, 0
    if isinstance(board, Game | Match):
        return board.white, board.black
    if not _is_pair_of_ints(board) or board[0] < 1 or board[1] < 0:
        raise type_error("a board", "(white, black), or (player, 0) for the bye", board)
    return board[0], board[1]


def _is_pair_of_ints(value: object) -> bool:
    """Return whether a value is a pair of integers."""
    is_pair = isinstance(value, tuple | list) and len(value) == 2
    return is_pair and all(isinstance(number, int) and not isinstance(number, bool) for number in value)  # type: ignore[attr-defined]


def with_requested_byes(tournament: Tournament, byes: Iterable[Bye]) -> Tournament:
    """Return the tournament with these byes of the next round as requests, except the allocated bye."""
    return replace(tournament, requested_byes=(*tournament.requested_byes, *_build_requests(tournament, byes)))


def _build_requests(tournament: Tournament, byes: Iterable[Bye]) -> Iterator[RequestedBye]:
    """Yield a request for each bye that has not been requested yet."""
    absent, number = tournament.absent(tournament.next_round), tournament.next_round
    for bye in byes:
        if bye.kind is not _PAB and bye.player in tournament.participants_by_number and bye.player not in absent:
            yield RequestedBye(number, bye.player, ByeKind.ZERO if bye.kind is ByeKind.NOT_ENTERED else bye.kind)


class _ManualRoundCheck:
    """The boards of a round and its rules, for a single check."""

    def __init__(self, tournament: Tournament, system: System, boards: list[Seats]) -> None:
        self.tournament, self.system, self.boards = tournament, system, boards
        self.history = History.for_tournament(tournament)
        self.field: Field = system.field(tournament, history=self.history)
        self.appearances = Counter(participant for board in boards for participant in board if participant)
        self.has_colour_bans = any(ban.name not in _BAN_KINDS for ban in system.bans)

    def find_violations(self) -> Iterator[PairingViolation]:
        """Yield the violations of each board, then of the complete round."""
        indices, bye_given = self.field.place, False
        for board in self.boards:
            yield from self._check_participants(board)
            white, black = board
            if not black and white in indices:
                yield from self._check_bye(board, bye_given)
                bye_given = True
            elif white in indices and black in indices and white != black:
                yield from self._check_pair(board)
        if self.appearances == dict.fromkeys(indices, 1) and len(self.boards) == (len(indices) + 1) // 2:
            yield from self._check_complete_round()

    def _build_violation(self, kind: ViolationKind, participants: tuple[int, ...], board: Seats, article: str,
                         code: str = "", absolute: bool = True) -> PairingViolation:  # fmt: skip
        return PairingViolation(kind, self.field.round, participants, board, article, code, absolute)

    def _check_participants(self, board: Seats) -> Iterator[PairingViolation]:
        """Yield participants who cannot be at a board, or are at more than one."""
        for participant in dict.fromkeys(filter(None, board)):
            if participant not in self.tournament.participants_by_number:
                yield self._build_violation(ViolationKind.UNKNOWN, (participant,), board, UNCALLED.article)
            elif participant not in self.field.place:
                yield self._build_violation(ViolationKind.ABSENT, (participant,), board, UNCALLED.article)
            if self.appearances[participant] > 1:
                yield self._build_violation(ViolationKind.TWICE, (participant,), board, FORGOTTEN.article)

    def _check_bye(self, board: Seats, bye_given: bool) -> Iterator[PairingViolation]:
        """Check whether the player may have the allocated bye, and whether there is one to give."""
        player = board[:1]
        for breach in self.system.breaches(self.field, (), board[0]):
            yield self._build_violation(ViolationKind.BYE_AGAIN, player, board, breach.article, breach.code)
        if bye_given or self.field.size % 2 == 0:
            yield self._build_violation(ViolationKind.SPARE_BYE, player, board, TWO_BYES.article)

    # -- two who meet

    def _check_pair(self, board: Seats) -> Iterator[PairingViolation]:
        """Check whether two participants may meet, and with these colours."""
        a, b = (self.field.place[participant] for participant in board)
        apart = not self.field.rows[a] >> b & 1
        broken_bans = [ban for ban in self.system.bans if ban.forbids(self.field, a, b)] if apart else []
        for known_ban in broken_bans:
            if known_ban.name in _BAN_KINDS:
                kind = _BAN_KINDS[known_ban.name]
                yield self._build_violation(kind, board, board, known_ban.article, known_ban.code)
        ban = next((ban for ban in broken_bans if ban.name not in _BAN_KINDS), None)
        colour_violations = list(self._check_colour_limits(board, ban)) if self.has_colour_bans else []
        if ban is not None and not colour_violations:
            yield self._build_violation(ViolationKind.BANNED, board, board, ban.article, ban.code)
        yield from colour_violations
        white, black = (self.field.entrants[i].preference.colour for i in (a, b))
        if white is Colour.BLACK and black is Colour.WHITE:
            article = next((rule.article for rule in self.system.colours if rule.decide is grant_both), "C.04.1 8")
            yield self._build_violation(ViolationKind.BOTH_COLOURS, board, board, article, absolute=False)

    def _check_colour_limits(self, board: Seats, ban: Ban | None) -> Iterator[PairingViolation]:
        """Yield the participants who get a colour beyond its limits.

        If the two may not meet at all, the ban is cited. If they may, but both colour assignments exceed the limits,
        the system makes an exception for them; otherwise the colours are wrong.
        """
        white, black = board
        reverse_exceeds = any(self._exceeded_limits(black, Colour.WHITE)) or any(
            self._exceeded_limits(white, Colour.BLACK)
        )
        for participant, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
            for kind, article in self._exceeded_limits(participant, colour):
                cited, code = (ban.article, ban.code) if ban is not None else (article, "")
                yield self._build_violation(
                    kind, (participant,), board, cited, code, absolute=ban is not None or not reverse_exceeds
                )

    def _exceeded_limits(self, participant: int, colour: Colour) -> Iterator[tuple[ViolationKind, str]]:
        """Yield the limits that a colour would exceed."""
        colours = self.field.entrants[self.field.place[participant]].colours
        for kind, article, exceeds in _COLOUR_LIMITS:
            if exceeds(colours, colour.value):
                yield kind, article

    # -- the round

    def _check_complete_round(self) -> Iterator[PairingViolation]:
        """Compare the complete round with the pairing by the rules."""
        games = tuple(Game(white, black) for white, black in self.boards if black)
        byes = tuple(Bye(white, _PAB) for white, black in self.boards if not black)
        report = check_round(self.tournament, Round(games=games, byes=byes), self.history, self.system)
        if report.agree or not report.differences:
            return
        first = next((difference.recorded for difference in report.differences if difference.recorded), self.boards[0])
        rule = report.decided_by
        article, code = (rule.article, rule.code) if rule is not None else ("", "")
        participants = tuple(filter(None, first))
        yield PairingViolation(
            ViolationKind.DIFFERENT_PAIRING, self.field.round, participants, first, article, code, False, report
        )
