"""What the arbiter publishes and hides, and the state that the public may see."""

from __future__ import annotations

import pytest

from rookery.model import ByeKind, PartialDate, Result
from rookery.tournaments.domain.byes import AskBye, Expel
from rookery.tournaments.domain.import_export import ImportTournament
from rookery.tournaments.domain.lifecycle import AddRemark, OpenTournament, SetHead
from rookery.tournaments.domain.manual_pairing import ClosePhase, MoveSeats, OpenPhase
from rookery.tournaments.domain.players import EnterPlayers
from rookery.tournaments.domain.publication import HideRound, PublishRound, SetPublication
from rookery.tournaments.domain.restore_points import Redo, Return, Undo
from rookery.tournaments.domain.rounds import PairAgain, PairRound, UnpairRound
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.keyed import Facts
from rookery.tournaments.publication import public_state, ranked_state, short_name
from rookery.tournaments.rules import TournamentRules
from rookery.tournaments.state import Publication, dump_state, load_state
from rookery.tournaments.views.overview import publication_step, publication_view
from rookery.tournaments.visibility import PublicRounds, due_publication, is_public, public_rounds
from support.desks import DeskTournament, swiss

AT_ONCE = {"pairings": "automatic", "results": "automatic", "standings": "automatic"}


def codes(hall: DeskTournament, command: object) -> list[tuple[str, int]]:
    """Return the warnings of a command."""
    with pytest.raises(ConfirmationRequiredError) as asked:
        hall.do(command)  # type: ignore[arg-type]
    return [(warning.code, warning.level) for warning in asked.value.warnings]


def test_a_single_key_publishes_pairings_then_results_then_standings() -> None:
    hall = swiss(paired=1)
    assert public_rounds(hall.state) == PublicRounds()
    assert public_state(hall.state).tournament.rounds == ()
    hall.do(PublishRound(1))
    game = hall.tournament.rounds[0].games[0]
    hall.enter(1, game.white, game.black, Result.DRAW)
    seen = public_state(hall.state)
    assert [board.result for board in seen.tournament.rounds[0].games].count(Result.DRAW) == 1
    assert ranked_state(seen).tournament.rounds == ()
    hall.play(1)
    assert due_publication(hall.state) == ((1, ("standings",)),)
    hall.do(PublishRound(1))
    assert len(ranked_state(public_state(hall.state)).tournament.rounds) == 1
    with pytest.raises(CommandRejectedError, match="nothing is left to publish"):
        hall.do(PublishRound(1))


def test_the_next_round_publishes_what_is_due_before_it() -> None:
    hall = swiss(played=2, paired=3)
    assert due_publication(hall.state) == ((1, ("pairings",)), (2, ("pairings", "standings")), (3, ("pairings",)))
    hall.do(PublishRound(3))
    assert public_rounds(hall.state) == PublicRounds(3, frozenset((1, 2, 3)), 2)


def test_results_that_are_published_by_key_are_pending_until_then() -> None:
    hall = swiss(played=1)
    hall.do(SetPublication({"results": "manual"}))
    hall.do(PublishRound(1, ("pairings",)))
    assert all(game.result is Result.PENDING for game in public_state(hall.state).tournament.rounds[0].games)
    hall.do(PublishRound(1, ("results",)))
    assert all(game.result is Result.WHITE_WINS for game in public_state(hall.state).tournament.rounds[0].games)


def test_standings_show_the_results_that_they_are_computed_from() -> None:
    hall = swiss(played=1)
    hall.do(SetPublication({"pairings": "never", "results": "manual"}))
    assert public_rounds(hall.state) == PublicRounds()
    hall.do(PublishRound(1, ("standings",)))
    assert public_rounds(hall.state) == PublicRounds(1, frozenset((1,)), 1)


@pytest.mark.parametrize(
    "fields",
    [
        {"results": "never"},
        {"pairings": "never", "standings": "automatic"},
        {"pairings": "soon"},
        {"public": 3},
        {"nonsense": True},
    ],
)
def test_settings_that_contradict_each_other_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(CommandRejectedError):
        swiss().do(SetPublication(fields))


@pytest.mark.parametrize("what", [("standings",), ("boards",)])
def test_what_cannot_be_published_is_refused(what: tuple[str, ...]) -> None:
    hall = swiss(paired=1)
    with pytest.raises(CommandRejectedError):
        hall.do(PublishRound(1, what))  # type: ignore[arg-type]


@pytest.mark.parametrize("command", [PublishRound(2), PublishRound(0), HideRound(2)])
def test_a_round_that_is_not_paired_is_refused(command: PublishRound | HideRound) -> None:
    with pytest.raises(CommandRejectedError, match="is not paired yet"):
        swiss(paired=1).do(command)


def test_hiding_asks_and_hides_later_rounds_too() -> None:
    hall = swiss(played=2)
    hall.do(PublishRound(2))
    assert codes(hall, HideRound(1)) == [("hide", 3)]
    hall.do(HideRound(1), "hide")
    assert public_rounds(hall.state) == PublicRounds()
    with pytest.raises(CommandRejectedError, match="nothing of round 1 is public"):
        hall.do(HideRound(1))


def test_hiding_standings_leaves_the_pairings() -> None:
    hall = swiss(played=1)
    hall.do(PublishRound(1))
    hall.do(HideRound(1, ("standings",)), "hide")
    assert public_rounds(hall.state) == PublicRounds(1, frozenset((1,)), 0)


def test_what_is_public_at_once_cannot_be_hidden() -> None:
    hall = swiss(paired=1)
    hall.do(SetPublication(AT_ONCE))
    for command in (HideRound(1), HideRound(1, ("results",))):
        with pytest.raises(CommandRejectedError, match="public at once"):
            hall.do(command)


def test_settings_keep_what_is_public() -> None:
    hall = swiss(played=1, paired=2)
    hall.do(SetPublication(AT_ONCE))
    before = public_rounds(hall.state)
    assert before == PublicRounds(2, frozenset((1, 2)), 2)
    hall.do(SetPublication({"pairings": "manual", "standings": "manual"}))
    assert public_rounds(hall.state) == PublicRounds(2, frozenset((1, 2)), 1)
    hall.play(2)
    hall.do(PairRound())
    assert public_rounds(hall.state).pairings == 2


@pytest.mark.parametrize("fields", [{"public": False}, {"test": True}])
def test_a_tournament_disappears_only_after_a_question(fields: dict[str, bool]) -> None:
    hall = swiss(paired=1)
    hall.do(PublishRound(1))
    assert codes(hall, SetPublication(fields)) == [("hide", 3)]
    hall.do(SetPublication(fields), "hide")
    assert not is_public(hall.state)
    assert publication_step(hall.state) is None


# -- undo ----------------------------------------------------------------------------------------------------------


def test_undo_never_unpublishes() -> None:
    hall = swiss(paired=1)
    hall.do(PublishRound(1))
    assert codes(hall, Undo()) == [("return-published", 4)]  # the pairing, not its publication
    hall.do(Undo(), everything=True)
    assert hall.tournament.rounds == ()
    hall.do(Redo())
    assert public_rounds(hall.state).pairings == 1


def test_a_round_paired_anew_is_published_anew() -> None:
    hall = swiss(paired=1)
    hall.do(PublishRound(1))
    hall.do(Undo(), everything=True)
    hall.do(PairRound())
    assert public_rounds(hall.state).pairings == 0


@pytest.mark.parametrize("command", [UnpairRound(), PairAgain()])
def test_taking_a_published_round_back_asks_twice(command: UnpairRound | PairAgain) -> None:
    hall = swiss(paired=1)
    hall.do(PublishRound(1))
    assert codes(hall, command) == [("return-published", 4)]
    hall.do(command, everything=True)
    assert public_rounds(hall.state).pairings == 0


def test_a_return_past_a_published_round_asks() -> None:
    hall = swiss(paired=1)
    version = hall.version - 2
    hall.do(PublishRound(1))
    assert ("return-published", 4) in codes(hall, Return(to=version))


def test_a_published_round_that_is_changed_by_hand_stays_public_as_it_was_until_the_end() -> None:
    hall = swiss(paired=1)
    hall.do(PublishRound(1))
    pairs = public_state(hall.state).tournament.rounds[0].pairs
    first, second = pairs[0][0], pairs[1][0]
    hall.do(OpenPhase(1))
    hall.do(MoveSeats((hall.key(first), hall.key(second)), "exchange"), everything=True)
    assert public_state(hall.state).tournament.rounds[0].pairs == pairs
    with pytest.raises(CommandRejectedError):
        hall.do(PublishRound(1))
    hall.do(ClosePhase(), everything=True)
    assert public_state(hall.state).tournament.rounds[0].pairs == hall.tournament.rounds[0].pairs != pairs


def test_a_fresh_round_by_hand_is_not_public() -> None:
    hall = swiss(played=1)
    hall.do(PublishRound(1))
    hall.do(OpenPhase(2))
    hall.do(MoveSeats((hall.key(1), hall.key(2)), "together"), everything=True)
    assert len(public_state(hall.state).tournament.rounds) == 1


def test_a_correction_of_a_published_round_is_public_at_once() -> None:
    hall = swiss(played=1, paired=2)
    hall.do(PublishRound(2))
    game = hall.tournament.rounds[0].games[0]
    hall.enter(1, game.white, game.black, Result.DRAW, "correction", was=Result.WHITE_WINS)
    assert public_state(hall.state).tournament.rounds[0].games[0].result is Result.DRAW


# -- other logs ----------------------------------------------------------------------------------------------------


def test_a_log_without_settings_shows_everything_at_once() -> None:
    hall = DeskTournament()
    hall.do(OpenTournament("Old", TournamentRules(system="dutch", rounds=5), lots="seed", publication=Publication()))
    hall.do(EnterPlayers((Facts("Ada", 2000), Facts("Ben", 1900))))
    hall.do(PairRound(), everything=True)
    assert public_rounds(hall.state) == PublicRounds(1, frozenset((1,)), 1)
    assert "publication" not in str(next(iter(hall.store.read(hall.stream))).data)


def test_the_rounds_of_an_imported_event_are_public_and_later_ones_are_not() -> None:
    source = swiss(played=1, paired=2).tournament
    hall = DeskTournament()
    hall.do(ImportTournament(source, lots="seed"), everything=True)
    assert public_rounds(hall.state) == PublicRounds(2, frozenset((1, 2)), 1)
    hall.play(2)
    hall.do(PairRound())
    assert public_rounds(hall.state).pairings == 2


def test_the_state_comes_back_from_a_snapshot_and_the_log() -> None:
    hall = swiss(played=1, paired=2)
    hall.do(PublishRound(2))
    hall.do(HideRound(2), "hide")
    assert load_state(dump_state(hall.state)) == hall.state == hall.replay()


# -- privacy -------------------------------------------------------------------------------------------------------


def test_the_public_state_has_no_private_data() -> None:
    people = (
        Facts("Byng, Ada", 2000, birth=PartialDate(2012, 5, 1), fide_id=400041, national_id="N77"),
        Facts("Carr, Ben", 1900, birth=PartialDate(1980, 2, 3), fide_id=400042),
        Facts("Dale, Cyd", 1800, birth=PartialDate(2008)),
    )
    hall = swiss(players=people)
    hall.do(SetHead({"start": "2026-07-01"}))
    hall.do(PairRound(), everything=True)
    hall.do(PublishRound(1))
    hall.do(AskBye("p3", (2,), ByeKind.HALF))
    hall.do(Expel("p2", "a telephone"), everything=True)
    hall.do(AddRemark("Ada is ill", 1))
    seen = public_state(hall.state)
    data = dump_state(seen).decode()
    for text in ("2012-05", "1980-02", "400041", "N77", "telephone", "Ada is ill", '"ada"'):
        assert text not in data, text
    assert not seen.tournament.requested_byes
    assert seen.name("p1") == "Byng, Ada"
    hall.do(SetPublication({"short_names": True, "ids": True}))
    seen = public_state(hall.state)
    assert [player.name for player in seen.tournament.players] == ["Ada B.", "Carr, Ben", "Cyd D."]
    assert seen.tournament.players[0].fide_id == 400041


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Byng, Ada", "Ada B."),
        ("de la Cruz, María José", "María C."),
        ("Ada Byng", "Ada B."),
        ("Ada", "Ada"),
        ("Byng,", "B."),
        ("", ""),
    ],
)
def test_names_are_shortened(name: str, short: str) -> None:
    assert short_name(name) == short


def test_the_view_says_what_is_public_and_what_is_due() -> None:
    hall = swiss(paired=1)
    view = publication_view(hall.state)
    assert (view.status, view.shown, view.due, view.hideable) == ("public", False, ("pairings",), False)
    hall.do(PublishRound(1))
    view = publication_view(hall.state)
    assert (view.shown, view.since, view.due, view.hideable) == (True, "2026-11-16T16:00:00Z", (), True)
