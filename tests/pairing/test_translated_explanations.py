"""Every sentence of an explanation is a template with values, and is translated."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import pytest

import rookery
from rookery import GeneratorSettings, Result, RookeryError, Tournament
from rookery._record import replace
from rookery.checking.text import describe_round
from rookery.messages import Message
from rookery.model import Game
from rookery.pairing.outcome import Pairing
from support.pseudo_locale import untranslated_words

SYSTEMS = (
    "dutch", "dubov", "burstein", "lim", "double-swiss", "team", "round-robin", "keizer", "knockout", "scheveningen",
)  # fmt: skip
SIZES = (5, 8, 11, 16, 21)


def event(system: str, seed: int) -> Tournament:
    rng = Random(seed)
    field = {"teams": 9, "boards": 2} if system == "team" else {"players": rng.choice(SIZES), "rounds": 6}
    try:
        return rookery.generate(GeneratorSettings(system=system, **field), seed)
    except RookeryError:  # the field or the number of rounds does not fit this format
        return rookery.generate(GeneratorSettings(system=system), seed)


def otherwise(tournament: Tournament, number: int, rng: Random) -> Tournament:
    """The tournament until a round, two of its pairs exchanged or one turned round."""
    round = tournament.rounds[number - 1]
    games = list(round.games)
    if len(games) > 1:
        i, j = rng.sample(range(len(games)), 2)
        one, other = games[i], games[j]
        games[i], games[j] = Game(one.white, other.black), Game(other.white, one.black)
        if rng.random() < 0.3:
            games = [*round.games]
            games[i] = Game(one.black, one.white, Result.PENDING)
    rounds = (*tournament.rounds[: number - 1], replace(round, games=tuple(games)))
    return replace(tournament, rounds=rounds)


def explanation_texts(outcome: Pairing, tournament: Tournament, rng: Random) -> Iterator[str]:
    """All that is told of a round: of everybody, of some who do not meet, of the bye, of its groups."""
    everybody = [participant.number for participant in tournament.participants]
    for one in everybody:
        told = outcome.explain(one)
        assert pickle.loads(pickle.dumps(told)) == told
        yield from (reason.text for reason in told.reasons)
    for _ in range(6):
        one, other = rng.sample(everybody, 2)
        for wish in ((one, other), (one, None)):
            yield from (reason.text for reason in outcome.why_not(*wish).reasons)
    for ledger in outcome.ledger:
        yield from (ledger.decision.description, *(each.text for each in outcome.unmet_criteria(ledger)))
    yield from (each.text for each in outcome.verdict)


def rounds(whole: Tournament, rng: Random) -> Iterator[str]:
    """What is said of rounds still to be paired, of those of the file, and of others in their place."""
    for number in range(1, len(whole.rounds) + 1):
        there = otherwise(whole, number, rng)
        for asked in (whole.before_round(number), whole, there):
            try:
                outcome = rookery.pair(asked, round=None if len(asked.rounds) < number else number)
                yield from explanation_texts(outcome, asked, rng)
            except RookeryError as error:
                yield error.message
        try:
            report = rookery.check(there)
        except RookeryError as error:
            yield error.message
        else:
            yield from (text for one in report.rounds for text in describe_round(one, teams=there.team_event))


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_sentence_stays_english(system: str) -> None:
    whole = event(system, 3)
    names = ["FIDE", "Annex", *(one.name for one in (*whole.players, *whole.teams))]
    found = set(rounds(whole, Random(3)))
    assert len(found) > 20
    for text in found:
        assert isinstance(text, Message), text
        assert not untranslated_words(text, names), text
