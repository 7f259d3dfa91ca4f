"""Messages of commands in a form that is the same with every version of Python."""

from __future__ import annotations

import re


def unquote_choices(text: str) -> str:
    """Remove the quotation marks around the choices that argparse lists; newer versions of Python write none."""
    return re.sub(r"'([\w-]+)'(?=, ')|(?<=, )'([\w-]+)'", r"\1\2", text)
