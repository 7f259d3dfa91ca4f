"""What a tournament says that cannot be so, whatever file it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rookery.model import Date, Player, Tournament
from rookery.regulations import scheme
from rookery.wording import spoken


def event_oddities(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """What the head of a tournament says that cannot be so: the record concerned, and why."""
    event = tournament.event
    if event.start and event.end and _later(event.start, event.end):
        yield "052", spoken("the event ends on %(end)s, before it starts on %(start)s", end=str(event.end),
                            start=str(event.start))  # fmt: skip
    planned = (tournament.planned or 0) * (2 if scheme(tournament.system).two_game_matches else 1)
    if planned and len(event.round_dates) > planned:
        yield "132", spoken("there are dates for %(number)s rounds, and the tournament has %(rounds)s",
                            number=len(event.round_dates), rounds=planned)  # fmt: skip


def _later(one: Date, other: Date) -> bool:
    """Whether a day comes after another, as far as both are known."""
    for a, b in ((one.year, other.year), (one.month, other.month), (one.day, other.day)):
        if not (a and b and a == b):
            return bool(a and b and a > b)
    return False


def same_persons(players: Iterable[Player]) -> Iterator[tuple[Player, Player]]:
    """Players with the FIDE number of somebody before them: whom they repeat, and who they are."""
    first: dict[int, Player] = {}
    for player in players:
        if player.fide_id and first.setdefault(player.fide_id, player) is not player:
            yield first[player.fide_id], player


def same_person(one: Player, again: Player) -> str:
    """What is said of two players with the same FIDE number."""
    return spoken("player %(number)s has the same FIDE number as player %(other)s", number=one.id, other=again.id)
