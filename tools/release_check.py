"""Check what would be released: build, metadata, an installation from the wheel, the demo and the desk.

    python tools/release_check.py [--keep FOLDER]

Builds the wheel and the source archive into dist/, checks their metadata for the package index, installs the wheel with
its extras into a new environment, runs the examples there, opens a desk, and installs once more by pipx. The changelog
must describe the version. Needs the network for the packages of the extras.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from venv import EnvBuilder

from desk_probe import read_first_page

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
VERSION = re.search(r'__version__ = "([^"]+)"', (ROOT / "src/rookery/_version.py").read_text("utf-8"))[1]  # type: ignore[index]


def run(*words: str | Path, cwd: Path = ROOT, script: str = "") -> str:
    """Run a command and return what it prints; exit with its output if it fails."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, input=script)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_changelog() -> None:
    """The changelog has a dated section for the version, and no fragment is left over."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"(?m)^## {re.escape(VERSION)} \(\d{{4}}-\d\d-\d\d\)$", text):
        sys.exit(f"CHANGELOG.md has no dated section for {VERSION}")
    if fragments := [path.name for path in (ROOT / "changes").glob("*.md") if path.name != "README.md"]:
        sys.exit(f"changes/ still holds {', '.join(fragments)}: run `make changelog`")


def check_build() -> None:
    """Wheel and source archive are built, and the package index would accept and render them."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST)
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(DIST.iterdir()))
    with zipfile.ZipFile(find_wheel()) as wheel:
        metadata = wheel.read(f"rookery_chess-{VERSION}.dist-info/METADATA").decode()
    if relative := re.findall(r"\]\((?!https?://|#)[^)]*\)", metadata):
        sys.exit(f"the description on the package index has relative links: {', '.join(relative)}")


def find_wheel() -> Path:
    """Return the wheel in dist/."""
    (wheel,) = DIST.glob("*.whl")
    return wheel


def check_installation() -> None:
    """In a new environment with the wheel alone: version, demo, desk."""
    with tempfile.TemporaryDirectory() as folder:
        EnvBuilder(with_pip=True).create(folder)
        programs = Path(folder) / "bin"
        run(programs / "python", "-m", "pip", "-qq", "install", f"{find_wheel()}[desk,pdf]")
        if VERSION not in run(programs / "rookery", "--version", cwd=Path(folder)):
            sys.exit("the installed command has another version")
        run("env", f"PATH={programs}:/usr/bin:/bin", "sh", ROOT / "examples" / "demo.sh", cwd=Path(folder))
        if "Rookery" not in read_first_page([programs / "rookery", "desk"]):
            sys.exit("the desk of the installed wheel shows no page")


def check_pipx() -> None:
    """`pipx install` gives the command, and it starts the desk."""
    with tempfile.TemporaryDirectory() as folder:
        homes = [f"PIPX_HOME={folder}/home", f"PIPX_BIN_DIR={folder}/bin", f"PIPX_MAN_DIR={folder}/man"]
        run("env", *homes, sys.executable, "-m", "pipx", "install", "--quiet", f"{find_wheel()}[desk]")
        if VERSION not in run(Path(folder) / "bin" / "rookery", "--version"):
            sys.exit("pipx installed another version")
        if "Rookery" not in read_first_page([Path(folder) / "bin" / "rookery", "desk"]):
            sys.exit("the desk installed by pipx shows no page")


CHECKS: tuple[tuple[str, Callable[[], None]], ...] = (
    ("changelog", check_changelog),
    ("build and metadata", check_build),
    ("wheel in a new environment: demo, desk", check_installation),
    ("pipx", check_pipx),
)


def main() -> int:
    """Run every check in turn."""
    for name, check in CHECKS:
        start = time.monotonic()
        check()
        print(f"{name}: ok ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"rookery {VERSION} can be released: dist/ has the files.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
