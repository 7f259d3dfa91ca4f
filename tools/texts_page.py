"""Writes src/rookery/web/locale/rookery.pot: every text of templates, script and tables, for those who translate them.

python tools/texts_page.py [LOCALE]

A translation is LOCALE/de/LC_MESSAGES/rookery.po, made of this file, with the rookery.mo that msgfmt makes of it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from jinja2.ext import babel_extract

from rookery.documents import PAPERS
from rookery.errors import Severity
from rookery.formats import get_handlers
from rookery.history.history import Kind
from rookery.history.tournament_rating import METHODS
from rookery.messages import LIST
from rookery.model import ByeKind, Result
from rookery.pairing.criterion import Candidates, Completion, Criterion
from rookery.pairing.fixed_seats import BOTH_KEEP, KEEPS
from rookery.pairing.outcome import FORGOTTEN, TWO_BYES, UNCALLED
from rookery.pairing.rule_text import HALVES, NEXT, as_template, drop_other_side
from rookery.ranking.definitions import DEFINITIONS
from rookery.ranking.tiebreak import Cut, Why
from rookery.rating.fide import KINDS
from rookery.regulations import FORMATS
from rookery.regulations.formats import SCHILLER, SWISS
from rookery.spreadsheets.headings import FIELDS as COLUMNS
from rookery.spreadsheets.headings import RESULT_FIELDS
from rookery.tournaments.manual_pairing_check import VERDICT_LABELS
from rookery.tournaments.settings import FIELD_LABELS
from rookery.trf.registry import RECORDS
from rookery.web.context import script_texts
from rookery.web.pages import PAGES
from rookery.web.rendering import ERROR_PAGE
from rookery.web.routes.commands import ASKED
from rookery.web.routes.invitations import INVITED

ROOT = Path(__file__).resolve().parent.parent / "src" / "rookery"
WEB = ROOT / "web"
ELSEWHERE = ("cli", "compat", "papers", "simulation", "arrays")
"""What is not shown at the desk, or is a file there: the command line, papers, studies."""
Key = tuple[str, ...]
HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
FUNCTIONS = ["_", "gettext", "ngettext"]
COUNTED = re.compile(r"\bcount\(([^{}]*?)\)")
"""A number with its noun in a template."""
OPTIONS = {"trimmed": "false", "extensions": "jinja2.ext.do", "silent": "false"}


@cache
def texts() -> dict[tuple[str, ...], list[str]]:
    """Every text, or both forms of one with a number, and the templates that have it."""
    found: dict[tuple[str, ...], list[str]] = {}
    for path in sorted((WEB / "templates").glob("*.html")):
        with path.open("rb") as file:
            for _, _, said, _ in babel_extract(file, FUNCTIONS, [], OPTIONS):
                key = tuple(one for one in (said if isinstance(said, tuple) else (said,)) if one)
                if key and path.name not in found.setdefault(key, []):
                    found[key].append(path.name)
    rest = (*(((one,), "desk.js") for one in script_texts()), *tables(), *marked())
    for key, where in rest:
        if where not in found.setdefault(key, []):
            found[key].append(where)
    return dict(sorted(found.items()))


def tables() -> Iterator[tuple[Key, str]]:
    """The texts of tables: titles of pages and papers, what papers are, words of values, how a list is told."""
    yield from (
        ((page.title,), "pages") for page in (*PAGES, ASKED, INVITED, ERROR_PAGE) if page.template and not page.part
    )
    for one in PAPERS.values():
        yield from (((one.title,), "papers"), ((one.meaning,), "papers"))
    yield from (((str(one),), "model") for one in (*ByeKind, *Result, *Severity))
    yield from (((one.title,), "trf") for one in RECORDS.values())
    yield from (((str(one),), "desk/phrases.py") for one in (*FIELD_LABELS.values(), *VERDICT_LABELS.values()))
    yield from (((one,), "messages.py") for one in LIST)
    yield from (((one,), "player.html") for one in ("up", "down"))
    yield from (((one,), "spreadsheets") for both in (*COLUMNS.items(), *RESULT_FIELDS.items()) for one in both)
    yield from (((one,), "rating") for one in KINDS)
    for format in (*FORMATS.values(), SWISS, SCHILLER):
        yield from (((one,), "regulations") for one in (format.title, str(format.noun_phrase)))
    for line in DEFINITIONS.values():
        yield from (((one,), "ranking") for one in (line.title, line.meaning))
    yield from (((str(one.value),), "ranking") for one in (*Why, *Cut))
    yield from (((str(one.value),), "history/history.py") for one in Kind)
    yield from (((one.title,), "history/tournament_rating.py") for one in METHODS.values())
    yield from (((as_template(one).templates[0],), "pairing") for one in rules() if one not in ("", HALVES, NEXT))
    for path in sorted((WEB / "templates").glob("*.html")):
        for noun in COUNTED.findall(path.read_text("utf-8")):
            yield from (((f"%(num)s {one}", f"%(num)s {one}s"), path.name) for one in re.findall('"(\\w+)"', noun))


def rules() -> Iterator[str]:
    """What the rules of pairing say: of every clause of every edition, of colours, of rounds that are not by them."""
    yield from (one.text for one in (FORGOTTEN, UNCALLED, TWO_BYES))
    yield from (*KEEPS.values(), *BOTH_KEEP.values())
    for system in (each for one in FORMATS for each in get_handlers(one).systems.values()):
        yield from (one for rule in system.colours for one in (rule.text, rule.text_of_two))
        yield from (getattr(system.first_choice, one, "") for one in ("text", "worse"))
        for clause in system.criteria:
            for each in (clause, *(clause.steps if isinstance(clause, Candidates) else ())):
                text = each.costs.text if isinstance(each, Criterion) else each.text
                worse = "" if isinstance(each, Candidates | Completion) else each.worse
                yield from (text, worse, drop_other_side(worse), *getattr(each, "grades", ()))


def marked() -> Iterator[tuple[Key, str]]:
    """What Python says with `msg`, `msg_plural` and `count`."""
    for path in sorted(ROOT.rglob("*.py")):
        if path.relative_to(ROOT).parts[0] in ELSEWHERE and path != ROOT / "papers" / "catalogue.py":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        known = {
            name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in HOMES
            for name in node.names
        } | ({"msg", "msg_plural"} if path.name == "messages.py" else set())
        known |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in FRAMED}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in known & {*SAID}:
                yield from ((key, str(path.relative_to(ROOT))) for key in SAID[node.func.id](node.args, path))


def _templates(given: list[ast.expr], path: Path) -> Iterator[Key]:
    texts = [one for each in given for one in _constants(each)]
    if path.name != "messages.py" and len(texts) < len(given):
        raise SystemExit(f"{path}: a template is not written out: {ast.unparse(given[0])}")
    yield from ((one,) for one in texts)


def _plurals(given: list[ast.expr], path: Path) -> Iterator[Key]:
    yield from zip(*(_constants(one) for one in given[1:3]), strict=True)  # type: ignore[misc]


def _nouns(given: list[ast.expr], path: Path) -> Iterator[Key]:
    for each in zip(*(_constants(one) for one in given[1:3]), strict=True):
        one, many = each if len(each) > 1 else (each[0], each[0] + "s")
        yield f"%(num)s {one}", f"%(num)s {many}"


def _frames(given: list[ast.expr], path: Path) -> Iterator[Key]:
    """What must be what: texts that are written out; a single word is the name of a field."""
    yield from ((one,) for each in given for one in _constants(each) if " " in one)


def _constants(node: ast.expr) -> list[str]:
    """The texts that an expression may be: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*_constants(node.body), *_constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


FRAMED = ("type_error", "require_number", "require_tenths", "_must_be_round")
"""What refuses a value of the model, and says of what it is and what is expected."""
HOMES = ("rookery.messages", "rookery.formatting", "rookery.model.validation")
SAID = {"msg": _templates, "msg_plural": _plurals, "count": _nouns, **dict.fromkeys(FRAMED, _frames)}
"""What takes templates, and how they stand in it."""


def catalogue() -> str:
    """All texts as gettext writes them."""
    lines = [HEAD]
    for key, where in texts().items():
        lines.append(f"#: {' '.join(where)}")
        if any("%(" in one for one in key):
            lines.append("#, python-format")
        lines.append(f"msgid {quoted(key[0])}")
        lines += [f"msgid_plural {quoted(key[1])}", 'msgstr[0] ""', 'msgstr[1] ""'] if len(key) > 1 else ['msgstr ""']
        lines.append("")
    return "\n".join(lines)


def quoted(text: str) -> str:
    """A text as a catalogue has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def write(locale: Path) -> None:
    """Write the catalogue into a folder."""
    locale.mkdir(parents=True, exist_ok=True)
    (locale / "rookery.pot").write_text(catalogue(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(*sys.argv[1:2]) if sys.argv[1:] else WEB / "locale")
