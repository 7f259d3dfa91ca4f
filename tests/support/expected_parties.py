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
    return {(who, None, "") for who in item.who}


def pointed(judge: Judge, who: Iterable[int]) -> Named:
    """Each of these with their points."""
    return {((one,), judge.scores[one], "points") for one in who}


def leaving(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """All who leave the bracket, with their points."""
    return pointed(judge, part.left)


def coming(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """All who are brought up, with their points."""
    return pointed(judge, part.up)


def stranded(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who came down and goes on, of those who pay."""
    return pointed(judge, [who[0] for who in item.who if len(who) == 1])


def apart(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """The pairs that pay, and how far apart they are."""
    pairs = {who: abs(judge.scores[who[0]] - judge.scores[who[1]]) for who in item.who if len(who) == 2}
    return {(who, number, "apart") for who, number in pairs.items()}


def gaps(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who leaves, and every pair of two scores."""
    wide = {pair: abs(judge.scores[pair[0]] - judge.scores[pair[1]]) for pair in part.pairs}
    return leaving(judge, part, item, whole) | {(pair, number, "apart") for pair, number in wide.items() if number}


def concerned(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who leaves, and the pairs, of those who pay."""
    return stranded(judge, part, item, whole) | apart(judge, part, item, whole)


def residents(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Those who pay and live in the group; a pair if they meet a lower score."""
    higher = {who: min(who, key=judge.rank) for who in item.who}
    return {(who, None, "") for who, one in higher.items() if one in part.residents}


def of_the_bye(unit: str) -> By:
    """Who has the bye, with this number."""

    def named(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
        bye = whole.bye
        if bye is None:
            return set()
        numbers = {"points": judge.scores[bye], "missed": judge.missed(bye), "number": judge.number(bye)}
        if unit == "rating":
            assert isinstance(judge, Lim)
            return {((bye,), judge.by_id[bye].rating, unit)}
        return {((bye,), numbers[unit] if unit else None, unit)}

    return named


def missed(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who has the bye, with the games missed."""
    return {((one,), judge.missed(one), "missed") for one in part.left}


def often(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """The maximum upfloaters who are brought up, and how often they were before."""
    assert isinstance(judge, Dubov)
    return {(who, judge.round.extra[who[0]].upfloats, "times") for who in item.who}


DUTCH: dict[str, By] = {
    "2.3.1": of_the_bye("points"),
    "2.4.1": leaving,
    "2.4.2": leaving,
    "2.4.4": missed,
    "2.4.13": stranded,
    "2.4.14": apart,
    "2.4.15": stranded,
    "2.4.16": apart,
}
DUTCH_2017: dict[str, By] = {
    "C.5": leaving, "C.6": gaps, "C.12": residents, "C.14": residents,
    "C.16": concerned, "C.17": apart, "C.18": concerned, "C.19": apart,
}  # fmt: skip
BYE_31: dict[str, By] = {"3.1.3": of_the_bye("points"), "3.1.4": of_the_bye("missed")}
DUBOV: dict[str, By] = {
    **BYE_31, "3.1.5": of_the_bye("number"), "2.3.1": coming, "2.3.2": coming, "2.3.5": often,
}  # fmt: skip
BURSTEIN: dict[str, By] = {**BYE_31, "3.1.5": of_the_bye(""), "2.3.1": leaving, "2.3.2": leaving}
MATCHES: dict[str, By] = {
    "3.4.2": of_the_bye("points"),
    "3.4.3": of_the_bye("missed"),
    "3.4.4": of_the_bye("number"),
    "2.3.1": coming,
    "2.3.2": coming,
}


def of_lim(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """1.1 asks first for the score of who has the bye, and last for the number."""
    return of_the_bye("number" if item.cost and item.cost[0] < 0 else "points")(judge, part, item, whole)


LIM: dict[str, By] = {"1.1": of_lim, "7.1": of_the_bye("rating"), "3.10.2": leaving}
TABLES: dict[type[Judge], dict[str, By]] = {
    Dutch: DUTCH, Dutch2017: DUTCH_2017, Dubov: DUBOV, Burstein: BURSTEIN, DoubleSwiss: MATCHES, Team: MATCHES,
    Lim: LIM,
}  # fmt: skip


def named_by(judge: Judge, part: Part, item: Item, whole: Whole) -> Named:
    """Who pays for a rule in a bracket, each with the number that is said of them."""
    return TABLES[type(judge)].get(item.rule, plain)(judge, part, item, whole)
