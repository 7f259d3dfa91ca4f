"""Comparison of a manually paired round with the pairing of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rookery._record import record, replace
from rookery.checking.manual_pairing import PairingViolation, ViolationKind, check_pairing, with_requested_byes
from rookery.checking.text import VERDICT_WORDS, violation_clause
from rookery.errors import NoPairingError, RookeryError, RuleError, UnfinishedError
from rookery.formats.board_order import list_numbered_boards
from rookery.formats.pair import pair
from rookery.formats.resolve import get_format
from rookery.messages import as_sentence, capitalize_first, join_list, msg, msg_plural
from rookery.model import Bye, ByeKind, Round, Tournament
from rookery.model._construct import replace_unchecked
from rookery.pairing.schedules.schedule import next_round
from rookery.pairing.schedules.tables import colours
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.round_diff import list_pairs
from rookery.tournaments.state import State
from rookery.tournaments.warning_table import RuleWarning, rule_warning

VERDICT_LABELS = {
    **{str(verdict): words for verdict, words in VERDICT_WORDS.items()},
    "breaks rules": msg("against the rules"),
    "cannot be judged": msg("cannot be checked against the rules"),
    "is another one": msg("not the round of the table"),
    "given up": msg("the changes were discarded"),
}
"""The labels of the verdicts on manually paired rounds; where no check is possible, the reason is the verdict."""


Pairs = tuple[tuple[int, int], ...]
"""Boards by numbers, White first."""


WARNING_CODES = {
    ViolationKind.REMATCH: "rematch", ViolationKind.FORBIDDEN: "banned", ViolationKind.BANNED: "banned",
    ViolationKind.ABSENT: "absent", ViolationKind.BYE_AGAIN: "bye-again", ViolationKind.SPARE_BYE: "bye-again",
    ViolationKind.THIRD_COLOUR: "colour-thrice", ViolationKind.COLOUR_DIFFERENCE: "colour-three",
    ViolationKind.BOTH_COLOURS: "both-colours",
}  # fmt: skip
"""The warning code of each kind of violation; the warning about the whole round is `by-hand`."""


@record
class PairingComparison:
    """The comparison of a manually paired round with the pairing of the rules."""

    verdict: str
    expected: Pairs = ()
    actual: Pairs = ()
    violations: tuple[PairingViolation, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the round is the pairing of the rules."""
        return self.verdict == "agrees"

    @property
    def differences(self) -> str:
        """The boards that differ, expected before actual ones; the bye is `5-0`."""
        return f"{_missing_pairs(self.expected, self.actual)} => {_missing_pairs(self.actual, self.expected)}"


def _missing_pairs(pairs: tuple[tuple[int, int], ...], other_pairs: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{white}-{black}" for white, black in pairs if (white, black) not in other_pairs) or "none"


def pairs_of(round: Round) -> tuple[tuple[int, int], ...]:
    """Return the boards of a round by numbers, White first; the allocated bye is `(player, 0)`."""
    byes = ((bye.player, 0) for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
    return (*round.pairs, *byes)


def compare_with_rules(before: Tournament, actual: Round, reverse: bool | None = None) -> PairingComparison:
    """Compare a manually paired round with the rules, starting from the rounds before it.

    `reverse` is the event's choice for double round robins.
    """
    boards = pairs_of(actual)
    if not get_format(before).swiss:
        return _compare_fixed_round(before, actual, reverse)
    try:
        violations = check_pairing(before, actual)
    except UnfinishedError:
        raise
    except RookeryError as error:
        return PairingComparison(msg("cannot be checked against the rules: %(error)s", error=error), (), boards)
    different_pairing = next((v.report for v in violations if v.kind is ViolationKind.DIFFERENT_PAIRING), None)
    other_violations = tuple(v for v in violations if v.kind is not ViolationKind.DIFFERENT_PAIRING)
    if different_pairing is None and not any(violation.absolute for violation in other_violations):
        return PairingComparison("agrees", boards, boards, other_violations)
    if different_pairing is None:  # an impossible participant: the pairing was not compared
        return PairingComparison(
            "breaks rules", _expected_pairs(with_requested_byes(before, actual.byes)), boards, other_violations
        )
    expected = tuple(violation.expected for violation in different_pairing.differences if violation.expected)
    recorded = tuple(violation.recorded for violation in different_pairing.differences if violation.recorded)
    return PairingComparison(
        "cannot be judged" if different_pairing.causes else str(different_pairing.verdict),
        expected,
        recorded,
        other_violations,
    )


def compare_partial_rounds(state: State) -> Iterator[tuple[int, PairingComparison]]:
    """Compare the rounds that were entered in parts; participants without a place in them count as absent."""
    t = state.tournament
    for number in sorted(state.in_parts):
        round = t.rounds[number - 1]
        absent = (player for player in t.participants_by_number if player not in round.participants)
        full_round = replace(round, byes=(*round.byes, *(Bye(player, ByeKind.ZERO) for player in absent)))
        yield number, compare_with_rules(t.before_round(number), full_round, state.choices.reverse)


def participant_names(state: State) -> dict[int, str]:
    """Return the names of the participants by number; the number where there is no name."""
    return {
        participant.number: participant.name or str(participant.number) for participant in state.tournament.participants
    }


def _expected_pairs(before: Tournament) -> tuple[tuple[int, int], ...]:
    """Return the boards of the rules, or none where the rules give no round."""
    try:
        return pairs_of(pair(before).round)
    except RookeryError:
        return ()


def _compare_fixed_round(before: Tournament, actual: Round, reverse: bool | None) -> PairingComparison:
    """Compare a round with the one of a format whose rounds are fixed."""
    boards = pairs_of(actual)
    try:
        expected = pairs_of(build_fixed_round(before, reverse))
    except (NoPairingError, RuleError) as error:
        return PairingComparison(
            msg("cannot be checked against the rules: %(error)s", error=error),
            (),
            boards,
            tuple(_round_robin_violations(before, actual, ())),
        )
    violations = tuple(_round_robin_violations(before, actual, expected))
    return PairingComparison(
        "agrees" if set(expected) == set(boards) else "is another one", expected, boards, violations
    )


def build_fixed_round(before: Tournament, reverse: bool | None) -> Round:
    """Return the next round of a format with fixed rounds.

    `reverse` exchanges the last two rounds of a first cycle.
    """
    if reverse is None or get_format(before).cycles < 2:
        return pair(before).round
    return next_round(before, reverse=reverse)


def _round_robin_violations(before: Tournament, actual: Round, expected: Pairs) -> Iterator[PairingViolation]:
    """Yield repeated pairings of a round robin paired by hand, and third equal colours in a row (C.05)."""
    format = get_format(before)
    if not format.is_round_robin:
        return
    number = before.next_round
    meetings = Counter(frozenset(players) for round in before.rounds for players in round.pairs)
    colours_so_far = colours([round.pairs for round in before.rounds])
    article = format.regulation.code if format.regulation is not None else ""
    for board in actual.pairs:
        if meetings[frozenset(board)] >= format.cycles:
            yield PairingViolation(ViolationKind.REMATCH, number, board, board, article)
        for player, colour in zip(board, "wb", strict=True):
            if colours_so_far.get(player, "")[-2:] == 2 * colour:
                kind = ViolationKind.THIRD_COLOUR
                yield PairingViolation(kind, number, (player,), board, article, absolute=board not in expected)


def violation_warnings(state: State, violations: tuple[PairingViolation, ...]) -> Iterator[RuleWarning]:
    """Yield a warning for each violation.

    Raises:
        CommandRejectedError: A player is at two boards, or does not exist.
    """
    names, keys = participant_names(state), state.keys.participant
    for violation in violations:
        text = capitalize_first(violation_clause(violation, lambda number: names.get(number, str(number))))
        if violation.kind not in WARNING_CODES:
            raise CommandRejectedError(as_sentence(text), article=violation.article)
        participants = [keys[number] for number in violation.participants if number in keys]
        code = WARNING_CODES[violation.kind]
        yield rule_warning(code, state.fide, text, keys=participants, article=violation.article)


def manual_pairing_warnings(
    state: State, number: int, comparison: PairingComparison, new_round: Round | None = None
) -> Iterator[RuleWarning]:
    """Yield the warning that a round differs from the rules, with both pairings.

    `new_round` is the round, if the state does not contain it yet.
    """
    if comparison.same:
        return
    names = participant_names(state)
    text = msg(
        "round %(round)s by hand: %(verdict)s. Rules: %(ours)s. Yours: %(yours)s",
        round=number,
        verdict=VERDICT_LABELS.get(comparison.verdict, comparison.verdict),
        ours=_format_pairs(names, comparison.expected, comparison.actual),
        yours=_format_pairs(names, comparison.actual, comparison.expected),
    )
    boards = [str(board) for board in _list_differing_boards(state, number, comparison, new_round)]
    note = msg_plural(len(boards), "round %(round)s paired by hand, board %(boards)s",
                      "round %(round)s paired by hand, boards %(boards)s", round=number,
                      boards=join_list(boards)) if boards else ""  # fmt: skip
    yield rule_warning("by-hand", state.fide, text, round=number, remark_text=comparison.differences, note=note)


def _format_pairs(names: Mapping[int, str], pairs: Pairs, other_pairs: Pairs) -> str:
    """Return the pairs that are not among the others, by name."""
    labels = [
        f"{names.get(white, white)} – {names.get(black, black)}" if black
        else msg("bye for %(name)s", name=names.get(white, str(white)))
        for white, black in pairs
        if (white, black) not in other_pairs
    ]  # fmt: skip
    return list_pairs(labels) or msg("none")


def _list_differing_boards(
    state: State, number: int, comparison: PairingComparison, new_round: Round | None
) -> Iterator[int]:
    """Yield the numbers of the boards that differ from the rules."""
    t, expected, actual = state.tournament, set(comparison.expected), set(comparison.actual)
    if new_round is not None:
        t = replace_unchecked(t, rounds=(*t.rounds[: number - 1], new_round))
    for board, game in list_numbered_boards(t, number):
        if (game.white, game.black) in actual - expected:
            yield board
