"""The OpenAPI document in the tools of others: linted by redocly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


@pytest.fixture(scope="session")
def node_tools(root: Path) -> Path:
    """The folder of the installed tools; without Node.js or a network the tests are skipped."""
    folder = Path(sys.prefix) / "openapi"
    install = ["sh", str(root / "tools" / "openapi" / "install.sh"), str(folder)]
    result = subprocess.run(install, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip(result.stdout.strip())
    return folder / "node_modules" / ".bin"


def test_the_document_is_clean(root: Path, node_tools: Path) -> None:
    lint = [node_tools / "redocly", "lint", "--config", "tools/openapi/redocly.yaml", "docs/openapi.json"]
    result = subprocess.run(lint, cwd=root, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
