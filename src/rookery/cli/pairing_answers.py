"""What must be answered before a round is written into a file: open games, absences, pairs that somebody wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace as replace_state

from rookery.cli.asking import must_be_answered
from rookery.cli.files import content
from rookery.cli.journal import Remembered, remembered
from rookery.desk.commands.rounds import adjourned, before_pairing, of_wishes
from rookery.desk.events.tournament import RemarkAdded
from rookery.desk.fold import fold
from rookery.desk.judging import by_hand, in_parts
from rookery.desk.levels import Caution
from rookery.desk.opened import opened, plain
from rookery.desk.state import State
from rookery.pairing.outcome import Outcome
from rookery.reading import Reading
from rookery.values import replace


def ready(reading: Reading, path: str, yes: Sequence[str]) -> Reading:
    """What was read, ready for its next round: games without a result are adjourned, if that was answered."""
    t = reading.tournament
    known = remembered(path, content(path), t) if path != "-" else Remembered()
    before = replace_state(opened(t, known.played), in_parts=frozenset(known.parts))
    said = [each for one in in_parts(before) for each in by_hand(before, *one)]
    return _answered(reading, fold(before, tuple(adjourned(before))), (*said, *before_pairing(before)), path, yes)


def with_wishes(reading: Reading, outcome: Outcome, path: str, yes: Sequence[str]) -> Reading:
    """What was read, with the remark on a round that is not ours because of pairs or a bye that somebody wants."""
    state = opened(reading.tournament)
    return _answered(reading, state, of_wishes(state, outcome.number, outcome.round), path, yes)


def _answered(reading: Reading, after: State, warnings: Iterable[Caution], path: str, yes: Sequence[str]) -> Reading:
    said = tuple(warnings)
    must_be_answered(said, path, yes)
    remarks = tuple(RemarkAdded(one.remark, one.round) for one in said if one.remark)
    made = plain(fold(after, remarks), reading.tournament)
    return reading if made == reading.tournament else replace(reading, tournament=made)
