"""The tournament that rows and records together describe."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.model import Event, Expulsion, Player, RequestedBye, Round, Tournament, Withdrawal
from rookery.model.tournament import born_later
from rookery.model.unchecked import changed, new
from rookery.regulations import scheme
from rookery.trf.catalogue import RECORDS
from rookery.trf.draft import Draft
from rookery.trf.notes import WARNING, Notes, Spot
from rookery.trf.rosters import is_team_event, teams
from rookery.trf.rounds import Column, byes, paired
from rookery.trf.scene import Scene
from rookery.trf.settings import Course
from rookery.trf.table import Table
from rookery.typed import Any
from rookery.values import replace
from rookery.wording import spoken


def scene(draft: Draft, table: Table, columns: Sequence[Column], notes: Notes) -> Scene:
    """The rounds, and who takes part in them."""
    found = teams(draft, table, notes)
    team_event = is_team_event(draft, found, columns)
    course = draft.part(Course)
    double = scheme(course.system).two_game_matches and not team_event
    played = paired(table, columns)
    rounds: tuple[Round, ...]
    if team_event:
        from rookery.trf.team_rounds import team_rounds

        rounds = team_rounds(draft, table, found, columns, notes)
        played = max(played, len(rounds))
    elif double:
        from rookery.trf.two_game_rounds import two_game_round

        rounds = tuple(two_game_round(table, columns[at : at + 2], notes) for at in range(0, played, 2))
    else:
        rounds = tuple(_round(table, column, notes) for column in columns[:played])
    if course.boards:
        rounds = tuple(_as_published(round, course.boards.get(at)) for at, round in enumerate(rounds, 1))
    pace = 2 if double else 1
    return Scene(
        table, found, team_event, pace, None if course.planned is None else -(-course.planned.value // pace), rounds,
        played, columns[played:], frozenset(team.id for team in found) if team_event else frozenset(table.ids), notes,
    )  # fmt: skip


def _round(table: Table, column: Column, notes: Notes) -> Round:
    """A round of games, in which nobody can appear twice: everybody has one cell of the table."""
    return new(Round, games=tuple(column.games), byes=tuple(byes(table, column, notes)))


def _as_published(round: Round, boards: Sequence[frozenset[int]] | None) -> Round:
    """The round with its boards in the order that a comment of the file keeps; not when somebody has changed pairs."""
    games = {frozenset((game.white, game.black)): game for game in round.games}
    matches = {frozenset((match.white, match.black)): match for match in round.matches}
    if boards is None or len(set(boards)) < len(boards) or set(boards) != {*games, *matches}:
        return round
    return changed(
        round,
        games=tuple(games[both] for both in boards if both in games),
        matches=tuple(matches[both] for both in boards if both in matches),
        published=True,
    )


def assembled(draft: Draft, scene: Scene) -> Tournament:
    """The tournament: every record gives its fields."""
    given: dict[str, Any] = {}
    for record in RECORDS.at_hand.values():
        if record.assemble is not None:
            given |= record.assemble(draft, scene)
    given["players"] = _born_in_time(given["event"], given["players"], scene)
    tournament = Tournament(**given)
    if tournament.event.ranking_method and any(player.national for player in tournament.players):
        from rookery.strengths import by_method

        tournament = by_method(tournament)
    tournament = changed(tournament, rounds=scene.rounds)
    return _told_once(tournament) if tournament.withdrawn or tournament.expelled else tournament


def _told_once(tournament: Tournament) -> Tournament:
    """The tournament without the byes that only tell other programs who is gone, where no number of rounds is known.

    Who has byes in later rounds too has asked for all of them.
    """
    if tournament.planned is not None:
        return tournament
    number = tournament.next_round
    both: tuple[Withdrawal | Expulsion, ...] = (*tournament.withdrawn, *tournament.expelled)
    later = {bye.player for bye in tournament.requested if bye.round > number}
    implied = {RequestedBye(number, one.player) for one in both if one.round <= number and one.player not in later}
    return changed(tournament, requested=tuple(one for one in tournament.requested if one not in implied))


def _born_in_time(event: Event, players: tuple[Player, ...], scene: Scene) -> tuple[Player, ...]:
    """The players, without a day of birth that lies after the first day of the event."""
    late = {one.id: one for one in born_later(event, players)}
    for id, one in late.items():
        spot = Spot(scene.table.lines[scene.table.seat(id) - 1], field="birth")
        said = spoken("player %(number)s would be born after the event began, %(start)s", number=id,
                      start=str(event.start))  # fmt: skip
        scene.notes.add(WARNING, "date", spot, said, str(one.birth), spoken("no date of birth"))
    return tuple(replace(one, birth=None) if one.id in late else one for one in players) if late else players
