"""The generated corpora: tests/corpora.tar.xz, unpacked once for each checkout; tests/corpora.md says what is in them.

    python tests/support/corpora.py FOLDER

packs a folder anew: the same files give the same archive, whoever packs them and when.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

ARCHIVE = Path(__file__).resolve().parent.parent / "corpora.tar.xz"
PLACE = ARCHIVE.parent.parent / ".corpora"
LEFT_OUT = {"README.md", "trf-real"}  # what they are stands in corpora.md; real files are other people's


def unpack() -> Path:
    """The folder with the corpora: made when it is not there, in one step, so that several may ask at once."""
    folder = PLACE / hashlib.sha256(ARCHIVE.read_bytes()).hexdigest()[:16]
    if not folder.is_dir():
        PLACE.mkdir(exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=PLACE))
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(temporary, filter="data")
        try:
            temporary.rename(folder)
        except OSError:  # somebody was quicker
            shutil.rmtree(temporary)
    return folder


def pack(folder: Path) -> bytes:
    """The archive before compression: names in order, no owner, no time."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if path.is_file() and LEFT_OUT.isdisjoint(path.relative_to(folder).parts):
                entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
                entry.size = path.stat().st_size
                entry.mode = 0o644
                with path.open("rb") as file:
                    archive.addfile(entry, file)
    return whole.getvalue()


def main(folder: str) -> None:
    """Pack."""
    import lzma

    ARCHIVE.write_bytes(lzma.compress(pack(Path(folder)), preset=9 | lzma.PRESET_EXTREME))
    print(f"{ARCHIVE.name}: {os.path.getsize(ARCHIVE)} bytes")


if __name__ == "__main__":
    main(sys.argv[1])
