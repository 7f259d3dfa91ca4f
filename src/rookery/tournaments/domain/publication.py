"""What the public sees: settings, rounds that are published, and rounds that are hidden again.

What was published is a permanent fact: undo, redo and returns to an earlier version never change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rookery._record import field, replace
from rookery.json_codec import InvalidDataError, from_json_data, to_json_data
from rookery.messages import Message, join_list, join_texts, msg
from rookery.tournaments.command import Command, Proposal, command, decider
from rookery.tournaments.errors import CommandRejectedError, require_no_phase
from rookery.tournaments.event import Event, NameOf, applies, describes, kind
from rookery.tournaments.state import Publication, PublishedRound, Stamp, State
from rookery.tournaments.visibility import (
    PUBLIC_KINDS,
    PublicKind,
    count_rounds,
    due_publication,
    is_finished,
    is_public,
    public_rounds,
    published_round,
)
from rookery.tournaments.warning_table import RuleWarning, rule_warning

_TRF_NOTE = "what the public sees concerns the pages of the desk, not the report"

# -- events ------------------------------------------------------------------------------------------------------------


@kind("round.published", note=_TRF_NOTE)
class RoundPublished(Event):
    """The pairings, the results or the standings of a round are published."""

    round: int
    what: tuple[PublicKind, ...] = ()


@applies(RoundPublished)
def _apply_round_published(state: State, event: RoundPublished, stamp: Stamp) -> State:
    current = published_round(state, event.round)
    stamps: dict[str, Any] = {name: getattr(current, name) or stamp for name in event.what}
    return _with_published(state, (replace(current, **stamps),))


@describes(RoundPublished)
def _describe_round_published(event: RoundPublished, name: NameOf) -> str:
    return msg("Round %(round)s: %(what)s published.", round=event.round, what=_join_kinds(event.what))


@kind("round.hidden", note=_TRF_NOTE)
class RoundHidden(Event):
    """The pairings, the results or the standings of a published round are hidden from the public again."""

    round: int
    what: tuple[PublicKind, ...] = ()


@applies(RoundHidden)
def _apply_round_hidden(state: State, event: RoundHidden, stamp: Stamp) -> State:
    removed: dict[str, Any] = dict.fromkeys(event.what)
    return _with_published(state, (replace(published_round(state, event.round), **removed),))


@describes(RoundHidden)
def _describe_round_hidden(event: RoundHidden, name: NameOf) -> str:
    return msg("Round %(round)s: %(what)s hidden from the public.", round=event.round, what=_join_kinds(event.what))


@kind("publication.set", note=_TRF_NOTE)
class PublicationSet(Event):
    """The settings of what the public sees are changed; what was public stays public."""

    now: Publication
    was: Publication = Publication()


@applies(PublicationSet)
def _apply_publication_set(state: State, event: PublicationSet, stamp: Stamp) -> State:
    rounds = tuple(_rounds_kept_public(state, event.now, stamp))
    updated = _with_published(state, rounds)
    return replace(updated, permanent=replace(updated.permanent, publication=event.now))


@describes(PublicationSet)
def _describe_publication_set(event: PublicationSet, name: NameOf) -> str:
    changes = [
        _SETTING_LABELS[name].get(getattr(event.now, name)) or name
        for name in _SETTING_LABELS
        if getattr(event.now, name) != getattr(event.was, name)
    ]
    return msg("What the public sees: %(changes)s.", changes=join_texts(", ", changes))


_KIND_LABELS = {"pairings": msg("pairings"), "results": msg("results"), "standings": msg("standings")}

_SETTING_LABELS: dict[str, dict[Any, Message]] = {
    "public": {True: msg("the tournament is public"), False: msg("the tournament is not public")},
    "test": {True: msg("this is a test tournament"), False: msg("this is no test tournament")},
    "pairings": {
        "automatic": msg("pairings at once"),
        "manual": msg("pairings when published"),
        "never": msg("pairings never"),
    },
    "results": {
        "automatic": msg("results at once"),
        "manual": msg("results when published"),
        "never": msg("results never"),
    },
    "standings": {
        "automatic": msg("standings at once"),
        "manual": msg("standings when published"),
        "never": msg("standings never"),
    },
    "short_names": {True: msg("names of minors shortened"), False: msg("names of minors in full")},
    "ids": {True: msg("with FIDE and national numbers"), False: msg("without FIDE and national numbers")},
}
"""The labels of settings, by name and value."""


def _join_kinds(kinds: Iterable[PublicKind]) -> str:
    return join_list([_KIND_LABELS.get(name) or name for name in kinds])


def _with_published(state: State, changed: Iterable[PublishedRound]) -> State:
    """Return the state with other facts of some rounds; rounds without facts are left out."""
    by_round = {item.round: item for item in (*state.permanent.published, *changed)}
    published = tuple(item for _, item in sorted(by_round.items()) if item.pairings or item.results or item.standings)
    return replace(state, permanent=replace(state.permanent, published=published))


def _rounds_kept_public(state: State, now: Publication, stamp: Stamp) -> Iterator[PublishedRound]:
    """Yield the rounds that are public at once at present, as published, for settings that are not automatic."""
    was, public = state.permanent.publication, public_rounds(state)
    finished = max((number for number in range(1, public.standings + 1) if is_finished(state, number)), default=0)
    for number in range(1, public.pairings + 1):
        stamps: dict[str, Any] = {}
        current = published_round(state, number)
        if was.pairings == "automatic" != now.pairings:
            stamps["pairings"] = current.pairings or stamp
        if was.results == "automatic" != now.results:
            stamps["results"] = current.results or stamp
        if was.standings == "automatic" != now.standings and number == finished:
            stamps["standings"] = current.standings or stamp
        if stamps:
            yield replace(current, **stamps)


def publish_imported_rounds(state: State, stamp: Stamp) -> State:
    """Return the state of an imported tournament with its rounds published: players have seen them elsewhere."""
    rounds = tuple(
        PublishedRound(number, stamp, stamp, stamp if is_finished(state, number) else None)
        for number in range(1, len(state.tournament.rounds) + 1)
    )
    return _with_published(state, rounds)


def without_published(state: State, first: int) -> State:
    """Return the state in which nothing is published of a round that is paired anew, and of later ones."""
    published = tuple(item for item in state.permanent.published if item.round < first)
    if published == state.permanent.published:
        return state
    return replace(state, permanent=replace(state.permanent, published=published))


# -- commands ----------------------------------------------------------------------------------------------------------


@command("round.publish")
class PublishRound(Command):
    """Publish `pairings`, `results` or `standings` of a round; without `what`, everything that is due up to it."""

    round: int
    what: tuple[PublicKind, ...] = ()


@decider(PublishRound)
def _decide_publish_round(state: State, command: PublishRound) -> Proposal:
    _require_known_kinds(command.what)
    _require_paired(state, command.round)
    due = dict(due_publication(state, command.round))
    if command.what:
        _require_publishable(state, command)
        public, wanted = public_rounds(state), set(command.what)
        due = dict.fromkeys(range(public.pairings + 1, command.round), ("pairings",))
        missing = {
            "pairings": command.round > public.pairings,
            "results": command.round not in public.results,
            "standings": command.round > public.standings,
        }
        due[command.round] = tuple(name for name in PUBLIC_KINDS if name in wanted and missing[name])
    events = tuple(RoundPublished(number, kinds) for number, kinds in due.items() if kinds)
    if not events and not command.what:
        raise CommandRejectedError(_nothing_due(state, command.round))
    return Proposal(events)


def _require_known_kinds(kinds: Iterable[str]) -> None:
    """Reject what is neither pairings nor results nor standings."""
    for name in kinds:
        if name not in PUBLIC_KINDS:
            raise CommandRejectedError(msg("%(what)s cannot be published: there are %(known)s", what=repr(name),
                                           known=join_list(PUBLIC_KINDS)))  # fmt: skip


def _require_paired(state: State, number: int) -> None:
    """Reject a round that is not paired, or is being paired by hand."""
    if state.phase is not None and state.phase.round == number:
        require_no_phase(state)
    if not 1 <= number <= len(state.tournament.rounds):
        raise CommandRejectedError(msg("round %(number)s is not paired yet", number=number))


def _require_publishable(state: State, command: PublishRound) -> None:
    """Reject what the settings never publish, and standings after a round that is not finished."""
    settings = state.permanent.publication
    for name in command.what:
        if getattr(settings, name) == "never":
            raise CommandRejectedError(
                msg("%(what)s of this tournament are never public", what=_KIND_LABELS[name]),
                instead=msg("change what the public sees, under Rules"),
            )
    if "standings" in command.what and not is_finished(state, command.round):
        open_games = len(state.tournament.rounds[command.round - 1].pending)
        raise CommandRejectedError(
            msg(
                "the standings after round %(round)s are not complete: results open: %(open)s",
                round=command.round,
                open=open_games,
            )
        )


def _nothing_due(state: State, number: int) -> Message:
    """Return why there is nothing to publish."""
    settings, public = state.permanent.publication, public_rounds(state)
    if settings.standings == "manual" and number > public.standings and not is_finished(state, number):
        return msg("round %(round)s is public; its standings can be published when all results are in", round=number)
    return msg("nothing is left to publish of round %(round)s", round=number)


@command("round.hide")
class HideRound(Command):
    """Hide `pairings`, `results` or `standings` of a round and of later rounds; without `what`, everything."""

    round: int
    what: tuple[PublicKind, ...] = ()


@decider(HideRound)
def _decide_hide_round(state: State, command: HideRound) -> Proposal:
    _require_known_kinds(command.what)
    total = count_rounds(state)
    if not 1 <= command.round <= total:
        raise CommandRejectedError(msg("round %(number)s is not paired yet", number=command.round))
    settings = state.permanent.publication
    wanted = set(command.what or PUBLIC_KINDS)
    if "pairings" in wanted:
        wanted = set(PUBLIC_KINDS)
    if "results" in wanted:
        wanted.add("standings")
    for name in PUBLIC_KINDS:
        if name in command.what or (name == "pairings" and not command.what):
            _require_hideable(settings, name)
    events = []
    for number in range(command.round, total + 1):
        item = published_round(state, number)
        if kinds := tuple(name for name in PUBLIC_KINDS if name in wanted and getattr(item, name) is not None):
            events.append(RoundHidden(number, kinds))
    if not events:
        raise CommandRejectedError(msg("nothing of round %(round)s is public", round=command.round))
    rounds = join_list([event.round for event in events])
    text = msg("players have already seen this; it disappears from the public pages (round %(rounds)s)", rounds=rounds)
    return Proposal(tuple(events), (rule_warning("hide", state.fide, text),))


def _require_hideable(settings: Publication, name: PublicKind) -> None:
    """Reject hiding what is public at once by the settings."""
    if getattr(settings, name) == "automatic":
        raise CommandRejectedError(
            msg("%(what)s of this tournament are public at once", what=_KIND_LABELS[name]),
            instead=msg("change what the public sees, under Rules"),
        )


@command("publication.set")
class SetPublication(Command):
    """Set what the public sees: fields of the settings by name."""

    fields: dict[str, Any] = field(default_factory=dict)


@decider(SetPublication)
def _decide_set_publication(state: State, command: SetPublication) -> Proposal:
    was = state.permanent.publication
    try:
        now = from_json_data(Publication, {**to_json_data(was), **command.fields})
    except InvalidDataError as error:
        raise CommandRejectedError(msg("this cannot be saved: %(error)s", error=error)) from None
    if now == was:
        return Proposal(())
    for name, labels in _SETTING_LABELS.items():
        if getattr(now, name) not in labels:
            raise CommandRejectedError(msg("%(name)s has no value %(value)s: there are %(known)s", name=name,
                                           value=repr(getattr(now, name)), known=join_list(labels)))  # fmt: skip
    if now.results == "never" != now.standings:
        raise CommandRejectedError(msg("standings show results, so they cannot be public without them"),
                                   instead=msg("set the standings to never as well"))  # fmt: skip
    if now.pairings == "never" and now.standings == "automatic":
        raise CommandRejectedError(msg("standings cannot be public at once without pairings"),
                                   instead=msg("publish the standings yourself"))  # fmt: skip
    return Proposal((PublicationSet(now, was),), tuple(_hiding_warnings(state, now)))


def _hiding_warnings(state: State, now: Publication) -> Iterator[RuleWarning]:
    """Warn when a tournament whose rounds are public disappears from the public pages."""
    hides = is_public(state) and (not now.public or now.test)
    if hides and public_rounds(state).pairings:
        text = msg("players have already seen this tournament; it disappears from the public pages")
        yield rule_warning("hide", state.fide, text)
