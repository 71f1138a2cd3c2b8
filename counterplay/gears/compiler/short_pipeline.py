"""Numba's steps from Python's bytecode to native code, run one after the other and nothing else.

Numba sends an event before and after each of the thirty steps of every function, takes its time thrice, writes out its
arguments and looks through all of its code for mistakes that a step could have made; and it puts the list of steps together
anew for every function. A function of a few lines has more of that than of anything else.
"""

from __future__ import annotations

import copy
from typing import Any

from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.errors import new_error_context  # type: ignore[attr-defined]
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import DumpParforDiagnostics, NativeLowering
from numba.core.untyped_passes import DeadBranchPrune

from counterplay.gears.compiler.cell_loops import CellLoops
from counterplay.gears.compiler.game_options import GameOptions

_made: dict[Any, ShortPipeline] = {}  # what decides which steps there are -> these steps


class ShortPipeline(PassManager):
    """Numba's pass manager with less to do for each pass."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:
        pss.analysis = self._analysis
        with new_error_context("Pass {name}", name=pss.name()):
            mutated = pss.run_initialization(internal_state)
            mutated |= pss.run_pass(internal_state)
            mutated |= pss.run_finalizer(internal_state)
        if mutated and _pass_registry.get(type(pss)).mutates_CFG:
            PostProcessor(internal_state.func_ir).run()


def pipeline_for(state: Any, lowering: type) -> ShortPipeline:
    """Numba's usual steps with our lowering; before dead branches are dropped, a game's options, and loops over cells."""
    flags = state.flags
    key = lowering, state.func_ir is None, flags.no_rewrites, flags.enable_ssa, flags.auto_parallel.enabled
    if key not in _made:
        usual = DefaultPassBuilder.define_nopython_pipeline(state).passes
        made = _made[key] = ShortPipeline("nopython")
        made.passes = [(lowering if p is NativeLowering else p, about) for p, about in usual if p is not DumpParforDiagnostics]
        first = next(place for place, (step, _) in enumerate(made.passes) if step is DeadBranchPrune)
        made.passes[first:first] = [(GameOptions, "options of the game"), (CellLoops, "loops over sets of cells")]
        made.finalize()
    pipeline = copy.copy(_made[key])
    pipeline.exec_times = {}
    return pipeline
