"""Change one pair, colour or bye of generated tournaments: the checker must say so, in the right round, rightly.

    python tests/sweeps changes [--count 20000] [--seed 0]

What is legal is found out here from the bare facts, without the pairing package.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import rookery
from rookery import ByeKind, Game, GeneratorSettings, Result, Round, Tournament
from rookery.checking.report import RoundReport, Verdict
from rookery.model import Bye

PAB = ByeKind.PAIRING_ALLOCATED


class Change(NamedTuple):
    """A tournament with one thing changed: what, in which round, and who is concerned."""

    kind: str
    round: int
    who: tuple[int, ...]
    tournament: Tournament


# -- changing ----------------------------------------------------------------------------------------------------------


def changed(tournament: Tournament, kind: str, rng: Random) -> Change | None:
    """The tournament with one pair, colour or bye changed in some round; None when there is nothing to change."""
    number = rng.randint(1, len(tournament.rounds))
    round = tournament.rounds[number - 1]
    made = {"pair": _pair, "colour": _colour, "bye": _bye}[kind](round, rng)
    if made is None:
        return None
    new, who = made
    rounds = (*tournament.rounds[: number - 1], new, *tournament.rounds[number:])
    return Change(kind, number, who, replace(tournament, rounds=rounds))


def _pair(round: Round, rng: Random) -> tuple[Round, tuple[int, ...]] | None:
    """Two boards exchange their Blacks."""
    if len(round.games) < 2:
        return None
    one, two = rng.sample(range(len(round.games)), 2)
    games = list(round.games)
    a, b = games[one], games[two]
    games[one], games[two] = Game(a.white, b.black, a.result), Game(b.white, a.black, b.result)
    return replace(round, games=tuple(games)), (a.white, a.black, b.white, b.black)


def _colour(round: Round, rng: Random) -> tuple[Round, tuple[int, ...]] | None:
    """One board has its colours reversed."""
    if not round.games:
        return None
    at = rng.randrange(len(round.games))
    games = list(round.games)
    old = games[at]
    games[at] = Game(old.black, old.white, old.result.reversed)
    return replace(round, games=tuple(games)), (old.white, old.black)


def _bye(round: Round, rng: Random) -> tuple[Round, tuple[int, ...]] | None:
    """Somebody else receives the allocated bye, and the one who had it takes their seat."""
    holder = next((bye.player for bye in round.byes if bye.kind is PAB), None)
    if holder is None or not round.games:
        return None
    at = rng.randrange(len(round.games))
    games = list(round.games)
    old = games[at]
    taker = rng.choice([old.white, old.black])
    white, black = (holder if one == taker else one for one in (old.white, old.black))
    games[at] = Game(white, black, old.result)
    byes = tuple(Bye(taker, PAB) if bye.player == holder else bye for bye in round.byes)
    return replace(round, games=tuple(games), byes=byes), (holder, old.white, old.black)


# -- what the bare facts say -------------------------------------------------------------------------------------------


def broken(change: Change) -> set[str]:
    """Which absolute rules the changed round breaks: C1, C2, C3."""
    tournament, number = change.tournament, change.round
    past, here = tournament.rounds[: number - 1], tournament.rounds[number - 1]
    played = {frozenset((g.white, g.black)) for r in past for g in r.games if g.result.played}
    apart = [set(pair.players) for pair in tournament.forbidden_pairs if pair.covers(number)]
    found = set()
    for white, black in here.pairs:
        if frozenset((white, black)) in played or any({white, black} <= group for group in apart):
            found.add("C1")
        if (
            number != tournament.planned_rounds
            and _absolute(past, white)
            and _absolute(past, white) == _absolute(past, black)
        ):
            found.add("C3")
    if any(bye.kind is PAB and _barred(past, bye.player) for bye in here.byes):
        found.add("C2")
    return found


def _absolute(past: tuple[Round, ...], player: int) -> str:
    """The colour that somebody must get, if any."""
    seen = ""
    for round in past:
        for game in round.games:
            if game.result.played and player in (game.white, game.black):
                seen += "w" if game.white == player else "b"
    difference = seen.count("w") - seen.count("b")
    if abs(difference) > 1:
        return "b" if difference > 0 else "w"
    return {"ww": "b", "bb": "w"}.get(seen[-2:], "")


def _barred(past: tuple[Round, ...], player: int) -> bool:
    """Whether somebody had the allocated bye, a full-point bye or a win by forfeit."""
    for round in past:
        if any(bye.player == player and bye.kind in (PAB, ByeKind.FULL) for bye in round.byes):
            return True
        for game in round.games:
            winner = {Result.WHITE_BY_FORFEIT: game.white, Result.BLACK_BY_FORFEIT: game.black}.get(game.result)
            if winner == player:
                return True
    return False


def complaint(change: Change, report: RoundReport) -> str:
    """What is wrong with the checker's word on a change; nothing if it is right."""
    if report.round != change.round or report.agree:
        return "not reported"
    told = {one for difference in report.differences for seats in (difference.recorded,) for one in seats or ()}
    if told - {0} != set(change.who):
        return f"concerns {sorted(change.who)}, told of {sorted(told)}"
    reason = report.decided_by
    if reason is None or not reason.article:
        return "no reason"
    rules = broken(change)
    said = {breach.code for breach in report.breaches}
    last = change.round == change.tournament.planned_rounds
    if (said - {"C3"} if last else said) != rules or (rules and reason.code not in said):
        return f"breaks {sorted(rules)}, told of {sorted(said)}"
    if change.kind == "colour":
        white, black = change.who
        right = report.verdict is Verdict.COLOURS and reason.recorded == (black, white) == reason.expected[::-1]
        return "" if right and reason.article.startswith("C.04.3 5.2") else "not told to be the colours"
    if not said and not (report.verdict is Verdict.WORSE and reason.recorded > reason.expected):
        return f"{report.verdict} {reason}"
    return ""


def trials(seed: int) -> Iterator[Change]:
    """Changes of one random tournament, two of each kind."""
    rng = Random(seed)
    tournament = rookery.generate(GeneratorSettings(players=rng.randint(5, 26), acceleration="none"), seed)
    for kind in ("pair", "colour", "bye") * 2 if tournament.rounds else ():
        made = changed(tournament, kind, rng)
        if made is not None:
            yield made


def check_change(change: Change) -> RoundReport:
    """What the checker says of the changed round."""
    return rookery.check(change.tournament, [change.round]).rounds[0]


def main() -> int:
    """Try many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    seed = options.seed
    while tally.total() < options.count:
        for change in trials(seed):
            report = check_change(change)
            wrong = complaint(change, report)
            tally[f"{change.kind}: {'WRONG' if wrong else 'right'}"] += 1
            reasons[f"{report.decided_by.article} {report.decided_by.code}" if report.decided_by else "none"] += 1
            if wrong:
                print(f"seed {seed}, round {change.round}, {change.kind}: {wrong}")
        seed += 1
    print(*(f"{name} {number}" for name, number in sorted(tally.items())), sep=", ")
    print(*(f"{name} {number}" for name, number in reasons.most_common()), sep=", ")
    return int(any("WRONG" in name for name in tally))


if __name__ == "__main__":
    sys.exit(main())
