"""How values of deep searches follow from those of shallow ones: what `counterplay calibrate` finds, and Multi-ProbCut uses.

Of a game whose estimate is smooth, the value at a depth is a line over the value at a smaller depth, with an error whose spread
is known (M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 1995). Lines differ
with the phase of the game, which is told by how many plies are left in random play: that needs nothing from the game.

A fit that was made here is kept in the data folder; one that comes with a game lies beside its file, as NAME.calibration.json.
Either holds only as long as the spread of the game's estimate is what it was: another estimate has other errors.
"""

from __future__ import annotations

import inspect
import json
import math
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from counterplay.core import Game
from counterplay.core.files.atomic_file import write_whole
from counterplay.core.files.data_folders import NoHome, data_folder
from counterplay.gears.entry.walk import Walk, is_over, list_actions, moves, step
from counterplay.gears.entry.walk_kernel import walk_kernel
from counterplay.gears.identity.game_identity import rules_digest, token_of

SUFFIX = ".calibration.json"
SAME_SPREAD = 1e-6  # share by which the spread may differ: sums are rounded differently on other machines
PLAYOUTS, LONGEST_PLAYOUT = 16, 200  # random games that tell the phase, and plies of each that are counted
PHASE_SEED = 20_260_301
LONGEST_NAME = 60  # characters of a game's name in that of a file


@dataclass(frozen=True)
class Line:
    """The value at one depth over that at another: slope * shallow value + offset, in units of utility."""

    deep: int
    shallow: int
    slope: float
    offset: float
    error: float  # standard deviation of what is left
    correlation: float
    samples: int


@dataclass(frozen=True)
class Phase:
    """The lines of one part of the game."""

    plies_left: float  # in random play, at most
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class DepthFit:
    """Everything that was found of a game."""

    game: str
    spread: float  # of the game's estimate, see `game_scale`
    phases: tuple[Phase, ...]  # from the end of the game to its beginning

    def phase_at(self, plies_left: float) -> Phase:
        """The phase of a position with so many plies left in random play."""
        for phase in self.phases:
            if plies_left <= phase.plies_left:
                return phase
        return self.phases[-1]

    def fits(self, spread: float) -> bool:
        """Whether the game's estimate is still the one that was fitted."""
        return math.isclose(self.spread, spread, rel_tol=SAME_SPREAD)


def to_text(fit: DepthFit) -> str:
    """A fit as it is kept, a line of text for each line."""
    return json.dumps(asdict(fit)).replace("}, {", "},\n {") + "\n"


def from_text(text: str) -> DepthFit | None:
    """A fit that was kept; None where a file holds anything else."""
    try:
        found = json.loads(text)
        phases = tuple(Phase(float(p["plies_left"]), tuple(Line(**line) for line in p["lines"])) for p in found["phases"])
        fit = DepthFit(str(found["game"]), float(found["spread"]), phases)
    except (ValueError, TypeError, KeyError):
        return None
    sound = all(line.slope > 0 and line.error >= 0 and 0 < line.shallow < line.deep for p in phases for line in p.lines)
    return fit if sound and phases else None


_known: dict[str, DepthFit | None] = {}  # by the token of the game


def fit_of(game: Game, spread: float) -> DepthFit | None:
    """The fit of a game whose estimate has this spread: one made here, else one that came with it."""
    token = token_of(game)
    if token not in _known:
        found = [read_fit(path) for path in (_kept_path(game), _shipped_path(game)) if path is not None]
        _known[token] = next((fit for fit in found if fit is not None and fit.fits(spread)), None)
    return _known[token]


def read_fit(path: Path) -> DepthFit | None:
    """The fit in a file; None where there is none."""
    try:
        return from_text(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def keep_fit(game: Game, fit: DepthFit, path: Path) -> None:
    """Write a fit; from now on searches of this process use it, wherever it lies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, to_text(fit))
    _known[token_of(game)] = fit


def fit_path(game: Game) -> Path:
    """Where a fit of the game is kept; NoHome where there is no such place. It changes when the rules do."""
    name = re.sub(r"\W", "_", game.catalogue_name(), flags=re.ASCII)[:LONGEST_NAME]
    return fit_folder() / f"{name}-{rules_digest(game)[:16]}.json"


def fit_folder() -> Path:
    """Where fits are kept; NoHome where there is no such place."""
    return data_folder() / "calibration"


def _kept_path(game: Game) -> Path | None:
    try:
        return fit_path(game)
    except NoHome:
        return None


def _shipped_path(game: Game) -> Path | None:
    try:
        return Path(inspect.getfile(type(game))).with_suffix(SUFFIX)
    except (TypeError, OSError):  # a class of a notebook
        return None


def plies_left(walk: Walk) -> float:
    """The mean length of random games from the state at ply 0 of a walk, whose later plies are free."""
    return random_plies(walk, min(LONGEST_PLAYOUT, int(walk.record.plies) - 1), PLAYOUTS, PHASE_SEED) / PLAYOUTS


@walk_kernel
def random_plies(walk: Any, longest: int, games: int, seed: int) -> int:
    """Play random games from ply 0; how many plies they last in all, each at most `longest`."""
    total = 0
    for _ in range(games):
        ply = 0
        while ply < longest and not is_over(walk, ply):
            seed = (seed * 25_214_903_917 + 11) & (2**48 - 1)
            step(walk, ply, moves(walk)[(seed >> 16) % list_actions(walk, ply, 0, 0)])
            ply += 1
        total += ply
    return total
