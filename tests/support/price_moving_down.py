"""The prices of complete pairings by the systems whose unpaired players move down: both Dutch editions, Burstein."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from literal import burstein, dutch, dutch_2017
from literal.events import Event
from support import colour_articles
from support.all_pairings import ORDER, Item, Pair, Part, PlayerJudge, Whole, ordered, sorted_ids

CRITERIA = [f"2.4.{n}" for n in range(4, 17)]  # [C9] to [C21]
CRITERIA_2017 = [f"C.{n}" for n in range(8, 20)]


class MovingDown(PlayerJudge):
    """What these systems share: a pair belongs to the bracket in which its lower scored member is a resident."""

    bans = ("2.1.1", "2.1.3")
    barring, completion, order = "2.1.2", "2.2.1", ("4", "4.2", "4.3")
    rules_of_colours = colour_articles.DUTCH
    clash = staticmethod(dutch.colours_clash)

    def __init__(self, event: Event, players: list[dutch.Player], field: dutch.Field) -> None:
        self.event, self.players, self.field = event, players, field
        self.by_id = {p.id: p for p in players}
        self.ids = tuple(p.id for p in players)
        self.scores = {p.id: p.score for p in players}
        self.levels = sorted(set(self.scores.values()), reverse=True)
        self.known: dict[Any, Any] = {}

    def legal(self, a: int, b: int) -> bool:
        return self.field.allowed[a, b]

    def broken_rules(self, a: int, b: int) -> set[str]:
        first, second = self.by_id[a], self.by_id[b]
        apart = frozenset((a, b)) in self.event.forbidden_pairs(self.event.played_rounds + 1)
        met, colours = self.bans
        return ({met} if b in first.met or apart else set()) | ({colours} if self.clash(first, second) else set())

    def select(self, ids: Iterable[int]) -> list[dutch.Player]:
        """Players by their ids, highest ranked first."""
        wanted = set(ids)
        return [p for p in self.players if p.id in wanted]

    def completes(self, ids: frozenset[int], apart: frozenset[int], bye_score: int | None = None) -> bool:
        """Whether all of these can be paired, no two of `apart`, but for one of this score who may have the bye."""
        key = ("completes", ids, apart & ids, bye_score)
        if key not in self.known:
            if len(ids) % 2:
                byes = [i for i in ids if self.scores[i] == bye_score and self.may_have_bye(i)]
                self.known[key] = any(self.completes(ids - {i}, apart) for i in byes)
            else:
                first = min(ids, default=0)
                opponents = [i for i in ids - {first} if self.legal(first, i) and not {first, i} <= apart]
                self.known[key] = not ids or any(self.completes(ids - {first, i}, apart) for i in opponents)
        return bool(self.known[key])

    def plain(self, part: Part, participant: int) -> int | None:
        """Moved-down players meet the first residents, of the others the upper half the lower half."""
        residents = sorted(part.residents, key=self.rank)
        guests = sorted((i for i in part.down if i not in part.left), key=self.rank)
        if participant in guests:
            return residents[guests.index(participant)]
        hosts = {i for pair in part.pairs if set(pair) & set(guests) for i in pair}
        pairs = sum(not set(pair) & hosts for pair in part.pairs)
        rest = [i for i in residents if i not in hosts]
        return dict(
            [*zip(rest[:pairs], rest[pairs:], strict=False), *zip(rest[pairs:], rest[:pairs], strict=False)]
        ).get(participant)

    def colours(self, pairs: list[dutch.Pair]) -> list[list[dutch.Pair]]:
        """The pairs at whose expense [C10] to [C13] are not kept."""
        wide, third, refused, strong = [], [], [], []
        for a, b in pairs:
            white, black = dutch.allocate_colours(a, b, self.event.initial)
            sides = ((white, "w", 1), (black, "b", -1))
            if a.topscorer or b.topscorer:
                wide += [(a, b)] * any(abs(p.difference + step) > 2 for p, _, step in sides)
                third += [(a, b)] * any(p.repeated == colour for p, colour, _ in sides)
            loser = next((p for p, colour, _ in sides if p.preference not in (None, colour)), None)
            refused += [(a, b)] * (loser is not None)
            strong += [(a, b)] * (loser is not None and loser.strength == dutch.STRONG)
        return [wide, third, refused, strong]

    def split_bracket(
        self, whole: Whole, above: tuple[int, ...], residents: list[int]
    ) -> tuple[list[Pair], tuple[int, ...]]:
        """Who meets in a bracket, a moved-down player first, and who stays alone in it."""
        resident_ids = set(residents)
        pairs = []
        for participant in (*above, *residents):
            other = whole.partner(participant)
            if other in resident_ids and (participant in above or self.ids.index(participant) < self.ids.index(other)):
                pairs.append((participant, other))
        gone = {i for pair in pairs for i in pair}
        return pairs, tuple(i for i in self.ids if i in {*above, *residents} and i not in gone)

    def build_part(
        self, score: int, above: tuple[int, ...], residents: list[int], pairs: list[Pair], left: tuple[int, ...],
        items: tuple[Item, ...],
    ) -> Part:  # fmt: skip
        """The bracket as data."""
        return Part(
            score,
            sorted_ids(above),
            sorted_ids(residents),
            (),
            frozenset(ordered(*p) for p in pairs),
            sorted_ids(left),
            items,
        )

    def candidate(self, pairs: list[Pair], left: tuple[int, ...]) -> dutch.Candidate:
        """The bracket as the references know it."""
        return dutch.Candidate([(self.by_id[a], self.by_id[b]) for a, b in pairs], self.select(left))


class Dutch(MovingDown):
    """C.04.3 (2026)."""

    def __init__(self, event: Event) -> None:
        players = dutch.players_to_pair(event)
        super().__init__(event, players, dutch.Field(players, event))

    def parts(self, whole: Whole) -> Iterator[Part]:
        bye_score = None if whole.bye is None else self.scores[whole.bye]
        yield Part(
            None,
            (),
            sorted_ids(self.ids),
            (),
            frozenset(),
            (),
            (Item("2.3.1", () if bye_score is None else (bye_score,)),),
        )
        above: tuple[int, ...] = ()
        for score in self.levels:
            residents = [i for i in self.ids if self.scores[i] == score]
            pairs, left = self.split_bracket(whole, above, residents)
            key = (score, above, frozenset(pairs), bye_score)
            if key not in self.known:
                items = tuple(self.items(score, above, pairs, left, bye_score))
                self.known[key] = self.build_part(score, above, residents, pairs, left, items)
            yield self.known[key]
            above = left

    def bracket(self, score: int, above: tuple[int, ...], bye_score: int | None) -> dutch.Bracket:
        """The bracket of the reference."""
        following = next((level for level in self.levels if level < score), None)
        return dutch.Bracket(
            self.field,
            self.select(above),
            [p for p in self.players if p.score == score],
            [p for p in self.players if p.score == following],
            frozenset(p.id for p in self.players if p.score < score),
            bye_score,
            self.event.played_rounds,
            self.event.initial,
        )

    def items(
        self, score: int, above: tuple[int, ...], pairs: list[Pair], left: tuple[int, ...], bye_score: int | None
    ) -> Iterator[Item]:
        """[C6] to [C21], then article 4."""
        bracket, candidate = self.bracket(score, above, bye_score), self.candidate(pairs, left)
        number, scores = dutch.floater_value(candidate.down)
        yield Item("2.4.1", (number,), single_parties(left))
        yield Item("2.4.2", tuple(scores), single_parties(left))
        key = ("ahead", score, left, bye_score)
        if key not in self.known:
            self.known[key] = self.look_ahead(bracket, candidate.down, bye_score)
        yield Item("2.4.3", self.known[key])
        payers = self.payers(bracket, candidate)
        for rule, cost, paid in zip(CRITERIA, bracket.criteria_9_to_21(candidate), payers, strict=True):
            yield Item(rule, tuple(cost) if isinstance(cost, list) else (cost,), paid)
        paired, opponents, (moved, distance, leaving, coming, plain) = bracket.generation_order(candidate)
        turns = generation_turns(bracket.moved_down, bracket.residents, candidate)
        yield Item("4.4.2", tuple(paired), kind=ORDER, turns=turns[0])
        yield Item("4.2.2", tuple(opponents), kind=ORDER, turns=turns[1])
        yield Item("4.3.2", (moved, distance, *leaving, *coming), kind=ORDER, turns=turns[2])
        yield Item("4.2.2", tuple(plain), kind=ORDER, turns=turns[3])

    def look_ahead(self, bracket: dutch.Bracket, down: list[dutch.Player], bye_score: int | None) -> tuple[Any, ...]:
        """[C8]: the best [C6] and [C7] of the next bracket; two who came down would have met above."""
        if not bracket.next_group:
            return 0, []
        below = bracket.lower - {p.id for p in bracket.next_group}
        moved = frozenset(p.id for p in down)
        best: tuple[Any, ...] | None = None
        for candidate in dutch.partial_pairings(self.field, self.select(moved), bracket.next_group):
            value = dutch.floater_value(candidate.down)
            rest = frozenset(p.id for p in candidate.down) | below
            if (best is None or value < best) and self.completes(rest, moved, bye_score):
                best = value
        assert best is not None
        return best

    def payers(self, bracket: dutch.Bracket, candidate: dutch.Candidate) -> list[frozenset[tuple[int, ...]]]:
        """At whose expense [C9] to [C21] are not kept."""
        moved = {p.id for p in bracket.moved_down}
        mixed = [(a, b) for a, b in candidate.pairs if a.id in moved]
        limbo, home = ([p for p in candidate.down if (p.id in moved) is down] for down in (True, False))
        bye = [p for p in candidate.down if bracket.unplayed_games_of_bye(candidate.down)]
        payers = [single_parties(p.id for p in bye), *(pair_parties(pairs) for pairs in self.colours(candidate.pairs))]
        for when in ("float_last", "float_before"):
            payers.append(single_parties(p.id for p in home if getattr(p, when) == dutch.DOWN))
            payers.append(pair_parties((a, b) for a, b in mixed if getattr(b, when) == dutch.UP))
        for when in ("float_last", "float_before"):
            again = [p.id for p in limbo if getattr(p, when) == dutch.DOWN]
            payers.append(
                pair_parties((a, b) for a, b in mixed if getattr(a, when) == dutch.DOWN) | single_parties(again)
            )
            payers.append(pair_parties((a, b) for a, b in mixed if getattr(b, when) == dutch.UP))
        return payers


def single_parties(ids: Iterable[int]) -> frozenset[tuple[int, ...]]:
    """Each of these by themselves."""
    return frozenset((i,) for i in ids)


def pair_parties(pairs: Iterable[dutch.Pair]) -> frozenset[tuple[int, ...]]:
    """These pairs."""
    return frozenset(ordered(a.id, b.id) for a, b in pairs)


Turns = tuple[tuple["int | None", "int | None"], ...]


def generation_turns(
    above: list[dutch.Player], residents: list[dutch.Player], candidate: dutch.Candidate
) -> list[Turns]:
    """Whose turn it is and who is taken: moved-down players, their opponents, who changes halves, the others."""
    moved = {p.id for p in above}
    rank = {p.id: n for n, p in enumerate(above + residents)}
    mixed = sorted(((a.id, b.id) for a, b in candidate.pairs if a.id in moved), key=lambda pair: rank[pair[0]])
    opponents = {b for _, b in mixed}
    rest = [p.id for p in residents if p.id not in opponents]
    plain = [(a.id, b.id) for a, b in candidate.pairs if a.id not in moved]
    number = {i: n for n, i in enumerate(rest, 1)}
    tops = original_halves([(number[a], number[b]) for a, b in plain])
    back = {n: i for i, n in number.items()}
    leaving = sorted(set(range(1, len(plain) + 1)) - set(tops), reverse=True)
    coming = sorted(set(tops) - set(range(1, len(plain) + 1)))
    changed = tuple((None, back[n]) for n in (*leaving, *coming))
    return [
        tuple((None, a) for a, _ in mixed),
        tuple(mixed),
        changed,
        tuple((back[n], back[tops[n]]) for n in sorted(tops)),
    ]


def original_halves(pairs: list[tuple[int, int]]) -> dict[int, int]:
    """The upper half with its opponents, as the pairing is first generated (4.3): every split is tried."""
    splits = []
    for flips in product((False, True), repeat=len(pairs)):
        split = {(b if flip else a): (a if flip else b) for flip, (a, b) in zip(flips, pairs, strict=True)}
        original = set(range(1, len(pairs) + 1))
        leaving, coming = sorted(original - set(split), reverse=True), sorted(set(split) - original)
        place = (
            len(leaving),
            sum(coming) - sum(leaving),
            [-n for n in leaving],
            coming,
            [split[n] for n in sorted(split)],
        )
        splits.append((place, sorted(split.items())))
    return dict(min(splits)[1])


class Dutch2017(MovingDown):
    """C.04.3 as in force from July 2017."""

    bans = ("C.1", "C.3")
    barring, completion, order = "C.2", "C.4", ("D",)
    rules_of_colours = colour_articles.DUTCH_2017

    def __init__(self, event: Event) -> None:
        self.round = dutch_2017.Round(event)
        super().__init__(event, self.round.players, self.round.field)

    def parts(self, whole: Whole) -> Iterator[Part]:
        yield Part(None, (), sorted_ids(self.ids), (), frozenset(), (), ())
        above: tuple[int, ...] = ()
        for number, score in enumerate(self.levels):
            residents = [i for i in self.ids if self.scores[i] == score]
            place = "last" if number + 1 == len(self.levels) else self.place(above, number)
            part = self.find_part(whole, score, above, residents, place)
            yield part
            above = tuple(i for i in self.ids if i in part.left)
            if place == "penultimate":
                rest = [i for i in self.ids if self.scores[i] < score]
                yield self.find_part(whole, self.levels[number + 1], above, rest, "last")
                return

    def place(self, above: tuple[int, ...], number: int) -> str:
        """`penultimate` if the best pairing of the bracket leaves no complete pairing of the round."""
        key = ("place", above, number)
        if key not in self.known:
            bracket = self.bracket(above, [p for p in self.players if p.score == self.levels[number]])
            lower = [p for p in self.players if p.score < self.levels[number]]
            chosen = bracket.best(bracket.candidates(), self.look_ahead(number))
            self.known[key] = "" if self.round.completes(chosen.down + lower) else "penultimate"
        return self.known[key]

    def ahead(self, part: Part, item: Item) -> list[tuple[int, ...]]:
        """Of the best pairings of the next bracket, as C.5 and C.6 have it, who leaves it."""
        number = self.levels.index(part.score) + 1
        bracket = self.bracket(part.left, [p for p in self.players if p.score == self.levels[number]])
        last = number + 1 == len(self.levels)
        candidates = [c for c in bracket.candidates() if not last or self.round.closing(c)]
        best = min(((len(c.down), bracket.psd(c)) for c in candidates), default=None)
        alike = [c.down for c in candidates if (len(c.down), bracket.psd(c)) == best]
        return [tuple(sorted((p.score for p in down), reverse=True)) for down in alike]

    def look_ahead(self, number: int) -> dutch_2017.Value:
        """C.7 of a bracket."""
        key = ("ahead", number)
        if key not in self.known:
            following = [p for p in self.players if p.score == self.levels[number + 1]]
            self.known[key] = self.round.ahead(following, number + 2 == len(self.levels))
        return self.known[key]

    def bracket(self, above: tuple[int, ...], residents: list[dutch.Player]) -> dutch_2017.Bracket:
        """The bracket of the reference."""
        return self.round.bracket(self.select(above), residents)

    def find_part(self, whole: Whole, score: int, above: tuple[int, ...], residents: list[int], place: str) -> Part:
        """One bracket."""
        pairs, left = self.split_bracket(whole, above, residents)
        key = (score, above, frozenset(pairs), place, len(residents))
        if key not in self.known:
            items = tuple(self.items(score, above, residents, self.candidate(pairs, left), place))
            self.known[key] = self.build_part(score, above, residents, pairs, left, items)
        return self.known[key]

    def items(
        self, score: int, above: tuple[int, ...], residents: list[int], candidate: dutch.Candidate, place: str
    ) -> Iterator[Item]:
        """C.5 to C.19, then section D."""
        bracket = self.bracket(above, self.select(residents))
        left = single_parties(p.id for p in candidate.down)
        yield Item("C.5", (len(candidate.down),), left)
        yield Item("C.6", (bracket.psd(candidate), sum(p.id in above for p in candidate.down)), left)
        yield Item("C.7", () if place else self.look_ahead(self.levels.index(score))(candidate))
        *colours, numbers, distances = bracket.criteria_8_to_19(candidate)
        payers = [pair_parties(pairs) for pairs in self.colours(candidate.pairs)] + 2 * self.repeated_floats(
            bracket, candidate
        )
        for rule, cost, paid in zip(CRITERIA_2017, (*colours, *numbers, *distances), payers, strict=True):
            yield Item(rule, tuple(cost) if isinstance(cost, list) else (cost,), paid)
        scores, paired, opponents, (moved, distance, leaving, coming, plain) = bracket.generation_order(candidate)
        turns = generation_turns(bracket.moved_down, bracket.residents, candidate)
        yield Item("D.3", (*scores, *paired), kind=ORDER, turns=turns[0] * 2)
        yield Item("D.1", tuple(opponents), kind=ORDER, turns=turns[1])
        yield Item("D.2", (moved, distance, *leaving, *coming), kind=ORDER, turns=turns[2])
        yield Item("D.1", tuple(plain), kind=ORDER, turns=turns[3])

    @staticmethod
    def repeated_floats(bracket: dutch_2017.Bracket, candidate: dutch.Candidate) -> list[frozenset[tuple[int, ...]]]:
        """Who receives the same float as in the previous round, or as two rounds before."""
        floaters = []
        unequal = [(a, b) if a.score > b.score else (b, a) for a, b in candidate.pairs if a.score != b.score]
        for when in ("float_last", "float_before"):
            down = [p.id for p in candidate.down if getattr(p, when) == dutch.DOWN]
            floaters.append(
                single_parties(down) | pair_parties(pair for pair in unequal if getattr(pair[0], when) == dutch.DOWN)
            )
            floaters.append(pair_parties(pair for pair in unequal if getattr(pair[1], when) == dutch.UP))
        return floaters


class Burstein(MovingDown):
    """C.04.4.2 (2026), after the seeding rounds."""

    rules_of_colours = colour_articles.DUBOV
    clash = staticmethod(burstein.colours_clash)

    def __init__(self, event: Event) -> None:
        self.round = burstein.BursteinRound(event, "trailing")
        super().__init__(event, self.round.players, self.round.field)
        self.rounds: dict[int | None, burstein.BursteinRound] = {}

    def parts(self, whole: Whole) -> Iterator[Part]:
        yield Part(None, (), sorted_ids(self.ids), (), frozenset(), (), tuple(self.bye(whole.bye)))
        above: tuple[int, ...] = ()
        for score in self.levels:
            residents = [i for i in self.ids if self.scores[i] == score and i != whole.bye]
            if not residents:
                continue
            pairs, left = self.split_bracket(whole, above, residents)
            key = (score, above, frozenset(pairs), whole.bye)
            if key not in self.known:
                items = tuple(self.items(score, above, residents, self.candidate(pairs, left), whole.bye))
                self.known[key] = self.build_part(score, above, residents, pairs, left, items)
            yield self.known[key]
            above = left

    def colour_rank(self, participant: int) -> tuple[Any, ...]:
        return self.round.rank[participant]

    def plain(self, part: Part, participant: int) -> int | None:
        """The first by the Index meets the last."""
        line = sorted(part.residents, key=self.colour_rank)
        return None if part.down or part.left else line[-1 - line.index(participant)]

    def bye(self, participant: int | None) -> Iterator[Item]:
        """3.1."""
        player = self.by_id.get(participant) if participant is not None else None
        yield Item("3.1.3", (player.score,) if player else (), kind="bye")
        yield Item("3.1.4", (self.event.played_rounds - player.games,) if player else (), kind="bye")
        yield Item("3.1.5", tuple(-x for x in self.round.rank[player.id]) if player else (), kind="bye")

    def items(
        self, score: int, above: tuple[int, ...], residents: list[int], candidate: dutch.Candidate, bye: int | None
    ) -> Iterator[Item]:
        """[C5] to [C8], then article 4."""
        number, scores = dutch.floater_value(candidate.down)
        left = single_parties(p.id for p in candidate.down)
        yield Item("2.3.1", (number,), left)
        yield Item("2.3.2", tuple(scores), left)
        yield Item("2.3.3", self.look_ahead(score, candidate.down, bye))
        same = pair_parties(
            (a, b) for a, b in candidate.pairs if a.preference is not None and a.preference == b.preference
        )
        yield Item("2.3.4", (len(same),), same)
        bracket = self.select((*above, *residents))
        partner = {a.id: b.id for a, b in candidate.pairs} | {b.id: a.id for a, b in candidate.pairs}
        turns = tuple((p.id, partner.get(p.id)) for p in bracket)
        yield Item("4", tuple(self.round.generation_order(bracket, candidate)), kind=ORDER, turns=turns)

    def look_ahead(self, score: int, down: list[dutch.Player], bye: int | None) -> tuple[Any, ...]:
        """[C7]: the best [C5] and [C6] of the next bracket; two who came down would have met above."""
        key = ("ahead", score, frozenset(p.id for p in down), bye)
        if key not in self.known:
            players = [p for p in self.players if p.id != bye]
            following = max((p.score for p in players if p.score < score), default=None)
            group = [p for p in players if p.score == following]
            below = frozenset(p.id for p in players if following is not None and p.score < following)
            bracket = self.round.sorted(down + group)
            moved = frozenset(p.id for p in down)
            outcomes = [
                c
                for c in self.round.outcomes(bracket, below)
                if not any(a in down and b in down for a, b in c.pairs)
                and self.completes(frozenset(p.id for p in c.down) | below, moved)
            ]
            best = min((dutch.floater_value(c.down) for c in outcomes), default=(0, []))
            self.known[key] = best if group else (0, [])
        return self.known[key]
