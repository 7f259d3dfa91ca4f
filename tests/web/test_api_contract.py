"""The API keeps to its OpenAPI document for every role: no error of the server, no answer that the document lacks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rookery._record import replace
from rookery.tournaments.roles import SCOPES, Role
from rookery.web.api import openapi_document
from rookery.web.config import Config, Limits
from support.visitors import OpenDesk, Visitor, with_event, with_examples

schemathesis = pytest.importorskip("schemathesis", exc_type=ImportError)

EXAMPLES = 40
"""Requests of each role; many more in the nightly run."""
NIGHTLY_EXAMPLES = 1500
SLUGS = ("easter-open", "four-rivers", "tanners-cup")
VALUES: dict[str, list[Any]] = {
    "slug": list(SLUGS), "event": ["river-festival"], "round": [1, 3, 5], "key": ["p1", "p2", "t1"],
    "board": ["1", "1.1"], "match": [1], "place": [1], "chapter": ["round", "home"],
    "dialect": ["trf26", "trf16", "json", "rookery"],
}  # fmt: skip
"""Parameters of addresses for which there is something."""
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
          "response_headers_conformance")  # fmt: skip
NOBODY, OWNER, READING = "nobody", "owner", "reading token"
CHANGES_NOTHING = {NOBODY, READING, str(Role.READER)}
CALLERS = (NOBODY, OWNER, READING, *map(str, Role))


def caller_headers(house: OpenDesk, caller: str) -> dict[str, str]:
    """Return the headers of a caller: a token with all scopes of an account with this role in every tournament."""
    now, tokens, accounts = int(time.time()), house.store.tokens, house.store.accounts
    if caller == NOBODY:
        return {}
    account, scopes = "", ["read"] if caller == READING else list(SCOPES)
    if caller in set(Role):
        made = accounts.create(caller, now)
        assert made is not None
        account = made.id
        places = [""] if caller == Role.ADMINISTRATOR else [stream.id for stream in house.store.streams()]
        for place in places:
            accounts.grant(account, place, caller, {}, now)
    secret, _ = tokens.create("Contract", scopes, now, now + 86400, account=account)
    return {"authorization": f"Bearer {secret}"}


def check_contract(house: OpenDesk, headers: dict[str, str], examples: int) -> None:
    """Send requests of all kinds, and compare each answer with the document."""
    schemathesis.checks.load_all_checks()
    checks = [schemathesis.checks.CHECKS.get_one(name) for name in CHECKS]
    schema = schemathesis.openapi.from_dict(openapi_document())
    operations = [result.ok() for result in schema.get_all_operations()]
    visitor = Visitor(replace(house.site, config=Config(limits=Limits(token_requests=10**9))))

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=st.sampled_from(operations).flatmap(lambda operation: operation.as_strategy()), data=st.data())
    def compare(case: Any, data: st.DataObject) -> None:
        for name in case.path_parameters or {}:
            if name in VALUES and data.draw(st.integers(0, 5)):
                case.path_parameters[name] = data.draw(st.sampled_from(VALUES[name]))
        request = case.as_transport_kwargs(base_url="http://127.0.0.1:8000/api")
        body = {name: request[name] for name in ("params", "json", "content") if name in request}
        if "data" in request:
            body["content"] = request["data"]
        kept = {name: text for name, text in request["headers"].items() if name in ("Content-Type", "If-None-Match")}
        answer = visitor.send(request["method"], request["url"], {**kept, **headers}, **body)
        case.validate_response(schemathesis.Response.from_httpx(answer, verify=False), checks=checks)

    compare()


@pytest.mark.slow
@pytest.mark.parametrize("caller", CALLERS)
def test_every_answer_is_in_the_document(tmp_path: Path, caller: str) -> None:
    check_caller(tmp_path, caller, EXAMPLES)


@pytest.mark.nightly
@pytest.mark.parametrize("caller", CALLERS)
def test_many_answers_are_in_the_document(tmp_path: Path, caller: str) -> None:
    check_caller(tmp_path, caller, NIGHTLY_EXAMPLES)


def check_caller(tmp_path: Path, caller: str, examples: int) -> None:
    """Check the answers that a caller gets; one who only reads changes nothing."""
    house = with_event(with_examples(tmp_path, shared=True))
    headers = caller_headers(house, caller)
    before = house.store.totals()
    check_contract(house, headers, examples)
    if caller in CHANGES_NOTHING:
        assert house.store.totals() == before
        assert house.store.webhooks.list_webhooks() == ()
    house.store.close()
