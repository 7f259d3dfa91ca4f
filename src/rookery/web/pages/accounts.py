"""Pages of accounts: one's own, all of them, and the members of a tournament or an event with their roles."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from rookery._record import record
from rookery.messages import msg
from rookery.storage.accounts import Account, Membership
from rookery.tournaments.roles import Role
from rookery.web.authority import parse_role
from rookery.web.page_spec import Page, RequestContext

ROLE_LABELS: Mapping[Role, str] = {
    Role.ADMINISTRATOR: msg("Administrator"),
    Role.ORGANISER: msg("Organiser"),
    Role.CHIEF_ARBITER: msg("Chief arbiter"),
    Role.DEPUTY: msg("Deputy"),
    Role.ARBITER: msg("Arbiter of boards"),
    Role.CHECK_IN: msg("Check-in"),
    Role.READER: msg("Reader"),
}

ROLE_TEXTS: Mapping[Role, str] = {
    Role.ADMINISTRATOR: msg("everything, also accounts, everywhere"),
    Role.ORGANISER: msg("players, details, documents, screens, publication"),
    Role.CHIEF_ARBITER: msg("everything in the tournament, also its members"),
    Role.DEPUTY: msg("everything but rules, FIDE mode and members"),
    Role.ARBITER: msg("results, byes and check-in at some boards"),
    Role.CHECK_IN: msg("ticks players as present"),
    Role.READER: msg("sees everything, changes nothing"),
}
"""What each role may do, in short."""


@record
class RoleLine:
    """A role of an account: its place (a tournament, an event, or everywhere if empty), and its boards."""

    role: str
    label: str
    stream: str = ""
    place: str = ""
    first: int | None = None
    last: int | None = None


@record
class RoleChoice:
    """A role that can be given."""

    role: str
    label: str
    text: str


@record
class AccountLine:
    """An account with its roles; `here` is the account of the user."""

    id: str
    name: str
    email: str
    roles: tuple[RoleLine, ...]
    password: bool
    provider: str
    disabled: str = ""
    here: bool = False


@record
class AccountsPage:
    """All accounts, and the roles in the whole installation that can be given."""

    accounts: tuple[AccountLine, ...]
    choices: tuple[RoleChoice, ...]


@record
class MembersPage:
    """The members of a tournament or an event, those of its event or the installation, and who can become one."""

    members: tuple[AccountLine, ...]
    others: tuple[AccountLine, ...]
    choices: tuple[RoleChoice, ...]
    accounts: tuple[str, ...]


@record
class OwnSession:
    """A session of an account: when it was opened and last used (UTC), its browser, and whether it is this one."""

    id: str
    since: str
    used: str
    browser: str
    here: bool = False


@record
class OwnAccount:
    """The account of the user; None for the owner of the desk, invited persons and deputies."""

    account: AccountLine | None
    sessions: tuple[OwnSession, ...] = ()


def build_own_account(visit: RequestContext) -> OwnAccount:
    """Return the account of the user, with its roles and sessions."""
    accounts, account_id = visit.site.store.accounts, visit.account
    account = accounts.find(account_id) if account_id else None
    if account is None:
        return OwnAccount(None)
    roles = _role_lines(visit, accounts.memberships(account_id))
    sessions = visit.site.store.people.list_sessions(account_id, int(time.time()))
    return OwnAccount(
        _account_line(visit, account, roles),
        tuple(
            OwnSession(s.id, _iso_time(s.made), _iso_time(s.used), describe_browser(s.agent), s.id == visit.session)
            for s in sessions
        ),
    )


def build_accounts(visit: RequestContext) -> AccountsPage:
    """Return all accounts with all of their roles."""
    accounts, roles = visit.site.store.accounts, dict[str, list[Membership]]()
    for membership in accounts.list_memberships():
        roles.setdefault(membership.account, []).append(membership)
    lines = tuple(
        _account_line(visit, account, _role_lines(visit, roles.get(account.id, ())))
        for account in accounts.list_accounts()
    )
    return AccountsPage(lines, role_choices(Role))


def build_members(visit: RequestContext) -> MembersPage:
    """Return the members of a tournament or an event; a role in the event or the installation holds here too."""
    store = visit.site.store.accounts
    accounts = {account.id: account for account in store.list_accounts()}
    above = [""] if visit.event is None or visit.of_event else ["", visit.event.stream.id]
    memberships = store.members(visit.id, *above)
    return MembersPage(
        _members(visit, accounts, (member for member in memberships if member.stream == visit.id)),
        _members(visit, accounts, (member for member in memberships if member.stream != visit.id)),
        role_choices(visit.authority.grantable_roles() - {Role.ADMINISTRATOR}),
        tuple(account.name for account in accounts.values() if account.disabled is None),
    )


def role_choices(roles: Iterable[Role]) -> tuple[RoleChoice, ...]:
    """Return roles to choose from, in their order."""
    chosen = set(roles)
    return tuple(RoleChoice(role.value, ROLE_LABELS[role], ROLE_TEXTS[role]) for role in Role if role in chosen)


def _members(
    visit: RequestContext, accounts: Mapping[str, Account], memberships: Iterable[Membership]
) -> tuple[AccountLine, ...]:
    roles = dict[str, list[Membership]]()
    for membership in memberships:
        roles.setdefault(membership.account, []).append(membership)
    lines = (
        _account_line(visit, accounts[account], _role_lines(visit, own))
        for account, own in roles.items()
        if account in accounts
    )
    return tuple(sorted(lines, key=lambda line: line.name.casefold()))


def _account_line(visit: RequestContext, account: Account, roles: tuple[RoleLine, ...]) -> AccountLine:
    return AccountLine(
        account.id, account.name, account.email, roles, account.has_password, account.issuer,
        _iso_time(account.disabled) if account.disabled is not None else "", account.id == visit.account,
    )  # fmt: skip


def _role_lines(visit: RequestContext, memberships: Iterable[Membership]) -> tuple[RoleLine, ...]:
    content = visit.site.index.known_content
    names = {entry.stream.id: entry.name for entry in content.tournaments}
    names |= {entry.stream.id: entry.name for entry in content.events}
    lines = []
    for membership in memberships:
        role = parse_role(membership.role)
        if role is not None and (not membership.stream or membership.stream in names):
            first, last = _board(membership.scope.get("first")), _board(membership.scope.get("last"))
            place = names.get(membership.stream, "")
            lines.append(RoleLine(role.value, ROLE_LABELS[role], membership.stream, place, first, last))
    order = list(Role)
    return tuple(sorted(lines, key=lambda line: (bool(line.stream), line.place, order.index(Role(line.role)))))


def _board(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _iso_time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


_BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


def describe_browser(agent: str) -> str:
    """Return the browser and the system that a browser names, or the beginning of what it says.

    >>> describe_browser("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    words = (next((name for part, name in names if part in agent), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(word for word in words if word) or agent[:40]


PAGES = (
    Page("account", "/account", "Your account", build_own_account, "account.html", live=()),
    Page("accounts", "/accounts", "Accounts", build_accounts, "accounts.html", live=()),
    Page("members", "/t/{slug}/members", "Members", build_members, "members.html", "members", live=()),
    Page("event-members", "/e/{event}/members", "Members", build_members, "members.html", "members", live=()),
)
