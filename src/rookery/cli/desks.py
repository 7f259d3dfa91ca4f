"""Open the store of a desk, select a tournament, and execute commands with confirmed warnings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, TypeVar

from rookery.cli.confirm import require_answers
from rookery.cli.current_user import current_user
from rookery.cli.exit_codes import Refusal
from rookery.cli.paths import data_file
from rookery.messages import join_list
from rookery.storage import Stream, open_store
from rookery.tournaments.command import Command
from rookery.tournaments.outcomes import ConfirmationRequiredError
from rookery.tournaments.protocols import EventStore
from rookery.tournaments.service import CommandResult
from rookery.tournaments.service import create_service as create_service

if TYPE_CHECKING:
    from rookery.storage.store import Store

T = TypeVar("T")


@contextmanager
def open_desk(place: str | None, *, fresh: bool = False, reads: bool = False) -> Iterator[Store]:
    """Open the store of the desk; unless `fresh`, it must exist.

    A command that only `reads` also works where nothing can be written: a full disk, a folder that is read-only.
    """
    address = place or os.environ.get("ROOKERY_DESK") or ""
    if "://" in address:
        with open_store(address) as store:
            yield store
        return
    path = data_file("desk.sqlite", "ROOKERY_DESK", place)
    if fresh:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise Refusal(f"there is no desk at {path} yet; rookery desk import FILE makes one")
    with _open_for_reading(path) if reads else open_store(path) as store:
        yield store


def _open_for_reading(path: Path) -> Store:
    try:
        return open_store(path)
    except OSError:
        return open_store(path, read_only=True)


def select_stream(store: Store, slug: str | None) -> Stream:
    """Return the tournament of this name; the name may be left out if there is only one."""
    streams_by_slug = {stream.slug: stream for stream in store.streams()}
    if slug in streams_by_slug:
        return streams_by_slug[slug]
    if slug is None and len(streams_by_slug) == 1:
        return next(iter(streams_by_slug.values()))
    if not streams_by_slug:
        raise Refusal(f"there is no tournament in {store.name} yet")
    problem = "say which tournament" if slug is None else f"there is no tournament {slug!r}"
    raise Refusal(f"{problem}: {store.name} has {join_list(sorted(streams_by_slug))}")


def execute_command(
    store: EventStore, stream: Stream, wanted_command: Command, user: str | None, yes: Sequence[str]
) -> CommandResult:
    """Execute a command at the desk once all its warnings are answered."""
    desk, actor, command_id = create_service(store), current_user(user), token_hex(8)

    def execute(tokens: Sequence[str]) -> CommandResult:
        return desk.do(stream.id, wanted_command, actor=actor, command_id=command_id, acknowledged=tokens)

    return run_confirmed(execute, stream.slug, yes)


def run_confirmed(action: Callable[[Sequence[str]], T], name: str, yes: Sequence[str]) -> T:
    """Run an action that may raise warnings; nothing is done until every warning is answered."""
    try:
        return action(())
    except ConfirmationRequiredError as pending:
        require_answers(pending.cautions, name, yes)
        return action(pending.tokens)
