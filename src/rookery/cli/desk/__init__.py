"""The desk on the command line: its store, its reports, its server."""
