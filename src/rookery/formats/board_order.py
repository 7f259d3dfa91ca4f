"""The boards of a round as they were published, in an order that a TRF file does not keep; and results by them."""

from __future__ import annotations

from rookery.declared import points_so_far
from rookery.errors import RookeryError, RuleError
from rookery.history import History
from rookery.model import Game, Match, Points, Result, Round, Tournament
from rookery.order import board_order, kept_boards, placed, sequence
from rookery.regulations import scheme
from rookery.values import replace
from rookery.wording import count, counted, spoken


def boards(tournament: Tournament, number: int) -> tuple[Game | Match, ...]:
    """The games or matches of this round as they are published: by C.04.2 3.6, or as the table of the format has them.

    Whoever keeps a board has the game there; `board_numbers` says which numbers they have.

    >>> from rookery.model import Player, Result, Round
    >>> first = Round((Game(1, 3, Result.BLACK_WINS), Game(2, 4, Result.BLACK_WINS)))
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), rounds=(first, Round((Game(1, 2), Game(4, 3)))))
    >>> [(game.white, game.black) for game in boards(event, 2)]
    [(4, 3), (1, 2)]
    """
    return tuple([meeting for _, meeting in at_boards(tournament, number)])


def board_numbers(tournament: Tournament, number: int) -> tuple[int, ...]:
    """The numbers of the boards of this round, in the order of `boards`: 1, 2, 3, ..., unless somebody keeps one.

    >>> from rookery.model import Player, Round
    >>> event = Tournament(players=tuple(map(Player, range(1, 5)))).seat(2, board=9)
    >>> event = event.with_round(Round((Game(1, 3), Game(4, 2))))
    >>> board_numbers(event, 1)
    (1, 9)
    """
    return tuple([at for at, _ in at_boards(tournament, number)])


def at_boards(tournament: Tournament, number: int) -> list[tuple[int, Game | Match]]:
    """The games or matches of a round, each with the number of its board."""
    if not 1 <= number <= len(tournament.rounds):
        raise RuleError(counted(len(tournament.rounds), "there is no round %(number)s: %(num)s round is paired",
                                "there is no round %(number)s: %(num)s rounds are paired", number=number))  # fmt: skip
    return placed(_in_plain_order(tournament, number), kept_boards(tournament, number))


def _in_plain_order(tournament: Tournament, number: int) -> list[Game | Match]:
    """The games or matches of a round in the order of their boards, if everybody moves."""
    round = tournament.rounds[number - 1]
    meetings: list[Game | Match] = [*round.games, *round.matches]
    if round.published:
        return meetings
    scores, places = _scores(tournament, number), {one: at for at, one in enumerate(sequence(tournament))}
    table = _table(tournament, number)

    def key(meeting: Game | Match) -> tuple[int, tuple[int, int, int]]:
        one, other = meeting.white, meeting.black
        at = table.get(frozenset((one, other)), len(table))
        return at, board_order(scores[one], places[one], scores[other], places[other])

    return sorted(meetings, key=key)


def enter(tournament: Tournament, round: int, board: int | tuple[int, int], result: Result | str) -> Tournament:
    """The tournament in which the game at this board of this round has ended so; boards count from 1, as published.

    In a match it is (match, board): `(3, 2)` is the second board, or game, of the third match. A correction of an
    earlier round leaves the boards of later ones their numbers.

    >>> from rookery.model import Player, Round
    >>> event = Tournament(players=tuple(map(Player, range(1, 5))), rounds=(Round((Game(2, 4), Game(1, 3))),))
    >>> enter(event, 1, 1, "1-0").rounds[0].games[1].result
    <Result.WHITE_WINS: '1-0'>
    """
    at, within = board if isinstance(board, tuple) else (board, None)
    there = dict(at_boards(tournament, round))
    if at not in there:
        numbers = "" if max(there, default=0) == len(there) else f" ({', '.join(map(str, there))})"
        raise RuleError(spoken("round %(round)s has %(number)s%(numbers)s, not %(at)s", round=round,
                               number=count(len(there), "board"), numbers=numbers, at=at))  # fmt: skip
    found = there[at]
    if isinstance(found, Match):
        number = len(found.games)
        if within is None:
            raise RuleError(spoken("board %(at)s of round %(round)s is a match: say which of its %(number)s boards",
                                   at=at, round=round, number=number))  # fmt: skip
        if not 1 <= within <= number:
            raise RuleError(spoken("match %(at)s of round %(round)s has %(number)s, not %(within)s", at=at, round=round,
                                   number=count(number, "board"), within=within))  # fmt: skip
        found = found.games[within - 1]
    elif within is not None:
        raise RuleError(spoken("board %(at)s of round %(round)s is a game, not a match", at=at, round=round))
    return kept(tournament, tournament.with_result(round, found.white, found.black, result))


def kept(old: Tournament, new: Tournament) -> Tournament:
    """The new tournament, in which the rounds paired before keep the numbers of their boards whatever was corrected."""
    renumbered = [(one.id, one.name) for one in old.participants] != [(one.id, one.name) for one in new.participants]
    both = min(len(old.rounds), len(new.rounds))
    first = 0 if renumbered else next((at + 1 for at in range(both) if old.rounds[at] != new.rounds[at]), both)
    rounds = list(new.rounds)
    for at in range(first, both):
        pairs = _same_pairs(old, new, at)
        if pairs and not rounds[at].published:
            were = [pairs[one.white, one.black] for one in boards(old, at + 1)]
            if were != [(one.white, one.black) for one in boards(new, at + 1)]:
                rounds[at] = _in_order(rounds[at], were)
    return new if rounds == list(new.rounds) else replace(new, rounds=tuple(rounds))


def _same_pairs(old: Tournament, new: Tournament, at: int) -> dict[tuple[int, int], tuple[int, int]]:
    """The pairs of a round as they are called now; nothing when they are not the same people."""
    before, after = old.rounds[at].pairs, new.rounds[at].pairs
    if set(before) == set(after) and all(old.by_id[one].name == new.by_id[one].name for both in before for one in both):
        return {both: both for both in before}
    names = [[tuple(t.by_id[one].name for one in both) for both in pairs] for t, pairs in ((old, before), (new, after))]
    return dict(zip(before, after, strict=True)) if names[0] == names[1] else {}


def _in_order(round: Round, boards: list[tuple[int, int]]) -> Round:
    places = {both: place for place, both in enumerate(boards)}

    def place(meeting: Game | Match) -> int:
        return places[meeting.white, meeting.black]

    games, matches = tuple(sorted(round.games, key=place)), tuple(sorted(round.matches, key=place))
    return replace(round, games=games, matches=matches, published=True)


def free(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Who sits this round out because the table of the format has nobody for them."""
    given = _given(tournament, number) if scheme(tournament.system).format.predetermined else None
    if given is None:
        return ()
    busy = {one for both in tournament.rounds[number - 1].pairs for one in both}
    return tuple(bye.player for bye in given.byes if bye.player not in busy)


def _table(t: Tournament, number: int) -> dict[frozenset[int], int]:
    """Where each pair stands in the round that the format gives; nothing in a Swiss."""
    given = _given(t, number)
    return {} if given is None else {frozenset(both): at for at, both in enumerate(given.pairs)}


def _given(t: Tournament, number: int) -> Round | None:
    """The round that the format gives; none in a Swiss, and none when the rounds before leave it open.

    The rounds of a table may be played in another order: then it is the one with the most pairs of this round.
    """
    format = scheme(t.system).format
    if format.swiss or not format.playable:
        return None
    from rookery.formats.catalogue import conduct_named
    from rookery.formats.pairing import pair

    played = {frozenset(both) for both in t.rounds[number - 1].pairs}
    try:
        schedule = conduct_named(format.name).schedule
        if schedule is not None:
            return max(schedule(t, None), key=lambda round: len(played & {frozenset(both) for both in round.pairs}))
        return pair(t, round=number).whole
    except RookeryError:
        return None


def _scores(t: Tournament, number: int) -> dict[int, Points]:
    """Everybody's points for pairing before this round; the points so far while an earlier game has no result."""
    before = t.until(number)
    try:
        return History(before).before(number).pairing_scores()
    except RookeryError:
        by_games = t.team_event and scheme(t.system).primary == "GP"
        return {one: both[by_games] for one, both in points_so_far(before).items()}
