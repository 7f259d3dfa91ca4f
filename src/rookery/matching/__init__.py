"""Perfect matchings on bitset graphs that are optimal for a list of costs, represented exactly by a reduced graph.

This package contains no chess and imports nothing of Rookery but `_record`.
"""
