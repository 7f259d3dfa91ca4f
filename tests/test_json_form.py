"""The JSON form: what is written is read back, and what cannot be read is located."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.errors import FormatError, Severity
from rookery.json_codec import BYES
from rookery.json_format import dumps, loads
from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    THREE_ONE_NIL,
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    Match,
    NationalRecord,
    PartialDate,
    Player,
    PointAdjustment,
    PointSystem,
    Remark,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    VirtualPoints,
)
from rookery.model.players import Verbatim, verbatim_if_invalid


def test_texts_of_another_form_are_preserved_and_reported() -> None:
    text = '{"rookery": 1, "players": [{"id": 1, "sex": "F", "title": "fm", "federation": "England", "fide_id": 0}]}'
    reading = loads(text)
    player = reading.tournament.players[0]
    assert (player.sex, player.title, player.federation, player.fide_id) == ("F", "fm", "England", None)
    places = {
        text[slice(*(problem.columns[0] - 1, problem.columns[1]))]: problem.severity for problem in reading.problems
    }
    assert places == {'"F"': Severity.WARNING, '"fm"': Severity.WARNING, '"England"': Severity.WARNING,
                      "0": Severity.ERROR}  # fmt: skip
    assert loads(dumps(reading.tournament)).tournament == replace(reading.tournament)


# -- any tournament ----------------------------------------------------------------------------------------------------

texts = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), max_size=12)
points = st.integers(-50, 500)
later = st.sampled_from((PartialDate(9999), PartialDate(9999, 12), PartialDate(9999, 12, 31)))
"""When an event begins: nobody is born later."""
dates = st.builds(PartialDate, st.integers(1, 9998), st.integers(1, 12), st.integers(0, 28)) | st.builds(
    PartialDate, st.integers(1900, 2030)
)
results = st.sampled_from(Result)
forfeits = st.sampled_from([result for result in Result if result.forfeit])
kinds = st.sampled_from(ByeKind)
systems = st.sampled_from(
    [CLASSIC, THREE_ONE_NIL, MATCH_POINTS, PointSystem(win=20, draw=10, loss=5, pab=15, absence=2)]
)
nationals = st.builds(
    NationalRecord, federation=texts, title=texts, rating=st.none() | st.integers(0, 3000), birth=dates
)
events = st.builds(
    TournamentInfo, name=texts, city=texts, start=st.none() | later, deputies=st.lists(texts, max_size=2).map(tuple),
    round_dates=st.lists(st.none() | dates, max_size=3).map(tuple),
)  # fmt: skip


@st.composite
def games_of(draw: st.DrawFn, white: int, black: int) -> Game:
    result = draw(results)
    return Game(white, black, result, draw(st.booleans()) if result.forfeit else True)


@st.composite
def rounds(draw: st.DrawFn, ids: list[int]) -> Round:
    """Everybody once: a game, a two-game match, a bye, or nothing."""
    order = draw(st.permutations(ids))
    games, matches, byes = [], [], []
    while len(order) > 1:
        white, black, *order = order
        what = draw(st.sampled_from(["game", "match", "forfeit", "bye", "nothing"]))
        if what == "game":
            games.append(draw(games_of(white, black)))
        elif what == "match":
            matches.append(Match(white, black, (draw(games_of(white, black)), draw(games_of(black, white)))))
        elif what == "forfeit":
            matches.append(Match(white, black, (), draw(forfeits)))
        elif what == "bye":
            byes.append(Bye(white, draw(kinds)))
    return Round(tuple(games), tuple(matches), tuple(byes), published=draw(st.booleans()))


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    ids = sorted(draw(st.sets(st.integers(1, 20_000), max_size=7)))
    some = st.lists(st.sampled_from(ids), max_size=3).map(tuple) if ids else st.just(())
    players = tuple(
        Player(
            one, draw(texts), draw(st.none() | st.integers(0, 3000)), verbatim_if_invalid("federation", draw(texts)),
            verbatim_if_invalid("title", draw(texts)),
            birth=draw(st.none() | dates), fide_id=draw(st.none() | st.integers(1, 10**9)),
            national=draw(st.lists(nationals, max_size=1).map(tuple)), points=draw(st.none() | points),
        )
        for one in ids
    )  # fmt: skip
    asked = [draw(st.sampled_from([ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO])) for _ in ids[:2]]
    return Tournament(
        info=draw(events),
        players=players,
        teams=(Team(3, draw(texts), tuple(ids[:2]), strength=5),) if draw(st.booleans()) else (),
        rounds=tuple(draw(st.lists(rounds(ids), max_size=3))),
        planned_rounds=draw(st.none() | st.integers(1, 999)),
        system=draw(texts.map(Verbatim)),
        points=draw(systems),
        match_points=draw(systems),
        team_bye_points=draw(st.none() | points),
        tiebreaks=draw(st.lists(texts.map(Verbatim), max_size=3).map(tuple)),
        initial_colour=draw(st.none() | st.sampled_from(Colour)),
        by_rank=draw(st.booleans()),
        unrated=draw(st.none() | st.integers(1, 9999)),
        requested_byes=tuple(RequestedBye(9, one, kind) for one, kind in zip(ids, asked, strict=False)),
        forbidden_pairs=(ForbiddenPair(draw(some), 1, draw(st.none() | st.integers(1, 9))),)
        if draw(st.booleans())
        else (),
        acceleration=(VirtualPoints(1, 4, 1, 2, draw(points)),) if draw(st.booleans()) else (),
        remarks=(Remark(draw(texts) + "!", draw(st.none() | st.integers(1, 9))),) if draw(st.booleans()) else (),
        point_adjustments=(PointAdjustment(draw(some), "W", draw(points), round=2),) if draw(st.booleans()) else (),
    )


@given(tournaments())
def test_what_is_written_is_read_back(tournament: Tournament) -> None:
    text = dumps(tournament)
    reading = loads(text)
    assert all(
        problem.severity is Severity.WARNING for problem in reading.problems
    )  # of federations and titles of no form
    assert reading.tournament == tournament
    assert dumps(reading.tournament) == text
    assert json.loads(text)["rookery"] == 1


def test_a_team_event_is_read_back() -> None:
    players = tuple(Player(n, f"P{n}") for n in range(1, 5))
    teams = (Team(1, "Rooks", (1, 2)), Team(2, "Knights", (3, 4)))
    games = (Game(1, 3, Result.DRAW), Game(4, 2, Result.WHITE_WINS))
    round = Round(matches=(Match(1, 2, games),), player_byes=())
    tournament = Tournament(players=players, teams=teams, team_event=True, rounds=(round,), board_colours="WB")
    assert loads(dumps(tournament)).tournament == tournament


def test_everybody_has_a_line_whatever_they_are_called() -> None:
    names = ['}, {"id": 3', "}\n{", "\r", "}\r\n{", ", ", "\u2028", "[{}]", ""]
    text = dumps(Tournament(players=tuple(Player(one, name) for one, name in enumerate(names, 1))))
    lines = text.split("\n")[2:-1]
    assert [json.loads(line.rstrip(",]}") + "}")["name"] for line in lines] == names
    assert [each["name"] for each in json.loads(text)["players"]] == names


def test_there_is_no_limit_of_9999_players() -> None:
    tournament = Tournament(players=tuple(Player(n) for n in range(1, 12_001)))
    assert len(loads(dumps(tournament)).tournament.players) == 12_000


def test_every_player_has_an_identity() -> None:
    player = json.loads(dumps(Tournament(players=(Player(1),))))["players"][0]
    assert player == {"id": 1, "name": "", "rating": None, "federation": "", "title": ""}


# -- what is wrong, and where ------------------------------------------------------------------------------------------

TWO = '"players": [{"id": 1}, {"id": 2}], '
WRONG = [
    ('"planned": 0', "planned", "value"),
    ('"planned": "five"', "planned", "value"),
    ('"event": 3', "event", "value"),
    ('"event": {"start": "yesterday"}', "event.start", "value"),
    ('"event": {"start": "2026-13-01"}', "event.start", "value"),
    ('"event": {"name": "two\\nlines"}', "event.name", "value"),
    ('"points": {"win": 1, "draw": 0.8}', "points", "impossible"),
    ('"points": {"win": 0.33}', "points.win", "value"),
    ('"points": {"win": 1e999999}', "points.win", "value"),
    ('"players": 4', "players", "value"),
    ('"players": [4]', "players[0]", "value"),
    ('"players": [{"name": "Nobody"}]', "players[0]", "missing"),
    ('"players": [{"id": 1}, {"id": 1}]', "players[1]", "impossible"),
    ('"players": [{"id": 0}]', "players[0]", "impossible"),
    ('"players": [{"id": 1, "rating": "2100"}]', "players[0].rating", "value"),
    (TWO + '"rounds": [{"games": [{"white": 1, "black": 3}]}]', "rounds[0].games[0]", "impossible"),
    (TWO + '"rounds": [{"byes": [{"player": 1, "kind": "long"}]}]', "rounds[0].byes[0].kind", "value"),
    (TWO + '"rounds": [{"byes": [{"player": 1}]}]', "rounds[0].byes[0]", "missing"),
    (TWO + '"rounds": [{"games": [{"white": 1, "black": 2, "result": "1-1"}]}]', "rounds[0].games[0].result", "value"),
    (TWO + '"rounds": [{"games": [{"white": 1, "black": 1}]}]', "rounds[0].games[0]", "impossible"),
    (TWO + '"rounds": [{"byes": [{"player": 1, "kind": "half"}, {"player": 1, "kind": "half"}]}]', "rounds[0].byes[1]",
     "impossible"),
    ('"teams": [{"id": 1, "players": [7]}]', "teams[0]", "impossible"),
    ('"requested": [{"round": 2, "player": 7, "kind": "half"}]', "requested[0]", "impossible"),
    (TWO + '"requested": [{"round": 2, "player": 1, "kind": "pairing-allocated"}]', "requested[0]", "impossible"),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "path", "code"), WRONG)
def test_a_problem_has_its_path_and_its_place(inside: str, path: str, code: str) -> None:
    text = '{"rookery": 1,\n ' + inside + "}"
    problems = loads(text).problems
    found = [problem for problem in problems if problem.field == path and problem.code == code]
    assert found, problems
    assert found[0].severity is Severity.ERROR
    first, last = found[0].columns
    line = text.split("\n")[found[0].line - 1]
    key = path.rsplit(".", 1)[-1].split("[")[0]
    assert found[0].line == 2
    assert line[first - 1 : last]
    if "." in path or "[" not in path:
        assert line[: first - 1].rstrip(" :").endswith(f'"{key}"') or "[" in path


def test_unknown_keys_are_warnings() -> None:
    text = '{"rookery": 1, "sponsor": "Tea Ltd", "players": [{"id": 1, "hat": true}]}'
    problems = loads(text).problems
    assert [(p.severity, p.code, p.field) for p in problems] == [
        (Severity.WARNING, "unknown-key", "players[0].hat"),
        (Severity.WARNING, "unknown-key", "sponsor"),
    ]
    assert text[problems[1].columns[0] - 1 :].startswith('"sponsor": "Tea Ltd"')


NO_TOURNAMENT = (
    "{",
    '{"rookery": 1,}',
    "[1, 2]",
    "{}",
    '{"rookery": "1"}',
    '{"rookery": true}',
    '{"rookery": 2}',
    '{"rookery": 1, "planned": NaN}',
    '{"rookery": 1, "planned": 3, "planned": 4}',
    '{"rookery": 1, "a": ' + "[" * 100_000 + "]" * 100_000 + "}",
)


@pytest.mark.parametrize("text", NO_TOURNAMENT, ids=lambda text: text[:30])
def test_what_is_no_tournament_raises_with_words(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    (problem,) = caught.value.problems
    assert problem.code == "json"
    # A problem with a place ends with the reason of Python's reader, which differs between versions of Python.
    assert (problem.text.rpartition(": ")[0] if problem.line else problem.text) == snapshot


KEYS = st.sampled_from(["players", "rounds", "games", "id", "white", "event", "points", "byes", "kind"])
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5)
)
ANYTHING = st.recursive(LEAVES, lambda v: st.lists(v, max_size=3) | st.dictionaries(KEYS, v, max_size=4), max_leaves=12)


def tournament_with(value: object) -> str:
    return json.dumps({"rookery": 1, "players": [{"id": 1}], "event": value, "rounds": value, "points": value})


@given(st.text(max_size=40) | ANYTHING.map(tournament_with))
def test_no_text_brings_it_down(text: str) -> None:
    try:
        reading = loads(text)
    except FormatError:
        return
    assert loads(dumps(reading.tournament)).tournament == reading.tournament


def test_load_and_dump_know_the_form() -> None:
    tournament = Tournament(players=(Player(1, "Čapek, Žofie"),), planned_rounds=3)
    data = rookery.dumps(tournament, "json")
    assert rookery.loads(data).tournament == tournament
    assert rookery.loads(data.decode()).tournament == tournament
    assert rookery.loads(b"\xef\xbb\xbf" + data).tournament == tournament


def test_byes_have_five_names() -> None:
    assert set(BYES.values()) == set(ByeKind)


@pytest.mark.parametrize(
    ("inside", "path"),
    [
        ('"players": [{"id": "1"}]', "players[0].id"),
        ('"players": [{"id": 1}], "requested": [{"round": 1, "player": 1, "kind": "hlaf"}]', "requested[0].kind"),
    ],
)
def test_a_mistake_is_a_single_problem(inside: str, path: str) -> None:
    (problem,) = loads(f'{{"rookery": 1, {inside}}}').problems
    assert (problem.code, problem.field, problem.severity) == ("value", path, Severity.ERROR)


def test_an_unknown_key_is_pointed_at_itself() -> None:
    text = '{"rookery": 1, "players": [{"id": 1, "colur": {"colur": 1}}]}'
    (problem,) = loads(text).problems
    first, last = problem.columns
    assert (problem.code, text[first - 1 : last]) == ("unknown-key", '"colur"')
    assert first == text.index('"colur"') + 1
