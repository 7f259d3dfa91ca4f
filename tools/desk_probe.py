"""Start a desk by a command, read its first page, and stop it: shared by the checks of packages."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
import threading
import urllib.request
from collections.abc import Sequence
from http.cookiejar import CookieJar
from pathlib import Path

SECONDS = 120
"""How long a desk may take to print its address: a single file unpacks itself first."""


def read_first_page(command: Sequence[str | Path]) -> str:
    """Run `COMMAND open --no-browser` with an empty desk; return the home page, as the owner sees it.

    Raises:
        RuntimeError: the desk printed no address, or the page did not come.
    """
    with tempfile.TemporaryDirectory() as folder:
        words = [str(word) for word in command] + ["open", "--no-browser", "--desk", str(Path(folder) / "desk.sqlite")]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
        late = threading.Timer(SECONDS, process.kill)
        late.start()
        try:
            assert process.stdout
            for line in process.stdout:
                if address := re.search(r"https?://\S+", line):
                    break
            else:
                raise RuntimeError(f"{words[0]} ended with {process.wait(SECONDS)} and printed no address")
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            with browser.open(address[0].rstrip(".,"), timeout=SECONDS) as answer:
                page: str = answer.read().decode()
        finally:
            late.cancel()
            process.send_signal(signal.SIGINT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    return page
