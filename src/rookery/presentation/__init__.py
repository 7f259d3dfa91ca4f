"""Tables for the screen and for documents: standings, crosstable, the boards of a round, players and teams."""
