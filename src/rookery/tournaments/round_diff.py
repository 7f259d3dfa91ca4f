"""Differences between two versions of a round, by numbers for remarks in files and by names for messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.messages import join_texts, msg, msg_const
from rookery.model import Result, Round
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
        return (before if any(key in keys for keys in known_keys) else after).called(key)

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
