"""rookery words: what the words of the answers mean."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from rookery.pairing.explain.glossary import WORDS
from support.command_line import Run


def test_on_the_command_line(run: Run, snapshot: SnapshotAssertion) -> None:
    one = run("words", "colour", "due")
    assert one.out == snapshot
    assert len(run("words").out.split("\n\n")) == len(WORDS)
    assert '"downfloat"' in run("words", "downfloat", "--format", "json").out
    refused = run("words", "gambit")
    assert refused.code == 3
    assert refused.err == snapshot
