"""Every notebook runs from its first cell to its last, as a student would run it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
PATIENCE = 300  # seconds for a cell, on a busy machine with nothing compiled yet


def test_they_are_all_there() -> None:
    """A notebook that got lost."""
    subjects = (
        "first_steps",
        "your_own_game",
        "alpha_beta_step_by_step",
        "chance",
        "many_players",
        "decision_processes",
        "class_exercise",
    )
    assert [path.stem.partition("_")[2] for path in NOTEBOOKS] == list(subjects)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_they_are_clean(path: Path) -> None:
    """Outputs left in a notebook, code that does not parse, or a cell without an explanation before it."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebook.cells[0].cell_type == "markdown" and notebook.cells[0].source.startswith("# ")
    for cell in notebook.cells:
        if cell.cell_type == "code":
            ast.parse(cell.source)
            assert cell.outputs == [] and cell.execution_count is None


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """One for all notebooks: each would take three seconds to load what the one before it has loaded."""
    manager = KernelManager()
    manager.start_kernel()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_they_run(path: Path, tmp_path: Path, kernel: KernelManager) -> None:
    """A cell that fails, or a notebook in which nothing is shown."""
    notebook = nbformat.read(path, as_version=4)
    begun = new_code_cell(f"%reset -f\n%cd -q {tmp_path}")  # no name of another notebook, and a folder of its own
    notebook.cells.insert(0, begun)
    NotebookClient(notebook, km=kernel, timeout=PATIENCE).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert len(shown) >= 4
    assert not [output for output in shown if output.output_type == "error"]


def test_the_assignment_is_nbgraders() -> None:
    """An assignment whose tests have no points, whose solution students could read, or whose questions they could change."""
    cells = nbformat.read(EXAMPLES / "07_class_exercise.ipynb", as_version=4).cells
    marks = [cell.metadata.nbgrader for cell in cells if "nbgrader" in cell.metadata]
    assert len({mark.grade_id for mark in marks}) == len(marks) and sum(mark.get("points", 0) for mark in marks) == 12
    for cell in cells:
        if cell.cell_type == "code" and "BEGIN SOLUTION" in cell.source:
            assert cell.metadata.nbgrader.solution and not cell.metadata.nbgrader.locked and "END SOLUTION" in cell.source
        if cell.metadata.get("nbgrader", {}).get("grade"):
            assert cell.metadata.nbgrader.locked and "assert" in cell.source
