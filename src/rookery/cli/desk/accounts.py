"""`rookery desk account`: add, list, disable, enable and delete accounts, and set their passwords."""

from __future__ import annotations

import getpass
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.cli.console import print_paragraph, say
from rookery.cli.errors import DONE, CommandError
from rookery.cli.journal import current_user

if TYPE_CHECKING:
    import argparse

    from rookery.storage.accounts import Account
    from rookery.storage.store import Store

OPERATIONS = ("add", "list", "password", "disable", "enable", "delete")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "operation", choices=OPERATIONS, metavar="OPERATION", help=f"what to do: {', '.join(OPERATIONS)}"
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the name of the account, as in the log")
    parser.add_argument("--admin", action="store_true", help="add: as administrator of the whole installation")
    parser.add_argument("--email", default="", metavar="ADDRESS", help="add: the mail address")
    parser.add_argument(
        "--password-file", metavar="FILE", help="add, password: read the password from the first line of a file"
    )


def run(args: argparse.Namespace) -> int:
    """Run the action; passwords are asked for, or read from a file, and are never arguments."""
    from rookery.cli.desk.store import open_desk

    with open_desk(args.desk, fresh=args.operation == "add", reads=args.operation == "list") as store:
        if args.operation == "list":
            return _list(store)
        if not args.name or not args.name.strip():
            raise CommandError(f"rookery desk account {args.operation} needs a NAME")
        name = " ".join(args.name.split())
        if args.operation == "add":
            return _add(store, name, args)
        account = store.accounts.find_name(name)
        if account is None:
            raise CommandError(f"there is no account {name!r}: rookery desk account list shows all")
        if args.operation == "password":
            _set_password(store, account, args)
            print_paragraph(f"The password of {account.name} is changed, and all browsers are signed out.")
        elif args.operation == "disable":
            store.accounts.disable(account.id, int(time.time()))
            print_paragraph(f"{account.name} can no longer sign in.")
        elif args.operation == "delete":
            store.accounts.delete(account.id)
            print_paragraph(f"The account of {account.name} is deleted. The name stays in logs.")
        else:
            store.accounts.enable(account.id)
            print_paragraph(f"{account.name} can sign in again.")
        _record(store, account, args.operation)
    return DONE


def _add(store: Store, name: str, args: argparse.Namespace) -> int:
    from rookery.tournaments.roles import Role

    now = int(time.time())
    if len(name) > 80 or not name.isprintable():
        raise CommandError("a name has at most 80 printable characters")
    if store.people.is_taken(name, now):
        raise CommandError(f"there is an account or a session of {name} already: the log could not tell them apart")
    password_hash = _read_password_hash(name, args)
    account = store.accounts.create(name, now, email=args.email, password=password_hash)
    if account is None:
        raise CommandError(f"there is an account of {name} already")
    if args.admin:
        store.accounts.grant(account.id, "", Role.ADMINISTRATOR, {}, now)
    _record(store, account, "created")
    role = " as administrator" if args.admin else ", without a role"
    print_paragraph(f"{account.name} has an account{role}.")
    return DONE


def _list(store: Store) -> int:
    streams = {stream.id: stream.slug for stream in store.streams()}
    roles = dict[str, list[str]]()
    for membership in store.accounts.list_memberships():
        place = f" of {streams.get(membership.stream, '?')}" if membership.stream else ""
        roles.setdefault(membership.account, []).append(f"{membership.role}{place}")
    accounts = store.accounts.list_accounts()
    for account in accounts:
        state = " (disabled)" if account.disabled is not None else ""
        say(f"{account.name}{state}: {', '.join(roles.get(account.id, ['no role']))}")
    if not accounts:
        say("There is no account yet.")
    return DONE


def _set_password(store: Store, account: Account, args: argparse.Namespace) -> None:
    store.accounts.set_password(account.id, _read_password_hash(account.name, args))
    store.people.end_account_sessions(account.id)


def _read_password_hash(name: str, args: argparse.Namespace) -> str:
    from rookery.web.passwords import hash_password, password_problem

    password = _read_password(args)
    if problem := password_problem(password, name):
        raise CommandError(str(problem).rstrip("."))
    return hash_password(password)


def _read_password(args: argparse.Namespace) -> str:
    """Return the password: the first line of a file, or what is typed twice."""
    if args.password_file:
        lines = Path(args.password_file).read_text("utf-8").splitlines()
        return lines[0] if lines else ""
    if not sys.stdin.isatty():
        raise CommandError("there is no terminal to type the password: write it to a file for --password-file")
    password = getpass.getpass("Password: ")
    if getpass.getpass("The same again: ") != password:
        raise CommandError("the two passwords differ")
    return password


def _record(store: Store, account: Account, change: str) -> None:
    from rookery.web.audit import COMMAND_LINE, record_event

    record_event(store, "account", current_user(), means=COMMAND_LINE, subject=account.name, change=change)
