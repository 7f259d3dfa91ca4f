"""Players of one club or federation who are kept apart: groups, rounds, what cannot be paired, what is frozen."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rookery.errors import RookeryError
from rookery.tournaments.domain.lifecycle import OpenTournament
from rookery.tournaments.domain.pairing_constraints import AllowMates, ForbidMates, ForbidPair, mates_by_group
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.rounds import PairRound
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.rules import TournamentRules
from support.desks import DeskTournament, swiss

CLUBS = ("Rooks", "rooks", "Owls", " Owls ", "", "Lone", "", "Owls")
FIELD = tuple(
    Facts(f"P{at}", 2000 - at, "NED" if at % 4 == 0 else "ENG", club=club) for at, club in enumerate(CLUBS, 1)
)


def groups(hall: DeskTournament) -> list[tuple[tuple[int, ...], int, int | None]]:
    return [(pair.players, pair.first_round, pair.last_round) for pair in hall.tournament.forbidden_pairs]


def test_spellings_of_a_club_are_equal() -> None:
    state = swiss(5, FIELD).state
    numbers = {name: tuple(map(state.number, keys)) for name, keys in mates_by_group(state, "club").items()}
    assert numbers == {"Rooks": (1, 2), "Owls": (3, 4, 8)}
    assert {name: len(keys) for name, keys in mates_by_group(state, "federation").items()} == {"ENG": 6, "NED": 2}


def test_club_members_do_not_meet_in_the_named_rounds() -> None:
    hall = swiss(3, FIELD)
    hall.do(ForbidMates(last=2))
    assert groups(hall) == [((1, 2), 1, 2), ((3, 4, 8), 1, 2)]
    for number in (1, 2):
        hall.do(PairRound())
        for pair in hall.tournament.rounds[-1].pairs:
            assert not any(set(pair) <= set(players) for players, _, _ in groups(hall))
        hall.play(number)


def test_other_rounds_take_the_place_of_those_named_before() -> None:
    hall = swiss(3, FIELD)
    hall.do(ForbidPair((hall.key(1), hall.key(5))))
    hall.do(ForbidMates(last=1))
    version = hall.version
    hall.do(ForbidMates(last=1))
    assert hall.version == version, "nothing has changed"
    hall.do(ForbidMates(first=2))
    assert groups(hall) == [((1, 5), 1, None), ((1, 2), 2, None), ((3, 4, 8), 2, None)]
    hall.do(AllowMates())
    assert groups(hall) == [((1, 5), 1, None)], "the pair that somebody named stays"


def test_an_unpairable_tournament_is_reported(snapshot: SnapshotAssertion) -> None:
    """Six of eight are of one federation: they have two opponents between them."""
    hall = swiss(3, FIELD)
    with pytest.raises(ConfirmationRequiredError) as asked:
        hall.do(ForbidMates("federation"))
    (warning,) = asked.value.warnings
    assert (warning.code, warning.level) == ("not-feasible", 2)
    assert str(warning.text) == snapshot
    hall.do(ForbidMates("federation"), everything=True)
    assert len(hall.tournament.forbidden_pairs) == 2


def test_it_is_frozen_with_round_1() -> None:
    hall = swiss(3, FIELD, paired=1)
    with pytest.raises(CommandRejectedError):
        hall.do(ForbidMates(last=2))
    assert hall.tournament.forbidden_pairs == ()


@pytest.mark.parametrize(
    "wanted",
    [ForbidMates("colour"), ForbidMates(first=0), ForbidMates(first=3, last=2), ForbidMates(last=4), AllowMates()],  # type: ignore[arg-type]
)
def test_what_cannot_be_done_is_refused(wanted: ForbidMates | AllowMates) -> None:
    hall = swiss(3, FIELD)
    with pytest.raises(RookeryError):
        hall.do(wanted)
    assert hall.tournament.forbidden_pairs == ()


def test_forbidden_pairs_do_not_apply_to_table_pairings() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Berger", TournamentRules(system="FIDE_ROUNDROBIN")), everything=True)
    hall.do(EnterPlayers(FIELD), everything=True)
    with pytest.raises(CommandRejectedError):
        hall.do(ForbidMates())
