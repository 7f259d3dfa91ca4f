"""The application of a server, as an ASGI server or a host application gets it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from rookery.cli.main import main
from rookery.storage import open_store
from rookery.web import Config, ConfigError, create_app
from rookery.web.logs import JsonFormatter
from support.asgi_client import run_client
from support.visitors import with_examples
from support.web_server import WebServer

NAME = "https://desk.club.org"
PATIENCE = 30


def config_of(folder: Path, **settings: Any) -> Config:
    return Config(str(folder / "desk.sqlite"), **{"names": (NAME,), "https": True, **settings})


def get(config: Config, path: str, headers: Mapping[str, str] | None = None, **options: Any) -> httpx.Response:
    """Return the answer of a new server to one request; `headers` are those of its proxy."""

    async def visit(client: httpx.AsyncClient) -> httpx.Response:
        return await client.get(path, headers=headers)

    return run_client(create_app(config), options.pop("base_url", NAME), visit, **options)


def test_configured_application(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        assert (await client.get("/static/desk.css")).status_code == 200
        assert (await client.get("/p/")).status_code == 200
        assert (await client.get("/")).headers["location"] == "/p/"
        assert (await client.get("/p/", headers={"host": "evil.example"})).status_code == 421

    config = Config(str(tmp_path / "new" / "desk.sqlite"), names=(NAME,), https=True)
    run_client(create_app(config), NAME, visit)


def test_configured_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        assert (await client.get("/p/")).status_code == 403

    monkeypatch.setenv("ROOKERY_DATABASE", str(tmp_path / "desk.sqlite"))
    monkeypatch.setenv("ROOKERY_SHARE", "no")
    logger = logging.getLogger("rookery")
    before = logger.handlers, logger.level, logger.propagate
    try:
        run_client(create_app(), "http://localhost:9000", visit)
    finally:
        logger.handlers, logger.level, logger.propagate = before
    assert (tmp_path / "desk.sqlite").exists()


def test_several_workers_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="2 workers need PostgreSQL"):
        create_app(config_of(tmp_path, workers=2))


def test_two_servers_of_a_file(tmp_path: Path) -> None:
    """A second process does not serve the same file, until the first has ended."""

    async def visit(client: httpx.AsyncClient) -> None:
        with pytest.raises(ConfigError, match="is served by another process"):
            create_app(config_of(tmp_path))

    run_client(create_app(config_of(tmp_path)), NAME, visit)
    run_client(create_app(config_of(tmp_path)), NAME, lambda client: client.get("/health"))


def test_invitation_to_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line invites to the public address, which need not be reachable from the machine itself."""
    words = ["desk", "invite", "Ada", "--desk", str(tmp_path / "desk.sqlite")]

    async def visit(client: httpx.AsyncClient) -> None:
        assert await asyncio.to_thread(main, words) == 0

    run_client(create_app(config_of(tmp_path, prefix="/desk")), NAME, visit)
    assert capsys.readouterr().out.startswith(f"{NAME}/desk/enter?token=")
    assert main(words) != 0  # the server has ended
    assert "this desk is not open" in capsys.readouterr().err


# -- proxies -----------------------------------------------------------------------------------------------------------

FORWARDED = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "x-forwarded-host": "desk.club.org"}


@pytest.mark.parametrize(
    ("trusted", "peer", "headers", "client", "scheme"),
    [
        (("10.0.0.0/8",), "10.1.2.3", FORWARDED, "203.0.113.7", "https"),
        (("10.0.0.0/8",), "::ffff:10.1.2.3", FORWARDED, "203.0.113.7", "https"),
        (("10.0.0.0/8",), "192.0.2.1", FORWARDED, "192.0.2.1", "http"),
        ((), "127.0.0.1", FORWARDED, "127.0.0.1", "http"),
        (("10.0.0.0/8",), "10.1.2.3", {"x-forwarded-for": "6.6.6.6, 203.0.113.7, 10.9.9.9"}, "203.0.113.7", "http"),
        (("10.0.0.0/8",), "10.1.2.3", {"x-forwarded-for": "10.4.4.4, 10.9.9.9"}, "10.4.4.4", "http"),
        (("2001:db8::/32",), "2001:db8::1", {"x-forwarded-for": "[2001:dead::1]:55"}, "2001:dead::1", "http"),
        (("10.0.0.0/8",), "10.1.2.3", {"x-forwarded-proto": "gopher"}, "10.1.2.3", "http"),
        (("unix",), "", FORWARDED, "203.0.113.7", "https"),
    ],
)
def test_proxy_headers(
    trusted: tuple[str, ...], peer: str, headers: Mapping[str, str], client: str, scheme: str
) -> None:
    from rookery.web.proxies import ProxyMiddleware

    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    raw = [(name.encode(), value.encode()) for name, value in {"host": "backend:8000", **headers}.items()]
    scope = {"type": "http", "client": (peer, 1) if peer else None, "scheme": "http", "headers": raw}
    asyncio.run(ProxyMiddleware(app, trusted)(scope, None, None))  # type: ignore[arg-type]
    assert (seen["client"][0], seen["scheme"]) == (client, scheme)
    host = "desk.club.org" if client == "203.0.113.7" and "x-forwarded-host" in headers else "backend:8000"
    assert dict(seen["headers"]) == {b"host": host.encode()}


def test_forwarded_host_of_a_stranger(tmp_path: Path) -> None:
    """The name of the server cannot be claimed by who is no proxy, nor can a proxy bring another name."""
    config = config_of(tmp_path, trusted_proxies=("10.0.0.1",))
    assert get(config, "/p/", FORWARDED, base_url="http://backend:8000").status_code == 421
    proxy = {"base_url": "http://backend:8000", "client": ("10.0.0.1", 1)}
    assert get(config, "/p/", FORWARDED, **proxy).status_code == 200
    assert get(config, "/p/", {**FORWARDED, "x-forwarded-host": "evil.example"}, **proxy).status_code == 421


def test_secure_cookies_and_hsts(tmp_path: Path) -> None:
    config = config_of(tmp_path, hsts=86400)
    answer = get(config, "/language?to=en&then=/p/")
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.headers["strict-transport-security"] == "max-age=86400"
    with open_store(tmp_path / "desk.sqlite") as store:
        token = store.people.invite("Ada", int(time.time()))

    async def enter(client: httpx.AsyncClient) -> httpx.Response:
        return await client.post("/enter", data={"token": token}, headers={"origin": NAME})

    cookie = run_client(create_app(config), NAME, enter).headers["set-cookie"]
    assert re.match(r"__Host-rookery=\S+; HttpOnly; .*Path=/; SameSite=strict; Secure", cookie)
    plain = get(config, "/p/", base_url=NAME.replace("https", "http"))
    assert "strict-transport-security" not in plain.headers


def test_session_cookie_below_a_prefix(tmp_path: Path) -> None:
    """Browsers refuse `__Host-` cookies with another path than the root."""
    app = create_app(config_of(tmp_path, prefix="/desk"))
    with closing(open_store(tmp_path / "desk.sqlite")) as store:
        token = store.people.invite("Ada", int(time.time()))

    async def enter(client: httpx.AsyncClient) -> httpx.Response:
        return await client.post("/desk/enter", data={"token": token}, headers={"origin": NAME})

    cookie = run_client(app, NAME, enter).headers["set-cookie"]
    assert re.match(r"__Secure-rookery=\S+; HttpOnly; .*Path=/desk; SameSite=strict; Secure", cookie)


# -- probes and metrics ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/health", "/ready", "/desk/health", "/desk/ready"])
def test_probes(tmp_path: Path, path: str) -> None:
    """Probes know the server by its address only, and not its prefix."""
    answer = get(config_of(tmp_path, prefix="/desk"), path, base_url="http://10.0.0.9:8000", client=("10.0.0.2", 1))
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_not_ready(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        for path in tmp_path.glob("desk.sqlite*"):
            path.unlink()
        answer = await client.get("/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "unavailable", "database": "gone"})
        assert (await client.get("/health")).status_code == 200

    run_client(create_app(config_of(tmp_path)), NAME, visit)


def test_metrics(tmp_path: Path) -> None:
    pytest.importorskip("prometheus_client")

    async def visit(client: httpx.AsyncClient) -> None:
        for path in ("/p/", "/p/", "/p/nothing"):
            await client.get(path)
        assert (await client.get("/metrics")).status_code == 401
        assert (await client.get("/metrics", headers={"authorization": "Bearer guess"})).status_code == 401
        text = (await client.get("/metrics", headers={"authorization": "Bearer word"})).text
        assert 'rookery_requests_total{method="GET",route="public-hall",status="200"} 2.0' in text
        assert 'rookery_request_seconds_count{route="public-hall"} 2.0' in text
        assert "rookery_live_connections 0.0" in text

    run_client(create_app(config_of(tmp_path, metrics_token="word")), NAME, visit)
    assert get(config_of(tmp_path), "/metrics", {"authorization": "Bearer "}).status_code == 404


# -- logs --------------------------------------------------------------------------------------------------------------


def test_request_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "rookery")
    secrets = ["3kXv0qLmNoPq", "AbCdEfGhIjKl", "tokenTOKENtoken"]

    async def visit(client: httpx.AsyncClient) -> None:
        for path in (f"/b/{secrets[0]}", f"/c/{secrets[1]}", f"/k/{secrets[1]}", f"/s/{secrets[1]}/live",
                     f"/take/{secrets[0]}", f"/enter?token={secrets[2]}", "/p/?q=name"):  # fmt: skip
            answer = await client.get(path)
            assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])

    run_client(create_app(config_of(tmp_path)), NAME, visit)
    records = [record for record in caplog.records if record.name == "rookery.requests"]
    lines = [json.loads(JsonFormatter().format(record)) for record in records]
    assert [line["path"] for line in lines] == [
        "/b/...",
        "/c/...",
        "/k/...",
        "/s/.../live",
        "/take/...",
        "/enter",
        "/p/",
    ]
    assert lines[-1] | {"time": 0, "milliseconds": 0, "bytes": 0} == {
        "time": 0, "level": "info", "logger": "rookery.requests", "message": "GET /p/ 200", "method": "GET",
        "path": "/p/", "route": "public-hall", "status": 200, "bytes": 0, "milliseconds": 0, "client": "127.0.0.1",
    }  # fmt: skip
    assert not [line for line in map(str, lines) for secret in secrets if secret in line]


def test_request_id_of_a_proxy(tmp_path: Path) -> None:
    given = {"x-request-id": "abcdef0123456789-7"}
    config = config_of(tmp_path, trusted_proxies=("10.0.0.1",))
    assert get(config, "/p/", given, client=("10.0.0.1", 1)).headers["x-request-id"] == given["x-request-id"]
    assert get(config, "/p/", given, client=("10.0.0.2", 1)).headers["x-request-id"] != given["x-request-id"]
    assert get(config, "/p/", {"x-request-id": "a\tb{}"}, client=("10.0.0.1", 1)).headers["x-request-id"] != "a\tb{}"


def test_error_log_has_the_request_id(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[dict[str, Any]] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonFormatter().format(record)))

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("rookery.web.rendering.page_response", fail)
    handler = Handler()
    logging.getLogger("rookery").addHandler(handler)
    try:
        answer = get(config_of(tmp_path), "/p/")
    finally:
        logging.getLogger("rookery").removeHandler(handler)
    assert answer.status_code == 500
    errors = [line for line in lines if line["level"] == "error"]
    assert {line["request"] for line in errors if line["logger"] == "rookery.web"} == {answer.headers["x-request-id"]}
    assert "ZeroDivisionError" in next(line["exception"] for line in errors if "exception" in line)


# -- in another application --------------------------------------------------------------------------------------------


def test_mounted_with_its_lifespan(tmp_path: Path) -> None:
    """The host enters the lifespan of the desk, and live messages arrive."""
    desk = create_app(config_of(tmp_path, prefix="/desk"))
    host = Starlette(routes=[Mount("/desk", app=desk)], lifespan=lambda app: desk.router.lifespan_context(desk))

    async def visit(client: httpx.AsyncClient) -> None:
        answer = await client.get("/desk/p/")
        assert (answer.status_code, 'href="/desk/static/' in answer.text) == (200, True)

    run_client(host, NAME, visit)
    run_client(create_app(config_of(tmp_path)), NAME, lambda client: client.get("/p/"))  # the file is free again


# -- processes ---------------------------------------------------------------------------------------------------------


@pytest.mark.processes
def test_ends_with_open_live_connections(tmp_path: Path) -> None:
    """SIGTERM ends the streams: clients get a complete answer, and the process ends at once."""
    with_examples(tmp_path).store.close()
    with WebServer(tmp_path) as server:
        with httpx.stream("GET", f"{server.address}/p/easter-open/live", timeout=PATIENCE) as answer:
            assert answer.headers["x-accel-buffering"] == "no"
            parts = answer.iter_bytes()
            assert b"event: hello" in next(parts)
            begin = time.monotonic()
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            assert b"".join(parts) == b""  # an aborted connection would raise an error
        assert server.wait_until_ended() in (0, -signal.SIGTERM)
        assert time.monotonic() - begin < 10
        assert [line["route"] for line in server.log_lines if line.get("route")] == ["public-live"]


@pytest.mark.processes
@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({"WEB_CONCURRENCY": "2"}, "2 workers need PostgreSQL"),
        ({"prefix": "//a b"}, "ROOKERY_PREFIX is a path such as /desk"),
        ({"database": "/proc/desk.sqlite"}, "Rookery cannot start"),
    ],
)
def test_cannot_start(tmp_path: Path, variables: dict[str, str], message: str) -> None:
    """The process ends with a message, without a traceback; also where it would have several workers."""
    server = WebServer(tmp_path, **variables)
    server.start()
    server.wait_until_ended()
    assert message in server.output
    assert "Traceback" not in server.output


@pytest.mark.processes
def test_workers_of_a_file_by_the_command_line(tmp_path: Path) -> None:
    """The second of two workers finds the file locked, and uvicorn stops both."""
    server = WebServer(tmp_path, "--workers", "2")
    server.start()
    server.wait_until_ended()
    assert "is served by another process" in server.output
