"""The web application: pages rendered on the server, live updates, and an API.

`rookery desk` starts it. A page is a frozen view of `rookery.tournaments.views` and a template; every change is a
command.
Needs pip install "rookery-chess[desk]".
"""
