"""Who takes part: the list of players, the teams with their players, and cards with a name for each place."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.labels import Column, Table, count
from rookery.model import Player, Tournament
from rookery.papers.paper import Card, Cards, Grid, Paper, Words
from rookery.papers.request import PaperRequest, headed
from rookery.shown.people import players as table_of_players
from rookery.shown.people import teams as table_of_teams


def players(t: Tournament, request: PaperRequest) -> Paper:
    """Everybody by number, and how many they are of which federation."""
    made = table_of_players(t)
    names = [column.title for column in made.columns]
    strong = tuple(names.index(each) for each in ("Name",) if each in names)
    quiet = tuple(at for at, name in enumerate(names) if name not in ("Name", "Rating", "Team", "Club"))
    return headed(t, "Players", (Grid(made, strong=strong, quiet=quiet), Words((_counted(t),), kind="note")))


def _counted(t: Tournament) -> str:
    federations = {player.federation for player in t.players} - {""}
    rated = sum(player.rating is not None and player.rating > 0 for player in t.players)
    of = f" from {count(len(federations), 'federation')}" if federations else ""
    return f"{count(len(t.players), 'player')}{of}, {rated} of them rated."


def teams(t: Tournament, request: PaperRequest) -> Paper:
    """Every team with its players in the order of the boards."""
    known = {player.id: player for player in t.players}
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
        rows = tuple(_member(at, known[one]) for at, one in enumerate(team.players, 1) if one in known)
        grids.append(Grid(Table(heads, rows).without_empty(), f"{team.id}. {team.name}", strong=(1,)))
    return headed(t, "Teams", tuple(grids))


def _member(board: int, one: Player) -> tuple[str, ...]:
    return str(board), f"{one.title} {one.name}".strip(), str(one.rating or ""), one.federation, str(one.fide_id or "")


def cards(t: Tournament, request: PaperRequest) -> Paper:
    """A card with the name of each player, or of one, to stand at the board."""
    of = {one: team.name for team in t.teams for one in team.players}
    who = [one for one in t.players if request.player in (None, one.id)]
    if not who:
        raise RuleError(f"there is no player {request.player}")
    small = t.event.name or "Tournament"
    made = tuple(Card(str(one.id), small, (_line(one, of.get(one.id, "") or one.club),)) for one in who)
    return headed(t, "Place cards", (Cards(made, "name"),))


def _line(one: Player, belongs: str) -> tuple[str, str, str]:
    """A name, and what stands under it."""
    below = " · ".join(part for part in (one.federation, str(one.rating or ""), belongs) if part)
    return below, f"{one.title} {one.name}".strip(), ""
