"""Keep one Rookery and ask it again and again: a whole client, to be copied.

python examples/engine.py examples/swiss.trf
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


class Engine:
    """A Rookery that is kept running: `with Engine() as engine: engine.ask("hello")`."""

    def __enter__(self) -> Engine:
        command = [sys.executable, "-m", "rookery", "serve-engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        return self

    def __exit__(self, *error: object) -> None:
        """The end of its input is the end of the engine."""
        self.process.communicate()

    def ask(self, verb: str, **more: Any) -> Any:
        """The answer of Rookery; ValueError with what it says when there is none."""
        assert self.process.stdin
        assert self.process.stdout
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, "verb": verb, **more}).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise ConnectionError(f"the engine is gone: it ended with {self.process.wait()}")
        said = json.loads(line)
        if "error" in said:
            raise ValueError(said["error"]["text"])
        return said["answer"]


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_text()
    with Engine() as engine:
        print("Rookery", engine.ask("hello")["rookery"])
        outcome = engine.ask("pair", tournament=text)
        print("round", outcome["round"], outcome["pairs"])
        for reason in engine.ask("why-not", tournament=text, player=1, other=2)["reasons"]:
            print(reason["text"])
        try:
            engine.ask("pair", tournament=text, round=9)
        except ValueError as error:
            print("refused:", error)
