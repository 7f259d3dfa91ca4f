"""Pictures: well-formed, described, in words as well, the same every time, and true to the library."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import charts
from rookery.charts import Drawing
from rookery.charts.svg import DARK, LIGHT
from rookery.formatting import format_points, participant_label
from rookery.history.history import Float, History, round_outcomes
from rookery.messages import make_printable
from rookery.regulations import parse_type_code
from support.sample_tournaments import events, knockout

DRAWERS: dict[str, Callable[[rookery.Tournament], Drawing]] = {
    "heat": charts.draw_heatmap,
    "scores": charts.draw_scores,
    "ranks": charts.draw_ranks,
    "histories": charts.draw_colour_histories,
    "groups": charts.draw_groups,
    "tree": charts.draw_bracket,
}
SVG = "{http://www.w3.org/2000/svg}"
INKS = {"#1d1b17", "#f4f1e8"}
"""On a light square and on a dark one, whatever the page."""


def all_cases() -> list[tuple[str, str]]:
    return [(name, how) for name in events() for how in DRAWERS]


def is_empty(name: str, how: str) -> bool:
    """Whether an event has nothing to draw in this way."""
    event, format = events()[name], parse_type_code(events()[name].system).format
    empty = {
        "scores": not event.rounds,
        "ranks": not event.rounds,
        "groups": not event.rounds or format.predetermined or format.eliminates or format.club_rules,
        "tree": not format.eliminates,
    }
    return bool(empty.get(how))


def draw(name: str, how: str) -> Drawing | None:
    """A picture, or nothing where there is nothing to draw."""
    if not is_empty(name, how):
        return DRAWERS[how](events()[name])
    with pytest.raises(rookery.RuleError):
        DRAWERS[how](events()[name])
    return None


@pytest.mark.parametrize("how", DRAWERS)
def test_a_picture_of_nothing_is_refused_with_the_reason(how: str, snapshot: SnapshotAssertion) -> None:
    messages = {}
    for name in events():
        if is_empty(name, how):
            with pytest.raises(rookery.RuleError) as caught:
                DRAWERS[how](events()[name])
            messages[name] = str(caught.value)
    assert messages == snapshot


@pytest.mark.parametrize(("name", "how"), all_cases())
def test_a_picture_is_well_formed_and_described(name: str, how: str) -> None:
    found = draw(name, how)
    if found is None:
        return
    tree = ElementTree.fromstring(found.svg)
    assert tree.get("role") == "img"
    assert [child.tag for child in tree][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert tree[0].text == make_printable(found.title)
    assert name == "empty" or (tree[1].text and found.text)
    assert found == draw(name, how)
    assert {each.tag.removeprefix(SVG) for each in tree.iter()} <= {"svg", "g", "title", "desc", "rect", "text", "path"}


@pytest.mark.parametrize(("name", "how"), all_cases())
def test_a_picture_has_the_colours_of_the_page_and_loads_nothing(name: str, how: str) -> None:
    found = draw(name, how)
    if found is None:
        return
    width, height = (float(each) for each in ElementTree.fromstring(found.svg).attrib["viewBox"].split()[2:])
    for each in ElementTree.fromstring(found.svg).iter():
        assert not set(each.attrib) & {"style", "class", "id", "href", "onload"}
        for name_ in ("fill", "stroke"):
            value = each.get(name_, "none")
            token = re.fullmatch(r"var\(--([a-z0-9-]+),(#[0-9a-f]{6})\)", value)
            assert value == "none" or value in INKS or (token is not None and LIGHT[token[1]] == token[2]), value
        if each.tag == f"{SVG}text":
            assert 0 <= float(each.attrib["x"]) <= width
            assert 0 <= float(each.attrib["y"]) <= height


def test_both_themes_have_the_same_tokens() -> None:
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("name", ["swiss", "large", "team-swiss", "keizer", "hostile"])
def test_everybody_is_in_the_words(name: str) -> None:
    event = events()[name]
    assert len(charts.draw_heatmap(event).text.splitlines()) == len(event.participants_by_number)
    assert len(charts.draw_colour_histories(event).text.splitlines()) == sum(
        1 + participant.name.count("\n") for participant in event.participants
    )


@pytest.mark.parametrize("name", ["swiss", "keizer", "cup of 13, played in part"])
def test_every_square_of_the_heat_says_what_it_shows(name: str) -> None:
    """A square for each meeting tells the round, the opponent and the result; its colour says how it was."""
    event = events()[name]
    told = {}
    for group in ElementTree.fromstring(charts.draw_heatmap(event).svg).iter(f"{SVG}g"):
        title, tile, sign = group
        said = (title.text or "", sign.text or "")
        fill = re.sub(r"var\(--(\w+),.*", r"\1", tile.get("fill", ""))
        told.setdefault(said, []).append(fill)  # the same may have happened to several
    fills = {"won": "baize", "drawn": "amber", "lost": "red", "open": "none", "free": "none"}
    for number, column in enumerate(History(event).round_results):
        for one, meeting in column.items():
            if meeting.opponent is None:
                continue
            other, first = participant_label(event.participants_by_number[meeting.opponent]), f"Round {number + 1}, "
            found = [some for (title, sign), some in told.items()
                     if title.startswith(first) and title.endswith(f"{other}: {sign}")]  # fmt: skip
            assert found == [[fills[round_outcomes(event)[one][number]]]], (one, number)


def test_eliminated_players_have_no_squares_after_elimination(snapshot: SnapshotAssertion) -> None:
    svg = ElementTree.fromstring(charts.draw_heatmap(events()["cup of 13, played in part"]).svg)
    titles = [title.text or "" for title in svg.iter(f"{SVG}title")]
    assert [title for title in titles if title.startswith("Round 2")] == snapshot


def test_names_that_bite_are_only_names() -> None:
    svg = charts.draw_colour_histories(events()["hostile"]).svg
    assert "<script" not in svg
    assert "<img" not in svg
    shown = "".join(text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))
    assert "<script>alert" in shown


def test_points_and_ranks_are_those_of_the_library() -> None:
    event = events()["norms"]
    after = [{row.id: row for row in rookery.standings(event, after=n)} for n in range(1, 11)]
    for line in charts.draw_scores(event, (2, 5)).text.splitlines()[1:]:
        one = int(re.findall(r"\((\d+)\)", line)[0])
        assert line.split(": ")[1] == ", ".join(["0.0", *(format_points(rows[one].points) for rows in after)]) + "."
    for line in charts.draw_ranks(event, (2, 5)).text.splitlines()[1:]:
        one = int(re.findall(r"\((\d+)\)", line)[0])
        assert line.split(": ")[1] == ", ".join([str(one), *(str(rows[one].rank) for rows in after)]) + "."


def test_the_best_players_are_drawn_and_others_on_request(snapshot: SnapshotAssertion) -> None:
    event = events()["large"]
    assert len(charts.draw_ranks(event).text.splitlines()) == 1 + 8
    assert len(charts.draw_scores(event, (200, 7)).text.splitlines()) == 1 + 2
    with pytest.raises(rookery.RuleError) as caught:
        charts.draw_scores(event, (201,))
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("round", [2, 5, 10])
def test_every_float_has_an_arrow(round: int) -> None:
    event = events()["large"]
    view = History(event.before_round(round + 1)).before(round + 1)
    played = {one for pair in event.rounds[round - 1].pairs for one in pair}
    down = {one for one, kind in view.floats(1).items() if kind is Float.DOWN and one in played}
    forfeits = {
        one for game in event.rounds[round - 1].games if game.result.forfeit for one in (game.white, game.black)
    }
    text = charts.draw_groups(event, round).text
    told = set(map(int, re.findall(r"\((\d+)\) floats down", text)))
    assert told - forfeits == down - forfeits
    assert charts.draw_groups(event, round).svg.count("l-4 -7h8z") == len(told)


@pytest.mark.parametrize("round", [2, 5, 10])
def test_everybody_has_their_colour_in_the_groups(round: int) -> None:
    event = events()["large"]
    chips = re.findall(r'<rect([^>]*rx="5"[^>]*)/>\s*<text[^>]*>[▲▼]?(\d+)', charts.draw_groups(event, round).svg)
    seen = {int(one): ground.partition('fill="var(--')[2].partition(",")[0] for ground, one in chips}
    wanted = dict.fromkeys(event.participants_by_number, "sheet")
    for white, black in event.rounds[round - 1].pairs:
        wanted |= {white: "white-side", black: "black-side"}
    assert seen == {one: wanted[one] for one in seen}
    assert len(seen) == len(chips) >= 2 * len(event.rounds[round - 1].pairs)


def test_floats_and_colours_in_words(snapshot: SnapshotAssertion) -> None:
    line = charts.draw_colour_histories(events()["swiss"], (3,)).text
    assert line.startswith("Thistlewood, Oscar (3): ")
    assert line == snapshot


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (13, 2), (5, 0), (64, 6)])
def test_a_bracket_names_the_qualified(players: int, rounds: int, snapshot: SnapshotAssertion) -> None:
    cup = knockout(players, rounds)
    drawing = charts.draw_bracket(cup)
    assert drawing.svg.count("✓") == sum(len(round.pairs) + len(round.byes) for round in cup.rounds)
    stages = (players - 1).bit_length()
    over = rounds > 0 and 2**rounds == players
    assert len(drawing.text.splitlines()) == stages + over
    assert drawing.text == snapshot
