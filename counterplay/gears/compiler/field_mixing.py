"""Native code that mixes all fields of a state into a key, one after the other."""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic

from counterplay.gears.compiler.compiled_keys import mix_field


@intrinsic
def mix_every_field(typingctx: Any, key: Any, fields: Any) -> Any:
    """`mix_field` for each in turn; a recursion over the rest of the tuple would be one function more for each field."""
    function = typingctx.resolve_value_type(mix_field)
    signatures = [function.get_call_type(typingctx, (key, field), {}) for field in fields.types]

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        mixed = args[0]
        for place, wanted in enumerate(signatures):
            call = context.get_function(function, wanted)
            mixed = call(builder, (mixed, builder.extract_value(args[1], place)))
            context.add_linking_libs(getattr(call, "libs", ()))
        return mixed

    return key(key, fields), generate
