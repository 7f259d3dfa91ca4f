"""What the tests share: tournaments written by hand and drawn, positions, rules left out, and judges of their own."""
