"""A round that is entered by hand: pairings, results and byes, each checked against what is entered already."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from rookery._record import replace
from rookery.errors import RookeryError, RuleError, UnfinishedError
from rookery.formats.board_order import list_numbered_boards, place_boards, reassign_board_numbers
from rookery.history.history import History
from rookery.history.pairing_numbers import fixed_boards
from rookery.history.team_matches import board_seats, boards_per_match, build_meeting
from rookery.messages import join_list, join_texts, msg, msg_plural
from rookery.model import Bye, ByeKind, Game, Match, Player, RequestedBye, Result, Round, Team, Tournament
from rookery.pairing.knockout import survivors
from rookery.pairing.schedules.schedule import boards
from rookery.regulations import parse_type_code
from rookery.tournaments.errors import CommandRejectedError
from rookery.tournaments.lineups import find_board, find_common_board, line_up_order_messages, move_up, with_line_ups
from rookery.tournaments.warning_table import TABLE


class EntryTexts:
    """The default texts."""

    def label(self, participant: Player | Team) -> str:
        """Return the label of a participant."""
        return f"{participant.number} {participant.name}".rstrip()

    def score(self, result: Result) -> str:
        """Return the text of a result."""
        return str(result)

    def removal_hint(self, entry: str) -> str:
        """Return the hint to remove a pairing (`12-7`) or a bye (`5`)."""
        return msg("take that back first")

    def colours_hint(self, white: int, black: int, *, exchanged: bool = True) -> str:
        """Return the hint for two players with the opposite colours."""
        if exchanged:
            return msg("enter it with these colours, or exchange the colours first")
        return msg("enter it with these colours")

    def game_hint(self, white: int, black: int, result: Result) -> str:
        """Return the hint to enter a game in a tournament without matches."""
        return msg("enter the game of %(white)s and %(black)s", white=white, black=black)

    def match_hint(self, white: int, black: int) -> str:
        """Return the hint to enter a match instead of a game."""
        return msg("to forfeit a whole match, name the teams")

    def missing_participants_hint(self, number: int, participant: int) -> str:
        """Return the hint for participants missing from a round that begins."""
        return msg("pair it, or enter the whole round at once, with a bye for each player who does not play")

    def omitted_participants_hint(self, participant: int) -> str:
        """Return the hint for a change that would leave participants out of a round."""
        return msg("enter also their opponents or their byes")

    def unknown_number(self, t: Tournament, number: int) -> str:
        """Return that no participant has a number; in a team event, name the team of the player with that number."""
        if not t.team_event:
            return msg("there is no player %(one)s in this tournament", one=number)
        for team in t.teams:
            for player in t.players if number in team.players else ():
                if player.number == number:
                    return msg("there is no team %(one)s: %(name)s is a player of %(team)s", one=number,
                               name=self.label(player), team=self.label(team))  # fmt: skip
        return msg("there is no team %(one)s in this tournament", one=number)


DEFAULT_TEXTS = EntryTexts()


Seat = Game | Match | Bye

EntryKind = Literal["pair", "result", "bye", "none", "forfeit", "alone", "not alone"]
"""What an entry does: pair two, enter a result, give a bye, take a pairing or a bye back, forfeit a match, give a
player without an opponent a point, or take that back."""


class ManualRound:
    """One round of a tournament open for entries; `tournament()` returns the tournament with them.

    `texts` has the texts of messages. Boards of a round that is entered `in_parts` have no final numbers yet.
    """

    def __init__(
        self, tournament: Tournament, number: int, texts: EntryTexts = DEFAULT_TEXTS, *, in_parts: bool = False
    ) -> None:
        self.number = number
        self.in_parts = in_parts
        self.texts = texts
        self.begins = number == tournament.next_round
        self.base = _with_round(tournament, number)
        round = self.base.rounds[number - 1]
        self.player_byes = list(round.player_byes)
        self.blank = [bye for bye in round.byes if bye.kind is ByeKind.NOT_ENTERED]
        self.seats: dict[int, Seat] = {bye.player: bye for bye in round.byes if bye not in self.blank}
        meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
        for meeting in meetings:
            self.seats[meeting.white] = self.seats[meeting.black] = meeting
        self.had = tuple(self.seats)
        self.two_games = parse_type_code(tournament.system).two_game_matches and not tournament.team_event
        self.team_of = {player: team for team in tournament.teams for player in team.players}
        self.boards_changed: dict[int, None] = {}

    def tournament(self) -> Tournament:
        """Return the tournament with the entries."""
        seats = list({id(seat): seat for seat in self.seats.values()}.values())
        round = Round(
            games=tuple(seat for seat in seats if isinstance(seat, Game)),
            matches=tuple(seat for seat in seats if isinstance(seat, Match)),
            byes=(*(seat for seat in seats if isinstance(seat, Bye)), *self._blank_byes()),
            player_byes=tuple(self.player_byes),
        )
        round = self._with_board_numbers(round)
        rounds = list(self.base.rounds)
        rounds[self.number - 1] = round
        if round == Round() and self.number == len(rounds):
            rounds.pop()
        return replace(self.base, rounds=tuple(rounds))

    def _with_board_numbers(self, round: Round) -> Round:
        """Return the round with its earlier board numbers: pairs that stay keep theirs."""
        old_round = self.base.rounds[self.number - 1]
        if old_round.pairs == round.pairs:
            return replace(round, published=old_round.published, board_numbers=old_round.board_numbers)
        before, after = ({frozenset(pair) for pair in either.pairs} for either in (old_round, round))
        if self.in_parts or not after or (not old_round.published and before <= after):
            return round
        meetings: tuple[Game | Match, ...] = (*round.games, *round.matches)
        numbered = reassign_board_numbers(list_numbered_boards(self.base, self.number), meetings)
        return place_boards(round, numbered, fixed_boards(self.base, self.number))

    def _blank_byes(self) -> list[Bye]:
        """Return the byes of participants not entered before or now; none if there is nothing else."""
        return [bye for bye in self.blank if bye.player not in self.seats] if self.seats else []

    def participants_without_game(self) -> list[int]:
        """Return the participants without an opponent or a scoring bye."""
        scoring = {ByeKind.PAIRING_ALLOCATED, ByeKind.FULL, ByeKind.HALF}
        seats = ((number, self.seats.get(number)) for number in self.base.participants_by_number)
        return [
            number for number, seat in seats if seat is None or (isinstance(seat, Bye) and seat.kind not in scoring)
        ]

    def unopposed_players(self) -> list[int]:
        """Return the players whose board the other team leaves vacant and who have no point for it yet."""
        size, unopposed = boards_per_match(self.base), list[int]()
        for team in self.base.teams if self.base.team_event else ():
            match = self.seats.get(team.number)
            if not isinstance(match, Match) or match.forfeit is not None or not match.games:
                continue
            busy = {player for game in match.games for player in (game.white, game.black)}
            busy |= {board.player for board in match.vacant if board.player is not None}
            scoring = {bye.player for bye in self.player_byes}
            free = size - match.board_count - sum(player in scoring for player in team.players)
            busy |= scoring
            unopposed += [player for player in team.players if player not in busy][:free]
        return unopposed

    def name(self, number: int) -> str:
        """Return the label of a participant."""
        return self.texts.label(self.base.participants_by_number[number])

    # -- entries; each returns a description of the change ---------------------------------------------------------

    def apply_entry(self, kind: EntryKind, white: int, black: int | None, value: Result | ByeKind | None = None) -> str:
        """Apply an entry, with a result or a kind of bye as its value; return a description."""
        if kind == "none":
            return self.take_back(white, black)
        if kind == "bye" and isinstance(value, ByeKind):
            return self.give_bye(white, value)
        if kind in ("alone", "not alone"):
            return self.set_unopposed(white, is_unopposed=kind == "alone")
        if black is None:
            raise CommandRejectedError(msg("a game has two players"))
        if kind == "pair":
            return self.pair(white, black)
        if not isinstance(value, Result):
            raise CommandRejectedError(msg("enter a result"))
        return (self.forfeit_match if kind == "forfeit" else self.enter_result)(white, black, value)

    def pair(self, white: int, black: int) -> str:
        """Pair two participants, unless they are paired already; return a description."""
        remarks = self._pair_or_remark(white, black)
        players = f"{self.name(white)} - {self.name(black)}"
        if remarks is None:
            return msg("%(both)s: paired already", both=players)
        return msg("%(both)s: paired%(remarks)s", both=players, remarks=remarks)

    def _pair_or_remark(self, white: int, black: int) -> str | None:
        """Pair two participants and return remarks about it, or None if they are paired already."""
        self._require_different(self._require_participant(white), self._require_participant(black))
        if self._find_meeting(white, black) is not None:
            return None
        self._require_free(white, black)
        remarks = self._remarks(white, black)
        self._set_seat(build_meeting(self.base, white, black))
        return remarks

    def enter_result(self, white: int, black: int, result: Result) -> str:
        """Enter a result, pairing the two players if necessary; return a description."""
        if self.base.team_event:
            return self._board_result(white, black, result)
        names = [self.name(self._require_participant(number)) for number in (white, black)]
        text = f"{' - '.join(names)}: {self.texts.score(result)}"
        self._require_different(white, black)
        meeting = self._find_meeting(white, black, either_way=isinstance(self.seats.get(white), Match))
        if meeting is None:
            self._require_free(white, black)
            meeting = build_meeting(self.base, white, black)
            text += self._remarks(white, black)
        if isinstance(meeting, Match):
            self._set_seat(self._with_result(meeting, Game(white, black, result)))
            return text
        self._set_seat(replace(meeting, result=result, coloured=meeting.coloured or not result.forfeit))
        is_unchanged = meeting.result in (Result.PENDING, result)
        change = "" if is_unchanged else msg(" (was %(score)s)", score=self.texts.score(meeting.result))
        return text + change

    def give_bye(self, participant: int, kind: ByeKind) -> str:
        """Give a participant a bye; return a description."""
        self._require_participant(participant)
        seat = self.seats.get(participant)
        if seat is not None and not isinstance(seat, Bye):
            raise RuleError(self._busy_message(participant, seat))
        if kind is ByeKind.PAIRING_ALLOCATED:
            for other_seat in self.seats.values():
                if isinstance(other_seat, Bye) and other_seat.kind is kind and other_seat.player != participant:
                    raise RuleError(
                        msg(
                            "%(name)s has the bye of round %(number)s already",
                            name=self.name(other_seat.player),
                            number=self.number,
                        )
                    )
        self._set_seat(Bye(participant, kind))
        return f"{self.name(participant)}: {kind}"

    def take_back(self, white: int, black: int | None) -> str:
        """Remove a pairing or a bye; return a description."""
        self._require_participant(white)
        seat = self.seats.get(white)
        if black is None and not isinstance(seat, Bye):
            raise RuleError(msg("%(white)s has no bye in round %(number)s", white=self.name(white), number=self.number))
        if black is not None and self._find_meeting(white, self._require_participant(black)) is None:
            raise RuleError(
                msg(
                    "%(white)s and %(black)s are not paired in round %(number)s",
                    white=white,
                    black=black,
                    number=self.number,
                )
            )
        for participant in (white,) if black is None else (white, black):
            self.seats.pop(participant)
        self._remove_unopposed_points(white, black)
        players = f"{self.name(white)} - {self.name(black)}" if black else self.name(white)
        return msg("%(both)s: taken back", both=players)

    def forfeit_match(self, white: int, black: int, result: Result) -> str:
        """Enter that a match was forfeited as a whole; return a description."""
        if not self.base.team_event and not self.two_games:
            raise RuleError(
                msg(
                    "there are no teams in this tournament: %(of_game)s",
                    of_game=self.texts.game_hint(white, black, result),
                )
            )
        remarks = self._pair_or_remark(white, black) or ""
        self._set_seat(Match(white, black, (), result))
        self._remove_unopposed_points(white, black)
        return msg(
            "%(white)s - %(black)s: match forfeited, %(score)s%(remarks)s",
            white=self.name(white),
            black=self.name(black),
            score=self.texts.score(result),
            remarks=remarks,
        )

    def set_unopposed(self, player: int, *, is_unopposed: bool) -> str:
        """Give a player whose board has no opponent a point, or remove it; return a description."""
        if not self.base.team_event:
            raise RuleError(msg("only in a team event; a player has a bye, or wins a game by forfeit"))
        if player not in self.team_of:
            raise RuleError(msg("player %(one)s is in no team", one=player), participants=(player,))
        name, team = self.names[player], self.team_of[player]
        earlier_byes, match = [bye for bye in self.player_byes if bye.player == player], self.seats.get(team.number)
        board = (
            next((vacant.board for vacant in match.vacant if vacant.player == player), 0)
            if isinstance(match, Match)
            else 0
        )
        if board:
            if is_unopposed:
                return msg("%(name)s: no opponent, one point", name=name)
            raise RuleError(
                msg(
                    "%(name)s sits at board %(board)s, which the other team left vacant: the point goes"
                    " with it; enter the result of the game if one was played there",
                    name=name,
                    board=board,
                ),
                participants=(player,),
            )
        if not is_unopposed:
            if not earlier_byes:
                raise RuleError(
                    msg(
                        "%(name)s does not have a point without an opponent in round %(number)s",
                        name=name,
                        number=self.number,
                    )
                )
            self.player_byes = [bye for bye in self.player_byes if bye.player != player]
            return msg("%(name)s: point taken back", name=name)
        if not isinstance(match, Match) or match.forfeit is not None:
            raise RuleError(msg("%(name)s plays no match in round %(number)s", name=team.name, number=self.number))
        if any(player in (game.white, game.black) for game in match.games):
            raise RuleError(msg("%(name)s has an opponent in round %(number)s", name=name, number=self.number))
        used = (
            match.board_count
            + sum(self.team_of.get(bye.player) is team for bye in self.player_byes)
            - len(earlier_byes)
        )
        if used >= boards_per_match(self.base):
            raise RuleError(
                msg("every board of %(name)s is taken in round %(number)s", name=team.name, number=self.number)
            )
        self.player_byes += [] if earlier_byes else [Bye(player, ByeKind.FULL)]
        return msg("%(name)s: no opponent, one point", name=name)

    def _remove_unopposed_points(self, *teams: int | None) -> None:
        """Remove the points of unopposed players of these teams."""
        if self.base.team_event:
            members = {player for player, team in self.team_of.items() if team.number in teams}
            self.player_byes = [bye for bye in self.player_byes if bye.player not in members]

    # -- what stands there -----------------------------------------------------------------------------------------

    def _require_participant(self, number: int) -> int:
        if number not in self.base.participants_by_number:
            raise RuleError(self.texts.unknown_number(self.base, number), participants=(number,))
        return number

    def _find_meeting(self, white: int, black: int, *, either_way: bool = False) -> Game | Match | None:
        """Return the meeting of two participants, or None.

        Raises:
            RuleError: They meet with the opposite colours.
        """
        seat = self.seats.get(white)
        if seat is None or isinstance(seat, Bye) or {seat.white, seat.black} != {white, black}:
            return None
        if seat.white != white and not either_way:
            instead = self.texts.colours_hint(black, white)
            raise RuleError(
                msg(
                    "%(black)s has White against %(white)s in round %(number)s: %(instead)s",
                    black=black,
                    white=white,
                    number=self.number,
                    instead=instead,
                )
            )
        return seat

    def _remarks(self, white: int, black: int) -> str:
        """Return what is unusual about a pairing: a repetition (C.04.1 2), a withdrawal, exchanged colours."""
        earlier_rounds = self._earlier_meetings(white, black)
        remarks: list[str] = (
            [msg("they have met before, in round %(round)s", round=earlier_rounds[-1])] if earlier_rounds else []
        )
        remarks += [
            msg("%(name)s was withdrawn", name=self.name(participant))
            for participant in (white, black)
            if self._is_withdrawn(participant)
        ]
        if (black, white) in self.timetable and (white, black) not in self.timetable:
            remarks.append(msg("the table gives %(black)s White", black=black))
        return join_texts("", (part for remark in remarks for part in (" (", remark, ")")))

    def _is_withdrawn(self, participant: int) -> bool:
        """Return whether a participant misses this and all later rounds, or in the last round also the one before."""
        seat = self.seats.get(participant)
        if not (isinstance(seat, Bye) and seat.kind is ByeKind.ZERO):
            return False
        later_rounds = range(self.number + 1, (self.base.planned_rounds or self.number) + 1)
        requested_rounds = {
            bye.round for bye in self.base.requested_byes if bye.player == participant and bye.kind is ByeKind.ZERO
        }
        if later_rounds:
            return requested_rounds.issuperset(later_rounds)
        return self.number > 1 and Bye(participant, ByeKind.ZERO) in self.base.rounds[self.number - 2].byes

    @cached_property
    def timetable(self) -> frozenset[tuple[int, int]]:
        """All pairs of the schedule with their colours for a round robin or a Scheveningen match; otherwise empty."""
        if self.base.team_event and parse_type_code(self.base.system).format.sides:
            return frozenset()  # there two teams meet round after round
        try:
            return frozenset(pair for pairs in boards(self.base) for pair in pairs)
        except RookeryError:
            return frozenset()

    @cached_property
    def names(self) -> dict[int, str]:
        """The labels of all players, also in a team event."""
        return {player.number: self.texts.label(player) for player in self.base.players}

    def _earlier_meetings(self, white: int, black: int) -> list[int]:
        """Return the other rounds in which two participants met; empty in formats with repeated meetings."""
        format = parse_type_code(self.base.system).format
        if format.rematches or (format.sides and self.base.team_event):
            return []
        return [number for number in self.history.rounds_met(white, black) if number != self.number]

    @cached_property
    def history(self) -> History:
        """The history of the rounds before the first entry."""
        return History(self.base)

    def _require_different(self, white: int, black: int) -> None:
        if white == black:
            raise RuleError(msg("%(white)s cannot meet themselves", white=self.name(white)), participants=(white,))

    def _require_free(self, *participants: int) -> None:
        """Raise RuleError if a participant has an opponent or a bye.

        An empty cell of a file reads as a zero-point bye and may be filled; a requested one may not while the round
        begins.
        """
        for participant in participants:
            seat = self.seats.get(participant)
            is_blank = isinstance(seat, Bye) and seat.kind is ByeKind.ZERO and not self.begins
            if seat is not None and not is_blank:
                raise RuleError(self._busy_message(participant, seat))

    def _busy_message(self, participant: int, seat: Seat) -> str:
        if isinstance(seat, Bye):
            return msg(
                "%(name)s has a %(kind)s in round %(round)s; %(do)s",
                name=self.name(participant),
                kind=seat.kind,
                round=self.number,
                do=self.texts.removal_hint(f"{participant}"),
            )
        opponent = self.name(seat.black if seat.white == participant else seat.white)
        return msg(
            "%(name)s meets %(other)s in round %(round)s; %(do)s",
            name=self.name(participant),
            other=opponent,
            round=self.number,
            do=self.texts.removal_hint(f"{seat.white}-{seat.black}"),
        )

    def _set_seat(self, seat: Seat) -> None:
        for participant in (seat.player,) if isinstance(seat, Bye) else (seat.white, seat.black):
            self.seats[participant] = seat

    def _with_result(self, match: Match, game: Game) -> Match:
        """Return a match of two players with the result of the first open game with these colours, or of the last."""
        indices = [index for index, candidate in enumerate(match.games) if candidate.white == game.white]
        if not indices:
            hint = self.texts.removal_hint(f"{match.white}-{match.black}")
            raise RuleError(msg("this match was forfeited as a whole; %(back)s", back=hint))
        index = next((index for index in indices if match.games[index].result is Result.PENDING), indices[-1])
        return replace(match, games=(*match.games[:index], game, *match.games[index + 1 :]))

    # -- matches ---------------------------------------------------------------------------------------------------

    def _board_result(self, white: int, black: int, result: Result) -> str:
        """Enter a result of two players of teams that meet; a team-mate may replace a player on an open board."""
        names = self.names
        for player in (white, black):
            if player not in self.team_of:
                raise RuleError(msg("player %(one)s is in no team", one=player))
        if self.team_of[white] is self.team_of[black]:
            raise RuleError(
                msg(
                    "%(white)s and %(black)s both play for %(team)s; %(do)s",
                    white=names[white],
                    black=names[black],
                    team=self.team_of[white].name,
                    do=self.texts.match_hint(white, black),
                )
            )
        match = self.seats.get(self.team_of[white].number)
        if not isinstance(match, Match) or self.team_of[black].number not in (match.white, match.black):
            teams = join_list((self.team_of[white].name, self.team_of[black].name))
            raise RuleError(
                msg("%(teams)s do not meet in round %(round)s; pair the teams first", teams=teams, round=self.number)
            )
        home, guests = self.team_of[white].players, self.team_of[black].players
        match = self._with_vacant_board(match, white, black)
        board = find_board(match, white, black)
        board = find_common_board(match, white, black, home, guests) if board is None else board
        if board is None and find_board(match, black, white) is not None:
            hint = self.texts.colours_hint(black, white, exchanged=False)
            raise RuleError(
                msg(
                    "%(black)s has White against %(white)s in round %(number)s: %(instead)s",
                    black=black,
                    white=white,
                    number=self.number,
                    instead=hint,
                )
            )
        if board is None:
            raise RuleError(
                msg(
                    "%(white)s and %(black)s have no board together in the match %(match)s",
                    white=white,
                    black=black,
                    match=f"{match.white}-{match.black}",
                )
            )
        old_game, games = match.games[board], list(self._move_up(match, board, white, black).games)
        games[board] = Game(white, black, result)
        self._set_seat(replace(match, games=tuple(games), forfeit=None))
        self.player_byes = [bye for bye in self.player_byes if bye.player not in (white, black)]
        replacements = [(new, old) for new, old in ((white, old_game.white), (black, old_game.black)) if new != old]
        replacement_text = join_texts(
            "", (msg(" (%(new)s instead of %(old)s)", new=names[new], old=names[old]) for new, old in replacements)
        )
        is_unchanged = replacements or old_game.result in (Result.PENDING, result)
        changed = "" if is_unchanged else msg(" (was %(score)s)", score=self.texts.score(old_game.result))
        return f"{names[white]} - {names[black]}: {self.texts.score(result)}{replacement_text}{changed}"

    def _with_vacant_board(self, match: Match, white: int, black: int) -> Match:
        """Return the match with an opponent for a player who sits alone at a vacant board."""
        sitting = {player for game in match.games for player in (game.white, game.black)}
        sitting |= {vacant.player for vacant in match.vacant if vacant.player is not None}
        for vacant in match.vacant:
            rival = black if vacant.player == white else white
            if vacant.player not in (white, black) or rival in sitting:
                continue
            team = self.team_of[rival].number
            side = 0 if match.white == team else 1
            pairs = board_seats(self.base, match)
            line_up = [rival if number == vacant.board else pair[side] for number, pair in enumerate(pairs, 1)]
            return with_line_ups(self.base, match, {team: line_up})
        return match

    def _move_up(self, match: Match, board: int, white: int, black: int) -> Match:
        """Return the match after these players, and those behind them, moved up from open boards below."""
        for player in (white, black):
            match = move_up(match, self.team_of[player].players, board, player) or match
        self._require_single_board(match, board, white, black)
        self.boards_changed[self.team_of[white].number] = None
        return match

    def line_up_messages(self) -> list[str]:
        """Return messages about the line-ups of matches whose boards were entered."""
        seats = [self.seats.get(team) for team in self.boards_changed]
        matches = {id(seat): seat for seat in seats if isinstance(seat, Match)}
        label = self.texts.label
        return [text for match in matches.values() for text in line_up_order_messages(self.base, match, label)]

    def _require_single_board(self, match: Match, board: int, *players: int) -> None:
        """Raise RuleError if a player has another board of the match."""
        for index, game in enumerate(match.games):
            for player in players if index != board else ():
                if player in (game.white, game.black):
                    rival = self.names[game.black if game.white == player else game.white]
                    raise RuleError(
                        msg(
                            "%(name)s meets %(rival)s on board %(board)s of the match %(match)s in round %(round)s:"
                            " nobody has two boards",
                            name=self.names[player],
                            rival=rival,
                            board=match.board_numbers[index],
                            round=self.number,
                            match=f"{match.white}-{match.black}",
                        ),
                        participants=(player,),
                    )


def without_empty_round(t: Tournament) -> Tournament:
    """Return the tournament without an empty last round; its byes become requests, as when a TRF is read."""
    if not t.rounds or t.rounds[-1].pairs or any(bye.kind is ByeKind.PAIRING_ALLOCATED for bye in t.rounds[-1].byes):
        return t
    requested_kinds = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    number = len(t.rounds)
    requested_byes = tuple(
        RequestedBye(number, bye.player, bye.kind) for bye in t.rounds[-1].byes if bye.kind in requested_kinds
    )
    return replace(t, rounds=t.rounds[:-1], requested_byes=(*requested_byes, *t.requested_byes))


def _with_round(t: Tournament, number: int) -> Tournament:
    """Return the tournament with this round begun; requested byes are entered."""
    if 1 <= number <= len(t.rounds):
        return t
    if number != t.next_round:
        raise RuleError(
            msg_plural(
                len(t.rounds),
                "round %(number)s cannot be entered: %(num)s round is paired, the next is round %(next)s",
                "round %(number)s cannot be entered: %(num)s rounds are paired, the next is round %(next)s",
                number=number,
                next=t.next_round,
            )
        )
    if t.planned_rounds is not None and number > t.planned_rounds:
        raise RuleError(
            msg_plural(
                t.planned_rounds,
                "round %(number)s cannot be entered: the tournament has %(num)s round",
                "round %(number)s cannot be entered: the tournament has %(num)s rounds",
                number=number,
            )
        )
    for earlier_number, round in enumerate(t.rounds, 1):
        if round.pending:
            raise UnfinishedError(earlier_number, [(game.white, game.black) for game in round.pending])
    return t.with_round(Round(), incomplete=True)


def require_complete_round(entered: ManualRound) -> None:
    """Raise RuleError if a round begins or continues without some of its participants."""
    missing = _missing_at_start(entered) if entered.begins else _removed_participants(entered)
    if not missing or _has_only_requests(entered):
        return
    number, participant = entered.number, missing[0]
    names = join_list(map(entered.name, missing), 12)
    if not entered.begins:
        raise RuleError(
            msg(
                "this would leave %(names)s with neither a game nor a bye in round %(round)s; %(do)s",
                names=names,
                round=number,
                do=entered.texts.omitted_participants_hint(participant),
            ),
            participants=missing,
        )
    text = msg_plural(
        len(missing),
        "round %(round)s is not paired yet, and this would leave %(names)s without a game; %(do)s",
        "round %(round)s is not paired yet, and this would leave %(names)s without games; %(do)s",
        round=number,
        names=names,
        do=entered.texts.missing_participants_hint(number, participant),
    )
    raise RuleError(text, participants=missing, article=TABLE["not-paired"].article)


def _has_only_requests(entered: ManualRound) -> bool:
    """Return whether the round has only requested byes."""
    requested_kinds = (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    return all(isinstance(seat, Bye) and seat.kind in requested_kinds for seat in entered.seats.values())


def _missing_at_start(entered: ManualRound) -> list[int]:
    """Return the participants without an opponent or a bye in a round that begins."""
    missing = [participant for participant in _expected_participants(entered) if participant not in entered.seats]
    format = parse_type_code(entered.base.system).format
    has_free_participant = format.is_round_robin and len(entered.base.participants_by_number) % 2 and len(missing) == 1
    return [] if has_free_participant else missing


def _removed_participants(entered: ManualRound) -> list[int]:
    """Return the participants who had a game or a bye in the round and have neither now."""
    return [participant for participant in entered.had if participant not in entered.seats]


def _expected_participants(entered: ManualRound) -> list[int]:
    """Return the participants to be paired unless they have a bye: in a knock-out, survivors with a neighbour."""
    if not parse_type_code(entered.base.system).format.eliminates:
        return list(entered.base.participants_by_number)
    slots = survivors(entered.base.before_round(entered.number), through=entered.seats)
    neighbours = zip(slots[::2], slots[1::2], strict=True)
    return [
        participant
        for upper, lower in neighbours
        if upper is not None and lower is not None
        for participant in (upper, lower)
    ]
