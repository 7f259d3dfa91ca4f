"""The configuration file of the generators of bbpPairings and JaVaFo: `Key=value` in each line, `#` for remarks."""

from __future__ import annotations

from collections.abc import Callable

from rookery.checking.settings import Ratings, Settings
from rookery.cli.exits import TOO_LARGE, Refusal
from rookery.errors import RuleError
from rookery.model import PointSystem
from rookery.model.limits import whole
from rookery.typed import Any
from rookery.values import replace


def settings_in(text: str) -> Settings:
    """The settings that a configuration gives.

    Rates are "one in so many": ForfeitRate of all games, RetiredRate and HalfPointByeRate of all players. What they do
    not mention does not happen, as with those programs: no forbidden pairs, no acceleration.

    >>> settings_in("PlayersNumber=30\\nForfeitRate=20").forfeits
    0.05
    """
    said = dict(_pairs(text))
    settings = Settings(
        full_byes=0, late_entries=0, zero_byes=0, unusual=0.0, unrated=0.0, double_forfeits=0.0, forbidden=0,
        acceleration="none",
    )  # fmt: skip
    given = {_PLAIN[key][0]: value for key, value in said.items() if key in _PLAIN}
    try:
        worth = {name: said[key] for key, name in _POINTS.items() if key in said}
        forfeit = worth.setdefault("forfeit_loss", 0)  # which stands for absences as well, unless they are named
        points = PointSystem(**{"absence": forfeit, **worth})
        usual = Ratings()
        ratings = Ratings(said.get("LowestRating", usual.low), said.get("HighestRating", max(usual.high, 2800)))
        half = said.get("HalfPointByeRate")
        if half is not None:  # players with one, spread over the rounds
            given["half_byes"] = round(half / max(1, given.get("rounds") or 9), 4)
        return replace(settings, points=points, ratings=ratings, **given)
    except RuleError as error:
        raise Refusal(f"configuration: {error}") from None


def _pairs(text: str) -> list[tuple[str, Any]]:
    found = []
    for line in text.replace("\r", "\n").split("\n"):
        if not line.strip() or line.startswith("#"):
            continue
        key, equals, value = line.partition("=")
        key = "HalfPointByeRate" if key == "HalfPointByteRate" else key.strip()  # both spellings are in use
        read = _READERS.get(key)
        if not equals or read is None:
            raise Refusal(f"configuration: unexpected parameter {key!r}")
        try:
            found.append((key, read(value.strip())))
        except OverflowError:
            raise Refusal(f"configuration: {key}={value.strip()} is too large", TOO_LARGE) from None
        except ValueError:
            raise Refusal(f"configuration: {value.strip()!r} is no value for {key}") from None
    return found


def _number(text: str) -> int:
    number = whole(text)
    if number is None:
        raise ValueError(text)
    if number > 9999:
        raise OverflowError(text)
    return number


def _tenths(text: str) -> int:
    tenths = round(10 * float(text))
    if tenths < 0 or abs(tenths - 10 * float(text)) > 1e-6:
        raise ValueError(text)
    return tenths


def _percentage(text: str) -> float:
    number = whole(text)
    if number is None or number > 100:
        raise ValueError(text)
    return number / 100


def _one_in(least: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        if float(text) < least:
            raise ValueError(text)
        return round(1 / float(text), 6)

    return read


_PLAIN: dict[str, tuple[str, Callable[[str], Any]]] = {
    "PlayersNumber": ("players", _number),
    "RoundsNumber": ("rounds", _number),
    "DrawPercentage": ("draws", _percentage),
    "ForfeitRate": ("forfeits", _one_in(1)),
    "RetiredRate": ("withdrawals", _one_in(2)),
}
_POINTS = {
    "PointsForWin": "win", "PointsForDraw": "draw", "PointsForLoss": "loss", "PointsForZPB": "absence",
    "PointsForForfeitLoss": "forfeit_loss", "PointsForPAB": "pab",
}  # fmt: skip
_READERS: dict[str, Callable[[str], Any]] = {
    **{key: read for key, (_, read) in _PLAIN.items()},
    **dict.fromkeys(_POINTS, _tenths),
    "HalfPointByeRate": _one_in(1),
    "HighestRating": _number,
    "LowestRating": _number,
}
