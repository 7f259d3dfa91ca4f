"""Events whose rounds are known before the first: the schedule, the next round of it, and whether a file kept to it.

Round robins and Scheveningen matches, once or twice, of players or of teams, by the code in `Tournament.system`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.errors import Problem, RuleError, Severity, Unsupported
from rookery.matches import line_up
from rookery.model import Bye, ByeKind, Game, Match, Result, Round, Tournament
from rookery.order import sequence
from rookery.pairing.tables.berger import Boards, Table, berger, colours, not_as_planned, thrice, two_cycles
from rookery.pairing.tables.scheveningen import double_scheveningen, scheveningen
from rookery.regulations import Format, scheme
from rookery.values import replace
from rookery.wording import spoken, word

Recoloured = tuple[tuple[int, int], tuple[int, int]]
"""A board as it is recorded, and as the table has it, White first."""


def schedule(tournament: Tournament, *, reverse: bool | None = None) -> tuple[Round, ...]:
    """All rounds of the event, without results and without regard to who is absent.

    `reverse` says whether the last two rounds of the first of two cycles change places; unless told, they do where
    somebody would have three equal colours otherwise, that is in even fields (C.05 Annex 1). A free round is a
    zero-point bye; in a team match the first of both rosters sit down.
    """
    table = boards(tournament, reverse=reverse)
    if not tournament.team_event:
        return tuple(_round(tournament, tuple(Game(*pair) for pair in each), ()) for each in table)
    if scheme(tournament.system).format.sides:
        return tuple(Round(matches=(_whole_match(tournament, each),)) for each in table)
    return tuple(
        _round(tournament, (), tuple(Match(*pair, line_up(tournament, *pair)) for pair in each)) for each in table
    )


def boards(tournament: Tournament, *, reverse: bool | None = None) -> Table[int]:
    """White and Black of every board of every round; of team round robins, the teams."""
    format = _scheduled(tournament)
    if format.sides:
        return _between_sides(tournament, reverse)
    seats = sequence(tournament)
    table = berger(len(seats))
    if format.cycles == 2:
        table = two_cycles(table, reverse=len(seats) % 2 == 0 if reverse is None else reverse)
    return tuple(tuple((seats[white - 1], seats[black - 1]) for white, black in each) for each in table)


def sides(tournament: Tournament) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two sides of a Scheveningen match in board order: the two teams or, without teams, the halves of the list."""
    if tournament.teams:
        rosters = tuple(team.players for team in tournament.teams)
    else:
        everybody = sequence(tournament)
        rosters = everybody[: len(everybody) // 2], everybody[len(everybody) // 2 :]
    if len(rosters) != 2:
        raise RuleError(spoken("a Scheveningen match is between two teams, not %(number)s", number=len(rosters)))
    if not rosters[0] or len(rosters[0]) != len(rosters[1]):
        raise RuleError(spoken("a Scheveningen match needs two sides of equal size, not %(list)s",
                               list=" and ".join(map(_size, rosters))))  # fmt: skip
    return rosters[0], rosters[1]


def next_round(tournament: Tournament, *, reverse: bool | None = None) -> Round:
    """The first round of the schedule that has not been paired yet; who is absent loses by forfeit (C.05 6.6).

    Rounds may have been played in another order than that of the table, but each must be one of its rounds.
    """
    left = list(schedule(tournament, reverse=reverse))
    for number, played in enumerate(tournament.rounds, 1):
        found = _same(left, played)
        if found is None:
            raise RuleError(spoken("round %(number)s is no round of the table for %(size)s: pair by hand",
                                   number=number, size=_size(sequence(tournament))))  # fmt: skip
        left.remove(found)
    if not left:
        raise RuleError(spoken("every round of the schedule has been paired, %(number)s",
                               number=len(tournament.rounds)))  # fmt: skip
    return _without_absent(tournament, left[0])


def complaints(tournament: Tournament) -> tuple[Problem, ...]:
    """Where the rounds of the file differ from what such an event asks: who meets whom how often, and the colours."""
    table = boards(tournament)
    rounds = [_pairs(tournament, round) for round in tournament.rounds]
    found = [*_meetings(table, rounds)]
    if tournament.planned not in (None, len(table)):
        text = not_as_planned(tournament.planned or 0, len(table))
        found.append(_problem(Severity.WARNING, "planned", text))
    if len(rounds) >= len(table):
        found += _never_met(table, rounds)
    if three := sorted(thrice(rounds)):
        text = spoken("the same colour in three games running: %(players)s", players=", ".join(map(str, three)))
        found.append(_problem(Severity.WARNING, "colours", text))
    rows = sorted(colours(rounds).items()) if len(rounds) >= len(table) else []
    uneven = [str(one) for one, row in rows if abs(row.count("w") - row.count("b")) > 1]
    if uneven:
        text = spoken("Whites and Blacks differ by more than one: %(players)s", players=", ".join(uneven))
        found.append(_problem(Severity.WARNING, "balance", text))
    return tuple(found)


def other_colours(tournament: Tournament) -> dict[int, tuple[Recoloured, ...]] | None:
    """By round: the boards of a Berger round robin with other colours than those of its table.

    Each as it is recorded and as the table has it. The rounds may be played in any order. None when no table gives the
    colours: the code names none, or the rounds are not those of the table, so that somebody has paired by hand.
    """
    code = tournament.system.upper()
    if not (code.startswith("BERGER") and _scheduled(tournament).everybody_meets):
        return None
    left, found = list(boards(tournament)), {}
    for number, round in enumerate(tournament.rounds, 1):
        met = set(map(frozenset, round.pairs))
        alike = [each for each in left if met <= set(map(frozenset, each))]
        if not alike:
            return None
        right = max(alike, key=lambda each: len(set(each).intersection(round.pairs)))
        left.remove(right)
        if turned := set(_with_colours(round)).difference(right):
            found[number] = tuple(
                ((black, white), (white, black)) for white, black in right if (black, white) in turned
            )
    return found


def _with_colours(round: Round) -> Iterator[tuple[int, int]]:
    """Who met whom, White first, where the colours are known."""
    yield from ((game.white, game.black) for game in round.games if game.coloured)
    yield from ((match.white, match.black) for match in round.matches if match.forfeit is None)


# -- the system --------------------------------------------------------------------------------------------------------


def _scheduled(tournament: Tournament) -> Format:
    """The format, which has a table."""
    code, plan = tournament.system, scheme(tournament.system)
    if not plan.format.predetermined:
        raise Unsupported(spoken("a schedule for %(code)s: its rounds are not pre-determined",
                                 code=code or spoken("an event without a system")))  # fmt: skip
    if not plan.format.playable:
        raise Unsupported(spoken("the %(title)s system: no text of it is at hand", title=word(plan.format.title)))
    if plan.meeting > 1:
        raise Unsupported(spoken("%(code)s: meetings of %(meeting)s games in a pre-determined event", code=code,
                                 meeting=plan.meeting))  # fmt: skip
    return plan.format


def _between_sides(tournament: Tournament, reverse: bool | None) -> Table[int]:
    ours, theirs = sides(tournament)
    names = {f"A{number}": one for number, one in enumerate(ours, 1)}
    names |= {f"B{number}": one for number, one in enumerate(theirs, 1)}
    twice = scheme(tournament.system).format.cycles == 2
    table = double_scheveningen(len(ours), reverse=reverse) if twice else scheveningen(len(ours))
    return tuple(tuple((names[white], names[black]) for white, black in each) for each in table)


def _whole_match(tournament: Tournament, each: Boards[int]) -> Match:
    """The round of a Scheveningen match of two teams; the side with White on board one stands first."""
    first, second = tournament.teams
    white, black = (first, second) if each[0][0] in first.players else (second, first)
    return Match(white.id, black.id, tuple(Game(*pair) for pair in each))


def _round(tournament: Tournament, games: tuple[Game, ...], matches: tuple[Match, ...]) -> Round:
    round = Round(games, matches)
    busy = {one for pair in round.pairs for one in pair}
    return replace(round, byes=tuple(Bye(one, ByeKind.ZERO) for one in sequence(tournament) if one not in busy))


def _size(participants: tuple[int, ...]) -> str:
    return str(len(participants))


# -- the next round ----------------------------------------------------------------------------------------------------


def _same(left: list[Round], played: Round) -> Round | None:
    """The round of those left that was played: with these colours if there is one, else with any."""
    exact, loose = set(played.pairs), set(map(frozenset, played.pairs))
    for round in left:
        if exact <= set(round.pairs) or (not exact and not round.pairs):
            return round
    return next((round for round in left if loose <= set(map(frozenset, round.pairs))), None)


def _without_absent(tournament: Tournament, round: Round) -> Round:
    """The round in which the absent have lost by forfeit."""
    absent = tournament.absent(tournament.next_round)
    odd = sorted(one for one, kind in absent.items() if kind is not ByeKind.ZERO)
    if odd:
        raise RuleError(spoken("there are no byes with points in a pre-determined event: %(list)s",
                               list=", ".join(map(str, odd))), who=odd)  # fmt: skip
    games = tuple(replace(g, result=_forfeit(g.white in absent, g.black in absent) or g.result) for g in round.games)
    matches = tuple(
        replace(m, games=(), forfeit=result) if (result := _forfeit(m.white in absent, m.black in absent)) else m
        for m in round.matches
    )
    return replace(round, games=games, matches=matches)


def _forfeit(white: bool, black: bool) -> Result | None:
    """The result when White, Black or both are absent."""
    if white and black:
        return Result.DOUBLE_FORFEIT
    return Result.BLACK_BY_FORFEIT if white else Result.WHITE_BY_FORFEIT if black else None


# -- complaints --------------------------------------------------------------------------------------------------------

Pair = frozenset[int]


def _problem(severity: Severity, code: str, text: str) -> Problem:
    return Problem(severity, code, 0, (0, 0), "rounds", text)


def _pairs(tournament: Tournament, round: Round) -> Boards[int]:
    """Who met whom; in a Scheveningen match of teams, the players."""
    if tournament.team_event and scheme(tournament.system).format.sides:
        return tuple((game.white, game.black) for match in round.matches for game in match.games)
    return round.pairs


def _seen(rounds: Iterable[Boards[int]]) -> dict[Pair, list[tuple[int, int]]]:
    """By pair: the rounds in which they met, and who had White."""
    found: dict[Pair, list[tuple[int, int]]] = {}
    for number, pairs in enumerate(rounds, 1):
        for white, black in pairs:
            found.setdefault(frozenset((white, black)), []).append((number, white))
    return found


def _meetings(table: Table[int], rounds: Sequence[Boards[int]]) -> Iterator[Problem]:
    """Nobody meets whom they should not, or too often, or twice with the same colours."""
    due = _seen(table)
    for pair, met in _seen(rounds).items():
        one, other = sorted(pair)
        where = ", ".join(str(number) for number, _ in met)
        if pair not in due:
            text = spoken("%(one)s and %(other)s should not meet, and do in round %(rounds)s", one=one, other=other,
                          rounds=where)  # fmt: skip
            yield _problem(Severity.ERROR, "meeting", text)
        elif len(met) > len(due[pair]):
            text = spoken("%(one)s and %(other)s meet %(number)s times, in rounds %(rounds)s", one=one, other=other,
                          number=len(met), rounds=where)  # fmt: skip
            yield _problem(Severity.ERROR, "meeting", text)
        elif len(met) == 2 and met[0][1] == met[1][1]:
            text = spoken("%(one)s and %(other)s have the same colours in rounds %(rounds)s", one=one, other=other,
                          rounds=where)  # fmt: skip
            yield _problem(Severity.WARNING, "colours", text)


def _never_met(table: Table[int], rounds: Sequence[Boards[int]]) -> Iterator[Problem]:
    """At the end everybody has met everybody, as often as they should; an absence should be a forfeit."""
    met, due = _seen(rounds), _seen(table)
    games = {one: len(row) for one, row in colours(rounds).items()}
    needed = {one: len(row) for one, row in colours(table).items()}
    short = {one for one in needed if games.get(one, 0) < needed[one]}
    for one, other in sorted((min(pair), max(pair)) for pair in due):
        pair = frozenset((one, other))
        times = len(met.get(pair, ()))
        if times < len(due[pair]):
            text = spoken("%(one)s and %(other)s meet only once" if times else "%(one)s and %(other)s never meet",
                          one=one, other=other)  # fmt: skip
            if {one, other} <= short and _missing(rounds, one, other):
                text = spoken("%(what)s, both free in a round: an absence is a forfeit", what=text)
            yield _problem(Severity.ERROR, "meeting", text)


def _missing(rounds: Sequence[Boards[int]], one: int, other: int) -> bool:
    """Whether there is a round in which neither of them had an opponent."""
    return any(not {one, other} & {each for pair in pairs for each in pair} for pairs in rounds)
