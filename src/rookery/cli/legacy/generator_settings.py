"""The configuration file of the generators of bbpPairings and JaVaFo: `Key=value` in each line, `#` for remarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rookery._record import replace
from rookery.cli.errors import TOO_LARGE, CommandError
from rookery.errors import RuleError
from rookery.generator.settings import GeneratorSettings, Ratings
from rookery.model import PointSystem
from rookery.model.validation import whole


def parse_settings(text: str) -> GeneratorSettings:
    r"""Parse a configuration into generator settings.

    Rates are "one in so many": ForfeitRate of all games, RetiredRate and HalfPointByeRate of all players. What they do
    not mention does not happen, as with those programs: no forbidden pairs, no acceleration.

    >>> parse_settings("PlayersNumber=30\nForfeitRate=20").forfeits
    0.05
    """
    entries = dict(_parse_entries(text))
    settings = GeneratorSettings(
        full_byes=0, late_entries=0, zero_byes=0, unusual=0.0, unrated=0.0, double_forfeits=0.0, forbidden=0,
        acceleration="none",
    )  # fmt: skip
    values = {_SETTINGS[key][0]: value for key, value in entries.items() if key in _SETTINGS}
    try:
        point_values = {name: entries[key] for key, name in _POINTS.items() if key in entries}
        forfeit = point_values.setdefault("forfeit_loss", 0)  # which stands for absences as well, unless they are named
        points = PointSystem(**{"absence": forfeit, **point_values})
        usual = Ratings()
        ratings = Ratings(entries.get("LowestRating", usual.low), entries.get("HighestRating", max(usual.high, 2800)))
        half = entries.get("HalfPointByeRate")
        if half is not None:  # players with one, spread over the rounds
            values["half_byes"] = round(half / max(1, values.get("rounds") or 9), 4)
        return replace(settings, points=points, ratings=ratings, **values)
    except RuleError as error:
        raise CommandError(f"configuration: {error}") from None


def _parse_entries(text: str) -> list[tuple[str, Any]]:
    pairs = []
    for line in text.replace("\r", "\n").split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        key, equals, value = line.partition("=")
        key = "HalfPointByeRate" if key == "HalfPointByteRate" else key.strip()  # both spellings are in use
        parser = _PARSERS.get(key)
        if not equals or parser is None:
            raise CommandError(f"configuration: unexpected parameter {key!r}")
        try:
            pairs.append((key, parser(value.strip())))
        except OverflowError:
            raise CommandError(f"configuration: {key}={value.strip()} is too large", TOO_LARGE) from None
        except ValueError:
            raise CommandError(f"configuration: {value.strip()!r} is no value for {key}") from None
    return pairs


def _parse_number(text: str) -> int:
    number = whole(text)
    if number is None:
        raise ValueError(text)
    if number > 9999:
        raise OverflowError(text)
    return number


def _parse_tenths(text: str) -> int:
    tenths = round(10 * float(text))
    if tenths < 0 or abs(tenths - 10 * float(text)) > 1e-6:
        raise ValueError(text)
    return tenths


def _parse_percentage(text: str) -> float:
    number = whole(text)
    if number is None or number > 100:
        raise ValueError(text)
    return number / 100


def _rate_parser(least: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if float(text) < least:
            raise ValueError(text)
        return round(1 / float(text), 6)

    return read


_SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "PlayersNumber": ("players", _parse_number),
    "RoundsNumber": ("rounds", _parse_number),
    "DrawPercentage": ("draws", _parse_percentage),
    "ForfeitRate": ("forfeits", _rate_parser(1)),
    "RetiredRate": ("withdrawals", _rate_parser(2)),
}
_POINTS = {
    "PointsForWin": "win", "PointsForDraw": "draw", "PointsForLoss": "loss", "PointsForZPB": "absence",
    "PointsForForfeitLoss": "forfeit_loss", "PointsForPAB": "pab",
}  # fmt: skip
_PARSERS: dict[str, Callable[[str], Any]] = {
    **{key: read for key, (_, read) in _SETTINGS.items()},
    **dict.fromkeys(_POINTS, _parse_tenths),
    "HalfPointByeRate": _rate_parser(1),
    "HighestRating": _parse_number,
    "LowestRating": _parse_number,
}
