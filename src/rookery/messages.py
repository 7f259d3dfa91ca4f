"""Messages in English that keep their template and values, so that they can be translated later.

A message is an English string. Where its template is translated, `translate_to` builds it in that language. This module
contains no catalogues and reads no files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol


class Translator(Protocol):
    """The translations of one language: the interface of a gettext catalogue."""

    def gettext(self, message: str, /) -> str:
        """Return a text in the language."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """Return a text in the form that a number takes in the language."""


UNSAFE_CODES = (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that break a line or change the text direction."""
_VISIBLE = (
    {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"}
    | {0x7F: 0x2421}
    | dict.fromkeys((*range(0x80, 0xA0), *UNSAFE_CODES), 0xFFFD)
)


class Message(str):
    """An English text that keeps its templates and values for translation; otherwise an ordinary string.

    `templates` holds one template, or singular and plural. `transforms` are applied in every language.
    """

    __slots__ = ("number", "templates", "transforms", "values")
    templates: tuple[str, ...]
    values: Mapping[Any, object]
    number: int
    transforms: tuple[Callable[[str], str], ...]

    def __reduce__(self) -> tuple[Callable[..., Message], tuple[object, ...]]:
        """Return what a copy is built from, also in another process: an error keeps its message."""
        return _restore_message, (type(self), str(self), self.templates, self.values, self.number, self.transforms)

    def translate_to(self, translator: Translator) -> str:
        """Return the text in another language.

        >>> class Loud:
        ...     gettext = staticmethod(str.upper)
        >>> msg("round is paired").translate_to(Loud())
        'ROUND IS PAIRED'
        """
        text = self._translate_template(translator)
        for transform in self.transforms:
            text = transform(text)
        return text

    def _translate_template(self, translator: Translator) -> str:
        singular, *plural = self.templates
        template = translator.ngettext(singular, plural[0], self.number) if plural else translator.gettext(singular)
        return (
            template % {name: translate(v, translator) for name, v in self.values.items()} if self.values else template
        )


class MessageList(Message):
    """Messages joined by a separator, which is the template, or enumerated like "a, b and c"."""

    __slots__ = ()

    def _translate_template(self, translator: Translator) -> str:
        words = [translate(item, translator) for item in self.values.values()]
        if self.templates != LIST or len(words) < 2:
            return self.templates[0].join(words)
        continuation, end = map(translator.gettext, LIST)
        text = words[0]
        for item in words[1:-1]:
            text = continuation % {"some": text, "next": item}
        return end % {"some": text, "last": words[-1]}


def _restore_message(message_type: type[Message], text: str, *attributes: Any) -> Message:
    message = message_type(text)
    message.templates, message.values, message.number, message.transforms = attributes
    return message


LIST = ("%(some)s, %(next)s", "%(some)s and %(last)s")
"""The templates that join the items of a list, and the last one."""


def translate(value: object, translator: Translator) -> str:
    """Return a value in another language: messages by template, names and numbers unchanged."""
    if isinstance(value, Exception):
        value = value.args[0] if value.args else ""
    if isinstance(value, Message):
        return value.translate_to(translator)
    if isinstance(value, str | int | float):
        return str(value)
    word = str(value)
    return translator.gettext(word) if word else word


def msg(source: str, /, **values: object) -> Message:
    """Return a message built from a template and values; the template is extracted for translation.

    >>> msg("%(name)s has the bye.", name="Ada"), msg("%(name)s has the bye.", name="Ada").templates
    ('Ada has the bye.', ('%(name)s has the bye.',))
    """
    message = Message(source % values if values else source)
    message.templates, message.values, message.number, message.transforms = (source,), values, 0, ()
    return message


def format_msg(template: Message, /, **values: object) -> Message:
    """Return a message with the template of another and these values.

    >>> format_msg(msg("%(who)s may not meet"), who="Ada and Ben")
    'Ada and Ben may not meet'
    """
    message = Message(template.templates[0] % values)
    message.templates, message.values, message.number, message.transforms = template.templates, values, 0, ()
    return message


def msg_const(text: str) -> Message:
    """Mark a constant string as translatable; the string is extracted from the table that defines it."""
    return text if isinstance(text, Message) else msg(text)


def msg_plural(number: int, singular: str, plural: str, /, **values: object) -> Message:
    """Return a message with a number, `%(num)s`, in its singular or plural form; `num`, if given, is its text.

    >>> msg_plural(1, "%(num)s game is open.", "%(num)s games are open.")
    '1 game is open.'
    """
    values.setdefault("num", f"{number:,}")
    message = Message((singular if number == 1 else plural) % values)
    message.templates, message.values, message.number, message.transforms = (singular, plural), values, number, ()
    return message


def map_text(text: str, transform: Callable[[str], str]) -> str:
    """Apply a function to a text in every language, for example to capitalize it.

    >>> map_text(msg("round is paired"), str.upper), map_text("ada", str.upper)
    ('ROUND IS PAIRED', 'ADA')
    """
    if not isinstance(text, Message):
        return transform(text)
    message = text.__class__(transform(text))
    message.templates, message.values, message.number = text.templates, text.values, text.number
    message.transforms = (*text.transforms, transform)
    return message


def transform_source(text: str, transform: Callable[[str], str]) -> str:
    """Apply a function to the English text only, for example to lower its first letter after a colon.

    >>> text = transform_source(msg("The table says so."), str.lower)
    >>> text, text.templates
    ('the table says so.', ('The table says so.',))
    """
    if not isinstance(text, Message):
        return transform(text)
    message = text.__class__(transform(text))
    message.templates, message.values, message.number = text.templates, text.values, text.number
    message.transforms = text.transforms
    return message


def capitalize_first(text: str) -> str:
    """Return a text with its first letter capitalized."""
    return map_text(text, _capitalize)


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """Return a text with its first letter capitalized and a full stop."""
    return map_text(text, _make_sentence)


def _make_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def append_article(text: str, article: str) -> str:
    """Return a sentence followed by its article in brackets, if there is one.

    >>> append_article("Nobody has the bye twice.", "C.04.1 4"), append_article("So it is.", "")
    ('Nobody has the bye twice. (C.04.1 4)', 'So it is.')
    """
    return join_texts(" ", (text, f"({article})")) if article else text


def join_texts(between: str, items: Iterable[object]) -> str:
    """Join texts with a separator.

    >>> join_texts(" · ", ["Round 3", "Dutch Swiss"])
    'Round 3 · Dutch Swiss'
    """
    return _join((between,), [*items], between)


def _join(templates: tuple[str, ...], items: list[object], between: str, last: str = "") -> str:
    if not items:
        return ""
    if len(items) == 1 and isinstance(items[0], str):
        return items[0]
    text = f"{between.join(map(str, items[:-1]))}{last or between}{items[-1]}" if items[1:] else items[0]
    message = MessageList(text)
    message.templates, message.values, message.number, message.transforms = templates, dict(enumerate(items)), 0, ()
    return message


def join_list(items: Iterable[object], limit: int = 12) -> str:
    """Join items with commas and a final "and"; if there are many, count the rest.

    >>> join_list([3, 5, 8]), join_list(range(20), limit=3)
    ('3, 5 and 8', '0, 1, 2 and 17 more')
    """
    words = [*items]
    if len(words) > limit:
        words = [*words[:limit], msg("%(number)s more", number=len(words) - limit)]
    return _join(LIST, words, ", ", " and ")


def count(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun.

    >>> count(1, "player"), count(3, "bye"), count(2, "entry", "entries")
    ('1 player', '3 byes', '2 entries')
    """
    return msg_plural(number, f"%(num)s {singular}", f"%(num)s {plural or singular + 's'}")


def name_with_number(number: int, name: str) -> str:
    """Return a participant in running text: "Ada (7)".

    >>> name_with_number(7, "Ada"), name_with_number(7, "")
    ('Ada (7)', 'number 7')
    """
    return f"{name} ({number})" if name else msg("number %(number)s", number=number)


def make_printable(text: str) -> str:
    r"""Replace control characters by visible symbols; tabs and line ends stay.

    >>> make_printable("Byng\x1b[31m, Ada\x9b")
    'Byng␛[31m, Ada�'
    """
    return text if text.isprintable() else text.translate(_VISIBLE)
