"""The example that trains a network runs, where PyTorch is installed."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_the_value_net_learns_and_plays(tmp_path: Path) -> None:
    """Would catch an example that fails, or data from which nothing can be learned."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "train_value_net.py"), "20000", "20"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = re.search(r"loss ([\d.]+), score against random ([\d.]+)", done.stdout)
    assert found is not None and float(found[2]) > 0.6, done.stdout


def test_it_is_short_enough_and_shown() -> None:
    """Would catch an example beyond the thirty lines that a reader was promised, or a document that shows another."""
    text = (EXAMPLES / "train_value_net.py").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 30
    assert f"```python file=train_value_net.py\n{text}```\n" in (EXAMPLES.parent / "docs/data.md").read_text(encoding="utf-8")
    assert "torch" in (EXAMPLES / "train_value_net-requirements.txt").read_text(encoding="utf-8")
