"""Ctrl C during the start of the desk is deferred until the server can stop."""

from __future__ import annotations

import signal
import socket

import pytest

pytest.importorskip("uvicorn")

import uvicorn

from rookery.web.server import Interrupt


class _Server(uvicorn.Server):
    """A server that only records whether it was to stop when it began, and after one more Ctrl C."""

    def __init__(self) -> None:
        super().__init__(uvicorn.Config("nothing"))
        self.should_exit_values: list[bool] = []

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        self.should_exit_values.append(self.should_exit)
        signal.raise_signal(signal.SIGINT)
        self.should_exit_values.append(self.should_exit)


@pytest.mark.parametrize("early", [False, True])
def test_an_interrupt_that_comes_before_the_server_stops_it(early: bool) -> None:
    before, server = signal.getsignal(signal.SIGINT), _Server()
    with Interrupt() as interrupt, socket.socket() as listener:
        if early:
            signal.raise_signal(signal.SIGINT)  # as in the middle of an import
        interrupt.run(server, listener)
    assert server.should_exit_values == [early, True]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_stopping_server_ends_at_once_without_answering() -> None:
    async def application(scope: object, receive: object, send: object) -> None:
        raise AssertionError

    with Interrupt() as interrupt, socket.create_server(("127.0.0.1", 0)) as listener:
        interrupt()
        interrupt.run(uvicorn.Server(uvicorn.Config(application, log_level="warning", lifespan="off")), listener)
