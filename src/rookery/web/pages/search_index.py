"""Data for the Ctrl K search: actions, boards of the last round, and participants."""

from __future__ import annotations

from collections.abc import Iterator

from rookery._record import record
from rookery.documents import available_papers
from rookery.messages import msg
from rookery.tournaments.views.participants import participants, players
from rookery.web.cache import get_round_view
from rookery.web.page_spec import Page, RequestContext


@record
class SearchTarget:
    """A search target; `words` are further search words.

    A target with a `verb` is offered only if a word of it was typed, because it concerns one of many people.
    """

    text: str
    kind: str
    href: str
    words: str = ""
    verb: str = ""


def build_search_index(visit: RequestContext) -> tuple[SearchTarget, ...]:
    """Return the search targets: actions and boards for arbiters, then people in order of their numbers."""
    everybody = participants(visit.state)
    entries = [
        ("team" if visit.state.tournament.team_event else "player", participant) for participant in everybody.values()
    ]
    if visit.state.tournament.team_event:
        entries += [("player", participant) for participant in players(visit.state).values()]
    people = tuple(
        SearchTarget(
            f"{person.number} {person.title} {person.name}".replace("  ", " "), kind, f"{visit.at}/player/{person.key}"
        )
        for kind, person in entries
    )
    if visit.public:
        return people
    return (
        *_action_targets(visit),
        *_paper_targets(visit),
        *_board_targets(visit),
        *people,
        *_withdrawal_targets(visit),
    )


def _action_targets(visit: RequestContext) -> Iterator[SearchTarget]:
    """Yield the actions that are available everywhere, with their search words."""
    t, base_url, say = visit.state.tournament, visit.at, visit.say
    rows = [
        ("player.withdraw", msg("Withdraw a player"), "players", "leave retire"),
        ("players.enter", msg("Add a player"), "players#add", "enter late entry new"),
        ("bye.ask", msg("Give or take away a bye"), "players", "half point absent"),
        ("player.edit", msg("Correct a player: name, rating, birth"), "players", "edit change details"),
        ("players.enter", msg("Take players from a table"), "players/table", "import paste excel csv"),
        ("read", msg("Print"), "papers", "papers pdf lists slips"),
        ("prizes.set", msg("Prizes"), "prizes", "money"),
        ("head.set", msg("Change name, place and days"), "#head", "edit event title city date"),
        ("rules.set", msg("Change rules and tie-breaks"), "rules", "points system settings"),
        ("time.return", msg("Back to a restore point"), "log", "return revert history"),
        ("files", msg("Files for FIDE"), "report", "trf download export check"),
    ]
    if visit.state.closed is None and (t.planned_rounds is None or t.next_round <= t.planned_rounds):
        number = t.next_round
        rows.append(
            ("checkin.mark", msg("Check-in, round %(number)s", number=number), "players/check-in", "tick present")
        )
    for action, text, place, words in rows:
        if visit.may(action):
            yield SearchTarget(
                say(text), "do", f"{base_url}{place}" if place.startswith("#") else f"{base_url}/{place}", words
            )


def _paper_targets(visit: RequestContext) -> Iterator[SearchTarget]:
    """Yield the papers that can be printed without a further choice."""
    paired = len(visit.state.tournament.rounds)
    for paper in available_papers(visit.state.tournament, hall=visit.site.shared):
        if paper.name in ("reasons", "norm", "prizes"):
            continue
        title = visit.say(msg("Print: %(title)s", title=visit.say(paper.title)))
        question = f"?round={paired}" if paper.name in ("pairings", "names", "slips") else ""
        yield SearchTarget(title, "do", f"{visit.at}/papers/{paper.name}.html{question}", "paper pdf")


def _board_targets(visit: RequestContext) -> Iterator[SearchTarget]:
    """Yield the boards of the last paired round."""
    number = len(visit.state.tournament.rounds)
    if not number:
        return
    current = get_round_view(visit, number)
    boards = [(str(board.number), board) for board in current.boards]
    boards += [(f"{match.number}.{board.number}", board) for match in current.matches for board in match.boards]
    for name, board in boards:
        text = msg("Board %(number)s: %(white)s – %(black)s", number=name, white=board.white.name,
                      black=board.black.name)  # fmt: skip
        yield SearchTarget(visit.say(text), "go", f"{visit.at}/round/{number}#board-{name}", "")


def _withdrawal_targets(visit: RequestContext) -> Iterator[SearchTarget]:
    """Yield the withdrawal of each active participant."""
    verb = visit.say(msg("withdraw"))
    if not visit.may("player.withdraw"):
        return
    for participant in participants(visit.state).values():
        if not participant.gone:
            text = visit.say(msg("Withdraw %(name)s", name=participant.name))
            yield SearchTarget(text, "do", f"{visit.at}/players/{participant.key}#leaving", "", verb)


PAGES = (Page("find", "/t/{slug}/find", "Find", build_search_index, "", part=True, public=True),)
