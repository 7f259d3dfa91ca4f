"""Configuration of a server: one TOML file, and environment variables that override it."""

from __future__ import annotations

import ipaddress
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from rookery._record import field, fields, record, replace
from rookery.errors import RookeryError
from rookery.web.addresses import parse_origin
from rookery.web.rate_limits import LINES, TOKEN_REQUESTS, TRIES, WRITES

FILE_VARIABLE = "ROOKERY_CONFIG"
"""The environment variable with the path of the configuration file."""
LOG_LEVELS = ("debug", "info", "warning", "error")
LOG_FORMATS = ("json", "text")
SMTP_PORTS = {"none": 25, "starttls": 587, "tls": 465}

LogFormat = Literal["json", "text"]
MailEncryption = Literal["none", "starttls", "tls"]


class ConfigError(RookeryError):
    """Raised when a setting cannot be used; the message names it, and the file or the variable that has it."""


@record
class Mail:
    """The mail server; without a host no mail is sent."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = field(default="", repr=False)
    sender: str = ""
    encryption: MailEncryption = "starttls"

    @property
    def effective_port(self) -> int:
        """The port, or the usual one of the encryption."""
        return self.port or SMTP_PORTS[self.encryption]


@record
class OpenIdConnect:
    """The provider of OpenID Connect; without an issuer there is none.

    `name` is on the button. Persons with a verified mail address in one of the `domains` get an account without a role.
    """

    issuer: str = ""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    name: str = ""
    domains: tuple[str, ...] = ()


@record
class Limits:
    """Limits per minute of the whole server, however many workers it has.

    `sign_ins` are wrong passwords and codes of an address, `writes` the changes of an access code, `live` the open
    live connections of an address, `token_requests` are those of a program's token.
    """

    sign_ins: int = TRIES
    writes: int = WRITES
    live: int = LINES
    token_requests: int = TOKEN_REQUESTS


@record
class Config:
    """How a server runs.

    `database` is a file of SQLite or an address such as postgresql://host/name; empty means the desk of this account.
    `names` are the public origins, the first one for links in codes and mail; `prefix` is the path that all
    addresses begin with. Headers of proxies are used only from `trusted_proxies`, addresses or networks. `https`
    means that every visitor uses https, `hsts` the seconds for which browsers remember that.

    `share` shows the public pages to everybody, of the tournaments `only` or of all. `workers` is the number of
    processes that share the database. `retention` are days by kind of data. Pages of `cors_origins`, of every site
    with *, may read the public data by script. Webhooks reach public addresses, and private ones of
    `webhook_networks`. `metrics_token` opens /metrics; without one there are no metrics.
    """

    database: str = field(default="", repr=False)
    names: tuple[str, ...] = ()
    prefix: str = ""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    https: bool = False
    hsts: int = 0
    log_level: str = "info"
    log_format: LogFormat = "json"
    share: bool = True
    only: tuple[str, ...] = ()
    workers: int = 1
    cors_origins: tuple[str, ...] = ()
    webhook_networks: tuple[str, ...] = ()
    metrics_token: str = field(default="", repr=False)
    mail: Mail = field(default_factory=Mail)
    oidc: OpenIdConnect = field(default_factory=OpenIdConnect)
    limits: Limits = field(default_factory=Limits)
    retention: tuple[tuple[str, int], ...] = ()

    def retention_days(self, kind: str) -> int | None:
        """Return for how many days data of a kind is kept, or None if nothing is configured."""
        return dict(self.retention).get(kind)

    @property
    def limits_of_worker(self) -> Limits:
        """The limits of one worker: requests of one address spread over all of them."""
        limits, workers = self.limits, max(self.workers, 1)
        names = ("sign_ins", "writes", "live", "token_requests")
        return replace(limits, **{name: max(1, -(-getattr(limits, name) // workers)) for name in names})


# -- values ------------------------------------------------------------------------------------------------------------


def parse_prefix(text: str) -> str:
    """Return a path prefix: empty, or segments that begin with a slash.

    >>> parse_prefix("desk/"), parse_prefix("/club/desk"), parse_prefix("/")
    ('/desk', '/club/desk', '')
    """
    path = "/" + text.strip("/") if text.strip("/") else ""
    if path and not re.fullmatch(r"(/[A-Za-z0-9_~-][A-Za-z0-9_.~-]*)+", path):
        raise ValueError(text)
    return path


def _parse_proxy(text: str) -> str:
    return text if text == "unix" else str(ipaddress.ip_network(text, strict=False))


def _parse_network(text: str) -> str:
    return str(ipaddress.ip_network(text, strict=False))


def _parse_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value.strip()


def _parse_boolean(value: Any) -> bool:
    words = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value.strip().lower() not in words:
        raise ValueError(value)
    return words[value.strip().lower()]


def _parse_number(value: Any) -> int:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,12}", value.strip()):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value


def _parse_list(parse: Callable[[str], str]) -> Callable[[Any], tuple[str, ...]]:
    """Return the parser of a list: an array of TOML, or the words of an environment variable."""

    def parse_list(value: Any) -> tuple[str, ...]:
        items = re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else value
        if not isinstance(items, list):
            raise ValueError(value)
        return tuple(dict.fromkeys(parse(_parse_text(item)) for item in items if item != ""))

    return parse_list


def _parse_choice(choices: Iterable[str]) -> Callable[[Any], str]:
    def parse_choice(value: Any) -> str:
        if _parse_text(value).lower() not in choices:
            raise ValueError(value)
        return _parse_text(value).lower()

    return parse_choice


_TEXT = (_parse_text, "a text")
_NUMBER = (_parse_number, "a whole number")
_BOOLEAN = (_parse_boolean, "true or false")
_ORIGINS = (_parse_list(parse_origin), "origins such as https://desk.club.org")

_Setting = tuple[Callable[[Any], Any], str]
SETTINGS: Mapping[str, _Setting] = {
    "database": _TEXT,
    "names": _ORIGINS,
    "prefix": (lambda value: parse_prefix(_parse_text(value)), "a path such as /desk"),
    "trusted_proxies": (_parse_list(_parse_proxy), "addresses or networks such as 10.0.0.0/8, or unix"),
    "https": _BOOLEAN,
    "hsts": _NUMBER,
    "log_level": (_parse_choice(LOG_LEVELS), f"one of {', '.join(LOG_LEVELS)}"),
    "log_format": (_parse_choice(LOG_FORMATS), f"one of {', '.join(LOG_FORMATS)}"),
    "share": _BOOLEAN,
    "only": (_parse_list(str), "names of tournaments"),
    "workers": _NUMBER,
    "cors_origins": (_parse_list(lambda text: text if text == "*" else parse_origin(text)), f"{_ORIGINS[1]}, or *"),
    "webhook_networks": (_parse_list(_parse_network), "networks such as 10.0.0.0/8"),
    "metrics_token": _TEXT,
    "mail.host": _TEXT,
    "mail.port": _NUMBER,
    "mail.user": _TEXT,
    "mail.password": _TEXT,
    "mail.sender": _TEXT,
    "mail.encryption": (_parse_choice(SMTP_PORTS), f"one of {', '.join(SMTP_PORTS)}"),
    "oidc.issuer": _TEXT,
    "oidc.client_id": _TEXT,
    "oidc.client_secret": _TEXT,
    "oidc.name": _TEXT,
    "oidc.domains": (_parse_list(str), "domains of mail addresses"),
    "limits.sign_ins": _NUMBER,
    "limits.writes": _NUMBER,
    "limits.live": _NUMBER,
    "limits.token_requests": _NUMBER,
}
"""The settings by name in the file, each with its parser and what it has to be; a table of the file is before a dot."""

RETENTION = "retention."
"""Prefix of the settings of retention, whose names are kinds of data."""

RETENTION_KINDS = {"sessions": 30, "codes": 30, "deliveries": 30, "security-log": 365, "details": 0}
"""The kinds of data with a time of retention, and the days without a setting; 0 means for ever."""


def variable_name(setting: str) -> str:
    """Return the environment variable of a setting.

    >>> variable_name("mail.host")
    'ROOKERY_MAIL_HOST'
    """
    return "ROOKERY_" + setting.upper().replace(".", "_")


# -- loading -----------------------------------------------------------------------------------------------------------


def load_config(path: str | os.PathLike[str] | None = None, environ: Mapping[str, str] = os.environ) -> Config:
    """Return the configuration of a file and of environment variables, which override the file.

    Args:
        path: The TOML file; without it, the one that `ROOKERY_CONFIG` names, if any.
        environ: The environment. A variable whose name ends in `_FILE` names a file with the value of the setting,
            such as a secret of a container.

    Raises:
        ConfigError: A file cannot be read, or a setting is unknown or cannot be used.
    """
    path = path or environ.get(FILE_VARIABLE) or None
    values = _read_file(Path(path)) if path is not None else {}
    values |= _read_environment(environ)
    if "workers" not in values and environ.get("WEB_CONCURRENCY"):  # what uvicorn and gunicorn read
        values["workers"] = _parse("workers", environ["WEB_CONCURRENCY"], "WEB_CONCURRENCY")
    if "database" not in values and environ.get("ROOKERY_DESK"):
        values["database"] = environ["ROOKERY_DESK"]
    config = _build_config(values)
    _check_config(config)
    return config


def _read_file(path: Path) -> dict[str, Any]:
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise ConfigError(f"the configuration {path} cannot be read: {reason}") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the configuration {path} is no TOML: {error}") from None
    values = {}
    for name, value in _flatten(data):
        if name not in SETTINGS and not name.startswith(RETENTION):
            raise ConfigError(f"{path}: there is no setting {name}")
        values[name] = _parse(name, value, f"{path}: {name}")
    return values


def _flatten(data: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    for name, value in data.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{inner}", inner_value) for inner, inner_value in value.items())
        else:
            yield name, value


def _read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    variables = {variable_name(setting): setting for setting in SETTINGS}
    start = variable_name(RETENTION)
    kinds = {name.removesuffix("_FILE") for name in environ if name.startswith(start)}
    variables |= {name: RETENTION + name.removeprefix(start).lower().replace("_", "-") for name in kinds}
    values = {}
    for variable, setting in variables.items():
        if (file := environ.get(f"{variable}_FILE")) is not None:
            try:
                text = Path(file).read_text("utf-8").strip()
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or "it is no text in UTF-8"
                raise ConfigError(f"{variable}_FILE: {file} cannot be read: {reason}") from None
            values[setting] = _parse(setting, text, f"{variable}_FILE")
        elif (value := environ.get(variable)) is not None:
            values[setting] = _parse(setting, value, variable)
    return values


def _parse(setting: str, value: Any, source: str) -> Any:
    parse, meaning = SETTINGS.get(setting, _NUMBER)
    try:
        return parse(value)
    except ValueError:
        is_secret = any(word in setting for word in ("password", "secret", "token", "database"))
        text = "the value" if is_secret else repr(value)
        raise ConfigError(f"{source} is {meaning}, not {text}") from None


def _build_config(values: Mapping[str, Any]) -> Config:
    tables: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        table, _, key = name.rpartition(".")
        tables.setdefault(table, {})[key] = value
    parts: dict[str, Any] = {
        name: record_class(**tables[name])
        for name, record_class in (("mail", Mail), ("oidc", OpenIdConnect), ("limits", Limits))
        if name in tables
    }
    return Config(**tables.get("", {}), **parts, retention=tuple(sorted(tables.get("retention", {}).items())))


def _check_config(config: Config) -> None:
    """Raise ConfigError for settings that contradict each other."""
    if config.hsts and not config.https:
        raise ConfigError("hsts is for a server with https: set https too")
    if config.https and any(name.startswith("http://") for name in config.names):
        raise ConfigError("with https, the names begin with https://")
    if not config.workers:
        raise ConfigError("workers is 1 or more")
    if config.mail.host and not config.mail.sender:
        raise ConfigError("mail.sender is the address that mail comes from: set it beside mail.host")
    if config.oidc.issuer and not config.oidc.client_id:
        raise ConfigError("oidc.client_id is what the issuer calls this desk: set it beside oidc.issuer")
    if any(getattr(config.limits, limit.name) < 1 for limit in fields(config.limits)):
        raise ConfigError("each of the limits is 1 or more")
    for kind, _ in config.retention:
        if kind not in RETENTION_KINDS:
            raise ConfigError(f"there is no retention.{kind}: known are {', '.join(RETENTION_KINDS)}")
    check_workers(config)


def check_workers(config: Config) -> None:
    """Raise ConfigError for several workers on a database that only one can serve."""
    if config.workers > 1 and not config.database.startswith("postgresql"):
        raise ConfigError(
            f"{config.workers} workers need PostgreSQL: a file of SQLite is served by one. "
            "Set database to an address such as postgresql://host/name, or workers to 1"
        )
