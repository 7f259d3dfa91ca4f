"""Standings and the tie-breaks of C.07: exact, each value with its working."""
