"""Files are written whole, whatever stands at their path: links are followed, devices and pipes are written to."""

from __future__ import annotations

import os
import platform
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import counterplay
from counterplay.core import BadParameter
from counterplay.core.files import atomic_file as module
from counterplay.core.files.atomic_file import leftovers, whole_file, write_whole

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes, links and pipes are POSIX")


def test_new_file(tmp_path: Path) -> None:
    """Would catch a text that is changed, a mode that ignores the umask, or something left aside."""
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new.txt", "∞\n")
    finally:
        os.umask(before)
    assert (tmp_path / "new.txt").read_bytes() == "∞\n".encode()
    assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["new.txt"]


@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_mode_is_kept(tmp_path: Path, mode: int) -> None:
    """Would catch a private file that everybody may read once it has been written again."""
    path = tmp_path / "kept.txt"
    path.write_text("old")
    path.chmod(mode)
    write_whole(path, "new")
    assert path.read_text() == "new" and stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_owner_is_kept(tmp_path: Path) -> None:
    """Would catch root's run taking a user's file away from him."""
    path = tmp_path / "theirs.txt"
    path.write_text("old")
    os.chown(path, 12345, 12346)
    write_whole(path, "new")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)


def test_read_only_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a file that its owner has protected being renamed over (root may write everything, so access is asked)."""
    path = tmp_path / "protected.txt"
    path.write_text("precious")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(BadParameter, match="Permission denied"):
        write_whole(path, "new")
    assert path.read_text() == "precious" and os.listdir(tmp_path) == ["protected.txt"]


@pytest.mark.parametrize("exists", [True, False])
def test_links_are_followed(tmp_path: Path, exists: bool) -> None:
    """Would catch a link, or a chain of them, that is replaced by a file while the file it leads to stays old."""
    target = tmp_path / "folder" / "target.txt"
    target.parent.mkdir()
    if exists:
        target.write_text("old")
        target.chmod(0o600)
    (tmp_path / "first").symlink_to("second")
    (tmp_path / "second").symlink_to(Path("folder") / "target.txt")
    write_whole(tmp_path / "first", "new")
    assert target.read_text() == "new" and (tmp_path / "first").is_symlink() and (tmp_path / "second").is_symlink()
    assert os.listdir(target.parent) == ["target.txt"]
    if exists:
        assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.parametrize("linked", [True, False])
def test_pipes_are_written_to(tmp_path: Path, linked: bool) -> None:
    """Would catch a pipe or a device replaced by a file; as root, that destroyed /dev/zero."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    path = tmp_path / "link" if linked else pipe
    if linked:
        path.symlink_to(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(path, "through")
    assert stat.S_ISFIFO(pipe.stat().st_mode) and path.is_symlink() == linked
    reader.join(30)
    assert heard == ["through"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="descriptors have no names here")
@pytest.mark.parametrize("piped", [True, False])
def test_the_standard_output_by_name(tmp_path: Path, piped: bool) -> None:
    """Would catch `--svg /dev/stdout > file` writing to another file than the rest of the output, or over it."""
    code = (
        "from pathlib import Path; from counterplay.core.files.atomic_file import write_whole\n"
        "print('before'); write_whole(Path('/proc/self/fd/1'), 'within\\n'); print('after')"
    )
    out = tmp_path / "out.txt"
    with out.open("wb") as file:
        ended = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE if piped else file, check=True)
    assert (ended.stdout if piped else out.read_bytes()) == b"before\nwithin\nafter\n"
    assert os.listdir(tmp_path) == ["out.txt"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("folder", "is a directory"),
        ("nowhere/x.txt", "cannot be written: No such file"),
        ("file.txt/x.txt", "cannot be written: Not a directory"),
        ("x" * 300, "cannot be written: File name too long"),
        ("a\0b", "cannot be written: embedded null"),
        ("loop", "cannot be written: Too many levels of symbolic links"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, name: str, words: str) -> None:
    """Would catch a traceback, or a file that is left aside."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file.txt").write_text("old")
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(BadParameter, match=words):
        write_whole(tmp_path / name, "text")
    assert sorted(os.listdir(tmp_path)) == before and (tmp_path / "file.txt").read_text() == "old"


def test_the_longest_name(tmp_path: Path) -> None:
    """Would catch a name that is just short enough being refused, since the one aside is longer."""
    path = tmp_path / ("x" * os.pathconf(tmp_path, "PC_NAME_MAX"))
    write_whole(path, "text")
    assert path.read_text() == "text"


def test_never_half_written(tmp_path: Path) -> None:
    """Would catch a failure, or Ctrl-C, in the middle that leaves half a file, or something aside."""
    path = tmp_path / "whole.txt"
    path.write_text("old")
    for error in (OSError(28, "No space left on device"), KeyboardInterrupt()):
        with pytest.raises(type(error)), whole_file(path) as file:
            file.write(b"half")
            raise error
        assert path.read_text() == "old" and os.listdir(tmp_path) == ["whole.txt"]


@pytest.mark.parametrize("linking", [True, False])
def test_never_over_an_existing_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linking: bool) -> None:
    """Would catch `new` writing over a file, through a link that leads nowhere, or failing where there are no hard links."""

    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    if not linking:
        monkeypatch.setattr(os, "link", refuse)
    write_whole(tmp_path / "new.txt", "first", over=False)
    (tmp_path / "dangling").symlink_to("nothing")
    for name in ("new.txt", "dangling"):
        with pytest.raises(BadParameter, match="exists already"):
            write_whole(tmp_path / name, "second", over=False)
    assert (tmp_path / "new.txt").read_text() == "first" and not (tmp_path / "nothing").exists()
    assert sorted(os.listdir(tmp_path)) == ["dangling", "new.txt"]


def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path) -> None:
    """Would catch two runs of `new` of which the second writes over the first."""
    path = tmp_path / "new.txt"
    with pytest.raises(FileExistsError), whole_file(path, over=False) as file:
        file.write(b"mine")
        path.write_text("theirs")
    assert path.read_text() == "theirs" and os.listdir(tmp_path) == ["new.txt"]


def test_leftovers_of_the_dead_alone(tmp_path: Path) -> None:
    """Would catch the file of a process that is still writing being removed, or one of a killed process being kept."""
    code = (
        "import sys, pathlib; from counterplay.core.files.atomic_file import whole_file\n"
        f"with whole_file(pathlib.Path({str(tmp_path / 'big')!r})) as file:\n"
        "    print('writing', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"writing\n"
        [aside] = tmp_path.iterdir()
        assert leftovers(tmp_path) == []
        process.kill()
    assert leftovers(tmp_path) == [aside]
    with whole_file(tmp_path / "mine") as file:
        file.write(b"x")
        assert leftovers(tmp_path) == [aside]
    assert leftovers(tmp_path / "nowhere") == []


def test_leftovers_of_unknown_origin_are_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a user's own file taken for a leftover, or a file of another machine removed while it is written."""
    aside = f".writing-{module._machine()}-{os.getpid()}-01234567"
    names = [aside, ".writing-abc_1234", "tmpabc_1234.writing", "essay.writing", ".writing", "writing-1", ".writing-a-b"]
    for name in names:
        (tmp_path / name).write_text("x")
    assert leftovers(tmp_path) == [tmp_path / aside]  # of this process, which is not writing to it
    monkeypatch.setattr(platform, "node", lambda: "elsewhere")
    assert leftovers(tmp_path) == []
    long_ago = time.time() - module.LONGEST_WRITE - 60
    for name in names:
        os.utime(tmp_path / name, (long_ago, long_ago))
    assert [p.name for p in leftovers(tmp_path)] == sorted([aside, ".writing-abc_1234", "tmpabc_1234.writing"])


def test_one_way_to_write_files() -> None:
    """Would catch another place that renames over what stands at a path, and so over a device or a link."""
    folder = Path(counterplay.__file__).parent
    found = {p.relative_to(folder) for p in folder.rglob("*.py") if "os.replace(" in p.read_text(encoding="utf-8")}
    # The cache of native code writes to a folder of its own, and a failure there is no error.
    assert {str(p) for p in found if p.parts[0] != "gears"} == {"core/files/atomic_file.py"}
