"""The list of prizes as text: one line each with the place, an amount of money or a thing, and perhaps a category."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from rookery._record import record
from rookery.errors import RuleError
from rookery.messages import Message, join_texts, msg

MOST_PLACES = 1000
"""A line names no more places than these: `4-10` are seven."""

_LINE = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?\s*,\s*(\"(?:[^\"]|\"\")*\"|[^,]*?)\s*(?:,\s*(.*))?")
_BEFORE_COMMENT = re.compile(r'(?:"[^"]*"|[^#])*')


@record
class PrizeLine:
    """A line of the list: the prize of each place from `place` to `last`, money or a thing.

    Without a category it is for all players.

    >>> PrizeLine(1, 1, Fraction(99, 2), category="u18").text
    '1,49.50,u18'
    """

    place: int
    last: int
    amount: Fraction = Fraction(0)
    thing: str = ""
    category: str = ""

    @property
    def places(self) -> str:
        """The places as they are typed: 1, or 4-10."""
        return str(self.place) if self.last == self.place else f"{self.place}-{self.last}"

    @property
    def prize(self) -> str:
        """The thing, or the amount as it is typed, without a sign between its digits."""
        return self.thing or format_amount(self.amount)

    @property
    def text(self) -> str:
        """The line as it is typed."""
        prize = self.prize
        if set(prize) & set('",#'):
            prize = '"{}"'.format(prize.replace('"', '""'))
        return ",".join([self.places, prize, *([self.category] if self.category else [])])


def format_amount(amount: Fraction) -> str:
    """Return an amount as it is typed: no decimals, or two.

    >>> format_amount(Fraction(1300)), format_amount(Fraction(99, 2))
    ('1300', '49.50')
    """
    cents = int(amount * 100)
    return str(cents // 100) if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02}"


def parse_prizes(text: str) -> tuple[PrizeLine, ...]:
    r"""Return the lines of a list: `place,amount` or `place,amount,category`; # begins a comment.

    A place may be several, `4-10`, and the amount a thing, `1,book`. A place has one amount for each category, beside
    any number of things.

    >>> [(line.places, line.prize, line.category) for line in parse_prizes("1,500\n2-3,a book,sex=w")]
    [('1', '500', ''), ('2-3', 'a book', 'sex=w')]
    """
    lines = []
    seen_places: set[tuple[str, int]] = set()
    for number, source in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        match = _BEFORE_COMMENT.match(source)
        plain = (match[0] if match else source).strip()
        if not plain or (number == 1 and plain.lower().startswith("place")):
            continue
        try:
            line = _parse_line(plain)
        except RuleError as error:
            raise RuleError(msg("line %(number)s: %(why)s", number=number, why=error.message)) from None
        for place in range(line.place, line.last + 1) if not line.thing else ():
            if (line.category, place) in seen_places:
                raise RuleError(msg("line %(number)s: place %(place)s has an amount already", number=number,
                                       place=place))  # fmt: skip
            seen_places.add((line.category, place))
        lines.append(line)
    return tuple(lines)


def _parse_line(plain: str) -> PrizeLine:
    match = _LINE.fullmatch(plain)
    if match is None:
        raise RuleError(msg('write place, amount, e.g. "1, 300", not %(text)s', text=f"{plain!r}"))
    first, last, prize, category = match[1], match[2] or match[1], match[3], (match[4] or "").strip()
    if re.fullmatch(r"\d{1,3}", prize) and re.fullmatch(r"\d{1,3}", category):
        parse_amount(f"{prize},{category}")  # refused where it has two meanings
        raise RuleError(msg('after the place write the amount with a point, e.g. "%(place)s, %(prize)s.%(cents)s"',
                               place=first, prize=prize, cents=category))  # fmt: skip
    if prize.startswith('"'):
        prize = prize[1:-1].replace('""', '"')
    return build_line(first, last, prize, category)


def build_line(first: str, last: str, prize: str, category: str = "") -> PrizeLine:
    """Return the line of these texts; RuleError where they are no places, no amount and no thing."""
    places = int(first), int(last)
    if not 1 <= places[0] <= places[1] or places[1] - places[0] >= MOST_PLACES:
        text = first if first == last else f"{first}-{last}"
        raise RuleError(msg("%(text)s is no place: write 1, or 4-10 for several", text=text))
    amount, thing = parse_prize(prize)
    return PrizeLine(*places, amount, thing, category)


def parse_prize(text: str) -> tuple[Fraction, str]:
    """Return the amount of money or the thing that a prize is.

    >>> parse_prize("250.50"), parse_prize(" Chess clock ")
    ((Fraction(501, 2), ''), (Fraction(0, 1), 'Chess clock'))
    """
    plain = " ".join(text.split())
    if not plain:
        raise RuleError(msg('what is the prize? Write an amount such as 300, or a thing such as "book"'))
    if plain[0].isalpha() and not re.fullmatch(r"[A-Z]{3} ?\d[\d.,' ]*", plain):
        return Fraction(0), plain
    return parse_amount(plain), ""


_SEPARATORS = "[ '’.,\u00a0\u202f]"
_AMOUNT = re.compile(r"(\d{1,12})(?:[.,](\d{1,2}))?", re.ASCII)
_GROUPED = re.compile(rf"(\d{{1,3}}(?:({_SEPARATORS})\d{{3}}(?:\2\d{{3}}){{0,3}}))(?:([.,])(\d{{1,2}}))?", re.ASCII)


def parse_amount(text: str) -> Fraction:
    """Return an amount: a comma or a point before one or two last digits parts the decimals, other signs thousands.

    A single comma or point before three digits could do either, and is refused.

    >>> [str(parse_amount(text)) for text in ("300", "49,5", "1 300", "1,300.50", "1.300,50", "1,300,000")]
    ['300', '99/2', '1300', '2601/2', '2601/2', '1300000']
    >>> parse_amount("1,300")
    Traceback (most recent call last):
    rookery.errors.RuleError: '1,300' can mean 1300 or 1.3: write 1300 or 1.30
    """
    plain = text.strip()
    if match := _AMOUNT.fullmatch(plain):
        return Fraction(f"{match[1]}.{match[2] or 0}")
    match = _GROUPED.fullmatch(plain)
    if match is None or (match[3] is not None and match[3] == match[2]):
        raise RuleError(msg("%(text)s is no amount such as 300 or 49.50, and no thing: a thing begins with a letter,"
                               " and the currency has a place of its own", text=f"{plain!r}"))  # fmt: skip
    whole = re.sub(_SEPARATORS, "", match[1])
    if match[2] in (".", ",") and match[1].count(match[2]) == 1 and match[4] is None:
        units, _, decimals = match[1].partition(match[2])
        cents = f"{units}.{decimals[:2]}"
        raise RuleError(msg("%(text)s can mean %(whole)s or %(part)s: write %(whole)s or %(cents)s",
                               text=f"{plain!r}", whole=whole, part=f"{units}.{decimals.rstrip('0') or 0}",
                               cents=cents))  # fmt: skip
    return Fraction(f"{whole}.{match[4] or 0}")


def read_prizes(text: str) -> dict[str, dict[int, Fraction]]:
    r"""Return the money by category and place, from lines `place,amount` or `place,amount,category`; # is a comment.

    >>> read_prizes("1,500\n2,250.50\n1,100,sex=w")
    {'': {1: Fraction(500, 1), 2: Fraction(501, 2)}, 'sex=w': {1: Fraction(100, 1)}}
    """
    money: dict[str, dict[int, Fraction]] = {}
    for line in parse_prizes(text):
        places = money.setdefault(line.category, {})
        if not line.thing:
            places.update(dict.fromkeys(range(line.place, line.last + 1), line.amount))
    return money


def read_things(text: str) -> dict[str, dict[int, tuple[str, ...]]]:
    r"""Return the things by category and place, from the same lines as the money.

    >>> read_things("1,500\n1,cup\n1-2,book,u18")
    {'': {1: ('cup',)}, 'u18': {1: ('book',), 2: ('book',)}}
    """
    things: dict[str, dict[int, tuple[str, ...]]] = {}
    for line in parse_prizes(text):
        for place in range(line.place, line.last + 1) if line.thing else ():
            places = things.setdefault(line.category, {})
            places[place] = (*places.get(place, ()), line.thing)
    return things


# -- categories in words -----------------------------------------------------------------------------------------------


def conditions(category: str) -> Iterator[str]:
    """Yield the conditions of a category, which commas part; in quotes a comma is one.

    >>> list(conditions('sex=w, club="Rooks, north"'))
    ['sex=w', 'club="Rooks, north"']
    """
    for part in re.findall(r'(?:"[^"]*"|[^,])+|(?<=,)(?=,|$)|^$', category):
        yield part.strip()


def condition_value(text: str) -> str:
    """Return the value of a condition such as club=..., which may stand in quotes."""
    plain = text.strip()
    if len(plain) > 1 and plain[0] == plain[-1] == '"':
        return plain[1:-1].replace('""', '"')
    return plain


def condition(field: str, value: str) -> str:
    """Return the condition that a field has a value, in quotes where it has a comma.

    >>> condition("club", "Rooks"), condition("club", "Rooks, north")
    ('club=Rooks', 'club="Rooks, north"')
    """
    return f'{field}="{value}"' if "," in value or value.startswith('"') else f"{field}={value}"


def category_title(category: str) -> str:
    """Return what a category is called: Women, Under 18, Under 1600, Club Rooks; for no category, all players.

    >>> category_title("sex=w,u18"), category_title("-1599"), category_title("1600-1799")
    ('Women, Under 18', 'Under 1600', 'Rated 1600 to 1799')
    """
    if not category:
        return msg("All players")
    return join_texts(", ", [_condition_title(part) for part in conditions(category)])


def _condition_title(text: str) -> str | Message:
    name, equals, value = text.partition("=")
    name, value = name.strip().lower(), condition_value(value)
    if text.lower() in ("women", "men") or (name == "sex" and equals):
        women = text.lower() == "women" or value.casefold() in ("w", "f", "women")
        return msg("Women") if women else msg("Men")
    if equals and name in ("fed", "club", "title"):
        titles = {
            "fed": msg("Federation %(name)s", name=value.upper()),
            "club": msg("Club %(name)s", name=value),
            "title": msg("Title %(name)s", name=value.upper()),
        }
        return titles[name]
    if match := re.fullmatch(r"[uU](\d{1,2})", text):
        return msg("Under %(age)s", age=int(match[1]))
    if match := re.fullmatch(r"(\d{1,2})\+", text):
        return msg("%(age)s and older", age=int(match[1]))
    if match := re.fullmatch(r"(\d{3,4})?-(\d{3,4})?", text):
        return _range_title(match[1], match[2])
    return msg("Unrated") if text.lower() == "unrated" else text


def _range_title(lowest: str | None, highest: str | None) -> str:
    if lowest and highest:
        return msg("Rated %(least)s to %(most)s", least=lowest, most=highest)
    if lowest:
        return msg("Rated %(least)s or more", least=lowest)
    if highest and highest.endswith("9"):
        return msg("Under %(rating)s", rating=int(highest) + 1)
    return msg("Rated %(most)s or less", most=highest) if highest else msg("Rated")
