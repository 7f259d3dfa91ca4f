"""Who played on which board, and with which colour: records 300 and 352."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rookery.model import Match, Round, Team, Tournament
from rookery.trf.draft import Draft, Here, Numbers, Said
from rookery.trf.entry import Texts, Voice, value
from rookery.trf.layout import Field, Layout, ids
from rookery.trf.matches import arranged, off_colour
from rookery.trf.notes import INFO, WARNING, Notes, Spot, in_round
from rookery.trf.record import TRF26, Record, Section
from rookery.trf.rosters import Rosters
from rookery.trf.scene import Scene
from rookery.values import NamedTuple, field, mutable
from rookery.wording import spoken


class LineUp(NamedTuple):
    """Who played for a team, board by board (0: an empty board)."""

    line: int
    opponent: int
    players: tuple[int, ...]


@mutable(slots=False, eq=False, repr=False)
class Boards:
    """What 300 says, by round and team, and what 352 says."""

    line_ups: dict[tuple[int, int], LineUp] = field(default_factory=dict)
    colours: Said | None = None

    @property
    def order(self) -> str:
        """The colours announced for the boards, if any."""
        return self.colours.value if self.colours else ""

    def of_round(self, round: int) -> dict[int, tuple[int, ...]]:
        """The line-ups of a round, by team."""
        return {team: found.players for (at, team), found in self.line_ups.items() if at == round}


# -- 300 ---------------------------------------------------------------------------------------------------------------


def _read_300(draft: Draft, here: Here) -> None:
    numbers, line_ups = Numbers(here), draft.part(Boards).line_ups
    round, team, opponent = numbers.round("round", 1), numbers.whole("team", 1), numbers.whole("opponent")
    players = numbers.ids(0)
    if (round, team) in line_ups:
        said = spoken("team %(team)s has a line-up for round %(round)s already", team=team, round=round)
        numbers.refuse(said, str(team), "team")
    elif round and team:
        line_ups[round, team] = LineUp(here.line, opponent, players)


_THE_GAMES = spoken("the games")


def contradicted(draft: Draft, number: int, round: Round, notes: Notes) -> None:
    """Reports the line-ups that are not used: a line-up names the opponents, and every player who has a game."""
    rosters = {team.id: set(team.players) for _, team in draft.part(Rosters).said}
    for (at, team), found in draft.part(Boards).line_ups.items():
        if at != number or team not in rosters:
            continue
        match = next((match for match in round.matches if team in (match.white, match.black)), None)
        if match is None or (found.opponent and found.opponent not in (match.white, match.black)):
            said = spoken("team %(team)s does not meet team %(other)s", team=team, other=found.opponent)
            spot = Spot(found.line, field="opponent")
            notes.add(WARNING, "line-up", spot, in_round(number, said), str(found.opponent), _THE_GAMES)
            continue
        seen = {player for game in match.games for player in (game.white, game.black)}
        mine = (seen | {bye.player for bye in round.player_byes}) & rosters[team]
        listed = [player for player in found.players if player]
        extra = sorted(set(listed) - mine) if match.forfeit is None else []
        if extra or mine - set(listed) or len(set(listed)) < len(listed):
            said = spoken("the line-up of team %(team)s is not who played", team=team)
            spot = Spot(found.line, field="id")
            facts = f"listed without a game {extra}, playing unlisted {sorted(mine - set(listed))}"
            notes.add(INFO, "line-up", spot, in_round(number, said), facts, _THE_GAMES)


def _write_300(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    """A line-up for every match that rosters and colours alone would not tell as it was."""
    if not tournament.team_event:
        return
    teams = {team.id: team for team in tournament.teams}
    for number, round in enumerate(tournament.rounds, 1):
        for match in round.matches:
            for team, opponent, players in line_ups(match, teams, tournament.board_colours):
                values = {"round": str(number), "team": str(team), "opponent": str(opponent)}
                yield Texts((number, team), values, tuple((str(id) if id else "0000",) for id in players))


def line_ups(match: Match, teams: Mapping[int, Team], colours: str) -> list[tuple[int, int, Sequence[int]]]:
    """Team, opponent and players for both sides (0: an empty board); nothing when the match reads the same without."""
    one, other = sorted((match.white, match.black))
    games = sorted(match.games, key=lambda game: min(game.white, game.black))

    def reads_so(given: Mapping[int, list[int]]) -> bool:
        found = arranged(teams[one], teams[other], games, given, colours)
        return found.games == match.games and (found.white == match.white or match.forfeit is not None)

    if not match.games or reads_so({}):
        return []
    sides: dict[int, list[int]] = {one: [], other: []}
    for game in match.games:
        for player in (game.white, game.black):
            sides[one if player in teams[one].players else other].append(player)
    for empty in (0, 1, 2):
        given = {team: [0] * empty + players for team, players in sides.items()}
        if reads_so(given):
            break
    return [(one, other, given[one]), (other, one, given[other])]


# -- 352 ---------------------------------------------------------------------------------------------------------------


def _read_352(draft: Draft, here: Here) -> None:
    colours = here.value.upper()
    if colours.strip("WB"):
        here.odd("value", spoken("the colours of the boards are a row of W and B"), here.value)
    elif colours:
        draft.part(Boards).colours = Said(here.line, colours)


def _assemble_352(draft: Draft, scene: Scene) -> dict[str, object]:
    return {"board_colours": draft.part(Boards).order}


def _write_352(tournament: Tournament, voice: Voice) -> list[Texts]:
    return value(tournament.board_colours)


def _check_352(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """The games have the colours announced for their boards."""
    boards = draft.part(Boards)
    if boards.colours is None or not tournament.team_event:
        return
    by_id, wrong = {team.id: team for team in tournament.teams}, 0
    for number, round in enumerate(tournament.rounds, 1):
        given = boards.of_round(number)
        wrong += sum(len(off_colour(match, by_id, given, boards.order)) for match in round.matches)
    longest = max((len(match.games) for round in tournament.rounds for match in round.matches), default=0)
    if wrong or longest > len(boards.order):
        said = spoken("%(number)s games do not have the colours announced for their boards (%(boards)s boards were"
                      " played)", number=wrong, boards=longest)  # fmt: skip
        scene.notes.add(INFO, "board-colours", Spot(boards.colours.line, field="352"), said, boards.order)


RECORDS = (
    Record(
        "352", "colours of the boards", TRF26, Section.EVENT,
        use="colours of a match, board by board; games that differ are noted",
        read=_read_352, assemble=_assemble_352, write=_write_352, check=_check_352,
    ),
    Record(
        "300", "line-up", TRF26, Section.ROUNDS,
        Layout((Field("round", 5, 7, True), Field("team", 9, 11, True), Field("opponent", 13, 15, True)), ids(17)),
        use="who played on which board, where rosters and colours do not tell; 0 is an empty board", many=True,
        read=_read_300, write=_write_300,
    ),
)  # fmt: skip
