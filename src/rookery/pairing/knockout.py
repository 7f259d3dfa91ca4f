"""Single knock-out: the loser of a match is out. It is not a FIDE pairing system; each event has its own rules.

Numbers are seeds: 1 and 2 can only meet in the final, 1 to 4 only in the semi-finals and later, and so on. If the
number of participants is not a power of two, the highest seeds have a bye in round one. A meeting is one game or a
mini-match; the winner is the one with more points. If the points are equal, further games may be added to the match;
otherwise the one who plays in the next round has advanced, and the arbiter names them before that round is paired.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from typing import NamedTuple

from rookery.errors import Problem, RuleError, Severity, UnfinishedError
from rookery.history.completion import knockout_rounds
from rookery.history.pairing_numbers import ids_in_order
from rookery.history.scoring import board_points, match_points, outcome_table
from rookery.history.team_matches import team_match
from rookery.messages import capitalize_first, msg, msg_plural, name_with_number
from rookery.model import Bye, ByeKind, Colour, Game, Match, Points, Result, Round, Tournament
from rookery.pairing.schedules.tables import colours, planned_rounds_text
from rookery.regulations import parse_type_code

Slots = tuple[int | None, ...]
"""The participants still in, along the bracket; neighbours meet. None: empty, the neighbour advances."""


class LevelMatchError(RuleError):
    """Raised when a match is level and the arbiter has not named the one who advances."""


def bracket_seeds(size: int) -> tuple[int, ...]:
    """Return the seeds along a bracket of so many places, a power of two.

    >>> bracket_seeds(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    seeds: tuple[int, ...] = (1,)
    while len(seeds) < size:
        seeds = tuple(seed for place in seeds for seed in (place, 2 * len(seeds) + 1 - place))
    return seeds


def rounds_needed(entrants: int) -> int:
    """Return the number of rounds until one participant is left.

    >>> rounds_needed(8), rounds_needed(9)
    (3, 4)
    """
    if entrants < 2:
        raise RuleError(msg("a knock-out needs two participants, not %(entrants)s", entrants=entrants))
    return knockout_rounds(entrants)


def next_round(tournament: Tournament, *, games: int | None = None, through: Collection[int] = ()) -> Round:
    """Return the next round; absent participants lose by forfeit.

    `games` is the length of a meeting (by default as in the last round, else as in the code: _G2, else one).
    `through` names those who advance from a level match of the last round.
    """
    _check_request(tournament, through, games)
    slots = survivors(tournament, through)
    if len(slots) < 2:
        raise RuleError(
            msg("the knock-out is over: one player is left"),
            participants=[participant for participant in slots if participant is not None],
        )
    length = games or _games_per_meeting(tournament)
    history = colours(round.pairs for round in tournament.rounds)
    absent = tournament.absent(tournament.next_round)
    meetings, byes = [], []
    for index, (upper, lower) in enumerate(zip(slots[::2], slots[1::2], strict=True)):
        if upper is not None and lower is not None:
            white, black = _assign_colours(tournament, upper, lower, history, index)
            meetings.append(_build_meeting(tournament, white, black, length, absent))
        else:
            byes += [Bye(participant, ByeKind.FULL) for participant in (upper, lower) if participant is not None]
    return Round(
        games=tuple(participant for participant in meetings if isinstance(participant, Game)),
        matches=tuple(participant for participant in meetings if isinstance(participant, Match)),
        byes=tuple(byes),
    )


def _check_request(tournament: Tournament, through: Collection[int], games: int | None) -> None:
    """Check that those who advance have played in the last round, and the length of a meeting."""
    last = {player for round in tournament.rounds[-1:] for pair in round.pairs for player in pair}
    strangers = sorted(set(through) - last)
    if strangers:
        raise RuleError(msg("%(strangers)s cannot go through: only players of the last round can",
                               strangers=strangers[0]), participants=strangers)  # fmt: skip
    if games is not None and games < 1:
        raise RuleError(msg("a match has at least one game, not %(games)s", games=games))


def survivors(tournament: Tournament, through: Collection[int] = ()) -> Slots:
    """Return the participants still in after the last round, along the bracket."""
    *_, last = _slots_by_round(tournament, through)
    return last


def places(tournament: Tournament, through: Collection[int] = ()) -> tuple[tuple[int, ...], ...]:
    """Group the participants by how far they came, the best first: still in, out in the last round, and so on.

    Participants who are out in the same round share a place; so do both finalists if the final is level or open.

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> cup = cup.with_round(Round(games=(Game(3, 2, Result.WHITE_WINS),), byes=(Bye(1, ByeKind.FULL),)))
    >>> places(cup)
    ((1, 3), (2,))
    """
    came, still = _progress(tournament, through)
    groups = [still] if still else []
    for far in sorted(set(came.values()), reverse=True):
        groups.append(
            {participant for participant, rounds in came.items() if rounds == far and participant not in still}
        )
    return tuple(tuple(sorted(group)) for group in groups if group)


def reached(tournament: Tournament, through: Collection[int] = ()) -> dict[int, int]:
    """Return how many rounds each participant survived; the winner of the final all of them."""
    return _progress(tournament, through)[0]


def advancing_participants(tournament: Tournament, round: int, through: Collection[int] = ()) -> tuple[int, ...]:
    """Return the participants of the round before who play in an existing round; `through` replaces some."""
    if not 1 < round <= len(tournament.rounds):
        return tuple(through)
    before = tournament.rounds[round - 2].pairs
    instead = {player for pair in before if set(pair) & set(through) for player in pair}
    present = set(_players_in(tournament.rounds[round - 1])) & {player for pair in before for player in pair}
    return tuple(sorted(present - instead | set(through)))


def _progress(tournament: Tournament, through: Collection[int]) -> tuple[dict[int, int], set[int]]:
    """Return the rounds each participant survived, and those still in, including both of an undecided meeting."""
    came: dict[int, int] = {}
    last = len(tournament.rounds)
    slots: Slots = ()
    for completed, slots in enumerate(islice(_slots_by_round(tournament), max(1, last))):
        came |= {player: completed for player in slots if player is not None}
    if not last:
        return came, set(came)
    still: set[int] = set()
    meetings = {frozenset(pair): meeting for meeting, pair in _meetings_with_pairs(tournament.rounds[-1])}
    undecided = {pair for pair, meeting in meetings.items() if _is_open(meeting)}
    for pair in zip(slots[::2], slots[1::2], strict=True):
        pair_players = frozenset(player for player in pair if player is not None)
        if pair_players in undecided:  # whichever side leads
            still |= pair_players
            continue
        try:
            winner = _advancing_participant(tournament, last, meetings, pair, through)
        except LevelMatchError:
            still |= pair_players
        else:
            still |= {winner} if winner is not None else set()
            came |= {winner: last} if winner is not None else {}
    return came, still


STAGES = (msg("final"), msg("semi-final"), msg("quarter-final"))
"""The names of the last rounds of a knock-out, from the last one."""


def stages(tournament: Tournament, through: Collection[int] = ()) -> dict[int, str]:
    """Return the stage at which each participant went out, such as "semi-final", or "still in" or "winner".

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> stages(cup.with_round(Round(games=(Game(3, 2, Result.WHITE_WINS),), byes=(Bye(1, ByeKind.FULL),))))
    {1: 'still in', 2: 'semi-final', 3: 'still in'}
    """
    came, still = _progress(tournament, through)
    needed = rounds_needed(len(ids_in_order(tournament)))
    return {player: _stage_name(rounds, needed, player in still) for player, rounds in came.items()}


def _stage_name(rounds: int, needed: int, still_in: bool) -> str:
    if still_in:
        return msg("winner") if rounds == needed else msg("still in")
    remaining = needed - rounds - 1
    return STAGES[remaining] if remaining < len(STAGES) else msg("round %(round)s", round=rounds + 1)


def _slots_by_round(tournament: Tournament, through: Collection[int] = ()) -> Iterator[Slots]:
    """Yield the participants still in before the first round, and after each."""
    seats = ids_in_order(tournament)
    needed = rounds_needed(len(seats))
    if len(tournament.rounds) > needed:
        raise RuleError(msg_plural(needed, "a knock-out of %(players)s has %(num)s round, not %(rounds)s",
                                "a knock-out of %(players)s has %(num)s rounds, not %(rounds)s", players=len(seats),
                                rounds=len(tournament.rounds)))  # fmt: skip
    slots: Slots = tuple(seats[seed - 1] if seed <= len(seats) else None for seed in bracket_seeds(2**needed))
    yield slots
    for number, round in enumerate(tournament.rounds, 1):
        after = tournament.rounds[number : number + 1]
        later = (
            {player for next_round_played in after for player in _players_in(next_round_played)}
            if after
            else set(through)
        )
        if open_pairs := [pair for meeting, pair in _meetings_with_pairs(round) if _is_open(meeting)]:
            raise UnfinishedError(number, open_pairs)
        meetings = {frozenset(pair): meeting for meeting, pair in _meetings_with_pairs(round)}
        pairs = zip(slots[::2], slots[1::2], strict=True)
        slots = tuple(_advancing_participant(tournament, number, meetings, pair, later) for pair in pairs)
        yield slots


_NO_ALLOCATED_BYE = msg("there is no pairing-allocated bye in a knock-out; the highest seeds have byes in round 1")


def find_problems(tournament: Tournament) -> tuple[Problem, ...]:
    """Return where the rounds do not follow the bracket; the first error hides those that result from it."""
    problems = []
    last = {white for round in tournament.rounds[-1:] for white, _ in round.pairs}
    if any(bye.kind is ByeKind.PAIRING_ALLOCATED for round in tournament.rounds for bye in round.byes):
        problems.append(_problem(Severity.WARNING, "knockout", _NO_ALLOCATED_BYE))
    try:
        survivors(tournament, through=last)
    except UnfinishedError as error:
        if error.round < len(tournament.rounds):
            problems.append(_problem(Severity.ERROR, "unfinished", error.message))
    except RuleError as error:
        problems.append(_problem(Severity.ERROR, "knockout", error.message))
    needed = rounds_needed(len(tournament.participants_by_number))
    if tournament.planned_rounds not in (None, needed):
        text = planned_rounds_text(tournament.planned_rounds or 0, needed)
        problems.append(_problem(Severity.WARNING, "planned", text))
    return tuple(problems)


def _problem(severity: Severity, code: str, text: str) -> Problem:
    return Problem(severity, code, 0, (0, 0), "rounds", text)


# -- winners --------------------------------------------------------------------------------------------------


def _meetings_with_pairs(round: Round) -> Iterator[tuple[Game | Match, tuple[int, int]]]:
    for game in round.games:
        yield game, (game.white, game.black)
    for match in round.matches:
        yield match, (match.white, match.black)


def _players_in(round: Round) -> Iterator[int]:
    for pair in round.pairs:
        yield from pair
    yield from (bye.player for bye in round.byes if bye.kind is ByeKind.FULL)


def _advancing_participant(
    tournament: Tournament,
    number: int,
    meetings: dict[frozenset[int], Game | Match],
    pair: tuple[int | None, int | None],
    later: Collection[int],
) -> int | None:
    """Return which of two neighbours advances: by points, else the one who plays later."""
    upper, lower = pair
    if upper is None or lower is None:
        return lower if upper is None else upper
    meeting = meetings.get(frozenset((upper, lower)))
    if meeting is None:
        raise RuleError(msg("%(upper)s and %(lower)s should meet in round %(number)s", upper=upper, lower=lower,
                               number=number), participants=(upper, lower))  # fmt: skip
    white, black = _meeting_score(tournament, meeting)
    if white != black:
        return meeting.white if white > black else meeting.black
    advancing = [player for player in (upper, lower) if player in later]
    if len(advancing) == 1:
        return advancing[0]
    if number == len(tournament.rounds):
        names = [name_with_number(player, tournament.participants_by_number[player].name) for player in (upper, lower)]
        raise LevelMatchError(msg("%(upper)s – %(lower)s in round %(number)s is drawn: choose who goes through",
                           upper=names[0], lower=names[1], number=number), participants=(upper, lower))  # fmt: skip
    went = "both" if advancing else "neither"
    raise RuleError(
        msg(
            "%(upper)s – %(lower)s in round %(number)s was drawn, and %(went)s went through",
            upper=upper,
            lower=lower,
            number=number,
            went=went,
        ),
        participants=(upper, lower),
    )


def _is_open(meeting: Game | Match) -> bool:
    """Return whether a meeting is not over yet."""
    if isinstance(meeting, Match):
        return meeting.open or any(game.result is Result.ADJOURNED for game in meeting.games)
    return meeting.result in (Result.PENDING, Result.ADJOURNED)


def _meeting_score(tournament: Tournament, meeting: Game | Match) -> tuple[int, int]:
    """Return the points of White's side and of Black's in a meeting that is over."""
    worth = outcome_table(tournament.points)
    if isinstance(meeting, Game):
        return worth[meeting.result.white], worth[meeting.result.black]
    if meeting.forfeit is not None:
        return worth[meeting.forfeit.white], worth[meeting.forfeit.black]
    return board_points(tournament, meeting)


# -- the next meetings -------------------------------------------------------------------------------------------------


def _games_per_meeting(tournament: Tournament) -> int:
    """Return the length of the shortest mini-match of the last round: longer ones have tie-breaks."""
    first = max(1, parse_type_code(tournament.system).meeting)
    return (
        min((len(match.games) for round in tournament.rounds[-1:] for match in round.matches), default=first) or first
    )


def _assign_colours(
    tournament: Tournament, upper: int, lower: int, history: dict[int, str], index: int
) -> tuple[int, int]:
    """Return White and Black: White for the one with fewer Whites, else alternating along the bracket."""
    first, second = history.get(upper, ""), history.get(lower, "")
    difference = (first.count("w") - first.count("b")) - (second.count("w") - second.count("b"))
    if difference:
        return (lower, upper) if difference > 0 else (upper, lower)
    white_first = (tournament.initial_colour or Colour.WHITE) is Colour.WHITE
    return (upper, lower) if white_first == (index % 2 == 0) else (lower, upper)


def _build_meeting(
    tournament: Tournament, white: int, black: int, length: int, absent: Collection[int]
) -> Game | Match:
    missing = (white in absent, black in absent)
    forfeits = {(True, False): Result.BLACK_BY_FORFEIT, (False, True): Result.WHITE_BY_FORFEIT}
    forfeits[True, True] = Result.DOUBLE_FORFEIT
    result = forfeits.get(missing)
    if result is not None and (tournament.team_event or length > 1):
        return Match(white, black, (), result)
    if tournament.team_event:
        return team_match(tournament, white, black)
    if length == 1:
        return Game(white, black, result or Result.PENDING)
    sides = ((white, black), (black, white))
    return Match(white, black, tuple(Game(*sides[number % 2]) for number in range(length)))


# -- the tree of all rounds -------------------------------------------------------------------------------------------


class TreeMeeting(NamedTuple):
    """Two neighbours along the bracket (None where not known yet), the one who advanced, and the points of both."""

    upper: int | None
    lower: int | None
    through: int | None
    points: tuple[Points, Points] | None


class TreeStage(NamedTuple):
    """A round of the tree, and its title."""

    called: str
    meetings: tuple[TreeMeeting, ...]


def build_tree(tournament: Tournament) -> tuple[TreeStage, ...]:
    """Build every round of a knock-out, from the first to the final.

    >>> from rookery.model import Player
    >>> cup = Tournament(players=tuple(map(Player, range(1, 4))), system="CUSTOM_KNOCKOUT")
    >>> [(stage.called, [meeting[:2] for meeting in stage.meetings]) for stage in build_tree(cup)]
    [('Semi-final', [(1, None), (2, 3)]), ('Final', [(None, None)])]
    """
    came, rounds = reached(tournament), rounds_needed(len(tournament.participants))
    slots: list[int | None] = list(survivors(tournament.before_round(1)))
    stages = []
    for far in range(1, rounds + 1):
        meetings = []
        for upper, lower in zip(slots[::2], slots[1::2], strict=True):
            on = next(
                (meeting for meeting in (upper, lower) if meeting is not None and came.get(meeting, 0) >= far), None
            )
            meetings.append(TreeMeeting(upper, lower, on, _meeting_points(tournament, far, upper, lower)))
        stages.append(TreeStage(_stage_title(rounds - far, far), tuple(meetings)))
        slots = [meeting.through for meeting in meetings]
    return tuple(stages)


def _stage_title(remaining: int, number: int) -> str:
    """Return the title of a round with so many after it."""
    return capitalize_first(STAGES[remaining]) if remaining < len(STAGES) else msg("Round %(number)s", number=number)


def _meeting_points(t: Tournament, number: int, upper: int | None, lower: int | None) -> tuple[Points, Points] | None:
    """Return the points of both in their meeting, as far as it is played."""
    round = t.rounds[number - 1] if number <= len(t.rounds) else Round()
    meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
    for meeting in meetings:
        if {meeting.white, meeting.black} == {upper, lower}:
            points = _points_of_meeting(t, round, meeting)
            return points[::-1] if points is not None and meeting.white == lower else points
    return None


def _points_of_meeting(t: Tournament, round: Round, meeting: Game | Match) -> tuple[Points, Points] | None:
    """Return the points of both sides; None if no game is over yet."""
    if isinstance(meeting, Match):
        (_, first), (_, second) = match_points(t, meeting, round.player_byes)
        return None if meeting.open and first == second == 0 else (first, second)
    worth = outcome_table(t.points)
    return None if meeting.result is Result.PENDING else (worth[meeting.result.white], worth[meeting.result.black])
