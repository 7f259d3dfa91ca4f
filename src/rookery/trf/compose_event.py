"""Records of the event as a whole: its texts, its points, and what is asked of its rounds."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import CLASSIC, MATCH_POINTS, ByeKind, Colour, Tournament
from rookery.trf.dates import written, written_short
from rookery.trf.entry import Composer, Entry, Voice, entry, ids, pace, value
from rookery.trf.records import points_text
from rookery.trf.symbols import BB_POINTS, EVENT_TEXTS


def _text(code: str) -> Composer:
    def composer(tournament: Tournament, voice: Voice) -> list[Entry]:
        return value(code, getattr(tournament.event, EVENT_TEXTS[code]))

    return composer


def _round_dates(tournament: Tournament, voice: Voice) -> list[Entry]:
    days = tuple((written_short(date),) for date in tournament.event.round_dates)
    return [entry("132", (), {}, days)] if days else []


def _ranking(code: str) -> Composer:
    def composer(tournament: Tournament, voice: Voice) -> list[Entry]:
        by_points = tournament.ranking[:1] == ("PTS",) and len(tournament.ranking) > 1
        names = tournament.ranking[1:] if by_points else tournament.ranking
        return value(code, ",".join(names)) if (code == "202") is by_points else []

    return composer


def _system(tournament: Tournament, voice: Voice) -> list[Entry]:
    return value("192", "CUSTOM_SWISS" if tournament.system == "LIM" else tournament.system)


def _comment(tournament: Tournament, voice: Voice) -> list[Entry]:
    return value("###", "system: lim" if tournament.system == "LIM" and "192" in voice.codes else "")


def _colour(tournament: Tournament, voice: Voice) -> list[Entry]:
    colour = tournament.initial_colour
    return value("152", "" if colour is None else "W" if colour is Colour.WHITE else "B")


def _xxc(tournament: Tournament, voice: Voice) -> list[Entry]:
    colour = tournament.initial_colour
    first = "" if colour is None or "XXC" not in voice.codes else "white1" if colour is Colour.WHITE else "black1"
    return [
        *value("XXC", first, "colour"),
        *value("XXC", "rank" if tournament.by_rank and voice.codes & {"XXC", "142"} else "", "rank"),
    ]


# -- points ------------------------------------------------------------------------------------------------------------


def _game_points(tournament: Tournament, voice: Voice) -> list[Entry]:
    points = tournament.points
    if points == CLASSIC:
        return []
    pairs = [("W", points.win), ("D", points.draw), ("L", points.loss)]
    pairs += [("A", points.absence)] * (points.absence != 0) + [("P", points.pab)] * (points.pab != points.win)
    pairs += [("X", points.adjourned)] * (points.adjourned != points.draw)
    return [entry("162", (), {}, tuple((symbol, points_text(worth)) for symbol, worth in pairs))]


def _xxs(tournament: Tournament, voice: Voice) -> list[Entry]:
    """All of the points where this is the record for them; else only what 162 cannot say."""
    points = tournament.points
    special = [("FPB", points.full_bye, points.win), ("HPB", points.half_bye, points.draw)]
    special += [("FW", points.forfeit_win, points.win), ("FL", points.forfeit_loss, points.absence)]
    words = [f"{code}={points_text(worth)}" for code, worth, usual in special if worth != usual]
    if "XXS" in voice.codes and points != CLASSIC:
        head = [("W", points.win), ("D", points.draw), ("L", points.loss), ("PAB", points.pab)]
        head += [("ZPB", points.absence)] * (points.absence != 0)
        words = [f"{code}={points_text(worth)}" for code, worth in head] + words
    return value("XXS", " ".join(words)) if voice.codes & {"162", "XXS"} else []


def _bb(code: str, name: str) -> Composer:
    def composer(tournament: Tournament, voice: Voice) -> list[Entry]:
        points = tournament.points
        return [] if points == CLASSIC else value(code, points_text(getattr(points, name)).rjust(4))

    return composer


def _match_points(tournament: Tournament, voice: Voice) -> list[Entry]:
    points = tournament.match_points
    if not tournament.team_event and points == MATCH_POINTS:
        return []
    pairs = (("TW", points.win), ("TD", points.draw), ("TL", points.loss))
    return [entry("362", (), {}, tuple((symbol, points_text(worth)) for symbol, worth in pairs))]


# -- what is asked of rounds -------------------------------------------------------------------------------------------


def _byes(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    step, found = pace(tournament), dict[tuple[int, str], list[int]]()
    asked = [(one.round, one.kind, one.player) for one in tournament.requested]
    if tournament.team_event:
        kinds = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
        asked += [
            (n, bye.kind, bye.player)
            for n, round in enumerate(tournament.rounds, 1)
            for bye in round.byes
            if bye.kind in kinds
        ]
    for round, kind, id in asked:
        for column in range((round - 1) * step + 1, round * step + 1):
            found.setdefault((column, kind.value), []).append(id)
    for (column, kind_letter), who in sorted(found.items()):
        yield entry("240", (column, kind_letter), {"type": kind_letter, "round": str(column)}, ids(sorted(who)))


def _xxz(tournament: Tournament, voice: Voice) -> list[Entry]:
    away = sorted(tournament.absent(tournament.next_round)) if not tournament.team_event else []
    return value("XXZ", " ".join(map(str, away)))


def _virtual(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    step = pace(tournament)
    for number, one in enumerate(tournament.acceleration):
        values = {
            "match points": points_text(one.match_points) if one.match_points else "",
            "game points": points_text(one.points) if one.points or not one.match_points else "",
            "first round": str((one.first_round - 1) * step + 1), "last round": str(one.last_round * step),
            "first id": str(one.first), "last id": str(one.last),
        }  # fmt: skip
        yield entry("250", (number,), values)


def _xxa(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    step = pace(tournament)
    by_player: dict[int, dict[int, int]] = {}
    for one in tournament.acceleration:
        for id in range(one.first, one.last + 1):
            for column in range((one.first_round - 1) * step + 1, one.last_round * step + 1):
                by_player.setdefault(id, {})[column] = one.points
    for id, points in sorted(by_player.items()):
        if any(points.values()) and not tournament.team_event and id in tournament.by_id:
            row = tuple((points_text(points.get(column, 0)),) for column in range(1, max(points) + 1))
            yield entry("XXA", (id,), {"id": str(id)}, row)


def _forbidden(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    step = pace(tournament)
    for number, one in enumerate(tournament.forbidden):
        last = one.last_round
        if last is None and tournament.planned:
            last = max(one.first_round, tournament.planned)
        values = {
            "first round": str((one.first_round - 1) * step + 1),
            "last round": "" if last is None else str(last * step),
        }
        yield entry("260", (number,), values, ids(one.players))


def _xxp(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    for number, one in enumerate(tournament.forbidden):
        if one.covers(tournament.next_round) and not tournament.team_event:
            yield from value("XXP", " ".join(map(str, one.players)), number)


def _abnormal(tournament: Tournament, voice: Voice) -> Iterator[Entry]:
    step = pace(tournament)
    for number, one in enumerate(tournament.abnormal):
        values = {
            "type": one.kind, "match points": points_text(one.match_points), "game points": points_text(one.points),
            "round": "" if one.round is None else str((one.round - 1) * step + 1),
        }  # fmt: skip
        yield entry("299", (number,), values, ids(one.players))


def _rounds(code: str) -> Composer:
    def composer(tournament: Tournament, voice: Voice) -> list[Entry]:
        return value(code, "" if tournament.planned is None else str(tournament.planned * pace(tournament)))

    return composer


EVENT: dict[str, Composer] = {
    **{code: _text(code) for code in EVENT_TEXTS},
    "042": lambda tournament, voice: value("042", written(tournament.event.start)),
    "052": lambda tournament, voice: value("052", written(tournament.event.end)),
    "062": lambda tournament, voice: value("062", str(len(tournament.players))),
    "072": lambda tournament, voice: value("072", str(sum(one.rating is not None for one in tournament.players))),
    "082": lambda tournament, voice: value("082", str(len(tournament.teams)) if tournament.teams else ""),
    "112": lambda tournament, voice: [value("112", name, n)[0] for n, name in enumerate(tournament.event.deputies)],
    "352": lambda tournament, voice: value("352", tournament.board_colours),
    "132": _round_dates, "142": _rounds("142"), "152": _colour, "162": _game_points, "192": _system,
    "202": _ranking("202"), "212": _ranking("212"), "362": _match_points, "240": _byes, "250": _virtual,
    "260": _forbidden, "299": _abnormal, "XXR": _rounds("XXR"), "XXC": _xxc, "XXS": _xxs, "XXZ": _xxz, "XXP": _xxp,
    "XXA": _xxa, **{code: _bb(code, name) for code, name in BB_POINTS.items()}, "###": _comment,
}  # fmt: skip
