"""Files that come in and go out: a tournament from elsewhere begins a log, and a state becomes a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rookery.checking.checker import check
from rookery.checking.objections import objections
from rookery.checking.report import RoundReport
from rookery.checking.sentences import reasons
from rookery.checking.told import objection
from rookery.declared import player_points, points_so_far, up_to_date
from rookery.desk.commands.course import must_be_final
from rookery.desk.decision import Granted, Refused
from rookery.desk.events.tournament import FideLeft, RemarkAdded, TournamentImported
from rookery.desk.happening import Happening
from rookery.desk.levels import TABLE, Caution, caution
from rookery.desk.on_record import on_record
from rookery.desk.opened import opened
from rookery.desk.ranked import in_order, ranked
from rookery.desk.state import State
from rookery.desk.wish import Wish, decides, wish
from rookery.errors import Problem, RookeryError, Severity
from rookery.model import Remark, Tournament
from rookery.values import frozen, replace
from rookery.wording import counted, finished, listed, spoken


@wish("tournament.import")
class ImportTournament(Wish):
    """Begin with a tournament from a file: the SHA-256 of that, its dialect, and what was adjusted when it was read.

    `faults` are those of the adjustments that put a fault of the file right.
    """

    tournament: Tournament
    file: str = ""
    dialect: str = ""
    adjustments: tuple[str, ...] = ()
    lots: str = ""
    faults: tuple[str, ...] = ()


@decides(ImportTournament)
def _import(state: State, wanted: ImportTournament) -> Granted:
    if state.tournament != Tournament():
        raise Refused(spoken("the tournament has been opened already"),
                      instead=spoken("take the file in as another one"))  # fmt: skip
    began = opened(wanted.tournament)
    made = began.tournament
    broken, left, beside = _judged(made)
    plain, unexplained = _undeclared(made)
    findings = (*(_said(one, made) for one in broken), *((left.text,) if left else ()))
    against = tuple(map(objection, objections(made)))
    gone = _gone(began)
    event = TournamentImported(
        plain,
        wanted.file,
        wanted.dialect,
        wanted.adjustments,
        (*findings, *beside, *against, *_left_unsaid(began, gone)),
        wanted.lots,
        unexplained,
        gone,
    )
    told = {(one.text, one.round) for one in made.remarks}
    marks = [_remark(one.round, "not the pairing that the rules give") for one in broken]
    marks += [_remark(left.first, left.which)] if left else []
    marks += [_remark(None, _faulty(wanted.faults))] if wanted.faults else []
    remarks = [one for one in marks if (one.text, one.round) not in told]
    said = [*_broken(broken, findings, left)]
    said += [caution("import-broken", True, _faulty(wanted.faults))] if wanted.faults else []
    return Granted((event, *_left(began), *remarks), tuple(said))


def _unended(text: str) -> str:
    """A sentence as the end of another one."""
    return text.removesuffix(".")


def _faulty(faults: Sequence[str]) -> str:
    """How many faults of a file were put right, and the first of them."""
    return counted(len(faults), "%(num)s fault of the file put right, the first: %(first)s",
                   "%(num)s faults of the file put right, the first: %(first)s",
                   first=finished(faults[0], _unended))  # fmt: skip


def adjusted(problems: Iterable[Problem]) -> tuple[str, ...]:
    """What was read otherwise than it stands in a file, or needed a guess, in words."""
    return tuple(one.said for one in problems if one.severity > Severity.INFO or one.used)


def _gone(began: State) -> dict[str, int]:
    """Who has withdrawn, and from which round; who was expelled has not."""
    expelled = {began.keys.participant[one.player] for one in began.tournament.expelled}
    return {key: round for key, round in began.withdrawn.items() if key not in expelled}


def _left_unsaid(began: State, gone: Mapping[str, int]) -> Iterator[str]:
    """Who is taken as withdrawn for their byes, which nobody has said."""
    said = {one.player for one in began.tournament.withdrawn}
    for key, round in gone.items():
        if began.number(key) not in said:
            yield spoken("%(name)s is absent from round %(round)s to the end, and is taken as withdrawn",
                         name=began.name(key), round=round)  # fmt: skip


def _left(began: State) -> Iterator[Happening]:
    """A tournament comes in FIDE mode, whatever it holds, unless its file says that it was left."""
    if began.sticky.left is not None:
        yield FideLeft(began.sticky.left, "as its file says")


# -- rounds that are not by the rules ----------------------------------------------------------------------------------


@frozen
class _Unjudged:
    """Rounds that could not be held against the rules: the first of them, which they are, and why in words."""

    first: int
    which: str
    text: str


def _judged(made: Tournament) -> tuple[list[RoundReport], _Unjudged | None, list[str]]:
    """The rounds that are not those that the rules give; those that were not judged; and on what that rests."""
    broken, beside = list[RoundReport](), dict[str, None]()
    for number in range(1, len(made.rounds) + 1):
        try:
            found = check(made, [number])
        except RookeryError as error:
            last = len(made.rounds)
            which = f"round {number} was" if number == last else f"rounds {number} to {last} were"
            why = spoken("round %(round)s was not judged: %(why)s", round=number, why=error)
            if number != last:
                why = spoken(
                    "rounds %(first)s to %(last)s were not judged: %(why)s", first=number, last=last, why=error
                )
            return broken, _Unjudged(number, f"{which} not judged", why), list(beside)
        broken += [one for one in found.rounds if not one.agree]
        beside |= {one.said: None for one in found.problems}
    return broken, None, list(beside)


def _said(one: RoundReport, made: Tournament) -> str:
    names = {each.id: each.name for each in made.participants}
    why = next(reasons(one, lambda number: names.get(number, str(number)), teams=made.team_event), "")
    if not why:
        return spoken("round %(round)s is not the one that the rules give", round=one.round)
    return spoken("round %(round)s is not the one that the rules give: %(why)s", round=one.round, why=why)


def _remark(round: int | None, said: str) -> RemarkAdded:
    """What the file will say of a round, or of the whole."""
    made = Remark(f"{TABLE['import-broken'].remark}: {said}", round)
    return RemarkAdded(made.text, made.round)


def _broken(rounds: Sequence[RoundReport], findings: Sequence[str], left: _Unjudged | None) -> Iterator[Caution]:
    """One question for all rounds that are not by the rules, and what is wrong with the first; one for the unjudged."""
    if left is not None:
        yield caution("import-broken", True, finished(left.text, _unended))
    if len(rounds) == 1:
        yield caution("import-broken", True, finished(findings[0], _unended))
    elif rounds:
        which = listed(one.round for one in rounds)
        text = spoken("rounds %(rounds)s are not those that the rules give; %(first)s", rounds=which,
                      first=finished(findings[0], _unended))  # fmt: skip
        yield caution("import-broken", True, text)


# -- points ------------------------------------------------------------------------------------------------------------


def _undeclared(made: Tournament) -> tuple[Tournament, dict[str, int]]:
    """The tournament without the declared points that follow from its rounds, and what these do not explain, by key."""
    earned = player_points(made)
    gaps = {one.key: one.points - earned[one.id] for one in made.players if one.points is not None}
    players = tuple(replace(one, points=None) for one in made.players)
    so_far = points_so_far(made) if made.team_event else {}
    teams = tuple(
        replace(one, match_points=None, game_points=None)
        if (one.match_points, one.game_points) == so_far.get(one.id)
        else one
        for one in made.teams
    )
    return replace(made, players=players, teams=teams), {key: gap for key, gap in gaps.items() if gap}


def exported(state: State, *, final: bool = False) -> Tournament:
    """The tournament of a state as a file has it: without keys, with its points up to date, the unexplained as well.

    A final one has the ranks of the final standings, and is refused while anything is open.
    """
    if final:
        must_be_final(state)
    made = up_to_date(state.tournament, state.tournament)
    players = tuple(
        replace(one, key="", points=(one.points or 0) + state.unexplained.get(one.key, 0)) for one in made.players
    )
    teams = tuple(replace(one, key="") for one in made.teams)
    made = replace(made, players=players, teams=teams, remarks=(*made.remarks, *on_record(state)))
    return _with_ranks(made, state) if final and not made.by_rank else made


def _with_ranks(made: Tournament, state: State) -> Tournament:
    """The tournament with everybody's final rank; those who are not ranked have none."""
    rows, _ = in_order(state, ranked(state))
    ranks = {row.id: row.rank for row in rows}
    if made.team_event:
        return replace(made, teams=tuple(replace(one, rank=ranks.get(one.id)) for one in made.teams))
    return replace(made, players=tuple(replace(one, rank=ranks.get(one.id)) for one in made.players))
