"""Privacy on the command line: what a desk knows of a person, erasure, and what is due to be removed."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph, say
from rookery.cli.desk.store import create_service, execute_command, open_desk, select_stream
from rookery.cli.errors import DONE, CommandError
from rookery.cli.files import write_output
from rookery.cli.journal import current_user
from rookery.formatting import count
from rookery.messages import join_list
from rookery.model import Player
from rookery.tournaments.domain.privacy import ErasePerson, PersonErased

if TYPE_CHECKING:
    import argparse

    from rookery.storage import Stream
    from rookery.storage.store import Store
    from rookery.tournaments.state import State


def add_person_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `rookery desk person`."""
    parser.add_argument("what", choices=["show", "export", "erase"], help="show, export as JSON, or erase for good")
    parser.add_argument("who", metavar="PERSON", help="a name, a pairing number, or a key such as p7")
    parser.add_argument("-o", "--output", metavar="OUT", help="the file to write; without it standard output")


def add_retention_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `rookery desk retention`."""
    parser.add_argument("--apply", action="store_true", help="remove what is due; without it, only list it")
    parser.add_argument("--config", metavar="FILE", help="the configuration (default: that of ROOKERY_CONFIG)")


def person(args: argparse.Namespace) -> int:
    """Show, export or erase what a desk knows of a person."""
    with open_desk(args.desk, reads=args.what == "show") as store:
        if args.what == "erase":
            _erase(store, args)
        elif args.what == "export":
            _export(store, args)
        else:
            _show(store, args)
    return DONE


def _find_entries(store: Store, args: argparse.Namespace) -> list[tuple[Stream, State, str]]:
    """Return the tournaments in which a person plays, with the key; in one tournament a number or a key does, too."""
    desk = create_service(store)
    streams = [stream for stream in store.streams() if stream.kind == "tournament" and stream.version]
    if args.tournament is not None or len(streams) == 1:
        stream = select_stream(store, args.tournament)
        state = desk.state(stream.id)
        return [(stream, state, _find_key(state, args.who))]
    found = [
        (stream, state, player.key)
        for stream in streams
        for state in [desk.state(stream.id)]
        for player in state.tournament.players
        if _is_called(player, args.who)
    ]
    if not found:
        raise CommandError(f"{store.name} has nobody called {args.who!r}; a number or a key needs --tournament")
    return found


def _find_key(state: State, who: str) -> str:
    players = state.tournament.players
    matches = [p.key for p in players if who in (p.key, str(p.number))] or [
        p.key for p in players if _is_called(p, who)
    ]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise CommandError(f"{who!r} is the name of {len(matches)} players: say which by number")
    if who[:1] == "p" and who[1:].isdecimal() and int(who[1:]) <= state.permanent.keys:
        return who  # deleted from the list
    raise CommandError(f"nobody here is called {who!r}, and nobody has that number or key")


def _is_called(player: Player, name: str) -> bool:
    from rookery.web.person_data import is_same_person

    return is_same_person(Player(1, name), Player(2, player.name))


def _show(store: Store, args: argparse.Namespace) -> None:
    from rookery.web.person_data import codes_of, entries_about

    for stream, state, key in _find_entries(store, args):
        entries = len(entries_about(store.read(stream.id), key))
        codes = len(codes_of(store.codes.list_codes(stream.id), key))
        label = state.label(key) if key in state.keys.players else key
        erased = ", erased" if key in state.permanent.erased else ""
        known = f"{count(entries, 'event')} of the log, {count(codes, 'access code')}"
        say(f"{stream.slug}  {key}  {label}: {known}{erased}")
        _print_copies(store, stream)


def _export(store: Store, args: argparse.Namespace) -> None:
    from rookery.web.audit import COMMAND_LINE, record_event
    from rookery.web.person_data import export_person

    entries = _find_entries(store, args)
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    data = json.dumps(export_person(store, entries, at), ensure_ascii=False, indent=2).encode() + b"\n"
    write_output(data, args.output)
    for stream, _, key in entries:
        record_event(store, "person-export", current_user(args.by), means=COMMAND_LINE,
                     subject=f"{stream.slug} {key}", stream=stream.id)  # fmt: skip
    if args.output not in (None, "-"):
        print_paragraph(f"What {store.name} knows of {args.who} is in {args.output}.")


def _erase(store: Store, args: argparse.Namespace) -> None:
    from rookery.web.audit import COMMAND_LINE, record_event
    from rookery.web.person_data import forget_codes_of

    entries = _find_entries(store, args)
    if len(entries) > 1:
        slugs = join_list(stream.slug for stream, _, _ in entries)
        raise CommandError(f"{args.who} plays in {slugs}: erase in one after the other, with --tournament")
    for stream, _, key in entries:
        result = execute_command(store, stream, ErasePerson(key), args.by, args.yes)
        event = next((event for event in result.events if isinstance(event, PersonErased)), None)
        if event is None:
            print_paragraph(f"{key} was erased from {stream.slug} before.")
            continue
        forget_codes_of(store, stream.id, event)
        record_event(store, "person-erased", current_user(args.by), means=COMMAND_LINE,
                     subject=f"{stream.slug} {key}", stream=stream.id)  # fmt: skip
        print_paragraph(f"{key} is {event.name} in {stream.slug} from now on, also in all earlier entries of the log.")
        _print_copies(store, stream)


def _print_copies(store: Store, stream: Stream) -> None:
    """Print the places that may still hold the data."""
    from rookery.web.person_data import BACKUP, SITE, list_copies

    copies = list_copies(store, stream.id)
    if copies:
        print_paragraph("These places may still hold the data; delete them, or write them again:")
    labels = {BACKUP: "backups", SITE: "web site"}
    for copy in copies:
        say(f"  {labels.get(copy.kind, 'file'):8}  {copy.place}")


def retention(args: argparse.Namespace) -> int:
    """List what is older than the configured times, or remove it."""
    from rookery.web.config import RETENTION_KINDS, load_config
    from rookery.web.retention import LABELS, apply_retention, list_expired, retention_days

    config, now = load_config(Path(args.config) if args.config else None), int(time.time())
    with open_desk(args.desk, reads=not args.apply) as store:
        desk = create_service(store)
        take = apply_retention if args.apply else list_expired
        items = tuple(take(store, desk, config, now))
    for item in items:
        place = f" ({item.tournament})" if item.tournament else ""
        say(f"{item.number:6}  {LABELS[item.kind]}{place}, older than {count(item.days, 'day')}")
    if items:
        print_paragraph("It was removed." if args.apply else "It is due; rookery desk retention --apply removes it.")
        return DONE
    kept = [f"{kind} {retention_days(config, kind) or 'for ever'}" for kind in RETENTION_KINDS]
    print_paragraph(f"Nothing is due. Days kept: {', '.join(kept)}.")
    return DONE
