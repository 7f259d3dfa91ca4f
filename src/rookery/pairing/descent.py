"""One round on its way down: whoever stays alone in a bracket moves down to the next.

A bracket is looked at in up to three ways, all with the same wishes. The first two leave things out, so what they find
is checked, and stands if nothing better could have been found with everything in view:
  1. by itself: anonymous slots, as many as somebody must stay alone, stand for whatever lies below;
  2. with the next scoregroup, and slots below that;
  3. with everybody not yet paired. Exact by definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rookery.faces.face import Face, Wish
from rookery.faces.matching import EXPOSED, Mate, bits, complete, mask_of
from rookery.model import Points
from rookery.pairing.bracket import Bracket, Choice
from rookery.pairing.by_itself import Brackets
from rookery.pairing.criterion import Criterion, Places
from rookery.pairing.field import Field, impossible
from rookery.pairing.outcome import Decision
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.pairing.handed_on import Carried
    from rookery.pairing.priorities import Priorities


class Descent(Brackets):
    """One round on its way down."""

    def __init__(self, system: Priorities, field: Field) -> None:
        super().__init__(system, field)
        self.carried: Carried | None = None

    def begin(self) -> None:
        """Make sure that everybody can be paired, and find the lowest score at which somebody can have the bye."""
        if self.bye is not None:
            from rookery.pairing.bye import lowest_score

            score = lowest_score(self.field, self.field.eligible, self._with_bye)
            if score is None:
                self._with_bye(self.field.eligible)
            else:
                self.bye_score = score
        if not self.remainder.perfect:
            raise impossible(self.field, self.remainder.obstacle)

    def begin_at(self, score: Points, besides: int = 0) -> None:
        """Let the bye go to somebody of this score who may have it, or to one of those `besides`."""
        group = mask_of(i for i, own in enumerate(self.field.scores) if own == score)
        self._with_bye(self.field.eligible & group | besides)
        self.bye_score = score

    def _with_bye(self, takers: int) -> bool:
        """Whether everybody can be paired if one of these receives the bye; remembers how."""
        assert self.bye is not None
        bit, self.carried = 1 << self.bye, None
        for i in bits(self.rows[self.bye]):
            self.rows[i] ^= bit
        self.rows[self.bye] = takers
        for i in bits(takers):
            self.rows[i] |= bit
        self.remainder = self.matchings(bit)
        return self.remainder.perfect

    def brackets(self, known: Sequence[Decision] = ()) -> Iterator[Decision]:
        """The brackets from the top, or below those that are `known`, each with those the one before has left over."""
        above = self.places(known[-1].left) if known else []
        for group in range(len(known), len(self.field.bounds) - 1):
            pairs, left = self.decide(above, group)
            yield self.decision(group, above, pairs, left)
            above = left
        assert len(above) == (self.bye is not None)

    def decide(self, above: Sequence[int], group: int) -> Choice:
        """The pairs of one bracket, and who stays alone in it."""
        forced = self._handed_on(above, group) if self.carried else None
        forced = forced or self._forced(above, group)
        if forced is not None:
            return forced
        if len(above) > 1 and self._overrun(above, group):
            return self.with_everybody(above, group)
        look = self.look(above, group) if self.system.candidates.at_sight else None
        made = self.seen(look) if look else None
        if made is not None:
            return made
        bracket, face = self.standing(above, group, look)
        if face is not None and self.promising(bracket):
            asked = look.asked if look and look.bracket is bracket else None
            face.seek(self.wishes(bracket, self.system.lowest) if asked is None else asked)
            pairs, left = self.first(bracket, face)
            if self.fits(bracket, left):
                return pairs, left
            bracket, face = self.by_itself(above, group)
            assert face is not None, "it was there before anything was chosen"
            if len(left) == 1:  # somebody else may fit
                slot = bracket.size
                trial = face.copy()
                if trial.prefer(slot, self.fitting(bracket, face.rows[slot] & bracket.all)):
                    return self.choose(bracket, trial)
        found = None
        if face is not None and bracket.beyond and not bracket.bye:
            face.seek(self.system.lowest.costs(bracket))
            found = self.with_next(above, group, face.mate, alone(bracket, face))
        return found or self.with_everybody(above, group)

    def _handed_on(self, above: Sequence[int], group: int) -> Choice | None:
        """Where nobody has a choice the bracket is read off what the one before has left."""
        known = self.carried
        if not known or known.left != tuple(above) or known.end != self.field.bounds[group]:
            return None
        b = self.bracket(above, group)
        face = known.decided(b)
        if face is None:
            return None
        made = self.first(b.facing(face.alive & ~b.all), face)
        self.carried = known.after(made[1], b.end)
        return made

    def _forced(self, above: Sequence[int], group: int) -> Choice | None:
        """Where nobody may meet anybody all stay alone; two meet if they may and all below them can be paired."""
        start, end = self.field.bounds[group], self.field.bounds[group + 1]
        inside = (1 << end) - (1 << start)
        for i in above:
            inside |= 1 << i
        for row in self.rows[start:end]:
            if row & inside:
                break
        else:
            return [], [*above, *range(start, end)]
        if len(above) + end - start > 2:
            return None
        one, other = *above, *range(start, end)
        bye = self.bye_score >= self.field.scores[start]
        return ([(one, other)], []) if not bye and self.remainder.closes(group + 1) else None

    def _overrun(self, above: Sequence[int], group: int) -> bool:
        """Whether so many came down that too many of them stay alone, whoever meets."""
        alone = len(above) - (self.field.bounds[group + 1] - self.field.bounds[group])
        return alone > 1 and not self.last(group) and self.too_many(alone, self.bracket(above, group))

    def choose(self, bracket: Bracket, face: Face, *first: Criterion[Bracket]) -> Choice:
        """Grant the wishes, `first` before the others, and take the first candidate: who meets, who stays alone."""
        self.grant(bracket, face, *first)
        return self.first(bracket, face)

    def grant(self, bracket: Bracket, face: Face, *first: Criterion[Bracket]) -> None:
        """Keep what is best for every wish, `first` before the others."""
        face.seek(self.wishes(bracket, *first))

    def fitting(self, bracket: Bracket, takers: int) -> int:
        """Who of these fits, if one of them stays alone."""
        if bracket.bye:
            return takers if self.fits(bracket, ()) else 0
        doors = self.remainder.doors(bracket.group + 1)
        return mask_of(i for i in bits(takers) if self.rows[bracket.member(i)] & doors)

    def places(self, ids: Iterable[int]) -> list[int]:
        """The places of these participants in the field."""
        return [self.field.place[one] for one in ids]

    def decision(self, group: int, above: Sequence[int], pairs: Places, left: Sequence[int]) -> Decision:
        """The decision on a bracket, by the ids of those concerned."""
        ids, bounds = self.field.ids, self.field.bounds
        start, end = bounds[group], bounds[group + 1]
        met = tuple([(ids[i], ids[j]) for i, j in pairs])
        moved_down, alone = tuple([ids[i] for i in above]), tuple([ids[i] for i in left])
        return Decision(group + 1, self.field.scores[start], moved_down, ids[start:end], met, alone)

    # -- the three ways to look at a bracket

    def by_itself(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None]:
        """The bracket with as many slots as somebody must stay alone, and the lowest of those who may."""
        bracket, face = self.standing(above, group)
        if face is not None:
            face.seek(self.system.lowest.costs(bracket))
        return bracket, face

    def with_next(self, above: Sequence[int], group: int, start: Mate, lone: list[int]) -> Choice | None:
        """The bracket with the next scoregroup; slots, which may also stay among themselves, for what lies below.

        `lone` are those who stay alone in the bracket by itself: here nobody worse may.
        """
        b = self.bracket(above, group)
        real = b.all | b.next
        few = len(self.rows) - b.start <= 2 * real.bit_count()  # then everybody is as quickly looked at
        if few or self.bye_score >= self.field.scores[b.end]:
            return None
        b, face = self.beside_slots(b, len(lone) + 2 + (len(lone) + real.bit_count()) % 2, start)
        if face is None:
            return None
        pairs, left = self.choose(b, face, self.system.fewest, self.system.lowest, self.system.ahead)
        scores = self.field.scores
        if sorted(scores[i] for i in left) != sorted(scores[b.member(i)] for i in lone):
            return None
        beyond = [b.member(i) for i in bits(real & face.alive) if not real >> face.mate[i] & 1]
        return (pairs, left) if self.remainder.completes(beyond, group + 2) else None

    def beside_slots(self, b: Bracket, count: int, start: Mate) -> tuple[Bracket, Face | None]:
        """The bracket with the next scoregroup and so many slots, begun from a matching of it; if that can be."""
        real = b.all | b.next
        slots = (1 << count) - 1 << real.bit_length()
        b = b.facing(b.next | slots, real=True)
        rows = [b.view(self.rows[b.member(i)]) & real | slots for i in bits(real)]
        for i in range(b.shift):
            rows[i] &= ~b.down
        rows += [(real | slots) ^ 1 << i for i in bits(slots)]
        mate = [j if j < b.size else EXPOSED for j in start[: b.size]] + [EXPOSED] * (len(rows) - b.size)
        if not complete(rows, mate, real | slots, mask_of(i for i, j in enumerate(mate) if j == EXPOSED)):
            return b, None
        return b, Face(rows, mate, real | slots)

    def with_everybody(self, above: Sequence[int], group: int) -> Choice:
        """The bracket with all that are not yet paired."""
        return self.with_one_leaving(above, group) or self.with_all(above, group)

    def with_one_leaving(self, above: Sequence[int], group: int) -> Choice | None:
        """The bracket by itself, if one leaves it who leaves a complete pairing, and the best ahead; else None."""
        below = self.remainder.tails[group + 1]
        if below.exposed.bit_count() != 1 or self.bye_score >= self.field.scores[self.field.bounds[group]]:
            return None
        b, face = self.standing(above, group)
        if face is None or b.beyond.bit_count() != 1:
            return None
        from rookery.pairing.lone_floater import looked_at, served

        slot, open_ = b.size, served(self.rows, below)
        if not face.prefer(slot, mask_of(i for i in range(slot) if self.rows[b.member(i)] & open_)):
            return None
        face.seek(self.system.lowest.costs(b))
        able = face.partners(slot)
        everybody = b.facing((1 << len(self.rows) - b.end) - 1 << b.size, real=True)
        ahead = looked_at(everybody, self.rows, below, able, list(self.system.ahead.costs(everybody)))
        if ahead is None or not face.prefer(slot, ahead.best(self.rows, able)):
            return None
        pairs, left = self.choose(b, face)
        self.carried = ahead.left_by(bits(b.view(1 << left[0]))[0], self.rows)
        return pairs, left

    def with_all(self, above: Sequence[int], group: int) -> Choice:
        """The bracket with all that are not yet paired, all in one view."""
        from rookery.pairing.handed_on import as_long_as_open, carried

        b, face, before = self.resumed(above, group)
        if face is None and self.bye is None:
            b, face = self.unpaired(above, group)
            before = self.leaving(b)
        elif face is None:
            b, face = self.everybody(above, group)
        elif before and self.bye is not None:
            face.seek_in_turn(before)
            before = []
        assert face is not None, "a bracket was left that cannot be completed"
        b = b if self.bye is None else self.closed(b, face)  # it has to be known first who may have the bye
        ahead = list(self.system.ahead.costs(b))
        others: list[Wish] = []
        face.seek_in_turn(chain(before, ahead, as_long_as_open(b, face, self.wishes(b), others)))
        pairs, left = self.first(b, face)
        self.carried = carried(b, face, left, ahead, others)
        return pairs, left

    def leaving(self, b: Bracket) -> list[Wish]:
        """What is asked of who stays alone in a bracket."""
        return [wish for criterion in (self.system.fewest, self.system.lowest) for wish in criterion.costs(b) if wish]

    def resumed(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None, list[Wish]]:
        """All that are not yet paired as the bracket before has left them, and what is asked of who stays alone.

        None if the bracket before did not leave what is best for this one; nothing is asked that it granted.
        """
        b = self.bracket(above, group)
        b = b.facing((1 << len(self.rows) - b.start + b.shift) - 1 & ~b.all, real=True)
        known, self.carried = self.carried, None
        if known is None or known.left != b.above or known.end != b.start:
            return b, None, []
        face, granted = known.renumbered()
        asked = self.leaving(b)
        if granted is None:
            return b, face, asked
        return b, face if granted == asked else None, []

    def closed(self, b: Bracket, face: Face) -> Bracket:
        """The bracket with all that are not yet paired, and whether one of it has to receive the bye."""
        lone = alone(b, face)
        bye = len(lone) == 1 and self.bye is not None and b.member(face.mate[lone[0]]) == self.bye
        return b.facing(b.beyond, real=True, bye=bye)

    def everybody(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None]:
        """All that are not yet paired, with the fewest and the lowest downfloaters of the bracket; if that can be."""
        b, face = self.unpaired(above, group)
        if face is not None:
            face.seek(self.leaving(b))
        return b, face

    def unpaired(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None]:
        """All that are not yet paired, if they can be."""
        b = self.bracket(above, group)
        move = b.shift - b.start
        rows = [b.view(self.rows[i]) for i in (*above, *range(b.start, len(self.rows)))]
        for i in range(b.shift):
            rows[i] &= ~b.down
        everyone = (1 << len(rows)) - 1
        b = b.facing(everyone & ~b.all, real=True)
        tail = self.remainder.tails[group].mate[b.start :]
        mate = [EXPOSED] * b.shift + [j + move if j != EXPOSED else EXPOSED for j in tail]
        if not complete(rows, mate, everyone, mask_of(i for i, j in enumerate(mate) if j == EXPOSED)):
            return b, None
        return b, Face(rows, mate, everyone)


def alone(b: Bracket, face: Face) -> list[int]:
    """Who of the bracket finds nobody inside it in the matching of a face."""
    return [i for i in range(b.size) if not (b.home if i < b.shift else b.all) >> face.mate[i] & 1]
