"""Opening the desk in the browser: where its tournaments lie, what is taken in first, at which address it is."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from rookery.cli.exits import DONE, Refusal
from rookery.cli.render import say
from rookery.errors import RookeryError
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

STORES = (".sqlite", ".sqlite3", ".db")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("place", nargs="?", metavar="PLACE", help="a folder, the file of a desk, or a tournament")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="the port to listen at (default: a free one)")
    parser.add_argument("--share", action="store_true", help="let the hall see the public pages, over the network")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--by", metavar="WHO", help="who sits at the desk (default: the name of the account)")


def run(args: argparse.Namespace) -> int:
    """Open the desk in the browser; Ctrl C closes it, and nothing needs to be saved."""
    import gc

    gc.disable()  # what is loaded now stays: the server looks for cycles among what comes later
    try:
        return _opened(args)
    finally:
        gc.enable()


def _opened(args: argparse.Namespace) -> int:
    try:
        from rookery.web.serving import Opening, serve
    except ModuleNotFoundError as error:
        raise Refusal(f'the desk needs {error.name}: pip install "rookery[desk]"') from None
    from rookery.cli.desks import opened
    from rookery.cli.whoever import whoever

    place, file = placed(args.place)
    args.desk = place or args.desk
    if file is not None:
        _take(args, file)

    def told(address: str, hall: tuple[str, ...]) -> None:
        say("The desk is open. Ctrl C closes it; everything is saved at once.")
        say(address)
        if hall:
            say(f"The hall sees it at {hall[0]}/p/")
        if not args.no_browser:
            import webbrowser

            webbrowser.open(address)

    with opened(args.desk, fresh=True) as store, suppress(KeyboardInterrupt):
        serve(store, Opening(args.port, whoever(args.by), args.share), told)
    say("The desk is closed.")
    return DONE


def invite(args: argparse.Namespace) -> int:
    """Let somebody in at a desk that is open: print an address that works once."""
    import time

    from rookery.cli.desks import opened

    with opened(args.desk) as store:
        now = int(time.time())
        known = [one for one in store.people.addresses(now) if _answers(one)]
        if not known:
            raise Refusal("this desk is not open: rookery desk opens it")
        token = store.people.invite(args.name, now)
    for address in sorted(known, key=lambda one: "127.0.0.1" in one):
        say(f"{address}/enter?token={token}")
    return DONE


def _answers(address: str) -> bool:
    """Whether a desk still listens there."""
    import socket
    from urllib.parse import urlsplit

    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 80), 1.0).close()
    except OSError:
        return False
    return True


def placed(said: str | None) -> tuple[str | None, str | None]:
    """Where the desk is, and which tournament is to be taken in first.

    >>> placed("hall.sqlite"), placed("open.trf"), placed("postgresql://host/chess")
    (('hall.sqlite', None), (None, 'open.trf'), ('postgresql://host/chess', None))
    """
    if said is None or "://" in said or Path(said).suffix.lower() in STORES:
        return said, None
    if Path(said).is_dir() or said.endswith(os.sep):
        return str(Path(said) / "desk.sqlite"), None
    return None, said


def _take(args: argparse.Namespace, file: str) -> None:
    """Take in a tournament, unless this desk has it already."""
    from rookery.cli.desk_files import taken
    from rookery.cli.desks import opened

    args.file, args.slug, args.yes = file, None, []
    stream, records = taken(args)
    with opened(args.desk, fresh=True) as store:
        if any(one.slug == stream.slug and one.id != stream.id for one in store.streams()):
            raise RookeryError(f"this desk has a tournament {stream.slug!r} already: rookery desk opens it")
        store.adopt(stream, records)
