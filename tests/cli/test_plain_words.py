"""Plain command lines are read as argparse reads them, and everything else is left to it."""

from __future__ import annotations

import shlex

import pytest

from rookery.cli import command_table, parsers, plain_words
from rookery.cli.command_table import COMMANDS

EXAMPLES = [each for name in COMMANDS for each in command_table.module(name).EXAMPLES if each.startswith("rookery ")]
MORE = [
    "rookery pair a.trf",
    "rookery pair --format list a.trf",
    "rookery pair a.trf --system DUTCH --round 3 --force -o -",
    "rookery pair -",
    "rookery check a.trf b.trf c.trf",
    "rookery check a.trf --rounds 1-3,7",
    "rookery standings a.trf --after 3 --rules 2024-08 --save",
    "rookery standings a.trf --format csv --format html",
]
REFUSED = [
    "rookery pair",
    "rookery pair a.trf b.trf",
    "rookery pair a.trf --round",
    "rookery pair a.trf --round three",
    "rookery pair a.trf --format yaml",
    "rookery pair a.trf --format --force",
    "rookery pair a.trf --frobnicate",
    "rookery pair a.trf --help",
    "rookery check --system dutch",
    "rookery check a.trf --rounds x",
    "rookery convert a.trf",
]
LEFT = [
    "rookery pair a.trf --form list",
    "rookery pair a.trf --format=list",
    "rookery pair a.trf --explain",
    "rookery pair a.trf --why-not 3 7",
    "rookery pair a.trf -onext.trf",
    "rookery pair a.trf --round -3",
    "rookery pair -- a.trf",
    "rookery check a.trf --rounds 3 b.trf",
    "rookery standings a.trf --exclude 3 --exclude 4",
]


def words_of(line: str) -> list[str]:
    """The words behind `rookery`, up to a pipe or the like."""
    words = shlex.split(line)[1:]
    return words[: next((at for at, word in enumerate(words) if word in ("|", ">", "&&", ";")), len(words))]


@pytest.mark.parametrize("line", [*EXAMPLES, *MORE])
def test_both_read_the_same(line: str) -> None:
    name, *words = words_of(line)
    plain = plain_words.read(command_table.module(name), words)
    if plain is not None:
        assert vars(plain) == vars(parsers.parser(name).parse_args(words))
    assert plain is not None or line not in MORE


@pytest.mark.parametrize("line", [*REFUSED, *LEFT])
def test_what_is_not_plain_is_left_to_argparse(line: str) -> None:
    name, *words = words_of(line)
    assert plain_words.read(command_table.module(name), words) is None


def test_most_examples_are_plain() -> None:
    plain = [plain_words.read(command_table.module(name), words) for name, *words in map(words_of, EXAMPLES)]
    assert sum(each is not None for each in plain) > len(plain) / 3
