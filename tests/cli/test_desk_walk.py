"""`rookery desk vcl`: the acceptance walk in a terminal and as JSON."""

from __future__ import annotations

import json
import re

from syrupy.assertion import SnapshotAssertion

from rookery.cli.errors import DONE
from rookery.tournaments.checklist import CLUSTERS, build_checklist
from support.command_line import Run


def test_every_cluster_with_its_counts(run: Run, snapshot: SnapshotAssertion) -> None:
    done = run("desk", "vcl")
    assert done.code == DONE
    for cluster in build_checklist().clusters:
        assert f"{cluster.letter}  {cluster.title}" in done.out
    summary = done.out.rpartition("\n\n")[2]
    counts = map(str, (build_checklist().path, build_checklist().proved, build_checklist().open))
    assert re.findall(r"\d+", summary)[:3] == list(counts)
    assert re.sub(r"\d+", "N", " ".join(summary.split())) == snapshot


def test_a_cluster_in_full(run: Run) -> None:
    out = run("desk", "vcl", "C").out
    assert out.startswith(f"C. {CLUSTERS['C']}")
    assert all(f"{number}  " in out for number in (40, 42, 43, 44, 45, 46, 218))
    assert "D." not in out


def test_what_is_open(run: Run) -> None:
    told = json.loads(run("desk", "vcl", "--open", "--format", "json").out)
    assert (told["form"], told["path"], told["open"]) == ("walk", build_checklist().path, build_checklist().open)
    assert [one["number"] for one in told["questions"]] == [
        question.number for cluster in build_checklist().clusters for question in cluster.questions if question.missing
    ]
    assert all(one["missing"] and one["standing"] == "open" for one in told["questions"])
    first = told["questions"][0]
    assert first["missing"].split()[0] in run("desk", "vcl", first["cluster"], "--open").out
