"""Arbiters' norms (B.06.1, in force from July 2021): certificates (FA1, IA1) and applications.

Of articles 3 and 4, which say what events and duties give a norm, no text was at hand but 4.7: they stay undecided.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery._record import record
from rookery.answer import Answer
from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.model.tournament import require_tournament
from rookery.rating.certificates import CertifiedEvent, build_event
from rookery.rating.norm_conditions import NO_FEDERATION, NON_FIDE_FEDERATION, NORM_TITLES, Condition
from rookery.regulations import format_for, says_swiss

FORMS = {"FA": "FA1", "IA": "IA1"}
"""The form that certifies a norm (2.1.1)."""
NORMS_NEEDED = {"FA": 4, "IA": 5}
"""The norms of an application, a seminar's among them; for IA from 2024 on (2.2, 4.7)."""
MIN_SYSTEMS = 2
_ROLES = ("chief arbiter", "deputy chief arbiter")


@record
class ArbiterCertificate:
    """Content of the certificate of an arbiter's norm."""

    title: str
    form: str
    arbiter: str
    role: str
    event: CertifiedEvent
    players: int
    rated: int
    titled: int
    federations: int
    conditions: tuple[Condition, ...]


@record
class ArbiterApplication(Answer):
    """Result of checking an arbiter's application, as far as the available texts say."""

    title: str
    certificates: tuple[ArbiterCertificate, ...]
    conditions: tuple[Condition, ...]

    @property
    def is_met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)


def certify_arbiter_norm(tournament: Tournament, arbiter: str, title: str) -> ArbiterCertificate:
    """Return the certificate of an arbiter named by the tournament, found by a part of the name.

    Args:
        tournament: The tournament after its last round.
        arbiter: A part of the arbiter's name.
        Title: "FA" or "IA", or its full name.

    Returns:
        The data of the form, with the conditions that the tournament shows.

    Raises:
        RuleError: No arbiter or several have this name, or no arbiter has this title.
    """
    require_tournament(tournament, "arbiter_certificate")
    code = _parse_title(title)
    name, role = _find_officer(tournament, arbiter)
    people = tournament.players
    federations = {player.federation.upper() for player in people} - NO_FEDERATION - {NON_FIDE_FEDERATION}
    return ArbiterCertificate(
        code,
        FORMS[code],
        name,
        role,
        build_event(tournament),
        len(people),
        sum(bool(player.official_rating) for player in people),
        sum(player.title.upper() in NORM_TITLES for player in people),
        len(federations),
        (
            _check_system(tournament),
            _undecided_condition("3" if code == "FA" else "4", "what event and duty give a norm"),
        ),
    )


def apply_for_arbiter_title(
    title: str, certificates: Sequence[ArbiterCertificate], *, seminar: bool | None = None
) -> ArbiterApplication:
    """Check whether these norms and a seminar's suffice for a title; `seminar` None: not known.

    Args:
        Title: "FA" or "IA", or its full name.
        certificates: The norms of one arbiter, for this title.
        seminar: Whether there is the norm of a seminar; None if not known.

    Returns:
        The conditions of the title, with what is met, missing or not known.

    Raises:
        RuleError: A norm for another title, an event that is there twice, or a title that no arbiter has.
    """
    code = _parse_title(title)
    if any(certificate.title != code for certificate in certificates):
        raise RuleError(f"these norms are not all for {code}", article="B.06.1 2.2")
    if len({(certificate.event.name, certificate.event.start) for certificate in certificates}) < len(certificates):
        raise RuleError("the same event is there twice", article="B.06.1 2.2")
    number = len(certificates) + bool(seminar or seminar is None)
    norms_text = (
        f"{len(certificates)} of events" + {True: " and a seminar", False: "", None: ", a seminar not said"}[seminar]
    )
    seminar_text = {True: "yes", False: "no", None: "not said"}[seminar]
    article = "3.7" if code == "FA" else "4.7"
    seminar_condition = Condition(article, "seminar", seminar_text, "yes", seminar is not False, seminar is not None)
    is_enough = number >= NORMS_NEEDED[code]
    lines = (
        Condition("2.2", "norms", norms_text, f"{NORMS_NEEDED[code]}", is_enough, seminar is not None or not is_enough),
        seminar_condition,
        _check_systems(certificates),
        _undecided_condition("3" if code == "FA" else "4", "age, titles held, other conditions"),
    )
    return ArbiterApplication(code, tuple(certificates), lines)


def _parse_title(title: str) -> str:
    if title.upper() not in FORMS:
        raise RuleError(f"{title!r} is no title of an arbiter: expected FA or IA", article="B.06.1 1.1")
    return title.upper()


def _find_officer(tournament: Tournament, name_part: str) -> tuple[str, str]:
    """Return the name and role of the only officer whose name contains `name_part`."""
    event = tournament.info
    officers = [(event.chief_arbiter, _ROLES[0]), *((deputy, _ROLES[1]) for deputy in event.deputies)]
    matches = [(name, role) for name, role in officers if name and name_part.lower() in name.lower()]
    if len(matches) != 1 or not name_part.strip():
        names = ", ".join(name for name, _ in officers if name) or "nobody"
        raise RuleError(f"{name_part!r} is not one arbiter of this event, which names {names} (records 102, 112)")
    return matches[0]


def _check_system(tournament: Tournament) -> Condition:
    """Check the system: Swiss, round robins, leagues and knock-outs; others are reviewed (2.3.1)."""
    format = format_for(tournament.system, tournament.info.type)
    swiss = says_swiss(tournament.system, tournament.info.type)
    is_accepted = swiss or format.is_round_robin or format.eliminates
    title = format.title or ("Swiss" if swiss else "not said")
    return Condition("2.3.1", "system", title, "Swiss, round robin, league, knock-out", True, is_accepted)


def _check_systems(certificates: Sequence[ArbiterCertificate]) -> Condition:
    """Check for two different systems (2.4); Swiss events alone may be accepted (2.5, known only in part)."""
    systems = sorted({certificate.event.system for certificate in certificates})
    only_swiss = len(systems) == 1 and all(says_swiss("", certificate.event.system) for certificate in certificates)
    is_enough = len(systems) >= MIN_SYSTEMS
    return Condition(
        "2.4",
        "different systems",
        ", ".join(systems) or "none",
        f"{MIN_SYSTEMS}",
        is_enough or only_swiss,
        not only_swiss,
    )


def _undecided_condition(article: str, subject: str) -> Condition:
    return Condition(article, subject, "text not at hand", "see B.06.1", True, False)
