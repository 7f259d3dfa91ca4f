"""Tables that people bring: entries and results as a spreadsheet has them, pasted, in CSV or in XLSX.

`read_table` or `pasted` makes a `Sheet`, `guessed` says what its columns mean and why, a person may change that, and
`entries` makes people of the rows. Nothing is lost in silence: what is not understood is a problem with its place.
"""
