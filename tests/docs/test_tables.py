"""What the documents tell of the games is what the classes say."""

from __future__ import annotations

import pytest

from docs import make_tables


@pytest.mark.parametrize("document", make_tables.PLACES)
def test_documents_are_up_to_date(document: str) -> None:
    """A game, a parameter or a name that was changed and is told otherwise; `python -m docs.make_tables` mends it."""
    text = (make_tables.ROOT / document).read_text(encoding="utf-8")
    assert make_tables.refreshed(document, text) == text, "run `python -m docs.make_tables`"


def test_a_document_behind_is_noticed() -> None:
    """A generator that would find nothing wrong with an old table, or a document whose marks were lost."""
    text = (make_tables.ROOT / "docs/games.md").read_text(encoding="utf-8")
    behind = text.replace("| `kalah` |", "| `kahla` |")
    assert behind != text == make_tables.refreshed("docs/games.md", behind)
    with pytest.raises(ValueError, match="exactly one place"):
        make_tables.refreshed("docs/games.md", "# Games")
