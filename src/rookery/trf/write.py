"""The canonical file of a tournament, in one of five dialects."""

from __future__ import annotations

from rookery.errors import Unsupported
from rookery.model import Tournament
from rookery.regulations import scheme
from rookery.trf.catalogue import VERSIONS, codes_of
from rookery.trf.compose import composed
from rookery.trf.entry import Voice
from rookery.wording import spoken

LINE_END = "\r\n"
"""Holds the CR that the standard asks for, and every reader we tried takes it."""


def dump(tournament: Tournament, dialect: str = "trf26") -> bytes:
    """The tournament as a file: `trf26`, `trf16`, `trfx` (JaVaFo), `trfbx` (bbpPairings) or `joint` (trf26 and trfbx).

    UTF-8 without a mark, lines end with CRLF. Raises TooLarge when the format has no room for a number.
    """
    if dialect not in VERSIONS:
        raise Unsupported(spoken("%(name)s is not a dialect of TRF: choose one of %(names)s", name=repr(dialect),
                                 names=", ".join(VERSIONS)))  # fmt: skip
    if not tournament.team_event and not scheme(tournament.system).two_game_matches and _several_games(tournament):
        raise Unsupported(
            spoken(
                "TRF has no place for several games of two players in one round: JSON has (%(command)s)",
                command="rookery convert",
            )
        )
    codes = codes_of(VERSIONS[dialect])
    for_engines = "XXR" in codes and "142" not in codes
    voice = Voice(codes, request_cells="240" not in codes or "XXZ" in codes, with_points=for_engines)
    return "".join(entry.line() + LINE_END for entry in composed(tournament, voice)).encode("utf-8", "surrogatepass")


def _several_games(tournament: Tournament) -> bool:
    """Whether somebody meets the same opponent more than once in a round."""
    return any(len(match.games) > 1 for round in tournament.rounds for match in round.matches)
