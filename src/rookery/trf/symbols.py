"""Which word of the model a code of the format stands for; read from left to right, written from right to left."""

from __future__ import annotations

EVENT_TEXTS = {
    "012": "name", "022": "city", "032": "federation", "092": "type", "102": "chief_arbiter", "122": "time_control",
    "172": "ranking_method", "182": "controller", "222": "encoded_time_control",
}  # fmt: skip
"""Records that are one text of the event."""

GAME_POINTS = {"W": "win", "D": "draw", "L": "loss", "A": "absence", "P": "pab", "X": "adjourned"}
"""Symbols of 162."""

MATCH_POINTS = {"TW": "win", "TD": "draw", "TL": "loss"}
"""Symbols of 362."""

XXS_POINTS = {"W": "win", "D": "draw", "L": "loss", "PAB": "pab", "ZPB": "absence", "FPB": "full_bye",
              "HPB": "half_bye", "FW": "forfeit_win", "FL": "forfeit_loss"}  # fmt: skip
"""Codes of XXS."""

BB_POINTS = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "absence", "BBF": "forfeit_loss", "BBU": "pab"}
"""Records of bbpPairings."""
