"""Single knock-out: who loses a match is out. NOT a FIDE pairing system; each event has its own regulations.

Numbers are seeds: 1 and 2 can only meet in the final, 1 to 4 only in the semi-finals and later, and so on. Where the
field is no power of two, the highest seeds have a bye in round one. A meeting is one game or a mini-match; who has more
points goes through. When the points are equal, further games may be added to the match; otherwise the one who plays in
the next round went through and, before that round is paired, the arbiter names them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice

from rookery.attendance import rounds_until_one
from rookery.errors import Problem, RuleError, Severity, Unfinished
from rookery.matches import line_up
from rookery.model import Bye, ByeKind, Colour, Game, Match, Result, Round, Tournament
from rookery.order import sequence
from rookery.pairing.tables.berger import colours, not_as_planned
from rookery.regulations import scheme
from rookery.scoring import board_points, outcome_table
from rookery.wording import counted, spoken

Slots = tuple[int | None, ...]
"""Who is still in, along the bracket; neighbours meet. None: nobody, the neighbour goes through."""


class Level(RuleError):
    """A match is level, and nobody has said who goes through."""


def bracket(size: int) -> tuple[int, ...]:
    """The seeds along a bracket of so many places, a power of two.

    >>> bracket(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    seeds: tuple[int, ...] = (1,)
    while len(seeds) < size:
        seeds = tuple(seed for one in seeds for seed in (one, 2 * len(seeds) + 1 - one))
    return seeds


def rounds_needed(entrants: int) -> int:
    """How many rounds it takes until one is left.

    >>> rounds_needed(8), rounds_needed(9)
    (3, 4)
    """
    if entrants < 2:
        raise RuleError(spoken("a knock-out needs two participants, not %(entrants)s", entrants=entrants))
    return rounds_until_one(entrants)


def next_round(tournament: Tournament, *, games: int | None = None, through: Collection[int] = ()) -> Round:
    """The next round. `games` is the length of a meeting (as in the last round, else as the code says: _G2, else one).

    `through` names those who won a tied match of the last round in some other way. Who is absent loses by forfeit.
    """
    _must_be_known(tournament, through, games)
    slots = survivors(tournament, through)
    if len(slots) < 2:
        raise RuleError(spoken("the knock-out is over: one is left"), who=[one for one in slots if one is not None])
    length = games or _length(tournament)
    history = colours(round.pairs for round in tournament.rounds)
    absent = tournament.absent(tournament.next_round)
    meetings, byes = [], []
    for index, (upper, lower) in enumerate(zip(slots[::2], slots[1::2], strict=True)):
        if upper is not None and lower is not None:
            white, black = _coloured(tournament, upper, lower, history, index)
            meetings.append(_meeting(tournament, white, black, length, absent))
        else:
            byes += [Bye(one, ByeKind.FULL) for one in (upper, lower) if one is not None]
    return Round(
        games=tuple(one for one in meetings if isinstance(one, Game)),
        matches=tuple(one for one in meetings if isinstance(one, Match)),
        byes=tuple(byes),
    )


def _must_be_known(tournament: Tournament, through: Collection[int], games: int | None) -> None:
    """Who goes through has played in the last round, and a meeting has at least one game."""
    last = {one for round in tournament.rounds[-1:] for pair in round.pairs for one in pair}
    strangers = sorted(set(through) - last)
    if strangers:
        raise RuleError(spoken("%(strangers)s cannot go through: only who met in the last round can",
                               strangers=strangers[0]), who=strangers)  # fmt: skip
    if games is not None and games < 1:
        raise RuleError(spoken("a meeting has at least one game, not %(games)s", games=games))


def survivors(tournament: Tournament, through: Collection[int] = ()) -> Slots:
    """Who is still in after the last round, along the bracket."""
    *_, last = _stages(tournament, through)
    return last


def placed(tournament: Tournament, through: Collection[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Everybody by how far they came, the best first: who is still in, then those who went out in the last round, ...

    Who is out in the same round shares a place; so do the two of a final that is level or still open.

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> cup = cup.with_round(Round(games=(Game(3, 2, Result.WHITE_WINS),), byes=(Bye(1, ByeKind.FULL),)))
    >>> placed(cup)
    ((1, 3), (2,))
    """
    came, still = _progress(tournament, through)
    groups = [still] if still else []
    for far in sorted(set(came.values()), reverse=True):
        groups.append({one for one, rounds in came.items() if rounds == far and one not in still})
    return tuple(tuple(sorted(group)) for group in groups if group)


def reached(tournament: Tournament, through: Collection[int] = ()) -> dict[int, int]:
    """How many rounds everybody came through; the winner of the final all of them."""
    return _progress(tournament, through)[0]


def went_on(tournament: Tournament, round: int, through: Collection[int] = ()) -> tuple[int, ...]:
    """Who of the round before plays in a round that is there already; `through` names some who shall instead."""
    if not 1 < round <= len(tournament.rounds):
        return tuple(through)
    before = tournament.rounds[round - 2].pairs
    instead = {one for pair in before if set(pair) & set(through) for one in pair}
    there = set(_named(tournament.rounds[round - 1])) & {one for pair in before for one in pair}
    return tuple(sorted(there - instead | set(through)))


def _progress(tournament: Tournament, through: Collection[int]) -> tuple[dict[int, int], set[int]]:
    """How many rounds everybody came through, and who is still in: also the two of a meeting that is not decided."""
    came: dict[int, int] = {}
    last = len(tournament.rounds)
    slots: Slots = ()
    for done, slots in enumerate(islice(_stages(tournament), max(1, last))):
        came |= {one: done for one in slots if one is not None}
    if not last:
        return came, set(came)
    still: set[int] = set()
    meetings = {frozenset(pair): meeting for meeting, pair in _paired(tournament.rounds[-1])}
    undecided = {pair for pair, meeting in meetings.items() if _is_open(meeting)}
    for pair in zip(slots[::2], slots[1::2], strict=True):
        both = frozenset(one for one in pair if one is not None)
        if both in undecided:  # whoever leads
            still |= both
            continue
        try:
            winner = _winner(tournament, last, meetings, pair, through)
        except Level:
            still |= both
        else:
            still |= {winner} if winner is not None else set()
            came |= {winner: last} if winner is not None else {}
    return came, still


STAGES = (spoken("final"), spoken("semi-final"), spoken("quarter-final"))
"""What the last rounds of a knock-out are called, from the last one."""


def stages(tournament: Tournament, through: Collection[int] = ()) -> dict[int, str]:
    """Where everybody went out, in a word: "semi-final"; or that they are still in, or have won.

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> stages(cup.with_round(Round(games=(Game(3, 2, Result.WHITE_WINS),), byes=(Bye(1, ByeKind.FULL),))))
    {1: 'still in', 2: 'semi-final', 3: 'still in'}
    """
    came, still = _progress(tournament, through)
    needed = rounds_needed(len(sequence(tournament)))
    return {one: _stage(rounds, needed, one in still) for one, rounds in came.items()}


def _stage(rounds: int, needed: int, still_in: bool) -> str:
    if still_in:
        return spoken("winner") if rounds == needed else spoken("still in")
    left = needed - rounds - 1
    return STAGES[left] if left < len(STAGES) else spoken("round %(round)s", round=rounds + 1)


def _stages(tournament: Tournament, through: Collection[int] = ()) -> Iterator[Slots]:
    """Who is in before the first round, and after each."""
    seats = sequence(tournament)
    needed = rounds_needed(len(seats))
    if len(tournament.rounds) > needed:
        raise RuleError(counted(needed, "a knock-out of %(players)s has %(num)s round, not %(rounds)s",
                                "a knock-out of %(players)s has %(num)s rounds, not %(rounds)s", players=len(seats),
                                rounds=len(tournament.rounds)))  # fmt: skip
    slots: Slots = tuple(seats[seed - 1] if seed <= len(seats) else None for seed in bracket(2**needed))
    yield slots
    for number, round in enumerate(tournament.rounds, 1):
        after = tournament.rounds[number : number + 1]
        later = {one for each in after for one in _named(each)} if after else set(through)
        if open := [pair for meeting, pair in _paired(round) if _is_open(meeting)]:
            raise Unfinished(number, open)
        meetings = {frozenset(pair): meeting for meeting, pair in _paired(round)}
        pairs = zip(slots[::2], slots[1::2], strict=True)
        slots = tuple(_winner(tournament, number, meetings, pair, later) for pair in pairs)
        yield slots


_NO_ALLOCATED_BYE = spoken(
    "there is no pairing-allocated bye in a knock-out: the highest seeds have full-point byes in round 1"
)


def complaints(tournament: Tournament) -> tuple[Problem, ...]:
    """Where the rounds of the file do not follow the bracket; the first fault hides those that come of it."""
    found = []
    last = {white for round in tournament.rounds[-1:] for white, _ in round.pairs}
    if any(one.kind is ByeKind.PAIRING_ALLOCATED for round in tournament.rounds for one in round.byes):
        found.append(_problem(Severity.WARNING, "knockout", _NO_ALLOCATED_BYE))
    try:
        survivors(tournament, through=last)
    except Unfinished as error:
        if error.round < len(tournament.rounds):
            found.append(_problem(Severity.ERROR, "unfinished", error.said))
    except RuleError as error:
        found.append(_problem(Severity.ERROR, "knockout", error.said))
    needed = rounds_needed(len(tournament.by_id))
    if tournament.planned not in (None, needed):
        text = not_as_planned(tournament.planned or 0, needed)
        found.append(_problem(Severity.WARNING, "planned", text))
    return tuple(found)


def _problem(severity: Severity, code: str, text: str) -> Problem:
    return Problem(severity, code, 0, (0, 0), "rounds", text)


# -- who goes through --------------------------------------------------------------------------------------------------


def _paired(round: Round) -> Iterator[tuple[Game | Match, tuple[int, int]]]:
    for game in round.games:
        yield game, (game.white, game.black)
    for match in round.matches:
        yield match, (match.white, match.black)


def _named(round: Round) -> Iterator[int]:
    for pair in round.pairs:
        yield from pair
    yield from (bye.player for bye in round.byes if bye.kind is ByeKind.FULL)


def _winner(
    tournament: Tournament,
    number: int,
    meetings: dict[frozenset[int], Game | Match],
    pair: tuple[int | None, int | None],
    later: Collection[int],
) -> int | None:
    """Who of two neighbours goes through: by points, else the one who is found later."""
    upper, lower = pair
    if upper is None or lower is None:
        return lower if upper is None else upper
    meeting = meetings.get(frozenset((upper, lower)))
    if meeting is None:
        raise RuleError(spoken("%(upper)s and %(lower)s should meet in round %(number)s", upper=upper, lower=lower,
                               number=number), who=(upper, lower))  # fmt: skip
    white, black = _score(tournament, meeting)
    if white != black:
        return meeting.white if white > black else meeting.black
    named = [one for one in (upper, lower) if one in later]
    if len(named) == 1:
        return named[0]
    if number == len(tournament.rounds):
        raise Level(spoken("%(upper)s and %(lower)s are level in round %(number)s: say who goes through", upper=upper,
                           lower=lower, number=number), who=(upper, lower))  # fmt: skip
    went = "both" if named else "neither"
    raise RuleError(spoken("%(upper)s and %(lower)s were level in round %(number)s, and %(went)s went on", upper=upper,
                           lower=lower, number=number, went=went), who=(upper, lower))  # fmt: skip


def _is_open(meeting: Game | Match) -> bool:
    """Whether a meeting is not over yet."""
    if isinstance(meeting, Match) and meeting.forfeit is not None:
        return False
    results = [game.result for game in meeting.games] if isinstance(meeting, Match) else [meeting.result]
    return not results or Result.PENDING in results or Result.ADJOURNED in results


def _score(tournament: Tournament, meeting: Game | Match) -> tuple[int, int]:
    """What White's side and Black's have made of a meeting that is over."""
    worth = outcome_table(tournament.points)
    if isinstance(meeting, Game):
        return worth[meeting.result.white], worth[meeting.result.black]
    if meeting.forfeit is not None:
        return worth[meeting.forfeit.white], worth[meeting.forfeit.black]
    return board_points(tournament, meeting)


# -- the next meetings -------------------------------------------------------------------------------------------------


def _length(tournament: Tournament) -> int:
    """As many games as the shortest mini-match of the last round has: the others have tie-breaks."""
    first = max(1, scheme(tournament.system).meeting)
    return (
        min((len(match.games) for round in tournament.rounds[-1:] for match in round.matches), default=first) or first
    )


def _coloured(tournament: Tournament, upper: int, lower: int, history: dict[int, str], index: int) -> tuple[int, int]:
    """White (of the first game) for the one with fewer Whites so far; else along the bracket in turn."""
    first, second = history.get(upper, ""), history.get(lower, "")
    difference = (first.count("w") - first.count("b")) - (second.count("w") - second.count("b"))
    if difference:
        return (lower, upper) if difference > 0 else (upper, lower)
    white_first = (tournament.initial_colour or Colour.WHITE) is Colour.WHITE
    return (upper, lower) if white_first == (index % 2 == 0) else (lower, upper)


def _meeting(tournament: Tournament, white: int, black: int, length: int, absent: Collection[int]) -> Game | Match:
    missing = (white in absent, black in absent)
    forfeits = {(True, False): Result.BLACK_BY_FORFEIT, (False, True): Result.WHITE_BY_FORFEIT}
    forfeits[True, True] = Result.DOUBLE_FORFEIT
    result = forfeits.get(missing)
    if result is not None and (tournament.team_event or length > 1):
        return Match(white, black, (), result)
    if tournament.team_event:
        return Match(white, black, line_up(tournament, white, black))
    if length == 1:
        return Game(white, black, result or Result.PENDING)
    sides = ((white, black), (black, white))
    return Match(white, black, tuple(Game(*sides[number % 2]) for number in range(length)))
