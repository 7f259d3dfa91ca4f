"""Teams without a match on the boards: the allocated bye of record 320, matches forfeited as a whole in 330."""

from __future__ import annotations

from collections.abc import Iterator

from rookery.model import ByeKind, Tournament
from rookery.model.limits import MOST_ROUNDS
from rookery.trf.draft import BEYOND, Draft, Here, Numbers
from rookery.trf.entry import Texts, Voice
from rookery.trf.layout import Field, Group, Layout
from rookery.trf.matches import FORFEITS
from rookery.trf.points import MatchWorth
from rookery.trf.record import TRF26, Record, Section
from rookery.trf.texts import number, points_text
from rookery.values import NamedTuple, field, mutable
from rookery.wording import spoken


class Allocated(NamedTuple):
    """The bye of a team in a round, where it stands."""

    line: int
    round: int
    team: int


class Forfeit(NamedTuple):
    """A match forfeited as a whole, where it stands; `kind` is +-, -+ or --."""

    line: int
    round: int
    kind: str
    white: int
    black: int


@mutable(slots=False, eq=False, repr=False)
class Unplayed:
    """What 320 and 330 say."""

    byes: list[Allocated] = field(default_factory=list)
    forfeits: list[Forfeit] = field(default_factory=list)


# -- 320 ---------------------------------------------------------------------------------------------------------------


def _read_320(draft: Draft, here: Here) -> None:
    numbers, worth = Numbers(here), draft.part(MatchWorth)
    worth.bye, worth.bye_games = numbers.maybe("match points"), numbers.maybe("game points")
    for round, (team,) in enumerate(numbers.found.group, 1):
        if round > MOST_ROUNDS:
            numbers.refuse(BEYOND, team, columns=numbers.found.group_columns(round - 1))
            break
        if team and number(team) < 0:
            numbers.refuse(spoken("not a team"), team, columns=numbers.found.group_columns(round - 1))
        elif team and number(team):
            draft.part(Unplayed).byes.append(Allocated(here.line, round, number(team)))


def _write_320(tournament: Tournament, voice: Voice) -> list[Texts]:
    points, worth = tournament.match_points, tournament.team_bye_points
    given = [
        next((bye.player for bye in round.byes if bye.kind is ByeKind.PAIRING_ALLOCATED), 0)
        for round in tournament.rounds
    ]
    if not tournament.team_event or not (any(given) or points.pab != points.draw or worth is not None):
        return []
    values = {"match points": points_text(points.pab), "game points": points_text(worth)}
    return [Texts((), values, tuple((str(team) if team else "000",) for team in given))]


# -- 330 ---------------------------------------------------------------------------------------------------------------


def _read_330(draft: Draft, here: Here) -> None:
    numbers = Numbers(here)
    kind, round = numbers.text("type"), numbers.round("round", 1)
    white, black = numbers.whole("white", 1), numbers.whole("black", 1)
    if kind not in FORFEITS:
        numbers.refuse(spoken("the type is +-, -+ or --"), kind, "type")
    elif round and white and black:
        draft.part(Unplayed).forfeits.append(Forfeit(here.line, round, kind, white, black))


def _write_330(tournament: Tournament, voice: Voice) -> Iterator[Texts]:
    kinds = {result: kind for kind, result in FORFEITS.items()}
    for at, round in enumerate(tournament.rounds, 1):
        for match in round.matches if tournament.team_event else ():
            if match.forfeit is not None:
                teams = {"white": str(match.white), "black": str(match.black)}
                values = {"type": kinds[match.forfeit], "round": str(at), **teams}
                yield Texts((at, match.white), values)


RECORDS = (
    Record(
        "320", "pairing-allocated byes of teams", TRF26, Section.ROUNDS,
        Layout(
            (Field("match points", 5, 8, True), Field("game points", 10, 13, True)),
            Group((Field("team", 15, 17, True),), 4),
        ),
        use="what the bye is worth, and which team had it, round by round", read=_read_320, write=_write_320,
    ),
    Record(
        "330", "forfeited match", TRF26, Section.ROUNDS,
        Layout((
            Field("type", 5, 6), Field("round", 8, 10, True), Field("white", 12, 14, True),
            Field("black", 16, 18, True),
        )),
        use="a match forfeited as a whole: `+-`, `-+` or `--`", many=True, read=_read_330, write=_write_330,
    ),
)  # fmt: skip
