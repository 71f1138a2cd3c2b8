"""Lessons that a teacher writes in Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from counterplay import BadNotation, Position
from counterplay.cli.main import commands
from counterplay.lessons import Exercise, Walkthrough, parse_lesson

LESSON = """# Cutting branches

Some *text*, and a <script>alert(1)</script>.

```tree alpha_beta
[[3, 12, 8], [2, 4, 6], [14, 5, 2]]
```

```position tic_tac_toe
oxx/.x./.o. o
```

```search tic_tac_toe depth=1
oxx/.x./.o. o
```

```python
# ```tree is only shown here
print("a program")
```

```exercise minimax
A MAX
  3
  4
```
"""


def test_a_lesson_is_worked_out(tmp_path: Path) -> None:
    """Would catch a block that is lost or out of order, code of the file's own in the page, or a link to elsewhere."""
    lesson = parse_lesson(LESSON)
    kinds = [str, Walkthrough, Position, Walkthrough, str, Exercise]
    assert lesson.title == "Cutting branches" and all(isinstance(p, k) for p, k in zip(lesson.parts, kinds, strict=True))
    assert isinstance(lesson.parts[1], Walkthrough) and lesson.parts[1].result.value == "3"
    file, page = tmp_path / "cuts.md", tmp_path / "cuts.html"
    file.write_text(LESSON)
    done = CliRunner().invoke(commands, ["lesson", str(file), "--html", str(page)])
    assert done.exit_code == 0 and "Minimax values" in done.output and "a program" in done.output
    text = page.read_text()
    assert text.count("<h1>") == 1 and text.count("<iframe") == 2 and "<script>alert" not in text and "<em>text</em>" in text
    assert 'src="http' not in text and 'href="http' not in text


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        (
            "```position evil.py\n```",
            "the block of line 3: a lesson shows games of the catalogue, not a file such as 'evil.py'",
        ),
        ("```tree\n```", "it holds no tree"),
        ("```tree\n/etc/hostname\n```", "line 3"),
        ("```search\n```", "followed by the name of a game"),
        ("```exercise minimax sead=3\n```", "no option 'sead'"),
        ("```search nim depth=two\n```", "depth must be a whole number, not 'two'"),
        ("```position tic_tac_toe\nrubbish\n```", "the block of line 3"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(block: str, sentence: str) -> None:
    """Would catch a traceback, code that is run because a lesson names it, or an error without its place."""
    with pytest.raises(BadNotation, match=sentence):
        parse_lesson(f"# T\n\n{block}\n")
