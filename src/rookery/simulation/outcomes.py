"""How games end: models as data, each with its numbers and where they come from.

A model gives the chances that White wins and that nobody does, in whole millionths of 0 to 1; nothing else about a
game is random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import erf, exp, log, sqrt

from rookery.elo import expectation
from rookery.errors import RuleError
from rookery.values import frozen

WHOLE = 1_000_000
"""Chances are counted in this many parts."""

Numbers = Mapping[str, float]
Thresholds = Callable[[int, int], tuple[int, int]]
"""From the strengths of White and Black to where on the way from 0 to 1,000,000 a win of White and a draw end."""
Form = Callable[[Numbers], Thresholds]
"""What makes these of the numbers of a model."""

_REMEMBERED = 1 << 12
"""Of so many pairs of strengths the chances are remembered."""


@frozen
class OutcomeModel:
    """One way in which games end: its name, the form of its curves, the numbers in them, and the source of both.

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
        """The chances that White wins, that it is a draw, that Black wins, in millionths.

        >>> sum(MODELS["kryukov"].chances(2300, 900))
        1000000
        """
        win, drawn = self.thresholds(white, black)
        return win, drawn - win, WHOLE - drawn

    @property
    def thresholds(self) -> Thresholds:
        """The chances as two marks on the way from 0 to 1,000,000, remembered for strengths that come again."""
        return _remembered(self.form, self.numbers)

    @property
    def curves(self) -> Thresholds:
        """The same, worked out each time: for strengths that hardly come again."""
        return _curves(self.form, self.numbers)


@cache
def _curves(form: str, numbers: tuple[tuple[str, float], ...]) -> Thresholds:
    return FORMS[form](dict(numbers))


@cache
def _remembered(form: str, numbers: tuple[tuple[str, float], ...]) -> Thresholds:
    return lru_cache(_REMEMBERED)(_curves(form, numbers))


def marks(expected: float, draw: float) -> tuple[int, int]:
    """The thresholds of an expected score and a share of draws, which costs both sides the same; no more draws than
    there is room for.

    >>> marks(0.5, 0.4), marks(0.9, 0.4)
    ((300000, 700000), (800000, 1000000))
    """
    draw = max(0.0, min(draw, 2 * expected, 2 * (1 - expected)))
    return round(round(expected - draw / 2, 6) * WHOLE), round(round(expected + draw / 2, 6) * WHOLE)


def _of_both(win: float, loss: float) -> tuple[int, int]:
    """The thresholds of the chances of both sides; where these are more than 1, nobody draws, and both keep their
    share."""
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


def _table(numbers: Numbers) -> Thresholds:
    """With E of the table of B.02 8.1.2 and D the share of draws between equals, draws are 4 D E (1 - E)."""
    draws, hundredths = numbers["draws"], [at / 100 for at in range(101)]
    known = [marks(expected, 4 * draws * expected * (1 - expected)) for expected in hundredths]
    return lambda white, black: known[expectation(white - black)]


def _two_curves(numbers: Numbers) -> Thresholds:
    """A curve for a win of White and one for Black, each shifted by the mean strength; draws are what is left."""
    scale, at, other_at = float(numbers["scale"]), float(numbers["white"]), float(numbers["black"])
    slope, other_slope = numbers["white_slope"], numbers["black_slope"]
    whole, parts = WHOLE, float(WHOLE)  # no number is turned into another kind on the way, which is half of the time

    def thresholds(white: int, black: int) -> tuple[int, int]:
        above, gap = (white + black) * 0.5 - 2000.0, (black - white) * 1.0
        win = 1.0 / (1.0 + 10.0 ** ((at + slope * above + gap) / scale))
        loss = 1.0 / (1.0 + 10.0 ** ((other_at + other_slope * above - gap) / scale))
        if win + loss > 1.0:
            return _of_both(win, loss)
        wins, drawn = int(win * parts + 0.5), whole - int(loss * parts + 0.5)
        return wins, drawn if drawn > wins else wins

    return thresholds


def _pawns(numbers: Numbers) -> Thresholds:
    """A normal curve; draw odds are worth so many pawns, and a pawn is worth more the stronger they are."""

    def thresholds(white: int, black: int) -> tuple[int, int]:
        pawn = numbers["pawn"] * exp((white + black) / 2 / numbers["growth"])
        ahead, odds = white - black + numbers["white"], numbers["draw_odds"] * pawn
        return _of_both(_normal(ahead - odds, numbers["deviation"]), _normal(-ahead - odds, numbers["deviation"]))

    return thresholds


def _engines(numbers: Numbers) -> Thresholds:
    """A logistic curve; the share of draws falls with the difference and grows with the mean."""

    def thresholds(white: int, black: int) -> tuple[int, int]:
        per_cent = exp(((white + black) / 2 - numbers["mean"]) / numbers["growth"]) + numbers["least"]
        return marks(_logistic(white - black), (per_cent - abs(white - black) / numbers["fall"]) / 100)

    return thresholds


def _advantages(numbers: Numbers) -> Thresholds:
    """A logistic curve; White has an advantage, and to win one has to be better by what a draw is worth."""

    def thresholds(white: int, black: int) -> tuple[int, int]:
        ahead, draw = white - black + numbers["advantage"], numbers["draw"]
        return _of_both(_logistic(ahead - draw), _logistic(-ahead - draw))

    return thresholds


def _growing_ties(numbers: Numbers) -> Thresholds:
    """Weights of a win, a loss and a draw, in which White's advantage and the worth of a draw grow with the mean.

    Strengths are on the natural scale of the logistic curve, from `middle` on.
    """
    scale, middle = log(10) / 400, numbers["middle"]

    def thresholds(white: int, black: int) -> tuple[int, int]:
        mean = scale * ((white + black) / 2 - middle)
        ahead = scale * (white - black) / 2 + (numbers["white"] + numbers["white_slope"] * mean) / 4
        win, loss, draw = exp(ahead), exp(-ahead), exp(numbers["draw"] + numbers["draw_slope"] * mean)
        whole = win + loss + draw
        return _of_both(win / whole, loss / whole)

    return thresholds


def _errors(numbers: Numbers) -> Thresholds:
    """Both play better or worse than they are by as much as `width`, any such error as likely; the better one wins."""
    width = 2 * numbers["width"]

    def thresholds(white: int, black: int) -> tuple[int, int]:
        apart = min(abs(white - black) / width, 1.0)
        weaker = (1 - apart) ** 2 / 2  # of two even errors the difference lies under a triangle
        return marks(weaker if white < black else 1 - weaker, 0.0)

    return thresholds


def _share(numbers: Numbers) -> Thresholds:
    """A normal curve, and a share of draws that is always the same where there is room for it."""
    return lambda white, black: marks(_normal(white - black, numbers["deviation"]), numbers["draws"])


def _coin(numbers: Numbers) -> Thresholds:
    """A half each, and no draws."""
    return lambda white, black: (WHOLE // 2, WHOLE // 2)


def _stronger(numbers: Numbers) -> Thresholds:
    """The stronger always wins; equals draw."""
    return lambda white, black: (WHOLE, WHOLE) if white > black else (0, 0) if white < black else (0, WHOLE)


FORMS: dict[str, Form] = {
    "table": _table, "two curves": _two_curves, "pawns": _pawns, "engines": _engines, "advantages": _advantages,
    "growing ties": _growing_ties, "errors": _errors, "share": _share, "coin": _coin, "stronger": _stronger,
}  # fmt: skip
"""The forms that curves can have."""


def _model(name: str, form: str, source: str, **numbers: float) -> OutcomeModel:
    return OutcomeModel(name, form, tuple(sorted(numbers.items())), source)


MODELS: dict[str, OutcomeModel] = {
    one.name: one
    for one in (
        _model("fide", "table", "FIDE Handbook B.02 8.1.2; draws as in the generator", draws=0.4),
        _model("milvang", "two curves", "O. Milvang, TieBreakServer, drawresult.py (2025)",
               scale=370, white=96, white_slope=0.0986, black=150, black_slope=0.157),
        _model("labelle", "pawns", "F. Labelle, wismuth.com/elo/calculator.html",
               deviation=2000 / 7, draw_odds=0.6, pawn=26.59, growth=1020, white=35),
        _model("kryukov", "engines", "K. Kryukov, KCEC, draw rate of engine games",
               mean=2254.7, growth=208.49, least=23.87, fall=32.49),
        _model("bayeselo", "advantages", "R. Coulom, Bayesian Elo, its defaults", advantage=32.8, draw=97.3),
        _model("davidson", "growing ties", "M. Glickman, arXiv:2505.24783, after Davidson: US Opens 2006 to 2019",
               middle=1500, white=0.363, white_slope=0.037, draw=-0.471, draw_slope=0.120),
        _model("rankcraft", "errors", "RankCraft, its test against the literature: no draws, errors to 100 points",
               width=100),
        _model("bbp", "share", "the generator of bbpPairings: a normal curve and a share of draws",
               deviation=200 * sqrt(2), draws=0.3),
        _model("coin", "coin", "for tests: a half, and no draws"),
        _model("stronger", "stronger", "for tests: the stronger always wins"),
    )
}  # fmt: skip
"""The models there are, by name."""

DEFAULT = "milvang"


def outcomes_named(wish: str | OutcomeModel) -> OutcomeModel:
    """The model with this name; a share of draws may follow those of the table: "fide:0.3".

    >>> outcomes_named("fide:0.5").chances(2000, 2000)
    (250000, 500000, 250000)
    """
    if isinstance(wish, OutcomeModel):
        return wish
    if not isinstance(wish, str):
        raise RuleError(f"outcomes are a name such as 'milvang' or an OutcomeModel, not {wish!r}")
    name, _, share = wish.partition(":")
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
    return _model(wish, model.form, model.source, **{**dict(model.numbers), "draws": draws})
