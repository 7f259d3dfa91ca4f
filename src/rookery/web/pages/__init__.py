"""The pages: one module each, whose `PAGES` declare addresses, views and templates."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from rookery.web.page_spec import Page

PAGES: tuple[Page, ...] = tuple(
    page for module in iter_modules(__path__) for page in import_module(f"{__name__}.{module.name}").PAGES
)
"""All pages of the package."""
