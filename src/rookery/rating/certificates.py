"""The certificate of a title norm (B.01 1.8): what the form IT1 tells of player, event, opponents and result.

The layout of the form is FIDE's; here is what goes into it, by the articles that it certifies. Which figures it asks
for was read in the form as Sharly Chess prints it.
"""

from __future__ import annotations

from rookery.errors import RuleError
from rookery.model import Player, Tournament
from rookery.model.tournament import must_be_tournament
from rookery.rating.norms import Audit, norms
from rookery.rating.title_event import from_abroad, terms_of, title_event
from rookery.rating.titles import HOLDERS, NO_FEDERATION, TITLES, Condition, Terms, least_half_points, raised
from rookery.regulations import announced, says_swiss
from rookery.values import frozen, replace

ON_THE_FORM = ("GM", "IM", "WGM", "WIM", "FM", "WFM")
"""The titles whose holders the form counts one by one."""


@frozen
class CertifiedPlayer:
    """Who made the norm, as the lists of the event had them."""

    name: str
    fide_id: int | None
    federation: str
    title: str
    rating: int | None
    born: str


@frozen
class CertifiedEvent:
    """Where it was made."""

    name: str
    place: str
    federation: str
    start: str
    end: str
    rounds: int
    system: str
    rate_of_play: str
    chief_arbiter: str


@frozen
class CertifiedGame:
    """A game that counts: the opponent, and the score in half points; `counted` is the rating by 1.4.6."""

    round: int
    opponent: CertifiedPlayer
    half_points: int
    counted: int


@frozen
class CertifiedMix:
    """The figures that the form asks for beside the result: of the opponents, and of the field where 1.4.3d is applied.

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


@frozen
class CertifiedResult:
    """The figures of a norm: the score and the least that sufficed, Ra, Rp, and the mix of the opponents.

    `level` counts the titles that the norm asks for, `federations` those other than the player's.
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


@frozen
class Certificate:
    """A norm that was made, as it is certified.

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


def certificate(tournament: Tournament, player: int, title: str, *, terms: Terms | None = None) -> Certificate:
    """The certificate of a player's norm for a title; a norm that was not made has none."""
    must_be_tournament(tournament, "certificate")
    given = terms or terms_of(tournament)
    audit = norms(tournament, player=player, title=title, terms=given)[0]
    if audit.outlook is not None:
        raise RuleError("a norm is certified when the event is over: rounds are to come", article="B.01 1.8")
    if not audit.met:
        why = "; ".join(f"{line.what} {line.found}, not {line.needed} ({line.article})" for line in audit.failed)
        raise RuleError(f"{audit.player.name} made no {audit.title} norm: {why}", article="B.01 1.8", who=(player,))
    return certified(tournament, audit, given)


def certified(tournament: Tournament, audit: Audit, terms: Terms) -> Certificate:
    """The certificate of a norm that was made under these terms."""
    whole = title_event(tournament)
    return Certificate(
        audit.title,
        _person(audit.player),
        certified_event(tournament),
        _result(tournament, audit),
        audit.credit,
        audit.unplayed_win,
        terms.waiver(audit.player.federation.upper()),
        _without_waiver(tournament, audit, terms),
        whole.one_round_a_day,
        whole.strong_swiss,
        audit.undecided,
    )


def certified_event(tournament: Tournament) -> CertifiedEvent:
    """What a certificate tells of the event."""
    event = tournament.event
    return CertifiedEvent(
        event.name,
        event.city,
        event.federation,
        str(event.start or ""),
        str(event.end or ""),
        max(tournament.planned or 0, len(tournament.rounds)),
        system_of(tournament),
        event.time_control or event.encoded_time_control,
        event.chief_arbiter,
    )


def system_of(tournament: Tournament) -> str:
    """What a certificate calls the system: Swiss, round robin, ..."""
    format = announced(tournament.system, tournament.event.type)
    if says_swiss(tournament.system, tournament.event.type):
        return "Swiss"
    return format.title or tournament.event.type


def _person(player: Player, rating: int | None = None) -> CertifiedPlayer:
    given, born = rating or player.official_rating, str(player.birth or "")
    return CertifiedPlayer(player.name, player.fide_id, player.federation, player.title, given, born)


def _result(tournament: Tournament, audit: Audit) -> CertifiedResult:
    title = next(one for one in TITLES if one.code == audit.title)
    by_id = {player.id: player for player in tournament.players}
    own = audit.player.federation.upper()
    abroad = {game.federation for game in audit.games} - NO_FEDERATION - {own}
    return CertifiedResult(
        tuple(
            CertifiedGame(game.round, _person(by_id[game.opponent], game.rating), game.half_points, counted)
            for game, counted in zip(audit.games, raised(title, audit.games), strict=True)
        ),
        tuple(game.round for game in audit.ignored),
        audit.half_points,
        least_half_points(title, audit.games) or 0,
        audit.average or 0,
        audit.performance or 0,
        sum(game.title in HOLDERS for game in audit.games),
        sum(game.title in title.level for game in audit.games),
        len(abroad),
        sum(game.federation == own for game in audit.games),
        sum(game.rating is None for game in audit.games),
        audit.as_loss,
        _mix(tournament, audit),
    )


def _mix(tournament: Tournament, audit: Audit) -> CertifiedMix:
    own, host = audit.player.federation.upper(), tournament.event.federation.upper()
    known = [game.federation for game in audit.games if game.federation not in NO_FEDERATION]
    abroad, federations, titled = from_abroad(tournament)
    return CertifiedMix(
        len(set(known)),
        sum(game.federation != own for game in audit.games),
        sum(federation == host for federation in known),
        sum(game.rating is not None for game in audit.games),
        sum(game.title in HOLDERS for game in audit.games),
        tuple((title, sum(game.title == title for game in audit.games)) for title in ON_THE_FORM),
        abroad,
        federations,
        titled,
    )


def _without_waiver(tournament: Tournament, audit: Audit, terms: Terms) -> bool:
    """Whether the norm is one without the waiver too; other games may be ignored for it."""
    plain = replace(terms, foreigners="", exempt="")
    return norms(tournament, player=audit.player.id, title=audit.title, terms=plain)[0].met
