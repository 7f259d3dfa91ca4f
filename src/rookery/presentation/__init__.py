"""Tables that every visitor shows: standings, crosstable, the boards of a round, who takes part."""
