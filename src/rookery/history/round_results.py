"""Round results in columns: what each participant did in a round, and what that counts for.

A `Meeting` is one round of one participant; its `Kind` says what byes and forfeits count for. `RoundColumns` holds
all meetings of a round and is made by `RoundBuilder`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import compress, repeat
from operator import not_
from typing import NamedTuple

from rookery.history.scoring import bye_table, match_points, outcome_table, result_letter
from rookery.model import Bye, ByeKind, Colour, Ending, Game, Match, Points, PointSystem, Result, Round, Tournament
from rookery.model._construct import tuple_factory
from rookery.regulations import parse_type_code


class Kind(Enum):
    """The outcome of a round for a participant, and what it counts for.

    `paired`: taken into account when the round was paired. `bars_rematch`: the meeting may not be repeated, and gives a
    colour (C.04.2 3.4, 3.5). `floats`: "by scores" against the opponent, "by points" if it gave more than a loss
    (C.04.3 1.4). `bars_bye`: bars from the allocated bye, "by points" if it gave a win's worth or more (C.04.1 4).
    `is_unplayed_win`: a win without playing, which bars where matches are played (C.04.5 2.1.2, C.04.6 2.1.2).
    """

    __hash__ = object.__hash__  # members are singletons; faster than hashing the name

    paired: bool
    bars_rematch: bool
    floats: str
    bars_bye: str
    is_unplayed_win: bool

    PLAYED = "played", True, True, "by scores", "no"
    FORFEIT_WIN = "forfeit win", True, False, "by points", "by points", True
    FORFEIT_LOSS = "forfeit loss", True, False, "by points", "by points"
    ALLOCATED_BYE = "allocated bye", True, False, "down", "yes"
    FULL_BYE = "full-point bye", False, False, "by points", "by points", True
    HALF_BYE = "half-point bye", False, False, "by points", "by points"
    ZERO_BYE = "zero-point bye", False, False, "by points", "by points"
    NOT_ENTERED = "not entered", False, False, "by points", "by points"
    PENDING = "pending", True, False, "no", "no"

    def __new__(
        cls, text: str, paired: bool, bars_rematch: bool, floats: str, bye_bar: str, unplayed_win: bool = False
    ) -> Kind:
        """Return the member with this text and these effects."""
        member = object.__new__(cls)
        member._value_ = text
        member.paired, member.bars_rematch = paired, bars_rematch
        member.floats, member.bars_bye, member.is_unplayed_win = floats, bye_bar, unplayed_win
        return member


def truth_table() -> str:
    """Return a table of what each kind of round counts for, as text."""
    yes_no = ("no", "yes")
    rows = [("round", "paired", "met", "colour", "float", "bars the bye", "a win")]
    rows += [
        (
            str(k.value),
            yes_no[k.paired],
            yes_no[k.bars_rematch],
            yes_no[k.bars_rematch],
            k.floats,
            k.bars_bye,
            yes_no[k.is_unplayed_win],
        )
        for k in Kind
    ]
    widths = (15, 7, 4, 7, 10, 13, 0)
    return "\n".join(" ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows)


class Meeting(NamedTuple):
    """One round of one participant. `colour` is the scheduled one, also of a forfeit; points in tenths.

    `points` is the score used for ranking (in a team event the primary one), `secondary` the other of a team event.
    """

    kind: Kind
    opponent: int | None = None
    colour: Colour | None = None
    points: Points = 0
    secondary: Points = 0


RoundResults = dict[int, Meeting]
"""One round: the meeting of every participant."""

BYES = {
    ByeKind.PAIRING_ALLOCATED: Kind.ALLOCATED_BYE,
    ByeKind.FULL: Kind.FULL_BYE,
    ByeKind.HALF: Kind.HALF_BYE,
    ByeKind.ZERO: Kind.ZERO_BYE,
    ByeKind.NOT_ENTERED: Kind.NOT_ENTERED,
}
"""The kind of round for each kind of bye."""
_FORFEITS = {
    Ending.FORFEIT_WIN: Kind.FORFEIT_WIN,
    Ending.FORFEIT_LOSS: Kind.FORFEIT_LOSS,
    Ending.PENDING: Kind.PENDING,
}
_make_meeting = tuple_factory(Meeting)
_ADJOURNED = Result.ADJOURNED.number

SPARSE_FACTOR = 8
"""The largest number, as a multiple of their count, for which positions are kept in a list and not in a dictionary."""

_COLOURED: tuple[Colour | None, Colour | None] = (Colour.WHITE, Colour.BLACK)
_COLOURLESS: tuple[Colour | None, Colour | None] = (None, None)
_COLOUR_BY_LETTER: dict[str, Colour | None] = {colour.value: colour for colour in Colour} | {"": None}


class IdIndex:
    """The participants in the order of their numbers, and the position of each number.

    Number 0 (no participant) has position 0.

    >>> index = IdIndex([2, 4, 9])
    >>> index.ids, index.positions[9]
    ((2, 4, 9), 2)
    """

    __slots__ = ("ids", "positions")

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = tuple(ids)
        self.positions: Mapping[int, int] | list[int] = _build_positions(self.ids)


def _build_positions(ids: tuple[int, ...]) -> Mapping[int, int] | list[int]:
    """Return the position of each number."""
    largest = max(ids, default=0)
    if largest == len(ids):
        return [0, *range(largest)]
    if largest > SPARSE_FACTOR * len(ids):
        return {0: 0, **dict(zip(ids, range(len(ids)), strict=True))}
    positions = [0] * (largest + 1)  # where numbers are small a list is much quicker than a dictionary
    for position, participant in enumerate(ids):
        positions[participant] = position
    return positions


class RoundColumns:
    """One round in columns, in the order of `id_index`: opponents over the board, colours and points.

    `opponents` is 0 where a participant did not play over the board; that meeting is in `unplayed`. `colours` is
    "w", "b" or "". `points` and `secondary` cover all participants. `adjourned` is true if a game is to be finished
    later, `pending` if one is still being played. Not changed after `RoundBuilder.build` has returned it.
    """

    __slots__ = (
        "_results",
        "adjourned",
        "colours",
        "id_index",
        "opponents",
        "pending",
        "points",
        "secondary",
        "unplayed",
    )

    def __init__(self, id_index: IdIndex, two_scores: bool = True) -> None:
        size = len(id_index.ids)
        self.id_index = id_index
        self.opponents, self.colours, self.points = [0] * size, [""] * size, [0] * size
        self.secondary = [0] * size if two_scores else self.points
        self.unplayed: RoundResults = {}
        self.adjourned = self.pending = False
        self._results: RoundResults | None = None

    def add(self, participant: int, meeting: Meeting) -> None:
        """Record the meeting of a participant, replacing an earlier one."""
        kind, opponent, colour, points, secondary = meeting
        position = self.id_index.positions[participant]
        self.secondary[position], self.points[position] = secondary, points
        if kind is not Kind.PLAYED:
            self.unplayed[participant] = meeting
            self.pending |= kind is Kind.PENDING
            return
        assert opponent is not None
        self.opponents[position] = opponent
        self.colours[position] = colour.value if colour else ""

    @property
    def boards(self) -> list[tuple[int, int]]:
        """The pairs of participants that played each other over the board, each pair once."""
        pairs = zip(self.id_index.ids, self.opponents, strict=True)
        return [(participant, opponent) for participant, opponent in pairs if participant < opponent]

    @property
    def results(self) -> RoundResults:
        """The meeting of every participant; computed once."""
        if self._results is None:
            self._results = self.compute_results()
        return self._results

    def compute_results(self) -> RoundResults:
        """Return the meeting of every participant without caching the dictionary."""
        if self._results is not None:
            return self._results
        colours = map(_COLOUR_BY_LETTER.__getitem__, self.colours)
        meetings = zip(repeat(Kind.PLAYED), self.opponents, colours, self.points, self.secondary, strict=False)
        return dict(zip(self.id_index.ids, map(_make_meeting, meetings), strict=True)) | self.unplayed


def _result_kinds(result: Result) -> tuple[Kind, Kind]:
    """Return what a game with this result counts for, for White and for Black."""
    return (Kind.PLAYED, Kind.PLAYED) if result.played else (_FORFEITS[result.white], _FORFEITS[result.black])


@cache
def _kinds_by_result() -> list[tuple[Kind, Kind]]:
    """Return what a game counts for on both sides, by result number."""
    return [_result_kinds(result) for result in Result]


@lru_cache(64)
def _points_by_result(system: PointSystem) -> tuple[list[tuple[Points, Points]], list[tuple[Points, Points] | None]]:
    """Return the points of White and Black by result number, twice.

    The second list has None for results that need more than points: all but games played to the end.
    """
    points_of_ending = outcome_table(system)
    pairs = [(points_of_ending[result.white], points_of_ending[result.black]) for result in Result]
    is_plain = [result.played and result.number != _ADJOURNED for result in Result]
    return pairs, [pair if plain else None for pair, plain in zip(pairs, is_plain, strict=True)]


class RoundBuilder:
    """Builds the columns of a round from its games, matches and byes."""

    def __init__(self, tournament: Tournament) -> None:
        plan = parse_type_code(tournament.system)
        self.tournament = tournament
        self.id_index = IdIndex(tournament.participants_by_number)
        self.kinds = _kinds_by_result()
        self.points_by_result, self.plain_points = _points_by_result(tournament.points)
        self._bye_points: dict[ByeKind, tuple[Points, Points]] = {}  # filled when the first bye occurs
        self._bye_meetings: dict[ByeKind, Meeting] = {}  # shared by all participants with the kind of bye
        self.by_games = tournament.team_event and plan.primary == "GP"
        system = tournament.match_points if tournament.team_event and not self.by_games else tournament.points
        self.win, self.loss = self._decisive_points(system.win, system.loss, plan.two_game_matches)
        self.adjustments = [record for record in tournament.point_adjustments if record.kind]

    def _decisive_points(self, win: Points, loss: Points, two_games: bool) -> tuple[Points, Points]:
        """Return the points of a won and of a lost meeting."""
        times = 2 if two_games else 1
        if self.by_games:
            from rookery.history.team_matches import boards_per_match

            times = boards_per_match(self.tournament)
        return times * win, times * loss

    def build(self, round: Round, earlier: Sequence[RoundColumns]) -> RoundColumns:
        """Return the columns of a round; a participant who is not mentioned was absent, or had not entered yet."""
        columns = RoundColumns(self.id_index, self.tournament.team_event)
        self._add_games(columns, round.games)
        for match in round.matches:
            for participant, meeting in zip(
                (match.white, match.black), self._match_meetings(match, round.player_byes), strict=True
            ):
                columns.add(participant, meeting)
        if round.matches:
            columns.adjourned = bool(round.adjourned)
        for bye in round.byes:
            columns.add(bye.player, self._bye_meeting(bye.kind))
        if columns.opponents.count(0) > len(columns.unplayed):
            for participant in compress(self.id_index.ids, map(not_, columns.opponents)):
                if participant not in columns.unplayed:
                    previous = earlier[-1].unplayed.get(participant) if earlier else None
                    not_entered = not earlier or (previous is not None and previous.kind is Kind.NOT_ENTERED)
                    columns.add(participant, self._bye_meeting(ByeKind.NOT_ENTERED if not_entered else ByeKind.ZERO))
        if self.adjustments:
            self._apply_adjustments(round, columns, len(earlier) + 1)
        return columns

    def _add_games(self, columns: RoundColumns, games: Sequence[Game]) -> None:
        """Add games, the plain ones directly into the columns."""
        positions, plain_points = self.id_index.positions, self.plain_points
        opponents, colours, points = columns.opponents, columns.colours, columns.points
        for game in games:
            white, black = game.white, game.black
            game_points = plain_points[game.result.number]
            if game_points is None:
                self._add_game(columns, game)
                continue
            white_position, black_position = positions[white], positions[black]
            opponents[white_position], opponents[black_position] = black, white
            colours[white_position], colours[black_position] = "w", "b"
            points[white_position], points[black_position] = game_points

    def _add_game(self, columns: RoundColumns, game: Game) -> None:
        """Add a game that is not simply played to the end: unplayed, adjourned or without colours."""
        number = game.result.number
        columns.adjourned |= number == _ADJOURNED
        sides = _COLOURED if game.coloured else _COLOURLESS
        for side, participant, opponent in ((0, game.white, game.black), (1, game.black, game.white)):
            points = self.points_by_result[number][side]
            columns.add(participant, Meeting(self.kinds[number][side], opponent, sides[side], points, points))

    def _bye_meeting(self, kind: ByeKind) -> Meeting:
        """Return the meeting of a participant with a bye, the same object for every bye of a kind."""
        meeting = self._bye_meetings.get(kind)
        if meeting is None:
            self._bye_points = self._bye_points or bye_table(self.tournament)
            meeting = self._bye_meetings[kind] = self._build_meeting(BYES[kind], None, None, *self._bye_points[kind])
        return meeting

    def _build_meeting(
        self, kind: Kind, opponent: int | None, colour: Colour | None, matches: Points, games: Points
    ) -> Meeting:
        """Return a meeting with match and game points in the order of the event's primary score."""
        return Meeting(kind, opponent, colour, *self._order_scores(matches, games))

    def _order_scores(self, matches: Points, games: Points) -> tuple[Points, Points]:
        """Return the points used for ranking, then the secondary ones."""
        return (games, matches) if self.by_games else (matches, games)

    def _match_meetings(self, match: Match, unopposed: Sequence[Bye]) -> tuple[Meeting, Meeting]:
        """Return the meetings of both sides of a match."""
        kinds, coloured = match_kinds(self.tournament, match)
        first, second = match_points(self.tournament, match, unopposed)
        colours = (Colour.WHITE, Colour.BLACK) if coloured else (None, None)
        return (
            self._build_meeting(kinds[0], match.black, colours[0], *first),
            self._build_meeting(kinds[1], match.white, colours[1], *second),
        )

    def _apply_adjustments(self, round: Round, columns: RoundColumns, number: int) -> None:
        """Replace the points of results by those that record 299 gives them."""
        letters, meetings = _result_letters(round, self.tournament), columns.compute_results()
        for record in self.adjustments:
            primary = record.match_points if self.tournament.team_event else record.points
            points, secondary = self._order_scores(primary, record.points)
            for participant in record.players if record.round in (None, 0, number) else ():
                if letters.get(participant, "Z") == record.kind and participant in meetings:
                    meetings[participant] = meetings[participant]._replace(points=points, secondary=secondary)
                    columns.add(participant, meetings[participant])


def _result_letters(round: Round, tournament: Tournament) -> dict[int, str]:
    """Return the letter by which record 299 names each participant's result; no entry means absent (Z)."""
    letters = {bye.player: bye.kind.value.replace(" ", "Z") for bye in round.byes}
    for game in round.games:
        letters[game.white], letters[game.black] = result_letter(game.result.white), result_letter(game.result.black)
    for match in round.matches:
        (_, white), (_, black) = match_points(tournament, match, round.player_byes)
        signs = ("W", "L") if white > black else ("L", "W") if black > white else ("D", "D")
        if match.forfeit is not None:
            signs = result_letter(match.forfeit.white), result_letter(match.forfeit.black)
        letters[match.white], letters[match.black] = signs
    return letters


def match_kinds(tournament: Tournament, match: Match) -> tuple[tuple[Kind, Kind], bool]:
    """Return what a match counts for on both sides, and whether it gives a colour.

    A team match is played if one board was (C.04.6). A two-game match is forfeited only if a player forfeits both
    games; otherwise it is played, but without a single game played it gives no colour (C.04.5 preface, 1.6).
    """
    results = [game.result for game in match.games]
    if match.forfeit is not None:
        return (_FORFEITS[match.forfeit.white], _FORFEITS[match.forfeit.black]), True
    if match.open:
        return (Kind.PENDING, Kind.PENDING), True
    if any(result.played for result in results):
        return (Kind.PLAYED, Kind.PLAYED), True
    from rookery.history.team_matches import board_results

    white, black = zip(*board_results(tournament, match), strict=True)
    if not tournament.team_event and not any(all(s is Ending.FORFEIT_LOSS for s in half) for half in (white, black)):
        return (Kind.PLAYED, Kind.PLAYED), False
    forfeit_wins = [half.count(Ending.FORFEIT_WIN) for half in (white, black)]
    if forfeit_wins[0] > forfeit_wins[1]:
        return (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS), True
    if forfeit_wins[1] > forfeit_wins[0]:
        return (Kind.FORFEIT_LOSS, Kind.FORFEIT_WIN), True
    return (Kind.FORFEIT_LOSS, Kind.FORFEIT_LOSS), True
