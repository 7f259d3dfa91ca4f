"""Comments: remarks of the arbiter, and settings and facts that no record of the format can express."""

from __future__ import annotations

from itertools import zip_longest

from rookery._record import field, record
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Colour, Expulsion, FixedSeat, Remark, ReportedResult, Result, Round, Tournament, Withdrawal
from rookery.model.requests import check_seats
from rookery.model.validation import MOST_RATING
from rookery.regulations import by_name
from rookery.trf.fields import CODE, parse_number
from rookery.trf.record import (
    TRF26,
    AssemblyContext,
    DialectOptions,
    LineContent,
    LineContext,
    ParseState,
    Record,
    Section,
    text_line,
)
from rookery.trf.records.event import CUSTOM, BoardList, EventSettings, format_without_code


@record(frozen=False, slots=False, eq=False, repr=False)
class CommentFacts:
    """The facts that the comments of the file record."""

    remarks: list[Remark] = field(default_factory=list)
    reported: list[ReportedResult] = field(default_factory=list)
    expelled: list[Expulsion] = field(default_factory=list)
    withdrawn: list[Withdrawal] = field(default_factory=list)
    fixed_seats: list[FixedSeat] = field(default_factory=list)


# -- comments that say how the event is run ----------------------------------------------------------------------------

_COMMENT_PATTERN = r"(?i)#+ *(system|unrated|boards|report|expelled|withdrawn|seat)[ :] *(?:(\d{1,3}) *: *)?(.*)"
_PAIR_PATTERN = r"(?:(\d{1,4})=)?(\d{1,4})-(\d{1,4})"


PublishedBoards = tuple[int, BoardList]
RecordedFact = ReportedResult | Expulsion | Withdrawal | FixedSeat


def _parse_setting(line: str) -> tuple[str, str | int | PublishedBoards | RecordedFact] | None:
    """Parse a comment in Rookery's own form.

    It is a system without a code, a rating for unrated players, published boards, or a fact.

    >>> _parse_setting("### system: lim"), _parse_setting("### unrated: 1400")
    (('system', 'LIM'), ('unrated', 1400))
    >>> _parse_setting("### a system of our own") is None
    True
    """
    import re  # which is dear, for files with comments alone

    match = re.fullmatch(_COMMENT_PATTERN, line.strip())
    if match is None:
        return None
    keyword, round, rest = match[1].lower(), match[2], match[3].strip()
    if keyword == "system":
        format = by_name(rest.lower()) if rest and round is None else None
        return (keyword, format.code) if format is not None and not format.coded else None
    if keyword == "unrated":
        rating = parse_number(rest) if round is None else 0
        return (keyword, rating) if 1 <= rating <= MOST_RATING else None
    if keyword in ("report", "expelled", "withdrawn", "seat"):
        return _parse_fact(keyword, int(round or 0), rest)
    words = [re.fullmatch(_PAIR_PATTERN, word) for word in rest.split()]
    boards = tuple((int(pair[1] or 0), frozenset((int(pair[2]), int(pair[3])))) for pair in words if pair)
    return (keyword, (int(round), boards)) if round and boards and len(boards) == len(words) else None


def _parse_fact(keyword: str, round: int, rest: str) -> tuple[str, RecordedFact] | None:
    """Parse a result for the report, an expulsion, a withdrawal or a fixed seat; None for any other text.

    >>> _parse_fact("expelled", 4, "7 left the hall")
    ('expelled', Expulsion(player=7, round=4, reason='left the hall'))
    >>> _parse_fact("withdrawn", 4, "7"), _parse_fact("withdrawn", 4, "7 is ill")
    (('withdrawn', Withdrawal(player=7, round=4)), None)
    """
    participants, _, detail = rest.partition(" ")
    white, _, black = participants.partition("-")
    try:
        if keyword == "expelled":
            return (
                (keyword, Expulsion(parse_number(participants), round, detail))
                if parse_number(participants) > 0
                else None
            )
        if keyword == "withdrawn":
            return (
                (keyword, Withdrawal(parse_number(participants), round))
                if parse_number(participants) > 0 and not detail
                else None
            )
        if keyword == "seat":
            seat = _parse_seat(parse_number(participants), round, detail.split())
            return None if seat is None else (keyword, seat)
        if min(parse_number(white), parse_number(black)) > 0 and detail:
            return keyword, ReportedResult(round, parse_number(white), parse_number(black), Result.parse(detail))
    except RuleError:  # no round, or no result of a game that is over
        pass
    return None


_COLOURS = {colour.name.lower(): colour for colour in Colour}
_FREE = "free"


def _parse_seat(player: int, round: int, words: list[str]) -> FixedSeat | None:
    """Parse a fixed board, a fixed colour, both, or `free`; None when there is more to it.

    >>> _parse_seat(7, 1, ["board", "3", "white"]) == FixedSeat(7, 3, Colour.WHITE), _parse_seat(7, 4, ["free"])
    (True, FixedSeat(player=7, board=None, colour=None, first_round=4))
    """
    board, colour, words_left = None, None, [word.lower() for word in words]
    if words_left[:1] == ["board"] and words_left[1:] and parse_number(words_left[1]) > 0:
        board, words_left = parse_number(words_left[1]), words_left[2:]
    if words_left and words_left[0] in _COLOURS:
        colour, words_left = _COLOURS[words_left[0]], words_left[1:]
    if player < 1 or words_left != [_FREE] * (board is None and colour is None):
        return None
    return FixedSeat(player, board, colour, round)


def _name_system(course: EventSettings, code: str, line: LineContext) -> None:
    """Apply the system without a code that a comment names, unless record 192 names another."""
    if course.system in ("", CUSTOM):
        course.system = code
    elif course.system != code:
        message = msg("record 192 names another system, %(system)s", system=course.system)
        line.report("system", message, line.text.strip(), "192")


def _setting_texts(tournament: Tournament) -> list[LineContent]:
    name = format_without_code(tournament.system)
    texts = text_line(f"system: {name}" if name else "")
    texts += text_line(f"unrated: {tournament.unrated}" if tournament.unrated is not None else "")
    for number, round in enumerate(tournament.rounds, 1):
        texts += text_line(f"boards {number}: {_boards_text(round)}" if round.published and round.pairs else "")
    return texts


def _boards_text(round: Round) -> str:
    """Format the published boards of a round; a number stands before each board that does not follow the one before.

    >>> from rookery.model import Game
    >>> games = (Game(5, 2), Game(1, 4), Game(3, 6))
    >>> _boards_text(Round(games)), _boards_text(Round(games, published=True, board_numbers=(1, 3, 4)))
    ('5-2 1-4 3-6', '1=5-2 3=1-4 3-6')
    """
    words, before = [], None
    for board, (white, black) in zip_longest(round.board_numbers, round.pairs):
        follows = board is None or board - 1 == before
        words.append(f"{white}-{black}" if follows else f"{board}={white}-{black}")
        before = board
    return " ".join(words)


# -- remarks -----------------------------------------------------------------------------------------------------------

_REMARK_MARK = "remark: "
"""The prefix that distinguishes a remark from a comment in Rookery's own form."""


def _is_guarded(text: str) -> bool:
    """Return whether a text, behind any number of marks, reads like a comment of Rookery's own."""
    while text.startswith(_REMARK_MARK):
        text = text.removeprefix(_REMARK_MARK)
    return _parse_setting(f"### {text}") is not None


def _parse_remark(line: str) -> str:
    """Return the remark of a line; empty when it is blank behind the code.

    >>> _parse_remark("###made by hand"), _parse_remark("### remark: unrated: 1400")
    ('made by hand', 'unrated: 1400')
    """
    text = line[CODE.last :].strip()
    return text.removeprefix(_REMARK_MARK) if text.startswith(_REMARK_MARK) and _is_guarded(text) else text


# -- the record --------------------------------------------------------------------------------------------------------


def _read(state: ParseState, line: LineContext) -> None:
    match _parse_setting(line.text):
        case "system", str(code):
            _name_system(state.state_of(EventSettings), code, line)
        case "unrated", int(rating):
            state.state_of(EventSettings).unrated = rating
        case "boards", (int(round), tuple(boards)):
            state.state_of(EventSettings).boards[round] = boards
        case _, ReportedResult() as reported:
            state.state_of(CommentFacts).reported.append(reported)
        case _, Expulsion() as expelled:
            state.state_of(CommentFacts).expelled.append(expelled)
        case _, Withdrawal() as withdrawn:
            state.state_of(CommentFacts).withdrawn.append(withdrawn)
        case _, FixedSeat() as seat:
            state.state_of(CommentFacts).fixed_seats.append(seat)
        case _ if text := _parse_remark(line.text):
            state.state_of(CommentFacts).remarks.append(Remark(text))


def _assemble(state: ParseState, context: AssemblyContext) -> dict[str, object]:
    recorded, players = state.state_of(CommentFacts), set(context.table.ids)
    valid_candidates: list[RecordedFact] = [
        *recorded.reported,
        *recorded.expelled,
        *recorded.withdrawn,
        *_compatible_seats(recorded.fixed_seats),
    ]
    valid = [
        fact
        for fact in valid_candidates
        if _fact_participants(fact) <= (players if isinstance(fact, ReportedResult) else context.ids)
    ]
    all_recorded: list[RecordedFact] = [
        *recorded.reported,
        *recorded.expelled,
        *recorded.withdrawn,
        *recorded.fixed_seats,
    ]
    invalid = [
        Remark(_format_fact(fact)) for fact in all_recorded if fact not in valid
    ]  # of an unknown participant, or impossible
    return {
        "unrated": state.state_of(EventSettings).unrated,
        "remarks": (*recorded.remarks, *invalid),
        "reported_results": tuple([fact for fact in valid if isinstance(fact, ReportedResult)]),
        "expelled": tuple([fact for fact in valid if isinstance(fact, Expulsion)]),
        "withdrawn": tuple([fact for fact in valid if isinstance(fact, Withdrawal)]),
        "fixed_seats": tuple([fact for fact in valid if isinstance(fact, FixedSeat)]),
    }


def _fact_participants(fact: RecordedFact) -> set[int]:
    """Return the participants that a fact names."""
    return {fact.white, fact.black} if isinstance(fact, ReportedResult) else {fact.player}


def _compatible_seats(seats: list[FixedSeat]) -> list[FixedSeat]:
    """Return the fixed seats that are compatible; the first one in the file takes precedence."""
    compatible: list[FixedSeat] = []
    for seat in seats:
        try:
            check_seats([*compatible, seat])
        except RuleError:
            continue
        compatible.append(seat)
    return compatible


def _format_fact(fact: RecordedFact) -> str:
    """Format the comment that records a fact."""
    if isinstance(fact, Expulsion):
        return f"expelled {fact.round}: {fact.player} {fact.reason}".rstrip()
    if isinstance(fact, Withdrawal):
        return f"withdrawn {fact.round}: {fact.player}"
    if isinstance(fact, FixedSeat):
        words = [] if fact.board is None else ["board", str(fact.board)]
        words += [] if fact.colour is None else [fact.colour.name.lower()]
        return f"seat {fact.first_round}: {fact.player} {' '.join(words) or _FREE}"
    return f"report {fact.round}: {fact.white}-{fact.black} {fact.result}"


def _write(tournament: Tournament, options: DialectOptions) -> list[LineContent]:
    texts = _setting_texts(tournament) if "192" in options.codes else []
    facts: list[RecordedFact] = [
        *tournament.reported_results,
        *tournament.expelled,
        *tournament.withdrawn,
        *tournament.fixed_seats,
    ]
    for fact in facts:
        texts += text_line(_format_fact(fact), type(fact).__name__)
    for remark in tournament.remarks:
        texts += text_line(_REMARK_MARK * _is_guarded(remark.text) + remark.text, "remark")
    return texts


def _canonical(line: str) -> str:
    """Return a comment in canonical form.

    >>> _canonical("###System:  Lim"), _canonical("###  by  hand")
    ('### system: lim', '### by  hand')
    """
    text, setting = line[CODE.last :].strip(), _parse_setting(line)
    if setting is not None:
        fact = setting[1]
        text = _format_fact(fact) if isinstance(fact, RecordedFact) else " ".join(text.lower().split())
    return f"### {text}"


def _is_generated(line: str) -> bool:
    return _parse_setting(line) is not None or bool(_parse_remark(line))


RECORDS = (
    Record(
        "###", "comment", TRF26, Section.COMMENTS, repeatable=True, all_dialects=True, ordered=True,
        use="a remark of the arbiter, in which `@ Round 3` names the round concerned; `### system: lim` names the only"
        " system without a code, `### unrated: 1400` the rating by which unrated players are paired (Dubov),"
        " `### boards 3: 5-2 1-4` the published boards of a round where they no longer follow from the scores"
        " (`1=5-2 3=1-4` where board 2 stays empty), `### report 3: 5-2 1-0` a result for the rating report alone,"
        " `### expelled 4: 7 reason` an expulsion from a round on, `### withdrawn 4: 7` a withdrawal where the number"
        " of rounds is not known, `### seat 1: 7 board 3 white` a fixed board and colour (`free`: none from then on)",
        read=_read, assemble=_assemble, write=_write, is_ours=_is_generated, canonical=_canonical,
    ),
)  # fmt: skip
