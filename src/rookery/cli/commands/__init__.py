"""The commands, one module each: its docstring, EXAMPLES and `configure` are its help, `run` does it.

A command imports no other command; what two of them need lies beside this folder.
"""
