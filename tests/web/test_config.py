"""The configuration of a server: its file, its environment variables, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from rookery.web import Config, ConfigError, load_config
from rookery.web.config import SETTINGS, variable_name

FILE = """
database = "postgresql://db/chess"
names = ["https://Desk.Club.org:443/"]
prefix = "desk/"
trusted_proxies = ["10.1.0.0/16", "unix"]
https = true
hsts = 31536000
workers = 4

[mail]
host = "mail.club.org"
sender = "desk@club.org"

[oidc]
issuer = "https://id.club.org"
client_id = "desk"

[retention]
sessions = 14
"""


def test_file_and_variables(tmp_path: Path) -> None:
    path = tmp_path / "rookery.toml"
    path.write_text(FILE)
    config = load_config(
        path, {"ROOKERY_WORKERS": "2", "ROOKERY_MAIL_PORT": "2525", "ROOKERY_RETENTION_SECURITY_LOG": "90"}
    )
    assert config.names == ("https://desk.club.org",)
    assert (config.prefix, config.workers, config.hsts, config.https) == ("/desk", 2, 31536000, True)
    assert config.trusted_proxies == ("10.1.0.0/16", "unix")
    assert (config.mail.host, config.mail.effective_port, config.oidc.client_id) == ("mail.club.org", 2525, "desk")
    assert [config.retention_days(kind) for kind in ("sessions", "security-log", "details")] == [14, 90, None]
    assert load_config(environ={"ROOKERY_CONFIG": str(path)}).workers == 4


def test_nothing_configured() -> None:
    assert load_config(environ={}) == Config()
    assert load_config(environ={"ROOKERY_DESK": "hall.sqlite"}).database == "hall.sqlite"
    assert load_config(environ={"ROOKERY_DATABASE": "a.sqlite", "ROOKERY_DESK": "b.sqlite"}).database == "a.sqlite"
    environ = {"WEB_CONCURRENCY": "3", "ROOKERY_DATABASE": "postgresql://db/chess"}
    assert load_config(environ=environ).workers == 3


def test_every_setting_has_a_variable() -> None:
    """A value of each kind is accepted from the variable of each setting."""
    values = {
        "names": "https://a.org", "cors_origins": "https://b.org https://c.org", "trusted_proxies": "10.0.0.1,unix",
        "https": "yes", "share": "off", "hsts": "60", "workers": "1", "log_level": "Error", "log_format": "text",
        "database": "desk.sqlite", "mail.encryption": "tls", "mail.port": "465", "prefix": "/desk",
        "webhook_networks": "10.0.0.0/8 fd00::/8",
    }  # fmt: skip
    environ = {variable_name(name): values.get(name, "7" if "limits" in name else "text") for name in SETTINGS}
    config = load_config(environ=environ)
    assert config.cors_origins == ("https://b.org", "https://c.org")
    assert (config.https, config.share, config.log_level, config.limits.live) == (True, False, "error", 7)


def test_secret_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("word\n")
    config = load_config(environ={"ROOKERY_OIDC_CLIENT_SECRET_FILE": str(secret), "ROOKERY_OIDC_CLIENT_ID": "desk"})
    assert config.oidc.client_secret == "word"
    assert "word" not in repr(config)


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"ROOKERY_NAMES": "desk.club.org"}, "ROOKERY_NAMES is origins such as"),
        ({"ROOKERY_PREFIX": "/a b"}, "ROOKERY_PREFIX is a path such as /desk"),
        ({"ROOKERY_TRUSTED_PROXIES": "proxy.lan"}, "ROOKERY_TRUSTED_PROXIES is addresses or networks"),
        ({"ROOKERY_HTTPS": "maybe"}, "ROOKERY_HTTPS is true or false, not 'maybe'"),
        ({"ROOKERY_HSTS": "60"}, "set https too"),
        ({"ROOKERY_HTTPS": "1", "ROOKERY_NAMES": "http://desk.lan"}, "begin with https://"),
        ({"ROOKERY_WORKERS": "-1"}, "ROOKERY_WORKERS is a whole number"),
        ({"ROOKERY_WORKERS": "0"}, "workers is 1 or more"),
        ({"WEB_CONCURRENCY": "2"}, "2 workers need PostgreSQL"),
        ({"ROOKERY_LIMITS_LIVE": "0"}, "each of the limits is 1 or more"),
        ({"ROOKERY_LOG_LEVEL": "loud"}, "one of debug, info, warning, error"),
        ({"ROOKERY_MAIL_HOST": "mail.lan"}, "mail.sender"),
        ({"ROOKERY_OIDC_ISSUER": "https://id.lan"}, "oidc.client_id"),
        ({"ROOKERY_CONFIG": "/nowhere/rookery.toml"}, "cannot be read: No such file"),
        ({"ROOKERY_DATABASE_FILE": "/nowhere/secret"}, "ROOKERY_DATABASE_FILE: /nowhere/secret cannot be read"),
        (
            {"ROOKERY_RETENTION_PEOPLE": "9"},
            "there is no retention.people: known are sessions, codes, ",
        ),
        ({"ROOKERY_RETENTION_SESSIONS": "long"}, "ROOKERY_RETENTION_SESSIONS is a whole number"),
    ],
)
def test_refused(environ: Mapping[str, str], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(environ=environ)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = 1", "there is no setting name"),
        ("[mail]\nport = true", "mail.port is a whole number"),
        ('names = "https://desk.club.org"\nhttps = "x"', "https is true or false"),
        ("names = [1]", "names is origins"),
        ("names =", "is no TOML"),
        ('database = ["secret"]', "database is a text, not the value"),
    ],
)
def test_refused_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "rookery.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_config(path, {})
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_limits_of_worker() -> None:
    config = Config(workers=4)
    assert (config.limits_of_worker.live, config.limits_of_worker.sign_ins) == (13, 3)
