"""Writes the records of docs/trf.md from the table that the program works with, `rookery.trf.fields`.

python tools/trf_reference.py
"""

from __future__ import annotations

import pages

from rookery.trf.fields import DIALECTS, EQUIVALENT, RECORDS, TRF06, TRF26, TRFBX, TRFX, Field, Record

PAGE, TOOL = "trf.md", "trf_reference"

# What Rookery does with each record; the order is that of the page.
USES: dict[str, dict[str, str]] = {
    "The event": {
        "012": "stands above every table",
        "022": "shown; a rating report needs it",
        "032": "shown; a rating report needs it; the host federation, for norms",
        "042": "shown; its day chooses the rating rules, its year the ages",
        "052": "shown; a rating report needs it",
        "062": "compared with the player rows; counted anew when written",
        "072": "kept; counted anew when written",
        "082": "kept; counted anew when written",
        "092": "shown where 192 says nothing; a rating report needs it",
        "102": "shown; a rating report needs it",
        "112": "shown",
        "122": "shown; one as plain as `90+30` is the rate of play for ratings",
        "132": "kept; a rating report needs the day of every round",
        "142": "how many rounds are planned; comes before `XXR`",
        "152": "the colour drawn by lot; comes before `XXC`",
        "162": "what results are worth: `W` `D` `L`, absence `A` (or `Z`), allocated bye `P`, adjourned `X`",
        "172": "kept",
        "182": "kept",
        "192": "chooses the pairing system; an unknown code is kept, reported and not paired by",
        "202": "the tie-breaks after the points",
        "212": "the points and tie-breaks that order the standings; of 202 and 212 the later line counts",
        "222": "the rate of play, for the rating list and for which games count",
        "352": "colours of a match, board by board; games that differ are noted",
        "362": "what matches are worth: `TW` `TD` `TL`",
    },
    "Players": {
        "001": "the player and every round; points and rank are kept as declared, and checked",
        "NRS": "kept with the player: class, rating and number of a national federation",
    },
    "Teams": {
        "013": "the roster, where there is no 310; teams are numbered in the order of the lines",
        "310": "the team and its roster in board order; declared points and rank are kept, the points checked",
        "300": "who played on which board, where rosters and colours do not tell; 0 is an empty board",
        "320": "what the bye is worth, and which team had it, round by round",
        "330": "a match forfeited as a whole: `+-`, `-+` or `--`",
        "801": "kept, never read",
        "802": "kept, never read",
    },
    "Byes, bans, points out of the ordinary": {
        "240": "`F`, `H` or `Z` for a round to come; of teams also for past rounds",
        "250": "virtual points of these numbers in these rounds, for pairing only",
        "260": "no two of these meet in these rounds, or at all where no rounds are given",
        "299": "another worth of a result (`W D L F H Z + -`), or a bonus or fine (blank)",
    },
    "Lines of JaVaFo": {
        "XXR": "how many rounds are planned",
        "XXC": "`white1`, `black1`: the colour drawn by lot; `rank`: numbers follow the declared ranks",
        "XXS": "what results are worth: `W=3`, `D=1`, `PAB=1`, ...",
        "XXZ": "zero-point byes in the next round",
        "XXP": "no two of these meet",
        "XXA": "virtual points of one player, round by round",
    },
    "Lines of bbpPairings": {
        "BBW": "what a win is worth",
        "BBD": "what a draw is worth",
        "BBL": "what a loss is worth",
        "BBZ": "what an absence is worth",
        "BBF": "what a forfeit loss is worth",
        "BBU": "what the pairing-allocated bye is worth",
    },
    "Comments": {
        "###": "kept; `### system: lim` names the one system that has no code",
    },
}


def parts() -> dict[str, str]:
    """The generated parts of the page by name."""
    return {"records": _records(), "columns": _columns(), "dialects": _dialects()}


def _records() -> str:
    """Every record, in groups."""
    told = [code for group in USES.values() for code in group]
    if sorted(told) != sorted(RECORDS):
        raise SystemExit(f"told once and known differ: {sorted(set(told) ^ set(RECORDS))}")
    return "\n\n".join(
        f"### {title}\n\n"
        + pages.table(
            ("code", "record", "since", "what Rookery does with it"),
            [(_code(RECORDS[code]), RECORDS[code].title, RECORDS[code].since, use) for code, use in group.items()],
        )
        for title, group in USES.items()
    )


def _code(record: Record) -> str:
    return f"`{record.code}`" + "\u00a0…" * record.many


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
    for name, codes in DIALECTS.items():
        cells = []
        for version in (TRF06, TRF26, TRFX, TRFBX):
            all_of = {code for code, record in RECORDS.items() if record.since == version}
            missing = sorted(all_of - codes)
            few = len(missing) < len(all_of)
            cells.append("all" if not missing else f"all but {', '.join(f'`{c}`' for c in missing)}" if few else "")
        rows.append((f"`{name}`", *cells))
    same = ", ".join(f"`{new}` as `{old}`" for new, old in EQUIVALENT.items())
    return (
        pages.table(("written as", f"{TRF06} records", f"{TRF26} records", f"{TRFX} lines", f"{TRFBX} lines"), rows)
        + f"\n\nThe same thing in two words, TRF26's and JaVaFo's: {same}."
    )


if __name__ == "__main__":
    pages.write(PAGE, parts(), TOOL)
