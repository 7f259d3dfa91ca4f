"""The state of a tournament as the public may see it: published rounds only, without private data.

Public pages, their JSON, public papers, screens and the static site build their views from it, so that nothing that is
not public can reach them.
"""

from __future__ import annotations

from rookery._record import fields, replace
from rookery.model import Expulsion, Game, Match, PartialDate, Player, Result, Round, Tournament
from rookery.model._construct import construct, replace_columns, replace_unchecked
from rookery.tournaments.domain.manual_pairing import state_as_paired
from rookery.tournaments.state import File, PublishedRound, Stamp, State
from rookery.tournaments.visibility import PublicRounds, is_public, public_rounds

__all__ = ["is_public", "public_players", "public_state", "ranked_state", "short_name"]

ADULT_AGE = 18


def public_state(state: State, players: tuple[Player, ...] | None = None) -> State:
    """Return the state as the public may see it.

    Rounds without public pairings are not there, and games without public results have none. `players` are the
    `public_players`, if the caller has them.
    """
    before = state_as_paired(state, public=True)
    public, total = public_rounds(before), len(before.tournament.rounds)
    paired = public.pairings
    return replace(
        before,
        tournament=_public_tournament(before, public, public_players(before) if players is None else players),
        permanent=replace(
            before.permanent,
            lots="",
            marks=(),
            claims={},
            published=tuple(map(_without_actors, before.permanent.published)),
        ),
        withdrawn={key: number for key, number in before.withdrawn.items() if number <= paired + 1},
        barred=frozenset(),
        lineups={number: lineup for number, lineup in before.lineups.items() if number <= paired},
        positions={number: position for number, position in before.positions.items() if number <= paired},
        drawn={number: order for number, order in before.drawn.items() if number <= public.standings},
        ordered={number: order for number, order in before.ordered.items() if number <= public.standings},
        entered={number: entries for number, entries in before.entered.items() if number in public.results},
        files=tuple(File("", file.dialect) for file in before.files),
        in_parts=frozenset(number for number in before.in_parts if number <= paired),
        paired_at={number: version for number, version in before.paired_at.items() if number <= paired},
        settled={},
        closed=before.closed if paired == total else None,
    )


def ranked_state(state: State) -> State:
    """Return the public state up to the round whose standings are public."""
    last = public_rounds(state).standings
    if last >= len(state.tournament.rounds):
        return state
    tournament = replace_unchecked(state.tournament, rounds=state.tournament.rounds[:last])
    return replace(state, tournament=tournament, closed=None)


def public_players(state: State) -> tuple[Player, ...]:
    """Return the players without private data: the year of birth alone, numbers and full names as the settings say."""
    players, settings = state.tournament.players, state.permanent.publication
    if not players:
        return ()
    columns: dict[str, list[object]] = {
        "birth": [player.birth and PartialDate(player.birth.year) for player in players],
        "national": [
            tuple(replace(record, name="", birth=None, national_id="") for record in player.national)
            for player in players
        ],
    }
    if not settings.ids:
        columns |= {"fide_id": [None] * len(players), "national_id": [""] * len(players)}
    if settings.short_names:
        columns["name"] = [_public_name(player, state.tournament.info.start) for player in players]
    return tuple(replace_columns(players, **columns))


def _public_name(player: Player, day: PartialDate | None) -> str:
    return short_name(player.name) if day is not None and is_minor(player.birth, day) else player.name


def is_minor(birth: PartialDate | None, day: PartialDate) -> bool:
    """Return whether a player can be younger than 18 on a day; unknown birth dates are those of adults.

    >>> is_minor(PartialDate(2008, 7, 1), PartialDate(2026, 7, 1)), is_minor(PartialDate(2008), PartialDate(2026, 7, 1))
    (False, True)
    """
    if birth is None:
        return False
    born, today = birth.last_day, day.first_day
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day)) < ADULT_AGE


def short_name(name: str) -> str:
    """Return the first given name and the initial of the family name.

    >>> short_name("Byng, Ada Mary"), short_name("Ada van Byng"), short_name("Ada")
    ('Ada B.', 'Ada B.', 'Ada')
    """
    family_name, comma, given_names = (part.strip() for part in name.partition(","))
    words = name.split()
    if comma:
        first, last = given_names.split()[:1], family_name.split()[-1:]
    else:
        first, last = words[:1], words[1:][-1:]
    initial = f"{last[0][0].upper()}." if last else ""
    return " ".join((*first, initial)).strip()


def _public_tournament(state: State, public: PublicRounds, players: tuple[Player, ...]) -> Tournament:
    """Return the tournament with its public rounds, and without requests, remarks and reasons."""
    t = state.tournament
    values = {field.name: getattr(t, field.name) for field in fields(Tournament)}
    values |= {
        "players": players,
        "rounds": tuple(
            round if number in public.results else _without_results(round)
            for number, round in enumerate(t.rounds[: public.pairings], 1)
        ),
        "requested_byes": (),
        "remarks": (),
        "reported_results": (),
        "point_adjustments": tuple(
            item for item in t.point_adjustments if item.round is None or item.round <= public.pairings
        ),
        "expelled": tuple(
            Expulsion(item.player, item.round) for item in t.expelled if item.round <= public.pairings + 1
        ),
        "withdrawn": tuple(item for item in t.withdrawn if item.round <= public.pairings + 1),
        "fixed_seats": tuple(seat for seat in t.fixed_seats if seat.first_round <= public.pairings),
    }
    return construct(Tournament, **values)


def _without_results(round: Round) -> Round:
    """Return a round whose games and matches have no results yet."""
    matches = tuple(
        Match(match.white, match.black, tuple(map(_without_result, match.games)), None, match.vacant)
        for match in round.matches
    )
    return replace_unchecked(round, games=tuple(map(_without_result, round.games)), matches=matches)


def _without_result(game: Game) -> Game:
    return Game(game.white, game.black, Result.PENDING)


def _without_actors(published: PublishedRound) -> PublishedRound:
    """Return what is published without the names of those who did it."""
    stamps = (published.pairings, published.results, published.standings)
    return PublishedRound(published.round, *(stamp and Stamp(stamp.version, at=stamp.at) for stamp in stamps))
