"""Matchings on bitset graphs: all that are best for a list of wishes, kept exactly as one shrinking graph.

Knows no chess, and imports nothing of Rookery.
"""
