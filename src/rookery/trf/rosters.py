"""Teams and who plays for them: record 310, and 013 of the old standard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rookery.attendance import numbered, overlooked
from rookery.errors import RuleError
from rookery.model import ByeKind, Team, Tournament
from rookery.regulations import scheme
from rookery.trf.declared_points import check_teams
from rookery.trf.draft import Draft, Here, Numbers
from rookery.trf.entry import Texts, Voice, each, shown
from rookery.trf.layout import Field, Layout, ids
from rookery.trf.notes import ERROR, INFO, WARNING, Notes, Spot
from rookery.trf.record import TRF06, TRF26, Record, Section
from rookery.trf.rounds import Column
from rookery.trf.scene import Scene
from rookery.trf.settings import Course
from rookery.trf.table import Table
from rookery.trf.texts import number, points_text
from rookery.values import Workplace, field, replace
from rookery.wording import spoken, word

Listed = list[tuple[int, Team]]
"""Teams with their lines."""


class Rosters(Workplace, slots=False, eq=False, repr=False):
    """The teams of 310, and those of 013, which count where there are no others; and where nothing is said of one."""

    modern: Listed = field(default_factory=list)
    old: Listed = field(default_factory=list)
    silent: dict[int, list[int]] = field(default_factory=dict)

    @property
    def said(self) -> Listed:
        """Those that count."""
        return self.modern or self.old


# -- reading -----------------------------------------------------------------------------------------------------------


def _read_310(draft: Draft, here: Here) -> None:
    numbers, listed = Numbers(here), draft.part(Rosters).modern
    id = numbers.whole("id", 1)
    if not id or any(id == team.id for _, team in listed):
        said, used = spoken("not a team number of its own"), spoken("nothing: the team is left out")
        numbers.refuse(said, numbers.text("id"), "id", used)
        return
    team = _roster(here, id, numbers.text("name"), numbers.ids())
    team = Team(
        id, team.name, team.players, numbers.text("nickname"), numbers.whole("strength") or None,
        numbers.maybe("match points"), numbers.maybe("game points"), numbers.whole("rank") or None,
    )  # fmt: skip
    listed.append((here.line, team))


def _read_013(draft: Draft, here: Here) -> None:
    numbers, listed = Numbers(here), draft.part(Rosters).old
    listed.append((here.line, _roster(here, len(listed) + 1, numbers.text("name"), numbers.ids())))


def _roster(here: Here, id: int, name: str, ids: tuple[int, ...]) -> Team:
    try:
        return Team(id, name, ids)
    except RuleError as error:
        here.odd("roster", error.said, "", spoken("each player once"), severity=ERROR)
        return Team(id, name, tuple(dict.fromkeys(ids)))


# -- assembling --------------------------------------------------------------------------------------------------------


def teams(draft: Draft, table: Table, notes: Notes) -> tuple[Team, ...]:
    """The teams with those of their players that are there; record 310 before 013."""
    listed = draft.part(Rosters).said
    there, found = set(table.ids if listed else ()), []
    home: dict[int, int] = {}
    for line, team in listed:
        absent = [player for player in team.players if player not in there]
        if absent:
            said = spoken("team %(number)s lists %(players)s, whom no 001 line has", number=team.id,
                          players=", ".join(map(str, absent)))  # fmt: skip
            notes.add(ERROR, "roster", Spot(line, field="players"), said, "", spoken("the others"))
        for player in team.players:
            if player in home:
                said = spoken("player %(player)s is in team %(team)s and in team %(other)s", player=player,
                              team=home[player], other=team.id)  # fmt: skip
                used = spoken("team %(number)s", number=home[player])
                notes.add(WARNING, "roster", Spot(line, field="players"), said, "", used)
            home.setdefault(player, team.id)
        found.append(replace(team, players=tuple(player for player in team.players if player in there)))
    return tuple(sorted(found, key=lambda team: team.id))


def is_team_event(draft: Draft, found: Sequence[Team], columns: Sequence[Column]) -> bool:
    """Whether teams are paired: the type says so, or record 310, or the games of the teams of 013 do."""
    if not found:
        return False
    if scheme(draft.part(Course).system).team or draft.part(Rosters).modern:
        return True
    from rookery.trf.matches import consistent, membership

    return consistent((column.games for column in columns), membership(found))


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    return {"teams": scene.teams, "team_event": scene.team_event}


# -- writing -----------------------------------------------------------------------------------------------------------


def _write_310(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    for team in tournament.teams:
        values = {
            "id": str(team.id), "name": team.name, "nickname": team.nickname, "strength": shown(team.strength),
            "match points": points_text(team.match_points), "game points": points_text(team.game_points),
            "rank": shown(team.rank),
        }  # fmt: skip
        yield Texts((team.id,), values, each(team.players))


def _write_013(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    for team in tournament.teams:
        yield Texts((team.id,), {"name": team.name}, each(team.players))


# -- consistency -------------------------------------------------------------------------------------------------------


def _check(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """Everybody is in a team, and the points declared are those of the matches."""
    listed = draft.part(Rosters).said
    if not listed:
        return
    alone = sorted(set(scene.table.ids) - {player for _, team in listed for player in team.players})
    if alone:
        said = spoken("%(number)s players are in no team: %(players)s", number=len(alone),
                      players=", ".join(map(str, alone)))  # fmt: skip
        scene.notes.add(INFO, "no-team", Spot(listed[0][0], field="players"), said)
    if tournament.team_event:
        columns = {name: (_TEAM[name].first, _TEAM[name].last) for name in ("match points", "game points")}
        check_teams(tournament, {team.id: line for line, team in listed}, columns, scene.notes)
        _note_silence(draft.part(Rosters), tournament, scene.notes)


def _note_silence(part: Rosters, tournament: Tournament, notes: Notes) -> None:
    """Teams without a match or a bye: they were overlooked, or have left."""
    missed = overlooked(tournament, part.silent)
    for line, team in part.said:
        if team.id in part.silent:
            text = spoken("nothing is said of team %(number)s in %(rounds)s", number=team.id,
                          rounds=numbered(part.silent[team.id]))  # fmt: skip
            severity = WARNING if team.id in missed else INFO
            notes.add(severity, "no-word", Spot(line, field="team"), text, "", word(str(ByeKind.ZERO)))


_TEAM = Layout(
    (
        Field("id", 5, 7, True), Field("name", 9, 40, cut=True), Field("nickname", 42, 46, cut=True),
        Field("strength", 48, 53, True), Field("match points", 55, 60, True), Field("game points", 62, 67, True),
        Field("rank", 69, 71, True),
    ),
    ids(74),
)  # fmt: skip

RECORDS = (
    Record(
        "013", "team, the old way", TRF06, Section.TEAMS, Layout((Field("name", 5, 36, cut=True),), ids(37)),
        use="the roster, where there is no 310; teams are numbered in the order of the lines", many=True, rather="310",
        read=_read_013, write=_write_013,
    ),
    Record(
        "310", "team", TRF26, Section.TEAMS, _TEAM,
        use="the team and its roster in board order; declared points and rank are kept, the points checked", many=True,
        read=_read_310, assemble=_assemble, write=_write_310, check=_check,
        key=lambda line: (number(line[_TEAM["id"].slice]),),
    ),
    *(
        Record(
            code, "team crosstable, for the eye", TRF26, Section.FOR_THE_EYE, use="kept, never read", many=True
        )
        for code in ("801", "802")
    ),
)  # fmt: skip
