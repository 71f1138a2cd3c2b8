"""The command as a process of its own: exit codes, Ctrl-C, pipes and terminals of other kinds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE

COMMAND = [sys.executable, "-m", "counterplay"]
# A shell that runs tests in the background has them ignore SIGINT, and children inherit that; this one listens again.
LISTENING = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from counterplay.cli.main import main; main()",
]


def _run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, timeout=120, env={**os.environ, **environment}, check=False
    )


def test_module_and_script() -> None:
    """Would catch `python -m counterplay` or the installed script leading nowhere."""
    assert _run("--version").stdout.startswith("counterplay ")
    script = Path(sys.executable).with_name("counterplay")
    if script.exists():
        assert subprocess.run([script, "--version"], capture_output=True, check=False).stdout.startswith(b"counterplay ")


def test_errors_leave_the_process_with_two() -> None:
    """Would catch an exit code or a traceback that only a real process shows."""
    ended = _run("show", "chees")
    assert ended.returncode == 2 and ended.stdout == ""
    assert ended.stderr.startswith("counterplay: ") and len(ended.stderr.splitlines()) == 1


def test_our_own_faults_are_told_apart() -> None:
    """Would catch a fault of counterplay that looks like bad input, or hides its traceback from those who look for it."""
    broken = (
        "import counterplay.cli.commands.show_command as s; s.standing_of = None; from counterplay.cli.main import main; main()"
    )
    words = [sys.executable, "-c", broken, "show", "connect_four"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 70 and "bug in counterplay" in ended.stderr and "Traceback" not in ended.stderr
    debugged = subprocess.run(
        words, capture_output=True, text=True, timeout=120, env={**os.environ, "COUNTERPLAY_DEBUG": "1"}, check=False
    )
    assert debugged.returncode == 70 and "Traceback" in debugged.stderr


def _until(text: str, process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    while text not in (line := process.stdout.readline()):
        assert line or process.poll() is None, process.stderr.read() if process.stderr else ""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_is_heard_inside_native_code() -> None:
    """Would catch a kernel that keeps the command from ending until it has counted to the last leaf."""
    process = subprocess.Popen(
        [*LISTENING, "perft", "connect_four", "--depth", "30"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        _until("117,649", process)
        time.sleep(1)  # so that it is in native code
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)  # what it counts takes years
    finally:
        process.kill()
    assert process.returncode == 130
    assert "stopped at depth" in errors and "Traceback" not in errors and "Fatal" not in errors


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_ctrl_c_while_a_file_loads(tmp_path: Path) -> None:
    """Would catch a user's endless loop that cannot be interrupted, or a traceback when it is."""
    path = tmp_path / "endless.py"
    path.write_text("print('loading', flush=True)\nwhile True:\n    pass\n")
    process = subprocess.Popen(
        [*LISTENING, "show", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _until("loading", process)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130 and "Traceback" not in errors


def test_a_reader_that_leaves_early() -> None:
    """Would catch a traceback about a broken pipe in `counterplay show chess | head -1`."""
    process = subprocess.Popen(
        [*COMMAND, "perft", "connect_four", "--depth", "6"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(timeout=PATIENCE) != 70 and "Traceback" not in errors and "bug in counterplay" not in errors


def test_a_terminal_without_unicode() -> None:
    """Would catch board characters that cannot be encoded ending the command."""
    ended = _run("show", "connect_four", PYTHONIOENCODING="ascii")
    assert ended.returncode == 0 and ". . . . . . ." in ended.stdout and ended.stdout.isascii()


def test_colours_only_where_they_are_wanted() -> None:
    """Would catch escape codes in a file or a pipe."""
    assert "\x1b" not in _run("show", "checkers").stdout
    assert "\x1b[" in _run("show", "checkers", FORCE_COLOR="1").stdout


@pytest.mark.slow
def test_quiet_silences_the_compiler(tmp_path: Path) -> None:
    """Would catch the notice about compiling missing where it helps, or appearing where it was switched off."""
    cold = {"COUNTERPLAY_CACHE": str(tmp_path)}
    assert "compiling perft" in _run("perft", "connect_four:width=2,height=2", "--depth", "1", **cold).stderr
    quiet = {"COUNTERPLAY_CACHE": str(tmp_path / "other"), "COUNTERPLAY_QUIET": "1"}
    assert _run("perft", "connect_four:width=2,height=2", "--depth", "1", **quiet).stderr == ""
