"""What the tests share: where the checkout, the examples, the large corpora and the oracles are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# The same examples on every machine and in every run; `pytest --hypothesis-profile=search` looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("search", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile("steady")

FROM_ENVIRONMENT = {"corpus": "ROOKERY_CORPUS", "oracles": "ROOKERY_ORACLES"}


def folder_named_by(variable: str) -> Path:
    """The folder that an environment variable names; the test is skipped when it names none."""
    name = os.environ.get(variable)
    if not name:
        pytest.skip(f"{variable} is not set")
    folder = Path(name)
    if not folder.is_dir():
        pytest.fail(f"{variable} names {name}, which is not a folder")
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that asks for the corpus or the oracles carries the marker of the same name."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "corpus" in names:
            item.add_marker("corpus")
        if "oracles" in names:
            item.add_marker("oracle")


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture(scope="session")
def examples() -> Path:
    """The example tournaments that ship with the project; read them, write elsewhere."""
    return ROOT / "examples"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The large corpora (ROOKERY_CORPUS)."""
    return folder_named_by(FROM_ENVIRONMENT["corpus"])


@pytest.fixture(scope="session")
def oracles() -> Path:
    """The reference programs (ROOKERY_ORACLES)."""
    return folder_named_by(FROM_ENVIRONMENT["oracles"])
