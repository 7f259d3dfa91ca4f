"""Arbiters' norms (B.06.1, in force from July 2021): what a certificate tells (FA1, IA1), and an application.

Of articles 3 and 4, which say what events and duties give a norm, no text was at hand but 4.7: they stay undecided.
"""

from __future__ import annotations

from collections.abc import Sequence

from rookery.errors import RuleError
from rookery.model import Tournament
from rookery.model.tournament import must_be_tournament
from rookery.rating.certificates import CertifiedEvent, certified_event
from rookery.rating.titles import HOLDERS, NO_FEDERATION, NOT_OF_FIDE, Condition
from rookery.regulations import announced, says_swiss
from rookery.values import frozen

FORMS = {"FA": "FA1", "IA": "IA1"}
"""The form that certifies a norm (2.1.1)."""
NORMS = {"FA": 4, "IA": 5}
"""The norms of an application, a seminar's among them; for IA from 2024 on (2.2, 4.7)."""
SYSTEMS = 2
_ROLES = ("chief arbiter", "deputy chief arbiter")


@frozen
class ArbiterCertificate:
    """What the certificate of an arbiter's norm tells: who, as what, of which event, and whom it brought together."""

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


@frozen
class ArbiterApplication:
    """Whether arbiters' norms suffice for a title, as far as the texts at hand say."""

    title: str
    certificates: tuple[ArbiterCertificate, ...]
    conditions: tuple[Condition, ...]

    @property
    def met(self) -> bool:
        """Whether every condition is met."""
        return all(condition.passed for condition in self.conditions)


def arbiter_certificate(tournament: Tournament, arbiter: str, title: str) -> ArbiterCertificate:
    """What goes into the certificate of an arbiter whom the tournament names, by a part of the name."""
    must_be_tournament(tournament, "arbiter_certificate")
    code = _known(title)
    name, role = _officer(tournament, arbiter)
    people = tournament.players
    federations = {player.federation.upper() for player in people} - NO_FEDERATION - {NOT_OF_FIDE}
    return ArbiterCertificate(
        code,
        FORMS[code],
        name,
        role,
        certified_event(tournament),
        len(people),
        sum(bool(player.official_rating) for player in people),
        sum(player.title.upper() in HOLDERS for player in people),
        len(federations),
        (_system(tournament), _unread("3" if code == "FA" else "4", "what event and duty give a norm")),
    )


def arbiter_application(
    title: str, certificates: Sequence[ArbiterCertificate], *, seminar: bool | None = None
) -> ArbiterApplication:
    """Whether these norms, and a seminar's, make an application; `seminar` None: nobody said."""
    code = _known(title)
    if any(one.title != code for one in certificates):
        raise RuleError(f"these norms are not all for {code}", article="B.06.1 2.2")
    if len({(one.event.name, one.event.start) for one in certificates}) < len(certificates):
        raise RuleError("the same event is there twice", article="B.06.1 2.2")
    number = len(certificates) + bool(seminar or seminar is None)
    found = (
        f"{len(certificates)} of events" + {True: " and a seminar", False: "", None: ", a seminar not said"}[seminar]
    )
    told = {True: "yes", False: "no", None: "not said"}[seminar]
    article = "3.7" if code == "FA" else "4.7"
    attended = Condition(article, "seminar", told, "yes", seminar is not False, seminar is not None)
    enough = number >= NORMS[code]
    lines = (
        Condition("2.2", "norms", found, f"{NORMS[code]}", enough, seminar is not None or not enough),
        attended,
        _systems(certificates),
        _unread("3" if code == "FA" else "4", "age, titles held, other conditions"),
    )
    return ArbiterApplication(code, tuple(certificates), lines)


def _known(title: str) -> str:
    if title.upper() not in FORMS:
        raise RuleError(f"{title!r} is no title of an arbiter: expected FA or IA", article="B.06.1 1.1")
    return title.upper()


def _officer(tournament: Tournament, wanted: str) -> tuple[str, str]:
    """The officer whose name holds these words, and the role."""
    event = tournament.event
    named = [(event.chief_arbiter, _ROLES[0]), *((one, _ROLES[1]) for one in event.deputies)]
    found = [(name, role) for name, role in named if name and wanted.lower() in name.lower()]
    if len(found) != 1 or not wanted.strip():
        known = ", ".join(name for name, _ in named if name) or "nobody"
        raise RuleError(f"{wanted!r} is not one arbiter of this event, which names {known} (records 102, 112)")
    return found[0]


def _system(tournament: Tournament) -> Condition:
    """Swiss, round robins, leagues and knock-outs; others are reviewed (2.3.1)."""
    format = announced(tournament.system, tournament.event.type)
    swiss = says_swiss(tournament.system, tournament.event.type)
    usual = swiss or format.everybody_meets or format.eliminates
    title = format.title or ("Swiss" if swiss else "not said")
    return Condition("2.3.1", "system", title, "Swiss, round robin, league, knock-out", True, usual)


def _systems(certificates: Sequence[ArbiterCertificate]) -> Condition:
    """Two different systems (2.4); Swiss events alone may be accepted (2.5, of which the text at hand is cut short)."""
    systems = sorted({one.event.system for one in certificates})
    alone = len(systems) == 1 and all(says_swiss("", one.event.system) for one in certificates)
    enough = len(systems) >= SYSTEMS
    return Condition("2.4", "different systems", ", ".join(systems) or "none", f"{SYSTEMS}", enough or alone, not alone)


def _unread(article: str, what: str) -> Condition:
    return Condition(article, what, "text not at hand", "see B.06.1", True, False)
