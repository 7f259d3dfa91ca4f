"""A tournament that remembers: every change is an event, what it is now is what the events add up to.

No SQL, no HTTP, no clock: the log lies in a store that is handed in, and so are the time and the ids.
"""
