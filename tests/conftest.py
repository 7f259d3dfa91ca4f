"""What the tests share: where the checkout, the examples, the corpora and other people's files are."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from support.corpora import unpack
from support.postgresql import Cluster, missing

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every machine and in every run; `pytest --hypothesis-profile=search` looks for new ones.
settings.register_profile("steady", max_examples=50, derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None, print_blob=True)
settings.register_profile("fast", settings.get_profile("steady"), max_examples=20)
settings.load_profile("steady")

REAL_FILES = "ROOKERY_CORPUS"
"""Names a folder in which other people's files lie (trf-real). An extra: without it their tests are left out."""


TIERS = {
    "browser": "in a browser",
    "database": "on PostgreSQL",
    "processes": "with clusters, kills and fuzzing",
    "slow": "over a second of processor time",
    "nightly": "for the nightly run",
    "services": "without Chromium or PostgreSQL",
}
"""Markers of what `make test` leaves out, and how the closing line calls them; a `smoke` test runs all the same."""
FIXTURES = {"browser": "browser", "postgresql": "database", "corpus": "corpus", "real_files": "real_files"}
"""The marker that comes with a fixture, or with a parameter of that name."""
FILES = {
    "processes": {"test_all_executors", "test_fuzz", "test_interruptions", "test_kills", "test_packaging"},
    "nightly": {"test_bbppairings", "test_benches"},
}
"""The marker that comes with a test file."""
CPU_LIMIT = 1.0
"""Seconds of processor time that a test without the marker `slow` should not exceed."""

_left_out: Counter[str] = Counter()
_cpu_seconds: dict[str, tuple[float, bool]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="leave out the tiers browser, database, processes, slow")
    parser.addoption("--nightly", action="store_true", help="run the tests that are for the nightly run, too")
    parser.addoption("--cpu-report", action="store_true", help="list the most expensive tests by processor time")


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples of each property in the fast tier."""
    if config.getoption("fast"):
        settings.load_profile("fast")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test with its tier, and leave out the tiers that were not asked for."""
    for item in items:
        parameters = getattr(getattr(item, "callspec", None), "params", {})
        services = {*getattr(item, "fixturenames", ()), *map(str, parameters.values())}
        for name in FIXTURES.keys() & services:
            item.add_marker(FIXTURES[name])
        for marker, names in FILES.items():
            if item.path.stem in names:
                item.add_marker(marker)
    excluded = set() if config.getoption("nightly") else {"nightly"}
    if config.getoption("fast"):
        excluded |= TIERS.keys()
    if not os.environ.get(REAL_FILES):
        excluded.add("real_files")
    selected, deselected = [], []
    for item in items:
        markers = {marker.name for marker in item.iter_markers()} & excluded
        if markers and not (item.get_closest_marker("smoke") and "real_files" not in markers):
            deselected.append(item)
            _left_out[next((name for name in TIERS if name in markers), "real_files")] += 1
        else:
            selected.append(item)
    config.hook.pytest_deselected(items=deselected)
    # The browser tests first: they are the longest, and one worker must not end with them alone.
    items[:] = sorted(selected, key=lambda item: not item.nodeid.startswith("tests/web/"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure the processor time of a test, its child processes included."""
    before = os.times()
    result = yield
    after = os.times()
    seconds = sum(after[:4]) - sum(before[:4])
    if seconds > CPU_LIMIT / 2:
        _cpu_seconds[item.nodeid] = seconds, bool({m.name for m in item.iter_markers()} & TIERS.keys())
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send what a worker of pytest-xdist has counted to the main process."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"], output["cpu_seconds"] = dict(_left_out), _cpu_seconds


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Receive what a worker has counted; every worker collects the same tests."""
    output = getattr(node, "workeroutput", {})
    _left_out.update(Counter(output.get("left_out", {})) - _left_out)
    _cpu_seconds.update(output.get("cpu_seconds", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """List the most expensive tests, and count those that found no service."""
    if config.getoption("cpu_report"):
        ranked = sorted(_cpu_seconds.items(), key=lambda entry: -entry[1][0])
        terminalreporter.section("processor seconds, the 20 most expensive tests")
        for nodeid, (seconds, _) in ranked[:20]:
            terminalreporter.write_line(f"{seconds:6.1f} {nodeid}")
        unmarked = [f"{seconds:.1f} {nodeid}" for nodeid, (seconds, tier) in ranked if not tier and seconds > CPU_LIMIT]
        if unmarked:
            terminalreporter.section(f"over {CPU_LIMIT:.0f} seconds without the marker slow")
            terminalreporter.write_line("\n".join(unmarked))
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    _left_out["services"] = sum("make services" in reason for reason in reasons)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Close with one line: what was left out, and how to run it."""
    parts = [f"{_left_out[name]} {text}" for name, text in TIERS.items() if _left_out[name]]
    if not parts or hasattr(config, "workerinput"):
        return
    ways = [("make services", "services"), ("make test-all", "test-all"), ("make nightly", "nightly")]
    _left_out["test-all"] = sum(_left_out[name] for name in TIERS if name not in ("nightly", "services"))
    commands = ", ".join(command for command, name in ways if _left_out[name])
    print(f"left out: {', '.join(parts)} ({commands})")


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: Python need not look for cycles among them, thousands that they are."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def examples() -> Path:
    """The example tournaments that ship with the project; read them, write elsewhere."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def golden() -> Path:
    """Small files and tables, each folder labelled with who made it and how."""
    return ROOT / "tests" / "golden"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The generated corpora; read them, write elsewhere."""
    return unpack()


@pytest.fixture(scope="session")
def real_files() -> Path:
    """Tournament files as found in the wild."""
    folder = Path(os.environ[REAL_FILES]) / "trf-real"
    assert folder.is_dir(), f"{REAL_FILES} names a folder without {folder.name}"
    return folder


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL of our own, started when the first test asks for it; without one such tests are left out."""
    if why := missing():
        pytest.skip(why)
    with Cluster() as cluster:
        yield cluster
