"""The field of a random tournament: who plays, how strong they are, and when they are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from rookery.checking.settings import Ratings, Settings
from rookery.model import ByeKind, Forbidden, Player, RequestedBye, Team
from rookery.model.unchecked import many
from rookery.order import initial_order
from rookery.simulation.amounts import Amount, in_round
from rookery.values import NamedTuple, frozen, replace

_FAMILIES = (
    "Avocet", "Bittern", "Bunting", "Chough", "Corncrake", "Crane", "Crossbill", "Curlew", "Dipper", "Dotterel",
    "Dunlin", "Egret", "Eider", "Fieldfare", "Finch", "Garganey", "Godwit", "Goshawk", "Grebe", "Harrier",
    "Heron", "Hobby", "Jay", "Kestrel", "Kite", "Knot", "Lapwing", "Linnet", "Martin", "Merlin",
    "Nightjar", "Oriole", "Osprey", "Petrel", "Pintail", "Pipit", "Plover", "Ptarmigan", "Quail", "Rail",
    "Raven", "Redstart", "Robin", "Ruff", "Sandpiper", "Shrike", "Siskin", "Snipe", "Starling", "Stonechat",
    "Swift", "Teal", "Tern", "Thrush", "Turnstone", "Twite", "Wagtail", "Wheatear", "Whimbrel", "Wigeon",
    "Wren", "Wryneck", "Yellowhammer",
)  # fmt: skip
_GIVEN = (
    "Ada", "Alan", "Alma", "Anton", "Bela", "Boris", "Cara", "Carl", "Dana", "David", "Edda", "Emil", "Eva", "Felix",
    "Gita", "Hugo", "Ida", "Igor", "Jana", "Jonas", "Kira", "Leo", "Lena", "Max", "Mira", "Nils", "Nora", "Otto",
    "Paul", "Petra", "Rosa", "Rudi", "Sara", "Sven", "Tara", "Theo", "Uma", "Viktor", "Vera", "Yuri", "Zoe",
)  # fmt: skip
_FEDERATIONS = ("ENG", "ESP", "FRA", "GER", "HUN", "IND", "IRL", "ITA", "NED", "NOR", "POL", "SCO", "SRB", "SWE", "USA")
_TOWNS = (
    "Ashwater", "Brackenhill", "Coldharbour", "Dunmere", "Elmstead", "Fenwick Abbey", "Gorsedale", "Heronsgate",
    "Inkpen", "Kingsferry", "Larkhill", "Mill Bridge", "Nettlecombe", "Oakhanger", "Puddleford", "Quayside",
    "Rookhope", "St Oswin", "Tollgate", "Upper Wick", "Vale Cross", "Withyham", "Yarnton",
)  # fmt: skip
_TITLES = ((2500, "GM"), (2400, "IM"), (2300, "FM"), (2200, "CM"))

Strengths = Mapping[int, int]
"""How strong everybody plays, by pairing number."""


def entrants(settings: Settings, rng: Random) -> tuple[tuple[Player, ...], Strengths]:
    """The players in initial order, and how strong they play, which is their rating unless they have none."""
    ratings = settings.ratings or Ratings()
    strengths = ratings.strengths(settings.players or 0, rng)
    known = len(strengths) - round(ratings.unrated * len(strengths))
    names: set[str] = set()
    told = [_person(number, strength, number < known, names, rng) for number, strength in enumerate(strengths)]
    columns = {name: [person[at] for person in told] for at, name in enumerate(Person._fields)}
    players = many(Player, id=range(1, len(told) + 1), **columns)
    hidden = {player.name: strength for player, strength in zip(players, strengths, strict=True)}
    lined_up = initial_order(players)  # almost as they are: only names and titles can change the order of equals
    lined_up = tuple(p if p.id == number else replace(p, id=number) for number, p in enumerate(lined_up, 1))
    return lined_up, {player.id: hidden[player.name] for player in lined_up}


class Person(NamedTuple):
    """What is made up of a player."""

    name: str
    rating: int | None
    federation: str
    title: str


def _person(number: int, strength: int, rated: bool, names: set[str], rng: Random) -> Person:
    name = f"{rng.choice(_FAMILIES)}, {rng.choice(_GIVEN)}"
    if name in names:  # a namesake
        name = f"{name} {number + 1}"
    names.add(name)
    titled = rated and rng.random() < 0.8
    federation = rng.choice(_FEDERATIONS)
    title = next((title for least, title in _TITLES if strength >= least), "") if titled else ""
    return Person(name, strength if rated else None, federation, title)


def squads(settings: Settings, strengths: Strengths, rng: Random) -> tuple[Team, ...]:
    """The teams, the strongest first, their rosters in the order of the players; neighbours in strength keep company.

    The strength of a team is the average of those who sit down first.
    """
    boards = settings.boards or 1
    size = boards + (settings.reserves or 0)
    near = sorted(strengths, key=lambda one: (-strengths[one] + rng.gauss(0, 200), one))
    if settings.format.sides:  # two sides that are a match for each other
        rosters = [tuple(sorted(near[::2])), tuple(sorted(near[1::2]))]
    else:
        rosters = [tuple(sorted(near[first : first + size])) for first in range(0, len(near), size)]
    averages = {roster: round(sum(strengths[one] for one in roster[:boards]) / boards) for roster in rosters}
    towns = rng.sample(_TOWNS, len(_TOWNS))
    return tuple(
        Team(number, _town(towns, number), roster, strength=averages[roster])
        for number, roster in enumerate(sorted(rosters, key=lambda one: (-averages[one], one)), 1)
    )


def _town(towns: Sequence[str], number: int) -> str:
    """The name of a team: a town or, when all are taken, its second team and so on."""
    again, place = divmod(number - 1, len(towns))
    return f"{towns[place]} {again + 1}" if again else towns[place]


def forbidden(settings: Settings, rng: Random) -> tuple[Forbidden, ...]:
    """Groups of participants who may not meet, mostly two, mostly in all rounds."""
    found = []
    players, rounds = settings.teams or settings.players or 0, settings.rounds or 1
    for _ in range(settings.forbidden or 0):
        size = min(players, 2 if rng.random() < 0.7 else 3)
        group = tuple(sorted(rng.sample(range(1, players + 1), size)))
        first = 1 if rng.random() < 0.7 else rng.randint(1, rounds)
        found.append(Forbidden(group, first))
    return tuple(found)


@frozen
class Calendar:
    """Who is there when: the rounds in which latecomers arrive and others leave, and the byes asked for."""

    everyone: tuple[int, ...]
    arrives: Mapping[int, int]
    leaves: Mapping[int, int]
    byes: tuple[tuple[ByeKind, Amount], ...]

    def entered(self, one: int, round: int) -> bool:
        """Whether somebody has arrived by this round."""
        return self.arrives.get(one, 1) <= round

    def absences(self, round: int, rng: Random) -> tuple[RequestedBye, ...]:
        """Who is not to be paired in this round; at least two are."""
        gone = {one for one, first in self.arrives.items() if round < first}
        gone.update([one for one, last in self.leaves.items() if last <= round])
        here = [one for one in self.everyone if one not in gone]
        found = dict.fromkeys(sorted(gone), ByeKind.ZERO)
        for kind, amount in self.byes:
            asking, most = some(here, amount, round, rng), max(0, len(here) - 2)
            if len(asking) > most:
                asking = sorted(rng.sample(asking, most))
            found |= dict.fromkeys(asking, kind)
            here = [one for one in here if one not in found] if asking else here
        return tuple(many(RequestedBye, round=[round] * len(found), player=list(found), kind=list(found.values())))


def calendar(settings: Settings, rng: Random) -> Calendar:
    """When everybody is there: latecomers miss up to a third of the rounds, who leaves has been there once."""
    everyone = tuple(range(1, (settings.teams or settings.players or 0) + 1))
    rounds = settings.rounds or 1
    late = some(everyone, settings.late_entries or 0, 1, rng)
    arrives = {one: rng.randint(2, 2 + rounds // 3) for one in late}
    leaving = some([one for one in everyone if one not in arrives], settings.withdrawals or 0, 1, rng)
    leaves = {one: rng.randint(2, max(2, rounds)) for one in leaving}
    kinds = (
        (ByeKind.HALF, settings.half_byes),
        (ByeKind.FULL, settings.full_byes),
        (ByeKind.ZERO, settings.zero_byes),
    )
    return Calendar(everyone, arrives, leaves, tuple((kind, amount) for kind, amount in kinds if amount))


def some(who: Sequence[int], amount: Amount, round: int, rng: Random) -> list[int]:
    """So many of these, or each with that chance; no more than all."""
    now = in_round(amount, round)
    if isinstance(now, float):
        return [one for one in who if rng.random() < now]
    return sorted(rng.sample(who, min(now, len(who))))
