"""Helpers of tests that compare texts of the command line with snapshots."""

from __future__ import annotations


def command_id(value: object) -> str:
    """Join the words of a command to an identifier that stays the same when rows are added to a table of commands."""
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "nothing"
    return str(value)


def lines_with(text: str, fact: str) -> list[str]:
    """Select the lines of a text that contain a name, a number or another stable fact."""
    return [line for line in text.splitlines() if fact in line]
