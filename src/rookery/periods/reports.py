"""The games of a period out of reports: tournaments and PGN, each game that does not count with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date

from rookery.model import Event, Result, Tournament
from rookery.rating.days import first_day
from rookery.rating.fide import rules_for
from rookery.rating.games import RatedGame, judged
from rookery.rating.listed import UNRATED_THEN, Played
from rookery.rating.rate_of_play import RateOfPlay, rate_of_play
from rookery.rating.rating_rules import Circumstances, NotRated
from rookery.values import NamedTuple, frozen

_STILL_ASKED = (None, NotRated.ONE_UNRATED, NotRated.TOO_UNEVEN)
"""What a period itself knows what to do with: an unrated player's games count for a first rating."""


class NotCounted(NamedTuple):
    """A file, a game or a player that a period leaves out, why, and by which article.

    `mendable` is whether something is amiss that somebody can put right; else it is as the rules have it.
    """

    file: str
    round: int = 0
    white: str = ""
    black: str = ""
    result: str = ""
    why: str = ""
    article: str = ""
    mendable: bool = False


@frozen
class ReportGames:
    """What a report brings to a period: its kind and first day, the games, and what is not counted."""

    name: str
    kind: str
    start: date | None
    games: tuple[Played, ...]
    not_counted: tuple[NotCounted, ...]

    @property
    def identity(self) -> object:
        """By what a report is known again: None where there is no game in it."""
        start = self.start.toordinal() if self.start else 0
        return known_by(self.name, self.kind, start, (game[:4] for game in self.games))


def known_by(name: str, kind: str, start: int, games: Iterable[tuple[int, ...]]) -> object:
    """By what a report is known again: kind, first day and all games; one of a single game by its name, too."""
    known = tuple(sorted(tuple(game) for game in games))
    if not known:
        return None
    return kind, start, known, re.split(r"[/\\]", name)[-1] if len(known) == 1 else ""


def report_games(
    tournament: Tournament,
    ratings: Mapping[int, int],
    *,
    name: str = "",
    number: int = 0,
    kind: str | None = None,
    by_list: bool = False,
) -> ReportGames:
    """The games of a tournament by FIDE number, between players of the list (`ratings` by number; 0: unrated).

    The list they belong to is what the time control says, else standard; with `kind`, games of another are left out.
    The ratings are those of the file, or with `by_list` those of the list.
    """
    pace, start = rate_of_play(tournament.event), tournament.event.start
    day = first_day(start) if start else None
    own_kind = (pace and pace.kind) or kind or "standard"
    numbers = {player.id: player.fide_id or 0 for player in tournament.players}
    said = {player.id: f"{player.fide_id or ''} {player.name}".strip() for player in tournament.players}
    own = {
        player.id: (ratings.get(numbers[player.id], 0) if by_list else player.official_rating) or None
        for player in tournament.players
    }
    then = _then(own, numbers, ratings, by_list)
    found, left = list[Played](), list[NotCounted]()
    for game in judged(tournament, own, rules_for(kind or own_kind, day), pace):
        why = _why(game, kind, own_kind, numbers, ratings)
        if why is None:
            white, black = game.half_points
            sides = numbers[game.white], numbers[game.black], white, black, then(game.white), then(game.black)
            found.append(Played(*sides, day.toordinal() if day else 0, number))
        else:
            left.append(NotCounted(name, game.round, said[game.white], said[game.black], str(game.result), *why))
    return ReportGames(name, kind or own_kind, day, tuple(found), tuple(left))


def _then(
    own: Mapping[int, int | None], numbers: Mapping[int, int], ratings: Mapping[int, int], by_list: bool
) -> Callable[[int], int]:
    """The rating at the start; a player rated since is unrated for the others (B.02 8.2.4)."""
    any_rated = any(own.values())

    def rating(one: int) -> int:
        if by_list:
            return 0
        return own[one] or (UNRATED_THEN if any_rated and ratings.get(numbers[one]) else 0)

    return rating


def _why(
    game: RatedGame, kind: str | None, own_kind: str, numbers: Mapping[int, int], ratings: Mapping[int, int]
) -> tuple[str, str, bool] | None:
    """Why a game is not counted, by which article, and whether that can be mended; None when it is."""
    reason = game.reason
    if reason in (NotRated.NOT_PLAYED, NotRated.MARKED):
        return str(reason), reason.article, False
    if reason is NotRated.NO_RESULT:
        return str(reason), reason.article, True
    if kind and own_kind != kind:
        return f"a {own_kind} game, not {kind}", "B.02 1.1", True
    for side, who in (("White", game.white), ("Black", game.black)):
        if not numbers[who]:
            return f"{side} has no FIDE number", "B.03 1.2", True
        if numbers[who] not in ratings:
            return f"{side} is not on the list", "B.03 1.2", True
    if reason in _STILL_ASKED:
        return None
    assert reason is not None
    return str(reason), reason.article, reason is NotRated.RATE_OF_PLAY


# -- PGN ---------------------------------------------------------------------------------------------------------------

_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
_RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}


def pgn_games(text: str) -> Iterator[dict[str, str]]:
    """The tags of every game of a PGN file.

    >>> text = '[Event "Open"]\\n[White "A"]\\n\\n1. e4 1-0\\n\\n[Event "Open"]\\n[White "B"]'
    >>> [game["White"] for game in pgn_games(text)]
    ['A', 'B']
    """
    tags: dict[str, str] = {}
    open_head = False
    for line in text.splitlines():
        found = _TAG.match(line)
        if found is None:
            open_head = open_head and not line.strip()
            continue
        if tags and (not open_head or found[1] == "Event") and found[1] in tags:
            yield tags
            tags = {}
        tags[found[1]] = found[2].replace('\\"', '"').replace("\\\\", "\\")
        open_head = True
    if tags:
        yield tags


def pgn_report(
    text: str, ratings: Mapping[int, int], *, name: str = "", number: int = 0, kind: str | None = None
) -> ReportGames:
    """The games of a PGN file by the tags WhiteFideId and BlackFideId, between players of the list.

    The list they belong to is what the tag TimeControl says, else standard. The first day is the earliest of the file.
    """
    games = list(pgn_games(text))
    day = min((one for one in map(_day, games) if one), default=None)
    paces = [pace for game in games if (pace := _pace(game.get("TimeControl", ""))) and pace.kind]
    own_kind = (paces[0].kind if paces else None) or kind or "standard"
    found, left = list[Played](), list[NotCounted]()
    rules = rules_for(kind or own_kind, day)
    for game in games:
        ids = [_number(game.get(f"{side}FideId", "")) for side in ("White", "Black")]
        why = _why_of_tags(game, ids, ratings)
        if why is None and kind and own_kind != kind:
            why = f"a {own_kind} game, not {kind}", "B.02 1.1", True
        if why is None:
            white, black = (ratings[one] or None for one in ids)
            reason = rules.verdict(Circumstances(white, black, _pace(game.get("TimeControl", ""))))
            why = None if reason in _STILL_ASKED else (str(reason), reason.article if reason else "", False)
        if why is None:
            half = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[game["Result"]]
            start = day.toordinal() if day else 0
            found.append(Played(ids[0], ids[1], half, 2 - half, start=start, event=number))
        else:
            left.append(_left_out(name, game, why))
    return ReportGames(name, kind or own_kind, day, tuple(found), tuple(left))


def _left_out(name: str, game: Mapping[str, str], why: tuple[str, str, bool]) -> NotCounted:
    white, black = (f"{game.get(side + 'FideId', '')} {game.get(side, '')}".strip() for side in ("White", "Black"))
    return NotCounted(name, _number(game.get("Round", "").split(".")[0]), white, black, game.get("Result", ""), *why)


def _why_of_tags(game: Mapping[str, str], ids: list[int], ratings: Mapping[int, int]) -> tuple[str, str, bool] | None:
    if game.get("Result") not in _RESULTS:
        return str(NotRated.NO_RESULT), NotRated.NO_RESULT.article, True
    if game.get("Termination", "").lower() in ("unplayed", "forfeit", "rules infraction", "abandoned"):
        return str(NotRated.NOT_PLAYED), NotRated.NOT_PLAYED.article, False
    for side, one in zip(("White", "Black"), ids, strict=True):
        if not one:
            return f"{side} has no FIDE number", "B.03 1.2", True
        if one not in ratings:
            return f"{side} is not on the list", "B.03 1.2", True
    return ("a player cannot meet themselves", "B.02 5.1", True) if ids[0] == ids[1] else None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _day(game: Mapping[str, str]) -> date | None:
    for tag in ("EventDate", "Date"):
        try:
            return date(*map(int, game.get(tag, "").split(".")))
        except (ValueError, TypeError):
            continue
    return None


def _pace(text: str) -> RateOfPlay | None:
    """The tag TimeControl: as PGN has it, or as people write it ("15 min. + 10 s. per move")."""
    plain = re.sub(r"(\d+)\s*min\.?\s*\+\s*(\d+)\s*s.*", r"\1+\2", text.strip())
    if plain != text.strip():
        return rate_of_play(Event(time_control=plain))
    return rate_of_play(Event(encoded_time_control=plain)) if re.search(r"\d{3,}", plain) else None
