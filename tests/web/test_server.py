"""The application of a server, as an ASGI server or a host application gets it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from rookery.web import Config, ConfigError, create_app
from support.asgi_client import run_client


def test_configured_application(tmp_path: Path) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        assert (await client.get("/static/desk.css")).status_code == 200
        assert (await client.get("/p/")).status_code == 200
        assert (await client.get("/")).headers["location"] == "/p/"
        assert (await client.get("/p/", headers={"host": "evil.example"})).status_code == 421

    config = Config(str(tmp_path / "new" / "desk.sqlite"), names=("https://desk.club.org",), https=True)
    run_client(create_app(config), "https://desk.club.org", visit)


def test_configured_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(client: httpx.AsyncClient) -> None:
        assert (await client.get("/p/")).status_code == 403

    monkeypatch.setenv("ROOKERY_DATABASE", str(tmp_path / "desk.sqlite"))
    monkeypatch.setenv("ROOKERY_SHARE", "no")
    run_client(create_app(), "http://localhost:9000", visit)
    assert (tmp_path / "desk.sqlite").exists()


def test_several_workers_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="2 workers need PostgreSQL"):
        create_app(Config(str(tmp_path / "desk.sqlite"), workers=2))
