"""What the tests of Team, Double-Swiss and Lim share: events written by hand, golden files, corpora, legality.

A round of matches is a text such as "1-2:1= 3-4:++ 5:U": for each game, from the side of who is named first and has
White on the first board (in the first game), `1 = 0` won, drawn, lost, `+ - x` won, lost, lost by both by forfeit.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import rookery
from rookery.checking.checker import position
from rookery.matches import line_up
from rookery.model import Bye, ByeKind, Colour, Forbidden, Game, Match, Player, Result, Round, Team, Tournament
from rookery.pairing.field import Field
from rookery.pairing.outcome import Board, Outcome
from rookery.pairing.system import System
from support.left_out_matches import EXACT, WITHOUT, Answer, Plain, answer, other_walk

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
WHITE = {
    "1": Result.WHITE_WINS, "=": Result.DRAW, "0": Result.BLACK_WINS, "+": Result.WHITE_BY_FORFEIT,
    "-": Result.BLACK_BY_FORFEIT, "x": Result.DOUBLE_FORFEIT,
}  # fmt: skip
TURNED = {"1": "0", "0": "1", "+": "-", "-": "+"}

# -- by hand


def match(white: int, black: int, letters: str, teams: bool) -> Match:
    """One match; a team `t` of two boards has the players 2t - 1 and 2t."""
    games = []
    for board, letter in enumerate(letters):
        one, other = (2 * white - 1 + board, 2 * black - 1 + board) if teams else (white, black)
        away = board % 2 == 1
        result = WHITE[TURNED.get(letter, letter) if away else letter]
        games.append(Game(other, one, result) if away else Game(one, other, result))
    return Match(white, black, tuple(games))


def round_of(text: str, teams: bool) -> Round:
    """A round of matches and byes."""
    matches, byes = [], []
    for token in text.split():
        who, _, letters = token.partition(":")
        if "-" in who:
            white, black = who.split("-")
            matches.append(match(int(white), int(black), letters, teams))
        else:
            byes.append(Bye(int(who), ByeKind(letters)))
    return Round(matches=tuple(matches), byes=tuple(byes))


def teams(size: int, *rounds: str, code: str = "FIDE_TEAM", **more: Any) -> Tournament:
    """A team event of two boards after these rounds."""
    more = {"planned": 9, "initial_colour": Colour.WHITE, **more}
    return Tournament(
        players=tuple(map(Player, range(1, 2 * size + 1))),
        teams=tuple(Team(t, f"Team {t}", (2 * t - 1, 2 * t)) for t in range(1, size + 1)),
        team_event=True,
        system=code,
        board_colours="WB",
        rounds=tuple(round_of(text, True) for text in rounds),
        **more,
    )


def doubles(size: int, *rounds: str, **more: Any) -> Tournament:
    """A Double-Swiss after these rounds."""
    more = {"planned": 9, "initial_colour": Colour.WHITE, **more}
    players = tuple(Player(i, f"Player {i}") for i in range(1, size + 1))
    done = tuple(round_of(text, False) for text in rounds)
    return Tournament(players=players, system="FIDE_DOUBLESWISS", rounds=done, **more)


# -- golden files


@cache
def golden_tournaments(name: str) -> tuple[dict[str, Any], ...]:
    """The tournaments of a system with their confirmed rounds."""
    return tuple(map(json.loads, (GOLDEN / name / "expected.jsonl").read_text("utf-8").splitlines()))


@cache
def golden_positions(name: str) -> tuple[dict[str, Any], ...]:
    """The positions that one rule decides."""
    return tuple(map(json.loads, (GOLDEN / name / "positions.jsonl").read_text("utf-8").splitlines()))


def check_tournament(name: str, one: dict[str, Any]) -> None:
    """Every round is paired as the reference has confirmed."""
    whole = rookery.load(GOLDEN / name / one["file"]).tournament
    assert len(whole.rounds) == len(one["rounds"])
    for wanted in one["rounds"]:
        before = position(whole, wanted["round"])
        assert {str(who): kind.value for who, kind in before.absent(wanted["round"]).items()} == wanted["absent"]
        assert answer(EXACT[name], before) == (wanted["pairs"], wanted["bye"]), wanted["round"]
    if name != "lim":  # a file of the reference does not say that it is one
        assert rookery.check(whole, range(1, len(whole.rounds) + 1)).agree


def decided_by(name: str, rule: str) -> None:
    """A rule decides at least five golden positions: we have the confirmed answer, without the rule another one."""
    cases = [one for one in golden_positions(name) if one["rule"] == rule]
    assert len(cases) >= 5
    other = WITHOUT[name][rule]()
    for one in cases:
        assert answer(EXACT[name], one["trf"]) == (one["pairs"], one["bye"]), one["origin"]
        assert list(answer(other, one["trf"])) == one["without"], one["origin"]


def check_explanations(name: str, files: range) -> None:
    """Everything can be asked about the last round of some tournaments, and no wish is better than what was done."""
    for one in golden_tournaments(name)[files.start : files.stop]:
        whole = rookery.load(GOLDEN / name / one["file"]).tournament
        outcome = rookery.pair(position(whole, len(whole.rounds)), name)
        ours = [line.cost for ledger in outcome.ledger for line in ledger.lines]
        paired = sorted(one for pair in outcome.pairs for one in pair)
        for who in paired:
            assert str(outcome.explain(who))
        for a, b in combinations(paired, 2):
            found = outcome.why_not(a, b)
            assert str(found)
            if found.outcome is not None:
                theirs = [line.cost for ledger in found.outcome.ledger for line in ledger.lines]
                assert ours < theirs or found.outcome is outcome


# -- corpora


def wanted(pairs: list[list[int]] | None, bye: int | None) -> Answer:
    """An expected answer in our form."""
    return (None if pairs is None else sorted(pairs), bye)


def corpus_rounds(folder: Path) -> Iterator[tuple[str, Tournament, Answer, list[str]]]:
    """Every round of every tournament: its name, the position, the answer, the readings under which it would differ."""
    for path in sorted(folder.glob("*.json")):
        expected = json.loads(path.read_text("utf-8"))
        whole = rookery.load(path.with_suffix(".trf")).tournament
        for one in expected["rounds"]:
            here = position(whole, one["round"]) if one["round"] <= len(whole.rounds) else whole
            other = list(one.get("sensitive") or one.get("other_readings") or ())
            yield f"{path.stem} round {one['round']}", here, wanted(one["pairs"], one["bye"]), other


def corpus_positions(folder: Path) -> Iterator[tuple[str, Tournament, Answer]]:
    """Every position of a collection."""
    for line in (folder / "expected.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        yield one["file"], rookery.load(folder / one["file"]).tournament, wanted(one["pairs"], one["bye"])


def corpus_readings(folder: Path) -> Iterator[tuple[str, dict[str, Any], Tournament, Answer]]:
    """Every position that hangs on an open reading, with the other reading and its answer."""
    for line in (folder / "expected.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        if one["topic"].startswith("reading-"):
            name, value = one["topic"].removeprefix("reading-").split("-", 1)
            here = rookery.load(folder / one["file"]).tournament
            yield one["file"], {name: value}, here, wanted(one["wrong"]["pairs"], one["wrong"]["bye"])


# -- legality, by itself


def possible(field: Field) -> bool:
    """Whether anybody could pair a small field, by trying."""
    able = [not seat.barred for seat in field.seats]

    def rest(left: tuple[int, ...], bye: bool) -> bool:
        if not left:
            return not bye
        first, others = left[0], left[1:]
        if bye and able[first] and rest(others, False):
            return True
        return any(
            field.rows[first] >> other & 1 and rest(tuple(i for i in others if i != other), bye) for other in others
        )

    return rest(tuple(range(field.size)), field.size % 2 == 1)


def every_pairing(field: Field) -> Iterator[list[tuple[int, int]]]:
    """Every legal pairing of a small field without a bye, by ids."""

    def rest(left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        if not left:
            yield []
            return
        first, others = left[0], left[1:]
        for other in others:
            if field.rows[first] >> other & 1:
                for pairs in rest(tuple(i for i in others if i != other)):
                    yield [(field.ids[first], field.ids[other]), *pairs]

    yield from rest(tuple(range(field.size)))


def check_legal(tournament: Tournament, outcome: Outcome) -> None:
    """Everybody once, nobody met again, nobody kept apart, the bye to somebody who may have it."""
    absent = tournament.absent(tournament.next_round)
    seen = [one for pair in outcome.pairs for one in pair] + ([] if outcome.bye is None else [outcome.bye])
    assert sorted(seen) == sorted(one for one in tournament.by_id if one not in absent)
    met = {frozenset(pair) for round in tournament.rounds for pair in round.pairs}
    banned = {frozenset(pair) for group in tournament.forbidden for pair in combinations(group.players, 2)}
    assert not (met | banned) & set(map(frozenset, outcome.pairs))
    byes = {bye.player for round in tournament.rounds for bye in round.byes}
    assert outcome.bye not in byes


def entered(name: str, size: int, planned: int) -> Tournament:
    """An event before round one."""
    if name == "team":
        return teams(size, code="FIDE_TEAM_TYPEB_MP_GP", planned=planned)
    if name == "double-swiss":
        return doubles(size, planned=planned)
    players = tuple(Player(i, f"Player {i}", 2400 - i) for i in range(1, size + 1))
    return Tournament(players=players, planned=planned, system="CUSTOM_SWISS", initial_colour=Colour.WHITE)


def played(tournament: Tournament, outcome: Outcome, rng: random.Random) -> Tournament:
    """The event with one more round, every game played."""
    results = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    byes = () if outcome.bye is None else (Bye(outcome.bye, ByeKind.PAIRING_ALLOCATED),)
    if tournament.system == "CUSTOM_SWISS":
        games = tuple(Game(white, black, rng.choice(results)) for white, black in outcome.pairs)
        return tournament.with_round(Round(games=games, byes=byes))
    matches = []
    for white, black in outcome.pairs:
        boards = (
            line_up(tournament, white, black) if tournament.team_event else (Game(white, black), Game(black, white))
        )
        matches.append(Match(white, black, tuple(Game(g.white, g.black, rng.choice(results)) for g in boards)))
    return tournament.with_round(Round(matches=tuple(matches), byes=byes))


def check_event(name: str, size: int, rounds: int, seed: int = 1) -> int:
    """Pair and play round after round; every pairing is legal, and where there is none, there is none. How many."""
    rng, tournament, system = random.Random(seed), entered(name, size, rounds), EXACT[name]
    for number in range(rounds):
        field = system.field(tournament)
        try:
            outcome = system.pair(tournament)
        except rookery.NoPairing:
            assert size <= 12, "not in a large field with few rounds"
            assert not possible(field)
            return number
        check_legal(tournament, outcome)
        if name == "lim" and number + 1 < rounds:
            check_limits(tournament, outcome)
        tournament = played(tournament, outcome, rng)
    return rounds


def check_limits(tournament: Tournament, outcome: Outcome) -> None:
    """Nobody has a colour three times in succession, or three more of it (C.04.4.3 5.1)."""
    had = dict.fromkeys(tournament.by_id, "")
    for white, black in (pair for round in tournament.rounds for pair in round.pairs):
        had[white], had[black] = had[white] + "w", had[black] + "b"
    for white, black in outcome.pairs:
        for colours in (had[white] + "w", had[black] + "b"):
            assert colours[-3:] not in ("www", "bbb")
            assert abs(colours.count("w") - colours.count("b")) < 3


def check_ledgers(name: str, size: int, rounds: int, seed: int) -> int:
    """No legal pairing is better than ours by the ledgers, line by line from the top; how many were looked at."""
    rng, tournament, count = random.Random(seed), entered(name, size, rounds), 0
    system: System = EXACT[name]
    for _ in range(rounds):
        field = system.field(tournament)
        if not possible(field):
            break
        outcome = system.pair(tournament)
        ours = [line.cost for ledger in outcome.ledger for line in ledger.lines]
        for pairs in every_pairing(field):
            theirs = [line.cost for ledger in system.price(field, pairs, None) for line in ledger.lines]
            assert ours <= theirs
            assert (ours == theirs) == (set(map(frozenset, pairs)) == set(map(frozenset, outcome.pairs)))
            count += 1
        tournament = played(tournament, outcome, rng)
    return count


def at_random(name: str, size: int, rounds: int, walls: float, seed: int) -> Tournament:
    """An event whose history is no system's, with so large a share of pairs forbidden."""
    rng, tournament = random.Random(seed), entered(name, size, rounds + 3)
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        free, pairs, left = rng.sample(range(1, size + 1), size), [], []
        while free:
            one = free.pop()
            other = next((i for i in free if frozenset((one, i)) not in met), None)
            if other is None:
                left.append(one)
                continue
            free.remove(other)
            met.add(frozenset((one, other)))
            pairs.append(Board(one, other))
        bye = left[0] if left else None
        tournament = played(tournament, Outcome(name, 0, tuple(pairs), bye, (), tuple), rng)
    apart = (pair for pair in combinations(range(1, size + 1), 2) if rng.random() < walls)
    return replace(tournament, forbidden=tuple(map(Forbidden, apart)))


def check_views(name: str, seeds: range) -> None:
    """In fields too large to enumerate, what the quick views find is what the view of everybody finds."""
    whole = other_walk(EXACT[name], Plain)
    for seed in seeds:
        rng = random.Random(seed)
        event = at_random(name, rng.randint(10, 40), rng.randint(2, 7), rng.choice([0, 0.3, 0.6, 0.8]), seed)
        assert answer(EXACT[name], event) == answer(whole, event), seed
