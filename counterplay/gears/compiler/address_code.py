"""What native code does with an address: arrays over it, states in it, functions at it.

A state in raw memory is laid out as `states.StateForm` says. Loading one copies its scalars and makes its arrays views of that
memory; storing one copies everything. Nothing is allocated.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typeconv import Conversion
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

WORD = ir.IntType(64)


def array_over(context: Any, builder: Any, array_type: Any, pointer: Any, shape: tuple[Any, ...]) -> Any:
    """The value of a C-contiguous array over memory that it does not own; shape holds LLVM integers."""
    array = make_array(array_type)(context, builder)
    itemsize = context.get_abi_sizeof(context.get_data_type(array_type.dtype))
    strides: list[Any] = []
    step = context.get_constant(types.intp, itemsize)
    for extent in reversed(shape):
        strides.insert(0, step)
        step = builder.mul(step, extent)
    data = builder.bitcast(pointer, context.get_data_type(array_type.dtype).as_pointer())
    populate_array(array, data, shape, strides, context.get_constant(types.intp, itemsize), None)
    return array._getvalue()


def _view(dtype: Any) -> Any:
    """An intrinsic that makes a one-dimensional array over an address."""
    array_type = types.Array(dtype, 1, "C")

    @intrinsic
    def view(typingctx: Any, address: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
            return array_over(context, builder, array_type, pointer, (args[1],))

        return array_type(types.int64, types.int64), generate

    return view


int64_view, float64_view, uint64_view = _view(types.int64), _view(types.float64), _view(types.uint64)


@intrinsic
def load_state(typingctx: Any, game: Any, address: Any) -> Any:
    """The state of a game that lies at an address; its arrays are views of that memory."""
    state_type = game.state_type

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[1], ir.IntType(8).as_pointer())
        fields = []
        for field_type, place in zip(state_type.types, game.form.places, strict=True):
            pointer = builder.gep(base, [WORD(place.offset)])
            if isinstance(field_type, types.Array):
                shape = tuple(context.get_constant(types.intp, extent) for extent in place.shape)
                fields.append(array_over(context, builder, field_type, pointer, shape))
            else:
                pointer = builder.bitcast(pointer, context.get_data_type(field_type).as_pointer())
                fields.append(context.unpack_value(builder, field_type, pointer))
        return context.make_tuple(builder, state_type, fields)

    return state_type(game, types.int64), generate


@intrinsic
def store_state(typingctx: Any, game: Any, address: Any, state: Any) -> Any:
    """Copy a state to an address."""
    check_state(typingctx, game, state)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base = builder.inttoptr(args[1], ir.IntType(8).as_pointer())
        for i, (found, declared) in enumerate(zip(state.types, game.state_type.types, strict=True)):
            place = game.form.places[i]
            value = builder.extract_value(args[2], i)
            pointer = builder.gep(base, [WORD(place.offset)])
            if isinstance(declared, types.Array):
                copy_array(context, builder, found, value, pointer, place)
            else:
                value = context.cast(builder, value, found, declared)
                pointer = builder.bitcast(pointer, context.get_data_type(declared).as_pointer())
                context.pack_value(builder, declared, value, pointer)
        return context.get_dummy_value()

    return types.none(game, types.int64, state), generate


def copy_array(context: Any, builder: Any, array_type: Any, value: Any, pointer: Any, place: Any) -> None:
    """Copy an array of the declared size; a rule that changes a board's size raises an error in native code, too."""
    array = make_array(array_type)(context, builder, value)
    items = context.get_constant(types.intp, place.items)
    with cgutils.if_unlikely(builder, builder.icmp_signed("!=", array.nitems, items)):
        context.call_conv.return_user_exc(builder, ValueError, (f"field '{place.name}' of a state changes its shape",))
    size = place.items * context.get_abi_sizeof(context.get_data_type(array_type.dtype))
    cgutils.raw_memmove(builder, pointer, builder.bitcast(array.data, pointer.type), context.get_constant(types.intp, size), 1)


def check_state(typingctx: Any, game: Any, state: Any) -> None:
    """Refuse, in one sentence, a state whose fields are not of the types that the first state has."""
    declared = game.state_type
    if not isinstance(state, types.BaseTuple) or len(state.types) != len(declared.types):
        raise TypingError(f"a state must be a {declared.instance_class.__name__}, as `initial` returns it, not {state}")
    for name, found, wanted in zip(declared.fields, state.types, declared.types, strict=True):
        if isinstance(wanted, types.Array):
            fits = isinstance(found, types.Array) and (found.dtype, found.ndim) == (wanted.dtype, wanted.ndim)
            if fits and found.layout != "C":
                raise TypingError(f"field '{name}' of a state is a slice or a transposed array; write .copy() where it is made")
        else:
            integers = isinstance(wanted, types.Integer) and isinstance(found, types.Integer | types.Boolean)
            conversion = typingctx.can_convert(found, wanted)
            fits = integers or (conversion is not None and conversion <= Conversion.safe) or same_kind(found, wanted)
        if not fits:
            raise TypingError(f"field '{name}' of a state is {wanted} in the first state and {found} here; give it one type")


def same_kind(found: Any, wanted: Any) -> bool:
    """Whether a number only changes its width."""
    return isinstance(wanted, types.Float) and isinstance(found, types.Float | types.Integer)


def caller(result: Any, *arguments: Any) -> Any:
    """An intrinsic call(address, (arguments...)) of a native function; an exception in it passes on through the caller."""

    @intrinsic
    def call(typingctx: Any, address: Any, values: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function_type = context.call_conv.get_function_type(result, arguments)
            function = builder.inttoptr(args[0], function_type.as_pointer())
            unpacked = [
                context.cast(builder, builder.extract_value(args[1], i), given, wanted)
                for i, (given, wanted) in enumerate(zip(values.types, arguments, strict=True))
            ]
            status, value = context.call_conv.call_function(builder, function, result, arguments, unpacked)
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return value

        return result(types.int64, values), generate

    return call


@intrinsic
def call_search(typingctx: Any, address: Any, values: Any) -> Any:
    """Call a search at an address, with a tuple of records and whole numbers; it returns a whole number."""
    return _call_searching(types.int64, typingctx, address, values)


@intrinsic
def call_value(typingctx: Any, address: Any, values: Any) -> Any:
    """The same for a search that returns a utility; some of the numbers may be utilities, too."""
    return _call_searching(types.float64, typingctx, address, values)


def _call_searching(result: Any, typingctx: Any, address: Any, values: Any) -> Any:
    arguments = [types.int64 if isinstance(given, types.Integer) else given for given in values.types]
    return caller(result, *arguments)._defn(typingctx, address, values)


i, f = types.int64, types.float64
call_step = caller(types.none, i, i, i, i, i)
call_follow = caller(types.none, i, i, i, i, i)
call_expand = caller(i, i, i, i, i, i, i, i)
call_outcomes = caller(i, i, i, i, i)
call_worth = caller(f, i, i, i)
call_bounds = caller(types.none, i, i, i)
call_passable = caller(i, i, i)
call_structure = caller(i, i, i, i)
call_playouts = caller(i, *(i,) * 9)
call_guided_playout = caller(i, *(i,) * 10)


def _region_call(name: str, result: Any, *arguments: Any) -> Any:
    """An intrinsic call of a function that `regions` links in."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        llvm = {types.int64: WORD, types.none: ir.VoidType()}
        function_type = ir.FunctionType(llvm[result], [llvm[a] for a in arguments])
        function = cgutils.get_or_insert_function(builder.module, function_type, name)
        value = builder.call(function, args)
        return context.get_dummy_value() if result is types.none else value

    return generate


@intrinsic
def mark(typingctx: Any) -> Any:
    """Where the memory of temporary arrays ends now; see `regions`."""
    return types.int64(), _region_call("counterplay_mark", types.int64)


@intrinsic
def release(typingctx: Any, marked: Any) -> Any:
    """Give back what temporary arrays have taken since the mark."""
    return types.none(types.int64), _region_call("counterplay_release", types.none, types.int64)
