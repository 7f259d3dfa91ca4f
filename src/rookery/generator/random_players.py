"""Players, teams, forbidden pairs and absences of a random tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from rookery._record import record, replace
from rookery.generator.settings import GeneratorSettings, Ratings
from rookery.history.pairing_numbers import initial_order
from rookery.model import ByeKind, ForbiddenPair, Player, RequestedBye, Team
from rookery.model._construct import construct_many
from rookery.simulation.population import Amount, amount_in_round

_LAST_NAMES = (
    "Avocet", "Bittern", "Bunting", "Chough", "Corncrake", "Crane", "Crossbill", "Curlew", "Dipper", "Dotterel",
    "Dunlin", "Egret", "Eider", "Fieldfare", "Finch", "Garganey", "Godwit", "Goshawk", "Grebe", "Harrier",
    "Heron", "Hobby", "Jay", "Kestrel", "Kite", "Knot", "Lapwing", "Linnet", "Martin", "Merlin",
    "Nightjar", "Oriole", "Osprey", "Petrel", "Pintail", "Pipit", "Plover", "Ptarmigan", "Quail", "Rail",
    "Raven", "Redstart", "Robin", "Ruff", "Sandpiper", "Shrike", "Siskin", "Snipe", "Starling", "Stonechat",
    "Swift", "Teal", "Tern", "Thrush", "Turnstone", "Twite", "Wagtail", "Wheatear", "Whimbrel", "Wigeon",
    "Wren", "Wryneck", "Yellowhammer",
)  # fmt: skip
_FIRST_NAMES = (
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
"""Playing strengths by pairing number."""


def draw_players(settings: GeneratorSettings, rng: Random) -> tuple[tuple[Player, ...], Strengths]:
    """Return the players in initial order and their playing strengths, which equal their ratings if rated."""
    ratings = settings.ratings or Ratings()
    strengths = ratings.strengths(settings.players or 0, rng)
    rated_count = len(strengths) - round(ratings.unrated * len(strengths))
    names: set[str] = set()
    people = [
        _draw_person(number, strength, number < rated_count, names, rng) for number, strength in enumerate(strengths)
    ]
    columns = {name: [person[index] for person in people] for index, name in enumerate(Person._fields)}
    players = construct_many(Player, number=range(1, len(people) + 1), **columns)
    strengths_by_name = {player.name: strength for player, strength in zip(players, strengths, strict=True)}
    ordered = initial_order(players)  # almost as they are: only names and titles can change the order of equals
    ordered = tuple(p if p.number == number else replace(p, number=number) for number, p in enumerate(ordered, 1))
    return ordered, {player.number: strengths_by_name[player.name] for player in ordered}


class Person(NamedTuple):
    """A made-up person: what a random player is built from."""

    name: str
    rating: int | None
    federation: str
    title: str


def _draw_person(number: int, strength: int, is_rated: bool, names: set[str], rng: Random) -> Person:
    name = f"{rng.choice(_LAST_NAMES)}, {rng.choice(_FIRST_NAMES)}"
    if name in names:  # a namesake
        name = f"{name} {number + 1}"
    names.add(name)
    has_title = is_rated and rng.random() < 0.8
    federation = rng.choice(_FEDERATIONS)
    title = next((title for least, title in _TITLES if strength >= least), "") if has_title else ""
    return Person(name, strength if is_rated else None, federation, title)


def draw_teams(settings: GeneratorSettings, strengths: Strengths, rng: Random) -> tuple[Team, ...]:
    """Return the teams, strongest first; players of similar strength form a team, rosters are in player order.

    The strength of a team is the average of its first boards.
    """
    boards = settings.boards or 1
    size = boards + (settings.reserves or 0)
    by_strength = sorted(strengths, key=lambda player: (-strengths[player] + rng.gauss(0, 200), player))
    if settings.format.sides:  # two sides that are a match for each other
        rosters = [tuple(sorted(by_strength[::2])), tuple(sorted(by_strength[1::2]))]
    else:
        rosters = [tuple(sorted(by_strength[first : first + size])) for first in range(0, len(by_strength), size)]
    averages = {roster: round(sum(strengths[player] for player in roster[:boards]) / boards) for roster in rosters}
    towns = rng.sample(_TOWNS, len(_TOWNS))
    return tuple(
        Team(number, _team_name(towns, number), roster, strength=averages[roster])
        for number, roster in enumerate(sorted(rosters, key=lambda player: (-averages[player], player)), 1)
    )


def _team_name(towns: Sequence[str], number: int) -> str:
    """Return the name of a team: a town, or its second team and so on once all towns are used."""
    again, place = divmod(number - 1, len(towns))
    return f"{towns[place]} {again + 1}" if again else towns[place]


def draw_forbidden_pairs(settings: GeneratorSettings, rng: Random) -> tuple[ForbiddenPair, ...]:
    """Draw groups of participants who may not meet, mostly of two and for all rounds."""
    groups = []
    players, rounds = settings.teams or settings.players or 0, settings.rounds or 1
    for _ in range(settings.forbidden or 0):
        size = min(players, 2 if rng.random() < 0.7 else 3)
        group = tuple(sorted(rng.sample(range(1, players + 1), size)))
        first = 1 if rng.random() < 0.7 else rng.randint(1, rounds)
        groups.append(ForbiddenPair(group, first))
    return tuple(groups)


@record
class AttendancePlan:
    """Arrivals and departures by round, and the requested byes."""

    everyone: tuple[int, ...]
    arrives: Mapping[int, int]
    departures: Mapping[int, int]
    byes: tuple[tuple[ByeKind, Amount], ...]

    def has_arrived(self, participant: int, round_number: int) -> bool:
        """Return whether a participant has arrived by this round."""
        return self.arrives.get(participant, 1) <= round_number

    def draw_absences(self, round_number: int, rng: Random) -> tuple[RequestedBye, ...]:
        """Draw the requests not to be paired in this round; at least two participants remain."""
        gone = {participant for participant, first in self.arrives.items() if round_number < first}
        gone.update([participant for participant, last in self.departures.items() if last <= round_number])
        present = [participant for participant in self.everyone if participant not in gone]
        absences = dict.fromkeys(sorted(gone), ByeKind.ZERO)
        for kind, amount in self.byes:
            asking, largest = draw_participants(present, amount, round_number, rng), max(0, len(present) - 2)
            if len(asking) > largest:
                asking = sorted(rng.sample(asking, largest))
            absences |= dict.fromkeys(asking, kind)
            present = [participant for participant in present if participant not in absences] if asking else present
        return tuple(
            construct_many(
                RequestedBye, round=[round_number] * len(absences), player=list(absences), kind=list(absences.values())
            )
        )


def draw_attendance(settings: GeneratorSettings, rng: Random) -> AttendancePlan:
    """Draw the attendance: latecomers miss up to a third of the rounds; all withdrawals are after round 1."""
    everyone = tuple(range(1, (settings.teams or settings.players or 0) + 1))
    rounds = settings.rounds or 1
    late = draw_participants(everyone, settings.late_entries or 0, 1, rng)
    arrives = {participant: rng.randint(2, 2 + rounds // 3) for participant in late}
    leavers = draw_participants(
        [participant for participant in everyone if participant not in arrives], settings.withdrawals or 0, 1, rng
    )
    leaves = {participant: rng.randint(2, max(2, rounds)) for participant in leavers}
    kinds = (
        (ByeKind.HALF, settings.half_byes),
        (ByeKind.FULL, settings.full_byes),
        (ByeKind.ZERO, settings.zero_byes),
    )
    return AttendancePlan(everyone, arrives, leaves, tuple((kind, amount) for kind, amount in kinds if amount))


def draw_participants(participants: Sequence[int], amount: Amount, round_number: int, rng: Random) -> list[int]:
    """Draw a number of participants, or each with a given probability."""
    current_amount = amount_in_round(amount, round_number)
    if isinstance(current_amount, float):
        return [participant for participant in participants if rng.random() < current_amount]
    return sorted(rng.sample(participants, min(current_amount, len(participants))))
