"""Boards of a round as published, in an order that a TRF file does not keep; and results entered by board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count as count_from
from operator import itemgetter

from rookery._record import replace
from rookery.errors import RookeryError, RuleError
from rookery.history.declared_points import current_points
from rookery.history.history import History
from rookery.history.pairing_numbers import board_order_key, fixed_boards, ids_in_order, number_boards
from rookery.messages import count, msg, msg_plural
from rookery.model import Game, Match, Points, Result, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.model.tournament import require_tournament
from rookery.model.validation import require_argument
from rookery.regulations import parse_type_code


def boards(tournament: Tournament, number: int) -> tuple[Game | Match, ...]:
    """Return the games or matches of a round as published: by C.04.2 3.6, or in the order of the table.

    Participants with a fixed board play there; `board_numbers` returns the numbers.

    Args:
        tournament: The tournament.
        number: The number of the round.

    Returns:
        The games, or in a team event the matches.

    Raises:
        RuleError: There is no such round.

    >>> from rookery.model import Player, Result, Round
    >>> first = Round((Game(1, 3, Result.BLACK_WINS), Game(2, 4, Result.BLACK_WINS)))
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), rounds=(first, Round((Game(1, 2), Game(4, 3)))))
    >>> [(game.white, game.black) for game in boards(event, 2)]
    [(4, 3), (1, 2)]
    """
    require_tournament(tournament, "boards")
    return tuple([meeting for _, meeting in list_numbered_boards(tournament, number)])


def board_numbers(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Return the board numbers of a round, in the order of `boards`: 1, 2, 3, ..., unless boards are fixed.

    Args:
        tournament: The tournament.
        number: The number of the round.

    Returns:
        The number of each board.

    Raises:
        RuleError: There is no such round.

    >>> from rookery.model import Player, Round
    >>> event = Tournament(players=tuple(map(Player, range(1, 5)))).seat(2, board=9)
    >>> event = event.with_round(Round((Game(1, 3), Game(4, 2))))
    >>> board_numbers(event, 1)
    (1, 9)
    """
    require_tournament(tournament, "board_numbers")
    return tuple([at for at, _ in list_numbered_boards(tournament, number, "board_numbers")])


def list_numbered_boards(
    tournament: Tournament, number: int, function: str = "boards"
) -> list[tuple[int, Game | Match]]:
    """Return the games or matches of a round, each with its board number."""
    require_argument(function, "round" if function == "enter" else "number", number, (int,), "a whole number")
    if not 1 <= number <= len(tournament.rounds):
        raise RuleError(
            msg_plural(
                len(tournament.rounds),
                "there is no round %(number)s: %(num)s round is paired",
                "there is no round %(number)s: %(num)s rounds are paired",
                number=number,
            )
        )
    numbers = tournament.rounds[number - 1].board_numbers
    if numbers:
        return list(zip(numbers, _sort_boards(tournament, number), strict=True))
    return number_boards(_sort_boards(tournament, number), fixed_boards(tournament, number))


def _sort_boards(tournament: Tournament, number: int) -> list[Game | Match]:
    """Return the games or matches of a round in the order of their boards, without fixed boards."""
    round = tournament.rounds[number - 1]
    meetings: list[Game | Match] = [*round.games, *round.matches]
    if round.published:
        return meetings
    scores, places = (
        _scores_before_round(tournament, number),
        {player: place for place, player in enumerate(ids_in_order(tournament))},
    )
    table = _places_in_format(tournament, number)

    def key(meeting: Game | Match) -> tuple[int, tuple[int, int, int]]:
        player, black = meeting.white, meeting.black
        place = table.get(frozenset((player, black)), len(table))
        return place, board_order_key(scores[player], places[player], scores[black], places[black])

    return sorted(meetings, key=key)


def enter(tournament: Tournament, round: int, board: int | tuple[int, int], result: Result | str) -> Tournament:
    """Return the tournament with this result at a board of a round; boards count from 1, as published.

    In a match it is (match, board): `(3, 2)` is the second board, or game, of the third match. A correction of an
    earlier round leaves the boards of later ones their numbers.

    Args:
        tournament: The tournament.
        round: The number of the round.
        board: The board from 1, or (match, board).
        result: The result, or a text such as "1-0".

    Returns:
        The changed tournament.

    Raises:
        RuleError: There is no such round or board, or the text is no result.

    >>> from rookery.model import Player, Round
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), rounds=(Round((Game(2, 4), Game(1, 3))),))
    >>> enter(event, 1, 1, "1-0").rounds[0].games[1].result
    <Result.WHITE_WINS: '1-0'>
    """
    require_tournament(tournament, "enter")
    at, within = board if isinstance(board, tuple) and len(board) == 2 else (board, None)
    for number in (at,) if within is None else (at, within):
        require_argument("enter", "board", number, (int,), "the number of a board, or (match, board)")
    require_argument("enter", "result", result, (Result, str), "a Result or a text such as '1-0'")
    boards = dict(list_numbered_boards(tournament, round, "enter"))
    if at not in boards:
        numbers = "" if max(boards, default=0) == len(boards) else f" ({', '.join(map(str, boards))})"
        raise RuleError(
            msg(
                "round %(round)s has %(number)s%(numbers)s, not %(at)s",
                round=round,
                number=count(len(boards), "board"),
                numbers=numbers,
                at=at,
            )
        )
    meeting = boards[at]
    if isinstance(meeting, Match):
        number, games = meeting.board_count, dict(zip(meeting.board_numbers, meeting.games, strict=True))
        if within is None:
            raise RuleError(
                msg_plural(
                    number,
                    "board %(at)s of round %(round)s is a match on one board: say (%(at)s, 1)",
                    "board %(at)s of round %(round)s is a match: say which of its %(num)s boards",
                    at=at,
                    round=round,
                )
            )
        if not 1 <= within <= number:
            raise RuleError(
                msg(
                    "match %(at)s of round %(round)s has %(number)s, not %(within)s",
                    at=at,
                    round=round,
                    number=count(number, "board"),
                    within=within,
                )
            )
        if within not in games:
            raise RuleError(
                msg(
                    "board %(within)s of match %(at)s of round %(round)s is vacant: a forfeit, without a game",
                    within=within,
                    at=at,
                    round=round,
                )
            )
        meeting = games[within]
    elif within is not None:
        raise RuleError(msg("board %(at)s of round %(round)s is a game, not a match", at=at, round=round))
    return keep_board_numbers(tournament, tournament.with_result(round, meeting.white, meeting.black, result))


# -- numbers that stay -------------------------------------------------------------------------------------------------


def fix_boards(tournament: Tournament, number: int) -> Round:
    """Return a round whose boards keep the numbers that they have now, whatever changes in the rounds before it.

    >>> from rookery.model import Player, Round
    >>> first = Round((Game(1, 3, Result.BLACK_WINS), Game(2, 4, Result.BLACK_WINS)))
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), rounds=(first, Round((Game(1, 2), Game(4, 3)))))
    >>> fix_boards(event, 2).pairs, fix_boards(event, 2).published
    (((4, 3), (1, 2)), True)
    """
    round = tournament.rounds[number - 1]
    if round.published or not round.pairs:
        return round
    return _with_order(round, _sort_boards(tournament, number))


def fix_all_boards(tournament: Tournament) -> Tournament:
    """Return the tournament in which the boards of every round keep the numbers that they have now."""
    rounds = tuple(fix_boards(tournament, number) for number in range(1, len(tournament.rounds) + 1))
    same = all(new is old for new, old in zip(rounds, tournament.rounds, strict=True))
    return tournament if same else replace_unchecked(tournament, rounds=rounds)


def place_boards(round: Round, boards: Iterable[tuple[int, Game | Match]], fixed_boards: Mapping[int, int]) -> Round:
    """Return a round with these games or matches at boards of these numbers; `kept` says who keeps which board.

    >>> made = place_boards(Round(), [(3, Game(5, 6)), (1, Game(1, 2))], {})
    >>> made.pairs, made.board_numbers
    (((1, 2), (5, 6)), (1, 3))
    """
    pairs = sorted(boards, key=itemgetter(0))
    numbers, meetings = tuple(number for number, _ in pairs), [meeting for _, meeting in pairs]
    plain = tuple(number for number, _ in number_boards(meetings, fixed_boards)) == numbers
    return _with_order(round, meetings, () if plain else numbers)


def with_first_board(
    tournament: Tournament, first_board: int, known: tuple[Tournament, Tournament] | None = None
) -> Tournament:
    """Return the tournament with the boards of every round numbered from another one than 1, to show or print it.

    Participants with a fixed board keep its number; the others take the numbers from the first board on. Rounds that
    did not change since a `known` tournament are those of its numbered form.

    >>> from rookery.model import Player
    >>> event = Tournament(players=tuple(map(Player, range(1, 7)))).seat(2, board=3)
    >>> event = event.with_round(Round((Game(1, 4), Game(5, 2), Game(3, 6))))
    >>> board_numbers(event, 1), board_numbers(with_first_board(event, 21), 1)
    ((1, 2, 3), (3, 21, 22))
    """
    if first_board == 1 or not tournament.rounds:
        return tournament
    old, shown = known if known and known[0].fixed_seats == tournament.fixed_seats else (Tournament(), Tournament())
    rounds = []
    for number, round in enumerate(tournament.rounds, 1):
        if number <= len(old.rounds) and round is old.rounds[number - 1] and round.published:
            rounds.append(shown.rounds[number - 1])
        else:
            rounds.append(_renumber_boards(tournament, number, first_board) if round.pairs else round)
    return replace_unchecked(tournament, rounds=tuple(rounds))


def _renumber_boards(tournament: Tournament, number: int, first_board: int) -> Round:
    """Return a round with its boards numbered from the first board on, except the fixed ones."""
    fixed = fixed_boards(tournament, number)
    kept, moved = list[tuple[int, Game | Match]](), list[tuple[int, Game | Match]]()
    for board, meeting in list_numbered_boards(tournament, number):
        is_fixed = board in (fixed.get(meeting.white), fixed.get(meeting.black))
        (kept if is_fixed else moved).append((board, meeting))
    taken, last = {board for board, _ in kept}, first_board - 1
    for board, meeting in moved:
        last = max(last + 1, first_board - 1 + board - sum(other < board for other in taken))
        while last in taken:
            last += 1
        kept.append((last, meeting))
    boards = sorted(kept, key=itemgetter(0))
    return _with_order(
        tournament.rounds[number - 1], [meeting for _, meeting in boards], tuple(board for board, _ in boards)
    )


def reassign_board_numbers(
    before: Iterable[tuple[int, Game | Match]], meetings: Iterable[Game | Match]
) -> list[tuple[int, Game | Match]]:
    """Assign numbers to the boards of a round paired again: two who still meet stay at their board.

    Others take a board that has become free where one of them sat, White first, else the lowest free one.

    >>> before = [(1, Game(1, 2)), (2, Game(3, 4)), (3, Game(5, 6))]
    >>> [(number, game.white) for number, game in reassign_board_numbers(before, [Game(8, 7), Game(6, 5), Game(4, 1)])]
    [(1, 8), (3, 6), (2, 4)]
    """
    boards, all_meetings = list(before), list(meetings)
    at = {frozenset((meeting.white, meeting.black)): number for number, meeting in boards}
    seat = {player: number for number, meeting in boards for player in (meeting.white, meeting.black)}
    numbers = [at.get(frozenset((meeting.white, meeting.black)), 0) for meeting in all_meetings]
    for index, meeting in enumerate(all_meetings):
        if not numbers[index]:
            numbers[index] = next(
                (n for n in (seat.get(meeting.white), seat.get(meeting.black)) if n and n not in numbers), 0
            )
    free = (number for number in count_from(1) if number not in numbers)
    return [(number or next(free), meeting) for number, meeting in zip(list(numbers), all_meetings, strict=True)]


def drop_derived_order(tournament: Tournament, like: Tournament | None = None) -> Tournament:
    """Return the tournament for a file, which states the order of boards only where it does not follow from the scores.

    Rounds that are published in `like`, the tournament that the file had before, stay so.
    """
    before = like.rounds if like is not None else ()
    rounds = list(tournament.rounds)
    for at, round in enumerate(rounds):
        was_published = at < len(before) and before[at].published
        if round.published and not was_published and not round.board_numbers:
            plain = replace(round, published=False)
            derived = _sort_boards(
                replace_unchecked(tournament, rounds=(*rounds[:at], plain, *rounds[at + 1 :])), at + 1
            )
            if [(meeting.white, meeting.black) for meeting in derived] == list(round.pairs):
                rounds[at] = plain
    return replace_unchecked(tournament, rounds=tuple(rounds))


def _with_order(round: Round, meetings: Iterable[Game | Match], numbers: tuple[int, ...] = ()) -> Round:
    """Return a round that is published with these games or matches, in this order."""
    all_meetings = tuple(meetings)
    games = tuple(meeting for meeting in all_meetings if isinstance(meeting, Game))
    matches = tuple(meeting for meeting in all_meetings if isinstance(meeting, Match))
    return replace(round, games=games, matches=matches, published=True, board_numbers=numbers)


def keep_board_numbers(old: Tournament, new: Tournament) -> Tournament:
    """Return the new tournament, in which rounds paired before keep their board numbers whatever was corrected."""
    renumbered = [(participant.number, participant.name) for participant in old.participants] != [
        (participant.number, participant.name) for participant in new.participants
    ]
    common = min(len(old.rounds), len(new.rounds))
    first = 0 if renumbered else next((at + 1 for at in range(common) if old.rounds[at] != new.rounds[at]), common)
    rounds = list(new.rounds)
    for at in range(first, common):
        pairs = _map_unchanged_pairs(old, new, at)
        if pairs and not rounds[at].published:
            were = [pairs[participant.white, participant.black] for participant in boards(old, at + 1)]
            if were != [(participant.white, participant.black) for participant in boards(new, at + 1)]:
                rounds[at] = _publish_in_order(rounds[at], were)
    return new if rounds == list(new.rounds) else replace(new, rounds=tuple(rounds))


def _map_unchanged_pairs(old: Tournament, new: Tournament, at: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Map the pairs of a round to their present numbers; empty when they are not the same players."""
    before, after = old.rounds[at].pairs, new.rounds[at].pairs
    if set(before) == set(after) and all(
        old.participants_by_number[player].name == new.participants_by_number[player].name
        for pair in before
        for player in pair
    ):
        return {pair: pair for pair in before}
    names = [
        [tuple(t.participants_by_number[player].name for player in pair) for pair in pairs]
        for t, pairs in ((old, before), (new, after))
    ]
    return dict(zip(before, after, strict=True)) if names[0] == names[1] else {}


def _publish_in_order(round: Round, boards: list[tuple[int, int]]) -> Round:
    places = {pair: place for place, pair in enumerate(boards)}

    def place(meeting: Game | Match) -> int:
        return places[meeting.white, meeting.black]

    games, matches = tuple(sorted(round.games, key=place)), tuple(sorted(round.matches, key=place))
    return replace(round, games=games, matches=matches, published=True)


def free_participants(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Return the participants without an opponent in the format's table for this round."""
    format_round = (
        _round_of_format(tournament, number) if parse_type_code(tournament.system).format.predetermined else None
    )
    if format_round is None:
        return ()
    busy = {player for pair in tournament.rounds[number - 1].pairs for player in pair}
    return tuple(bye.player for bye in format_round.byes if bye.player not in busy)


def _places_in_format(t: Tournament, number: int) -> dict[frozenset[int], int]:
    """Return the place of each pair in the round that the format gives; empty in a Swiss."""
    format_round = _round_of_format(t, number)
    return {} if format_round is None else {frozenset(pair): at for at, pair in enumerate(format_round.pairs)}


def _round_of_format(t: Tournament, number: int) -> Round | None:
    """Return the round that the format gives; None in a Swiss, and when the earlier rounds leave it open.

    The rounds of a table may be played in another order: then it is the one with the most pairs of this round.
    """
    format = parse_type_code(t.system).format
    if format.swiss or not format.playable:
        return None
    from rookery.formats.pair import pair
    from rookery.formats.resolve import get_handlers

    recorded_pairs = {frozenset(pair_of_players) for pair_of_players in t.rounds[number - 1].pairs}
    try:
        schedule = get_handlers(format.name).schedule
        if schedule is not None:
            return max(
                schedule(t, None),
                key=lambda round: len(recorded_pairs & {frozenset(pair_of_players) for pair_of_players in round.pairs}),
            )
        return pair(t, round=number).complete_round
    except RookeryError:
        return None


def _scores_before_round(t: Tournament, number: int) -> dict[int, Points]:
    """Return the pairing scores before this round; the points so far while an earlier game has no result."""
    before = t.before_round(number)
    try:
        return History(before).before(number).pairing_scores()
    except RookeryError:
        by_games = t.team_event and parse_type_code(t.system).primary == "GP"
        return {participant: points[by_games] for participant, points in current_points(before).items()}
