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
from rookery.faces.matching import EXPOSED, Mate, bits, complete, join, largest, lowest, mask_of
from rookery.model import Points
from rookery.pairing.bracket import NOBODY, Bracket, Choice
from rookery.pairing.criterion import Criterion, Places
from rookery.pairing.field import Field, impossible
from rookery.pairing.outcome import Decision
from rookery.pairing.remainder import Remainder
from rookery.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.pairing.handed_on import Carried
    from rookery.pairing.priorities import Priorities


class Descent:
    """One round on its way down."""

    def __init__(self, system: Priorities, field: Field) -> None:
        self.system, self.field = system, field
        self.rows = list(field.rows)
        self.bye: int | None = None
        self.bye_score: Points = NOBODY
        self.carried: Carried | None = None
        self._last_bracket: Bracket | None = None
        if field.size % 2 == 0:
            self.remainder = self.matchings()
        else:
            self.bye = field.size
            self.rows.append(0)

    def matchings(self, extra: int = 0) -> Remainder:
        """What can be paired below, `extra` being the bye."""
        return Remainder(self.rows, self.field.bounds, extra)

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
        bracket, face = self.standing(above, group)
        if face is not None and self.promising(bracket):
            pairs, left = self.choose(bracket, face, self.system.lowest)
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

    def wishes(self, bracket: Bracket, *first: Criterion[Bracket]) -> Iterator[Wish]:
        """All wishes of a bracket in order, `first` before the others."""
        asked = [criterion.costs(bracket) for criterion in (*first, *self.applicable(bracket))]
        return filter(None, chain.from_iterable(asked))

    def first(self, bracket: Bracket, face: Face) -> Choice:
        """The first candidate: who meets, who stays alone."""
        pairs = self.system.candidates.first(bracket, face)
        places = (*bracket.above, *range(bracket.start, bracket.end))
        left = bracket.all
        for i, j in pairs:
            left ^= 1 << i | 1 << j
        return [(places[i], places[j]) for i, j in pairs], [places[i] for i in bits(left)]

    def applicable(self, bracket: Bracket) -> tuple[Criterion[Bracket], ...]:
        """The criteria that have something to ask in such a bracket."""
        here, known = bracket.situation, self.system.asked
        if here not in known:
            known[here] = tuple([one for one in self.system.wishes if one.when & here == one.when])
        found = known[here]
        return tuple([one for one in found if one.asked(here, self.field)]) if self.system.lapsing else found

    def promising(self, bracket: Bracket) -> bool:
        """Whether what lies below may fit; where nobody moves on that is the same whoever meets in the bracket."""
        if bracket.bye or not bracket.beyond:
            return self.fits(bracket, ())
        return self.may_welcome(bracket.group + 1)

    def may_welcome(self, group: int) -> bool:
        """Whether there may be players moved down to a bracket with whom it could not do better."""
        return self.remainder.may_take(group)

    def fits(self, bracket: Bracket, left: Sequence[int]) -> bool:
        """Whether nothing below could be better if these stay alone."""
        if bracket.bye or not left:
            return self.remainder.closes(bracket.group + 1, 1 << self.field.size if bracket.bye else 0)
        return self.welcome(left, bracket.group + 1)

    def fitting(self, bracket: Bracket, takers: int) -> int:
        """Who of these fits, if one of them stays alone."""
        if bracket.bye:
            return takers if self.fits(bracket, ()) else 0
        doors = self.remainder.doors(bracket.group + 1)
        return mask_of(i for i in bits(takers) if self.rows[bracket.member(i)] & doors)

    def welcome(self, down: Sequence[int], group: int) -> bool:
        """Whether a bracket could not do better with any other players moved down to it."""
        return self.remainder.takes(down, group)

    def last(self, group: int) -> bool:
        """Whether there is nobody below this scoregroup."""
        return group + 2 == len(self.field.bounds)

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

    def bracket(self, above: Sequence[int], group: int) -> Bracket:
        """The bracket as it faces nothing; of one that is looked at in several ways it is made once."""
        known = self._last_bracket
        if known is None or known.group != group or known.above != tuple(above) or known.field is not self.field:
            known = self._last_bracket = Bracket(self.field, above, group)
        return known

    # -- the three ways to look at a bracket

    def by_itself(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None]:
        """The bracket with as many slots as somebody must stay alone, and the lowest of those who may."""
        bracket, face = self.standing(above, group)
        if face is not None:
            face.seek(self.system.lowest.costs(bracket))
        return bracket, face

    def standing(self, above: Sequence[int], group: int) -> tuple[Bracket, Face | None]:
        """The bracket with as many slots as somebody must stay alone."""
        bracket = self.bracket(above, group)
        rows = self.members(bracket)
        mate, exposed = self._first_guess(bracket, rows) if above else self._as_known(bracket)
        need = exposed.bit_count()
        bye = self.bye_score >= self.field.scores[bracket.start]
        if need != 1 if bye else self.too_many(need, bracket):
            return bracket.facing(0, bye=bye), None
        slots = (1 << need) - 1 << bracket.size
        bracket = bracket.facing(slots, bye=bye)
        everyone = bracket.all | slots
        if need and not bye:  # any slot will do for anybody
            rows = [row | slots for row in rows] + [bracket.all] * need
            mate += bits(exposed)
            for slot in range(bracket.size, len(mate)):
                mate[mate[slot]] = slot
        elif need:
            takers = bracket.view(self.rows[self.field.size]) & bracket.all
            rows.append(takers)
            mate.append(EXPOSED)
            for i in bits(takers):
                rows[i] |= slots
            if not complete(rows, mate, everyone, exposed | slots):
                return bracket, None
        return bracket, Face(rows, mate, everyone)

    def too_many(self, alone: int, bracket: Bracket) -> bool:
        """Whether so many cannot all find somebody in the next scoregroup."""
        return alone > 0 and alone > bracket.next.bit_count()

    def members(self, b: Bracket) -> list[int]:
        """Whom the members may meet inside their bracket."""
        rows = b.members_of([*map(self.rows.__getitem__, b.above), *self.rows[b.start : b.end]])
        for i in range(b.shift):
            rows[i] &= b.home
        return rows

    def _as_known(self, b: Bracket) -> tuple[Mate, int]:
        """A largest matching of a scoregroup to which nobody has moved down; who stays exposed."""
        mate, exposed, _ = self.remainder.groups[b.group]
        return [j - b.start if j != EXPOSED else j for j in mate[b.start : b.end]], exposed >> b.start

    def _first_guess(self, b: Bracket, rows: Sequence[int]) -> tuple[Mate, int]:
        """The same from a guess: who moved down with the first they may meet, of the others the halves in order."""
        mate = [EXPOSED] * b.size
        free = b.all
        for i in range(b.shift):
            near = rows[i] & free & b.home
            if near:
                j = lowest(near)
                join(mate, i, j)
                free ^= 1 << i | 1 << j
        rest = bits(free & b.home)
        half = len(rest) // 2
        for i, j in zip(rest[:half], rest[half:], strict=False):
            if rows[i] >> j & 1:
                mate[i], mate[j] = j, i
                free ^= 1 << i | 1 << j
        return mate, largest(rows, mate, b.all, free)

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
