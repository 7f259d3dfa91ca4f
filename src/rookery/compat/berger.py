"""The call of @echecs/round-robin: a table for any number of players."""

from __future__ import annotations

from rookery.compat.entries import field, seeds
from rookery.compat.shapes import Games, Players, rounds_of
from rookery.compat.swiss import Bye, Paired, Pairing
from rookery.compat.values import listed, whole
from rookery.model import Player, Tournament
from rookery.pairing.tables.schedule import boards
from rookery.regulations.format import DOUBLE_ROUND_ROBIN, ROUND_ROBIN
from rookery.wording import count


def round_robin(players: Players, games: Games = (), round: int | None = None, *, double: bool = False) -> Paired:
    """The next round of the Berger table (C.05 Annex 1), or `round`; the place in the list is the seed.

    Nothing depends on the results: the number of rounds in `games` only says which is next, and who is in them must be
    among the players. The package stops at sixteen players and wants three; here two are enough, and there is no end.
    `double` plays the table twice, colours exchanged in the second cycle. `rookery.pair` pairs the round robins of
    files, with absences, teams and rounds out of order.

    >>> four = [{"id": "alice"}, {"id": "bob"}, {"id": "carol"}, {"id": "dave"}]
    >>> round_robin(four, [])
    Paired(pairings=(Pairing(white='alice', black='dave'), Pairing(white='bob', black='carol')), byes=())
    >>> round_robin(four[:3], []).byes
    (Bye(player='alice'),)
    """
    everybody = listed(players, "players", "players")
    known = len(field(everybody, rounds_of(games), complete=True).rounds)
    ids = seeds(everybody)
    system = (DOUBLE_ROUND_ROBIN if double else ROUND_ROBIN).code
    table = boards(Tournament(players=tuple(map(Player, range(1, len(ids) + 1))), system=system))
    number = known + 1 if round is None else whole(round, "round")
    if not 1 <= number <= len(table):
        raise ValueError(
            f"round {number} cannot be paired: the table of {len(ids)} players has {count(len(table), 'round')}"
        )
    pairings = tuple(Pairing(ids[white - 1], ids[black - 1]) for white, black in table[number - 1])
    playing = {one for pairing in pairings for one in pairing}
    return Paired(pairings, tuple(Bye(one) for one in ids if one not in playing))
