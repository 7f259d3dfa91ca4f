"""The OpenAPI document in the tools of others: linted by redocly."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ENVIRONMENT = {**os.environ, "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


def test_the_document_is_clean(root: Path, node_tools: Path) -> None:
    lint = [node_tools / "redocly", "lint", "--config", "tools/openapi/redocly.yaml", "docs/openapi.json"]
    result = subprocess.run(lint, cwd=root, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
