"""Checks a translation of the desk against the catalogue, and writes the rookery.mo that gettext reads beside it.

python tools/translation.py src/rookery/web/locale/de/LC_MESSAGES/rookery.po

What is not translated is counted, and said in English at the desk. Places of values that a translation lacks or
invents, and texts that the catalogue has not, are faults: each is told, and nothing is written.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from texts_page import Key, texts

PLACE = re.compile(r"%\(\w+\)s")
WORD = re.compile(r"(msgid_plural|msgid|msgstr(?:\[\d+\])?) (\".*\")")


def read(text: str) -> dict[Key, Key]:
    """The texts of a .po file with their translations; those marked fuzzy have none."""
    found: dict[Key, Key] = {}
    for block in re.split(r"\n\s*\n", text):
        parts: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if told := WORD.match(line):
                name = told[1]
                parts[name] = ast.literal_eval(told[2])
            elif line.startswith('"'):
                parts[name] += ast.literal_eval(line)
        if "msgid" in parts:
            key = tuple(parts[one] for one in ("msgid", "msgid_plural") if one in parts)
            said = tuple(parts[one] for one in sorted(parts) if one.startswith("msgstr"))
            found[key] = () if "#, fuzzy" in block and key != ("",) else said
    return found


def faults(found: Mapping[Key, Key], known: Mapping[Key, object]) -> Iterator[str]:
    """What is wrong with a translation."""
    for key, said in found.items():
        if key != ("",) and key not in known:
            yield f"not in the catalogue: {key[0]!r}"
        for text in said if key != ("",) else ():
            wanted = [set(PLACE.findall(one)) for one in key]
            if text and set(PLACE.findall(text)) not in (*wanted, set().union(*wanted)):
                yield f"{text!r} has other places than {key[-1]!r}"


def compiled(found: Mapping[Key, Key]) -> bytes:
    """A catalogue as gettext reads it."""
    done = {"\0".join(key): "\0".join(said) for key, said in found.items() if said and all(said)}
    pairs = sorted((key.encode(), text.encode()) for key, text in done.items())
    start, heads, bodies = 28 + 16 * len(pairs), [b"", b""], b""
    for side in (0, 1):
        for pair in pairs:
            heads[side] += struct.pack("<II", len(pair[side]), start + len(bodies))
            bodies += pair[side] + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0) + heads[0] + heads[1] + bodies


def main(path: Path) -> int:
    """Check a file, and write the other."""
    known, found = texts(), read(path.read_text("utf-8"))
    wrong = list(faults(found, known))
    done = sum(bool(found.get(key)) and all(found[key]) for key in known)
    print(*wrong, f"{path}: {done} of {len(known)} texts are translated", sep="\n")
    if not wrong:
        path.with_suffix(".mo").write_bytes(compiled(found))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
