"""How Numba is asked to compile: inner functions stay LLVM code, outer ones become machine code.

Numba optimises every function alone, gives it wrappers for Python and machine code, and then links its LLVM code into every
caller, where it is optimised again. A method of a game is only ever called by native code. So an *inner* function has no
wrapper, is not optimised by itself and gets no machine code; the *outer* function, which Python or an address calls, links
everything it reaches once and is optimised once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from weakref import WeakValueDictionary

import llvmlite.binding as llvm
from numba import _dynfunc, jit, njit, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.runtime.nrt import rtsys
from numba.core.target_extension import jit_registry
from numba.core.typed_passes import NativeLowering

from counterplay.gears.compiler import regions
from counterplay.gears.compiler.deferred_numba import OPTIONS
from counterplay.gears.compiler.numba_shortcuts import shortcuts
from counterplay.gears.compiler.short_pipeline import pipeline_for

NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
UNRESOLVED = ".numba.unresolved$"  # how Numba begins the name of a pointer that it sets when the process runs
GENERIC = "generic"  # what Numba calls the target of functions that suit any processor
ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba begins the name of the variable that leads to a function's Python objects


_defining: WeakValueDictionary[str, InnerLibrary] = WeakValueDictionary()  # name of a function -> the library that defines it


class InnerLibrary(JITCodeLibrary):
    """LLVM code that waits to be linked into an outer function."""

    def _optimize_functions(self, module: Any) -> None:
        """Nothing: the outer function's passes begin with the same ones."""
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Nothing more is added; no machine code is made."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def called_in_circles(self) -> list[Any]:
        """The libraries of functions that it calls by name only: they call it, too, so that neither could be linked first."""
        names = [v.name.removeprefix(UNRESOLVED) for v in self._final_module.global_variables if v.name.startswith(UNRESOLVED)]
        return [_defining[name] for name in names if name in _defining]

    def _get_module_for_linking(self) -> Any:
        """With everything it calls: asked by libraries that Numba makes for itself."""
        if not self._finalized:
            self.finalize()
        module = own_module(self).clone()
        for library in reached([self]):
            if library is not self:
                module.link_in(own_module(library), preserve=True)
        return module


class OuterLibrary(JITCodeLibrary):
    """The machine code of an outer function and of all inner functions that it reaches."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Link each inner function once, hide all but the outer one, then optimise and make machine code.

        Hidden functions cannot be mistaken for those of another process that have the same name, and what has been inlined
        everywhere vanishes.
        """
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        libraries = list(reached(self._linking_libraries))
        for library in libraries:
            self._reload_init.update(library._reload_init)
            if isinstance(library, InnerLibrary):
                self._final_module.link_in(own_module(library), preserve=True)
        # LLVM leaves out what nothing has asked for yet, so Numba's own functions come after those that call them.
        for library in libraries:
            if not isinstance(library, InnerLibrary):
                self._link_numbas(library)
        self._link_memory()
        self._linking_libraries = []
        # Functions that call each other in a circle find each other when the process runs, by their names.
        circular = [v.name for v in self._final_module.global_variables if v.name.startswith(UNRESOLVED)]
        own.update(name.removeprefix(UNRESOLVED) for name in circular)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        super().finalize()

    def _link_numbas(self, library: Any) -> None:
        self._final_module.link_in(library._get_module_for_linking(), preserve=True)

    def _link_memory(self) -> None:
        """Nothing: arrays are counted as Numba does it."""

    def environments(self) -> list[Any]:
        """The Python objects that the functions in it refer to, each function's apart."""
        names = [variable.name for variable in self._final_module.global_variables]
        found = [lookup_environment(name) for name in names if name.startswith(ENVIRONMENT)]
        return [environment for environment in found if environment is not None]

    def set_environments(self) -> None:
        """Tell the machine code where these objects are in this process."""
        for environment in self.environments():
            self.codegen.set_env(environment.env_name, environment)


class EntryLibrary(OuterLibrary):
    """The machine code of an entry point, whose temporary arrays lie in a region."""

    _counts_references = True

    def _optimize_final_module(self) -> None:
        """Numba's first, cheap pass is there to find references that need not be counted."""
        if self._counts_references:
            super()._optimize_final_module()
            return
        manager, builder = self._codegen._module_pass_manager()
        manager.run(self._final_module, builder)

    def _link_numbas(self, library: Any) -> None:
        if not regions.is_numbas_own(library):
            super()._link_numbas(library)

    def _link_memory(self) -> None:
        text, self._counts_references = regions.memory_functions(self._final_module)
        if self._counts_references:
            super()._link_numbas(rtsys.library)
        module = llvm.parse_assembly(text)
        module.data_layout, module.triple = self._final_module.data_layout, self._final_module.triple
        self._final_module.link_in(module)
        if not self._counts_references:
            regions.rename_memory(self._final_module)


def reached(libraries: list[Any]) -> Iterator[Any]:
    """These libraries and, through inner ones, all that they call, each once."""
    seen: set[int] = set()
    waiting = list(libraries)
    while waiting:
        library = waiting.pop(0)
        if id(library) in seen:
            continue
        seen.add(id(library))
        yield library
        if isinstance(library, InnerLibrary):
            waiting.extend(library._linking_libraries)
            waiting.extend(library.called_in_circles())


def own_module(library: InnerLibrary) -> Any:
    """The LLVM code of one inner function alone, fit to be linked into several others."""
    if not library._finalized:
        library.finalize()
    if library._shared_module is None:
        for function in library._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "weak_odr"  # unlike "linkonce_odr", linked even before something calls it
        library._shared_module = library._final_module
    return library._shared_module


class _Lowering(NativeLowering):
    """Numba's step from typed code to LLVM code, into a library of ours."""

    library: type
    machine_code = False  # that usually follows

    def run_pass(self, state: Any) -> bool:
        """Lower; what gets no machine code is named, what gets some finds its Python objects."""
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        if not self.machine_code:
            state.flags.no_compile = True
        super().run_pass(state)
        if self.machine_code:
            state.library.set_environments()
        else:
            name_function(state)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(_Lowering):
    """Of a function that only native functions call."""

    _name = "counterplay_inner_lowering"
    library = InnerLibrary

    def run_pass(self, state: Any) -> bool:
        """Lower, and let other native functions call it."""
        super().run_pass(state)
        _defining[state["cr"].fndesc.llvm_func_name] = state.library
        return True


def name_function(state: Any) -> None:
    """Give a function that has no wrapper what Numba knows compiled functions by; nobody ever calls it."""
    lowered = state["cr"]
    description = lowered.fndesc
    token = _dynfunc.make_function(
        description.lookup_module(), description.qualname.split(".")[-1], "", 0, lowered.env, (state.library,)
    )
    state.targetctx.insert_user_function(token, description, [state.library])
    state["cr"] = lowered._replace(cfunc=token)


@register_pass(mutates_CFG=True, analysis_only=False)
class OuterLowering(_Lowering):
    """Of a function that Python calls."""

    _name = "counterplay_outer_lowering"
    library, machine_code = OuterLibrary, True


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(_Lowering):
    """Of an entry point, which is only called by its address: that is asked for when the code is kept."""

    _name = "counterplay_entry_lowering"
    library = EntryLibrary


@contextlib.contextmanager
def _numbas_functions_are_inner() -> Iterator[None]:
    """Numba's own functions (`int`, `max`, `np.zeros`) that are met meanwhile are compiled as inner ones, too.

    Numba looks for a decorator of this name before it takes its own; the compiler's lock keeps other threads out.
    """
    if GENERIC in jit_registry:
        yield
        return
    jit_registry[GENERIC] = _inner_jit
    try:
        with shortcuts():
            yield
    finally:
        del jit_registry[GENERIC]


def _inner_jit(**options: Any) -> Any:
    return jit(**{**INNER, **options})


class _Compiler(CompilerBase):
    lowering: type

    def _compile_core(self) -> Any:
        with _numbas_functions_are_inner():
            return super()._compile_core()

    def define_pipelines(self) -> list[Any]:
        """One way to compile: in no other mode is tried."""
        return [pipeline_for(self.state, self.lowering)]


class InnerCompiler(_Compiler):
    """Compiles a function that only native code calls."""

    lowering = InnerLowering


class OuterCompiler(_Compiler):
    """Compiles a function that Python calls."""

    lowering = OuterLowering


class EntryCompiler(_Compiler):
    """Compiles a function that native code calls by its address."""

    lowering = EntryLowering


INNER = {**OPTIONS, **NO_WRAPPERS, "pipeline_class": InnerCompiler}
OUTER = {**OPTIONS, "no_cfunc_wrapper": True, "pipeline_class": OuterCompiler}
ENTRY = {**OPTIONS, **NO_WRAPPERS, "pipeline_class": EntryCompiler}


def plain_dispatcher(function: Any, options: dict[str, Any]) -> Any:
    """What Numba compiles a function by; constant arguments are taken as plain numbers.

    Numba would compile a function anew for every literal; a recursive kernel that passes a constant would then be several
    functions that call each other, slow to compile and unsafe to cache.
    """
    dispatcher = njit(**options)(function)
    fold = dispatcher._compiler.fold_argument_types

    def fold_plain(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(types.unliteral(a) for a in folded)

    dispatcher._compiler.fold_argument_types = fold_plain
    return dispatcher


def inner_dispatcher(function: Any) -> Any:
    """The dispatcher of a function that only native code calls."""
    return plain_dispatcher(function, INNER)
