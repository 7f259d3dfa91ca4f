"""Events whose rounds are known before the first: tables, schedules, and who gets which number."""
