"""What a page or a terminal shows, as frozen values: no view changes anything, rounds anything, or knows a rule."""
