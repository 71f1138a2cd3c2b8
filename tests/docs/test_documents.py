"""Every command and every piece of Python shown in a document runs as shown."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
# Fetching and making are what runs this test in the first place.
NOT_RUN = ("git ", "cd ", "make", "pip ")


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.S | re.M)


def with_files(document: Path, folder: Path) -> None:
    """Files that a document shows as ```python file=NAME are there when its commands run."""
    text = document.read_text(encoding="utf-8")
    for name, content in re.findall(r"^```python file=(\S+)\n(.*?)^```", text, re.S | re.M):
        (folder / name).write_text(content, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_commands_run_as_shown(document: Path, tmp_path: Path) -> None:
    """Catches a command, an option or a file in a document that no longer exists or fails."""
    with_files(document, tmp_path)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for block in blocks(document, "console"):
        for line in block.splitlines():
            if not line.startswith("$ ") or line[2:].startswith(NOT_RUN):
                continue
            done = subprocess.run(
                shlex.split(line[2:]),
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                timeout=300,
                stdin=subprocess.DEVNULL,
                check=False,
            )
            assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_python_runs_as_shown(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Catches an example that no longer works; the blocks of a document run one after the other."""
    with_files(document, tmp_path)
    monkeypatch.chdir(tmp_path)
    module = ModuleType("document")
    monkeypatch.setitem(sys.modules, "document", module)  # a kernel belongs to a module that can be found
    for block in blocks(document, "python"):
        exec(compile(block, str(document), "exec"), module.__dict__)
