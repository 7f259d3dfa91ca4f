"""How the event is run: its rounds, the colour drawn by lot, the pairing system, the order of the standings."""

from __future__ import annotations

from rookery.model import Colour, Tournament
from rookery.model.limits import MOST_ROUNDS
from rookery.regulations import scheme
from rookery.trf.draft import Draft, Here, Said
from rookery.trf.entry import Texts, Voice, pace, value
from rookery.trf.notes import INFO, WARNING, Spot
from rookery.trf.record import TRF26, TRFX, Composer, Record, Section
from rookery.trf.scene import Scene
from rookery.trf.texts import number
from rookery.values import Workplace, field
from rookery.wording import spoken


class Course(Workplace, slots=False, eq=False, repr=False):
    """How the file says the event is run."""

    planned: Said | None = None
    initial_colour: Said | None = None
    by_rank: bool = False
    system: str = ""
    ranking: tuple[str, ...] = ()
    unrated: int | None = None
    boards: dict[int, tuple[frozenset[int], ...]] = field(default_factory=dict)


def _compare(before: Said | None, now: object, here: Here) -> None:
    if before is not None and before.value != now:
        said = spoken("line %(line)s says something else", line=before.line)
        here.odd("contradiction", said, here.value, spoken("what 142 or 152 says"))


# -- rounds: 142 is the one that counts --------------------------------------------------------------------------------


def _read_rounds(draft: Draft, here: Here) -> None:
    planned, course = number(here.value), draft.part(Course)
    if not 1 <= planned <= MOST_ROUNDS:
        here.odd("value", spoken("not a number of rounds"), here.value)
        return
    _compare(course.planned, planned, here)
    if course.planned is None or here.code == "142":
        course.planned = Said(here.line, planned)


def _assemble_rounds(draft: Draft, scene: Scene) -> dict[str, object]:
    return {"planned": scene.planned}


def _write_rounds(tournament: Tournament, voice: Voice) -> list[Texts]:
    return value("" if tournament.planned is None else str(tournament.planned * pace(tournament)))


def _check_rounds(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """How many of the rounds announced are in the player rows."""
    said = draft.part(Course).planned
    if said is None:
        return
    planned, spot = said.value, Spot(said.line, field="142")
    columns = max(scene.columns, len(scene.table.tails))
    if columns > planned:
        text = spoken("%(planned)s rounds are announced, the player rows have %(number)s", planned=planned,
                      number=columns)  # fmt: skip
        scene.notes.add(WARNING, "rounds", spot, text, str(planned), str(columns))
    else:
        text = spoken("%(number)s of %(planned)s rounds are in the player rows" if columns < planned else
                      "all %(number)s of %(planned)s rounds are in the player rows", number=columns,
                      planned=planned)  # fmt: skip
        scene.notes.add(INFO, "in-progress" if columns < planned else "complete", spot, text, str(planned))


# -- the colour drawn by lot: 152 is the one that counts ---------------------------------------------------------------


def _read_colour(draft: Draft, here: Here) -> None:
    course = draft.part(Course)
    allowed = ("white1", "black1", "rank") if here.code == "XXC" else ("w", "b")
    for word in here.value.split():
        plain = word.lower()
        if plain not in allowed:
            here.odd_word("value", spoken("this is one of %(words)s", words=", ".join(allowed)), word)
        elif plain == "rank":
            course.by_rank = True
        else:
            colour = Colour.WHITE if plain[0] == "w" else Colour.BLACK
            _compare(course.initial_colour, colour, here)
            if course.initial_colour is None or here.code == "152":
                course.initial_colour = Said(here.line, colour)


def _assemble_colour(draft: Draft, scene: Scene) -> dict[str, object]:
    course = draft.part(Course)
    drawn = course.initial_colour
    return {"initial_colour": drawn.value if drawn else None, "by_rank": course.by_rank}


def _write_colour(tournament: Tournament, voice: Voice) -> list[Texts]:
    colour = tournament.initial_colour
    return value("" if colour is None else "W" if colour is Colour.WHITE else "B")


def _write_xxc(tournament: Tournament, voice: Voice) -> list[Texts]:
    colour = tournament.initial_colour
    first = "" if colour is None or "XXC" not in voice.codes else "white1" if colour is Colour.WHITE else "black1"
    by_rank = tournament.by_rank and voice.codes & {"XXC", "142"}
    return [*value(first, "colour"), *value("rank" if by_rank else "", "rank")]


def _check_colour(draft: Draft, scene: Scene, tournament: Tournament) -> None:
    """The initial colour shows in round 1: the highest numbered participant with a game there has it."""
    drawn = draft.part(Course).initial_colour
    if drawn is None or not tournament.rounds:
        return
    uncoloured = [(game.white, game.black) for game in tournament.rounds[0].games if not game.coloured]
    tops = [pair for pair in tournament.rounds[0].pairs if min(pair) == 1 and pair not in uncoloured]
    if tops:
        seen = Colour.WHITE if tops[0][0] == 1 else Colour.BLACK
        if seen is not drawn.value:
            said = spoken("number 1 had %(colour)s in round 1, which is not the initial colour",
                          colour=spoken("White" if seen is Colour.WHITE else "Black"))  # fmt: skip
            spot = Spot(drawn.line, field="152")
            scene.notes.add(INFO, "initial-colour", spot, said, drawn.value.name.title())


# -- the pairing system ------------------------------------------------------------------------------------------------


CUSTOM = "CUSTOM_SWISS"
"""What record 192 says of a Swiss system that has no code; a comment of ours names it."""


def uncoded(system: str) -> str:
    """The name of the format that this is the code of, where record 192 has none for it."""
    format = scheme(system).format
    return format.name if not format.coded and system == format.code else ""


def _read_system(draft: Draft, here: Here) -> None:
    code, course = here.value.upper().replace("-", "_"), draft.part(Course)
    if not uncoded(course.system) or code != CUSTOM:
        course.system = code
    if code and not scheme(code).format.name:
        here.odd("system", spoken("not a type of tournament we know"), here.value, spoken("kept as it is"))


def _assemble_system(draft: Draft, scene: Scene) -> dict[str, object]:
    return {"system": draft.part(Course).system}


def _write_system(tournament: Tournament, voice: Voice) -> list[Texts]:
    return value(CUSTOM if uncoded(tournament.system) else tournament.system)


# -- the order of the standings: of 202 and 212 the later line counts --------------------------------------------------


def _read_ranking(draft: Draft, here: Here) -> None:
    names = tuple(here.value.upper().replace(",", " ").split())
    if not names:
        return
    course, told = draft.part(Course), names if here.code == "212" else ("PTS", *names)
    other = "202" if here.code == "212" else "212"
    if course.ranking != told and draft.first_line(other):
        said = spoken("record %(code)s announces other tie-breaks", code=other)
        here.odd("disagree", said, here.value, spoken("the later line"))
    course.ranking = told


def _assemble_ranking(draft: Draft, scene: Scene) -> dict[str, object]:
    return {"ranking": draft.part(Course).ranking}


def _write_ranking(after_points: bool) -> Composer:
    def write(tournament: Tournament, voice: Voice) -> list[Texts]:
        by_points = tournament.ranking[:1] == ("PTS",) and len(tournament.ranking) > 1
        names = tournament.ranking[1:] if by_points else tournament.ranking
        return value(",".join(names)) if after_points is by_points else []

    return write


RECORDS = (
    Record(
        "142", "number of rounds", TRF26, Section.EVENT, use="how many rounds are planned; comes before `XXR`",
        read=_read_rounds, assemble=_assemble_rounds, write=_write_rounds, check=_check_rounds, same_as="XXR",
    ),
    Record(
        "152", "initial colour, W or B", TRF26, Section.EVENT, use="the colour drawn by lot; comes before `XXC`",
        read=_read_colour, assemble=_assemble_colour, write=_write_colour, check=_check_colour, same_as="XXC",
        expected=True,
    ),
    Record(
        "192", "type of tournament, as a code", TRF26, Section.EVENT,
        use="chooses the pairing system; an unknown code is kept, reported and not paired by",
        read=_read_system, assemble=_assemble_system, write=_write_system, expected=True,
    ),
    Record(
        "202", "tie-breaks", TRF26, Section.EVENT, use="the tie-breaks after the points",
        read=_read_ranking, assemble=_assemble_ranking, write=_write_ranking(True), expected=True,
    ),
    Record(
        "212", "what the standings are ordered by", TRF26, Section.EVENT,
        use="the points and tie-breaks that order the standings; of 202 and 212 the later line counts",
        read=_read_ranking, write=_write_ranking(False), expected=True,
    ),
    Record(
        "XXR", "number of rounds", TRFX, Section.JAVAFO, use="how many rounds are planned",
        read=_read_rounds, write=_write_rounds,
    ),
    Record(
        "XXC", "initial colour, ranking by rank", TRFX, Section.JAVAFO, many=True, everywhere=True,
        use="`white1`, `black1`: the colour drawn by lot; `rank`: numbers follow the declared ranks",
        read=_read_colour, write=_write_xxc,
    ),
)  # fmt: skip
