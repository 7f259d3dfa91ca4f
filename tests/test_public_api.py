"""The front door: what `rookery` offers is there, documented, light to import, and can be used twice."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rookery"
SWISS = ROOT / "examples" / "swiss.trf"

VERBS = (
    *("load", "dumps", "pair", "explain", "standings", "rate", "norms", "check", "generate"),
    *("check_feasibility", "check_pairing", "check_compliance"),
)

# One line for each verb in rookery.__all__: how it is called on the example. A verb not built yet has none.
CALLS: dict[str, Callable[[], object]] = {
    "load": lambda: rookery.load(SWISS),
    "dumps": lambda: rookery.dumps(rookery.load(SWISS).tournament),
    "pair": lambda: rookery.pair(rookery.load(SWISS).tournament),
    "check": lambda: rookery.check(rookery.load(SWISS).tournament),
    "check_compliance": lambda: rookery.check_compliance(rookery.load(SWISS).tournament),
    "check_pairing": lambda: rookery.check_pairing(rookery.load(SWISS).tournament, [(1, 2)]),
    "check_feasibility": lambda: rookery.check_feasibility(rookery.load(SWISS).tournament),
    "generate": lambda: rookery.generate(rookery.GeneratorSettings(players=8), seed=1),
    "standings": lambda: rookery.standings(rookery.load(SWISS).tournament),
    "rate": lambda: rookery.rate(rookery.load(SWISS).tournament),
    "norms": lambda: rookery.norms(rookery.load(SWISS).tournament),
}


def python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """What a fresh interpreter says to some code, with nothing but the source tree on its path."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after some code, beyond those it starts with."""
    frame = (
        "import sys; before = set(sys.modules)\n"
        f"try:\n    exec({code!r}, {{}})\n"
        "except SystemExit as stop:\n    assert not stop.code, stop.code\n"
        "print('|', *sorted(set(sys.modules) - before))"
    )
    done = python(frame)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.rpartition("|")[2].split())


def run_command(*arguments: str) -> str:
    """Code that runs `rookery` with some arguments."""
    return (
        f"import runpy, sys; sys.argv = {['rookery', *arguments]!r}; runpy.run_module('rookery', run_name='__main__')"
    )


# -- the names ---------------------------------------------------------------------------------------------------------


def test_all_is_sorted_and_complete() -> None:
    assert sorted(set(rookery.__all__)) == sorted(rookery.__all__)
    assert set(rookery.__all__) <= set(dir(rookery))


@pytest.mark.parametrize("name", rookery.__all__)
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    thing = getattr(rookery, name)
    assert getattr(rookery, name) is thing
    if name != "__version__":
        documented = thing.__doc__ if callable(thing) else "a constant or an alias: its module says what it is"
        assert documented, f"rookery.{name} has no docstring"


@pytest.mark.parametrize("name", rookery.__all__)
def test_a_public_name_is_imported_on_first_use(name: str) -> None:
    assert python(f"from rookery import {name}").returncode == 0


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_verb"):
        rookery.no_such_verb  # noqa: B018


def test_the_facade_names_for_type_checkers_are_the_public_names() -> None:
    """Every public name can be seen by a type checker, too: it is imported or defined somewhere in __init__.py."""
    tree = ast.parse((PACKAGE / "__init__.py").read_text("utf-8"))
    seen = {alias.asname or alias.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for alias in n.names}
    seen |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    seen |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    assert set(rookery.__all__) <= seen


# -- the verbs ---------------------------------------------------------------------------------------------------------


def test_no_module_carries_the_name_of_a_verb() -> None:
    """An import of rookery.pair (a module) would put it in the place of rookery.pair (the verb)."""
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert not modules & set(VERBS)


def test_every_verb_has_its_line() -> None:
    assert {name for name in rookery.__all__ if name in VERBS} == set(CALLS)


@pytest.mark.parametrize("verb", CALLS)
def test_a_verb_can_be_called_twice(verb: str) -> None:
    first, second = CALLS[verb](), CALLS[verb]()
    assert callable(getattr(rookery, verb))
    assert first is not None
    assert first == second


# -- weight ------------------------------------------------------------------------------------------------------------

HEAVY = {"platformdirs", "numpy", "argparse", "sqlite3", "json"}

needs_the_command = pytest.mark.skipif(not (PACKAGE / "cli" / "main.py").exists(), reason="no command line yet")


def test_the_import_is_light() -> None:
    loaded = loaded_after("import rookery")
    assert not loaded & HEAVY
    assert {name for name in loaded if name.startswith("rookery.")} <= {"rookery._version"}


@needs_the_command
def test_help_is_light() -> None:
    assert not loaded_after(run_command("--help")) & {"platformdirs", "numpy"}


@needs_the_command
@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_the_bare_source_tree_runs(argument: str) -> None:
    """With no site-packages at all (-S, -E would hide PYTHONPATH): nothing installed."""
    done = python(run_command(argument), "-S")
    assert done.returncode == 0, done.stderr
    assert "rookery" in done.stdout.lower()


def test_the_version_is_written_once() -> None:
    written = (PACKAGE / "_version.py").read_text("utf-8")
    assert f'"{rookery.__version__}"' in written
    for file in ("pyproject.toml", "src/rookery/__init__.py"):
        assert f'"{rookery.__version__}"' not in (ROOT / file).read_text("utf-8"), file


def test_a_load_result_instead_of_a_tournament_has_its_own_error(snapshot: SnapshotAssertion) -> None:
    reading = rookery.loads("001    1      Byng, Ada\n001    2      Ash, Bo\n")
    for verb in (rookery.pair, rookery.standings, rookery.check, rookery.rate, rookery.dumps):
        with pytest.raises(TypeError) as caught:
            verb(reading)
        assert str(caught.value) == snapshot(name=verb.__name__)
    with pytest.raises(AttributeError) as unknown:
        reading.nonsense  # noqa: B018
    assert str(unknown.value) == snapshot(name="nonsense")
    assert pickle.loads(pickle.dumps(reading)) == reading


@pytest.mark.parametrize(
    "source", [123, None, ["001"], b"001    1", "012 Open\n"], ids=["number", "None", "list", "bytes", "text"]
)
def test_load_takes_a_path(source: object, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(TypeError) as caught:
        rookery.load(source)  # type: ignore[arg-type]
    assert str(caught.value) == snapshot


@pytest.mark.parametrize("source", [123, None, SWISS], ids=["number", "None", "path"])
def test_loads_takes_a_text_or_bytes(source: object) -> None:
    with pytest.raises(TypeError, match="loads takes a text or bytes"):
        rookery.loads(source)  # type: ignore[arg-type]


def test_dump_writes_a_file_and_returns_what_it_does_not_hold(tmp_path: Path) -> None:
    tournament = rookery.load(SWISS).tournament
    assert rookery.dump(tournament, tmp_path / "copy.trf") == ()
    assert rookery.load(tmp_path / "copy.trf").tournament == tournament
    assert rookery.dump(tournament, tmp_path / "copy.json") == ()
    assert (tmp_path / "copy.json").read_bytes() == rookery.dumps(tournament, "json")
    assert rookery.dump(tournament, tmp_path / "old.trf", format="trf16")


def test_a_tournament_becomes_a_dictionary_and_back() -> None:
    tournament = rookery.load(SWISS).tournament
    assert rookery.Tournament.from_dict(tournament.to_dict()) == tournament
    with pytest.raises(rookery.FormatError):
        rookery.Tournament.from_dict({"rookery": 1, "players": [{"id": 1, "rating": "high"}]})
    with pytest.raises(rookery.FormatError):
        rookery.Tournament.from_dict({})


def test_answers_become_dictionaries() -> None:
    tournament = rookery.load(SWISS).tournament
    outcome = rookery.pair(tournament)
    for answer in (
        outcome, outcome.explain(1), outcome.why_not(1, 2), rookery.standings(tournament), rookery.check(tournament),
        rookery.completion(tournament), rookery.rate(tournament), rookery.check_feasibility(tournament),
        *rookery.check_compliance(tournament), *rookery.check_pairing(tournament, [(1, 2)]), *rookery.norms(tournament),
    ):  # fmt: skip
        assert answer.to_dict() == rookery.as_data(answer)


def test_pairing_and_standings_are_tables_as_text(snapshot: SnapshotAssertion) -> None:
    tournament = rookery.load(SWISS).tournament
    assert str(rookery.pair(tournament)) == snapshot(name="pairing")
    assert str(rookery.standings(tournament)) == snapshot(name="standings")


USER = """
import datetime

from rookery import ForbiddenPair, Nonsense, PartialDate, Player, Round, Team, Tournament, TournamentInfo

event = Tournament(players=[Player(1, birth=datetime.date(1990, 1, 1)), Player(2)], tiebreaks=["BH"])
info = TournamentInfo(start=datetime.date(2026, 1, 1), deputies=["Ada"])
others = (Team(1, players=[1, 2]), ForbiddenPair([1, 2]), Round(games=[]))
kept: tuple[Player, ...] = event.players
"""
"""A program whose only mistake is an import."""


def check_types(checker: Sequence[str], folder: Path) -> list[str]:
    (folder / "user.py").write_text(USER)
    done = subprocess.run(
        [sys.executable, "-m", *checker, "user.py"],
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, cwd=folder, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    return [line for line in done.stdout.splitlines() if "error:" in line or " - error" in line]


@pytest.mark.parametrize(
    "checker", [("mypy", "--strict", "--follow-imports=silent"), ("pyright", "--pythonpath", sys.executable)],
    ids=["mypy", "pyright"],
)  # fmt: skip
def test_type_checkers_know_the_public_names_and_take_lists(checker: tuple[str, ...], tmp_path: Path) -> None:
    pytest.importorskip(checker[0])
    mistakes = check_types(checker, tmp_path)
    assert [line for line in mistakes if "Nonsense" not in line] == []
    assert len(mistakes) == 1


@pytest.mark.parametrize("name", ["ForbiddenPair", "Player", "Round", "Team", "Tournament", "TournamentInfo"])
def test_the_signature_for_type_checkers_is_the_actual_signature(name: str) -> None:
    """What is declared under TYPE_CHECKING has the parameters of the fields, in their order."""
    public = getattr(rookery, name)
    tree = ast.parse(Path(inspect.getfile(public)).read_text("utf-8"))
    (declared,) = (
        node
        for cls in ast.walk(tree)
        if isinstance(cls, ast.ClassDef) and cls.name == name
        for node in ast.walk(cls)
        if isinstance(node, ast.FunctionDef) and node.name == "__init__"
    )
    names = [argument.arg for argument in (*declared.args.args[1:], *declared.args.kwonlyargs)]
    assert names == list(inspect.signature(public).parameters)


TWO = (rookery.Player(1, "Ada"), rookery.Player(2, "Ben"))
TEAMS = (rookery.Team(1, players=(1,)), rookery.Team(2, players=(2,)))
MISTAKES: dict[str, Callable[[], object]] = {
    "points of a win in points": lambda: rookery.PointSystem(win=3, draw=1),
    "unknown tie-break": lambda: rookery.Tournament(players=TWO, tiebreaks=["XX"]),
    "unknown system": lambda: rookery.Tournament(players=TWO, system="dutsch"),
    "FIDE number as a text": lambda: rookery.Player(1, fide_id="123"),  # type: ignore[arg-type]
    "sex": lambda: rookery.Player(1, sex="F"),
    "title": lambda: rookery.Player(1, title="fm"),
    "federation": lambda: rookery.Player(1, federation="England"),
    "federation of an event": lambda: rookery.TournamentInfo(federation="England"),
    "start as a text": lambda: rookery.TournamentInfo(start="2026-01-01"),  # type: ignore[arg-type]
    "no players": lambda: rookery.pair(rookery.Tournament()),
    "round as a system": lambda: rookery.pair(rookery.Tournament(players=TWO), 4),  # type: ignore[arg-type]
    "round as a text": lambda: rookery.pair(rookery.Tournament(players=TWO), round="4"),  # type: ignore[arg-type]
    "explanation of a text": lambda: rookery.pair(rookery.Tournament(players=TWO)).explain("1"),  # type: ignore[arg-type]
    "unknown format": lambda: rookery.dumps(rookery.Tournament(), "xml"),  # type: ignore[arg-type]
    "format in capitals": lambda: rookery.dumps(rookery.Tournament(), "TRF16"),  # type: ignore[arg-type]
    "a dictionary as a text": lambda: rookery.loads({}),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_refused_on_construction(mistake: str, snapshot: SnapshotAssertion) -> None:
    with pytest.raises((rookery.RookeryError, TypeError, ValueError)) as caught:
        MISTAKES[mistake]()
    assert str(caught.value) == snapshot


def test_a_file_keeps_a_system_and_tiebreaks_that_are_unknown() -> None:
    text = '{"rookery": 1, "system": "dutsch", "ranking": ["XX"], "players": [{"id": 1, "name": "Ada"}]}'
    read = rookery.loads(text).tournament
    assert (read.system, read.tiebreaks) == ("dutsch", ("XX",))
    assert rookery.loads(rookery.dumps(read, "json")).tournament == read
    assert rookery.Tournament.from_dict(read.to_dict()) == read
    line = b"192 FIDE_OTHER_2030\n202 XX,BH\n"
    report = rookery.loads(b"012 Open\n" + line + b"001    1      Hatter, Max\n")
    assert report.document is not None
    assert line in report.document.dump()
    assert report.tournament.tiebreaks == ("PTS", "XX", "BH")
    assert line.split()[3] in rookery.dumps(report.tournament)


def test_readers_report_an_unknown_tiebreak_at_its_place() -> None:
    text = '{"rookery": 1, "ranking": ["PTS", "BH/C1", "ZZ", "OTHER_OWN"], "players": [{"id": 1, "name": "Ada"}]}'
    (problem,) = rookery.loads(text).problems
    assert (problem.line, text[problem.columns[0] - 1 : problem.columns[1]]) == (1, '"ZZ"')
    assert (problem.code, problem.severity) == ("tie-break", rookery.Severity.WARNING)
    line = "202 BH/C1,ZZ,EDET"
    (problem,) = [p for p in rookery.loads(f"012 Open\n{line}\n001    1      Hatter, Max\n").problems if p.line == 2]
    assert (problem.code, line[problem.columns[0] - 1 : problem.columns[1]]) == ("tie-break", "ZZ")


def test_readers_keep_and_report_the_federation_of_an_event_in_another_form() -> None:
    text = '{"rookery": 1, "event": {"federation": "England"}, "players": [{"id": 1, "name": "Ada"}]}'
    read = rookery.loads(text)
    assert read.tournament.info.federation == "England"
    assert [(p.severity, text[p.columns[0] - 1 : p.columns[1]]) for p in read.problems] == [
        (rookery.Severity.WARNING, '"England"')
    ]
    assert rookery.Tournament.from_dict(read.tournament.to_dict()) == read.tournament
    read = rookery.loads("012 Open\n032 England\n001    1      Hatter, Max\n")
    assert [p.code for p in read.problems if p.line == 2] == ["federation"]
    changed = dataclasses.replace(read.tournament, planned_rounds=3)
    assert dataclasses.replace(changed.info, city="Bath").federation == "England"
    assert b"032 England" in rookery.dumps(changed)


def test_teams_and_a_system_of_teams_are_a_team_event() -> None:
    assert rookery.Tournament(players=TWO, teams=TEAMS, system="team").team_event
    assert not rookery.Tournament(players=TWO, teams=TEAMS, system="dutch").team_event
    assert not rookery.Tournament(players=TWO, system="team").team_event
    assert rookery.Tournament(players=TWO, teams=TEAMS, system="BERGER_TEAM_ROUNDROBIN").team_event
    four = tuple(map(rookery.Player, range(1, 5)))
    pair = (rookery.Team(1, players=(1, 2)), rookery.Team(2, players=(3, 4)))
    games = (rookery.Game(1, 3), rookery.Game(4, 2))
    match = rookery.Round(matches=(rookery.Match(1, 2, games),))
    assert rookery.Tournament(players=four, teams=pair, system="team", rounds=(match,)).team_event
    with pytest.raises(rookery.RuleError, match="round 1 names 3, who does not take part"):
        rookery.Tournament(players=four, teams=pair, team_event=True, rounds=(rookery.Round(games=games),))
    with pytest.raises(rookery.RuleError, match="the match 1-2 has a game of others"):
        rookery.Tournament(players=four, teams=pair, system="dutch", rounds=(match,))


def test_a_report_is_true_if_it_agrees() -> None:
    tournament = rookery.load(SWISS).tournament
    assert bool(rookery.check(tournament)) is rookery.check(tournament).agree is True
    first = tournament.rounds[0]
    swapped = (first.games[0].white, first.games[1].white)
    games = (
        rookery.Game(swapped[0], first.games[1].black, first.games[0].result),
        rookery.Game(swapped[1], first.games[0].black, first.games[1].result),
        *first.games[2:],
    )
    changed = dataclasses.replace(tournament.before_round(1), rounds=(dataclasses.replace(first, games=games),))
    assert bool(rookery.check(changed)) is rookery.check(changed).agree is False


def test_names_of_the_module_are_public() -> None:
    assert not {name for name in dir(rookery) if not name.startswith("__")} - {*rookery.__all__, "compat", "rating"}


@pytest.mark.parametrize(
    "verb", ["pair", "standings", "check", "rate", "norms", "dumps", "check_feasibility", "check_compliance"]
)
def test_a_file_name_instead_of_a_tournament_has_its_own_error(verb: str, snapshot: SnapshotAssertion) -> None:
    for argument in ("my.trf", 7, "001 " * 50):
        with pytest.raises(TypeError) as caught:
            getattr(rookery, verb)(argument)
        assert str(caught.value) == snapshot


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("", id="empty"),
        pytest.param("  \n", id="blank"),
        pytest.param("[]", id="list"),
        pytest.param(b"[1]", id="list-of-bytes"),
        pytest.param('{"a": 1}', id="other-object"),
        pytest.param("\ufeff{", id="broken"),
    ],
)
def test_loads_refuses_what_is_no_tournament(source: str | bytes, snapshot: SnapshotAssertion) -> None:
    with pytest.raises(rookery.FormatError) as caught:
        rookery.loads(source)
    assert str(caught.value) == snapshot


def test_workings_of_none_in_the_standings() -> None:
    table = rookery.standings(rookery.load(SWISS).tournament)
    questions: tuple[Callable[[], object], ...] = (
        lambda: table.workings(99), lambda: table.working(99, 0), lambda: table.working(1, 77),
    )  # fmt: skip
    for question in questions:
        with pytest.raises(rookery.RuleError):
            question()


def test_tiebreaks_that_are_none(snapshot: SnapshotAssertion) -> None:
    event = rookery.Tournament(players=(rookery.Player(1), rookery.Player(2)))
    with pytest.raises(rookery.RuleError) as caught:
        rookery.standings(event, [3])  # type: ignore[list-item]
    assert str(caught.value) == snapshot


def test_what_the_questions_return_is_at_the_door() -> None:
    """Whoever annotates the answer of a question finds its type beside the question."""
    for question, answer in (("check", "CheckReport"), ("pair", "Pairing"), ("rate", "RatingReport"),
                             ("standings", "Standings"), ("load", "LoadResult"),
                             ("check_feasibility", "Feasibility"),
                             ("loads", "LoadResult"), ("completion", "Completion")):  # fmt: skip
        assert answer in rookery.__all__
        assert getattr(rookery, question).__annotations__["return"] == answer
