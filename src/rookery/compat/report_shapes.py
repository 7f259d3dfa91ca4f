"""A tournament report as plain dicts: the types of @echecs/trf, and which field of which record each key is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

Version = Literal["TRF16", "TRF26"]
"""The version of the format of a report."""
ADJOURNED = "X"
"""The letter of the package for an adjourned game."""

ResultCode = Literal["+", "-", "0", "1", "=", "D", "F", "H", "L", "U", "W", "X", "Z", ""]
"""The letters of the package, X for an adjourned game, and nothing for a game without a result."""


class RoundResult(TypedDict):
    """One round of a player; `-` and None where there is no opponent.

    >>> first: RoundResult = {"round": 1, "color": "w", "opponent_id": 6, "result": "1"}
    """

    round: int
    color: Literal["b", "w", "-"]
    opponent_id: int | None
    result: ResultCode


class NationalRating(TypedDict):
    """A national rating record of a player."""

    pairing_number: int
    federation: str
    name: NotRequired[str]
    classification: NotRequired[str]
    rating: NotRequired[int]
    origin: NotRequired[str]
    national_id: NotRequired[str]
    sex: NotRequired[str]
    birth_date: NotRequired[str]


class ReportPlayer(TypedDict):
    """A player row; points and rank are as declared: None and 0 where the file says nothing.

    >>> hatter: ReportPlayer = {"pairing_number": 1, "name": "Hatter, Max", "points": None, "rank": 0, "results": []}
    """

    pairing_number: int
    name: str
    points: float | None
    rank: int
    results: list[RoundResult]
    sex: NotRequired[str]
    title: NotRequired[str]
    rating: NotRequired[int]
    federation: NotRequired[str]
    fide_id: NotRequired[str]
    birth_date: NotRequired[str]
    national_ratings: NotRequired[list[NationalRating]]


class Report(TypedDict):
    """A tournament report; the lists of records have the fields that docs/compat.md names.

    >>> party: Report = {"version": "TRF26", "rounds": 5, "name": "Tea Party", "players": []}
    """

    version: Version
    rounds: int
    players: list[ReportPlayer]
    name: NotRequired[str]
    city: NotRequired[str]
    federation: NotRequired[str]
    start_date: NotRequired[str]
    end_date: NotRequired[str]
    number_of_players: NotRequired[int]
    number_of_rated_players: NotRequired[int]
    number_of_teams: NotRequired[int]
    tournament_type: NotRequired[str]
    chief_arbiter: NotRequired[str]
    deputy_arbiters: NotRequired[list[str]]
    time_control: NotRequired[str]
    round_dates: NotRequired[list[str]]
    initial_colour: NotRequired[Literal["B", "W"]]
    scoring_system: NotRequired[dict[str, float]]
    starting_rank_method: NotRequired[str]
    pairing_controller: NotRequired[str]
    encoded_tournament_type: NotRequired[str]
    tiebreaks: NotRequired[list[str]]
    standings_tiebreaks: NotRequired[list[str]]
    encoded_time_control: NotRequired[str]
    colour_sequence: NotRequired[str]
    team_scoring_system: NotRequired[str]
    teams: NotRequired[list[dict[str, Any]]]
    byes: NotRequired[list[dict[str, Any]]]
    accelerated_rounds: NotRequired[list[dict[str, Any]]]
    prohibited_pairings: NotRequired[list[dict[str, Any]]]
    team_pairing_allocated_byes: NotRequired[dict[str, Any]]
    forfeited_matches: NotRequired[list[dict[str, Any]]]
    out_of_order_lineups: NotRequired[list[dict[str, Any]]]
    abnormal_points: NotRequired[list[dict[str, Any]]]
    use_ranking_id: NotRequired[bool]
    absent_players: NotRequired[list[int]]
    player_accelerations: NotRequired[list[dict[str, Any]]]
    comments: NotRequired[list[str]]


class ParseWarning(NamedTuple):
    """A problem in a text that is read or written: column and line, from 1, and the characters before it.

    What is said of a player that `stringify` writes has the place of the player as its line, and no offset.

    >>> ParseWarning(column=49, line=3, message="a rating is a number", offset=60).line
    3
    """

    column: int
    line: int
    message: str
    offset: int


ParseError = ParseWarning
"""A problem of a text that cannot be parsed."""
Listener = Callable[[ParseWarning], object]
"""A callback that receives problems."""


# -- the shapes --------------------------------------------------------------------------------------------------------


class Piece(NamedTuple):
    """A field of a dict, the field of the record that it is, and what kind of value it has."""

    key: str
    field: str
    kind: Literal["text", "number", "points"] = "number"
    always: bool = False


class Shape(NamedTuple):
    """A record as a dict: its fields, the key of the numbers that repeat, and whether 0 among them means nobody."""

    key: str
    pieces: tuple[Piece, ...]
    group: str = ""
    nobody: bool = False


def _build_pieces(kind: Literal["text", "number", "points"], always: bool, **fields: str) -> tuple[Piece, ...]:
    return tuple(Piece(key, field, kind, always) for key, field in fields.items())


_BOTH_POINTS = _build_pieces("points", True, match_points="match points", game_points="game points")
_ROUNDS = _build_pieces("number", True, first_round="first round", last_round="last round")
_TYPE, _ROUND = _build_pieces("text", True, type="type"), _build_pieces("number", True, round="round")
_SOMEBODY = (
    *_build_pieces("text", False, sex="sex"),
    *_build_pieces("number", False, rating="rating"),
    *_build_pieces("text", False, birth_date="birth"),
)
PERSON = Shape("players", (
    *_build_pieces("number", True, pairing_number="id"), *_build_pieces("text", True, name="name"), *_SOMEBODY,
    *_build_pieces("text", False, title="title", federation="federation", fide_id="number"),
    *_build_pieces("points", True, points="points"), *_build_pieces("number", True, rank="rank"),
))  # fmt: skip
NATIONAL = Shape("national_ratings", (
    *_build_pieces("number", True, pairing_number="id"), *_SOMEBODY,
    *_build_pieces("text", False, name="name", classification="title", origin="federation", national_id="number"),
))  # fmt: skip
SHAPES = {
    "310": Shape("teams", (
        *_build_pieces("number", True, pairing_number="id"), *_build_pieces("text", True, name="name"),
        *_build_pieces("text", False, nickname="nickname"), *_build_pieces("number", False, strength_factor="strength"),
        *_BOTH_POINTS, *_build_pieces("number", True, rank="rank"),
    ), "player_ids"),
    "240": Shape("byes", (*_TYPE, *_ROUND), "player_ids"),
    "250": Shape("accelerated_rounds", (
        *_BOTH_POINTS, *_ROUNDS, *_build_pieces("number", True, first_player_id="first id", last_player_id="last id"),
    )),
    "260": Shape("prohibited_pairings", _ROUNDS, "player_ids"),
    "320": Shape("team_pairing_allocated_byes", _BOTH_POINTS, "team_id_per_round", nobody=True),
    "330": Shape("forfeited_matches", (
        *_TYPE, *_ROUND, *_build_pieces("number", True, white_team_id="white", black_team_id="black"),
    )),
    "300": Shape("out_of_order_lineups", (
        *_ROUND, *_build_pieces("number", True, team_id="team", opponent_team_id="opponent"),
    ), "player_ids", nobody=True),
    "299": Shape("abnormal_points", (*_TYPE, *_BOTH_POINTS, *_ROUND), "player_ids"),
}  # fmt: skip
"""The records that repeat, and the one of team byes."""
OLD_TEAM = ("pairing_number", "name", "player_ids")
"""All that record 013 says of a team; its number is its place."""
TEXTS = {
    "012": "name", "022": "city", "032": "federation", "042": "start_date", "052": "end_date",
    "092": "tournament_type", "102": "chief_arbiter", "122": "time_control", "172": "starting_rank_method",
    "182": "pairing_controller", "192": "encoded_tournament_type", "222": "encoded_time_control",
    "352": "colour_sequence", "362": "team_scoring_system",
}  # fmt: skip
COUNTS = {"062": "number_of_players", "072": "number_of_rated_players", "082": "number_of_teams"}
LISTS = {"202": "tiebreaks", "212": "standings_tiebreaks"}
WORTH = {
    "win": "win", "draw": "draw", "loss": "loss", "absence": "absence", "pab": "pairing_allocated_bye",
    "adjourned": "unknown", "full_bye": "full_point_bye", "half_bye": "half_point_bye", "forfeit_win": "forfeit_win",
    "forfeit_loss": "forfeit_loss",
}  # fmt: skip
"""The fields of a point system and their keys."""
OF_ONE_COLOUR = {f"{colour}_{end}": end for colour in ("white", "black") for end in ("win", "draw", "loss")}
"""Keys of points for one colour, and the outcome for both colours."""
