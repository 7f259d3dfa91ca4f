"""Command lines in plain words, read without `argparse`: files, flags, and options with one value, written in full.

A command declares its arguments once, by `configure`. Whatever is not plain (help, a short form, a value that is
refused, something missing) is not answered here: `argparse`, which takes as long to import as a small round to pair,
reads the same words by the same declarations, and says what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from types import SimpleNamespace

from rookery.typed import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.cli.command_table import Command


def read(command: Command, words: Sequence[str]) -> Any:
    """The arguments of a command by their names; None where the words are not plain."""
    declared = _Declared()
    try:
        command.configure(declared)  # type: ignore[arg-type]
        return _read(declared, words)
    except Exception:  # of whatever kind: argparse meets it as well, and has words for it
        return None


class _NotPlain(Exception):
    """Let argparse read this."""


class _Argument:
    """What a command declares of one argument."""

    def __init__(
        self,
        dest: str,
        action: object = None,
        nargs: object = None,
        default: object = None,
        type: Callable[[str], object] | None = None,
        choices: Container[object] | None = None,
        required: bool = False,
    ) -> None:
        self.dest, self.action, self.nargs, self.type = dest, action, nargs, type
        self.choices, self.required = choices, required
        self.default = False if action == "store_true" else default

    def value(self, word: str) -> object:
        """What a word says here."""
        value = word if self.type is None else self.type(word)
        if self.choices is not None and value not in self.choices:
            raise _NotPlain
        return value


class _Declared:
    """All that a command declares; an argument in a group, or under another, is not plain."""

    def __init__(self) -> None:
        self.loose: list[_Argument] = []
        self.options: dict[str, _Argument] = {}

    def add_argument(
        self, *names: str, help: str = "", metavar: object = None, const: object = None, **more: Any
    ) -> None:
        """Declare one, as `argparse` takes it."""
        long = next((name for name in names if name.startswith("--")), names[0])
        made = _Argument(more.pop("dest", long.lstrip("-").replace("-", "_")), **more)
        if long.startswith("-"):
            self.options |= dict.fromkeys(names, made)
        else:
            self.loose.append(made)


def _read(declared: _Declared, words: Sequence[str]) -> SimpleNamespace:
    chunks: list[list[str]] = [[]]
    given: dict[str, object] = {}
    left = iter(words)
    for word in left:
        if not _is_option(word):
            chunks[-1].append(word)
            continue
        chunks.append([])
        option = declared.options[word]
        if option.action == "store_true":
            given[option.dest] = True
        elif option.action is None and option.nargs is None and not _is_option(value := next(left)):
            given[option.dest] = option.value(value)
        else:
            raise _NotPlain
    together = [chunk for chunk in chunks if chunk]
    if len(together) > 1 or any(each.required and each.dest not in given for each in declared.options.values()):
        raise _NotPlain
    defaults = {each.dest: each.default for each in declared.options.values()}
    return SimpleNamespace(**defaults | given | dict(_shared_out(declared.loose, together[0] if together else [])))


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"


def _shared_out(loose: list[_Argument], words: list[str]) -> Iterator[tuple[str, object]]:
    """The words without a name: one for each argument, or all for one that takes several."""
    if len(loose) == 1 and loose[0].nargs == "+" and words:
        yield loose[0].dest, [loose[0].value(word) for word in words]
        return
    for argument, word in zip(loose, words, strict=True):
        if argument.nargs is not None:
            raise _NotPlain
        yield argument.dest, argument.value(word)
