"""The club night of docs/running-an-event.md: who, when, which results, and how it goes at a desk."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from pathlib import Path

import rookery
from rookery.json_codec import from_json_data
from rookery.model import ByeKind, Colour, Result
from rookery.tournaments.domain.byes import AskBye, Withdraw
from rookery.tournaments.domain.import_export import export_tournament
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.desks import DeskTournament

DATES = ("2026-05-04", "2026-05-11", "2026-05-18", "2026-05-25", "2026-06-01")
HEAD = {
    "city": "Puddleford", "federation": "ENG", "start": DATES[0], "end": DATES[-1], "chief_arbiter": "Teasel, Rufus",
    "round_dates": list(DATES), "time_control": "90 minutes + 30 seconds a move", "encoded_time_control": "5400+30",
    "type": "Individual: Swiss-System",
}  # fmt: skip
DEPUTY = "Wimbrel, Agatha"
RANKING = ("PTS", "BH/C1", "BH", "SB")
DORA = {"name": "Wren, Dora", "rating": 1885, "federation": "WLS", "birth": "2001", "sex": "w"}
RESULTS = (
    "1-4=1-0 5-2=0-1 3-6=1-0",
    "8-1== 2-3=1-0 5-9=+/- 7-6=0-1",
    "5-2=0-1 1-3=1-0 6-9=1-0 4-7==",
    "2-1== 5-6=1-0 3-4=0-1 7-9=1-0",
    "7-2=0-1 1-5=1-0 4-6=1-0 9-3=0-1",
)


def parse_results(results: str) -> Iterator[tuple[int, int, Result]]:
    """The results of a round: White, Black, how it ended."""
    for entry in results.split():
        pair, _, result = entry.partition("=")
        white, black = map(int, pair.split("-"))
        yield white, black, Result.parse(result)


def read_from_log(hall: DeskTournament, examples: Path, head: Mapping[str, object] = HEAD) -> Iterator[bytes]:
    """The night at a desk, command by command: the file after every round, and with the final ranks."""
    hall.do(OpenTournament("Club Night", TournamentRules(system="dutch", rounds=5, ranking=RANKING)))
    hall.do(SetHead(dict(head)))
    hall.do(DrawColour(Colour.WHITE))
    with (examples / "players.csv").open(encoding="utf-8") as file:
        rows = [{**row, "rating": int(row["rating"]) if row["rating"] else None} for row in csv.DictReader(file)]
    hall.do(EnterPlayers(tuple(from_json_data(Facts, row) for row in rows)))
    hall.do(SetHead({"deputies": [DEPUTY]}))
    hall.do(AskBye(hall.key(8), (1,), ByeKind.HALF))
    for number, results in enumerate(RESULTS, 1):
        if number == 2:
            hall.do(EnterPlayers((from_json_data(Facts, DORA),), ByeKind.HALF))
            hall.do(AskBye(hall.key(4), (2,), ByeKind.HALF))
        if number == 3:
            hall.do(Withdraw(hall.key(8)))
        hall.do(PairRound())
        for white, black, result in parse_results(results):
            hall.enter(number, white, black, result)
        yield rookery.dumps(export_tournament(hall.state))
    yield rookery.dumps(export_tournament(hall.state, final=True))
