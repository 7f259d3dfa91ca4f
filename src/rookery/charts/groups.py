"""Drawing of the score groups of a Swiss round, with floats as arrows."""

from __future__ import annotations

from typing import NamedTuple

from rookery.charts.svg import (
    Drawing,
    Translate,
    build_drawing,
    css_token,
    escape_text,
    format_number,
    path,
    rectangle,
    sentence_name,
    text_element,
)
from rookery.errors import RuleError
from rookery.history.history import History
from rookery.history.scoring import format_score
from rookery.messages import join_texts, msg
from rookery.model import Points, Tournament
from rookery.presentation.tables import participants_without_game
from rookery.regulations import format_for

_CHIP, _HIGH, _ROW, _WIDE = 100.0, 24.0, 32.0, 760.0
_PAIRS, _LETTERS = 3, 14
"""The number of pairs in a row, and of letters in a chip."""

Spots = dict[int, tuple[float, float]]
"""The position of each participant in the picture."""


class Group(NamedTuple):
    """Participants with the same score: pairs within the group, floaters, and participants without a game (`alone`).

    `black` are those of the whole round who have Black.
    """

    score: Points
    pairs: list[tuple[int, int]]
    down: list[int]
    up: list[int]
    alone: list[int]
    black: frozenset[int]


def draw_groups(tournament: Tournament, round: int | None = None, say: Translate = str) -> Drawing:
    """Draw the groups of a round from the top, with an arrow for each float."""
    round_number = len(tournament.rounds) if round is None else round
    format = format_for(tournament.system, tournament.info.type)
    if format.predetermined or format.eliminates or format.club_rules:
        raise RuleError(msg("only a Swiss has score groups"))
    if not 1 <= round_number <= len(tournament.rounds):
        raise RuleError(msg("there is no round %(round)s: %(number)s are paired", round=round_number,
                               number=len(tournament.rounds)))  # fmt: skip
    opponent = {
        participant_id: opponent_id
        for pair in tournament.rounds[round_number - 1].pairs
        for participant_id, opponent_id in (pair, pair[::-1])
    }
    score_groups, spots = _score_groups(tournament, round_number, opponent), Spots()
    labels = {
        participant_id: _chip_label(participant_id, participant.name)
        for participant_id, participant in tournament.participants_by_number.items()
    }
    title = say(msg("Groups of round %(round)s", round=round_number))
    shapes, y = [text_element(12, 20, title, font_weight=600)], 32.0
    for group in score_groups:
        group_shapes, high = _draw_group(group, y, spots, labels, say)
        shapes += group_shapes
        y += high + 14
    shapes += [
        _draw_arrow(spots[participant_id], spots[opponent[participant_id]])
        for group in score_groups
        for participant_id in group.down
    ]
    free = participants_without_game(tournament, round_number)
    text = "\n".join(say(_describe_group(tournament, group, opponent, free)) for group in score_groups)
    return build_drawing(title, text, _WIDE + 16, y, shapes)


def _score_groups(t: Tournament, round_number: int, opponent: dict[int, int]) -> list[Group]:
    scores = History(t.before_round(round_number)).before(round_number).pairing_scores()
    score_groups, black = [], frozenset(pair[1] for pair in t.rounds[round_number - 1].pairs)
    for score in sorted(set(scores.values()), reverse=True):
        members = [participant_id for participant_id in scores if scores[participant_id] == score]
        opponent_scores = {
            participant_id: scores[opponent[participant_id]] for participant_id in members if participant_id in opponent
        }
        pairs = [pair for pair in t.rounds[round_number - 1].pairs if scores[pair[0]] == scores[pair[1]] == score]
        down = [participant_id for participant_id, opponent_score in opponent_scores.items() if opponent_score < score]
        up = [participant_id for participant_id, opponent_score in opponent_scores.items() if opponent_score > score]
        alone = [participant_id for participant_id in members if participant_id not in opponent]
        score_groups.append(Group(score, pairs, down, up, alone, black))
    return score_groups


def _describe_group(t: Tournament, group: Group, opponent: dict[int, int], free: dict[int, str]) -> str:
    """Return the description of a group in words."""
    names = {
        participant_id: sentence_name(t.participants_by_number[participant_id])
        for pair in group.pairs
        for participant_id in pair
    }
    meetings = {
        participant_id: (
            sentence_name(t.participants_by_number[participant_id]),
            sentence_name(t.participants_by_number[opponent[participant_id]]),
        )
        for participant_id in (*group.down, *group.up)
    }
    sentences = [msg("%(one)s meets %(other)s", one=names[white], other=names[black]) for white, black in group.pairs]
    sentences += [
        msg("%(one)s floats down to %(other)s", one=meetings[participant_id][0], other=meetings[participant_id][1])
        for participant_id in group.down
    ]
    sentences += [
        msg("%(one)s meets %(other)s from above", one=meetings[participant_id][0], other=meetings[participant_id][1])
        for participant_id in group.up
    ]
    sentences += [msg("%(name)s has no game (%(bye)s)",
                      name=sentence_name(t.participants_by_number[participant_id]),
                      bye=free.get(participant_id) or msg("absent"))
             for participant_id in group.alone]  # fmt: skip
    return msg("Group of %(points)s: %(what)s.", points=format_score(group.score), what=join_texts("; ", sentences))


def _chip_label(number: int, name: str) -> str:
    """Return the number and surname of a participant, cut to the width of a chip.

    >>> _chip_label(7, "Featherstonehaugh, Ann")
    '7 Featherston…'
    """
    return _truncate_label(f"{number} {name.partition(',')[0]}".strip())


def _truncate_label(text: str) -> str:
    return text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1].rstrip('…')}…"


def _draw_group(
    group: Group, y: float, spots: Spots, labels: dict[int, str], say: Translate
) -> tuple[list[str], float]:
    """Return the box of a group and its height.

    Upfloaters come first, then pairs, participants without a game, and downfloaters.
    """
    left_edge, right = 96.0, _WIDE
    columns = int((right - left_edge) // (_CHIP + 6))
    first = [[participant_id] for participant_id in group.up]
    last = [[participant_id] for participant_id in (*group.alone, *group.down)]
    shapes: list[str] = []
    top = y + 6
    for row, chip_groups in enumerate((first, [list(pair) for pair in group.pairs], last)):
        x, per = left_edge, columns if row != 1 else _PAIRS
        for index, chips in enumerate(chip_groups):
            if index and index % per == 0:
                x, top = left_edge, top + _ROW
            sign = "" if chips[0] in group.alone else ("▲", "", "▼")[row]
            chip_labels = {participant_id: f"{sign}{labels[participant_id]}" for participant_id in chips}
            shapes += _draw_chips(chips, x, top, spots, group, chip_labels)
            x += (_CHIP + 6) * len(chips) + (8 if len(chips) > 1 else 0)
        top += _ROW * bool(chip_groups)
    high = max(top - y, _ROW + 6) + 2
    frame = rectangle(8, y, _WIDE, high, "paper", "line", rx=8)
    return [frame, text_element(18, y + 22, say(format_score(group.score)), "ink", font_weight=600), *shapes], high


def _draw_chips(chips: list[int], x: float, y: float, spots: Spots, group: Group, labels: dict[int, str]) -> list[str]:
    """Return the chips of one floater or of a pair: White light, Black dark, dashed without a game."""
    shapes = []
    for index, participant_id in enumerate(chips):
        spot = x + index * (_CHIP + 4)
        dashes, ground, ink = {}, "white-side", "on-white"
        if participant_id in group.alone:
            dashes, ground, ink = {"stroke_dasharray": "3 2"}, "sheet", "ink"
        elif participant_id in group.black:
            ground, ink = "black-side", "on-black"
        shapes.append(rectangle(spot, y, _CHIP, _HIGH, ground, "ink-3", rx=5, **dashes))
        text = escape_text(_truncate_label(labels[participant_id]))
        middle = (
            f'x="{format_number(spot + _CHIP / 2)}" y="{format_number(y + 16)}" text-anchor="middle" font-size="11"'
        )
        shapes.append(f'<text {middle} fill="{css_token(ink)}">{text}</text>')
        spots[participant_id] = spot + _CHIP / 2, y
    return shapes


def _draw_arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the arrow from a downfloater to the opponent."""
    (x, y), (to, below) = (start[0], start[1] + _HIGH), (end[0], end[1] - 1)
    bend = max(10.0, (below - y) / 2)
    way = (x, y), (x, y + bend), (to, below - bend), (to, below - 5)
    first, *points = (f"{format_number(across)} {format_number(down)}" for across, down in way)
    head, curve = f"M{format_number(to)} {format_number(below)}l-4 -7h8z", f"M{first}C{' '.join(points)}"
    return path(curve, "baize", stroke_width=1.8) + f'<path d="{head}" fill="{css_token("baize")}"/>'
