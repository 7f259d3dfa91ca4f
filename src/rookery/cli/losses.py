"""What a format has no place for: said before it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.errors import RookeryError
from rookery.typed import TYPE_CHECKING
from rookery.values import fields
from rookery.wording import listed

if TYPE_CHECKING:
    from rookery.model import Event, Player, Round, Team, Tournament

FACTS = {
    "planned": "the number of rounds (142)",
    "system": "the system (192)",
    "points": "the points for results (162)",
    "match_points": "the points for matches (362)",
    "team_bye_points": "the points of a team's bye (320)",
    "ranking": "the tie-breaks (202, 212)",
    "initial_colour": "the initial colour (152)",
    "by_rank": "the order of the pairing numbers (172)",
    "unrated": "the rating of those who have none",
    "ratings_by_round": "that tie-breaks take the ratings of each round",
    "board_colours": "the colours of the boards (352)",
    "requested": "the byes asked for (240)",
    "forbidden": "the forbidden pairs (260)",
    "acceleration": "the virtual points (250)",
    "abnormal": "the points awarded by the arbiter (299)",
    "remarks": "the remarks (###)",
    "reported": "the results for the rating report (###)",
    "expelled": "who is expelled (###)",
    "withdrawn": "who has withdrawn (###)",
    "fixed_seats": "the boards and colours that some keep (###)",
    "team_event": "that it is an event of teams",
}
"""What a tournament says besides the people and the rounds, and in which record."""


def shortened(names: Iterable[str], data: bytes) -> str:
    """Which of these names a file keeps only in part, in a sentence; nothing when it has them all."""
    import rookery

    there = rookery.load(data).tournament
    kept = {*(one.name for one in there.players), *(one.name for one in there.teams)}
    parts = [(name, max(filter(name.startswith, kept), key=len, default="")) for name in names if name not in kept]
    cut = [f"{name} stands as {part}" for name, part in parts if part]
    return f"TRF has no room for so long a name (JSON has): {listed(cut, 5)}." if cut else ""


def missing(tournament: Tournament, made: bytes) -> list[str]:
    """What the file that was made does not say."""
    import rookery

    try:
        return list(lost(tournament, rookery.load(made).tournament))
    except RookeryError:  # such as a tournament without players
        return ["so much that it cannot be read again"]


def lost(before: Tournament, after: Tournament) -> Iterator[str]:
    """What a tournament said before it was written and read again, and does not say any more."""
    yield from (said for name, said in FACTS.items() if getattr(before, name) != getattr(after, name))
    lost = {n: _lost_of_round(round, after.rounds[n - 1 : n]) for n, round in enumerate(before.rounds, 1)}
    for what in ("as played", "as published"):
        differing = [n for n, said in lost.items() if said == what]
        if differing:
            yield f"round{'s' * (len(differing) > 1)} {listed(differing)} {what}"
    for what, old, new in (
        ("the event", [before.event], [after.event]),
        ("players", before.players, after.players),
        ("teams", before.teams, after.teams),
    ):
        changed = _changed(old, new)
        if changed:
            yield f"{listed(changed)} of {what}"


def _lost_of_round(round: Round, after: tuple[Round, ...]) -> str:
    """What is not there any more of a round: what was played, or only the order of its boards."""
    if after == (round,):
        return ""
    plain = [
        (sorted(one.games, key=str), sorted(one.matches, key=str), one.byes, one.player_byes) for one in (round, *after)
    ]
    if len(plain) != 2 or plain[0] != plain[1]:
        return "as played"
    return "as published" if round.published else ""  # the order of boards follows from the scores


def _changed(old: Sequence[Event | Player | Team], new: Sequence[Event | Player | Team]) -> list[str]:
    """The facts that somebody had and has not, or not so, by their names."""
    if len(old) != len(new):
        return ["some"]
    names = (field.name for field in fields(old[0])) if old else ()
    return [
        name.replace("_", " ")
        for name in names
        if any(getattr(a, name) not in (None, "", (), getattr(b, name)) for a, b in zip(old, new, strict=True))
    ]
