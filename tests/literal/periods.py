"""Rating lists over many months in one pass (B.02): every list from all games since the beginning, nothing carried.

For each list and player everything is looked up anew in the whole record of games: which rating was in force on the
first day of an event, how many games were completed, what the highest rating was, which events an unrated player had
and which of them are too old. Slow on purpose; the arithmetic is that of `ratings`. For rapid and blitz the standard
lists are given: who has no rating of the kind is taken with the standard one of the same list (B.02 7.1).

A month is a number: twelve times the year, and the month from 0. A game is (list, first day, event, white, black, half
points of white); `list` is the month of the list for which it is rated.

Usage
  periods LISTS.json                          {"people": {id: [rating, k, career, highest, born]}, "first": month,
                                              "last": month, "games": [...]}; prints every list as JSON
"""

from __future__ import annotations

import datetime
import json
import sys
from collections import defaultdict
from pathlib import Path

from literal import ratings


def month_of(day: int) -> int:
    found = datetime.date.fromordinal(day)
    return found.year * 12 + found.month - 1


class Record:
    """All games, by player and list."""

    def __init__(self, people: dict, games: list, first: int, kind: str = "standard", lent: dict | None = None) -> None:
        self.people, self.first, self.kind = people, first, kind
        self.lent = lent or {}
        self.published = {first: {who: facts[0] for who, facts in people.items()}}
        self.by_player: dict = defaultdict(lambda: defaultdict(list))
        for rated_for, day, event, white, black, half in games:
            self.by_player[white][rated_for].append((day, event, black, half))
            self.by_player[black][rated_for].append((day, event, white, 2 - half))
        self.given_k = {first: {who: facts[1] for who, facts in people.items()}}

    def rating(self, who: int, month: int) -> int:
        """The rating of the kind on a list, else the standard one of that list."""
        return self.published[month][who] or self.lent.get(month, {}).get(who, 0)

    def opponent_rating(self, who: int, day: int, rated_for: int) -> int:
        """Of the list in force on the first day; none older than the first list, none younger than the last but one."""
        return self.rating(who, max(self.first, min(month_of(day), rated_for - 1)))

    def own_rating(self, who: int, day: int, rated_for: int) -> int:
        """The same, but whoever is published since is rated with the present rating (8.2.4)."""
        return self.opponent_rating(who, day, rated_for) or self.rating(who, rated_for - 1)

    def rated_games(self, who: int, rated_for: int) -> list:
        """(own, opponent, half points, day) of the games that change the rating."""
        if not self.rating(who, rated_for - 1):
            return []
        found = []
        for day, _event, other, half in self.by_player[who][rated_for]:
            own, opponent = self.own_rating(who, day, rated_for), self.opponent_rating(other, day, rated_for)
            if opponent and ratings.is_rated(own, opponent, self.kind, datetime.date.fromordinal(day)):
                found.append((own, opponent, half, day))
        return found

    def career(self, who: int, until: int) -> int:
        """Games completed up to a list: before the first one, those that changed a rating, those of first ratings."""
        total = self.people[who][2] if self.people[who][0] else 0
        for month in range(self.first + 1, until + 1):
            total += len(self.rated_games(who, month))
            if self.published[month][who] and not self.rating(who, month - 1):
                total += sum(len(opponents) for _day, _event, opponents, _half in self.pool(who, month))
        return total

    def highest(self, who: int, until: int) -> int:
        return max([self.people[who][3], *(self.published[m][who] for m in range(self.first, until + 1))])

    def pool(self, who: int, rated_for: int) -> list:
        """The events of an unrated player that count for a first rating on this list (7.1.4, 8.2.1)."""
        since = self.first
        for month in range(self.first, rated_for):
            if self.published[month][who]:
                since = month + 1  # published once: what made that rating is used up
            elif month > self.first and self.rated_games(who, month):
                since = month  # so it is where a lent rating was lost by these very games
        ever = bool(self.people[who][0]) or since > self.first
        events: dict = {}
        for month in range(self.first + 1, rated_for + 1):
            if self.rating(who, month - 1):
                continue
            for day, event, other, half in self.by_player[who][month]:
                opponent = self.opponent_rating(other, day, month)
                if opponent:
                    opponents, score = events.get((month, day, event), ([], 0))
                    events[month, day, event] = ([*opponents, opponent], score + half)
        found = []
        for number, ((month, day, event), (opponents, score)) in enumerate(sorted(events.items())):
            if number == 0 and score == 0 and not ever:
                continue  # 8.2.1: the very first event, without half a point
            if month >= since + (since > self.first) and month_of(day) >= rated_for - 26:
                found.append((day, event, opponents, score))
        return found

    def k(self, who: int, month: int) -> int:
        """K published on a list (8.3.3); on the first list it is what that list says."""
        if month == self.first and self.given_k[month][who]:
            return self.given_k[month][who]
        best = self.highest(who, month)
        born = self.people[who][4] or None
        return ratings.k_factor(
            self.rating(who, month), self.career(who, month), month // 12, born, best >= 2400, best >= 2300
        )

    def next_rating(self, who: int, month: int) -> int:
        before = self.rating(who, month - 1)
        if before:
            games = self.rated_games(who, month)
            if not games:
                return self.published[month - 1][who]  # a rating that is lent is not published without a game
            changes = [
                ratings.change(own, opponent, half, self.kind, datetime.date.fromordinal(day))
                for own, opponent, half, day in games
            ]
            new = ratings.new_rating(before, changes, self.k(who, month - 1))
            return new if new >= 1400 else 0
        pool = self.pool(who, month)
        opponents = [one for _day, _event, some, _score in pool for one in some]
        return ratings.initial_rating(opponents, sum(score for *_, score in pool)) or 0


def lists(people: dict, games: list, first: int, last: int, kind: str = "standard", lent: dict | None = None) -> dict:
    """Every list: month -> player -> (rating, K, career, highest); `lent` are the standard ratings by month."""
    record = Record(people, games, first, kind, lent)
    found = {}
    for month in range(first + 1, last + 1):
        record.published[month] = {who: record.next_rating(who, month) for who in people}
        found[month] = {
            who: (rating, record.k(who, month) if rating else 0, record.career(who, month), record.highest(who, month))
            for who, rating in record.published[month].items()
        }
    return found


def main() -> None:
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    people = {int(who): facts for who, facts in data["people"].items()}
    json.dump(lists(people, data["games"], data["first"], data["last"]), sys.stdout)


if __name__ == "__main__":
    main()
