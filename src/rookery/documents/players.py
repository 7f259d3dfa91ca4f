"""Papers of participants: player list, teams, place cards, the reasons of a pairing, the figures of a norm."""

from __future__ import annotations

from typing import Literal

from rookery.documents.model import (
    Card,
    Cards,
    Facts,
    Grid,
    Mark,
    Paper,
    PaperRequest,
    Words,
    build_headed_paper,
    requested_player,
    requested_round,
)
from rookery.errors import RuleError
from rookery.formats.pair import pair
from rookery.formatting import Column, Table, count, format_date, format_date_range, format_points, participant_label
from rookery.model import Player, Tournament
from rookery.presentation.tables import condition_sign, norm_remarks, players_table, teams_table
from rookery.rating.certificates import build_certificate
from rookery.rating.norm_conditions import NormGame
from rookery.rating.norm_event import derive_terms
from rookery.rating.norms import Audit, norms


def player_list(t: Tournament, request: PaperRequest) -> Paper:
    """Return the list of all players by number, with the number of federations."""
    table = players_table(t)
    names = [column.title for column in table.columns]
    strong = tuple(names.index(title) for title in ("Name",) if title in names)
    quiet = tuple(index for index, name in enumerate(names) if name not in ("Name", "Rating", "Team", "Club"))
    return build_headed_paper(
        t, "Players", (Grid(table, strong=strong, quiet=quiet), Words((_count_text(t),), kind="note"))
    )


def _count_text(t: Tournament) -> str:
    federations = {player.federation for player in t.players} - {""}
    rated_count = sum(player.rating is not None and player.rating > 0 for player in t.players)
    federation_text = f" from {count(len(federations), 'federation')}" if federations else ""
    return f"{count(len(t.players), 'player')}{federation_text}, {rated_count} of them rated."


def team_list(t: Tournament, request: PaperRequest) -> Paper:
    """Return every team with its players in board order."""
    players_by_id = {player.number: player for player in t.players}
    overview = teams_table(t)
    grids = [Grid(overview, strong=(1,), quiet=(0,))]
    heads = (
        Column("Board", ">"),
        Column("Name", least=16),
        Column("Rating", ">"),
        Column("Fed"),
        Column("FIDE ID", ">"),
    )
    for team in t.teams:
        rows = tuple(
            _member_row(board, players_by_id[player_id])
            for board, player_id in enumerate(team.players, 1)
            if player_id in players_by_id
        )
        grids.append(Grid(Table(heads, rows).without_empty(), f"{team.number}. {team.name}", strong=(1,)))
    return build_headed_paper(t, "Teams", tuple(grids))


def _member_row(board: int, player: Player) -> tuple[str, ...]:
    return (
        str(board),
        f"{player.title} {player.name}".strip(),
        str(player.rating or ""),
        player.federation,
        str(player.fide_id or ""),
    )


def place_cards(t: Tournament, request: PaperRequest) -> Paper:
    """Return a card with the name of each player, or of one player, to stand at the board."""
    return _cards_with_names(t, request, "Place cards", "name")


def badges(t: Tournament, request: PaperRequest) -> Paper:
    """Return a badge with the name of each player, or of one player, and the code of the player's own page."""
    return _cards_with_names(t, request, "Badges", "badge")


def _cards_with_names(t: Tournament, request: PaperRequest, title: str, kind: Literal["name", "badge"]) -> Paper:
    team_names = {player: team.name for team in t.teams for player in team.players}
    players_shown = [player for player in t.players if request.player in (None, player.number)]
    if not players_shown:
        raise RuleError(f"there is no player {request.player}")
    small = t.info.name or "Tournament"
    name_cards = tuple(
        Card(
            str(player.number),
            small,
            (_card_line(player, team_names.get(player.number, "") or player.club),),
            codes=(request.player_codes[player.number],) if player.number in request.player_codes else (),
        )
        for player in players_shown
    )
    return build_headed_paper(t, title, (Cards(name_cards, kind),))


def _card_line(player: Player, belongs: str) -> tuple[str, str, str]:
    """Return a name, and the text below it."""
    below = " · ".join(part for part in (player.federation, str(player.rating or ""), belongs) if part)
    return below, f"{player.title} {player.name}".strip(), ""


# -- one player --------------------------------------------------------------------------------------------------------

_NOT_THE_FORM = (
    "These are the figures for a certificate, worked out from the results in this file; the certificate itself is"
    " issued on the form of the federation."
)


def pairing_reasons(t: Tournament, request: PaperRequest) -> Paper:
    """Return the reasons for the opponent, colour, float or bye of a participant."""
    number = requested_round(t, request)
    participant_id = requested_player(t, request, "a paper with reasons")
    pairing = pair(t, round=number)
    sentences = tuple(str(reason) for reason in pairing.explain(participant_id).reasons)
    edition_note = f"By {pairing.edition}." if pairing.edition is not None else ""
    blocks = Words(sentences, kind="reasons"), Words((edition_note,) if edition_note else (), kind="note")
    return build_headed_paper(
        t, f"Round {number}: reasons for {participant_label(t.participants_by_number[participant_id])}", blocks
    )


# -- norms -------------------------------------------------------------------------------------------------------------


def norm_sheets(t: Tournament, request: PaperRequest) -> Paper:
    """Return the figures of a norm with every condition; of all norms made if no player is given."""
    if request.player is None and request.title is None:
        audits = tuple(audit for audit in norms(t) if audit.is_met)
    else:
        audits = norms(t, player=request.player, title=request.title)
        audits = audits if request.player is not None else tuple(audit for audit in audits if audit.is_met)
    if not audits:
        raise RuleError("nobody has made a norm here: --player and --title show the conditions of one")
    blocks = tuple(block for index, audit in enumerate(audits) for block in _norm_blocks(t, audit, index > 0))
    return build_headed_paper(t, "Title norm" if len(audits) == 1 else "Title norms", blocks)


def _norm_blocks(t: Tournament, audit: Audit, new_page: bool) -> tuple[Words | Facts | Grid | Cards, ...]:
    """Return the blocks of one norm, on its own page."""
    outcome = "made" if audit.is_met else "not made"
    return (
        Words((), f"{participant_label(audit.player)}: {audit.title} norm {outcome}", new_page=new_page),
        Facts(tuple(_norm_facts(t, audit))),
        Grid(_norm_games(t, audit), "Games that count", strong=(0,), quiet=(3,), compact=True),
        Grid(_norm_conditions(audit), "Conditions (B.01)", marks=_condition_marks(audit), compact=True),
        Words((*norm_remarks(audit, t), _NOT_THE_FORM), kind="note"),
        Cards((Card(signs=("Player", "Chief arbiter", "Federation")),), "slip"),
    )


def _norm_facts(t: Tournament, audit: Audit) -> list[tuple[str, str]]:
    player, event = audit.player, t.info
    score = f"{format_points(5 * audit.half_points)} of {len(audit.games)}"
    place = ", ".join(part for part in (event.city, event.federation) if part)
    worth = f"{count(audit.credit, 'game')} of 27" if audit.credit else ""
    pairs = [
        ("Name", player.name), ("Federation", player.federation), ("FIDE ID", str(player.fide_id or "")),
        ("Born", format_date(player.birth) if player.birth else ""), ("Rating", str(player.rating or "")),
        ("Title held", player.title),
        ("Title sought", audit.title), ("Event", event.name), ("Place", place),
        ("Dates", format_date_range(event.start, event.end)), ("Rounds", str(t.planned_rounds or len(t.rounds))),
        ("Rate of play", event.time_control or event.encoded_time_control), ("Chief arbiter", event.chief_arbiter),
        ("Score", score), ("Average of the opponents", str(audit.average or "")),
        ("Performance", str(audit.performance or "")), ("Worth", worth), *_application_facts(t, audit),
    ]  # fmt: skip
    return [(name, value) for name, value in pairs if value]


def _application_facts(t: Tournament, audit: Audit) -> list[tuple[str, str]]:
    """Return the facts of a certificate that an application needs in addition to the norm itself."""
    if not audit.is_met or audit.outlook is not None:
        return []
    certificate = build_certificate(t, audit, derive_terms(t))
    signs = {"NO": "no", "yes": "yes", "?": "not said by the file"}
    return [
        ("Score needed", format_points(5 * certificate.result.needed_half_points)),
        ("Other federations", str(certificate.result.federations)),
        ("Without a waiver (1.4.3e)", "yes" if certificate.normal_foreigners else "no"),
        ("One round a day (1.1.3a)", signs[condition_sign(certificate.one_round_a_day)]),
        ("Swiss of 40, average 2000 (1.5.6a)", signs[condition_sign(certificate.strong_event)]),
    ]


def _norm_games(t: Tournament, audit: Audit) -> Table:
    names = {player.number: player.name for player in t.players}
    columns = (
        Column("Round", ">"), Column("Opponent", least=16), Column("Fed"), Column("Title"), Column("Rating", ">"),
        Column("Score", ">"),
    )  # fmt: skip
    return Table(columns, tuple(_game_row(game, names) for game in audit.games))


def _game_row(game: NormGame, names: dict[int, str]) -> tuple[str, ...]:
    rating = str(game.rating or "unrated")
    return (
        str(game.round),
        names[game.opponent],
        game.federation,
        game.title,
        rating,
        format_points(5 * game.half_points),
    )


def _norm_conditions(audit: Audit) -> Table:
    columns = (
        Column("Article"),
        Column("Condition", least=14),
        Column("Found", ">"),
        Column("Needed", least=14),
        Column("Met"),
    )
    rows = (
        (condition.article, condition.what, condition.found, condition.needed, condition_sign(condition).lower())
        for condition in audit.conditions
    )
    return Table(columns, tuple(rows))


def _condition_marks(audit: Audit) -> dict[tuple[int, int], Mark]:
    signs: dict[str, Mark] = {"NO": "no", "yes": "yes", "?": "open"}
    return {(row, 4): signs[condition_sign(condition)] for row, condition in enumerate(audit.conditions)}
