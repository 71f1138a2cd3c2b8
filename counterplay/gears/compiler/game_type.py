"""Teaches Numba that a `Game` instance is a compile-time constant.

Numba resolves methods of its own jitclasses the same way: a type for the instance, an attribute template for typing
and a lowering for code generation. Here
- the type's identity is that of class and attributes (`identity`), so a kernel is specialised once per game;
- reading an attribute gives a constant; calling a method gives a direct call to that method, compiled;
- a tunable attribute is an array read by its address: at run time a game is one pointer, to the table of those arrays.
"""

from __future__ import annotations

import inspect
from typing import Any

from numba import typeof, types
from numba.core import imputils
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.core.registry import cpu_target
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
from numba.np.numpy_support import from_dtype

from counterplay.core import Game
from counterplay.gears.compiler.address_code import array_over
from counterplay.gears.compiler.numba_compiling import inner_dispatcher
from counterplay.gears.entry.state_transfer import StateForm, form_of
from counterplay.gears.explain.method_promises import check_answer, check_defined
from counterplay.gears.identity.game_identity import game_of, token_of

# Function of a game class -> its Numba dispatcher, shared by all games of the class; a static one is not told which game calls
# it, so that each game, with what its globals are by then, has one of its own: (function, token).
_methods: dict[Any, Any] = {}
_lowered: set[str] = set()  # method names that have a lowering


class GameType(types.Type):
    """The Numba type of one game: equal for equal class and attributes."""

    def __init__(self, token: str) -> None:
        self.token = token
        super().__init__(name=f"Game({token})")

    @property
    def key(self) -> str:
        """What Numba compares types by."""
        return self.token

    @property
    def game(self) -> Game:
        """A game of this token, for its constants."""
        return game_of(self.token)

    @property
    def form(self) -> StateForm:
        """How its states are laid out."""
        return form_of(self.game)

    @property
    def state_type(self) -> Any:
        """The type of its states."""
        return typeof(self.form(self.game.initial()))


register_model(GameType)(models.OpaqueModel)  # a pointer, to the table of tunable arrays


def method_of(game: Game, name: str) -> Any:
    """The dispatcher of a method, or None where the name is no method of the game's class."""
    function = inspect.getattr_static(type(game), name, None)
    static = isinstance(function, staticmethod)
    if static:
        function = function.__func__
    if not inspect.isfunction(function):
        return None
    key = (function, token_of(game)) if static else function
    if key not in _methods:
        _methods[key] = inner_dispatcher(function)
    return _methods[key]


@typeof_impl.register(Game)
def typeof_game(game: Game, context: Any) -> GameType:
    """Numba's question: what type is this value?"""
    return GameType(token_of(game))


@unbox(GameType)
def unbox_game(typ: GameType, obj: Any, c: Any) -> NativeValue:
    """A game passed from Python is the address of its table; everything else is in its type."""
    address = c.pyapi.object_getattr_string(obj, "_native_address")
    pointer = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(pointer)


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
            if name in type(typ.game).tunables:
                return types.Array(from_dtype(value.dtype), value.ndim, "C")
            return constant_type(self.context, typ.game, name)
        check_defined(typ.game, name)
        if isinstance(inspect.getattr_static(type(typ.game), name), staticmethod):
            return types.Dispatcher(dispatcher)
        if name not in _lowered:
            _lowered.add(name)
            lower_method(name)

        class Method(templates.AbstractTemplate):
            key = (GameType, name)

            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
                signature = types.Dispatcher(dispatcher).get_call_type(self.context, (typ, *args), kws)
                check_answer(self.context, typ, name, dispatcher.py_func, signature.return_type)
                return signature.as_method()

        return types.BoundFunction(Method, typ)


def constant_type(context: Any, game: Game, name: str) -> Any:
    """The type of an attribute's value; an array cannot be written to, since what native code holds is a copy."""
    value = getattr(game, name)
    try:
        found = None if isinstance(value, list | dict | set) else context.resolve_value_type(value)
    except ValueError:  # what Numba says of a value that it does not know
        found = None
    if found is None:
        raise TypingError(
            f"{type(game).__name__}.{name} is a {type(value).__name__}, which cannot be a constant of native code"
        )
    return found.copy(readonly=True) if isinstance(found, types.Array) else found


def is_constant(value: Any) -> bool:
    """Whether native code can hold a value."""
    try:
        cpu_target.target_context._get_constants.find((typeof(value),))
    except Exception:  # Numba's for what it has no type for, or no code; or that of whoever taught it the type
        return False
    return True


@lower_constant(GameType)
def lower_inner_game(context: Any, builder: Any, typ: GameType, game: Game) -> Any:
    """A game that is an attribute of another one."""
    if type(game).tunables:
        raise TypingError(f"{type(game).__name__} has tunables, so it cannot be a constant inside another game")
    return context.get_dummy_value()


@lower_getattr_generic(GameType)
def lower_attribute(context: Any, builder: Any, typ: GameType, value: Any, name: str) -> Any:
    """Code for `game.attribute`: the constant itself."""
    dispatcher = method_of(typ.game, name)
    if dispatcher is not None:
        return context.get_dummy_value()
    constant = getattr(typ.game, name)
    if name in type(typ.game).tunables:
        return lower_tunable(context, builder, typ, value, name)
    return context.get_constant_generic(builder, constant_type(context.typing_context, typ.game, name), constant)


def lower_tunable(context: Any, builder: Any, typ: GameType, table: Any, name: str) -> Any:
    """Code for a tunable array: a view of the memory that the game's table names."""
    array = getattr(typ.game, name)
    place = context.get_constant(types.intp, type(typ.game).tunables.index(name))
    pointers = builder.bitcast(table, table.type.as_pointer())
    pointer = builder.load(builder.gep(pointers, [place]))
    shape = tuple(context.get_constant(types.intp, extent) for extent in array.shape)
    return array_over(context, builder, types.Array(from_dtype(array.dtype), array.ndim, "C"), pointer, shape)


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
