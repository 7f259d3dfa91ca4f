"""The web application: pages rendered on the server, live updates, and an API.

`rookery desk` starts it for an arbiter, `uvicorn --factory rookery.web:create_app` as a server. A page is a frozen view
of `rookery.tournaments.views` and a template; every change is a command.
Needs pip install "rookery-chess[desk]".
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.web.config import Config, ConfigError, load_config
    from rookery.web.factory import create_app

__all__ = ["Config", "ConfigError", "create_app", "load_config"]

_MODULES = {"create_app": "factory", "Config": "config", "ConfigError": "config", "load_config": "config"}


if not TYPE_CHECKING:  # fetched when they are used: the submodules are also imported one by one

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return getattr(import_module(f"rookery.web.{_MODULES[name]}"), name)
        raise AttributeError(f"module 'rookery.web' has no attribute {name!r}")
