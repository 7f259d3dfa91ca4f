"""Tournaments for papers and pictures: of every format, small and large, finished and not, with names that bite."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import rookery
from rookery._record import replace

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

HOSTILE = (
    "<script>alert(1)</script>",
    'O"Neill & Co \\ #panic("no") $x_1$ *b* _i_ `r` @ref <l> //c',
    "</style></title></svg><img src=x onerror=alert(1)>",
    '"); #read("/etc/passwd") #("',
    "{{ 7 * 7 }} {% raw %} \\u{41} \\",
    "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh, Maximiliana Wilhelmina",
    "\x1b[31mRed\x07, \u202eturned",
    "王, 小明",
)
"""Names that mean something to a browser, to Typst, to a terminal, or have no end."""


def knockout(players: int, rounds: int, *, system: str = "knockout") -> rookery.Tournament:
    """A knock-out of so many, of which so many rounds are played."""
    rng = Random(7)
    entrants = tuple(
        rookery.Player(n, f"Wimbrel, {chr(64 + n % 26 + 1)}{n}", 2400 - 7 * n) for n in range(1, players + 1)
    )
    cup = rookery.Tournament(players=entrants, system=system, info=rookery.TournamentInfo(name="Puddleford Cup"))
    for number in range(1, rounds + 1):
        outcome = rookery.pair(cup)
        cup = cup.with_round(outcome.round)
        for white, black in outcome.pairs:
            cup = cup.with_result(number, white, black, rng.choice(("1-0", "0-1")))
    return cup


@cache
def large() -> rookery.Tournament:
    """200 players, eleven rounds, the last of them being played; some have no rating, some no federation."""
    generated = rookery.generate(rookery.GeneratorSettings(players=200, rounds=11), seed=5)
    players = tuple(
        replace(
            player,
            name=HOSTILE[player.number % 40]
            if player.number % 40 < len(HOSTILE)
            else f"Sandpiper, Ada {player.number}",
            federation=("ENG", "NED", "", "IND")[player.number % 4],
            title=("", "", "GM", "WFM")[player.number % 4],
            rating=player.rating if player.number % 9 else None,
            ratings=(),
        )
        for player in generated.players
    )
    last = generated.rounds[-1]
    games = tuple(replace(game, result=rookery.Result.PENDING, coloured=True) if at % 3 == 0 else game
                  for at, game in enumerate(last.games))  # fmt: skip
    return replace(generated, players=players, rounds=(*generated.rounds[:-1], replace(last, games=games)))


@cache
def events() -> dict[str, rookery.Tournament]:
    """Every tournament, by a name for it."""
    tournaments = {path.stem: rookery.load(path).tournament for path in sorted(EXAMPLES.glob("*.trf"))}
    del tournaments["broken"]
    swiss = tournaments["swiss"]
    begun = swiss.with_round(rookery.pair(swiss).round)
    hostile = tuple(replace(player, name=HOSTILE[player.number % len(HOSTILE)]) for player in swiss.players)
    bitten = replace(swiss.info, name=HOSTILE[2], city=HOSTILE[0], time_control=HOSTILE[1])
    return tournaments | {
        "begun": begun,
        "hostile": replace(begun, players=hostile, info=bitten),
        "unplayed": replace(swiss, rounds=(), requested_byes=()),
        "empty": rookery.Tournament(),
        "keizer": rookery.generate(rookery.GeneratorSettings(players=9, rounds=5, system="keizer"), seed=3),
        "cup of 8": knockout(8, 3),
        "cup of 13, played in part": knockout(13, 2),
        "cup not begun": knockout(5, 0),
        "large": large(),
    }
