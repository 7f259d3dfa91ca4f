"""Who met whom in a round, and who met nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rookery.errors import RuleError
from rookery.model.kinds import fits, misfit, must_number, row
from rookery.model.limits import TWO_GAMES
from rookery.model.results import ByeKind, Result
from rookery.values import Value, replace
from rookery.wording import spoken


class Game(Value):
    """One board: who had White, who had Black, and how it ended. A forfeit may be recorded without colours.

    >>> Game(12, 7, Result.WHITE_WINS)
    Game(white=12, black=7, result=<Result.WHITE_WINS: '1-0'>, coloured=True)
    """

    white: int
    black: int
    result: Result = Result.PENDING
    coloured: bool = True

    def __post_init__(self) -> None:
        if (
            self.white.__class__ is int is self.black.__class__
            and 0 < self.white != self.black > 0
            and self.coloured
            and self.result.__class__ is Result
        ):
            return  # nearly always
        must_number("a player of a game", self.white, self.black)
        if self.white == self.black:
            raise RuleError(spoken("a player cannot meet themselves"), who=(self.white,))
        if not fits(self.result, Result):
            hint = spoken("Result.parse reads a text") if fits(self.result, str) else ""
            raise misfit(
                spoken("the result of %(white)s-%(black)s", white=self.white, black=self.black),
                "a Result",
                self.result,
                hint,
            )
        if not self.coloured and not self.result.forfeit:
            raise RuleError(
                spoken("only a forfeit may be recorded without colours, not %(result)s", result=self.result),
                who=(self.white, self.black),
            )


class Match(Value):
    """Two participants and the games between them: a team match (boards in order) or a two-game match.

    `white` had White on board 1 (in the first game). `forfeit` is set when the match as a whole was forfeited.
    """

    white: int
    black: int
    games: tuple[Game, ...] = ()
    forfeit: Result | None = None

    def __post_init__(self) -> None:
        must_number("a side of a match", self.white, self.black)
        if self.white == self.black:
            raise RuleError(spoken("nobody can play a match against themselves"), who=(self.white,))
        if self.games.__class__ is not tuple:
            row(self, "games")
        if self.forfeit is not None and self.forfeit.__class__ is not Result:
            raise misfit(
                spoken("the forfeit of %(white)s-%(black)s", white=self.white, black=self.black),
                "a Result or None",
                self.forfeit,
            )
        if self.forfeit is not None and not self.forfeit.forfeit:
            raise RuleError(spoken("a match is forfeited +/-, -/+ or -/-, not %(result)s", result=self.forfeit),
                            who=(self.white, self.black))  # fmt: skip

    def must_be_individual(self, two_games: bool) -> None:
        """Refuse games of others, and more than two where the match has two: what a match of teams may have."""
        if any({game.white, game.black} != {self.white, self.black} for game in self.games):
            raise RuleError(spoken("the match %(white)s-%(black)s has a game of others", white=self.white,
                                   black=self.black), who=(self.white, self.black))  # fmt: skip
        if two_games and len(self.games) > TWO_GAMES:
            said = spoken("the match %(white)s-%(black)s has %(number)s games, not %(needed)s", white=self.white,
                          black=self.black, number=len(self.games), needed=TWO_GAMES)  # fmt: skip
            raise RuleError(said, who=(self.white, self.black))

    @property
    def open(self) -> bool:
        """Whether the match still waits for results."""
        return self.forfeit is None and (not self.games or any(game.result is Result.PENDING for game in self.games))


class Bye(Value):
    """A participant without an opponent in a round, and why."""

    player: int
    kind: ByeKind

    def __post_init__(self) -> None:
        if self.player.__class__ is not int or self.player < 1:
            must_number("who has a bye", self.player)
        if self.kind.__class__ is not ByeKind:
            raise misfit(
                spoken("the bye of %(player)s", player=self.player), "a ByeKind such as ByeKind.HALF", self.kind
            )


class Round(Value, slots=False):
    """What happened in one round: games, or matches, and byes; nobody appears twice.

    In a team event `matches` and `byes` speak of teams; `player_byes` keeps what the rows of single players say.
    `published` says that games, or matches, stand in the order in which the boards were published; else that follows
    from the scores before the round.
    """

    games: tuple[Game, ...] = ()
    matches: tuple[Match, ...] = ()
    byes: tuple[Bye, ...] = ()
    player_byes: tuple[Bye, ...] = ()
    published: bool = False

    def __post_init__(self) -> None:
        for name in ("games", "matches", "byes", "player_byes"):
            if getattr(self, name).__class__ is not tuple:
                row(self, name)
        try:
            named = len(self.participants)
        except (AttributeError, TypeError):
            raise self._misfit() from None
        if named < 2 * len(self.games) + 2 * len(self.matches) + len(self.byes):
            who = [player for pair in self.pairs for player in pair] + [bye.player for bye in self.byes]
            twice = sorted({i for i in who if who.count(i) > 1})
            raise RuleError(spoken("nobody can appear twice in a round"), who=twice)

    def _misfit(self) -> RuleError:
        """The error for a round of something else than games, matches and byes between numbers."""
        kinds = (("games", self.games, Game), ("matches", self.matches, Match), ("byes", self.byes, Bye))
        for name, some, kind in kinds:
            for one in some:
                if not fits(one, kind):
                    return misfit(
                        spoken("each of the %(name)s of a round", name=name),
                        spoken("a %(kind)s", kind=kind.__name__),
                        one,
                    )
        return RuleError(spoken("the participants of a round must be pairing numbers"))

    @cached_property
    def participants(self) -> frozenset[int]:
        """Everybody who is mentioned."""
        meetings: tuple[Game | Match, ...] = self.games + self.matches if self.matches else self.games
        whites, blacks = [one.white for one in meetings], [one.black for one in meetings]
        return frozenset([*whites, *blacks, *[bye.player for bye in self.byes]])

    @property
    def pending(self) -> tuple[Game, ...]:
        """The games without a result."""
        boards = (*self.games, *(game for match in self.matches for game in match.games))
        return tuple(game for game in boards if game.result is Result.PENDING)

    @property
    def adjourned(self) -> tuple[Game, ...]:
        """The games that are to be finished later, and count as a draw until then."""
        boards = self.games
        if self.matches:
            boards = (*boards, *(game for match in self.matches for game in match.games))
        return tuple([game for game in boards if game.result is Result.ADJOURNED])

    def with_result(self, white: int, black: int, result: Result, called: str = "this round") -> Round:
        """The round in which the game of these two has ended so: the first open one with these colours, else the last.

        `called` is what an error calls the round.
        """
        at = _place(self.games, white, black)
        if at is not None:
            return replace(self, games=_ended(self.games, at, result))
        for number, match in enumerate(self.matches):
            at = _place(match.games, white, black)
            if at is not None:
                entered = replace(match, games=_ended(match.games, at, result))
                return replace(self, matches=(*self.matches[:number], entered, *self.matches[number + 1 :]))
        boards = (*self.games, *(game for match in self.matches for game in match.games))
        if _place(boards, black, white) is not None:
            raise RuleError(spoken("%(white)s has White against %(black)s in %(round)s, not the other way round",
                                   white=black, black=white, round=called), who=(white, black))  # fmt: skip
        raise RuleError(spoken("%(white)s and %(black)s do not meet in %(round)s", white=white, black=black,
                               round=called), who=(white, black))  # fmt: skip

    @property
    def boards(self) -> tuple[tuple[int, int], ...]:
        """Every game that is played, White first; of a match without games the two who meet."""
        inside = [(game.white, game.black) for match in self.matches for game in match.games]
        bare = [(match.white, match.black) for match in self.matches if not match.games]
        return (*[(game.white, game.black) for game in self.games], *inside, *bare)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, White first."""
        meetings: tuple[Game | Match, ...] = (*self.games, *self.matches)
        return tuple([(meeting.white, meeting.black) for meeting in meetings])


def _place(games: Sequence[Game], white: int, black: int) -> int | None:
    """Where the game of these two stands: the first that is open, else the last of them."""
    same = [at for at, game in enumerate(games) if game.white == white and game.black == black]
    return next((at for at in same if games[at].result is Result.PENDING), same[-1] if same else None)


def _ended(games: tuple[Game, ...], at: int, result: Result) -> tuple[Game, ...]:
    """The games, of which one has ended so; only a forfeit stays without colours."""
    game = games[at]
    if not fits(result, Result):
        raise misfit(
            spoken("the result of %(white)s-%(black)s", white=game.white, black=game.black), "a Result", result
        )
    return (*games[:at], Game(game.white, game.black, result, game.coloured or not result.forfeit), *games[at + 1 :])
