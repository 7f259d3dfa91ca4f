"""Titles of columns in lists of entries, in English and many other languages."""

from __future__ import annotations

import re
import unicodedata

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
