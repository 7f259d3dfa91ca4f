"""The overview of a tournament: its progress, what to do next and what is public; and the list of all tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from rookery._record import record
from rookery.collation import sort_key
from rookery.history.completion import OpenEnd, completion, total_rounds
from rookery.messages import join_list, msg, msg_const, msg_plural
from rookery.model import Colour, PartialDate
from rookery.regulations import parse_type_code
from rookery.tournaments.domain.claims import count_conflicts
from rookery.tournaments.state import Publication, State
from rookery.tournaments.views.participants import departed_participants
from rookery.tournaments.visibility import PUBLIC_KINDS, PublicKind, due_publication, public_rounds, published_round

Task = Literal[
    "enter teams", "enter players", "draw colour", "say rounds", "end by hand", "pair", "publish", "enter results",
    "decide adjourned", "decide final", "close", "none", "decide claims",
]  # fmt: skip
Stage = Literal["before round 1", "by hand", "round open", "between rounds", "over", "closed"]


@record
class NextStep:
    """A next step: the task, a sentence, the round, and the number of games concerned."""

    task: Task
    text: str
    round: int | None = None
    games: int = 0


@record
class Overview:
    """The progress of a tournament.

    `paired` of `rounds` (if known) are paired. `ended` of the `games` of the last round have a result; `open` and
    `adjourned` count games of all rounds. `left` is the round in which FIDE mode was left. `next` starts with what to
    do now.
    """

    name: str
    system: str
    format: str
    teams: bool
    stage: Stage
    paired: int
    rounds: int | None
    participants: int
    players: int
    gone: int
    games: int
    ended: int
    open: int
    adjourned: int
    fide: bool
    left: int | None
    final: bool
    colour: Colour | None
    next: tuple[NextStep, ...]
    city: str = ""
    start: PartialDate | None = None
    end: PartialDate | None = None
    files: int = 0


def overview(state: State) -> Overview:
    """Return the overview of a tournament."""
    t, event = state.tournament, state.tournament.info
    ends = completion(t).reasons
    last = t.rounds[-1] if t.rounds else None
    games = [*last.games, *(game for match in last.matches for game in match.games)] if last else []
    pending = len(last.pending) if last else 0
    return Overview(
        name=event.name,
        system=t.system,
        format=msg_const(parse_type_code(t.system).format.title),
        teams=t.team_event,
        stage=_current_stage(state, ends),
        paired=len(t.rounds),
        rounds=total_rounds(t),
        participants=len(t.participants),
        players=len(t.players),
        gone=len(departed_participants(state, t.next_round)),
        games=len(games),
        ended=len(games) - pending,
        open=sum(len(round.pending) for round in t.rounds),
        adjourned=sum(len(round.adjourned) for round in t.rounds),
        fide=state.fide,
        left=state.permanent.left,
        final=not ends and state.phase is None,
        colour=t.initial_colour,
        next=tuple(_next_steps(state, ends)),
        city=event.city,
        start=event.start,
        end=event.end,
        files=len(state.files),
    )


def _current_stage(state: State, ends: tuple[OpenEnd, ...]) -> Stage:
    rounds = state.tournament.rounds
    if state.closed is not None:
        return "closed"
    if state.phase is not None:
        return "by hand"
    if not rounds:
        return "before round 1"
    if not ends:
        return "over"
    return "round open" if any(reason.kind == "open games" for reason in ends) else "between rounds"


def _next_steps(state: State, ends: tuple[OpenEnd, ...]) -> Iterator[NextStep]:
    """Yield the next steps, the most urgent first."""
    t = state.tournament
    if state.closed is not None:
        yield NextStep("none", msg("The tournament is closed after round %(round)s.", round=state.closed))
        return
    if state.phase is not None:
        text = msg("Round %(round)s is being paired by hand.", round=state.phase.round)
        if state.phase.by and state.phase.was is not None:
            text = msg("%(name)s is changing the pairing of round %(round)s.", name=state.phase.by,
                       round=state.phase.round)  # fmt: skip
        yield NextStep("end by hand", text, state.phase.round)
    yield from _steps_before_round_1(state, ends)
    conflicts = count_conflicts(state, len(t.rounds)) if t.rounds else 0
    if conflicts:
        text = msg_plural(conflicts, "Round %(round)s: the players of %(num)s game have sent different results.",
                          "Round %(round)s: the players of %(num)s games have sent different results.",
                          round=len(t.rounds))  # fmt: skip
        yield NextStep("decide claims", text, len(t.rounds), conflicts)
    for reason in ends:
        if reason.kind == "open games" and (state.phase is None or reason.round != state.phase.round):
            yield NextStep("enter results", _describe_open_round(reason), reason.round, len(reason.boards))
    coming = next((reason.round for reason in ends if reason.kind == "round to come"), None)
    if coming is None and any(reason.kind == "length unknown" for reason in ends):
        coming = t.next_round
    if coming is not None and len(t.participants) > 1 and state.phase is None:
        yield NextStep("pair", msg("Pair round %(round)s.", round=coming), coming)
    for reason in ends:
        if reason.kind == "adjourned games":
            text = msg_plural(len(reason.boards), "Round %(round)s: %(num)s game is adjourned.",
                              "Round %(round)s: %(num)s games are adjourned.", round=reason.round)  # fmt: skip
            yield NextStep("decide adjourned", text, reason.round, len(reason.boards))
        elif reason.kind == "level final":
            text = msg("Round %(round)s is drawn: choose who goes through.", round=reason.round)
            yield NextStep("decide final", text, reason.round)
    if not ends and t.rounds:
        yield NextStep("close", msg("All rounds are played: the standings are final."), len(t.rounds))


def _describe_open_round(reason: OpenEnd) -> str:
    """Return the sentence about missing results of a round."""
    if not reason.boards:
        return msg("Round %(round)s has no pairings.", round=reason.round)
    return msg_plural(len(reason.boards), "Round %(round)s: %(num)s result is open.",
                      "Round %(round)s: %(num)s results are open.", round=reason.round)  # fmt: skip


def _steps_before_round_1(state: State, ends: tuple[OpenEnd, ...]) -> Iterator[NextStep]:
    """Yield the steps before round 1."""
    t, format = state.tournament, parse_type_code(state.tournament.system).format
    if t.rounds:
        return
    if len(t.participants) < 2 and t.team_event:
        yield NextStep("enter teams", msg("Enter the teams."))
    elif len(t.participants) < 2:
        yield NextStep("enter players", msg("Enter the players."))
    if any(reason.kind == "length unknown" for reason in ends):
        yield NextStep("say rounds", msg("Set the number of rounds."))
    if format.swiss and t.initial_colour is None:
        yield NextStep("draw colour", msg("Draw the initial colour."), 1)


@record
class HomeLine:
    """A tournament by its `slug`: what it is, `paired` rounds of `rounds`, how many games are open, what is next."""

    slug: str
    name: str
    format: str
    stage: Stage
    paired: int
    rounds: int | None
    participants: int
    teams: bool
    open: int
    adjourned: int
    fide: bool
    final: bool
    next: NextStep | None = None
    city: str = ""
    start: PartialDate | None = None
    end: PartialDate | None = None


@record
class HomeView:
    """Every tournament: those that go on first, the newest before the others; then those that are over, or closed."""

    lines: tuple[HomeLine, ...]


def sorted_home(tournaments: Iterable[HomeLine]) -> HomeView:
    """Return these lines in the order of the page."""
    lines = list(tournaments)
    lines.sort(key=lambda line: (sort_key(line.name), line.slug))
    lines.sort(key=lambda line: str(line.start or ""), reverse=True)
    lines.sort(key=lambda line: line.stage in ("over", "closed"))
    return HomeView(tuple(lines))


def home_line(slug: str, state: State) -> HomeLine:
    """Return the line of a tournament."""
    progress = overview(state)
    return HomeLine(
        slug,
        progress.name,
        progress.format,
        progress.stage,
        progress.paired,
        progress.rounds,
        progress.participants,
        progress.teams,
        progress.open,
        progress.adjourned,
        progress.fide,
        progress.final,
        progress.next[0] if progress.next else None,
        progress.city,
        progress.start,
        progress.end,
    )


@record
class PublicationView:
    """What is public of a tournament, and of one of its rounds.

    The pairings of the first `paired` rounds and the standings after round `ranked` are public. `shown`, `results` and
    `standings` say what is public of `round`, `since` when its pairings were published (UTC), if by the arbiter, and
    `ranked_since` when the standings were. `due` is what can be published up to this round, `hideable` whether
    something of it can be hidden.
    """

    status: Literal["public", "private", "test"]
    settings: Publication
    round: int = 0
    paired: int = 0
    ranked: int = 0
    shown: bool = False
    results: bool = False
    standings: bool = False
    since: str = ""
    ranked_since: str = ""
    due: tuple[PublicKind, ...] = ()
    hideable: bool = False


def publication_view(state: State, number: int | None = None) -> PublicationView:
    """Return what is public, with a round or the last one."""
    settings, public = state.permanent.publication, public_rounds(state)
    number = len(state.tournament.rounds) if number is None else number
    item, ranked = published_round(state, number), published_round(state, public.standings)
    due = {kind for _, kinds in due_publication(state, number) for kind in kinds}
    stamps = (item.pairings, item.results, item.standings)
    return PublicationView(
        "test" if settings.test else "public" if settings.public else "private",
        settings,
        number,
        public.pairings,
        public.standings,
        0 < number <= public.pairings,
        number in public.results,
        0 < number <= public.standings,
        item.pairings.at if item.pairings and settings.pairings != "automatic" else "",
        ranked.standings.at if ranked.standings and settings.standings != "automatic" else "",
        tuple(kind for kind in PUBLIC_KINDS if kind in due),
        settings.pairings != "automatic" and any(stamps),
    )


def publication_step(state: State) -> NextStep | None:
    """Return the next step of an arbiter who publishes: pairings, or the standings of a finished round."""
    settings, due = state.permanent.publication, due_publication(state)
    if not due or settings.test or not settings.public:
        return None
    number, kinds = due[-1]
    if "pairings" in kinds:
        rounds = [round for round, of_round in due if "pairings" in of_round]
        return NextStep("publish", msg("The pairings of round %(round)s are not public yet.", round=join_list(rounds)),
                        number)  # fmt: skip
    if "standings" in kinds:
        return NextStep("publish", msg("The standings after round %(round)s are not public yet.", round=number), number)
    return NextStep("publish", msg("The results of round %(round)s are not public yet.", round=number), number)
