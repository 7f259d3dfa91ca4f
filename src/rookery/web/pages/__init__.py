"""Every page there is: a module for each, whose `PAGES` says where it is, what it shows and how."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rookery.web.page import Page

PAGES: tuple[Page, ...] = tuple(
    page for one in iter_modules(__path__) for page in import_module(f"{__name__}.{one.name}").PAGES
)
"""The pages of all modules beside this one."""
