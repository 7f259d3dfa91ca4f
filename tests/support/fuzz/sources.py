"""Good inputs to be spoilt: tournaments of every kind, as TRF and as JSON, and lists: all from the repository."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

import rookery
from rookery.errors import Severity

ROOT = Path(__file__).resolve().parents[3]
SMALL = 6000
"""Bytes of the files that are taken: many small ones say more than a large one."""


@cache
def tournaments() -> tuple[bytes, ...]:
    """TRF files of every system and of many programs."""
    golden = ROOT / "tests" / "golden"
    folders = ("dutch", "dubov", "burstein", "lim", "team", "double-swiss", "tiebreaks")
    paths = [path for name in folders for path in sorted((golden / name).glob("*.trf"))[:12]]
    habits = sorted((golden / "trf-habits").glob("*.t*"))
    some = [path.read_bytes() for path in (*paths, *habits * 2, *sorted((ROOT / "examples").glob("*.trf")) * 2)]
    return tuple(data for data in some if len(data) < SMALL)


@cache
def json_texts() -> tuple[bytes, ...]:
    """The same as JSON, those without errors."""
    readings = [rookery.loads(data) for data in dict.fromkeys(tournaments())]
    good = [result for result in readings if all(problem.severity < Severity.ERROR for problem in result.problems)]
    return tuple(rookery.dumps(result.tournament, "json") for result in good)


@cache
def example(name: str) -> bytes:
    """A file of the examples."""
    return (ROOT / "examples" / name).read_bytes()


@cache
def lists() -> dict[str, bytes]:
    """A rating list in every form that is read: text, XML, CSV, zipped."""
    text = example("list.txt")
    csv = b"fide_id,name,federation,sex,title,standard,rapid,blitz,born\n" + b"".join(
        f'{n},"Tern, Tove {n}",ENG,F,WIM,{2000 + n},{1900 + n},,19{n + 50}\n'.encode() for n in range(1, 20)
    )
    players = "".join(
        f"<player>\n<fideid>{n}</fideid>\n<name>Tern, Tove {n}</name>\n<country>ENG</country>\n<sex>F</sex>\n"
        f"<title>WIM</title>\n<w_title>WIM</w_title>\n<o_title></o_title>\n<foa_title></foa_title>\n"
        f"<rating>{2000 + n}</rating>\n<games>0</games>\n<k>20</k>\n<rapid_rating></rapid_rating>\n"
        f"<rapid_games></rapid_games>\n<rapid_k></rapid_k>\n<blitz_rating></blitz_rating>\n"
        f"<blitz_games></blitz_games>\n<blitz_k></blitz_k>\n<birthday>1980</birthday>\n<flag>w</flag>\n</player>\n"
        for n in range(1, 20)
    )
    xml = f'<?xml version="1.0" encoding="utf-8"?>\n<playerslist>\n{players}</playerslist>\n'.encode()
    plain = {"list.txt": text, "list.csv": csv, "list.xml": xml}
    return plain | {f"{name}.zip": zipped(name, data) for name, data in plain.items()}


def zipped(name: str, data: bytes) -> bytes:
    """A file in an archive of its own."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()
