"""Every kind of event has its rows: JSON there and back, fold, words in the log, place in the file."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

import rookery
from rookery._record import replace
from rookery.formats.board_order import drop_derived_order
from rookery.messages import translate
from rookery.model import ByeKind, Colour, PartialDate, PointSystem, Result, VirtualPoints
from rookery.tournaments.domain import (
    byes,
    check_in,
    claims,
    import_export,
    lifecycle,
    numbers,
    pairing_constraints,
    players,
    privacy,
    prizes,
    publication,
    restore_points,
    results,
    rounds,
    rules,
    sections,
    teams,
    tie_resolution,
)
from rookery.tournaments.domain.import_export import missing_remarks
from rookery.tournaments.event import (
    EVENT_TEXTS,
    EVENT_TYPES,
    HANDLERS,
    Event,
    apply_events,
    event_from_data,
    event_text,
    event_to_data,
)
from rookery.tournaments.keyed import Boards, Facts
from rookery.tournaments.rules import Prizes, TournamentRules
from rookery.tournaments.state import EMPTY, NEW_PUBLICATION, Publication, Stamp, State, dump_state, load_state
from rookery.tournaments.undo import return_to_state
from rookery.trf.registry import RECORDS
from support.desks import FIELD, swiss
from support.pseudo_locale import PseudoTranslator, strings, untranslated_words

TEAMS = (("t3", "Quay", ("p1", "p2")), ("t6", "Salt", ("p4", "p5")))


@cache
def people(paired: int = 1) -> State:
    """A Swiss of eight, a round of it paired and played."""
    return swiss(rounds=5, paired=paired, played=min(paired, 1)).state


@cache
def sides(paired: bool = True) -> State:
    """Two teams of two, and the match they play."""
    laws = TournamentRules(system="FIDE_TEAM_TYPEB_MP_GP", rounds=3, board_colours="WB")
    events: list[Event] = [lifecycle.TournamentOpened("Cup", laws, team_event=True)]
    numbered = 0
    for at, (key, name, roster) in enumerate(TEAMS, 1):
        for player in roster:
            numbered += 1
            events.append(players.PlayerEntered(player, numbered, Facts(f"Player {numbered}", 2000)))
        events.append(teams.TeamEntered(key, at, name, roster))
    state = apply_events(EMPTY, events)
    if not paired:
        return state
    whole = state.tournament.with_round(rookery.pair(state.tournament).round)
    return apply_events(state, [rounds.RoundPaired(1, Boards.from_round(whole.rounds[0], state.keys))])


def samples() -> Iterator[tuple[State, Event]]:
    """One event of every kind at least, and a state it can happen in."""
    state, fresh = people(), people(0)
    laws, event = state.laws, state.tournament.info
    white, black = (state.keys.player[one] for one in state.tournament.rounds[0].pairs[0])
    ours = rookery.pair(state.tournament)
    whole = state.tournament.with_round(ours.round)
    second = Boards.from_round(whole.rounds[1], state.keys)
    paired = apply_events(state, [rounds.RoundPaired(2, second, "dutch")])
    one, other = second.games[0].white, second.games[0].black
    facts = Facts("Gus", 2225, birth=rookery.PartialDate(1990, 5))
    yield EMPTY, lifecycle.TournamentOpened("Tea", TournamentRules(system="dutch", rounds=5), lots="seed")
    yield EMPTY, import_export.TournamentImported(state.tournament, "ab12", "trf26", ("142 was missing",))
    yield state, lifecycle.HeadSet(replace(event, city="Dunmere", federation="WLS"), event)
    yield fresh, rules.RulesSet(replace_laws(laws, rounds=7, points=PointSystem(win=30, draw=10)), laws)
    yield fresh, rules.ColourDrawn(Colour.BLACK)
    yield state, rules.FideLeft(1, "a bye of our own")
    yield state, lifecycle.RemarkAdded("it rained", 1)
    told = apply_events(state, [lifecycle.RemarkAdded("it rained", 1)])
    yield told, lifecycle.RemarkDropped(told.tournament.remarks[-1].text, 1)
    yield state, lifecycle.TournamentClosed(1)
    yield apply_events(state, [lifecycle.TournamentClosed(1)]), lifecycle.TournamentReopened(1)
    yield state, lifecycle.TournamentMoved("archive")
    yield state, players.PlayerEntered("p99", 9, facts, ByeKind.HALF)
    yield state, players.PlayerChanged(white, Facts("Ada Byng", 2350, title="WFM"), Facts("Ada", 2350))
    yield fresh, players.PlayerRemoved("p8", "Hal")
    yield state, privacy.PersonErased("p8", "Player 8")
    born = players.PlayerChanged("p8", replace(FIELD[7], birth=PartialDate(1999, 4, 1)), FIELD[7])
    yield apply_events(state, [born]), privacy.DetailsErased(("p8",))
    yield state, check_in.CheckInMarked(2, (white, black))
    yield state, check_in.CheckInOpened(2)
    opened = check_in.CheckInOpened(2, "13:45", "code")
    yield state, opened
    yield apply_events(state, [opened]), check_in.CheckInClosed(2)
    yield state, check_in.CheckInScheduled(45, 5, "kiosk")
    yield state, numbers.RatingSet(white, 2105, was=2350)
    yield state, numbers.NumbersGiven({"p1": 2, "p2": 1}, "exchange", (VirtualPoints(1, 2, 1, 2, 10),))
    yield sides(), teams.TeamEntered("t9", 3, "Marsh", (), strength=1900)
    yield sides(), teams.TeamChanged("t3", "Quayside", ("p2", "p1"))
    yield sides(False), teams.TeamRemoved("t6", "Salt")
    yield sides(False), teams.LineupSet(1, "t3", ("p2",))
    yield state, pairing_constraints.SeatFixed(white, 2, 3, Colour.BLACK)
    yield apply_events(state, [pairing_constraints.SeatFixed(white, 2, 3)]), pairing_constraints.SeatFreed(white, 2)
    yield state, byes.ByeAsked(white, 3, ByeKind.HALF)
    yield state, byes.PlayerWithdrawn(white, 3)
    yield apply_events(state, [byes.PlayerWithdrawn(white, 2)]), byes.PlayerReturned(white, 3)
    yield state, byes.PlayerExpelled(white, 2, "telephone")
    yield apply_events(state, [byes.PlayerExpelled(white, 2)]), byes.ExpulsionLifted(white, 2)
    yield state, byes.HalfByesBarred(white)
    yield state, pairing_constraints.PairForbidden((white, black), 2, 4)
    yield (
        apply_events(state, [pairing_constraints.PairForbidden((white, black))]),
        pairing_constraints.PairAllowed((white, black)),
    )
    yield state, rounds.RoundPaired(2, second, "dutch")
    yield paired, rounds.RoundUnpaired(2)
    yield state, rounds.PositionDrawn(2, 518)
    scheduled = rounds.RoundScheduled(2, PartialDate(2026, 11, 21), "14:30")
    yield state, scheduled
    yield state, rounds.RoundScheduled(1, PartialDate(2026, 11, 21))
    yield state, rounds.RoundScheduled(1, time="09:00")
    yield apply_events(state, [scheduled]), rounds.RoundScheduled(2)
    yield paired, rounds.PhaseOpened(2, second)
    yield state, rounds.BoardsSet(2, second)
    yield apply_events(paired, [rounds.PhaseOpened(2, second)]), rounds.PhaseClosed(2, "agrees")
    yield paired, results.ResultEntered(2, one, other, Result.DRAW)
    yield paired, results.ResultCorrected(1, white, black, Result.DRAW, Result.WHITE_WINS)
    claimed = claims.ResultClaimed(2, one, other, Result.DRAW, "black", "0a1b2c3d")
    yield paired, claimed
    yield (
        apply_events(paired, [claimed, results.ResultEntered(2, one, other, Result.DRAW)]),
        claims.ClaimSettled(2, one, other),
    )
    yield state, claims.ClaimsSet("count")
    yield paired, results.ReportCorrected(1, white, black, Result.DRAW)
    home = sides().tournament.rounds[0].matches[0]
    named = sides().keys.team
    yield sides(), results.MatchForfeited(1, named[home.white], named[home.black], Result.DOUBLE_FORFEIT)
    yield state, results.PointsAdjusted((white,), points=-5, round=1, why="telephone")
    yield state, tie_resolution.OrderDrawn(1, (white, black))
    yield state, tie_resolution.OrderSet(1, ((white, black),))
    yield state, tie_resolution.ValueEntered("OTHER_JURY", white, "5/2")
    yield state, publication.RoundPublished(1, ("pairings", "results", "standings"))
    published = apply_events(state, [publication.RoundPublished(1, ("pairings", "standings"))], Stamp(5, "ada", "now"))
    yield published, publication.RoundHidden(1, ("standings",))
    yield state, publication.PublicationSet(Publication(False, True, "never", "manual", "never", True, True))
    yield state, publication.PublicationSet(Publication(), NEW_PUBLICATION)
    yield state, prizes.PrizesSet(Prizes(("1,300", "1,50,u18"), "equal"))
    opened = apply_events(EMPTY, [sections.EventOpened("Festival")])
    grouped = apply_events(opened, [sections.TournamentAdded(one, f"{one.upper()} Open") for one in ("a", "b")])
    yield EMPTY, sections.EventOpened("Festival")
    yield opened, sections.EventSet(replace(event, name="Festival", city="Hay"), opened.tournament.info)
    yield opened, sections.TournamentAdded("a", "A Open")
    yield grouped, sections.TournamentRemoved("a", "A Open")
    yield grouped, sections.SectionsOrdered(("b", "a"), ("B Open", "A Open"))
    yield grouped, sections.SectionsNumbered({"b": 21})
    yield grouped, sections.EventDissolved()
    yield state, restore_points.PointMarked("quiet")
    yield state, restore_points.Returned(1, "undo", (2, 3))


def replace_laws(laws: TournamentRules, **fields: object) -> TournamentRules:
    return dataclasses.replace(laws, **fields)  # type: ignore[arg-type]


SAMPLES = list(samples())
IDS = [event.KIND for _, event in SAMPLES]


def after(state: State, event: Event) -> State:
    return (
        return_to_state(state, state)
        if isinstance(event, restore_points.Returned)
        else apply_events(state, [event], Stamp(7, "ada", "now"))
    )


def test_every_kind_has_a_row_in_every_table() -> None:
    kinds = set(EVENT_TYPES)
    assert set(IDS) == kinds
    assert {kind.KIND for kind in EVENT_TEXTS} == kinds
    assert {kind.KIND for kind in HANDLERS} | {"returned"} == kinds


@pytest.mark.parametrize(("state", "event"), SAMPLES, ids=IDS)
def test_json_there_and_back(state: State, event: Event) -> None:
    data = json.loads(json.dumps(event_to_data(event)))
    assert event_from_data(event.KIND, event.FORM, data) == event


@pytest.mark.parametrize(("state", "event"), SAMPLES, ids=IDS)
def test_the_fold_changes_the_state_and_its_json_comes_back(state: State, event: Event) -> None:
    made = after(state, event)
    assert made != state or event.KIND == "returned"
    assert load_state(dump_state(made)) == made


@pytest.mark.parametrize(("state", "event"), SAMPLES, ids=IDS)
def test_the_words_are_a_sentence_with_names(state: State, event: Event) -> None:
    names = after(state, event)
    text = event_text(event, lambda key: names.name(key) or "somebody")
    assert text[0].isupper()
    assert text.endswith(".")
    assert not [word for word in text.replace(",", " ").split() if word in ("p1", "p2", "t3")]


@pytest.mark.parametrize(("state", "event"), SAMPLES, ids=IDS)
def test_the_place_in_the_file(state: State, event: Event) -> None:
    assert event.TRF_RECORDS or event.TRF_NOTE
    known = set(RECORDS)
    assert set(event.TRF_RECORDS) <= known
    codes = changed_lines(state, after(state, event))
    if event.TRF_RECORDS:
        assert codes
        assert codes <= set(event.TRF_RECORDS)
    elif event.KIND not in WITHOUT_FILE:
        assert codes == set()


WITHOUT_FILE = ("phase.opened", "returned", "event.opened", "event.set")
"""The boards of a phase are not in the file while it is open; an event with sections has no file."""


def changed_lines(before: State, after: State) -> set[str]:
    """The codes of the lines that two files do not have in common."""
    whole = [
        replace(one.tournament, remarks=(*one.tournament.remarks, *missing_remarks(one))) for one in (before, after)
    ]
    old, new = (Counter(rookery.dumps(drop_derived_order(one)).decode().splitlines()) for one in whole)
    return {line[:3] for line in (old - new) | (new - old)}


@pytest.mark.parametrize(("state", "event"), SAMPLES, ids=IDS)
def test_the_words_are_in_the_catalogue(state: State, event: Event) -> None:
    names = after(state, event)
    people = [one.name for one in (*names.tournament.players, *names.tournament.teams, *state.tournament.players)]
    text = event_text(event, lambda key: names.name(key) or "somebody")
    assert not untranslated_words(text, (*people, *strings(event_to_data(event)), "somebody")), translate(
        text, PseudoTranslator()
    )
