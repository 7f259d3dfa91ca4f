"""Write the public pages of a tournament as a web site."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph
from rookery.cli.errors import DONE, CommandError
from rookery.formatting import count

if TYPE_CHECKING:
    import argparse

TIMEOUT = 240
"""Seconds that the arbiter's own command may take."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `desk publish`."""
    parser.add_argument("folder", metavar="FOLDER", help="an empty folder, or the one of an earlier site")
    parser.add_argument("name", nargs="?", metavar="NAME", help="which tournament, where there are several")
    parser.add_argument("--without", metavar="COLUMNS", default="",
                        help="leave these out: title, federation, club, fide_id; separated by commas")  # fmt: skip
    parser.add_argument("--then", metavar="COMMAND", default="",
                        help="run this afterwards, in the folder: to upload it, for example")  # fmt: skip
    parser.add_argument("--subfolder", action="store_true", help="write into a subfolder with the tournament's name")


def run(args: argparse.Namespace) -> int:
    """Write the site, and run the command that follows."""
    try:
        from rookery.web.static_site import build_site, has_site, withdrawn_site, write_site
    except ModuleNotFoundError as error:
        raise CommandError(f'a site needs {error.name}: pip install "rookery-chess[desk]"') from None
    from rookery.cli.desk.store import create_service, open_desk, select_stream
    from rookery.cli.journal import current_user
    from rookery.tournaments.visibility import is_public
    from rookery.web.addresses import Addresses
    from rookery.web.audit import record_place
    from rookery.web.context import AppContext

    hidden = tuple(name.strip() for name in args.without.split(",") if name.strip())
    with open_desk(args.desk, reads=True) as store:
        stream = select_stream(store, args.name)
        if stream.kind != "tournament":
            raise CommandError(f"{stream.slug} is an event with sections: publish each section")
        site = AppContext(create_service(store), store, Addresses(0), shared=True)
        folder = Path(args.folder) / stream.slug if args.subfolder else Path(args.folder)
        state = site.desk.state(stream.id)
        is_withdrawn = not is_public(state) or state.permanent.place == "deleted"
        files = withdrawn_site() if is_withdrawn and has_site(folder) else build_site(site, stream, hidden)
        report = write_site(folder, files)
        record_place(store, "publish", current_user(None), folder, stream.id)
    if is_withdrawn:
        print_paragraph(f"{stream.slug} is not public any more: its site is withdrawn, one page says so.")
    removed = f", {report.removed} removed" if report.removed else ""
    print_paragraph(f"{folder}: {count(report.files, 'file')}, {report.changed} new or changed{removed}.")
    if args.then:
        _run_command(args.then, folder)
    return DONE


def _run_command(command: str, folder: Path) -> None:
    """Run the arbiter's own command in the folder of the site."""
    try:
        done = subprocess.run(  # noqa: S603  # the person at the terminal names the program
            shlex.split(command), cwd=folder, timeout=TIMEOUT, check=False, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, errors="replace",
        )  # fmt: skip
    except (OSError, ValueError) as error:
        raise CommandError(f"--then {command}: {error}") from None
    except subprocess.TimeoutExpired:
        raise CommandError(f"--then {command}: stopped after {TIMEOUT} seconds") from None
    if done.returncode:
        last_line = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        raise CommandError(f"--then {command}: ended with {done.returncode}{': ' * bool(last_line)}{last_line}")
