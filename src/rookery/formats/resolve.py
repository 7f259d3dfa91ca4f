"""Which format, handlers and rules apply to a tournament: `get_format`, `get_handlers`, `resolve`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from rookery._record import replace
from rookery.errors import Problem, RuleError, UnsupportedError
from rookery.formats.handlers import FormatHandlers
from rookery.messages import msg, msg_const
from rookery.model import Tournament
from rookery.regulations import FORMATS, EditionName, Format, by_name, code_of, edition_named, parse_type_code
from rookery.regulations import formats as facts
from rookery.regulations.registry import find_handlers, registry_cache

if TYPE_CHECKING:
    from rookery.pairing.system import System


DEFAULT = facts.DUTCH
"""The format of a tournament that does not name one."""


def get_handlers(name: str) -> FormatHandlers:
    """Return the handlers of the format with this name.

    Args:
        name: The name of the format.

    Returns:
        The functions that pair, rank and check its events.

    Raises:
        UnsupportedError: Rookery has no handlers for it.

    >>> get_handlers("round-robin").count_rounds(8)
    7
    """
    handlers = find_handlers(name)
    if handlers is None:
        raise UnsupportedError(msg("pairing by %(name)s: the systems are %(list)s", name=f"{name!r}",
                                 list=", ".join(FORMATS)))  # fmt: skip
    assert isinstance(handlers, FormatHandlers), f"{name}: the entry point must lead to FormatHandlers"
    return handlers


def get_format(tournament: Tournament, system: str | None = None) -> Format:
    """Return the format with this name or code, else that of the tournament's code (record 192), else the Dutch.

    Args:
        tournament: The tournament whose code is used.
        system: A name or code in its place.

    Returns:
        The format: its facts, without handlers.

    Raises:
        UnsupportedError: No format has this name or code.

    >>> get_format(Tournament(system="CUSTOM_KEIZER")).name, get_format(Tournament(), "FIDE_DUBOV").name
    ('keizer', 'dubov')
    """
    return _find_format(tournament.system) if system is None else _find_format(system, is_option=True)


def _find_format(code: str, *, is_option: bool = False) -> Format:
    """Return the format of a code; `asked`: an option requires a format, so that an empty code is an error, too."""
    format = by_name(code) or parse_type_code(code).format
    if format.playable:
        return format
    available = ", ".join(FORMATS)
    if format.swiss:
        raise UnsupportedError(
            msg(
                "%(said)s says no more than that it is a Swiss: name the system to pair by (%(known)s)",
                said=f"{code!r}",
                known=available,
            )
        )
    if format.name:
        raise UnsupportedError(msg("the %(title)s system: no text of it is at hand", title=msg_const(format.title)))
    if is_option:
        raise UnsupportedError(msg("pairing by %(said)s: the systems are %(known)s", said=f"{code!r}", known=available))
    if code:
        raise UnsupportedError(msg("%(said)s is no system known here: name one to pair by (%(known)s)",
                                   said=f"{code!r}", known=available))  # fmt: skip
    return DEFAULT


def handlers_for(tournament: Tournament) -> FormatHandlers:
    """Return the handlers of the tournament's format.

    Args:
        tournament: A tournament of any format.

    Returns:
        The functions that pair, rank and check it.

    Raises:
        UnsupportedError: Rookery has no handlers for its format.
    """
    return get_handlers(get_format(tournament).name)


def with_system(tournament: Tournament, system: str | None) -> Tournament:
    """Return the tournament with the code of another system.

    A code means all that it says. An everyday name means what the tournament's own code says of that format, or else
    the edition of the day on which it began.
    """
    if system is None:
        return tournament
    format, current = get_format(tournament, system), parse_type_code(tournament.system).format
    if tournament.rounds and format.games != current.games:
        text = (
            f"meetings of {format.noun_phrase} have {format.games} games, and those of this tournament {current.games}"
        )
        raise RuleError(msg("%(text)s: its code (record 192) must say %(code)s", text=text, code=format.code))
    if by_name(system) is None:
        return replace(tournament, system=system.upper())
    if current == format:
        return tournament
    start = tournament.info.start
    try:
        code = code_of(format.name, teams=tournament.team_event, on=start.last_day if start else None)
    except UnsupportedError:  # no edition of that day is known; `edition` names another
        code = format.words[0] if format.words else format.code
    return replace(tournament, system=code)


def resolve(tournament: Tournament, system: str | None = None, edition: EditionName | None = None) -> System:
    """Return the rules of a Swiss: of the system with this name or code, or of the tournament's own.

    The edition is the one asked for, else the one that the code names, else the one in force on the day the event
    begins (the last it can be). Raise Unsupported if it is not known here, and RuleError for other formats.

    Args:
        tournament: The tournament, with its code and its day of begin.
        system: A name or code in place of its own.
        edition: The edition, in place of the one in force.

    Returns:
        The rules, which pair a round.

    Raises:
        UnsupportedError: The edition is not known here.
        RuleError: The format is no Swiss.
    """
    tournament = with_system(tournament, system)
    start = tournament.info.start
    rules = _resolve(tournament.system, edition, start.last_day if start else None)
    if edition is not None and parse_type_code(tournament.system).baku and not tournament.acceleration:
        from rookery.history.acceleration import require_applicable_edition

        require_applicable_edition(tournament, rules.edition)
    return rules


@registry_cache
def _resolve(code: str, edition: EditionName | None, day: date | None) -> System:
    format = _find_format(code)
    if not format.swiss:
        raise RuleError(msg("%(called)s is no Swiss: it has no rules of pairing by score", called=format.noun_phrase))
    assert format.regulation is not None, f"{format.name}: a Swiss has a regulation"
    if edition is None:
        resolved_edition = parse_type_code(code).edition(format.regulation, day)
    else:
        resolved_edition = edition_named(format.regulation, edition)
    return get_handlers(format.name).system_for(resolved_edition)


def rounds_needed(tournament: Tournament) -> int | None:
    """Return how many rounds the format takes with this field; None where that does not follow from it.

    Args:
        tournament: A tournament of any format.

    Returns:
        The number of rounds, or None.

    >>> from rookery.model import Player
    >>> rounds_needed(Tournament(players=tuple(map(Player, range(1, 6))), system="CUSTOM_KNOCKOUT"))
    3
    """
    format = parse_type_code(tournament.system).format
    if not format.fixed_length or not format.playable:
        return None
    handlers = get_handlers(format.name)
    if handlers.schedule is not None:
        return len(handlers.schedule(tournament, None))
    return handlers.count_rounds(len(tournament.participants))


def find_problems(tournament: Tournament) -> tuple[Problem, ...]:
    """Return the errors and remarks of the format about the rounds as a whole.

    Args:
        tournament: A tournament of any format.

    Returns:
        The problems; none for formats without rules of their own.
    """
    return tuple(handlers_for(tournament).find_problems(tournament))


def newest_system(name: str) -> System:
    """Return the newest edition of the Swiss system with this name.

    Args:
        name: The name of the format.

    Returns:
        The rules of the edition that is in force last.
    """
    systems = get_handlers(name).systems
    return systems[max(systems, key=lambda edition: edition.since)]


class _NewestSystems(Mapping[str, Callable[[], "System"]]):
    """The newest editions of the Swiss systems that are registered, imported on first use."""

    def __getitem__(self, name: str) -> Callable[[], System]:
        if not FORMATS[name].swiss:
            raise KeyError(name)
        return partial(newest_system, name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, format in FORMATS.items() if format.swiss)

    def __len__(self) -> int:
        return sum(format.swiss for format in FORMATS.values())


SYSTEMS: Mapping[str, Callable[[], System]] = _NewestSystems()
"""Every Swiss system by its name, in its newest edition; each is imported on first access."""
