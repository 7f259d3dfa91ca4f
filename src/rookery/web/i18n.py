"""Translation of templates, filters and JSON answers with gettext catalogues."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rookery.messages import Message, Translator, join_texts, translate

if TYPE_CHECKING:
    from jinja2 import Environment


def load_catalog(language: str, locale: Path) -> gettext.NullTranslations:
    """Return the catalogue of a language, or an empty one, which gives English."""
    return gettext.translation("rookery", locale, languages=[language], fallback=True)


def install_translations(env: Environment, texts: gettext.NullTranslations) -> None:
    """Install a catalogue in a Jinja environment: for template texts and for messages put into them."""
    install: Any = env
    install.install_gettext_translations(texts, newstyle=True)
    if type(texts) is gettext.NullTranslations:
        return
    env.finalize = create_finalizer(texts)
    env.filters["join"] = lambda items, between="": translate(join_texts(between, items), texts)
    for name in ("gettext", "ngettext"):
        env.globals[name] = _translate_values(env.globals[name], texts)


def create_finalizer(texts: Translator) -> Callable[[Any], Any]:
    """Return the Jinja `finalize` function, which translates messages and enum members and leaves other values."""

    def translate_value(value: Any) -> Any:
        return translate(value, texts) if isinstance(value, Message | Enum) else value

    return translate_value


def _translate_values(gettext_function: Any, texts: Translator) -> Any:
    """Wrap a gettext function of templates so that the values it inserts are translated too."""
    from jinja2 import pass_context

    translate_value = create_finalizer(texts)

    @pass_context
    def translate_with_values(context: Any, /, *args: Any, **values: Any) -> Any:
        return gettext_function(context, *args, **{name: translate_value(value) for name, value in values.items()})

    return translate_with_values


def translate_data(data: Any, texts: Translator) -> Any:
    """Return JSON data with all messages translated."""
    if isinstance(data, Message):
        return translate(data, texts)
    if isinstance(data, dict):
        return {name: translate_data(value, texts) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [translate_data(value, texts) for value in data]
    return data
