"""Texts for people: words in a row, "a, b and c", a number with its noun, somebody, "Ada (1)", whole sentences.

Each is English, and knows the template and the values that it was made of: who has the template in another language
says the same there. Nothing here knows of any language, of catalogues or of files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rookery.typed import Any, Protocol


class Tongue(Protocol):
    """A language: what a template is in it, alone or with a number; a catalogue of gettext is one."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


TURNING = (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Letters that break a line or turn the direction of what follows."""
_SEEN = (
    {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"}
    | {0x7F: 0x2421}
    | dict.fromkeys((*range(0x80, 0xA0), *TURNING), 0xFFFD)
)


class Text(str):
    """A text in English that remembers its template and values; for everybody who asks nothing more it is that text.

    `templates` are one, or one for a single thing and one for several. What `finishes` it is done in every language.
    """

    __slots__ = ("finishes", "number", "templates", "values")
    templates: tuple[str, ...]
    values: Mapping[Any, object]
    number: int
    finishes: tuple[Callable[[str], str], ...]

    def __reduce__(self) -> tuple[Callable[..., Text], tuple[object, ...]]:
        """What a copy is made of, also in another process: an error takes its text along."""
        return _again, (type(self), str(self), self.templates, self.values, self.number, self.finishes)

    def told(self, tongue: Tongue) -> str:
        """The text in another language.

        >>> class Loud:
        ...     gettext = staticmethod(str.upper)
        >>> spoken("round is paired").told(Loud())
        'ROUND IS PAIRED'
        """
        made = self._said(tongue)
        for finish in self.finishes:
            made = finish(made)
        return made

    def _said(self, tongue: Tongue) -> str:
        one, *many = self.templates
        template = tongue.ngettext(one, many[0], self.number) if many else tongue.gettext(one)
        return template % {name: told(each, tongue) for name, each in self.values.items()} if self.values else template


class TextRow(Text):
    """Texts in a row: with a mark between them, which is its template, or as a list is told."""

    __slots__ = ()

    def _said(self, tongue: Tongue) -> str:
        words = [told(one, tongue) for one in self.values.values()]
        if self.templates != LIST or len(words) < 2:
            return self.templates[0].join(words)
        more, end = map(tongue.gettext, LIST)
        made = words[0]
        for one in words[1:-1]:
            made = more % {"some": made, "next": one}
        return end % {"some": made, "last": words[-1]}


def _again(kind: type[Text], text: str, *known: Any) -> Text:
    made = kind(text)
    made.templates, made.values, made.number, made.finishes = known
    return made


LIST = ("%(some)s, %(next)s", "%(some)s and %(last)s")
"""How a list goes on, and how it ends."""


def told(value: object, tongue: Tongue) -> str:
    """A value in another language: a text by its template, names and numbers as they are, all else by its word."""
    if isinstance(value, Exception):
        value = value.args[0] if value.args else ""
    if isinstance(value, Text):
        return value.told(tongue)
    if isinstance(value, str | int | float):
        return str(value)
    word = str(value)
    return tongue.gettext(word) if word else word


def spoken(template: str, /, **values: object) -> Text:
    """A text of a template, with the values at their places; it stands in the catalogue.

    >>> spoken("%(name)s has the bye.", name="Ada"), spoken("%(name)s has the bye.", name="Ada").templates
    ('Ada has the bye.', ('%(name)s has the bye.',))
    """
    made = Text(template % values if values else template)
    made.templates, made.values, made.number, made.finishes = (template,), values, 0, ()
    return made


def filled(text: Text, /, **values: object) -> Text:
    """A text of a table with values at its places.

    >>> filled(spoken("%(who)s may not meet"), who="Ada and Ben")
    'Ada and Ben may not meet'
    """
    made = Text(text.templates[0] % values)
    made.templates, made.values, made.number, made.finishes = text.templates, values, 0, ()
    return made


def word(text: str) -> Text:
    """A word of a table, or a sentence: it stands in the catalogue because the table does."""
    return text if isinstance(text, Text) else spoken(text)


def counted(number: int, one: str, many: str, /, **values: object) -> Text:
    """A text with a number in it, `%(num)s`: of one thing, or of several; `num`, if given, is how it is written.

    >>> counted(1, "%(num)s game is open.", "%(num)s games are open.")
    '1 game is open.'
    """
    values.setdefault("num", f"{number:,}")
    made = Text((one if number == 1 else many) % values)
    made.templates, made.values, made.number, made.finishes = (one, many), values, number, ()
    return made


def finished(text: str, finish: Callable[[str], str]) -> str:
    """A text to which something is done in every language, such as a capital letter at its beginning.

    >>> finished(spoken("round is paired"), str.upper), finished("ada", str.upper)
    ('ROUND IS PAIRED', 'ADA')
    """
    if not isinstance(text, Text):
        return finish(text)
    made = text.__class__(finish(text))
    made.templates, made.values, made.number = text.templates, text.values, text.number
    made.finishes = (*text.finishes, finish)
    return made


def in_english(text: str, finish: Callable[[str], str]) -> str:
    """A text to which something is done in English alone, such as a small letter after a colon.

    >>> text = in_english(spoken("The table says so."), str.lower)
    >>> text, text.templates
    ('the table says so.', ('The table says so.',))
    """
    if not isinstance(text, Text):
        return finish(text)
    made = text.__class__(finish(text))
    made.templates, made.values, made.number, made.finishes = text.templates, text.values, text.number, text.finishes
    return made


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return finished(text, _capital)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A text as a sentence: with a capital letter at its beginning and a full stop at its end."""
    return finished(text, _sentence)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def cited(text: str, article: str) -> str:
    """A sentence with its article in brackets behind it, if it rests on one.

    >>> cited("Nobody has the bye twice.", "C.04.1 4"), cited("So it is.", "")
    ('Nobody has the bye twice. (C.04.1 4)', 'So it is.')
    """
    return joined(" ", (text, f"({article})")) if article else text


def joined(between: str, items: Iterable[object]) -> str:
    """Texts with a mark between them.

    >>> joined(" · ", ["Round 3", "Dutch Swiss"])
    'Round 3 · Dutch Swiss'
    """
    return _row((between,), [*items], between)


def _row(templates: tuple[str, ...], items: list[object], between: str, last: str = "") -> str:
    if not items:
        return ""
    if len(items) == 1 and isinstance(items[0], str):
        return items[0]
    made = TextRow(f"{between.join(map(str, items[:-1]))}{last or between}{items[-1]}" if items[1:] else items[0])
    made.templates, made.values, made.number, made.finishes = templates, dict(enumerate(items)), 0, ()
    return made


def listed(items: Iterable[object], most: int = 12) -> str:
    """Things in a row, with "and" before the last; the rest counted when there are many.

    >>> listed([3, 5, 8]), listed(range(20), most=3)
    ('3, 5 and 8', '0, 1, 2 and 17 more')
    """
    words = [*items]
    if len(words) > most:
        words = [*words[:most], spoken("%(number)s more", number=len(words) - most)]
    return _row(LIST, words, ", ", " and ")


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "player"), count(3, "bye"), count(2, "entry", "entries")
    ('1 player', '3 byes', '2 entries')
    """
    return counted(number, f"%(num)s {one}", f"%(num)s {many or one + 's'}")


def called(one: int, name: str) -> str:
    """A participant in a sentence: by name and number.

    >>> called(7, "Ada"), called(7, "")
    ('Ada (7)', 'number 7')
    """
    return f"{name} ({one})" if name else spoken("number %(number)s", number=one)


def visible(text: str) -> str:
    """A text with something to see in place of everything a terminal would obey; tabs and ends of lines stay.

    >>> visible("Byng\\x1b[31m, Ada\\x9b")
    'Byng␛[31m, Ada�'
    """
    return text if text.isprintable() else text.translate(_SEEN)
