"""The table of articles is true, and codes of tournament types are read."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path

import pytest

from rookery.articles import ARTICLES, Article
from rookery.regulations import CODES, scheme

HERE = Path(__file__).parent / "articles"


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: f"{article.regulation.code} {article.number}")
def test_an_article_said_to_be_done_has_a_test(article: Article) -> None:
    if not article.done:
        return
    name, function = article.test.split("::")
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_no_article_stands_twice() -> None:
    keys = [(article.regulation.code, article.number) for article in ARTICLES]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("code", "family", "edition"),
    [
        ("FIDE_DUTCH", "dutch", None),
        ("FIDE_DUTCH_2017", "dutch", date(2017, 7, 1)),
        ("FIDE_DUTCH_2025_BAKU", "dutch", date(2026, 2, 1)),
        ("FIDE_DUBOV_BAKU", "dubov", None),
        ("FIDE_BURSTEIN", "burstein", None),
        ("CUSTOM_SWISS", "swiss", None),
        ("LIM", "lim", None),
        ("FIDE_DOUBLESWISS", "double-swiss", None),
        ("BERGER_ROUNDROBIN_G2", "round-robin", None),
        ("FIDE_DOUBLEROUNDROBIN", "double-round-robin", None),
        ("BERGER_TEAM_ROUNDROBIN", "round-robin", None),
        ("CUSTOM_TEAM_SWISS_GP", "team", None),
        ("SOMETHING_ELSE", "", None),
        ("", "", None),
    ],
)
def test_families(code: str, family: str, edition: date | None) -> None:
    assert (scheme(code).family, scheme(code).edition) == (family, edition)
    assert scheme(code).baku is code.endswith("BAKU")


@pytest.mark.parametrize(
    ("code", "options"),
    [
        ("FIDE_TEAM", ("A", "MP", "GP")),
        ("FIDE_TEAM_BAKU", ("A", "MP", "GP")),
        ("FIDE_TEAM_TYPEB_GP_MP", ("B", "GP", "MP")),
        ("FIDE_TEAM_MP", ("", "MP", "")),
        ("FIDE_TEAM_TYPEA", ("A", "MP", "")),
    ],
)
def test_team_options(code: str, options: tuple[str, str, str]) -> None:
    plan = scheme(code)
    assert (plan.colour_type, plan.primary, plan.secondary) == options


def test_every_system_has_a_code_that_leads_back() -> None:
    assert {name: scheme(code).family for name, code in CODES.items()} == {name: name for name in CODES}
