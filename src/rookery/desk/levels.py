"""The table of warnings as data: a code, its level in FIDE mode and outside, when it comes, its article, its remark.

| level | what it asks | token |
|---|---|---|
| 1 | nothing: a line beside the thing | |
| 2 | to be read | `code` |
| 3 | yes or no; what follows is told | `code` |
| 4 | two steps; the second asks the other way round | `code`, then `code!` |
| 5 | refused | leave FIDE mode first, where that helps |

A token is bound to the version it answers and to the wish that was asked about, as in `frozen@17-5c0e91d2`; no setting
weakens a level.
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery.model import Remark
from rookery.values import field, frozen, replace


@frozen
class Warns:
    """A line of the table. `outside` is the level outside FIDE mode, `remark` begins the line in the file."""

    code: str
    level: int
    when: str
    article: str = ""
    remark: str = ""
    outside: int | None = None


ROWS = (
    Warns("leave-mode", 4, "leaving FIDE mode", "C.04.2 1.1"),
    Warns("not-fide", 5, "what FIDE has no rules for, in FIDE mode", "C.04.2 1.1", outside=1),
    Warns("frozen", 5, "rounds, points, byes, system, acceleration or forbidden pairs change after round 1 is paired",
          "C.04.2 1.3", "Rules", outside=3),
    Warns("rounds-late", 3, "the number of rounds is said only after round 1 is paired", "C.04.1 1", "Rules"),
    Warns("tie-breaks", 4, "the tie-breaks change after round 1 is paired", "C.07 4.2", "Tie-breaks", outside=3),
    Warns("not-feasible", 2, "before round 1: so many rounds cannot be paired for this field", "C.04.1 2"),
    Warns("import-broken", 3, "an imported round is not by the rules or cannot be judged, or the file has faults",
          "C.04.2 1.1", "Import"),
    Warns("rematch", 3, "by hand: two who have met", "C.04.1 2"),
    Warns("banned", 3, "by hand: two who may not meet", "C.04.2 1.3"),
    Warns("absent", 3, "by hand: somebody who has withdrawn, or has asked not to be paired", "C.04.2 3.2"),
    Warns("bye-again", 3, "by hand: somebody who may not have the allocated bye", "C.04.1 4"),
    Warns("colour-thrice", 3, "by hand: the same colour for the third time running", "C.04.1 7"),
    Warns("colour-three", 3, "by hand: one colour three times more than the other", "C.04.1 6"),
    Warns("both-colours", 2, "by hand: each of two has the colour that is due to the other", "C.04.1 8"),
    Warns("by-hand", 4, "the pairing made by hand is another one than ours", "C.04.2 1.1", "MPA", outside=3),
    Warns("past", 5, "a round before the one before the last played changes", "C.04.2 4.3", "Correction", outside=3),
    Warns("correction", 3, "a round changes after which another has been paired", "C.04.2 4.3", "Correction"),
    Warns("results-lost", 3, "a round that has results is taken back", "C.04.2 4.3", "Round taken back"),
    Warns("report-only", 3, "a result for the rating report alone", "C.04.2 4.3", "Rating correction"),
    Warns("adjourned-now", 2, "pairing while results are missing: these games become adjourned", "C.04.2 3.1"),
    Warns("adjourned-old", 2, "pairing while an older game is adjourned", "C.04.2 3.1"),
    Warns("adjourned-decided", 3, "an adjourned game was no draw", "C.04.2 3.1", "Adjournment"),
    Warns("second-half-bye", 3, "one half-point bye more than the event gives", "C.04.2 3.3"),
    Warns("barred-half-bye", 5, "a half-point bye for somebody who may have none", "C.04.2 3.3", outside=5),
    Warns("late-half-bye", 3, "a half-point bye after the last round in which the event gives them", "C.04.2 3.3"),
    Warns("full-bye", 2, "a full-point bye", "C.04.2 3.3", "FPB"),
    Warns("expulsion", 3, "somebody is expelled", "FIDE Laws 12.9", "Expelled"),
    Warns("expulsion-lifted", 3, "an expulsion is taken back", "FIDE Laws 12.9", "Expulsion lifted"),
    Warns("points", 3, "points out of the ordinary are given or taken", "FIDE Laws 12.9", "Points"),
    Warns("line-up", 2, "a team does not sit in the order of its list"),
    Warns("numbers", 3, "numbers are exchanged, or two or more move, before round 4 is paired", "C.04.2 2.3", "TPN"),
    Warns("numbers-late", 5, "numbers change after round 4 has been paired", "C.04.2 2.3", "TPN", outside=3),
    Warns("many-absent", 3, "over half of the field is absent", "C.04.2 3.3"),
    Warns("not-paired", 5, "a result of a round that is not paired", "C.04.2 1.1", outside=5),
    Warns("late-entry", 5, "an entry after the last round is paired", "C.04.2 2.4", outside=5),
    Warns("still-withdrawn", 2, "rounds are added, and who was withdrawn stays so", "C.04.2 3.2"),
    Warns("not-final", 5, "final standings or a final file while anything is open", "C.04.2 3.1", outside=5),
    Warns("return", 3, "going back over the work of others"),
    Warns("return-published", 4, "going back past a round that has been published", "C.04.2 4.3"),
    Warns("closed", 5, "a change of a tournament that is closed", outside=5),
    Warns("phase", 5, "another change of a round while it is made by hand", outside=5),
)  # fmt: skip
"""Every warning there is."""

TABLE = {row.code: row for row in ROWS}

REFUSED, TWO_STEPS, ASKED, READ = 5, 4, 3, 2


@frozen
class Caution:
    """A warning about one thing that is to be done: its level, a sentence, its article, the keys of those concerned.

    `remark` is the line that the file will have, `instead` what to do to be rid of the warning. `wish` is the sum of
    what was wished for: an answer to it answers nothing else.
    """

    code: str
    level: int
    text: str
    article: str = ""
    who: tuple[str, ...] = ()
    remark: str = ""
    round: int | None = None
    instead: str = ""
    wish: str = field(default="", compare=False)

    def tokens(self, version: int) -> tuple[str, ...]:
        """What answers it at a version.

        >>> Caution("full-bye", 2, "").tokens(7), Caution("by-hand", 4, "", wish="5c0e").tokens(7)
        (('full-bye@7',), ('by-hand@7-5c0e', 'by-hand!@7-5c0e'))
        """
        if self.level < READ or self.level >= REFUSED:
            return ()
        steps = (self.code, f"{self.code}!") if self.level == TWO_STEPS else (self.code,)
        return tuple(f"{step}@{version}{f'-{self.wish}' if self.wish else ''}" for step in steps)


def caution(code: str, fide: bool, text: str, *, who: Iterable[str] = (), round: int | None = None,
            said: str = "", instead: str = "", article: str = "") -> Caution:  # fmt: skip
    """The warning of a row of the table, at its level in or outside FIDE mode; `said` is what its remark says."""
    row = TABLE[code]
    level = row.level if fide or row.outside is None else row.outside
    remark = Remark(f"{row.remark}: {said}", round).text if row.remark and said else ""
    return Caution(code, level, text, article or row.article, tuple(who), remark, round, instead)


def together(own: Iterable[Caution], guarded: Iterable[Caution]) -> tuple[Caution, ...]:
    """What a command says itself, and what the guard has to add: of leaving FIDE mode once is enough."""
    first = tuple(own)
    known = {one.code for one in first}
    rest = [one for one in guarded if one.code != "leave-mode" or one.code not in known]
    return tuple(dict.fromkeys((*first, *rest)))


def about(cautions: Iterable[Caution], wish: str) -> tuple[Caution, ...]:
    """The warnings whose answers fit one wish alone, by its sum."""
    return tuple(replace(one, wish=wish) for one in cautions)


def unanswered(cautions: Iterable[Caution], version: int, acknowledged: Iterable[str]) -> tuple[Caution, ...]:
    """The warnings that wait for an answer, at this version."""
    given = set(acknowledged)
    return tuple(one for one in cautions if not given.issuperset(one.tokens(version)))
