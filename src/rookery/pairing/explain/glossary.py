"""Glossary of the words used in explanations: the meaning of each in a pairing, and the article of the rules."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    """A word of the explanations: its meaning, its other names, and the article that defines it."""

    name: str
    meaning: str
    also: tuple[str, ...] = ()
    article: str = ""


WORDS: tuple[Word, ...] = (
    Word(
        "absolute colour",
        "A colour that a player must have: after two games in a row with the other colour, or with at least two"
        " games more of the other colour. Two players who must have the same colour do not meet, except for"
        " topscorers in the last round of the Dutch System.",
        ("absolute preference", "must have"),
        "C.04.3 1.7",
    ),
    Word(
        "article",
        "The place of a rule in the FIDE Handbook: the chapter, then the number. C.04.3 2.4.7 is chapter C.04.3,"
        " article 2.4.7; [C12] is the chapter's own name for that rule.",
        ("rule", "criterion"),
    ),
    Word(
        "brought up",
        "Paired in a group of a higher score, because that group needed another player. The Dubov, Team and"
        " Double-Swiss systems pair the highest group first and bring up as few players as it needs.",
        ("upfloater",),
        "C.04.4.1 1.8",
    ),
    Word(
        "bye",
        "A round without an opponent. If the number of players is odd, the pairing gives one of them a bye (the"
        " pairing-allocated bye), with the points of a win unless the event says otherwise. No player has it"
        " twice. Other byes are requested: half-point, full-point, zero-point.",
        ("pairing-allocated bye", "PAB", "half-point bye", "full-point bye", "zero-point bye"),
        "C.04.1 3",
    ),
    Word(
        "colour difference",
        "Games with White minus games with Black.",
        ("difference",),
        "C.04.3 1.6",
    ),
    Word(
        "colour due",
        "The colour that a player should have next, by the games played so far: the one they had less often, or"
        " the opposite of the last one. It is mild, strong or absolute. Forfeits and byes do not count.",
        ("colour preference", "preference", "due", "strongly due", "mild", "strong"),
        "C.04.3 1.7",
    ),
    Word(
        "complete pairing",
        "A pairing in which every player of the round has an opponent they may meet, except for one bye if the"
        " number is odd. The decisions in one group must leave the others a complete pairing.",
        ("completion",),
        "C.04.3 2.2.1",
    ),
    Word(
        "downfloat",
        "To float down is to be paired with a player who has fewer points, or to have the bye or points without a"
        " game. A float of the last two rounds is taken into account, so that if possible the same player does not"
        " float again.",
        ("float down", "floats down", "floated down", "downfloater", "float"),
        "C.04.3 1.4",
    ),
    Word(
        "edition",
        "The version of the rules in force from a certain day. An event is paired and checked by the edition of"
        " its first day, unless it says otherwise. Every answer names the edition, such as C.04.3 (2026-02).",
    ),
    Word(
        "exchange",
        "If the upper half of a group cannot meet the lower half well enough, players of the upper half and of"
        " the lower half change places: as few as possible, and those nearest to the middle first.",
        ("change halves", "halves"),
        "C.04.3 4.3",
    ),
    Word(
        "forfeit",
        "A game that was not played because a player did not appear. It counts in the standings, but the two have"
        " not met: they may be paired again, and neither has had a colour.",
        ("forfeited",),
        "C.04.2 3.5",
    ),
    Word(
        "group",
        "All players with the same score. The groups are paired one after the other, in most systems from the"
        " highest down. Together with the players who come to it from another group it is called a bracket.",
        ("scoregroup", "score group", "bracket"),
        "C.04.3 1.3",
    ),
    Word(
        "heterogeneous",
        "A group that contains players from above. They are paired first, with players of the group itself; the"
        " others are then paired like any group.",
        ("homogeneous", "remainder"),
        "C.04.3 1.3",
    ),
    Word(
        "Index",
        "The order of the Burstein System inside a group: the sum of the opponents' scores, then the sum of these"
        " scores times the points made against them, then the pairing number.",
        ("Buchholz", "Sonneborn-Berger"),
        "C.04.4.2 1.8",
    ),
    Word(
        "initial colour",
        "The colour drawn by lot before the first round. If nothing else decides, the higher ranked of two"
        " players has it with an odd pairing number, and the other colour with an even one.",
        ("drawing of lots",),
        "C.04.3 5.1",
    ),
    Word(
        "maximum upfloater",
        "In the Dubov System, a player who has been brought up so often that it should not happen again: twice,"
        " and once more for every five rounds of the event.",
        ("too often",),
        "C.04.4.1 1.8.2",
    ),
    Word(
        "median",
        "In the Lim System, half of the maximum score so far. The groups above it are paired from the top down,"
        " those below it from the bottom up, and the median group last.",
        ("median group",),
        "C.04.4.3 2.2",
    ),
    Word(
        "moved down",
        "Paired in a lower group, because the player found no opponent in their own.",
        ("moved-down player", "came down", "MDP", "from above"),
        "C.04.3 1.3",
    ),
    Word(
        "order",
        "If two pairings of a group are equally good by every rule, the rules say which is tried first. An answer"
        " that ends in the order names the first place where the two pairings differ.",
        ("later in the order", "candidate"),
        "C.04.3 4",
    ),
    Word(
        "pairing number",
        "The number in the starting list, 1 for the strongest player. Among equal scores the smaller number is"
        " ranked higher.",
        ("TPN", "number", "starting rank"),
        "C.04.2 2",
    ),
    Word(
        "ranked",
        "In a pairing, the player with more points is ranked higher; with equal points, the one with the smaller"
        " pairing number.",
        ("rank", "higher ranked", "lower ranked"),
        "C.04.3 1.2",
    ),
    Word(
        "score",
        "The points of a player before the round; with acceleration, the virtual points of that round are added.",
        ("points", "pairing score"),
        "C.04.7 1.5",
    ),
    Word(
        "third time running",
        "The same colour in three games in succession. The rules avoid it. In a last round, and in a few systems"
        " earlier, it can happen if there is no other pairing.",
        ("three in a row",),
        "C.04.1 7",
    ),
    Word(
        "topscorer",
        "In the last round, a player with more than half of the maximum score. Only for topscorers and their"
        " opponents does the Dutch System allow an exception from an absolute colour.",
        ("topscorers",),
        "C.04.3 1.8",
    ),
    Word(
        "transposition",
        "If a player of the upper half cannot meet the opponent opposite, the lower half is put into another"
        " order: the first in which every rule is met as well as possible.",
        ("transposed",),
        "C.04.3 4.2",
    ),
    Word(
        "upfloat",
        "To float up is to be paired with a player who has more points.",
        ("float up", "floats up", "floated up"),
        "C.04.3 1.4",
    ),
    Word(
        "upper half",
        "A group is divided in the middle by rank. The upper half meets the lower half, first against first,"
        " unless a rule prevents it.",
        ("lower half", "S1", "S2"),
        "C.04.3 3",
    ),
    Word(
        "virtual points",
        "Points that a player has only for the pairing of the first rounds (acceleration), so that strong players"
        " meet earlier.",
        ("acceleration", "Baku"),
        "C.04.7",
    ),
)
"""Every word, in the order of the alphabet."""


def find_words(text: str) -> tuple[Word, ...]:
    """Return the words with this name or, if there are none, those whose names or meanings contain it.

    >>> [word.name for word in find_words("scoregroup")], [word.name for word in find_words("Baku")]
    (['group'], ['virtual points'])
    """
    text_lower = text.strip().lower()
    exact = tuple(word for word in WORDS if text_lower in map(str.lower, (word.name, *word.also)))
    similar = (word for word in WORDS if any(text_lower in name.lower() for name in (word.name, *word.also)))
    return exact or tuple(similar) or tuple(word for word in WORDS if text_lower and text_lower in word.meaning.lower())
