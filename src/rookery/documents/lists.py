"""Papers of participants: player list, teams, and place cards."""

from __future__ import annotations

from rookery.documents.model import Card, Cards, Grid, Paper, Words
from rookery.documents.request import PaperRequest, build_headed_paper
from rookery.errors import RuleError
from rookery.formatting import Column, Table, count
from rookery.model import Player, Tournament
from rookery.presentation.people import players as table_of_players
from rookery.presentation.people import teams as table_of_teams


def player_list(t: Tournament, request: PaperRequest) -> Paper:
    """Return the list of all players by number, with the number of federations."""
    table = table_of_players(t)
    names = [column.title for column in table.columns]
    strong = tuple(names.index(title) for title in ("Name",) if title in names)
    quiet = tuple(index for index, name in enumerate(names) if name not in ("Name", "Rating", "Team", "Club"))
    return build_headed_paper(
        t, "Players", (Grid(table, strong=strong, quiet=quiet), Words((_count_text(t),), kind="note"))
    )


def _count_text(t: Tournament) -> str:
    federations = {player.federation for player in t.players} - {""}
    rated_count = sum(player.rating is not None and player.rating > 0 for player in t.players)
    federation_text = f" from {count(len(federations), 'federation')}" if federations else ""
    return f"{count(len(t.players), 'player')}{federation_text}, {rated_count} of them rated."


def team_list(t: Tournament, request: PaperRequest) -> Paper:
    """Return every team with its players in board order."""
    players_by_id = {player.number: player for player in t.players}
    whole = table_of_teams(t)
    grids = [Grid(whole, strong=(1,), quiet=(0,))]
    heads = (
        Column("Board", ">"),
        Column("Name", least=16),
        Column("Rating", ">"),
        Column("Fed"),
        Column("FIDE ID", ">"),
    )
    for team in t.teams:
        rows = tuple(
            _member(board, players_by_id[player_id])
            for board, player_id in enumerate(team.players, 1)
            if player_id in players_by_id
        )
        grids.append(Grid(Table(heads, rows).without_empty(), f"{team.number}. {team.name}", strong=(1,)))
    return build_headed_paper(t, "Teams", tuple(grids))


def _member(board: int, player: Player) -> tuple[str, ...]:
    return (
        str(board),
        f"{player.title} {player.name}".strip(),
        str(player.rating or ""),
        player.federation,
        str(player.fide_id or ""),
    )


def place_cards(t: Tournament, request: PaperRequest) -> Paper:
    """Return a card with the name of each player, or of one player."""
    team_names = {player: team.name for team in t.teams for player in team.players}
    players_shown = [player for player in t.players if request.player in (None, player.number)]
    if not players_shown:
        raise RuleError(f"there is no player {request.player}")
    small = t.info.name or "Tournament"
    name_cards = tuple(
        Card(str(player.number), small, (_card_line(player, team_names.get(player.number, "") or player.club),))
        for player in players_shown
    )
    return build_headed_paper(t, "Place cards", (Cards(name_cards, "name"),))


def _card_line(player: Player, belongs: str) -> tuple[str, str, str]:
    """Return a name, and the text below it."""
    below = " · ".join(part for part in (player.federation, str(player.rating or ""), belongs) if part)
    return below, f"{player.title} {player.name}".strip(), ""
