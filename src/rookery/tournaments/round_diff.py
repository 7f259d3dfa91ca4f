"""Differences between two versions of a round, and changes since a round was paired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.messages import join_list, join_texts, msg, msg_const, msg_plural
from rookery.model import Result, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.regulations import parse_type_code
from rookery.tournaments.keyed import Boards, KeyedGame
from rookery.tournaments.state import State

MAX_LISTED = 20
"""The number of pairs that a remark lists; the others are counted."""


MAX_NAMED = 6
"""The number of pairs that a message names; the others are counted."""


Pairs = list[tuple[str, str]]


def games_of(boards: Boards) -> list[KeyedGame]:
    """Return every game of a round."""
    return [*boards.games, *(game for match in boards.matches for game in match.games)]


def pairs_of_games(games: Sequence[KeyedGame]) -> Pairs:
    """Return the players of each game, White first."""
    return [(game.white, game.black) for game in games]


def differences_by_number(before: State, after: State, old_boards: Boards, new_boards: Boards) -> Iterator[str]:
    """Yield the differences except results, by number: games, matches, and byes of participants in both versions."""
    players = {**before.keys.players, **after.keys.players}
    paired = {**before.keys.participants, **after.keys.participants}
    old, new = pairs_of_games(games_of(old_boards)), pairs_of_games(games_of(new_boards))
    if old != new and set(old) == set(new):
        yield msg("boards in another order")
    elif old != new:
        yield join_texts(" => ", (_format_missing_pairs(old, new, players), _format_missing_pairs(new, old, players)))
    yield from _forfeit_differences(old_boards, new_boards, paired)
    common_keys = before.keys.participants.keys() & after.keys.participants.keys()
    old_byes, new_byes = (
        {bye.key: msg_const(str(bye.kind)) for bye in round.byes if bye.key in common_keys}
        for round in (old_boards, new_boards)
    )
    for key in sorted(old_byes.keys() | new_byes.keys(), key=paired.__getitem__):
        if old_byes.get(key) != new_byes.get(key):
            old_bye, new_bye = (byes.get(key) or msg("no bye") for byes in (old_byes, new_byes))
            yield msg("%(number)s %(was)s => %(now)s", number=paired[key], was=old_bye, now=new_bye)


def _forfeit_differences(old_boards: Boards, new_boards: Boards, numbers: Mapping[str, int]) -> Iterator[str]:
    """Yield matches whose forfeit changed."""
    old_forfeits, new_forfeits = (
        {(match.white, match.black): match.forfeit for match in round.matches} for round in (old_boards, new_boards)
    )
    for pair in dict.fromkeys((*old_forfeits, *new_forfeits)):
        if old_forfeits.get(pair) is not new_forfeits.get(pair):
            white, black = (numbers[key] for key in pair)
            yield msg(
                "match %(white)s-%(black)s %(was)s => %(now)s",
                white=white,
                black=black,
                was=old_forfeits.get(pair) or msg("played"),
                now=new_forfeits.get(pair) or msg("played"),
            )


def _format_missing_pairs(pairs: Pairs, other_pairs: Pairs, numbers: Mapping[str, int]) -> str:
    """Return the pairs that are not among the others, by number."""
    missing = [f"{numbers[white]}-{numbers[black]}" for white, black in pairs if (white, black) not in other_pairs]
    text = " ".join(missing[:MAX_LISTED])
    if len(missing) > MAX_LISTED:
        return msg("%(some)s and %(number)s more", some=text, number=len(missing) - MAX_LISTED)
    return text or msg("none")


def list_pairs(pairs: Sequence[str]) -> str:
    """Join pairs, with a separator that no name contains; only the first MAX_NAMED of them."""
    remainder = [msg("%(number)s more", number=len(pairs) - MAX_NAMED)] if len(pairs) > MAX_NAMED else []
    return join_texts("; ", (*pairs[:MAX_NAMED], *remainder))


def differences_by_name(before: State, after: State, old_boards: Boards, new_boards: Boards) -> Iterator[str]:
    """Yield the differences except results, by name."""

    def name(key: str) -> str:
        known_keys = before.keys.players, before.keys.participants
        return (before if any(key in keys for keys in known_keys) else after).label(key)

    old, new = pairs_of_games(games_of(old_boards)), pairs_of_games(games_of(new_boards))
    if old != new and set(old) == set(new):
        yield msg("boards in another order")
    elif old != new:
        old_text, new_text = (
            list_pairs(
                [f"{name(white)} – {name(black)}" for white, black in pairs if (white, black) not in other_pairs]
            )
            for pairs, other_pairs in ((old, new), (new, old))
        )
        yield msg("%(new)s instead of %(old)s", new=new_text or msg("none"), old=old_text or msg("none"))
    forfeits = [
        {(match.white, match.black): match.forfeit for match in round.matches} for round in (old_boards, new_boards)
    ]
    for white, black in dict.fromkeys((*forfeits[0], *forfeits[1])):
        old_forfeit, new_forfeit = (either.get((white, black)) for either in forfeits)
        if old_forfeit is not new_forfeit:
            yield msg(
                "match %(white)s – %(black)s: %(now)s (was %(was)s)",
                white=name(white),
                black=name(black),
                was=old_forfeit or msg("played"),
                now=new_forfeit or msg("played"),
            )
    common_keys = before.keys.participants.keys() & after.keys.participants.keys()
    byes = [
        {bye.key: msg_const(str(bye.kind)) for bye in round.byes if bye.key in common_keys}
        for round in (old_boards, new_boards)
    ]
    for key in dict.fromkeys((*byes[0], *byes[1])):
        if byes[0].get(key) != byes[1].get(key):
            old_bye, new_bye = (either.get(key) or msg("no bye") for either in byes)
            yield msg("%(name)s: %(now)s (was %(was)s)", name=name(key), now=new_bye, was=old_bye)


def has_results(round: Round) -> bool:
    """Return whether a game or a match of a round has ended."""
    games = (*round.games, *(game for match in round.matches for game in match.games))
    return any(game.result is not Result.PENDING for game in games) or any(match.forfeit for match in round.matches)


# -- changes since a round was paired ----------------------------------------------------------------------------------


StateAt = Callable[[int], State]
"""A function that returns the state at a version of the log."""


_OPEN_RESULTS = (Result.ADJOURNED, Result.PENDING)


@record
class ChangesSincePairing:
    """The rounds that changed after a later one was paired, by corrections or by decided adjourned games."""

    round: int
    corrected: tuple[int, ...] = ()
    decided: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The description for a report."""
        if self.corrected:
            return msg_plural(len(self.corrected), "paired before the correction of round %(rounds)s",
                              "paired before the corrections of rounds %(rounds)s",
                              rounds=join_list(map(str, self.corrected)))  # fmt: skip
        if self.decided:
            return msg_plural(len(self.decided), "paired before an adjourned game of round %(rounds)s was decided",
                              "paired before adjourned games of rounds %(rounds)s were decided",
                              rounds=join_list(map(str, self.decided)))  # fmt: skip
        return msg("paired before players, numbers or rules were changed")

    @property
    def is_outdated(self) -> bool:
        """Whether the round might be paired otherwise now."""
        return bool(self.corrected or self.decided)


def find_outdated_round(state: State, state_at: StateAt) -> ChangesSincePairing | None:
    """Return what changed since the last round was paired, or None if nothing did or the round has results."""
    number, t = len(state.tournament.rounds), state.tournament
    if number < 2 or state.phase is not None or state.closed is not None or has_results(t.rounds[-1]):
        return None
    if parse_type_code(t.system).format.predetermined or number not in state.paired_at:
        return None
    paired_at = state.paired_at[number]
    recorded_results = (
        entry for at_round, entries in state.entered.items() if at_round < number for entry in entries.values()
    )
    if all(entry.by.version < paired_at for entry in recorded_results):
        return None  # decided without reading the log
    old_state = state_when_paired(state, number, state_at)
    changes = compare_earlier_rounds(state, old_state, number) if old_state is not None else None
    return changes if changes is not None and changes.is_outdated else None


def state_when_paired(state: State, number: int, state_at: StateAt) -> State | None:
    """Return the state in which a round was paired, or None if the log does not say."""
    version = state.paired_at.get(number)
    return state_at(version - 1) if version else None


def compare_earlier_rounds(state: State, old_state: State, number: int) -> ChangesSincePairing:
    """Compare the rounds before a round as they were when it was paired with those of now."""
    corrected, completed_rounds = [], []
    rounds = zip(old_state.tournament.rounds[: number - 1], state.tournament.rounds, strict=False)
    for earlier, (old_round, new_round) in enumerate(rounds, 1):
        old, new = (
            Boards.from_round(old_round, old_state.keys),
            _without_newcomers(Boards.from_round(new_round, state.keys), old_state),
        )
        if _without_numbers(old) == _without_numbers(new):
            continue
        games = list(zip(games_of(old), games_of(new), strict=False))
        changed_games = [before for before, after in games if before.result is not after.result]
        only_decided = old.pairs == new.pairs and old.byes == new.byes and changed_games
        if only_decided and all(game.result in _OPEN_RESULTS for game in changed_games):
            completed_rounds.append(earlier)
        else:
            corrected.append(earlier)
    return ChangesSincePairing(number, tuple(corrected), tuple(completed_rounds))


def _without_newcomers(boards: Boards, old_state: State) -> Boards:
    """Return the boards without the byes of participants who entered later."""
    return replace(boards, byes=tuple(bye for bye in boards.byes if bye.key in old_state.keys.participants))


def _without_numbers(boards: Boards) -> Boards:
    """Return the boards without their numbers, on which later pairings do not depend."""
    return replace(boards, published=False, board_numbers=())


def tournament_when_paired(state: State, old_state: State, number: int) -> Tournament | None:
    """Return the tournament as it was when a round was paired, with that round.

    None is returned if participants were removed since.
    """
    boards = Boards.from_round(state.tournament.rounds[number - 1], state.keys)
    try:
        recorded = _without_newcomers(boards, old_state).round(old_state.keys)
    except RuleError:
        return None
    return replace_unchecked(old_state.tournament, rounds=(*old_state.tournament.rounds[: number - 1], recorded))
