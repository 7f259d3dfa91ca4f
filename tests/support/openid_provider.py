"""A small provider of OpenID Connect on the loopback interface, which a test can make answer wrongly."""

from __future__ import annotations

import hashlib
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "rookery", "client-secret"


@dataclass
class OpenIdProvider:
    """The provider: `claims` replace those of the token, None removes one; `key` signs it."""

    issuer: str
    claims: dict[str, Any] = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "k1"}))
    published_key: RSAKey | None = None
    requests: list[dict[str, list[str]]] = field(default_factory=list)
    challenges: dict[str, str] = field(default_factory=dict)
    nonces: dict[str, str] = field(default_factory=dict)

    def authorize(self, url: str) -> dict[str, str]:
        """Return what the browser brings back after the person has signed in at the address of the provider."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        assert "openid" in query["scope"].split()
        code = f"code-{len(self.challenges)}"
        self.challenges[code], self.nonces[code] = query["code_challenge"], query["nonce"]
        return {"code": code, "state": query["state"]}

    def token(self, form: dict[str, list[str]]) -> dict[str, Any]:
        """Return the answer to a code."""
        self.requests.append(form)
        code, verifier = form["code"][0], form["code_verifier"][0]
        digest = urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
        if digest != self.challenges.pop(code, None):
            return {"error": "invalid_grant"}
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "sub": "s-1", "iat": now, "exp": now + 300, "nonce": self.nonces[code],
            "name": "Ada Wren", "email": "ada@federation.org", "email_verified": True, **self.claims,
        }  # fmt: skip
        claims = {name: value for name, value in claims.items() if value is not None}
        return {
            "access_token": "a", "token_type": "Bearer", "expires_in": 300,
            "id_token": jwt.encode({"alg": "RS256", "kid": "k1"}, claims, self.key),
        }  # fmt: skip


@contextmanager
def run_provider() -> Iterator[OpenIdProvider]:
    """Run a provider in a thread."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            key = provider.published_key or provider.key
            answers = {
                "/.well-known/openid-configuration": {
                    "issuer": provider.issuer,
                    "authorization_endpoint": f"{provider.issuer}/authorize",
                    "token_endpoint": f"{provider.issuer}/token",
                    "jwks_uri": f"{provider.issuer}/keys",
                },
                "/keys": {"keys": [key.as_dict(private=False)]},
            }
            self._send(answers[self.path])

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            answer = provider.token(parse_qs(body))
            self._send(answer, 400 if "error" in answer else 200)

        def _send(self, data: Any, status: int = 200) -> None:
            body = json.dumps(data).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = OpenIdProvider(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
