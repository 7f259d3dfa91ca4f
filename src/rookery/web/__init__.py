"""The desk in the browser: pages made on the server, one script, what others did as it happens; nothing from outside.

`rookery desk` opens it. A page is a frozen view of `rookery.desk.views` and a template; every change is a wish that
`Desk.do` decides. Needs pip install "rookery[desk]".
"""
