"""Teaches Numba that a `Game` instance is a compile-time constant.

Numba resolves methods of its own jitclasses the same way: a type for the instance, an attribute template for typing
and a lowering for code generation. Here
- the type's identity is class + parameters + sources (`fingerprint`), so a kernel is specialised once per game;
- reading an attribute gives a constant; calling a method gives a direct call to that method, compiled.
"""

from __future__ import annotations

import inspect
from typing import Any

from numba import njit, types
from numba.core import imputils
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.core.typing import templates
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_builtin,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from counterplay.core import Game
from counterplay.gears.deferred import OPTIONS
from counterplay.gears.identity import game_of, identity_of, safe_to_keep

_methods: dict[Any, Any] = {}  # function of a game class -> its Numba dispatcher, shared by all games of the class
_lowered: set[str] = set()  # method names that have a lowering


class GameType(types.Type):
    """The Numba type of one game: equal for equal class, parameters and sources."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        super().__init__(name=f"Game({identity})")

    @property
    def key(self) -> str:
        """What Numba compares types by."""
        return self.identity

    @property
    def game(self) -> Game:
        """A game of this identity, for its constants."""
        return game_of(self.identity)

    @property
    def cacheable(self) -> bool:
        """False where a source file was edited after it was loaded: native code would be filed under the wrong text."""
        return safe_to_keep(self.identity)


register_model(GameType)(models.OpaqueModel)  # carries no data at run time


def native_dispatcher(function: Any) -> Any:
    """What Numba compiles a function by; constant arguments are taken as plain numbers.

    Numba would compile a function anew for every literal; a recursive kernel that passes a constant would then be several
    functions that call each other, slow to compile and unsafe to cache.
    """
    dispatcher = njit(**OPTIONS)(function)
    fold = dispatcher._compiler.fold_argument_types

    def fold_plain(args: Any, kws: Any) -> Any:
        signature, folded = fold(args, kws)
        return signature, tuple(types.unliteral(a) for a in folded)

    dispatcher._compiler.fold_argument_types = fold_plain
    return dispatcher


def method_of(game: Game, name: str) -> Any:
    """The dispatcher of a method, or None where the name is no method of the game's class."""
    function = inspect.getattr_static(type(game), name, None)
    if isinstance(function, staticmethod):
        function = function.__func__
    if not inspect.isfunction(function):
        return None
    if function not in _methods:
        _methods[function] = native_dispatcher(function)
    return _methods[function]


@typeof_impl.register(Game)
def typeof_game(game: Game, context: Any) -> GameType:
    """Numba's question: what type is this value?"""
    return GameType(identity_of(game))


@unbox(GameType)
def unbox_game(typ: GameType, obj: Any, c: Any) -> NativeValue:
    """A game passed from Python carries nothing: everything is in its type."""
    return NativeValue(c.context.get_dummy_value())


@infer_getattr
class GameAttributes(templates.AttributeTemplate):
    """Typing of `game.attribute` and `game.method(...)`."""

    key = GameType

    def generic_resolve(self, typ: GameType, name: str) -> Any:
        """The type of an attribute, or a bound function for a method; None where there is none."""
        dispatcher = method_of(typ.game, name)
        if dispatcher is None:
            if not hasattr(typ.game, name):
                return None
            value = getattr(typ.game, name)
            if isinstance(value, list | dict | set):
                raise TypingError(
                    f"{type(typ.game).__name__}.{name} is a {type(value).__name__}, which cannot be a constant of native code; "
                    "make it a tuple of numbers or a NumPy array"
                )
            return self.context.resolve_value_type(value)
        if isinstance(inspect.getattr_static(type(typ.game), name), staticmethod):
            return types.Dispatcher(dispatcher)
        if name not in _lowered:
            _lowered.add(name)
            lower_method(name)

        class Method(templates.AbstractTemplate):
            key = (GameType, name)

            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                return types.Dispatcher(dispatcher).get_call_type(self.context, (typ, *args), kws).as_method()

        return types.BoundFunction(Method, typ)


@lower_constant(GameType)
def lower_inner_game(context: Any, builder: Any, typ: GameType, game: Game) -> Any:
    """A game that is an attribute of another one."""
    return context.get_dummy_value()


@lower_getattr_generic(GameType)
def lower_attribute(context: Any, builder: Any, typ: GameType, value: Any, name: str) -> Any:
    """Code for `game.attribute`: the constant itself."""
    dispatcher = method_of(typ.game, name)
    if dispatcher is not None:
        return context.get_dummy_value()
    constant = getattr(typ.game, name)
    return context.get_constant_generic(builder, context.typing_context.resolve_value_type(constant), constant)


def lower_method(name: str) -> None:
    """Code for `game.method(...)`, for every game: a direct call to the compiled method of the type's class."""

    @lower_builtin((GameType, name), GameType, types.VarArg(types.Any))
    def call_method(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        call = context.get_function(types.Dispatcher(method_of(sig.args[0].game, name)), sig)
        result = call(builder, args)
        libraries = getattr(call, "libs", ())
        if libraries:
            context.add_linking_libs(libraries)
        return imputils.impl_ret_new_ref(context, builder, sig.return_type, result)
