"""A configured server in a process of its own, as its documentation starts it, and nginx before it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import httpx

from support.browsers import LOCAL, PATIENCE, ROOT, Desk

PACKAGING = ROOT / "packaging" / "server"


def free_port() -> int:
    """Return a port of this machine that nothing listens at."""
    with closing(socket.socket()) as probe:
        probe.bind((LOCAL, 0))
        return int(probe.getsockname()[1])


class WebServer(Desk):
    """uvicorn with the application of the environment; its output is a file of the folder."""

    def __init__(self, folder: Path, *arguments: str, database: str = "", **variables: str) -> None:
        """Prepare a server; `variables` are settings without `ROOKERY_`, or other variables in capitals."""
        super().__init__(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.database = database or str(self.store)
        self.port = free_port()
        self.arguments = arguments
        self.local_address = f"http://{LOCAL}:{self.port}"
        self.address = self.local_address
        self.variables = {
            name if name.isupper() else f"ROOKERY_{name.upper()}": value for name, value in variables.items()
        }
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        self.wait_until_ready()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start the server."""
        command = [sys.executable, "-m", "uvicorn", "--factory", "rookery.web:create_app", "--host", LOCAL, "--port",
                   str(self.port), "--no-proxy-headers", "--no-access-log", *self.arguments]  # fmt: skip
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("ROOKERY_")}
        environment = {**inherited, "ROOKERY_DATABASE": self.database, **self.variables}
        with open(self.folder / "output.txt", "ab") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment,
                cwd=self.folder,
            )  # fmt: skip

    def wait_until_ready(self) -> None:
        """Wait until the server can be used."""
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.local_address}/ready").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start\n{self.output}")

    def wait_until_ended(self) -> int:
        """Wait for the end of the process; return its exit code."""
        assert self.process is not None
        return self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Stop the server as a service manager does; return its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.wait_until_ended()

    def kill(self) -> None:
        """Kill the process, if it runs, with its workers."""
        if self.process is not None and self.process.poll() is None:
            from support.processes import descendants

            children = descendants(self.process.pid)
            self.process.kill()
            for child in children:
                try:
                    os.kill(child, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            self.process.wait(PATIENCE)

    @property
    def output(self) -> str:
        """What the server has printed."""
        return (self.folder / "output.txt").read_text("utf-8", "replace")

    @property
    def log_lines(self) -> list[dict[str, Any]]:
        """The lines of the log."""
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]

    def wait_for_log_line(self, request_id: str) -> dict[str, Any]:
        """Return the line of a request, which is written after its answer."""
        deadline = time.monotonic() + PATIENCE
        while True:
            for line in self.log_lines:
                if line.get("request") == request_id:
                    return line
            assert time.monotonic() < deadline, f"no line of the log names {request_id}"
            time.sleep(0.02)


def missing_nginx() -> str:
    """Return why there can be no nginx here, and what to do about it; an empty text where there can."""
    if os.name != "posix":
        return "nginx is started by the tests on POSIX systems only"
    for program, package in (("nginx", "nginx"), ("openssl", "openssl")):
        if nginx_program(program) is None:
            return f"{package} is not installed: make services"
    return ""


def nginx_program(name: str = "nginx") -> str | None:
    """Return the path of a program, which may be in a folder of the administrator."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


def make_certificate(folder: Path) -> None:
    """Write cert.pem and key.pem for this machine, signed by itself."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
         "-days", "2", "-subj", "/CN=desk", "-addext", f"subjectAltName=IP:{LOCAL}"],
        check=True, cwd=folder, capture_output=True,
    )  # fmt: skip


class Nginx:
    """nginx with https before a server, by the configuration of the documentation; everything is in a folder."""

    def __init__(self, folder: Path, backend: int, prefix: str = "") -> None:
        self.folder, self.backend, self.prefix = folder, backend, prefix
        self.port = free_port()
        self.origin = f"https://{LOCAL}:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> Self:
        make_certificate(self.folder)
        (self.folder / "nginx.conf").write_text(self._configuration())
        program = nginx_program()
        assert program is not None
        command = [program, "-p", str(self.folder), "-e", "stderr", "-c", str(self.folder / "nginx.conf")]
        with open(self.folder / "nginx.txt", "wb") as output:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with closing(socket.socket()) as probe:
                if probe.connect_ex((LOCAL, self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise AssertionError((self.folder / "nginx.txt").read_text())

    def __exit__(self, *_: object) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(PATIENCE)

    def _configuration(self) -> str:
        """Return the documented server, at this port and with this certificate, in a configuration of its own."""
        server = (PACKAGING / "nginx.conf").read_text()
        changes = {
            r"listen 443": f"listen {LOCAL}:{self.port}",
            r"server_name [^;]*": f"server_name {LOCAL}",
            r"ssl_certificate [^;]*": f"ssl_certificate {self.folder}/cert.pem",
            r"ssl_certificate_key [^;]*": f"ssl_certificate_key {self.folder}/key.pem",
            r"proxy_pass [^;]*": f"proxy_pass http://{LOCAL}:{self.backend}",
            r"location / \{": f"location {self.prefix}/ {{",
        }
        for pattern, text in changes.items():
            server, count = re.subn(pattern, text, server)
            assert count == 1, pattern
        user = "user root;" if os.geteuid() == 0 else ""
        folders = "".join(
            f"{name}_temp_path {self.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return (
            f"{user} daemon off; worker_processes 1; pid {self.folder}/nginx.pid;\n"
            "events { worker_connections 512; }\n"
            f"http {{ access_log off; {folders}\n{server}\n}}\n"
        )

    def context(self) -> ssl.SSLContext:
        """Return the TLS context that trusts the certificate."""
        return ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
