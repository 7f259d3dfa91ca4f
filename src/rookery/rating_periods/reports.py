"""Games of a rating period from reports: tournaments and PGN files, with the reason for each game not counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import NamedTuple

from rookery._record import record
from rookery.model import Result, Tournament, TournamentInfo
from rookery.rating.fide import rules_for
from rookery.rating.rating_rules import GameContext, NotRated, RateOfPlay, rate_of_play
from rookery.rating.report import RatedGame, rated_games
from rookery.rating.rows import UNRATED_THEN, ListGame

_LEFT_TO_PERIOD = (None, NotRated.ONE_UNRATED, NotRated.TOO_UNEVEN)
"""Reasons that a period decides itself: an unrated player's games count for a first rating."""


class NotCounted(NamedTuple):
    """A file, game or player that a period leaves out, with the reason and the article.

    `mendable` is whether the reason is an error that can be corrected; otherwise it follows from the rules.
    """

    file: str
    round: int = 0
    white: str = ""
    black: str = ""
    result: str = ""
    why: str = ""
    article: str = ""
    mendable: bool = False


@record
class ReportGames:
    """Content of a report: its kind and first day, the games, and what is not counted."""

    name: str
    kind: str
    start: date | None
    games: tuple[ListGame, ...]
    not_counted: tuple[NotCounted, ...]

    @property
    def identity(self) -> object:
        """Key by which a duplicate report is recognised; None if it has no games."""
        start = self.start.toordinal() if self.start else 0
        return report_identity(self.name, self.kind, start, (game[:4] for game in self.games))


def report_identity(name: str, kind: str, start: int, games: Iterable[tuple[int, ...]]) -> object:
    """Return the key of a report: kind, first day and all games, and for a single game the file name too."""
    sorted_games = tuple(sorted(tuple(game) for game in games))
    if not sorted_games:
        return None
    return kind, start, sorted_games, re.split(r"[/\\]", name)[-1] if len(sorted_games) == 1 else ""


def read_report(
    tournament: Tournament,
    ratings: Mapping[int, int],
    *,
    name: str = "",
    number: int = 0,
    kind: str | None = None,
    by_list: bool = False,
) -> ReportGames:
    """Return the games of a tournament by FIDE number, between players of the list.

    The list they belong to is what the time control says, else standard; with `kind`, games of another are left out.
    The ratings are those of the file, or with `by_list` those of the list.
    """
    rate, start = rate_of_play(tournament.info), tournament.info.start
    day = start.first_day if start else None
    own_kind = (rate and rate.kind) or kind or "standard"
    numbers = {player.number: player.fide_id or 0 for player in tournament.players}
    labels = {player.number: f"{player.fide_id or ''} {player.name}".strip() for player in tournament.players}
    player_ratings = {
        player.number: (ratings.get(numbers[player.number], 0) if by_list else player.official_rating) or None
        for player in tournament.players
    }
    then = _rating_at_start(player_ratings, numbers, ratings, by_list)
    games, not_counted = list[ListGame](), list[NotCounted]()
    for game in rated_games(tournament, player_ratings, rules_for(kind or own_kind, day), rate):
        exclusion = _reason_for_exclusion(game, kind, own_kind, numbers, ratings)
        if exclusion is None:
            white, black = game.half_points
            sides = numbers[game.white], numbers[game.black], white, black, then(game.white), then(game.black)
            games.append(ListGame(*sides, day.toordinal() if day else 0, number))
        else:
            not_counted.append(
                NotCounted(name, game.round, labels[game.white], labels[game.black], str(game.result), *exclusion)
            )
    return ReportGames(name, kind or own_kind, day, tuple(games), tuple(not_counted))


def _rating_at_start(
    player_ratings: Mapping[int, int | None], numbers: Mapping[int, int], ratings: Mapping[int, int], by_list: bool
) -> Callable[[int], int]:
    """Return a function for the rating at the start; a player rated since is unrated for opponents (B.02 8.2.4)."""
    any_rated = any(player_ratings.values())

    def rating(player_id: int) -> int:
        if by_list:
            return 0
        return player_ratings[player_id] or (UNRATED_THEN if any_rated and ratings.get(numbers[player_id]) else 0)

    return rating


def _reason_for_exclusion(
    game: RatedGame, kind: str | None, own_kind: str, numbers: Mapping[int, int], ratings: Mapping[int, int]
) -> tuple[str, str, bool] | None:
    """Return (reason, article, whether it can be mended) of a game not counted, or None."""
    reason = game.reason
    if reason in (NotRated.NOT_PLAYED, NotRated.MARKED):
        return str(reason), reason.article, False
    if reason is NotRated.NO_RESULT:
        return str(reason), reason.article, True
    if kind and own_kind != kind:
        return f"a {own_kind} game, not {kind}", "B.02 1.1", True
    for side, player_id in (("White", game.white), ("Black", game.black)):
        if not numbers[player_id]:
            return f"{side} has no FIDE number", "B.03 1.2", True
        if numbers[player_id] not in ratings:
            return f"{side} is not on the list", "B.03 1.2", True
    if reason in _LEFT_TO_PERIOD:
        return None
    assert reason is not None
    return str(reason), reason.article, reason is NotRated.RATE_OF_PLAY


# -- PGN ---------------------------------------------------------------------------------------------------------------

_TAG = re.compile(r'^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
_RESULTS = {"1-0": Result.WHITE_WINS, "0-1": Result.BLACK_WINS, "1/2-1/2": Result.DRAW}


def iter_pgn_tags(text: str) -> Iterator[dict[str, str]]:
    r"""Yield the tags of every game of a PGN file.

    >>> text = '[Event "Open"]\n[White "A"]\n\n1. e4 1-0\n\n[Event "Open"]\n[White "B"]'
    >>> [game["White"] for game in iter_pgn_tags(text)]
    ['A', 'B']
    """
    tags: dict[str, str] = {}
    open_head = False
    for line in text.splitlines():
        tag = _TAG.match(line)
        if tag is None:
            open_head = open_head and not line.strip()
            continue
        if tags and (not open_head or tag[1] == "Event") and tag[1] in tags:
            yield tags
            tags = {}
        tags[tag[1]] = tag[2].replace('\\"', '"').replace("\\\\", "\\")
        open_head = True
    if tags:
        yield tags


def read_pgn_report(
    text: str, ratings: Mapping[int, int], *, name: str = "", number: int = 0, kind: str | None = None
) -> ReportGames:
    """Return the games of a PGN file by the tags WhiteFideId and BlackFideId, between players of the list.

    The list they belong to is what the tag TimeControl says, else standard. The first day is the earliest of the file.
    """
    games = list(iter_pgn_tags(text))
    first_day_of_event = min((candidate for candidate in map(_parse_day, games) if candidate), default=None)
    paces = [pace for game in games if (pace := _parse_time_control(game.get("TimeControl", ""))) and pace.kind]
    own_kind = (paces[0].kind if paces else None) or kind or "standard"
    list_games, not_counted = list[ListGame](), list[NotCounted]()
    rules = rules_for(kind or own_kind, first_day_of_event)
    for game in games:
        ids = [_parse_number(game.get(f"{side}FideId", "")) for side in ("White", "Black")]
        exclusion = _reason_for_tag_exclusion(game, ids, ratings)
        if exclusion is None and kind and own_kind != kind:
            exclusion = f"a {own_kind} game, not {kind}", "B.02 1.1", True
        if exclusion is None:
            white, black = (ratings[candidate] or None for candidate in ids)
            reason = rules.exclusion_reason(GameContext(white, black, _parse_time_control(game.get("TimeControl", ""))))
            exclusion = None if reason in _LEFT_TO_PERIOD else (str(reason), reason.article if reason else "", False)
        if exclusion is None:
            half = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[game["Result"]]
            start = first_day_of_event.toordinal() if first_day_of_event else 0
            list_games.append(ListGame(ids[0], ids[1], half, 2 - half, start=start, event=number))
        else:
            not_counted.append(_build_not_counted(name, game, exclusion))
    return ReportGames(name, kind or own_kind, first_day_of_event, tuple(list_games), tuple(not_counted))


def _build_not_counted(name: str, game: Mapping[str, str], exclusion: tuple[str, str, bool]) -> NotCounted:
    white, black = (f"{game.get(side + 'FideId', '')} {game.get(side, '')}".strip() for side in ("White", "Black"))
    return NotCounted(
        name, _parse_number(game.get("Round", "").split(".")[0]), white, black, game.get("Result", ""), *exclusion
    )


def _reason_for_tag_exclusion(
    game: Mapping[str, str], ids: list[int], ratings: Mapping[int, int]
) -> tuple[str, str, bool] | None:
    if game.get("Result") not in _RESULTS:
        return str(NotRated.NO_RESULT), NotRated.NO_RESULT.article, True
    if game.get("Termination", "").lower() in ("unplayed", "forfeit", "rules infraction", "abandoned"):
        return str(NotRated.NOT_PLAYED), NotRated.NOT_PLAYED.article, False
    for side, player_id in zip(("White", "Black"), ids, strict=True):
        if not player_id:
            return f"{side} has no FIDE number", "B.03 1.2", True
        if player_id not in ratings:
            return f"{side} is not on the list", "B.03 1.2", True
    return ("a player cannot meet themselves", "B.02 5.1", True) if ids[0] == ids[1] else None


def _parse_number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _parse_day(game: Mapping[str, str]) -> date | None:
    for tag in ("EventDate", "Date"):
        try:
            return date(*map(int, game.get(tag, "").split(".")))
        except (ValueError, TypeError):
            continue
    return None


def _parse_time_control(text: str) -> RateOfPlay | None:
    """Parse the tag TimeControl, in PGN form or written like "15 min. + 10 s. per move"."""
    plain = re.sub(r"(\d+)\s*min\.?\s*\+\s*(\d+)\s*s.*", r"\1+\2", text.strip())
    if plain != text.strip():
        return rate_of_play(TournamentInfo(time_control=plain))
    return rate_of_play(TournamentInfo(encoded_time_control=plain)) if re.search(r"\d{3,}", plain) else None
