"""What a terminal cannot show is spelt otherwise; what another program reads is never damaged."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import rookery
from rookery.cli.main import main
from rookery.cli.terminal import HANDLER


def run_with_encoding(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> str:
    """What a command writes to a terminal of this encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", out)
    assert main(words) == 0
    return out.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize(
    ("text", "ascii"),
    [
        ("2½ points", "2.5 points"),
        ("½ point", "1/2 point"),
        ("7w½  10b½", "7w=  10b="),
        ("1.5 × 1", "1.5 x 1"),
        ("Thistlew…", "Thistlew~"),
        ("Łukasz Ćwik, Ærø, Strauß", "Lukasz Cwik, AEro, Strauss"),
        ("棋王", "??"),
    ],
)
def test_spelling(text: str, ascii: str) -> None:
    assert text.encode("ascii", HANDLER).decode() == ascii
    assert text.encode("utf-8", HANDLER).decode() == text


def test_halves_stay_readable(monkeypatch: pytest.MonkeyPatch, ground: Path, snapshot: SnapshotAssertion) -> None:
    explain = ("pair", "examples/swiss.trf", "--explain")
    halves = {
        "ascii": [line for line in run_with_encoding(monkeypatch, "ascii", *explain).splitlines() if "1.5" in line],
        "latin-1": [line for line in run_with_encoding(monkeypatch, "latin-1", *explain).splitlines() if "1½" in line],
    }
    assert all(halves.values())
    assert halves == snapshot
    assert "  10w=  12b1   3w1\n" in run_with_encoding(monkeypatch, "ascii", "show", "examples/swiss.trf")


def test_json_keeps_every_letter(monkeypatch: pytest.MonkeyPatch, ground: Path) -> None:
    event = rookery.load("examples/swiss.trf").tournament
    players = (replace(event.players[0], name="Žižka, Łukasz"), *event.players[1:])
    Path("event.trf").write_bytes(rookery.dumps(replace(event, players=players)))
    for encoding in ("ascii", "latin-1", "utf-8"):
        found = json.loads(run_with_encoding(monkeypatch, encoding, "standings", "event.trf", "--format", "json"))
        assert "Žižka, Łukasz" in {row["name"] for row in found["rows"]}
