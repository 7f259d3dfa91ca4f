"""Tokens of programs on the command line: create, list and revoke them."""

from __future__ import annotations

import argparse
import time

from rookery.cli.console import say
from rookery.cli.errors import DONE, CommandError
from rookery.storage.store import Store
from rookery.storage.tokens import Token
from rookery.tournaments.roles import SCOPES

DEFAULT_DAYS, MAX_DAYS, DAY = 90, 3650, 24 * 3600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `desk token`."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", metavar="NAME", help="create a token for the program of this name")
    which.add_argument("--list", action="store_true", help="show the tokens, their scopes and their last use")
    which.add_argument("--revoke", metavar="NAME", help="end the tokens of this name")
    parser.add_argument(
        "--scope", action="append", choices=sorted(SCOPES), help="what it may do; may be repeated (default: read)"
    )
    parser.add_argument("--account", metavar="NAME", help="the account that it belongs to (default: the desk's owner)")
    parser.add_argument("--tournament", metavar="SLUG", help="the only tournament or event that it opens")
    parser.add_argument("--days", type=int, default=DEFAULT_DAYS, help=f"when it ends (default: after {DEFAULT_DAYS})")


def manage_tokens(args: argparse.Namespace) -> int:
    """Create a token and print its secret, or list or revoke tokens."""
    from rookery.cli.desk.store import open_desk

    now = int(time.time())
    with open_desk(args.desk) as store:
        if args.list:
            return _list_tokens(store, now)
        if args.revoke:
            return _revoke_tokens(store, args.revoke, now)
        say(_create_token(store, args, now))
    return DONE


def _create_token(store: Store, args: argparse.Namespace, now: int) -> str:
    """Return the secret of a new token."""
    if not 1 <= args.days <= MAX_DAYS:
        raise CommandError(f"--days {args.days}: expected 1 to {MAX_DAYS}")
    account_id, stream_id = "", ""
    if args.account:
        account = store.accounts.find_name(args.account)
        if account is None:
            raise CommandError(f"there is no account {args.account}")
        account_id = account.id
    if args.tournament:
        stream = store.find_stream(args.tournament)
        if stream is None:
            raise CommandError(f"there is no tournament {args.tournament} at this desk")
        stream_id = stream.id
    scopes = [scope for scope in SCOPES if scope in (args.scope or ["read"])]
    expires = now + args.days * DAY
    secret, token = store.tokens.create(args.name, scopes, now, expires, account=account_id, stream=stream_id)
    _record(store, "created", token)
    return secret


def _list_tokens(store: Store, now: int) -> int:
    accounts = {account.id: account.name for account in store.accounts.list_accounts()}
    streams = {stream.id: stream.slug for stream in store.streams()}
    tokens = store.tokens.list_tokens()
    for token in tokens:
        used = f"used {_format_day(token.used)}" if token.used is not None else "never used"
        place = [streams.get(token.stream, "a tournament that is gone")] if token.stream else []
        account = [accounts.get(token.account, "?")] if token.account else []
        details = ", ".join(("+".join(token.scopes), *account, *place, used, _describe_end(token, now)))
        say(f"{_format_day(token.made)}  {token.name}: {details}")
    if not tokens:
        say("There are no tokens.")
    return DONE


def _describe_end(token: Token, now: int) -> str:
    if token.revoked is not None:
        return f"revoked {_format_day(token.revoked)}"
    return f"{'expired' if token.expires <= now else 'until'} {_format_day(token.expires)}"


def _revoke_tokens(store: Store, name: str, now: int) -> int:
    revoked = [token for token in store.tokens.list_tokens() if token.name == name and token.revoked is None]
    if not revoked:
        raise CommandError(f"there is no valid token {name}: rookery desk token --list shows them")
    for token in revoked:
        store.tokens.revoke(token.id, now)
        _record(store, "revoked", token)
    say(f"Revoked: {len(revoked)}.")
    return DONE


def _record(store: Store, change: str, token: Token) -> None:
    from rookery.web.audit import COMMAND_LINE, record_event

    record_event(store, "token", "", means=COMMAND_LINE, subject=token.name, stream=token.stream, change=change)


def _format_day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
