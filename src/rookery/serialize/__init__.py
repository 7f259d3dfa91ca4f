"""Results of the library as JSON data, in one form for Python, the command line and the engine.

`rookery.as_data` is the way in. `shapes` says what each answer looks like; mypy holds the writers to it, and the JSON
Schemas in the documents are made of it.
"""
