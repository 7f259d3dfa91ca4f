"""What the tests of the simulation share: one Dask cluster for all that do not kill a part of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.cluster import cluster


@pytest.fixture(scope="session")
def dask_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask scheduler with two worker processes on this machine."""
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'rookery-chess[cluster]'")
    with cluster(tmp_path_factory.mktemp("dask")) as started:
        yield started.address
