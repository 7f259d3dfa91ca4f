"""What an older file leaves to be assumed: every record of TRF26 that it cannot have, and what is used in its place."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import CLASSIC, MATCH_POINTS, PointSystem, Tournament
from rookery.regulations import announced
from rookery.scoring import in_words
from rookery.wording import counted, spoken, word


def assumed(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """The records of TRF26 that move a pairing, a place or a rating, and what is used where the file says nothing."""
    event, paired = tournament.event, len(tournament.rounds)
    if tournament.planned is None:
        yield "142", counted(paired, "no number of rounds: %(num)s round is paired, and more may follow",
                             "no number of rounds: %(num)s rounds are paired, and more may follow")  # fmt: skip
    if tournament.initial_colour is None:
        yield "152", spoken("the colour that round 1 shows" if paired else "White")
    if tournament.points == CLASSIC:
        yield "162", spoken("%(worth)s, and %(points)s for the allocated bye", worth=_worth(CLASSIC),
                            points=in_words(CLASSIC.pab))  # fmt: skip
    if not event.ranking_method:
        yield "172", spoken("the ratings in the player rows")
    if not tournament.system:
        yield "192", _system(tournament)
    if not tournament.ranking:
        format = announced(tournament.system, event.type)
        codes = format.team_tiebreaks if tournament.team_event else format.tiebreaks
        yield "202", spoken("tie-breaks of our choice, %(codes)s" if codes else "no tie-breaks", codes=", ".join(codes))
    if not event.encoded_time_control:
        yield "222", spoken("the words of record 122" if event.time_control else "no time control")
    if tournament.team_event and not tournament.board_colours:
        yield "352", spoken("White and Black in turn, from board 1")
    if tournament.team_event and tournament.match_points == MATCH_POINTS:
        yield "362", _worth(MATCH_POINTS)


def _worth(points: PointSystem) -> str:
    win, draw, loss = map(in_words, (points.win, points.draw, points.loss))
    return spoken("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss", win=win, draw=draw, loss=loss)


def _system(tournament: Tournament) -> str:
    """By what the rounds are paired; and what the words of record 092 are used for, if they name a format."""
    format = announced("", tournament.event.type)
    return spoken("the FIDE (Dutch) system for pairing, and for standings what record 092 says, %(title)s" if
                  format.name else "the FIDE (Dutch) system for pairing", title=word(format.title))  # fmt: skip
