"""The public page of a player, the search by name, and the watch list: content, privacy, size."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import rookery
from rookery._record import replace
from rookery.model import ByeKind, PartialDate, Result
from rookery.storage.records import Entry
from rookery.tournaments.domain.byes import AskBye, Expel
from rookery.tournaments.domain.import_export import TournamentImported
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import PublishRound
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound, ScheduleRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.event import event_to_data
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.visitors import OpenDesk, open_desk

NAMES = ("Ash, Bo", "Dvořák, Jiří", "Müller, Jörg", "Siskin, Sanna", "Elm-Oak, Di", "O'Neill, Amélie")
MOST_TRANSFERRED = 60 * 1024
"""What a phone may load for a page, with scripts and styles, compressed."""


def publish(hall: OpenDesk, slug: str) -> None:
    """Publish what is paired, where that is needed."""
    try:
        from support.publication import publish as publish_rounds  # type: ignore[import-not-found,unused-ignore]
    except ModuleNotFoundError:
        return
    publish_rounds(hall.desk, hall.site.require_stream(slug).id)


def import_last_round(hall: OpenDesk, slug: str, players: int, open_games: int) -> None:
    """A generated tournament whose last round has open games."""
    t = rookery.generate(rookery.GeneratorSettings(system="dutch", players=players, rounds=5), 4)
    last, games = t.rounds[-1], list(t.rounds[-1].games)
    games[:open_games] = [replace(game, result=Result.PENDING) for game in games[:open_games]]
    everybody = tuple(
        replace(player, key=f"p{player.number}", name=f"Player {player.number:03}", points=None, rank=None)
        for player in t.players
    )
    t = replace(t, players=everybody, planned_rounds=5, rounds=(*t.rounds[:-1], replace(last, games=tuple(games))))
    event = TournamentImported(t, lots="seed")
    hall.store.create(slug, "tournament", slug)
    entry = Entry(event.KIND, event.FORM, event_to_data(event))
    hall.store.append(slug, 0, [entry], command="held", actor="ada", at="2026-11-16T09:00:00Z")
    publish(hall, slug)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    stream = made.desk.create("club")
    made.desk.do(stream, OpenTournament("Club", TournamentRules(system="dutch", rounds=3), lots="seed"))
    birth = PartialDate(2015, 7, 31)
    facts = tuple(Facts(name, 2000 - at, birth=birth) for at, name in enumerate(NAMES))
    made.desk.do(stream, EnterPlayers(facts))
    yield made
    made.store.close()


def club(hall: OpenDesk) -> str:
    return hall.site.require_stream("club").id


def page(hall: OpenDesk, path: str) -> str:
    answer = hall.outside().ask(path)
    assert answer.status_code == 200, answer.text
    return re.sub(
        r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2].partition("</main>")[0]))
    )


# -- the page of a player ----------------------------------------------------------------------------------------------


def test_the_page_names_board_colour_opponent_and_start(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), ScheduleRound(1, PartialDate(2026, 11, 22), "10:00"))
    hall.desk.do(club(hall), PairRound())
    publish(hall, "club")
    game = hall.desk.state(club(hall)).tournament.rounds[0].games[0]
    colour, opponent = ("White", game.black) if game.white == 1 else ("Black", game.white)
    text = page(hall, "/p/club/player/p1")
    assert re.search(rf"Round 1 22 November 2026, 10:00 .*Board 1 {colour} against {NAMES[opponent - 1]}", text), text


def test_the_page_follows_a_result_and_a_move(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), PairRound())
    publish(hall, "club")
    game = hall.desk.state(club(hall)).tournament.rounds[0].games[0]
    hall.desk.do(club(hall), EnterResult(1, f"p{game.white}", f"p{game.black}", Result.WHITE_WINS))
    publish(hall, "club")
    texts = [page(hall, f"/p/club/player/p{number}") for number in (game.white, game.black)]
    assert "Result 1" in texts[0]
    assert "Result 0" in texts[1]


def test_no_rank_is_shown_before_standings_are_public(hall: OpenDesk) -> None:
    """Points of public results are shown, the rank only once standings are, with their round if it is not the last."""

    def play(number: int) -> None:
        hall.desk.do(club(hall), PairRound())
        for game in hall.desk.state(club(hall)).tournament.rounds[number - 1].games:
            hall.desk.do(club(hall), EnterResult(number, f"p{game.white}", f"p{game.black}", Result.WHITE_WINS))
        hall.desk.do(club(hall), PublishRound(number, ("pairings", "results")))

    play(1)
    game = hall.desk.state(club(hall)).tournament.rounds[0].games[0]
    paths = (f"/p/club/player/p{game.white}", f"/p/club/watch/lines?who=club/p{game.white}")
    for path in paths:
        text = hall.outside().ask(path).text
        assert "of 6" not in text
        assert "Why 1st?" not in text
    assert "1.0 points" in page(hall, paths[0])
    hall.desk.do(club(hall), PublishRound(1, ("standings",)))
    for path in paths:
        assert "of 6" in hall.outside().ask(path).text
    assert "after round 1" not in page(hall, paths[0])
    play(2)
    assert "of 6, after round 1" in page(hall, paths[0])


def test_private_facts_are_on_no_public_page(hall: OpenDesk) -> None:
    """Neither birth dates, nor requested byes of rounds to come, nor why a player was expelled."""
    hall.desk.do(club(hall), AskBye("p2", (2,), ByeKind.HALF))
    hall.desk.do(club(hall), PairRound())
    publish(hall, "club")
    with pytest.raises(ConfirmationRequiredError) as asked:
        hall.desk.do(club(hall), Expel("p3", "hid a telephone"))
    hall.desk.do(club(hall), Expel("p3", "hid a telephone"), acknowledged=asked.value.tokens)
    for path in ("/player/p2", "/player/p3", "/players", "/watch/lines?who=club/p2,club/p3", "/player/p2/calendar.ics"):
        for at in (f"/p/club{path}", f"/api/v1/p/club{path}"):
            text = hall.outside().ask(at).text
            assert "2015" not in text
            assert "telephone" not in text
            assert "half-point bye" not in text


def test_the_tie_breaks_are_shown_with_their_sums(hall: OpenDesk) -> None:
    import_last_round(hall, "open", 14, 4)
    text = page(hall, "/p/open/player/p4")
    assert "Why " in text
    assert re.search(r"Tie-breaks .*(Buchholz|Sonneborn)", text)


# -- the last round ----------------------------------------------------------------------------------------------------


def test_the_last_round_says_what_is_possible_and_what_decides(hall: OpenDesk) -> None:
    """The conditions are true for every combination of results, ranked by the library."""
    import_last_round(hall, "open", 10, 3)
    pending = hall.desk.state("open").tournament.rounds[-1].pending
    player = pending[0].white
    text = page(hall, f"/p/open/player/p{player}")
    assert "What is possible in the last round" in text
    assert re.search(r"Win \d+\.\d \d+\w\w \d+\w\w Draw", text), text
    part = hall.outside().ask(f"/p/open/player/p{player}/last-round")
    assert part.status_code == 200
    assert re.search("certain if|impossible if|Certain, whatever|No longer possible|more than three", part.text)
    without_script = page(hall, f"/p/open/player/p{player}?reach=1")
    assert "among the first 3" in without_script


def test_too_many_open_games_name_no_conditions(hall: OpenDesk) -> None:
    import_last_round(hall, "open", 30, 12)
    player = hall.desk.state("open").tournament.rounds[-1].pending[0].white
    text = page(hall, f"/p/open/player/p{player}")
    assert "What is possible in the last round" in text
    assert "Which results decide?" not in text
    part = hall.outside().ask(f"/p/open/player/p{player}/last-round")
    assert "This cannot be said for this tournament." in part.text


def test_no_note_on_the_last_rounds_before_they_begin(hall: OpenDesk) -> None:
    hall.desk.do(club(hall), PairRound())
    publish(hall, "club")
    assert "What is possible" not in page(hall, "/p/club/player/p1")


# -- find --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("query", "found"), [
    ("dvorak", ["p2"]), ("JIRI dvo", ["p2"]), ("mueller", ["p3"]), ("jorg", ["p3"]), ("müller, j", ["p3"]),
    ("oak", ["p5"]), ("elm-oak", ["p5"]), ("oneill", ["p6"]), ("o'neill", ["p6"]), ("amelie o", ["p6"]), ("x", []),
    ("", ["p1", "p2", "p5", "p3", "p6", "p4"]), ("ash bo", ["p1"]), ("ash sanna", []),
])  # fmt: skip
def test_search_accepts_any_spelling(hall: OpenDesk, query: str, found: list[str]) -> None:
    text = hall.outside().ask("/p/club/players", params={"q": query}).text
    assert re.findall(r'href="/p/club/player/(p\d)"', text) == found


def test_a_query_is_escaped(hall: OpenDesk) -> None:
    text = hall.outside().ask("/p/club/players", params={"q": '"><script>x'}).text
    assert "<script>x" not in text


# -- the watch list ----------------------------------------------------------------------------------------------------


def test_the_lines_of_a_watch_list_are_the_requested(hall: OpenDesk) -> None:
    """Unknown players, other events and repetitions are left out; the order is that of the list."""
    import_last_round(hall, "open", 8, 2)
    hall.desk.do(club(hall), PairRound())
    publish(hall, "club")
    text = hall.outside().ask("/p/club/watch/lines?who=club/p3,club/p1,club/p99,open/p1,club/p3,x,/").text
    assert re.findall(r'data-row="([^"]+)"', text) == ["club/p3", "club/p1"]
    assert "Board" in text


def test_the_page_of_the_watch_list_explains_itself_without_script(hall: OpenDesk) -> None:
    text = page(hall, "/p/club/watch")
    assert "press Follow" in text
    assert "needs JavaScript" in text


# -- size --------------------------------------------------------------------------------------------------------------


def test_a_phone_loads_little(hall: OpenDesk) -> None:
    """The page with all its scripts and styles, as they are sent compressed."""
    import_last_round(hall, "open", 60, 6)
    visitor = hall.outside()
    headers = {"accept-encoding": "gzip"}
    for path in ("/p/open/player/p7", "/p/open/watch", "/p/open/players?q=player"):
        html = visitor.ask(path, headers).text
        addresses = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', html)}
        seen: set[str] = set()
        total = len(gzip.compress(html.encode(), 6))
        while addresses:
            address = addresses.pop()
            seen.add(address)
            answer = visitor.ask(address, headers)
            assert answer.status_code == 200, address
            assert answer.headers["content-encoding"] == "gzip", address
            total += len(gzip.compress(answer.content, 9))
            folder = address.rpartition("/")[0]
            found = re.findall(r'^(?:import|export)\b[^"]*"\./([\w.]+)"', answer.text, re.M)
            found += re.findall(r'^\} from "\./([\w.]+)"', answer.text, re.M)
            addresses |= {f"{folder}/{name}" for name in found} - seen
        assert len(seen) > 10, "the scripts are found"
        assert total <= MOST_TRANSFERRED, (path, total)
