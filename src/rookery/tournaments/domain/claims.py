"""Claims: results that the players send from their phones, the rule for lone claims, and the arbiter's decisions.

Equal claims of both players become the result. Everything else waits for the arbiter, and nothing that the arbiter
entered is replaced. An undo takes back results, but not what the players have sent.
"""

from __future__ import annotations

from typing import Literal

from rookery._record import record, replace
from rookery.messages import msg
from rookery.model import Result
from rookery.tournaments.command import Command, Proposal, command, decide, decider
from rookery.tournaments.domain.results import EnterResult, ResultEntered, games_of, require_game
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.event import Event, NameOf, applies, describes, kind
from rookery.tournaments.state import Claim, LoneClaims, Side, Stamp, State

PHONE = "phone"
"""The source of a result that comes from phones."""

CLAIMED_RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
"""The results that a player can send."""

ClaimStatus = Literal["", "waiting", "agree", "differ", "entered", "against"]
"""What the claims of a game mean: there are none; one waits for the other player; both agree, but the result was taken
back; they differ; they are the result; they differ from the result that was entered."""


# -- the claims of a game ----------------------------------------------------------------------------------------------


@record
class GameClaims:
    """The present result of a game, and the claims by side since the arbiter last decided it.

    `entered_alone` is the side whose claim alone became the result, empty if it came otherwise.
    """

    result: Result
    sides: dict[Side, Claim]
    entered_alone: Literal["", "white", "black"] = ""

    @property
    def status(self) -> ClaimStatus:
        """What the claims mean."""
        results = {claim.result for claim in self.sides.values()}
        if not results:
            return ""
        if self.result is not Result.PENDING:
            return "entered" if results == {self.result} else "against"
        if len(results) > 1:
            return "differ"
        return "waiting" if len(self.sides) == 1 else "agree"


def game_id(white: str, black: str, game: int) -> str:
    """Return the id of a game in a round, as `State.entered` has it."""
    return f"{white}-{black}/{game}"


def find_game_claims(state: State, round: int, game: str, result: Result) -> GameClaims:
    """Return the claims of a game with this id and result."""
    entry = state.entered.get(round, {}).get(game)
    last_decision = entry.by.version if entry is not None and entry.source != PHONE else 0
    last_decision = max(last_decision, state.settled.get(round, {}).get(game, 0))
    claims = state.permanent.claims.get(round, {}).get(game, {})
    sides = {side: claim for side, claim in claims.items() if claim.by.version > last_decision}
    alone: Literal["", "white", "black"] = ""
    if entry is not None and result is not Result.PENDING and len(sides) == 1:
        for side, claim in sides.items():  # they were written by one command
            alone = side if claim.by.version + 1 == entry.by.version else ""
    return GameClaims(result, sides, alone)


def claims_of_round(state: State, round: int) -> dict[str, GameClaims]:
    """Return the claims of a paired round by the ids of the games; games without claims are omitted."""
    claims_by_game = state.permanent.claims.get(round)
    if not claims_by_game or round > len(state.tournament.rounds):
        return {}
    keys, counts, claims = state.keys.player, dict[tuple[int, int], int](), {}
    for game in games_of(state.tournament.rounds[round - 1]):
        pair = game.white, game.black
        counts[pair] = counts.get(pair, -1) + 1
        name = game_id(keys[game.white], keys[game.black], counts[pair])
        if name in claims_by_game and (game_claims := find_game_claims(state, round, name, game.result)).sides:
            claims[name] = game_claims
    return claims


def count_conflicts(state: State, round: int) -> int:
    """Return the number of games of a round whose claims the arbiter has to decide, without lone claims."""
    return sum(claims.status in ("agree", "differ", "against") for claims in claims_of_round(state, round).values())


# -- events ------------------------------------------------------------------------------------------------------------


@kind("result.claimed", note="the file has results, not claims (001 once a result is entered)")
class ResultClaimed(Event):
    """A player has sent a result; `code` begins the id of the access code, `game` counts as in `result.entered`.

    What a player has sent is a fact: an undo does not change it. A later claim of the same side replaces an earlier
    one.
    """

    round: int
    white: str
    black: str
    result: Result
    side: Side
    code: str = ""
    game: int = 0


@applies(ResultClaimed)
def _apply_result_claimed(state: State, event: ResultClaimed, stamp: Stamp) -> State:
    claims = {number: games for number, games in state.permanent.claims.items() if number >= event.round - 1}
    game = game_id(event.white, event.black, event.game)
    games = dict(claims.get(event.round, {}))
    games[game] = {**games.get(game, {}), event.side: Claim(event.result, stamp, event.code)}
    return replace(state, permanent=replace(state.permanent, claims={**claims, event.round: games}))


@describes(ResultClaimed)
def _describe_result_claimed(event: ResultClaimed, name: NameOf) -> str:
    return msg("Round %(round)s: %(name)s sends %(result)s for %(both)s.", round=event.round,
               name=name(event.white if event.side == "white" else event.black), result=event.result,
               both=f"{name(event.white)} - {name(event.black)}")  # fmt: skip


@kind("claim.settled", note="the file has results, not claims")
class ClaimSettled(Event):
    """The arbiter keeps the present result of a game against what the players have sent until now."""

    round: int
    white: str
    black: str
    game: int = 0


@applies(ClaimSettled)
def _apply_claim_settled(state: State, event: ClaimSettled, stamp: Stamp) -> State:
    games = {**state.settled.get(event.round, {}), game_id(event.white, event.black, event.game): stamp.version}
    return replace(state, settled={**state.settled, event.round: games})


@describes(ClaimSettled)
def _describe_claim_settled(event: ClaimSettled, name: NameOf) -> str:
    return msg("Round %(round)s: %(both)s keeps its result.", round=event.round,
               both=f"{name(event.white)} - {name(event.black)}")  # fmt: skip


@kind("claims.set", note="a rule of the desk, not of the tournament")
class ClaimsSet(Event):
    """A result that only one of the players has sent waits for the other one, or counts at once."""

    lone: LoneClaims


@applies(ClaimsSet)
def _apply_claims_set(state: State, event: ClaimsSet, stamp: Stamp) -> State:
    return replace(state, lone_claims=event.lone)


@describes(ClaimsSet)
def _describe_claims_set(event: ClaimsSet, name: NameOf) -> str:
    if event.lone == "count":
        return msg("A result that only one player has sent counts at once.")
    return msg("A result that only one player has sent waits for the other player.")


# -- commands ----------------------------------------------------------------------------------------------------------


@command("result.claim")
class ClaimResult(Command):
    """Send the result of a game for one of its players; equal claims of both become the result."""

    round: int
    white: str
    black: str
    result: Result
    side: Side
    code: str = ""
    game: int = 0


@decider(ClaimResult)
def _decide_claim_result(state: State, command: ClaimResult) -> Proposal:
    current = require_game(state, command.round, command.white, command.black, command.game).result
    if command.round < len(state.tournament.rounds):
        raise CommandRejectedError(
            msg("Round %(round)s is over.", round=command.round), instead=msg("tell the arbiter"), code="round-over"
        )
    if state.closed is not None:
        raise CommandRejectedError(msg("The tournament is over."), instead=msg("tell the arbiter"), code="round-over")
    if command.result not in CLAIMED_RESULTS:
        raise CommandRejectedError(
            msg("A player can send a win, a draw or a loss, not %(result)s.", result=command.result),
            instead=msg("tell the arbiter"),
        )
    name = game_id(command.white, command.black, command.game)
    claims = find_game_claims(state, command.round, name, current)
    own_claim = claims.sides.get(command.side)
    if own_claim is not None and own_claim.result is command.result:
        return Proposal(())
    arguments = command.round, command.white, command.black
    claim = ResultClaimed(*arguments, command.result, command.side, command.code, command.game)
    if current is command.result or not _can_enter(state, claims, command, current):
        return Proposal((claim,))
    return Proposal((claim, ResultEntered(*arguments, command.result, current, PHONE, command.game)))


def _can_enter(state: State, claims: GameClaims, command: ClaimResult, current: Result) -> bool:
    """Return whether a new claim becomes the result: the other side agrees, or it need not.

    A result that came from one phone alone can be changed by the same side until the other one has sent its own.
    """
    other_claim = claims.sides.get("black" if command.side == "white" else "white")
    is_open = current is Result.PENDING
    if other_claim is not None:
        return is_open and other_claim.result is command.result
    return state.lone_claims == "count" and (is_open or claims.entered_alone == command.side)


@command("claim.settle")
class SettleClaim(Command):
    """Decide between what the players have sent and the present result; `was` is the result that the user saw."""

    round: int
    white: str
    black: str
    result: Result
    was: Result | None = None
    game: int = 0


@decider(SettleClaim)
def _decide_settle_claim(state: State, command: SettleClaim) -> Proposal:
    game = require_game(state, command.round, command.white, command.black, command.game)
    arguments = command.round, command.white, command.black
    proposal = decide(state, EnterResult(*arguments, command.result, command.was, "desk", command.game))
    name = game_id(command.white, command.black, command.game)
    if proposal.events or not find_game_claims(state, command.round, name, game.result).sides:
        return proposal
    return Proposal((ClaimSettled(*arguments, command.game),))


@command("claims.set")
class SetClaims(Command):
    """Set whether a result that only one of the players has sent waits for the other one, or counts at once."""

    lone: Literal["wait", "count"]


@decider(SetClaims)
def _decide_set_claims(state: State, command: SetClaims) -> Proposal:
    if command.lone not in ("wait", "count"):
        raise CommandRejectedError(msg("a lone result waits or counts, not %(text)s", text=repr(command.lone)))
    return Proposal(() if command.lone == state.lone_claims else (ClaimsSet(command.lone),))
