"""What an older file leaves to be assumed: every record of TRF26 that it cannot have, and what is used in its place."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import CLASSIC, MATCH_POINTS, PointSystem, Tournament
from rookery.regulations import announced
from rookery.scoring import in_words
from rookery.wording import count


def assumed(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The records of TRF26 that move a pairing, a place or a rating, and what is used where the file says nothing."""
    event, paired = tournament.event, len(tournament.rounds)
    if tournament.planned is None:
        yield "142", f"no number of rounds: {count(paired, 'round is', 'rounds are')} paired, and more may follow"
    if tournament.initial_colour is None:
        yield "152", "the colour that round 1 shows" if paired else "White"
    if tournament.points == CLASSIC:
        yield "162", f"{_worth(CLASSIC)}, and {in_words(CLASSIC.pab)} for the allocated bye"
    if not event.ranking_method:
        yield "172", "the ratings in the player rows"
    if not tournament.system:
        yield "192", f"the FIDE (Dutch) system for pairing{_told_by_type(tournament)}"
    if not tournament.ranking:
        format = announced(tournament.system, event.type)
        codes = format.team_tiebreaks if tournament.team_event else format.tiebreaks
        yield "202", f"tie-breaks of our choice, {', '.join(codes)}" if codes else "no tie-breaks"
    if not event.encoded_time_control:
        yield "222", "the words of record 122" if event.time_control else "no time control"
    if tournament.team_event and not tournament.board_colours:
        yield "352", "White and Black in turn, from board 1"
    if tournament.team_event and tournament.match_points == MATCH_POINTS:
        yield "362", _worth(MATCH_POINTS)


def _worth(points: PointSystem) -> str:
    win, draw, loss = map(in_words, (points.win, points.draw, points.loss))
    return f"{win} for a win, {draw} for a draw, {loss} for a loss"


def _told_by_type(tournament: Tournament) -> str:
    """What the words of record 092 are used for, if they name a format."""
    format = announced("", tournament.event.type)
    return f", and for standings what record 092 says, {format.title}" if format.name else ""
