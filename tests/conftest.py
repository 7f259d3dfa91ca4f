"""What the tests share: where the checkout, the examples, the corpora and other people's files are."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from support.corpora import unpacked
from support.postgresql import Cluster, missing

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every machine and in every run; `pytest --hypothesis-profile=search` looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile("steady")

REAL_FILES = "ROOKERY_CORPUS"
"""Names a folder in which other people's files lie (trf-real). An extra: without it their tests are left out."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test that asks for the corpora or for real files carries that marker; without real files it is not run.

    The browser comes first: its tests are the longest, and a process that ends with them is waited for by the other.
    """
    for item in items:
        for name in {"corpus", "real_files"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(name)
    if not os.environ.get(REAL_FILES):
        left_out = [item for item in items if item.get_closest_marker("real_files")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))


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
    return unpacked()


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
