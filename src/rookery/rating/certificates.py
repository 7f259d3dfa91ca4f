"""Certificates of title norms (B.01 1.8), the content of the form IT1, and applications for players' titles.

The layout of the form is FIDE's; here is what goes into it, by the articles that it certifies. The figures it asks for
follow the form as Sharly Chess prints it. Titles are awarded by norms from several events (1.5), by rating (1.3), or
directly (0.6.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record, replace
from rookery.answer import Answer
from rookery.errors import RuleError
from rookery.messages import msg
from rookery.model import Player, Tournament
from rookery.model.tournament import require_tournament
from rookery.model.validation import MOST_RATING, type_error
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
class Certificate(Answer):
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
    """Return the certificate of a player's norm for a title.

    Args:
        tournament: The tournament after its last round.
        player: The pairing number.
        title: The title of the norm.
        terms: The terms of the event; by default those that follow from the tournament.

    Returns:
        The data of the form, with all games of the player.

    Raises:
        RuleError: Rounds are still to come, or the player made no such norm.
    """
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


NORM_GAMES = 27
REQUIRED_RATINGS = {"GM": 2500, "IM": 2400, "WGM": 2300, "WIM": 2200}
"""The rating that must have been reached, for a title by norms (1.5.3)."""
RATING_TITLES = {"FM": 2300, "CM": 2200, "WFM": 2100, "WCM": 2000}
"""Titles by rating alone (1.3)."""
DIRECT_TITLES = {"GM": 2300, "IM": 2200, "FM": 2100, "CM": 2000, "WGM": 2100, "WIM": 2000, "WFM": 1900, "WCM": 1800}
"""The rating without which a direct title is conditional (0.6.2)."""
MIN_RATED_GAMES = 30
"""Games that the player must have had when a rating was reached (1.3 and 0.6.2)."""
STRONG_SINCE = "2022-07"
"""Norms from this month on bring in 1.5.6."""


@record
class Application(Answer):
    """Result of checking an application: every condition, and the certificates of the norms."""

    title: str
    certificates: tuple[Certificate, ...]
    conditions: tuple[Condition, ...]

    @property
    def is_met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)

    @property
    def failed(self) -> tuple[Condition, ...]:
        """The conditions that are not met."""
        return tuple(condition for condition in self.conditions if not condition.passed)


def apply_for_title(
    title: str, certificates: Sequence[Certificate], *, rating: int | None = None, qualifying: Sequence[int] = ()
) -> Application:
    """Check whether norms of one player suffice for a title (B.01 1.5).

    `rating` is the highest that the player reached at any time, also in the middle of a period (1.5.3a).
    `qualifying` are the places in the row of certificates whose events are of 1.5.6b to f, which no file says: an
    Olympiad, a qualifier for the World Cup or the Candidates, a final of a national championship, ...

    Args:
        Title: "GM", "IM", "WGM" or "WIM".
        certificates: The norms of one player.
        rating: The highest rating reached; None if not known.
        qualifying: The places of certificates of strong events.

    Returns:
        The conditions of the title, with what is met, missing or not known.

    Raises:
        RuleError: A title that is not won by norms, or certificates that do not go together.
    """
    code = title.upper()
    if code not in REQUIRED_RATINGS:
        raise RuleError(f"{title!r} is not won by norms: expected {', '.join(REQUIRED_RATINGS)}", article="B.01 1.5")
    _validate_certificates(code, certificates)
    _validate_rating(rating)
    lines = [_check_games(certificates), _check_unplayed_wins(certificates), _check_foreigners(certificates)]
    if code in ("GM", "WGM"):
        lines.append(
            _check_any_certificate(
                "1.1.3a", "an event with one round a day", [certificate.one_round_a_day for certificate in certificates]
            )
        )
    lines += [*_check_strong_event(certificates, qualifying), _check_rating(code, rating)]
    return Application(code, tuple(certificates), tuple(lines))


def _validate_rating(rating: int | None) -> None:
    if rating is not None and not 0 <= rating <= MOST_RATING:
        raise type_error("the highest rating reached", msg("a whole number up to %(most)s", most=MOST_RATING), rating)


def _validate_certificates(title: str, certificates: Sequence[Certificate]) -> None:
    for certificate in certificates:
        if certificate.title != title:
            message = (
                f"the norm of {certificate.event.name} is certified for {certificate.title}:"
                f" certify it for {title} (1.5.2)"
            )
            raise RuleError(message, article="B.01 1.5.2")
    numbers = {certificate.player.fide_id for certificate in certificates} - {None}
    names = {certificate.player.name for certificate in certificates if certificate.player.fide_id is None}
    if len(numbers) + (not numbers and len(names)) > 1:
        raise RuleError("these norms are of different players", article="B.01 1.5")
    events = [(certificate.event.name, certificate.event.start) for certificate in certificates]
    if len(set(events)) < len(events):
        raise RuleError("the same event is there twice", article="B.01 1.5.1")


def _check_games(certificates: Sequence[Certificate]) -> Condition:
    games = sum(certificate.credit for certificate in certificates)
    games_text = f"{games} from {len(certificates)} norm{'s' * (len(certificates) != 1)}"
    return Condition("1.5.1", "games of norms", games_text, f"{NORM_GAMES}", games >= NORM_GAMES)


def _check_unplayed_wins(certificates: Sequence[Certificate]) -> Condition:
    number = sum(certificate.unplayed_win for certificate in certificates)
    return Condition("1.4.1c", "norms of eight games and an unplayed win", f"{number}", "at most 1", number <= 1)


def _check_foreigners(certificates: Sequence[Certificate]) -> Condition:
    number = sum(certificate.normal_foreigners for certificate in certificates)
    return Condition("1.4.3e", "norms without a waiver of 1.4.3", f"{number}", "1", number >= 1)


def _check_any_certificate(article: str, subject: str, lines: Sequence[Condition]) -> Condition:
    """Return the condition that at least one norm meets; it is decided if one surely does or surely none does."""
    decided_count = sum(line.passed and line.decided for line in lines)
    passed_count = sum(line.passed for line in lines)
    count_text = (
        f"{decided_count}"
        if decided_count or not passed_count
        else f"{passed_count} of which the files do not say enough"
    )
    return Condition(article, subject, count_text, "1", passed_count > 0, decided_count > 0 or not passed_count)


def _check_strong_event(certificates: Sequence[Certificate], qualifying: Sequence[int]) -> list[Condition]:
    """Check 1.5.6 if a norm was made after June 2022 or in an event without a date."""
    if not any(certificate.event.end[:7] >= STRONG_SINCE[: len(certificate.event.end)] for certificate in certificates):
        return []
    subject = "an event of 1.5.6"
    if any(0 <= place < len(certificates) for place in qualifying):
        return [Condition("1.5.6", subject, "1, as was said", "1", True)]
    return [_check_any_certificate("1.5.6", subject, [certificate.strong_event for certificate in certificates])]


def _check_rating(title: str, rating: int | None) -> Condition:
    needed = REQUIRED_RATINGS[title]
    if rating is None:
        return Condition("1.5.3", "rating reached at some time", "not said", f"{needed}", True, False)
    return Condition("1.5.3", "rating reached at some time", f"{rating}", f"{needed}", rating >= needed)


# -- without norms -----------------------------------------------------------------------------------------------------


def titles_by_rating(rating: int, games: int, *, woman: bool = False) -> tuple[str, ...]:
    """Return the titles awarded for a rating alone, the highest of each row, after 30 rated games (1.3).

    Args:
        rating: The highest rating reached.
        games: The number of rated games.
        woman: Whether the titles of women are included.

    Returns:
        The titles; none below 30 games.

    Raises:
        RuleError: A rating that none can be.

    >>> titles_by_rating(2310, 30), titles_by_rating(2150, 40, woman=True), titles_by_rating(2310, 29)
    (('FM',), ('WFM',), ())
    """
    _validate_rating(rating)
    if games < MIN_RATED_GAMES:
        return ()
    rows = (("FM", "CM"), ("WFM", "WCM") if woman else ())
    titles = (next((title for title in row if rating >= RATING_TITLES[title]), "") for row in rows)
    return tuple(title for title in titles if title)


def direct_title(title: str, *, rating: int | None, games: int = MIN_RATED_GAMES) -> Condition:
    """Check whether a direct title is awarded at once; below the rating of 0.6.2 it is conditional.

    Which place in which event gives the title says FIDE's table of direct titles, which is not here.

    Args:
        title: The title, such as "FM".
        rating: The highest rating reached; None if there is none.
        games: The number of rated games.

    Returns:
        The condition, with what is there and what is needed.

    Raises:
        RuleError: A title that no player has, or a rating that none can be.

    >>> direct_title("FM", rating=2105).passed, direct_title("IM", rating=2105).passed
    (True, False)
    """
    code = title.upper()
    if code not in DIRECT_TITLES:
        raise RuleError(f"{title!r} is no title of a player: expected {', '.join(DIRECT_TITLES)}", article="B.01 0.6.2")
    _validate_rating(rating)
    rating_text = f"{rating or 'none'} after {games} games"
    needed = f"{DIRECT_TITLES[code]} after {MIN_RATED_GAMES} games, else the title is conditional"
    return Condition(
        "0.6.2",
        "rating reached at some time",
        rating_text,
        needed,
        (rating or 0) >= DIRECT_TITLES[code] and games >= MIN_RATED_GAMES,
    )
