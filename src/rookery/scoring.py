"""What a result is worth: games, matches, byes, and the points that are awarded out of the ordinary."""

from __future__ import annotations

from collections.abc import Iterable

from rookery.model import Bye, ByeKind, Ending, Match, Points, PointSystem, Team, Tournament
from rookery.regulations import scheme
from rookery.wording import spoken

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
    """Points as they are said: no decimals where there are none.

    >>> halves(10), halves(5), halves(25), halves(0), halves(7)
    ('1', '½', '2½', '0', '0.7')
    """
    whole, rest = divmod(tenths, 10)
    return f"{whole or ''}½" if rest == 5 else f"{tenths / 10:.1f}" if rest else str(whole)


def in_words(tenths: Points) -> str:
    """A score as it is said in a sentence; in tables it has a decimal.

    >>> in_words(25), in_words(10), in_words(5), in_words(0)
    ('2½ points', '1 point', '½ point', '0 points')
    """
    if tenths in (5, 10):
        return spoken("%(points)s point", points=halves(tenths))
    return spoken("%(points)s points", points=halves(tenths))


def game_points(system: PointSystem, outcome: Ending) -> Points:
    """What one side of a game receives; an open game gives nothing yet.

    >>> game_points(PointSystem(win=30, draw=10), Ending.DRAW)
    10
    """
    return 0 if outcome is Ending.PENDING else int(getattr(system, _OUTCOMES[outcome]))


def bye_points(system: PointSystem, kind: ByeKind) -> Points:
    """What a bye is worth. Somebody not yet entered receives what an absent player does (C.04.2 2.4)."""
    return int(getattr(system, _BYES[kind]))


def outcome_table(system: PointSystem) -> dict[Ending, Points]:
    """Every outcome of a game with its worth, looked up once."""
    return {outcome: game_points(system, outcome) for outcome in Ending}


def bye_table(tournament: Tournament) -> dict[ByeKind, tuple[Points, Points]]:
    """What each bye is worth in this event: the score used for ranking, and game points (other than it for teams only).

    A bye of a two-game match stands for both games, the pairing-allocated one is a game won and a game drawn
    (C.04.5 1.4). In a team event the pairing-allocated bye is worth a drawn match, or what record 320 says (1.4).
    """
    games = tournament.points
    if tournament.team_event:
        from rookery.matches import boards_per_match

        boards, matches = boards_per_match(tournament), tournament.match_points
        table = {kind: (bye_points(matches, kind), boards * bye_points(games, kind)) for kind in ByeKind}
        drawn = boards * games.draw if tournament.team_bye_points is None else tournament.team_bye_points
        table[ByeKind.PAIRING_ALLOCATED] = (matches.pab, drawn)
        return table
    if scheme(tournament.system).two_game_matches:
        double = {kind: 2 * bye_points(games, kind) for kind in ByeKind}
        if games.pab == games.win:
            double[ByeKind.PAIRING_ALLOCATED] = games.win + games.draw
        return {kind: (value, value) for kind, value in double.items()}
    return {kind: (bye_points(games, kind),) * 2 for kind in ByeKind}


def match_points(
    tournament: Tournament, match: Match, unopposed: Iterable[Bye] = ()
) -> tuple[tuple[Points, Points], tuple[Points, Points]]:
    """(match points, game points) of White's side and of Black's; a two-game match has game points only, twice.

    `unopposed` are the byes of single players in that round: a board whose opponent stayed away counts for its match.
    """
    home, away = board_points(tournament, match, unopposed)
    if match.forfeit is not None:
        from rookery.matches import boards_per_match

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
    return (getattr(system, first), home), (getattr(system, second), away)


def board_points(tournament: Tournament, match: Match, unopposed: Iterable[Bye] = ()) -> tuple[Points, Points]:
    """Game points of both sides of a match, with those of its players who had nobody to meet."""
    from rookery.matches import sides

    worth = outcome_table(tournament.points)
    ends = list(sides(tournament, match))
    home, away = sum(worth[white] for white, _ in ends), sum(worth[black] for _, black in ends)
    for bye in unopposed:
        value = bye_points(tournament.points, bye.kind)
        home += value * _plays_for(tournament, match.white, bye.player)
        away += value * _plays_for(tournament, match.black, bye.player)
    return home, away


def _plays_for(tournament: Tournament, one: int, player: int) -> bool:
    side = tournament.by_id[one]
    return isinstance(side, Team) and player in side.players


def letter(outcome: Ending) -> str:
    """The letter by which record 299 names this outcome."""
    return _LETTERS[outcome]
