"""The regulations read literally: small, slow programs that list every candidate in the order of the text.

They are yardsticks: written from the texts alone, for small inputs, with nothing of `rookery` in them (a test proves
it). `python tests/literal NAME -h` says what each can do and where its limits are; README.md, what has been compared.
"""
