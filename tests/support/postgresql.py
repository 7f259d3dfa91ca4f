"""A PostgreSQL of the tests' own: a cluster in a temporary folder, reached by a socket in it, never run as root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Self

from support.processes import descendants

USERS = ("postgres", "nobody")
"""Who runs the server when we are root: the first that there is."""
PATIENCE = 60.0
_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "40",
    "shared_buffers": "16MB",
    "unix_socket_permissions": "0700",
    "logging_collector": "off",
}


def programs() -> Path | None:
    """The folder with the programs of the newest PostgreSQL there is, where Debian has it or on the path."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    program = shutil.which("initdb")
    places += [Path(program).resolve().parent] if program else []
    return next((place for place in reversed(places) if (place / "initdb").exists()), None)


def missing() -> str:
    """Why there can be no cluster here, and what to do about it; nothing when there can."""
    if os.name != "posix":
        return "PostgreSQL is started by the tests on POSIX systems only"
    if programs() is None:
        return "PostgreSQL is not installed: make services, or put its initdb on the path"
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        return f"psycopg cannot be imported ({error}): pip install 'rookery-chess[server]'"
    if os.geteuid() == 0 and (_user() is None or shutil.which("setpriv") is None):
        return "PostgreSQL does not run as root: make a user postgres, and install setpriv (util-linux)"
    return ""


def _user() -> tuple[int, int] | None:
    """Number and group of who runs the server in our place; None when we are not root."""
    import pwd

    ids_by_user = {entry.pw_name: (entry.pw_uid, entry.pw_gid) for entry in pwd.getpwall()}
    return next((ids_by_user[name] for name in USERS if name in ids_by_user), None) if os.geteuid() == 0 else None


class Cluster:
    """A server that runs from `with` to its end, and can be killed in between."""

    def __init__(self, *, sure: bool = False) -> None:
        """What a process has written survives its end; only a `sure` server goes down to the disk each time."""
        folder = programs()
        assert folder is not None, missing()
        self.programs, self._numbers, self._fsync = folder, count(1), "on" if sure else "off"
        self.folder = Path(tempfile.mkdtemp(prefix="rookery-pg-", dir="/tmp"))
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            if user := _user():
                os.chown(self.folder, *user)
            options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
            words = self._words("initdb", *options, "--pgdata", str(self.folder / "data"))
            subprocess.run(words, check=True, cwd="/", stdout=subprocess.DEVNULL, timeout=PATIENCE)
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _words(self, program: str, *words: str) -> list[str]:
        """A program of PostgreSQL, as somebody who is not root, and gone when we are."""
        command, user = [str(self.programs / program), *words], _user()
        if shutil.which("setpriv") is None:
            return command
        other = [f"--reuid={user[0]}", f"--regid={user[1]}", "--clear-groups"] if user else []
        return ["setpriv", *other, "--pdeathsig=KILL", "--", *command]

    def start(self) -> None:
        """Start the server, and wait until it answers.

        After a kill, a process that the old server started at that moment can hold its shared memory a little longer:
        then the server ends at once, and is started again.
        """
        until = time.monotonic() + PATIENCE
        self._server = self._start_process()
        while not self._answers():
            if self._server.poll() is not None:
                log = (self.folder / "log").read_text("utf-8", "replace")[-2000:]
                if "pre-existing shared memory block" not in log or time.monotonic() > until:
                    raise RuntimeError(log)
                self._server = self._start_process()
            elif time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text("utf-8", "replace")[-2000:])
            time.sleep(0.02)

    def _start_process(self) -> subprocess.Popen[bytes]:
        settings = [f"--{name}={value}" for name, value in (_SETTINGS | {"fsync": self._fsync}).items()]
        words = self._words("postgres", "-D", str(self.folder / "data"), "-k", str(self.folder), *settings)
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen(words, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self._address()).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Kill the server with all that belongs to it, as a power cut would."""
        assert self._server is not None
        children = descendants(self._server.pid)
        self._server.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        self._server.wait(PATIENCE)
        self._server = None

    def close(self) -> None:
        """Stop the server, and leave nothing behind."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
            try:
                self._server.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
            self._server = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _address(self, more: str = "") -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}{more}"

    def fresh(self) -> str:
        """The address of a database with nothing in it: a schema of its own."""
        import psycopg

        name = f"store_{os.getpid()}_{next(self._numbers)}"
        with psycopg.connect(self._address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return self._address(f"&options=-csearch_path%3D{name}")
