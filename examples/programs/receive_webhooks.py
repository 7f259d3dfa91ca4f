"""Receive webhooks and print each event once: python receive_webhooks.py 9000

The secret of the webhook is in the variable ROOKERY_SECRET. Behind a web server that speaks https, the address of the
webhook is that of the web server.
"""

import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

OLDEST = 300  # seconds: a request that somebody has recorded is of no use later
last = {}  # the last version of each tournament; a real receiver stores it


def verify(secret, header, body, now):
    """Return whether a request comes from the desk, and is new."""
    fields = dict(field.split("=", 1) for field in header.split(",") if "=" in field)
    moment, code = fields.get("t", ""), fields.get("v1", "")
    expected = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, code) and moment.isdecimal() and abs(now - int(moment)) <= OLDEST


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not verify(os.environ["ROOKERY_SECRET"], self.headers.get("Rookery-Signature", ""), body, time.time()):
            self.send_response(403)
            self.end_headers()
            return
        data = json.loads(body)
        event, tournament = data["event"], data.get("tournament") or data.get("of_event")
        if event is None:
            print("A test has arrived.", flush=True)
        elif event["version"] > last.get(tournament, 0):  # what arrives again is known
            print(f"{tournament} {event['version']}: {event['text']}", flush=True)
            last[tournament] = event["version"]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver).serve_forever()
