"""Explanations of pairings: facts found by comparing pairings, and the sentences that state them."""
