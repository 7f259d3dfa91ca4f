"""Open the desk in the browser: its store, an import beforehand, its address, and invitations."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import say
from rookery.cli.errors import DONE, UNREADABLE, CommandError
from rookery.cli.terminal import flush_output
from rookery.errors import RookeryError
from rookery.formatting import count

if TYPE_CHECKING:
    import argparse
    import ssl

    from rookery.storage.store import Store


STORES = (".sqlite", ".sqlite3", ".db")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `desk open`."""
    parser.add_argument("place", nargs="?", metavar="PLACE", help="a folder, the file of a desk, or a tournament")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="the port to listen at (default: a free one)")
    parser.add_argument("--share", action="store_true", help="let the hall see the public pages, over the network")
    parser.add_argument("--only", action="append", default=[], metavar="NAME",
                        help="with --share: the hall sees this tournament alone; repeatable")  # fmt: skip
    parser.add_argument("--cert", metavar="FILE", help="speak https with this certificate (PEM)")
    parser.add_argument("--key", metavar="FILE", help="the key of the certificate, where it is in a file of its own")
    parser.add_argument("--name", dest="public", action="append", default=[], metavar="ADDRESS",
                        help="an address that leads here, such as https://desk.club.org; repeatable")  # fmt: skip
    parser.add_argument("--publish", metavar="FOLDER",
                        help="write the web sites of public tournaments here, after each change")  # fmt: skip
    parser.add_argument("--publish-then", metavar="COMMAND", default="",
                        help="with --publish: run this in the folder of a site that was written")  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--by", metavar="WHO", help="who sits at the desk (default: the name of the account)")


def run(args: argparse.Namespace) -> int:
    """Open the desk in the browser until Ctrl C; nothing needs to be saved."""
    import gc

    gc.disable()  # what is loaded now stays: the server looks for cycles among what comes later
    try:
        return _open_desk(args)
    finally:
        gc.enable()


def _open_desk(args: argparse.Namespace) -> int:
    try:
        from rookery.web.server import ServerOptions, certificate_fingerprint, serve
    except ModuleNotFoundError as error:
        raise CommandError(f'the desk needs {error.name}: pip install "rookery-chess[desk]"') from None
    from rookery.cli.desk.store import open_desk, select_stream
    from rookery.cli.journal import current_user

    if args.only and not args.share:
        raise CommandError("--only says what the hall sees: say --share too")
    place, file = split_place(args.place)
    args.desk = place or args.desk
    opening = ServerOptions(
        args.port,
        current_user(args.by),
        args.share,
        public_origins(args.public),
        _load_certificate(args),
        tuple(args.only),
        _publish_command(args),
    )
    if file is not None:
        _import_file(args, file)

    def announce(address: str, hall: tuple[str, ...]) -> None:
        say("The desk is open. Ctrl C closes it; everything is saved at once.")
        say(address)
        if args.cert:
            say(f"Fingerprint of the certificate (SHA-256): {certificate_fingerprint(args.cert)}")
        if hall:
            say(f"The hall sees it at {hall[0]}/p/")
        flush_output()  # a pipe or a log file shows the address now, not when the desk is closed
        if not args.no_browser:
            import webbrowser

            webbrowser.open(address)

    with open_desk(args.desk, fresh=True) as store, suppress(KeyboardInterrupt):
        for slug in args.only:
            select_stream(store, slug)
        serve(store, opening, announce)
    say("The desk is closed.")
    return DONE


def _publish_command(args: argparse.Namespace) -> tuple[str, ...]:
    """Return the command that writes the web site of a tournament, whose name is appended; empty without --publish."""
    if not args.publish:
        if args.publish_then:
            raise CommandError("--publish-then follows a site that was written: name its folder, with --publish")
        return ()
    desk = ("--desk", args.desk) if args.desk else ()
    then = ("--then", args.publish_then) if args.publish_then else ()
    return (sys.executable, "-m", "rookery", "desk", "publish", *desk, *then, "--subfolder", args.publish)


def public_origins(names: list[str]) -> tuple[str, ...]:
    """Return the origins of the public addresses; raise CommandError if one is not an address."""
    from rookery.web.addresses import parse_origin

    origins = []
    for name in names:
        try:
            origins.append(parse_origin(name))
        except ValueError:
            raise CommandError(f"--name is an address such as https://desk.club.org, not {name!r}") from None
    return tuple(origins)


def _load_certificate(args: argparse.Namespace) -> ssl.SSLContext | None:
    """Return the TLS context, or None if no certificate is named."""
    from rookery.web.server import load_certificate

    if not args.cert:
        if args.key:
            raise CommandError("--key is the key of a certificate: name that too, with --cert")
        return None
    try:
        return load_certificate(args.cert, args.key or "")
    except OSError as error:
        files = " and ".join(filter(None, (args.cert, args.key)))
        import ssl

        reason = "this is no certificate with its key" if isinstance(error, ssl.SSLError) else error.strerror
        raise CommandError(f"{files} cannot be used for https: {reason}", UNREADABLE) from None


def add_invite_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `desk invite`."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", metavar="NAME", help="the name of the arbiter, as the log will show it")
    which.add_argument("--list", action="store_true", help="show who is signed in and who is invited")
    which.add_argument("--revoke", metavar="NAME", help="end the sessions and the invitation of an arbiter")
    which.add_argument("--revoke-all", action="store_true", help="end every session and every invitation")


def invite(args: argparse.Namespace) -> int:
    """Invite an arbiter to an open desk, or list and end sessions and invitations."""
    import time

    from rookery.cli.desk.store import open_desk
    from rookery.web.addresses import is_reachable

    with open_desk(args.desk) as store:
        now = int(time.time())
        if args.list or args.revoke or args.revoke_all:
            return _manage_sessions(store, args, now)
        registered = store.people.addresses(now)
        # a server is perhaps not reachable by its public name from its own machine
        addresses = [address for address in registered if address.startswith("https://") or is_reachable(address)]
        if not addresses:
            raise CommandError("this desk is not open: rookery desk opens it")
        if store.people.is_taken(args.name, now):
            raise CommandError(
                f"{args.name} is signed in already: choose another name, or end that session first with --revoke"
            )
        token = store.people.invite(args.name, now)
    for address in sorted(addresses, key=lambda address_: "127.0.0.1" in address_):
        say(f"{address}/enter?token={token}")
    return DONE


def _manage_sessions(store: Store, args: argparse.Namespace, now: int) -> int:
    """List who is signed in, or end sessions and invitations."""
    import time

    from rookery.storage.sessions import is_named

    entries = store.people.list_accesses(now)
    if args.list:
        for entry in entries:
            since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(entry.made))
            say(f"{since}  {'signed in' if entry.kind == 'session' else 'invited  '}  {entry.name}")
        if not entries:
            say("Nobody is signed in or invited.")
        return DONE
    ended = [entry for entry in entries if args.revoke_all or is_named(entry, args.revoke)]
    if not ended and not args.revoke_all:
        raise CommandError(f"{args.revoke} is neither signed in nor invited: rookery desk invite --list shows who is")
    store.people.end([entry.id for entry in ended])
    sessions = sum(entry.kind == "session" for entry in ended)
    say(f"Ended: {count(sessions, 'session')}, {count(len(ended) - sessions, 'invitation')}.")
    return DONE


def split_place(place: str | None) -> tuple[str | None, str | None]:
    """Return the place of the desk, and the tournament to import first.

    >>> split_place("hall.sqlite"), split_place("open.trf"), split_place("postgresql://host/chess")
    (('hall.sqlite', None), (None, 'open.trf'), ('postgresql://host/chess', None))
    """
    if place is None or "://" in place or Path(place).suffix.lower() in STORES:
        return place, None
    if Path(place).is_dir() or place.endswith(os.sep):
        return str(Path(place) / "desk.sqlite"), None
    return None, place


def _import_file(args: argparse.Namespace, file: str) -> None:
    """Import a tournament, unless this desk has it already."""
    from rookery.cli.desk.store import adopt_log, load_import, open_desk, print_warnings

    args.file, args.slug, args.yes = file, None, []
    stream, records = load_import(args)
    with open_desk(args.desk, fresh=True) as store:
        if any(present.slug == stream.slug and present.id != stream.id for present in store.streams()):
            raise RookeryError(f"this desk has a tournament {stream.slug!r} already: rookery desk opens it")
        print_warnings(store, stream, records)
        adopt_log(store, stream, records)
