"""The command lines of bbpPairings and JaVaFo, with the same output and exit codes."""
