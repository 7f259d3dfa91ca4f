"""What the documentation of the server hands out: nginx, the container and its steps, the table of settings."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from venv import EnvBuilder

import httpx
import pytest

from rookery.storage import open_store
from rookery.web.config import SETTINGS, variable_name
from support.web_server import PACKAGING, PATIENCE, ROOT, free_port

SERVER = (ROOT / "docs" / "server.md").read_text("utf-8")
DOCKERFILE = (PACKAGING / "Dockerfile").read_text("utf-8")


def test_nginx_of_the_documentation_is_the_tested_one() -> None:
    block = re.search(r"```nginx\n(.*?)```", SERVER, re.S)
    assert block
    assert block[1] == (PACKAGING / "nginx.conf").read_text("utf-8")


def test_every_setting_is_documented() -> None:
    table = SERVER[SERVER.index("| in the file |") : SERVER.index("```console\n$ printf 'names")]
    missing = [
        name
        for name in SETTINGS
        if not name.startswith("limits.") and (f"`{name}`" not in table or f"`{variable_name(name)}`" not in table)
    ]
    assert missing == []


def instructions(name: str) -> list[str]:
    """Return the arguments of all instructions of this name in the Dockerfile, with joined lines."""
    text = DOCKERFILE.replace("\\\n", " ")
    return [line.partition(" ")[2].strip() for line in text.splitlines() if line.split(" ")[0] == name]


def environment_of_image() -> dict[str, str]:
    """Return the variables that the image sets."""
    return dict(pair.split("=", 1) for words in instructions("ENV") for pair in shlex.split(words))


def test_image() -> None:
    """The image is pinned, does not run as root, and keeps its data in a volume."""
    assert all(re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+( AS build)?", image) for image in instructions("FROM"))
    assert instructions("USER") == ["rookery"]
    assert instructions("VOLUME") == ["/data"]
    assert environment_of_image()["ROOKERY_DESK"].startswith("/data/")
    assert "exec" not in instructions("CMD")[0]  # a list: the server itself gets the signals


def test_compose_file() -> None:
    """Images are pinned, secrets come from outside, and the variables are settings."""
    text = (PACKAGING / "compose.yaml").read_text("utf-8")
    assert re.findall(r"image: (\S+):(\S+)", text)
    assert not [tag for _, tag in re.findall(r"image: (\S+):(\S+)", text) if not re.match(r"\d+\.\d+", tag)]
    assert "POSTGRES_PASSWORD:?" in text
    known = {variable_name(name) for name in SETTINGS} | {"ROOKERY_DESK", "ROOKERY_HOST"}
    assert set(re.findall(r"\b(ROOKERY_[A-Z_]+)\b", text)) <= known


@pytest.mark.nightly
@pytest.mark.processes
def test_steps_of_the_image(tmp_path: Path) -> None:
    """A fresh environment with the packages of the image starts by its command and its variables, and answers."""
    folder, data = tmp_path / "venv", tmp_path / "data"
    EnvBuilder(with_pip=False).create(folder)
    data.mkdir()
    install = re.search(r'pip install [^&"]*"\.(\[[^]]*\])"', DOCKERFILE)
    assert install
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "-q", "--no-compile"]
    done = subprocess.run([*pip, f"{ROOT}{install[1]}"], capture_output=True, text=True, timeout=900, check=False)
    if done.returncode and re.search("No matching distribution|ConnectionError|NewConnectionError", done.stderr):
        pytest.skip("the packages cannot be downloaded here")
    assert done.returncode == 0, done.stderr
    port = free_port()
    (words,) = (json.loads(command) for command in instructions("CMD") if command.startswith('["uvicorn'))
    command = [{"8000": str(port), "0.0.0.0": "127.0.0.1"}.get(word, word) for word in words]
    variables = {name: value.replace("/data", str(data)) for name, value in environment_of_image().items()}
    variables["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    with open(tmp_path / "output.txt", "wb") as output:
        process = subprocess.Popen(command, env=variables, cwd=data, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + PATIENCE
        while True:
            is_waiting = process.poll() is None and time.monotonic() < deadline
            assert is_waiting, (tmp_path / "output.txt").read_text()
            try:
                answers = [httpx.get(f"http://127.0.0.1:{port}{path}") for path in ("/health", "/ready", "/p/")]
                break
            except httpx.TransportError:
                time.sleep(0.1)
        assert [answer.status_code for answer in answers] == [200, 200, 200]
        assert {path.name for path in data.iterdir()} >= {"desk.sqlite"}
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
    finally:
        process.kill()
        process.wait(PATIENCE)
    with open_store(data / "desk.sqlite") as store:
        assert store.check() == ()
