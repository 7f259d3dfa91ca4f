"""Teams: entered and changed, their players, and who sits at the boards of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rookery.desk.commands.asked import must_not_be_in_play, team_of
from rookery.desk.commands.numbers import closed_up
from rookery.desk.commands.players import fresh, must_be_new, must_be_open, must_not_be_allocated
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.hand import BoardsSet
from rookery.desk.events.players import PlayerEntered, PlayerRemoved
from rookery.desk.events.teams import LineupSet, TeamChanged, TeamEntered, TeamRemoved
from rookery.desk.facts import Boards, Facts, KeyedGame
from rookery.desk.fold import fold
from rookery.desk.happening import Happening
from rookery.desk.levels import Caution, caution
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.entries import joined, with_team
from rookery.matches import boards_per_match
from rookery.model import ByeKind, Result, Team
from rookery.values import field, replace
from rookery.wording import listed, spoken


@wish("team.enter")
class EnterTeam(Wish):
    """Enter a team with its players, in the order of their boards; after round 1 it has the bye `missed` until now."""

    name: str
    players: tuple[Facts, ...] = ()
    nickname: str = ""
    strength: int | None = None
    missed: ByeKind = ByeKind.NOT_ENTERED


@decides(EnterTeam)
def _enter(state: State, wanted: EnterTeam) -> Granted:
    _must_be_of_teams(state)
    _must_have_a_name_of_its_own(state, wanted.name, wanted.nickname)
    if state.tournament.rounds:
        must_be_open(state)
        must_not_be_allocated(wanted.missed)
        with_team(state.tournament, Team(1, wanted.name))  # the library refuses where no team can come late
    events: list[Happening] = []
    for facts in wanted.players:
        must_be_new(state.tournament.players, facts)
        event = PlayerEntered(fresh(state), _next(state), facts)
        state = fold(state, [event])
        events.append(event)
    roster = tuple(event.key for event in events if isinstance(event, PlayerEntered))
    number = 1 + max(state.keys.team, default=0)
    made = TeamEntered(fresh(state, "t"), number, wanted.name, roster, wanted.nickname, wanted.strength, wanted.missed)
    return Granted((*events, made))


def _next(state: State) -> int:
    return 1 + max((one.id for one in state.tournament.players), default=0)


def _must_be_of_teams(state: State) -> None:
    if not state.tournament.team_event:
        raise Refused(spoken("this is an event of players, not of teams"))


def _must_have_a_name_of_its_own(state: State, name: str, nickname: str, key: str = "") -> None:
    if not name.strip():
        raise Refused(spoken("a team needs a name"))
    taken = {text.casefold() for text in (name, nickname) if text}
    for team in state.tournament.teams:
        if team.key != key and taken & {team.name.casefold(), team.nickname.casefold()} - {""}:
            raise Refused(spoken("%(name)s takes part already, as number %(id)s", name=team.name, id=team.id),
                          keys=(team.key,))  # fmt: skip


@wish("team.join")
class JoinTeam(Wish):
    """Add a player to a roster, at its end or at a place; matches already paired stay as they are."""

    team: str
    player: Facts
    place: int | None = None


@decides(JoinTeam)
def _join(state: State, wanted: JoinTeam) -> Granted:
    _must_be_of_teams(state)
    team = team_of(state, wanted.team)
    t = state.tournament
    if t.rounds and t.planned is not None and len(t.rounds) >= t.planned:
        text = spoken("round %(planned)s, the last, has been paired: nobody can enter any more", planned=t.planned)
        raise Refused.by(caution("late-entry", state.fide, text))
    must_be_new(t.players, wanted.player)
    event = PlayerEntered(fresh(state), _next(state), wanted.player)
    made = joined(t, wanted.player.player(event.number, event.key), team.id, wanted.place)
    keys = {**state.keys.player, event.number: event.key}
    roster = next(one.players for one in made.teams if one.id == team.id)
    return Granted((event, _as_it_is(team, tuple(keys[one] for one in roster))))


def _as_it_is(team: Team, roster: tuple[str, ...]) -> TeamChanged:
    """The team with another roster."""
    return TeamChanged(team.key, team.name, roster, team.nickname, team.strength)


@wish("team.change")
class ChangeTeam(Wish):
    """Put a team's name, nickname or strength right, or the order of its roster; `fields` has what changes."""

    key: str
    fields: dict[str, Any] = field(default_factory=dict)


_FIELDS = {"name": str, "nickname": str, "strength": (int, type(None)), "roster": (list, tuple)}


@decides(ChangeTeam)
def _change(state: State, wanted: ChangeTeam) -> Granted:
    team = team_of(state, wanted.key)
    for name, value in wanted.fields.items():
        if name not in _FIELDS or not isinstance(value, _FIELDS[name]) or isinstance(value, bool):  # type: ignore[arg-type]
            raise Refused(spoken("%(name)s %(value)s: a team has a name, a nickname, a strength and a roster",
                                 name=name, value=f"{value!r}"))  # fmt: skip
    key = state.keys.player
    was = {"name": team.name, "nickname": team.nickname, "strength": team.strength}
    now = {**was, "roster": tuple(key[one] for one in team.players), **wanted.fields}
    now["roster"] = tuple(now["roster"])
    _must_have_a_name_of_its_own(state, now["name"], now["nickname"], team.key)
    _must_be_the_same_people(state, team, now["roster"])
    event = TeamChanged(team.key, now["name"], now["roster"], now["nickname"], now["strength"])
    return Granted(() if fold(state, [event]).tournament.teams == state.tournament.teams else (event,))


def _must_be_the_same_people(state: State, team: Team, roster: tuple[str, ...]) -> None:
    here = sorted(state.keys.player[one] for one in team.players)
    if sorted(roster) != here:
        text = spoken("the roster of %(name)s has the same people in another order", name=team.name)
        raise Refused(text, keys=(team.key,), instead=spoken("add a player to it, or remove one before round 1"))


@wish("team.remove")
class RemoveTeam(Wish):
    """Take a team and its players off the list, before round 1 is paired; the others close up."""

    key: str


@decides(RemoveTeam)
def _remove(state: State, wanted: RemoveTeam) -> Granted:
    team = team_of(state, wanted.key)
    must_not_be_in_play(state, team)
    events: list[Happening] = [TeamRemoved(team.key, team.name)]
    names = {one.id: one.name for one in state.tournament.players}
    events += [PlayerRemoved(state.keys.player[one], names[one]) for one in team.players]
    return Granted((*events, *closed_up(fold(state, events))))


@wish("lineup.set")
class SetLineup(Wish):
    """Say who of a team sits at its boards, in a round that is not paired yet or in the last one; nobody: the roster.

    In a round that is paired only open boards change hands.
    """

    round: int
    team: str
    keys: tuple[str, ...] = ()


@decides(SetLineup)
def _lineup(state: State, wanted: SetLineup) -> Granted:
    team, t = team_of(state, wanted.team), state.tournament
    if wanted.round < len(t.rounds):
        text = spoken("round %(round)s stays as it is: round %(number)s has been paired", round=wanted.round,
                      number=len(t.rounds))  # fmt: skip
        raise Refused(text, article="C.04.2 4.3", keys=(team.key,),
                      instead=spoken("enter who really played with the results"))  # fmt: skip
    if t.planned is not None and wanted.round > t.planned:
        raise Refused(spoken("there is no round %(round)s: the tournament has %(planned)s rounds", round=wanted.round,
                             planned=t.planned))  # fmt: skip
    _must_be_of_the_roster(state, team, wanted.keys)
    if wanted.round == len(t.rounds):
        return Granted(_at_the_boards(state, team, wanted), tuple(_out_of_order(state, team, wanted)))
    if len(wanted.keys) > boards_per_match(t):
        text = spoken("a match has %(boards)s boards, and %(number)s are named", boards=boards_per_match(t),
                      number=len(wanted.keys))  # fmt: skip
        raise Refused(text, keys=(team.key,))
    if state.lineups.get(wanted.round, {}).get(team.key, ()) == wanted.keys:
        return Granted(())
    return Granted((LineupSet(wanted.round, team.key, wanted.keys),), tuple(_out_of_order(state, team, wanted)))


def _must_be_of_the_roster(state: State, team: Team, keys: tuple[str, ...]) -> None:
    strangers = [key for key in keys if state.keys.players.get(key) not in team.players]
    if strangers:
        text = spoken("%(names)s: not in the roster of %(team)s", names=listed(state.name(key) for key in strangers),
                      team=team.name)  # fmt: skip
        raise Refused(text, keys=(team.key,), instead=spoken("add them to the roster first"))
    if len(set(keys)) < len(keys):
        raise Refused(spoken("nobody sits at two boards"), keys=(team.key,))


def _out_of_order(state: State, team: Team, wanted: SetLineup) -> Iterator[Caution]:
    """The warning that a team does not sit in the order of its list."""
    places = [team.players.index(state.keys.players[key]) + 1 for key in wanted.keys]
    if places != sorted(places):
        order = "-".join(map(str, places))
        text = spoken("%(name)s does not sit in the order of its list, but as %(order)s of it", name=team.name,
                      order=order)  # fmt: skip
        yield caution("line-up", state.fide, text, who=(team.key,), round=wanted.round)


def _at_the_boards(state: State, team: Team, wanted: SetLineup) -> tuple[Happening, ...]:
    """The last round, in which others of the team sit at boards that are open."""
    was = Boards.of(state.tournament.rounds[-1], state.keys)
    place = next((at for at, one in enumerate(was.matches) if team.key in (one.white, one.black)), None)
    if place is None or not was.matches[place].games:
        raise Refused(spoken("%(name)s has no boards in round %(round)s", name=team.name, round=wanted.round),
                      keys=(team.key,))  # fmt: skip
    match = was.matches[place]
    names = wanted.keys or tuple(state.keys.player[one] for one in team.players[: len(match.games)])
    if len(names) != len(match.games):
        text = spoken("the match of %(team)s in round %(round)s has %(boards)s boards, and %(number)s are named",
                      team=team.name, round=wanted.round, boards=len(match.games), number=len(names))  # fmt: skip
        raise Refused(text, keys=(team.key,),
                      instead=spoken("name everybody, and enter a forfeit where nobody comes"))  # fmt: skip
    games = tuple(_with(state, team, game, key) for game, key in zip(match.games, names, strict=True))
    if games == match.games:
        return ()
    some = (*was.matches[:place], replace(match, games=games), *was.matches[place + 1 :])
    return (BoardsSet(wanted.round, replace(was, matches=some), was),)


def _with(state: State, team: Team, game: KeyedGame, key: str) -> KeyedGame:
    """A board at which this player of the team sits; refused where another one has played."""
    white = state.keys.players[game.white] in team.players
    sits = game.white if white else game.black
    if sits == key:
        return game
    if game.result is not Result.PENDING:
        text = spoken("%(sits)s has played: %(white)s - %(black)s %(result)s", sits=state.name(sits),
                      white=state.name(game.white), black=state.name(game.black), result=game.result)  # fmt: skip
        raise Refused(text, article="C.04.2 4.3", keys=(team.key,),
                      instead=spoken("enter who really played with the results"))  # fmt: skip
    return replace(game, white=key) if white else replace(game, black=key)
