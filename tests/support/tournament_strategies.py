"""Random tournaments that the format can carry, drawn by hypothesis, in the order in which a reader gives them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from rookery.model import (
    CLASSIC,
    MATCH_POINTS,
    Bye,
    ByeKind,
    Colour,
    ForbiddenPair,
    Game,
    Match,
    NationalRecord,
    PartialDate,
    Player,
    PointAdjustment,
    PointSystem,
    Remark,
    RequestedBye,
    Result,
    Round,
    Team,
    Tournament,
    TournamentInfo,
    Verbatim,
    VirtualPoints,
)  # fmt: skip

ASKED = st.sampled_from((ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO))
COLOURED = st.sampled_from(list(Result))
FORFEITS = st.sampled_from([result for result in Result if result.forfeit])
SIZES = st.sampled_from((2, 3, 4, 5, 6, 9))
ALPHABET = st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters="|\u00a8")


@cache
def text(size: int, least: int = 0) -> st.SearchStrategy[str]:
    """A text of at most so many characters without blanks at its ends."""
    words = st.lists(st.text(ALPHABET, min_size=1, max_size=6), min_size=least, max_size=2)
    return words.map(lambda parts: " ".join(parts)[:size].strip())


@cache
def dates() -> st.SearchStrategy[PartialDate | None]:
    """Days, months and years of people and events."""
    full = st.builds(PartialDate, st.integers(1971, 2069), st.integers(1, 12), st.integers(1, 28))
    return st.one_of(st.none(), full, st.builds(PartialDate, st.integers(1971, 2069)))


RECORDS = st.builds(
    NationalRecord, federation=st.just("NOR"), title=st.sampled_from(("", "A", "NM")), name=text(33, 1).filter(bool),
    rating=st.sampled_from((None, 1, 2500)), origin=st.sampled_from(("", "OSL")), sex=st.sampled_from("mw"),
    national_id=st.sampled_from(("", "L01854", "77")), birth=dates(),
)  # fmt: skip


@cache
@st.composite
def players(draw: st.DrawFn, count: int, gaps: bool = True) -> tuple[Player, ...]:
    """Players; some of them with everything a row has room for."""
    skipped = draw(st.sampled_from((0, 0, 0, 3))) if gaps else 0
    drawn_players = [Player(id, f"Surname{id}, Name", rating=2500 - id, points=5 * id) for id in range(1, count + 1)]
    for place in draw(st.sets(st.integers(0, count - 1), max_size=2)):
        drawn_players[place] = Player(
            place + 1, draw(text(33)), rating=draw(st.one_of(st.none(), st.integers(1, 3999))),
            fide_id=draw(st.one_of(st.none(), st.integers(1, 99_999_999_999))),
            federation=draw(st.sampled_from(("", "NOR", "FID", Verbatim("C.C")))),
            sex=draw(st.sampled_from(("", "m", "w"))),
            title=draw(st.sampled_from(("", "GM", "WGM", "CM"))), birth=draw(dates()),
            national=tuple(draw(st.lists(RECORDS, max_size=1))), rank=draw(st.sampled_from((None, 1, 9999))),
            points=draw(st.one_of(st.none(), st.integers(0, 999))),
        )  # fmt: skip
    return tuple(replace(player, number=player.number + skipped) for player in drawn_players)


BEGINS = st.sampled_from((None, PartialDate(9998), PartialDate(9998, 5), PartialDate(9998, 5, 1)))
"""When an event begins, if it says so: nobody is born later."""
DAYS = dates().filter(lambda date: date is None or date.day > 0)
DEPUTIES = st.lists(text(40, 1).filter(bool), max_size=2)
HEADS = st.one_of(
    st.just(TournamentInfo(name="Open", city="Oslo", federation="NOR", start=PartialDate(9998, 5, 1), type="Swiss")),
    st.builds(
        TournamentInfo,
        name=text(40),
        city=text(40),
        federation=st.sampled_from(("", "NOR")),
        start=BEGINS,
        end=dates(),
        type=text(30),
        chief_arbiter=text(30),
        time_control=text(30),
        encoded_time_control=st.sampled_from(("", "5400+30")),
        ranking_method=st.sampled_from(("", "NOR FIDE")),
        controller=text(20),
    ),
)


@cache
@st.composite
def events(draw: st.DrawFn, rounds: int) -> TournamentInfo:
    """The head of a file; what is said of the rounds is not longer than they are."""
    days = draw(st.lists(DAYS, max_size=rounds))
    while days and days[-1] is None:
        days.pop()
    return replace(draw(HEADS), deputies=tuple(draw(DEPUTIES)), round_dates=tuple(days))


@cache
def point_systems() -> st.SearchStrategy[PointSystem]:
    """What a game may be worth."""
    plain = (
        CLASSIC,
        PointSystem(win=30, draw=10),
        PointSystem(pab=5),
        PointSystem(win=30, draw=10, loss=10, absence=5),
    )
    odd = (PointSystem(half_bye=0, full_bye=5), PointSystem(forfeit_loss=0, absence=2), PointSystem(adjourned=0))
    return st.sampled_from((*plain, *odd))


@st.composite
def paired_round(draw: st.DrawFn, ids: list[int], entered: set[int]) -> Round:
    """A round of games and byes in which every player has a place; `entered` grows."""
    order = draw(st.permutations(ids))
    boards = draw(st.integers(1, len(order) // 2))
    games, byes = [], []
    for white, black in zip(order[: 2 * boards : 2], order[1 : 2 * boards : 2], strict=True):
        result = draw(COLOURED)
        coloured = not result.forfeit or draw(st.booleans())
        if not coloured and white > black:
            white, black = black, white
        games.append(Game(white, black, result, coloured))
    for place, id in enumerate(order[2 * boards :]):
        kinds = [ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO] + [ByeKind.PAIRING_ALLOCATED] * (place == 0)
        kinds += [ByeKind.NOT_ENTERED] * (id not in entered)
        byes.append(Bye(id, draw(st.sampled_from(kinds))))
    entered |= {id for game in games for id in (game.white, game.black)}
    entered |= {bye.player for bye in byes if bye.kind is not ByeKind.NOT_ENTERED}
    games.sort(key=lambda game: game.white)
    return Round(tuple(games), (), tuple(sorted(byes, key=lambda bye: bye.player)))


_SAID = (
    "by hand",
    "MPA: 1-2 => 1-3",
    "a: b: c",
    "unrated: 1400",
    "remark: system: lim",
    "# boards 1: 1-2",
    "Ünïcode ½",
)
REMARKS = st.builds(Remark, st.sampled_from(_SAID), st.none() | st.integers(1, 999))


@st.composite
def with_constraints(draw: st.DrawFn, tournament: Tournament) -> Tournament:
    """The tournament with byes asked for, forbidden pairs, virtual and abnormal points."""
    ids, played = sorted(tournament.participants_by_number), len(tournament.rounds)
    planned = draw(st.sampled_from((None, played + 1, played + 3)))
    rounds = st.integers(played + 1, played + 3)
    byes = draw(st.dictionaries(st.tuples(rounds, st.sampled_from(ids)), ASKED, max_size=4))
    groups = st.lists(st.sampled_from(ids), min_size=2, max_size=3, unique=True).map(tuple)
    bans = st.builds(ForbiddenPair, groups, st.integers(1, 2), st.sampled_from((None, None, 2)))
    bans = bans.filter(lambda ban: ban.last_round is None or ban.last_round >= ban.first_round)
    if planned is not None:
        bans = bans.filter(lambda ban: ban.last_round is None or ban.last_round < planned)
    virtual = st.builds(
        lambda ends, first, more, points: VirtualPoints(min(ends), max(ends), first, first + more, points),
        st.tuples(st.sampled_from(ids), st.sampled_from(ids)), st.integers(1, 3), st.integers(0, 2),
        st.sampled_from((5, 10, 20)),
    )  # fmt: skip
    odd = st.builds(
        PointAdjustment, groups, st.sampled_from(("", "W", "+", "Z")), st.sampled_from((0, 5, 30)),
        st.sampled_from((0, 10)), st.sampled_from((None, 1, 2)),
    )  # fmt: skip
    return replace(
        tournament,
        planned_rounds=planned,
        forbidden_pairs=tuple(draw(st.lists(bans, max_size=2))),
        requested_byes=tuple(RequestedBye(*key, byes[key]) for key in sorted(byes)),
        acceleration=tuple(draw(st.lists(virtual, max_size=2))),
        point_adjustments=tuple(draw(st.lists(odd, max_size=2))),
        remarks=tuple(draw(st.lists(REMARKS, max_size=3))),
    )


@st.composite
def individual_events(draw: st.DrawFn) -> Tournament:
    """A Swiss or any other event of single players."""
    people = draw(players(draw(SIZES)))
    ids, entered = [player.number for player in people], set[int]()
    rounds = tuple(draw(paired_round(ids, entered)) for _ in range(draw(st.integers(0, 4))))
    rounds = tuple(
        replace(drawn_round, published=bool(drawn_round.pairs) and draw(st.booleans())) for drawn_round in rounds
    )
    return draw(with_constraints(Tournament(
        info=draw(events(len(rounds))), players=people, rounds=rounds, points=draw(point_systems()),
        system=draw(st.sampled_from(("", "FIDE_DUTCH_2026", "FIDE_DUBOV", "LIM"))), by_rank=draw(st.booleans()),
        unrated=draw(st.none() | st.integers(1, 9999)),
        tiebreaks=draw(st.sampled_from(((), ("PTS", "BH", "SB/C1"), ("PTS",), ("WIN", "PTS")))),
        initial_colour=draw(st.sampled_from((None, Colour.WHITE, Colour.BLACK))),
    )))  # fmt: skip


@st.composite
def double_swiss_events(draw: st.DrawFn) -> Tournament:
    """A Double-Swiss: every pairing is a match of two games, colours reversed."""
    plain = draw(individual_events())
    rounds = []
    for round in plain.rounds:
        matches = []
        for game in round.games:
            again = (
                Game(game.black, game.white, draw(COLOURED)) if game.coloured else replace(game, result=draw(FORFEITS))
            )
            matches.append(Match(game.white, game.black, (game, again)))
        matches.sort(key=lambda match: min(match.white, match.black))
        rounds.append(Round((), tuple(matches), round.byes))
    dates = plain.info.round_dates[: 2 * len(rounds)]
    return replace(plain, rounds=tuple(rounds), system="FIDE_DOUBLESWISS", info=replace(plain.info, round_dates=dates))


@st.composite
def team_events(draw: st.DrawFn) -> Tournament:
    """Teams with matches, forfeits, byes; boards in any order of the roster."""
    boards, count = draw(st.integers(1, 4)), draw(st.integers(2, 6))
    size = boards + draw(st.integers(0, 1))
    people = tuple(replace(player, national=()) for player in draw(players(count * size, gaps=False)))
    teams = tuple(
        Team(
            id, draw(text(32)), tuple(range((id - 1) * size + 1, id * size + 1)),
            nickname=draw(st.sampled_from(("", "ABC"))),
            strength=draw(st.sampled_from((None, 2400))), match_points=draw(st.sampled_from((None, 0, 95))),
            game_points=draw(st.sampled_from((None, 55))), rank=draw(st.sampled_from((None, id))),
        )
        for id in range(1, count + 1)
    )  # fmt: skip
    colours = draw(st.sampled_from(("", ("WB" * boards)[:boards])))
    entered = set[int]()
    rounds = tuple(draw(team_round(teams, boards, entered)) for _ in range(draw(st.integers(1, 3))))
    points = draw(
        st.sampled_from((MATCH_POINTS, PointSystem(win=30, draw=10, pab=10), PointSystem(win=20, draw=10, pab=0)))
    )
    return draw(with_constraints(Tournament(
        info=draw(events(len(rounds))), players=people, teams=teams, team_event=True, rounds=rounds,
        match_points=points,
        system=draw(st.sampled_from(("FIDE_TEAM", "FIDE_TEAM_TYPEB_GP_MP", "BERGER_TEAM_ROUNDROBIN"))),
        team_bye_points=draw(st.sampled_from((None, 0, 35))), board_colours=colours,
    )))  # fmt: skip


@st.composite
def team_round(draw: st.DrawFn, teams: tuple[Team, ...], boards: int, entered: set[int]) -> Round:
    """Matches between some of the teams, byes for the others."""
    order = draw(st.permutations(teams))
    count = draw(st.integers(1, len(order) // 2))
    matches, byes, extra = [], [], []
    for home, away in zip(order[: 2 * count : 2], order[1 : 2 * count : 2], strict=True):
        line_ups = [draw(st.permutations(team.players))[:boards] for team in (home, away)]
        games = []
        for board, (home_player, away_player) in enumerate(zip(*line_ups, strict=True)):
            white, black = (home_player, away_player) if board % 2 == 0 else (away_player, home_player)
            games.append(Game(white, black, draw(COLOURED)))
        forfeit = draw(st.sampled_from((None, None, None, Result.WHITE_BY_FORFEIT, Result.DOUBLE_FORFEIT)))
        if forfeit is not None:
            games = draw(st.sampled_from(([], [Game(game.white, game.black, forfeit) for game in games])))
        matches.append(Match(home.number, away.number, tuple(games), forfeit))
    entered |= {team for match in matches for team in (match.white, match.black)}
    for place, team in enumerate(order[2 * count :]):
        kinds = [ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO] + [ByeKind.PAIRING_ALLOCATED] * (place == 0)
        kinds += [ByeKind.NOT_ENTERED] * (team.number not in entered)
        byes.append(Bye(team.number, draw(st.sampled_from(kinds))))
        extra += [Bye(team.players[0], ByeKind.FULL)] * draw(st.booleans())
    entered |= {bye.player for bye in byes if bye.kind is not ByeKind.NOT_ENTERED}
    matches.sort(key=lambda match: min(match.white, match.black))
    by_player = {"key": lambda bye: bye.player}
    return Round((), tuple(matches), tuple(sorted(byes, **by_player)), tuple(sorted(extra, **by_player)))
