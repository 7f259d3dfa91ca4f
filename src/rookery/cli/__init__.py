"""The command line: each command reads, asks the library, and prints; nothing is decided here."""
