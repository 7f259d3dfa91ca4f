"""Events whose rounds are known before the first: tables, schedules, and assignment of numbers."""
