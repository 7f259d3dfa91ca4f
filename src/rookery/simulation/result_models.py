"""Models of game results: data with the numbers of each model and their source.

A model gives the chances of a win of White and of a draw, in whole millionths; nothing else about a game is random.

The games of generated tournaments end by the expectation of B.02, with a share of draws (`Chances`). With E the
expected score of White by the rating difference (B.02 8.1.2) and D the share of draws between equals,

    P(draw) = min(4 D E (1 - E), 2 E, 2 (1 - E)),    P(White wins) = E - P(draw) / 2,    P(Black wins) = the rest,

so the expected score is E exactly, whatever D is; draws become rarer as the difference grows. White has no advantage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from math import erf, exp, log, sqrt
from random import Random

from rookery._record import record
from rookery.elo import expected_score
from rookery.errors import RuleError
from rookery.model import Result

WHOLE = 1_000_000
"""The number of parts in which chances are counted."""

Numbers = Mapping[str, float]
Thresholds = Callable[[int, int], tuple[int, int]]
"""Maps the strengths of White and Black to the upper bounds of a White win and of a draw, in 0 to 1,000,000."""
Form = Callable[[Numbers], Thresholds]
"""Builds thresholds from the numbers of a model."""

_REMEMBERED = 1 << 12
"""The number of pairs of strengths whose chances are cached."""


@record
class OutcomeModel:
    """A model of game results: its name, the form of its curves, their numbers, and the source.

    >>> MODELS["fide"].chances(2000, 1900), MODELS["milvang"].chances(2700, 2700)
    ((455680, 368640, 175680), (263675, 570763, 165562))
    >>> MODELS["coin"].chances(1400, 2800)
    (500000, 0, 500000)
    """

    name: str
    form: str
    numbers: tuple[tuple[str, float], ...] = ()
    source: str = ""

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            raise RuleError(f"there is no form {self.form!r} of outcomes: {', '.join(FORMS)}")
        try:
            self.chances(2000, 2000)
        except KeyError as missing:
            raise RuleError(f"outcomes of the form {self.form} need the number {missing}") from None

    def chances(self, white: int, black: int) -> tuple[int, int, int]:
        """Return the chances of a White win, a draw and a Black win, in millionths.

        >>> sum(MODELS["kryukov"].chances(2300, 900))
        1000000
        """
        win, draw_end = self.thresholds(white, black)
        return win, draw_end - win, WHOLE - draw_end

    @property
    def thresholds(self) -> Thresholds:
        """The chances as two bounds in 0 to 1,000,000, cached for strengths that recur."""
        return _cached_thresholds(self.form, self.numbers)

    @property
    def curves(self) -> Thresholds:
        """The chances as two bounds in 0 to 1,000,000, computed at each call, for strengths that rarely recur."""
        return _compute_thresholds(self.form, self.numbers)


@cache
def _compute_thresholds(form: str, numbers: tuple[tuple[str, float], ...]) -> Thresholds:
    return FORMS[form](dict(numbers))


@cache
def _cached_thresholds(form: str, numbers: tuple[tuple[str, float], ...]) -> Thresholds:
    return lru_cache(_REMEMBERED)(_compute_thresholds(form, numbers))


def thresholds_from_expectation(expected: float, draw: float) -> tuple[int, int]:
    """Return the thresholds of an expected score and a share of draws; the share is limited to what is possible.

    >>> thresholds_from_expectation(0.5, 0.4), thresholds_from_expectation(0.9, 0.4)
    ((300000, 700000), (800000, 1000000))
    """
    draw = max(0.0, min(draw, 2 * expected, 2 * (1 - expected)))
    return round(round(expected - draw / 2, 6) * WHOLE), round(round(expected + draw / 2, 6) * WHOLE)


def _thresholds_from_chances(win: float, loss: float) -> tuple[int, int]:
    """Return the thresholds of the chances to win and to lose; a total above 1 is scaled to 1, without draws."""
    if win + loss > 1:
        win = win / (win + loss)
        loss = 1 - win
    whole = int(win * WHOLE + 0.5)
    return whole, max(whole, WHOLE - int(loss * WHOLE + 0.5))


# -- forms -------------------------------------------------------------------------------------------------------------


def _logistic(points: float) -> float:
    return 1.0 / (1.0 + 10.0 ** (points / -400))  # type: ignore[no-any-return]


def _normal(points: float, deviation: float) -> float:
    return (1 + erf(points / (deviation * sqrt(2)))) / 2


def _table_thresholds(numbers: Numbers) -> Thresholds:
    """Draws are 4 D E (1 - E), with E of the table of B.02 8.1.2 and D the share of draws between equals."""
    draws, hundredths = numbers["draws"], [percentage / 100 for percentage in range(101)]
    thresholds = [
        thresholds_from_expectation(expected, 4 * draws * expected * (1 - expected)) for expected in hundredths
    ]
    return lambda white, black: thresholds[expected_score(white - black)]


def _separate_win_curves(numbers: Numbers) -> Thresholds:
    """Build a curve for a win of White and one for Black, each shifted by the mean strength; the rest are draws."""
    scale, white_shift, black_shift = float(numbers["scale"]), float(numbers["white"]), float(numbers["black"])
    slope, other_slope = numbers["white_slope"], numbers["black_slope"]
    whole, parts = WHOLE, float(WHOLE)  # avoids int/float conversions, half of the running time

    def thresholds(white: int, black: int) -> tuple[int, int]:
        above, gap = (white + black) * 0.5 - 2000.0, (black - white) * 1.0
        win = 1.0 / (1.0 + 10.0 ** ((white_shift + slope * above + gap) / scale))
        loss = 1.0 / (1.0 + 10.0 ** ((black_shift + other_slope * above - gap) / scale))
        if win + loss > 1.0:
            return _thresholds_from_chances(win, loss)
        wins, draw_end = int(win * parts + 0.5), whole - int(loss * parts + 0.5)
        return wins, draw_end if draw_end > wins else wins

    return thresholds


def _pawn_odds_thresholds(numbers: Numbers) -> Thresholds:
    """Build a normal curve; draw odds are measured in pawns, whose value grows with the strength of the players."""

    def thresholds(white: int, black: int) -> tuple[int, int]:
        pawn = numbers["pawn"] * exp((white + black) / 2 / numbers["growth"])
        ahead, odds = white - black + numbers["white"], numbers["draw_odds"] * pawn
        return _thresholds_from_chances(
            _normal(ahead - odds, numbers["deviation"]), _normal(-ahead - odds, numbers["deviation"])
        )

    return thresholds


def _engine_thresholds(numbers: Numbers) -> Thresholds:
    """Build a logistic curve; the share of draws falls with the difference and grows with the mean."""

    def thresholds(white: int, black: int) -> tuple[int, int]:
        per_cent = exp(((white + black) / 2 - numbers["mean"]) / numbers["growth"]) + numbers["least"]
        return thresholds_from_expectation(
            _logistic(white - black), (per_cent - abs(white - black) / numbers["fall"]) / 100
        )

    return thresholds


def _advantage_thresholds(numbers: Numbers) -> Thresholds:
    """Build a logistic curve; White has an advantage, and a win requires an excess of `draw` points."""

    def thresholds(white: int, black: int) -> tuple[int, int]:
        ahead, draw = white - black + numbers["advantage"], numbers["draw"]
        return _thresholds_from_chances(_logistic(ahead - draw), _logistic(-ahead - draw))

    return thresholds


def _growing_ties_thresholds(numbers: Numbers) -> Thresholds:
    """Weights of a win, a loss and a draw, in which White's advantage and the worth of a draw grow with the mean.

    Strengths are on the natural scale of the logistic curve, from `middle` on.
    """
    scale, middle = log(10) / 400, numbers["middle"]

    def thresholds(white: int, black: int) -> tuple[int, int]:
        mean = scale * ((white + black) / 2 - middle)
        ahead = scale * (white - black) / 2 + (numbers["white"] + numbers["white_slope"] * mean) / 4
        win, loss, draw = exp(ahead), exp(-ahead), exp(numbers["draw"] + numbers["draw_slope"] * mean)
        whole = win + loss + draw
        return _thresholds_from_chances(win / whole, loss / whole)

    return thresholds


def _strength_error_thresholds(numbers: Numbers) -> Thresholds:
    """Build a model in which both strengths have a uniform error of up to `width`; the higher sum wins."""
    width = 2 * numbers["width"]

    def thresholds(white: int, black: int) -> tuple[int, int]:
        gap = min(abs(white - black) / width, 1.0)
        weaker = (1 - gap) ** 2 / 2  # of two even errors the difference lies under a triangle
        return thresholds_from_expectation(weaker if white < black else 1 - weaker, 0.0)

    return thresholds


def _constant_draw_share_thresholds(numbers: Numbers) -> Thresholds:
    """Build a normal curve with a constant share of draws where that is possible."""
    return lambda white, black: thresholds_from_expectation(
        _normal(white - black, numbers["deviation"]), numbers["draws"]
    )


def _even_chance_thresholds(numbers: Numbers) -> Thresholds:
    """Build a model with an even chance for both players, without draws."""
    return lambda white, black: (WHOLE // 2, WHOLE // 2)


def _stronger_wins_thresholds(numbers: Numbers) -> Thresholds:
    """Build a model in which the stronger player always wins; equal players draw."""
    return lambda white, black: (WHOLE, WHOLE) if white > black else (0, 0) if white < black else (0, WHOLE)


FORMS: dict[str, Form] = {
    "table": _table_thresholds,
    "two curves": _separate_win_curves,
    "pawns": _pawn_odds_thresholds,
    "engines": _engine_thresholds,
    "advantages": _advantage_thresholds,
    "growing ties": _growing_ties_thresholds,
    "errors": _strength_error_thresholds,
    "share": _constant_draw_share_thresholds,
    "coin": _even_chance_thresholds,
    "stronger": _stronger_wins_thresholds,
}
"""The forms of curves, by name."""


def _build_model(name: str, form: str, source: str, **numbers: float) -> OutcomeModel:
    return OutcomeModel(name, form, tuple(sorted(numbers.items())), source)


MODELS: dict[str, OutcomeModel] = {
    model.name: model
    for model in (
        _build_model("fide", "table", "FIDE Handbook B.02 8.1.2; draws as in the generator", draws=0.4),
        _build_model(
            "milvang",
            "two curves",
            "O. Milvang, TieBreakServer, drawresult.py (2025)",
            scale=370,
            white=96,
            white_slope=0.0986,
            black=150,
            black_slope=0.157,
        ),
        _build_model(
            "labelle",
            "pawns",
            "F. Labelle, wismuth.com/elo/calculator.html",
            deviation=2000 / 7,
            draw_odds=0.6,
            pawn=26.59,
            growth=1020,
            white=35,
        ),
        _build_model(
            "kryukov",
            "engines",
            "K. Kryukov, KCEC, draw rate of engine games",
            mean=2254.7,
            growth=208.49,
            least=23.87,
            fall=32.49,
        ),
        _build_model("bayeselo", "advantages", "R. Coulom, Bayesian Elo, its defaults", advantage=32.8, draw=97.3),
        _build_model(
            "davidson",
            "growing ties",
            "M. Glickman, arXiv:2505.24783, after Davidson: US Opens 2006 to 2019",
            middle=1500,
            white=0.363,
            white_slope=0.037,
            draw=-0.471,
            draw_slope=0.120,
        ),
        _build_model(
            "rankcraft",
            "errors",
            "RankCraft, its test against the literature: no draws, errors to 100 points",
            width=100,
        ),
        _build_model(
            "bbp",
            "share",
            "the generator of bbpPairings: a normal curve and a share of draws",
            deviation=200 * sqrt(2),
            draws=0.3,
        ),
        _build_model("coin", "coin", "for tests: a half, and no draws"),
        _build_model("stronger", "stronger", "for tests: the stronger always wins"),
    )
}
"""All models, by name."""

DEFAULT = "milvang"


def find_outcome_model(model_name: str | OutcomeModel) -> OutcomeModel:
    """Return the model of this name; a share of draws may follow the name of a table model: "fide:0.3".

    >>> find_outcome_model("fide:0.5").chances(2000, 2000)
    (250000, 500000, 250000)
    """
    if isinstance(model_name, OutcomeModel):
        return model_name
    if not isinstance(model_name, str):
        raise RuleError(f"outcomes are a name such as 'milvang' or an OutcomeModel, not {model_name!r}")
    name, _, share = model_name.partition(":")
    model = MODELS.get(name)
    if model is None:
        raise RuleError(f"there are no outcomes called {name!r}: {', '.join(MODELS)}")
    if not share:
        return model
    if model.form not in ("table", "share"):
        raise RuleError(f"the share of draws follows from the strengths in {name}: only fide and bbp take one")
    try:
        draws = float(share)
    except ValueError:
        draws = -1.0
    if not 0 <= draws <= 1:
        raise RuleError(f"the share of draws lies between 0.0 and 1.0, not {share}")
    return _build_model(model_name, model.form, model.source, **{**dict(model.numbers), "draws": draws})


_UNUSUAL = (Result.WHITE_DRAWS_ALONE, Result.BLACK_DRAWS_ALONE, Result.BOTH_LOSE)
_FORFEITS = (Result.WHITE_BY_FORFEIT, Result.BLACK_BY_FORFEIT)
_UNRATED = {
    Result.WHITE_WINS: Result.UNRATED_WHITE_WINS,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.BLACK_WINS: Result.UNRATED_BLACK_WINS,
}


@record
class Chances:
    """Shares between 0 and 1: draws between equals, and the unusual results among all games.

    >>> Chances(draws=0.5).thresholds(0), Chances(draws=0.5).thresholds(100)
    ((0.25, 0.75), (0.4096, 0.8704))
    """

    draws: float = 0.4
    forfeits: float = 0.0
    double_forfeits: float = 0.0
    unusual: float = 0.0
    unrated: float = 0.0

    def thresholds(self, difference: int) -> tuple[float, float]:
        """Return the two thresholds between 0 and 1 below which White wins and the game is drawn."""
        return _threshold_table(self.draws)[expected_score(difference)]

    def results(self, differences: Iterable[int], rng: Random) -> Iterator[Result]:
        """Yield a random result for each rating difference, from White's point of view."""
        table, random = _threshold_table(self.draws), rng.random
        white, draws, black = Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS
        ordinary = self.forfeits + self.double_forfeits + self.unusual + self.unrated
        for difference in differences:
            win, draw = table[expected_score(difference)]
            share, position = random(), random()
            result = white if position < win else draws if position < draw else black
            yield result if share >= ordinary else self._unusual_result(result, share)

    def _unusual_result(self, result: Result, share: float) -> Result:
        """Return the result of a game that ends in an unusual way."""
        if share < self.forfeits:
            return _FORFEITS[share < self.forfeits / 2]
        share -= self.forfeits
        if share < self.double_forfeits:
            return Result.DOUBLE_FORFEIT
        share -= self.double_forfeits
        return _UNUSUAL[min(2, int(3 * share / self.unusual))] if share < self.unusual else _UNRATED[result]


@lru_cache(64)
def _threshold_table(draws: float) -> tuple[tuple[float, float], ...]:
    """Return both thresholds for every expectation of 0 to 100 hundredths, by the outcome model "fide"."""
    marks_by_expectation = [
        thresholds_from_expectation(expected / 100, 4 * draws * expected / 100 * (1 - expected / 100))
        for expected in range(101)
    ]
    return tuple([(win / WHOLE, draw_end / WHOLE) for win, draw_end in marks_by_expectation])
