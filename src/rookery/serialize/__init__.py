"""Results of the library as JSON data, in one form for Python, the command line and the engine.

`rookery.as_data` is the entry point. `types` and `cli_types` declare the form of each answer: mypy checks the encoders
against them, and the JSON Schemas in the documents are generated from them.
"""
