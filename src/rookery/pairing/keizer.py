"""The Keizer system: a club championship in which players may miss rounds. It is not a FIDE system.

Every player has a value: the first of the ranking has the highest, each place below one less, the last about a third
of the first. A win earns the value of the opponent, a draw half of it, a missed round a part of the player's own
value, and all players start with their own value. The values depend on the ranking, the ranking on the scores, and
the scores on the values: this is repeated, for all rounds, until the ranking is stable. If the rankings repeat in a
cycle instead, the mean of the scores over the cycle decides. Equal scores rank by pairing number.

The next round pairs the first with the second, the third with the fourth, and so on, as near as possible, but no
player with an opponent of the last few rounds.

Clubs choose options, which the code of the system states: CUSTOM_KEIZER_TOP60_START0_APART5 is a Keizer in which the
first place is worth 60, players start without points, and two who met do not meet again for five rounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from rookery._record import field, record, replace
from rookery.errors import NoPairingError, Problem, RuleError, Severity, UnfinishedError, UnsupportedError
from rookery.history.pairing_numbers import ids_in_order, participants_to_pair
from rookery.matching.blossom import EXPOSED, complete_matching
from rookery.matching.optimal_matchings import OptimalMatchings
from rookery.messages import join_texts, msg
from rookery.model import Bye, ByeKind, Colour, Ending, Game, RequestedBye, Round, Tournament
from rookery.pairing.schedules.tables import colours
from rookery.regulations.formats import KEIZER

# -- the options of clubs ----------------------------------------------------------------------------------------------

BYES = {
    "bye": ByeKind.PAIRING_ALLOCATED, "full": ByeKind.FULL, "half": ByeKind.HALF, "zero": ByeKind.ZERO,
    "late": ByeKind.NOT_ENTERED,
}  # fmt: skip
"""The kind of bye by its option word."""
WORDS = ("top", "start", "apart", *BYES)
"""All option words."""


def _usual_byes() -> dict[ByeKind, Fraction]:
    return {
        ByeKind.PAIRING_ALLOCATED: Fraction(1, 2),
        ByeKind.FULL: Fraction(2, 3),
        ByeKind.HALF: Fraction(1, 3),
        ByeKind.ZERO: Fraction(0),
        ByeKind.NOT_ENTERED: Fraction(0),
    }


@record(kw_only=True)
class KeizerRules:
    """The options of a Keizer.

    `byes` are parts of the player's own value: by default half of it for the player left over, two thirds for a
    full-point bye (duty for the club), a third for a half-point bye (absent with notice).
    """

    top: int | None = None
    """The value of the first place; by default such that it is three times the value of the last."""
    start: Fraction = Fraction(1)
    """The points of each player at the start, as a multiple of the player's own value."""
    byes: Mapping[ByeKind, Fraction] = field(default_factory=_usual_byes)
    apart: int = 3
    """The number of rounds in which two who met do not meet again; reduced if no pairing is possible otherwise."""

    def __post_init__(self) -> None:
        least: dict[str, int | Fraction] = {
            "top": self.top or 1,
            "start": self.start,
            "apart": self.apart,
            **_bye_values_by_word(self.byes),
        }
        for word, value in least.items():
            if value < 0:
                raise RuleError(msg("Keizer: %(word)s is not negative: %(value)s", word=word, value=value))

    @property
    def code(self) -> str:
        """The code of the system with the options that differ from the default.

        >>> KeizerRules(top=60, start=Fraction(1, 2)).code
        'CUSTOM_KEIZER_TOP60_START1/2'
        """
        usual, own = _option_values(KeizerRules()), _option_values(self)
        changed = [f"{word.upper()}{value}" for word, value in own.items() if value != usual[word]]
        return "_".join([KEIZER.code, *changed])


def _bye_values_by_word(byes: Mapping[ByeKind, Fraction]) -> dict[str, Fraction]:
    return {word: byes.get(kind, Fraction(0)) for word, kind in BYES.items()}


def _option_values(rules: KeizerRules) -> dict[str, int | Fraction | None]:
    return {"top": rules.top, "start": rules.start, "apart": rules.apart, **_bye_values_by_word(rules.byes)}


USUAL = KeizerRules()


def with_options(rules: KeizerRules, words: Iterable[tuple[str, str]]) -> KeizerRules:
    """Return the rules with these options: ("top", "60"), ("half", "1/3"), ...

    >>> with_options(USUAL, [("apart", "5"), ("bye", "2/3")]).code
    'CUSTOM_KEIZER_APART5_BYE2/3'
    """
    for word, text in words:
        name = word.lower()
        if name not in WORDS:
            raise RuleError(msg("Keizer has no option %(word)s: there are %(list)s", word=f"{word!r}",
                                   list=", ".join(WORDS)))  # fmt: skip
        whole = name in ("top", "apart")
        if not re.fullmatch(r"\d{1,6}" if whole else r"\d{1,6}(/[1-9]\d{0,5}|\.\d{1,6})?", text, re.ASCII):
            expected = "a whole number" if whole else "a number such as 2, 2/3 or 0.5"
            raise RuleError(msg("Keizer: %(name)s is %(expected)s, not %(text)s", name=name, expected=expected,
                                   text=f"{text!r}"))  # fmt: skip
        if name in BYES:
            rules = replace(rules, byes={**rules.byes, BYES[name]: Fraction(text)})
        elif name == "start":
            rules = replace(rules, start=Fraction(text))
        else:
            rules = replace(rules, apart=int(text)) if name == "apart" else replace(rules, top=int(text))
    return rules


def parse_options(text: str, rules: KeizerRules = USUAL) -> KeizerRules:
    """Parse rules written in one line: top=60,apart=5.

    >>> parse_options("top=60, half=1/2").code
    'CUSTOM_KEIZER_TOP60_HALF1/2'
    """
    options = [part.partition("=") for part in text.split(",") if part.strip()]
    for word, equals, _ in options:
        if not equals:
            raise RuleError(msg("Keizer: read %(strip)s, expected words such as apart=5 (%(list)s)",
                                   strip=f"{word.strip()!r}", list=", ".join(WORDS)))  # fmt: skip
    return with_options(rules, [(word.strip(), value.strip()) for word, _, value in options])


def rules_from_code(code: str) -> KeizerRules:
    """Return the rules that the code of a system contains.

    >>> rules_from_code("CUSTOM_KEIZER_TOP60_HALF1/2").top
    60
    """
    _, _, options = code.upper().replace("-", "_").partition("KEIZER")
    words = [re.fullmatch(r"([A-Z]+)(.*)", part) for part in options.split("_") if part]
    if not all(words):
        raise RuleError(msg("%(code)s: KEIZER is followed by options such as APART5, with %(list)s", code=code,
                               list=", ".join(WORDS)))  # fmt: skip
    return with_options(USUAL, [(match[1].lower(), match[2]) for match in words if match])


_SHARES = {
    Ending.WIN: Fraction(1), Ending.FORFEIT_WIN: Fraction(1), Ending.DRAW: Fraction(1, 2),
    Ending.ADJOURNED: Fraction(1, 2), Ending.LOSS: Fraction(0), Ending.FORFEIT_LOSS: Fraction(0),
    Ending.PENDING: Fraction(0),
}  # fmt: skip


class Earning(NamedTuple):
    """A share of a value earned in a round (0: before the first): the opponent's value, or the player's own."""

    round: int
    whose: int
    share: Fraction


@record
class Place:
    """One line of the ranking: the player's value for the others, and the score it made."""

    player: int
    value: int
    score: Fraction


@record
class Ranking:
    """The ranking, the number of iterations, and the length of the final cycle (1: the ranking is stable).

    `earning` is the value of a win against each player: the player's value or, in a cycle, the mean of the values.
    """

    places: tuple[Place, ...]
    repeated: int
    circle: int = 1
    earning: Mapping[int, Fraction] = field(default_factory=dict)


# -- the ranking -------------------------------------------------------------------------------------------------------


def player_values_in_order(order: Sequence[int], top: int | None = None) -> dict[int, int]:
    """Return the value of every player in this order.

    >>> player_values_in_order("abcde")
    {'a': 6, 'b': 5, 'c': 4, 'd': 3, 'e': 2}
    """
    first = -(-3 * (len(order) - 1) // 2) if top is None else top
    return {player: max(first, 1) - place for place, player in enumerate(order)}


def ranking(tournament: Tournament, rules: KeizerRules | None = None) -> Ranking:
    """Rank the players by score, with values that agree with the places; by the rules in the code unless given.

    >>> from rookery.model import Player, Result
    >>> event = Tournament(players=(Player(1), Player(2), Player(3)))
    >>> event = event.with_round(Round(games=(Game(2, 1, Result.WHITE_WINS),), byes=(Bye(3, ByeKind.HALF),)))
    >>> [(place.player, place.value, str(place.score)) for place in ranking(event).places]
    [(2, 3, '5'), (1, 2, '2'), (3, 1, '4/3')]
    """
    if tournament.team_event:
        raise UnsupportedError(msg("Keizer for teams"))
    rules = rules or rules_from_code(tournament.system)
    everybody = ids_in_order(tournament)
    if rules.top is not None and rules.top < len(everybody):
        raise RuleError(msg("the first of %(number)s needs a value of as much, not %(top)s", number=len(everybody),
                               top=rules.top))  # fmt: skip
    earnings = find_earnings(tournament, rules)
    unit = lcm(*(earning.share.denominator for row in earnings.values() for earning in row))
    parts = {
        player: [(earning.whose, int(unit * earning.share)) for earning in row] for player, row in earnings.items()
    }
    order, positions = everybody, dict[tuple[int, ...], int]()
    while order not in positions:
        positions[order] = len(positions)
        order = _sort_by_score(everybody, _scores(order, parts, rules))
    orders = list(positions)[positions[order] :]
    scores = [_scores(ranking_order, parts, rules) for ranking_order in orders]
    total = {player: sum(score[player] for score in scores) for player in everybody}
    final = _sort_by_score(everybody, total)
    worth, unit = player_values_in_order(final, rules.top), unit * len(orders)
    places = tuple(Place(player, worth[player], Fraction(total[player], unit)) for player in final)
    order_values = [player_values_in_order(ranking_order, rules.top) for ranking_order in orders]
    earning = {
        player: Fraction(sum(worth[player] for worth in order_values), len(order_values)) for player in everybody
    }
    return Ranking(places, len(positions), len(orders), earning)


def _sort_by_score(everybody: Sequence[int], scores: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(sorted(everybody, key=lambda player: -scores[player]))


def _scores(order: Sequence[int], parts: Mapping[int, Sequence[tuple[int, int]]], rules: KeizerRules) -> dict[int, int]:
    """Return the scores when the values follow this order, in whole parts of a point."""
    player_values = player_values_in_order(order, rules.top)
    return {player: sum([part * player_values[owner] for owner, part in parts[player]]) for player in order}


def find_earnings(tournament: Tournament, rules: KeizerRules | None = None) -> dict[int, list[Earning]]:
    """Return the shares of values that every player has earned: of the own value at the start, then by round."""
    rules = rules or rules_from_code(tournament.system)
    earnings = {player: [Earning(0, player, rules.start)] for player in tournament.participants_by_number}
    for number, round in enumerate(tournament.rounds, 1):
        for game in round.games:
            earnings[game.white].append(Earning(number, game.black, _SHARES[game.result.white]))
            earnings[game.black].append(Earning(number, game.white, _SHARES[game.result.black]))
        for bye in round.byes:
            earnings[bye.player].append(Earning(number, bye.player, rules.byes.get(bye.kind, Fraction(0))))
    return earnings


# -- pairing -----------------------------------------------------------------------------------------------------------


def next_round(tournament: Tournament, rules: KeizerRules | None = None) -> Round:
    """Pair the next round: neighbours in the ranking meet, as near as possible from the top.

    In an odd field the lowest ranked player with the fewest byes has the bye. White goes to the player with fewer
    Whites, then to the one who did not have it last time, then to the higher placed on odd boards and to the lower
    on even ones.
    """
    for number, round in enumerate(tournament.rounds, 1):
        if round.pending:
            raise UnfinishedError(number, [(game.white, game.black) for game in round.pending])
    rules = rules or rules_from_code(tournament.system)
    present = set(participants_to_pair(tournament))
    order = [place.player for place in ranking(tournament, rules).places if place.player in present]
    byes = [Bye(player, kind) for player, kind in tournament.absent(tournament.next_round).items()]
    if len(order) % 2:
        left_over = _choose_bye(tournament, order)
        order.remove(left_over)
        byes.insert(0, Bye(left_over, ByeKind.PAIRING_ALLOCATED))
    pairs = _neighbours(tournament, order, rules.apart)
    history = colours(round.pairs for round in tournament.rounds)
    first = tournament.initial_colour or Colour.WHITE
    games = []
    for board, (higher, lower) in enumerate(pairs):
        white = _choose_white(higher, lower, history, (first is Colour.WHITE) == (board % 2 == 0))
        games.append(Game(white, lower if white == higher else higher))
    return Round(games=tuple(games), byes=tuple(byes))


def _choose_bye(tournament: Tournament, order: Sequence[int]) -> int:
    had = dict.fromkeys(order, 0)
    for bye in (bye for round in tournament.rounds for bye in round.byes):
        if bye.kind is ByeKind.PAIRING_ALLOCATED and bye.player in had:
            had[bye.player] += 1
    return min(reversed(order), key=lambda player: had[player])


def _neighbours(tournament: Tournament, order: Sequence[int], apart: int) -> list[tuple[int, int]]:
    """Pair from the top: each player with the nearest below who leaves the others a pairing."""
    size, everybody = len(order), (1 << len(order)) - 1
    for rounds in range(min(apart, len(tournament.rounds)), -1, -1):
        rows, mate = _allowed_rows(tournament, order, rounds), [EXPOSED] * size
        if complete_matching(rows, mate, everybody, everybody):
            matchings = OptimalMatchings(rows, mate, everybody)
            return [(order[i], order[matchings.fix(i, everybody)]) for i in range(size) if matchings.alive >> i & 1]
    raise NoPairingError(msg("the forbidden pairs leave no pairing"), tournament.forbidden_pairs)


def _allowed_rows(tournament: Tournament, order: Sequence[int], apart: int) -> list[int]:
    """Return by player a bit set of allowed opponents: neither forbidden nor met in the last rounds."""
    recent = tournament.rounds[len(tournament.rounds) - apart :]
    barred = {frozenset(pair) for round in recent for pair in round.pairs}
    groups = [set(player.players) for player in tournament.forbidden_pairs if player.covers(tournament.next_round)]

    def free(player: int, opponent: int) -> bool:
        pair = {player, opponent}
        return player != opponent and pair not in barred and not any(pair <= group for group in groups)

    return [sum(1 << j for j, opponent in enumerate(order) if free(player, opponent)) for player in order]


def _choose_white(higher: int, lower: int, history: Mapping[int, str], higher_first: bool) -> int:
    """Return which of the two has White."""
    first, second = history.get(higher, ""), history.get(lower, "")
    difference = (first.count("w") - first.count("b")) - (second.count("w") - second.count("b"))
    if difference:
        return lower if difference > 0 else higher
    if first[-1:] != second[-1:]:
        return lower if first[-1:] == "w" or second[-1:] == "b" else higher
    return higher if higher_first else lower


# -- problems --------------------------------------------------------------------------------------------------------


def find_problems(tournament: Tournament) -> Iterator[Problem]:
    """Yield remarks on rounds that differ from those of these rules; club rules differ."""
    for number, recorded in enumerate(tournament.rounds, 1):
        try:
            our_round = next_round(_position_before(tournament, number))
        except (NoPairingError, UnfinishedError):
            continue
        differences = [pair for pair in our_round.pairs if pair not in recorded.pairs]
        differences += [
            (bye.player, 0)
            for bye in our_round.byes
            if bye.kind is ByeKind.PAIRING_ALLOCATED and bye not in recorded.byes
        ]
        if differences:
            pairs = join_texts(", ", [f"{white}-{black}" if black else msg("a bye for %(number)s", number=white)
                                  for white, black in differences])  # fmt: skip
            text = msg("round %(round)s is not the one that these rules give, with %(pairs)s", round=number,
                          pairs=pairs)  # fmt: skip
            yield Problem(Severity.WARNING, "keizer", 0, (0, 0), "rounds", text)


def _position_before(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament before a round; the players not paired in it have requested a bye."""
    round = tournament.rounds[number - 1]
    kinds = {bye.player: bye.kind for bye in round.byes}
    busy = {player for pair in round.pairs for player in pair}
    absent = [
        player
        for player in tournament.participants_by_number
        if player not in busy and kinds.get(player) is not ByeKind.PAIRING_ALLOCATED
    ]
    return replace(
        tournament.before_round(number), requested_byes=tuple(RequestedBye(number, player) for player in absent)
    )
