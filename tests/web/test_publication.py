"""What visitors see of a shared desk: published rounds only, and no private data on any page or in its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from rookery.model import ByeKind, PartialDate, Result
from rookery.tournaments.domain.byes import AskBye, Expel, Withdraw
from rookery.tournaments.domain.lifecycle import AddRemark, OpenTournament, SetHead
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import PublishRound, SetPublication
from rookery.tournaments.domain.results import AdjustPoints, EnterResult
from rookery.tournaments.domain.rounds import PairRound, ScheduleRound
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.broadcast import Message
from rookery.web.notifications import missed_messages, public_results, to_public
from rookery.web.pages import PAGES
from rookery.web.routes.downloads import PUBLIC
from support.clubs import do, play_rounds, swiss
from support.html_elements import has_element, select_text
from support.visitors import OpenDesk, open_desk

PRIVATE = (
    "2012-05-01", "1 May 2012", "1.5.2012", "2012", "1980-02-03", "1980", "400041", "400042", "N77-secret",
    "a telephone", "late for dinner", "Byng", "is ill", "Wimbrel",
)  # fmt: skip
"""What no public page and no JSON of it may contain."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    yield made
    made.store.close()


def private_event(house: OpenDesk, system: str = "dutch") -> str:
    """A tournament full of private data, two rounds of it played and published, and a third one paired."""
    stream = house.desk.create("club")
    rules = TournamentRules(system=system, rounds=None if system == "round-robin" else 5)
    do(house, stream, OpenTournament("Club evening", rules, lots="seed"), "Wimbrel")
    people = [
        Facts("Byng, Ada", 2000, birth=PartialDate(2012, 5, 1), fide_id=400041, national_id="N77-secret", sex="w"),
        Facts("Carr, Ben", 1900, birth=PartialDate(1980, 2, 3), fide_id=400042, club="Rooks"),
        *(Facts(f"Dale, {name}", 1800, birth=PartialDate(1980)) for name in ("Cyd", "Dot", "Eve", "Fay")),
    ]
    do(house, stream, EnterPlayers(tuple(people)), "Wimbrel")
    do(house, stream, SetHead({"start": "2026-07-01", "end": "2026-07-05"}), "Wimbrel")
    do(house, stream, SetPublication({"short_names": True}), "Wimbrel")
    play_rounds(house, stream, 2)
    do(house, stream, PublishRound(2), "Wimbrel")
    do(house, stream, AddRemark("Ada is ill", 1), "Wimbrel")
    do(house, stream, AdjustPoints(("p2",), -5, round=1, why="late for dinner"), "Wimbrel")
    if system == "dutch":
        do(house, stream, AskBye("p4", (3,), ByeKind.HALF), "Wimbrel")
        do(house, stream, Expel("p5", "a telephone"), "Wimbrel")
        do(house, stream, Withdraw("p6"), "Wimbrel")
    do(house, stream, PairRound(), "Wimbrel")
    return stream


def public_addresses(key: str) -> list[str]:
    """Every address of visitors, with its places filled: pages, their JSON, papers and calendar files."""
    paths = [path for page in PAGES for path, public in page.addresses if public and "{event}" not in path]
    places = {"slug": "club", "key": key}
    filled = [re.sub(r"\{(\w+)(:int)?\}", lambda found: places.get(found[1], "1"), path) for path in paths]
    filled += [f"/p/club/round/3{rest}" for rest in ("", "/why")]
    filled += ["/p/club/players?q=a", "/p/club/watch/lines?who=club/p1,club/p2", "/p/club/round/2/others?one=p1"]
    papers = [f"/p/club/papers/{name}.html" for name in PUBLIC]
    return [*filled, *(f"/api/v1{path}" for path in filled), *papers, f"/p/club/player/{key}/calendar.ics"]


@pytest.mark.parametrize("system", ["dutch", "round-robin"])
def test_no_public_page_and_no_json_has_private_data(house: OpenDesk, system: str) -> None:
    private_event(house, system)
    guest, answered = house.outside(), 0
    for key in ("p1", "p2"):
        for path in public_addresses(key):
            answer = guest.ask(path)
            assert answer.status_code < 500, path
            answered += answer.status_code == 200
            text = re.sub(r"Printed .*", "", answer.text)
            assert [word for word in PRIVATE if word in text] == [], path
    assert answered > 40


def test_visitors_see_what_is_published(house: OpenDesk) -> None:
    stream = swiss(house)
    guest = house.outside()
    do(house, stream, PairRound())
    assert "No round yet" in guest.ask("/p/club/names").text
    assert not has_element(guest.ask("/p/club").text, "tr[data-board]")
    assert guest.ask("/p/club/papers/pairings.html").status_code == 422
    assert 'href="/p/club"' in guest.ask("/p/").text
    do(house, stream, PublishRound(1))
    assert has_element(guest.ask("/p/club").text, "tr[data-board]")
    assert "The standings appear here" in guest.ask("/p/club/standings").text
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW))
    assert "½" in select_text(guest.ask("/p/club").text, 'tr[data-white="p1"] .score')
    assert "The standings appear here" in guest.ask("/p/club/standings").text


def test_an_open_round_does_not_change_published_standings(house: OpenDesk) -> None:
    stream = swiss(house)
    play_rounds(house, stream, 1)
    do(house, stream, PublishRound(1))
    do(house, stream, PairRound())
    do(house, stream, PublishRound(2))
    guest = house.outside()

    def rows() -> object:
        return guest.ask("/api/v1/p/club/standings").json()["view"]["table"]["rows"]

    before = rows()
    game = house.desk.state(stream).tournament.rounds[1].games[0]
    keys = house.desk.state(stream).keys.participant
    do(house, stream, EnterResult(2, keys[game.white], keys[game.black], Result.DRAW))
    assert rows() == before
    assert guest.ask("/p/club/standings?after=2").status_code in (404, 422)
    assert house.visitor().ask("/t/club/standings?after=1").status_code == 200


@pytest.mark.parametrize("fields", [{"public": False}, {"test": True}])
def test_a_tournament_that_is_not_public_has_no_public_page(house: OpenDesk, fields: dict[str, bool]) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, PublishRound(1))
    do(house, stream, SetPublication(fields))
    guest = house.outside()
    for path in (
        "/p/club",
        "/p/club/standings",
        "/api/v1/p/club/names",
        "/p/club/live",
        "/p/club/papers/pairings.html",
    ):
        assert guest.ask(f"/p/club{path}").status_code == 404, path
    assert guest.ask("/api/v1/p/club/names").status_code == 404
    assert "/p/club" not in guest.ask("/p/").text
    page = house.visitor().ask("/t/club/round/1").text
    assert ("Test tournament" in page) == ("test" in fields)


def test_a_schedule_is_public_with_its_first_round(house: OpenDesk) -> None:
    stream = house.desk.create("club")
    do(house, stream, OpenTournament("Ring", TournamentRules(system="round-robin"), lots="seed"))
    do(house, stream, EnterPlayers(tuple(Facts(name) for name in ("Ann", "Ben", "Cyd", "Dot"))))
    guest = house.outside()
    do(house, stream, PairRound())
    assert "when round 1 is published" in guest.ask("/p/club/schedule").text
    assert guest.ask("/p/club/papers/schedule.html").status_code == 404
    do(house, stream, PublishRound(1))
    assert len(guest.ask("/api/v1/p/club/schedule").json()["view"]["rounds"]) == 3
    assert guest.ask("/p/club/papers/schedule.html").status_code == 200


def test_reasons_wait_for_the_results_of_earlier_rounds(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, SetPublication({"results": "never", "standings": "never"}))
    play_rounds(house, stream, 1)
    do(house, stream, PairRound())
    do(house, stream, PublishRound(2))
    guest = house.outside()
    assert "the results of the earlier rounds" in guest.ask("/p/club/round/2/why").text
    boards = guest.ask("/api/v1/p/club/round/2").json()["view"]["round"]["boards"]
    assert all("points" not in board["white"] for board in boards)
    assert guest.ask("/p/club/round/2").status_code == 200


def test_live_messages_of_rounds_that_are_not_public_have_no_content(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    version = house.desk.version(stream)
    do(house, stream, EnterResult(1, "p1", "p4", Result.DRAW))
    hidden = missed_messages(house.site, stream, version, public=True)
    assert hidden[0] == Message("change", version + 1, {"kinds": [], "after": version})
    do(house, stream, PublishRound(1))
    assert public_results(house.site, stream) == frozenset((1,))
    shown = missed_messages(house.site, stream, version, public=True)
    assert (shown[0].event, shown[0].data["result"]) == ("result", "½-½")  # type: ignore[index]
    assert shown[1].data == {"kinds": ["round.published"], "after": version + 1}
    secret = Message("change", 9, {"kinds": ["player.expelled"], "after": 8})
    assert to_public(secret, frozenset()).data == {"kinds": [], "after": 8}


# -- the arbiter's pages -------------------------------------------------------------------------------------------


def test_the_arbiter_publishes_without_script_and_sees_what_is_public(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    visitor = house.visitor()
    page = visitor.ask("/t/club/round/1").text
    assert "Not public yet" in page
    assert has_element(page, 'form:has([value="round.publish"]) button[data-key="u"]')
    assert "The pairings of round 1 are not public yet." in visitor.ask("/t/club").text
    assert visitor.form("club", "round.publish", round="1").status_code == 303
    page = visitor.ask("/t/club/round/1").text
    assert "Public since" in page
    assert not has_element(page, '[value="round.publish"]')
    play_open_games(house, stream)
    assert "The standings after round 1 are not public yet." in visitor.ask("/t/club").text
    page = visitor.ask("/t/club/standings").text
    assert "Not public yet" in page
    assert "Publish the standings" in page
    assert visitor.form("club", "round.publish", round="1").status_code == 303
    assert "Public: after round 1" in visitor.ask("/t/club/standings").text
    asked = visitor.form("club", "round.hide", round="1")
    assert "Hide this from the public?" in asked.text


def play_open_games(house: OpenDesk, stream: str) -> None:
    """White wins the open games of the last round."""
    state = house.desk.state(stream)
    for game in state.tournament.rounds[-1].games:
        if game.result is Result.PENDING:
            keys = state.keys.participant
            do(house, stream, EnterResult(len(state.tournament.rounds), keys[game.white], keys[game.black],
                                          Result.WHITE_WINS))  # fmt: skip


def test_the_settings_are_a_plain_form(house: OpenDesk) -> None:
    stream = swiss(house)
    visitor = house.visitor()
    assert "What the public sees" in visitor.ask("/t/club/rules").text
    fields = {"fields.public:bool": "1", "fields.test:bool": "", "fields.pairings": "automatic",
              "fields.results": "automatic", "fields.standings": "never", "fields.short_names:bool": "1",
              "fields.ids:bool": ""}  # fmt: skip
    data = {"csrf_token": visitor.csrf_token, "command": "publication.set", **fields}
    assert visitor.send("POST", "/t/club/do", data=data).status_code == 303
    settings = house.desk.state(stream).permanent.publication
    assert (settings.pairings, settings.standings, settings.short_names) == ("automatic", "never", True)
    assert "Set the first day of the event" in visitor.ask("/t/club/rules").text


def test_a_desk_that_is_not_shared_says_nothing_about_the_public(tmp_path: Path) -> None:
    made = open_desk(tmp_path)
    stream = swiss(made)
    do(made, stream, PairRound())
    visitor = made.visitor()
    assert "Not public yet" not in visitor.ask("/t/club/round/1").text
    assert "not public yet" not in visitor.ask("/t/club").text
    made.store.close()


def test_a_copy_is_not_public(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, PublishRound(1))
    visitor = house.visitor()
    data = {"csrf_token": visitor.csrf_token, "name": "Trial", "what": "everything"}
    assert visitor.send("POST", "/t/club/copy", data=data).status_code == 303
    assert house.outside().ask("/p/trial").status_code == 404
    do(house, stream, SetPublication({"short_names": True}))
    assert visitor.send("POST", "/t/club/copy", data=data | {"name": "Next", "what": "entries"}).status_code == 303
    copied = house.site.stream("next")
    assert copied
    assert house.desk.state(copied.id).permanent.publication.short_names
    assert house.outside().ask("/p/next").status_code == 200


def test_a_moved_start_says_so(tmp_path: Path) -> None:
    made = open_desk(tmp_path, shared=True)
    stream = swiss(made)
    for time, now in (("14:00", "2026-07-01T08:00:00Z"), ("14:30", "2026-07-01T09:00:00Z")):
        made.desk._clock = partial(str, now)
        do(made, stream, ScheduleRound(1, PartialDate(2026, 7, 1), time))
    for path in ("/p/club", "/p/club/names", "/p/club/standings"):
        assert "Round 1 starts at 14:30, not at 14:00." in made.outside().ask(path).text, path
    assert "moved from 14:00" in made.visitor().ask("/t/club/round/1").text
    made.store.close()


def test_a_round_is_being_played_when_a_game_has_ended(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, PublishRound(1))
    assert "Round 1 is paired, no game has ended yet" in house.outside().ask("/p/club").text
    white, black = house.desk.state(stream).tournament.rounds[0].pairs[0]
    do(house, stream, EnterResult(1, f"p{white}", f"p{black}", Result.DRAW))
    assert "Round 1 is being played, 1 of" in house.outside().ask("/p/club").text


def test_an_empty_tournament_is_in_no_list_of_visitors(house: OpenDesk) -> None:
    stream = house.desk.create("new")
    do(house, stream, OpenTournament("Brand New", TournamentRules(system="dutch", rounds=3), lots="seed"))
    swiss(house)
    assert "Brand New" not in house.outside().ask("/p/").text
    do(house, stream, EnterPlayers((Facts("A"),)))
    assert "Brand New" in house.outside().ask("/p/").text


def test_a_start_is_described_with_its_day_in_words(house: OpenDesk) -> None:
    stream = swiss(house)
    do(house, stream, ScheduleRound(1, PartialDate(2026, 7, 1), "14:00"))
    assert "Round 1 starts on 1 July 2026 at 14:00." in house.visitor().ask("/t/club/log").text


def test_the_page_cache_shows_nothing_that_was_hidden(house: OpenDesk) -> None:
    """A compressed page is cached by version; hiding makes a new version."""
    stream = swiss(house)
    do(house, stream, PairRound())
    do(house, stream, PublishRound(1))
    guest = house.outside()

    assert has_element(guest.ask("/p/club", {"accept-encoding": "gzip"}).text, "tr[data-board]")
    do(house, stream, SetPublication({"public": False}))
    assert guest.ask("/p/club", {"accept-encoding": "gzip"}).status_code == 404
