"""Sign-in with a provider of OpenID Connect: the authorization code flow with PKCE, by Authlib."""

from __future__ import annotations

import hmac
import time
from secrets import token_urlsafe
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from rookery._record import record
from rookery.errors import RookeryError
from rookery.messages import msg
from rookery.storage.accounts import Account
from rookery.web.config import Config, OpenIdConnect
from rookery.web.context import AppContext

SCOPE = "openid profile email"
ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
"""The signatures that are accepted: none with a shared secret."""
LEEWAY, TIMEOUT, METADATA_LASTS = 60, 10.0, 3600
"""Seconds: the difference of clocks, the longest request to the provider, and the time that its metadata is kept."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class OpenIdError(RookeryError):
    """Raised when a sign-in at the provider fails; `detail` is for the log."""

    def __init__(self, text: str, detail: str = "") -> None:
        self.detail = detail
        super().__init__(text)


@record
class PendingSignIn:
    """A sign-in that has begun: what the browser must bring back, and the page to go to."""

    state: str
    nonce: str
    verifier: str
    then: str = "/"


@record
class Identity:
    """A person as the provider knows them; the mail address is empty if the provider has not verified it."""

    issuer: str
    subject: str
    name: str
    email: str = ""


def has_provider(config: Config) -> bool:
    """Return whether a provider is configured."""
    return bool(config.oidc.issuer and config.oidc.client_id)


def provider_name(config: Config) -> str:
    """Return the name of the provider on the button."""
    return config.oidc.name or urlsplit(config.oidc.issuer).hostname or config.oidc.issuer


class Provider:
    """A provider of OpenID Connect; threads may share it."""

    def __init__(self, settings: OpenIdConnect) -> None:
        self._settings, self._lock = settings, Lock()
        self._metadata: dict[str, Any] = {}
        self._read_at = 0.0
        _require_https(settings.issuer)

    def begin(self, redirect_uri: str, then: str) -> tuple[str, PendingSignIn]:
        """Return the address of the provider to send the browser to, and what is to be kept until it comes back."""
        pending = PendingSignIn(token_urlsafe(32), token_urlsafe(32), token_urlsafe(48), then)
        with self._client(redirect_uri) as client:
            url, _ = client.create_authorization_url(
                self.metadata["authorization_endpoint"],
                state=pending.state,
                nonce=pending.nonce,
                code_verifier=pending.verifier,
            )
        return str(url), pending

    def finish(self, redirect_uri: str, query: dict[str, str], pending: PendingSignIn) -> Identity:
        """Return the person for the answer of the provider.

        Raises:
            OpenIdError: The answer does not belong to the sign-in that this browser began, or is not valid.
        """
        if not hmac.compare_digest(query.get("state", "").encode(), pending.state.encode()):
            raise OpenIdError(msg("This sign-in was not begun in this browser."), "wrong state")
        if query.get("iss", self._settings.issuer) != self._settings.issuer:
            raise OpenIdError(FAILED, "wrong issuer in the answer")
        if "error" in query or not query.get("code"):
            raise OpenIdError(msg("The provider did not sign you in."), query.get("error", "no code"))
        with self._client(redirect_uri) as client, _ProviderErrors():
            token = client.fetch_token(
                self.metadata["token_endpoint"], code=query["code"], code_verifier=pending.verifier
            )
            keys = client.request("GET", self.metadata["jwks_uri"], withhold_token=True).raise_for_status().json()
        return self._identity(str(token.get("id_token", "")), keys, pending.nonce)

    def _identity(self, id_token: str, keys: Any, nonce: str) -> Identity:
        """Return the person of a signed token after checking signature, issuer, audience, times and nonce."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.jwk import KeySet

        with _ProviderErrors():
            token = jwt.decode(id_token, KeySet.import_key_set(keys), algorithms=ALGORITHMS)
            options = {
                "iss": {"essential": True, "value": self._settings.issuer},
                "aud": {"essential": True, "value": self._settings.client_id},
                "sub": {"essential": True},
                "exp": {"essential": True},
                "nonce": {"essential": True, "value": nonce},
            }
            params = {"client_id": self._settings.client_id, "nonce": nonce}
            claims = CodeIDToken(token.claims, token.header, options, params)
            claims.validate(now=int(time.time()), leeway=LEEWAY)
        email = str(claims.get("email", "")) if claims.get("email_verified") is True else ""
        name = next((str(claims[key]) for key in ("name", "preferred_username", "email") if claims.get(key)), "")
        return Identity(self._settings.issuer, str(claims["sub"]), " ".join(name.split())[:80], email)

    @property
    def metadata(self) -> dict[str, Any]:
        """The endpoints of the provider, read from its well-known address."""
        with self._lock:
            if not self._metadata or time.monotonic() - self._read_at > METADATA_LASTS:
                self._metadata, self._read_at = self._read_metadata(), time.monotonic()
            return self._metadata

    def _read_metadata(self) -> dict[str, Any]:
        import httpx

        with _ProviderErrors():
            url = f"{self._settings.issuer.rstrip('/')}/.well-known/openid-configuration"
            metadata: dict[str, Any] = httpx.get(url, timeout=TIMEOUT).raise_for_status().json()
            names = ("authorization_endpoint", "token_endpoint", "jwks_uri")
            if metadata.get("issuer") != self._settings.issuer:
                raise OpenIdError(FAILED, "the metadata is of another issuer")
            for name in names:
                _require_https(str(metadata[name]))
        return metadata

    def _client(self, redirect_uri: str) -> Any:
        try:
            from authlib.integrations.httpx_client import OAuth2Client
        except ModuleNotFoundError as error:
            raise RookeryError(f'OpenID Connect needs {error.name}: pip install "rookery-chess[oidc]"') from None
        settings = self._settings
        return OAuth2Client(
            settings.client_id, settings.client_secret or None, scope=SCOPE, redirect_uri=redirect_uri,
            code_challenge_method="S256", timeout=TIMEOUT,
            token_endpoint_auth_method="client_secret_basic" if settings.client_secret else "none",
        )  # fmt: skip


FAILED = msg("The sign-in at the provider failed.")


class _ProviderErrors:
    """A context manager that turns every failure of the provider or of its answer into an OpenIdError."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, RookeryError):
            raise OpenIdError(FAILED, f"{type(error).__name__}: {error}") from error


def _require_https(address: str) -> None:
    parts = urlsplit(address)
    if parts.scheme != "https" and parts.hostname not in LOOPBACK:
        raise OpenIdError(FAILED, f"{address} is not https")


def find_or_create_account(site: AppContext, identity: Identity) -> Account:
    """Return the account of a person at the provider.

    It is linked by issuer and subject. A person who signs in for the first time gets the account with the verified mail
    address, or, in one of the configured domains, a new one without a role.

    Raises:
        OpenIdError: There is no account, or it is disabled.
    """
    accounts = site.store.accounts
    account = accounts.find_subject(identity.issuer, identity.subject)
    if account is None and identity.email:
        known = [
            account for account in accounts.list_accounts() if account.email.casefold() == identity.email.casefold()
        ]
        if len(known) == 1 and not known[0].subject:
            account = known[0]
            accounts.link(account.id, identity.issuer, identity.subject)
    if account is None and _is_in_domain(site.config, identity.email):
        account = _create(site, identity)
    if account is None or account.disabled is not None:
        raise OpenIdError(msg("There is no account for you at this desk. Ask its administrator."), "no account")
    return account


def _is_in_domain(config: Config, email: str) -> bool:
    domain = email.rpartition("@")[2].casefold()
    return bool(domain) and domain in {known.casefold() for known in config.oidc.domains}


def _create(site: AppContext, identity: Identity) -> Account | None:
    """Create an account; a name that is taken gets the mail address behind it."""
    now = int(time.time())
    for name in (identity.name, f"{identity.name} ({identity.email})"[:80]):
        if name and name.isprintable() and not site.store.people.is_taken(name, now):
            return site.store.accounts.create(
                name, now, email=identity.email, issuer=identity.issuer, subject=identity.subject
            )
    return None
