"""Print the newest section of CHANGELOG.md, for the notes of a release."""

import re
from pathlib import Path

text = (Path(__file__).resolve().parent.parent / "CHANGELOG.md").read_text("utf-8")
print(re.split(r"(?m)^## .*\n", text)[1].strip())
