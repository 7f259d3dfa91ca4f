"""The pictures of the documents are what the kernel draws today."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def test_kernel_pictures(root: Path) -> None:
    spec = importlib.util.spec_from_file_location("kernel_pictures", root / "tools" / "kernel_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for name, face in tool.stages().items():
        assert (root / "docs" / "pictures" / f"kernel-{name}.svg").read_text(encoding="utf-8") == tool.drawing(face)
