"""A table as read: its cells, its heading row, the position of each cell; and titles of columns in many languages."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import NoReturn

from rookery._record import record, replace
from rookery.errors import FormatError, Problem, Severity
from rookery.messages import msg

MOST_BYTES = 20 * 1024 * 1024
"""No list of entries is larger."""

MOST_LINES, MOST_ROWS, MOST_COLUMNS = 100_000, 10_000, 100
"""Lines of a text, rows of a workbook, columns of either."""

MOST_CELLS = MOST_ROWS * MOST_COLUMNS
"""Cells of a text."""


@record
class CellFault:
    """A cell without a value: a formula that was never calculated, or that failed."""

    line: int
    column: int
    read: str
    expected: str


@record
class Sheet:
    """Rows with contents, all equally wide; `lines` are their positions, `head` is the index of the heading.

    `widths` counts the cells that each row had, `how` describes how it was read, `others` names worksheets not read.

    >>> sheet = Sheet((("Name", "Elo"), ("Byng, Ada", "2105")), (1, 3), (2, 2), head=0)
    >>> sheet.header, sheet.rows, sheet.place(3, 1)
    (('Name', 'Elo'), (('Byng, Ada', '2105'),), 'line 3, column 2')
    """

    table: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    widths: tuple[int, ...] = ()
    head: int | None = None
    how: str = ""
    lettered: bool = False
    others: tuple[str, ...] = ()
    faults: tuple[CellFault, ...] = ()

    @property
    def header(self) -> tuple[str, ...] | None:
        """The titles of the columns, or None."""
        return None if self.head is None else self.table[self.head]

    @property
    def first(self) -> int:
        """Index of the first row below the heading."""
        return 0 if self.head is None else self.head + 1

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows below the heading."""
        return self.table[self.first :]

    @property
    def row_lines(self) -> tuple[int, ...]:
        """The lines of those rows."""
        return self.lines[self.first :]

    @property
    def above(self) -> tuple[tuple[int, str], ...]:
        """Line and text of the rows above the heading, which are not read."""
        lines = zip(self.lines[: self.head or 0], self.table, strict=False)
        return tuple((line, " ".join(filter(None, cells))) for line, cells in lines)

    @property
    def width(self) -> int:
        """Number of columns."""
        return max(map(len, self.table), default=0)

    @property
    def overlong_lines(self) -> tuple[int, ...]:
        """The lines of a text with more cells than there are columns: something in them may have slipped."""
        if self.lettered or not self.widths:
            return ()
        column_count = Counter(self.widths).most_common(1)[0][0] if self.head is None else self.widths[self.head]
        return tuple(line for line, row in zip(self.row_lines, self.rows, strict=True) if any(row[column_count:]))

    def column(self, index: int) -> tuple[str, ...]:
        """Return the cells of a column below the heading."""
        return tuple(row[index] for row in self.rows)

    def column_label(self, index: int) -> str:
        """Return the label of a column: its title, else its letter or number."""
        title = self.header[index] if self.header else ""
        return title or msg("column %(column)s", column=column_letter(index) if self.lettered else index + 1)

    def place(self, line: int, index: int) -> str:
        """Return the position of a cell: C7 in a workbook, line and column in a text."""
        return f"{column_letter(index)}{line}" if self.lettered else f"line {line}, column {index + 1}"

    def with_header(self, head: int | None) -> Sheet:
        """Return the table with another row as heading, or with none."""
        return replace(self, head=head)


def column_letter(index: int) -> str:
    """Return the letters that a spreadsheet shows for a column.

    >>> column_letter(0), column_letter(25), column_letter(26)
    ('A', 'Z', 'AA')
    """
    return (column_letter(index // 26 - 1) if index >= 26 else "") + chr(ord("A") + index % 26)


def build_sheet(rows: Sequence[tuple[int, Sequence[str]]], how: str) -> Sheet:
    """Build a sheet from rows with their lines: normalise blanks, drop empty rows and empty last columns."""
    nonempty = [(line, [" ".join(cell.split()) for cell in cells], len(cells)) for line, cells in rows]
    nonempty = [(line, cells, count) for line, cells, count in nonempty if any(cells)]
    width = max((at + 1 for _, cells, _ in nonempty for at, cell in enumerate(cells) if cell), default=0)
    if width > MOST_COLUMNS:
        line = next(line for line, cells, _ in nonempty if any(cells[MOST_COLUMNS:]))
        raise_table_error(
            line,
            msg(
                "the table has %(number)s columns; %(most)s are the most that is read", number=width, most=MOST_COLUMNS
            ),
        )
    table = tuple(tuple((cells + [""] * width)[:width]) for _, cells, _ in nonempty)
    lines, widths = tuple(line for line, _, _ in nonempty), tuple(count for _, _, count in nonempty)
    return Sheet(table, lines, widths, how=how)


def too_large_message(data: bytes) -> str:
    """Return the message for a file above the size limit."""
    return msg("the file has %(size)s MB; %(most)s MB are the most that is read", size=len(data) >> 20,
                  most=MOST_BYTES >> 20)  # fmt: skip


def raise_table_error(line: int, text: str, read: str = "") -> NoReturn:
    """Raise FormatError for a whole table."""
    raise FormatError([Problem(Severity.ERROR, "table", line, (0, 0), "", text, read)])


FIELDS: dict[str, str] = {
    "name": "name", "first_name": "given name", "last_name": "family name", "rating": "rating", "title": "title",
    "federation": "federation", "fide_id": "FIDE number", "national_id": "national number", "birth": "birth",
    "sex": "sex", "club": "club", "team": "team", "board": "board in the team", "bye": "rounds with a bye",
}  # fmt: skip
"""The fields of a list of entries, and their labels."""

_WORDS: dict[str, str] = {
    "name": "name; player; players; full name; player name; naam; speler; spieler; teilnehmer; nom complet; joueur;"
    " jugador; nombre completo; apellidos y nombre; nombre y apellidos; giocatore; nominativo; cognome e nome;"
    " jogador; nome completo; navn; namn; spiller; spelare; nimi; pelaaja; zawodnik; nazwisko i imie; jmeno a prijmeni;"
    " prijmeni a jmeno; hrac; nev; jatekos; nume si prenume; ime i prezime; prezime i ime; igrac; ime in priimek;"
    " ad soyad; adi soyadi; oyuncu; фио; имя; игрок; участник; фамилия имя; ονοματεπωνυμο",
    "last_name": "last name; family name; surname; nachname; familienname; achternaam; nom de famille; apellido;"
    " apellidos; primer apellido; cognome; sobrenome; apelido; efternavn; etternavn; efternamn; sukunimi; nazwisko;"
    " prijmeni; priezvisko; vezeteknev; csaladnev; prezime; priimek; soyad; soyadi; фамилия; прізвище; επωνυμο; cognom",
    "first_name": "first name; given name; forename; vorname; rufname; voornaam; prenom; primer nombre;"
    " nome proprio; fornavn; fornamn; etunimi; imie; krestni jmeno; meno; keresztnev; utonev; prenume; ime; ad; adi;"
    " имя игрока; ім'я; ονομα",
    "rating": "rating; elo; rtg; rtgi; fide rating; standard rating; fide elo; elo fide; irtg; elo rating;"
    " elo zahl; elozahl; twz; wertungszahl; classement; classement elo; punteggio elo; ranking elo; elo standard;"
    " ratingtal; ratingzahl; vahvuusluku; ranking; rating fide; рейтинг; эло; elopont; ertekszam; elo int",
    "title": "title; tit; titel; titre; titulo; titolo; tittel; tytul; titul; cim; titlu; titula; naziv; unvan; звание;"
    " титул; τιτλος; fide title",
    "federation": "federation; fed; country; nation; nationality; foderation; verband; land; nat; staat; pays; fede;"
    " federacion; pais; nacionalidad; federazione; nazione; paese; nazionalita; federacao; federatie; forbund; maa;"
    " kraj; federacja; panstwo; zeme; stat; krajina; orszag; tara; drzava; zemlja; ulke; federasyon; страна;"
    " федерация; χωρα",
    "fide_id": "fide id; fide no; fide number; fide nr; fideid; fide code; code fide; id fide; fidenr; fide kod;"
    " codigo fide; fide identnummer; n fide; numero fide; kod fide; id number; ид фиде; фиде id",
    "national_id": "national id; national number; national no; pkz; zps; nat id; code national; licence; license;"
    " licencia; tessera; numero de licence; n ffe; code ffe; mitgliedsnummer; member number; membership number;"
    " lidnummer; bondsnummer; id nacional; medlemsnummer; licencja; id krajowe; registracni cislo; ecf code; uscf id;"
    " национальный id; ident number",
    "birth": "birth; born; birthday; birth date; date of birth; year of birth; birth year; dob; yob; year; geburtstag;"
    " geboren; geburtsdatum; geburtsjahr; jahrgang; geb; gebdatum; geb datum; gebjahr; geboortedatum; geboortejaar;"
    " date de naissance; naissance; annee de naissance; nacimiento; fecha de nacimiento; ano de nacimiento;"
    " fecha nacimiento; data di nascita; nascita; anno di nascita; anno; data de nascimento; nascimento; fodt;"
    " fodselsdato; fodselsar; fodd; fodelsear; fodelsedatum; syntynyt; syntymaaika; syntymavuosi; data urodzenia;"
    " rok urodzenia; urodzony; datum narozeni; rok narozeni; narozen; datum narodenia; rocnik; szuletett;"
    " szuletesi datum; szuletesi ev; data nasterii; an nastere; datum rodenja; godina rodenja; godiste;"
    " datum rojstva; leto rojstva; dogum tarihi; dogum yili; дата рождения; год рождения; г р; ημερομηνια γεννησης",
    "sex": "sex; gender; m f; m w; f m; geschlecht; geslacht; sexe; genre; sexo; genero; sesso; genere; kon; kjonn;"
    " sukupuoli; plec; pohlavi; pohlavie; nem; gen; spol; cinsiyet; пол; стать; φυλο",
    "club": "club; chess club; verein; klub; cercle; vereniging; schaakclub; circolo; clube; equipo club; forening;"
    " klubb; seura; oddil; egyesulet; klubas; kulup; клуб; σωματειο",
    "team": "team; team name; mannschaft; equipe; equipo; squadra; ploeg; hold; lag; joukkue; druzyna; druzstvo;"
    " csapat; echipa; ekipa; momcad; takim; команда; ομαδα",
    "bye": "bye; byes; half point bye; half point byes; requested byes; freilos; spielfrei; bye demande; exempt;"
    " descansos; absent; absences; absent rounds",
    "board": "board; bd; brett; board number; board no; board order; echiquier; tablero; scacchiera; tabuleiro; bord;"
    " brat; brade; bret; poyta; szachownica; sachovnice; tabla; masa; доска; table; tisch",
}  # fmt: skip
"""The titles of each column, in lower case without accents."""

_AMBIGUOUS: dict[str, str] = {
    "fide": "fide_id; rating", "id": "fide_id; national_id", "id no": "fide_id; national_id", "code": "national_id",
    "nom": "name; last_name", "nome": "name; first_name", "nombre": "name; first_name", "nume": "name; last_name",
    "jmeno": "name; first_name", "nom prenom": "name", "fn": "first_name; fide_id",
}  # fmt: skip
"""Titles that mean one thing in one list and another in the next; the cells decide."""


def normalize_text(text: str) -> str:
    """Return a text without accents, signs and capitals, its words separated by single spaces.

    >>> normalize_text("  Año de Nacimiento: "), normalize_text("FIDE-ID")
    ('ano de nacimiento', 'fide id')
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("ł", "l").replace("đ", "d"))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare.replace("ı", "i")))


def _build_meanings() -> dict[str, tuple[str, ...]]:
    meanings: dict[str, tuple[str, ...]] = {}
    for field, words in _WORDS.items():
        for word in (field.replace("_", " "), *words.split(";")):
            meanings.setdefault(normalize_text(word).replace(" ", ""), (field,))
    for word, fields in _AMBIGUOUS.items():
        meanings[normalize_text(word).replace(" ", "")] = tuple(fields.split("; "))
    return meanings


MEANINGS = _build_meanings()


def fields_for_title(title: str) -> tuple[str, ...]:
    """Return the fields that a column of this title may hold; empty for an unknown title.

    >>> fields_for_title("Rtg."), fields_for_title("Date of Birth"), fields_for_title("FIDE"), fields_for_title("Phone")
    (('rating',), ('birth',), ('fide_id', 'rating'), ())
    """
    return MEANINGS.get(normalize_text(title).replace(" ", ""), ())


def is_name_heading(cell: str) -> bool:
    """Return whether a cell alone is the heading of a column of names."""
    return bool({"name", "last_name"} & set(fields_for_title(cell)))
