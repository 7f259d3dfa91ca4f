"""Spoilt inputs and random command lines, and the judgement on what becomes of them.

A case is made of a kind and a seed alone, so that every finding can be had again. It is run in a process of its own,
with limits of time and memory (`pool`); what is wrong is told as a text.
"""
