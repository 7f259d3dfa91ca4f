"""Old public names work, and warn."""

from __future__ import annotations

import pytest

from rookery import elo
from rookery.renamed import forwarding


def test_an_old_name_is_found_at_its_new_address_and_warns() -> None:
    old = forwarding("rookery.old", {"half": "rookery.elo.half_up"})
    with pytest.warns(DeprecationWarning, match=r"rookery\.old\.half is rookery\.elo\.half_up now"):
        assert old("half") is elo.half_up


def test_a_name_that_never_was_is_refused() -> None:
    with pytest.raises(AttributeError, match=r"module 'rookery\.old' has no attribute 'whole'"):
        forwarding("rookery.old", {})("whole")
