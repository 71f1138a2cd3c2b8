"""A game in the compiled gear: the addresses of its entry points, each compiled or loaded when it is first asked for."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path
from typing import Any

from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys

from counterplay.core import CannotCompile, Game
from counterplay.gears.announcements import announce
from counterplay.gears.background_compiler import about_to_compile
from counterplay.gears.cache import code_store
from counterplay.gears.compiler.deferred_numba import engage
from counterplay.gears.compiler.game_type import GameType
from counterplay.gears.compiler.numba_compiling import ENTRY, UNRESOLVED, EntryLibrary, plain_dispatcher
from counterplay.gears.compiler.regions import region_key
from counterplay.gears.entry import entry_points
from counterplay.gears.entry.state_transfer import form_of
from counterplay.gears.explain.diagnosis import explain, is_refusal
from counterplay.gears.identity.code_digest import reach_digest, reached_from
from counterplay.gears.identity.game_identity import token_of
from counterplay.gears.identity.helper_renewal import renew

ARGUMENTS = {  # entry point -> how many int64 arguments follow the game
    "step": 4,
    "follow": 4,
    "expand": 6,
    "outcomes": 3,
    "final": 2,
    "estimate": 2,
    "exchange": 2,
    "structure": 2,
    "harmless": 2,
    "value_bounds": 2,
    "passable": 1,
    "planes": 5,
    "playouts": 8,
    "guided_playout": 9,
}
_dispatchers = {name: plain_dispatcher(getattr(entry_points, name), ENTRY) for name in ARGUMENTS}
_addresses: dict[tuple[str, str], int] = {}  # (token, entry point) -> address of the native function
_refused: dict[tuple[str, str], CannotCompile] = {}
_libraries: list[Any] = []  # machine code that must stay
_lock = threading.RLock()
compilations: Counter[str] = Counter()  # of each entry point in this process; none on a warm cache


def entry_address(game: Game, name: str) -> int:
    """The address of an entry point of the game, in this process; CannotCompile where the rules do not allow it."""
    engage()  # helpers of a module that was loaded since
    key = token_of(game), name
    with _lock:
        if key in _refused:
            raise _refused[key]
        if key not in _addresses:
            path = entry_path(game, name)
            _addresses[key] = _loaded(path) or _compiled(game, name, path)
        return _addresses[key]


def entry_path(game: Game, name: str) -> Path:
    """Where an entry point of the game is kept."""
    form_of(game)  # a state that native code cannot hold is refused first
    digest = reach_digest(getattr(entry_points, name), game)
    return code_store.native_path(f"{game.catalogue_name()[:40]}-{name}", digest)


def is_known(game: Game, name: str) -> bool:
    """Whether an entry point can be had without compiling."""
    key = token_of(game), name
    return key in _addresses or entry_path(game, name).exists()


def is_refused(game: Game, name: str) -> bool:
    """Whether an entry point is known not to compile."""
    return (token_of(game), name) in _refused


def _loaded(path: Path) -> int:
    """The address of kept machine code; 0 where there is none."""
    try:
        symbol, code, environments = code_store.load(path)
    except (TypeError, ValueError):  # nothing, or nothing of this kind; compiling again is right
        return 0
    with global_compiler_lock:
        context = cpu_target.target_context
        context.refresh()
        rtsys.initialize(context)
        region_key()
        codegen = context.codegen()
        library = EntryLibrary(codegen, symbol)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        for environment in environments:
            codegen.set_env(environment.env_name, environment)
        _libraries.append(library)
        return int(codegen._engine.get_function_address(symbol))


def _compiled(game: Game, name: str, path: Path) -> int:
    """Compile an entry point and keep it; the address of its machine code."""
    dispatcher = _dispatchers[name]
    signature = (GameType(token_of(game)), *(types.int64,) * ARGUMENTS[name])
    about_to_compile()
    announce(game.spec)
    compilations[name] += 1
    renew(reached_from(getattr(entry_points, name), game))
    try:
        with global_compiler_lock:
            dispatcher.compile(signature)
            result = dispatcher.overloads[signature]
            symbol = result.fndesc.llvm_func_name
            address = int(result.library.get_pointer_to_function(symbol))
            environments = result.library.environments()
            result.library.set_environments()
    except Exception as error:
        if not is_refusal(error):
            raise
        refusal = CannotCompile(explain(game, name, error))
        _refused[token_of(game), name] = refusal
        raise refusal from None
    code = result.library._get_compiled_object()
    kept = [e for e in environments if e.can_cache()]
    # What Numba makes of an expression over arrays belongs to no module, but then it refers to no object either.
    lost = any(e.consts for e in environments if not e.can_cache())
    if not result.library.has_dynamic_globals and UNRESOLVED.encode() not in code and not lost:
        code_store.save(path, (symbol, code, kept))
    return address
