"""Two programs' tie-breaks against each other: the same tournaments, every value and the places beside ours.

Half of the tournaments come from our generator, half from another program's where one is given. A difference is put
down to another reading of C.07, or to another edition, where that gives the other program's values; what neither gives
is for people to judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rookery.checking.crosscheck import Case, Lead, spent
from rookery.checking.generator import generate
from rookery.checking.ranker import RANK, Ranker, Ranking, TournamentMaker, same_value
from rookery.checking.settings import Settings
from rookery.errors import RookeryError
from rookery.formats.standings import rules_for, standings
from rookery.model import Tournament
from rookery.ranking.codes import parse
from rookery.ranking.rules import EDITIONS, TieBreakRules, answers, read_so
from rookery.ranking.table_of_tiebreaks import POINTS, TABLE
from rookery.trf.write import dump
from rookery.values import frozen, replace

_WITH = {"C": "/C1", "M": "/M1", "P": "/P"}
"""The modifiers that are compared as well."""

UNEXPLAINED = "another value"

Differing = tuple[int, str, str]
"""Who, our value, and theirs."""


@frozen
class RankFinding:
    """One tie-break of a tournament on which the programs differ, for whom, and what gives their values."""

    code: str
    article: str
    cells: tuple[Differing, ...]
    verdict: str

    @property
    def unexplained(self) -> bool:
        """Whether neither another reading nor another edition gives what they say."""
        return self.verdict == UNEXPLAINED


@frozen
class RankComparison:
    """What comparing one tournament found; `values` is how many were compared."""

    case: Case
    players: int
    rounds: int
    values: int
    findings: tuple[RankFinding, ...]
    seconds: float = 0.0
    position: bytes = b""
    failure: str = ""

    @property
    def line(self) -> dict[str, object]:
        """What a logbook keeps of it."""
        return {
            "seed": self.case.seed, "lead": self.case.lead.value, "players": self.players, "rounds": self.rounds,
            "values": self.values, "differences": len(self.findings) + bool(self.failure), "ours_wrong": 0,
            "unexplained": sum(one.unexplained for one in self.findings), "seconds": round(self.seconds, 4),
        }  # fmt: skip

    def files(self) -> Iterator[tuple[str, bytes, dict[str, object]]]:
        """Every difference: a name, the tournament, and the difference as plain data."""
        for one in self.findings:
            name = one.code.replace("/", "-").replace(":", "-")
            yield f"tiebreak-{name}", self.position, _told(one.code, one.article, one.verdict, one.cells)
        if self.failure:
            yield "tiebreak-none", self.position, _told("", "", self.failure, ())


def _told(code: str, article: str, verdict: str, cells: Sequence[Differing]) -> dict[str, object]:
    return {"code": code, "article": article, "verdict": verdict, "values": cells}


def codes_of(tournament: Tournament, wanted: Sequence[str] = ()) -> tuple[str, ...]:
    """The tie-breaks that are compared of a tournament: those announced, then all others of C.07 that fit it.

    >>> codes_of(Tournament(ranking=("PTS", "WIN")), ("BH", "WIN"))
    ('WIN', 'BH')
    """
    teams = "team" if tournament.team_event else "individual"
    unrated = any(one.rating is None for one in tournament.players)
    known = [one for one in TABLE if one.events in ("both", teams) and one.name not in POINTS]
    fitting = [
        each for one in known for each in (one.name, *(f"{one.name}{_WITH[how]}" for how in one.takes if how in _WITH))
    ]
    found = [code for code in (*tournament.ranking, *(wanted or fitting)) if code.upper() not in POINTS]
    by_rating = {one.name for one in TABLE if "U" in one.takes}
    usable = [code for code in found if not (unrated and code.partition("/")[0].upper() in by_rating)]
    return tuple(code for code in dict.fromkeys(usable) if not wanted or code in (*tournament.ranking, *wanted))


def compare_rankings(
    case: Case, settings: Settings, ranker: Ranker, maker: TournamentMaker | None = None
) -> RankComparison:
    """Make one tournament and let both programs work out its tie-breaks.

    One that ended early, for want of a pairing, is taken as one of so many rounds; of one that could not be made there
    is nothing to compare.
    """
    began = spent()
    made = _made(case, settings, maker)
    codes = codes_of(made, ranker.codes)
    if not made.rounds or not codes:
        return RankComparison(case, len(made.participants), 0, 0, (), spent() - began)
    ours, answer = ranked(made, codes), ranker.rank(made, ["PTS", *codes])
    failure = answer.failure or _lacking(answer, codes)
    findings = () if failure else tuple(_findings(made, codes, ours, answer))
    kept = dump(made, "trf26") if findings or failure else b""
    values = 0 if failure else sum(len(column) for column in ours.values())  # those of both programs
    return RankComparison(
        case, len(made.participants), len(made.rounds), values, findings, spent() - began, kept, failure
    )


def _made(case: Case, settings: Settings, maker: TournamentMaker | None) -> Tournament:
    if maker is None or case.lead is Lead.OURS:
        made = generate(settings, case.seed)
    else:
        try:
            made = maker.make(case.seed)
        except RookeryError:
            made = Tournament()
    return replace(made, planned=len(made.rounds) or None)


def _lacking(answer: Ranking, codes: Sequence[str]) -> str:
    missing = [code for code in codes if code not in answer.columns]
    return f"no column for {', '.join(missing)}" if missing else ""


Columns = Mapping[str, Mapping[int, Fraction | None]]
"""Values by tie-break and participant; places under their heading."""


def ranked(made: Tournament, codes: Sequence[str], rules: TieBreakRules | None = None) -> Columns:
    """Our values of everybody who is ranked, but of tie-breaks that only order those tied, and the places."""
    table = standings(made, list(codes), rules=rules)
    found: dict[str, dict[int, Fraction | None]] = {RANK: {row.id: Fraction(row.rank) for row in table.rows}}
    for at, (code, tiebreak) in enumerate(zip(codes, table.tiebreaks, strict=True)):
        if not tiebreak.definition.by_place:
            found[code] = {row.id: row.values[at] for row in table.rows}
    return found


def differing(ours: Mapping[int, Fraction | None], theirs: Mapping[int, str]) -> tuple[Differing, ...]:
    """Who has another value there; who is not in their table has the value "none"."""
    return tuple(
        (one, _written(value), theirs.get(one, "none"))
        for one, value in ours.items()
        if not same_value(value, theirs.get(one, "none"))
    )


def _written(value: Fraction | None) -> str:
    return "-" if value is None else str(value)


def _findings(made: Tournament, codes: Sequence[str], ours: Columns, answer: Ranking) -> Iterator[RankFinding]:
    """Every column with differences; places only where every value is the same, for they follow from the values."""
    found = False
    for code in codes:
        cells = differing(ours[code], answer.columns[code]) if code in ours else ()
        if cells:
            found = True
            verdict = _explained(made, [code], code, answer)
            yield RankFinding(code, f"C.07 {parse(code).definition.article}", cells, verdict)
    if not found and RANK in answer.columns:
        cells = differing(ours[RANK], answer.columns[RANK])
        if cells:
            yield RankFinding(RANK, "", cells, _explained(made, codes, RANK, answer))


def _explained(made: Tournament, codes: Sequence[str], column: str, answer: Ranking) -> str:
    """The other reading of C.07, or the other edition, that gives all of their values."""
    base = rules_for(made)
    for name, known in answers().items():
        for other in known[1:]:
            if _gives(made, codes, column, answer, read_so(base, f"{name}={other}")):
                return f"another reading: {name}={other}"
    for rules in reversed(list(EDITIONS.values())):
        if rules is not base and _gives(made, codes, column, answer, rules):
            return f"another edition: {rules}"
    return UNEXPLAINED


def _gives(made: Tournament, codes: Sequence[str], column: str, answer: Ranking, rules: TieBreakRules) -> bool:
    try:
        return not differing(ranked(made, codes, rules)[column], answer.columns[column])
    except RookeryError:
        return False
