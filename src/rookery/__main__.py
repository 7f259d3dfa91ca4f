"""`python -m rookery`, from the bare source tree as well."""

from __future__ import annotations

import sys

from rookery.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
