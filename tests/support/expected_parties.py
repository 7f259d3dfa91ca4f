"""Whom a sentence on a rule must name, and with which number, by the judge's own reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from support.all_pairings import Item, Judge, Part, Whole
from support.price_lim import Lim
from support.price_moving_down import Burstein, Dutch, Dutch2017
from support.price_pulling_up import DoubleSwiss, Dubov, Team

Named = set[tuple[tuple[int, ...], "int | None", str]]
By = Callable[[Judge, Part, Item, Whole], Named]


def plain(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Those who pay, without a number."""
    return {(party, None, "") for party in item.payers}


def with_points(judge: Judge, participants: Iterable[int]) -> Named:
    """Each of these with their points."""
    return {((i,), judge.scores[i], "points") for i in participants}


def leaving(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """All who leave the bracket, with their points."""
    return with_points(judge, part.left)


def coming(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """All who are brought up, with their points."""
    return with_points(judge, part.up)


def repeated_downfloaters(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who came down and goes on, of those who pay."""
    return with_points(judge, [party[0] for party in item.payers if len(party) == 1])


def apart(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """The pairs that pay, and how far apart they are."""
    pairs = {pair: abs(judge.scores[pair[0]] - judge.scores[pair[1]]) for pair in item.payers if len(pair) == 2}
    return {(pair, number, "apart") for pair, number in pairs.items()}


def gaps(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who leaves, and every pair of two scores."""
    wide = {pair: abs(judge.scores[pair[0]] - judge.scores[pair[1]]) for pair in part.pairs}
    return leaving(judge, part, item, whole) | {(pair, number, "apart") for pair, number in wide.items() if number}


def concerned(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who leaves, and the pairs, of those who pay."""
    return repeated_downfloaters(judge, part, item, whole) | apart(judge, part, item, whole)


def residents(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Those who pay and live in the group; a pair if they meet a lower score."""
    higher = {party: min(party, key=judge.rank) for party in item.payers}
    return {(party, None, "") for party, first in higher.items() if first in part.residents}


def bye_party(unit: str) -> By:
    """Who has the bye, with this number."""

    def party_of_bye(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
        bye = whole.bye
        if bye is None:
            return set()
        numbers = {"points": judge.scores[bye], "missed": judge.games_missed(bye), "number": judge.number(bye)}
        if unit == "rating":
            assert isinstance(judge, Lim)
            return {((bye,), judge.by_id[bye].rating, unit)}
        return {((bye,), numbers[unit] if unit else None, unit)}

    return party_of_bye


def missed(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who has the bye, with the games missed."""
    return {((i,), judge.games_missed(i), "missed") for i in part.left}


def upfloat_counts(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """The maximum upfloaters who are brought up, and how often they were before."""
    assert isinstance(judge, Dubov)
    return {(party, judge.round.extra[party[0]].upfloats, "times") for party in item.payers}


DUTCH: dict[str, By] = {
    "2.3.1": bye_party("points"),
    "2.4.1": leaving,
    "2.4.2": leaving,
    "2.4.4": missed,
    "2.4.13": repeated_downfloaters,
    "2.4.14": apart,
    "2.4.15": repeated_downfloaters,
    "2.4.16": apart,
}
DUTCH_2017: dict[str, By] = {
    "C.5": leaving, "C.6": gaps, "C.12": residents, "C.14": residents,
    "C.16": concerned, "C.17": apart, "C.18": concerned, "C.19": apart,
}  # fmt: skip
BYE_31: dict[str, By] = {"3.1.3": bye_party("points"), "3.1.4": bye_party("missed")}
DUBOV: dict[str, By] = {
    **BYE_31, "3.1.5": bye_party("number"), "2.3.1": coming, "2.3.2": coming, "2.3.5": upfloat_counts,
}  # fmt: skip
BURSTEIN: dict[str, By] = {**BYE_31, "3.1.5": bye_party(""), "2.3.1": leaving, "2.3.2": leaving}
MATCHES: dict[str, By] = {
    "3.4.2": bye_party("points"),
    "3.4.3": bye_party("missed"),
    "3.4.4": bye_party("number"),
    "2.3.1": coming,
    "2.3.2": coming,
}


def lim_bye_party(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """1.1 asks first for the score of who has the bye, and last for the number."""
    return bye_party("number" if item.cost and item.cost[0] < 0 else "points")(judge, part, item, whole)


LIM: dict[str, By] = {"1.1": lim_bye_party, "7.1": bye_party("rating"), "3.10.2": leaving}
TABLES: dict[type[Judge], dict[str, By]] = {
    Dutch: DUTCH, Dutch2017: DUTCH_2017, Dubov: DUBOV, Burstein: BURSTEIN, DoubleSwiss: MATCHES, Team: MATCHES,
    Lim: LIM,
}  # fmt: skip


def expected_parties(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who pays for a rule in a bracket, each with the number that is said of them."""
    return TABLES[type(judge)].get(item.rule, plain)(judge, part, item, whole)
