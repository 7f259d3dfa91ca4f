"""Writes the records of docs/trf.md from the values that the program works with, `rookery.trf.registry`.

python tools/trf_reference.py
"""

from __future__ import annotations

import pages

from rookery.trf.fields import Field
from rookery.trf.record import TRF06, TRF26, TRFBX, TRFX, Record, Section
from rookery.trf.registry import MORE_CODES, RECORDS, VERSIONS, codes_of, equivalent_codes

PAGE, TOOL = "trf.md", "trf_reference"


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    return {"records": _records(), "columns": _columns(), "dialects": _dialects()}


def _records() -> str:
    """Every record, section by section."""
    return "\n\n".join(
        f"### {section.value}\n\n"
        + pages.table(
            ("code", "record", "since", "what Rookery does with it"),
            [(_code(one), one.title, one.since, one.use) for one in RECORDS.values() if one.section is section],
        )
        for section in Section
    )


def _code(record: Record) -> str:
    return f"`{record.code}`" + "\u00a0…" * record.repeatable


def _columns() -> str:
    """The columns of every record that has more than one text."""
    rows = []
    for record in RECORDS.values():
        said = [_field(field) for field in record.fields]
        if record.group is not None:
            again = ", ".join(_field(field) for field in record.group.fields)
            said.append(f"{'then ' * bool(said)}every {record.group.step} columns: {again}")
        if record.group is not None or len(record.fields) > 1:
            rows.append((f"`{record.code}`", record.title.partition(":")[0], ", ".join(said)))
    return pages.table(("code", "record", "columns"), rows)


def _field(field: Field) -> str:
    """A field after its columns, with an arrow when it is written to their right edge."""
    place = f"{field.first}" if field.width == 1 else f"{field.first}-{field.last}"
    return f"`{place}{'→' * (field.right and field.width > 1)}` {field.name}"


def _dialects() -> str:
    """Which records each dialect is written with, by the version that brought them."""
    rows = []
    for name, versions in VERSIONS.items():
        codes, cells = codes_of(versions) | MORE_CODES.get(name, frozenset()), []
        for version in (TRF06, TRF26, TRFX, TRFBX):
            all_of = {code for code, record in RECORDS.items() if record.since == version}
            missing = sorted(all_of - codes)
            few = len(missing) < len(all_of)
            some = sorted(all_of & codes)
            but = f"all but {', '.join(f'`{c}`' for c in missing)}" if few else ""
            cells.append("all" if not missing else but if len(some) > 1 else ", ".join(f"`{c}`" for c in some))
        rows.append((f"`{name}`", *cells))
    same = ", ".join(f"`{new}` as `{old}`" for new, old in equivalent_codes().items())
    return (
        pages.table(("written as", f"{TRF06} records", f"{TRF26} records", f"{TRFX} lines", f"{TRFBX} lines"), rows)
        + f"\n\nThe same thing in two words, TRF26's and JaVaFo's: {same}."
    )


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
