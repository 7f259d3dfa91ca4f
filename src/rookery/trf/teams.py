"""The rounds of a team event: matches from the players' games, byes and forfeits from the team records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rookery.model import Bye, ByeKind, Game, Match, Round, Team
from rookery.regulations import scheme
from rookery.trf.draft import Draft
from rookery.trf.matches import FORFEITS, arranged, consistent, grouped, membership, off_colour
from rookery.trf.notes import ERROR, INFO, WARNING, Notes, Spot
from rookery.trf.players import Table
from rookery.trf.rounds import Column, paired, player_byes


def teams(draft: Draft, table: Table, notes: Notes) -> tuple[Team, ...]:
    """The teams with those of their players that are there; record 310 before 013."""
    there, found = set(table.ids), []
    listed: dict[int, int] = {}
    for line, team in draft.teams or draft.rosters:
        absent = [player for player in team.players if player not in there]
        if absent:
            said = f"team {team.id} lists {', '.join(map(str, absent))}, whom no 001 line has"
            notes.add(ERROR, "roster", Spot(line, field="players"), said, "", "the others")
        for player in team.players:
            if player in listed:
                said = f"player {player} is in team {listed[player]} and in team {team.id}"
                notes.add(WARNING, "roster", Spot(line, field="players"), said, "", f"team {listed[player]}")
            listed.setdefault(player, team.id)
        found.append(replace(team, players=tuple(player for player in team.players if player in there)))
    if found:
        alone = sorted(there - set(listed))
        if alone:
            said = f"{len(alone)} players are in no team: {', '.join(map(str, alone))}"
            notes.add(INFO, "no-team", Spot((draft.teams or draft.rosters)[0][0], field="players"), said)
    return tuple(sorted(found, key=lambda team: team.id))


def is_team_event(draft: Draft, found: Sequence[Team], columns: Sequence[Column]) -> bool:
    """Whether teams are paired: the type says so, or record 310, or the games of the teams of 013 do."""
    if not found:
        return False
    if scheme(draft.system).team or draft.teams:
        return True
    return consistent((column.games for column in columns), membership(found))


def team_rounds(
    draft: Draft, table: Table, found: Sequence[Team], columns: Sequence[Column], notes: Notes
) -> tuple[Round, ...]:
    """The rounds as matches and byes of teams."""
    said = [round for _, round, *_ in draft.forfeits] + [round for _, round, _ in draft.pabs]
    count = max([paired(table, columns), *said])
    _check_numbers(draft, found, notes)
    rounds = []
    for number in range(1, count + 1):
        column = columns[number - 1] if number <= len(columns) else Column(number, [], [])
        rounds.append(_round(draft, table, {team.id: team for team in found}, column, notes))
    _check_colours(draft, found, rounds, notes)
    return tuple(_with_byes(draft, found, rounds, notes))


def _check_numbers(draft: Draft, found: Sequence[Team], notes: Notes) -> None:
    """Team numbers that belong to nobody are reported and forgotten."""
    there = {team.id for team in found}
    named: list[tuple[int, tuple[int, ...]]] = []
    named += [(line, (id,)) for line, _, _, id in draft.byes] + [(line, (id,)) for line, _, id in draft.pabs]
    named += [(line, (white, black)) for line, _, _, white, black in draft.forfeits]
    named += [
        (line, (team, opponent) if opponent else (team,)) for (_, team), (line, opponent, _) in draft.line_ups.items()
    ]
    for line, ids in named:
        for id in ids:
            if id not in there:
                notes.add(ERROR, "value", Spot(line, field="team"), f"there is no team {id}", str(id), "nothing")
    draft.byes = [bye for bye in draft.byes if bye[3] in there]
    draft.pabs = [pab for pab in draft.pabs if pab[2] in there]
    draft.forfeits = [one for one in draft.forfeits if {one[3], one[4]} <= there and one[3] != one[4]]


def _round(draft: Draft, table: Table, found: dict[int, Team], column: Column, notes: Notes) -> Round:
    """The matches of one round, without the byes of teams."""
    colours = draft.board_colours.value if draft.board_colours else ""
    line_ups = {team: ids for (round, team), (_, _, ids) in draft.line_ups.items() if round == column.round}
    forfeits = {
        frozenset((white, black)): (line, FORFEITS[kind], white, black)
        for line, round, kind, white, black in draft.forfeits
        if round == column.round
    }
    matches: dict[frozenset[int], Match] = {}
    busy: set[int] = set()
    for pair, games in sorted(grouped(column.games, membership(found.values())).items()):
        key = frozenset(pair)
        if pair == (0, 0) or key & busy:
            _report_stray(table, column, games, notes)
            continue
        busy |= key
        matches[key] = arranged(found[pair[0]], found[pair[1]], games, line_ups, colours)
    for key, (line, result, white, black) in forfeits.items():
        if key not in matches and key & busy:
            said = f"round {column.round}: {white} and {black} forfeit their match, but play another"
            notes.add(ERROR, "disagree", Spot(line, field="330"), said, "", "nothing")
            continue
        busy |= key
        matches[key] = Match(white, black, matches[key].games if key in matches else (), result)
    ordered = sorted(matches.values(), key=lambda match: min(match.white, match.black))
    round = Round(matches=tuple(ordered), player_byes=tuple(player_byes(table, column, notes)))
    _check_line_ups(draft, column.round, round, notes)
    return round


def _report_stray(table: Table, column: Column, games: Sequence[Game], notes: Notes) -> None:
    for game in games:
        spot = table.cell(column.round, table.seat(min(game.white, game.black)), "opponent")
        said = f"{game.white}-{game.black} is not a game between two teams that meet in this round"
        notes.add(ERROR, "team-game", spot, f"round {column.round}: {said}", "", "nothing")


def _check_line_ups(draft: Draft, number: int, round: Round, notes: Notes) -> None:
    """A line-up names the opponents' team, and every player of the team who has a game."""
    rosters = {team.id: set(team.players) for _, team in draft.teams or draft.rosters}
    for (at, team), (line, opponent, ids) in draft.line_ups.items():
        if at != number or team not in rosters:
            continue
        match = next((match for match in round.matches if team in (match.white, match.black)), None)
        if match is None or (opponent and opponent not in (match.white, match.black)):
            said = f"round {number}: team {team} does not meet team {opponent}"
            notes.add(WARNING, "line-up", Spot(line, field="opponent"), said, str(opponent), "the games")
            continue
        seen = {player for game in match.games for player in (game.white, game.black)}
        seen |= {bye.player for bye in round.player_byes}
        mine = seen & rosters[team]
        listed = [player for player in ids if player]
        extra = sorted(set(listed) - mine) if match.forfeit is None else []
        if extra or mine - set(listed) or len(set(listed)) < len(listed):
            said = f"round {number}: the line-up of team {team} is not who played"
            facts = f"listed without a game {extra}, playing unlisted {sorted(mine - set(listed))}"
            notes.add(INFO, "line-up", Spot(line, field="id"), said, facts, "the games")


def _check_colours(draft: Draft, found: Sequence[Team], rounds: Sequence[Round], notes: Notes) -> None:
    """The games have the colours that 352 announces."""
    if draft.board_colours is None:
        return
    by_id, colours = {team.id: team for team in found}, draft.board_colours.value
    wrong = 0
    for number, round in enumerate(rounds, 1):
        line_ups = {team: ids for (at, team), (_, _, ids) in draft.line_ups.items() if at == number}
        wrong += sum(len(off_colour(match, by_id, line_ups, colours)) for match in round.matches)
    longest = max((len(match.games) for round in rounds for match in round.matches), default=0)
    if wrong or longest > len(colours):
        said = f"{wrong} games do not have the colours announced for their boards ({longest} boards were played)"
        notes.add(INFO, "board-colours", Spot(draft.board_colours.line, field="352"), said, colours)


def _with_byes(draft: Draft, found: Sequence[Team], rounds: Sequence[Round], notes: Notes) -> list[Round]:
    """The rounds with a bye for every team without a match: as 320 and 240 say, else absent, or not yet entered."""
    said = _byes_said(draft)
    done, entered = [], set[int]()
    silent: dict[int, list[int]] = {}
    for number, round in enumerate(rounds, 1):
        busy = {team for pair in round.pairs for team in pair}
        for team in found:
            line, kind = said.get((number, team.id), (0, ByeKind.ZERO))
            if line and team.id in busy:
                text = f"round {number}: team {team.id} has a {kind}, and a match"
                notes.add(WARNING, "disagree", Spot(line, field="team"), text, str(team.id), "the match")
            elif not line and team.id in entered - busy:
                silent.setdefault(team.id, []).append(number)
        entered |= busy | {team for at, team in said if at == number}
        byes = []
        for team in found:
            if team.id not in busy:
                otherwise = ByeKind.ZERO if team.id in entered else ByeKind.NOT_ENTERED
                byes.append(Bye(team.id, said.get((number, team.id), (0, otherwise))[1]))
        done.append(replace(round, byes=tuple(byes)))
    for line, team in draft.teams or draft.rosters:
        if team.id in silent:
            text = f"nothing is said of team {team.id} in rounds {', '.join(map(str, silent[team.id]))}"
            notes.add(INFO, "no-word", Spot(line, field="team"), text, "", str(ByeKind.ZERO))
    return done


def _byes_said(draft: Draft) -> dict[tuple[int, int], tuple[int, ByeKind]]:
    """(round, team) -> line and kind of the bye that 240 or 320 gives."""
    said = {(round, team): (line, kind) for line, round, kind, team in draft.byes}
    return said | {(round, team): (line, ByeKind.PAIRING_ALLOCATED) for line, round, team in draft.pabs}
