"""Facts of a tournament: results by round, scores, colours, floats, pairing numbers, attendance."""
