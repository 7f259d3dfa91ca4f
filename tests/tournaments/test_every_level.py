"""Every warning of levels 3 to 5: without its answer, or with a stale one, nothing; then the event and the remark.

A row of the table of warnings without a case here fails.
"""

from __future__ import annotations

import pytest

from rookery.tournaments.command import command_hash, command_to_data
from rookery.tournaments.domain.lifecycle import AddRemark
from rookery.tournaments.domain.manual_pairing import Swap
from rookery.tournaments.errors import CommandRejectedError, ConfirmationRequiredError
from rookery.tournaments.warning_table import TWO_STEPS
from support.desks import swiss
from support.pseudo_locale import strings, untranslated_words
from support.warning_cases import ALL, ASKING, LEVELS, REFUSING, check_complete, result_entry


def test_every_row_from_level_3_on_has_a_case() -> None:
    check_complete()


@pytest.mark.parametrize("name", ASKING)
def test_nothing_is_written_before_the_right_answer(name: str) -> None:
    case, level, code = ALL[name], LEVELS[name], name.partition(" ")[0]
    hall = case.hall()
    wanted, before, version = case.wish(hall), hall.bytes(), hall.version
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    (mine,) = (warning for warning in caught.value.warnings if warning.code == code)
    assert (mine.level, bool(mine.text)) == (level, True)
    assert mine.article or code in ("return", "hide", "erasure")
    right = caught.value.tokens
    stale = tuple(token.replace(f"@{version}", f"@{version - 1}") for token in right)
    others = tuple(token for token in right if not token.startswith(code))
    half = tuple(token for token in right if not token.startswith(f"{code}!"))
    unbound = tuple(token.partition("@")[0] for token in right)
    loose = tuple(token.partition("-" + mine.command_hash)[0] for token in right)
    foreign = tuple(token.replace(mine.command_hash, command_hash(AddRemark("something else"))) for token in right)
    for given in ((), stale, others, unbound, loose, foreign, *([half] if level == TWO_STEPS else [])):
        with pytest.raises(ConfirmationRequiredError):
            hall.desk.do(hall.stream, wanted, actor="ada", acknowledged=given)
        assert (hall.bytes(), hall.version) == (before, version), given
    done = hall.desk.do(hall.stream, wanted, actor="ada", acknowledged=right)
    assert case.event in {event.KIND for event in done.events}
    assert tuple(remark.text for remark in hall.tournament.remarks) == case.remarks
    acknowledged = {token for record in list(hall.store.read(hall.stream))[version:] for token in record.acknowledged}
    assert acknowledged == set(right)
    assert hall.replay() == hall.state


@pytest.mark.parametrize("code", REFUSING)
def test_no_answer_helps_against_a_refusal(code: str) -> None:
    case = ALL[code]
    hall = case.hall()
    wanted, before = case.wish(hall), hall.bytes()
    answers = [f"{word}@{hall.version}" for word in (code, f"{code}!", "leave-mode", "leave-mode!")]
    for given in ((), answers):
        with pytest.raises(CommandRejectedError) as caught:
            hall.desk.do(hall.stream, wanted, actor="ada", acknowledged=given)
        assert (caught.value.code, hall.bytes()) == (code, before)
        assert caught.value.article or code in ("closed", "phase")


def test_an_answer_fits_no_other_version() -> None:
    """A page that was left open answers what it was asked about, not what is there by now."""
    hall = swiss(played=2)
    wanted = result_entry(1)(hall)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(wanted)
    hall.do(AddRemark("it rained"), actor="ben")
    with pytest.raises(ConfirmationRequiredError):
        hall.desk.do(hall.stream, wanted, actor="ada", acknowledged=caught.value.tokens)


def test_an_answer_fits_no_other_wish() -> None:
    """Whoever was asked about one game has said nothing of another, though the warning has the same name."""
    hall = swiss(played=2)
    with pytest.raises(ConfirmationRequiredError) as caught:
        hall.do(result_entry(1, board=0)(hall))
    before = hall.bytes()
    with pytest.raises(ConfirmationRequiredError):
        hall.desk.do(hall.stream, result_entry(1, board=1)(hall), actor="ada", acknowledged=caught.value.tokens)
    assert hall.bytes() == before
    hall.desk.do(hall.stream, result_entry(1, board=0)(hall), actor="ada", acknowledged=caught.value.tokens)


def test_swaps_ask_as_the_phase_does() -> None:
    hall = swiss(paired=1)
    white, black = hall.tournament.rounds[0].pairs[0]
    hall.do(Swap(hall.key(white), hall.key(black)), everything=True)
    assert [remark.text for remark in hall.tournament.remarks] == ["MPA @ Round 1: 1-5 => 5-1"]


@pytest.mark.parametrize(
    "code", [code for code in ALL if not code.startswith("import-broken")]
)  # it gives reasons of pairings
def test_questions_and_refusals_are_in_the_catalogue(code: str) -> None:
    case = ALL[code]
    hall = case.hall()
    wanted, t = case.wish(hall), hall.state.tournament
    people = (
        [player.name for player in t.players]
        + list(strings(command_to_data(wanted)))
        + [remark.text for remark in t.remarks]
    )
    try:
        said = [
            text
            for warning in hall.desk.preview(hall.stream, wanted, "ada").warnings
            for text in (warning.text, warning.instead)
        ]
    except CommandRejectedError as refused:
        said = [refused.text, refused.instead]
    assert any(said)
    assert not [(text, words) for text in said if (words := untranslated_words(text, people))]
