"""The table of articles is true: what it calls done has a test in this folder."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from articles.table import ARTICLES, Article
from rookery.regulations import FORMATS
from support.swiss import SWISS, Swiss

HERE = Path(__file__).parent


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: f"{article.regulation.code} {article.number}")
def test_every_implemented_article_has_a_test(article: Article) -> None:
    if not article.done:
        return
    name, function = article.test.split("::")
    tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_articles_are_unique() -> None:
    keys = [(article.regulation.code, article.number) for article in ARTICLES]
    assert len(set(keys)) == len(keys)


def related(declared: str, listed: str) -> bool:
    """The same article, or one inside the other."""
    return f"{declared}.".startswith(f"{listed}.") or f"{listed}.".startswith(f"{declared}.")


@pytest.mark.parametrize("one", [one for one in SWISS.values() if one.name in FORMATS], ids=str)
def test_every_article_that_a_system_declares_has_a_test(one: Swiss) -> None:
    """The criteria and the rules of colours of the present edition, from the declaration itself."""
    done = {f"{article.regulation.code} {article.number}" for article in ARTICLES if article.done}
    declared = {each.article for each in (*one.system.criteria, *one.system.colours)}
    assert len(declared) > 10
    assert {article for article in declared if not any(related(article, listed) for listed in done)} == set()
