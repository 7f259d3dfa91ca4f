"""Events with sections: grouped, described, numbered through, searched in the hall, and left again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookery._record import replace
from rookery.model import PartialDate, Result
from rookery.storage import log_file
from rookery.tournaments.command import Command, command_to_data
from rookery.tournaments.domain.lifecycle import OpenTournament, SetHead
from rookery.tournaments.domain.manual_pairing import MoveSeats
from rookery.tournaments.domain.pairing_constraints import FixSeat
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.domain.sections import AddSection, NumberSections, OrderSections, RemoveSection, SetEvent
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.web.app import lifespan
from rookery.web.broadcast import Message
from rookery.web.notifications import EVENT, PUBLIC
from support.html_elements import has_element, select_text, select_texts
from support.publication import publish
from support.visitors import OpenDesk, Visitor, open_desk, upload_file

TIMEOUT = 20
LAWS = TournamentRules(system="dutch", rounds=5)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    yield made
    made.store.close()


def begin(house: OpenDesk, slug: str, name: str, *people: Facts) -> str:
    """Begin a tournament and return the id of its log."""
    stream = house.desk.create(slug, stream=f"id-{slug}")
    house.desk.do(stream, OpenTournament(name, LAWS, lots="seed"))
    if people:
        house.desk.do(stream, EnterPlayers(people))
    return stream


def crowd(prefix: str, number: int) -> tuple[Facts, ...]:
    return tuple(Facts(f"{prefix} {place:02}", 2000 - place) for place in range(1, number + 1))


def two_sections(house: OpenDesk) -> tuple[str, str]:
    open_id = begin(house, "open", "A Open", *crowd("Alder", 9))
    women_id = begin(house, "women", "Women", *crowd("Birch", 6))
    visitor = house.visitor()
    answer = visitor.send("POST", "/events", data={
        "csrf_token": visitor.csrf_token, "name": "Spring Festival", "section": ["open", "women"],
    })  # fmt: skip
    assert (answer.status_code, answer.headers["location"]) == (303, "/e/spring-festival")
    return open_id, women_id


def do(house: OpenDesk, command: Command, visitor: Visitor | None = None) -> int:
    """Send a command to the event as JSON, and return the status."""
    visitor = visitor or house.visitor()
    headers = {"x-csrf-token": visitor.csrf_token}
    return visitor.send("POST", "/e/spring-festival/commands", headers, json=command_to_data(command)).status_code


def pair(house: OpenDesk, stream: str) -> None:
    house.desk.do(stream, DrawColour())
    house.desk.do(stream, PairRound())
    publish(house.desk, stream)


def test_an_event_groups_tournaments_on_the_home_page(house: OpenDesk) -> None:
    begin(house, "rapid", "Rapid")
    two_sections(house)
    page = house.visitor().ask("/").text
    assert select_texts(page, "section.event h2 a") == ["Spring Festival"]
    assert select_texts(page, "section.event .card b") == ["A Open", "Women"]
    assert select_texts(page, ".events .card b") == ["A Open", "Women", "Rapid"]
    page = house.visitor().ask("/e/spring-festival").text
    assert select_texts(page, "#sections b") == ["A Open", "Women"]
    assert "Draw the initial colour." in page


def test_the_context_knows_the_event_of_a_tournament(house: OpenDesk) -> None:
    alone = begin(house, "rapid", "Rapid")
    open_id, women_id = two_sections(house)
    site = house.site
    event = site.event_of(women_id)
    assert event is not None
    assert (event.name, [entry.stream.id for entry in event.sections]) == ("Spring Festival", [open_id, women_id])
    assert site.event_of(alone) is None
    assert [entry.stream.slug for entry in site.sections_of("rapid")] == ["rapid"]
    assert [entry.stream.slug for entry in site.sections_of("women")] == ["open", "women"]
    assert [entry.stream.slug for entry in site.sections_of("spring-festival")] == ["open", "women"]
    assert site.sections_of("nowhere") == ()


def test_sections_are_ordered_removed_and_come_back_with_undo(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    visitor = house.visitor()
    assert do(house, OrderSections((women_id, open_id)), visitor) == 200
    assert [entry.stream.id for entry in house.site.sections_of("open")] == [women_id, open_id]
    assert do(house, RemoveSection(women_id), visitor) == 200
    assert [entry.stream.slug for entry in house.site.sections_of("women")] == ["women"]
    answer = visitor.send("POST", "/e/spring-festival/do", data={
        "csrf_token": visitor.csrf_token, "command": "time.undo",
    })  # fmt: skip
    assert answer.status_code == 303
    assert [entry.stream.id for entry in house.site.sections_of("open")] == [women_id, open_id]
    log = visitor.ask("/e/spring-festival/log").text
    assert "Section Women removed from the event." in log
    assert "Order of the sections: Women and A Open." in log


def test_a_tournament_belongs_to_a_single_event(house: OpenDesk) -> None:
    open_id, _ = two_sections(house)
    visitor = house.visitor()
    answer = visitor.send("POST", "/events", data={
        "csrf_token": visitor.csrf_token, "name": "Another", "section": "open",
    })  # fmt: skip
    assert answer.status_code == 422
    assert "A Open is a section of Spring Festival" in answer.text
    assert do(house, AddSection("nothing")) == 404
    assert do(house, AddSection(open_id)) == 200  # it is there already: nothing happens
    assert house.store.find_stream("another") is None


def test_commands_of_tournaments_and_of_events_do_not_mix(house: OpenDesk) -> None:
    open_id, _ = two_sections(house)
    assert do(house, PairRound()) == 422
    assert house.visitor().wish("open", SetEvent({"name": "Other"})).status_code == 422
    assert house.visitor().ask("/t/spring-festival").status_code == 404
    assert house.visitor().ask("/e/open").status_code == 404
    assert house.desk.state(open_id).kind == "tournament"


def test_details_are_edited_once_and_copied_to_chosen_sections(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    house.desk.do(women_id, SetHead({"city": "Elsewhere"}))
    details = {"city": "Hay", "start": "2026-04-02", "chief_arbiter": "Ada Byng", "time_control": "90 min"}
    assert do(house, SetEvent(details)) == 200
    visitor = house.visitor()
    assert house.desk.state(open_id).tournament.info.city == ""
    answer = visitor.send("POST", "/e/spring-festival/copy", data={
        "csrf_token": visitor.csrf_token, "section": "open", "detail": ["city", "start"],
    })  # fmt: skip
    assert answer.status_code == 303
    info = house.desk.state(open_id).tournament.info
    assert (info.city, info.start, info.chief_arbiter, info.name) == ("Hay", PartialDate(2026, 4, 2), "", "A Open")
    assert house.desk.state(women_id).tournament.info.city == "Elsewhere"
    nothing = visitor.send("POST", "/e/spring-festival/copy", data={"csrf_token": visitor.csrf_token})
    assert nothing.status_code == 422


def test_a_new_section_takes_over_the_details(house: OpenDesk) -> None:
    two_sections(house)
    details = {"city": "Hay", "start": "2026-04-02", "deputies": ["Ben"], "chief_arbiter": "Ada Byng"}
    do(house, SetEvent(details))
    visitor = house.visitor()
    answer = visitor.send("POST", "/e/spring-festival/begin", data={
        "csrf_token": visitor.csrf_token, "name": "Seniors", "kind": "dutch", "rounds": "7",
    })  # fmt: skip
    assert answer.status_code == 303
    entry = house.site.sections_of("spring-festival")[-1]
    info = entry.state.tournament.info
    assert (entry.name, info.city, info.deputies, info.chief_arbiter) == ("Seniors", "Hay", ("Ben",), "Ada Byng")
    assert entry.state.tournament.planned_rounds == 7


def test_a_section_without_fide_rules_is_created(house: OpenDesk) -> None:
    two_sections(house)
    visitor = house.visitor()
    answer = visitor.send("POST", "/e/spring-festival/begin", data={
        "csrf_token": visitor.csrf_token, "name": "Club night", "kind": "keizer",
    })  # fmt: skip
    assert answer.status_code == 303
    assert not house.site.sections_of("open")[-1].state.fide


def test_a_dissolved_event_leaves_its_tournaments(house: OpenDesk) -> None:
    two_sections(house)
    visitor = house.visitor()
    data = {"csrf_token": visitor.csrf_token, "command": "event.dissolve", "then": "/"}
    assert visitor.send("POST", "/e/spring-festival/do", data=data).status_code == 303
    assert visitor.ask("/e/spring-festival").status_code == 404
    page = visitor.ask("/").text
    assert not has_element(page, "section.event")
    assert sorted(select_texts(page, ".events .card b")) == ["A Open", "Women"]
    assert house.store.check() == ()


# -- the check-in ------------------------------------------------------------------------------------------------------


def test_a_single_check_in_for_all_sections(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    visitor = house.visitor()
    page = visitor.ask("/e/spring-festival/check-in").text
    assert select_texts(page, "#all-ticks h2") == ["A Open", "Women"]
    assert has_element(page, '[data-section="/t/women"] input[value="women/p2"]')
    data = {
        "csrf_token": visitor.csrf_token, "round.open": "1", "round.women": "1", "there": ["open/p1", "women/p2"],
    }  # fmt: skip
    assert visitor.send("POST", "/e/spring-festival/ticks", data=data).status_code == 303
    assert house.desk.state(open_id).permanent.check_in.keys == {"p1"}
    assert house.desk.state(women_id).permanent.check_in.keys == {"p2"}
    # another arbiter's tick, made since the page was read, stays
    data = {"csrf_token": visitor.csrf_token, "round.women": "1", "shown": ["women/p2"], "there": ["women/p3"]}
    visitor.send("POST", "/e/spring-festival/ticks", data=data)
    assert house.desk.state(open_id).permanent.check_in.keys == {"p1"}
    assert house.desk.state(women_id).permanent.check_in.keys == {"p3"}


# -- moving a player ---------------------------------------------------------------------------------------------------


def move(house: OpenDesk, player: str, to: str, **fields: str) -> tuple[int, str]:
    visitor = house.visitor()
    data = {"csrf_token": visitor.csrf_token, "player": player, "to": to, **fields}
    answer = visitor.send("POST", "/e/spring-festival/move", data=data)
    return answer.status_code, answer.text


def names(house: OpenDesk, stream: str) -> list[str]:
    return sorted(player.name for player in house.desk.state(stream).tournament.players)


def test_the_event_page_says_where_a_moved_player_is(house: OpenDesk) -> None:
    open_id, _ = two_sections(house)
    house.desk.do(open_id, EnterPlayers((Facts("Carr, Ann"),)))
    key = next(player.key for player in house.desk.state(open_id).tournament.players if player.name == "Carr, Ann")
    visitor = house.visitor()
    data = {"csrf_token": visitor.csrf_token, "player": f"open/{key}", "to": "women"}
    answer = visitor.send("POST", "/e/spring-festival/move", data=data)
    assert answer.headers["location"].endswith("#move")
    assert "Carr, Ann is in Women now." in visitor.ask(answer.headers["location"].partition("#")[0]).text
    assert "is in Women now" not in visitor.ask("/e/spring-festival?moved=women/<b>").text


def test_a_player_moves_with_all_facts(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    facts = Facts("Carr, Ann", 2105, "ENG", "WFM", "w", PartialDate(1990, 5), 400041, club="Rooks")
    house.desk.do(open_id, EnterPlayers((facts,)))
    (key,) = (player.key for player in house.desk.state(open_id).tournament.players if player.name == "Carr, Ann")
    assert move(house, f"open/{key}", "women")[0] == 303
    assert "Carr, Ann" not in names(house, open_id)
    (moved,) = (player for player in house.desk.state(women_id).tournament.players if player.name == "Carr, Ann")
    assert Facts.from_player(moved) == facts


def test_a_namesake_in_the_other_section_needs_confirmation(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    house.desk.do(women_id, EnterPlayers((Facts("01 Alder", 1200),)))
    status, page = move(house, "open/p1", "women", id="move-1")
    assert status == 409
    assert "takes part already" in page
    assert "Alder 01" in names(house, open_id)
    assert "Alder 01" not in names(house, women_id)
    (token,) = re.findall(r'name="yes" value="([^"]+)"', page)
    assert move(house, "open/p1", "women", id="move-1", yes=token)[0] == 303
    assert "Alder 01" not in names(house, open_id)


def test_players_cannot_move_once_round_1_is_paired(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    pair(house, women_id)
    status, page = move(house, "open/p1", "women")
    assert status == 422
    assert "round 1 of Women is paired" in page.lower() or "Round 1 of Women is paired" in page
    assert len(names(house, open_id)) == 9
    assert not has_element(house.visitor().ask("/e/spring-festival").text, "#move select")


def test_two_entries_of_a_player_are_shown(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    for stream in (open_id, women_id):
        house.desk.do(stream, EnterPlayers((Facts("Carr, Ann", 2105, fide_id=400041),)))
    page = house.visitor().ask("/e/spring-festival").text
    assert select_text(page, ".note.amber") == "Entered in several sections: Carr, Ann: A Open, Women"
    assert "Carr, Ann is also entered in Women." in house.visitor().ask("/t/open").text
    assert "Carr, Ann is also entered in A Open." in house.visitor().ask("/t/women").text


# -- the hall ----------------------------------------------------------------------------------------------------------


def test_the_hall_page_finds_a_player_in_all_sections(house: OpenDesk) -> None:
    _, women_id = two_sections(house)
    pair(house, women_id)
    outside = Visitor(house.site)
    page = outside.ask("/p/-/spring-festival").text
    assert select_texts(page, ".hall-sections h2") == ["A Open", "Women"]
    page = outside.ask("/p/-/spring-festival?q=birch+01").text
    assert select_texts(page, ".found-players .place") == ["Board 1"]
    assert "Women" in select_text(page, ".found-players")
    page = outside.ask("/p/-/spring-festival?q=alder").text
    assert len(select_texts(page, ".found-players li")) == 9
    assert "No round yet" in page
    assert "Nobody has this name here" in outside.ask("/p/-/spring-festival?q=zzz").text
    data = outside.ask("/api/v1/p/-/spring-festival?q=birch+01").json()
    assert data["view"]["players"][0]["section"] == "Women"


def test_pages_of_a_section_show_the_other_sections(house: OpenDesk) -> None:
    two_sections(house)
    page = Visitor(house.site).ask("/p/women").text
    assert select_texts(page, "nav.sections a") == ["A Open", "Women"]
    assert select_texts(page, "nav.sections a[aria-current]") == ["Women"]
    assert 'href="/t/' not in page
    desk = house.visitor().ask("/t/women").text
    assert select_texts(desk, ".pickt nav a") == ["Spring Festival", "A Open new", "Women new"]


def test_only_public_sections_are_shown(house: OpenDesk) -> None:
    two_sections(house)
    object.__setattr__(house.site, "public_slugs", frozenset({"women"}))
    page = Visitor(house.site).ask("/p/-/spring-festival").text
    assert select_texts(page, ".hall-sections h2") == ["Women"]
    assert "Alder" not in Visitor(house.site).ask("/p/-/spring-festival?q=alder").text.replace('value="alder"', "")
    targets = Visitor(house.site).ask("/p/-/spring-festival/find").json()
    assert {target["text"].rpartition(" · ")[2] for target in targets} == {"Women"}
    targets = house.visitor().ask("/e/spring-festival/find").json()
    assert {target["text"].rpartition(" · ")[2] for target in targets} == {"A Open", "Women"}
    object.__setattr__(house.site, "public_slugs", frozenset({"other"}))
    assert Visitor(house.site).ask("/p/-/spring-festival").status_code == 404


# -- boards numbered through -------------------------------------------------------------------------------------------


def test_suggested_numbers_follow_the_sizes(house: OpenDesk) -> None:
    two_sections(house)
    page = house.visitor().ask("/e/spring-festival").text
    assert has_element(page, '#boards input[type="hidden"][value="6"]')  # 9 players of the first: boards 1 to 5


def test_a_wrong_first_board_is_refused(house: OpenDesk) -> None:
    _, women_id = two_sections(house)
    assert do(house, NumberSections({women_id: 0})) == 422
    assert do(house, NumberSections({"other": 5})) == 404


def numbered(house: OpenDesk) -> str:
    """Let the second section begin with board 21 and return the id of its log."""
    _, women_id = two_sections(house)
    pair(house, women_id)
    assert do(house, NumberSections({women_id: 21})) == 200
    return women_id


def test_every_page_and_paper_shows_the_numbers_of_the_event(house: OpenDesk) -> None:
    numbered(house)
    visitor, outside = house.visitor(), Visitor(house.site)
    for path in ("/t/women/round/1", "/p/women"):
        page = (visitor if path.startswith("/t/") else outside).ask(path).text
        assert has_element(page, '[data-board="21"]'), path
        assert has_element(page, '[data-board="23"]'), path
        assert not has_element(page, '[data-board="1"]'), path
    assert select_texts(outside.ask("/p/women/names").text, ".place")[0] == "21"
    assert select_texts(outside.ask("/p/-/spring-festival?q=birch+01").text, ".place") == ["Board 21"]
    for paper in ("pairings", "names", "slips"):
        text = visitor.ask(f"/t/women/papers/{paper}.html?round=1").text
        assert re.search(r"\b21\b", text), paper
    assert [board["number"] for board in visitor.ask("/api/v1/t/women/round/1").json()["view"]["round"]["boards"]] == [
        21, 22, 23,
    ]  # fmt: skip
    assert visitor.ask("/t/women/round/1/board/22").status_code == 200
    assert visitor.ask("/t/women/round/1/board/2").status_code == 422


def test_a_table_by_hand_has_the_numbers_of_the_event(house: OpenDesk) -> None:
    women_id = numbered(house)
    visitor = house.visitor()

    def boards() -> list[int]:
        data = visitor.ask("/api/v1/t/women/round/1/hand").json()["view"]["seen"]["boards"]
        return [board["number"] for board in data]

    assert boards() == [21, 22, 23]  # before anything is changed
    pairs = house.desk.state(women_id).tournament.rounds[0].pairs
    key = house.desk.state(women_id).keys.player
    assert visitor.wish("women", MoveSeats((key[pairs[0][0]], key[pairs[1][0]]), round=1)).status_code == 200
    assert boards() == [21, 22, 23]


def test_files_and_the_log_keep_their_own_numbers(house: OpenDesk) -> None:
    _, women_id = two_sections(house)
    pair(house, women_id)
    visitor = house.visitor()
    before = {form: visitor.ask(f"/t/women/files/{form}").content for form in ("trf26", "json", "rookery")}
    assert do(house, NumberSections({women_id: 21})) == 200
    assert {form: visitor.ask(f"/t/women/files/{form}").content for form in before} == before


def test_a_fixed_table_stays_what_the_arbiter_set(house: OpenDesk) -> None:
    _, women_id = two_sections(house)
    house.desk.do(women_id, FixSeat("p2", board=4))
    pair(house, women_id)
    do(house, NumberSections({women_id: 21}))
    page = house.visitor().ask("/t/women/round/1").text
    assert [number for number in range(1, 30) if has_element(page, f'[data-board="{number}"]')] == [4, 21, 22]


def test_results_by_shown_board_reach_the_right_game(house: OpenDesk) -> None:
    women_id = numbered(house)
    game = house.desk.state(women_id).tournament.rounds[0].games[0]
    keys = house.desk.state(women_id).keys.player
    visitor = house.visitor()
    result = EnterResult(1, keys[game.white], keys[game.black], Result.WHITE_WINS)
    assert visitor.wish("women", result).status_code == 200
    boards = visitor.ask("/api/v1/t/women/round/1").json()["view"]["round"]["boards"]
    assert [board["number"] for board in boards if board["result"] == "1-0"] == [21]


def test_a_page_follows_the_event_at_once(house: OpenDesk) -> None:
    women_id = numbered(house)
    outside = Visitor(house.site)
    assert has_element(outside.ask("/p/women").text, '[data-board="21"]')
    assert do(house, NumberSections({women_id: 41})) == 200
    assert has_element(outside.ask("/p/women").text, '[data-board="41"]')
    assert do(house, RemoveSection(women_id)) == 200
    page = outside.ask("/p/women").text
    assert has_element(page, '[data-board="1"]')
    assert not has_element(page, "nav.sections")


def test_sections_that_share_a_board_are_shown(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    do(house, NumberSections({open_id: 1, women_id: 5}))  # nine players need boards 1 to 5
    page = house.visitor().ask("/e/spring-festival").text
    assert "A Open and Women share board numbers." in select_text(page, ".note.amber")
    do(house, NumberSections({women_id: 6}))
    assert not has_element(house.visitor().ask("/e/spring-festival").text, ".note.amber")


# -- from one desk to another ------------------------------------------------------------------------------------------


def test_an_event_goes_to_another_desk(house: OpenDesk, tmp_path: Path) -> None:
    _, women_id = two_sections(house)
    assert do(house, NumberSections({women_id: 21})) == 200
    event = house.site.event_of(women_id)
    assert event is not None
    logs = [
        log_file.dumps(stream, house.store.read(stream.id))
        for stream in (event.stream, *(entry.stream for entry in event.sections))
    ]
    (tmp_path / "other").mkdir()
    other = open_desk(tmp_path / "other", shared=True)
    visitor = other.visitor()
    for name, data in zip(("festival", "open", "women"), logs, strict=True):
        place, page = upload_file(visitor, f"{name}.rookery", data)
        assert ("An event with these sections: A Open, Women" in page) == (name == "festival")
        answer = visitor.send("POST", place, data={"csrf_token": visitor.csrf_token})
        assert answer.status_code == 303, answer.text
        folder, _, slug = answer.headers["location"].removeprefix("/").partition("/")
        assert (folder, slug) == (("e", "spring-festival") if name == "festival" else ("t", name))
    assert [entry.stream.slug for entry in other.site.sections_of("women")] == ["open", "women"]
    again = other.site.event_of(women_id)
    assert again is not None
    assert again.first_board(women_id) == 21
    assert other.store.check() == ()
    other.store.close()


def test_a_log_that_is_of_another_kind_than_it_says_is_refused(house: OpenDesk) -> None:
    open_id, _ = two_sections(house)
    stream = house.site.require_stream("open")
    forged = replace(stream, kind="event", id="forged", slug="forged")
    records = [replace(record, stream="forged") for record in house.store.read(open_id)]
    _, page = upload_file(house.visitor(), "forged.rookery", log_file.dumps(forged, records))
    assert "it is not of the kind that it says" in page


# -- live --------------------------------------------------------------------------------------------------------------


def test_the_pages_of_an_event_hear_of_every_section(house: OpenDesk) -> None:
    open_id, women_id = two_sections(house)
    alone = begin(house, "rapid", "Rapid", *crowd("Cedar", 4))
    event = house.site.event_of(open_id)
    assert event is not None
    channel = f"{EVENT}{event.stream.id}{PUBLIC}"

    async def run() -> list[str]:
        async with asyncio.timeout(TIMEOUT), lifespan(house.site):
            total = house.site.index.content().total

            async def start() -> list[Message]:
                return [Message("hello", total)]

            lines, texts = house.site.hub.listen(channel, start), list[str]()
            await anext(lines)
            for stream in (alone, women_id, event.stream.id):
                command = SetEvent({"city": "Hay"}) if stream == event.stream.id else SetHead({"city": "Hay"})
                await asyncio.to_thread(house.desk.do, stream, command)
                if stream != alone:
                    texts.append((await anext(lines)).decode())
            return texts

    first, second = asyncio.run(run())
    assert "event: change" in first
    assert "event: change" in second
    assert "Hay" not in first + second


def test_the_line_of_an_event_answers(house: OpenDesk) -> None:
    two_sections(house)
    assert Visitor(house.site).ask("/p/-/nowhere/live").status_code == 404
    assert house.visitor().ask("/e/nowhere/live").status_code == 404
