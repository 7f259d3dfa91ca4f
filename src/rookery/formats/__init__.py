"""Pairing, ranking and checking of tournaments by format; importing this package registers the handlers."""

from rookery.formats.handlers import FormatHandlers, PairingRequest
from rookery.formats.resolve import (
    SYSTEMS,
    find_problems,
    get_format,
    get_handlers,
    handlers_for,
    newest_system,
    resolve,
    rounds_needed,
)
from rookery.regulations import formats
from rookery.regulations.registry import add, register_handlers, remove

__all__ = [
    "SYSTEMS",
    "FormatHandlers",
    "PairingRequest",
    "add",
    "find_problems",
    "get_format",
    "get_handlers",
    "handlers_for",
    "newest_system",
    "remove",
    "resolve",
    "rounds_needed",
]

register_handlers(
    {
        formats.DUTCH.name: "rookery.formats.swiss:DUTCH",
        formats.DUBOV.name: "rookery.formats.swiss:DUBOV",
        formats.BURSTEIN.name: "rookery.formats.swiss:BURSTEIN",
        formats.LIM.name: "rookery.formats.swiss:LIM",
        formats.DOUBLE_SWISS.name: "rookery.formats.swiss:DOUBLE_SWISS",
        formats.TEAM.name: "rookery.formats.swiss:TEAM",
        formats.ROUND_ROBIN.name: "rookery.formats.round_robin:ROUND_ROBIN",
        formats.DOUBLE_ROUND_ROBIN.name: "rookery.formats.round_robin:DOUBLE_ROUND_ROBIN",
        formats.SCHEVENINGEN.name: "rookery.formats.round_robin:SCHEVENINGEN",
        formats.DOUBLE_SCHEVENINGEN.name: "rookery.formats.round_robin:DOUBLE_SCHEVENINGEN",
        formats.KNOCKOUT.name: "rookery.formats.knockout:KNOCKOUT",
        formats.KEIZER.name: "rookery.formats.keizer:KEIZER",
    }
)
