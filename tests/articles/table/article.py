"""One article of a regulation."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Article:
    """One article: what it asks in our words, and the test that shows it (empty: not done)."""

    regulation: Regulation
    number: str
    meaning: str
    test: str = ""

    @property
    def done(self) -> bool:
        """Whether Rookery does this."""
        return bool(self.test)
