"""Many commands at once on the same file: what each of them did is there afterwards, and none waits for ever.

    python tests/sweeps concurrent [--count 200] [--seed 0] [--at-once 8]

An open is played in bursts of forty commands, several at a time: results, late entries, byes asked for, pairings,
standings that are saved, changes of the head, conversions. Whatever a command said it has done must stand in the file,
every copy must be whole, and no command may end in a fault of ours. Exit code 1 when something is lost or blocked.
Needs a system with fork.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import rookery
from rookery.cli.console import Progress
from rookery.cli.errors import BAD_INPUT, DONE, UNANSWERED
from rookery.model import ByeKind, Result, Tournament
from support.command_processes import command_output, report_outcomes, start_command, wait_for_exit

BURST = 40
PLAYERS = 24
ROUNDS = 9
SLOW = 0.004


class Command(NamedTuple):
    """A command, and what must be so when it says that it has done it."""

    words: list[object]
    result: tuple[int, int, int, Result] | None = None
    bye: tuple[int, int] | None = None
    name: str = ""
    copy: str = ""

    def missing(self, event: Tournament, folder: Path) -> str:
        """What this command did and is not there; nothing if all is well."""
        if self.name and self.name not in {player.name for player in event.players}:
            return f"{self.name} is gone"
        if self.result is not None:
            number, white, black, result = self.result
            games = {(game.white, game.black): game.result for game in event.rounds[number - 1].games}
            if games.get((white, black)) is not result:
                return f"the result of {white}-{black} is gone"
        if self.bye is not None:
            number, one = self.bye
            if event.absent(number).get(one) is not ByeKind.HALF:
                return f"the bye of {one} is gone"
        if self.copy and not rookery.load(folder / self.copy).tournament.players:
            return f"{self.copy} is empty"
        return ""


def burst(event: Tournament, start: int, chance: Random) -> Iterator[Command]:
    """Commands for the round that is open, and some for rounds to come."""
    number, last = len(event.rounds), ROUNDS
    for game in event.rounds[-1].pending:
        result = chance.choice((Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS))
        words = ["enter", "open.trf", number, f"{game.white}-{game.black}={result}"]
        yield Command(words, result=(number, game.white, game.black, result))
    free = [player.number for player in event.players if player.number not in event.absent(last)]
    for one in chance.sample(free, 4) if number + 1 < last else ():
        yield Command(["bye", "open.trf", one, "half", "--round", last], bye=(last, one))
    for place in range(start, start + 6):
        name = f"Late, Number {place}"
        yield Command(
            ["add", "open.trf", "--name", name, "--rating", 1500 + place, "--last", "--yes", "numbers"], name=name
        )
        yield Command(["set", "open.trf", "--city", f"Town {place}"])
        yield Command(["convert", "open.trf", f"copy{place % 3}.json"], copy=f"copy{place % 3}.json")
        yield Command(["standings", "open.trf", "--save"])
        yield Command(["pair", "open.trf", "-o", "open.trf"])
        yield Command(["convert", "open.trf", "open.trf"])


Ended = tuple[Command, int | None, str]
"""A command, its exit code (None: it did not end), and what it said."""


def carried_out(commands: Sequence[Command], folder: Path, at_once: int, chance: Random) -> Iterator[Ended]:
    """Run them, so many at a time: how each ended, and what it said."""
    waiting, running = list(commands), list[tuple[Command, int]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            command = waiting.pop()
            running.append((command, start_command(command.words, folder, chance.randrange(10**9), slow=SLOW)))
        command, child = running.pop(0)
        yield command, wait_for_exit(child), command_output(child, folder)


def finished(folder: Path, event: Tournament, chance: Random) -> None:
    """Enter what is still open; sometimes the next round is paired here, else several will try at once."""
    number = len(event.rounds)
    results = [f"{game.white}-{game.black}=1-0" for game in event.rounds[-1].pending]
    if results:
        _done(["enter", "open.trf", number, *results], folder)
        if chance.random() < 0.5 and number < ROUNDS:
            _done(["pair", "open.trf", "-o", "open.trf"], folder)


def _done(words: Sequence[object], folder: Path) -> None:
    child = start_command(words, folder, 0)
    code = wait_for_exit(child)
    assert code == DONE, f"{' '.join(map(str, words))}: exit {code}: {command_output(child, folder)}"


def prepared(folder: Path) -> None:
    """An open with its first round paired."""
    folder.mkdir()
    people = "".join(f'"Player, Number {n}",{2400 - 20 * n}\n' for n in range(1, PLAYERS + 1))
    (folder / "list.csv").write_text(f"name,rating\n{people}")
    new = ["new", "open.trf", "--players", "list.csv", "--rounds", ROUNDS, "--colour", "white"]
    for words in (new, ["pair", "open.trf", "-o", "open.trf"]):
        _done(words, folder)


def wrong_in(done: Iterable[Ended], folder: Path, rounds: int, ends: Counter[str]) -> Iterator[str]:
    """What is lost or blocked after a burst."""
    results = list(done)
    event = rookery.load(folder / "open.trf").tournament
    for command, code, text in results:
        words = " ".join(map(str, command.words))
        ends[f"{command.words[0]}{' refused' * (code in (BAD_INPUT, UNANSWERED))}"] += 1
        refusable = command.words[0] in ("pair", "enter", "bye")
        if (
            code is None
            or code not in (DONE, BAD_INPUT, UNANSWERED)
            or (code != DONE and not refusable)
            or "Traceback" in text
        ):
            yield f"{words}: exit {code}: {text}"
        elif code == DONE and (missing := command.missing(event, folder)):
            yield f"{words}: {missing}"
    paired = sum(command.words[0] == "pair" and code == DONE for command, code, _ in results)
    if len(event.rounds) != rounds + paired:
        yield f"{paired} rounds were paired, and {len(event.rounds) - rounds} are there"
    left = [path.name for path in folder.glob(".*")]
    if left:
        yield f"left behind: {left}"


def _counted(done: Iterable[Ended], progress: Progress) -> Iterator[Ended]:
    for one in done:
        progress.step()
        yield one


def main(arguments: Sequence[str] | None = None) -> int:
    """Play so many commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=8)
    options = parser.parse_args(arguments)
    chance, ends, wrong, start = Random(options.seed), Counter[str](), list[str](), 1
    with tempfile.TemporaryDirectory() as place, Progress(options.count, "commands") as progress:
        folder = Path(place) / "event"
        prepared(folder)
        while (left := options.count - sum(ends.values())) > 0:
            event = rookery.load(folder / "open.trf").tournament
            commands = list(burst(event, start, chance))
            chance.shuffle(commands)
            done = carried_out(commands[: min(BURST, left)], folder, options.at_once, chance)
            wrong += wrong_in(_counted(done, progress), folder, len(event.rounds), ends)
            finished(folder, rookery.load(folder / "open.trf").tournament, chance)
            start += 6
    return report_outcomes(f"{sum(ends.values())} commands, {options.at_once} at once", ends, wrong)


if __name__ == "__main__":
    sys.exit(main())
