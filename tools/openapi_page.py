"""Write docs/openapi.json, the OpenAPI document of the web application, as /api/openapi.json answers it.

python tools/openapi_page.py [DOCS]
"""

from __future__ import annotations

import sys
from pathlib import Path

import json_schemas_page
import pages

from rookery.web.api import openapi_document

FILE = "openapi.json"


def build_text() -> str:
    """Return the document as JSON; objects that fit into a line are written on one."""
    return json_schemas_page.text(openapi_document()) + "\n"


def write(docs: Path) -> None:
    """Write the document into a folder of documents."""
    (docs / FILE).write_text(build_text(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(*sys.argv[1:2]) if sys.argv[1:] else pages.DOCS)
