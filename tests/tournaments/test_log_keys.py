"""The keys of logs and snapshots, which stay when fields of the model are renamed."""

from rookery.json_codec import from_json_data, to_json_data
from rookery.model import ForbiddenPair, Player, Tournament, TournamentInfo


def test_tournament_keys() -> None:
    tournament = Tournament(
        info=TournamentInfo(name="Open"),
        players=(Player(1), Player(2)),
        planned_rounds=3,
        tiebreaks=("BH",),
        forbidden_pairs=(ForbiddenPair((1, 2), 2, 3),),
    )
    data = {
        "event": {"name": "Open"},
        "players": [{"id": 1}, {"id": 2}],
        "planned": 3,
        "ranking": ["BH"],
        "forbidden": [{"players": [1, 2], "first_round": 2, "last_round": 3}],
    }
    assert to_json_data(tournament) == data
    assert from_json_data(Tournament, data) == tournament
