"""`counterplay suite`: positions with known answers, searched one after the other."""

from __future__ import annotations

from pathlib import Path

import click
from rich.status import Status

from counterplay.cli.arguments import GameArgument, gear_option
from counterplay.cli.console import complain, counted, err, say
from counterplay.cli.contest_options import say_table
from counterplay.cli.interrupts import farewell
from counterplay.cli.limit_options import limit_of, limit_options, threads_option
from counterplay.core import BadNotation, Game, Limit, Report
from counterplay.core.files.user_file import quoted_path
from counterplay.records.position_suite import SuitePosition, read_suite
from counterplay.records.record import Fault
from counterplay.records.record_files import decoded, file_content
from counterplay.search import Search
from counterplay.search.algorithm import AnyAlgorithm

NOT_ALL = 1  # exit code where a position was not solved


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", type=GameArgument(), default="chess", show_default=True, help="The game that the positions are of.")
@limit_options
@gear_option
@threads_option
@click.option("--at-least", type=click.IntRange(0), metavar="N", help="So many positions must be solved; all, if left out.")
def suite(
    file: Path,
    game: Game,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    playouts: int | None,
    algorithm: str | AnyAlgorithm,
    threads: int,
    at_least: int | None,
) -> int:
    """Search the positions of FILE and compare with the answers it gives; exit code 1 where too few are solved.

    A line is a position in EPD, `... w - - bm Qg6; id "WAC.001";`. For other games than chess a semicolon ends the position:
    `counterplay suite FILE --game othello`, with lines like `POSITION; bm d3;`. bm are right moves, am wrong ones, and dm N
    asks for a mate in N moves.
    """
    asked = _asked(file, game)
    limit = limit_of(seconds, depth, nodes, playouts)
    rows: list[list[str]] = []
    solved = 0

    def so_far() -> str:
        return f"stopped after {counted(len(rows), 'position')}, {solved} solved"

    # Solutions are counted, so no position is answered in plain Python while the compiler works: the clock starts after it.
    with farewell(so_far), Status("searching", console=err) as status:
        for one in asked:
            status.update(f"{one.name}: {len(rows)} of {len(asked)} searched, {solved} solved")
            report = _answer(one, limit, algorithm, threads)
            solved += one.solved_by(report)
            rows.append(_row(one, report))
    say_table(("position", "wanted", "chosen", "value", "depth", "nodes", "seconds", "solved"), rows, right=[4, 5, 6])
    say(f"{solved} of {counted(len(asked), 'position')} solved", "bold")
    return 0 if solved >= (len(asked) if at_least is None else at_least) else NOT_ALL


def _asked(file: Path, game: Game) -> list[SuitePosition]:
    """The positions of a file; a line that cannot be read is complained of, and the others go on."""
    asked: list[SuitePosition] = []
    faults: list[Fault] = []
    for found in read_suite(decoded(file_content(file), "latin-1"), game):
        if isinstance(found, Fault):
            faults.append(found)
        else:
            asked.append(found)
    if not asked:
        raise BadNotation(f"'{quoted_path(file)}'{f', {faults[0]}' if faults else ' holds no position'}")
    for fault in faults:
        complain(f"{file}, {fault}; this line is left out")
    return asked


def _answer(one: SuitePosition, limit: Limit, algorithm: str | AnyAlgorithm, threads: int) -> Report:
    *_, last = Search(one.position, limit, algorithm, threads=threads).reports()
    return last


def _row(one: SuitePosition, report: Report) -> list[str]:
    game, s = one.position.game, one.position.state
    searched = [str(report.depth), f"{report.nodes:,}", f"{report.seconds:.2f}"]
    chosen = game.action_name(s, report.action)
    return [one.name, one.wanted, chosen, str(report.value), *searched, "yes" if one.solved_by(report) else "no"]
