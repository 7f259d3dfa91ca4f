"""Facts of each format of tournament. The functions that pair and rank are in `rookery.formats`.

Code that reads, scores, ranks or rates a tournament uses these facts instead of comparing names of systems.
"""

from __future__ import annotations

from enum import Enum

from rookery._record import record
from rookery.messages import msg_const
from rookery.regulations import editions
from rookery.regulations.editions import Regulation


class EntrantKind(Enum):
    """The kind of entrants that a format pairs."""

    PLAYERS = "players"
    TEAMS = "teams"
    EITHER = "players or teams"


COLOUR_TYPES = ("A", "B", "none")
"""The colour preferences of teams (C.04.6 1.7)."""
SCORES = ("MP", "GP", "MP_GP", "GP_MP")
"""The primary score of teams and, if it is used, the secondary one, as record 192 writes them."""
SWISS_LIST = ("BH/C1", "BH", "SB", "WIN")
ROUND_ROBIN_LIST = ("DE", "SB", "WIN", "KS")
TEAM_LIST = ("MPvGP", "EDE", "EMGSB/C1")
COMMON_TIEBREAKS = frozenset(
    ("PTS", "MPVGP", "WON", "BWG", "BPG", "AOB", "ARO", *SWISS_LIST, *ROUND_ROBIN_LIST, *TEAM_LIST)
)
"""Codes that readers know to exist without the table of tie-breaks, whose import takes longer than reading a file."""


@record(kw_only=True, repr=False)
class Format:
    """The facts about a kind of tournament.

    `name` is what options call it, `title` what people do, `noun` the same inside a sentence. `code` is what we write
    in record 192, `words` are the parts of such codes that name it, `kind` is its word in record 092. `regulation` is
    None where no chapter of the Handbook describes it.
    """

    name: str
    title: str
    code: str = ""
    words: tuple[str, ...] = ()
    noun: str = ""
    kind: str = "Swiss-System"
    regulation: Regulation | None = None
    entrants: EntrantKind = EntrantKind.PLAYERS
    swiss: bool = False
    """Whether pairings depend on pairing numbers, scores and the rules of C.04."""
    predetermined: bool = False
    """Whether the pairings are known before round one (C.07 15.2)."""
    fixed_length: bool = False
    """Whether the number of rounds follows from the field, and byes cannot be requested."""
    cycles: int = 1
    """The number of times that all participants meet each other, in a round robin."""
    sides: bool = False
    """Whether every player of one side meets every player of the other; the sides may be two teams."""
    games: int = 1
    """The number of games of a meeting of two players."""
    rematches: bool = False
    """Whether participants may meet again."""
    equal_games: bool = True
    """Whether all participants are due the same number of games."""
    eliminates: bool = False
    """Whether losers are eliminated."""
    ranks_itself: bool = False
    """Whether the places follow from the format, not from points and tie-breaks."""
    baku: bool = False
    """Whether it can be accelerated according to C.04.7."""
    needs_ratings: bool = False
    """Whether all participants must have a rating."""
    legacy: bool = False
    """Whether the legacy command line has a separate flag for it."""
    playable: bool = True
    """Whether its rounds can be paired."""
    club_rules: bool = False
    """Whether its code contains rules that a club decides."""
    coded: bool = True
    """Whether record 192 has a code for it; otherwise a comment of the file names it."""
    tiebreaks: tuple[str, ...] = SWISS_LIST
    """The list for an event of players that announces none."""
    team_tiebreaks: tuple[str, ...] = TEAM_LIST

    def __repr__(self) -> str:
        return f"Format({self.name!r})"

    @property
    def noun_phrase(self) -> str:
        """The format inside a sentence, with an article: "a knock-out"."""
        return msg_const(f"a {self.noun or self.title}")

    @property
    def is_defined(self) -> bool:
        """Whether the format defines how pairs are made: neither no format at all nor an unnamed Swiss does.

        >>> DUTCH.is_defined, SCHILLER.is_defined, SWISS.is_defined, UNNAMED.is_defined
        (True, True, False, False)
        """
        return self.playable or (bool(self.name) and not self.swiss)

    @property
    def is_round_robin(self) -> bool:
        """Whether all participants meet each other."""
        return self.predetermined and self.equal_games and not self.sides

    def code_for(self, *, teams: bool) -> str:
        """Return the code we write for players or for teams.

        >>> ROUND_ROBIN.code_for(teams=False), ROUND_ROBIN.code_for(teams=True)
        ('BERGER_ROUNDROBIN', 'BERGER_TEAM_ROUNDROBIN')
        """
        return self.code.replace("_", "_TEAM_", 1) if teams and self.entrants is EntrantKind.EITHER else self.code


DUTCH = Format(
    name="dutch", title="Dutch Swiss", code="FIDE_DUTCH_2026", words=("DUTCH",), regulation=editions.DUTCH,
    swiss=True, baku=True, legacy=True,
)  # fmt: skip
DUBOV = Format(
    name="dubov", title="Dubov Swiss", code="FIDE_DUBOV", words=("DUBOV",), regulation=editions.DUBOV,
    swiss=True, baku=True, needs_ratings=True, legacy=True,
)  # fmt: skip
BURSTEIN = Format(
    name="burstein", title="Burstein Swiss", code="FIDE_BURSTEIN", words=("BURSTEIN",), regulation=editions.BURSTEIN,
    swiss=True, baku=True, legacy=True,
)  # fmt: skip
LIM = Format(
    name="lim", title="Lim Swiss", code="LIM", words=("LIM",), regulation=editions.LIM,
    swiss=True, legacy=True, coded=False,
)  # fmt: skip
DOUBLE_SWISS = Format(
    name="double-swiss", title="Double-Swiss", code="FIDE_DOUBLESWISS", words=("DOUBLESWISS",),
    regulation=editions.DOUBLE_SWISS, swiss=True, games=2, legacy=True,
)  # fmt: skip
TEAM = Format(
    name="team", title="Swiss", noun="Swiss of teams", code="FIDE_TEAM", regulation=editions.TEAM,
    entrants=EntrantKind.TEAMS, swiss=True, baku=True, legacy=True,
)  # fmt: skip
ROUND_ROBIN = Format(
    name="round-robin", title="Round robin", noun="round robin", code="BERGER_ROUNDROBIN", words=("ROUNDROBIN",),
    kind="Round-Robin", regulation=editions.ROUND_ROBIN, entrants=EntrantKind.EITHER,
    predetermined=True, fixed_length=True, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
DOUBLE_ROUND_ROBIN = Format(
    name="double-round-robin", title="Double round robin", noun="double round robin", code="BERGER_DOUBLEROUNDROBIN",
    words=("DOUBLEROUNDROBIN",), kind="Double Round-Robin", regulation=editions.ROUND_ROBIN,
    entrants=EntrantKind.EITHER, predetermined=True, fixed_length=True, cycles=2, rematches=True,
    tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
SCHEVENINGEN = Format(
    name="scheveningen", title="Scheveningen", noun="Scheveningen match", code="FIDE_SCHEVENINGEN",
    words=("SCHEVENINGEN",), kind="Scheveningen", regulation=editions.ROUND_ROBIN,
    predetermined=True, fixed_length=True, sides=True, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
DOUBLE_SCHEVENINGEN = Format(
    name="double-scheveningen", title="Double Scheveningen", noun="double Scheveningen match",
    code="FIDE_DOUBLESCHEVENINGEN", words=("DOUBLESCHEVENINGEN",), kind="Double Scheveningen",
    regulation=editions.ROUND_ROBIN, predetermined=True, fixed_length=True, sides=True, cycles=2,
    rematches=True, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
KNOCKOUT = Format(
    name="knockout", title="Knock-out", noun="knock-out", code="CUSTOM_KNOCKOUT", words=("KNOCKOUT",),
    kind="Knock-out", entrants=EntrantKind.EITHER, fixed_length=True, eliminates=True, ranks_itself=True,
)  # fmt: skip
KEIZER = Format(
    name="keizer", title="Keizer", code="CUSTOM_KEIZER", words=("KEIZER",), kind="Keizer",
    rematches=True, ranks_itself=True, club_rules=True,
)  # fmt: skip

SWISS = Format(name="swiss", title="Swiss", words=("SWISS",), swiss=True, playable=False)
"""The format of a code that states only "Swiss"."""
SCHILLER = Format(
    name="schiller", title="Schiller", noun="Schiller", words=("SCHILLER",), kind="Schiller", predetermined=True,
    fixed_length=True, equal_games=False, playable=False, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
"""Known by its name only: its text is not available."""
UNNAMED = Format(name="", title="", playable=False)
"""The format of a tournament without a code, or with an unknown one."""
