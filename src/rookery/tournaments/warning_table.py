"""The table of warnings: code, level in FIDE mode and outside, occasion, article and remark.

| level | what it asks for | token |
|---|---|---|
| 1 | nothing: a note beside the value | |
| 2 | to be read | `code` |
| 3 | confirmation; the consequences are shown | `code` |
| 4 | confirmation in two steps, the second with the question reversed | `code`, then `code!` |
| 5 | nothing: the change is rejected | leave FIDE mode first, where that helps |

A token is bound to a version and to the hash of a command, as in `frozen@17-5c0e91d2`. No setting lowers a level.
"""

from __future__ import annotations

from collections.abc import Iterable

from rookery._record import field, record, replace
from rookery.messages import format_msg, msg
from rookery.model import Remark


@record
class WarningRule:
    """A row of the table: `outside` is the level outside FIDE mode, `remark` the beginning of the remark."""

    code: str
    level: int
    when: str
    article: str = ""
    remark: str = ""
    outside: int | None = None


WARNING_RULES = (
    WarningRule("leave-mode", 4, "leaving FIDE mode", "C.04.2 1.1"),
    WarningRule("not-fide", 5, "a setting without FIDE rules, in FIDE mode", "C.04.2 1.1", outside=1),
    WarningRule("frozen", 5,
                "rounds, points, byes, system, acceleration or forbidden pairs change after round 1 is paired",
                "C.04.2 1.3", "Rules", outside=3),
    WarningRule("rounds-late", 3, "the number of rounds is set only after round 1 is paired", "C.04.1 1", "Rules"),
    WarningRule("tie-breaks", 4, "the tie-breaks change after round 1 is paired", "C.07 4.2", "Tie-breaks", outside=3),
    WarningRule("not-feasible", 2, "before round 1: this number of rounds cannot be paired for this field", "C.04.1 2"),
    WarningRule("import-broken", 3,
                "an imported round differs from the rules or cannot be checked, or the file has errors",
                "C.04.2 1.1", "Import"),
    WarningRule("rematch", 3, "by hand: two players who have met", "C.04.1 2"),
    WarningRule("banned", 3, "by hand: two players who may not meet", "C.04.2 1.3"),
    WarningRule("absent", 3, "by hand: a player who has withdrawn or asked not to be paired", "C.04.2 3.2"),
    WarningRule("bye-again", 3, "by hand: a player who may not have the allocated bye", "C.04.1 4"),
    WarningRule("colour-thrice", 3, "by hand: the same colour for the third time running", "C.04.1 7"),
    WarningRule("colour-three", 3, "by hand: one colour three times more than the other", "C.04.1 6"),
    WarningRule("both-colours", 2, "by hand: each of two players has the colour due to the other", "C.04.1 8"),
    WarningRule("results-wait", 3, "by hand: the round has results, and no more can be entered until the change ends",
                "C.04.2 4.3"),
    WarningRule("by-hand", 4, "the manual pairing differs from the pairing by the rules", "C.04.2 1.1", "MPA",
                outside=3),
    WarningRule("past", 5, "a round before the one before the last played changes", "C.04.2 4.3",
                "Correction", outside=3),
    WarningRule("correction", 3, "a round changes after which another has been paired", "C.04.2 4.3", "Correction"),
    WarningRule("results-lost", 3, "a round that has results is taken back", "C.04.2 4.3", "Round taken back"),
    WarningRule("report-only", 3, "a result for the rating report alone", "C.04.2 4.3", "Rating correction"),
    WarningRule("adjourned-now", 2, "pairing while results are missing: these games become adjourned", "C.04.2 3.1"),
    WarningRule("adjourned-old", 2, "pairing while an older game is adjourned", "C.04.2 3.1"),
    WarningRule("adjourned-decided", 3, "an adjourned game was not a draw", "C.04.2 3.1", "Adjournment"),
    WarningRule("second-half-bye", 3, "one half-point bye more than the event gives", "C.04.2 3.3"),
    WarningRule("barred-half-bye", 5, "a half-point bye for a player barred from them", "C.04.2 3.3", outside=5),
    WarningRule("late-half-bye", 3, "a half-point bye after the last round in which the event gives them",
                "C.04.2 3.3"),
    WarningRule("full-bye", 2, "a full-point bye", "C.04.2 3.3", "FPB"),
    WarningRule("expulsion", 3, "a player is expelled", "FIDE Laws 12.9", "Expelled"),
    WarningRule("expulsion-lifted", 3, "an expulsion is revoked", "FIDE Laws 12.9", "Expulsion lifted"),
    WarningRule("points", 3, "extra points are given or taken", "FIDE Laws 12.9", "Points"),
    WarningRule("line-up", 2, "a team does not play in the order of its list"),
    WarningRule("numbers", 3, "numbers are exchanged, or two or more move, before round 4 is paired", "C.04.2 2.3",
                "TPN"),
    WarningRule("numbers-late", 5, "numbers change after round 4 has been paired", "C.04.2 2.3", "TPN", outside=3),
    WarningRule("many-absent", 3, "over half of the field is absent", "C.04.2 3.3"),
    WarningRule("not-checked-in", 3, "pairing while the check-in is open and players are missing", "C.04.2 3.3"),
    WarningRule("not-paired", 5, "a result of a round that is not paired", "C.04.2 1.1", outside=5),
    WarningRule("late-entry", 5, "an entry after the last round is paired", "C.04.2 2.4", outside=5),
    WarningRule("namesake", 2, "a player of the same name takes part already, in any spelling"),
    WarningRule("still-withdrawn", 2, "rounds are added, and withdrawn players stay withdrawn", "C.04.2 3.2"),
    WarningRule("not-final", 5, "final standings or a final file while anything is open", "C.04.2 3.1", outside=5),
    WarningRule("return", 3, "going back undoes the work of others"),
    WarningRule("return-published", 4, "going back past a round that has been published", "C.04.2 4.3"),
    WarningRule("erasure", 4, "the personal data of a player is erased for good"),
    WarningRule("hide", 3, "something that is public is hidden from the public"),
    WarningRule("closed", 5, "a change of a tournament that is closed", outside=5),
    WarningRule("phase", 5, "another change of a round that is being paired by hand", outside=5),
)  # fmt: skip
"""All warnings."""

TABLE = {row.code: row for row in WARNING_RULES}

FILE_NOTES = {
    "leave-mode": msg("FIDE mode left in round %(round)s"),
    "frozen": msg("rules changed in round %(round)s"),
    "rounds-late": msg("number of rounds set in round %(round)s"),
    "tie-breaks": msg("tie-breaks changed in round %(round)s"),
    "import-broken": msg("what is irregular in the imported file"),
    "by-hand": msg("round %(round)s paired by hand"),
    "past": msg("round %(round)s corrected"),
    "correction": msg("round %(round)s corrected"),
    "results-lost": msg("round %(round)s taken back"),
    "report-only": msg("a result of round %(round)s corrected for rating only"),
    "adjourned-decided": msg("an adjourned game of round %(round)s decided"),
    "full-bye": msg("a full-point bye in round %(round)s"),
    "expulsion": msg("a player expelled from round %(round)s on"),
    "expulsion-lifted": msg("an expulsion lifted in round %(round)s"),
    "points": msg("points adjusted in round %(round)s"),
    "numbers": msg("pairing numbers changed in round %(round)s"),
    "numbers-late": msg("pairing numbers changed in round %(round)s"),
}
"""The remarks that the file for FIDE will have, in words."""

REFUSED, TWO_STEPS, CONFIRM, NOTE = 5, 4, 3, 2

LEVEL_LABELS = {NOTE: msg("Note"), CONFIRM: msg("Please confirm"), TWO_STEPS: msg("Irregular")}
"""The labels of the levels that must be confirmed."""


@record
class RuleWarning:
    """A warning about a change: its level, a sentence, its article, and the participants concerned (`who`, by key).

    `remark` is the line for the file, `note` its description, `instead` how to avoid the warning. A token confirms no
    command with another `command_hash`.
    """

    code: str
    level: int
    text: str
    article: str = ""
    who: tuple[str, ...] = ()
    remark: str = ""
    round: int | None = None
    instead: str = ""
    command_hash: str = field(default="", compare=False)
    note: str = field(default="", compare=False)

    def tokens(self, version: int) -> tuple[str, ...]:
        """Return the tokens that confirm the warning at a version.

        >>> RuleWarning("full-bye", 2, "").tokens(7), RuleWarning("by-hand", 4, "", command_hash="5c0e").tokens(7)
        (('full-bye@7',), ('by-hand@7-5c0e', 'by-hand!@7-5c0e'))
        """
        if self.level < NOTE or self.level >= REFUSED:
            return ()
        steps = (self.code, f"{self.code}!") if self.level == TWO_STEPS else (self.code,)
        return tuple(f"{step}@{version}{f'-{self.command_hash}' if self.command_hash else ''}" for step in steps)


def rule_warning(code: str, fide: bool, text: str, *, keys: Iterable[str] = (), round: int | None = None,
            remark_text: str = "", instead: str = "", article: str = "", note: str = "") -> RuleWarning:  # fmt: skip
    """Build a warning from its row of the table, at the level in or outside FIDE mode.

    `remark_text` is the text of its remark, `note` the description of the remark, if there is more to say than the
    table does.
    """
    row = TABLE[code]
    level = row.level if fide or row.outside is None else row.outside
    remark = Remark(f"{row.remark}: {remark_text}", round).text if row.remark and remark_text else ""
    if not note and code in FILE_NOTES and (remark or code == "leave-mode"):
        note = format_msg(FILE_NOTES[code], round=round)
    return RuleWarning(code, level, text, article or row.article, tuple(keys), remark, round, instead, note=note)


def merge_warnings(
    own_warnings: Iterable[RuleWarning], guard_warnings: Iterable[RuleWarning]
) -> tuple[RuleWarning, ...]:
    """Join the warnings of a command and those of the guard, without a second warning about leaving FIDE mode."""
    command_warnings = tuple(own_warnings)
    codes = {warning.code for warning in command_warnings}
    rest = [warning for warning in guard_warnings if warning.code != "leave-mode" or warning.code not in codes]
    return tuple(dict.fromkeys((*command_warnings, *rest)))


def bind_to_command(warnings: Iterable[RuleWarning], command_hash: str) -> tuple[RuleWarning, ...]:
    """Return the warnings with the hash of the command that their tokens confirm."""
    return tuple(replace(warning, command_hash=command_hash) for warning in warnings)


def unconfirmed(warnings: Iterable[RuleWarning], version: int, acknowledged: Iterable[str]) -> tuple[RuleWarning, ...]:
    """Return the warnings that are not confirmed at this version."""
    tokens = set(acknowledged)
    return tuple(warning for warning in warnings if not tokens.issuperset(warning.tokens(version)))
