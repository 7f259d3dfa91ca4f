"""Certificates of title norms (B.01 1.8): the content of the form IT1.

The layout of the form is FIDE's; here is what goes into it, by the articles that it certifies. Which figures it asks
for was read in the form as Sharly Chess prints it.
"""

from __future__ import annotations

from rookery._record import record, replace
from rookery.errors import RuleError
from rookery.model import Player, Tournament
from rookery.model.tournament import require_tournament
from rookery.rating.norm_conditions import (
    NO_FEDERATION,
    NORM_TITLES,
    TITLES,
    Condition,
    Terms,
    least_half_points,
    raise_lowest,
)
from rookery.rating.norm_event import check_event, count_from_abroad, derive_terms
from rookery.rating.norms import Audit, norms
from rookery.regulations import format_for, says_swiss

FORM_TITLES = ("GM", "IM", "WGM", "WIM", "FM", "WFM")
"""The titles whose holders the form counts separately."""


@record
class CertifiedPlayer:
    """The player who made the norm, or an opponent, as listed by the event."""

    name: str
    fide_id: int | None
    federation: str
    title: str
    rating: int | None
    born: str


@record
class CertifiedEvent:
    """The event of the norm."""

    name: str
    place: str
    federation: str
    start: str
    end: str
    rounds: int
    system: str
    rate_of_play: str
    chief_arbiter: str


@record
class CertifiedGame:
    """A game that counts; `half_points` is the player's score, `counted` the opponent's rating by 1.4.6."""

    round: int
    opponent: CertifiedPlayer
    half_points: int
    counted: int


@record
class CertifiedMix:
    """Figures of the form about the opponents, and about the field where 1.4.3d is applied.

    `federations` are all those of the opponents, the player's own too; `by_title` has FM and WFM as well. Those of the
    field are rated players from abroad, their federations, and who of them is GM, IM, WGM or WIM.
    """

    federations: int
    not_of_own_federation: int
    of_host_federation: int
    rated: int
    titled: int
    by_title: tuple[tuple[str, int], ...]
    field_from_abroad: int
    field_federations: int
    field_titled: int


@record
class CertifiedResult:
    """Figures of a norm: the score and the least score needed, Ra, Rp, and the mix of the opponents.

    `level` counts the titles required for the norm, `federations` those other than the player's.
    """

    games: tuple[CertifiedGame, ...]
    ignored_rounds: tuple[int, ...]
    half_points: int
    needed_half_points: int
    average: int
    performance: int
    title_holders: int
    level: int
    federations: int
    compatriots: int
    unrated: int
    last_forfeit_as_loss: bool
    mix: CertifiedMix


@record
class Certificate:
    """Certificate of a norm.

    `credit` is what the norm counts as towards 27 games, `unplayed_win` says that 1.4.1c was used, `waiver` by what the
    rules on federations were waived. `normal_foreigners`: 1.4.3 and 1.4.4 are met all the same, as one norm of an
    application must meet them (1.4.3e). `one_round_a_day` is 1.1.3a, `strong_event` 1.5.6.
    """

    title: str
    player: CertifiedPlayer
    event: CertifiedEvent
    result: CertifiedResult
    credit: int
    unplayed_win: bool
    waiver: str
    normal_foreigners: bool
    one_round_a_day: Condition
    strong_event: Condition
    undecided: tuple[Condition, ...] = ()


def certify_norm(tournament: Tournament, player: int, title: str, *, terms: Terms | None = None) -> Certificate:
    """Return the certificate of a player's norm for a title."""
    require_tournament(tournament, "certificate")
    applied_terms = terms or derive_terms(tournament)
    audit = norms(tournament, player=player, title=title, terms=applied_terms)[0]
    if audit.outlook is not None:
        raise RuleError("a norm is certified when the event is over: rounds are to come", article="B.01 1.8")
    if not audit.is_met:
        failures = "; ".join(f"{line.what} {line.found}, not {line.needed} ({line.article})" for line in audit.failed)
        raise RuleError(
            f"{audit.player.name} made no {audit.title} norm: {failures}", article="B.01 1.8", participants=(player,)
        )
    return build_certificate(tournament, audit, applied_terms)


def build_certificate(tournament: Tournament, audit: Audit, terms: Terms) -> Certificate:
    """Build the certificate of a norm made under these terms."""
    whole = check_event(tournament)
    return Certificate(
        audit.title,
        _build_player(audit.player),
        build_event(tournament),
        _build_result(tournament, audit),
        audit.credit,
        audit.unplayed_win,
        terms.waiver(audit.player.federation.upper()),
        _is_norm_without_waiver(tournament, audit, terms),
        whole.one_round_a_day,
        whole.strong_swiss,
        audit.undecided,
    )


def build_event(tournament: Tournament) -> CertifiedEvent:
    """Return the facts of a certificate about the event."""
    event = tournament.info
    return CertifiedEvent(
        event.name,
        event.city,
        event.federation,
        str(event.start or ""),
        str(event.end or ""),
        max(tournament.planned_rounds or 0, len(tournament.rounds)),
        system_name(tournament),
        event.time_control or event.encoded_time_control,
        event.chief_arbiter,
    )


def system_name(tournament: Tournament) -> str:
    """Return the name of the system on a certificate: Swiss, round robin, ..."""
    format = format_for(tournament.system, tournament.info.type)
    if says_swiss(tournament.system, tournament.info.type):
        return "Swiss"
    return format.title or tournament.info.type


def _build_player(player: Player, rating: int | None = None) -> CertifiedPlayer:
    shown_rating, born = rating or player.official_rating, str(player.birth or "")
    return CertifiedPlayer(player.name, player.fide_id, player.federation, player.title, shown_rating, born)


def _build_result(tournament: Tournament, audit: Audit) -> CertifiedResult:
    title = next(candidate for candidate in TITLES if candidate.code == audit.title)
    by_id = {player.number: player for player in tournament.players}
    federation = audit.player.federation.upper()
    foreign_federations = {game.federation for game in audit.games} - NO_FEDERATION - {federation}
    return CertifiedResult(
        tuple(
            CertifiedGame(game.round, _build_player(by_id[game.opponent], game.rating), game.half_points, counted)
            for game, counted in zip(audit.games, raise_lowest(title, audit.games), strict=True)
        ),
        tuple(game.round for game in audit.ignored),
        audit.half_points,
        least_half_points(title, audit.games) or 0,
        audit.average or 0,
        audit.performance or 0,
        sum(game.title in NORM_TITLES for game in audit.games),
        sum(game.title in title.level for game in audit.games),
        len(foreign_federations),
        sum(game.federation == federation for game in audit.games),
        sum(game.rating is None for game in audit.games),
        audit.as_loss,
        _build_mix(tournament, audit),
    )


def _build_mix(tournament: Tournament, audit: Audit) -> CertifiedMix:
    own, host = audit.player.federation.upper(), tournament.info.federation.upper()
    opponent_federations = [game.federation for game in audit.games if game.federation not in NO_FEDERATION]
    abroad, federations, titled = count_from_abroad(tournament)
    return CertifiedMix(
        len(set(opponent_federations)),
        sum(game.federation != own for game in audit.games),
        sum(federation == host for federation in opponent_federations),
        sum(game.rating is not None for game in audit.games),
        sum(game.title in NORM_TITLES for game in audit.games),
        tuple((title, sum(game.title == title for game in audit.games)) for title in FORM_TITLES),
        abroad,
        federations,
        titled,
    )


def _is_norm_without_waiver(tournament: Tournament, audit: Audit, terms: Terms) -> bool:
    """Return whether the norm is made without the waiver too; other games may be ignored for it."""
    plain = replace(terms, foreigners="", exempt="")
    return norms(tournament, player=audit.player.number, title=audit.title, terms=plain)[0].is_met
