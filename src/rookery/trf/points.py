"""What results are worth: 162 for games, 362 for matches, and the lines of JaVaFo and bbpPairings for the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rookery.errors import RuleError
from rookery.model import CLASSIC, PointSystem, Tournament
from rookery.model import MATCH_POINTS as ORDINARY
from rookery.trf.cells import TAILS
from rookery.trf.draft import Draft, Here
from rookery.trf.entry import Texts, Voice, value
from rookery.trf.layout import Field, Group, Layout
from rookery.trf.notes import ERROR, WARNING, Notes, Spot
from rookery.trf.record import TRF26, TRFBX, TRFX, Reader, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.symbols import BB_POINTS, GAME_POINTS, MATCH_POINTS, XXS_POINTS
from rookery.trf.texts import points_text, tenths
from rookery.values import Workplace, field
from rookery.wording import spoken


class GameWorth(Workplace, slots=False, eq=False, repr=False):
    """What the file says games and byes are worth, and where it did so last."""

    given: dict[str, int] = field(default_factory=dict)
    line: int = 0
    words: dict[str, int] = field(default_factory=dict)
    """The codes of XXS as they are written, those of one colour among them."""


class MatchWorth(GameWorth, Workplace, slots=False, eq=False, repr=False):
    """What it says matches are worth; `bye` and `bye_games` are match and game points of an allocated bye."""

    bye: int | None = None
    bye_games: int | None = None


def _system(default: PointSystem, given: Mapping[str, int], line: int, notes: Notes) -> PointSystem:
    try:
        return PointSystem(**given) if given else default
    except RuleError as error:
        notes.add(ERROR, "point-system", Spot(line, field="points"), error.said, "", spoken("the usual points"))
        return default


# -- 162 and 362: pairs of a symbol and points -------------------------------------------------------------------------


def _symbols(first: int) -> Layout:
    return Layout((), Group((Field("symbol", first, 6), Field("points", 7, 10, True)), 9))


def _pairs(kind: type[GameWorth], names: Mapping[str, str]) -> Reader:
    def read(draft: Draft, here: Here) -> None:
        part, found = draft.part(kind), here.pieces()
        for index, pair in enumerate(found.group):
            symbol, worth = (*pair, "")[:2]
            points = tenths(worth)
            if symbol.upper() in names and points is not None:
                part.given[names[symbol.upper()]] = points
            elif symbol or worth:
                said = spoken("a symbol (%(symbols)s) and its points", symbols=", ".join(names))
                columns = found.group_columns(index)
                here.odd("point-system", said, f"{symbol} {worth}", columns=columns)
        part.line = here.line

    return read


def _texts(pairs: Iterable[tuple[str, int]]) -> list[Texts]:
    return [Texts(group=tuple((symbol, points_text(worth)) for symbol, worth in pairs))]


def _assemble_games(draft: Draft, scene: Scene) -> dict[str, object]:
    part = draft.part(GameWorth)
    _note_one_colour(part, scene.notes)
    return {"points": _system(CLASSIC, part.given, part.line, scene.notes)}


def _write_games(tournament: Tournament, voice: Voice) -> list[Texts]:
    points = tournament.points
    adjourned = any(round.adjourned for round in tournament.rounds)
    if points == CLASSIC and not adjourned:
        return []
    pairs = [("W", points.win), ("D", points.draw), ("L", points.loss)]
    pairs += [("A", points.absence)] * (points.absence != 0) + [("P", points.pab)] * (points.pab != points.win)
    pairs += [("X", points.adjourned)] * (adjourned or points.adjourned != points.draw)
    return _texts(pairs)


_SHOWN_BY = {
    "win": "1W+", "draw": "=D", "loss": "0L", "absence": "Z- ", "pab": "U", "full_bye": "F", "half_bye": "H",
    "forfeit_win": "+", "forfeit_loss": "-", "adjourned": "?",
}  # fmt: skip


def _check_games(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Points announced for something that never happened yet, so that no score confirms them."""
    part = draft.part(GameWorth)
    if not part.given:
        return
    seen = {TAILS[tail].letter for tail in set(b"".join(scene.table.tails))}
    alone = [f"{name} {points_text(worth)}" for name, worth in part.given.items() if not seen & set(_SHOWN_BY[name])]
    if alone:
        scene.unconfirmed(part.line, "162", ", ".join(alone).replace("_", " "))


def _assemble_matches(draft: Draft, scene: Scene) -> dict[str, object]:
    part = draft.part(MatchWorth)
    if not part.given and part.bye is None:
        return {"match_points": ORDINARY, "team_bye_points": part.bye_games}
    win, draw = part.given.get("win", ORDINARY.win), part.given.get("draw", ORDINARY.draw)
    given = {**part.given, "win": win, "draw": draw, "pab": draw if part.bye is None else part.bye}
    line = part.line or draft.first_line("320")
    return {"match_points": _system(ORDINARY, given, line, scene.notes), "team_bye_points": part.bye_games}


def _write_matches(tournament: Tournament, voice: Voice) -> list[Texts]:
    points = tournament.match_points
    if not tournament.team_event and points == ORDINARY:
        return []
    return _texts((("TW", points.win), ("TD", points.draw), ("TL", points.loss)))


# -- XXS: words, each a code, = and points -----------------------------------------------------------------------------

_XXS = {**XXS_POINTS, **{colour + end: XXS_POINTS[end] for colour in "WB" for end in "WDL"}}
_XXS_TOO = {"W": ("full_bye", "forfeit_win"), "D": ("half_bye",)}


def _read_xxs(draft: Draft, here: Here) -> None:
    part = draft.part(GameWorth)
    part.line = here.line
    for word in here.value.replace(",", " ").split():
        name, _, worth = word.upper().partition("=")
        points = tenths(worth)
        if name not in _XXS or points is None:
            here.odd_word("point-system", spoken("a code, = and its points"), word)
            continue
        if len(name) == 2 and name[0] in "WB" and part.given.get(_XXS[name], points) != points:
            said = spoken("points that depend on the colour cannot be kept: the last value is used for both")
            here.odd_word("point-system", said, word)
        part.words[name] = points
        for each in (_XXS[name], *_XXS_TOO.get(name, ())):
            part.given[each] = points


def _note_one_colour(part: GameWorth, notes: Notes) -> None:
    """Points said of one colour, where the other has others."""
    for colour, other in ("WB", "BW"):
        for end in "WDL":
            points, usual = part.words.get(colour + end), part.words.get(end, getattr(CLASSIC, XXS_POINTS[end]))
            if points is not None and points != usual and other + end not in part.words:
                said = spoken("points that depend on the colour cannot be kept: this value is used for both")
                read = f"{colour}{end}={points_text(points)}"
                notes.add(WARNING, "point-system", Spot(part.line, field="points"), said, read)


def _write_xxs(tournament: Tournament, voice: Voice) -> list[Texts]:
    """All of the points where this is the record for them; else only what 162 cannot say."""
    points = tournament.points
    special = [("FPB", points.full_bye, points.win), ("HPB", points.half_bye, points.draw)]
    special += [("FW", points.forfeit_win, points.win), ("FL", points.forfeit_loss, points.absence)]
    words = [f"{code}={points_text(worth)}" for code, worth, usual in special if worth != usual]
    if "XXS" in voice.codes and points != CLASSIC:
        head = [("W", points.win), ("D", points.draw), ("L", points.loss), ("PAB", points.pab)]
        head += [("ZPB", points.absence)] * (points.absence != 0)
        words = [f"{code}={points_text(worth)}" for code, worth in head] + words
    return value(" ".join(words)) if voice.codes & {"162", "XXS"} else []


# -- BBW to BBU: one number each ---------------------------------------------------------------------------------------


def _of_bbp(code: str, what: str) -> Record:
    name = BB_POINTS[code]

    def read(draft: Draft, here: Here) -> None:
        points, part = tenths(here.value), draft.part(GameWorth)
        if points is None:
            here.odd("point-system", spoken("not a number of points"), here.value)
        else:
            part.given[name] = points
            part.line = here.line

    def write(tournament: Tournament, voice: Voice) -> list[Texts]:
        points = tournament.points
        return [] if points == CLASSIC else value(points_text(getattr(points, name)).rjust(4))

    return Record(code, f"points for {what}", TRFBX, Section.BBP, use=f"what {what} is worth", read=read, write=write)


RECORDS = (
    Record(
        "162", "points for games", TRF26, Section.EVENT, _symbols(6), same_as="XXS",
        use="what results are worth: `W` `D` `L`, absence `A` (or `Z`), allocated bye `P`, adjourned `X`",
        read=_pairs(GameWorth, {**GAME_POINTS, "Z": "absence"}),  # Z as bbpPairings and Chess-Publisher write it
        assemble=_assemble_games, write=_write_games, check=_check_games,
    ),
    Record(
        "362", "points for matches", TRF26, Section.EVENT, _symbols(5), use="what matches are worth: `TW` `TD` `TL`",
        read=_pairs(MatchWorth, MATCH_POINTS), assemble=_assemble_matches, write=_write_matches,
    ),
    Record(
        "XXS", "points for games", TRFX, Section.JAVAFO, many=True, everywhere=True,
        use="what results are worth: `W=3`, `D=1`, `PAB=1`, ...", read=_read_xxs, write=_write_xxs,
    ),
    _of_bbp("BBW", "a win"),
    _of_bbp("BBD", "a draw"),
    _of_bbp("BBL", "a loss"),
    _of_bbp("BBZ", "an absence"),
    _of_bbp("BBF", "a forfeit loss"),
    _of_bbp("BBU", "the pairing-allocated bye"),
)  # fmt: skip
