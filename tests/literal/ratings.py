"""Reference arithmetic of the FIDE rating regulations B.02 (1 March 2024, with the changes of 1 Dec 2024 and 1 Oct
2025) and of the norm part of the title regulations B.01 (1 January 2024). Integers only.

What it is: expectation and performance tables, the 400-point rule, K factors, the monthly period, first ratings,
performance ratings (Rp, PTP) and a norm check/search. Scores are counted in half points (win = 2), expectations in
percent.
Limits: no list handling, no pools of games over several periods, no direct titles, no title applications.

Usage
  ratings --check VECTORS.json [...]         compare with the vectors of data/ratings (prints the number checked)
  ratings expected OWN OPP [--kind standard|rapid|blitz] [--start 2026-01-01]
  ratings performance OPP,OPP,... SCORE      average, Rp and PTP
  ratings initial OPP,OPP,... SCORE          first rating or 'none'
"""

from __future__ import annotations

import argparse
import datetime
import json
from itertools import combinations
from pathlib import Path

from literal.rating_tables import DP, PD_EDGES

TITLED = {"GM", "IM", "WGM", "WIM", "FM", "WFM"}
# 1.4: minimum performance, minimum average, rating of the one adjusted opponent, titles that count as own level
NORMS = {
    "GM": {"rp": 2600, "ra": 2380, "floor": 2200, "titles": {"GM"}},
    "IM": {"rp": 2450, "ra": 2230, "floor": 2050, "titles": {"GM", "IM"}},
    "WGM": {"rp": 2400, "ra": 2180, "floor": 2000, "titles": {"GM", "IM", "WGM"}},
    "WIM": {"rp": 2250, "ra": 2030, "floor": 1850, "titles": {"GM", "IM", "WGM", "WIM"}},
}
LIFTED_CAP = datetime.date(2025, 10, 1)  # 8.3.1: own rating 2650 or more
RAPID_EXCLUSION = datetime.date(2024, 12, 1)  # rapid/blitz 7.3.1
TODAY = datetime.date(2026, 1, 1)


def half_up(numerator: int, denominator: int) -> int:
    """Nearest integer of a non-negative fraction, .5 upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


def half_away(numerator: int, denominator: int) -> int:
    """Nearest integer, .5 away from zero."""
    value = half_up(abs(numerator), denominator)
    return value if numerator >= 0 else -value


def dp(percent: int) -> int:
    return DP[100 - percent] if percent >= 50 else -DP[percent]


def percentage(half_points: int, games: int) -> int:
    return half_up(50 * half_points, games)


def table_expectation(difference: int) -> int:
    """8.1.2 in percent, without the 400-point rule."""
    percent = 50 + sum(edge <= abs(difference) for edge in PD_EDGES)
    return percent if difference >= 0 else 100 - percent


def effective_difference(own: int, opponent: int, kind: str = "standard", start: datetime.date = TODAY) -> int:
    """8.3.1: differences above 400 count as 400, except (standard, since October 2025) for those rated 2650 or more."""
    difference = own - opponent
    if kind == "standard" and own >= 2650 and start >= LIFTED_CAP:
        return difference
    return max(-400, min(400, difference))


def expected(own: int, opponent: int, kind: str = "standard", start: datetime.date = TODAY) -> int:
    return table_expectation(effective_difference(own, opponent, kind, start))


def is_rated(a: int, b: int, kind: str, start: datetime.date = TODAY) -> bool:
    excluded = kind != "standard" and start >= RAPID_EXCLUSION and abs(a - b) >= 600 and max(a, b) > 2600
    return not excluded


def change(own: int, opponent: int, half_points: int, kind: str = "standard", start: datetime.date = TODAY) -> int:
    """Score minus expectation in hundredths."""
    return 50 * half_points - expected(own, opponent, kind, start)


def k_factor(
    rating: int,
    games: int,
    list_year: int,
    birth_year: int | None = None,
    ever_2400: bool = False,
    ever_2300: bool = False,
) -> int:
    if ever_2400 or rating >= 2400:
        return 10
    if birth_year and list_year - birth_year <= 18 and not (ever_2300 or rating >= 2300):
        return 40
    return 40 if games < 30 else 20


def k_capped(k: int, games_in_period: int) -> int:
    return k if k * games_in_period <= 700 else 700 // games_in_period


def new_rating(base: int, changes: list[int], k: int) -> int:
    """8.3: all games of a period together, rounded once."""
    return base + half_away(sum(changes) * k_capped(k, len(changes)), 100)


def initial_rating(opponents: list[int], half_points: int) -> int | None:
    """8.2: two extra draws against 1800; at least 5 games; at most 2200; published from 1400."""
    if len(opponents) < 5:
        return None
    games = len(opponents) + 2
    performance = half_up(sum(opponents) + 3600 + games * dp(percentage(half_points + 2, games)), games)
    performance = min(performance, 2200)
    return performance if performance >= 1400 else None


def performance(opponents: list[int], half_points: int, floor: int | None = None) -> tuple[int, int]:
    """(Ra, Rp); floor raises the lowest opponent (norms)."""
    ratings = sorted(opponents)
    if floor:
        ratings[0] = max(ratings[0], floor)
    average = half_up(sum(ratings), len(ratings))
    return average, average + dp(percentage(half_points, len(ratings)))


def perfect_performance(opponents: list[int], half_points: int) -> int:
    """C.07 10.3: lowest rating whose expectation reaches the score."""
    if half_points == 0:
        return min(opponents) - 800
    rating = min(opponents) - 801
    while sum(table_expectation(rating - r) for r in opponents) < 50 * half_points:
        rating += 1
    return rating


# ---------------------------------------------------------------------------------------------------------- norms


def federations_missing(own: str, met: list[str], games: int) -> list[str]:
    """1.4.3, 1.4.4: two foreign federations, not too many opponents of one's own or of any one."""
    missing = []
    if len({f for f in met if f != own}) < 2:
        missing.append("1.4.3")
    if met.count(own) > 3 * games // 5:
        missing.append("1.4.4 own federation")
    if met and max(met.count(f) for f in set(met)) > 2 * games // 3:
        missing.append("1.4.4 one federation")
    return missing


def norm_check(
    title: str,
    federation: str,
    games: list[tuple[int | None, str, str, int]],
    *,
    rounds: int = 9,
    min_games: int = 9,
    double_round_robin: bool = False,
    foreigners_exempt: bool = False,
    unplayed_wins: int = 0,
) -> dict:
    """The numbers and the articles not fulfilled; games: opponent's rating, title, federation, half points."""
    norm, n, missing = NORMS[title], len(games), []
    if not (n >= min_games or (rounds == 9 and n == 8 and unplayed_wins == 1)):
        missing.append("1.4.1")
    if n == 0:
        return {"met": False, "missing": missing}
    if not foreigners_exempt:
        missing += federations_missing(federation, [g[2] for g in games if g[2] != "FID"], n)
    if sum(g[1] in TITLED for g in games) < -(-n // 2):
        missing.append("1.4.5a")
    needed = -(-n // 2) if double_round_robin else max(3, -(-n // 3))
    if sum(g[1] in norm["titles"] for g in games) < needed:
        missing.append("1.4.5")
    half_points = sum(g[3] for g in games)
    if 50 * half_points < 35 * n:
        missing.append("1.4.8b")
    average, reached = performance([g[0] or 1400 for g in games], half_points, norm["floor"])
    if average < norm["ra"]:
        missing.append("1.4.8a")
    if reached < norm["rp"]:
        missing.append("1.4.8")
    found = {"met": not missing, "missing": missing, "Ra": average, "Rp": reached}
    return found | {"half_points": half_points, "games": n}


def norm_search(title: str, federation: str, games: list, *, swiss: bool = True, min_games: int = 9, **options) -> dict:
    """1.4.1 e/f: a tail of games (Swiss) and any won games may be ignored; the smallest omission first."""
    n, first = len(games), None
    for dropped in range(max(0, n - min_games) + 1):
        for tail in range((dropped if swiss else 0) + 1):
            head = games[: n - tail]
            wins = [i for i, g in enumerate(head) if g[3] == 2]
            for ignored in combinations(wins, dropped - tail):
                kept = [g for i, g in enumerate(head) if i not in ignored]
                result = norm_check(title, federation, kept, min_games=min_games, **options)
                if result["met"]:
                    return result | {"ignored_wins": ignored, "ignored_tail": tail}
                first = first or result
    return first


def games_credit(games: int, surplus_half_points: int, rounds: int = 9) -> int:
    """1.4.1d: every full point above the requirement counts as one more game; 1.7: at most 13 of over 13 rounds."""
    credit = games + surplus_half_points // 2
    return min(13, credit) if rounds > 13 else credit


# --------------------------------------------------------------------------------------------- vectors, command line


def halves(score: float) -> int:
    return round(2 * score)


def check(vectors: dict) -> tuple[int, list]:
    """Number of vectors compared and the list of deviations."""
    checked, wrong = 0, []

    def compare(got: object, want: object, case: object) -> None:
        nonlocal checked
        checked += 1
        if got != want:
            wrong.append((got, want, case))

    for v in vectors.get("expected", []):
        compare(expected(v["own"], v["opponent"]), v["percent"], v)
    for v in vectors.get("performance", []):
        compare(performance(v["opponents"], halves(v["score"]))[1], v["rp"], v)
    for v in vectors.get("performance_ptp", []):
        got = (
            *performance(v["opponents"], halves(v["score"])),
            perfect_performance(v["opponents"], halves(v["score"])),
        )
        compare(list(got), [v["aro"], v["tpr"], v["ptp"]], v)
        compare(performance(v["opponents"], halves(v["score"]), NORMS["GM"]["floor"])[1], v["rp_with_gm_floor"], v)
    for v in vectors.get("initial", []):
        compare(initial_rating(v["opponents"], halves(v["score"])), v["rating"], v)
    for v in vectors.get("k_factor", []):
        k = k_factor(v["rating"], v["games"], v["list_year"], v["birth_year"], v["ever_2400"], v["ever_2300"])
        compare(k_capped(k, v["games_in_period"]), v["k"], v)
    for v in vectors.get("single_change", []):
        for kind in ("standard", "rapid"):
            compare(v["k"] * change(v["own"], v["opponent"], halves(v["score"]), kind), round(100 * v[kind]), v)
    for v in vectors.get("percent", []):
        compare(percentage(halves(v["score"]), v["games"]), v["percent"], v)
    for v in vectors.get("published_periods", []):
        changes = [change(e["rating"], g["opponent"], halves(g["score"])) for e in v["events"] for g in e["games"]]
        compare(new_rating(v["base"], changes, v["k"]), v["new"], v["id"])
    return checked, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", nargs="+", metavar="VECTORS.json")
    parser.add_argument("--kind", default="standard", choices=["standard", "rapid", "blitz"])
    parser.add_argument("--start", type=datetime.date.fromisoformat, default=TODAY)
    parser.add_argument("what", nargs="*", help="expected OWN OPP | performance OPPS SCORE | initial OPPS SCORE")
    args = parser.parse_args()
    for name in args.check or []:
        checked, wrong = check(json.loads(Path(name).read_text(encoding="utf-8")))
        print(Path(name).name, checked, "checked,", len(wrong), "different", *wrong)
    if args.what[:1] == ["expected"]:
        print(expected(int(args.what[1]), int(args.what[2]), args.kind, args.start), "percent")
    elif args.what:
        opponents, half_points = [int(x) for x in args.what[1].split(",")], halves(float(args.what[2]))
        if args.what[0] == "initial":
            print(initial_rating(opponents, half_points) or "none")
        else:
            average, rp = performance(opponents, half_points)
            print("Ra", average, "Rp", rp, "PTP", perfect_performance(opponents, half_points))


if __name__ == "__main__":
    main()
