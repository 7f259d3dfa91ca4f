"""Tournament report files: FIDE's TRF06, TRF16 and TRF26, JaVaFo's TRF(x) and bbpPairings' TRF(bx).

`read.read` takes any of them, `serialize.dump` writes any; a `Document` keeps every line of what was read.
"""
