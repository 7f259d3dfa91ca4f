"""The examples of programs, run against a desk over HTTP: they enter results, and receive webhooks."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rookery._record import replace
from rookery.model import Result
from rookery.storage import open_store
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.web.config import Config
from rookery.web.context import AppContext
from rookery.web.webhooks import WebhookSender, send_test
from support.browsers import Desk
from support.visitors import with_examples

PROGRAMS = Path(__file__).resolve().parents[2] / "examples" / "programs"
SLUG = "easter-open"


@pytest.mark.slow
def test_the_program_that_enters_results(desk: Desk, tmp_path: Path) -> None:
    """It enters each line once, and says why a line is not entered."""
    lines = tmp_path / "results.csv"
    lines.write_text("5,1,1-0\n5,6,0-1\n5,99,1-0\n", encoding="utf-8")
    now = int(time.time())
    with open_store(desk.store) as store:
        secret, _ = store.tokens.create("Results", ["results"], now, now + 60)
        reader, _ = store.tokens.create("Reader", ["read"], now, now + 60)
    command = [sys.executable, PROGRAMS / "enter_results.py", desk.address, SLUG, lines]

    def run(token: str) -> list[str]:
        environment = {**os.environ, "ROOKERY_TOKEN": token}
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return result.stdout.splitlines()

    refused = run(reader)
    assert all("your role" in line.lower() for line in refused[:1]), refused
    first = run(secret)
    games = desk.state(SLUG).tournament.rounds[4].games
    assert games[0].result is Result.WHITE_WINS
    assert re.match(r"5\.1 .*1.0", first[0]), first
    assert first[2] == "5.99 round 5 has no board 99"
    version = desk.version(SLUG)
    assert run(secret) == ["5.1 entered before", "5.6 entered before", first[2]]
    assert desk.version(SLUG) == version


@pytest.mark.slow
def test_the_program_that_receives_webhooks(tmp_path: Path) -> None:
    """It prints each event once, also if it comes again, and nothing that is signed with another secret."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    house = with_examples(tmp_path)
    hook = house.store.webhooks.create(f"http://127.0.0.1:{port}/hook", 0)
    environment = {**os.environ, "ROOKERY_SECRET": hook.secret}
    site = replace(house.site, config=Config(webhook_networks=("127.0.0.0/8",)))
    command = [sys.executable, PROGRAMS / "receive_webhooks.py", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as receiver:
        try:
            assert receiver.stdout
            deadline = time.monotonic() + 30
            while (answer := send_test(site, hook)).error and time.monotonic() < deadline:
                pass
            assert answer.status == 204
            assert receiver.stdout.readline() == "A test has arrived.\n"
            assert send_test(site, replace(hook, secret="rkw_other")).status == 403
            stream = house.site.require_stream(SLUG)
            version = house.desk.do(stream.id, AddRemark("hello")).version
            assert deliver(site, hook.id) is None
            assert receiver.stdout.readline().startswith(f"{SLUG} {version}: ")
            (delivery,) = house.store.webhooks.list_deliveries(hook.id)
            house.store.webhooks.send_again(hook.id, delivery.id, 0)
            later = house.desk.do(stream.id, AddRemark("again")).version
            assert deliver(site, hook.id) is None
            assert receiver.stdout.readline().startswith(f"{SLUG} {later}: ")
        finally:
            receiver.terminate()
    house.store.close()


def deliver(site: AppContext, hook: str) -> int | None:
    """Send what is due to a webhook."""
    import asyncio

    async def create() -> WebhookSender:
        return WebhookSender(site)

    return asyncio.run(create()).deliver(hook)


def test_the_document_shows_the_programs() -> None:
    """Each function in the document is that of the example."""
    text = (PROGRAMS.parents[1] / "docs" / "desk-programs.md").read_text("utf-8")
    for name in ("enter_results", "receive_webhooks"):
        source = (PROGRAMS / f"{name}.py").read_text("utf-8")
        functions = re.findall(r"(?ms)^def .*?(?=\n\n\n)", source)
        assert functions
        assert all(function in text for function in functions)
