"""The sections of an event together: players who move or are entered twice, and boards numbered through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rookery._record import record, replace
from rookery.collation import name_forms
from rookery.formats.board_order import with_first_board
from rookery.messages import msg
from rookery.model import Player, Tournament
from rookery.tournaments.domain.players import EnterPlayers, RemovePlayer
from rookery.tournaments.errors import CommandRejectedError, player_of
from rookery.tournaments.keyed import Facts
from rookery.tournaments.service import CommandResult, TournamentService
from rookery.tournaments.state import State

# -- players -----------------------------------------------------------------------------------------------------------


def move_player(
    desk: TournamentService,
    source: str,
    target: str,
    key: str,
    *,
    actor: str,
    command_id: str,
    acknowledged: Sequence[str] = (),
) -> CommandResult:
    """Move a player to another section: enter the player there, then remove the player here.

    Two logs are written, in this order, so that nothing is lost if the second write fails: the player is then in both
    sections, and the same command id, or another attempt, finishes the move. A player who is in the other section
    already with the same details is not entered again.

    Raises:
        CommandRejectedError: A section is a team event, or round 1 is paired, or there is no such player.
        ConfirmationRequiredError: A warning about the entry is not acknowledged; nothing was written.
    """
    from_state, to_state = desk.state(source), desk.state(target)
    if source == target:
        raise CommandRejectedError(msg("the player is in this section already"))
    if key in from_state.keys.players:
        for state in (from_state, to_state):
            require_movable(state)
        facts = Facts.from_player(player_of(from_state, key))
        if not any(Facts.from_player(player) == facts for player in to_state.tournament.players):
            entry = EnterPlayers((facts,))
            desk.do(target, entry, actor=actor, command_id=command_id, acknowledged=acknowledged)
    return desk.do(source, RemovePlayer(key), actor=actor, command_id=command_id)


def require_movable(state: State) -> None:
    """Reject a move from or to a team event, or a section whose round 1 is paired."""
    if (reason := why_not_movable(state)) is not None:
        raise CommandRejectedError(reason, instead=msg("withdraw the player here, and enter the player there"))


def why_not_movable(state: State) -> str | None:
    """Return why no player can move from or to a section, or None."""
    name = state.tournament.info.name
    if state.tournament.team_event:
        return msg("%(name)s is a team event: players belong to their team", name=name)
    if state.tournament.rounds:
        return msg("round 1 of %(name)s is paired: players no longer move", name=name)
    if state.closed is not None:
        return msg("%(name)s is closed", name=name)
    return None


@record
class DoubleEntry:
    """A person entered in several sections: the name, and the places of the sections in the event, from 0."""

    name: str
    sections: tuple[int, ...]


def double_entries(states: Sequence[State]) -> tuple[DoubleEntry, ...]:
    """Return the players of a section who seem to be in a later one as well, by FIDE number, or name and birth."""
    entries_by_identity: dict[int | str, list[tuple[int, Player]]] = {}
    for place, state in enumerate(states):
        for player in state.tournament.players:
            for identity in (player.fide_id, *name_forms(player.name)):
                if identity:
                    entries_by_identity.setdefault(identity, []).append((place, player))
    names = {
        (place, player.number): player.name for entries in entries_by_identity.values() for place, player in entries
    }
    places: dict[tuple[int, int], set[int]] = {}
    for entries in entries_by_identity.values():
        for place, player in entries:
            others = {other_place for other_place, other in entries if _may_be_same(player, other)} - {place}
            places.setdefault((place, player.number), {place}).update(others)
            names[place, player.number] = player.name
    return tuple(
        DoubleEntry(names[place, number], tuple(sorted(sections)))
        for (place, number), sections in sorted(places.items())
        if len(sections) > 1 and place == min(sections)
    )


def _may_be_same(player: Player, other: Player) -> bool:
    """Return whether two players of one name or FIDE number may be one person."""
    if player.fide_id and other.fide_id:
        return player.fide_id == other.fide_id
    return not (player.birth and other.birth and player.birth.year != other.birth.year)


# -- boards ------------------------------------------------------------------------------------------------------------


def with_shown_boards(state: State, first_board: int, known: tuple[Tournament, Tournament] | None = None) -> State:
    """Return the state as pages and papers show it, with the boards of every round numbered from a first board."""
    tournament = with_first_board(state.tournament, first_board, known)
    return state if tournament is state.tournament else replace(state, tournament=tournament)


def board_count(state: State) -> int:
    """Return the boards that a section needs: half of its participants rounded up, or more if a round has more."""
    t = state.tournament
    return max([-(-len(t.participants) // 2), *(len(round.pairs) for round in t.rounds)])


def suggested_first_boards(sizes: Mapping[str, int]) -> dict[str, int]:
    """Return the first board of each section if the boards are numbered through, in this order.

    >>> suggested_first_boards({"a": 12, "b": 7, "c": 9})
    {'a': 1, 'b': 13, 'c': 20}
    """
    result, first = {}, 1
    for section, size in sizes.items():
        result[section] = first
        first += size
    return result


def last_board(state: State, first_board: int) -> int:
    """Return the last board that a section uses if its boards begin with this number, fixed boards left out."""
    return first_board + max(board_count(state), 1) - 1


def overlapping_sections(ranges: Mapping[str, tuple[int, int]]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of sections that share a board number, where boards are numbered through.

    >>> overlapping_sections({"a": (1, 12), "b": (13, 20), "c": (20, 25)})
    (('b', 'c'),)
    """
    if all(first == 1 for first, _ in ranges.values()):
        return ()
    ordered = list(ranges.items())
    return tuple(
        (name, other)
        for place, (name, (first, last)) in enumerate(ordered)
        for other, (other_first, other_last) in ordered[place + 1 :]
        if first <= other_last and other_first <= last
    )
