"""Every command and every piece of Python shown in a document runs as shown."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

RUN = Path(__file__).with_name("run_commands.py")
ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md")])
# Fetching and making are what runs this test in the first place.
NOT_RUN = ("git ", "cd ", "make", "pip ")


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.S | re.M)


def with_files(document: Path, folder: Path) -> None:
    """Files that a document shows as ```python file=NAME, or as text, are there when its commands run."""
    for name, content in shown_files(document):
        (folder / name).write_text(content, encoding="utf-8")


def shown_files(document: Path) -> list[tuple[str, str]]:
    return re.findall(r"^```(?:python|text) file=(\S+)\n(.*?)^```", document.read_text(encoding="utf-8"), re.S | re.M)


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: str(d.relative_to(ROOT)))
def test_commands_run_as_shown(document: Path, tmp_path: Path) -> None:
    """Catches a command, an option or a file in a document that no longer exists or fails."""
    lines = [line[2:] for block in blocks(document, "console") for line in block.splitlines() if line.startswith("$ ")]
    commands = [shlex.split(line) for line in lines if not line.startswith(NOT_RUN)]
    if not commands:
        pytest.skip("it shows none")
    assert {words[0] for words in commands} == {"counterplay"}
    with_files(document, tmp_path)
    with subprocess.Popen(
        [sys.executable, str(RUN)], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None and running.stdout is not None
        for words in commands:
            print(json.dumps(words), file=running.stdin, flush=True)
            assert running.stdout.readline() == "0\n", f"{shlex.join(words)}\n{(tmp_path / 'said').read_text()}"
        running.stdin.close()


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


def test_board_games_that_are_shown_pass_the_linter() -> None:
    """Catches a game whose form a contributor would have to change when it comes into the catalogue."""
    for name, content in shown_files(ROOT / "docs/boards.md"):
        for job in (["check"], ["format", "--check"]):
            command = [sys.executable, "-m", "ruff", *job, "--stdin-filename", f"counterplay/games/lines/{name}", "-"]
            done = subprocess.run(command, cwd=ROOT, input=content, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
