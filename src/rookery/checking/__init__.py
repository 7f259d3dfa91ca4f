"""Judgement: is a tournament paired by the rules, random tournaments that are, and two engines against each other."""
