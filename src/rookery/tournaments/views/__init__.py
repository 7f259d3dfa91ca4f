"""Views of a tournament for a page or a terminal, as frozen values; views do not implement rules."""
