"""Standings as a table, with the columns of the format, their title and notes; and crosstables.

A crosstable has the rounds of every participant in a row, by final rank, or by points during the event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from rookery.errors import RookeryError, RuleError
from rookery.formats.resolve import handlers_for
from rookery.formats.standings import standings, withdrawn_participants
from rookery.formatting import MARKS, Column, Table, bye_labels, format_points, participant_label, round_cells
from rookery.history.completion import unranked_participants
from rookery.history.declared_points import current_points
from rookery.history.scoring import match_points
from rookery.messages import join_list, msg
from rookery.model import ByeKind, Ending, Game, Player, Points, Result, Round, Team, Tournament
from rookery.ranking import explain as words
from rookery.ranking.codes import format_decimal
from rookery.ranking.columns import TieBreakColumn
from rookery.ranking.standings import Place, Row, Standings, public_left_out
from rookery.regulations import EditionName, parse_type_code

_SOURCES = {
    "asked for": "",
    "of the tournament": ", as announced",
    "ours": ", the usual ones (none announced)",
}

WITHDRAWN_MARK = "*"
"""The mark of withdrawn participants."""


class ExtraColumn(NamedTuple):
    """A column beside the points: its head, and its cells row by row."""

    column: Column
    cells: Sequence[str]


def tiebreak_columns(standings: Standings, rows: Sequence[Place | Row]) -> list[ExtraColumn]:
    """Return a column for each tie-break, formatted for display."""
    order, columns = [row.id for row in rows], []
    for tiebreak, column in zip(standings.tiebreaks, standings.columns, strict=True) if rows else ():
        numbers, unit = column.numbers(order)
        columns.append(ExtraColumn(Column(str(tiebreak), ">"), words.format_column(numbers, tiebreak, unit)))
    return columns


def standings_table(standings: Standings, rows: Sequence[Place | Row], beside: Sequence[ExtraColumn]) -> Table:
    """Return the table of rank, number, name, points and extra columns; ties and withdrawals are marked."""
    event, ranks, withdrawn_ids = standings.tournament, [row.rank for row in rows], withdrawn_participants(standings)
    has_ratings = any(isinstance(participant, Player) and participant.rating for participant in event.participants)
    columns = [Column("Rank", ">"), Column("No", ">"), Column("Name", least=16), *[Column("Rating", ">")] * has_ratings]
    columns += [Column(_points_title(standings), ">"), *(extra.column for extra in beside)]
    lines = []
    for index, row in enumerate(rows):
        participant = event.participants_by_number[row.id]
        title = f"{participant.title} " if isinstance(participant, Player) and participant.title else ""
        rating = [str(participant.rating or "") if isinstance(participant, Player) else ""] * has_ratings
        rank = f"{row.rank}=" if ranks.count(row.rank) > 1 else str(row.rank)
        extra_cells = (extra.cells[index] for extra in beside)
        mark = f" {WITHDRAWN_MARK}" if row.id in withdrawn_ids else ""
        lines.append((rank, str(row.id), title + row.name + mark, *rating, format_points(row.points), *extra_cells))
    return Table(tuple(columns), tuple(lines))


def _points_title(standings: Standings) -> str:
    name = standings.points.definition.name
    return name[:2] if name != "PTS" else standings.table.primary or "Pts"


def standings_title(standings: Standings, category: str = "") -> str:
    """Return the title with the event, the round and the category."""
    name = f"{standings.tournament.info.name}: " if standings.tournament.info.name else ""
    return f"{name}{round_title(standings)}" + f", {category}" * bool(category)


def round_title(standings: Standings) -> str:
    """Return after which round the standings are, and whether they are provisional."""
    planned = f" of {standings.tournament.planned_rounds}" if standings.tournament.planned_rounds else ""
    if standings.provisional:
        return f"Provisional standings in round {standings.after}{planned}"
    return f"Standings after round {standings.after}{planned}" if standings.after else "Standings before round 1"


def tiebreak_description(standings: Standings) -> str:
    """Return the tie-breaks and rules of the ranking."""
    codes = ", ".join(map(str, standings.tiebreaks)) or "none"
    dropped_note = (
        f", without {join_list(_unused_tiebreaks(standings))} (see below)" if _unused_tiebreaks(standings) else ""
    )
    return f"Tie-breaks: {codes}{_SOURCES[standings.source]}{dropped_note}. Rules: {standings.rules}."


def _unused_tiebreaks(standings: Standings) -> list[str]:
    """Return the tie-breaks announced by the file that could not be used."""
    if standings.source != "of the tournament":
        return []
    used = {str(tiebreak).upper() for tiebreak in (standings.points, *standings.tiebreaks)}
    return [code for code in standings.tournament.tiebreaks if _normalize_code(code) not in used | {"PTS"}]


def _normalize_code(code: str) -> str:
    """Return a code as the heading of its tie-break column; unknown codes in capitals."""
    from rookery.ranking.codes import parse_tiebreak

    try:
        return str(parse_tiebreak(code)).upper()
    except RuleError:
        return code.upper()


def notes(standings: Standings, *, public: bool = False) -> list[str]:
    """Return the notes for readers and the participants left out; a `public` table omits reasons of expulsions."""
    left_out = public_left_out(standings) if public else standings.left_out
    not_ranked = (
        f"Not ranked: {participant_label(standings.tournament.participants_by_number[participant_id])}, {reason}."
        for participant_id, reason in left_out
    )
    return [*(f"{note[0].upper()}{note[1:]}." for note in standings.notes), *not_ranked]


def withdrawn_note(standings: Standings, rows: Sequence[Place | Row]) -> Iterator[str]:
    """Yield the line that explains the mark of withdrawals, if any."""
    shown_ids, by_id = {row.id for row in rows}, standings.tournament.participants_by_number
    texts = [
        f"{participant_label(by_id[participant_id])} from round {number}"
        for participant_id, number in withdrawn_participants(standings).items()
        if participant_id in shown_ids
    ]
    if texts:
        yield f"{WITHDRAWN_MARK} Withdrawn: {join_list(texts)}."


def format_money(cents: int, currency: str = "") -> str:
    r"""Format an amount of hundredths.

    >>> format_money(123456), format_money(5000, "EUR")
    ('1,234.56', '50.00\xa0EUR')
    """
    return f"{cents // 100:,}.{cents % 100:02}" + f"\u00a0{currency}" * bool(currency)


def format_prize(cents: int, things: Sequence[str], currency: str = "") -> str:
    r"""Format a prize: money, things, or both.

    >>> format_prize(5000, ()), format_prize(0, ("cup", "book")), format_prize(5000, ("cup",), "EUR")
    ('50.00', 'cup, book', '50.00\xa0EUR, cup')
    """
    return ", ".join([*([format_money(cents, currency)] if cents or not things else []), *things])


def describe_sharing(sharing: str, one_each: str = "") -> str:
    """Return how prizes are shared, for the end of a sentence."""
    sharing_text = {
        "equal": "those level on points share equally",
        "rank": "by rank, without sharing",
    }.get(sharing, "those level on points share by the Hort system")
    limits = {
        "value": "; nobody wins twice, the most valuable prize counts",
        "order": "; nobody wins twice, the first prize of the list counts",
    }
    return sharing_text + limits.get(one_each, "")


# -- columns of formats with their own ranking -------------------------------------------------------------------------


class RankingColumn(NamedTuple):
    """A column of the format: its title and cells; with `words` it needs no title."""

    title: str
    cells: list[str]
    words: bool


def ranking_columns(standings: Standings) -> list[RankingColumn]:
    """Return the columns of the format, under their own titles or as tie-breaks."""
    return [_build_ranking_column(standings, index, column) for index, column in enumerate(standings.columns)]


def _build_ranking_column(standings: Standings, index: int, column: TieBreakColumn) -> RankingColumn:
    definition, values = column.own, [row.values[index] for row in standings.rows]
    if definition is None or not definition.title:
        return RankingColumn(str(column.tiebreak), words.format_column(values, column.tiebreak), False)
    if definition.texts:
        return RankingColumn(definition.title, [definition.texts.get(row.id, "") for row in standings.rows], True)
    return RankingColumn(definition.title, [format_decimal(value or 0, 2) for value in values], False)


def to_extra_columns(columns: Sequence[RankingColumn]) -> list[ExtraColumn]:
    """Return the columns for a table of standings."""
    return [ExtraColumn(Column(column.title, "<" if column.words else ">"), column.cells) for column in columns]


def ranking_description(standings: Standings) -> str:
    """Return by what the participants are ranked."""
    return handlers_for(standings.tournament).ranking_description(standings.tournament)


class Order(NamedTuple):
    """The participants in order, with final ranks if the event is over, and those not ranked."""

    participants: list[Player | Team]
    totals: dict[int, tuple[Points, Points]]
    ranks: dict[int, int]
    early: Collection[int]

    def row_head(self, t: Tournament, participant: Player | Team) -> tuple[str, ...]:
        """Return the first cells of a row: rank, number, name and points."""
        total = self.totals[participant.number]
        scored = (
            ""
            if participant.number in self.early
            else _format_team_points(total)
            if t.team_event
            else format_points(total[0])
        )
        rank = (self._rank(participant.number),) if self.ranks else ()
        return *rank, str(participant.number), participant.name, scored

    def _rank(self, participant_id: int) -> str:
        """Return a rank as the standings show it; `5=` is shared."""
        rank = self.ranks.get(participant_id)
        return "" if rank is None else f"{rank}{'=' * (list(self.ranks.values()).count(rank) > 1)}"

    def head_columns(self, t: Tournament) -> tuple[Column, ...]:
        """Return the columns of these cells."""
        name, score = ("Team", "MP/GP") if t.team_event else ("Name", "Pts")
        rank = (Column("Rank", ">"),) if self.ranks else ()
        return *rank, Column("No", ">"), Column(name, least=12), Column(score, ">")


class Crosstable(NamedTuple):
    """A crosstable; the first `head_columns` columns identify the participant, then follow rounds or opponents."""

    title: str
    table: Table
    left: int
    participants: tuple[int, ...]
    matrix: bool
    notes: tuple[str, ...]


def crosstable(t: Tournament, edition: EditionName | None = None) -> Crosstable:
    """Return the table of all rounds, or of opponents in a round robin of at most 24 participants.

    Final ranks are by the edition of C.07 asked for, or in force when the event began.
    """
    order = _order_participants(t, edition)
    title = msg("Crosstable after round %(round)s, by rank" if order.ranks else
                   "Crosstable after round %(round)s, by points", round=len(t.rounds))  # fmt: skip
    matrix = (
        _opponents_table(t, order)
        if parse_type_code(t.system).format.is_round_robin and len(t.participants) <= 24
        else None
    )
    table = matrix or (_team_table(t, order) if t.team_event else _swiss_table(t, order))
    notes = tuple(filter(None, (_legend_text(t, matrix is not None), _not_counted_note(t, order))))
    return Crosstable(
        title,
        table,
        len(order.head_columns(t)),
        tuple(participant.number for participant in order.participants),
        matrix is not None,
        notes,
    )


def _order_participants(t: Tournament, edition: EditionName | None) -> Order:
    """Return the participants by final rank, or else by points and number."""
    early = unranked_participants(t)
    totals = current_points(t, early)
    second = t.team_event and parse_type_code(t.system).primary == "GP"
    by_points = {
        participant: (-total[second], -total[not second], participant) for participant, total in totals.items()
    }
    ranks = _final_ranks(t, edition)
    last = len(ranks) + 1
    declared = {participant.number: participant.rank or last for participant in t.participants}
    everybody: tuple[Player | Team, ...] = t.participants
    participants = sorted(
        everybody,
        key=lambda participant: (
            participant.number in early,
            ranks.get(participant.number, last),
            declared[participant.number] if ranks else 0,
            by_points[participant.number],
        ),
    )
    return Order(participants, totals, ranks, early)


def _final_ranks(t: Tournament, edition: EditionName | None) -> dict[int, int]:
    """Return the ranks when all rounds are complete, else an empty dict."""
    if (
        t.planned_rounds is None
        or len(t.rounds) < t.planned_rounds
        or any(round_played.pending or round_played.adjourned for round_played in t.rounds)
    ):
        return {}
    try:
        return {row.id: row.rank for row in standings(t, edition=edition).rows}
    except RookeryError:  # what cannot be ranked still has its rounds
        return {}


def _not_counted_note(t: Tournament, order: Order) -> str:
    """Return the note on participants whose games do not count for any participant."""
    if not order.early:
        return ""
    names = join_list(
        participant_label(participant) for participant in t.participants if participant.number in order.early
    )
    those = "who completed" if len(order.early) == 1 else "who each completed"
    return f"Not counted: the games with {names}, {those} under half of the games (C.05 6.6)."


def _swiss_table(t: Tournament, order: Order) -> Table:
    return _build_round_table(t, order, [round_cells(t, round) for round in t.rounds])


def _team_table(t: Tournament, order: Order) -> Table:
    return _build_round_table(t, order, [_team_cells(t, round) for round in t.rounds])


def _build_round_table(t: Tournament, order: Order, columns: list[dict[int, str]]) -> Table:
    """Return the table with a column for each round."""
    rows = tuple(
        (*order.row_head(t, participant), *(column.get(participant.number, "") for column in columns))
        for participant in order.participants
    )
    return Table((*order.head_columns(t), *(Column(f"R{n}", ">") for n in range(1, len(columns) + 1))), rows)


def _format_team_points(total: tuple[int, int]) -> str:
    return f"{format_points(total[0]).removesuffix('.0')}/{format_points(total[1])}"


def _team_cells(t: Tournament, round: Round) -> dict[int, str]:
    """Return the result of each team: `3w 2.5` is White on board 1 against 3, with 2.5 game points."""
    cells_by_team = {bye.player: bye_labels(t)[bye.kind][0] for bye in round.byes}
    for match in round.matches:
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        sign = "*" * match.open + "f" * (match.forfeit is not None)
        cells_by_team[match.white] = f"{match.black}w {format_points(home)}{sign}"
        cells_by_team[match.black] = f"{match.white}b {format_points(away)}{sign}"
    return cells_by_team


def _opponents_table(t: Tournament, order: Order) -> Table | None:
    """Return the table of everyone against everyone, or None if two met too often."""
    signs: dict[tuple[int, int], str] = {}
    for round in t.rounds:
        for participant, opponent, sign in _iter_meetings(t, round):
            signs[participant, opponent] = signs.get((participant, opponent), "") + sign
    if max(map(len, signs.values()), default=0) > 4:
        return None
    rows = tuple(
        (
            *order.row_head(t, participant),
            *(
                "×" if participant is opponent else signs.get((participant.number, opponent.number), "")
                for opponent in order.participants
            ),
        )
        for participant in order.participants
    )
    return Table(
        (*order.head_columns(t), *(Column(str(opponent.number), "^") for opponent in order.participants)), rows
    )


def _iter_meetings(t: Tournament, round: Round) -> Iterator[tuple[int, int, str]]:
    for game in round.games:
        yield game.white, game.black, MARKS[game.result.white]
        yield game.black, game.white, MARKS[game.result.black]
    for match in round.matches:
        if match.open and all(game.result is Result.PENDING for game in match.games):
            yield match.white, match.black, MARKS[Ending.PENDING]
            yield match.black, match.white, MARKS[Ending.PENDING]
            continue
        (_, home), (_, away) = match_points(t, match, round.player_byes)
        yield match.white, match.black, format_points(home).removesuffix(".0").replace(".5", "½").replace("0½", "½")
        yield match.black, match.white, format_points(away).removesuffix(".0").replace(".5", "½").replace("0½", "½")


def _legend_text(t: Tournament, matrix: bool) -> str:
    """Return the meaning of the signs that occur."""
    outcomes = {side for r in t.rounds for game in _all_games(r) for side in (game.result.white, game.result.black)}
    byes = {bye.kind for round in t.rounds for bye in round.byes}
    parts = []
    if not matrix:
        team_cell = "3w 2.5: White on board 1 against team 3, 2.5 game points"
        parts.append(team_cell if t.team_event else "7w1: White against number 7, won")
    else:
        parts.append("each column is an opponent, by number")
    if not t.team_event:
        parts += ["+ -: decided by forfeit"] * bool({Ending.FORFEIT_WIN, Ending.FORFEIT_LOSS} & outcomes)
    parts += ["*: no result yet"] * (Ending.PENDING in outcomes) + ["a: adjourned"] * (Ending.ADJOURNED in outcomes)
    if not matrix:
        bye_texts = [bye_labels(t)[kind] for kind in ByeKind if kind in byes]
        parts += [f"{word or 'empty'}: {kind}" for word, kind in bye_texts if word != kind]
    return "; ".join(parts) + "." if parts else ""


def _all_games(round: Round) -> tuple[Game, ...]:
    return (*round.games, *(game for match in round.matches for game in match.games))
