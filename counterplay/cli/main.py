"""The command `counterplay`: the group, and the one place where errors become sentences and exit codes.

Exit codes: 0 done, 1 the answer is no (faults were found), 2 bad input, 70 a fault of counterplay itself (as in
sysexits.h), 130 stopped by Ctrl-C (as shells report it). Ctrl-C is how a studio that serves is meant to end: that is 0.
"""

from __future__ import annotations

import difflib
import errno
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click

import counterplay
from counterplay.cli.console import complain, listening
from counterplay.cli.error_source import blamed
from counterplay.cli.interrupts import Listener, Stopped
from counterplay.core import BadParameter, CounterplayError
from counterplay.core.files.user_file import quoted
from counterplay.core.text.long_digits import whole_number
from counterplay.first_moments import STOPPED

BAD_INPUT = 2
OWN_FAULT = 70
NICENESS = "COUNTERPLAY_NICE"  # environment variable: yield the processor to others, as a compiler in the background does
LOWEST_PRIORITY = 19
NO_ROOM = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)
DEBUG = "COUNTERPLAY_DEBUG"  # environment variable: show tracebacks
# Each is the command of that name in its file in `commands`. It is imported when it is wanted: the studio should not wait for
# what matches need.
COMMANDS = (
    "games",
    "show",
    "play",
    "analyze",
    "solve",
    "perft",
    "check",
    "new",
    "warm",
    "clean",
    "calibrate",
    "studio",
    "uci",
    "gtp",
    "aei",
    "usi",
    "serve",
    "ladder",
    "match",
    "tournament",
    "games_of",
    "convert",
    "suite",
    "tune",
    "data",
    "tree",
    "exercise",
    "lesson",
    "growth",
)


class Commands(click.Group):
    """A group whose every failure is one sentence on the standard error output."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, as it is typed."""
        return sorted(name.replace("_", "-") for name in COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command that was typed."""
        name = cmd_name.replace("-", "_")
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"counterplay.cli.commands.{name}_command"), name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """The command; a name that is nearly one is answered with that."""
        close = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
        if close and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(f"No such command '{quoted(args[0])}'. Did you mean '{close[0]}'?")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run a command and exit."""
        extra["standalone_mode"] = False
        with listening():
            code = self._code(args, prog_name, extra)
        sys.exit(code)

    def _code(self, args: Sequence[str] | None, prog_name: str | None, extra: dict[str, Any]) -> int:
        try:
            result = super().main(args, prog_name, **extra)
            return result if isinstance(result, int) else 0
        except click.UsageError as error:
            said, where = error.format_message().rstrip("."), error.ctx.command_path if error.ctx else "counterplay"
            complain(f"{said} See {where} --help" if said.endswith("?") else f"{said}; see {where} --help")
            return BAD_INPUT
        except click.ClickException as error:
            complain(error.format_message())
            return BAD_INPUT
        except CounterplayError as error:
            complain(str(error))
            return BAD_INPUT
        except (click.Abort, KeyboardInterrupt) as error:
            stop = error.__cause__ if isinstance(error, click.Abort) else error
            complain(str(stop) if isinstance(stop, Stopped) else "stopped")
            return STOPPED
        except BrokenPipeError:
            raise  # click ends quietly when the reader of a pipe has gone
        except (Exception, SystemExit) as error:
            return self._unexpected(error)

    def _unexpected(self, error: BaseException) -> int:
        if os.environ.get(DEBUG):
            traceback.print_exception(error)
        sentence = blamed(error)
        if sentence is not None:
            complain(sentence)
            return BAD_INPUT
        if isinstance(error, SystemExit):
            return error.code if isinstance(error.code, int) else 0
        if isinstance(error, OSError):
            complain(_system_trouble(error))
            return BAD_INPUT
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{os.path.basename(last.filename)}, line {last.lineno}"
        complain(f"this is a bug in counterplay: {type(error).__name__}: {error} ({where}); {DEBUG}=1 shows more")
        return OWN_FAULT


def _system_trouble(error: OSError) -> str:
    """What the operating system refused: a full disk or a name that is too long is nobody's fault in a program."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"'{quoted(os.fsdecode(error.filename))}' cannot be used: {reason}"
    return f"the output cannot be written: {reason}" if error.errno in NO_ROOM else f"the operating system refuses: {reason}"


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="GAME is a name (chess), a name with parameters (hex:size=7), or a path to a Python file that defines a game.",
)
@click.pass_context
@click.version_option(counterplay.__version__, "--version", "-V", prog_name="counterplay", message="%(prog)s %(version)s")
def commands(ctx: click.Context) -> None:
    """Adversarial search in Python at native speed: write a game as a class, search it, play it, look inside."""
    if niceness := os.environ.get(NICENESS, ""):
        steps = whole_number(niceness, LOWEST_PRIORITY)
        if steps is None:
            raise BadParameter(f"{NICENESS} is a whole number from 0 to {LOWEST_PRIORITY}, not '{quoted(niceness)}'")
        os.nice(steps)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """The entry point of the command."""
    for stream in (sys.stdout, sys.stderr):
        # What a terminal cannot show becomes a question mark instead of an exception.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    Listener(lambda: commands(prog_name="counterplay"), _flushed).run()


def _flushed(code: int) -> int:
    """The exit code, once everything is written; what cannot be is thrown away, or Python would try again and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if code == 0 and not isinstance(error, BrokenPipeError):
                complain(_system_trouble(error))
            code = code or BAD_INPUT
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
    return code
