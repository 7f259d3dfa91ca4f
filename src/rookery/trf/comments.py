"""Comments: the remarks of an arbiter, and what of ours no record can say."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model import Colour, Expulsion, FixedSeat, Remark, ReportedResult, Result, Tournament, Withdrawal
from rookery.model.announcements import must_all_be_kept
from rookery.model.limits import MOST_RATING
from rookery.regulations import by_name
from rookery.trf.draft import Draft, Here
from rookery.trf.entry import Texts, Voice, value
from rookery.trf.layout import CODE
from rookery.trf.record import TRF26, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.settings import CUSTOM, Course, uncoded
from rookery.trf.texts import number
from rookery.values import field, mutable
from rookery.wording import spoken


@mutable(slots=False, eq=False, repr=False)
class Said:
    """What the comments of the file put on record."""

    remarks: list[Remark] = field(default_factory=list)
    reported: list[ReportedResult] = field(default_factory=list)
    expelled: list[Expulsion] = field(default_factory=list)
    withdrawn: list[Withdrawal] = field(default_factory=list)
    fixed_seats: list[FixedSeat] = field(default_factory=list)


# -- comments that say how the event is run ----------------------------------------------------------------------------

_OURS = r"(?i)#+ *(system|unrated|boards|report|expelled|withdrawn|seat)[ :] *(?:(\d{1,3}) *: *)?(.*)"
_PAIR = r"(\d{1,4})-(\d{1,4})"


Boards = tuple[int, tuple[frozenset[int], ...]]
OnRecord = ReportedResult | Expulsion | Withdrawal | FixedSeat


def _told(line: str) -> tuple[str, str | int | Boards | OnRecord] | None:
    """What a comment of ours says and no record can: a system without a code, a rating for all, the boards of a round.

    >>> _told("### system: lim"), _told("### unrated: 1400"), _told("### a system of our own")
    (('system', 'LIM'), ('unrated', 1400), None)
    """
    import re  # which is dear, for files with comments alone

    found = re.fullmatch(_OURS, line.strip())
    if found is None:
        return None
    what, round, rest = found[1].lower(), found[2], found[3].strip()
    if what == "system":
        format = by_name(rest.lower()) if rest and round is None else None
        return (what, format.code) if format is not None and not format.coded else None
    if what == "unrated":
        rating = number(rest) if round is None else 0
        return (what, rating) if 1 <= rating <= MOST_RATING else None
    if what in ("report", "expelled", "withdrawn", "seat"):
        return _on_record(what, int(round or 0), rest)
    words = rest.split()
    pairs = tuple(frozenset(map(int, pair.groups())) for word in words if (pair := re.fullmatch(_PAIR, word)))
    return (what, (int(round), pairs)) if round and pairs and len(pairs) == len(words) else None


def _on_record(what: str, round: int, rest: str) -> tuple[str, OnRecord] | None:
    """A result for the report, an expulsion, a withdrawal or a seat; nothing when the comment says something else.

    >>> _on_record("expelled", 4, "7 left the hall")
    ('expelled', Expulsion(player=7, round=4, reason='left the hall'))
    >>> _on_record("withdrawn", 4, "7"), _on_record("withdrawn", 4, "7 is ill")
    (('withdrawn', Withdrawal(player=7, round=4)), None)
    """
    who, _, said = rest.partition(" ")
    white, _, black = who.partition("-")
    try:
        if what == "expelled":
            return (what, Expulsion(number(who), round, said)) if number(who) > 0 else None
        if what == "withdrawn":
            return (what, Withdrawal(number(who), round)) if number(who) > 0 and not said else None
        if what == "seat":
            seat = _seat(number(who), round, said.split())
            return None if seat is None else (what, seat)
        if min(number(white), number(black)) > 0 and said:
            return what, ReportedResult(round, number(white), number(black), Result.parse(said))
    except RuleError:  # no round, or no result of a game that is over
        pass
    return None


_COLOURS = {colour.name.lower(): colour for colour in Colour}
_FREE = "free"


def _seat(player: int, round: int, words: list[str]) -> FixedSeat | None:
    """A board, a colour, both, or that somebody keeps neither any more; nothing when that is not all there is.

    >>> _seat(7, 1, ["board", "3", "white"]) == FixedSeat(7, 3, Colour.WHITE), _seat(7, 4, ["free"])
    (True, FixedSeat(player=7, board=None, colour=None, first_round=4))
    """
    board, colour, left = None, None, [word.lower() for word in words]
    if left[:1] == ["board"] and left[1:] and number(left[1]) > 0:
        board, left = number(left[1]), left[2:]
    if left and left[0] in _COLOURS:
        colour, left = _COLOURS[left[0]], left[1:]
    if player < 1 or left != [_FREE] * (board is None and colour is None):
        return None
    return FixedSeat(player, board, colour, round)


def _name_system(course: Course, code: str, here: Here) -> None:
    """The system without a code that a comment names, unless record 192 names another."""
    if course.system in ("", CUSTOM):
        course.system = code
    elif course.system != code:
        said = spoken("record 192 names another system, %(system)s", system=course.system)
        here.odd("system", said, here.text.strip(), "192")


def _settings(tournament: Tournament) -> list[Texts]:
    name = uncoded(tournament.system)
    said = value(f"system: {name}" if name else "")
    said += value(f"unrated: {tournament.unrated}" if tournament.unrated is not None else "")
    for at, round in enumerate(tournament.rounds, 1):
        boards = " ".join(f"{white}-{black}" for white, black in round.pairs)
        said += value(f"boards {at}: {boards}" if round.published and boards else "")
    return said


# -- remarks -----------------------------------------------------------------------------------------------------------

_MARK = "remark: "
"""What keeps a remark that reads like a comment of ours from being taken for one."""


def _is_guarded(text: str) -> bool:
    """Whether a text, behind any number of marks, reads like a comment of ours."""
    while text.startswith(_MARK):
        text = text.removeprefix(_MARK)
    return _told(f"### {text}") is not None


def _remark(line: str) -> str:
    """What a line remarks; nothing when it is blank behind the code.

    >>> _remark("###made by hand"), _remark("### remark: unrated: 1400")
    ('made by hand', 'unrated: 1400')
    """
    text = line[CODE.last :].strip()
    return text.removeprefix(_MARK) if text.startswith(_MARK) and _is_guarded(text) else text


# -- the record --------------------------------------------------------------------------------------------------------


def _read(draft: Draft, here: Here) -> None:
    match _told(here.text):
        case "system", str(code):
            _name_system(draft.part(Course), code, here)
        case "unrated", int(rating):
            draft.part(Course).unrated = rating
        case "boards", (int(round), tuple(pairs)):
            draft.part(Course).boards[round] = pairs
        case _, ReportedResult() as reported:
            draft.part(Said).reported.append(reported)
        case _, Expulsion() as expelled:
            draft.part(Said).expelled.append(expelled)
        case _, Withdrawal() as withdrawn:
            draft.part(Said).withdrawn.append(withdrawn)
        case _, FixedSeat() as seat:
            draft.part(Said).fixed_seats.append(seat)
        case _ if text := _remark(here.text):
            draft.part(Said).remarks.append(Remark(text))


def _assemble(draft: Draft, scene: Scene) -> dict[str, object]:
    said, players = draft.part(Said), set(scene.table.ids)
    facts: list[OnRecord] = [*said.reported, *said.expelled, *said.withdrawn, *_possible_seats(said.fixed_seats)]
    kept = [one for one in facts if _of(one) <= (players if isinstance(one, ReportedResult) else scene.ids)]
    told: list[OnRecord] = [*said.reported, *said.expelled, *said.withdrawn, *said.fixed_seats]
    lost = [Remark(_line(one)) for one in told if one not in kept]  # of nobody here, or what cannot be
    return {
        "unrated": draft.part(Course).unrated,
        "remarks": (*said.remarks, *lost),
        "reported": tuple([one for one in kept if isinstance(one, ReportedResult)]),
        "expelled": tuple([one for one in kept if isinstance(one, Expulsion)]),
        "withdrawn": tuple([one for one in kept if isinstance(one, Withdrawal)]),
        "fixed_seats": tuple([one for one in kept if isinstance(one, FixedSeat)]),
    }


def _of(one: OnRecord) -> set[int]:
    """Whom a comment on record names."""
    return {one.white, one.black} if isinstance(one, ReportedResult) else {one.player}


def _possible_seats(seats: list[FixedSeat]) -> list[FixedSeat]:
    """The seats that can all be kept: who says one first has it."""
    found: list[FixedSeat] = []
    for seat in seats:
        try:
            must_all_be_kept([*found, seat])
        except RuleError:
            continue
        found.append(seat)
    return found


def _line(one: OnRecord) -> str:
    """What the comment on record says."""
    if isinstance(one, Expulsion):
        return f"expelled {one.round}: {one.player} {one.reason}".rstrip()
    if isinstance(one, Withdrawal):
        return f"withdrawn {one.round}: {one.player}"
    if isinstance(one, FixedSeat):
        words = [] if one.board is None else ["board", str(one.board)]
        words += [] if one.colour is None else [one.colour.name.lower()]
        return f"seat {one.first_round}: {one.player} {' '.join(words) or _FREE}"
    return f"report {one.round}: {one.white}-{one.black} {one.result}"


def _write(tournament: Tournament, voice: Voice) -> list[Texts]:
    said = _settings(tournament) if "192" in voice.codes else []
    facts: list[OnRecord] = [*tournament.reported, *tournament.expelled, *tournament.withdrawn, *tournament.fixed_seats]
    for one in facts:
        said += value(_line(one), type(one).__name__)
    for remark in tournament.remarks:
        said += value(_MARK * _is_guarded(remark.text) + remark.text, "remark")
    return said


def _canonical(line: str) -> str:
    """A comment as we would write it.

    >>> _canonical("###System:  Lim"), _canonical("###  by  hand")
    ('### system: lim', '### by  hand')
    """
    text, told = line[CODE.last :].strip(), _told(line)
    if told is not None:
        one = told[1]
        text = _line(one) if isinstance(one, OnRecord) else " ".join(text.lower().split())
    return f"### {text}"


def _is_ours(line: str) -> bool:
    return _told(line) is not None or bool(_remark(line))


RECORDS = (
    Record(
        "###", "comment", TRF26, Section.COMMENTS, many=True, everywhere=True, ordered=True,
        use="a remark of the arbiter, in which `@ Round 3` names the round it speaks of; `### system: lim` names the"
        " one system that has no code, `### unrated: 1400` the rating by which those who have none are paired (Dubov),"
        " `### boards 3: 5-2 1-4` the published boards of a round where the scores do not tell them any more,"
        " `### report 3: 5-2 1-0` a result for the rating report alone, `### expelled 4: 7 why` who is expelled from a"
        " round on, `### withdrawn 4: 7` who has withdrawn while nobody knows how many rounds there will be,"
        " `### seat 1: 7 board 3 white` the board and the colour that somebody keeps (`free`: keeps no more)",
        read=_read, assemble=_assemble, write=_write, ours=_is_ours, canonical=_canonical,
    ),
)  # fmt: skip
