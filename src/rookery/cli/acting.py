"""Changing the tournament in a file by the commands of the desk: the same guard, warnings and refusals as everywhere.

The file is opened as a state, the wish decided, its warnings answered; then the file is written, all at once and only
the lines that differ, and its journal before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from shlex import quote

from rookery.checking.objection import ObjectionKind
from rookery.cli import journal
from rookery.cli.amending import Amendment, held, rewritten
from rookery.cli.asking import must_be_answered
from rookery.cli.exits import Refusal
from rookery.cli.files import load_sound
from rookery.cli.saving import save
from rookery.declared import up_to_date
from rookery.desk import commands  # noqa: F401 - every wish is declared by them
from rookery.desk.decision import Granted, Refused
from rookery.desk.fold import fold
from rookery.desk.guard import against_the_mode
from rookery.desk.guarded import Folded, guarded
from rookery.desk.happening import Happening, data_of
from rookery.desk.levels import Caution
from rookery.desk.opened import opened, plain
from rookery.desk.state import State, with_sticky, with_tournament
from rookery.desk.wish import Wish, decide
from rookery.entries import renumbered
from rookery.errors import RookeryError
from rookery.formats.board_order import kept
from rookery.model import Bye, Round, Tournament
from rookery.reading import Reading
from rookery.typed import Any
from rookery.values import NamedTuple
from rookery.values import replace as with_values

NOTHING = journal.Remembered()


class Act(NamedTuple):
    """What a wish made of a file: the states before and after it, and what was written."""

    before: State
    after: State
    amendment: Amendment

    @property
    def old(self) -> Tournament:
        """The tournament before."""
        return self.before.tournament

    @property
    def new(self) -> Tournament:
        """The tournament after."""
        return self.after.tournament


Said = Callable[[Tournament, Tournament], Iterable[str]]
"""What a change comes to in sentences, from the tournaments before and after it."""


def act(
    path: str, wanted: Callable[[State], Wish | Granted], said: Said, *, yes: Sequence[str] = (), dry_run: bool = False,
    absent: Callable[[State], Iterable[tuple[int, int]]] | None = None,
) -> Act:  # fmt: skip
    """Do what is wanted with the tournament in a file; what is said of it goes into its journal.

    Where it is about a round, `absent` tells whose absence, (round, player), the file shall say and not leave to an
    empty cell; everybody's points are written then, also where the file had none.
    """

    def decided(state: State) -> Granted:
        found = wanted(state)
        return decide(state, found) if isinstance(found, Wish) else found

    def folded(before: State, events: tuple[Happening, ...]) -> State:
        return with_points(before, fold(before, events), always=absent is not None)

    return _changed(path, decided, folded, said, yes, dry_run, absent)


def amend(
    path: str, change: Callable[[Tournament], Tournament], *, yes: Sequence[str] = (), dry_run: bool = False,
    said: Sequence[str] = (),
) -> Amendment:  # fmt: skip
    """Rewrite a file with its tournament changed in a way that no command has; the guard is asked all the same."""

    def folded(before: State, events: tuple[Happening, ...]) -> State:
        return replace(opened(change(before.tournament)), sticky=before.sticky, in_parts=before.in_parts)

    return _changed(path, lambda state: Granted(()), folded, lambda old, new: said, yes, dry_run).amendment


def _changed(
    path: str, decided: Callable[[State], Granted], folded: Folded, said: Said, yes: Sequence[str], dry_run: bool,
    absent: Callable[[State], Iterable[tuple[int, int]]] | None = None,
) -> Act:  # fmt: skip
    def answered(warnings: tuple[Caution, ...]) -> None:
        if not dry_run:
            must_be_answered(warnings, path, yes)

    with held(path) as old:
        reading = load_sound(path, old)
        before = of_file(reading.tournament, journal.remembered(path, old, reading.tournament))
        try:
            done = guarded(before, decided(before), folded, answered)
        except RookeryError as error:
            raise Refusal(f"{path}: {in_words(error, path)}; nothing was changed") from None
        made = Amendment(old, written_with(reading, done.after, absent(before) if absent else ()), dry_run)
        if made.changed and not dry_run:
            sentences = said(before.tournament, done.after.tournament)
            known = journal.Remembered(done.after.sticky.played, tuple(sorted(done.after.in_parts)))
            facts = journal.facts(done.after.tournament, known)
            note = journal.noted(old, made.new, sentences, events=_data(done.events), **facts)
            journal.write(path, journal.read(path, old), note)
            save(path, made.new)
            journal.done(path)
        return Act(before, done.after, made)


def written_with(reading: Reading, after: State, absent: Iterable[tuple[int, int]] = ()) -> bytes:
    """The file with the tournament of a state, published boards where they are, and nothing else anew."""
    was = reading.tournament
    return rewritten(reading, kept(was, _with_byes_in_place(reading, plain(after, was))), absent)


def _with_byes_in_place(reading: Reading, made: Tournament) -> Tournament:
    """The tournament in which the byes of a round just taken back stay where TRF has them.

    There a player without a word and one who is absent are read alike: what is not touched stays what it was.
    """
    number = len(reading.tournament.rounds)
    if reading.document is None or len(made.rounds) != number - 1:
        return made
    byes = tuple(Bye(one.player, one.kind) for one in made.requested if one.round == number)
    rest = tuple(one for one in made.requested if one.round != number)
    return with_values(made, rounds=(*made.rounds, Round(byes=byes)), requested=rest)


def with_points(before: State, after: State, *, always: bool = False) -> State:
    """The state whose declared points have moved with its rounds; whoever has another number keeps their points."""
    old, new = before.tournament, after.tournament
    if before.keys.players.keys() - after.keys.players.keys():  # somebody is removed, so there are no rounds yet
        return after
    moved = {number: after.keys.players.get(key, number) for key, number in before.keys.players.items()}
    if any(one != now for one, now in moved.items()):
        old = renumbered(old, moved)
    if not always and old.rounds == new.rounds and len(old.players) == len(new.players):
        return after
    made = up_to_date(old, new)
    return with_tournament(after, made)


def kept_facts(now: Reading, then: Reading, data: bytes) -> bytes:
    """A former text of a file in which stands what can never be taken back: that FIDE mode was left."""
    present, past = opened(now.tournament), opened(then.tournament)
    if present.fide or not past.fide:
        return data
    return written_with(then, with_sticky(past, replace(past.sticky, left=present.sticky.left)))


def of_file(tournament: Tournament, known: journal.Remembered = NOTHING) -> State:
    """The state of a tournament in a file; one by rules that FIDE does not have was never in FIDE mode."""
    state = replace(opened(tournament, known.played), in_parts=frozenset(known.parts))
    against = {one.kind for one in against_the_mode(tournament)} - {ObjectionKind.SYSTEM_NOT_NAMED}
    return replace(state, sticky=replace(state.sticky, left=1)) if state.fide and against else state


def in_words(error: RookeryError, path: str) -> str:
    """What is refused, and what to do instead, as one types it here."""
    if not isinstance(error, Refused) or not error.instead:
        return str(error)
    if error.code in ("frozen", "not-fide", "past"):
        return f"{error}; rookery set {quote(path)} --leave-fide-mode WHY leaves FIDE mode, for good"
    return f"{error}; {error.instead}"


def _data(events: Iterable[Happening]) -> tuple[dict[str, Any], ...]:
    return tuple({"kind": one.KIND, "form": one.FORM, "data": data_of(one)} for one in events)
