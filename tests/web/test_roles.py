"""Every command, action and page by every role: what a role may not do is refused, and not shown."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.routing import Mount, Route

from rookery._record import replace
from rookery.model import ByeKind, Result
from rookery.storage import Stream
from rookery.tournaments.command import COMMANDS, Command, command_to_data
from rookery.tournaments.domain.byes import AskBye
from rookery.tournaments.domain.check_in import MarkCheckIn
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.restore_points import Undo
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.domain.rules import SetRules
from rookery.tournaments.domain.sections import AddSection, NumberSections, OpenEvent
from rookery.tournaments.keyed import Facts
from rookery.tournaments.roles import ACTION_ROLES, COMMAND_ROLES, INSTALLATION_ACTIONS, Role, roles_for
from rookery.tournaments.rules import TournamentRules
from rookery.web.access_codes import issue_deputy
from rookery.web.app import create_routes
from rookery.web.authority import FREE, ROUTE_ACTIONS, action_of, authority_of
from rookery.web.middleware import OPEN, SAFE
from rookery.web.page_spec import route_path
from support.accounts import sign_in, sign_in_roles
from support.html_elements import parse_html
from support.page_addresses import EVENT, addresses
from support.phases import FIRST, OF_TEAMS, WISHES, tournament_in_phase
from support.visitors import OpenDesk, Visitor, open_desk, with_event, with_examples

LIMITED = [role for role in Role if role is not Role.ADMINISTRATOR]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    desk = open_desk(tmp_path)
    yield desk
    desk.store.close()


@pytest.fixture(scope="module")
def festival(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenDesk]:
    """A desk with the example tournaments, two of them sections of an event; nothing is changed there."""
    desk = with_event(with_examples(tmp_path_factory.mktemp("festival"), shared=True))
    yield desk
    desk.store.close()


def stream_of(desk: OpenDesk, slug: str) -> str:
    stream = desk.store.find_stream(slug)
    assert stream is not None
    return stream.id


def send(visitor: Visitor, path: str, data: object) -> tuple[int, str]:
    """Send a command; return the status and the code of the problem."""
    answer = visitor.send("POST", f"{path}/commands", {"x-csrf-token": visitor.csrf_token}, json=data)
    return answer.status_code, answer.json().get("code", "")


def start_club(desk: OpenDesk, slug: str = "club", players: int = 8) -> str:
    """Start a tournament whose first round is paired."""
    stream = desk.desk.create(slug)
    desk.desk.do(stream, OpenTournament(slug, TournamentRules(system="dutch", rounds=3), lots="seed"))
    desk.desk.do(stream, EnterPlayers(tuple(Facts(f"{slug} {n}", 2000 - 10 * n) for n in range(players))))
    desk.desk.do(stream, PairRound())
    return stream


def board(desk: OpenDesk, stream: str, number: int) -> tuple[str, str]:
    """Return the keys of the players at a board of the last round."""
    state = desk.desk.state(stream)
    game = state.tournament.rounds[-1].games[number - 1]
    return state.keys.player[game.white], state.keys.player[game.black]


# -- the table ---------------------------------------------------------------------------------------------------------


def test_every_command_is_in_the_table() -> None:
    assert set(COMMAND_ROLES) == set(COMMANDS)
    assert not set(COMMAND_ROLES) & set(ACTION_ROLES)
    assert all(Role.ADMINISTRATOR in roles for roles in {**COMMAND_ROLES, **ACTION_ROLES}.values())
    assert not any(Role.READER in roles for roles in COMMAND_ROLES.values())
    assert roles_for("no such action") == {Role.ADMINISTRATOR}


def all_routes() -> Iterator[tuple[str, Route]]:
    def walk(routes: list[object], prefix: str) -> Iterator[tuple[str, Route]]:
        for route in routes:
            if isinstance(route, Mount) and route.routes:
                yield from walk(list(route.routes), prefix + route.path)
            elif isinstance(route, Route):
                yield (prefix + route.path).removeprefix("/api/v1"), route

    return walk(list(create_routes()), "")


def test_every_address_that_changes_something_names_its_action() -> None:
    for path, route in all_routes():
        if set(route.methods or ()) - SAFE and not path.startswith(OPEN) and path != "/b":
            assert route.name in ROUTE_ACTIONS, f"{path} is for administrators only: name its action"
    assert {action for action in ROUTE_ACTIONS.values() if action != FREE} <= set(COMMAND_ROLES) | set(ACTION_ROLES)


def grant_everywhere(desk: OpenDesk, stream: str) -> None:
    """Give every account of `sign_in_roles` its role in a tournament or an event."""
    for account in desk.store.accounts.list_accounts():
        role = Role(account.name.partition(" ")[0])
        if role is not Role.ADMINISTRATOR:
            desk.store.accounts.grant(account.id, stream, role, {}, 0)


def sign_in_programs(desk: OpenDesk) -> dict[Role, str]:
    """Create a token that may everything for every account of `sign_in_roles`; return the secrets by role."""
    now, secrets = int(time.time()), dict[Role, str]()
    for account in desk.store.accounts.list_accounts():
        secret, _ = desk.store.tokens.create("program", ["manage"], now, now + 3600, account=account.id)
        secrets[Role(account.name.partition(" ")[0])] = secret
    return secrets


def send_with_token(desk: OpenDesk, secret: str, path: str, data: object) -> tuple[int, str]:
    headers = {"authorization": f"Bearer {secret}", "origin": ""}
    answer = desk.outside().send("POST", f"/api/v1{path}/commands", headers, json=data)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("means", ["cookie", "token"])
def test_every_cell_of_command_and_role_over_http(house: OpenDesk, means: str) -> None:
    visitors = sign_in_roles(house)
    secrets, cells = sign_in_programs(house), 0
    for number, name in enumerate(sorted(COMMANDS)):
        event = tournament_in_phase("round open", "FIDE", name if name in FIRST else "", name in OF_TEAMS)
        kind = "event" if COMMANDS[name].STREAM == "event" or name == "event.open" else "tournament"
        stream = Stream(f"id{number}", kind, f"t{number}")
        if kind == "event":
            house.store.create(stream.id, kind, stream.slug)
            house.desk.do(stream.id, OpenEvent("Festival"))
        else:
            house.store.adopt(stream, [replace(record, stream=stream.id) for record in event.store.read(event.stream)])
        grant_everywhere(house, stream.id)
        data = command_to_data(WISHES[name](event))
        stream_roles = roles_for(name) if name not in INSTALLATION_ACTIONS else frozenset({Role.ADMINISTRATOR})
        for role in sorted(Role, key=lambda role: role in stream_roles):  # who may not goes first
            before = house.store.version(stream.id)
            path = f"/{kind[0]}/{stream.slug}"
            status, code = (
                send(visitors[role], path, data)
                if means == "cookie"
                else send_with_token(house, secrets[role], path, data)
            )
            if role in stream_roles:
                assert status < 500, (name, role, status, code)
                assert code != "role", (name, role)
            else:
                assert (status, code) == (403, "role"), (name, role)
                assert house.store.version(stream.id) == before, (name, role)
            cells += 1
    assert cells == len(COMMANDS) * len(Role)


@pytest.mark.parametrize("means", ["cookie", "token"])
def test_a_reader_changes_nothing_anywhere(house: OpenDesk, means: str) -> None:
    """Every address that is not safe, with the right CSRF token or a token of a program: nothing is stored."""
    stream = start_club(house)
    house.store.create("fest", "event", "fest")
    house.desk.do("fest", OpenEvent("Fest"))
    reader = sign_in(house, "Rea", (stream, Role.READER), ("fest", Role.READER))
    token, before = reader.csrf_token, house.store.totals()
    accesses = house.store.people.list_accesses(int(time.time()))
    account = house.store.accounts.find_name("Rea")
    assert account is not None
    now = int(time.time())
    secret, _ = house.store.tokens.create("program", ["manage"], now, now + 3600, account=account.id)
    program = {"authorization": f"Bearer {secret}", "origin": ""}
    values = {"slug": "club", "event": "fest", "word": "x", "id": "x", "key": "x"}
    for path, route in all_routes():
        for method in sorted(set(route.methods or ()) - SAFE):
            if path.startswith(OPEN) or path == "/b" or ROUTE_ACTIONS.get(route.name) == FREE:
                continue
            address = re.sub(r"\{(\w+)(:\w+)?\}", lambda match: values.get(match[1], "x"), path)
            headers = {"x-csrf-token": token} if means == "cookie" else program
            data = {"csrf_token": token, "command": "remark.add", "text": "x"}
            visitor = reader if means == "cookie" else house.outside()
            answer = visitor.send(method, address, headers, data=data)
            if not path.endswith("/commands"):  # a form is no command in JSON
                assert answer.status_code in (401, 403, 404), (method, address, answer.status_code)
            assert answer.status_code >= 400, (method, address, answer.status_code)
    assert house.store.totals() == before
    assert house.store.people.list_accesses(int(time.time())) == accesses
    assert house.store.codes.list_codes() == ()
    assert house.store.screens.list_screens() == ()


# -- where a role holds ------------------------------------------------------------------------------------------------


def test_a_role_holds_in_its_tournament_only(house: OpenDesk) -> None:
    club, other = start_club(house), start_club(house, "other")
    chief, before = sign_in(house, "Cid", (club, Role.CHIEF_ARBITER)), house.store.version(other)
    remark = {"command": "remark.add", "text": "x"}
    assert send(chief, "/t/club", remark)[0] == 200
    assert send(chief, "/t/other", remark) == (404, "unknown")
    assert chief.ask("/t/other").status_code == 404
    assert chief.ask("/api/v1/t/other/events").status_code == 404
    assert chief.ask("/t/other/files/trf26").status_code == 404
    home = chief.ask("/").text
    assert "/t/club" in home
    assert "/t/other" not in home
    assert house.store.version(other) == before


def test_a_role_in_an_event_holds_for_its_sections(house: OpenDesk) -> None:
    club, other = start_club(house), start_club(house, "other")
    house.store.create("fest", "event", "fest")
    house.desk.do("fest", OpenEvent("Fest"))
    house.desk.do("fest", AddSection(club, "club"))
    deputy = sign_in(house, "Dan", ("fest", Role.DEPUTY))
    assert send(deputy, "/t/club", {"command": "remark.add", "text": "x"})[0] == 200
    assert deputy.ask("/e/fest").status_code == 200
    assert deputy.ask("/t/other").status_code == 404
    house.desk.do("fest", AddSection(other, "other"))
    assert deputy.ask("/t/other").status_code == 200
    section_only = sign_in(house, "Sue", (club, Role.DEPUTY))
    page = section_only.ask("/t/club").text
    assert section_only.ask("/e/fest").status_code == 404
    assert 'href="/e/fest' not in page
    assert 'href="/t/other' not in page


def test_an_event_does_not_take_over_a_tournament(house: OpenDesk) -> None:
    """A role in an event holds for its sections, so that only who may add the tournament makes it one."""
    club = start_club(house)
    house.store.create("fest", "event", "fest")
    house.desk.do("fest", OpenEvent("Fest"))
    organiser = sign_in(house, "Ora", ("fest", Role.CHIEF_ARBITER), (club, Role.READER))
    assert send(organiser, "/e/fest", {"command": "section.add", "tournament": club}) == (403, "role")
    assert house.desk.state("fest").sections == ()


def test_an_arbiter_has_a_range_of_boards(house: OpenDesk) -> None:
    club = start_club(house)
    arbiter = sign_in(house, "Art", (club, Role.ARBITER), scope={"first": 1, "last": 2})

    def enter(number: int) -> tuple[int, str]:
        white, black = board(house, club, number)
        return send(arbiter, "/t/club", command_to_data(EnterResult(1, white, black, Result.DRAW)))

    assert enter(2)[0] == 200
    assert enter(3) == (403, "role")
    inside, outside = board(house, club, 1)[0], board(house, club, 4)[0]
    commands: tuple[Callable[[str], Command], ...] = (
        lambda key: AskBye(key, (2,), ByeKind.ZERO),
        lambda key: MarkCheckIn(2, (key,)),
    )
    for make in commands:
        assert send(arbiter, "/t/club", command_to_data(make(outside))) == (403, "role")
        assert send(arbiter, "/t/club", command_to_data(make(inside)))[1] != "role"


def test_a_range_counts_the_boards_of_the_event(house: OpenDesk) -> None:
    club, other = start_club(house), start_club(house, "other")
    house.store.create("fest", "event", "fest")
    for command in (OpenEvent("Fest"), AddSection(club, "club"), AddSection(other, "other")):
        house.desk.do("fest", command)
    house.desk.do("fest", NumberSections({club: 1, other: 5}))
    arbiter = sign_in(house, "Art", ("fest", Role.ARBITER), scope={"first": 6, "last": 7})
    for slug, stream, number, status in (("other", other, 1, 403), ("other", other, 2, 200), ("club", club, 2, 403)):
        white, black = board(house, stream, number)
        command = command_to_data(EnterResult(1, white, black, Result.DRAW))
        assert send(arbiter, f"/t/{slug}", command)[0] == status, (slug, number)


def test_an_undo_may_not_change_what_the_role_may_not(house: OpenDesk) -> None:
    stream = house.desk.create("club")
    house.desk.do(stream, OpenTournament("club", TournamentRules(system="dutch", rounds=3), lots="seed"))
    house.desk.do(stream, SetRules({"rounds": 5}), actor="Dan")
    deputy = sign_in(house, "Dan", (stream, Role.DEPUTY))
    assert send(deputy, "/t/club", command_to_data(Undo())) == (403, "role")
    assert house.desk.state(stream).laws.rounds == 5


def test_the_code_of_a_deputy_permits_what_it_did(house: OpenDesk) -> None:
    club = start_club(house)
    code = issue_deputy(house.site, club, "Dot")
    deputy = Visitor(house.site, {house.site.addresses.cookie: code.secret})
    match = re.search(r'data-csrf-token="(\w+)"', deputy.ask("/t/club").text)
    assert match
    deputy.csrf_tokens[str(deputy.cookies)] = match[1]
    assert send(deputy, "/t/club", command_to_data(SetRules({"unrated": 1400})))[1] != "role"
    page = deputy.ask("/t/club/phones")
    assert page.status_code == 200
    form = {"csrf_token": deputy.csrf_token, "action": "deputy", "name": "Eve"}
    assert deputy.send("POST", "/t/club/phones", data=form).status_code == 403


def test_the_log_names_the_account(house: OpenDesk) -> None:
    club = start_club(house)
    chief = sign_in(house, "Cid", (club, Role.CHIEF_ARBITER))
    assert send(chief, "/t/club", {"command": "remark.add", "text": "x"})[0] == 200
    assert [record.actor for record in house.store.read(club)][-1] == "Cid"


def test_what_is_withdrawn_ends_at_once(house: OpenDesk) -> None:
    club = start_club(house)
    chief = sign_in(house, "Cid", (club, Role.CHIEF_ARBITER))
    account = house.store.accounts.find_name("Cid")
    assert account is not None
    assert chief.ask("/t/club").status_code == 200
    house.store.accounts.withdraw(account.id, club, Role.CHIEF_ARBITER)
    assert chief.ask("/t/club").status_code == 404
    house.store.accounts.disable(account.id, 1)
    assert chief.ask("/").status_code == 403


# -- what is shown -----------------------------------------------------------------------------------------------------


def route_of(path: str, method: str) -> Route | None:
    """Return the route that answers an address."""
    scope = {"type": "http", "path": path, "root_path": "", "method": method}
    for _, route in all_routes():
        match, _ = route.matches(scope)
        if match.value == 2:
            return route
    return None


def forbidden_targets(desk: OpenDesk, visitor: Visitor, html: str) -> Iterator[str]:
    """Yield the forms and links of a page that are not for the role of the visitor."""
    session = desk.store.find_session(visitor.cookies[desk.site.addresses.cookie], int(time.time()))
    page, streams = parse_html(html), {stream.slug: stream.id for stream in desk.store.streams()}

    def may(path: str, name: str) -> bool:
        slug = path.split("/")[2] if path.startswith(("/t/", "/e/")) else ""
        return name == FREE or authority_of(desk.site, session, streams.get(slug, "")).may(name)

    for form in page.select("form"):
        if form.attributes.get("method") != "post":
            continue
        names = [field.attributes.get("value", "") for field in form.select('input[name="command"]')]
        path = form.attributes.get("action", "")
        route = route_of(path, "POST")
        assert route is not None, path
        name = names[0] if names else action_of(route.name, route.methods)
        if not may(path, name):
            yield f"form {name}"
    for link in page.select("a"):
        path = link.attributes.get("href", "").partition("#")[0].partition("?")[0]
        route = route_of(path, "GET") if path.startswith("/") else None
        is_page = route is not None and not path.startswith(OPEN)
        if is_page and route is not None and not may(path, action_of(route.name, route.methods)):
            yield f"link {path}"


@pytest.mark.parametrize("role", LIMITED)
def test_what_a_role_may_not_do_is_not_shown(festival: OpenDesk, role: Role) -> None:
    slugs = ("easter-open", "four-rivers", EVENT)
    visitor = sign_in(festival, f"{role} of all", *((stream_of(festival, slug), role) for slug in slugs))
    forbidden = []
    for _, address in dict.fromkeys(addresses()):
        if address.startswith(("/p/", "/help/")):
            continue
        answer = visitor.ask(address)
        assert answer.status_code in (200, 403, 404, 422), (address, answer.status_code)
        if answer.status_code == 200 and "text/html" in answer.headers["content-type"]:
            found = forbidden_targets(festival, visitor, answer.text)
            forbidden += [f"{address}: {target}" for target in found]
    assert forbidden == []


def test_the_routes_of_pages_are_found() -> None:
    route = route_of("/t/x/round/3", "GET")
    assert route is not None
    assert route.name == "round"
    assert route_path("/t/{slug}/round/{round:int}") == route.path


def test_controls_of_the_script_are_not_shown(house: OpenDesk) -> None:
    """Boards and byes have buttons without a form of their own."""
    club = start_club(house)
    reader = sign_in(house, "Rea", (club, Role.READER))
    arbiter = sign_in(house, "Art", (club, Role.ARBITER), scope={"first": 2, "last": 3})
    deputy = sign_in(house, "Dan", (club, Role.DEPUTY))
    for visitor, boards in ((reader, 0), (arbiter, 2), (deputy, 4)):
        page = visitor.ask("/t/club/round/1").text
        assert page.count('class="result-buttons"') == boards
        assert ("every-result" in page) == bool(boards)
        cells = visitor.ask("/t/club/players").text.count('class="here-box"')
        assert cells == 2 * boards
    targets = {target["text"] for target in reader.ask("/t/club/find").json()}
    assert not targets & {"Withdraw a player", "Add a player", "Change rules and tie-breaks"}
    assert "Withdraw a player" in {target["text"] for target in deputy.ask("/t/club/find").json()}
