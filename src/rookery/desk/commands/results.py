"""Entering results: of a game of a round that is paired, over what stood there."""

from __future__ import annotations

from rookery.desk.decision import Granted, Refused, Stale
from rookery.desk.events.results import ResultCorrected, ResultEntered
from rookery.desk.levels import caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.model import Game, Result, Round


@wish("result.enter")
class EnterResult(Wish):
    """Enter how a game ended; `was` is what it replaces, as far as whoever enters it knows.

    Of several games of the two with these colours it is the first that is open, else the last, unless `game` counts it.
    """

    round: int
    white: str
    black: str
    result: Result
    was: Result | None = None
    source: str = "desk"
    game: int | None = None


@decides(EnterResult)
def _enter(state: State, wanted: EnterResult) -> Granted:
    round = paired(state, wanted.round)
    white, black = (_player(state, key) for key in (wanted.white, wanted.black))
    games = _between(round, white, black)
    if not games:
        raise Refused(_not_met(state, round, wanted), keys=(wanted.white, wanted.black))
    first = next((at for at, one in enumerate(games) if one.result is Result.PENDING), len(games) - 1)
    at = first if wanted.game is None else wanted.game
    if not 0 <= at < len(games):
        raise Refused(f"the two have {len(games)} games with these colours in round {wanted.round}")
    found = games[at].result
    if wanted.was is not None and wanted.was is not found:
        text = f"{state.name(wanted.white)} - {state.name(wanted.black)}: {found} stands there, not {wanted.was}"
        raise Stale(text, expected=str(wanted.was), found=str(found))
    if found is wanted.result:
        return Granted(())
    given = wanted.round, wanted.white, wanted.black, wanted.result, found, wanted.source, at
    earlier = wanted.round < len(state.tournament.rounds) and found is not Result.PENDING
    return Granted((ResultCorrected(*given) if earlier else ResultEntered(*given),))


def paired(state: State, number: int) -> Round:
    """A round that is paired; entering anything for another is refused."""
    rounds = state.tournament.rounds
    if not 1 <= number <= len(rounds):
        made = state.phase is not None and state.phase.round == number
        text = f"round {number} is {'being made by hand' if made else 'not paired yet'}: there is nothing to enter"
        instead = "end the pairing by hand first" if made else "pair it first"
        raise Refused.by(caution("not-paired", state.fide, text, round=max(1, number), instead=instead))
    return rounds[number - 1]


def _player(state: State, key: str) -> int:
    if key not in state.keys.players:
        raise Refused(f"no player here has the key {key!r}")
    return state.keys.players[key]


def _between(round: Round, white: int, black: int) -> list[Game]:
    """The games of two with these colours, in order."""
    every = (*round.games, *(game for match in round.matches for game in match.games))
    return [one for one in every if one.white == white and one.black == black]


def _not_met(state: State, round: Round, wanted: EnterResult) -> str:
    white, black = state.name(wanted.white), state.name(wanted.black)
    turned = _between(round, state.keys.players[wanted.black], state.keys.players[wanted.white])
    if turned:
        return f"{black} has White against {white} in round {wanted.round}, not the other way round"
    return f"{white} and {black} do not meet in round {wanted.round}"
