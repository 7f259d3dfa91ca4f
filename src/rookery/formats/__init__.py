"""The formats: how events of each kind are run, one value each, and the catalogue that holds them."""

from rookery.formats.catalogue import (
    SYSTEMS,
    add,
    complaints,
    conduct_named,
    conduct_of,
    format_of,
    newest,
    remove,
    rounds_needed,
)
from rookery.formats.conduct import Conduct, Wishes

__all__ = [
    "SYSTEMS",
    "Conduct",
    "Wishes",
    "add",
    "complaints",
    "conduct_named",
    "conduct_of",
    "format_of",
    "newest",
    "remove",
    "rounds_needed",
]
