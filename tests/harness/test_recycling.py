"""The tests' own machinery."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
from tests.recycling import pytest_configure_node, pytest_handlecrashitem, pytest_runtest_protocol
"""
TESTS = """
import os
import pytest

kept = []

@pytest.fixture(scope="module")
def open_thing():
    yield
    print(file=open(f"closed-{os.getpid()}", "w"))

@pytest.mark.parametrize("number", range(4))
def test_grows(number, open_thing):
    kept.append(b"x" * (200 << 20))
    assert len(kept) <= 2, "this process has kept what three tests left behind"
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is looked up there")
def test_a_worker_that_has_grown_is_replaced(tmp_path: Path) -> None:
    """Would catch workers that grow without end, a test that is lost or counted as failed, a fixture that is left open."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_growing.py").write_text(TESTS)
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    environment |= {"COUNTERPLAY_TEST_MB": "300", "PYTHONPATH": str(Path(__file__).parents[2])}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # every worker would load all that this project has installed
    words = ["-p", "xdist", "-n", "1", "--dist", "worksteal", "--max-worker-restart", "100", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "4 passed" in done.stdout, done.stdout + done.stderr
    assert len(list(tmp_path.glob("closed-*"))) >= 2
