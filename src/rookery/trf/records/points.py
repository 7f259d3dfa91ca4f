"""Records of points: 162 for games, 362 for matches, those of JaVaFo and bbpPairings, and 299 for adjustments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery._record import field, record, replace
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import CLASSIC, MATCH_POINTS, PointAdjustment, PointSystem, Tournament
from rookery.trf.cells import TAILS
from rookery.trf.diagnostics import ERROR, INFO, WARNING, Location, ProblemCollector
from rookery.trf.fields import Field, Group, Layout, id_group, parse_line, parse_tenths, points_text
from rookery.trf.record import (
    TRF26,
    TRFBX,
    TRFX,
    AssemblyContext,
    DialectOptions,
    FieldReader,
    LineContent,
    LineContext,
    LocatedValue,
    ParseState,
    Reader,
    Record,
    Section,
    columns_per_round,
    id_cells,
    text_line,
)

GAME_POINT_SYMBOLS = {"W": "win", "D": "draw", "L": "loss", "A": "absence", "P": "pab", "X": "adjourned"}
"""Symbols of 162."""

MATCH_POINT_SYMBOLS = {"TW": "win", "TD": "draw", "TL": "loss"}
"""Symbols of 362."""

XXS_CODES = {"W": "win", "D": "draw", "L": "loss", "PAB": "pab", "ZPB": "absence", "FPB": "full_bye",
              "HPB": "half_bye", "FW": "forfeit_win", "FL": "forfeit_loss"}  # fmt: skip
"""Codes of XXS."""

BBP_CODES = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "absence", "BBF": "forfeit_loss", "BBU": "pab"}
"""Records of bbpPairings."""


@record(frozen=False, slots=False, eq=False, repr=False)
class GameWorth:
    """The points of games and byes in the file, and the last line that gives some."""

    values: dict[str, int] = field(default_factory=dict)
    line: int = 0
    words: dict[str, int] = field(default_factory=dict)
    """The codes of XXS as they are written, those of one colour among them."""


@record(frozen=False, slots=False, eq=False, repr=False)
class MatchWorth(GameWorth):
    """The points of matches in the file; `bye` and `bye_games` are match and game points of an allocated bye."""

    bye: int | None = None
    bye_games: int | None = None


def _build_point_system(
    default: PointSystem, values: Mapping[str, int], line: int, problems: ProblemCollector
) -> PointSystem:
    try:
        return PointSystem.from_tenths(**values) if values else default
    except RuleError as error:
        problems.report(
            ERROR, "point-system", Location(line, field="points"), error.message, "", msg("the usual points")
        )
        return default


# -- 162 and 362: pairs of a symbol and points -------------------------------------------------------------------------


def _pairs_layout(first: int) -> Layout:
    return Layout((), Group((Field("symbol", first, 6), Field("points", 7, 10, True)), 9))


def _pairs_reader(kind: type[GameWorth], names: Mapping[str, str]) -> Reader:
    def read(state: ParseState, line: LineContext) -> None:
        worth_state, fields = state.state_of(kind), line.parse_fields()
        for index, pair in enumerate(fields.group):
            symbol, worth = (*pair, "")[:2]
            points = parse_tenths(worth)
            if symbol.upper() in names and points is not None:
                worth_state.values[names[symbol.upper()]] = points
            elif symbol or worth:
                message = msg("a symbol (%(symbols)s) and its points", symbols=", ".join(names))
                columns = fields.group_columns(index)
                line.report("point-system", message, f"{symbol} {worth}", columns=columns)
        worth_state.line = line.number

    return read


def _pair_texts(pairs: Iterable[tuple[str, int]]) -> list[LineContent]:
    return [LineContent(group=tuple((symbol, points_text(worth)) for symbol, worth in pairs))]


def _assemble_games(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    worth_state = state.state_of(GameWorth)
    _report_one_colour(worth_state, context.problems)
    return {"points": _build_point_system(CLASSIC, worth_state.values, worth_state.line, context.problems)}


def _write_games(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    points = tournament.points
    adjourned = any(round.adjourned for round in tournament.rounds)
    if points == CLASSIC and not adjourned:
        return []
    pairs = [("W", points.win), ("D", points.draw), ("L", points.loss)]
    pairs += [("A", points.absence)] * (points.absence != 0) + [("P", points.pab)] * (points.pab != points.win)
    pairs += [("X", points.adjourned)] * (adjourned or points.adjourned != points.draw)
    return _pair_texts(pairs)


_LETTERS_OF = {
    "win": "1W+", "draw": "=D", "loss": "0L", "absence": "Z- ", "pab": "U", "full_bye": "F", "half_bye": "H",
    "forfeit_win": "+", "forfeit_loss": "-", "adjourned": "?",
}  # fmt: skip


def _check_games(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report points for outcomes that have not occurred, so that no score confirms them."""
    worth_state = state.state_of(GameWorth)
    if not worth_state.values:
        return
    letters = {TAILS[tail].letter for tail in set(b"".join(context.table.tails))}
    unconfirmed = [
        f"{name} {points_text(worth)}"
        for name, worth in worth_state.values.items()
        if not letters & set(_LETTERS_OF[name])
    ]
    if unconfirmed:
        context.report_unconfirmed(worth_state.line, "162", ", ".join(unconfirmed).replace("_", " "))


def _assemble_matches(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    worth_state = state.state_of(MatchWorth)
    if not worth_state.values and worth_state.bye is None:
        return {"match_points": MATCH_POINTS, "team_bye_points": worth_state.bye_games}
    win, draw = worth_state.values.get("win", MATCH_POINTS.win), worth_state.values.get("draw", MATCH_POINTS.draw)
    values = {
        **worth_state.values,
        "win": win,
        "draw": draw,
        "pab": draw if worth_state.bye is None else worth_state.bye,
    }
    line = worth_state.line or state.first_line("320")
    return {
        "match_points": _build_point_system(MATCH_POINTS, values, line, context.problems),
        "team_bye_points": worth_state.bye_games,
    }


def _write_matches(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    points = tournament.match_points
    if not tournament.team_event and points == MATCH_POINTS:
        return []
    return _pair_texts((("TW", points.win), ("TD", points.draw), ("TL", points.loss)))


# -- XXS: words, each a code, = and points -----------------------------------------------------------------------------

_XXS_NAMES = {**XXS_CODES, **{colour + end: XXS_CODES[end] for colour in "WB" for end in "WDL"}}
_XXS_IMPLIED = {"W": ("full_bye", "forfeit_win"), "D": ("half_bye",)}


def _read_xxs(state: ParseState, line: LineContext) -> None:
    worth_state = state.state_of(GameWorth)
    worth_state.line = line.number
    for word in line.value.replace(",", " ").split():
        name, _, worth = word.upper().partition("=")
        points = parse_tenths(worth)
        if name not in _XXS_NAMES or points is None:
            line.report_word("point-system", msg("a code, = and its points"), word)
            continue
        if len(name) == 2 and name[0] in "WB" and worth_state.values.get(_XXS_NAMES[name], points) != points:
            message = msg("points that depend on the colour cannot be kept: the last value is used for both")
            line.report_word("point-system", message, word)
        worth_state.words[name] = points
        for field_name in (_XXS_NAMES[name], *_XXS_IMPLIED.get(name, ())):
            worth_state.values[field_name] = points


def _report_one_colour(worth_state: GameWorth, problems: ProblemCollector) -> None:
    """Report points for one colour where the other colour has different points."""
    for colour, opposite in ("WB", "BW"):
        for outcome in "WDL":
            points = worth_state.words.get(colour + outcome)
            default = worth_state.words.get(outcome, getattr(CLASSIC, XXS_CODES[outcome]))
            if points is not None and points != default and opposite + outcome not in worth_state.words:
                message = msg("points that depend on the colour cannot be kept: this value is used for both")
                read = f"{colour}{outcome}={points_text(points)}"
                problems.report(WARNING, "point-system", Location(worth_state.line, field="points"), message, read)


def _write_xxs(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    """Write all points where this is the record for them; otherwise only what 162 cannot express."""
    points = tournament.points
    special = [("FPB", points.full_bye, points.win), ("HPB", points.half_bye, points.draw)]
    special += [("FW", points.forfeit_win, points.win), ("FL", points.forfeit_loss, points.absence)]
    words = [f"{code}={points_text(worth)}" for code, worth, usual in special if worth != usual]
    if "XXS" in options.codes and points != CLASSIC:
        head = [("W", points.win), ("D", points.draw), ("L", points.loss), ("PAB", points.pab)]
        head += [("ZPB", points.absence)] * (points.absence != 0)
        words = [f"{code}={points_text(worth)}" for code, worth in head] + words
    return text_line(" ".join(words)) if options.codes & {"162", "XXS"} else []


# -- BBW to BBU: one number each ---------------------------------------------------------------------------------------


def _bbp_record(code: str, outcome: str) -> Record:
    name = BBP_CODES[code]

    def read(state: ParseState, line: LineContext) -> None:
        points, worth_state = parse_tenths(line.value), state.state_of(GameWorth)
        if points is None:
            line.report("point-system", msg("not a number of points"), line.value)
        else:
            worth_state.values[name] = points
            worth_state.line = line.number

    def write(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
        points = tournament.points
        return [] if points == CLASSIC else text_line(points_text(getattr(points, name)).rjust(4))

    return Record(
        code, f"points for {outcome}", TRFBX, Section.BBP, use=f"what {outcome} is worth", read=read, write=write
    )


RECORDS = (
    Record(
        "162", "points for games", TRF26, Section.EVENT, _pairs_layout(6), same_as="XXS",
        use="what results are worth: `W` `D` `L`, absence `A` (or `Z`), allocated bye `P`, adjourned `X`",
        read=_pairs_reader(GameWorth, {**GAME_POINT_SYMBOLS, "Z": "absence"}),  # Z: bbpPairings, Chess-Publisher
        assemble=_assemble_games, write=_write_games, check=_check_games,
    ),
    Record(
        "362", "points for matches", TRF26, Section.EVENT, _pairs_layout(5),
        use="what matches are worth: `TW` `TD` `TL`",
        read=_pairs_reader(MatchWorth, MATCH_POINT_SYMBOLS), assemble=_assemble_matches, write=_write_matches,
    ),
    Record(
        "XXS", "points for games", TRFX, Section.JAVAFO, repeatable=True, all_dialects=True,
        use="what results are worth: `W=3`, `D=1`, `PAB=1`, ...", read=_read_xxs, write=_write_xxs,
    ),
    _bbp_record("BBW", "a win"),
    _bbp_record("BBD", "a draw"),
    _bbp_record("BBL", "a loss"),
    _bbp_record("BBZ", "an absence"),
    _bbp_record("BBF", "a forfeit loss"),
    _bbp_record("BBU", "the pairing-allocated bye"),
)  # fmt: skip


_ADJUSTMENT_TYPES = ("", "W", "D", "L", "F", "H", "Z", "+", "-")

_TABLE_LAYOUT = Layout(
    (
        Field("type", 5, 5), Field("match points", 8, 11, True), Field("game points", 14, 17, True),
        Field("round", 20, 22, True),
    ),
    id_group(24),
)  # fmt: skip
_EXAMPLE_LAYOUT = Layout(
    (
        Field("type", 5, 5), Field("match points", 7, 10, True), Field("game points", 12, 15, True),
        Field("round", 17, 19, True),
    ),
    id_group(21),
)  # fmt: skip
"""As the example in the same standard is laid out."""


@record(frozen=False, slots=False, eq=False, repr=False)
class PointAdjustments:
    """The point adjustments of record 299; rounds are those of the file."""

    entries: list[LocatedValue] = field(default_factory=list)


def _read_299(state: ParseState, line: LineContext) -> None:
    """Read by the table of the standard, or by the example it prints; never by guess."""
    fields = parse_line(_TABLE_LAYOUT, line.number, line.text)
    example = parse_line(_EXAMPLE_LAYOUT, line.number, line.text)
    if fields.stray_columns and not example.stray_columns:
        line.report("layout", msg("laid out as the example of the standard, not as its table"), used="", severity=INFO)
        fields = example
    elif fields.stray_columns:
        message, column = msg("neither the columns of the table nor those of the example"), fields.stray_columns[0]
        line.report("misaligned", message, line.value, severity=ERROR, columns=(column, column))
        return
    reader = FieldReader(line, fields)
    kind, round = reader.text("type").upper(), reader.round_number("round")
    points, match_points, players = reader.points("game points"), reader.points("match points"), reader.ids()
    if kind not in _ADJUSTMENT_TYPES:
        reader.reject(msg("the type is one of W D L F H Z + - or blank"), kind, "type")
    elif reader.valid:
        adjustment = PointAdjustment(players, kind, points, match_points, round or None)
        state.state_of(PointAdjustments).entries.append(LocatedValue(line.number, adjustment))


def _assemble_299(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    adjustments = []
    for entry in state.state_of(PointAdjustments).entries:
        adjustment: PointAdjustment = entry.value
        round = None if adjustment.round is None else context.round_of(adjustment.round)
        adjustments.append(
            replace(adjustment, players=context.find_known_ids(adjustment.players, entry.line), round=round)
        )
    return {"point_adjustments": tuple(adjustments)}


def _write_299(tournament: Tournament, options: DialectOptions) -> Iterator[LineContent]:
    step = columns_per_round(tournament)
    for number, adjustment in enumerate(tournament.point_adjustments):
        values = {
            "type": adjustment.kind, "match points": points_text(adjustment.match_points),
            "game points": points_text(adjustment.points),
            "round": "" if adjustment.round is None else str((adjustment.round - 1) * step + 1),
        }  # fmt: skip
        yield LineContent((number,), values, id_cells(adjustment.players))


def _check_299(state: ParseState, context: AssemblyContext, tournament: Tournament) -> None:
    """Report bonuses and fines, which nothing confirms."""
    for entry in state.state_of(PointAdjustments).entries:
        adjustment: PointAdjustment = entry.value
        players, round_text = ", ".join(map(str, adjustment.players)) or msg("all"), adjustment.round or msg("any")
        worth = msg("%(kind)s %(match)s and %(points)s for %(players)s in round %(round)s", players=players,
                    round=round_text, kind=adjustment.kind or msg("bonus"), match=adjustment.match_points / 10,
                    points=adjustment.points / 10)  # fmt: skip
        context.report_unconfirmed(entry.line, "299", worth)


ADJUSTMENT_RECORDS = (
    Record(
        "299", "abnormal points", TRF26, Section.ROUNDS, _TABLE_LAYOUT,
        use="another worth of a result (`W D L F H Z + -`), or a bonus or fine (blank)", repeatable=True, ordered=True,
        read=_read_299, assemble=_assemble_299, write=_write_299, check=_check_299,
    ),
)  # fmt: skip
