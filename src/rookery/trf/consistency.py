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
from rookery.trf.record import TRF06
from rookery.trf.scene import Scene
from rookery.trf.settings import Course


def check(draft: Draft, scene: Scene, tournament: Tournament, first_row: int) -> None:
    """Notes everything in which the file does not agree with itself, or says alone; `first_row` is a line."""
    for record in RECORDS.at_hand.values():
        if record.check is not None:
            record.check(draft, scene, tournament)
    if missing := unsaid(draft):
        spot, said = Spot(first_row, field="001"), f"the file says nothing of {', '.join(missing)}"
        scene.notes.add(INFO, "absent", spot, said)


def unsaid(draft: Draft) -> list[str]:
    """The records of the event that the file does not have; those of TRF26 only when it has any of them."""
    always, since_2026, any_of_them = list[str](), list[str](), False
    for record in RECORDS.at_hand.values():
        if record.expected and record.code not in draft.lines:
            (always if record.since == TRF06 else since_2026).append(record.code)
        elif record.expected and record.since != TRF06:
            any_of_them = True
    rounds = ["142"] if draft.part(Course).planned is None else []
    return [*always, *rounds, *since_2026] if any_of_them else [*always, *rounds]
