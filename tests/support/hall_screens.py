"""Tournaments of any size for the screens of the hall, and the sizes of screens."""

from __future__ import annotations

from itertools import product

from rookery.model import Bye, ByeKind, Game, Player, Result, Round, Tournament, TournamentInfo

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
"""Width and height of a screen."""
LEAST_TYPE = 29
"""The smallest type on a screen of 1080 lines, in pixels."""

_SURNAMES = (
    "Alder", "Bittern", "Bracken", "Brambling", "Bullfinch", "Burdock", "Campion", "Chough", "Cranesbill", "Curlew",
    "Dipper", "Fennel", "Fieldfare", "Harrier", "Hazel", "Heron", "Kestrel", "Larkspur", "Linnet", "Lovage", "Mallow",
    "Marrow", "Nuthatch", "Orchis", "Plover", "Ragwort", "Redstart", "Sandpiper", "Tansy", "Whimbrel",
)  # fmt: skip
_FIRST_NAMES = (
    "Agatha", "Amara", "Anselm", "Beatrice", "Benedict", "Bruno", "Felix", "Freya", "Gwen", "Ines", "Isolde", "Ivor",
    "Jonah", "Lars", "Leopold", "Lucia", "Lucille", "Magnus", "Mateo", "Nora", "Odile", "Oskar", "Ottilie", "Piotr",
    "Priya", "Rosalind", "Rufus", "Rune", "Sanna", "Wilhelmina",
)  # fmt: skip
LONG_NAME = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Maximilian Alexander"


def field(boards: int, *, finished: bool = False, rounds: int = 5, long_name: bool = False) -> Tournament:
    """Return a tournament with one round of so many boards, and a player with a bye."""
    number = 2 * boards + 1
    names = [f"{surname}, {name}" for name, surname in product(_FIRST_NAMES, _SURNAMES)]
    if long_name:
        names[3] = LONG_NAME
    players = tuple(Player(at, names[at - 1], rating=2600 - at) for at in range(1, number + 1))
    result = Result.WHITE_WINS if finished else Result.PENDING
    games = tuple(Game(at, at + boards, result) for at in range(1, boards + 1))
    paired = Round(games=games, byes=(Bye(number, ByeKind.PAIRING_ALLOCATED),))
    info = TournamentInfo(name="Puddleford Spring Open")
    return Tournament(info=info, players=players, rounds=(paired,), planned_rounds=rounds, system="FIDE_DUTCH_2026")
