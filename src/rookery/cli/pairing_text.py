"""A pairing for people: the boards of a round, and what was decided group by group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rookery.cli.render import heading, paragraph, say
from rookery.cli.tables import print_table
from rookery.labels import Column, Table, byes_of, format_in_words, person, points
from rookery.model import ByeKind, Result
from rookery.regulations import FORMATS
from rookery.typed import TYPE_CHECKING
from rookery.wording import listed

if TYPE_CHECKING:
    from rookery.model import Game, Round, Tournament
    from rookery.pairing.outcome import Ledger, Outcome, Reason


def print_pairing(t: Tournament, outcome: Outcome) -> None:
    """The boards, who is not playing, the line-ups of teams, and the rules that what was fixed breaks."""
    boards = _boards(t, outcome)  # first: it may be refused
    heading(f"{t.event.name or 'Tournament'}, round {outcome.number}")
    if outcome.edition is not None:
        paragraph(f"{format_in_words(FORMATS[outcome.system])}, by {outcome.edition}.")
        say()
    if outcome.number <= len(t.rounds):
        _print_standing(outcome)
    print_table(boards)
    if outcome.bye is not None:
        paragraph(f"{person(t.by_id[outcome.bye])}: {ByeKind.PAIRING_ALLOCATED}")
    if outcome.whole is not None:
        for line in _not_playing(t, outcome, outcome.whole):
            say(line)
    else:
        for one, kind in sorted(_absent(t, outcome).items()):
            paragraph(f"{person(t.by_id[one])}: {kind}")
    if t.team_event:
        from rookery.matches import line_up

        given = {match.white: match for match in outcome.whole.matches} if outcome.whole is not None else {}
        for white, black in outcome.pairs:
            match = given.get(white)
            if match is None or match.forfeit is None:
                _print_line_up(t, white, black, match.games if match is not None else line_up(t, white, black))
    for title, breaches in (
        ("What was fixed breaks these rules:", [one for one in outcome.breaches if one.article]),
        ("What could not be kept:", [one for one in outcome.breaches if not one.article]),
    ):
        if breaches:
            say()
            say(title, "bold")
        for breach in breaches:
            who = listed(person(t.by_id[one]) for one in breach.who)
            paragraph(f"{who}: {breach.text}{breach.article and f' ({breach.article})'}", indent="  ")


def _print_standing(outcome: Outcome) -> None:
    """Of a round that is in the file already, and otherwise: that this is not it."""
    from rookery.pairing.facts import NotAsTheRules

    told = outcome.standing
    if any(isinstance(each.fact, NotAsTheRules) for each in told):
        print_reasons(told)
        say()


def _not_playing(t: Tournament, outcome: Outcome, whole: Round) -> Iterator[str]:
    """Of a round that the format gives: who is free, or has a bye, and which boards are decided by an absence."""
    for bye in whole.byes:
        if bye.kind is not ByeKind.PAIRING_ALLOCATED:
            free = byes_of(t)[bye.kind][1]
            yield f"{person(t.by_id[bye.player])}: {free}"
    from rookery.matches import decided_before

    for white, black, result in decided_before(whole):
        if result is Result.DOUBLE_FORFEIT:
            yield f"{person(t.by_id[white])} and {person(t.by_id[black])} are absent: both lose by forfeit"
        else:
            there, away = (white, black) if result is Result.WHITE_BY_FORFEIT else (black, white)
            yield f"{person(t.by_id[away])} is absent: {person(t.by_id[there])} wins by forfeit"


def _absent(t: Tournament, outcome: Outcome) -> dict[int, ByeKind]:
    """Who is not paired in the round, and why."""
    if outcome.number == t.next_round:
        return t.absent(outcome.number)
    recorded = {bye.player: bye.kind for bye in t.rounds[outcome.number - 1].byes}
    leave = (ByeKind.PAIRING_ALLOCATED, ByeKind.NOT_ENTERED)
    return {one: kind for one, kind in recorded.items() if kind not in leave}


def _print_line_up(t: Tournament, white: int, black: int, games: Sequence[Game]) -> None:
    """The boards of a match of teams with their colours, as the rosters or the table have them."""
    names = {player.id: person(player) for player in t.players}
    home = set(next(team.players for team in t.teams if team.id == white))
    rows = []
    for number, game in enumerate(games, 1):
        ours, theirs = (game.white, game.black) if game.white in home else (game.black, game.white)
        colours = ("w", "b") if game.white == ours else ("b", "w")
        rows.append((str(number), names[ours], colours[0], "-", colours[1], names[theirs]))
    first, second = person(t.by_id[white]), person(t.by_id[black])
    heads = (("Board", ">", 0), (first, "<", 14), ("", "<", 0), ("", "<", 0), ("", "<", 0), (second, "<", 14))
    columns = tuple(Column(title, align, least=least) for title, align, least in heads)
    say()
    print_table(Table(columns, tuple(rows)))


def _boards(t: Tournament, outcome: Outcome) -> Table:
    from rookery.history import History

    view = History.of(t.until(outcome.number)).before(outcome.number)

    def side(one: int) -> tuple[str, str, str]:
        who = t.by_id[one]
        title = getattr(who, "title", "")
        return str(one), f"{title} {who.name}".strip(), points(view.score(one))

    columns = (
        Column("Match" if t.team_event else "Board", ">"), Column("No", ">"), Column("White", least=14),
        Column("Pts", ">"), Column(""), Column("Pts", ">"), Column("No", ">"), Column("Black", least=14),
    )  # fmt: skip
    rows = []
    for number, (white, black) in zip(outcome.board_numbers, outcome.pairs, strict=True):
        first, second = side(white), side(black)
        rows.append((str(number), *first, "-", second[2], *second[:2]))
    return Table(columns, tuple(rows))


def print_reasons(reasons: Iterable[Reason]) -> None:
    """What there is to say, sentence by sentence."""
    for reason in reasons:
        paragraph(str(reason))


def print_why_not(outcome: Outcome, asked: Sequence[int]) -> None:
    """Why two do not meet; or why somebody has not got the bye, and why who has it does."""
    print_reasons(outcome.why_not(*asked).reasons)
    if len(asked) == 1 and outcome.bye not in (None, *asked):
        assert outcome.bye is not None
        say()
        print_reasons(outcome.explain(outcome.bye).reasons)


def print_rules(outcome: Outcome) -> None:
    """The rules by which all this was said."""
    if outcome.edition is not None:
        say()
        paragraph(f"Rules: {outcome.edition}. The words are explained by: rookery words")


def print_group_by_group(t: Tournament, outcome: Outcome) -> None:
    """What was decided in each group; where there are none, why everybody meets whom they meet."""
    standing = outcome.standing
    print_reasons(standing)
    brackets = [ledger for ledger in outcome.ledger if ledger.bracket]
    if standing:
        given = "by the rules, group by group" if brackets else "as the format gives it"
        say()
        paragraph(f"What follows is the round {given}.")
        say()
    for number, ledger in enumerate(brackets):
        if number:
            say()
        _print_bracket(t, outcome, ledger)
    if outcome.whole is not None:
        _print_whole(outcome, outcome.whole)
    elif outcome.bye is not None:
        say()
        why = f"--explain {outcome.bye} says why"
        paragraph(f"{person(t.by_id[outcome.bye])} receives the {ByeKind.PAIRING_ALLOCATED}: {why}.")


def _print_whole(outcome: Outcome, whole: Round) -> None:
    """Of a round that the format gives: why everybody meets whom they meet, and who does not play."""
    for one in (*(white for white, _ in outcome.pairs), *(bye.player for bye in whole.byes)):
        print_reasons(outcome.explain(one).reasons[-1:])


def _print_bracket(t: Tournament, outcome: Outcome, ledger: Ledger) -> None:
    """One group: who was in it, who met, who moved on, and what was given up."""
    decision = ledger.decision
    say(decision.called.capitalize(), "bold")
    if decision.moved_down:
        paragraph(f"from above: {listed(map(str, decision.moved_down), 40)}", indent="  ")
    paragraph(f"in it: {listed(map(str, decision.residents), 40)}", indent="  ")
    if decision.moved_up:
        paragraph(f"from below: {listed(map(str, decision.moved_up), 40)}", indent="  ")
    for higher, lower in decision.pairs:
        paragraph(f"{person(t.by_id[higher])} meets {person(t.by_id[lower])}", indent="  ", hanging="    ")
    if decision.left:
        paragraph(f"left over: {listed(map(str, decision.left), 40)}", indent="  ")
    for reason in outcome.given_up(ledger):
        paragraph(str(reason), indent="  ", hanging="    ")
