"""Rules fixed before round 1: those by which rounds are paired, and those by which players are ranked.

They are frozen once round 1 is paired. After it has been played, taking it back does not unfreeze them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rookery.errors import UnsupportedError
from rookery.formats.standings import rules_for
from rookery.messages import msg, msg_plural
from rookery.model import PointSystem, Tournament
from rookery.pairing.colours import initial_colour
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning

LEAVE_FIDE_MODE = msg("leave FIDE mode first (you cannot return to it)")

FROZEN_RULES = {
    "system": msg("the pairing system"),
    "rounds": msg("the number of rounds"),
    "points": msg("the points"),
    "match_points": msg("the match points"),
    "team_bye_points": msg("the points of a bye"),
    "board_colours": msg("the boards of a match"),
    "half_byes": msg("the number of half-point byes that one may have"),
    "last_half_bye": msg("the last round with half-point byes"),
    "reverse": msg("the order of the last rounds of a cycle"),
    "chess960": msg("Chess960"),
    "acceleration": msg("the acceleration"),
    "forbidden": msg("the pairs that may not meet"),
    "initial_colour": msg("the initial colour"),
}
"""Labels of what is frozen with round 1; the last two are not fields of the rules."""

FREEZING_ARTICLES = {
    "rounds": "C.04.1 1", "team_bye_points": "C.04.1 3", "half_byes": "C.04.2 3.3", "last_half_bye": "C.04.2 3.3",
    "reverse": "C.05",
}  # fmt: skip
"""The article that freezes a rule, where it differs from that of the warning table."""

RANKING_RULES = ("ranking", "unrated", "ratings_by_round", "tiebreak_edition")
"""The rules that determine the ranking; their changes need confirmation once round 1 is paired."""

_CHOICES = ("half_byes", "last_half_bye", "reverse", "chess960", "tiebreak_edition")
_FROZEN_FIELDS = tuple(name for name in FROZEN_RULES if name not in ("acceleration", "forbidden", "initial_colour"))


def are_rules_fixed(before: State, after: State) -> bool:
    """Return whether the rules are fixed: round 1 is paired before and after the change, or was ever played."""
    return bool(before.tournament.rounds and after.tournament.rounds) or before.permanent.played > 0


def remark_round(tournament: Tournament) -> int:
    """Return the round for a remark about a change: the next one, or the last one."""
    return min(tournament.next_round, tournament.planned_rounds or tournament.next_round)


def freeze_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn about changes of pairing rules once round 1 is paired."""
    if not are_rules_fixed(before, after):
        return
    if before.laws.rounds is None and (rounds := after.laws.rounds) is not None:
        text = msg_plural(
            rounds,
            "that there is one round is said before it: it has been paired without it",
            "the number of rounds (%(num)s) must be set before round 1, which is already paired",
        )
        change = f"{FROZEN_RULES['rounds']} none => {rounds}"
        yield rule_warning("rounds-late", after.fide, text, round=remark_round(after.tournament), remark_text=change)
    for name, change in _find_changes(before, after).items():
        instead, label = LEAVE_FIDE_MODE if after.fide else "", FROZEN_RULES[name]
        if not after.fide:
            text = msg("%(what)s would change after round 1", what=label)
        elif before.tournament.rounds:
            text = msg("%(what)s can no longer change, because round 1 is paired", what=label)
        else:
            text = msg("%(what)s can no longer change, because round 1 has been played", what=label)
        yield rule_warning("frozen", after.fide, text, round=remark_round(after.tournament), remark_text=label + change,
                           instead=instead, article=FREEZING_ARTICLES.get(name, ""))  # fmt: skip


def _find_changes(before: State, after: State) -> dict[str, str]:
    """Return the frozen rules that differ, by name, each with its change."""
    old, new, old_laws, new_laws = before.tournament, after.tournament, before.laws, after.laws
    changed = [name for name in _FROZEN_FIELDS if _get_rule(old_laws, name) != _get_rule(new_laws, name)]
    if old_laws.rounds is None and new_laws.rounds is not None:  # set late, not changed
        changed = [name for name in changed if name != "rounds"]
    changes = {name: f" {_format_rule(old_laws, name)} => {_format_rule(new_laws, name)}" for name in changed}
    if old.players is new.players and old_laws.acceleration != new_laws.acceleration:
        changes["acceleration"] = ""
    if old.forbidden_pairs is not new.forbidden_pairs and _forbidden_pairs(before) != _forbidden_pairs(after):
        changes["forbidden"] = f" {_format_forbidden_pairs(before)} => {_format_forbidden_pairs(after)}"
    if old.initial_colour is not new.initial_colour and _changes_initial_colour(old, new):
        old_colour, new_colour = (initial_colour(tournament).name.lower() for tournament in (old, new))
        changes["initial_colour"] = f" {old_colour} => {new_colour}"
    return changes


def _changes_initial_colour(old: Tournament, new: Tournament) -> bool:
    """Return whether the initial colour changes; where it is not declared, round 1 shows it."""
    if not (old.rounds and new.rounds):
        return True
    return initial_colour(old) is not initial_colour(new)


def _get_rule(laws: TournamentRules, name: str) -> Any:
    return getattr(laws.choices if name in _CHOICES else laws, name)


def _format_rule(laws: TournamentRules, name: str) -> str:
    rule = _get_rule(laws, name)
    if isinstance(rule, PointSystem):
        return "-".join(f"{points / 10:g}" for points in (rule.win, rule.draw, rule.loss, rule.pab))
    if isinstance(rule, bool):
        return "yes" if rule else "no"
    return "none" if rule in (None, "") else str(rule)


def _forbidden_pairs(state: State) -> set[tuple[frozenset[str], int, int | None]]:
    key_by_number = state.keys.participant
    return {
        (frozenset(key_by_number[i] for i in pair.players), pair.first_round, pair.last_round)
        for pair in state.tournament.forbidden_pairs
    }


def _format_forbidden_pairs(state: State) -> str:
    """Return the forbidden pairs by number."""
    return ", ".join("-".join(map(str, pair.players)) for pair in state.tournament.forbidden_pairs) or "none"


def tiebreak_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn about changes of the announced tie-breaks, and of the ratings that they use, after round 1."""
    old, new = before.tournament, after.tournament
    names = [name for name in RANKING_RULES if name not in _CHOICES]
    is_same = all(_get_rule(before.laws, name) == _get_rule(after.laws, name) for name in names)
    if not are_rules_fixed(before, after) or (is_same and before.choices is after.choices):
        return
    changes = list(_edition_changes(before, after))
    if old.tiebreaks != new.tiebreaks:
        old_list, new_list = (", ".join(tournament.tiebreaks_after_points) or msg("none") for tournament in (old, new))
        text = msg("the tie-breaks were announced before round 1 and would change from %(listed)s to %(now)s",
                   listed=old_list, now=new_list)  # fmt: skip
        changes.append((f"was {old_list}", text))
    if old.unrated != new.unrated:
        text = msg("unrated players would count with another rating: it has been %(rating)s since"
                   " round 1", rating=old.unrated or msg("none"))  # fmt: skip
        changes.append((f"unrated players counted with {old.unrated or 'none'}", text))
    if old.ratings_by_round != new.ratings_by_round:
        old_setting = msg("yes") if old.ratings_by_round else msg("no")
        text = msg("tie-breaks by rating would use other ratings: ratings by round have been %(was)s"
                   " since round 1", was=old_setting)  # fmt: skip
        changes.append((f"ratings by round was {old_setting}", text))
    for remark, reason in changes:
        yield rule_warning("tie-breaks", after.fide, reason, round=remark_round(new), remark_text=remark)


def _edition_changes(before: State, after: State) -> Iterator[tuple[str, str]]:
    """Yield the remark and the text if another edition of C.07 applies."""
    if before.choices.tiebreak_edition == after.choices.tiebreak_edition:
        return
    old_edition, new_edition = _tiebreak_edition(before), _tiebreak_edition(after)
    if old_edition != new_edition:
        text = msg("the tie-breaks would follow another edition of C.07: %(now)s instead of %(was)s",
                   was=old_edition or msg("none"), now=new_edition or msg("none"))  # fmt: skip
        yield f"by C.07 of {old_edition}" if old_edition else "by no edition of C.07", text


def _tiebreak_edition(state: State) -> str:
    """Return the edition of C.07 that is chosen or else in force on the first day; empty if unknown."""
    try:
        return rules_for(state.tournament, state.choices.tiebreak_edition or None).name
    except UnsupportedError:
        return ""
