"""The tournament at a glance: how far it is, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rookery.desk.state import State
from rookery.desk.views.who import gone
from rookery.finality import OpenEnd, is_final, length
from rookery.model import Colour, Date
from rookery.regulations import scheme
from rookery.values import frozen
from rookery.wording import counted, spoken, word

Task = Literal[
    "enter teams", "enter players", "draw colour", "say rounds", "end by hand", "pair", "enter results",
    "decide adjourned", "decide final", "close", "none",
]  # fmt: skip
Stage = Literal["before round 1", "by hand", "round open", "between rounds", "over", "closed"]


@frozen
class NextStep:
    """Something to be done: what, a sentence, in which round, and how many games it is about."""

    task: Task
    text: str
    round: int | None = None
    games: int = 0


@frozen
class Overview:
    """Where the tournament stands.

    `paired` rounds are there of `rounds`, if that is known. Of the `games` of the last round so many are `ended`; in
    all rounds `open` ones and `adjourned` ones are left. `left` is the round in which FIDE mode was left. The first of
    `next` is what to do now.
    """

    name: str
    system: str
    format: str
    teams: bool
    stage: Stage
    paired: int
    rounds: int | None
    participants: int
    players: int
    gone: int
    games: int
    ended: int
    open: int
    adjourned: int
    fide: bool
    left: int | None
    final: bool
    colour: Colour | None
    next: tuple[NextStep, ...]
    city: str = ""
    start: Date | None = None
    end: Date | None = None
    files: int = 0


def overview(state: State) -> Overview:
    """The tournament at a glance."""
    t, event = state.tournament, state.tournament.event
    ends = is_final(t).reasons
    last = t.rounds[-1] if t.rounds else None
    games = [*last.games, *(game for match in last.matches for game in match.games)] if last else []
    waiting = len(last.pending) if last else 0
    return Overview(
        name=event.name,
        system=t.system,
        format=word(scheme(t.system).format.title),
        teams=t.team_event,
        stage=_stage(state, ends),
        paired=len(t.rounds),
        rounds=length(t),
        participants=len(t.participants),
        players=len(t.players),
        gone=len(gone(state, t.next_round)),
        games=len(games),
        ended=len(games) - waiting,
        open=sum(len(round.pending) for round in t.rounds),
        adjourned=sum(len(round.adjourned) for round in t.rounds),
        fide=state.fide,
        left=state.sticky.left,
        final=not ends and state.phase is None,
        colour=t.initial_colour,
        next=tuple(_steps(state, ends)),
        city=event.city,
        start=event.start,
        end=event.end,
        files=len(state.files),
    )


def _stage(state: State, ends: tuple[OpenEnd, ...]) -> Stage:
    rounds = state.tournament.rounds
    if state.closed is not None:
        return "closed"
    if state.phase is not None:
        return "by hand"
    if not rounds:
        return "before round 1"
    if not ends:
        return "over"
    return "round open" if any(one.kind == "open games" for one in ends) else "between rounds"


def _steps(state: State, ends: tuple[OpenEnd, ...]) -> Iterator[NextStep]:
    """What is to be done, first things first."""
    t = state.tournament
    if state.closed is not None:
        yield NextStep("none", spoken("The tournament is closed after round %(round)s.", round=state.closed))
        return
    if state.phase is not None:
        text = spoken("Round %(round)s is being made by hand.", round=state.phase.round)
        yield NextStep("end by hand", text, state.phase.round)
    yield from _before(state, ends)
    for one in ends:
        if one.kind == "open games":
            yield NextStep("enter results", _still_open(one), one.round, len(one.boards))
    coming = next((one.round for one in ends if one.kind == "round to come"), None)
    if coming is None and any(one.kind == "length unknown" for one in ends):
        coming = t.next_round
    if coming is not None and len(t.participants) > 1 and state.phase is None:
        yield NextStep("pair", spoken("Pair round %(round)s.", round=coming), coming)
    for one in ends:
        if one.kind == "adjourned games":
            text = counted(len(one.boards), "Round %(round)s: %(num)s game is adjourned.",
                           "Round %(round)s: %(num)s games are adjourned.", round=one.round)  # fmt: skip
            yield NextStep("decide adjourned", text, one.round, len(one.boards))
        elif one.kind == "level final":
            text = spoken("Round %(round)s is level: nobody has won yet.", round=one.round)
            yield NextStep("decide final", text, one.round)
    if not ends and t.rounds:
        yield NextStep("close", spoken("Every round is played: the standings are final."), len(t.rounds))


def _still_open(one: OpenEnd) -> str:
    """That results are missing."""
    if not one.boards:
        return spoken("Round %(round)s: nobody is paired.", round=one.round)
    return counted(len(one.boards), "Round %(round)s: %(num)s result is open.",
                   "Round %(round)s: %(num)s results are open.", round=one.round)  # fmt: skip


def _before(state: State, ends: tuple[OpenEnd, ...]) -> Iterator[NextStep]:
    """What round 1 waits for."""
    t, format = state.tournament, scheme(state.tournament.system).format
    if t.rounds:
        return
    if len(t.participants) < 2 and t.team_event:
        yield NextStep("enter teams", spoken("Enter the teams."))
    elif len(t.participants) < 2:
        yield NextStep("enter players", spoken("Enter the players."))
    if any(one.kind == "length unknown" for one in ends):
        yield NextStep("say rounds", spoken("Say how many rounds there are."))
    if format.swiss and t.initial_colour is None:
        yield NextStep("draw colour", spoken("Draw the initial colour."), 1)
