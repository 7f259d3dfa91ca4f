"""Tables of the players and the teams, and remarks on norms."""

from __future__ import annotations

from rookery.formatting import Column, Table, format_points, participant_label
from rookery.history.declared_points import current_points
from rookery.messages import join_list
from rookery.model import Team, Tournament
from rookery.rating.norm_conditions import Condition
from rookery.rating.norms import Audit


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
