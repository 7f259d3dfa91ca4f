"""The model: what can be said, and what cannot."""

from __future__ import annotations

import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from importlib import import_module
from itertools import product

import pytest

from rookery import model
from rookery.errors import RuleError
from rookery.model import (
    AbnormalPoints,
    Bye,
    ByeKind,
    Date,
    Ending,
    Event,
    Forbidden,
    Game,
    Match,
    Player,
    PointSystem,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    VirtualPoints,
    Withdrawal,
)

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
def test_only_possible_results_can_be_built(white: Ending, black: Ending) -> None:
    if (white, black) in POSSIBLE:
        assert str(Result.of(white, black)) == POSSIBLE[white, black]
    else:
        with pytest.raises(RuleError, match="a game cannot end"):
            Result.of(white, black)


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
def test_what_is_no_result_is_refused_in_words(text: str) -> None:
    with pytest.raises(RuleError, match="is not a result: expected one of 1-0"):
        Result.parse(text)


def test_a_forfeit_may_lack_colours_and_nothing_else_may() -> None:
    assert not Game(1, 2, Result.DOUBLE_FORFEIT, coloured=False).coloured
    with pytest.raises(RuleError, match="only a forfeit"):
        Game(1, 2, Result.DRAW, coloured=False)


@pytest.mark.parametrize(
    "nonsense",
    [
        lambda: Game(3, 3),
        lambda: Match(2, 2),
        lambda: Match(1, 2, forfeit=Result.DRAW),
        lambda: Player(0),
        lambda: Team(1, players=(4, 4)),
        lambda: Date(2026, 13),
        lambda: Date(2026, 0, 5),
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
    ("values", "complaint"),
    [
        ({"win": 10, "draw": 6}, "two draws"),
        ({"pab": 15}, "pairing-allocated bye"),
        ({"win": 0}, "a win must be worth more"),
        ({"draw": 20}, "a draw lie between"),
        ({"loss": 7}, "a draw lie between"),
    ],
)
def test_point_systems_must_make_sense(values: dict[str, int], complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        PointSystem(**values)


def test_what_a_point_system_does_not_say_follows() -> None:
    football = PointSystem(win=30, draw=10, absence=0)
    assert (football.pab, football.full_bye, football.half_bye) == (30, 30, 10)
    assert (football.forfeit_win, football.forfeit_loss, football.adjourned) == (30, 0, 10)
    assert PointSystem(absence=5, draw=5).forfeit_loss == 5


def test_values_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Game(1, 2).result = Result.DRAW  # type: ignore[misc]


def test_the_order_in_which_players_are_given_does_not_matter() -> None:
    assert Tournament(players=(Player(2), Player(1))) == Tournament(players=(Player(1), Player(2)))


def test_a_tournament_grows_and_is_cut_without_forgetting_its_plan() -> None:
    start = Tournament(
        players=tuple(map(Player, range(1, 5))), planned=3, requested=(RequestedBye(1, 4), RequestedBye(2, 4))
    )
    one = start.with_round(Round(games=(Game(1, 2),), byes=(Bye(3, ByeKind.PAIRING_ALLOCATED), Bye(4, ByeKind.ZERO))))
    assert one.next_round == 2
    assert one.absent(2) == {4: ByeKind.ZERO}
    assert one.absent(1) == {}
    assert one.until(1).planned == 3
    assert one.until(1).rounds == ()


def test_withdrawing_is_asking_for_zero_points_to_the_end() -> None:
    start = Tournament(players=(Player(1), Player(2)), planned=4, rounds=(Round(games=(Game(1, 2),)),))
    assert start.withdraw(2).requested == tuple(RequestedBye(r, 2) for r in (2, 3, 4))
    assert start.withdraw(2, 3).withdraw(2, 2) == start.withdraw(2, 3).withdraw(2)
    assert {bye.round for bye in start.withdraw(2, 1).requested} == {2, 3, 4}
    assert Tournament(players=(Player(1),)).withdraw(1).withdrawn == (Withdrawal(1, 1),)
    with pytest.raises(RuleError, match="no 9"):
        start.withdraw(9)


def test_a_forbidden_group_covers_its_rounds() -> None:
    assert [Forbidden((1, 2), 2, 3).covers(r) for r in (1, 2, 3, 4)] == [False, True, True, False]
    assert Forbidden((1, 2)).covers(99)


def test_open_games_of_a_round_are_found_inside_matches_too() -> None:
    games = (Game(1, 3, Result.DRAW), Game(4, 2))
    assert Round(matches=(Match(1, 2, games),)).pending == (Game(4, 2),)


WORKED_OUT = ("apart", "unchecked")
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
        Date(1990, 5),
        PointSystem(win=30, draw=10),
        Team(1, "Rooks", (1, 2)),
        Forbidden((1, 2)),
        Tournament(
            players=(Player(1, birth=Date(1990)), Player(2)),
            rounds=(Round(games=(Game(1, 2, Result.DRAW),)),),
            requested=(RequestedBye(2, 1),),
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
    ("build", "says"),
    [
        (lambda: Game(1, 2, "1-0"), "the result of 1-2 must be a Result, not '1-0': Result.parse reads a text"),
        (lambda: Game(1, 2, 1), "the result of 1-2 must be a Result, not 1"),
        (lambda: Game(1, 2, None), "the result of 1-2 must be a Result, not None"),
        (lambda: Match(1, 2, (), "+/-"), "the forfeit of 1-2 must be a Result or None, not '+/-'"),
        (lambda: Bye(1, "half"), "the bye of 1 must be a ByeKind such as ByeKind.HALF, not 'half'"),
        (lambda: RequestedBye(1, 1, "half"), "the bye that 1 asks for must be a ByeKind such as ByeKind.HALF, not 'ha"),
        (lambda: RequestedBye(0, 1), "the round of the bye that 1 asks for must be a number from 1 to 999, not 0"),
        (lambda: Player(1, "a", "2000"), "the rating of player 1 must be a whole number or None, not '2000'"),
        (lambda: Player(1, None), "the name of player 1 must be a text, not None"),
        (lambda: Player(1, title=3), "the title of player 1 must be a text, not 3"),
        (lambda: Player(1, birth="1990"), "the birth of player 1 must be a Date or None, not '1990'"),
        (lambda: Player("1"), "a pairing number counts from 1, not '1'"),
        (lambda: Team("1"), "a team number counts from 1, not '1'"),
        (lambda: Team(1, None), "the name of team 1 must be a text, not None"),
        (lambda: Round(games=((1, 2),)), r"each of the games of a round must be a Game, not (1, 2)"),
        (lambda: Round(games=5), "games must be a tuple, not 5"),
        (lambda: Round(byes=(3,)), "each of the byes of a round must be a Bye, not 3"),
        (lambda: Game([1], [2]), "a player of a game must be a whole number from 1, not [1]"),
        (lambda: Game(1.0, 2), "a player of a game must be a whole number from 1, not 1.0"),
        (lambda: Game(1, "2"), "a player of a game must be a whole number from 1, not '2'"),
        (lambda: Game(True, 2), "a player of a game must be a whole number from 1, not True"),
        (lambda: Game(0, 2), "a player of a game must be a whole number from 1, not 0"),
        (lambda: Match(1.0, 2), "a side of a match must be a whole number from 1, not 1.0"),
        (lambda: Bye(1.5, ByeKind.HALF), "who has a bye must be a whole number from 1, not 1.5"),
        (lambda: RequestedBye(1, 2.0), "who asks for a bye must be a whole number from 1, not 2.0"),
        (lambda: Forbidden((1.0, 2)), "a player of a forbidden pair must be a whole number from 1, not 1.0"),
        (lambda: Team(1, players=(1.0, 2)), "a player of team 1 must be a whole number from 1, not 1.0"),
        (lambda: PointSystem(win=1.0), "what win is worth must be whole tenths, not 1.0: in tenths that is 10"),
        (lambda: PointSystem(draw=5.0), "what draw is worth must be whole tenths, not 5.0"),
        (lambda: Player(1, points=1.5), "the points of player 1 must be whole tenths, not 1.5: in tenths that is 15"),
        (lambda: Player(1, points="1"), "the points of player 1 must be whole tenths, not '1'"),
        (lambda: Team(1, match_points=1.0), "the points of team 1 must be whole tenths, not 1.0"),
        (
            lambda: AbnormalPoints((1,), points=0.5),
            "abnormal points must be whole tenths, not 0.5: in tenths",
        ),
        (lambda: VirtualPoints(1, 2, 1, 2, 1.0), "virtual points must be whole tenths, not 1.0"),
        (lambda: Tournament(team_bye_points=1.5), "team_bye_points must be whole tenths, not 1.5"),
        (lambda: Date(2026.0), "a date must be year, month and day in whole numbers, not (2026.0, 0, 0)"),
        (lambda: Date(2026, 2, 31), "2026/2/31 is not a date"),
        (
            lambda: Tournament(event=Event(start=Date(2026, 5, 1)), players=(Player(4, birth=Date(2026, 5, 2)),)),
            "player 4 is born 2026-05-02, after the event began, 2026-05-01",
        ),
        (lambda: Tournament(planned=-1), "planned must be a number of rounds from 1, or None, not -1"),
        (lambda: Tournament(planned="5"), "planned must be a number of rounds from 1, or None, not '5'"),
        (lambda: Tournament(initial_colour="white"), "initial_colour must be a Colour or None, not 'white'"),
        (lambda: Tournament(system=None), "system must be a text such as 'FIDE_DUTCH_2026', not None"),
        (lambda: Tournament(points=(1, 0)), r"points must be a PointSystem, not (1, 0)"),
        (lambda: Tournament(players=(1,)), "each of the players must be a Player, not 1"),
        (lambda: Tournament(players="ab"), "players must be a tuple, not 'ab'"),
        (lambda: Tournament(rounds=(3,)), "round 1 must be a Round, not 3"),
        (lambda: Tournament(requested=(3,)), "requested holds RequestedByes, forbidden holds Forbiddens, nothing"),
        (
            lambda: Tournament(players=(Player(1),), requested=(RequestedBye(1, 7),)),
            "a bye is asked for by 7, who does not take part",
        ),
        (
            lambda: Tournament(players=(Player(1),), forbidden=(Forbidden((1, 3)),)),
            "a forbidden pair names 3, who does not take part",
        ),
    ],
)
def test_the_wrong_kind_of_thing_is_refused_when_it_is_built(build: Callable[[], object], says: str) -> None:
    with pytest.raises(RuleError) as caught:
        build()
    assert str(caught.value).startswith(says)


def test_sequences_become_tuples() -> None:
    event = Tournament(
        players=[Player(2), Player(1)],  # type: ignore[arg-type]
        rounds=[Round(games=[Game(1, 2)])],  # type: ignore[arg-type]
        ranking=["BH"],  # type: ignore[arg-type]
        forbidden=[Forbidden([1, 2])],  # type: ignore[arg-type]
    )
    assert event == Tournament(
        players=(Player(1), Player(2)),
        rounds=(Round(games=(Game(1, 2),)),),
        ranking=("BH",),
        forbidden=(Forbidden((1, 2)),),
    )
    assert Team(1, players=[3, 4]).players == (3, 4)  # type: ignore[arg-type]
    assert Match(1, 2, [Game(1, 2)]).games == (Game(1, 2),)  # type: ignore[arg-type]
    assert hash(event.rounds[0].games) == hash((Game(1, 2),))
