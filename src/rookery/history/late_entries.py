"""Late entries and corrections: late players and teams, new team members, corrected ratings, renumbering."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rookery._record import replace
from rookery.errors import RuleError
from rookery.history.pairing_numbers import strength
from rookery.messages import msg
from rookery.model import (
    Bye,
    ByeKind,
    ForbiddenPair,
    Game,
    Match,
    Player,
    Remark,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    VacantBoard,
    VirtualPoints,
)
from rookery.model.validation import fits, type_error
from rookery.regulations import parse_type_code

LAST_CORRECTION = 4
"""Until this round has been paired a corrected rating changes numbers (C.04.2 2.3)."""


class Renumbering(NamedTuple):
    """A tournament whose numbers have changed, and the new number of each participant by the old one.

    A late entry had no old number, and is not among `numbers`.
    """

    tournament: Tournament
    numbers: dict[int, int]


def insert_player(tournament: Tournament, player: Player, key: Callable[[Player], str] | None = None) -> Renumbering:
    """Return the tournament with a late entry at its correct place; all below move down by one (C.04.2 2.4).

    The newcomer is "not yet entered" in every round already paired. The result includes the numbers, old to new.

    Args:
        tournament: The tournament.
        player: The newcomer; the number is replaced.
        key: What orders players of equal rating and title; by default the name.

    Returns:
        The tournament and the numbers, old to new.

    Raises:
        RuleError: The newcomer cannot take part in the tournament.

    >>> event = Tournament(players=(Player(1, "Ada", 2100, key="u1"), Player(2, "Ben", 1900, key="u2")))
    >>> event, numbers = insert_player(event, Player(9, "Cyd", 2000, key="u3"))
    >>> numbers, event.by_key["u3"].number
    ({1: 1, 2: 3}, 2)
    """
    if not fits(player, Player):
        raise type_error("who comes late", "a Player", player)
    if tournament.team_event:
        raise RuleError(msg("this is an event of teams: joined puts a player into one, with_team enters a team"))
    name_key = key or (lambda other: other.name.casefold())
    rank = (*strength(player), name_key(player))
    place = 1 + sum((*strength(other), name_key(other)) <= rank for other in tournament.players)
    place = min(place, 1 + max((other.number for other in tournament.players), default=0))
    numbers = {other.number: other.number + (other.number >= place) for other in tournament.players}
    shifted = renumber(tournament, numbers)
    missed = Bye(place, ByeKind.NOT_ENTERED)
    rounds = tuple(replace(round, byes=(*round.byes, missed)) for round in shifted.rounds)
    return Renumbering(
        replace(shifted, players=(*shifted.players, replace(player, number=place)), rounds=rounds), numbers
    )


def add_to_team(tournament: Tournament, player: Player, team: int, place: int | None = None) -> Tournament:
    """Return the tournament with one more player in a team, last in its roster or at this place, without renumbering.

    Players below in the roster move down by one. Matches already paired stay as they are.
    """
    if parse_type_code(tournament.system).format.sides:
        raise RuleError(msg("the rounds of a Scheveningen match follow from its number of players"))
    current = tournament.participants_by_number.get(team)
    if not tournament.team_event or not isinstance(current, Team):
        raise RuleError(msg("there is no team %(team)s in this tournament", team=team), participants=(team,))
    last = len(current.players) + 1
    if place is not None and not 1 <= place <= last:
        raise RuleError(msg("there is no place %(place)s in the roster of %(name)s: expected 1 to %(last)s",
                               place=place, name=current.name, last=last), participants=(team,))  # fmt: skip
    number, position = _next_number(tournament.players), (place or last) - 1
    roster = (*current.players[:position], number, *current.players[position:])
    teams = tuple(replace(other, players=roster) if other.number == team else other for other in tournament.teams)
    return replace(tournament, players=(*tournament.players, replace(player, number=number)), teams=teams)


def with_team(tournament: Tournament, team: Team, missed: ByeKind = ByeKind.NOT_ENTERED) -> Tournament:
    """Return the tournament with a late team, which gets the next number: those of teams are given (C.04.6 1.1.2).

    In every round already paired it has the bye `missed`, by default "not yet entered" (C.04.2 2.4).
    """
    format = parse_type_code(tournament.system).format
    if not tournament.team_event:
        raise RuleError(msg("this is not a team event"))
    if format.predetermined:
        raise RuleError(msg("the rounds of %(called)s follow from the number of its teams, so none can come late",
                               called=format.noun_phrase))  # fmt: skip
    number = _next_number(tournament.teams)
    rounds = tuple(replace(round, byes=(*round.byes, Bye(number, missed))) for round in tournament.rounds)
    return replace(tournament, teams=(*tournament.teams, replace(team, number=number)), rounds=rounds)


def cancel_withdrawal(tournament: Tournament, player: int, round: int) -> Tournament:
    """Return the tournament with a withdrawn player back from this round on; the rounds before it stay missed.

    >>> event = Tournament(players=(Player(1), Player(2))).withdraw(2)
    >>> back = cancel_withdrawal(event, 2, 3)
    >>> [sorted(back.absent(round)) for round in (1, 2, 3, 4)]
    [[2], [2], [], []]
    """
    withdrawals = [entry for entry in tournament.withdrawn if entry.player == player and entry.round <= round]
    if not withdrawals:
        return tournament
    requested_rounds = {entry.round for entry in tournament.requested_byes if entry.player == player}
    first = max(tournament.next_round, withdrawals[0].round)
    missed = tuple(RequestedBye(number, player) for number in range(first, round) if number not in requested_rounds)
    remaining = tuple(entry for entry in tournament.withdrawn if entry not in withdrawals)
    return replace(tournament, requested_byes=(*tournament.requested_byes, *missed), withdrawn=remaining)


def _next_number(members: Iterable[Player | Team]) -> int:
    return 1 + max((member.number for member in members), default=0)


def correct_ratings(tournament: Tournament, ratings: Mapping[int, int | None]) -> Renumbering:
    """Return the tournament with corrected ratings, the players moved to the places that these give (C.04.2 2.3).

    The result includes the numbers, old to new.
    """
    numbers = numbers_after_correction(tournament, ratings)
    players = tuple(
        _with_rating(player, ratings[player.number]) if player.number in ratings else player
        for player in tournament.players
    )
    rerated = replace(tournament, players=players)
    return Renumbering(
        rerated if all(old == new for old, new in numbers.items()) else renumber(rerated, numbers), numbers
    )


def _with_rating(player: Player, rating: int | None) -> Player:
    if not player.ratings:
        return replace(player, rating=rating)
    from rookery.history.tournament_rating import with_tournament_rating

    return with_tournament_rating(player, rating)


def numbers_after_correction(tournament: Tournament, ratings: Mapping[int, int | None]) -> dict[int, int]:
    """Return the numbers (old to new) after these corrections of ratings; uncorrected players keep their order.

    Once round four has been paired all numbers stay, as they always do in a team event.
    """
    players = {player.number: player for player in tournament.players}
    unknown = sorted(set(ratings) - set(players))
    if unknown:
        raise RuleError(msg("there is no player %(strangers)s in this tournament", strangers=unknown[0]),
                        participants=unknown)  # fmt: skip
    if tournament.team_event or tournament.by_rank or len(tournament.rounds) >= LAST_CORRECTION:
        return {number: number for number in players}

    def rank(player: Player) -> tuple[int, int, str]:
        return (*strength(player), player.name.casefold())

    order = [player for player in tournament.players if player.number not in ratings]
    for player in sorted((_with_rating(players[number], rating) for number, rating in ratings.items()), key=rank):
        order.insert(sum(rank(ranked) <= rank(player) for ranked in order), player)
    return dict(zip((player.number for player in order), sorted(players), strict=True))


def renumber(tournament: Tournament, numbers: Mapping[int, int]) -> Tournament:
    """Return the tournament with other pairing numbers for its players."""

    def group(ids: Sequence[int]) -> tuple[int, ...]:
        return tuple(numbers[i] for i in ids)

    return replace(
        tournament,
        players=tuple(
            sorted((replace(p, number=numbers[p.number]) for p in tournament.players), key=lambda p: p.number)
        ),
        teams=tuple(replace(team, players=group(team.players)) for team in tournament.teams),
        rounds=tuple(_renumber_round(round, numbers, tournament.team_event) for round in tournament.rounds),
        requested_byes=tournament.requested_byes
        if tournament.team_event
        else tuple(RequestedBye(bye.round, numbers[bye.player], bye.kind) for bye in tournament.requested_byes),
        forbidden_pairs=tournament.forbidden_pairs
        if tournament.team_event
        else tuple(
            ForbiddenPair(group(entry.players), entry.first_round, entry.last_round)
            for entry in tournament.forbidden_pairs
        ),
        acceleration=tournament.acceleration
        if tournament.team_event
        else tuple(
            part
            for entry in tournament.acceleration
            for part in _renumber_virtual_points(entry, numbers, len(tournament.rounds))
        ),
        point_adjustments=tournament.point_adjustments
        if tournament.team_event
        else tuple(replace(entry, players=group(entry.players)) for entry in tournament.point_adjustments),
        remarks=renumber_remarks(tournament.remarks, numbers, {} if tournament.team_event else numbers),
        reported_results=tuple(
            replace(entry, white=numbers[entry.white], black=numbers[entry.black])
            for entry in tournament.reported_results
        ),
        expelled=tournament.expelled
        if tournament.team_event
        else tuple(replace(entry, player=numbers[entry.player]) for entry in tournament.expelled),
        withdrawn=tournament.withdrawn
        if tournament.team_event
        else tuple(replace(entry, player=numbers[entry.player]) for entry in tournament.withdrawn),
        fixed_seats=tournament.fixed_seats
        if tournament.team_event
        else tuple(replace(entry, player=numbers[entry.player]) for entry in tournament.fixed_seats),
    )


def _renumber_virtual_points(points: VirtualPoints, numbers: Mapping[int, int], paired: int) -> Iterator[VirtualPoints]:
    """Yield records with the same virtual points after renumbering, as many as that takes.

    In rounds already paired, and in ranges of a single player, the points follow the players. In later rounds a group
    that begins at the top ends with the same player, even with new players above (C.04.7 1.2), and any other range
    keeps its first and its last participant.
    """
    new_numbers = sorted(new for old, new in numbers.items() if points.first <= old <= points.last)
    if not new_numbers:
        yield points
        return
    from_top = points.first < points.last and points.first <= min(numbers)
    first = min(points.first, *numbers.values()) if from_top else numbers.get(points.first, new_numbers[0])
    last = numbers.get(points.last, new_numbers[-1])
    first, last = min(first, last), max(first, last)
    if new_numbers == [new for new in sorted(numbers.values()) if first <= new <= last]:
        yield replace(points, first=first, last=last)
        return
    if points.first_round <= paired:
        until = min(paired, points.last_round)
        starts = [number for number in new_numbers if number - 1 not in new_numbers]
        ends = [number for number in new_numbers if number + 1 not in new_numbers]
        for start, end in zip(starts, ends, strict=True):
            yield replace(points, first=start, last=end, last_round=until)
    if points.last_round > paired:
        yield replace(points, first=first, last=last, first_round=max(points.first_round, paired + 1))


def _renumber_round(round: Round, numbers: Mapping[int, int], teams: bool) -> Round:
    def renumber_game(game: Game) -> Game:
        return Game(numbers[game.white], numbers[game.black], game.result, game.coloured)

    def renumber_match(match: Match) -> Match:
        white, black = (match.white, match.black) if teams else (numbers[match.white], numbers[match.black])
        vacant = tuple(
            VacantBoard(board.board, None if board.player is None else numbers[board.player]) for board in match.vacant
        )
        return Match(white, black, tuple(map(renumber_game, match.games)), match.forfeit, vacant)

    def renumber_bye(bye: Bye) -> Bye:
        return Bye(numbers[bye.player], bye.kind)

    return Round(
        games=tuple(map(renumber_game, round.games)),
        matches=tuple(map(renumber_match, round.matches)),
        byes=round.byes if teams else tuple(map(renumber_bye, round.byes)),
        player_byes=tuple(map(renumber_bye, round.player_byes)),
        published=round.published,
        board_numbers=round.board_numbers,
    )


def with_provisional_ratings(tournament: Tournament, rating: int) -> Tournament:
    """Return the tournament with this rating for every player without one (C.04.4.1 1.1); no number changes."""
    players = tuple(player if player.rating else _with_rating(player, rating) for player in tournament.players)
    return replace(tournament, players=players)


NumberMap = Mapping[int, int]
"""New numbers by the old ones; other participants keep theirs."""

_PAIRINGS, _NAMED = ("MPA",), ("FPB", "Expelled")
_GAMES = ("Correction", "Round taken back", "Rating correction", "Adjournment")
_KNOWN_WORDS = frozenset(
    word for text in (*map(str, Result), *map(str, ByeKind), "=> and more none match played no bye")
    for word in text.split()
)  # fmt: skip


def renumber_remarks(remarks: Iterable[Remark], players: NumberMap, participants: NumberMap) -> tuple[Remark, ...]:
    """Return remarks in the program's own forms with other numbers; other remarks stay as they are.

    >>> kept = Remark("Correction: 3-4 1-0 => ½-½", 2), Remark("FPB: 4 Dot", 3), Remark("3-4 asked for tea")
    >>> [remark.text for remark in renumber_remarks(kept, {3: 4, 4: 5}, {3: 4, 4: 5})]
    ['Correction @ Round 2: 4-5 1-0 => ½-½', 'FPB @ Round 3: 5 Dot', '3-4 asked for tea']
    """
    return tuple(_renumber_remark(remark, players, participants) for remark in remarks)


def _renumber_remark(remark: Remark, players: NumberMap, participants: NumberMap) -> Remark:
    head, colon, text = remark.text.partition(": ")
    form = head.partition(" @ ")[0]
    if form in _NAMED:
        number, space, rest = text.partition(" ")
        new_text = f"{_new_number(number, participants)}{space}{rest}" if number.isdecimal() else text
    elif form in (*_PAIRINGS, *_GAMES) and (tokens := text.split(" ")) and all(map(_is_known_token, tokens)):
        new_text = " ".join(_renumber_tokens(tokens, form in _PAIRINGS, players, participants))
    else:
        return remark
    return remark if new_text == text else replace(remark, text=f"{head}{colon}{new_text}")


def _is_known_token(token: str) -> bool:
    """Return whether a token belongs to the forms: a pair, a number, a result or a bye."""
    bare = token.rstrip(",;")
    return bare in _KNOWN_WORDS or all(part.isdecimal() for part in bare.split("-", 1))


def _renumber_tokens(
    tokens: list[str], of_participants: bool, players: NumberMap, participants: NumberMap
) -> Iterable[str]:
    """Yield the tokens with other numbers: `5-0` is a bye in a pairing, and a result elsewhere."""
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        bare = token.rstrip(",;")
        rest, (white, _, black) = token[len(bare) :], bare.partition("-")
        if not white.isdecimal() or after == "more":
            yield token
        elif not black:
            yield f"{_new_number(white, participants)}{rest}"
        elif not black.isdecimal() or (not of_participants and bare in _KNOWN_WORDS):
            yield token
        else:
            numbers = participants if of_participants or before == "match" else players
            yield f"{_new_number(white, numbers)}-{_new_number(black, numbers)}{rest}"


def _new_number(number: str, numbers: NumberMap) -> str:
    return str(numbers.get(int(number), int(number)))
