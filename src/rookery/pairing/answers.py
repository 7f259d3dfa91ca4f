"""What is said to those who ask why: a sentence, all of them about one participant, what would follow from a wish."""

from __future__ import annotations

from dataclasses import dataclass

from rookery.pairing.outcome import Breach, Cause, Decision, Line, Outcome


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence, and the article it rests on."""

    text: str
    article: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.article})" if self.article else self.text


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a participant was treated so, sentence by sentence."""

    about: tuple[int, ...]
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What would follow if two had to meet (or one had to have the bye): it is illegal, impossible, or worse.

    `breaches` names the absolute rules it breaks, `causes` why nobody could pair the others; otherwise `outcome` is the
    round with that wish forced, and `bracket`, `ours`, `theirs` the first line in which the two ledgers differ.
    """

    about: tuple[int, ...]
    breaches: tuple[Breach, ...] = ()
    causes: tuple[Cause, ...] = ()
    outcome: Outcome | None = None
    bracket: Decision | None = None
    ours: Line | None = None
    theirs: Line | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the rules would allow it at all."""
        return self.outcome is not None

    def __str__(self) -> str:
        return "\n".join(map(str, self.reasons))
