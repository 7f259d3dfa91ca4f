"""Explanations of a pairing: groups, floats, unmet criteria, each board, and why two do not meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rookery._record import record
from rookery.errors import RookeryError
from rookery.formats.board_order import list_numbered_boards
from rookery.formats.pair import pair
from rookery.history.completion import total_rounds
from rookery.messages import msg, msg_const, msg_plural
from rookery.model import Bye, ByeKind, Points, Round
from rookery.pairing.explain import facts as facts
from rookery.pairing.outcome import Fact, Ledger, Pairing, Reason, allocated_byes
from rookery.regulations import parse_type_code
from rookery.tournaments.errors import CommandRejectedError, round_not_found
from rookery.tournaments.state import State
from rookery.tournaments.views.participants import Participant, Seats, before_round, require_player_or_team, seats

_OF_BOTH = (
    facts.Paired,
    facts.AsTheRules,
    facts.PlainOrder,
    facts.PairedBefore,
    facts.NotAsTheRules,
    facts.RecordedAs,
)
"""Facts about both players of a board, which are stated once."""


@record
class Sentence:
    """A sentence and its article; `kind` is the class of the fact."""

    text: str
    article: str = ""
    kind: str = ""


@record
class BoardReasons:
    """Why two meet with these colours; in a team event, two teams. `reasons` are empty unless requested."""

    number: int
    white: Participant
    black: Participant
    reasons: tuple[Sentence, ...] = ()


@record
class AloneReasons:
    """Why a participant has no opponent, and which bye they have instead, if any."""

    who: Participant
    bye: ByeKind | None = None
    reasons: tuple[Sentence, ...] = ()


@record
class Group:
    """A group as it was paired: moved-down players, residents, moved-up players, and those who float on.

    `points` are those of the residents, in tenths; where several groups were taken together, down to `lowest`.
    """

    number: int
    called: str
    points: Points
    lowest: Points | None = None
    moved_down: tuple[Participant, ...] = ()
    residents: tuple[Participant, ...] = ()
    moved_up: tuple[Participant, ...] = ()
    pairs: tuple[tuple[Participant, Participant], ...] = ()
    left: tuple[Participant, ...] = ()
    given_up: tuple[Sentence, ...] = ()


@record
class FloatArrow:
    """A floater, from group `start` (0 if all of it floated) to group `end`."""

    who: Participant
    opponent: Participant
    start: int
    end: int
    down: bool


@record
class ReasonsView:
    """The explanation of a round by these `rules`; formats without groups have none.

    If the round differs from the rules, `ours` (by the rules) and `theirs` (as recorded) are the boards that differ,
    groups and floats are those of the rules, and `standing` says why. `unknown` says why it cannot be explained.
    """

    round: int
    format: str
    rules: str = ""
    agrees: bool = True
    groups: tuple[Group, ...] = ()
    floats: tuple[FloatArrow, ...] = ()
    boards: tuple[BoardReasons, ...] = ()
    alone: tuple[AloneReasons, ...] = ()
    standing: tuple[Sentence, ...] = ()
    ours: tuple[Seats, ...] = ()
    theirs: tuple[Seats, ...] = ()
    unknown: str = ""


@record
class WhyNotView:
    """Why two do not meet, or why one has no bye; `possible` says that the rules would allow it."""

    round: int
    one: Participant
    other: Participant | None
    possible: bool
    reasons: tuple[Sentence, ...]


def rules_pairing(state: State, round: int) -> Pairing:
    """Return the round by the rules, for explanations; results of the round itself do not change it.

    The views of this module accept it as `outcome`, so that a caller can reuse it.
    """
    rounds = state.tournament.rounds
    if not 1 <= round <= (total_rounds(state.tournament) or state.tournament.next_round):
        raise round_not_found(round)
    if round > len(rounds):
        text = msg_plural(len(rounds), "round %(round)s is not paired: %(num)s round is",
                          "round %(round)s is not paired: %(num)s rounds are", round=round)  # fmt: skip
        raise CommandRejectedError(text)
    return pair(state.tournament, round=round)


def reasons_view(state: State, round: int, outcome: Pairing | None = None, *, with_boards: bool = False) -> ReasonsView:
    """Return the explanation of a round; `every` adds the sentences of each board."""
    t, people = state.tournament, before_round(state, state.tournament, round)
    format = msg_const(parse_type_code(t.system).format.title)
    try:
        result = outcome or rules_pairing(state, round)
    except CommandRejectedError:
        raise
    except RookeryError as error:
        boards = tuple(
            BoardReasons(number, people[meeting.white], people[meeting.black])
            for number, meeting in list_numbered_boards(t, round)
        )
        return ReasonsView(round, format, agrees=False, boards=boards, unknown=error.message)
    expected_boards, recorded_boards = _compare_boards(t.rounds[round - 1], result)
    return ReasonsView(
        round,
        format,
        str(result.edition or ""),
        not expected_boards and not recorded_boards,
        tuple(_build_group(result, ledger, people) for ledger in result.ledger if ledger.bracket),
        tuple(_float_arrows(result, people)),
        tuple(_board_reasons_of_round(state, round, result, people, with_boards)),
        tuple(_reasons_without_opponent(t.rounds[round - 1], result, people)),
        _distinct_sentences(result.verdict) if expected_boards or recorded_boards else (),
        tuple(seats(opponents, people) for opponents in expected_boards),
        tuple(seats(opponents, people) for opponents in recorded_boards),
    )


def board_reasons(state: State, round: int, board: int, outcome: Pairing | None = None) -> BoardReasons:
    """Return why two meet at a board, by its number."""
    result, people = outcome or rules_pairing(state, round), before_round(state, state.tournament, round)
    meetings = dict(list_numbered_boards(state.tournament, round))
    if board not in meetings:
        raise CommandRejectedError(msg("there is no board %(board)s in round %(round)s", board=board, round=round))
    return _build_board_reasons(result, board, people[meetings[board].white], people[meetings[board].black])


def player_reasons(state: State, round: int, key: str, outcome: Pairing | None = None) -> tuple[Sentence, ...]:
    """Return all reasons of a participant in a round; for a player of a team, those of the team."""
    number, result = _paired_participant_number(state, key), outcome or rules_pairing(state, round)
    return _distinct_sentences(result.explain(number).reasons)


def why_not(
    state: State, round: int, key: str, other_key: str | None = None, outcome: Pairing | None = None
) -> WhyNotView:
    """Return why two do not meet in a round, or (without `other_key`) why one has no bye."""
    people, result = before_round(state, state.tournament, round), outcome or rules_pairing(state, round)
    first, second = (
        _paired_participant_number(state, key),
        None if other_key is None else _paired_participant_number(state, other_key),
    )
    answer = result.why_not(first, second)
    reasons = [*answer.reasons]
    if second is None and result.bye not in (None, first):
        reasons += result.explain(result.bye or 0).reasons  # the reasons for the actual bye
    return WhyNotView(round, people[first], None if second is None else people[second], answer.possible,
                      _distinct_sentences(reasons))  # fmt: skip


def _paired_participant_number(state: State, key: str) -> int:
    """Return the number of the paired participant; for a player of a team, that of the team."""
    require_player_or_team(state, key)
    if key in state.keys.participants:
        return state.keys.participants[key]
    number = state.keys.players.get(key)
    for team in state.tournament.teams:
        if number in team.players and state.tournament.team_event:
            return team.number
    raise CommandRejectedError(msg("%(name)s is not paired here", name=state.name(key)), keys=(key,))


# -- boards ------------------------------------------------------------------------------------------------------------


def _board_reasons_of_round(
    state: State, round: int, outcome: Pairing, people: Mapping[int, Participant], with_reasons: bool
) -> Iterator[BoardReasons]:
    for number, meeting in list_numbered_boards(state.tournament, round):
        white, black = people[meeting.white], people[meeting.black]
        yield (
            _build_board_reasons(outcome, number, white, black) if with_reasons else BoardReasons(number, white, black)
        )


def _build_board_reasons(outcome: Pairing, number: int, white: Participant, black: Participant) -> BoardReasons:
    """Return a board with the reasons of White, and the additional ones of Black."""
    black_only = [reason for reason in outcome.explain(black.number).reasons if not isinstance(reason.fact, _OF_BOTH)]
    return BoardReasons(
        number, white, black, _distinct_sentences((*outcome.explain(white.number).reasons, *black_only))
    )


def _distinct_sentences(reasons: Iterable[Reason]) -> tuple[Sentence, ...]:
    """Return each sentence once; the view itself says whether the round agrees with the rules."""
    selected_reasons = (reason for reason in reasons if not isinstance(reason.fact, facts.AsTheRules))
    return tuple(
        dict.fromkeys(Sentence(reason.text, reason.article, _fact_kind(reason.fact)) for reason in selected_reasons)
    )


def _fact_kind(fact: Fact | None) -> str:
    return "" if fact is None else type(fact).__name__


def _reasons_without_opponent(
    round: Round, outcome: Pairing, people: Mapping[int, Participant]
) -> Iterator[AloneReasons]:
    """Yield those without an opponent, the allocated bye first, with their reasons."""
    first = ByeKind.PAIRING_ALLOCATED
    byes: list[Bye] = sorted(round.byes, key=lambda bye: (bye.kind is not first, bye.player))
    for bye in byes:
        sentences = _distinct_sentences(outcome.explain(bye.player).reasons) if bye.kind is first else ()
        yield AloneReasons(people[bye.player], bye.kind, sentences)


# -- groups ------------------------------------------------------------------------------------------------------------


def _build_group(outcome: Pairing, ledger: Ledger, people: Mapping[int, Participant]) -> Group:
    """Return a group and its unmet criteria."""
    decision = ledger.decision

    def people_of(numbers: Iterable[int]) -> tuple[Participant, ...]:
        return tuple([people[number] for number in numbers])

    return Group(
        decision.bracket,
        decision.description,
        decision.score,
        decision.lowest,
        people_of(decision.moved_down),
        people_of(decision.residents),
        people_of(decision.moved_up),
        tuple((people[higher], people[lower]) for higher, lower in decision.pairs),
        people_of(decision.left),
        _distinct_sentences(outcome.unmet_criteria(ledger)),
    )


def _float_arrows(outcome: Pairing, people: Mapping[int, Participant]) -> Iterator[FloatArrow]:
    """Yield all floaters, from the top group down."""
    groups = [first for first in outcome.decisions if first.bracket]
    home = {first: group.bracket for group in groups for first in group.residents}
    for group in groups:
        floaters = {*group.moved_down, *group.moved_up}
        for first, second in (
            (a, b) for opponents in group.pairs for a, b in (opponents, opponents[::-1]) if a in floaters
        ):
            down = first in group.moved_down
            yield FloatArrow(people[first], people[second], home.get(first, 0), group.bracket, down)


# -- comparison with the rules -----------------------------------------------------------------------------------------

_Both = tuple[int, int]
"""A pair, White first; the allocated bye is `(player, 0)`."""


def _compare_boards(round: Round, outcome: Pairing) -> tuple[list[_Both], list[_Both]]:
    """Return the boards only in the rules and those only in the round; colours count where they are recorded."""
    expected_boards, recorded_boards = list(outcome.pairs), list(round.pairs)
    either = {(game.white, game.black) for game in round.games if not game.coloured}
    if outcome.complete_round is None:
        expected_boards += [(outcome.bye, 0)] if outcome.bye is not None else []
        recorded_boards += [(player, 0) for player in allocated_byes(round)]
    else:  # a table, a bracket or a ranking determines the pairs, not the colours
        either = set(recorded_boards)
    rule_pairs, recorded_pairs, reversed_pairs = (
        set(expected_boards),
        set(recorded_boards),
        {opponents[::-1] for opponents in either},
    )
    return (
        [
            opponents
            for opponents in expected_boards
            if opponents not in recorded_pairs and opponents not in reversed_pairs
        ],
        [
            opponents
            for opponents in recorded_boards
            if opponents not in rule_pairs and not (opponents in either and opponents[::-1] in rule_pairs)
        ],
    )
