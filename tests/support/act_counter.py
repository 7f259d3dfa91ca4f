"""Use a page as a person does, and count what it takes: clicks, keys and filled fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from support.browsers import BrowserUser

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class ActCounter:
    """The mouse, the finger and the keyboard of a user; each click, key and filled field is one act."""

    def __init__(self, user: BrowserUser) -> None:
        self.user = user
        self.counts: Counter[str] = Counter()
        self.questions = 0
        """How many questions were answered with yes; one of two steps counts twice."""

    @property
    def page(self) -> Page:
        """The page that the user looks at."""
        return self.user.page

    def _find(self, target: str | Locator) -> Locator:
        return self.page.locator(target) if isinstance(target, str) else target

    def click(self, target: str | Locator) -> None:
        """Click an element, or tap it on a touch screen."""
        element = self._find(target)
        self.counts["clicks"] += 1
        element.tap() if self.user.touch else element.click()

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.counts["keys"] += 1
            self.page.keyboard.press(key)

    def fill(self, target: str | Locator, text: str) -> None:
        """Fill a field: one act, however long its text is."""
        self.counts["fields"] += 1
        self._find(target).fill(text)

    def choose(self, target: str | Locator, value: str) -> None:
        """Choose an option of a list by its value."""
        self.counts["fields"] += 1
        self._find(target).select_option(value)

    def upload(self, target: str | Locator, name: str, content: str) -> None:
        """Choose a file in its field: its name and its text."""
        self.counts["fields"] += 1
        self._find(target).set_input_files({"name": name, "mimeType": "text/csv", "buffer": content.encode()})

    def confirm(self, steps: int = 1) -> None:
        """Answer a question with yes, in each of its steps."""
        for _ in range(steps):
            self.questions += 1
            self.click("[data-yes]:visible")

    @contextmanager
    def task(self, name: str, acts: int, questions: int = 0) -> Iterator[None]:
        """Check that the work in the block takes at most so many acts, and asks exactly so many questions."""
        counts, questions_before = Counter(self.counts), self.questions
        yield
        spent, answered = self.counts - counts, self.questions - questions_before
        description = ", ".join(f"{number} {kind}" for kind, number in spent.items()) or "nothing"
        print(f"{name}: {description}, {answered} questions")
        assert spent.total() <= acts, f"{name} took {description}, more than {acts} acts"
        assert answered == questions, f"{name} asked {answered} questions, not {questions}"
