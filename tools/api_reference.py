"""Write the API reference: docs/api.md, the index, and a page for each subject in docs/api/.

python tools/api_reference.py [DOCS]

Signatures and docstrings are read from the source, which is not imported. CHAPTERS lists the names in order, with the
page and the introduction of each chapter. A public name in no chapter, or without a docstring, is an error.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import wrap

import pages

PAGE, TOOL, FOLDER = "api.md", "api_reference", "api"
SOURCE = Path(__file__).resolve().parent.parent / "src"
WIDTH = 88  # of a signature on one line
NOTE = "        # "
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Chapter:
    """Names of one subject; `home` is the module of each name that does not begin with `rookery.`."""

    title: str
    page: str
    words: str
    home: str
    names: str
    brief: bool = False  # one line for each name instead of a section
    example: str = ""  # run by the test of the documents; a page is one session


TITLES = {
    "files": "Files",
    "tournament": "Tournaments",
    "history": "Numbers, late entries, history",
    "pairing": "Pairing",
    "standings": "Standings",
    "rating": "Ratings",
    "norms": "Norms and titles",
    "rating-lists": "Rating lists",
    "checking": "Checking",
    "generator": "Random tournaments and other engines",
    "simulation": "Simulation and forecasts",
    "documents": "Documents and charts",
    "compat": "Plain data, as in the npm packages",
    "errors": "Errors",
}
"""The pages of docs/api/ and their titles, in the order of the navigation."""

CHAPTERS = (
    Chapter(
        "Read and write",
        "files",
        "`load` reads a path, `loads` a text or bytes; `dump` and `dumps` write any dialect; a `Document` keeps every "
        "byte of a file. "
        "See [TRF](../trf.md), [JSON](../json.md) and [Problems](../problems.md).",
        "rookery",
        "load loads dump dumps as_data LoadResult Document rookery.load_result.refusals "
        "rookery.trf.consistency.missing_for_rating "
        "Problem Severity read_entries rookery.spreadsheets.entries.Entries",
        example="""
>>> import rookery
>>> reading = rookery.load("examples/broken.trf")
>>> print(reading.problems[0])
line 4, columns 5-14: warning: day and month are exchanged: read '2026/14/03', used 2026-03-14 [date]
>>> event = reading.tournament
>>> rookery.loads(rookery.dumps(event, "json")).tournament == event
True
""",
    ),
    Chapter(
        "The tournament",
        "tournament",
        "Facts as the arbiter wrote them. A change makes a new value: `dataclasses.replace`, or one of the methods. "
        "See [The model](../model.md).",
        "rookery",
        "Tournament TournamentInfo Player Rating NationalRecord Team Round Game Match VacantBoard Bye RequestedBye "
        "Remark ReportedResult Expulsion Withdrawal FixedSeat ForbiddenPair VirtualPoints "
        "PointAdjustment PointSystem Points Result rookery.model.Ending ByeKind Colour PartialDate",
        example="""
>>> from rookery import Bye, ByeKind, Game, Player, Result, Round, Tournament
>>> event = Tournament(players=tuple(map(Player, range(1, 6))), planned_rounds=5)
>>> first = Round(games=(Game(1, 3, Result.DRAW), Game(4, 2)), byes=(Bye(5, ByeKind.PAIRING_ALLOCATED),))
>>> event.with_round(first).rounds[0].pending
(Game(white=4, black=2, result=<Result.PENDING: 'pending'>, coloured=True),)
""",
    ),
    Chapter(
        "Numbers, late entries, history",
        "history",
        "What follows from the facts of a tournament before any rule is applied.",
        "rookery",
        "history.tournament_rating.tournament_rating history.tournament_rating.apply_rating_method "
        "history.tournament_rating.parse_rating_method history.tournament_rating.RatingMethod "
        "history.tournament_rating.METHODS "
        "history.pairing_numbers.number_players history.pairing_numbers.ids_in_order "
        "history.pairing_numbers.participants_to_pair "
        "insert_player history.late_entries.correct_ratings history.late_entries.cancel_withdrawal "
        "history.late_entries.Renumbering history.late_entries.renumber "
        "history.team_matches.line_up history.acceleration.virtual_points history.acceleration.baku_records "
        "history.acceleration.with_recorded_group_a "
        "history.history.History history.history.Snapshot history.history.Meeting history.history.Totals "
        "history.history.Kind "
        "history.history.Float",
    ),
    Chapter(
        "Pair",
        "pairing",
        "One function for every system; its answer explains itself. See [the systems](../index.md#pairing-systems).",
        "rookery",
        "pair Pairing pairing.outcome.Board pairing.outcome.Decision pairing.outcome.Ledger pairing.outcome.Line "
        "pairing.outcome.Breach pairing.outcome.Cause pairing.outcome.Explanation pairing.outcome.Reason "
        "pairing.outcome.WhyNot pairing.outcome.Fact pairing.system.System formats.SYSTEMS "
        "formats.resolve.resolve boards board_numbers enter chess960_position chess960.draw_chess960_position",
        example="""
>>> import rookery
>>> event = rookery.load("examples/swiss.trf").tournament
>>> outcome = rookery.pair(event)
>>> outcome.pairs[0], outcome.bye
((2, 4), None)
>>> outcome.why_not(1, 2).breaches[0].article
'C.04.3 2.1.1'
>>> [(line.code, line.cost) for line in outcome.ledger[2].lines if line.code and any(line.cost)]
[('C12', (2,)), ('C13', (2,))]
""",
    ),
    Chapter(
        "Formats whose rounds are given",
        "pairing",
        "`pair` chooses them by the code of the tournament; use these to get all rounds at once. "
        "See [Round robins](../round-robin.md), [Keizer](../keizer.md), [Knock-out](../knockout.md).",
        "rookery.pairing",
        "schedules.schedule.schedule schedules.schedule.next_round schedules.tables.berger schedules.tables.two_cycles "
        "schedules.tables.scheveningen schedules.tables.double_scheveningen schedules.tables.draw_numbers "
        "schedules.tables.draw_varma_numbers schedules.tables.assign_numbers "
        "keizer.next_round keizer.ranking keizer.KeizerRules "
        "knockout.next_round knockout.survivors knockout.places",
        brief=True,
    ),
    Chapter(
        "Rank",
        "standings",
        "Values are fractions, and each of them shows its parts. See [Standings](../standings.md) and "
        "[Tie-breaks](../tiebreaks.md).",
        "rookery",
        "standings Standings completion Completion history.completion.OpenEnd "
        "ranking.standings.Row ranking.tiebreak.Working ranking.tiebreak.Contribution "
        "ranking.tiebreak.Why TieBreakRules TieBreakReadings ranking.rules.get_rules "
        "ranking.rules.rules_on ranking.rules.rules_for_edition ranking.codes.parse_tiebreak ranking.codes.TieBreak "
        "register_tiebreak ranking.prizes.category_rows ranking.prizes.awards ranking.prizes.Award",
        example="""
>>> import rookery
>>> event = rookery.load("examples/swiss.trf").tournament
>>> table = rookery.standings(event, ["BH/C1", "SB"])
>>> table.rows[0]
Row(rank=1, id=2, name='Heron, Isolde', points=30, values=(Fraction(4, 1), Fraction(5, 1)))
""",
    ),
    Chapter(
        "Rate",
        "rating",
        "Scores are half points, expectations and changes hundredths. See [Ratings](../ratings.md).",
        "rookery.rating",
        "rookery.rate rookery.RatingReport RatedPlayer GameChange Newcomer RatedGame NotRated "
        "FirstRating first_rating_from_events RatedEvent performance perfect_performance rate_period ListPlayer "
        "ListGame "
        "PeriodResult PoolMonth "
        "rate_of_play RateOfPlay KINDS",
        example="""
>>> import rookery
>>> event = rookery.load("examples/swiss.trf").tournament
>>> report = rookery.rate(event)
>>> [(row.player.name, row.k_change) for row in report.rows][:2]
[('Larkspur, Edmund', -260), ('Heron, Isolde', 1640)]
""",
    ),
    Chapter(
        "Rules of rating systems",
        "rating",
        "FIDE's by list and day, and the base classes for those of federations. See "
        "[Another rating system](../ratings.md#another-rating-system).",
        "rookery.rating",
        "rules_for rules_of FideRules RULES RatingRules EloRules KStep below at_least DatedRules GameContext "
        "GameContribution GameCallback",
    ),
    Chapter(
        "Whole lists at once",
        "rating",
        "The same numbers on NumPy arrays; `pip install 'rookery-chess[arrays]'`.",
        "rookery.arrays",
        "rate_period Period Frame",
    ),
    Chapter(
        "Norms",
        "norms",
        "See [Norms](../norms.md).",
        "rookery.rating",
        "rookery.norms Audit Condition NormForecast NormGame Terms derive_terms with_exemption with_fewer_games "
        "EventConditions check_event "
        "Title"
        " TITLES",
    ),
    Chapter(
        "Title office",
        "norms",
        "See [Norms](../norms.md#the-title-office).",
        "rookery.rating",
        "certify_norm Certificate CertifiedPlayer CertifiedEvent CertifiedGame CertifiedResult CertifiedMix "
        "apply_for_title "
        "Application titles_by_rating direct_title certify_arbiter_norm ArbiterCertificate apply_for_arbiter_title "
        "ArbiterApplication",
    ),
    Chapter(
        "Rating systems of federations",
        "rating",
        "Written from their public texts; no federation has endorsed them. See [Rating systems](../rating-systems.md).",
        "rookery.rating",
        "SYSTEMS RatingSystem get_system EventRules EventResult DwzRules UscfRules USCF USCF_2004 EcfRules "
        "Glicko2Rules",
    ),
    Chapter(
        "Glicko-2",
        "rating",
        "The rating system of Mark Glickman, for platforms; independent of tournaments.",
        "rookery.rating.glicko",
        "Glicko update_rating rate_period",
    ),
    Chapter(
        "Check",
        "checking",
        "Every round is paired again and compared. See [Checking a tournament](../checking.md).",
        "rookery",
        "check CheckReport checking.report.RoundReport checking.report.Verdict checking.report.Difference "
        "checking.report.DecidingRule checking.report.RuleKind checking.report.Placing checking.checker.check_round "
        "checking.checker.position_before_round checking.text.describe_round",
        example="""
>>> import rookery
>>> event = rookery.load("examples/swiss.trf").tournament
>>> report = rookery.check(event)
>>> report.agree, [entry.verdict.value for entry in report.rounds]
(True, ['agrees', 'agrees', 'agrees'])
""",
    ),
    Chapter(
        "Judge before and while pairing",
        "checking",
        "What can be decided before a round exists, as data. See [Judging before and while pairing](../judging.md).",
        "rookery",
        "check_feasibility Feasibility checking.feasibility.Possibility checking.feasibility.TooManyRounds "
        "checking.feasibility.TooFewOpponents checking.feasibility.TooFewForTheBye "
        "checking.feasibility.TooManyClaims "
        "checking.feasibility.NoLegalPairing checking.feasibility.NotAllTogether checking.feasibility.TableTooShort "
        "checking.feasibility.GivenMeeting checking.feasibility.RoundsNotAnnounced checking.feasibility.TooMuchToTry "
        "checking.feasibility.PairedByHand checking.feasibility.ResultsDecide checking.feasibility.OwnRules "
        "check_compliance ComplianceIssue checking.compliance.ComplianceKind check_pairing PairingViolation "
        "checking.manual_pairing.ViolationKind "
        "checking.text.describe_feasibility checking.text.describe_issue checking.text.describe_violation",
        example="""
>>> feasibility = rookery.check_feasibility(event)
>>> feasibility.answer.value, feasibility.first, feasibility.last
('yes', 4, 7)
>>> [(issue.kind.value, issue.article, issue.absolute) for issue in rookery.check_pairing(event, [(1, 2)])]
[('rematch', 'C.04.3 2.1.1', True), ('both colours', 'C.04.3 5.2.1', False)]
""",
    ),
    Chapter(
        "Generate and compare",
        "generator",
        "Random tournaments, and comparisons with other engines. See [The generator](../generator.md) and "
        "[How we verify](../how-we-verify.md).",
        "rookery",
        "generate GeneratorSettings generator.settings.Ratings generator.settings.settings_like "
        "simulation.result_models.Chances "
        "crosscheck.pairings.crosscheck crosscheck.pairings.cases crosscheck.pairings.Case crosscheck.pairings.Lead "
        "crosscheck.pairings.Comparison crosscheck.pairings.Finding crosscheck.pairings.Logbook "
        "crosscheck.programs.Engine crosscheck.programs.EngineAnswer crosscheck.programs.TieBreakProgram "
        "crosscheck.programs.GeneratorProgram "
        "crosscheck.tiebreaks.compare_tiebreaks crosscheck.tiebreaks.TieBreakComparison "
        "crosscheck.tiebreaks.TieBreakFinding",
        example="""
>>> import rookery
>>> generated = rookery.generate(rookery.GeneratorSettings(players=20, rounds=5, system="burstein"), seed=7)
>>> len(generated.rounds), rookery.check(generated).agree
(5, True)
""",
    ),
    Chapter(
        "Simulate and forecast",
        "simulation",
        "Tournaments played many times over. See [What if](../simulation.md).",
        "rookery",
        "simulate forecast simulation.chances.Forecast simulation.chances.TurningPoint "
        "simulation.conditions.MustHappen simulation.conditions.ResultCondition simulation.conditions.ResultClause "
        "simulation.history.forecast_by_round simulation.history.ForecastCourse "
        "simulation.study.Study simulation.population.SimulatedField simulation.population.Absences "
        "simulation.result_models.OutcomeModel simulation.results.StudyResult simulation.results.FindingRow "
        "simulation.estimate.Estimate simulation.estimate.Sums simulation.jobs.Checkpoint",
        example="""
>>> import rookery
>>> from rookery.simulation import Field, Study
>>> study = Study(field=Field.uniform(16, 1400, 2200), rounds=5, systems=("dutch", "burstein"))
>>> result = rookery.simulate(study, count=10, seed=1)
>>> result.compare("tau", "burstein", "dutch").count
10
""",
    ),
    Chapter(
        "Rating lists",
        "rating-lists",
        "A list in one SQLite file, or several together; nothing is downloaded. "
        "See [Ratings](../ratings.md#rating-lists).",
        "rookery.rating_lists",
        "import_list merge_lists MergedPart RatingList open_lists age search ListHit ListEntry match_player ListMatch "
        "similar_entries unmatched_players differences ListDifference fill_from_list list_facts",
    ),
    Chapter(
        "Plain data, as in the npm packages",
        "compat",
        "Ids are strings, points floats. See [Coming from npm](../compat.md).",
        "rookery.compat",
        "*",
        brief=True,
    ),
    Chapter(
        "Papers and pictures",
        "documents",
        "Lists for the wall and the boards as values, printed as HTML or PDF; charts as SVG, with the same content as "
        "text. "
        "See [Papers and pictures](../papers.md).",
        "rookery",
        "documents.build_paper documents.available_papers documents.PaperRequest documents.Paper "
        "documents.PAPERS documents.to_html documents.to_typst "
        "documents.to_pdf "
        "charts.draw_heatmap charts.draw_scores charts.draw_ranks charts.draw_colour_histories "
        "charts.draw_groups charts.draw_bracket "
        "charts.draw_rating_history charts.draw_rating_distribution charts.Drawing",
    ),
    Chapter(
        "Errors",
        "errors",
        "Everything raised on purpose is a `RookeryError`; any other exception is a bug, except `OSError`, which is "
        "passed on unchanged.",
        "rookery",
        "RookeryError FormatError TooLargeError RuleError UnfinishedError NoPairingError UnsupportedError "
        "ConflictError",
        example="""
>>> import rookery
>>> event = rookery.load("examples/swiss.trf").tournament
>>> try:
...     rookery.standings(event, ["BH/X"])
... except rookery.RookeryError as error:
...     print(f"{type(error).__name__}: {error}")
RuleError: BH/X: /X is no modifier; there are :MP :GP /Cn /Mn /L /Kx /P /F /Un /R
""",
    ),
)

COMPLETE = ("rookery", "rookery.rating", "rookery.rating_lists", "rookery.compat")
"""Packages whose public names must all be in the reference."""


def parts() -> dict[str, str]:
    """Return the generated parts of the index: the names of `rookery` itself, and the pages with their chapters."""
    _refuse_gaps()
    return {"stable": _stable_names(), "pages": _page_list()}


def subject_pages() -> dict[str, str]:
    """Return the text of each page in docs/api/, by file name."""
    chapters = {page: [chapter for chapter in CHAPTERS if chapter.page == page] for page in TITLES}
    return {f"{page}.md": _subject_page(TITLES[page], chapters[page]) for page in TITLES}


def write(docs: Path) -> None:
    """Write the index and the pages into a folder of documents."""
    index = docs / PAGE
    index.write_text(pages.filled(index.read_text("utf-8"), parts(), TOOL), encoding="utf-8")
    folder = docs / FOLDER
    folder.mkdir(exist_ok=True)
    texts = subject_pages()
    for path in folder.glob("*.md"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


def paths(chapter: Chapter) -> list[str]:
    """The names of a chapter in full; `*` means everything that its home exports."""
    names = _exported(chapter.home) if chapter.names == "*" else chapter.names.split()
    return [name if name.startswith("rookery.") else f"{chapter.home}.{name}" for name in names]


def _refuse_gaps() -> None:
    """Refuse public names that are in no chapter."""
    listed = {_resolved(path) for chapter in CHAPTERS for path in paths(chapter)}
    public = {f"{package}.{name}" for package in COMPLETE for name in _exported(package)} - {"rookery.__version__"}
    missing = sorted(path for path in public if _resolved(path) not in listed)
    if missing:
        raise SystemExit(f"public, and in no chapter: {', '.join(missing)}")


# -- reading the source ------------------------------------------------------------------------------------------------


@cache
def _text(module: str) -> str:
    path = SOURCE / module.replace(".", "/")
    return (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text("utf-8")


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_text(module))


def _exported(package: str) -> list[str]:
    """What `__all__` lists."""
    (found,) = (node for node in _tree(package).body if isinstance(node, ast.Assign) and "__all__" in _targets(node))
    return list(ast.literal_eval(found.value))


def _targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


@cache
def _resolved(path: str) -> tuple[str, str]:
    """The module in which a name is defined, and its name there."""
    module, _, name = path.rpartition(".")
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if (alias.asname or alias.name) == name and node.module.startswith("rookery"):
                    return _resolved(f"{node.module}.{alias.name}")
    return module, name


@cache
def _found(path: str) -> tuple[str, Definition, str]:
    """The module and the definition of a name, and its docstring."""
    module, name = _resolved(path)
    body = _tree(module).body
    for at, node in reversed(list(enumerate(body))):  # the last of several overloads is the function itself
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
            return module, node, ast.get_docstring(node) or ""
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in _targets(node):
            if isinstance(node.value, ast.Name) and node.value.id in _defined(module):
                return _found(f"{module}.{node.value.id}")  # a second name
            return module, node, _docstring_below(body, at)
    raise SystemExit(f"there is no {path}")


def _defined(module: str) -> set[str]:
    return {node.name for node in _tree(module).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _docstring_below(body: list[ast.stmt], at: int) -> str:
    """The string after a statement, which documents it."""
    after = body[at + 1] if at + 1 < len(body) else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return " ".join(after.value.value.split())
    return ""


# -- writing the index -------------------------------------------------------------------------------------------------


def _stable_names() -> str:
    """The names of `rookery.__all__` by chapter, each with its first sentence and a link."""
    stable = {_resolved(f"rookery.{name}"): name for name in _exported("rookery")}
    rows, listed = [], set()
    for chapter in CHAPTERS:
        for path in paths(chapter):
            name = stable.get(_resolved(path))
            if name is None or name in listed:
                continue
            listed.add(name)
            _, _, docstring = _found(path)
            link = f"[`{name}`]({FOLDER}/{chapter.page}.md#{_anchor(path)})"
            rows.append((link, _first(docstring).replace("|", "\\|")))
    return pages.table(("name", "what it is"), rows)


def _page_list() -> str:
    lines = []
    for page, title in TITLES.items():
        names = [_heading(path) for chapter in CHAPTERS if chapter.page == page for path in paths(chapter)]
        shown = ", ".join(f"`{name.removeprefix('rookery.')}`" for name in names[:8])
        lines.append(f"- [{title}]({FOLDER}/{page}.md): {shown}{', ...' if len(names) > 8 else ''}")
    return "\n".join(lines)


def _anchor(path: str) -> str:
    """The anchor that mkdocs and GitHub give the heading of a name."""
    return re.sub(r"[^\w-]", "", _heading(path).lower())


# -- writing the pages -------------------------------------------------------------------------------------------------


def _subject_page(title: str, chapters: Sequence[Chapter]) -> str:
    head = f"<!-- written by tools/{TOOL}.py -->\n\n# {title}\n\nPart of the [API reference](../{PAGE})."
    if len(chapters) == 1:
        return f"{head} {_chapter(chapters[0], level=1)}\n"
    return "\n\n".join([head, *(_chapter(chapter) for chapter in chapters)]) + "\n"


def _chapter(chapter: Chapter, *, level: int = 2) -> str:
    """A chapter with its heading at a level; at level 1 the page has the heading already."""
    blocks = [f"{'#' * level} {chapter.title}", chapter.words][level == 1 :]
    if chapter.example:
        blocks.append(f"```pycon\n{chapter.example.strip()}\n\n```")
    if chapter.brief:
        blocks.append("\n".join(_line(path) for path in paths(chapter)))
    else:
        blocks += [_section(path, level + 1) for path in paths(chapter)]
    return "\n\n".join(blocks)


def _line(path: str) -> str:
    """A name in one line of a list."""
    _, node, docstring = _found(path)
    _require_docstring(path, docstring)
    call = path.removeprefix("rookery.")
    if isinstance(node, ast.FunctionDef):
        call += f"({', '.join(_arguments(node, plain=True))})"
    return f"- `{call}`: {_first(docstring)}"


def _section(path: str, level: int) -> str:
    """A name with its signature, its docstring and its members."""
    module, node, docstring = _found(path)
    _require_docstring(path, docstring)
    shown, members = "", []
    if isinstance(node, ast.FunctionDef):
        shown = _call(path if path.count(".") == 1 else path.rpartition(".")[2], node)
    elif isinstance(node, ast.ClassDef):
        shown, members = "\n".join(_class(module, node)), list(_members(path, node))
    elif not isinstance(node.value, ast.Dict | ast.DictComp):
        shown = f"{path.rpartition('.')[2]} = {ast.unparse(node.value)}" if node.value is not None else ""
    home, _, name = path.rpartition(".")
    blocks = [f"{'#' * level} `{_heading(path)}`"]
    if home != "rookery":
        blocks.append(f"`from {home} import {name}`")
    blocks += [_fence("python", shown) if shown else "", *_prose(docstring)]
    if members:
        blocks.append("\n".join(members))
    return "\n\n".join(part for part in blocks if part)


def _heading(path: str) -> str:
    """The heading of a name, with its module where that is `rookery` or another section has the same name."""
    home, _, name = path.rpartition(".")
    if home == "rookery":
        return path
    return path.removeprefix("rookery.") if name in _shared_names() else name


@cache
def _shared_names() -> frozenset[str]:
    """The names that several sections of the reference have."""
    names = [path.rpartition(".")[2] for chapter in CHAPTERS if not chapter.brief for path in paths(chapter)]
    return frozenset(name for name in names if names.count(name) > 1)


def _require_docstring(path: str, docstring: str) -> None:
    if not docstring:
        raise SystemExit(f"{path} has no docstring")


def _first(docstring: str) -> str:
    """The first sentence of a docstring: its first paragraph."""
    return " ".join(docstring.partition("\n\n")[0].split())


def _fence(language: str, text: str) -> str:
    """A block to look at; the braces keep the test of the documents from running it."""
    return f"``` {{ .{language} }}\n{text}\n```"


def _prose(docstring: str) -> Iterator[str]:
    """A docstring as Markdown: paragraphs, lists of arguments and errors, and its examples in blocks."""
    for paragraph in re.split(r"\n\s*\n", docstring):
        lines = paragraph.splitlines()
        if lines[0] in ARGUMENT_SECTIONS:
            yield f"*{ARGUMENT_SECTIONS[lines[0]]}*"
            yield "\n".join(_argument_list(lines[1:]))
            continue
        if lines[0] in ("Returns:", "Yields:"):
            yield f"*{lines[0]}* {' '.join(line.strip() for line in lines[1:])}"
            continue
        start = next((at for at, line in enumerate(lines) if line.startswith(">>>")), len(lines))
        if lines[:start]:
            yield "\n".join(lines[:start])
        if lines[start:]:
            yield _fence("pycon", "\n".join(lines[start:]))


ARGUMENT_SECTIONS = {"Args:": "Arguments:", "Raises:": "Raises:", "Attributes:": "Attributes:"}


def _argument_list(lines: Sequence[str]) -> Iterator[str]:
    """The entries `name: text` of a section of a docstring as a list; deeper lines continue an entry."""
    depth = min(len(line) - len(line.lstrip()) for line in lines)
    entries: list[str] = []
    for line in lines:
        if len(line) - len(line.lstrip()) > depth and entries:
            entries[-1] += f" {line.strip()}"
        else:
            entries.append(line.strip())
    for entry in entries:
        name, colon, text = entry.partition(":")
        yield f"- `{name}`:{text}" if colon and " " not in name.strip("*") else f"- {entry}"


def _call(path: str, node: ast.FunctionDef) -> str:
    """A function as it is called, with types."""
    arguments = _arguments(node)
    tail = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    short = f"{path}({', '.join(arguments)}){tail}"
    if len(short) <= WIDTH:
        return short
    return "\n".join([f"{path}(", *(f"    {argument}," for argument in arguments), f"){tail}"])


def _arguments(node: ast.FunctionDef, plain: bool = False) -> list[str]:
    """The arguments with their types and defaults; `plain`: their names only."""
    every = node.args
    positional = [*every.posonlyargs, *every.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(every.defaults)) + list(every.defaults)
    blocks = [_argument(one, default, plain) for one, default in zip(positional, defaults, strict=True)]
    if every.vararg:
        blocks.append(f"*{_argument(every.vararg, None, plain)}")
    elif every.kwonlyargs:
        blocks.append("*")
    blocks += [_argument(one, value, plain) for one, value in zip(every.kwonlyargs, every.kw_defaults, strict=True)]
    return [one for one in blocks if one not in ("self", "cls")]


def _argument(one: ast.arg, default: ast.expr | None, plain: bool) -> str:
    kind = f": {_plain(one.annotation)}" if one.annotation and not plain else ""
    if default is None:
        return one.arg + kind
    return f"{one.arg}{kind} = {_plain(default)}" if kind else f"{one.arg}={_plain(default)}"


def _plain(value: ast.expr) -> str:
    """An expression as one would write it, with the quotes of the house."""
    return re.sub(r"'([^'\"]*)'", r'"\1"', ast.unparse(value))


def _class(module: str, node: ast.ClassDef) -> Iterator[str]:
    """The head of a class and its fields, as the source has them."""
    bases = ", ".join(base for base in map(ast.unparse, node.bases) if base != "Value")  # most classes are values
    yield f"class {node.name}{f'({bases})' if bases else ''}:"
    lines = _text(module).splitlines()
    some = False
    for at, field in enumerate(node.body):
        if isinstance(field, ast.AnnAssign) and not ast.unparse(field.target).startswith("_"):
            assert isinstance(field.target, ast.Name)
            comment = re.search(r"  (# (?!type:).*)$", lines[field.end_lineno - 1]) if field.end_lineno else None
            yield f"    {field.target.id}: {_plain(field.annotation)}{_default(field)}" + (
                f"  {comment[1]}" if comment else ""
            )
            yield from wrap(_docstring_below(node.body, at), WIDTH, initial_indent=NOTE, subsequent_indent=NOTE)
            some = True
        elif isinstance(field, ast.Assign) and "Enum" in bases and not _targets(field)[0].startswith("_"):
            value = field.value.elts[0] if isinstance(field.value, ast.Tuple) else field.value
            yield f"    {_targets(field)[0]} = {_plain(value)}"
            some = True
        elif isinstance(field, ast.FunctionDef) and field.name == "__init__" and not _is_dataclass(node):
            yield f"    def __init__({', '.join(_arguments(field))})"
            some = True
    if not some:
        yield "    ..."


def _default(field: ast.AnnAssign) -> str:
    """What a field is when it is not given; how it is made behind the scenes is left out."""
    if field.value is None:
        return ""
    if isinstance(field.value, ast.Call) and ast.unparse(field.value.func) == "field":
        given = {word.arg: word.value for word in field.value.keywords}
        if "default" in given:
            return f" = {_plain(given['default'])}"
        return f" = {ast.unparse(given['default_factory'])}()" if "default_factory" in given else ""
    return f" = {_plain(field.value)}"


def _is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(each) for each in node.decorator_list)


def _members(path: str, node: ast.ClassDef) -> Iterator[str]:
    """The public methods and properties, a line for each."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            docstring = ast.get_docstring(each) or ""
            _require_docstring(f"{path}.{each.name}", docstring)
            marks = {ast.unparse(mark) for mark in each.decorator_list}
            call = each.name
            if not marks & {"property", "cached_property"}:
                call += f"({', '.join(_arguments(each, plain=True))})"
            yield f"- `.{call}`: {_first(docstring)}"


if __name__ == "__main__":
    write(Path(*sys.argv[1:2]) if sys.argv[1:] else pages.DOCS)
