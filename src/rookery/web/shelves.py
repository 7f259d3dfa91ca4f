"""The rating lists that a desk can see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from rookery.lists import RatingList, lists_in
from rookery.web.site import Site


@contextmanager
def shelf(site: Site) -> Iterator[list[RatingList]]:
    """Every list there is, opened, the newest of a folder first."""
    with ExitStack() as stack:
        yield [stack.enter_context(one) for folder in site.lists for one in lists_in(folder)]
