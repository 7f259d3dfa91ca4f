"""Every Swiss system in the same words: its files and what they expect, events of its kind, and rounds played."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import rookery
from rookery.formats import get_handlers
from rookery.history.team_matches import line_up
from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    Match,
    Player,
    RequestedBye,
    Result,
    Round,
    Tournament,
)
from rookery.pairing.outcome import Board, Pairing, first_differing_lines
from rookery.pairing.system import System
from rookery.regulations import FORMATS, edition_named
from support.match_events import doubles, teams
from support.match_system_variants import DOUBLE_WITHOUT, LIM_WITHOUT, TEAM_WITHOUT, FullSearch, Variants, with_search
from support.references import Answer
from support.system_variants import (
    BURSTEIN_WITHOUT,
    DUBOV_WITHOUT,
    AlternativeDownfloat,
    AlternativeUpfloat,
    FullDownfloatSearch,
    FullUpfloatSearch,
    with_procedure,
)

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
FORFEITS = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT, Result.DOUBLE_FORFEIT)
Case = tuple[str, dict[str, Any]]
"""A file, and what is expected of a round of it."""


class Swiss(NamedTuple):
    """What the tests know of one system beside its declaration."""

    name: str
    corpora: dict[str, int]
    """Folders of the corpora, and how many rounds they expect."""
    without: Variants
    """The system with one rule left out or read otherwise, by the rule."""
    whole: Callable[[System], System] | None = None
    """The system by a walk that looks at everybody all the time."""
    colours: bool = True
    """Whether colours have absolute limits."""
    edition: str = ""
    """The year of an older edition, with which its name ends."""

    @property
    def format(self) -> str:
        """The name of its format."""
        return self.name.removesuffix(f"-{self.edition}")

    @property
    def code(self) -> str:
        """The code that names it in a file."""
        code = FORMATS[self.format].code
        return f"{code.rpartition('_')[0]}_{self.edition}" if self.edition else code

    @property
    def system(self) -> System:
        """The edition, or the newest."""
        systems = get_handlers(self.format).systems
        if self.edition:
            return systems[edition_named(FORMATS[self.format].regulation, self.edition)]  # type: ignore[arg-type]
        return systems[max(systems, key=lambda edition: edition.since)]

    def __str__(self) -> str:
        return self.name


SWISS: dict[str, Swiss] = {
    swiss.name: swiss
    for swiss in (
        Swiss("dutch", {"dutch": 2357, "dutch-hard": 194}, {}),
        Swiss("dutch-2017", {}, {}, edition="2017"),
        Swiss(
            "dubov", {"dubov": 287, "dubov-large": 267, "dubov-hard": 221}, DUBOV_WITHOUT,
            partial(with_procedure, kind=AlternativeUpfloat, ascent=FullUpfloatSearch),
        ),
        Swiss(
            "burstein", {"burstein": 293, "burstein-hard": 204}, BURSTEIN_WITHOUT,
            partial(with_procedure, kind=AlternativeDownfloat, descent=FullDownfloatSearch),
        ),
        Swiss("lim", {"lim": 320}, LIM_WITHOUT),
        Swiss(
            "double-swiss", {"double-swiss": 314, "double-swiss-hard": 221}, DOUBLE_WITHOUT,
            partial(with_search, ascent=FullSearch), colours=False,
        ),
        Swiss(
            "team", {"team": 251, "team-hard": 252}, TEAM_WITHOUT, partial(with_search, ascent=FullSearch),
            colours=False,
        ),
    )
}  # fmt: skip


# -- answers


def answer(system: System, event: Tournament) -> Answer:
    """Pairs (white first, sorted) and bye; None when there is no pairing."""
    try:
        outcome = system.pair(event)
    except rookery.NoPairingError:
        return None, None
    return sorted(map(list, outcome.pairs)), outcome.bye


def answer_without(system: System, event: Tournament) -> Answer:
    """The same of a system that lacks a rule: what is left may make no pairing at all, or fall over."""
    try:
        return answer(system, event)
    except (AssertionError, KeyError):
        return None, None


def expected(case: dict[str, Any]) -> Answer:
    """What a case says."""
    return None if case["pairs"] is None else sorted(map(list, case["pairs"])), case["bye"]


def costs(outcome: Pairing) -> list[tuple[int, ...]]:
    """The price of a pairing, line by line from the top."""
    return [line.cost for ledger in outcome.ledger for line in ledger.lines]


# -- files


def position(event: Tournament, case: dict[str, Any]) -> Tournament:
    """The event before the round of a case, with those who are absent then."""
    number = case["round"]
    requests = tuple(
        RequestedBye(number, int(participant), ByeKind(kind)) for participant, kind in case["absent"].items()
    )
    return replace(event.before_round(number), requested_byes=requests)


def expectations(folder: Path) -> list[Case]:
    """Every round that a folder expects: its file and the case (`expected.jsonl`, or a JSON file each)."""
    lines = folder / "expected.jsonl"
    texts = lines.read_text("utf-8").splitlines() if lines.exists() else map(_text, sorted(folder.glob("*.json")))
    return [
        (case["file"], expected_round)
        for case in map(json.loads, texts)
        for expected_round in case.get("rounds", [case])
    ]


def cases(folder: Path, some: Sequence[Case] | None = None) -> Iterator[tuple[str, Tournament, dict[str, Any]]]:
    """Every round that a folder expects, or some of them: its name, the position, the case."""
    for file, file_cases in groupby(expectations(folder) if some is None else some, itemgetter(0)):
        event = rookery.load(folder / file).tournament
        for _, case in file_cases:
            yield f"{file} round {case['round']}", position(event, case), case


def _text(path: Path) -> str:
    return path.read_text("utf-8")


def readings(folder: Path) -> Iterator[tuple[str, str, Tournament, Answer]]:
    """Every position that hangs on an open reading, with the other reading and its answer."""
    some = [(file, case) for file, case in expectations(folder) if case["topic"].startswith("reading-")]
    for name, tournament, case in cases(folder, some):
        topic = case["topic"].removeprefix("reading-").replace("zero-byes", "zero_byes")
        yield name, "=".join(topic.split("-", 1)), tournament, expected(case["wrong"])


@cache
def golden_positions(name: str) -> tuple[dict[str, Any], ...]:
    """The golden positions of a system, each decided by one rule."""
    return tuple(map(json.loads, (GOLDEN / name / "positions.jsonl").read_text("utf-8").splitlines()))


def check_positions(name: str, rule: str) -> list[tuple[Tournament, dict[str, Any]]]:
    """At least five golden positions that a rule decides: ours is the confirmed answer, another without the rule."""
    positions = [
        (rookery.loads(case["trf"]).tournament, case) for case in golden_positions(name) if case["rule"] == rule
    ]
    assert len(positions) >= 5
    other = SWISS[name].without[rule]()
    for event, case in positions:
        assert answer(SWISS[name].system, event) == expected(case)
        assert list(answer_without(other, event)) == case["without"] != [case["pairs"], case["bye"]]
    return positions


def first_article(name: str, event: Tournament, case: dict[str, Any]) -> str:
    """The article by which the answer without the rule is worse."""
    system, (pairs, bye) = SWISS[name].system, case["without"]
    difference = first_differing_lines(system.pair(event).ledger, system.price(system.field(event), pairs, bye))
    assert difference is not None
    _, mine, other = difference
    assert mine.cost < other.cost
    return mine.article.split()[-1]


# -- events


def new_event(name: str, size: int, planned: int, seed: int = 0, **more: Any) -> Tournament:
    """An event of this kind before round one."""
    if name == "team":
        return teams(size, code="FIDE_TEAM_TYPEB_MP_GP", planned_rounds=planned, **more)
    if name == "double-swiss":
        return doubles(size, planned_rounds=planned, **more)
    rng = random.Random(seed)
    ratings = sorted((rng.randint(1200, 2600) for _ in range(size)), reverse=True)
    players = tuple(Player(i, f"Player {i}", rating) for i, rating in enumerate(ratings, 1))
    return Tournament(players=players, planned_rounds=planned, initial_colour=Colour.WHITE, **more)


def play_round(
    event: Tournament, outcome: Pairing, rng: random.Random, forfeits: float = 0.0, part: bool = False
) -> Tournament:
    """The event with this round played, or with a part of it."""
    byes = [Bye(participant, kind) for participant, kind in event.absent(event.next_round).items()]
    if outcome.bye is not None:
        byes.append(Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED))
    if event.team_event or event.system == "FIDE_DOUBLESWISS":
        matches = tuple(_match(event, *pair, rng) for pair in outcome.pairs)
        return event.with_round(Round(matches=matches, byes=tuple(byes)), incomplete=part)
    games = tuple(
        Game(white, black, rng.choice(FORFEITS) if rng.random() < forfeits else rng.choice(RESULTS))
        for white, black in outcome.pairs
    )
    return event.with_round(Round(games=games, byes=tuple(byes)), incomplete=part)


def _match(event: Tournament, white: int, black: int, rng: random.Random) -> Match:
    boards = line_up(event, white, black) if event.team_event else (Game(white, black), Game(black, white))
    return Match(white, black, tuple(Game(game.white, game.black, rng.choice(RESULTS)) for game in boards))


def absences(event: Tournament, rng: random.Random, rate: float) -> Tournament:
    """The event with some who ask for a bye in the next round."""
    kinds = [ByeKind.HALF, ByeKind.ZERO, ByeKind.FULL]
    requests = [
        RequestedBye(event.next_round, participant, rng.choice(kinds))
        for participant in event.participants_by_number
        if rng.random() < rate
    ]
    return replace(event, requested_byes=tuple(requests))


def random_event(name: str, size: int, rounds: int, walls: float, seed: int) -> Tournament:
    """An event whose history is no system's, with so large a share of pairs forbidden."""
    rng, event = random.Random(seed), new_event(name, size, rounds + 3, seed)
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        free, pairs, left = rng.sample(range(1, size + 1), size), [], []
        while free:
            first = free.pop()
            other = next((i for i in free if frozenset((first, i)) not in met), None)
            if other is None:
                left.append(first)
                continue
            free.remove(other)
            met.add(frozenset((first, other)))
            pairs.append(Board(first, other))
        bye = left[0] if left else None
        event = play_round(event, Pairing(name, 0, tuple(pairs), bye, (), tuple), rng, part=True)
    apart = (pair for pair in combinations(range(1, size + 1), 2) if rng.random() < walls)
    return replace(event, forbidden_pairs=tuple(map(ForbiddenPair, apart)))
