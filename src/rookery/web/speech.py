"""Texts of Python on a page in the language of whoever reads it: what templates, filters and answers need for that."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.wording import Text, Tongue, joined, told

if TYPE_CHECKING:
    from jinja2 import Environment


def tongue(language: str, locale: Path) -> gettext.NullTranslations:
    """The catalogue of a language; where there is none, English, in which all is written."""
    return gettext.translation("rookery", locale, languages=[language], fallback=True)


def speak(made: Environment, texts: gettext.NullTranslations) -> None:
    """Let templates speak a language: their own texts, those that are put into them, and those inside of others."""
    install: Any = made
    install.install_gettext_translations(texts, newstyle=True)
    if type(texts) is gettext.NullTranslations:
        return
    made.finalize = finalizing(texts)
    made.filters["join"] = lambda items, between="": told(joined(between, items), texts)
    for name in ("gettext", "ngettext"):
        made.globals[name] = _with_values_told(made.globals[name], texts)


def finalizing(texts: Tongue) -> Callable[[Any], Any]:
    """What makes a value that a template shows a text of a language; all that is no text stays as it is."""

    def said(value: Any) -> Any:
        return told(value, texts) if isinstance(value, Text | Enum) else value

    return said


def _with_values_told(say: Any, texts: Tongue) -> Any:
    """A function of templates that puts values into texts: these are in the same language."""
    from jinja2 import pass_context

    said = finalizing(texts)

    @pass_context
    def speaking(context: Any, /, *given: Any, **values: Any) -> Any:
        return say(context, *given, **{name: said(one) for name, one in values.items()})

    return speaking


def in_words(data: Any, texts: Tongue) -> Any:
    """An answer for a script, with every text in it in a language."""
    if isinstance(data, Text):
        return told(data, texts)
    if isinstance(data, dict):
        return {name: in_words(one, texts) for name, one in data.items()}
    if isinstance(data, list | tuple):
        return [in_words(one, texts) for one in data]
    return data
