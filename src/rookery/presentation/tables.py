"""Tables of a round as published (boards, players, points before it, results), of the players and the teams."""

from __future__ import annotations

from typing import NamedTuple

from rookery.formats.board_order import board_numbers, boards, free_participants
from rookery.formatting import Column, Table, bye_labels, format_points, format_result, participant_label
from rookery.history.declared_points import current_points, player_points
from rookery.history.scoring import match_points
from rookery.history.team_matches import MatchBoard, match_boards
from rookery.messages import join_list, msg
from rookery.model import ByeKind, Ending, Game, Match, Player, Result, Round, Team, Tournament
from rookery.rating.norm_conditions import Condition
from rookery.rating.norms import Audit
from rookery.regulations import parse_type_code

_WINS = (Ending.WIN, Ending.FORFEIT_WIN)


class Side(NamedTuple):
    """A participant at a board, as text: number, title and name, rating, federation, points before the round."""

    id: int
    name: str
    rating: str
    federation: str
    points: str

    @property
    def person(self) -> str:
        """Number, title and name."""
        return f"{self.id or ''} {self.name}".strip()


VACANT = Side(0, msg("(vacant)"), "", "", "")
"""The side of a board that a team left vacant."""


class BoardLine(NamedTuple):
    """A game: `ahead` is 1 if White has won it, -1 if Black has, 0 if neither.

    In a match `turned` is the result as the first of the two sides has it, where that one has Black.
    """

    number: int
    white: Side
    black: Side
    result: str
    open: bool
    ahead: int
    reversed_result: str = ""


class MatchLine(NamedTuple):
    """A match of teams, or of several games, with its boards; `forfeit` means it was not played."""

    number: int
    white: Side
    black: Side
    result: str
    open: bool
    ahead: int
    boards: tuple[BoardLine, ...]
    forfeit: bool


def round_lines(t: Tournament, number: int) -> tuple[BoardLine | MatchLine, ...]:
    """Return all games and matches of a round in the order of the boards."""
    round, before = t.rounds[number - 1], t.before_round(number)
    scores = player_points(before)
    players = {participant.number: build_side(participant, scores[participant.number]) for participant in t.players}
    pairs = (
        {
            participant.number: build_side(participant, _primary_points(before, participant.number))
            for participant in t.teams
        }
        if t.team_event
        else players
    )
    return tuple(
        _build_board_line(board, pairing, players)
        if isinstance(pairing, Game)
        else _build_match_line(t, round, board, pairing, pairs, players)
        for board, pairing in zip(board_numbers(t, number), boards(t, number), strict=True)
    )


def build_side(participant: Player | Team, tenths: int | None) -> Side:
    """Return a participant as text."""
    if isinstance(participant, Team):
        return Side(participant.number, participant.name, "", "", format_points(tenths))
    return Side(
        participant.number,
        f"{participant.title} {participant.name}".strip(),
        str(participant.rating or ""),
        participant.federation,
        format_points(tenths),
    )


def _primary_points(t: Tournament, team: int) -> int:
    """Return the points by which teams are paired."""
    return current_points(t)[team][parse_type_code(t.system).primary == "GP"]


def _build_board_line(
    number: int, game: Game | MatchBoard, players: dict[int, Side], *, turned: bool = False
) -> BoardLine:
    ahead = (game.result.white in _WINS) - (game.result.black in _WINS)
    is_pending = game.result is Result.PENDING
    reversed_result = format_result(game.result, black_first=True) if turned else ""
    return BoardLine(
        number, players[game.white], players[game.black], format_result(game.result), is_pending, ahead, reversed_result
    )


def _build_match_line(
    t: Tournament, round: Round, number: int, match: Match, pairs: dict[int, Side], players: dict[int, Side]
) -> MatchLine:
    (_, home), (_, away) = match_points(t, match, round.player_byes)
    sides = {0: VACANT, **players}
    games = tuple(
        _build_board_line(board.number, board, sides, turned=board.turned) for board in match_boards(t, match)
    )
    result, forfeit = f"{format_points(home)} - {format_points(away)}", match.forfeit is not None
    ahead = 0 if match.open else (home > away) - (home < away)
    return MatchLine(number, pairs[match.white], pairs[match.black], result, match.open, ahead, games, forfeit)


def participants_without_game(t: Tournament, number: int) -> dict[int, str]:
    """Return who does not play in a round, and the name of the bye."""
    round, bye_texts = t.rounds[number - 1], bye_labels(t)
    kinds = {bye.player: kind for bye in round.byes for word, kind in (bye_texts[bye.kind],) if word}
    return (
        dict.fromkeys(
            (participant_id for participant_id in free_participants(t, number) if participant_id not in kinds),
            bye_texts[ByeKind.ZERO][1],
        )
        | kinds
    )


def players_table(t: Tournament) -> Table:
    """Return the table of all players; empty columns are left out."""
    columns = (
        Column("No", ">"), Column("Title", ">"), Column("Name", least=16), Column("Rating", ">"), Column("Fed"),
        Column("Sex"), Column("Born"), Column("FIDE ID", ">"), Column("Team", least=8), Column("Club", least=8),
    )  # fmt: skip
    team_of = {player_id: team.name for team in t.teams for player_id in team.players}
    rows = tuple(
        (
            str(p.number), p.title, p.name, str(p.rating or ""), p.federation, p.sex,
            str(p.birth.year) if p.birth else "", str(p.fide_id or p.national_id or ""),
            team_of.get(p.number, ""), p.club,
        )
        for p in t.players
    )  # fmt: skip
    return Table(columns, rows).without_empty()


def teams_table(t: Tournament) -> Table:
    """Return the table of the teams with their strength and points."""
    totals = current_points(t)
    ratings = {player.number: player.rating for player in t.players}
    columns = (
        Column("No", ">"), Column("Team", least=16), Column("Players", ">"), Column("Average", ">"),
        Column("Match points", ">"), Column("Game points", ">"),
    )  # fmt: skip
    rows = tuple(
        (
            str(team.number),
            team.name,
            str(len(team.players)),
            _format_average_rating(team, ratings),
            *map(format_points, totals[team.number]),
        )
        for team in t.teams
    )
    return Table(columns, rows).without_empty()


def _format_average_rating(team: Team, ratings: dict[int, int | None]) -> str:
    known_ratings = [rating for player_id in team.players if (rating := ratings.get(player_id))]
    return str(round(sum(known_ratings) / len(known_ratings))) if known_ratings else ""


# -- norms -------------------------------------------------------------------------------------------------------------


def norm_remarks(audit: Audit, t: Tournament) -> list[str]:
    """Return which games were ignored, and what the norm is worth."""
    names = {player.number: participant_label(player) for player in t.players}
    sentences = []
    if audit.ignored:
        games = join_list(f"round {game.round} against {names[game.opponent]}" for game in audit.ignored)
        sentences.append(f"Ignored, as 1.4.1 allows: {games}.")
    if audit.as_loss:
        sentences.append("The forfeit win of the last round is counted as a lost game (1.4.2c).")
    if audit.unplayed_win:
        sentences.append("Eight games and an unplayed win: an application may hold one such norm (1.4.1c).")
    if audit.credit != len(audit.games) and audit.is_met:
        sentences.append(f"Counts as {audit.credit} games towards 27 ({_credit_articles(audit)}).")
    if audit.undecided:
        unknown = join_list(f"{line.what} ({line.article})" for line in audit.undecided)
        sentences.append(f"The file does not say: {unknown}.")
    return sentences


def _credit_articles(audit: Audit) -> str:
    """Return the articles by which a norm counts as more or fewer games than were played."""
    games = len(audit.games)
    if audit.credit < games:
        return "1.7: from events of more than 13 rounds no norm counts as more"
    points = audit.credit > games + (games < 9)
    reasons = ["1.4.1c" if audit.unplayed_win else "1.4.1b"] * (games < 9)
    return " and ".join([*reasons, *["1.4.1d: points above what was needed"] * points])


def condition_sign(condition: Condition) -> str:
    """Return in one word whether a condition is met.

    >>> condition_sign(Condition("1.1.3", "rounds a day", "not said", "at most 2", True, False))
    '?'
    """
    return "NO" if not condition.passed else "yes" if condition.decided else "?"
