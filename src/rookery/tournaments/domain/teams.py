"""Teams, their players and line-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rookery._record import field, replace
from rookery._record import replace as with_values
from rookery.history.late_entries import add_to_team, with_team
from rookery.history.team_matches import board_seats, boards_per_match
from rookery.messages import count, join_list, msg, msg_plural
from rookery.model import Bye, ByeKind, Round, Team
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.domain.numbers import close_up_numbers
from rookery.tournaments.domain.players import (
    PlayerEntered,
    PlayerRemoved,
    namesake_warnings,
    new_key,
    require_entries_open,
    require_new_player,
    require_not_allocated_bye,
    with_used_key,
    without_requests_and_rulings,
)
from rookery.tournaments.domain.rounds import BoardsSet
from rookery.tournaments.errors import CommandRejectedError, require_removable, team_of
from rookery.tournaments.event import Event, NameOf, applies, apply_events, describes, format_names, kind
from rookery.tournaments.keyed import Boards, Facts
from rookery.tournaments.lineups import BoardPlayedError, with_line_ups
from rookery.tournaments.state import Stamp, State, with_tournament, without_key
from rookery.tournaments.warning_table import RuleWarning, rule_warning

# -- events ------------------------------------------------------------------------------------------------------------


@kind("team.entered", trf=("310", "082"))
class TeamEntered(Event):
    """A team enters under an unused number; its roster is in board order."""

    key: str
    number: int
    name: str
    roster: tuple[str, ...] = ()
    nickname: str = ""
    strength: int | None = None
    missed: ByeKind = ByeKind.NOT_ENTERED


@applies(TeamEntered)
def _apply_team_entered(state: State, event: TeamEntered, stamp: Stamp) -> State:
    t = state.tournament
    roster = tuple(state.keys.players[key] for key in event.roster)
    team = Team(event.number, event.name, roster, event.nickname, event.strength, key=event.key)
    bye = Bye(event.number, event.missed)
    missed = tuple(with_values(round, byes=(*round.byes, bye)) for round in t.rounds) if t.team_event else t.rounds
    return with_used_key(with_tournament(state, with_values(t, teams=(*t.teams, team), rounds=missed)), event.key)


@describes(TeamEntered)
def _describe_team_entered(event: TeamEntered, name: NameOf) -> str:
    if not event.roster:
        return msg("Team %(team)s entered as number %(number)s.", team=event.name, number=event.number)
    return msg("Team %(team)s entered as number %(number)s with %(players)s.", team=event.name, number=event.number,
               players=format_names(event.roster, name))  # fmt: skip


@kind("team.changed", trf=("310", "300"))
class TeamChanged(Event):
    """The name, roster, nickname and strength of a team are set."""

    key: str
    name: str
    roster: tuple[str, ...] = ()
    nickname: str = ""
    strength: int | None = None


@applies(TeamChanged)
def _apply_team_changed(state: State, event: TeamChanged, stamp: Stamp) -> State:
    roster = tuple(state.keys.players[key] for key in event.roster)
    fields: dict[str, Any] = {
        "name": event.name,
        "players": roster,
        "nickname": event.nickname,
        "strength": event.strength,
    }
    updated_teams = tuple(
        with_values(team, **fields) if team.key == event.key else team for team in state.tournament.teams
    )
    return with_tournament(state, with_values(state.tournament, teams=updated_teams))


@describes(TeamChanged)
def _describe_team_changed(event: TeamChanged, name: NameOf) -> str:
    if not event.roster:
        return msg("Team %(team)s has no players.", team=event.name)
    return msg("Team %(team)s, players: %(players)s.", team=event.name, players=format_names(event.roster, name))


@kind("team.removed", trf=("310", "082"))
class TeamRemoved(Event):
    """A team is removed before round 1 is paired; events of their own remove its players."""

    key: str
    name: str = ""


@applies(TeamRemoved)
def _apply_team_removed(state: State, event: TeamRemoved, stamp: Stamp) -> State:
    t, number = state.tournament, state.keys.teams[event.key]
    remaining = tuple(team for team in t.teams if team.key != event.key)
    updated = with_values(t, teams=remaining, **without_requests_and_rulings(t, number))
    return replace(with_tournament(state, updated), withdrawn=without_key(state.withdrawn, event.key))


@describes(TeamRemoved)
def _describe_team_removed(event: TeamRemoved, name: NameOf) -> str:
    return msg("Team %(team)s was deleted from the list.", team=event.name or event.key)


@kind("lineup.set", note="the round has the players of the boards when it is paired (300)")
class LineupSet(Event):
    """The line-up of a team in a round is set, from board 1; no keys mean the order of the roster.

    An empty key is a vacant board. For a paired round, `boards.set` follows with the boards.
    """

    round: int
    team: str
    keys: tuple[str, ...] = ()


@applies(LineupSet)
def _apply_lineup_set(state: State, event: LineupSet, stamp: Stamp) -> State:
    round_lineups = {team: keys for team, keys in state.lineups.get(event.round, {}).items() if team != event.team}
    round_lineups |= {event.team: event.keys} if event.keys else {}
    other_rounds = {number: lineups for number, lineups in state.lineups.items() if number != event.round}
    return replace(state, lineups={**other_rounds, event.round: round_lineups} if round_lineups else other_rounds)


@describes(LineupSet)
def _describe_lineup_set(event: LineupSet, name: NameOf) -> str:
    if not event.keys:
        return msg(
            "Round %(round)s: %(team)s plays in the order of its list.", round=event.round, team=name(event.team)
        )
    vacant = [number for number, key in enumerate(event.keys, 1) if not key]
    players = format_names(tuple(key for key in event.keys if key), name)
    if not vacant:
        return msg("Round %(round)s: line-up of %(team)s is %(players)s.", round=event.round, team=name(event.team),
                   players=players)  # fmt: skip
    return msg_plural(
        len(vacant), "Round %(round)s: line-up of %(team)s is %(players)s; board %(vacant)s is vacant (forfeit).",
        "Round %(round)s: line-up of %(team)s is %(players)s; boards %(vacant)s are vacant (forfeits).",
        round=event.round, team=name(event.team), players=players, vacant=join_list(map(str, vacant)),
    )  # fmt: skip


# -- commands ----------------------------------------------------------------------------------------------------------


@command("team.enter")
class EnterTeam(Command):
    """Enter a team with its players in board order; after round 1 it has the bye `missed` in earlier rounds."""

    name: str
    players: tuple[Facts, ...] = ()
    nickname: str = ""
    strength: int | None = None
    missed: ByeKind = ByeKind.NOT_ENTERED


@decider(EnterTeam)
def _decide_enter_team(state: State, command: EnterTeam) -> Proposal:
    _require_team_event(state)
    _require_unique_name(state, command.name, command.nickname)
    if state.tournament.rounds:
        require_entries_open(state)
        require_not_allocated_bye(command.missed)
        with_team(state.tournament, Team(1, command.name))  # the library refuses where no team can come late
    events: list[Event] = []
    for facts in command.players:
        require_new_player(state.tournament.players, facts)
        event = PlayerEntered(new_key(state), _next_player_number(state), facts)
        state = apply_events(state, [event])
        events.append(event)
    roster = tuple(event.key for event in events if isinstance(event, PlayerEntered))
    number = 1 + max(state.keys.team, default=0)
    team_entered = TeamEntered(
        new_key(state, "t"), number, command.name, roster, command.nickname, command.strength, command.missed
    )
    return Proposal((*events, team_entered))


def _next_player_number(state: State) -> int:
    return 1 + max((player.number for player in state.tournament.players), default=0)


def _require_team_event(state: State) -> None:
    if not state.tournament.team_event:
        raise CommandRejectedError(msg("this is not a team event"))


def _require_unique_name(state: State, name: str, nickname: str, key: str = "") -> None:
    if not name.strip():
        raise CommandRejectedError(msg("a team needs a name"))
    names = {text.casefold() for text in (name, nickname) if text}
    for team in state.tournament.teams:
        if team.key != key and names & {team.name.casefold(), team.nickname.casefold()} - {""}:
            message = msg("%(name)s takes part already, as number %(id)s", name=team.name, id=team.number)
            raise CommandRejectedError(message, keys=(team.key,))


@command("team.join")
class JoinTeam(Command):
    """Add a player to a roster, at the end or at a place; paired matches stay as they are."""

    team: str
    player: Facts
    place: int | None = None
    namesakes: bool = False


@decider(JoinTeam)
def _decide_join_team(state: State, command: JoinTeam) -> Proposal:
    _require_team_event(state)
    team = team_of(state, command.team)
    t = state.tournament
    if t.rounds and t.planned_rounds is not None and len(t.rounds) >= t.planned_rounds:
        text = msg("the last round (%(planned)s) is paired: no more entries", planned=t.planned_rounds)
        raise CommandRejectedError.from_warning(rule_warning("late-entry", state.fide, text))
    require_new_player(t.players, command.player)
    event = PlayerEntered(new_key(state), _next_player_number(state), command.player)
    updated = add_to_team(t, command.player.player(event.number, event.key), team.number, command.place)
    keys = {**state.keys.player, event.number: event.key}
    roster = next(member_team.players for member_team in updated.teams if member_team.number == team.number)
    warnings = () if command.namesakes else tuple(namesake_warnings(state, command.player))
    return Proposal((event, _roster_change_event(team, tuple(keys[number] for number in roster))), warnings)


def _roster_change_event(team: Team, roster: tuple[str, ...]) -> TeamChanged:
    """Return the event that gives a team another roster."""
    return TeamChanged(team.key, team.name, roster, team.nickname, team.strength)


@command("team.change")
class ChangeTeam(Command):
    """Change a team's name, nickname, strength, or the order of its roster; `fields` has the changes."""

    key: str
    fields: dict[str, Any] = field(default_factory=dict)


_FIELDS = {"name": str, "nickname": str, "strength": (int, type(None)), "roster": (list, tuple)}


@decider(ChangeTeam)
def _decide_change_team(state: State, command: ChangeTeam) -> Proposal:
    team = team_of(state, command.key)
    for name, value in command.fields.items():
        if name not in _FIELDS or not isinstance(value, _FIELDS[name]) or isinstance(value, bool):  # type: ignore[arg-type]
            raise CommandRejectedError(msg("%(name)s %(value)s: a team has a name, a nickname, a strength and a roster",
                                           name=name, value=f"{value!r}"))  # fmt: skip
    key = state.keys.player
    was = {"name": team.name, "nickname": team.nickname, "strength": team.strength}
    now = {**was, "roster": tuple(key[number] for number in team.players), **command.fields}
    now["roster"] = tuple(now["roster"])
    _require_unique_name(state, now["name"], now["nickname"], team.key)
    _require_roster_of_same_players(state, team, now["roster"])
    event = TeamChanged(team.key, now["name"], now["roster"], now["nickname"], now["strength"])
    return Proposal(() if apply_events(state, [event]).tournament.teams == state.tournament.teams else (event,))


def _require_roster_of_same_players(state: State, team: Team, roster: tuple[str, ...]) -> None:
    current = sorted(state.keys.player[number] for number in team.players)
    if sorted(roster) != current:
        text = msg("the list of %(name)s has the same players in another order", name=team.name)
        raise CommandRejectedError(
            text, keys=(team.key,), instead=msg("add a player to it, or remove one before round 1")
        )


@command("team.remove")
class RemoveTeam(Command):
    """Remove a team and its players before round 1 is paired; the others are renumbered."""

    key: str


@decider(RemoveTeam)
def _decide_remove_team(state: State, command: RemoveTeam) -> Proposal:
    team = team_of(state, command.key)
    require_removable(state, team)
    events: list[Event] = [TeamRemoved(team.key, team.name)]
    names = {player.number: player.name for player in state.tournament.players}
    events += [PlayerRemoved(state.keys.player[number], names[number]) for number in team.players]
    return Proposal((*events, *close_up_numbers(apply_events(state, events))))


@command("lineup.set")
class SetLineup(Command):
    """Set the line-up of a team in a future round or the last one; no keys mean the order of the roster.

    An empty key is a vacant board, which the opponent wins by forfeit. In a paired round only boards without a result
    can change.
    """

    round: int
    team: str
    keys: tuple[str, ...] = ()


@decider(SetLineup)
def _decide_set_lineup(state: State, command: SetLineup) -> Proposal:
    return _decide_round_lineups(state, command.round, {command.team: command.keys})


@command("lineups.set")
class SetLineups(Command):
    """Set the line-ups of several teams of a round at once, by team key, as `lineup.set` does.

    A line-up equal to the default causes no change.
    """

    round: int
    lineups: dict[str, tuple[str, ...]] = field(default_factory=dict)


@decider(SetLineups)
def _decide_set_lineups(state: State, command: SetLineups) -> Proposal:
    t, keys = state.tournament, state.keys.player
    boards, changed = boards_per_match(t), dict(command.lineups)
    for key in command.lineups:
        team, listed_for = team_of(state, key), state.lineups.get(command.round, {})
        usual = [*(keys[number] for number in team.players[:boards]), *[""] * (boards - len(team.players))]
        if command.round > len(t.rounds) and key not in listed_for and list(command.lineups[key]) == usual:
            del changed[key]
    return _decide_round_lineups(state, command.round, changed)


def _decide_round_lineups(state: State, round_number: int, lineups: Mapping[str, tuple[str, ...]]) -> Proposal:
    """Decide on the line-ups of teams in a round; unchanged ones cause no event."""
    t = state.tournament
    teams = {key: team_of(state, key) for key in lineups}
    if round_number < len(t.rounds):
        text = msg("round %(round)s stays as it is: round %(number)s has been paired", round=round_number,
                   number=len(t.rounds))  # fmt: skip
        raise CommandRejectedError(text, article="C.04.2 4.3", keys=tuple(teams),
                      instead=msg("enter the players who actually played, with the results"))  # fmt: skip
    if t.planned_rounds is not None and round_number > t.planned_rounds:
        raise CommandRejectedError(
            msg(
                "there is no round %(round)s: the tournament has %(planned)s rounds",
                round=round_number,
                planned=t.planned_rounds,
            )
        )
    events: list[Event] = []
    changed: dict[str, tuple[str, ...]] = {}
    for key, team in teams.items():
        keys = _check_lineup(state, team, lineups[key])
        current = _current_lineup(state, team, round_number)
        if round_number == len(t.rounds):
            boards = len(current)
            keys = keys or tuple(state.keys.player[number] for number in team.players[:boards])
            if not lineups[key]:
                keys = (*keys, *[""] * (boards - len(keys)))
            _check_lineup_length(team, keys, boards, round_number, fewer=False)
        else:
            _check_lineup_length(team, keys, boards_per_match(t), round_number)
        if keys != current:
            changed[key] = keys
            events.append(LineupSet(round_number, key, keys))
    if round_number == len(t.rounds) and changed:
        was = Boards.from_round(t.rounds[-1], state.keys)
        events.append(
            BoardsSet(round_number, Boards.from_round(_with_lineups_in_last_round(state, changed), state.keys), was)
        )
    warnings = [
        warning
        for key, keys in changed.items()
        for warning in _warn_out_of_order(state, teams[key], round_number, keys)
    ]
    return Proposal(tuple(events), tuple(warnings))


def _check_lineup(state: State, team: Team, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Check the players of a line-up: on the roster, without duplicates, and not all boards vacant."""
    strangers = [key for key in keys if key and state.keys.players.get(key) not in team.players]
    if strangers:
        text = msg("%(names)s: not in the list of %(team)s", names=join_list(state.name(key) for key in strangers),
                   team=team.name)  # fmt: skip
        raise CommandRejectedError(text, keys=(team.key,), instead=msg("add them to the team first"))
    seated_keys = [key for key in keys if key]
    if twice := [key for index, key in enumerate(seated_keys) if key in seated_keys[:index]]:
        text = msg("%(names)s: a player cannot sit at two boards", names=join_list(state.name(key) for key in twice))
        raise CommandRejectedError(text, keys=(team.key,))
    if keys and not seated_keys:
        text = msg("no player of %(team)s is chosen", team=team.name)
        raise CommandRejectedError(text, keys=(team.key,),
                      instead=msg("if the team does not come, forfeit the whole match"))  # fmt: skip
    return keys


def _check_lineup_length(team: Team, keys: tuple[str, ...], boards: int, number: int, *, fewer: bool = True) -> None:
    """Refuse a line-up with more players than a match has boards, or `fewer` where every board must be named."""
    if len(keys) > boards or (len(keys) < boards and not fewer):
        text = msg("the match of %(team)s in round %(round)s has %(boards)s, and the line-up names %(number)s",
                   team=team.name, round=number, boards=count(boards, "board"), number=len(keys))  # fmt: skip
        instead = msg("choose a player for every board, or leave it vacant")
        raise CommandRejectedError(text, keys=(team.key,), instead=instead)


def _current_lineup(state: State, team: Team, number: int) -> tuple[str, ...]:
    """Return the line-up of a team: as paired, or as submitted for a future round."""
    t = state.tournament
    if number > len(t.rounds):
        return state.lineups.get(number, {}).get(team.key, ())
    own_match = next((match_ for match_ in t.rounds[-1].matches if team.number in (match_.white, match_.black)), None)
    if own_match is None or not own_match.board_count:
        raise CommandRejectedError(msg("%(name)s has no boards in round %(round)s", name=team.name, round=number),
                      keys=(team.key,))  # fmt: skip
    side = 0 if own_match.white == team.number else 1
    return tuple(state.keys.player[pair[side]] if pair[side] else "" for pair in board_seats(t, own_match))


def _with_lineups_in_last_round(state: State, changed: Mapping[str, tuple[str, ...]]) -> Round:
    """Return the last round with changed line-ups at boards without a result."""
    t, numbers = state.tournament, state.keys.players
    line_ups = {
        state.keys.teams[team]: tuple(numbers[key] if key else 0 for key in keys) for team, keys in changed.items()
    }
    matches = []
    for match in t.rounds[-1].matches:
        try:
            changed_sides = line_ups.keys() & {match.white, match.black}
            matches.append(with_line_ups(t, match, line_ups) if changed_sides else match)
        except BoardPlayedError as error:
            game, name = error.game, state.keys.player
            text = msg("board %(board)s of %(home)s - %(away)s has a result (%(white)s - %(black)s"
                       " %(result)s), so its players can no longer change", board=error.board,
                       home=state.name(state.keys.team[match.white]), away=state.name(state.keys.team[match.black]),
                       white=state.name(name[game.white]), black=state.name(name[game.black]),
                       result=game.result)  # fmt: skip
            teams = tuple(state.keys.team[side] for side in (match.white, match.black))
            raise CommandRejectedError(text, article="C.04.2 4.3", keys=teams,
                          instead=msg("take the result back first")) from None  # fmt: skip
    return replace(t.rounds[-1], matches=tuple(matches))


def _warn_out_of_order(state: State, team: Team, number: int, keys: tuple[str, ...]) -> Iterator[RuleWarning]:
    """Warn that a line-up does not follow the order of the roster; vacant boards are allowed."""
    places = [team.players.index(state.keys.players[key]) + 1 for key in keys if key]
    if places != sorted(places):
        order = "-".join(map(str, places))
        text = msg("%(name)s does not play in the order of its list, but as %(order)s", name=team.name,
                   order=order)  # fmt: skip
        yield rule_warning("line-up", state.fide, text, keys=(team.key,), round=number)
