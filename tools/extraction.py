"""Extraction of texts for translation that Babel's own extractors do not know; `babel.cfg` names these functions."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Any

from rookery.documents import PAPERS
from rookery.errors import Severity
from rookery.formats import get_handlers
from rookery.history.history import Kind
from rookery.history.tournament_rating import METHODS
from rookery.messages import LIST
from rookery.model import ByeKind, Result
from rookery.pairing.clauses import Candidates, Completion, Criterion
from rookery.pairing.colours import BOTH_KEEP, KEEPS
from rookery.pairing.outcome import FORGOTTEN, TWO_BYES, UNCALLED
from rookery.pairing.rule_text import HALVES, NEXT, as_template, drop_other_side
from rookery.ranking.definitions import DEFINITIONS
from rookery.ranking.tiebreak import Cut, Why
from rookery.rating.fide import KINDS
from rookery.regulations import FORMATS
from rookery.regulations.formats import SCHILLER, SWISS
from rookery.spreadsheets.sheet import FIELDS as COLUMNS
from rookery.tournaments.manual_pairing_check import VERDICT_LABELS
from rookery.tournaments.settings import FIELD_LABELS
from rookery.trf.registry import RECORDS
from rookery.web.pages import PAGES
from rookery.web.rendering import ERROR_PAGE
from rookery.web.routes.accounts import INVITED
from rookery.web.routes.commands import ASKED

TEMPLATES = Path(__file__).resolve().parent.parent / "src" / "rookery" / "web" / "templates"
Key = tuple[str, ...]
"""A text, or the singular and the plural of one."""
Extracted = tuple[int, str | None, str | Key, list[str]]
"""Line, function, texts and comments, as Babel expects them."""


def extract_messages(
    file: IO[bytes], keywords: Collection[str], comment_tags: Any, options: Any
) -> Iterator[Extracted]:
    """Yield the templates of `msg`, `msg_plural` and `count` in a module, and what the checks of the model expect."""
    source = file.read()
    if not any(name.encode() in source for name in CALLS):
        return
    nodes = [*ast.walk(ast.parse(source))]
    imports = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module in HOMES)
    imported = {alias.name for node in imports for alias in node.names}
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    known = (imported | (defined & {*CHECKS, "msg", "msg_plural"})) & {*CALLS}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known:
            if node.func.id == "msg" and "msg" in imported and not _constants(node.args[0]):
                raise ValueError(f"line {node.lineno}: a template is not a literal: {ast.unparse(node.args[0])}")
            yield from (_extracted(key, node.lineno) for key in CALLS[node.func.id](node.args))


def extract_tables(file: IO[bytes], keywords: Collection[str], comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Yield the texts of the tables that pages show, whichever file is read."""
    yield from (_extracted(key) for key in table_texts() if key[0])


def _extracted(key: Key, line: int = 0) -> Extracted:
    return line, "ngettext" if len(key) > 1 else None, key if len(key) > 1 else key[0], []


# -- tables ------------------------------------------------------------------------------------------------------------


def table_texts() -> Iterator[Key]:
    """Yield titles of pages and papers, the meanings of papers, words of values, and the rules of pairing."""
    yield from ((page.title,) for page in (*PAGES, ASKED, INVITED, ERROR_PAGE) if page.template and not page.part)
    for paper in PAPERS.values():
        yield from ((paper.title,), (paper.meaning,))
    yield from ((str(value),) for value in (*ByeKind, *Result, *Severity))
    yield from ((trf_record.title,) for trf_record in RECORDS.values())
    yield from ((str(label),) for label in (*FIELD_LABELS.values(), *VERDICT_LABELS.values()))
    yield from ((text,) for text in (*LIST, "up", "down", *KINDS))
    yield from ((text,) for heading in COLUMNS.items() for text in heading)
    for tournament_format in (*FORMATS.values(), SWISS, SCHILLER):
        yield from ((tournament_format.title,), (str(tournament_format.noun_phrase),))
    for definition in DEFINITIONS.values():
        yield from ((definition.title,), (definition.meaning,))
    yield from ((str(member.value),) for member in (*Why, *Cut, *Kind))
    yield from ((method.title,) for method in METHODS.values())
    yield from ((as_template(text).templates[0],) for text in rule_texts() if text not in ("", HALVES, NEXT))
    for path in sorted(TEMPLATES.rglob("*.html")):
        for arguments in COUNTED.findall(path.read_text("utf-8")):
            yield from ((f"%(num)s {noun}", f"%(num)s {noun}s") for noun in re.findall('"(\\w+)"', arguments))


COUNTED = re.compile(r"\bcount\(([^{}]*?)\)")
"""A number with its noun in a template."""


def rule_texts() -> Iterator[str]:
    """Yield what the rules of pairing say: every clause of every edition, colours, rounds that are not by them."""
    yield from (rule.text for rule in (FORGOTTEN, UNCALLED, TWO_BYES))
    yield from (*KEEPS.values(), *BOTH_KEEP.values())
    for system in (system for name in FORMATS for system in get_handlers(name).systems.values()):
        yield from (text for rule in system.colours for text in (rule.text, rule.text_of_two))
        yield from (getattr(system.first_choice, name, "") for name in ("text", "worse"))
        for clause in system.criteria:
            for step in (clause, *(clause.steps if isinstance(clause, Candidates) else ())):
                text = step.costs.text if isinstance(step, Criterion) else step.text
                worse = "" if isinstance(step, Candidates | Completion) else step.worse
                yield from (text, worse, drop_other_side(worse), *getattr(step, "grades", ()))


# -- calls -------------------------------------------------------------------------------------------------------------


def _templates(arguments: list[ast.expr]) -> Iterator[Key]:
    yield from ((text,) for argument in arguments for text in _constants(argument))


def _plurals(arguments: list[ast.expr]) -> Iterator[Key]:
    yield from zip(*(_constants(argument) for argument in arguments[1:3]), strict=True)  # type: ignore[misc]


def _nouns(arguments: list[ast.expr]) -> Iterator[Key]:
    for nouns in zip(*(_constants(argument) for argument in arguments[1:3]), strict=True):
        singular, plural = nouns if len(nouns) > 1 else (nouns[0], nouns[0] + "s")
        yield f"%(num)s {singular}", f"%(num)s {plural}"


def _expectations(arguments: list[ast.expr]) -> Iterator[Key]:
    """Yield the texts that are written out; a single word is the name of a field."""
    yield from ((text,) for argument in arguments for text in _constants(argument) if " " in text)


def _constants(node: ast.expr) -> list[str]:
    """Return the texts that an expression may have: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*_constants(node.body), *_constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


CHECKS = ("type_error", "require_number", "require_tenths", "require_round")
"""The checks of model values, whose arguments say what a value is and what is expected."""
HOMES = ("rookery.messages", "rookery.formatting", "rookery.model.validation")
CALLS = {"msg": _templates, "msg_plural": _plurals, "count": _nouns, **dict.fromkeys(CHECKS, _expectations)}
"""The functions that take templates, and how to read their arguments."""
