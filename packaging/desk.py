"""Entry point of the single-file desk: without arguments it opens the desk, with arguments it is the command line."""

import sys
from multiprocessing import freeze_support

from rookery.cli.main import main

if __name__ == "__main__":
    freeze_support()
    sys.exit(main(sys.argv[1:] or ["desk"]))
