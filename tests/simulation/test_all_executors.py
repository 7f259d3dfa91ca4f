"""Forecasts, comparisons with another engine and rating periods do not depend on the executor."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

import rookery
from rookery import GeneratorSettings
from rookery.cli.main import main
from rookery.crosscheck.pairings import Logbook, cases, crosscheck
from rookery.crosscheck.programs import Engine
from rookery.simulation import Field, Study
from rookery.simulation.executors import dask_executor, processes
from support.cluster import SOURCE, cluster, until

ROOT = Path(__file__).resolve().parents[2]
EVENT = rookery.generate(GeneratorSettings(players=14, rounds=6, play=3, system="dutch", acceleration="none"), seed=5)
TOURNAMENTS = GeneratorSettings(
    players=7, rounds=2, system="dutch", acceleration="none"
)  # every round starts a program
COUNT = 24


def engine() -> Engine:
    """Another process that pairs: ours, which speaks the grammar of bbpPairings too."""
    return Engine(f"{sys.executable} -m rookery --dutch {{input}} -p {{output}}")


def forecast(executor: Executor | None = None, jobs: int = 1, chunk: int | None = None) -> str:
    return rookery.forecast(EVENT, COUNT, seed=3, executor=executor, jobs=jobs, chunk=chunk).digest


def comparisons(executor: Executor | None = None, jobs: int = 1, chunk: int | None = None) -> str:
    """The fingerprint of what a campaign finds, in whatever order."""
    found = crosscheck(TOURNAMENTS, engine(), cases(40, 1), executor, chunk or 64, jobs)
    lines = [{name: told for name, told in each.line.items() if name != "seconds"} for each in found]
    return sha256(repr(sorted(lines, key=repr)).encode()).hexdigest()


def period(executor: Executor | None = None, jobs: int = 1, chunk: int | None = None) -> str:
    """The fingerprint of a new list, all columns and the pool."""
    pytest.importorskip("numpy")
    from rookery import arrays

    rng = Random(3)
    ids = list(range(1, 301))
    players = {"id": ids, "rating": [rng.choice((0, rng.randint(1400, 2700))) for _ in ids], "k": [20] * 300}
    two = [rng.sample(ids, 2) for _ in range(2000)]
    games = {
        "white": [one for one, _ in two],
        "black": [other for _, other in two],
        "half_points": [rng.randint(0, 2) for _ in two],
        "event": [rng.randint(1, 40) for _ in two],
    }
    with processes(jobs) if executor is None and jobs > 1 else nullcontext(executor) as worker:
        made = arrays.rate_period(players, games, executor=worker, parts=2000 // (chunk or 500))
    told = [(name, getattr(made, name).tolist()) for name in ("id", "rating", "games", "change", "k", "points", "new")]
    pool = [(name, column.tolist()) for name, column in made.pool.items()]
    return sha256(repr((told, pool)).encode()).hexdigest()


WORK: dict[str, Callable[..., str]] = {"forecast": forecast, "crosscheck": comparisons, "rate-period": period}


@pytest.fixture(scope="module")
def alone() -> dict[str, str]:
    """Each of them, done here."""
    return {name: work() for name, work in WORK.items()}


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize("name", ["forecast", "rate-period"])
@pytest.mark.parametrize("chunk", [1, 7, 25])
def test_any_size_of_jobs(name: str, chunk: int, alone: dict[str, str]) -> None:
    if name == "forecast":
        assert forecast(chunk=chunk) == alone[name]
    else:
        with processes(1) as executor:
            assert period(executor, chunk=20 * chunk) == alone[name]


@pytest.mark.smoke
@pytest.mark.parametrize("name", WORK)
@pytest.mark.parametrize("jobs", [2, 3])
def test_several_processes(name: str, jobs: int, alone: dict[str, str]) -> None:
    assert WORK[name](jobs=jobs, chunk=7 if jobs == 3 else None) == alone[name]


@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same(dask_address: str, alone: dict[str, str]) -> None:
    chunks = {"forecast": 7, "crosscheck": 7, "rate-period": 130}
    with dask_executor(dask_address) as executor:
        assert {name: work(executor, chunk=chunks[name]) for name, work in WORK.items()} == alone


STUDY = Study(field=Field.uniform(8, 1400, 2200, noise=80), rounds=3, systems=("dutch",), orders=("PTS", "BH"))


@pytest.mark.filterwarnings("ignore")
def test_dask_with_a_worker_killed(tmp_path: Path, alone: dict[str, str]) -> None:
    """Of three workers one is killed during a study, one during a forecast, and the last does the rating period."""
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'rookery-chess[cluster]'")
    with cluster(tmp_path, 3) as (address, workers, _), dask_executor(address) as executor:

        def kill_at_first(worker: subprocess.Popen[bytes]) -> Callable[[int, int], None]:
            def kill(done: int, count: int) -> None:
                if worker.poll() is None:
                    assert done < count
                    worker.kill()
                    worker.wait()

            return kill

        study = rookery.simulate(STUDY, 30, seed=1, executor=executor, chunk=2, progress=kill_at_first(workers[0]))
        assert study.digest == rookery.simulate(STUDY, 30, seed=1).digest
        kill = kill_at_first(workers[1])
        found = rookery.forecast(EVENT, COUNT, seed=3, executor=executor, chunk=2, progress=kill)
        assert found.digest == alone["forecast"]
        assert [worker.poll() is None for worker in workers] == [False, False, True]
        assert period(executor, chunk=130) == alone["rate-period"]  # by the one that is left


PERIOD = ROOT / "examples" / "period"
COMMANDS = (
    ["simulate", "--players", "8", "--rounds", "3", "--count", "12", "--seed", "1", "--chunk", "5", "--format", "csv"],
    [
        "forecast",
        str(ROOT / "examples" / "swiss.trf"),
        "--count",
        "12",
        "--seed",
        "1",
        "--chunk",
        "5",
        "--format",
        "csv",
    ],
    ["rate-period", "--list", str(PERIOD / "list.csv"), "--games", str(PERIOD / "games.csv"), "-o", "next.csv"],
)


@pytest.mark.filterwarnings("ignore")
def test_the_commands_say_the_same_by_dask(
    dask_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A scheduler is named by its address; one that is not there is said to be so."""
    monkeypatch.chdir(tmp_path)

    def run(words: list[str], *more: str) -> tuple[int, str, str]:
        code = main([*words, *more])
        path = tmp_path / "next.csv"
        text = path.read_text() if path.exists() else ""
        path.unlink(missing_ok=True)
        return code, capsys.readouterr().out, text

    alone = [run(words) for words in COMMANDS]
    assert [code for code, *_ in alone] == [0, 0, 0]
    assert [run(words, "--dask", dask_address) for words in COMMANDS] == alone
    assert run(COMMANDS[0], "--dask", "nowhere")[0] == 3


FORECAST = """
import sys
import rookery
from rookery import GeneratorSettings
event = rookery.generate(GeneratorSettings(players=14, rounds=6, play=3, system="dutch", acceleration="none"), seed=5)
if __name__ == "__main__":
    rookery.forecast(event, 100_000, seed=3, jobs=2, chunk=2, checkpoint=sys.argv[1])
"""
CAMPAIGN = """
import sys
from pathlib import Path
from rookery import GeneratorSettings
from rookery.crosscheck.pairings import Logbook, cases, crosscheck
from rookery.crosscheck.programs import Engine
settings = GeneratorSettings(players=7, rounds=2, system="dutch", acceleration="none")
engine = Engine(f"{sys.executable} -m rookery --dutch {{input}} -p {{output}}")
if __name__ == "__main__":
    with Logbook(Path(sys.argv[1]), settings, engine) as book:
        for comparison in crosscheck(settings, engine, cases(40, 2), jobs=2):
            book.enter(comparison)
"""


@pytest.fixture
def killed(tmp_path: Path) -> Callable[[str, Path, Callable[[], object]], None]:
    """Start a program, and kill it with kill -9 once something is so."""

    def begun(program: str, kept: Path, enough: Callable[[], object]) -> None:
        path = tmp_path / "program.py"
        path.write_text(program)
        work = subprocess.Popen([sys.executable, str(path), str(kept)], env={**os.environ, "PYTHONPATH": SOURCE})
        try:
            assert until(lambda: enough() or work.poll() is not None)
        finally:
            work.kill()
            work.wait()

    return begun


def count_stored_jobs(path: Path) -> int:
    """How many jobs a checkpoint keeps."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
            return int(file.execute("SELECT count(*) FROM jobs").fetchone()[0])
    except sqlite3.Error:
        return 0


@pytest.mark.smoke
def test_a_forecast_killed_and_begun_again(tmp_path: Path, alone: dict[str, str], killed: Callable[..., None]) -> None:
    kept = tmp_path / "kept.sqlite"
    killed(FORECAST, kept, lambda: count_stored_jobs(kept) >= 4)
    assert count_stored_jobs(kept) >= 4
    told: list[int] = []
    found = rookery.forecast(EVENT, COUNT, seed=3, chunk=7, checkpoint=kept, progress=lambda done, _: told.append(done))
    assert found.digest == alone["forecast"]
    assert not told or told[0] > 4  # what was kept was not done again


def test_a_campaign_killed_and_begun_again(tmp_path: Path, killed: Callable[..., None]) -> None:
    folder = tmp_path / "campaign"
    killed(CAMPAIGN, folder, lambda: any(count_stored_jobs(path) >= 2 for path in folder.glob("*.sqlite")))
    with Logbook(folder, TOURNAMENTS, engine()) as book:
        before = len(book.done)
        assert before >= 2
        left = [case for case in cases(40, 2) if case not in book.done]
        for comparison in crosscheck(TOURNAMENTS, engine(), left):
            book.enter(comparison)
    assert book.done == set(cases(40, 2))
    assert (book.rounds, book.differences) == (8, 0)
