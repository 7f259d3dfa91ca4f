"""The desk of a command: which store, which of its tournaments, who asks and when."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from secrets import token_hex

from rookery.cli.asking import must_be_answered
from rookery.cli.exits import Refusal
from rookery.cli.own_files import own_file
from rookery.cli.whoever import whoever
from rookery.desk.clock import desk_of as desk_of
from rookery.desk.decision import Unanswered
from rookery.desk.desk import Done
from rookery.desk.ports import Log
from rookery.desk.wish import Wish
from rookery.store import Stream, open_store
from rookery.typed import TYPE_CHECKING, TypeVar
from rookery.wording import listed

if TYPE_CHECKING:
    from rookery.store.store import Store

T = TypeVar("T")


@contextmanager
def opened(place: str | None, *, fresh: bool = False) -> Iterator[Store]:
    """The store of the desk; unless it may be a fresh one, it must be there."""
    said = place or os.environ.get("ROOKERY_DESK") or ""
    if "://" in said:
        with open_store(said) as store:
            yield store
        return
    path = own_file("desk.sqlite", "ROOKERY_DESK", place)
    if fresh:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise Refusal(f"there is no desk at {path} yet; rookery desk import FILE makes one")
    with open_store(path) as store:
        yield store


def chosen(store: Store, slug: str | None) -> Stream:
    """The tournament of that name; it need not be said when there is only one."""
    known = {stream.slug: stream for stream in store.streams()}
    if slug in known:
        return known[slug]
    if slug is None and len(known) == 1:
        return next(iter(known.values()))
    if not known:
        raise Refusal(f"there is no tournament in {store.name} yet")
    what = "say which tournament" if slug is None else f"there is no tournament {slug!r}"
    raise Refusal(f"{what}: {store.name} has {listed(sorted(known))}")


def do(store: Log, stream: Stream, wanted: Wish, by: str | None, yes: Sequence[str]) -> Done:
    """Do something at the desk, when all its warnings have an answer."""
    desk, actor, command = desk_of(store), whoever(by), token_hex(8)

    def once(tokens: Sequence[str]) -> Done:
        return desk.do(stream.id, wanted, actor=actor, command=command, acknowledged=tokens)

    return answered(once, stream.slug, yes)


def answered(act: Callable[[Sequence[str]], T], name: str, yes: Sequence[str]) -> T:
    """Do something that may be warned of; nothing is done until every warning has its answer."""
    try:
        return act(())
    except Unanswered as waiting:
        must_be_answered(waiting.cautions, name, yes)
        return act(waiting.tokens)
