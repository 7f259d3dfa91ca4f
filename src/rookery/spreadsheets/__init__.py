"""Tables of entries that people bring: pasted, in CSV or in XLSX.

`read_table` or `read_text` returns a `Sheet`, `guess_columns` says what its columns mean and why, a person may change
that, and `parse_entries` returns the players. What is not understood is a problem with its place.
"""
