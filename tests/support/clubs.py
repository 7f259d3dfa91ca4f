"""Small events at a desk that is open, for tests of its pages; whatever is asked on the way is answered with yes."""

from __future__ import annotations

import re

from rookery.model import Result
from rookery.tournaments.command import Command
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.results import EnterResult
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.visitors import OpenDesk, Visitor

NAMES = ("<b>Abe</b> & co", "Ben", "Cyd", "Dot", "Eve", "Fay", "Gus")


def do(house: OpenDesk, stream: str, wanted: Command, actor: str = "Ben") -> None:
    """Done, whatever is asked."""
    tokens: tuple[str, ...] = ()
    for _ in range(3):
        try:
            house.desk.do(stream, wanted, actor=actor, acknowledged=tokens)
            return
        except ConfirmationRequiredError as error:
            tokens = (*tokens, *error.tokens)
    raise AssertionError(tokens)


def swiss(house: OpenDesk) -> str:
    """A Swiss of seven players and five rounds; the name of the first is to be escaped."""
    stream = house.desk.create("club")
    do(house, stream, OpenTournament("Club evening", TournamentRules(system="dutch", rounds=5), lots="seed"))
    do(house, stream, EnterPlayers(tuple(Facts(name, 2000 - 10 * at) for at, name in enumerate(NAMES))))
    return stream


def play_rounds(house: OpenDesk, stream: str, rounds: int, result: Result = Result.WHITE_WINS) -> None:
    """So many rounds, in which White wins everywhere."""
    for _ in range(rounds):
        do(house, stream, PairRound())
        number = len(house.desk.state(stream).tournament.rounds)
        keys = house.desk.state(stream).keys.participant
        for game in house.desk.state(stream).tournament.rounds[-1].games:
            do(house, stream, EnterResult(number, keys[game.white], keys[game.black], result))


def visible_text(page: str) -> str:
    """What somebody reads."""
    shown = re.sub(r"<(script|svg)\b.*?</\1>", "", page, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", shown).split())


def get_page(visitor: Visitor, at: str, **query: str) -> str:
    """A page that is there."""
    answer = visitor.ask(at, params=query)
    assert answer.status_code == 200, answer.text
    return answer.text
