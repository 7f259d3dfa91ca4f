"""A client in TypeScript, generated from the OpenAPI document: compiled, and run against a desk with a token."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from rookery.model import Result
from rookery.storage import open_store
from support.browsers import Desk

SOURCE = Path(__file__).parent / "typescript"
SLUG = "easter-open"


def run(*command: str | Path, cwd: Path) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.slow
def test_a_generated_client_reads_and_writes(desk: Desk, root: Path, tmp_path: Path, node_tools: Path) -> None:
    folder = tmp_path / "client"
    shutil.copytree(SOURCE, folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "node_modules").symlink_to(node_tools.parent)
    run(node_tools / "openapi-typescript", root / "docs" / "openapi.json", "-o", "schema.d.ts", cwd=folder)
    run(node_tools / "tsc", "-p", "tsconfig.json", cwd=folder)
    now = int(time.time())
    with open_store(desk.store) as store:
        secret, _ = store.tokens.create("TypeScript", ["results"], now, now + 600)
    output = json.loads(run("node", "out/client.js", desk.address, secret, cwd=folder))
    assert SLUG in output["slugs"]
    assert len(output["said"]) == 1
    assert output["status"] == 404
    assert "99" in output["detail"]
    games = desk.state(SLUG).tournament.rounds[4].games
    assert games[output["board"] - 1].result is Result.WHITE_WINS
