"""Colours by name, in light, dark and print, as style sheets use them."""

from __future__ import annotations

LIGHT = {
    "paper": "#f6f4ee", "sheet": "#fffefb", "sunk": "#efece3", "ink": "#1d1b17", "ink-2": "#5d584d", "ink-3": "#6b6557",
    "line": "#e2ddd0", "line-2": "#cfc8b7", "baize": "#1c5b46", "baize-soft": "#e2eee8", "amber": "#7d5200",
    "amber-soft": "#fbf0d7", "red": "#9c2f24", "red-soft": "#fbe8e4", "blue": "#24508c", "blue-soft": "#e6eef9",
    "white-side": "#fffefa", "black-side": "#33302a", "on-white": "#1d1b17", "on-black": "#f4f1e8",
    "raised": "#ffffff", "baize-ink": "#ffffff", "baize-line": "#a9cdbd", "amber-line": "#ead09a",
}  # fmt: skip
"""On paper, and on a light screen."""

DARK = {
    "paper": "#141613", "sheet": "#1b1e1a", "sunk": "#10120f", "ink": "#edeae1", "ink-2": "#b1ac9d", "ink-3": "#a29c8c",
    "line": "#2e322b", "line-2": "#434840", "baize": "#6cc0a0", "baize-soft": "#1d332b", "amber": "#e9bb62",
    "amber-soft": "#352a14", "red": "#f0978b", "red-soft": "#3a201c", "blue": "#93b9ee", "blue-soft": "#1c2a3e",
    "white-side": "#ece7da", "black-side": "#0b0c0a", "on-white": "#1d1b17", "on-black": "#f4f1e8",
    "raised": "#22261f", "baize-ink": "#0c2019", "baize-line": "#35604f", "amber-line": "#5c4a22",
}  # fmt: skip
"""On a dark screen."""

PRINTED = {
    **dict.fromkeys(("paper", "sheet", "raised", "sunk", "white-side", "baize-ink"), "#ffffff"),
    **dict.fromkeys(("ink", "baize", "amber", "red", "blue", "on-white"), "#000000"),
    **dict.fromkeys(("amber-soft", "red-soft", "blue-soft"), "#ffffff"),
    **dict.fromkeys(("line-2", "baize-line", "amber-line"), "#7a7a7a"),
    "ink-2": "#262626", "ink-3": "#404040", "line": "#b4b4b4", "baize-soft": "#e4e4e4", "black-side": "#000000",
}  # fmt: skip
"""The tokens that differ on paper: black on white, and shades of grey."""

SANS = 'Inter,"Segoe UI Variable Text","Segoe UI",system-ui,-apple-system,Roboto,"Noto Sans",sans-serif'
SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,Charter,Cambria,"Libertinus Serif",Georgia,serif'


def css_declarations(tokens: dict[str, str]) -> str:
    """Return the tokens as declarations of a style sheet.

    >>> css_declarations({"ink": "#1d1b17"})
    '--ink:#1d1b17'
    """
    return ";".join(f"--{name}:{value}" for name, value in tokens.items())


def css_token(name: str) -> str:
    """Return a token as a CSS value with the light colour as fallback.

    >>> css_token("baize")
    'var(--baize,#1c5b46)'
    """
    return f"var(--{name},{LIGHT[name]})"
