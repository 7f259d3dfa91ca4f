"""Cluster K from outside: byes, withdrawals, expulsions."""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from rookery.model import ByeKind
from rookery.tournaments.domain.byes import AskBye, BarHalfByes, Expel, Withdraw
from rookery.tournaments.domain.rounds import PairRound
from support.http_event import event


def test_a_withdrawal_is_marked_in_the_standings(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        made.do(Withdraw(made.key(8)))
        page = made.page("/standings")
        (row,) = [line for line in page.split("<tr") if "Hal" in line][:1]
        assert "withdrawn" in row


def test_a_half_point_bye_counts_and_the_second_needs_confirmation(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(AskBye(made.key(8), (1,), ByeKind.HALF))
        assert made.warnings(AskBye(made.key(8), (2,), ByeKind.HALF)) == {"second-half-bye": 3}
        made.do(AskBye(made.key(8), (2,), ByeKind.HALF), "second-half-bye")
        made.rounds(2)
        (row,) = [line for line in made.file().splitlines() if line.startswith("001") and " Hal " in line]
        assert row[80:84].strip() == "1.0"
        assert row.count("0000 - H") == 2


def test_barred_players_get_no_half_point_bye(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.do(BarHalfByes(made.key(8), True))
        said = made.refusal(AskBye(made.key(8), (1,), ByeKind.HALF))
        assert (said["code"], said["article"]) == ("barred-half-bye", "C.04.2 3.3")


def test_a_full_point_bye_is_advised_against_and_the_file_says_so(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    with event(tmp_path) as made:
        wanted = AskBye(made.key(8), (1,), ByeKind.FULL)
        answer = made.visitor.wish("open", wanted)
        assert answer.json()["warnings"][0]["text"] == snapshot
        assert made.warnings(wanted) == {"full-bye": 2}
        made.do(wanted, "full-bye")
        assert any(remark.startswith("FPB") and "Hal" in remark for remark in made.remarks)


def test_the_expelled_are_marked_and_stay_out_of_the_standings(tmp_path: Path) -> None:
    with event(tmp_path) as made:
        made.rounds(1)
        made.do(Expel(made.key(8), "a telephone"), "expulsion")
        page = made.page("/standings")
        ranked, _, out = page.partition("</tbody>")
        assert "Hal" not in ranked.partition("<tbody")[2]
        assert "Hal" in out
        assert "expelled" in out
        made.do(PairRound())
        assert 8 not in {one for pair in made.tournament.rounds[1].pairs for one in pair}
