"""The catalogue: how events of each format are run, by its name; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rookery import on_demand
from rookery.errors import Problem, RuleError, Unsupported
from rookery.formats.conduct import Conduct
from rookery.model import Tournament
from rookery.regulations import FORMATS, Edition, EditionWish, Format, by_name, code_of, edition_named, scheme
from rookery.regulations import format as facts
from rookery.regulations.catalogue import brought
from rookery.regulations.scheme import add as make_known
from rookery.regulations.scheme import remove
from rookery.typed import TYPE_CHECKING
from rookery.values import replace
from rookery.wording import spoken, word

if TYPE_CHECKING:
    from rookery.pairing.system import System

__all__ = [
    "DEFAULT",
    "SYSTEMS",
    "add",
    "as_named",
    "complaints",
    "conduct_named",
    "conduct_of",
    "edition_of",
    "format_of",
    "newest",
    "remove",
    "rounds_needed",
]

DEFAULT = facts.DUTCH
"""What pairs a tournament that does not say how it is paired."""

_MODULES = {
    facts.DOUBLE_ROUND_ROBIN.name: "round_robin",
    facts.DOUBLE_SCHEVENINGEN.name: "scheveningen",
}
"""Where a conduct stands that does not have a module of its own."""


def conduct_named(name: str) -> Conduct:
    """How events of the format with this name are run.

    >>> conduct_named("round-robin").length(8)
    7
    """
    outside = brought(name)
    if outside is not None:
        assert isinstance(outside, Conduct), f"{name}: the entry point must lead to a Conduct"
        return outside
    if name not in FORMATS:
        raise Unsupported(spoken("pairing by %(name)s: the systems are %(list)s", name=f"{name!r}",
                                 list=", ".join(FORMATS)))  # fmt: skip
    module = _MODULES.get(name, name.replace("-", "_"))
    found = getattr(on_demand.module(f"rookery.formats.{module}"), name.replace("-", "_").upper())
    assert isinstance(found, Conduct)
    return found


def format_of(tournament: Tournament, named: str | None = None) -> Format:
    """The format with this name or code, or the one the tournament itself names (record 192), or the Dutch.

    >>> format_of(Tournament(system="CUSTOM_KEIZER")).name, format_of(Tournament(), "FIDE_DUBOV").name
    ('keizer', 'dubov')
    """
    said = tournament.system if named is None else named
    format = by_name(said) or scheme(said).format
    if format.playable:
        return format
    known = ", ".join(FORMATS)
    if format.swiss:
        raise Unsupported(
            spoken(
                "%(said)s says no more than that it is a Swiss: name the system to pair by (%(known)s)",
                said=f"{said!r}",
                known=known,
            )
        )
    if format.name:
        raise Unsupported(spoken("the %(title)s system: no text of it is at hand", title=word(format.title)))
    if named is not None:
        raise Unsupported(spoken("pairing by %(said)s: the systems are %(known)s", said=f"{said!r}", known=known))
    if said:
        raise Unsupported(spoken("%(said)s is no system known here: name one to pair by (%(known)s)", said=f"{said!r}",
                                 known=known))  # fmt: skip
    return DEFAULT


def conduct_of(tournament: Tournament) -> Conduct:
    """How this tournament is run."""
    return conduct_named(format_of(tournament).name)


def as_named(tournament: Tournament, named: str | None) -> Tournament:
    """The tournament as one of the system that is named, and not of its own.

    A code means all that it says. An everyday name means what the tournament's own code says of that format, or else
    the edition of the day on which it began.
    """
    if named is None:
        return tournament
    format, own = format_of(tournament, named), scheme(tournament.system).format
    if tournament.rounds and format.games != own.games:
        text = f"meetings of {format.called} have {format.games} games, and those of this tournament {own.games}"
        raise RuleError(spoken("%(text)s: its code (record 192) must say %(code)s", text=text, code=format.code))
    if by_name(named) is None:
        return replace(tournament, system=named.upper())
    if own == format:
        return tournament
    start = tournament.event.start
    try:
        code = code_of(format.name, teams=tournament.team_event, on=start.last_day if start else None)
    except Unsupported:  # no edition of that day is known: whoever names one says which
        code = format.words[0] if format.words else format.code
    return replace(tournament, system=code)


def edition_of(tournament: Tournament, format: Format, wish: EditionWish | None = None) -> Edition:
    """The edition of the format's chapter by which the tournament is paired.

    The one asked for, else the one that the tournament's code names, else the one in force on the day the event begins
    (the last it can be). One that is not known is refused.
    """
    assert format.regulation is not None, f"{format.name}: a Swiss has a regulation"
    if wish is not None:
        named = edition_named(format.regulation, wish)
        if scheme(tournament.system).baku and not tournament.acceleration:
            from rookery.acceleration import must_apply

            must_apply(tournament, named)
        return named
    start = tournament.event.start
    return scheme(tournament.system).edition(format.regulation, start.last_day if start else None)


def rounds_needed(tournament: Tournament) -> int | None:
    """How many rounds the format takes with this field; None where that does not follow from it.

    >>> from rookery.model import Player
    >>> rounds_needed(Tournament(players=tuple(map(Player, range(1, 6))), system="CUSTOM_KNOCKOUT"))
    3
    """
    format = scheme(tournament.system).format
    if not format.fixed_length or not format.playable:
        return None
    conduct = conduct_named(format.name)
    if conduct.schedule is not None:
        return len(conduct.schedule(tournament, None))
    return conduct.length(len(tournament.participants))


def complaints(tournament: Tournament) -> tuple[Problem, ...]:
    """What is wrong with the rounds as a whole, where the format says: errors, and what is no more than a remark."""
    return tuple(conduct_of(tournament).complaints(tournament))


def newest(name: str) -> System:
    """The newest edition of the Swiss system with this name."""
    systems = conduct_named(name).systems
    return systems[max(systems, key=lambda edition: edition.since)]


class _Systems(Mapping[str, Callable[[], "System"]]):
    """The Swiss systems among the formats that are known at the moment."""

    def __getitem__(self, name: str) -> Callable[[], System]:
        if not FORMATS[name].swiss:
            raise KeyError(name)
        return partial(newest, name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, format in FORMATS.items() if format.swiss)

    def __len__(self) -> int:
        return sum(format.swiss for format in FORMATS.values())


SYSTEMS: Mapping[str, Callable[[], System]] = _Systems()
"""Every Swiss system by its name, in its newest edition; each is imported when it is first asked for."""


def add(conduct: Conduct) -> None:
    """Make a format of one's own known under its name and the words of its codes.

    An installed package does the same without a call, by an entry point of the group "rookery.formats" that has the
    name of the format and leads to its Conduct.
    """
    make_known(conduct)
