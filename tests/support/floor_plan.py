"""The floor plan in force: which level each room is on, which row of its package each module stands in.

`tests/test_layers.py` proves that the modules keep to it, `tools/architecture_page.py` writes it into the documents.
Whoever adds a module adds its word here; where it goes is a decision worth a thought.
"""

from __future__ import annotations

from pathlib import Path

SRC = Path(__file__).resolve().parent.parent.parent / "src"

LEVELS = {
    0: ("mathematics", "values, graphs and their matchings; knows no chess, and imports nothing of ours from above"),
    1: ("words", "what can be said: errors, regulations and formats by their names, the facts of a tournament"),
    2: ("facts", "what follows from the facts before any rule is asked, and the formats of files"),
    3: ("rules", "what the regulations make of the facts; its packages never import each other"),
    4: ("acts", "what is done with all of these: the verbs for every format, and what needs files, processes or NumPy"),
    5: ("people", "who comes to visit: the command line, and programs that speak another language"),
}
"""What the levels are called, and what is on them."""

# Level by level from the ground; a module imports from lower levels, and inside its level from the left.
FLOORS: dict[int, tuple[str, ...]] = {
    0: ("typed", "on_demand", "dates", "values", "faces"),  # mathematics: knows no chess
    1: ("renamed", "wording", "glossary", "errors", "start_positions", "regulations", "model"),
    2: (
        *(
            "strengths",
            "matches",
            "scoring",
            "meetings",
            "order",
            "remark_numbers",
            "entries",
            "attendance",
            "finality",
            "acceleration",
            "history",
            "endings",
            "declared",
            "elo",
        ),
        *("reading", "csv_lines", "trf", "json_form"),
    ),
    3: ("pairing", "ranking", "rating"),
    4: (
        "one_step",
        "formats",
        "arrays",
        "batch",
        "simulation",
        "checking",
        "lists",
        "periods",
        "answers",
        "store",
        "desk",
        "entry_tables",
    ),
    5: ("labels", "shown", "pictures", "papers", "web", "cli", "compat", "__main__"),
}

# Levels whose members never import each other.
APART = {3}

# The way in (it may fetch anything, lazily) and the version (anyone may read it) stand outside the levels.
OUTSIDE = {"rookery", "rookery._version"}

# Only visitors come in by the front door.
FACADE_FROM = 5

# Inside a package: rows from the ground; a module imports from lower rows only, never from its own row.
# ANY stands for every module not named: use it only where the modules of a row are many and alike. A package inside a
# package is one such row, with a name before the dot: its modules import what lies below the row, and never each other.
ANY = "*"
ROOMS: dict[str, tuple[tuple[str, ...], ...]] = {
    "values": (
        ("fields",),
        ("programs",),
        ("asked",),
        ("tuples", "one_of"),
        ("classes",),
    ),
    "regulations": (
        ("chapters",),
        ("format",),
        ("catalogue",),
        ("scheme",),
    ),
    "model": (
        ("kinds", "limits", "results", "unchecked"),
        ("points", "ratings"),
        ("rounds", "participants", "announcements", "register"),
        ("apart",),
        ("tournament",),
    ),
    "trf": (
        ("dates", "encoding", "layout", "matches", "notes", "oddities", "symbols"),
        ("cells", "texts"),
        ("draft", "entry", "grid", "person"),
        ("person_columns",),
        ("table",),
        ("rounds",),
        ("scene", "two_game_rounds"),
        ("record",),
        # the records, one subject each
        ("abnormal", "acceleration", "bans", "byes", "event", "nationals", "points", "settings"),
        ("comments", "declared_points", "unplayed_matches"),
        ("players", "rosters"),
        ("line_ups",),
        # all of them together
        ("catalogue", "team_rounds"),
        ("assembly", "compose", "older", "rating_report"),
        ("consistency",),
        ("editing", "write"),
        ("document",),
        ("read",),
    ),
    "json_form": (
        ("form",),
        ("values", "write"),
        ("reader",),
        ("places",),
        ("read",),
    ),
    "faces": (
        ("matching",),
        ("unweighed",),
        ("fractional", "bonded", "turned"),
        ("outer", "folded"),
        ("weighted",),
        ("matched",),
        ("face", "layers"),
        ("order", "weighing", "climbing", "factors", "sight"),
        ("exhaustion",),
        ("families",),
    ),
    "pairing": (
        ("seat", "stated"),
        ("outcome",),
        ("facts.wishes", "field", "kept_seats"),
        ("facts.rounds", "facts.participants"),
        ("facts",),
        ("bracket",),
        ("criterion", "remainder", "handed_on"),
        ("criteria", "colours", "walk", "lone_floater", "priorities"),
        ("system", "bye", "divided", "lim_readings", "rise"),
        ("by_itself",),
        ("descent", "ascent"),
        ("priced_descent",),
        ("granted_descent", "granted_ascent"),
        ("moving_down", "pulling_up"),
        ("match_systems", "lim_table", "collapsing"),
        ("lim_course",),
        ("lim_wished",),
        ("lim_walk",),
        ("dutch",),
        ("dutch_2017", "dubov", "burstein", "lim", "double_swiss", "team", "tables.berger"),
        ("tables.scheveningen", "tables.lots"),
        ("tables.schedule", "keizer_rules", "knockout"),
        ("keizer", "knockout_tree"),
        ("differing", "phrases", "recorded"),
        ("compare",),
        ("filed", "sentences"),
        ("reasons",),
        ("on_request", "data"),
        ("explain", "systems", "formats", "predetermined", "round_robin", "scheveningen", "lots"),  # old names
    ),
    "ranking": (
        ("rules", "contribution"),
        ("crosstable",),
        ("unplayed",),
        ("measure",),
        ("own", "opponents", "direct", "ratings", "parts"),
        ("teams",),
        ("table_of_tiebreaks",),
        ("codes", "own_column"),
        ("choice",),
        ("rank",),
        ("arranged",),
        ("sentences", "prizes"),
        ("data",),
    ),
    "rating": (
        ("days", "listed", "rate_of_play", "titles", "glicko"),
        ("rating_rules", "ignored_games", "outlook", "title_event"),
        ("elo_rules", "games", "event_rules"),
        ("fide", "norms", "federations", "glicko_rules"),
        ("change", "initial", "period", "report", "certificates", "systems"),
        ("data", "applications", "arbiter_norms"),
    ),
    "arrays": (("columns",), ("finder", "questions"), ("pools",), ("period",)),
    "store": (
        ("records",),
        ("tables", "carried"),
        ("engine", "log"),
        ("migrations.*", "schema", "integrity", "news", "people"),
        ("backup",),
        ("store",),
    ),
    "lists": (
        ("entry", "months", "spelling", "columns"),
        ("maker", "words"),
        ("xml_source", "txt_source", "even_rows"),
        ("sources", "building", "even_cells", "row_store"),
        ("even_file", "even_judging", "even_index"),
        ("even_source", "even_search", "plain_search"),
        ("even_txt", "even_xml", "search_block"),
        ("even_building", "even_store"),
        ("store", "importing"),
        ("matching", "merging"),
        ("fill",),
        ("shelf",),
    ),
    "periods": (("full_list", "reports"), ("rated",), ("months",), ("chain",), ("told",)),
    "formats": (
        ("conduct", "sentences"),
        ("catalogue", "team_draws"),
        ("dutch", "dubov", "burstein", "lim", "double_swiss", "team", "round_robin", "knockout", "keizer"),
        ("scheveningen",),
        ("timetable", "standings"),
        ("pairing",),
        ("board_order",),
    ),
    "simulation": (
        ("outcomes", "estimate", "tally", "orders", "amounts", "executors"),
        ("luck", "work", "futures"),
        ("field", "play", "measures", "belief"),
        ("findings", "conditions"),
        ("chances", "sentences"),
        ("study", "forecast", "figures"),
        ("course", "drawing"),
        ("forecast_figures",),
    ),
    "checking": (
        ("report", "feasibility", "objection", "random_results", "defaults"),
        ("breach",),
        ("settings", "placings", "results", "comparison", "sentences", "data", "validity"),
        ("entrants", "likeness", "feasible", "objections"),
        ("random_round",),
        ("checker",),
        ("by_hand",),
        ("told",),
        ("generator",),
        ("engine",),
        ("crosscheck", "campaign", "ranker"),
        ("rankings",),
    ),
    "answers": (
        (
            "schema",
            "plain",
        ),
        ("shapes",),
        ("command_shapes",),
        ("outcomes", "tables", "reports", "ratings", "errors"),
        ("data",),
    ),
    "desk": (
        ("form", "voice", "walk"),
        ("facts", "rules", "happening", "levels", "line_ups"),
        ("events.*",),
        ("events", "phrases"),
        ("state",),
        ("decision", "stepping", "booking"),
        ("steps.*", "whole_round"),
        ("steps",),
        ("wish", "fold", "words", "places"),
        ("differing", "frozen"),
        ("guard", "time", "judging", "seated", "opened", "ranked", "on_record"),
        ("commands.asked", "guarded"),
        (
            *("commands.numbers", "commands.results", "commands.rounds", "commands.rules"),
            *("commands.hand", "commands.order", "commands.course", "commands.byes", "commands.seats"),
            "commands.prizes",
        ),
        ("commands.players", "commands.book", "commands.files", "commands.moves"),
        ("commands.teams",),
        ("commands",),
        ("views.who", "views.cells", "views.presence"),
        ("views.overview", "views.standings"),
        ("views.*",),
        ("views",),
        ("ports", "memory"),
        ("desk",),
        ("clock",),
        ("arriving",),
    ),
    "entry_tables": (
        ("sheet", "headings", "cells"),
        ("text", "workbook", "contents"),
        ("table", "columns"),
        ("entries",),
        ("results",),
    ),
    "shown": (("standings", "crosstable", "rounds", "people", "norms", "tokens"), ("own_columns",)),
    "pictures": (("canvas",), ("heat", "progress", "squares", "tree", "groups", "ratings")),
    "papers": (
        ("paper",),
        ("request",),
        ("boards", "ranks", "lists", "single", "plans"),
        ("catalogue", "html_printer", "typst_printer"),
    ),
    "cli": (
        ("terminal", "own_files", "whoever", "command_table", "hands"),
        ("exits", "own_modules", "ascii", "losses", "plain_words", "player_fields"),
        ("render", "saving", "streams", "editions", "engine_request", "point_options"),
        ("tables", "problems", "by_the_rules", "booking", "engine_verbs", "asking", "parquet"),
        ("files", "progress", "checklist", "configuration", "exports", "period_tables", "error_data"),
        (
            "amending",
            "desks",
            "desk_log",
            "desk_walk",
            "journal",
            "people",
            "event_options",
            "head_wishes",
            "generator_options",
            "simulation_options",
            "sheets",
            "parsers",
            "pairing_data",
            "standings_tables",
            "standings_in_words",
            "candidates",
            "period_files",
            "rating_systems",
            "crosstables",
        ),
        (
            "pairing_text",
            "own_standings",
            "desk_files",
            "acting",
            "pairing_answers",
            "called_entries",
            "entry_lists",
            "study_findings",
            "forecast_data",
            "forecast_tables",
        ),
        ("desk_open", "must_happen"),
        ("deeds",),
        ("commands.*",),
        ("legacy",),
        ("running",),
        ("main",),
    ),
    "compat": (
        ("values", "report_shapes"),
        ("shapes",),
        ("entries",),
        ("ratings", "entered", "report_parse", "report_games"),
        ("own_results", "opponents_results", "opponents_ratings", "report_stringify"),
        ("tiebreaks",),
        ("swiss",),
        ("berger",),
    ),
    "web": (
        ("showing", "hub", "kept", "filled", "waiting", "uploads", "limits", "schemas", "doors", "speech", "compiled"),
        ("packed",),
        ("site",),
        ("visit",),
        ("live", "ready", "outcomes", "shelves"),
        ("page",),
        ("frame", "answers"),
        ("arrivals",),
        ("pages.*",),
        ("pages",),
        ("served",),
        ("acts", "documents", "mishaps"),
        ("begin", "entering", "inviting", "listing"),
        ("twins",),
        ("late",),
        ("app",),
        ("serving",),
    ),
}


# -- reading the house -------------------------------------------------------------------------------------------------


def modules(src: Path = SRC) -> dict[str, Path]:
    """Every module under src/rookery, by its dotted name."""
    found = {}
    for path in sorted((src / "rookery").rglob("*.py")):
        parts = path.relative_to(src).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def is_package(name: str) -> bool:
    return name in MODULES and MODULES[name].name == "__init__.py"


def place(name: str) -> tuple[int, int] | None:
    """Level and column of a module of Rookery; None when the plan does not show it."""
    first = name.split(".")[1]
    for level, names in FLOORS.items():
        if first in names:
            return level, names.index(first)
    return None


def row(name: str) -> int | None:
    """The row of a module inside its package; -1 for the package itself, None when the plan does not show it."""
    parts = name.split(".")
    if len(parts) == 2:
        return -1
    rows = ROOMS.get(parts[1], ())
    inner, path = f"{parts[2]}.", ".".join(parts[2:])
    gathers = any(path in names for names in rows)  # a package that stands above what lies in it
    for wanted in {3: (path, inner + ANY, ANY), 4: (path, inner + ANY)}.get(len(parts), ()):
        for index, names in enumerate(rows):
            around = wanted == path and not gathers and any(name.startswith(f"{path}.") for name in names)
            if wanted in names or around:
                return index
    return None


def unplaced(name: str) -> list[str]:
    """A module that the floor plan does not show."""
    if name in OUTSIDE:
        return []
    if place(name) is None:
        return [f"{name} is on no level of FLOORS"]
    if row(name) is None:
        return [f"{name} is in no row of ROOMS"]
    return []
