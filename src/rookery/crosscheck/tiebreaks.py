"""Comparison of tie-breaks with another program: every value and the ranks of the same tournaments.

Half of the tournaments come from our generator, half from another one if given. A difference is attributed to another
reading of C.07, or to another edition, if that reproduces the other program's values; otherwise it is unexplained.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rookery._record import record, replace
from rookery.crosscheck.pairings import Case, Lead, processor_seconds
from rookery.crosscheck.programs import (
    RANK_COLUMN,
    GeneratorProgram,
    TieBreakProgram,
    TieBreakTable,
    is_same_value,
)
from rookery.errors import RookeryError
from rookery.formats.standings import rules_for, standings
from rookery.generator.generate import generate
from rookery.generator.settings import GeneratorSettings
from rookery.model import Tournament
from rookery.ranking.codes import parse_tiebreak
from rookery.ranking.definitions import POINTS, TABLE
from rookery.ranking.rules import EDITIONS, TieBreakRules, open_questions, with_answer
from rookery.trf.serialize import dump

_MODIFIERS = {"C": "/C1", "M": "/M1", "P": "/P"}
"""Modifiers that are compared in addition."""

UNEXPLAINED = "another value"

CellDifference = tuple[int, str, str]
"""Participant, our value, and the other program's text."""


@record
class TieBreakFinding:
    """A tie-break on which the programs differ, the differing cells, and the explanation found."""

    code: str
    article: str
    cells: tuple[CellDifference, ...]
    verdict: str

    @property
    def unexplained(self) -> bool:
        """Whether neither another reading nor another edition reproduces the other program's values."""
        return self.verdict == UNEXPLAINED


@record
class TieBreakComparison:
    """The result of comparing one tournament; `values` is the number of values compared."""

    case: Case
    players: int
    rounds: int
    values: int
    findings: tuple[TieBreakFinding, ...]
    seconds: float = 0.0
    position: bytes = b""
    failure: str = ""

    @property
    def line(self) -> dict[str, object]:
        """The row that a logbook stores."""
        return {
            "seed": self.case.seed, "lead": self.case.lead.value, "players": self.players, "rounds": self.rounds,
            "values": self.values, "differences": len(self.findings) + bool(self.failure), "ours_wrong": 0,
            "unexplained": sum(finding.unexplained for finding in self.findings), "seconds": round(self.seconds, 4),
        }  # fmt: skip

    def files(self) -> Iterator[tuple[str, bytes, dict[str, object]]]:
        """Yield the name, the tournament and the JSON data of every difference."""
        for finding in self.findings:
            name = finding.code.replace("/", "-").replace(":", "-")
            details = _finding_data(finding.code, finding.article, finding.verdict, finding.cells)
            yield f"tiebreak-{name}", self.position, details
        if self.failure:
            yield "tiebreak-none", self.position, _finding_data("", "", self.failure, ())


def _finding_data(code: str, article: str, verdict: str, cells: Sequence[CellDifference]) -> dict[str, object]:
    return {"code": code, "article": article, "verdict": verdict, "values": cells}


def comparable_codes(tournament: Tournament, requested: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the tie-breaks to compare: those announced, then all others of C.07 that are applicable.

    >>> comparable_codes(Tournament(tiebreaks=("PTS", "WIN")), ("BH", "WIN"))
    ('WIN', 'BH')
    """
    teams = "team" if tournament.team_event else "individual"
    has_unrated = any(player.rating is None for player in tournament.players)
    applicable = [tiebreak for tiebreak in TABLE if tiebreak.events in ("both", teams) and tiebreak.name not in POINTS]
    fitting = [
        code
        for tiebreak in applicable
        for code in (tiebreak.name, *(f"{tiebreak.name}{_MODIFIERS[m]}" for m in tiebreak.takes if m in _MODIFIERS))
    ]
    codes = [code for code in (*tournament.tiebreaks, *(requested or fitting)) if code.upper() not in POINTS]
    by_rating = {tiebreak.name for tiebreak in TABLE if "U" in tiebreak.takes}
    usable = [code for code in codes if not (has_unrated and code.partition("/")[0].upper() in by_rating)]
    return tuple(code for code in dict.fromkeys(usable) if not requested or code in (*tournament.tiebreaks, *requested))


def compare_tiebreaks(
    case: Case, settings: GeneratorSettings, ranker: TieBreakProgram, maker: GeneratorProgram | None = None
) -> TieBreakComparison:
    """Generate one tournament and have both programs compute its tie-breaks.

    A tournament that ended early for lack of a pairing counts as one of that many rounds; if the generator failed, the
    comparison is empty.
    """
    started = processor_seconds()
    tournament = _make_tournament(case, settings, maker)
    codes = comparable_codes(tournament, ranker.codes)
    if not tournament.rounds or not codes:
        return TieBreakComparison(case, len(tournament.participants), 0, 0, (), processor_seconds() - started)
    our_columns, answer = compute_columns(tournament, codes), ranker.compute(tournament, ["PTS", *codes])
    failure = answer.failure or _missing_columns(answer, codes)
    findings = () if failure else tuple(_find_findings(tournament, codes, our_columns, answer))
    position = dump(tournament, "trf26") if findings or failure else b""
    values = 0 if failure else sum(len(column) for column in our_columns.values())  # those of both programs
    return TieBreakComparison(
        case,
        len(tournament.participants),
        len(tournament.rounds),
        values,
        findings,
        processor_seconds() - started,
        position,
        failure,
    )


def _make_tournament(case: Case, settings: GeneratorSettings, generator: GeneratorProgram | None) -> Tournament:
    if generator is None or case.lead is Lead.OURS:
        tournament = generate(settings, case.seed)
    else:
        try:
            tournament = generator.generate(case.seed)
        except RookeryError:
            tournament = Tournament()
    return replace(tournament, planned_rounds=len(tournament.rounds) or None)


def _missing_columns(answer: TieBreakTable, codes: Sequence[str]) -> str:
    missing = [code for code in codes if code not in answer.columns]
    return f"no column for {', '.join(missing)}" if missing else ""


Columns = Mapping[str, Mapping[int, Fraction | None]]
"""Values by tie-break and participant; ranks under `RANK_COLUMN`."""


def compute_columns(tournament: Tournament, codes: Sequence[str], rules: TieBreakRules | None = None) -> Columns:
    """Return our ranks and values of all ranked participants, without tie-breaks that only order the tied."""
    table = standings(tournament, list(codes), rules=rules)
    columns: dict[str, dict[int, Fraction | None]] = {RANK_COLUMN: {row.id: Fraction(row.rank) for row in table.rows}}
    for index, (code, tiebreak) in enumerate(zip(codes, table.tiebreaks, strict=True)):
        if not tiebreak.definition.by_place:
            columns[code] = {row.id: row.values[index] for row in table.rows}
    return columns


def find_differences(
    our_values: Mapping[int, Fraction | None], their_values: Mapping[int, str]
) -> tuple[CellDifference, ...]:
    """Return the cells that differ; a participant missing from the other table has the value "none"."""
    return tuple(
        (participant, _format_value(value), their_values.get(participant, "none"))
        for participant, value in our_values.items()
        if not is_same_value(value, their_values.get(participant, "none"))
    )


def _format_value(value: Fraction | None) -> str:
    return "-" if value is None else str(value)


def _find_findings(
    tournament: Tournament, codes: Sequence[str], our_columns: Columns, answer: TieBreakTable
) -> Iterator[TieBreakFinding]:
    """Yield every column with differences; ranks only if all values agree, because they follow from the values."""
    has_differences = False
    for code in codes:
        cells = find_differences(our_columns[code], answer.columns[code]) if code in our_columns else ()
        if cells:
            has_differences = True
            verdict = _explain_difference(tournament, [code], code, answer)
            yield TieBreakFinding(code, f"C.07 {parse_tiebreak(code).definition.article}", cells, verdict)
    if not has_differences and RANK_COLUMN in answer.columns:
        cells = find_differences(our_columns[RANK_COLUMN], answer.columns[RANK_COLUMN])
        if cells:
            yield TieBreakFinding(RANK_COLUMN, "", cells, _explain_difference(tournament, codes, RANK_COLUMN, answer))


def _explain_difference(tournament: Tournament, codes: Sequence[str], column: str, answer: TieBreakTable) -> str:
    """Return the reading or edition of C.07 that reproduces all of the other program's values, if any."""
    base = rules_for(tournament)
    for name, readings in open_questions().items():
        for reading in readings[1:]:
            if _reproduces(tournament, codes, column, answer, with_answer(base, f"{name}={reading}")):
                return f"another reading: {name}={reading}"
    for rules in reversed(list(EDITIONS.values())):
        if rules is not base and _reproduces(tournament, codes, column, answer, rules):
            return f"another edition: {rules}"
    return UNEXPLAINED


def _reproduces(
    tournament: Tournament, codes: Sequence[str], column: str, answer: TieBreakTable, rules: TieBreakRules
) -> bool:
    try:
        return not find_differences(compute_columns(tournament, codes, rules)[column], answer.columns[column])
    except RookeryError:
        return False
