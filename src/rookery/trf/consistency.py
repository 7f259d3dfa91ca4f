"""Whether the file agrees with itself: what it says twice, what nothing in it confirms, what it leaves unsaid.

Reading does not need any of this. It is what makes a changed byte visible: where a record or a row says something that
follows from others as well, the two are compared; where it says something alone, that is noted. Each record has its own
`check` beside its reader; `read(..., checks=False)` leaves them all out.
"""

from __future__ import annotations

from rookery.model import Tournament
from rookery.trf.catalogue import RECORDS
from rookery.trf.draft import Draft
from rookery.trf.notes import INFO, Spot
from rookery.trf.record import TRF06, TRF26, Section
from rookery.trf.scene import Scene
from rookery.trf.settings import Course
from rookery.wording import spoken, word


def check(draft: Draft, scene: Scene, tournament: Tournament, first_row: int) -> None:
    """Notes everything in which the file does not agree with itself, or says alone; `first_row` is a line."""
    for record in RECORDS.at_hand.values():
        if record.check is not None:
            record.check(draft, scene, tournament)
    older = is_older(draft)
    if missing := unsaid(draft, older):
        said = spoken("the file says nothing of %(records)s", records=", ".join(missing))
        scene.notes.add(INFO, "absent", Spot(first_row, field="001"), said)
    if older:
        _note_assumed(scene, tournament)


def is_older(draft: Draft) -> bool:
    """Whether a file has none of the records of TRF26; comments are in files of any age."""
    records = [RECORDS[code] for code in draft.lines]
    return not any(record.since == TRF26 and record.section is not Section.COMMENTS for record in records)


def _note_assumed(scene: Scene, tournament: Tournament) -> None:
    """What is used for each record that an older file cannot have."""
    from rookery.trf.older import assumed

    for code, used in assumed(tournament):
        said = spoken("%(record)s: a file older than TRF26 does not have it", record=word(RECORDS[code].title))
        scene.notes.add(INFO, "default", Spot(0, field=code), said, used=used)


def unsaid(draft: Draft, older: bool) -> list[str]:
    """The records of the event that the file does not have; those of TRF26 only when it is no older one."""
    missing = [one for one in RECORDS.at_hand.values() if one.expected and one.code not in draft.lines]
    always = [record.code for record in missing if record.since == TRF06]
    if older:
        return always
    rounds = ["142"] if draft.part(Course).planned is None else []
    return [*always, *rounds, *(record.code for record in missing if record.since != TRF06)]
