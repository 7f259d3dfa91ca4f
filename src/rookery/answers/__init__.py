"""Every answer as plain data, in one form: what JSON can write, from Python, the command line and the engine alike.

`rookery.as_data` is the way in. `shapes` says what each answer looks like; mypy holds the writers to it, and the JSON
Schemas in the documents are made of it.
"""
