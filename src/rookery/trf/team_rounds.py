"""The rounds of a team event: matches from the players' games, byes and forfeits from the records of teams."""

from __future__ import annotations

from collections.abc import Sequence

from rookery.model import Bye, ByeKind, Game, Match, Round, Team
from rookery.trf.byes import Byes
from rookery.trf.draft import Draft
from rookery.trf.line_ups import Boards, contradicted
from rookery.trf.matches import FORFEITS, arranged, grouped, membership
from rookery.trf.notes import ERROR, NOTHING, WARNING, Notes, Spot, in_round
from rookery.trf.rosters import Rosters
from rookery.trf.rounds import Column, paired, player_byes
from rookery.trf.table import Table
from rookery.trf.unplayed_matches import Unplayed
from rookery.values import replace
from rookery.wording import spoken


def team_rounds(
    draft: Draft, table: Table, found: Sequence[Team], columns: Sequence[Column], notes: Notes
) -> tuple[Round, ...]:
    """The rounds as matches and byes of teams."""
    unplayed = draft.part(Unplayed)
    said = [one.round for one in unplayed.forfeits] + [one.round for one in unplayed.byes]
    count = max([paired(table, columns), *said])
    _forget_unknown(draft, found, notes)
    rounds = []
    for number in range(1, count + 1):
        column = columns[number - 1] if number <= len(columns) else Column(number, [], [])
        rounds.append(_round(draft, table, {team.id: team for team in found}, column, notes))
    return tuple(_with_byes(draft, found, rounds, notes))


def _forget_unknown(draft: Draft, found: Sequence[Team], notes: Notes) -> None:
    """Team numbers that belong to nobody are reported and forgotten."""
    there, byes, unplayed = {team.id for team in found}, draft.part(Byes), draft.part(Unplayed)
    named: list[tuple[int, tuple[int, ...]]] = [(one.line, (one.id,)) for one in byes.said]
    named += [(one.line, (one.team,)) for one in unplayed.byes]
    named += [(one.line, (one.white, one.black)) for one in unplayed.forfeits]
    named += [
        (found.line, (team, found.opponent) if found.opponent else (team,))
        for (_, team), found in draft.part(Boards).line_ups.items()
    ]
    for line, ids in named:
        for id in ids:
            if id not in there:
                said = spoken("there is no team %(number)s", number=id)
                notes.add(ERROR, "value", Spot(line, field="team"), said, str(id), NOTHING)
    byes.said = [one for one in byes.said if one.id in there]
    unplayed.byes = [one for one in unplayed.byes if one.team in there]
    unplayed.forfeits = [one for one in unplayed.forfeits if {one.white, one.black} <= there and one.white != one.black]


def _round(draft: Draft, table: Table, found: dict[int, Team], column: Column, notes: Notes) -> Round:
    """The matches of one round, without the byes of teams."""
    boards = draft.part(Boards)
    line_ups = boards.of_round(column.round)
    matches: dict[frozenset[int], Match] = {}
    busy: set[int] = set()
    for pair, games in sorted(grouped(column.games, membership(found.values())).items()):
        key = frozenset(pair)
        if pair == (0, 0) or key & busy:
            _report_stray(table, column, games, notes)
            continue
        busy |= key
        matches[key] = arranged(found[pair[0]], found[pair[1]], games, line_ups, boards.order)
    _forfeited(draft, column.round, matches, busy, notes)
    ordered = sorted(matches.values(), key=lambda match: min(match.white, match.black))
    round = Round(matches=tuple(ordered), player_byes=tuple(player_byes(table, column, notes)))
    contradicted(draft, column.round, round, notes)
    return round


def _forfeited(draft: Draft, number: int, matches: dict[frozenset[int], Match], busy: set[int], notes: Notes) -> None:
    """The matches of a round with those that 330 forfeits."""
    here = [one for one in draft.part(Unplayed).forfeits if one.round == number]
    for key, one in {frozenset((one.white, one.black)): one for one in here}.items():
        if key not in matches and key & busy:
            said = spoken("%(one)s and %(other)s forfeit their match, but play another", one=one.white, other=one.black)
            notes.add(ERROR, "disagree", Spot(one.line, field="330"), in_round(number, said), "", NOTHING)
            continue
        busy |= key
        games = matches[key].games if key in matches else ()
        matches[key] = Match(one.white, one.black, games, FORFEITS[one.kind])


def _report_stray(table: Table, column: Column, games: Sequence[Game], notes: Notes) -> None:
    for game in games:
        spot = table.cell(column.round, table.seat(min(game.white, game.black)), "opponent")
        said = spoken("%(white)s-%(black)s is not a game between two teams that meet in this round", white=game.white,
                      black=game.black)  # fmt: skip
        notes.add(ERROR, "team-game", spot, in_round(column.round, said), "", NOTHING)


Given = dict[tuple[int, int], tuple[int, ByeKind]]
"""(round, team) -> line and kind of a bye."""


def _with_byes(draft: Draft, found: Sequence[Team], rounds: Sequence[Round], notes: Notes) -> list[Round]:
    """The rounds with a bye for every team without a match: as 320 and 240 say, else absent, or not yet entered."""
    said = _byes_said(draft)
    done, entered = [], set[int]()
    silent = draft.part(Rosters).silent
    for number, round in enumerate(rounds, 1):
        busy = {team for pair in round.pairs for team in pair}
        for team in _unsaid(said, found, number, busy, notes):
            if team in entered:
                silent.setdefault(team, []).append(number)
        entered |= busy | {team for at, team in said if at == number}
        byes = []
        for one in found:
            if one.id not in busy:
                otherwise = ByeKind.ZERO if one.id in entered else ByeKind.NOT_ENTERED
                byes.append(Bye(one.id, said.get((number, one.id), (0, otherwise))[1]))
        done.append(replace(round, byes=tuple(byes)))
    return done


def _unsaid(said: Given, found: Sequence[Team], number: int, busy: set[int], notes: Notes) -> list[int]:
    """The teams without a match or a bye; a bye beside a match is reported."""
    for team in found:
        line, kind = said.get((number, team.id), (0, ByeKind.ZERO))
        if line and team.id in busy:
            text = in_round(number, spoken("team %(number)s has a %(kind)s, and a match", number=team.id, kind=kind))
            notes.add(WARNING, "disagree", Spot(line, field="team"), text, str(team.id), spoken("the match"))
    return [team.id for team in found if team.id not in busy and (number, team.id) not in said]


def _byes_said(draft: Draft) -> Given:
    """The byes that 240 or 320 gives."""
    said = {(one.round, one.id): (one.line, one.kind) for one in draft.part(Byes).said}
    allocated = draft.part(Unplayed).byes
    return said | {(one.round, one.team): (one.line, ByeKind.PAIRING_ALLOCATED) for one in allocated}
