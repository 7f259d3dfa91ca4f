"""Writes src/rookery/web/locale/rookery.pot: every text of templates, script and tables, for those who translate them.

python tools/texts_page.py [LOCALE]

A translation is LOCALE/de/LC_MESSAGES/rookery.po, made of this file, with the rookery.mo that msgfmt makes of it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from jinja2.ext import babel_extract

from rookery.papers import PAPERS
from rookery.web.acts import ASKED
from rookery.web.inviting import INVITED
from rookery.web.pages import PAGES
from rookery.web.served import LOST
from rookery.web.site import script_texts

WEB = Path(__file__).resolve().parent.parent / "src" / "rookery" / "web"
HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
FUNCTIONS = ["_", "gettext", "ngettext"]
OPTIONS = {"trimmed": "false", "extensions": "jinja2.ext.do", "silent": "false"}


def texts() -> dict[tuple[str, ...], list[str]]:
    """Every text, or both forms of one with a number, and the templates that have it."""
    found: dict[tuple[str, ...], list[str]] = {}
    for path in sorted((WEB / "templates").glob("*.html")):
        with path.open("rb") as file:
            for _, _, said, _ in babel_extract(file, FUNCTIONS, [], OPTIONS):
                key = tuple(one for one in (said if isinstance(said, tuple) else (said,)) if one)
                if key and path.name not in found.setdefault(key, []):
                    found[key].append(path.name)
    for text, where in (*((one, "desk.js") for one in script_texts()), *tables(), *marked()):
        if where not in found.setdefault((text,), []):
            found[text,].append(where)
    return dict(sorted(found.items()))


def tables() -> Iterator[tuple[str, str]]:
    """The texts of tables: titles of pages and papers, and what papers are."""
    yield from ((page.title, "pages") for page in (*PAGES, ASKED, INVITED, LOST) if page.template and not page.part)
    for one in PAPERS.values():
        yield from ((one.title, "papers"), (one.meaning, "papers"))


def marked() -> Iterator[tuple[str, str]]:
    """What Python marks with `spoken`."""
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "spoken":
                (text,) = node.args
                if isinstance(text, ast.Constant):
                    yield str(text.value), path.name


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
