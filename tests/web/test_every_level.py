"""Every warning of levels 3 to 5 from outside, by each client: the form of a page, the script's JSON, the API.

Without its answer, with an answer to something else, or with one that somebody has overtaken, nothing is written; with
the right one the event is in the log and the exact remark in the file. A row of the table without a case fails.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

import rookery
from rookery._record import replace
from rookery.tournaments.command import Command, command_hash, command_to_data
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import AddRemark, SetHead
from rookery.tournaments.warning_table import TWO_STEPS
from support.desks import DeskTournament
from support.visitors import OpenDesk, Visitor, open_desk, upload_file
from support.warning_cases import ALL, ASKING, LEVELS, REFUSING, Case, check_complete, import_altered

IMPORT = "import-broken"
"""A file is sent in its own way: it is previewed before there is a tournament."""


@dataclass(frozen=True)
class Said:
    """What a client is answered: done, asked (levels by code, and the tokens to send next) or refused (its code)."""

    status: int
    levels: dict[str, int]
    tokens: tuple[str, ...] = ()
    refused: str = ""
    text: str = ""


@dataclass
class Outside:
    """A tournament at a desk that is open, and somebody who knows it over HTTP alone."""

    house: OpenDesk
    visitor: Visitor
    slug: str

    @property
    def at(self) -> str:
        return f"/t/{self.slug}"

    def log(self, after: int = 0) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.visitor.ask(f"/api/v1{self.at}/events?after={after}").json()["events"]
        return found

    @property
    def everything(self) -> tuple[object, ...]:
        """All that can be had of it: its file, and its whole log."""
        files = [self.visitor.ask(f"{self.at}/files/{one}") for one in ("trf26", "rookery")]
        assert [file.status_code for file in files] == [200, 200]
        return tuple(file.content for file in files)

    @property
    def remarks(self) -> tuple[str, ...]:
        file = self.visitor.ask(f"{self.at}/files/trf26").content.decode()
        ours = [line[4:].rstrip() for line in file.splitlines() if line.startswith("### ")]
        return tuple(one for one in ours if "@ Round" in one)


def by_json(place: str) -> Callable[[Outside, Command, Sequence[str]], Said]:
    """Send a command as JSON, as scripts and programs do."""

    def send(out: Outside, wanted: Command, yes: Sequence[str] = ()) -> Said:
        data = {**command_to_data(wanted), "acknowledged": list(yes)}
        answer = out.visitor.send(
            "POST", f"{place}{out.at}/commands", {"x-csrf-token": out.visitor.csrf_token}, json=data
        )
        return from_json(answer)

    return send


def from_json(answer: httpx.Response) -> Said:
    data = answer.json()
    levels = {one["code"]: one["level"] for one in data.get("warnings", ())}
    if "warnings" in data:
        text = "".join(f"{one['text']} {one['remark']}" for one in data["warnings"])
        return Said(answer.status_code, levels, tuple(data["tokens"]), "", text)
    return Said(answer.status_code, levels, (), data.get("code", ""), data.get("detail", ""))


def by_form(out: Outside, wanted: Command, yes: Sequence[str] = ()) -> Said:
    """Send a command as a form, as a browser without scripts does."""
    data = {
        "csrf_token": out.visitor.csrf_token,
        "*:json": json.dumps(command_to_data(wanted)),
        "yes": list(yes),
        "then": out.at,
    }
    answer = out.visitor.send("POST", f"{out.at}/do", data=data)
    text = unescape(answer.text)
    tokens = tuple(re.findall(r'name="yes" value="([^"]+)"', text))
    found = re.search(r'class="card question l(\d)"', text)
    levels = {token.partition("@")[0].rstrip("!"): 0 for token in tokens} if found else {}
    return Said(answer.status_code, levels | ({"": int(found[1])} if found else {}), tokens, text=text)


CLIENTS: dict[str, Callable[..., Said]] = {"page": by_form, "script": by_json(""), "api": by_json("/api/v1")}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    """One desk for all of them: each case is a tournament of its own."""
    made = open_desk(tmp_path_factory.mktemp("levels"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def ada(house: OpenDesk) -> Visitor:
    return house.visitor("ada")


@pytest.fixture(scope="module")
def ben(house: OpenDesk) -> Visitor:
    return house.visitor("ben")


def standing(house: OpenDesk, ada: Visitor, hall: DeskTournament) -> Outside:
    """The tournament of a case at this desk, under a name of its own."""
    (stream,) = hall.store.streams()
    slug = f"case-{len(house.store.streams())}"
    records = [replace(one, stream=slug) for one in hall.store.read(stream.id)]
    house.store.adopt(replace(stream, id=slug, slug=slug), records)
    return Outside(house, ada, slug)


def answers(send: Callable[..., Said], out: Outside, wanted: Command, code: str, level: int) -> tuple[str, ...]:
    """All tokens that say yes: of level 4 they come in two steps, and the first of them does nothing."""
    said = send(out, wanted)
    assert said.status == 409, said.text
    assert code in said.levels
    assert max(said.levels.values()) >= level
    if max(said.levels.values()) < TWO_STEPS:
        return said.tokens
    again = send(out, wanted, said.tokens)
    assert (again.status, again.tokens != said.tokens) == (409, True)
    return again.tokens


def wrong(right: Sequence[str], wanted: Command, version: int, code: str) -> Iterator[tuple[str, ...]]:
    """Answers that answer nothing, or something else."""
    yield ()
    yield tuple(token.replace(f"@{version}", f"@{version - 1}") for token in right)
    yield tuple(token for token in right if token.partition("@")[0].rstrip("!") != code)
    yield tuple(token.partition("@")[0] for token in right)
    yield tuple(token.rpartition("-")[0] for token in right)
    yield tuple(token.replace(command_hash(wanted), command_hash(AddRemark("something else"))) for token in right)
    if any("!" in token for token in right):
        yield tuple(token for token in right if "!" not in token)
        yield tuple(token for token in right if "!" in token)


def test_every_row_has_a_case() -> None:
    check_complete()


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("name", [name for name in ASKING if name != IMPORT])
def test_nothing_is_written_before_the_right_answer(
    house: OpenDesk, ada: Visitor, ben: Visitor, name: str, client: str
) -> None:
    case, level, code, send = ALL[name], LEVELS[name], name.partition(" ")[0], CLIENTS[client]
    hall = case.hall()
    wanted, version, out = case.wish(hall), hall.version, standing(house, ada, hall)
    before = out.everything
    right = answers(send, out, wanted, code, level)
    for given in wrong(right, wanted, version, code):
        assert send(out, wanted, given).status == 409, given
    assert out.everything == before
    assert ben.wish(out.slug, SetHead({"city": "Hay"})).status_code == 200  # of no weight; but it came first
    between = out.everything
    assert send(out, wanted, right).status == 409
    assert out.everything == between
    last = len(out.log())
    right = answers(send, out, wanted, code, level)
    assert send(out, wanted, right).status == (303 if client == "page" else 200)
    must_be_done(out, case, last, right)


def must_be_done(out: Outside, case: Case, last: int, right: Sequence[str]) -> None:
    """The event is in the log, with the answers; the file has the remarks, each exactly, and no other."""
    new = out.log(after=last)
    assert case.event in {one["kind"] for one in new}
    assert {token for one in new for token in one["acknowledged"]} == set(right)
    assert {one["actor"] for one in new} == {"ada"}
    assert out.remarks == case.remarks


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("name", REFUSING)
def test_no_answer_helps_against_a_refusal(house: OpenDesk, ada: Visitor, name: str, client: str) -> None:
    hall = ALL[name].hall()
    wanted, out = ALL[name].wish(hall), standing(house, ada, hall)
    before, bound = out.everything, f"@{hall.version}-{command_hash(wanted)}"
    for given in ((), [f"{word}{bound}" for word in (name, f"{name}!", "leave-mode", "leave-mode!")]):
        said = CLIENTS[client](out, wanted, given)
        assert said.status == 422, said.text
        assert client == "page" or said.refused == name
        assert said.text
    assert out.everything == before


def test_a_file_not_by_the_rules_is_taken_in_after_its_answer_alone(tmp_path: Path) -> None:
    house = open_desk(tmp_path)
    wanted = import_altered(DeskTournament())
    assert isinstance(wanted, ImportTournament)
    visitor = house.visitor("ada")
    place, page = upload_file(visitor, "open.trf", rookery.dumps(wanted.tournament))
    right = re.findall(r'name="yes" value="([^"]+)"', page)
    assert [token.partition("@")[0] for token in right] == [IMPORT]
    assert "question l3" in page
    (bound,) = (token.partition("-")[2].partition("-")[2] for token in right)
    for given in ((), (IMPORT,), (f"{IMPORT}@1-{bound}",), (right[0].rpartition("-")[0],), (f"{right[0]}0",)):
        answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, "yes": list(given)})
        assert (answer.status_code, answer.headers["location"]) == (303, place), given
        assert house.site.store.streams() == ()
    answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token, "yes": right})
    (stream,) = house.site.store.streams()
    assert answer.headers["location"] == f"/t/{stream.slug}"
    events = visitor.ask(f"/api/v1/t/{stream.slug}/events").json()["events"]
    assert events[0]["kind"] == "tournament.imported"
    assert events[0]["acknowledged"] == right
    file = visitor.ask(f"/t/{stream.slug}/files/trf26").content.decode()
    told = [line.rstrip() for line in file.splitlines() if line.startswith("### Import")]
    assert told == [f"### {remark}" for remark in ALL[IMPORT].remarks]
    house.store.close()


def test_an_answer_fits_no_other_wish(house: OpenDesk, ada: Visitor) -> None:
    """Whoever was asked about one game has said nothing of another, though the warning has the same name."""
    case = ALL["correction"]
    hall = case.hall()
    wanted, out = case.wish(hall), standing(house, ada, hall)
    right = answers(CLIENTS["api"], out, wanted, "correction", 3)
    before = out.everything
    white, black = hall.tournament.rounds[0].pairs[1]
    other = type(wanted)(1, hall.key(white), hall.key(black), rookery.Result.DRAW)  # type: ignore[call-arg]
    assert CLIENTS["api"](out, other, right).status == 409
    assert out.everything == before
