"""A format: what kind of tournament this is, as a value; here its facts, its verbs are on level 4 (`rookery.formats`).

Whoever reads, scores, ranks or rates a tournament asks these facts; nobody compares the names of systems.
"""

from __future__ import annotations

from rookery.regulations import chapters
from rookery.regulations.chapters import Regulation
from rookery.values import OneOf, Value
from rookery.wording import word


class Takes(OneOf):
    """Who is paired."""

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


class Format(Value, kw_only=True, repr=False):
    """What follows from the kind of a tournament.

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
    takes: Takes = Takes.PLAYERS
    swiss: bool = False
    """Pairing numbers, scores and the rules of C.04 decide who meets whom."""
    predetermined: bool = False
    """Who meets whom is known before round one (C.07 15.2)."""
    fixed_length: bool = False
    """The number of rounds follows from the field, and nobody asks for a bye."""
    cycles: int = 1
    """How often everybody meets everybody, where everybody does."""
    sides: bool = False
    """Every player of one side meets every player of the other; the sides may be two teams."""
    games: int = 1
    """The games of a meeting of two players."""
    rematches: bool = False
    """Two may meet again."""
    equal_games: bool = True
    """Everybody is due the same number of games."""
    eliminates: bool = False
    """Who loses is out."""
    ranks_itself: bool = False
    """The places follow from the format, not from points and tie-breaks."""
    baku: bool = False
    """C.04.7 says how it is accelerated."""
    needs_ratings: bool = False
    """Nobody may be without a rating."""
    legacy: bool = False
    """The drop-in knows it by a flag of its own."""
    playable: bool = True
    """Its rounds can be made here."""
    club_rules: bool = False
    """Its code tells rules that clubs decide for themselves."""
    coded: bool = True
    """Record 192 has a code for it; else a comment of the file names it."""
    tiebreaks: tuple[str, ...] = SWISS_LIST
    """The list for an event of players that announces none."""
    team_tiebreaks: tuple[str, ...] = TEAM_LIST

    def __repr__(self) -> str:
        return f"Format({self.name!r})"

    @property
    def called(self) -> str:
        """The format inside a sentence: "a knock-out"."""
        return word(f"a {self.noun or self.title}")

    @property
    def says_how(self) -> bool:
        """Whether it says how pairs are made: no format at all does not, nor a Swiss that names no system.

        >>> DUTCH.says_how, SCHILLER.says_how, SWISS.says_how, UNNAMED.says_how
        (True, True, False, False)
        """
        return self.playable or (bool(self.name) and not self.swiss)

    @property
    def everybody_meets(self) -> bool:
        """Whether it is a round robin: everybody meets everybody."""
        return self.predetermined and self.equal_games and not self.sides

    def code_for(self, *, teams: bool) -> str:
        """The code we write, of teams where it is one for players as well.

        >>> ROUND_ROBIN.code_for(teams=False), ROUND_ROBIN.code_for(teams=True)
        ('BERGER_ROUNDROBIN', 'BERGER_TEAM_ROUNDROBIN')
        """
        return self.code.replace("_", "_TEAM_", 1) if teams and self.takes is Takes.EITHER else self.code


DUTCH = Format(
    name="dutch", title="Dutch Swiss", code="FIDE_DUTCH_2026", words=("DUTCH",), regulation=chapters.DUTCH,
    swiss=True, baku=True, legacy=True,
)  # fmt: skip
DUBOV = Format(
    name="dubov", title="Dubov Swiss", code="FIDE_DUBOV", words=("DUBOV",), regulation=chapters.DUBOV,
    swiss=True, baku=True, needs_ratings=True, legacy=True,
)  # fmt: skip
BURSTEIN = Format(
    name="burstein", title="Burstein Swiss", code="FIDE_BURSTEIN", words=("BURSTEIN",), regulation=chapters.BURSTEIN,
    swiss=True, baku=True, legacy=True,
)  # fmt: skip
LIM = Format(
    name="lim", title="Lim Swiss", code="LIM", words=("LIM",), regulation=chapters.LIM,
    swiss=True, legacy=True, coded=False,
)  # fmt: skip
DOUBLE_SWISS = Format(
    name="double-swiss", title="Double-Swiss", code="FIDE_DOUBLESWISS", words=("DOUBLESWISS",),
    regulation=chapters.DOUBLE_SWISS, swiss=True, games=2, legacy=True,
)  # fmt: skip
TEAM = Format(
    name="team", title="Swiss", noun="Swiss of teams", code="FIDE_TEAM", regulation=chapters.TEAM, takes=Takes.TEAMS,
    swiss=True, baku=True, legacy=True,
)  # fmt: skip
ROUND_ROBIN = Format(
    name="round-robin", title="Round robin", noun="round robin", code="BERGER_ROUNDROBIN", words=("ROUNDROBIN",),
    kind="Round-Robin", regulation=chapters.ROUND_ROBIN, takes=Takes.EITHER, predetermined=True, fixed_length=True,
    tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
DOUBLE_ROUND_ROBIN = Format(
    name="double-round-robin", title="Double round robin", noun="double round robin", code="BERGER_DOUBLEROUNDROBIN",
    words=("DOUBLEROUNDROBIN",), kind="Double Round-Robin", regulation=chapters.ROUND_ROBIN, takes=Takes.EITHER,
    predetermined=True, fixed_length=True, cycles=2, rematches=True, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
SCHEVENINGEN = Format(
    name="scheveningen", title="Scheveningen", noun="Scheveningen match", code="FIDE_SCHEVENINGEN",
    words=("SCHEVENINGEN",), kind="Scheveningen", regulation=chapters.ROUND_ROBIN,
    predetermined=True, fixed_length=True, sides=True, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
DOUBLE_SCHEVENINGEN = Format(
    name="double-scheveningen", title="Double Scheveningen", noun="double Scheveningen match",
    code="FIDE_DOUBLESCHEVENINGEN", words=("DOUBLESCHEVENINGEN",), kind="Double Scheveningen",
    regulation=chapters.ROUND_ROBIN, predetermined=True, fixed_length=True, sides=True, cycles=2,
    rematches=True, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
KNOCKOUT = Format(
    name="knockout", title="Knock-out", noun="knock-out", code="CUSTOM_KNOCKOUT", words=("KNOCKOUT",),
    kind="Knock-out", takes=Takes.EITHER, fixed_length=True, eliminates=True, ranks_itself=True,
)  # fmt: skip
KEIZER = Format(
    name="keizer", title="Keizer", code="CUSTOM_KEIZER", words=("KEIZER",), kind="Keizer",
    rematches=True, ranks_itself=True, club_rules=True,
)  # fmt: skip

SWISS = Format(name="swiss", title="Swiss", words=("SWISS",), swiss=True, playable=False)
"""A code that says no more than that it is a Swiss."""
SCHILLER = Format(
    name="schiller", title="Schiller", noun="Schiller", words=("SCHILLER",), kind="Schiller", predetermined=True,
    fixed_length=True, equal_games=False, playable=False, tiebreaks=ROUND_ROBIN_LIST,
)  # fmt: skip
"""Known by its name only: no text of it is at hand."""
UNNAMED = Format(name="", title="", playable=False)
"""What a tournament has that does not say, or says in a code that nobody knows."""
