"""The addresses of the desk: names in its network, public names behind a proxy, https, and the cookies there."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.cli.main import main
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.rules import TournamentRules
from rookery.web.addresses import PAUSE, Addresses, parse_origin
from rookery.web.app import build_app
from rookery.web.context import AppContext
from rookery.web.server import certificate_fingerprint, load_certificate
from support.browsers import Server
from support.visitors import OpenDesk, open_desk

PUBLIC = "https://desk.club.org"


class Machine:
    """A machine whose addresses change, and a clock."""

    def __init__(self) -> None:
        self.names, self.time, self.lookups = ["192.168.1.5"], 0.0, 0

    def find_names(self) -> list[str]:
        self.lookups += 1
        return list(self.names)

    def addresses(self, *, share: bool = True, public: tuple[str, ...] = ()) -> Addresses:
        return Addresses(8000, share, public, find_names=self.find_names, now=lambda: self.time)


def ask(
    site: AppContext, path: str, headers: dict[str, str], method: str = "GET", url: str = "http://127.0.0.1:8000"
) -> httpx.Response:
    """Send a request over a connection to this URL."""

    async def send() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(build_app(site)), base_url=url) as client:
            return await client.request(method, path, headers=headers)

    return asyncio.run(send())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenDesk]:
    made = open_desk(tmp_path, shared=True)
    made.desk.do(made.desk.create("club"), OpenTournament("Club evening", TournamentRules(system="dutch", rounds=3)))
    yield made
    made.store.close()


def entrance(house: OpenDesk) -> str:
    """Return a path that lets the owner in."""
    return f"/enter?token={house.store.people.invite_owner('Ada', 4_000_000_000)}"


# -- names in the network ----------------------------------------------------------------------------------------------


def test_a_desk_that_is_not_shared_answers_here_alone() -> None:
    machine = Machine()
    addresses = machine.addresses(share=False)
    assert addresses.urls == ("http://127.0.0.1:8000",)
    assert "127.0.0.1:8000" in addresses
    assert "localhost:8000" in addresses
    assert "192.168.1.5:8000" not in addresses
    assert machine.lookups == 0


def test_a_shared_desk_prints_its_network_address() -> None:
    addresses = Machine().addresses()
    assert addresses.urls == ("http://192.168.1.5:8000", "http://127.0.0.1:8000")
    assert "192.168.1.5:8000" in addresses
    assert "192.168.1.5" not in addresses
    assert Addresses(8000, share=True).urls[-1] == "http://127.0.0.1:8000"


def test_a_new_address_of_the_machine_is_recognised_on_the_next_request(house: OpenDesk) -> None:
    machine = Machine()
    site = replace(house.site, addresses=machine.addresses())
    urls: list[str] = []
    site.addresses.on_new_url = urls.append
    machine.names, machine.time = ["10.0.0.7"], PAUSE
    assert ask(site, "/p/", {"host": "10.0.0.7:8000"}).status_code == 200
    assert ask(site, "/p/", {"host": "192.168.1.5:8000"}).status_code == 421
    assert urls == ["http://10.0.0.7:8000"]
    assert site.addresses.urls == ("http://10.0.0.7:8000", "http://127.0.0.1:8000")


def test_foreign_host_names_cause_few_lookups(house: OpenDesk) -> None:
    machine = Machine()
    site = replace(house.site, addresses=machine.addresses())
    machine.time = PAUSE
    for _ in range(5):
        assert ask(site, "/p/", {"host": "evil.example:8000"}).status_code == 421
        assert ask(site, "/p/", {"host": "evil.example"}).status_code == 421
    assert machine.lookups == 2


def test_the_address_of_a_connection_is_accepted(house: OpenDesk) -> None:
    """No lookup finds the address of every network card; the connection itself shows it."""
    site = replace(house.site, addresses=Machine().addresses())
    here = {"host": "192.168.137.1:8000"}
    assert ask(site, "/p/", here).status_code == 421
    assert ask(site, "/p/", here, url="http://192.168.137.1:8000").status_code == 200
    site = replace(house.site, addresses=Machine().addresses(share=False))
    assert ask(site, "/p/", here, url="http://192.168.137.1:8000").status_code == 421


# -- public names ------------------------------------------------------------------------------------------------------


def test_a_public_name_is_answered_and_may_change_something(house: OpenDesk) -> None:
    site = replace(house.site, addresses=Addresses(8000, public=[PUBLIC]))
    answer = ask(site, entrance(house), {"host": "desk.club.org"})
    assert answer.status_code == 303
    kept = answer.headers["set-cookie"].partition(";")[0]
    for host in ("desk.club.org", "127.0.0.1:8000"):  # a proxy may keep the host, or replace it
        sent = {"host": host, "origin": PUBLIC, "cookie": kept}
        assert ask(site, "/theme", sent, "POST").status_code == 303, host
    for origin in ("http://desk.club.org", "https://evil.example", "https://desk.club.org.evil.example", "null", ""):
        sent = {"host": "desk.club.org", "origin": origin, "cookie": kept}
        assert ask(site, "/theme", sent, "POST").status_code == 403, origin


def test_an_invitation_has_the_public_name(house: OpenDesk) -> None:
    addresses = Addresses(8000, share=True, public=[PUBLIC, "http://desk.lan"])
    assert addresses.urls == (PUBLIC, "http://desk.lan", "http://127.0.0.1:8000")
    assert addresses.owner_url == "http://127.0.0.1:8000"
    assert Addresses(8000, public=[PUBLIC], tls=True).owner_url == PUBLIC


@pytest.mark.parametrize(
    ("text", "origin"),
    [("https://desk.club.org", PUBLIC), ("HTTPS://Desk.Club.org:443/", PUBLIC),
     ("https://desk.club.org:8443", "https://desk.club.org:8443"), ("http://[::1]:80", "http://[::1]")],
)  # fmt: skip
def test_a_public_name_is_an_origin(text: str, origin: str) -> None:
    assert parse_origin(text) == origin


@pytest.mark.parametrize(
    "text", ["desk.club.org", "ftp://desk", "https://", "https://a/b", "https://u@a", "https://a:x", "https://a?b", "*"]
)
def test_what_is_no_origin_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_origin(text)
    assert main(["desk", str(tmp_path), "--no-browser", "--name", text]) == 3


# -- cookies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "url", "secure"),
    [
        ({}, "http://127.0.0.1:8000", False),
        ({}, "https://127.0.0.1:8000", True),
        ({"host": "desk.club.org"}, "http://127.0.0.1:8000", True),
        ({"x-forwarded-proto": "https"}, "http://127.0.0.1:8000", True),
    ],
)
def test_cookies_are_for_https_alone_where_the_browser_speaks_it(
    house: OpenDesk, headers: dict[str, str], url: str, secure: bool
) -> None:
    site = replace(house.site, addresses=Addresses(8000, public=[PUBLIC]))
    for path in (entrance(house), "/language?to=en"):
        answer = ask(site, path, headers, url=url)
        assert ("secure" in answer.headers["set-cookie"].lower()) is secure, path


def test_without_a_public_name_no_header_makes_a_cookie_secure(house: OpenDesk) -> None:
    answer = ask(house.site, entrance(house), {"x-forwarded-proto": "https"})
    assert "secure" not in answer.headers["set-cookie"].lower()


def test_two_desks_on_a_machine_have_separate_cookies(house: OpenDesk) -> None:
    """A browser sends the cookies of both to each."""
    other = replace(house.site, addresses=Addresses(8001))
    cookies = []
    for site, port in ((house.site, 8000), (other, 8001)):
        answer = ask(site, entrance(house), {"host": f"127.0.0.1:{port}"}, url=f"http://127.0.0.1:{port}")
        cookies.append(answer.headers["set-cookie"].partition(";")[0])
    assert len({cookie.partition("=")[0] for cookie in cookies}) == 2
    both = "; ".join(cookies)
    for site, port in ((house.site, 8000), (other, 8001)):
        answer = ask(site, "/", {"host": f"127.0.0.1:{port}", "cookie": both}, url=f"http://127.0.0.1:{port}")
        assert answer.status_code == 200


# -- https -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with cert.pem and key.pem for 127.0.0.1, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
         "-days", "2", "-subj", "/CN=desk", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, cwd=folder, capture_output=True,
    )  # fmt: skip
    return folder


def test_a_desk_with_a_certificate_speaks_https_alone(certificate: Path, tmp_path: Path) -> None:
    words = ("--cert", str(certificate / "cert.pem"), "--key", str(certificate / "key.pem"))
    trust = ssl.create_default_context(cafile=str(certificate / "cert.pem"))
    with Server(tmp_path, *words) as server, httpx.Client(base_url=server.address, verify=trust) as client:
        assert server.address.startswith("https://127.0.0.1:")
        answer = client.get(server.entry_url)
        assert answer.status_code == 303
        name = f"__Host-rookery-{server.port}"
        assert name in client.cookies
        assert "secure" in answer.headers["set-cookie"].lower()
        assert client.get("/").status_code == 200
        large = client.post("/begin", content=b"x" * 300_000, headers={"origin": server.address})
        assert large.status_code in (403, 413, 422)
        with pytest.raises(httpx.HTTPError):
            httpx.get(server.address.replace("https", "http"))
        assert certificate_fingerprint(str(certificate / "cert.pem")) in server.output
        assert server.stop() == 0
        assert "Traceback" not in server.output


def test_a_certificate_and_its_key_may_be_in_one_file(certificate: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_text((certificate / "key.pem").read_text() + (certificate / "cert.pem").read_text())
    assert load_certificate(str(both)).get_ca_certs() == []
    assert certificate_fingerprint(str(both)) == certificate_fingerprint(str(certificate / "cert.pem"))


@pytest.mark.parametrize(
    ("words", "code"),
    [(("--cert", "nothing.pem"), 5), (("--cert", "cert.pem", "--key", "other.pem"), 5), (("--key", "key.pem"), 3)],
)
def test_a_certificate_that_cannot_be_used_is_refused_in_words(
    words: tuple[str, ...],
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("cert.pem", "other.pem"):
        Path(name).write_text("no certificate")
    assert main(["desk", str(tmp_path), "--no-browser", *words]) == code
    assert " ".join(capsys.readouterr().err.split()) == snapshot
