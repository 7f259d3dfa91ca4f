"""Every view of every kind of event, at every stage of one, has a form in JSON and is read back as it was."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import isclass, isfunction, signature
from pkgutil import iter_modules

import pytest
from hypothesis import HealthCheck, settings

import rookery.tournaments.views as package
from rookery.errors import RuleError
from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ByeKind, Result
from rookery.tournaments.domain.byes import AskBye, Expel, Withdraw
from rookery.tournaments.domain.lifecycle import AddRemark, CloseTournament
from rookery.tournaments.domain.manual_pairing import OpenPhase
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.state import State
from rookery.tournaments.views.crosstable import crosstable_view
from rookery.tournaments.views.explanations import board_reasons, player_reasons, reasons_view, why_not
from rookery.tournaments.views.log import log_view
from rookery.tournaments.views.manual_pairing import hand_view
from rookery.tournaments.views.overview import home_line, overview, publication_view, sorted_home
from rookery.tournaments.views.player_card import player_card_view
from rookery.tournaments.views.players import check_in_view, find_opening, numbers_view, players_view
from rookery.tournaments.views.prizes import categories, prize_categories, prizes_view
from rookery.tournaments.views.report import checks, list_norms, report_view
from rookery.tournaments.views.round import round_view
from rookery.tournaments.views.rules import rules_view
from rookery.tournaments.views.schedule import bracket_view, find_start, round_clock, schedule_view
from rookery.tournaments.views.standings import rank_view, ranks_after, standings_view, value_view
from rookery.tournaments.views.teams import lineups_view, teams_view
from support.desks import swiss
from support.service_machine import STREAM, ServiceMachine
from support.states import STATES

MODULES = [import_module(f"rookery.tournaments.views.{module.name}") for module in iter_modules(package.__path__)]


def _key(state: State) -> str:
    return next(iter(state.keys.participants), "nobody")


def _last(state: State) -> int:
    return len(state.tournament.rounds)


VIEWS: dict[Callable[..., object], Callable[[State], object]] = {
    overview: overview, players_view: players_view, numbers_view: numbers_view, rules_view: rules_view,
    standings_view: standings_view, crosstable_view: crosstable_view, hand_view: hand_view, report_view: report_view,
    checks: checks, list_norms: list_norms, schedule_view: schedule_view, bracket_view: bracket_view,
    teams_view: teams_view, lineups_view: lambda state: state.tournament.team_event and lineups_view(state, 1),
    categories: categories, prize_categories: prize_categories,
    round_view: lambda state: [round_view(state, number) for number in range(1, _last(state) + 1)],
    player_card_view: lambda state: [player_card_view(state, key) for key in (*state.keys.players, *state.keys.teams)],
    value_view: lambda state: value_view(state, _key(state), 1),
    rank_view: lambda state: rank_view(state, _key(state)),
    ranks_after: lambda state: ranks_after(state, _last(state)),
    reasons_view: lambda state: reasons_view(state, _last(state), with_boards=True),
    board_reasons: lambda state: board_reasons(state, _last(state), 1),
    player_reasons: lambda state: player_reasons(state, _last(state), _key(state)),
    why_not: lambda state: why_not(state, _last(state), _key(state)),
    prizes_view: lambda state: prizes_view(state, "1,100\n2,50"),
    sorted_home: lambda state: sorted_home([home_line("one", state)]),
    log_view: lambda state: log_view(state, ()),
    check_in_view: check_in_view, round_clock: round_clock, publication_view: publication_view,
    find_start: lambda state: find_start(state, _last(state) + 1), find_opening: find_opening,
}  # fmt: skip
"""What makes a view, and how it is asked of a state."""


NOT_OF_ALL = {hand_view, schedule_view, bracket_view, value_view, rank_view, reasons_view, board_reasons,
              player_reasons, why_not}  # fmt: skip
"""What some events have not, or not yet, and refuse to show."""


def stages() -> Iterator[tuple[str, State]]:
    """A Swiss from its entries to its end, with everything that can happen in one."""
    hall = swiss(3)
    yield "entries", hall.state
    hall.do(AskBye(hall.key(3), (2,), ByeKind.HALF))
    hall.do(PairRound(), everything=True)
    yield "round 1", hall.state
    hall.play(1, Result.DRAW)
    hall.do(Withdraw(hall.key(8)), everything=True)
    hall.do(Expel(hall.key(7), "a telephone"), everything=True)
    hall.do(OpenPhase(2), everything=True)
    yield "by hand", hall.state
    hall = swiss(2, paired=2, played=2)
    hall.do(AddRemark("the lights went out", 1))
    hall.do(CloseTournament())
    yield "closed", hall.state


EVERY = STATES | dict(stages())


def _same(view: object) -> None:
    """JSON there and back."""
    told = json.loads(json.dumps(to_json_data(view)))
    if is_dataclass(view):
        assert from_json_data(type(view), told) == view
    elif isinstance(view, tuple | list):
        for one in view:
            _same(one)


def look_at(state: State) -> None:
    """Every view, or a refusal where the event has no such thing."""
    for made, ask in VIEWS.items():
        try:
            _same(ask(state))
        except RuleError:
            if made not in NOT_OF_ALL:
                raise


@pytest.mark.parametrize("name", EVERY)
def test_every_view_is_json_there_and_back(name: str) -> None:
    look_at(EVERY[name])


class Looked(ServiceMachine):
    """Whatever people do with a tournament, every view can be shown at the end of it."""

    def teardown(self) -> None:
        if self.store.streams():
            look_at(self.desk.state(STREAM))
        super().teardown()


Looked.TestCase.settings = settings(
    max_examples=settings.default.max_examples // 4,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestEveryViewAfterAnything = Looked.TestCase


def test_every_view_function_is_called() -> None:
    made = {
        one
        for module in MODULES
        for name, one in vars(module).items()
        if isfunction(one) and one.__module__ == module.__name__ and not name.startswith("_")
        if next(iter(signature(one).parameters), "") in ("state", "tournaments")
    }
    helpers = {
        "rules_pairing", "round_cells", "presences", "participants", "players", "before_round",
        "withdrawn", "departed_participants", "require_player_or_team", "rounds_until_elimination", "home_line",
        "forfeited_twice", "coming_round", "is_check_in_open", "can_state_conditions", "last_round_forecast",
        "opening_moments",
        "last_round_places", "publication_step", "list_games", "find_game", "games_to_decide",
    }  # fmt: skip
    assert {one.__name__ for one in made} - helpers == {view.__name__ for view in VIEWS}


def test_a_view_is_frozen() -> None:
    for module in MODULES:
        for name, one in vars(module).items():
            if isclass(one) and is_dataclass(one) and one.__module__ == module.__name__:
                assert one.__dataclass_params__.frozen, name  # type: ignore[attr-defined]
                assert fields(one), name
