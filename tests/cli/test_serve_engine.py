"""The engine over a pipe: a real process asked in lines of JSON; whatever is sent, the next request is answered too."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.commands import serve_engine
from rookery.cli.commands.serve_engine import VERBS
from rookery.cli.errors import DONE
from support.command_line import Run

ROOT = Path(__file__).resolve().parents[2]
HELLO = {"id": "still there", "verb": "hello"}


class Pipe:
    """An engine in a process of its own."""

    def __init__(self, *words: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "latin-1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rookery", "serve-engine", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
        )  # fmt: skip

    def send(self, *requests: object) -> None:
        """Bytes as they are, anything else as JSON."""
        assert self.process.stdin
        for request in requests:
            self.process.stdin.write(request if isinstance(request, bytes) else json.dumps(request).encode())
            self.process.stdin.write(b"\n")
        self.process.stdin.flush()

    def said(self) -> dict[str, Any]:
        """The next answer."""
        assert self.process.stdout
        found = json.loads(self.process.stdout.readline())
        assert isinstance(found, dict)
        return found

    def ask(self, request: object) -> dict[str, Any]:
        """Send a request, and read its answer."""
        self.send(request)
        return self.said()

    def end(self) -> tuple[int, bytes, bytes]:
        """Close its input: the exit code, and what it still had to say."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture(scope="module")
def pipe() -> Iterator[Pipe]:
    """One engine for all tests that leave it alive."""
    made = Pipe()
    yield made
    assert made.ask(HELLO)["id"] == "still there"
    assert made.end() == (DONE, b"", b"")


@pytest.fixture(scope="module")
def swiss() -> str:
    return (ROOT / "examples" / "swiss.trf").read_text()


def both_forms(text: str) -> tuple[Any, Any]:
    """A tournament as both forms have it."""
    return text, json.loads(rookery.dumps(rookery.loads(text).tournament, "json"))


# -- one form ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"verb": "pair", "ledger": True}, "pair F --format json"),
        ({"verb": "pair", "round": 2, "edition": "2017", "ledger": True},
         "pair F --round 2 --edition 2017 --format json"),
        ({"verb": "pair", "fixed": [[3, 11]], "ledger": True}, "pair F --fix 3-11 --format json"),
        ({"verb": "standings"}, "standings F --format json"),
        ({"verb": "standings", "provisional": True}, "standings F --provisional --format json"),
        ({"verb": "standings", "tiebreaks": ["BH/C1", "SB"], "after": 2, "parts": True, "exclude": [3], "lots": "x"},
         "standings F --tiebreaks BH/C1,SB --after 2 --show-parts --exclude 3 --lots x --format json"),
        ({"verb": "check"}, "check F --format json"),
        ({"verb": "check", "rounds": [2], "system": "burstein"}, "check F --rounds 2 --system burstein --format json"),
        ({"verb": "validate", "for_rating": True}, "validate F --for rating --format json"),
        ({"verb": "rate", "k": {"1": 40}}, "rate F --k 1=40 --format json"),
        ({"verb": "norms", "title": "IM", "player": 2}, "norms F --title IM --player 2 --format json"),
    ],
)  # fmt: skip
def test_the_answer_is_what_the_command_prints(
    request_: dict[str, Any], words: str, pipe: Pipe, swiss: str, run: Run, ground: Path
) -> None:
    done = run(*("examples/swiss.trf" if word == "F" else word for word in words.split()))
    printed = json.loads(done.out)
    if isinstance(printed, dict):
        printed.pop("file", None)
    for tournament in both_forms(swiss):
        if request_["verb"] == "validate" and not isinstance(tournament, str):
            continue  # the lines of another file
        said = pipe.ask({"id": 7, "tournament": tournament, **request_})
        assert said == {"id": 7, "answer": printed}


def test_explanations_are_those_of_the_library(pipe: Pipe, swiss: str) -> None:
    from rookery.serialize.as_data import as_data

    outcome = rookery.pair(rookery.loads(swiss).tournament)
    for request_, answer in (
        ({"verb": "explain", "player": 3}, outcome.explain(3)),
        ({"verb": "why-not", "player": 1, "other": 4}, outcome.why_not(1, 4)),
        ({"verb": "why-not", "player": 4}, outcome.why_not(4)),
    ):
        assert pipe.ask({**request_, "tournament": swiss}) == {"id": None, "answer": as_data(answer)}


def test_judgements_are_those_of_the_library(pipe: Pipe, swiss: str, snapshot: SnapshotAssertion) -> None:
    from rookery.serialize.as_data import as_data

    event = rookery.loads(swiss).tournament
    assert pipe.ask({"verb": "feasible", "tournament": swiss})["answer"] == as_data(rookery.check_feasibility(event))
    assert (
        pipe.ask({"verb": "objections", "tournament": swiss})["answer"]
        == as_data(rookery.check_compliance(event))
        == []
    )
    boards = [[2, 1], [12, 0], [99, 3]]
    found = pipe.ask({"verb": "breaches", "tournament": swiss, "boards": boards})["answer"]
    assert found == as_data(rookery.check_pairing(event, [(2, 1), (12, 0), (99, 3)]))
    assert [one["kind"] for one in found] == ["rematch", "spare bye", "unknown number"]
    assert pipe.ask({"verb": "breaches", "tournament": swiss, "boards": [1]})["error"]["text"] == snapshot


def test_hello_tells_what_there_is(pipe: Pipe) -> None:
    said = pipe.ask({"verb": "hello"})["answer"]
    assert said["rookery"] == rookery.__version__
    assert list(said["verbs"]) == list(VERBS)
    assert said["systems"]["dutch"] == ["2017-07-01", "2026-02-01"]
    assert "2026-03-01" in said["tiebreaks"]
    page = (ROOT / "docs" / "serve-engine.md").read_text()
    for name, verb in VERBS.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{name}`"))
        named = (*verb.needs, *(() if name in ("explain", "why-not") else verb.takes))
        assert all(f"`{key}`" in row for key in named), name


# -- what is wrong -----------------------------------------------------------------------------------------------------

_TWO: dict[str, Any] = {"rookery": 1, "players": [{"id": 1}, {"id": 2}]}


@pytest.mark.parametrize(
    ("line", "columns"),
    [
        pytest.param(b"pair", [1, 1], id="no JSON"),
        pytest.param(b"[]", [0, 0], id="list"),
        pytest.param(b'{"id": 1, "verb": "pear"}', [19, 24], id="unknown verb"),
        pytest.param(b'{"id": 1, "verb": ["pair"]}', [19, 26], id="list of verbs"),
        pytest.param(b'{"id": 1}', [1, 9], id="no verb"),
        pytest.param(b'{"id": [], "verb": "hello"}', [8, 9], id="list as id"),
        pytest.param(b'{"id": 1, "verb": "hello", "colour": 1}', [28, 35], id="unknown key"),
        pytest.param(b'{"id": 1, "verb": "pair"}', [1, 25], id="no tournament"),
        pytest.param(b'{"id": 1, "verb": "explain", "player": null, "tournament": {"rookery": 1}}', [1, 74],
                     id="no player"),
        pytest.param(b'{"id": 1, "verb": "pair", "tournament": "x", "round": NaN}', [0, 0], id="NaN"),
        pytest.param(b'{"id": 1, "verb": "pair", "tournament": "\\ud800"}', [41, 48], id="half a letter"),
        pytest.param(b'{"id": 1, "verb": "pair", "verb": "pair"}', [0, 0], id="key twice"),
        pytest.param(b'{"id": "\xff"}', [9, 9], id="no UTF-8"),
        pytest.param(b'{"verb": ' + b"[" * 100_000, [0, 0], id="nested"),
        pytest.param(b'{"verb": "pair", "tournament": {"rookery": 9}}', [0, 0], id="version 9"),
        pytest.param(b'{"verb": "pair", "tournament": "/etc/passwd"}', [0, 0], id="path"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_answered(
    line: bytes, columns: list[int], pipe: Pipe, snapshot: SnapshotAssertion
) -> None:
    said = pipe.ask(line)
    error = said["error"]
    assert (error["class"], error["code"]) == ("FormatError", 3)
    assert error["text"] == snapshot
    assert error["problems"][0]["columns"] == columns
    assert said["id"] == (1 if b'"id": 1' in line and columns != [0, 0] else None)


def test_the_problems_of_a_tournament_have_its_location(pipe: Pipe, swiss: str) -> None:
    line = b'{"verb": "pair", "tournament": {"rookery": 1, "players": [{"id": 1, "rating": "high"}]}}'
    problem = pipe.ask(line)["error"]["problems"][0]
    first, last = problem["columns"]
    assert line[first - 1 : last] == b'"high"'
    assert problem["field"] == "players[0].rating"
    broken = (ROOT / "examples" / "broken.trf").read_text()
    found = [one["line"] for one in pipe.ask({"verb": "check", "tournament": broken})["error"]["problems"]]
    assert 13 in found
    assert pipe.ask({"verb": "validate", "tournament": broken})["answer"]["valid"] is False
    assert pipe.ask({"verb": "validate", "tournament": "nothing"})["answer"]["valid"] is False


def test_guesses_are_shown_beside_the_answer(pipe: Pipe) -> None:
    said = pipe.ask({"verb": "pair", "tournament": {**_TWO, "club": "x"}})
    assert said["answer"]["pairs"] == [[1, 2]]
    assert [one["code"] for one in said["problems"]] == ["unknown-key"]


def test_refusals_carry_what_the_errors_carry(pipe: Pipe, swiss: str) -> None:
    banned = {**_TWO, "forbidden": [{"players": [1, 2]}]}
    none = pipe.ask({"verb": "pair", "tournament": banned})["error"]
    assert (none["class"], none["code"], none["causes"][0]["groups"]) == ("NoPairing", 1, [[1], [2]])
    waiting = {**_TWO, "rounds": [{"games": [{"white": 1, "black": 2}]}]}
    open_ = pipe.ask({"verb": "pair", "tournament": waiting})["error"]
    assert (open_["class"], open_["round"], open_["boards"]) == ("Unfinished", 1, [[1, 2]])
    assert pipe.ask({"verb": "pair", "tournament": swiss, "edition": "1998"})["error"]["class"] == "Unsupported"
    assert pipe.ask({"verb": "rate", "tournament": swiss, "k": {"99": 20}})["error"]["who"] == [99]


def test_a_fault_of_ours_is_answered_too(
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    ground: Path,
    capsys: pytest.CaptureFixture[str],
    snapshot: SnapshotAssertion,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("rookery.cli.commands.serve_engine._compute_pairing", fails)
    with open("examples/requests.jsonl") as requests:
        monkeypatch.setattr("sys.stdin", requests)
        said = [json.loads(line) for line in run("serve-engine").out.splitlines()]
    assert [one["id"] for one in said] == [1, 2, 3, 4]
    assert said[1]["error"]["class"] == "Fault"
    assert said[1]["error"]["code"] == 2
    assert "ZeroDivisionError: oh (test_serve_engine.py:" in said[1]["error"]["text"]
    assert re.sub(r"\.py:\d+", ".py:LINE", said[1]["error"]["text"]) == snapshot
    assert "answer" in said[2]


# -- the life of a process ---------------------------------------------------------------------------------------------


def test_answers_come_in_the_order_of_the_requests(pipe: Pipe, swiss: str) -> None:
    sent: list[object] = [{"id": n, "verb": "pair" if n % 3 else "hello", "tournament": swiss} for n in range(20)]
    pipe.send(*sent, b"", b"   ", HELLO)
    assert [pipe.said()["id"] for _ in range(21)] == [*range(20), "still there"]


def test_a_line_without_end_is_not_buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Pipe("--longest", "1")
    for size in (2**20 + 1, 5 * 2**20):
        error = one.ask(b"x" * size)["error"]
        assert (error["class"], error["code"]) == ("TooLarge", 4)
    fits = json.dumps({"id": "", "verb": "hello"})
    assert "answer" in one.ask(fits.replace('""', '"' + "y" * (2**20 - len(fits)) + '"').encode())
    assert one.ask(HELLO)["id"] == "still there"
    one.process.stdin.write(b'{"verb": "hel')  # type: ignore[union-attr]
    code, out, err = one.end()
    assert (code, err) == (DONE, b"")
    assert json.loads(out)["error"]["class"] == "FormatError"


def test_it_ends_without_listeners(swiss: str) -> None:
    one = Pipe()
    assert one.ask(HELLO)
    assert one.process.stdout
    one.process.stdout.close()
    one.send(HELLO)
    assert one.process.wait(60) == DONE
    assert one.process.stderr
    assert one.process.stderr.read() == b""
    for stream in (one.process.stdin, one.process.stderr):
        assert stream
        stream.close()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc to look into")
def test_memory_is_flat(swiss: str) -> None:
    one = Pipe()
    sizes = []
    for turn in range(400):
        request_ = {"verb": ("pair", "standings", "nonsense")[turn % 3], "tournament": swiss, "id": f"{turn}" * 20}
        if turn % 3 == 2:
            request_ = {"verb": "pair", "system": f"S{turn}", "tournament": swiss}
        one.ask(request_)
        if turn in (150, 399):
            sizes.append(int(Path(f"/proc/{one.process.pid}/statm").read_text().split()[1]))
    assert sizes[1] - sizes[0] < 256, "pages"
    one.end()


def test_too_short_a_line_is_refused(run: Run) -> None:
    assert run("serve-engine", "--longest", "0").code == 3
    assert serve_engine.LONGEST == 16


BAD_NUMBERS = (
    {"verb": "pair", "bye": 99},
    {"verb": "pair", "fixed": [[3, 99]]},
    {"verb": "pair", "fixed": [[98, 99]], "bye": 0},
    {"verb": "rate", "k": {"1": 0}},
    {"verb": "rate", "k": {"1": None}},
    {"verb": "rate", "k": {"one": 20}},
    {"verb": "rate", "k": {"99": 20}},
    {"verb": "rate", "ratings": {"1": 20000}},
)


@pytest.mark.parametrize("request_", BAD_NUMBERS, ids=str)
def test_an_unknown_number_is_named(
    request_: dict[str, Any], pipe: Pipe, swiss: str, snapshot: SnapshotAssertion
) -> None:
    assert pipe.ask({**request_, "tournament": swiss})["error"]["text"] == snapshot
    assert pipe.ask(HELLO)["id"] == HELLO["id"]


def test_is_final(pipe: Pipe, swiss: str, snapshot: SnapshotAssertion) -> None:
    told = pipe.ask({"verb": "is-final", "tournament": swiss})["answer"]
    assert told == rookery.as_data(rookery.completion(rookery.loads(swiss).tournament))
    assert told["final"] is False
    assert told["reasons"][0]["text"] == snapshot


# -- files, numbers, schedules -----------------------------------------------------------------------------------------


def test_dump_and_convert_write_what_the_library_writes(pipe: Pipe, swiss: str, run: Run, ground: Path) -> None:
    event = rookery.loads(swiss).tournament
    for tournament in both_forms(swiss):
        assert pipe.ask({"verb": "dump", "tournament": tournament})["answer"]["text"] == rookery.dumps(event).decode()
    answer = pipe.ask({"verb": "dump", "tournament": swiss, "format": "json"})["answer"]
    assert (answer["form"], answer["format"]) == ("file", "json")
    assert answer["text"] == rookery.dumps(event, "json").decode()
    assert (
        pipe.ask({"verb": "convert", "tournament": swiss, "to": "json"})["answer"]["tournament"] == both_forms(swiss)[1]
    )
    answer = pipe.ask({"verb": "convert", "tournament": both_forms(swiss)[1], "to": "trf16"})["answer"]
    assert (answer["tournament"], answer["text"]) == (None, rookery.dumps(event, "trf16").decode())
    done = run("convert", "--to", "trf16", "examples/swiss.trf", "-")
    assert answer["lost"]
    assert f"lost or shortened in trf16: {'; '.join(answer['lost'])}" in " ".join(done.err.split())


def test_convert_takes_what_could_be_read_only_by_force(pipe: Pipe) -> None:
    broken = (ROOT / "examples" / "broken.trf").read_text()
    request = {"verb": "convert", "tournament": broken, "to": "json"}
    assert pipe.ask(request)["error"]["class"] == "FormatError"
    forced = pipe.ask({**request, "force": True})
    assert forced["answer"]["tournament"]["players"]
    assert any(problem["severity"] == "error" for problem in forced["problems"])


def test_number_orders_by_rating_draws_or_takes_the_numbers_that_are_sent(pipe: Pipe) -> None:
    players = [{"id": n, "name": name, "rating": rating} for n, name, rating in _ENTRANTS]
    event = {"rookery": 1, "players": players, "requested_byes": [{"player": 1, "round": 2, "kind": "half-point"}]}
    answer = pipe.ask({"verb": "number", "tournament": event})["answer"]
    assert answer["numbers"] == {"1": 3, "2": 1, "3": 2}
    assert [player["name"] for player in answer["tournament"]["players"]] == ["Ben", "Cleo", "Ada"]
    by_hand = pipe.ask({"verb": "number", "tournament": event, "numbers": [2, 3, 1]})["answer"]
    assert by_hand["numbers"] == {"1": 2, "2": 3, "3": 1}
    drawn = [pipe.ask({"verb": "number", "tournament": event, "draw": "lot", "seed": 5}) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert sorted(drawn[0]["answer"]["numbers"].values()) == [1, 2, 3]
    assert drawn[0]["answer"]["notes"] == ["Numbers drawn by lot; seed 5 draws the same again."]


_ENTRANTS = ((1, "Ada", None), (2, "Ben", 2100), (3, "Cleo", 1900))
_TEAMS = json.loads(
    rookery.dumps(rookery.load(ROOT / "examples" / "team-swiss.trf").tournament.before_round(1), "json")
)


@pytest.mark.parametrize(
    "request_",
    [
        {"verb": "dump", "tournament": _TWO, "format": "pgn"},
        {"verb": "convert", "tournament": _TWO, "to": "xlsx"},
        {"verb": "convert", "tournament": _TWO},
        {"verb": "number", "tournament": _TWO, "numbers": [1, 1]},
        {"verb": "number", "tournament": _TWO, "numbers": [1]},
        {"verb": "number", "tournament": _TWO, "numbers": [2, 1], "draw": "lot", "seed": 1},
        {"verb": "number", "tournament": _TWO, "draw": "lot"},
        {"verb": "number", "tournament": _TWO, "draw": "coin", "seed": 1},
        {"verb": "number", "tournament": _TWO, "draw": "varma", "seed": 1},
        {"verb": "number", "tournament": _TWO, "seed": 1},
        {"verb": "number", "tournament": {**_TWO, "rounds": [{"games": [{"white": 1, "black": 2}]}]}},
        {"verb": "number", "tournament": _TEAMS},
        {"verb": "schedule", "tournament": _TWO},
        {"verb": "schedule", "tournament": _TWO, "system": "dutch"},
    ],
    ids=lambda request: json.dumps({key: value for key, value in request.items() if key != "tournament"}),
)
def test_files_numbers_and_schedules_that_cannot_be(
    request_: dict[str, Any], pipe: Pipe, snapshot: SnapshotAssertion
) -> None:
    error = pipe.ask(request_)["error"]
    assert error["class"] != "Fault"
    assert error["text"] == snapshot


def test_schedule_is_what_the_command_prints(pipe: Pipe, run: Run, ground: Path) -> None:
    text = (ROOT / "examples" / "round-robin.trf").read_text()
    for options, words in (
        ({}, ()),
        ({"reverse": False, "system": "double-round-robin"}, ("--no-reverse", "--system", "double-round-robin")),
    ):
        done = run("schedule", "examples/round-robin.trf", *words, "--format", "json")
        for tournament in both_forms(text):
            said = pipe.ask({"verb": "schedule", "tournament": tournament, **options})["answer"]
            assert said == json.loads(done.out)


def test_a_drawn_schedule_names_its_seed(pipe: Pipe) -> None:
    event = {"rookery": 1, "players": [{"id": n} for n in range(1, 11)]}
    request = {"verb": "schedule", "tournament": event, "system": "round-robin", "draw": "varma", "seed": 3}
    answer = pipe.ask(request)["answer"]
    assert len(answer["rounds"]) == 9
    assert answer["notes"][0] == "Numbers drawn by Varma tables; seed 3 draws the same again."


# -- the client for Node -----------------------------------------------------------------------------------------------

NODE = shutil.which("node")
_CLIENT = (ROOT / "examples" / "engine.mjs").as_posix()


def run_node(program: str, tmp_path: Path) -> list[Any]:
    """Run a program that has the class Engine and a command for a real engine; return the lines of JSON it prints."""
    path = tmp_path / "program.mjs"
    command = json.dumps([sys.executable, ["-m", "rookery", "serve-engine"]])
    path.write_text(f"import {{ Engine }} from {json.dumps(_CLIENT)};\nconst real = {command};\n{program}")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    assert NODE
    done = subprocess.run([NODE, str(path)], check=True, capture_output=True, text=True, timeout=60, env=environment)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_client_for_node_repeats_what_a_killed_engine_left_unanswered(tmp_path: Path, swiss: str) -> None:
    (swiss_file := tmp_path / "swiss.trf").write_text(swiss)
    pairs, standings, same, count = run_node(
        f"""
        import {{ readFileSync }} from 'node:fs';
        const tournament = readFileSync({json.dumps(str(swiss_file))}, 'utf8');
        const engine = new Engine(...real);
        await engine.ask('hello');
        const pid = engine.pid;
        const asked = [engine.ask('pair', {{ tournament }}), engine.ask('standings', {{ tournament }})];
        process.kill(pid, 'SIGKILL');
        const [pair, standings] = await Promise.all(asked);
        console.log(JSON.stringify(pair.pairs));
        console.log(JSON.stringify(standings.form));
        console.log(JSON.stringify(engine.pid === pid));
        let deaths = 0;
        for (; deaths < 5; deaths++) {{
          process.kill(engine.pid, 'SIGKILL');
          await engine.ask('hello');
        }}
        console.log(deaths);
        engine.close();
        """,
        tmp_path,
    )
    assert pairs == [list(pair) for pair in rookery.pair(rookery.loads(swiss).tournament).pairs]
    assert (standings, same, count) == ("standings", False, 5)


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_client_for_node_rejects_a_request_that_kills_every_engine(tmp_path: Path) -> None:
    poison = """
        require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
          const { id, verb } = JSON.parse(line);
          if (verb === 'poison') process.exit(9);
          console.log(JSON.stringify({ id, answer: verb }));
        });
    """
    (settled,) = run_node(
        f"""
        const engine = new Engine(process.execPath, ['-e', {json.dumps(poison)}]);
        const asked = ['one', 'poison', 'two', 'three'].map((verb) => engine.ask(verb));
        const settled = await Promise.allSettled(asked);
        console.log(JSON.stringify(settled.map((each) => each.value ?? each.reason.message)));
        engine.close();
        """,
        tmp_path,
    )
    assert settled == ["one", "the engine died 3 times over this request: it ended with 9", "two", "three"]


@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_client_for_node_reports_errors_problems_and_a_missing_program(tmp_path: Path) -> None:
    error, problems, missing = run_node(
        """
        const engine = new Engine(...real);
        await engine.ask('pear').catch((error) => console.log(JSON.stringify(error.data.class)));
        const tournament = { rookery: 1, players: [{ id: 1 }, { id: 2 }], club: 'x' };
        await engine.ask('pair', { tournament }, (problems) => console.log(JSON.stringify(problems[0].code)));
        engine.close();
        await new Engine('/no/such/program').ask('hello').catch((error) => console.log(JSON.stringify(error.message)));
        """,
        tmp_path,
    )
    assert (error, problems) == ("FormatError", "unknown-key")
    assert missing == "the engine died 3 times over this request: spawn /no/such/program ENOENT"


def test_the_page_has_the_client_for_node() -> None:
    code = Path(_CLIENT).read_text()
    page = (ROOT / "docs" / "serve-engine.md").read_text()
    assert code[code.index("/** Keeps") : code.index("if (import.meta")].strip() in page
