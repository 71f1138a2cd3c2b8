"""A cache of one's own that holds what all games share, so that only the game is left to compile."""

from __future__ import annotations

import shutil
from pathlib import Path

from counterplay import Limit, make_game, search_position, solve_position
from counterplay.gears.cache.cache_folder import cache_folder
from counterplay.gears.entry.walk_kernel import WALK_KERNELS

SEARCHED = ("engine", "mcts", "star2", "max_n", "max_n_pruned", "paranoid")  # the kernels that take seconds to compile


def lend_shared_kernels(folder: Path) -> Path:
    """Copy the searches that are compiled once for all games into a cache that nobody else uses."""
    nim = make_game("nim")
    for name in SEARCHED:
        search_position(nim, None, Limit(depth=1, playouts=1), name)
    solve_position(nim)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = {kernel.__name__ for kernel in WALK_KERNELS}
    for path in cache_folder().glob("*.native"):
        if path.name.rpartition("-")[0] in names:
            shutil.copy2(path, folder)
    return folder
