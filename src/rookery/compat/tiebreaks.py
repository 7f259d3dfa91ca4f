"""Every tie-break of the packages: functions `(player, games, players=None)` and what each is in a list."""

from __future__ import annotations

from collections.abc import Callable

from rookery.compat import opponents_ratings, opponents_results, own_results
from rookery.compat.entered import Maker

MAKERS: dict[Callable[..., float], Maker] = {
    **own_results.MAKERS,
    **opponents_results.MAKERS,
    **opponents_ratings.MAKERS,
}
"""What each function is in a list of tie-breaks, where a whole field is worked out at once."""
