"""A document gives back what it was made of, and after a change differs only where the data do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.model import (
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    PartialDate,
    Player,
    PointSystem,
    Remark,
    RequestedBye,
    Result,
    Round,
    Tournament,
)  # fmt: skip
from rookery.trf.document import Document
from rookery.trf.read import read
from rookery.trf.serialize import dump
from support.tournament_strategies import double_swiss_events, individual_events, paired_round, team_events

FILE = """\
012 Club evening
### made by hand
022 Oslo
042 2026/05/01
062 4
102 Arbiter, A
001    1 m    Anders, A                         2100 NOR     1500001 1990/01/01  1.0    1     3 w 1     2 b  
001    2 wWGM Berg, B                           2050 NOR             1991        1.0    2     4 b 1     1 w
001    3      Carlsen, C                        2000 NOR                         0.0    3     1 b 0     4 w
001    4      Dahl, D                                NOR                         0.0    4     2 w 0     3 b
XXR 4
unknown line, kept
"""  # noqa: W291


def document(text: str = FILE) -> Document:
    found = read(text.encode()).document
    assert found is not None
    return found


def changed(before: Document, after: Document) -> list[tuple[str, str]]:
    """The lines that differ, old and new, when none was added or taken away."""
    assert len(before.lines) == len(after.lines)
    return [pair for pair in zip(before.lines, after.lines, strict=True) if pair[0] != pair[1]]


def with_result(tournament: Tournament, result: Result) -> Tournament:
    last = tournament.rounds[-1]
    games = (replace(last.games[0], result=result), *last.games[1:])
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, games=games)))


def test_a_result_changes_two_cells() -> None:
    before = document()
    after = before.replace(with_result(before.tournament, Result.DRAW))
    assert changed(before, after) == [
        (before.lines[6], before.lines[6].rstrip() + " ="),
        (before.lines[7], before.lines[7] + " ="),
    ]
    assert read(after.dump()).tournament == after.tournament


def test_a_field_changes_only_itself() -> None:
    before = document()
    people = list(before.tournament.players)
    people[3] = replace(people[3], rating=1850, points=5)
    ((old, new),) = changed(before, before.replace(replace(before.tournament, players=tuple(people))))
    assert new[48:52] == "1850"
    assert new[80:84] == " 0.5"
    assert new[:48] == old[:48]
    assert new[52:80] == old[52:80]
    assert new[84:] == old[84:]


def test_a_changed_text_replaces_its_line_and_a_new_text_is_inserted() -> None:
    before = document()
    event = replace(before.tournament.info, city="Bergen", end=PartialDate(2026, 5, 9))
    after = before.replace(replace(before.tournament, info=event))
    lines = list(before.lines)
    lines[2] = "022 Bergen"
    lines.insert(4, "052 2026/05/09")
    assert list(after.lines) == lines


def test_a_new_player_is_added_last_and_counted() -> None:
    before = document()
    newcomer = Player(5, "Eriksen, E", rating=1800)
    byes = [Bye(5, ByeKind.NOT_ENTERED)]
    rounds = tuple(replace(one, byes=(*one.byes, *byes)) for one in before.tournament.rounds)
    after = before.replace(replace(before.tournament, players=(*before.tournament.players, newcomer), rounds=rounds))
    assert after.lines[4] == "062 5"
    assert after.lines[10].startswith("001    5      Eriksen, E")
    assert read(after.dump()).tournament == after.tournament


def test_a_requested_bye_uses_the_words_of_the_file() -> None:
    before = document()
    after = before.replace(replace(before.tournament, requested_byes=(RequestedBye(3, 2, ByeKind.HALF),)))
    assert "XXZ 2" in after.lines
    assert after.lines[7].endswith("0000 - H")
    assert read(after.dump()).tournament == after.tournament
    modern = document(FILE.replace("XXR 4", "142 4"))
    after = modern.replace(replace(modern.tournament, requested_byes=(RequestedBye(3, 2, ByeKind.HALF),)))
    assert "240 H   3    2" in after.lines
    assert [line for line in after.lines if line[:3] == "001"] == [line for line in modern.lines if line[:3] == "001"]


def test_what_is_taken_back_leaves_no_line() -> None:
    before = document(FILE.replace("XXR 4", "142 4\n260   1   2    1    2\n240 Z   3    1"))
    assert before.tournament.requested_byes
    assert before.tournament.forbidden_pairs
    after = before.replace(replace(before.tournament, requested_byes=(), forbidden_pairs=()))
    assert [line for line in after.lines if line[:2] == "24" or line[:2] == "26"] == []
    assert read(after.dump()).tournament == after.tournament


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_new_lines_end_as_the_others_do(end: str) -> None:
    before = document(FILE.replace("\n", end))
    after = before.replace(replace(before.tournament, system="FIDE_DUTCH_2026")).dump()
    assert after == before.dump().replace(
        b"102 Arbiter, A" + end.encode(), b"102 Arbiter, A" + end.encode() + b"192 FIDE_DUTCH_2026" + end.encode()
    )


def test_an_appended_line_ends_the_last_line() -> None:
    before = document("001    1      A\n001    2      B")
    people = (*before.tournament.players, Player(3, "C"))
    after = before.replace(replace(before.tournament, players=people)).dump()
    assert after == b"001    1      A\n001    2      B\n001    3      C\n"


def test_a_name_the_encoding_cannot_say_makes_the_file_utf8() -> None:
    data = "001    1      Müller\n001    2      B\n".encode("cp1252")
    before = read(data).document
    assert before is not None
    assert before.source.encoding == "cp1252"
    people = tuple(
        replace(player, name="Ωmega") if player.number == 2 else player for player in before.tournament.players
    )
    after = before.replace(replace(before.tournament, players=people)).dump()
    assert [player.name for player in read(after).tournament.players] == ["Müller", "Ωmega"]


def test_the_raw_rows_are_as_written() -> None:
    rows = list(document().rows())
    assert rows[1]["title"] == "WGM"
    assert rows[1]["line"] == 8
    assert rows[0]["cells"] == [("3", "w", "1"), ("2", "b", " ")]


CHANGES: dict[str, Callable[[Tournament], Tournament]] = {
    "name": lambda t: replace(t, info=replace(t.info, name="Other", chief_arbiter="", deputies=("A", "B"))),
    "rounds": lambda t: replace(t, planned_rounds=len(t.rounds) + 2),
    "no rounds": lambda t: replace(t, planned_rounds=None),
    "points": lambda t: replace(t, points=PointSystem(win=30, draw=10)),
    "ranking": lambda t: replace(t, tiebreaks=("PTS", "DE"), initial_colour=Colour.BLACK, by_rank=True),
    "system": lambda t: t if t.team_event or t.system == "FIDE_DOUBLESWISS" else replace(t, system="LIM"),
    "unrated": lambda t: replace(t, unrated=1400),
    "boards": lambda t: replace(
        t,
        rounds=tuple(
            replace(one, games=one.games[::-1], matches=one.matches[::-1], published=bool(one.pairs))
            for one in t.rounds
        ),
    ),
    "dates": lambda t: replace(
        t, info=replace(t.info, round_dates=(PartialDate(2026, 5, 1), None, PartialDate(2026, 5, 3)))
    ),
    "people": lambda t: replace(
        t, players=tuple(replace(player, name=player.name[::-1].strip(), rank=7) for player in t.players)
    ),
    "requests": lambda t: replace(
        t, requested_byes=tuple(RequestedBye(t.next_round, id) for id in sorted(t.participants_by_number)[:2])
    ),
    "bans": lambda t: replace(
        t,
        forbidden_pairs=(ForbiddenPair(tuple(sorted(t.participants_by_number)[:2])),),
        acceleration=(),
        point_adjustments=(),
    ),
    "remarks": lambda t: replace(t, remarks=(Remark("Clock replaced", 2), *t.remarks[::-1], Remark("Closed"))),
    "no remarks": lambda t: replace(t, remarks=()),
    "round back": lambda t: (
        replace(t, rounds=t.rounds[:-1], requested_byes=(), planned_rounds=None) if len(t.rounds) > 1 else t
    ),
}


def _to_the_end(ban: ForbiddenPair, planned: int | None) -> ForbiddenPair:
    """A ban that reaches the last planned round is read as one without an end."""
    ends = planned is None or ban.last_round is None or ban.last_round < planned
    return ban if ends else replace(ban, last_round=None)


def test_forbidden_pairs_preserve_their_order() -> None:
    bans = (ForbiddenPair((1, 2)), ForbiddenPair((1, 2), 1, 2))
    event = Tournament(players=tuple(map(Player, range(1, 5))), forbidden_pairs=bans)
    found = read(dump(event)).document
    assert found is not None
    wanted = replace(found.tournament, planned_rounds=5)
    assert read(found.replace(wanted).dump()).tournament == wanted


@given(
    st.one_of(individual_events(), double_swiss_events(), team_events()),
    st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=3),
)
def test_a_changed_document_reads_as_the_changed_tournament(tournament: Tournament, names: list[str]) -> None:
    for dialect in ("trf26", "joint"):
        found = read(dump(tournament, dialect)).document
        assert found is not None
        wanted = found.tournament
        for name in names:
            wanted = CHANGES[name](wanted)
        pairs = tuple(_to_the_end(pair, wanted.planned_rounds) for pair in wanted.forbidden_pairs)
        wanted = replace(wanted, forbidden_pairs=pairs)
        assert read(found.replace(wanted).dump()).tournament == wanted


@given(st.data())
def test_a_round_more(data: st.DataObject) -> None:
    tournament = data.draw(individual_events())
    entered = {id for round in tournament.rounds for id in _present(round) if id in tournament.participants_by_number}
    more = tournament.with_round(
        data.draw(paired_round(sorted(tournament.participants_by_number), entered)), allow_irregular=True
    )
    later = tuple(ask for ask in more.requested_byes if ask.round > len(more.rounds))
    more = replace(more, requested_byes=later, planned_rounds=max(len(more.rounds), more.planned_rounds or 0))
    for dialect in ("trf26", "trf16", "trfx"):
        found = read(dump(tournament, dialect)).document
        assert found is not None
        wanted = replace(found.tournament, rounds=more.rounds, requested_byes=more.requested_byes)
        assert read(found.replace(wanted).dump()).tournament == wanted


def _present(round: Round) -> set[int]:
    playing = {id for game in round.games for id in (game.white, game.black)}
    return playing | {bye.player for bye in round.byes if bye.kind is not ByeKind.NOT_ENTERED}


def test_nothing_changed_is_the_same_document() -> None:
    before = document()
    assert before.replace(before.tournament) is before
    assert before.dump() == FILE.encode()


def test_a_row_out_of_step_is_written_anew() -> None:
    before = document(FILE.replace("Dahl, D ", "Dahl, Da "))
    people = tuple(replace(player, rank=9) if player.number == 4 else player for player in before.tournament.players)
    after = before.replace(replace(before.tournament, players=people))
    assert read(after.dump()).tournament == after.tournament
    assert Game(3, 4) in after.tournament.rounds[1].games
