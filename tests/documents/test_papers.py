"""Papers: what stands in them is what the library says, and nothing is lost or added on the way to the page."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery import documents
from rookery._record import replace
from rookery.collation import sort_key
from rookery.documents import PAPERS, Paper, PaperRequest
from rookery.documents.model import MADE_BY, Cards, Grid, Picture, QrCode, Words
from rookery.documents.typst_printer import _format_string
from rookery.formatting import format_points, format_result
from rookery.history.completion import find_withdrawals
from rookery.messages import make_printable
from support.sample_tournaments import HOSTILE, events, knockout

PRIZES = "1,500\n2,300.50\n3,100\n"
VOID = {"meta", "br", "img", "rect", "path"}


def complete_request(event: rookery.Tournament, what: str) -> PaperRequest:
    """What must be said so that this paper can be made."""
    return PaperRequest(player=min(event.participants_by_number) if what == "reasons" else None, prizes=PRIZES)


def all_papers() -> list[tuple[str, str]]:
    """Every paper of every tournament."""
    return [(name, kind.name) for name, event in events().items() for kind in documents.available_papers(event)]


def build_paper(name: str, what: str) -> Paper | None:
    """A paper; none of a norm that nobody has made."""
    try:
        return documents.build_paper(events()[name], what, complete_request(events()[name], what))
    except rookery.RuleError:
        assert what == "norm"
        return None


class Page(HTMLParser):
    """A page read as a browser does: the rows of its tables, all its text, and the tags left open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.heads: list[str] = []
        self.tags: set[str] = set()
        self.text = ""
        self.cell: str | None = None
        self.open: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.cell = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open.pop() == tag
        if tag == "td":
            self.rows[-1].append(self.cell or "")
        if tag == "th":
            self.heads.append(self.cell or "")
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell += data
        if "style" not in self.open:
            self.text += data


# -- every paper in both printers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "what"), all_papers())
def test_a_page_has_every_cell_of_the_paper(name: str, what: str) -> None:
    paper = build_paper(name, what)
    if paper is None:
        return
    text = documents.to_html(paper)
    page = Page(text)
    grids = [block for block in paper.blocks if isinstance(block, Grid)]
    cells = [[make_printable(cell) for cell in row] for grid in grids for row in grid.table.rows]
    assert page.open == []
    if not any(isinstance(block, Cards) for block in paper.blocks):
        assert [row for row in page.rows if row] == [row for row in cells if row]
    assert page.heads == [make_printable(column.title) for grid in grids for column in grid.table.columns]
    for said in (paper.title, paper.event, paper.about, paper.state, MADE_BY):
        assert make_printable(said) in page.text
    assert text == documents.to_html(paper)


@pytest.mark.parametrize(("name", "what"), all_papers())
def test_a_page_is_self_contained(name: str, what: str) -> None:
    paper = build_paper(name, what)
    if paper is None:
        return
    page, text = Page(documents.to_html(paper)), documents.to_html(paper)
    assert page.tags <= {
        "html", "head", "meta", "title", "style", "body", "header", "main", "footer", "section", "div", "span", "p",
        "b", "h1", "h2", "table", "caption", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd",
        "svg", "desc", "rect", "text", "path",
    }  # fmt: skip
    names = {name for name, _ in page.attributes}
    assert not names & {"src", "href", "style", "srcset", "action", "data"}
    assert not {name for name in names if name.startswith("on")}
    assert "@import" not in text
    assert "url(" not in text
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert ("lang", "en") in page.attributes


@pytest.mark.slow
@pytest.mark.parametrize(("name", "what"), [pair for pair in all_papers() if pair[0] != "large"])
def test_typst_takes_every_paper(name: str, what: str) -> None:
    compiler = pytest.importorskip("typst")
    paper = build_paper(name, what)
    if paper is None:
        return
    first = documents.to_pdf(paper)
    assert first.startswith(b"%PDF-")
    assert compiler.compile(documents.to_typst(paper).encode(), format="pdf", timestamp=0) == first


@pytest.mark.parametrize("what", ["pairings", "standings", "slips"])
def test_a_large_event_as_pdf(what: str) -> None:
    pytest.importorskip("typst")
    paper = build_paper("large", what)
    assert paper is not None
    assert len(documents.to_pdf(paper)) > 20_000


@pytest.mark.parametrize("text", HOSTILE)
def test_a_string_of_typst_is_what_it_was(text: str) -> None:
    compiler = pytest.importorskip("typst")
    numbers = "".join(f"{ord(each)}, " for each in make_printable(text))
    compiler.compile(f"#assert.eq({_format_string(text)}.codepoints().map(str.to-unicode), ({numbers}))".encode())


def test_names_that_bite_are_only_names() -> None:
    page = Page(documents.to_html(documents.build_paper(events()["hostile"], "players")))
    there = {cell for row in page.rows for cell in row}
    assert {make_printable(player.name) for player in events()["hostile"].players} <= there
    assert "script" not in page.tags
    assert "img" not in page.tags


def test_fide_endorsement_is_never_claimed() -> None:
    for name, what in all_papers():
        paper = build_paper(name, what) if name != "large" else None
        text = Page(documents.to_html(paper)).text.lower() if paper is not None else ""
        assert "endorsed" not in text
        assert "approved" not in text


# -- what stands in them -----------------------------------------------------------------------------------------------


def grids(event: rookery.Tournament, what: str, request: PaperRequest | None = None) -> list[Grid]:
    return [block for block in documents.build_paper(event, what, request).blocks if isinstance(block, Grid)]


def column(grid: Grid, title: str, place: int = 0) -> list[str]:
    """The cells under a title; of several such columns the one at this place."""
    at = [at for at, each in enumerate(grid.table.columns) if each.title == title][place]
    return [row[at] for row in grid.table.rows]


@pytest.mark.parametrize("name", ["swiss", "lim", "norms", "round-robin", "large"])
def test_pairings_are_the_boards_with_their_results(name: str) -> None:
    event = events()[name]
    grid = grids(event, "pairings")[0]
    games = [game for game in rookery.boards(event, len(event.rounds)) if isinstance(game, rookery.Game)]
    assert list(map(int, column(grid, "No"))) == [game.white for game in games]
    assert list(map(int, column(grid, "No", 1))) == [game.black for game in games]
    pending = rookery.Result.PENDING
    assert column(grid, "Result") == ["" if game.result is pending else format_result(game.result) for game in games]
    won = {cell for cell, mark in grid.marks.items() if mark == "winner"}
    assert len(won) == sum(game.result.white is not game.result.black for game in games)


@pytest.mark.parametrize("name", ["swiss", "begun", "large", "teams", "keizer", "double-swiss"])
def test_the_list_by_name_has_every_player_once_and_in_order(name: str) -> None:
    event = events()[name]
    grid = grids(event, "names")[0]
    numbers = list(map(int, column(grid, "No")))
    left = find_withdrawals(event) | {one.player: one.round for one in event.expelled}
    seated, now = {one for pair in event.rounds[-1].pairs for one in pair}, len(event.rounds)
    assert sorted(numbers) == sorted(
        one for one in event.participants_by_number if one in seated or left.get(one, now + 1) > now
    )
    assert numbers == sorted(numbers, key=lambda one: (sort_key(event.participants_by_number[one].name), one))
    opponents = {
        one: other for white, black in event.rounds[-1].pairs for one, other in ((white, black), (black, white))
    }
    shown = dict(zip(numbers, column(grid, "No", 1), strict=True))
    assert {one: int(other) for one, other in shown.items() if other} == opponents


@pytest.mark.parametrize(
    "name", ["swiss", "norms", "round-robin", "teams", "team-swiss", "keizer", "large", "cup of 8"]
)
def test_standings_are_those_of_the_library(name: str) -> None:
    event = events()[name]
    grid, found = grids(event, "standings")[0], rookery.standings(event)
    assert list(map(int, column(grid, "No"))) == [row.id for row in found.rows]
    assert [int(rank.rstrip("=")) for rank in column(grid, "Rank")] == [row.rank for row in found.rows]
    assert format_points(found.rows[0].points) in grid.table.rows[0]


def test_the_value_that_decides_is_marked() -> None:
    grid = grids(events()["swiss"], "standings")[0]
    marked = sorted(cell for cell, mark in grid.marks.items() if mark == "decided")
    assert [(row, grid.table.columns[at].title) for row, at in marked][:2] == [(3, "BH/C1"), (4, "BH/C1")]


@pytest.mark.parametrize("name", ["swiss", "large", "team-swiss", "round-robin"])
def test_the_crosstable_has_everybody_and_every_round(name: str) -> None:
    event = events()[name]
    grid = grids(event, "crosstable")[0]
    assert sorted(map(int, column(grid, "No"))) == sorted(event.participants_by_number)
    assert grid.squares is not None
    assert len(grid.table.columns) - grid.squares in (len(event.rounds), len(event.participants_by_number))


@pytest.mark.parametrize("name", ["swiss", "large", "teams", "double-swiss"])
def test_there_is_a_slip_for_each_board(name: str) -> None:
    event = events()[name]
    (cards,) = documents.build_paper(event, "slips").blocks
    assert isinstance(cards, Cards)
    assert len(cards.cards) == len(event.rounds[-1].pairs)


def test_cards_of_all_players_or_of_a_single_player() -> None:
    event = events()["swiss"]
    (cards,) = documents.build_paper(event, "cards").blocks
    (alone,) = documents.build_paper(event, "cards", PaperRequest(player=3)).blocks
    assert isinstance(cards, Cards)
    assert isinstance(alone, Cards)
    assert [card.corner for card in cards.cards] == [str(one) for one in sorted(event.participants_by_number)]
    assert [card.corner for card in alone.cards] == ["3"]


def test_all_the_money_is_distributed() -> None:
    (grid,) = grids(events()["swiss"], "prizes", PaperRequest(prizes=PRIZES))
    assert sum(int(cell.replace(",", "").replace(".", "")) for cell in column(grid, "Prize")) == 900_50


def test_reasons_are_those_of_the_pairing() -> None:
    event = events()["swiss"]
    first = documents.build_paper(event, "reasons", PaperRequest(player=4, round=2)).blocks[0]
    assert isinstance(first, Words)
    assert first.sentences == tuple(map(str, rookery.pair(event, round=2).explain(4).reasons))


def test_a_norm_has_its_conditions() -> None:
    event = events()["norms"]
    (audit,) = rookery.norms(event, player=2, title="GM")
    games, conditions = grids(event, "norm", PaperRequest(player=2, title="GM"))
    assert column(games, "Round") == [str(game.round) for game in audit.games]
    signs = {(True, True): "yes", (True, False): "?", (False, True): "no"}
    assert column(conditions, "Met") == [signs[condition.passed, condition.decided] for condition in audit.conditions]


def test_a_schedule_has_every_round() -> None:
    event = events()["round-robin"]
    shown = grids(event, "schedule")
    assert [grid.title for grid in shown] == [f"Round {n}" for n in range(1, 6)]
    assert len(grids(event, "schedule", PaperRequest(round=2))) == 1


def test_a_knock_out_has_its_tree() -> None:
    (picture,) = documents.build_paper(knockout(8, 3), "tree").blocks
    assert isinstance(picture, Picture)


# -- what is not final -------------------------------------------------------------------------------------------------

STATES = [
    ("round-robin", "standings", None),
    ("begun", "standings", None),
    ("begun", "standings", 4),
    ("large", "pairings", None),
    ("large", "crosstable", None),
]
STATELESS = [
    ("swiss", "standings", None),
    ("begun", "standings", 2),
    ("begun", "pairings", None),  # nothing of it is played: these are the pairings
    ("large", "pairings", 10),
]


@pytest.mark.parametrize(("name", "what", "round"), STATES + STATELESS)
def test_a_paper_says_what_is_not_final(name: str, what: str, round: int | None, snapshot: SnapshotAssertion) -> None:
    state = documents.build_paper(events()[name], what, PaperRequest(round=round)).state
    if (name, what, round) in STATELESS:
        assert state == ""
    else:
        assert state == snapshot


REFUSED = [
    ("swiss", "flyers", {}),
    ("swiss", "pairings", {"round": 4}),
    ("unplayed", "pairings", {}),
    ("swiss", "crosstable", {"round": 4}),
    ("swiss", "standings", {"round": 4}),
    ("swiss", "teams", {}),
    ("swiss", "tree", {}),
    ("swiss", "schedule", {}),
    ("swiss", "reasons", {}),
    ("swiss", "reasons", {"player": 99}),
    ("swiss", "cards", {"player": 99}),
    ("swiss", "prizes", {}),
    ("swiss", "norm", {}),
    ("round-robin", "schedule", {"round": 9}),
    ("empty", "players", {}),
    ("swiss", "poster", {}),
]


@pytest.mark.parametrize(("name", "what", "options"), REFUSED, ids=str)
def test_what_cannot_be_printed_is_refused(
    name: str, what: str, options: dict[str, int], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(rookery.RuleError) as caught:
        documents.build_paper(events()[name], what, PaperRequest(**options))
    assert str(caught.value) == snapshot


def test_without_typst_there_is_no_pdf(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(rookery.UnsupportedError) as caught:
        documents.to_pdf(documents.build_paper(events()["swiss"], "players"))
    assert str(caught.value) == snapshot


def test_every_kind_says_what_it_is() -> None:
    for kind in PAPERS.values():
        assert kind.meaning[0].islower()
        assert len(kind.meaning) < 72


@pytest.mark.parametrize("name", ["teams", "team-swiss", "double-swiss"])
def test_in_a_match_each_side_keeps_its_column(name: str) -> None:
    event = events()[name]
    known = {player.number: player for player in event.players}
    matches = [match for match in rookery.boards(event, len(event.rounds)) if isinstance(match, rookery.Match)]
    shown = grids(event, "pairings")
    assert len(shown) - len(matches) in (0, 1)  # one more, the last, has those without a game
    for match, grid in zip(matches, shown[: len(matches)], strict=True):
        first = event.participants_by_number[match.white]
        ours = first.players if isinstance(first, rookery.Team) else (first.number,)
        for game, row in zip(match.games, grid.table.rows, strict=True):
            turned = game.black in ours
            left = known[game.black if turned else game.white]
            assert row[1] == f"{left.title} {left.name}".strip()
            assert format_result(game.result, turned) in row
            assert row.index("b") < row.index("w") if turned else row.index("w") < row.index("b")


def test_a_team_may_be_called_as_a_column_is() -> None:
    event = events()["teams"]
    players = tuple(replace(player, rating=None, ratings=()) for player in event.players)
    teams = tuple(
        replace(team, name=name) for team, name in zip(event.teams, ("Rating", "No", "Pts", "Board"), strict=True)
    )
    for grid in grids(replace(event, players=players, teams=teams), "pairings"):
        assert len(grid.table.columns) == 6
        assert {column.title for column in grid.table.columns[1::4]} <= {"Rating", "No", "Pts", "Board"}


def test_a_crosstable_is_as_it_was_after_a_round() -> None:
    event = events()["swiss"]
    (grid,) = grids(event, "crosstable", PaperRequest(round=2))
    assert [each.title for each in grid.table.columns[-2:]] == ["R1", "R2"]
    assert max(column(grid, "Pts")) == "2.0"


def with_a_withdrawal() -> rookery.Tournament:
    """Return four players of whom one withdrew after round 1 and one is absent in round 2."""
    players = tuple(rookery.Player(at, name) for at, name in enumerate(("Ash", "Birch", "Cedar", "Dogwood"), 1))
    first = rookery.Round((rookery.Game(1, 3, rookery.Result.DRAW), rookery.Game(4, 2, rookery.Result.DRAW)))
    byes = (rookery.Bye(3, rookery.ByeKind.ZERO), rookery.Bye(4, rookery.ByeKind.ZERO))
    second = rookery.Round((rookery.Game(2, 1, rookery.Result.DRAW),), byes=byes)
    event = rookery.Tournament(players=players, planned_rounds=3, system="dutch", rounds=(first, second))
    return event.withdraw(4, 2)


@pytest.mark.parametrize("what", ["pairings", "names"])
def test_withdrawn_players_are_not_on_the_wall_list(what: str) -> None:
    page = Page(documents.to_html(documents.build_paper(with_a_withdrawal(), what)))
    cells = {cell for row in page.rows for cell in row}
    assert {"Ash", "Birch", "Cedar"} <= cells
    assert "Dogwood" not in cells


def test_the_mark_of_withdrawn_players_is_explained(snapshot: SnapshotAssertion) -> None:
    paper = documents.build_paper(with_a_withdrawal(), "standings")
    assert any("Dogwood *" in row for row in Page(documents.to_html(paper)).rows)
    (words,) = (block for block in paper.blocks if isinstance(block, Words))
    assert words.sentences == snapshot


def test_an_empty_cell_of_a_crosstable_is_explained(snapshot: SnapshotAssertion) -> None:
    event = with_a_withdrawal()
    late = replace(event.rounds[0], byes=(rookery.Bye(5, rookery.ByeKind.NOT_ENTERED),))
    event = replace(event, players=(*event.players, rookery.Player(5, "Elder")), rounds=(late, event.rounds[1]))
    (words,) = (block for block in documents.build_paper(event, "crosstable").blocks if isinstance(block, Words))
    assert words.sentences == snapshot


def test_the_foot_says_when_a_paper_was_printed() -> None:
    paper = replace(documents.build_paper(with_a_withdrawal(), "players"), printed="5 April 2026, 09:07")
    assert "5 April 2026, 09:07" in Page(documents.to_html(paper)).text
    assert "5 April 2026, 09:07" in documents.to_typst(paper)


# -- the hall ----------------------------------------------------------------------------------------------------------


def code(text: str) -> QrCode:
    """A code that is drawn as a square, with its text as letters."""
    return QrCode('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>', "", text)


def test_a_slip_has_the_codes_of_both_sides_of_its_board() -> None:
    event = events()["swiss"]
    codes = {(white, black): (code(f"W{white}"), code(f"B{black}")) for white, black in event.rounds[-1].pairs}
    paper = documents.build_paper(event, "slips", PaperRequest(side_codes=codes, start="Round 3 starts at 14:00"))
    (cards,) = (block for block in paper.blocks if isinstance(block, Cards))
    names = {player.name: player.number for player in event.players}
    assert len(cards.cards) == len(codes)
    for card in cards.cards:
        white, black = (
            next(number for name, number in names.items() if text.endswith(name)) for _, text, _ in card.lines
        )
        assert [each.letters for each in card.codes] == [f"W{white}", f"B{black}"]
        assert "14:00" in card.small
    page, source = documents.to_html(paper), documents.to_typst(paper)
    for pair in codes.values():
        assert all(each.letters in page and each.letters in source for each in pair)
    assert page.count("<svg") == 2 * len(codes)


@pytest.mark.parametrize("name", sorted(name for name, event in events().items() if event.rounds))
def test_a_wall_list_has_every_participant_in_large_type(name: str) -> None:
    event = events()[name]
    usual, large = (
        documents.build_paper(event, "names", PaperRequest(large=is_large)).blocks for is_large in (False, True)
    )
    (before,), (after,) = usual, large
    assert isinstance(before, Grid)
    assert isinstance(after, Grid)
    assert after.scale == "wall"
    assert [row[0] for row in after.table.rows] == [row[0] for row in before.table.rows]
    for row, full_row in zip(after.table.rows, before.table.rows, strict=True):
        assert row[1] == full_row[3]  # the board
        assert row[2] in full_row  # the colour, or the bye
        assert row[2]


@pytest.mark.parametrize("what", ["pairings", "standings"])
def test_a_wall_list_keeps_names_and_points(what: str) -> None:
    paper = documents.build_paper(events()["swiss"], what, PaperRequest(large=True))
    grid = paper.blocks[0]
    assert isinstance(grid, Grid)
    assert grid.scale == "wall"
    titles = [column.title for column in grid.table.columns]
    assert titles == (["Board", "White", "Result", "Black"] if what == "pairings" else ["Rank", "Name", "Pts"])


def test_badges_and_the_poster_have_codes() -> None:
    event = events()["swiss"]
    request = PaperRequest(
        player_codes={player.number: code(f"own{player.number}") for player in event.players},
        hall=code("desk.local/p/"),
    )
    page = documents.to_html(documents.build_paper(event, "badges", request))
    assert all(f"own{player.number}<" in page for player in event.players)
    poster = documents.build_paper(event, "poster", request)
    assert "desk.local/p/" in documents.to_html(poster)
    assert "desk.local/p/" in documents.to_typst(poster)
    assert "poster" in [kind.name for kind in documents.available_papers(event, hall=True)]
    assert "poster" not in [kind.name for kind in documents.available_papers(event)]
