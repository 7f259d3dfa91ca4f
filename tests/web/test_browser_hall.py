"""A round of 60 boards entered by phones: a desk, a deputy, the phones of two players and a screen at once.

One phone sends for the players with White and the other for those with Black, each at the pages of its codes: most
claims by a request of the page, some by touch. They come in any order; some players disagree, some codes are wrong, and
one phone has no network for a while.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rookery.model import Result
from support.browsers import PHONE, BrowserUser, Desk, SharedServer, missing, open_browser
from support.hall_screens import field as hall_field
from support.page_waits import wait_until

if reason := missing():
    pytest.skip(reason, allow_module_level=True)

from playwright.sync_api import expect

from rookery.storage import open_store
from rookery.storage.codes import ALPHABET
from rookery.tournaments.domain.claims import CLAIMED_RESULTS
from rookery.tournaments.service import create_service
from rookery.web.access_codes import issue_deputy, side_codes
from rookery.web.addresses import Addresses
from rookery.web.context import AppContext
from rookery.web.pages.screens import ScreenSettings
from rookery.web.rate_limits import TRIES
from support.publication import publish

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLUG, BOARDS = "open", 60
DISAGREEMENTS, WRONG_CODES, TOUCHES, LOST_ANSWERS = 6, 6, 14, 6
"""How many boards disagree, how many codes are wrong, and how many claims are touched, and are sent twice."""
MOST_AT_ONCE = 5
WIDE = (5120, 1440)
"""The size of a screen that shows 60 boards on one page."""
RETRIES = 30
"""The attempts of a phone to send in a minute."""
SECOND = 1000

RECORD_RESULTS = """() => {
  window.seen = {};
  const record = () => {
    for (const row of document.querySelectorAll(".current .columns li.row[data-label]")) {
      const result = row.querySelector(".outcome")?.textContent.trim() ?? "";
      const times = window.seen[row.dataset.label] ??= [];
      if (times.at(-1)?.[0] !== result) times.push([result, Date.now()]);
    }
  };
  record();
  new MutationObserver(record).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""Notes when the screen shows which result at which board: what one could see, not what the page has read."""

SEND_CLAIMS = """(claims) => Promise.all(claims.map(async ([path, result, id]) => {
  const body = new URLSearchParams({ result, id });
  const start = Date.now();
  const { status, redirected } = await fetch(path, { method: "POST", body });
  return [status, redirected, start, Date.now()];
}))"""
"""Sends claims at once, as the form of the page does."""


@dataclass
class Board:
    """A board: the keys of its players, their codes, and what they send."""

    number: int
    keys: tuple[str, str]
    paths: tuple[str, str]
    claims: tuple[Result, Result]
    sent: set[int] = field(default_factory=set)

    @property
    def agrees(self) -> bool:
        """Whether both players send the same result."""
        return self.claims[0] is self.claims[1]

    @property
    def is_complete(self) -> bool:
        """Whether both players have sent."""
        return len(self.sent) == 2


@dataclass
class Hall:
    """The tournament as it is served, its boards and the paths of the deputy and the screen."""

    desk: Desk
    boards: list[Board]
    deputy: str
    screen: str

    def events(self, kind: str) -> list[dict[str, Any]]:
        """Return the data of the events of a kind."""
        return [record.data for record in self.desk.records(SLUG) if record.kind == kind]

    @property
    def waiting(self) -> list[str]:
        """The boards that the arbiters have to decide now."""
        return sorted(str(board.number) for board in self.boards if board.is_complete and not board.agrees)


@pytest.fixture
def hall(shared_server: SharedServer, tmp_path: Path) -> Iterator[Hall]:
    """Serve a tournament with a published round of 60 boards, whose codes are printed."""
    desk, chance = Desk(tmp_path / "desk"), random.Random(40)
    desk.add_tournament(hall_field(BOARDS), SLUG)
    with shared_server.serve(desk, share=True), open_store(desk.store) as store:
        service = create_service(store)
        publish(service, SLUG)
        site = AppContext(service, store, Addresses(shared_server.port, True), True)
        codes = side_codes(site, SLUG, service.state(SLUG), 1)
        disagreeing = set(chance.sample(range(1, BOARDS + 1), DISAGREEMENTS))
        boards = []
        for number in range(1, BOARDS + 1):
            keys = f"p{number}", f"p{number + BOARDS}"
            paths = [f"/b/{code.secret}" for code in codes[(*keys, 0)]]
            white, other = chance.sample(CLAIMED_RESULTS, 2)
            claims = white, other if number in disagreeing else white
            boards.append(Board(number, keys, (paths[0], paths[1]), claims))
        deputy = issue_deputy(site, SLUG, "Dora")
        screen = store.screens.create(SLUG, "Entrance", ScreenSettings(shows=("boards",)).to_json(), 1)
        yield Hall(desk, boards, f"/b/{deputy.secret}", f"/s/{screen.id}")


@dataclass
class Round:
    """The five browsers, and the claims that are still to be sent: (board, side), in their order."""

    hall: Hall
    desk: Page
    deputy: Page
    phones: tuple[Page, Page]
    screen: Page
    chance: random.Random
    left: list[tuple[Board, int]]
    touches: int = TOUCHES
    lost_answers: int = LOST_ANSWERS
    delays: list[float] = field(default_factory=list)

    def send(self, claims: list[tuple[Board, int]]) -> None:
        """Send some claims, those of each phone at once, and wait until the screen has what comes of them."""
        answers: dict[int, float] = {}
        for side in (0, 1):
            boards = [board for board, at in claims if at == side]
            if len(boards) == 1 and self.touches:
                self.touches -= 1
                answered = [self._touch(side, boards[0])]
            else:
                answered = self._request(side, boards) if boards else []
            for board, end in zip(boards, answered, strict=True):
                board.sent.add(side)
                if board.is_complete and board.agrees:
                    answers[board.number] = end
        for number, end in answers.items():
            self.delays.append(self._wait_for_screen(self.hall.boards[number - 1]) - end)

    def _touch(self, side: int, board: Board) -> float:
        """Send a claim with three touches; return when it was answered, in milliseconds."""
        page = self.phones[side]
        page.goto(self.hall.desk.address + board.paths[side])
        touch_result(page, board.claims[side])
        expect(page.locator("#news .state")).to_contain_text(re.compile("You have sent|is entered|call the arbiter"))
        return SECOND * time.time()

    def _request(self, side: int, boards: list[Board]) -> list[float]:
        claims = [[board.paths[side], str(board.claims[side]), f"{side}{board.number:015x}"] for board in boards]
        if self.lost_answers:  # the phone sends it again under the same id
            self.lost_answers -= 1
            claims += claims[:1]
        answers = self.phones[side].evaluate(SEND_CLAIMS, claims)
        assert [answer[:2] for answer in answers] == [[200, True]] * len(claims)
        return [answer[3] for answer in answers[: len(boards)]]

    def _wait_for_screen(self, board: Board) -> float:
        """Wait until the screen shows the result of a board; return when it did, in milliseconds."""
        expected = str(board.claims[0]).replace("-", "–")
        row = self.screen.locator(f'.current .columns li.row[data-label="{board.number}"] .outcome')
        expect(row).to_have_text(re.compile(f"^\\s*{expected}\\s*$"))
        shown: list[tuple[str, float]] = self.screen.evaluate("(at) => window.seen[at]", str(board.number))
        assert [result.replace("\u2060", "") for result, _ in shown][1:] == [expected], shown
        return shown[-1][1]

    def send_some(self, number: int, without: int | None = None) -> None:
        """Send so many of the claims that are left, in groups of any size; those of one side may have to wait."""
        chosen = [claim for claim in self.left if claim[1] != without][:number]
        self.left = [claim for claim in self.left if claim not in chosen]
        while chosen:
            at_once = self.chance.randint(1, MOST_AT_ONCE)
            self.send(chosen[:at_once])
            del chosen[:at_once]


def touch_result(page: Page, result: Result) -> None:
    """Touch a result, and send it."""
    side = {Result.WHITE_WINS: "white", Result.DRAW: "draw", Result.BLACK_WINS: "black"}[result]
    page.locator(f"#result label.{side}").tap()
    page.locator("#send").tap()


def forgive_refusals(user: BrowserUser) -> None:
    """Remove the refusals of wrong codes from the faults of a phone: the browser reports them."""
    user.faults[:] = [fault for fault in user.faults if not re.search(r"status of 4(03|29) .*/b(/\w+)?\)$", fault)]


def queue_of(page: Page) -> list[str]:
    """Return the boards in the queue of a round page that have to be decided."""
    return sorted(
        page.locator("#claims li:not(.waiting)").evaluate_all("(rows) => rows.map((row) => row.dataset.claim)")
    )


def type_wrong_code(page: Page, address: str, letters: str) -> int:
    """Type a code that does not exist, by touch; return the status of the answer."""
    page.goto(f"{address}/b")
    page.locator("#code").fill(letters.lower())
    with page.expect_response(lambda response: response.request.method == "POST") as answer:
        page.locator("main button").tap()
    expect(page.locator("main .state.bad")).to_be_visible()
    return answer.value.status


@pytest.mark.parametrize("minute", ["simulated", pytest.param("real", marks=pytest.mark.nightly)])
def test_sixty_boards_are_entered_by_phones(browser: Browser, hall: Hall, minute: str) -> None:
    chance = random.Random(41)
    with ExitStack() as stack:

        def enter(**options: Any) -> BrowserUser:
            return stack.enter_context(open_browser(browser, hall.desk, **options))

        desk, deputy = enter(user="Ada"), enter(user=None)
        phones = [enter(user=None, size=PHONE, touch=True) for _ in range(2)]
        screen = enter(user=None, size=WIDE)
        desk.goto(f"/t/{SLUG}/round/1")
        deputy.goto(hall.deputy).locator("button").click()
        deputy.page.wait_for_url(f"**/t/{SLUG}")
        deputy.goto(f"/t/{SLUG}/round/1")
        screen.goto(hall.screen)
        expect(screen.page.locator("body")).to_have_attribute("data-page", re.compile(" 1/1$"))
        expect(screen.page.locator("body")).to_have_attribute("data-connected", "")
        screen.page.evaluate(RECORD_RESULTS)
        for side, phone in enumerate(phones):
            phone.goto(hall.boards[0].paths[side])
        left = [(board, side) for board in hall.boards for side in (0, 1)]
        chance.shuffle(left)
        round = Round(hall, desk.page, deputy.page, (phones[0].page, phones[1].page), screen.page, chance, left)

        def require_queue() -> None:
            for page in (round.desk, round.deputy):
                wait_until(page, lambda: queue_of(page) == hall.waiting, f"{hall.waiting} are in the queue")  # noqa: B023
                if hall.waiting:
                    expect(page.locator("#claims .chip")).to_have_text(f"{len(hall.waiting)} to decide")

        # every twentieth code is wrong
        for _ in range(WRONG_CODES):
            round.send_some(8)
            letters = "".join(chance.choices(ALPHABET, k=8))
            assert type_wrong_code(round.phones[0], hall.desk.address, letters) == 403
            require_queue()
        forgive_refusals(phones[0])
        # White's phone has no network at one board, while the others go on
        board = next(board for board, side in round.left if side == 0 and board.agrees)
        round.left.remove((board, 0))
        go_offline_at(phones[0], board, round, minute)
        require_queue()
        round.send_some(len(round.left))
        # too many wrong codes: letters are refused, the codes of the slips go on
        statuses = [type_wrong_code(round.phones[0], hall.desk.address, "ABCDEFGH") for _ in range(TRIES + 1)]
        assert statuses[0] in (403, 429)
        assert statuses[-1] == 429
        page = phones[0].goto(board.paths[0])
        expect(page.locator("#news .good")).to_contain_text("is entered")
        forgive_refusals(phones[0])
        require_queue()
        require_nothing_lost(hall)
        decide(round)
        print(describe(round.delays))
        assert max(round.delays) < SECOND * busyness(), describe(round.delays)


def go_offline_at(user: BrowserUser, board: Board, round: Round, minute: str) -> None:
    """Send a claim without network; it arrives, once, when there is one again."""
    page, requests = user.page, list[str]()
    if minute == "simulated":
        page.clock.install()
    user.goto(board.paths[0])
    page.on("request", lambda request: requests.append(str(request.post_data)) if request.method == "POST" else None)
    user.go_offline()
    touch_result(page, board.claims[0])
    expect(page.locator("#unsent")).to_be_visible()
    started = time.monotonic()
    round.send_some(15, without=0)
    if minute == "simulated":
        for _ in range(RETRIES - len(requests)):
            number = len(requests)
            page.clock.run_for(2000)
            wait_until(page, lambda: len(requests) > number, "the phone tries again")  # noqa: B023
    else:
        page.wait_for_timeout(SECOND * max(0.0, 60 - (time.monotonic() - started)))
    assert len(requests) >= RETRIES - 5
    assert not any(claim["side"] == "white" and claim["white"] == board.keys[0] for claim in
                   round.hall.events("result.claimed"))  # fmt: skip
    user.go_online()
    if minute == "simulated":
        page.clock.run_for(2000)
    expect(page.locator("body")).not_to_have_attribute("data-sending", "")
    expect(page.locator("#unsent")).to_be_hidden()
    assert len(set(requests)) == 1, "always under the same id"
    board.sent.add(0)
    user.may_lose_server = False


def require_nothing_lost(hall: Hall) -> None:
    """Compare the log with what was sent: each claim once, and each result of equal claims once."""
    claims = Counter((claim["white"], claim["side"], claim["result"]) for claim in hall.events("result.claimed"))
    assert claims == {
        (board.keys[0], side, str(result)): 1
        for board in hall.boards
        for side, result in zip(("white", "black"), board.claims, strict=True)
    }
    results = Counter((event["white"], event["result"]) for event in hall.events("result.entered"))
    assert results == {(board.keys[0], str(board.claims[0])): 1 for board in hall.boards if board.agrees}


def decide(round: Round) -> None:
    """Decide the disagreements at the desk and as the deputy in turns; the screen shows these results, too."""
    hall, decided = round.hall, dict[int, Result]()
    waiting = [board for board in hall.boards if not board.agrees]
    for at, board in enumerate(waiting):
        page, side = (round.desk, round.deputy)[at % 2], at // 2 % 2
        accept = page.locator(f'#claims [data-claim="{board.number}"] .choices button').nth(side)
        accept.click()
        expect(page.locator(f'#claims [data-claim="{board.number}"]')).to_have_count(0)
        decided[board.number] = board.claims[side]
        board.claims = board.claims[side], board.claims[side]
        round._wait_for_screen(board)
    for page in (round.desk, round.deputy):
        expect(page.locator("#claims")).to_have_count(0)
    games = hall.desk.state(SLUG).tournament.rounds[0].games
    assert [game.result for game in games] == [board.claims[0] for board in hall.boards]
    by = Counter(record.actor for record in hall.desk.records(SLUG) if record.kind == "result.entered")
    assert by["Ada"] == by["Dora"] == DISAGREEMENTS // 2


def busyness() -> float:
    """Return how many programs share a processor at present, at least 1: all of them wait so much longer."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)) if hasattr(os, "getloadavg") else 1.0


def describe(delays: list[float]) -> str:
    """Return how long the screen took after the answers to the phones."""
    times = sorted(delays)
    return (
        f"{len(times)} results on the screen: median {times[len(times) // 2]:.0f} ms, "
        f"95 % {times[len(times) * 95 // 100]:.0f} ms, longest {times[-1]:.0f} ms after the answer"
    )
