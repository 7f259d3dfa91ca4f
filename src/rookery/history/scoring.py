"""Points for results: games, matches, byes and bonus points."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.messages import msg_plural
from rookery.model import Bye, ByeKind, Ending, Match, Points, PointSystem, Team, Tournament
from rookery.regulations import parse_type_code

_OUTCOMES = {
    Ending.WIN: "win", Ending.DRAW: "draw", Ending.LOSS: "loss", Ending.FORFEIT_WIN: "forfeit_win",
    Ending.FORFEIT_LOSS: "forfeit_loss", Ending.ADJOURNED: "adjourned",
}  # fmt: skip
_BYES = {
    ByeKind.PAIRING_ALLOCATED: "pab", ByeKind.FULL: "full_bye", ByeKind.HALF: "half_bye", ByeKind.ZERO: "absence",
    ByeKind.NOT_ENTERED: "absence",
}  # fmt: skip
_LETTERS = {
    Ending.WIN: "W", Ending.DRAW: "D", Ending.LOSS: "L", Ending.FORFEIT_WIN: "+", Ending.FORFEIT_LOSS: "-",
    Ending.ADJOURNED: "", Ending.PENDING: "",
}  # fmt: skip


def halves(tenths: Points) -> str:
    """Format points with ½ and without unnecessary decimals.

    >>> halves(10), halves(5), halves(25), halves(0), halves(7)
    ('1', '½', '2½', '0', '0.7')
    """
    whole, rest = divmod(tenths, 10)
    return f"{whole or ''}½" if rest == 5 else f"{tenths / 10:.1f}" if rest else str(whole)


def format_score(tenths: Points) -> str:
    """Format a score for a sentence; tables use a decimal.

    >>> format_score(25), format_score(10), format_score(5), format_score(0)
    ('2½ points', '1 point', '½ point', '0 points')
    """
    return msg_plural(1 if tenths in (5, 10) else 2, "%(num)s point", "%(num)s points", num=halves(tenths))


def game_points(system: PointSystem, outcome: Ending) -> Points:
    """Return what one side of a game receives; an open game gives nothing yet.

    >>> game_points(PointSystem(win=30, draw=10), Ending.DRAW)
    10
    """
    return 0 if outcome is Ending.PENDING else int(getattr(system, _OUTCOMES[outcome]))


def bye_points(system: PointSystem, kind: ByeKind) -> Points:
    """Return what a bye is worth; a player not yet entered receives what an absent one does (C.04.2 2.4)."""
    return int(getattr(system, _BYES[kind]))


def outcome_table(system: PointSystem) -> dict[Ending, Points]:
    """Return the points of every outcome of a game."""
    return {outcome: game_points(system, outcome) for outcome in Ending}


def bye_table(tournament: Tournament) -> dict[ByeKind, tuple[Points, Points]]:
    """Return the ranking score and the game points of each bye; they differ in team events only.

    A bye of a two-game match stands for both games, the pairing-allocated one is a game won and a game drawn (C.04.5
    1.4). In a team event the pairing-allocated bye is worth a drawn match, or what record 320 says (1.4).
    """
    games = tournament.points
    if tournament.team_event:
        from rookery.history.team_matches import boards_per_match

        boards, matches = boards_per_match(tournament), tournament.match_points
        table = {kind: (bye_points(matches, kind), boards * bye_points(games, kind)) for kind in ByeKind}
        bye_game_points = tournament.team_bye_points
        bye_game_points = default_bye_points(tournament) if bye_game_points is None else bye_game_points
        table[ByeKind.PAIRING_ALLOCATED] = (matches.pab, bye_game_points)
        return table
    if parse_type_code(tournament.system).two_game_matches:
        double = {kind: 2 * bye_points(games, kind) for kind in ByeKind}
        if games.pab == games.win:
            double[ByeKind.PAIRING_ALLOCATED] = games.win + games.draw
        return {kind: (value, value) for kind, value in double.items()}
    return {kind: (bye_points(games, kind),) * 2 for kind in ByeKind}


def default_bye_points(tournament: Tournament) -> Points:
    """Return the game points of a team's pairing-allocated bye where nothing else is announced: every board drawn."""
    from rookery.history.team_matches import boards_per_match

    return boards_per_match(tournament) * tournament.points.draw


def match_points(
    tournament: Tournament, match: Match, unopposed: Iterable[Bye] = ()
) -> tuple[tuple[Points, Points], tuple[Points, Points]]:
    """Return (match points, game points) of White's side and of Black's.

    A two-game match has game points only, twice.

    `unopposed` are the byes of single players in that round: a board whose opponent stayed away counts for its
    match. A team match of which no board was played (C.04.6 1.6.1) is won and lost by forfeit; if neither side has a
    point in it, both have lost it.
    """
    home, away = board_points(tournament, match, unopposed)
    if match.forfeit is not None:
        from rookery.history.team_matches import boards_per_match

        boards = boards_per_match(tournament) if tournament.team_event else 2
        worth = outcome_table(tournament.points)
        home, away = boards * worth[match.forfeit.white], boards * worth[match.forfeit.black]
    if not tournament.team_event:
        return (home, home), (away, away)
    system = tournament.match_points
    if match.open:
        return (0, home), (0, away)
    if match.forfeit is not None:
        return (game_points(system, match.forfeit.white), home), (game_points(system, match.forfeit.black), away)
    first, second = ("win", "loss") if home > away else ("loss", "win") if home < away else ("draw", "draw")
    if not any(game.result.played for game in match.games):
        nothing = match.board_count * game_points(tournament.points, Ending.FORFEIT_LOSS)
        by_forfeit = {"win": "forfeit_win", "loss": "forfeit_loss", "draw": "draw"}
        if home == away == nothing:
            by_forfeit["draw"] = "forfeit_loss"
        first, second = by_forfeit[first], by_forfeit[second]
    return (getattr(system, first), home), (getattr(system, second), away)


def board_points(tournament: Tournament, match: Match, unopposed: Iterable[Bye] = ()) -> tuple[Points, Points]:
    """Return the game points of both sides of a match, including those of its players without an opponent."""
    from rookery.history.team_matches import board_results

    worth = outcome_table(tournament.points)
    ends = list(board_results(tournament, match))
    home, away = sum(worth[white] for white, _ in ends), sum(worth[black] for _, black in ends)
    for bye in unopposed:
        value = bye_points(tournament.points, bye.kind)
        home += value * _is_in_team(tournament, match.white, bye.player)
        away += value * _is_in_team(tournament, match.black, bye.player)
    return home, away


def _is_in_team(tournament: Tournament, side_id: int, player: int) -> bool:
    side = tournament.participants_by_number[side_id]
    return isinstance(side, Team) and player in side.players


def result_letter(outcome: Ending) -> str:
    """Return the letter by which record 299 names this outcome."""
    return _LETTERS[outcome]
