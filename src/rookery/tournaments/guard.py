"""Checks of a change from the states before and after it, independent of the command that made it.

Pages, the API, imports, undo and the command line all use these checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from rookery._record import replace
from rookery.checking.compliance import ComplianceIssue, ComplianceKind, check_compliance
from rookery.checking.text import issue_clause
from rookery.errors import UnsupportedError
from rookery.formats.standings import rules_for
from rookery.messages import join_list, join_texts, msg
from rookery.model import ByeKind, PointSystem, Remark, Result, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.pairing.colours import initial_colour
from rookery.regulations import parse_type_code
from rookery.tournaments.keyed import Boards, KeyedGame
from rookery.tournaments.round_diff import (
    differences_by_name,
    differences_by_number,
    games_of,
    has_results,
    list_pairs,
    pairs_of_games,
)
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import EMPTY, State, with_tournament
from rookery.tournaments.visibility import published_round
from rookery.tournaments.warning_table import TABLE, RuleWarning, rule_warning

FIDE_MODE_ISSUES = frozenset(
    {
        ComplianceKind.SYSTEM, ComplianceKind.SYSTEM_NOT_NAMED, ComplianceKind.ACCELERATION, ComplianceKind.BAKU,
        ComplianceKind.BYE_VALUE, ComplianceKind.BYE_VALUES, ComplianceKind.ADJOURNED, ComplianceKind.FIXED_COLOUR,
    }
)  # fmt: skip
"""The compliance issues that take a tournament out of FIDE mode; others can be corrected within it."""

_SETUP_FIELDS = (
    "system", "points", "match_points", "acceleration", "point_adjustments", "planned_rounds", "players", "team_event",
    "fixed_seats",
)  # fmt: skip
"""The fields of a tournament on which these issues depend."""


def find_warnings(before: State, after: State) -> tuple[RuleWarning, ...]:
    """Return every warning about a change."""
    if before is EMPTY:
        return ()
    changed_checks = (
        (_phase_warnings, _compliance_warnings, freeze_warnings, tiebreak_warnings, _round_warnings, _bye_warnings)
        if before.tournament is not after.tournament
        else ()
    )
    return tuple(
        warning
        for check in (_closed_warnings, _mode_exit_warnings, *changed_checks)
        for warning in check(before, after)
    )


def _mode_exit_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn when the change leaves FIDE mode."""
    if before.fide and not after.fide:
        yield fide_exit_warning(after.permanent.left or 1)


def fide_exit_warning(round: int, reason: str = "", article: str = "") -> RuleWarning:
    """Return the warning that FIDE mode is left for good."""
    text = msg("the tournament leaves FIDE mode and cannot return to it")
    if reason:
        text = msg("the tournament leaves FIDE mode (%(why)s) and cannot return to it", why=reason)
    return rule_warning("leave-mode", True, text, round=round, article=article)


def _closed_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn about a change of a closed tournament."""
    if before.closed is None or after.closed is None or before.permanent.erased != after.permanent.erased:
        return  # an erasure changes nothing that the tournament was closed with
    if replace(after, permanent=before.permanent) != before and not _is_details_erasure(before, after):
        text = msg("the tournament is closed after round %(closed)s", closed=before.closed)
        yield rule_warning("closed", before.fide, text, instead=msg("reopen it first"))


def _is_details_erasure(before: State, after: State) -> bool:
    """Return whether nothing but dates of birth and national numbers of players was erased."""
    players = tuple(
        replace(new, birth=old.birth, national_id=old.national_id, national=old.national)
        for old, new in zip(before.tournament.players, after.tournament.players, strict=False)
        if new.birth is None and not new.national_id
    )
    if players != before.tournament.players:
        return False
    tournament = replace_unchecked(after.tournament, players=before.tournament.players)
    return with_tournament(replace(after, permanent=before.permanent), tournament) == before


def _phase_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn when rounds change while a round is paired by hand."""
    in_phase = before.phase is not None and after.phase is not None
    if in_phase and before.tournament.rounds != after.tournament.rounds:
        text = msg("round %(round)s is being paired by hand", round=before.phase.round)  # type: ignore[union-attr]
        yield rule_warning("phase", before.fide, text, instead=msg("finish that first"))


# -- FIDE mode ---------------------------------------------------------------------------------------------------------


def fide_mode_issues(tournament: Tournament) -> tuple[ComplianceIssue, ...]:
    """Return the compliance issues that take a tournament out of FIDE mode."""
    return tuple(issue for issue in check_compliance(tournament) if issue.kind in FIDE_MODE_ISSUES)


def _compliance_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn about compliance issues that the change introduces in FIDE mode."""
    old, new = before.tournament, after.tournament
    if not after.fide or all(getattr(old, name) is getattr(new, name) for name in _SETUP_FIELDS):
        return
    known_kinds = {issue.kind for issue in fide_mode_issues(old)}
    for issue in fide_mode_issues(new):
        if issue.kind not in known_kinds:
            known_kinds.add(issue.kind)
            yield rule_warning("not-fide", True, issue_clause(issue), instead=LEAVE_FIDE_MODE, article=issue.article)


# -- the window of rounds that may change ------------------------------------------------------------------------------


def first_changeable_round(state: State) -> int:
    """Return the first round that may still change: the one before the last round ever played."""
    return max(1, state.permanent.played - 1)


def _round_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn about rounds that change after a later one was paired, and about removed rounds with results."""
    old, new = before.tournament.rounds, after.tournament.rounds
    if old is new:
        return
    for number, (old_round, new_round) in enumerate(zip_longest(old, new), 1):
        if old_round is None:
            continue
        yield from _published_round_warnings(before, after, number)
        if old_round is new_round:
            continue
        if new_round is None:
            old_boards = Boards.from_round(old_round, before.keys)
            on_the_table = after.phase is not None and after.phase.round == number
            yield from _removed_round_warnings(before, number, old_boards, on_the_table)
            continue
        rounds = _changed_games(old_round, new_round) if before.keys is after.keys else (old_round, new_round)
        old_boards, new_boards = Boards.from_round(rounds[0], before.keys), Boards.from_round(rounds[1], after.keys)
        if old_boards != new_boards:
            yield from _changed_round_warnings(before, after, number, old_boards, new_boards)


def _changed_games(old: Round, new: Round) -> tuple[Round, Round]:
    """Return two rounds without the games that are the same in both, if they differ in results of games alone."""
    is_same_otherwise = (old.matches, old.byes, old.player_byes, old.published, old.board_numbers) == (
        new.matches, new.byes, new.player_byes, new.published, new.board_numbers
    )  # fmt: skip
    if not is_same_otherwise or len(old.games) != len(new.games):
        return old, new
    changed = [(before, after) for before, after in zip(old.games, new.games, strict=True) if before is not after]
    if any((game.white, game.black, game.coloured) != (other.white, other.black, other.coloured)
           for game, other in changed):  # fmt: skip
        return old, new
    before_games, after_games = tuple(game for game, _ in changed), tuple(game for _, game in changed)
    return Round(before_games), Round(after_games)


def _removed_round_warnings(before: State, number: int, boards: Boards, on_the_table: bool) -> Iterator[RuleWarning]:
    finished = [game for game in games_of(boards) if game.result is not Result.PENDING]
    if number < first_changeable_round(before):
        text_removed = msg("it is taken back")
        yield _past_round_warning(before, number, text_removed, text_removed)
    elif finished and not on_the_table:
        games = join_list((_format_numbers(before, game) for game in finished), 6)
        names = list_pairs(
            [f"{before.label(game.white)} – {before.label(game.black)} {game.result}" for game in finished]
        )
        text = msg("round %(number)s has results that will be lost: %(games)s", number=number, games=names)
        yield rule_warning("results-lost", before.fide, text, round=number, remark_text=games)


def _published_round_warnings(before: State, after: State, number: int) -> Iterator[RuleWarning]:
    """Warn when a round that the arbiter has published is taken back, or paired anew and no longer published."""
    if published_round(before, number).pairings is None or published_round(after, number).pairings is not None:
        return
    text = msg("round %(round)s is published: players have already seen its pairings", round=number)
    yield rule_warning("return-published", before.fide, text, round=number)


def _changed_round_warnings(
    before: State, after: State, number: int, old_boards: Boards, new_boards: Boards
) -> Iterator[RuleWarning]:
    """Warn about different games, matches and byes of a round, or different results of games that stay."""
    is_last, is_predetermined = (
        number == len(before.tournament.rounds),
        parse_type_code(before.tournament.system).format.predetermined,
    )
    numbers = {**before.keys.players, **after.keys.players}
    if difference := join_texts("; ", differences_by_number(before, after, old_boards, new_boards)):
        named_difference = join_texts("; ", differences_by_name(before, after, old_boards, new_boards))
        yield from _correction_warnings(before, number, difference, is_last, named_difference)
    old, new = games_of(old_boards), games_of(new_boards)
    for old_game, new_game in zip(old, new, strict=False) if pairs_of_games(old) == pairs_of_games(new) else ():
        if old_game.result is new_game.result or (old_game.result is Result.PENDING and (is_last or is_predetermined)):
            continue
        remark = f"{numbers[old_game.white]}-{numbers[old_game.black]} {old_game.result} => {new_game.result}"
        text = msg("%(white)s – %(black)s, %(was)s becomes %(now)s", white=before.label(old_game.white),
                   black=before.label(old_game.black), was=old_game.result, now=new_game.result)  # fmt: skip
        if old_game.result in (Result.ADJOURNED, Result.PENDING):
            yield from _adjournment_warnings(before, number, (old_game, new_game), remark, text)
        else:
            yield from _correction_warnings(before, number, remark, is_last, text)


def _correction_warnings(before: State, number: int, remark: str, is_last: bool, change: str) -> Iterator[RuleWarning]:
    """Warn about a change of results that a later round was paired on.

    `remark` identifies people by number for the file, `change` by name.
    """
    if number < first_changeable_round(before):
        yield _past_round_warning(before, number, remark, change)
    elif not is_last:
        is_predetermined = parse_type_code(before.tournament.system).format.predetermined
        text = msg("%(what)s. Round %(round)s was paired before this change and stays as it is", what=change,
                   round=number + 1)  # fmt: skip
        if number + 1 == len(before.tournament.rounds) and not has_results(before.tournament.rounds[-1]):
            text = msg("%(what)s. Round %(round)s was paired before this change; it has no result yet, so you can "
                       "take it back and pair it again afterwards", what=change, round=number + 1)  # fmt: skip
        if is_predetermined:
            text = msg("%(what)s. Round %(round)s has been paired since", what=change, round=number + 1)
        yield rule_warning("correction", before.fide, text, round=number, remark_text=remark)


def _past_round_warning(before: State, number: int, remark: str, change: str) -> RuleWarning:
    text = msg("round %(number)s can no longer be changed, because round %(played)s has been played (%(said)s)",
               number=number, played=before.permanent.played, said=change)  # fmt: skip
    instead = msg("correct a result for the rating report only")
    return rule_warning("past", before.fide, text, round=number, remark_text=remark, instead=instead)


def _adjournment_warnings(
    before: State, number: int, games: tuple[KeyedGame, KeyedGame], remark: str, change: str
) -> Iterator[RuleWarning]:
    """Warn when an adjourned game, which counted as a draw in later pairings, is decided otherwise."""
    old_game, new_game = games
    is_drawn = new_game.result in (Result.DRAW, Result.UNRATED_DRAW, Result.PENDING, Result.ADJOURNED)
    if not is_drawn and number < len(before.tournament.rounds):
        text = msg("%(game)s: it had no result when round %(round)s was paired", game=change, round=number + 1)
        if old_game.result is Result.ADJOURNED:
            text = msg("%(game)s: it counted as a draw when round %(round)s was paired", game=change, round=number + 1)
        yield rule_warning(
            "adjourned-decided",
            before.fide,
            text,
            round=number,
            remark_text=remark,
            keys=(new_game.white, new_game.black),
        )


def _format_numbers(state: State, game: KeyedGame) -> str:
    """Return a game by the pairing numbers of its players."""
    return f"{state.keys.players[game.white]}-{state.keys.players[game.black]}"


# -- byes --------------------------------------------------------------------------------------------------------------


def _bye_warnings(before: State, after: State) -> Iterator[RuleWarning]:
    """Warn about half-point byes beyond the limit or for barred participants, and about full-point byes."""
    old, new = before.tournament, after.tournament
    if old.requested_byes is new.requested_byes and old.rounds is new.rounds:
        return
    half_byes, old_half_byes = bye_rounds(after, ByeKind.HALF), bye_rounds(before, ByeKind.HALF)
    for key in sorted(half_byes):
        added_rounds = half_byes[key] - old_half_byes.get(key, set())
        if not added_rounds:
            continue
        name, round = after.name(key), min(added_rounds)
        if key in after.barred:
            text = msg("%(name)s may not have half-point byes in this event", name=name)
            yield rule_warning("barred-half-bye", after.fide, text, keys=(key,), round=round)
        elif len(half_byes[key]) > max(after.choices.half_byes, len(old_half_byes.get(key, ()))):
            text = msg("%(name)s would have %(number)s half-point byes, in rounds %(halves)s", name=name,
                       number=len(half_byes[key]), halves=join_list(sorted(half_byes[key])))  # fmt: skip
            yield rule_warning("second-half-bye", after.fide, text, keys=(key,), round=round)
        yield from _late_bye_warnings(after, key, added_rounds)
    if parse_type_code(new.system).format.eliminates:  # its byes are full points
        return
    full_byes, old_full_byes = bye_rounds(after, ByeKind.FULL), bye_rounds(before, ByeKind.FULL)
    for key in sorted(full_byes):
        for round in sorted(full_byes[key] - old_full_byes.get(key, set())):
            remark = f"{after.number(key)} {after.name(key)}".strip()
            text = msg("%(name)s gets a full point in round %(round)s without a game, which FIDE advises against",
                       name=after.name(key), round=round)  # fmt: skip
            yield rule_warning("full-bye", after.fide, text, keys=(key,), round=round, remark_text=remark)


def _late_bye_warnings(after: State, key: str, rounds: set[int]) -> Iterator[RuleWarning]:
    """Warn about half-point byes after the last round in which the event gives them."""
    last_round = after.choices.last_half_bye
    for number in sorted(rounds):
        if last_round is not None and number > last_round:
            text = msg(
                "half-point byes are given until round %(last)s only, and this one for %(name)s is in round %(number)s",
                last=last_round,
                name=after.name(key),
                number=number,
            )
            yield rule_warning("late-half-bye", after.fide, text, keys=(key,), round=number)


def bye_rounds(state: State, kind: ByeKind) -> dict[str, set[int]]:
    """Return the rounds in which each participant has or requested a bye of a kind, by key."""
    key_by_number, rounds_by_key = state.keys.participant, dict[str, set[int]]()
    for bye in state.tournament.requested_byes:
        if bye.kind is kind:
            rounds_by_key.setdefault(key_by_number[bye.player], set()).add(bye.round)
    for number, round in enumerate(state.tournament.rounds, 1):
        for player in [bye.player for bye in round.byes if bye.kind is kind]:
            rounds_by_key.setdefault(key_by_number[player], set()).add(number)
    return rounds_by_key


def outdated_remarks(before: State, after: State) -> Iterator[Remark]:
    """Yield the remarks on full-point byes that the change removes."""
    old, new = before.tournament, after.tournament
    bye_remarks = [remark for remark in new.remarks if remark.text.startswith(TABLE["full-bye"].remark)]
    if not bye_remarks or (old.requested_byes is new.requested_byes and old.rounds is new.rounds):
        return
    remaining = bye_rounds(after, ByeKind.FULL)
    for key, rounds in bye_rounds(before, ByeKind.FULL).items():
        for round in rounds - remaining.get(key, set()) if key in after.keys.participants else ():
            prefix = Remark(f"{TABLE['full-bye'].remark}: {after.number(key)}", round).text
            yield from (remark for remark in bye_remarks if f"{remark.text} ".startswith(f"{prefix} "))


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
    if before.tournament.planned_rounds is None and (rounds := after.tournament.planned_rounds) is not None:
        text = msg(
            "the number of rounds (%(number)s) must be set before round 1, which is already paired", number=rounds
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
    if not are_rules_fixed(before, after):
        return
    old_laws, new_laws = before.laws, after.laws
    is_same = all(_get_rule(old_laws, name) == _get_rule(new_laws, name) for name in names)
    if is_same and before.choices is after.choices:
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
