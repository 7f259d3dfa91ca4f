"""The model: what can be said, and what cannot."""

from __future__ import annotations

import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from datetime import date
from importlib import import_module
from itertools import product

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery import model
from rookery.errors import RuleError
from rookery.model import (
    Bye,
    ByeKind,
    Ending,
    ForbiddenPair,
    Game,
    Match,
    PartialDate,
    Player,
    PointAdjustment,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    Verbatim,
    VirtualPoints,
    Withdrawal,
)
from rookery.model.players import verbatim_if_invalid

W, D, L = Ending.WIN, Ending.DRAW, Ending.LOSS
FW, FL = Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS
POSSIBLE = {
    (W, L): "1-0",
    (D, D): "½-½",
    (L, W): "0-1",
    (D, L): "½-0",
    (L, D): "0-½",
    (L, L): "0-0",
    (FW, FL): "+/-",
    (FL, FW): "-/+",
    (FL, FL): "-/-",
    (Ending.ADJOURNED, Ending.ADJOURNED): "adjourned",
    (Ending.PENDING, Ending.PENDING): "pending",
}


@pytest.mark.parametrize(("white", "black"), list(product(Ending, Ending)))
def test_only_possible_results_can_be_built(white: Ending, black: Ending, snapshot: SnapshotAssertion) -> None:
    if (white, black) in POSSIBLE:
        assert str(Result.of(white, black)) == POSSIBLE[white, black]
    else:
        with pytest.raises(RuleError) as caught:
            Result.of(white, black)
        assert str(caught.value) == snapshot


def test_unrated_games_are_wins_draws_and_losses_only() -> None:
    assert Result.of(W, L, rated=False) is Result.UNRATED_WHITE_WINS
    assert not Result.UNRATED_DRAW.rated
    assert Result.UNRATED_DRAW.played


@pytest.mark.parametrize("result", list(Result))
def test_a_result_reads_as_it_is_written_and_turns_round(result: Result) -> None:
    assert Result.parse(str(result)) is result
    turned = result.reversed
    assert (turned.white, turned.black) == (result.black, result.white)
    assert (turned.played, turned.rated, turned.reversed) == (result.played, result.rated, result)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1/2-1/2", "½-½"),
        ("0.5-0", "½-0"),
        ("=", "½-½"),
        ("+-", "+/-"),
        ("-:+", "-/+"),
        ("---", "-/-"),
        ("1:0", "1-0"),
        ("*", "pending"),
        ("1-0  Unrated", "1-0 unrated"),
    ],
)
def test_other_spellings(text: str, result: str) -> None:
    assert str(Result.parse(text)) == result


@pytest.mark.parametrize("text", ["1-1", "½-1", "2-0", "+/+", "½/-", "one", "1-"])
def test_what_is_no_result_is_refused_in_words(text: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        Result.parse(text)
    assert str(caught.value) == snapshot


def test_a_forfeit_may_lack_colours_and_nothing_else_may(snapshot: SnapshotAssertion) -> None:
    assert not Game(1, 2, Result.DOUBLE_FORFEIT, coloured=False).coloured
    with pytest.raises(RuleError) as caught:
        Game(1, 2, Result.DRAW, coloured=False)
    assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "nonsense",
    [
        lambda: Game(3, 3),
        lambda: Match(2, 2),
        lambda: Match(1, 2, forfeit=Result.DRAW),
        lambda: Player(0),
        lambda: Team(1, players=(4, 4)),
        lambda: PartialDate(2026, 13),
        lambda: PartialDate(2026, 0, 5),
        lambda: RequestedBye(3, 1, ByeKind.PAIRING_ALLOCATED),
        lambda: Round(games=(Game(1, 2), Game(3, 2))),
        lambda: Round(games=(Game(1, 2),), byes=(Bye(1, ByeKind.HALF),)),
        lambda: Tournament(players=(Player(1), Player(1))),
        lambda: Tournament(players=(Player(1), Player(2)), rounds=(Round(games=(Game(1, 3),)),)),
    ],
)
def test_nonsense_cannot_be_built(nonsense: object) -> None:
    with pytest.raises(RuleError):
        nonsense()  # type: ignore[operator]


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"win": 10, "draw": 6}, id="two-draws-above-a-win"),
        pytest.param({"pab": 15}, id="bye-above-a-win"),
        pytest.param({"win": 0}, id="win-worth-nothing"),
        pytest.param({"draw": 20}, id="draw-above-a-win"),
        pytest.param({"loss": 7}, id="loss-above-a-draw"),
    ],
)
def test_point_systems_must_make_sense(values: dict[str, int], snapshot: SnapshotAssertion) -> None:
    with pytest.raises(RuleError) as caught:
        PointSystem(**values)
    assert str(caught.value) == snapshot


def test_what_a_point_system_does_not_say_follows() -> None:
    football = PointSystem(win=30, draw=10, absence=0)
    assert (football.pab, football.full_bye, football.half_bye) == (30, 30, 10)
    assert (football.forfeit_win, football.forfeit_loss, football.adjourned) == (30, 0, 10)
    assert PointSystem(absence=5, draw=5).forfeit_loss == 5


def test_values_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Game(1, 2).result = Result.DRAW  # type: ignore[misc]


def test_the_order_of_the_players_does_not_matter() -> None:
    assert Tournament(players=(Player(2), Player(1))) == Tournament(players=(Player(1), Player(2)))


def test_a_tournament_grows_and_is_cut_without_forgetting_its_plan() -> None:
    start = Tournament(
        players=tuple(map(Player, range(1, 5))),
        planned_rounds=3,
        requested_byes=(RequestedBye(1, 4), RequestedBye(2, 4)),
    )
    one = start.with_round(Round(games=(Game(1, 2),), byes=(Bye(3, ByeKind.PAIRING_ALLOCATED), Bye(4, ByeKind.ZERO))))
    assert one.next_round == 2
    assert one.absent(2) == {4: ByeKind.ZERO}
    assert one.absent(1) == {}
    assert one.before_round(1).planned_rounds == 3
    assert one.before_round(1).rounds == ()


def test_withdrawing_is_asking_for_zero_points_to_the_end(snapshot: SnapshotAssertion) -> None:
    start = Tournament(players=(Player(1), Player(2)), planned_rounds=4, rounds=(Round(games=(Game(1, 2),)),))
    assert start.withdraw(2).requested_byes == tuple(RequestedBye(r, 2) for r in (2, 3, 4))
    assert start.withdraw(2, 3).withdraw(2, 2) == start.withdraw(2, 3).withdraw(2)
    assert {bye.round for bye in start.withdraw(2, 1).requested_byes} == {2, 3, 4}
    assert Tournament(players=(Player(1),)).withdraw(1).withdrawn == (Withdrawal(1, 1),)
    with pytest.raises(RuleError) as caught:
        start.withdraw(9)
    assert str(caught.value) == snapshot


def test_a_forbidden_group_covers_its_rounds() -> None:
    assert [ForbiddenPair((1, 2), 2, 3).covers(r) for r in (1, 2, 3, 4)] == [False, True, True, False]
    assert ForbiddenPair((1, 2)).covers(99)


def test_open_games_of_a_round_include_those_of_matches() -> None:
    games = (Game(1, 3, Result.DRAW), Game(4, 2))
    assert Round(matches=(Match(1, 2, games),)).pending == (Game(4, 2),)


def test_a_text_that_a_reader_keeps() -> None:
    """What a file says is kept, through every change and copy; what is built in Python has the form of its field."""
    player = Player(1, sex=Verbatim("F"), title=Verbatim("fm"), federation=Verbatim("England"))
    changed = replace(player, rating=2000)
    assert (changed.sex, changed.title, changed.federation) == ("F", "fm", "England")
    assert replace(pickle.loads(pickle.dumps(changed)), rating=None) == player
    assert [verbatim_if_invalid("federation", text).__class__ for text in ("ENG", "", "Eng")] == [str, str, Verbatim]
    assert verbatim_if_invalid("fide_id", 7) == 7


WORKED_OUT = ("forbidden_pairs", "_construct")
"""The rooms of the model that hold none of its nouns."""


def test_every_noun_of_the_model_can_be_had_from_the_package() -> None:
    rooms = [
        import_module(f"rookery.model.{room.name}")
        for room in pkgutil.iter_modules(model.__path__)
        if room.name not in WORKED_OUT
    ]
    classes = {value for room in rooms for value in vars(room).values() if isinstance(value, type)}
    ours = {one.__name__ for one in classes if one.__module__.startswith("rookery.model.")}
    ours -= {one.__name__ for one in classes if one.__module__ in {f"rookery.model.{room}" for room in WORKED_OUT}}
    assert ours | {"CLASSIC", "MATCH_POINTS", "THREE_ONE_NIL", "Points"} == set(model.__all__)
    assert all(hasattr(model, name) for name in model.__all__)


@pytest.mark.parametrize(
    "value",
    [
        *Result,
        *ByeKind,
        PartialDate(1990, 5),
        PointSystem(win=30, draw=10),
        Team(1, "Rooks", (1, 2)),
        ForbiddenPair((1, 2)),
        Tournament(
            players=(Player(1, birth=PartialDate(1990)), Player(2)),
            rounds=(Round(games=(Game(1, 2, Result.DRAW),)),),
            requested_byes=(RequestedBye(2, 1),),
        ),
    ],
    ids=lambda value: (
        f"{type(value).__name__} {value}" if isinstance(value, Result | ByeKind) else type(value).__name__
    ),
)
def test_a_value_is_the_same_after_pickling(value: object) -> None:
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert repr(again) == repr(value)
    assert type(again) is type(value)


# -- the wrong kind of thing -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda: Game(1, 2, "1-0"), id="result-a-text"),
        pytest.param(lambda: Game(1, 2, 1), id="result-a-number"),
        pytest.param(lambda: Game(1, 2, None), id="result-None"),
        pytest.param(lambda: Match(1, 2, (), "+/-"), id="forfeit-a-text"),
        pytest.param(lambda: Bye(1, "half"), id="bye-a-text"),
        pytest.param(lambda: RequestedBye(1, 1, "half"), id="requested-bye-a-text"),
        pytest.param(lambda: RequestedBye(0, 1), id="requested-bye-in-round-0"),
        pytest.param(lambda: Player(1, "a", "2000"), id="rating-a-text"),
        pytest.param(lambda: Player(1, None), id="name-None"),
        pytest.param(lambda: Player(1, title=3), id="title-a-number"),
        pytest.param(lambda: Player(1, birth="1990"), id="birth-a-text"),
        pytest.param(lambda: Player("1"), id="player-number-a-text"),
        pytest.param(lambda: Player(1, fide_id="123"), id="fide-id-a-text"),
        pytest.param(lambda: Player(1, fide_id=0), id="fide-id-0"),
        pytest.param(lambda: Player(1, fide_id=True), id="fide-id-True"),
        pytest.param(lambda: Player(1, national_id=7), id="national-id-a-number"),
        pytest.param(lambda: Player(1, club=None), id="club-None"),
        pytest.param(lambda: Player(1, sex="F"), id="sex-F"),
        pytest.param(lambda: Player(1, sex=None), id="sex-None"),
        pytest.param(lambda: Player(1, title="fm"), id="title-in-small-letters"),
        pytest.param(lambda: Player(1, federation="England"), id="federation-a-name"),
        pytest.param(lambda: Player(1, federation="eng"), id="federation-in-small-letters"),
        pytest.param(lambda: TournamentInfo(start="2026-05-01"), id="start-a-text"),
        pytest.param(lambda: TournamentInfo(name=None), id="event-name-None"),
        pytest.param(lambda: TournamentInfo(deputies=(1,)), id="deputy-a-number"),
        pytest.param(lambda: Team("1"), id="team-number-a-text"),
        pytest.param(lambda: Team(1, None), id="team-name-None"),
        pytest.param(lambda: Round(games=((1, 2),)), id="game-a-tuple"),
        pytest.param(lambda: Round(games=5), id="games-a-number"),
        pytest.param(lambda: Round(byes=(3,)), id="bye-a-number"),
        pytest.param(lambda: Game([1], [2]), id="white-a-list"),
        pytest.param(lambda: Game(1.0, 2), id="white-a-float"),
        pytest.param(lambda: Game(1, "2"), id="black-a-text"),
        pytest.param(lambda: Game(True, 2), id="white-True"),
        pytest.param(lambda: Game(0, 2), id="white-0"),
        pytest.param(lambda: Match(1.0, 2), id="match-of-a-float"),
        pytest.param(lambda: Bye(1.5, ByeKind.HALF), id="bye-of-a-float"),
        pytest.param(lambda: RequestedBye(1, 2.0), id="requested-bye-of-a-float"),
        pytest.param(lambda: ForbiddenPair((1.0, 2)), id="forbidden-float"),
        pytest.param(lambda: Team(1, players=(1.0, 2)), id="team-of-a-float"),
        pytest.param(lambda: PointSystem(win=1.0), id="win-a-float"),
        pytest.param(lambda: PointSystem(draw=5.0), id="draw-a-float"),
        pytest.param(lambda: Player(1, points=1.5), id="player-points-1.5"),
        pytest.param(lambda: Player(1, points="1"), id="player-points-a-text"),
        pytest.param(lambda: Team(1, match_points=1.0), id="team-points-a-float"),
        pytest.param(lambda: PointAdjustment((1,), points=0.5), id="abnormal-points-0.5"),
        pytest.param(lambda: VirtualPoints(1, 2, 1, 2, 1.0), id="virtual-points-a-float"),
        pytest.param(lambda: Tournament(team_bye_points=1.5), id="team-bye-points-1.5"),
        pytest.param(lambda: PartialDate(2026.0), id="date-a-float"),
        pytest.param(lambda: PartialDate(2026, 2, 31), id="date-31-february"),
        pytest.param(
            lambda: Tournament(
                info=TournamentInfo(start=PartialDate(2026, 5, 1)), players=(Player(4, birth=PartialDate(2026, 5, 2)),)
            ),
            id="born-after-the-start",
        ),
        pytest.param(lambda: Tournament(planned_rounds=-1), id="planned-negative"),
        pytest.param(lambda: Tournament(planned_rounds="5"), id="planned-a-text"),
        pytest.param(lambda: Tournament(initial_colour="white"), id="initial-colour-a-text"),
        pytest.param(lambda: Tournament(system=None), id="system-None"),
        pytest.param(lambda: Tournament(points=(1, 0)), id="points-a-tuple"),
        pytest.param(lambda: Tournament(players=(1,)), id="player-a-number"),
        pytest.param(lambda: Tournament(players="ab"), id="players-a-text"),
        pytest.param(lambda: Tournament(rounds=(3,)), id="round-a-number"),
        pytest.param(lambda: Tournament(requested_byes=(3,)), id="requested-a-number"),
        pytest.param(
            lambda: Tournament(players=(Player(1),), requested_byes=(RequestedBye(1, 7),)), id="requested-by-a-stranger"
        ),
        pytest.param(
            lambda: Tournament(players=(Player(1),), forbidden_pairs=(ForbiddenPair((1, 3)),)), id="forbidden-stranger"
        ),
    ],
)
def test_the_wrong_kind_of_thing_is_refused_when_it_is_built(
    build: Callable[[], object], snapshot: SnapshotAssertion
) -> None:
    with pytest.raises(RuleError) as caught:
        build()
    assert str(caught.value) == snapshot


def test_sequences_become_tuples() -> None:
    event = Tournament(
        players=[Player(2), Player(1)],  # type: ignore[arg-type]
        rounds=[Round(games=[Game(1, 2)])],  # type: ignore[arg-type]
        tiebreaks=["BH"],  # type: ignore[arg-type]
        forbidden_pairs=[ForbiddenPair([1, 2])],  # type: ignore[arg-type]
    )
    assert event == Tournament(
        players=(Player(1), Player(2)),
        rounds=(Round(games=(Game(1, 2),)),),
        tiebreaks=("BH",),
        forbidden_pairs=(ForbiddenPair((1, 2)),),
    )
    assert Team(1, players=[3, 4]).players == (3, 4)  # type: ignore[arg-type]
    assert Match(1, 2, [Game(1, 2)]).games == (Game(1, 2),)  # type: ignore[arg-type]
    assert hash(event.rounds[0].games) == hash((Game(1, 2),))


def test_days_of_the_standard_library_become_partial_dates() -> None:
    day = date(2026, 5, 1)
    info = TournamentInfo(start=day, end=day, round_dates=(day, None))  # type: ignore[arg-type]
    assert (info.start, info.end, info.round_dates) == (PartialDate(2026, 5, 1),) * 2 + (
        (PartialDate(2026, 5, 1), None),
    )
    assert Player(1, birth=day).birth == PartialDate(2026, 5, 1)  # type: ignore[arg-type]


def test_partial_dates_are_parsed() -> None:
    assert PartialDate.parse("2026-03") == PartialDate(2026, 3)
    for text in ("", "May", "2026-13", "2026-0-1", "2026-02-30"):
        with pytest.raises(RuleError):
            PartialDate.parse(text)


def test_a_win_of_less_than_a_point_is_a_slip() -> None:
    with pytest.raises(ValueError, match="win=3 means"):
        PointSystem(win=3, draw=1)
    assert PointSystem.parse("3-1-0") == PointSystem(win=30, draw=10)
    assert PointSystem.from_tenths(win=3, draw=1).pab == 3
    for text in ("", "3-1", "a-b-c", "1-0.55-0"):
        with pytest.raises(ValueError, match="a point system is a text"):
            PointSystem.parse(text)
