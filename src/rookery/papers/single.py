"""Papers of one player: why they met whom they met, and the figures of a norm."""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.formats.pairing import pair
from rookery.labels import Column, Table, count, day, person, points, span
from rookery.model import Tournament
from rookery.papers.paper import Card, Cards, Facts, Grid, Mark, Paper, Words
from rookery.papers.request import PaperRequest, headed, player_of, round_of
from rookery.rating.certificates import certified
from rookery.rating.norms import Audit, norms
from rookery.rating.title_event import terms_of
from rookery.rating.titles import NormGame
from rookery.shown.norms import remarks, sign

_NOT_THE_FORM = (
    "These are the figures for a certificate, worked out from the results in this file; the certificate itself is"
    " issued on the form of the federation."
)


def reasons(t: Tournament, request: PaperRequest) -> Paper:
    """Why somebody has this opponent, this colour, this float or the bye."""
    number = round_of(t, request)
    one = player_of(t, request, "a paper with reasons")
    told = pair(t, round=number)
    sentences = tuple(str(reason) for reason in told.explain(one).reasons)
    by = f"By {told.edition}." if told.edition is not None else ""
    blocks = Words(sentences, kind="reasons"), Words((by,) if by else (), kind="note")
    return headed(t, f"Round {number}: reasons for {person(t.by_id[one])}", blocks)


# -- norms -------------------------------------------------------------------------------------------------------------


def norm(t: Tournament, request: PaperRequest) -> Paper:
    """The figures of a norm: who, where, against whom, and every condition; of all norms made if nobody is named."""
    if request.player is None and request.title is None:
        found = tuple(audit for audit in norms(t) if audit.met)
    else:
        found = norms(t, player=request.player, title=request.title)
        found = found if request.player is not None else tuple(audit for audit in found if audit.met)
    if not found:
        raise RuleError("nobody has made a norm here: --player and --title show the conditions of one")
    blocks = tuple(block for at, each in enumerate(found) for block in _sheet(t, each, at > 0))
    return headed(t, "Title norm" if len(found) == 1 else "Title norms", blocks)


def _sheet(t: Tournament, audit: Audit, new_page: bool) -> tuple[Words | Facts | Grid | Cards, ...]:
    """One norm on one page."""
    made = "made" if audit.met else "not made"
    return (
        Words((), f"{person(audit.player)}: {audit.title} norm {made}", new_page=new_page),
        Facts(tuple(_facts(t, audit))),
        Grid(_games(t, audit), "Games that count", strong=(0,), quiet=(3,), compact=True),
        Grid(_conditions(audit), "Conditions (B.01)", marks=_passed(audit), compact=True),
        Words((*remarks(audit, t), _NOT_THE_FORM), kind="note"),
        Cards((Card(signs=("Player", "Chief arbiter", "Federation")),), "slip"),
    )


def _facts(t: Tournament, audit: Audit) -> list[tuple[str, str]]:
    one, event = audit.player, t.event
    score = f"{points(5 * audit.half_points)} of {len(audit.games)}"
    place = ", ".join(part for part in (event.city, event.federation) if part)
    worth = f"{count(audit.credit, 'game')} of 27" if audit.credit else ""
    said = [
        ("Name", one.name), ("Federation", one.federation), ("FIDE ID", str(one.fide_id or "")),
        ("Born", day(one.birth) if one.birth else ""), ("Rating", str(one.rating or "")), ("Title held", one.title),
        ("Title sought", audit.title), ("Event", event.name), ("Place", place),
        ("Dates", span(event.start, event.end)), ("Rounds", str(t.planned or len(t.rounds))),
        ("Rate of play", event.time_control or event.encoded_time_control), ("Chief arbiter", event.chief_arbiter),
        ("Score", score), ("Average of the opponents", str(audit.average or "")),
        ("Performance", str(audit.performance or "")), ("Worth", worth), *_of_the_application(t, audit),
    ]  # fmt: skip
    return [(name, value) for name, value in said if value]


def _of_the_application(t: Tournament, audit: Audit) -> list[tuple[str, str]]:
    """What a certificate tells beside the norm itself, for the application to come."""
    if not audit.met or audit.outlook is not None:
        return []
    made = certified(t, audit, terms_of(t))
    signs = {"NO": "no", "yes": "yes", "?": "not said by the file"}
    return [
        ("Score needed", points(5 * made.result.needed_half_points)),
        ("Other federations", str(made.result.federations)),
        ("Without a waiver (1.4.3e)", "yes" if made.normal_foreigners else "no"),
        ("One round a day (1.1.3a)", signs[sign(made.one_round_a_day)]),
        ("Swiss of 40, average 2000 (1.5.6a)", signs[sign(made.strong_event)]),
    ]


def _games(t: Tournament, audit: Audit) -> Table:
    names = {player.id: player.name for player in t.players}
    columns = (
        Column("Round", ">"), Column("Opponent", least=16), Column("Fed"), Column("Title"), Column("Rating", ">"),
        Column("Score", ">"),
    )  # fmt: skip
    return Table(columns, tuple(_row(game, names) for game in audit.games))


def _row(game: NormGame, names: dict[int, str]) -> tuple[str, ...]:
    rating = str(game.rating or "unrated")
    return str(game.round), names[game.opponent], game.federation, game.title, rating, points(5 * game.half_points)


def _conditions(audit: Audit) -> Table:
    columns = (
        Column("Article"),
        Column("Condition", least=14),
        Column("Found", ">"),
        Column("Needed", least=14),
        Column("Met"),
    )
    rows = ((one.article, one.what, one.found, one.needed, sign(one).lower()) for one in audit.conditions)
    return Table(columns, tuple(rows))


def _passed(audit: Audit) -> dict[tuple[int, int], Mark]:
    signs: dict[str, Mark] = {"NO": "no", "yes": "yes", "?": "open"}
    return {(at, 4): signs[sign(one)] for at, one in enumerate(audit.conditions)}
