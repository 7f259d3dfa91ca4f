"""Build one file that opens the desk, for people without Python, and run it once.

    python tools/standalone.py

Uses PyInstaller in a new environment with nothing but Rookery and the extras of the desk. The file is for the system on
which it is built: dist/rookery-desk (with .exe on Windows).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from venv import EnvBuilder

from desk_probe import read_first_page

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Build the file, then start its desk and read the first page."""
    windows = os.name == "nt"
    with tempfile.TemporaryDirectory() as folder:
        EnvBuilder(with_pip=True).create(Path(folder) / "environment")
        python = Path(folder) / "environment" / ("Scripts/python.exe" if windows else "bin/python")
        subprocess.run(
            [python, "-m", "pip", "-qq", "install", f"{ROOT}[desk,pdf,lists]", "pyinstaller>=6.11"], check=True
        )
        places = ["--distpath", ROOT / "dist", "--workpath", Path(folder) / "work"]
        subprocess.run(
            [
                python,
                "-m",
                "PyInstaller",
                "--noconfirm",
                "--log-level",
                "ERROR",
                *places,
                ROOT / "packaging" / "desk.spec",
            ],
            check=True,
        )
    file = ROOT / "dist" / ("rookery-desk.exe" if windows else "rookery-desk")
    if not windows and "Rookery" not in read_first_page([file, "desk"]):
        sys.exit(f"{file} shows no page")
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
