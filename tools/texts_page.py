"""Writes src/rookery/web/locale/rookery.pot: every text of the templates, for those who translate them.

python tools/texts_page.py [LOCALE]

A translation is LOCALE/de/LC_MESSAGES/rookery.po, made of this file, with the rookery.mo that msgfmt makes of it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from jinja2.ext import babel_extract

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
    return dict(sorted(found.items()))


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
