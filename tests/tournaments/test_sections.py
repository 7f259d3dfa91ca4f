"""Sections of an event: a player who moves is never lost, double entries are found, boards are numbered through."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookery.errors import RookeryError
from rookery.formats.board_order import board_numbers, boards, with_first_board
from rookery.model import Game, PartialDate, Player, Result, Round, Tournament
from rookery.storage import Entry
from rookery.tournaments.domain.lifecycle import CloseTournament, OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Redo, Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import DrawColour
from rookery.tournaments.domain.sections import (
    AddSection,
    DissolveEvent,
    NumberSections,
    OpenEvent,
    OrderSections,
    RemoveSection,
    SetEvent,
)
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.sections import double_entries, move_player, overlapping_sections, with_shown_boards
from rookery.tournaments.service import TournamentService, create_service
from rookery.tournaments.state import Section
from rookery.tournaments.store import MemoryStore
from rookery.tournaments.undo import replay_records

LAWS = TournamentRules(system="dutch", rounds=3)
ANN = Facts("Carr, Ann", 2105, "ENG", "WFM", "w", PartialDate(1990, 5), 400041, club="Rooks")


class FailingStore(MemoryStore):
    """A store that cannot write to some streams."""

    def __init__(self) -> None:
        super().__init__()
        self.full: set[str] = set()

    def append(self, stream: str, expected: int, entries: Sequence[Entry], **options: Any) -> int:
        if stream in self.full:
            raise OSError(28, "No space left on device")
        return super().append(stream, expected, entries, **options)


@pytest.fixture
def store() -> FailingStore:
    return FailingStore()


@pytest.fixture
def desk(store: FailingStore) -> TournamentService:
    """Return a service with the sections `a`, with Ann in it, and `b`, each with four other players."""
    service = create_service(store)
    for slug, name in (("a", "A Open"), ("b", "B Open")):
        service.create(slug, stream=slug)
        service.do(slug, OpenTournament(name, LAWS, lots="seed"))
        service.do(slug, EnterPlayers(tuple(Facts(f"{name} {number}", 2000 - number) for number in range(4))))
    service.do("a", EnterPlayers((ANN,)))
    return service


def key_of(desk: TournamentService, section: str, name: str = ANN.name) -> str:
    return next(player.key for player in desk.state(section).tournament.players if player.name == name)


def sections_with(desk: TournamentService, name: str = ANN.name) -> list[str]:
    """Return the sections that have a player, once for each entry."""
    return [one for one in ("a", "b") for player in desk.state(one).tournament.players if player.name == name]


def move(desk: TournamentService, key: str, command_id: str = "m1", **more: object) -> None:
    move_player(desk, "a", "b", key, actor="ada", command_id=command_id, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("again", ["m1", "m2"], ids=["the same form again", "a new attempt"])
def test_a_move_whose_second_write_fails_is_completed_without_loss(
    desk: TournamentService, store: FailingStore, again: str
) -> None:
    key, store.full = key_of(desk, "a"), {"a"}
    with pytest.raises(OSError, match="No space left"):
        move(desk, key)
    assert sections_with(desk) == ["a", "b"]
    assert [double.sections for double in double_entries([desk.state("a"), desk.state("b")])] == [(0, 1)]
    store.full = set()
    move(desk, key, again)
    assert sections_with(desk) == ["b"]
    move(desk, key, again)  # sent once more: nothing is done twice
    assert sections_with(desk) == ["b"]


def test_a_move_whose_first_write_fails_changes_nothing(desk: TournamentService, store: FailingStore) -> None:
    before, store.full = desk.state("a"), {"b"}
    with pytest.raises(OSError, match="No space left"):
        move(desk, key_of(desk, "a"))
    assert desk.state("a") == before
    assert sections_with(desk) == ["a"]


def test_a_moved_player_has_the_same_facts(desk: TournamentService) -> None:
    move(desk, key_of(desk, "a"))
    player = next(player for player in desk.state("b").tournament.players if player.name == ANN.name)
    assert Facts.from_player(player) == ANN
    assert sorted(player.number for player in desk.state("a").tournament.players) == [1, 2, 3, 4]


def test_a_namesake_needs_confirmation_before_anything_is_written(desk: TournamentService) -> None:
    desk.do("b", EnterPlayers((Facts("Ann Carr", 1500),)))
    key, versions = key_of(desk, "a"), (desk.version("a"), desk.version("b"))
    with pytest.raises(ConfirmationRequiredError) as pending:
        move(desk, key)
    assert (desk.version("a"), desk.version("b")) == versions
    move(desk, key, acknowledged=pending.value.tokens)
    assert sections_with(desk) == ["b"]


@pytest.mark.parametrize("paired", ["a", "b"])
def test_players_cannot_move_after_round_1_of_either_section(desk: TournamentService, paired: str) -> None:
    desk.do(paired, DrawColour())
    desk.do(paired, PairRound())
    with pytest.raises(CommandRejectedError, match="round 1 of"):
        move(desk, key_of(desk, "a"))
    assert sections_with(desk) == ["a"]


def test_an_unknown_player_cannot_move(desk: TournamentService) -> None:
    with pytest.raises(RookeryError):
        move(desk, "p99")
    with pytest.raises(CommandRejectedError):
        move_player(desk, "a", "a", key_of(desk, "a"), actor="ada", command_id="m1")


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (Facts("Carr, A.", fide_id=400041), True),
        (Facts("Ann Carr"), True),
        (Facts("Carr, Ann", birth=PartialDate(1990)), True),
        (Facts("Carr, Ann", birth=PartialDate(1991)), False),
        (Facts("Carr, Ann", fide_id=400042), False),
        (Facts("Carr, Anna"), False),
    ],
)
def test_duplicate_entries_are_detected_by_number_and_by_name_and_birth(
    desk: TournamentService, other: Facts, is_same: bool
) -> None:
    assert double_entries([desk.state("a"), desk.state("b")]) == ()
    desk.do("b", EnterPlayers((other, Facts("Somebody else"))))
    doubles = double_entries([desk.state("b"), desk.state("a")])
    assert [(double.name, double.sections) for double in doubles] == [(other.name, (0, 1))] * is_same


# -- the event ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def event(desk: TournamentService, store: FailingStore) -> str:
    """Return the id of an event with the sections `a` and `b`."""
    store.create("e", "event", "festival")
    for command in (OpenEvent("Festival"), AddSection("a", "A Open"), AddSection("b", "B Open")):
        desk.do("e", command, actor="ada")
    return "e"


def test_an_event_is_what_its_log_adds_up_to(desk: TournamentService, store: FailingStore, event: str) -> None:
    desk.do(event, SetEvent({"city": "Hay"}), actor="ada")
    desk.do(event, OrderSections(("b",)), actor="ada")
    desk.do(event, NumberSections({"a": 21}), actor="ben")
    desk.do(event, RemoveSection("b"), actor="ben")
    desk.do(event, Undo(), actor="ben")
    state = desk.state(event)
    assert state.sections == (Section("b", "B Open"), Section("a", "A Open", 21))
    assert (state.kind, state.tournament.info.city) == ("event", "Hay")
    assert replay_records(store.read(event)) == state
    assert create_service(store).state(event) == state
    desk.do(event, Redo(), actor="ben")
    assert [section.tournament for section in desk.state(event).sections] == ["a"]


def test_dissolving_an_event_is_not_taken_back(desk: TournamentService, event: str) -> None:
    desk.do(event, DissolveEvent(), actor="ada")
    assert desk.state(event).permanent.place == "deleted"
    desk.do(event, Undo(), actor="ada")  # the section that was added before
    assert desk.state(event).permanent.place == "deleted"


@pytest.mark.parametrize("command", [PairRound(), OpenTournament("Again"), CloseTournament()])
def test_an_event_takes_no_command_of_a_tournament(desk: TournamentService, event: str, command: PairRound) -> None:
    with pytest.raises(CommandRejectedError, match="this is an event with sections"):
        desk.do(event, command)


@pytest.mark.parametrize("command", [OpenEvent("Again"), SetEvent({"city": "Hay"}), AddSection("b")])
def test_a_tournament_takes_no_command_of_an_event(desk: TournamentService, event: str, command: OpenEvent) -> None:
    before = desk.version("a")
    with pytest.raises(CommandRejectedError):
        desk.do("a", command)
    assert desk.version("a") == before


def test_an_event_needs_a_name(store: FailingStore) -> None:
    service = create_service(store)
    store.create("e", "event", "festival")
    with pytest.raises(CommandRejectedError, match="needs a name"):
        service.do("e", OpenEvent("  "))
    service.do("e", OpenEvent("Festival"))
    with pytest.raises(CommandRejectedError, match="needs a name"):
        service.do("e", SetEvent({"name": ""}))
    with pytest.raises(CommandRejectedError, match="created already"):
        service.do("e", OpenEvent("Again"))


# -- boards ------------------------------------------------------------------------------------------------------------


def test_sections_overlap_where_they_share_a_board() -> None:
    for first, last, other_first, other_last in product(range(2, 6), repeat=4):
        if first <= last and other_first <= other_last:
            shared = set(range(first, last + 1)) & set(range(other_first, other_last + 1))
            expected = (("a", "b"),) if shared else ()
            assert overlapping_sections({"a": (first, last), "b": (other_first, other_last)}) == expected


@given(
    first=st.integers(1, 9000),
    pairs=st.integers(1, 12),
    fixed=st.dictionaries(st.integers(1, 24), st.integers(1, 60), max_size=5),
)
def test_boards_are_numbered_from_the_first_and_fixed_ones_stay(first: int, pairs: int, fixed: dict[int, int]) -> None:
    t = Tournament(players=tuple(map(Player, range(1, 2 * pairs + 1))))
    for player, board in fixed.items():
        if player <= 2 * pairs and board not in [seat.board for seat in t.fixed_seats]:
            t = t.seat(player, board=board)
    t = t.with_round(Round(tuple(Game(2 * at + 1, 2 * at + 2) for at in range(pairs))))
    shown = with_first_board(t, first)
    before = {(game.white, game.black): number for number, game in zip(board_numbers(t, 1), boards(t, 1), strict=True)}
    after = {
        (game.white, game.black): number for number, game in zip(board_numbers(shown, 1), boards(shown, 1), strict=True)
    }
    assert set(after) == set(before)
    assert len(set(after.values())) == pairs
    seats = {player: seat.board for player, seat in t.seats_in(1).items()}
    kept = {pair for pair, number in before.items() if number in [seats.get(player) for player in pair]}
    assert all(after[pair] == before[pair] for pair in kept)
    others = [after[pair] for pair in sorted(set(before) - kept, key=before.__getitem__)]
    assert all(low < high for low, high in pairwise(others))
    assert all(number >= first for number in others)
    if not kept:
        assert others == list(range(first, first + pairs))


def test_only_what_is_shown_changes(desk: TournamentService) -> None:
    desk.do("a", DrawColour())
    desk.do("a", PairRound())
    state = desk.state("a")
    assert with_shown_boards(state, 1) is state
    shown = with_shown_boards(state, 31)
    assert board_numbers(shown.tournament, 1) == (31, 32)
    again = with_shown_boards(state, 31, (state.tournament, shown.tournament))
    assert again.tournament.rounds[0] is shown.tournament.rounds[0]
    game = state.tournament.rounds[0].games[0]
    desk.do("a", EnterResult(1, state.keys.player[game.white], state.keys.player[game.black], Result.DRAW))
    changed = with_shown_boards(desk.state("a"), 31, (state.tournament, shown.tournament))
    assert [game.result for game in changed.tournament.rounds[0].games].count(Result.DRAW) == 1
    assert board_numbers(changed.tournament, 1) == (31, 32)
    assert board_numbers(state.tournament, 1) == (1, 2)
    assert [(game.white, game.result) for game in shown.tournament.rounds[0].games] == [
        (game.white, game.result) for game in boards(state.tournament, 1) if isinstance(game, Game)
    ]
