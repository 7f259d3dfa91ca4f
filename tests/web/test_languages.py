"""Languages: every text is in the catalogue, and a translation of it is what people read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery._record import replace as replace_value
from rookery.errors import RookeryError
from rookery.json_codec import to_json_data
from rookery.messages import Message
from rookery.model import ByeKind, Game, Player, RequestedBye, Result, Team, Tournament
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.event import EVENT_TYPES
from rookery.tournaments.roles import SCOPES
from rookery.trf.diagnostics import CODES
from rookery.web.page_spec import Page
from rookery.web.pages import PAGES
from rookery.web.pages.standings import PICTURES
from rookery.web.static_files import script_texts
from support.pseudo_locale import (
    compile_catalogue,
    mark,
    message_ids,
    strings,
    untranslated_texts,
    untranslated_words,
    with_pseudo_locale,
)
from support.visitors import OpenDesk, with_event, with_examples

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    said = {"Rank": "Rang", "After round %(number)s": "Nach Runde %(number)s"}
    (folder / "rookery.mo").write_bytes(compile_catalogue(said))
    made = with_examples(tmp_path, shared=True)
    yield OpenDesk(made.store, made.desk, replace(made.site, locale=tmp_path / "locale"))
    made.store.close()


def test_every_kind_of_text_is_extracted() -> None:
    assert {
        ("After round %(number)s",),  # a template
        (script_texts()[0],),  # the script
        ("%(name)s has no team",),  # Python
        ("%(num)s player", "%(num)s players"),  # a number with its noun
        ("Dutch Swiss",),  # a table
    } <= message_ids()


def test_a_translation_is_read(house: OpenDesk) -> None:
    guest = house.outside()
    before = guest.ask("/p/easter-open/standings").text
    assert ">Rank<" in before
    assert '<html lang="en"' in before
    assert "/language?to=de" in before
    assert guest.ask("/language?to=de&then=/p/easter-open").headers["location"] == "/p/easter-open"
    after = guest.ask("/p/easter-open/standings").text
    assert ">Rang<" in after
    assert "Nach Runde 3" in after
    assert '<html lang="de"' in after
    assert ">Rank<" in house.outside().ask("/p/easter-open/standings").text
    guest.ask("/language?to=en")
    assert ">Rank<" in guest.ask("/p/easter-open/standings").text


def test_there_is_no_choice_of_a_single_value(tmp_path: Path) -> None:
    made = with_examples(tmp_path, shared=True)
    assert "/language" not in made.outside().ask("/p/easter-open").text
    assert "lang" not in dict(made.outside().ask("/language?to=xx&then=//elsewhere").cookies)
    made.store.close()


# -- a language that nobody speaks -------------------------------------------------------------------------------------

NOT_OURS = (
    "Ada", "TRF", "FIDE", "Rookery", "Elo", "en", "xx", "Byng", "Name", "Rating", "Fed", "min", "minutes", "seconds",
    "move", "sex", "MPvGP", "json", "rookery", "convert", *SCOPES,
)  # fmt: skip
"""Names, codes, scopes, examples of what to type; the time control is what the arbiter wrote."""
KEPT = ("leave-mode", "dutch", "knockout")
"""Codes of warnings and systems."""


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    folder = tmp_path_factory.mktemp("abroad")
    made = with_event(with_pseudo_locale(with_examples(folder, shared=True), folder))
    yield made
    made.store.close()


def data_of(made: OpenDesk) -> list[str]:
    """Names, and whatever else is written in the tournaments; the log keeps why FIDE mode was left as it was said."""
    found = [*NOT_OURS, *KEPT, *EVENT_TYPES]
    for stream in made.site.store.streams():
        found += [record.data["reason"] for record in made.store.read(stream.id) if record.kind == "fide.left"]
        t = made.desk.state(stream.id).tournament
        found += strings(to_json_data(t))
        found += [stream.slug, *(team.name for team in t.teams)]
    return found


def addresses(made: OpenDesk, page: Page) -> Iterator[str]:
    """Where a page is, for every example."""
    for stream in made.site.store.streams():
        state = made.desk.state(stream.id)
        if (state.kind == "event") != ("{event}" in page.path):
            continue
        page_path = page.path.replace("{event}", stream.slug)
        last = len(state.tournament.rounds)
        path = page_path.replace("{slug}", stream.slug).replace("{place:int}", "1").replace("{match:int}", "1")
        for number in (last, last + 1) if "{round" in path else (1,):
            at = path.replace("{round:int}", str(number)).replace("{key}", next(iter(state.keys.participants), ""))
            yield from asked(page, at, [*state.keys.participants])


def asked(page: Page, path: str, keys: list[str]) -> Iterator[str]:
    """The questions that a page answers: about every board, about everybody, why not another, why not the bye."""
    if page.name == "board":
        yield from (path.replace("{board}", one) for one in ("1", "2", "3", "1.1", "1.2", "2.1"))
    elif page.name in ("asked-why", "others"):
        yield path
        for one, other in zip(keys[::4], [*keys[5::4], *keys], strict=False):
            yield from (f"{path}?one={one}{more}" for more in ("", f"&other={other}", "&other=bye"))
    elif page.name == "watch-lines":
        yield f"{path}?who={path.split('/')[2]}/{keys[0]}"
    elif page.name == "crosstable":
        yield from (path, *(f"{path}?as={picture}" for picture in PICTURES))
    else:
        yield path


@pytest.mark.slow
@pytest.mark.parametrize("page", [one for one in PAGES if one.template and one.name not in ("vcl", "help")],
                         ids=lambda one: one.name)  # fmt: skip
def test_no_text_of_a_page_stays_english(abroad: OpenDesk, page: Page) -> None:
    if "{word}" in page.path:
        pytest.skip("it has no address before a file came in")
    visitor, data, seen = abroad.visitor(), data_of(abroad), 0
    visitor.ask("/language?to=xx&then=/")
    for path in addresses(abroad, page) if page.needs_tournament else (page.path,):
        for at in (path, path.replace("/t/", "/p/", 1)) if page.public else (path,):
            text = visitor.ask(at).text
            seen += text.count("⟦")
            assert not [*untranslated_texts(text, data)], at
    assert seen


TABLES = (
    "Name;Elo;FIDE;Fed;Bye\nRook, Ben;high;x;England;2\nSedge, Yara;2464;;ENG;every\nByng, Ada;2105;1;2;3;4;5;6\n",
    "Byng, Xenia;2105;ENG;1999;w\nRook, Yves;1990;NOR;2001;m\nTern, Uma;1873;SWE;1987;w\n",
    "1\tByng\tXenia\t12345\n2\tRook\tYves\t23456\n",
)
"""Tables with titles and cells that nobody can read, without titles, of running numbers and single words."""


@pytest.mark.parametrize("table", TABLES)
def test_a_table_of_entries_is_looked_at_in_the_language(abroad: OpenDesk, table: str) -> None:
    visitor, data = abroad.visitor(), [*data_of(abroad), *table.split(), "fide", "x"]
    visitor.ask("/language?to=xx&then=/")
    sent = visitor.send("POST", "/t/easter-open/table", data={"csrf_token": visitor.csrf_token, "text": table})
    page = visitor.ask(sent.headers["location"]).text
    assert not [*untranslated_texts(page, data)]
    assert page.count("⟦") > 20


def files() -> Iterator[tuple[str, bytes]]:
    """A file as it should be, one with odd cells, one that nothing can be made of, and three that are none."""
    whole = (ROOT / "examples" / "swiss.trf").read_bytes()
    yield "swiss.trf", whole
    yield "odd.trf", whole.replace(b" w 1", b" w 7", 2).replace(b" b 0", b" x 0", 1)
    yield "exchanged.trf", re.sub(rb"(?m)^(001 {4}1 .{84}).{2}", rb"\1 9", whole)
    yield "half.trf", whole[: len(whole) // 3]
    yield "none.trf", b"PK\x03\x04 something"
    yield "empty.trf", b" "
    yield "text.trf", b"Dear arbiter, here is the list."
    yield "odd.json", b'{"players": [{"id": 1, "rating": "high"}, {"id": 1}], "rounds": 3}'


@pytest.mark.parametrize("name", [name for name, _ in files()])
def test_a_file_is_looked_at_in_the_language(abroad: OpenDesk, name: str) -> None:
    whole, visitor = dict(files())[name], abroad.visitor()
    visitor.ask("/language?to=xx&then=/")
    data = [*data_of(abroad), name, *whole.decode("latin-1").split(), "Import", *CODES]
    sent = visitor.send("POST", "/take", data={"csrf_token": visitor.csrf_token}, files={"file": (name, whole)})
    page = visitor.ask(sent.headers["location"]).text if sent.status_code == 303 else sent.text
    page = re.sub('(?s)<ul class="remarks">.*?</ul>', "", page)  # the remarks of the file, which is read by others
    assert not [*untranslated_texts(page, data)]
    assert page.count("⟦") > 5


LISTS = {
    "short.txt": b"ID Number      Name                 Fed  NOV26\n1 a\n",
    "cut.txt": b"ID Number      Name                 Fed  NOV26\n"
    b"100            Byng, Ada            ENG  2100\n101            Byng, Bo             ENG  21",
    "letters.txt": b"ID Number      Name                 Fed  NOV26\nx00            Byng, Ada            ENG  2100\n",
    "heading.txt": b"ID Number      Nobody\n1 a\n",
    "xml.xml": b"<playerslist><player><name>Byng",
    "tags.xml": b"<playerslist><player><fideid>1</fideid><fideid>1</fideid></player></playerslist>",
    "empty.csv": b"fide_id,name,standard\n",
    "fields.csv": b"fide_id,name,standard\n1,Ada\n",
    "high.csv": b"fide_id,name,standard\n1,Ada,9999\n",
    "nobody.csv": b"fide_id,name,standard\n1,,2100\n",
    "digits.csv": b"fide_id,name,standard\n1234567890123456789,Ada,2100\n",
    "twice.csv": b"fide_id,name,standard\n1,Ada,2100\n1,Ada,2100\n",
    "locked.zip": b"PK\x03\x04 something",
}
"""Rating lists with one fault each."""


@pytest.mark.parametrize("name", LISTS)
def test_the_faults_of_a_rating_list_are_translated(abroad: OpenDesk, tmp_path: Path, name: str) -> None:
    made = OpenDesk(abroad.store, abroad.desk, replace(abroad.site, lists=(tmp_path,)))
    visitor, fields = made.visitor(), {"name": "FIDE", "kind": "standard"}
    visitor.ask("/language?to=xx&then=/")
    data = [
        *data_of(made),
        name,
        "ID",
        "fide",
        "national",
        "not well-formed",
        "zip",
        "UTF-8",
        "fideid",
        "File is not a zip file",
    ]
    sent = visitor.send(
        "POST", "/lists", data={"csrf_token": visitor.csrf_token, **fields}, files={"file": (name, LISTS[name])}
    )
    told = re.search(r"(?s)<main.*</main>", sent.text)
    assert told, sent
    assert sent.status_code == 422
    reason = re.sub(r"⟧[^⟦]*⟦\)", "⟧⟦)", told[0])  # in brackets stands why another program cannot read it
    assert not [*untranslated_texts(reason, data)]


def refusal_text(act: Callable[[], object]) -> str:
    with pytest.raises(RookeryError) as error:
        act()
    text = error.value.args[0]
    assert isinstance(text, Message)
    return text


TWO = Tournament(players=(Player(1), Player(2)))
REFUSED: dict[str, Callable[[], object]] = {
    "a game": lambda: Game(cast(int, 1.5), 2),
    "a result": lambda: Game(1, 2, cast(Result, "1-0")),
    "points": lambda: Player(7, points=cast(int, 1.5)),
    "a team": lambda: Team(3, "Oak", (1, 0)),
    "a bye": lambda: RequestedBye(player=4, round=0, kind=ByeKind.HALF),
    "players": lambda: Tournament(players=(cast(Player, 1),)),
    "no player": lambda: rookery.pair(TWO, fixed=[(1, 8), (9, 2)]),
    "knock-out": lambda: rookery.standings(replace_value(TWO, system="KNOCKOUT"), lots="x"),
}
"""What the model and the formats refuse."""


@pytest.mark.parametrize("what", REFUSED)
def test_refusals_are_built_from_templates(what: str, snapshot: SnapshotAssertion) -> None:
    text = refusal_text(REFUSED[what])
    assert str(text) == snapshot
    assert not untranslated_words(text, ("Result", "Player", "parse"))


def test_the_script_has_its_texts(abroad: OpenDesk) -> None:
    visitor = abroad.visitor()
    visitor.ask("/language?to=xx&then=/")
    texts = re.search(r'id="texts">(.*?)</script>', visitor.ask("/t/easter-open/round/5").text)
    assert texts
    assert json.loads(texts[1]) == {text: mark(text) for text in script_texts()}


def test_answers_are_in_the_language_of_the_page(abroad: OpenDesk, snapshot: SnapshotAssertion) -> None:
    visitor, guest = abroad.visitor(), abroad.visitor("Ben")
    visitor.ask("/language?to=xx&then=/")
    wanted = AskBye("p1", (99,), ByeKind.HALF)
    here, there = (one.wish("easter-open", wanted).json() for one in (guest, visitor))
    assert here["detail"] == snapshot
    assert there["detail"] == snapshot
    template, number, rest = there["detail"].partition("99")
    assert (number, template[0], template[-1], rest[0]) == ("99", "⟦", "⟧", "⟦")
    asked = visitor.wish("easter-open", AskBye("p2", (7,), ByeKind.FULL)).json()
    assert asked["warnings"][0]["text"] == snapshot
    assert asked["warnings"][0]["remark"].startswith("FPB @ Round 7")
    assert template in visitor.form("easter-open", "bye.ask", key="p1", rounds="99", kind="half").text
    done = visitor.wish("easter-open", AskBye("p2", (7,), ByeKind.ZERO)).json()
    assert done["said"] == snapshot


def test_the_columns_of_a_rating_list_are_chosen_in_the_language(abroad: OpenDesk, tmp_path: Path) -> None:
    made = OpenDesk(abroad.store, abroad.desk, replace(abroad.site, lists=(tmp_path,)))
    visitor = made.visitor()
    visitor.ask("/language?to=xx&then=/")
    file = ("columns.csv", b"who,what\n1,Ada\n")
    sent = visitor.send("POST", "/lists", data={"csrf_token": visitor.csrf_token, "name": "FIDE"}, files={"file": file})
    assert sent.status_code == 303
    page = visitor.ask(sent.headers["location"])
    assert page.status_code == 200
    assert not [
        *untranslated_texts(
            page.text, [*data_of(made), *file[1].decode().split(), "who", "what", "columns.csv", "FIDE"]
        )
    ]
