"""The table of articles is true: what it calls done has a test in this folder."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from articles.table import ARTICLES, Article

HERE = Path(__file__).parent


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
