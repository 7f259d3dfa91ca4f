"""Logs of a server: one line per message, as JSON or as text."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from rookery.web.config import Config

LOGGER = "rookery"
"""The logger of the package, which all others are below."""

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class JsonFormatter(logging.Formatter):
    """Formatter that writes a record as one line of JSON: time, level, logger, message, and its extra fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        data = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in _STANDARD},
        }
        if record.exc_info:
            data["exception"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False, default=str)


def configure_logging(config: Config) -> None:
    """Write the messages of the server to the standard error, in the format and from the level of a configuration."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if config.log_format == "json" else text)
    logger = logging.getLogger(LOGGER)
    logger.handlers = [handler]
    logger.setLevel(config.log_level.upper())
    logger.propagate = False
