"""How two versions of a round differ, in the words of a remark: people by the numbers that the file has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.desk.facts import Boards, KeyedGame
from rookery.desk.state import State
from rookery.wording import joined, spoken, word

MOST = 20
"""So many pairs are told; the others are counted."""

Pairs = list[tuple[str, str]]


def games_of(boards: Boards) -> list[KeyedGame]:
    """Every game of a round."""
    return [*boards.games, *(game for match in boards.matches for game in match.games)]


def pairs_in(games: Sequence[KeyedGame]) -> Pairs:
    """Who meets whom, White first."""
    return [(one.white, one.black) for one in games]


def others(before: State, after: State, there: Boards, here: Boards) -> Iterator[str]:
    """What is different but for results: games, matches, byes of those who are there before and after."""
    players = {**before.keys.players, **after.keys.players}
    paired = {**before.keys.participants, **after.keys.participants}
    old, new = pairs_in(games_of(there)), pairs_in(games_of(here))
    if old != new and set(old) == set(new):
        yield spoken("boards in another order")
    elif old != new:
        yield joined(" => ", (_told(old, new, players), _told(new, old, players)))
    yield from _matches(there, here, paired)
    both = before.keys.participants.keys() & after.keys.participants.keys()
    was, now = ({one.key: word(str(one.kind)) for one in round.byes if one.key in both} for round in (there, here))
    for key in sorted(was.keys() | now.keys(), key=paired.__getitem__):
        if was.get(key) != now.get(key):
            old_bye, new_bye = (each.get(key) or spoken("no bye") for each in (was, now))
            yield spoken("%(number)s %(was)s => %(now)s", number=paired[key], was=old_bye, now=new_bye)


def _matches(there: Boards, here: Boards, paired: Mapping[str, int]) -> Iterator[str]:
    """Matches that are forfeited as a whole, or are not any more; those without boards have no other sign."""
    was, now = ({(one.white, one.black): one.forfeit for one in round.matches} for round in (there, here))
    for both in dict.fromkeys((*was, *now)):
        if was.get(both) is not now.get(both):
            white, black = (paired[key] for key in both)
            yield spoken("match %(white)s-%(black)s %(was)s => %(now)s", white=white, black=black,
                         was=was.get(both) or spoken("played"), now=now.get(both) or spoken("played"))  # fmt: skip


def _told(some: Pairs, others: Pairs, numbers: Mapping[str, int]) -> str:
    """The pairs that are not among the others."""
    found = [f"{numbers[white]}-{numbers[black]}" for white, black in some if (white, black) not in others]
    some_of = " ".join(found[:MOST])
    if len(found) > MOST:
        return spoken("%(some)s and %(number)s more", some=some_of, number=len(found) - MOST)
    return some_of or spoken("none")
