"""Write examples/desk: three tournaments with their logs, which `make desk` opens.

    python tools/desk_examples.py

An open in its fifth round, a team cup that is over, and a knock-out in its semi-finals. Everybody in them is invented.
The desk itself makes them, command by command, with seeds and a clock that are the same everywhere: a test tells when
the files are not what this would write today.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from pathlib import Path
from random import Random

from rookery.model import ByeKind, Colour, Game, PartialDate, Result, Round
from rookery.simulation.result_models import Chances
from rookery.storage import log_file
from rookery.tournaments.command import Command
from rookery.tournaments.domain.byes import AskBye, Withdraw
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.domain.teams import EnterTeam, SetLineup
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import Choices, TournamentRules
from rookery.tournaments.service import TournamentService
from rookery.tournaments.state import Publication, State
from rookery.tournaments.store import MemoryStore

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "desk"
CHIEF, DEPUTY = "Agatha Wimbrel", "Rufus Teasel"

SURNAMES = """
Adderley Barnacle Bittern Blackthorn Bracken Bunting Burdock Campion Chaffinch Charlock Chervil Comfrey Coppice Cowslip
Crossbill Curlew Dogwood Dotterel Eider Fescue Fieldfare Foxglove Gadwall Goldcrest Goshawk Greenshank Hawthorn Hemlock
Honeysuckle Jackdaw Kittiwake Knotweed Linden Lovage Mallard Meadowsweet Merlin Mugwort Nuthatch Orpine Ouzel Partridge
Peregrine Pimpernel Pintail Plover Puffin Ragwort Redshank Rosebay Rowan Sanderling Sandpiper Saxifrage Scoter Serin
Skylark Sloe Smew Sorbus Speedwell Spindle Spoonbill Stonechat Sundew Swift Teasdale Tern Thrift Turnstone Twayblade
Valerian Vervain Waxwing Wheatear Whimbrel Whinchat Whitebeam Wigeon Woodruff Wormwood Yaffle Yarrow Yellowhammer
"""
WOMEN = """
Adela Bronwen Chiara Delphine Eilidh Freya Greta Hanna Ilse Jocasta Katya Leonie Maud Ngozi Orla Petronella Rowena
Sabine Tamsin Ursula Vita Winifred Yuki Zainab
"""
MEN = """
Ambrose Bertil Cosmo Desmond Emeka Fergus Giles Hamish Ignatius Jasper Kenji Lionel Mungo Nils Osric Piers Quentin
Rafael Septimus Tobias Umberto Vaclav Walter Xavier Yusuf Zoltan
"""
FEDERATIONS = ("ENG", "ENG", "ENG", "WLS", "SCO", "IRL", "NED", "GER", "ESP", "NOR")
CLUBS = ("Puddleford", "Fox Hill", "Mill Lane", "Tanners", "Glen Chess", "Old Ferry")


def people(number: int, seed: int, ratings: range) -> Iterator[Facts]:
    """So many players with ratings from the range, the strongest first."""
    rng = Random(seed)
    names = rng.sample(SURNAMES.split(), number)
    for at, surname in enumerate(names):
        rating = ratings.start - (ratings.start - ratings.stop) * at // number - rng.randrange(25)
        woman = rng.random() < 0.35
        given = rng.choice((WOMEN if woman else MEN).split())
        birth = PartialDate(rng.randrange(1948, 2015), rng.randrange(1, 13), rng.randrange(1, 29))
        yield Facts(
            f"{surname}, {given}", rating, rng.choice(FEDERATIONS), _title(rating, woman), "w" if woman else "m", birth,
            99_910_000 + 100 * seed + at, club=rng.choice(CLUBS),
        )  # fmt: skip


def _title(rating: int, woman: bool) -> str:
    ladder = ((2400, "IM"), (2300, "FM"), (2200, "CM"))
    if woman:
        ladder = ((2300, "WIM"), (2150, "WFM"), (2000, "WCM"))
    return next((title for least, title in ladder if rating >= least), "")


class Hall:
    """One tournament at a desk whose clock is wound by hand."""

    def __init__(self, slug: str, seed: int, begins: str) -> None:
        self.store, self.rng, numbers = MemoryStore(), Random(seed), count(1)
        self.now = datetime.fromisoformat(begins).replace(tzinfo=UTC)
        self.desk = TournamentService(self.store, lambda: f"{self.now:%Y-%m-%dT%H:%M:%SZ}", lambda: f"c{next(numbers)}")
        self.slug = self.desk.create(slug, f"example-{slug}")

    @property
    def state(self) -> State:
        return self.desk.state(self.slug)

    def do(self, wanted: Command, who: str = CHIEF) -> None:
        """Do it, whatever warnings it has, and let some time go by."""
        try:
            self.desk.do(self.slug, wanted, actor=who)
        except ConfirmationRequiredError as error:
            self.desk.do(self.slug, wanted, actor=who, acknowledged=error.tokens)
        self.now += timedelta(seconds=self.rng.randrange(7, 90))

    def until(self, time: str) -> None:
        """Let time go by up to then."""
        self.now = datetime.fromisoformat(time).replace(tzinfo=UTC)

    def key(self, name: str) -> str:
        """The key of whoever's name begins so."""
        here = self.state.tournament
        return next(one.key for one in (*here.players, *here.teams) if one.name.startswith(name))

    def enter(self, game: Game, result: Result, who: str) -> None:
        """Enter a result of the last round."""
        key = self.state.keys.player
        self.do(EnterResult(len(self.state.tournament.rounds), key[game.white], key[game.black], result), who)

    def play(self, chances: Chances, boards: int | None = None) -> None:
        """Play the round; its boards, or so many of them, end in any order, and both arbiters enter results."""
        rating = {one.number: one.rating or 1400 for one in self.state.tournament.players}
        games = list(games_of(self.state.tournament.rounds[-1]))
        results = chances.results((rating[game.white] - rating[game.black] for game in games), self.rng)
        found = dict(zip(games, results, strict=True))
        order = sorted(games, key=lambda game: (found[game] is not Result.DRAW) + 1.5 * self.rng.random())
        for game in islice(order, boards):
            if game.result is Result.PENDING:
                self.enter(game, found[game], self.rng.choice((CHIEF, DEPUTY, DEPUTY)))

    def written(self) -> bytes:
        """The log as a file."""
        (stream,) = self.store.streams()
        return log_file.dumps(stream, self.store.read(stream.id))


def games_of(round: Round) -> Iterator[Game]:
    """Every game of a round, board by board."""
    yield from round.games
    for match in round.matches:
        yield from match.games


AT_ONCE = Publication()
"""What the public sees of the examples: everything at once."""


def open_swiss() -> bytes:
    """An open of 49 players and nine rounds, in the middle of the fifth."""
    hall = Hall("easter-open", 5, "2026-04-02T16:00")
    field = list(people(49, 1, range(2440, 1320)))
    field[44] = Facts(field[44].name, None, "ENG", "", field[44].sex, PartialDate(2014), club="Mill Lane")
    late = field.pop(30)
    ranking = ("PTS", "BH/C1", "BH", "SB", "DE")
    hall.do(
        OpenTournament(
            "Puddleford Easter Open",
            TournamentRules(system="dutch", rounds=9, ranking=ranking),
            lots="easter eggs",
            publication=AT_ONCE,
        )
    )
    days = [f"2026-04-{day:02}" for day in (3, 3, 4, 4, 5, 5, 6, 6, 7)]
    hall.do(SetHead(_head("Puddleford", days, "90 minutes + 30 seconds a move", "5400+30")))
    hall.do(EnterPlayers(tuple(field)), DEPUTY)
    hall.do(DrawColour(Colour.WHITE))
    for player, rounds in ((11, (1,)), (20, (1, 2)), (33, (5,)), (40, (5,))):
        hall.do(
            AskBye(hall.key(field[player].name), rounds, ByeKind.HALF if len(rounds) == 1 else ByeKind.ZERO), DEPUTY
        )
    for number, time in enumerate(("03T10:00", "03T15:30", "04T10:00", "04T15:30", "05T10:00"), 1):
        hall.until(f"2026-04-{time}")
        if number == 2:
            hall.do(EnterPlayers((late,), ByeKind.HALF), DEPUTY)
        if number == 4:
            hall.do(Withdraw(hall.key(field[47].name)))
        hall.do(PairRound())
        hall.until(f"2026-04-{time[:2]}T{int(time[3:5]) + 3}:{time[6:]}")
        hall.play(Chances(draws=0.36, forfeits=0.01), 14 if number == 5 else None)
    return hall.written()


def team_cup() -> bytes:
    """A cup of eight teams, five rounds of the team Swiss: over."""
    hall = Hall("four-rivers", 7, "2026-05-08T17:00")
    names = ("Fox Hill", "Mill Lane", "Tanners", "Glen Chess", "Old Ferry", "Puddleford", "Weavers", "Long Meadow")
    laws = TournamentRules(
        system="FIDE_TEAM_TYPEA_MPT", rounds=5, ranking=("MPTS", "GPTS", "EDE"), board_colours="WBWB"
    )
    hall.do(OpenTournament("Four Rivers Team Cup", laws, team_event=True, lots="four rivers", publication=AT_ONCE))
    days = ["2026-05-09", "2026-05-09", "2026-05-09", "2026-05-10", "2026-05-10"]
    hall.do(
        SetHead({**_head("Old Ferry", days, "60 minutes + 15 seconds a move", "3600+15"), "type": "Team: Swiss-System"})
    )
    everybody = list(people(40, 2, range(2320, 1450)))
    for at, name in enumerate(names):
        hall.do(EnterTeam(name, tuple(everybody[at::8]), nickname=name.split()[0][:3].upper()), DEPUTY)
    for number, time in enumerate(("09T09:00", "09T12:00", "09T15:30", "10T09:00", "10T12:30"), 1):
        hall.until(f"2026-05-{time}")
        for at in (number, number + 4):
            team = hall.state.tournament.teams[at % 8]
            bench = [hall.state.keys.player[one] for one in team.players]
            hall.do(SetLineup(number, team.key, tuple(bench[:3] + bench[4:])), DEPUTY)
        hall.do(PairRound())
        hall.until(f"2026-05-{time[:2]}T{int(time[3:5]) + 2}:{time[6:]}")
        hall.play(Chances(draws=0.4))
    return hall.written()


def knock_out() -> bytes:
    """A knock-out of sixteen with two games a meeting, in its semi-finals."""
    hall = Hall("tanners-cup", 11, "2026-06-05T17:30")
    laws = TournamentRules(system="knockout", rounds=4, choices=Choices(games=2))
    hall.do(OpenTournament("Tanners' Cup", laws, lots="leather", publication=AT_ONCE))
    days = ["2026-06-06", "2026-06-06", "2026-06-07", "2026-06-07"]
    hall.do(SetHead({**_head("Puddleford", days, "25 minutes + 10 seconds a move", "1500+10"), "type": "Knock-out"}))
    hall.do(EnterPlayers(tuple(people(16, 3, range(2380, 1700)))), DEPUTY)
    for number, time in enumerate(("06T10:00", "06T14:00", "07T10:00"), 1):
        hall.until(f"2026-06-{time}")
        hall.do(PairRound(through=tuple(_luckier(hall))))
        hall.until(f"2026-06-{time[:2]}T{int(time[3:5]) + 2}:{time[6:]}")
        hall.play(Chances(draws=0.25), 3 if number == 3 else None)
    return hall.written()


def _luckier(hall: Hall) -> Iterator[str]:
    """Who goes on after a level match: Black of its first game, who won the play-off."""
    for match in hall.state.tournament.rounds[-1].matches if hall.state.tournament.rounds else ():
        first, second = (game.result for game in match.games)
        if (first, second) in _LEVEL:
            yield hall.state.keys.player[match.black]


_LEVEL = {
    (Result.DRAW, Result.DRAW),
    (Result.WHITE_WINS, Result.WHITE_WINS),
    (Result.BLACK_WINS, Result.BLACK_WINS),
}


def _head(city: str, days: Sequence[str], pace: str, encoded: str) -> dict[str, object]:
    return {
        "city": city, "federation": "ENG", "start": days[0], "end": days[-1], "round_dates": list(days),
        "chief_arbiter": "IA Wimbrel, Agatha", "deputies": ["FA Teasel, Rufus"], "time_control": pace,
        "encoded_time_control": encoded, "type": "Individual: Swiss-System",
    }  # fmt: skip


EXAMPLES: Mapping[str, Callable[[], bytes]] = {"open": open_swiss, "teams": team_cup, "knock-out": knock_out}


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in EXAMPLES.items():
        (FOLDER / f"{name}.rookery").write_bytes(made())


if __name__ == "__main__":
    main()
