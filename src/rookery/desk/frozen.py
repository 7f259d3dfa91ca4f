"""What is laid down before round 1 and stays: the rules by which rounds are paired, and those by which people rank.

It is frozen once round 1 is paired; once that has been played, taking it back unfreezes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rookery.desk.levels import Caution, caution
from rookery.desk.rules import Laws
from rookery.desk.state import State
from rookery.errors import Unsupported
from rookery.formats.standings import rules_for
from rookery.model import PointSystem, Tournament
from rookery.pairing.colours import initial_colour
from rookery.wording import spoken

LEAVE = spoken("leave FIDE mode first; it cannot be entered again")

FROZEN = {
    "system": spoken("the pairing system"),
    "rounds": spoken("the number of rounds"),
    "points": spoken("the points"),
    "match_points": spoken("the match points"),
    "team_bye_points": spoken("the points of a bye"),
    "board_colours": spoken("the colours of the boards"),
    "half_byes": spoken("the number of half-point byes that one may have"),
    "last_half_bye": spoken("the last round with half-point byes"),
    "reverse": spoken("the order of the last rounds of a cycle"),
    "chess960": spoken("Chess960"),
    "acceleration": spoken("the acceleration"),
    "forbidden": spoken("the pairs that may not meet"),
    "initial_colour": spoken("the initial colour"),
}
"""What is frozen with round 1, by name, and what it is called; the last two are no fields of the rules."""

FROZEN_BY = {
    "rounds": "C.04.1 1", "team_bye_points": "C.04.1 3", "half_byes": "C.04.2 3.3", "last_half_bye": "C.04.2 3.3",
    "reverse": "C.05",
}  # fmt: skip
"""The article that freezes one of them, where the table has a more general one."""

RANKING = ("ranking", "unrated", "ratings_by_round", "tiebreak_edition")
"""What the order of the players hangs on, by name: it changes in two steps once round 1 is paired."""

_CHOICES = ("half_byes", "last_half_bye", "reverse", "chess960", "tiebreak_edition")
_LAWS = tuple(name for name in FROZEN if name not in ("acceleration", "forbidden", "initial_colour"))


def begun(before: State, after: State) -> bool:
    """Whether the rules are laid down for good: round 1 is paired before and after, or has ever been played."""
    return bool(before.tournament.rounds and after.tournament.rounds) or before.sticky.played > 0


def present_round(tournament: Tournament) -> int:
    """The round that something happens before, as a remark has it: the next one, or the last when that is paired."""
    return min(tournament.next_round, tournament.planned or tournament.next_round)


def frozen(before: State, after: State) -> Iterator[Caution]:
    """The rules by which the rounds are paired stay as they are from the moment that round 1 is paired."""
    if not begun(before, after):
        return
    if before.laws.rounds is None and (rounds := after.laws.rounds) is not None:
        text = spoken("that there are %(rounds)s rounds is said before the first: it has been paired without it",
                      rounds=rounds)  # fmt: skip
        said = f"{FROZEN['rounds']} none => {rounds}"
        yield caution("rounds-late", after.fide, text, round=present_round(after.tournament), said=said)
    for name, said in _changed(before, after).items():
        instead, what = LEAVE if after.fide else "", FROZEN[name]
        if not after.fide:
            text = spoken("%(what)s would change after round 1", what=what)
        elif before.tournament.rounds:
            text = spoken("%(what)s cannot change any more: round 1 has been paired", what=what)
        else:
            text = spoken("%(what)s cannot change any more: round 1 has been played", what=what)
        yield caution("frozen", after.fide, text, round=present_round(after.tournament), said=what + said,
                      instead=instead, article=FROZEN_BY.get(name, ""))  # fmt: skip


def _changed(before: State, after: State) -> dict[str, str]:
    """What is different of all that is frozen, by name, and how."""
    old, new, laws, now = before.tournament, after.tournament, before.laws, after.laws
    changed = [name for name in _LAWS if _of(laws, name) != _of(now, name)]
    if laws.rounds is None and now.rounds is not None:  # said late, and not changed
        changed = [name for name in changed if name != "rounds"]
    how = {name: f" {_shown(laws, name)} => {_shown(now, name)}" for name in changed}
    if old.players is new.players and laws.acceleration != now.acceleration:
        how["acceleration"] = ""
    if old.forbidden is not new.forbidden and _apart(before) != _apart(after):
        how["forbidden"] = f" {_pairs_apart(before)} => {_pairs_apart(after)}"
    if old.initial_colour is not new.initial_colour and _another_colour(old, new):
        was, is_now = (initial_colour(each).name.lower() for each in (old, new))
        how["initial_colour"] = f" {was} => {is_now}"
    return how


def _another_colour(old: Tournament, new: Tournament) -> bool:
    """Whether the initial colour is another one: round 1 shows it where nothing says it."""
    if not (old.rounds and new.rounds):
        return True
    return initial_colour(old) is not initial_colour(new)


def _of(laws: Laws, name: str) -> Any:
    return getattr(laws.choices if name in _CHOICES else laws, name)


def _shown(laws: Laws, name: str) -> str:
    found = _of(laws, name)
    if isinstance(found, PointSystem):
        return "-".join(f"{worth / 10:g}" for worth in (found.win, found.draw, found.loss, found.pab))
    if isinstance(found, bool):
        return "yes" if found else "no"
    return "none" if found in (None, "") else str(found)


def _apart(state: State) -> set[tuple[frozenset[str], int, int | None]]:
    key = state.keys.participant
    return {
        (frozenset(key[i] for i in one.players), one.first_round, one.last_round) for one in state.tournament.forbidden
    }


def _pairs_apart(state: State) -> str:
    """Who may not meet, by the numbers that the file has."""
    return ", ".join("-".join(map(str, one.players)) for one in state.tournament.forbidden) or "none"


def ranked_otherwise(before: State, after: State) -> Iterator[Caution]:
    """The list of tie-breaks is announced before round 1, and so are the ratings that they take."""
    old, new = before.tournament, after.tournament
    same = all(getattr(old, name) == getattr(new, name) for name in RANKING if name not in _CHOICES)
    if not begun(before, after) or (same and before.choices is after.choices):
        return
    said = list(_read_otherwise(before, after))
    if old.ranking != new.ranking:
        listed, now = (", ".join(each.tiebreaks) or spoken("none") for each in (old, new))
        text = spoken("the tie-breaks, which are announced before round 1, would change: %(listed)s => %(now)s",
                      listed=listed, now=now)  # fmt: skip
        said.append((f"was {listed}", text))
    if old.unrated != new.unrated:
        text = spoken("another rating counts for those who have none: unrated players counted with %(rating)s since"
                      " round 1", rating=old.unrated or spoken("none"))  # fmt: skip
        said.append((f"unrated players counted with {old.unrated or 'none'}", text))
    if old.ratings_by_round != new.ratings_by_round:
        was = spoken("yes") if old.ratings_by_round else spoken("no")
        text = spoken("tie-breaks by rating take other ratings: ratings by round was %(was)s since round 1", was=was)
        said.append((f"ratings by round was {was}", text))
    for remark, why in said:
        yield caution("tie-breaks", after.fide, why, round=present_round(new), said=remark)


def _read_otherwise(before: State, after: State) -> Iterator[tuple[str, str]]:
    """That the tie-breaks are read by another edition: the remark, and what is asked."""
    if before.choices.tiebreak_edition == after.choices.tiebreak_edition:
        return
    was, now = _edition(before), _edition(after)
    if was != now:
        text = spoken("the tie-breaks would be read by another edition of C.07: %(was)s => %(now)s",
                      was=was or spoken("none"), now=now or spoken("none"))  # fmt: skip
        yield f"by C.07 of {was}" if was else "by no edition of C.07", text


def _edition(state: State) -> str:
    """The edition of C.07 that is asked for, else in force on the first day; nothing where none is known."""
    try:
        return rules_for(state.tournament, state.choices.tiebreak_edition or None).name
    except Unsupported:
        return ""
