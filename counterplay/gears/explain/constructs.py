"""Which construct in a rule cannot be compiled, and what to write instead.

Each function below looks at one failure, at what Numba says and at the text of the rule, and gives a `Reason` where it
recognises the construct. They are asked in order: sure signs first, guesses from the text alone last.
"""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from counterplay.core import Game
from counterplay.gears.explain.type_words import MAYBE, written_words
from counterplay.gears.identity.source_text import nodes_of

N = TypeVar("N", bound=ast.AST)
LOOP = "write it as a loop over numbers"
TEXT = "compare numbers here, and leave texts to action_name, dump and scene"
OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and_": "&", "or_": "|",
    "xor": "^", "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "contains": "in", "iadd": "+=", "isub": "-=", "imul": "*=", "ior": "|=", "iand": "&=", "ixor": "^=", "neg": "-",
    "invert": "~",
}  # fmt: skip
COMPREHENSIONS: dict[type[Any], str] = {
    ast.GeneratorExp: "a generator expression",
    ast.ListComp: "a list comprehension",
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dict comprehension",
}


class Reason(NamedTuple):
    """What is wrong, in which line, and what would be right."""

    what: str
    line: int
    instead: str


@dataclass
class Fault:
    """A function that could not be compiled, and what Numba says of it."""

    game: Game
    function: Any
    text: str
    line: int  # 0 where Numba does not say
    callers: tuple[Any, ...]  # functions that wanted it, outermost first

    @functools.cached_property
    def _all(self) -> list[ast.AST]:
        return nodes_of(self.function, ast.AST)

    def nodes(self, *kinds: type[N]) -> list[N]:
        """Parts of the function's text, those in the line of the fault first."""
        found = [node for node in self._all if isinstance(node, kinds)]
        return sorted(found, key=lambda node: not _covers(node, self.line))

    def here(self, *kinds: type[N]) -> list[N]:
        """Parts of the function's text in the line of the fault, or all where the line is not known."""
        return [node for node in self.nodes(*kinds) if not self.line or _covers(node, self.line)]

    def value_of(self, name: str) -> Any:
        """What a name means to the function that is none of its own variables."""
        variables = inspect.getclosurevars(self.function)
        for names in (variables.nonlocals, self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        return None


def _covers(node: Any, line: int) -> bool:
    return bool(node.lineno <= line <= (node.end_lineno or node.lineno))


def _called(node: ast.expr) -> str:
    """The name of what a call calls: 'any' of any(...), 'np.sum' of np.sum(...)."""
    return ast.unparse(node)


def find_reason(fault: Fault) -> Reason | None:
    """The construct that cannot be compiled, where it is recognised."""
    for recognise in RECOGNISED:
        reason = recognise(fault)
        if reason is not None:
            return reason
    return None


# --- functions that are called ---


def calls_itself(fault: Fault) -> Reason | None:
    """A method that calls itself, directly or through another one."""
    if fault.function not in fault.callers:
        return None
    circle = fault.callers[fault.callers.index(fault.function) + 1 :]
    through = circle[0].__name__ if circle else fault.function.__name__
    lines = [node.lineno for node in fault.nodes(ast.Call) if _called(node.func).split(".")[-1] == through]
    what = "it calls itself" + (f" by way of {circle[-1].__name__}" if circle else "")
    return Reason(what, lines[0] if lines else fault.line, "write it as a loop")


def uses_global(fault: Fault) -> Reason | None:
    """A name outside the function that refers to something native code cannot hold."""
    if "LOAD_SUPER_ATTR" in fault.text:  # from Python 3.12 on, super() is an instruction of its own
        return _uses_super(fault, fault.line)
    found = re.search(r"Untyped global name '(\w+)'|assigned to variable '(\w+)' in globals", fault.text)
    if found is None:
        return None
    name = found[1] or found[2]
    lines = [node.lineno for node in fault.nodes(ast.Name) if node.id == name]
    line, value = lines[0] if lines else fault.line, fault.value_of(name)
    if value is super:
        return _uses_super(fault, line)
    if name in vars(builtins) and value is getattr(builtins, name):
        return Reason(f"it calls {name}(...), which native code does not have", line, LOOP)
    if inspect.isfunction(value):
        return Reason(f"it calls {name}, which is a plain function", line, f"write @helper above `def {name}`")
    if isinstance(value, type):
        return Reason(f"it uses the class {name}", line, "write numbers, arrays or a NamedTuple, and call methods through self")
    kind = f"a {type(value).__name__}"
    if isinstance(value, list | dict | set):
        return Reason(f"it reads {name}, which is {kind}", line, "make it a tuple of numbers or a NumPy array")
    return Reason(f"it uses {name}, which is {kind}", line, "native code knows numbers, tuples of numbers and NumPy arrays")


def _uses_super(fault: Fault, line: int) -> Reason:
    method = fault.function.__name__
    owner = next((c for c in type(fault.game).__mro__ if vars(c).get(method) is fault.function), type(fault.game))
    base = next((c.__name__ for c in owner.__mro__[1:] if method in vars(c)), "Base")
    called = f"base_{method}"
    return Reason("it calls super()", line, f"write `{called} = {base}.{method}` in the class, and call self.{called}(...)")


def name_unknown(fault: Fault) -> Reason | None:
    """A name that is defined nowhere."""
    found = re.search(r"NameError: name '(\w+)' is not defined", fault.text)
    if found is None:
        return None
    lines = [node.lineno for node in fault.nodes(ast.Name) if node.id == found[1]]
    return Reason(f"it uses {found[1]}, which is defined nowhere", lines[0] if lines else fault.line, "define or import it")


def numpy_function(fault: Fault) -> Reason | None:
    """A function of NumPy that Numba does not have."""
    found = re.search(r"unsupported NumPy function 'numpy\.([\w.]+)'", fault.text)
    return found and Reason(f"it calls np.{found[1]}, which native code does not have", fault.line, LOOP)


# --- attributes ---


def sets_attribute(fault: Fault) -> Reason | None:
    """A rule that changes the game."""
    found = re.search(r"(?:setattr: \(Game\(.*?\)|lowering Game\(.*?\))\)?\.(\w+) =", fault.text)
    if found is None:
        return None
    lines = [node.lineno for node in fault.nodes(ast.Attribute) if node.attr == found[1] and isinstance(node.ctx, ast.Store)]
    instead = "set it in __init__, or keep it in the state: attributes are constants of native code"
    return Reason(f"it sets self.{found[1]}", lines[0] if lines else fault.line, instead)


def attribute_missing(fault: Fault) -> Reason | None:
    """An attribute that the game, the state, a number or an array does not have."""
    found = re.search(r"Unknown attribute '(\w+)' of type (.*)", fault.text)
    if found is None:
        return None
    name, holder = found[1], found[2]
    if holder.startswith("Game("):
        elsewhere = _setter(fault.game, name)
        what = f"it reads self.{name}, which {elsewhere or 'nothing'} sets"
        return Reason(what, fault.line, f"set self.{name} in __init__")
    state = type(fault.game.initial())
    if holder.startswith(f"{state.__name__}("):
        fields = getattr(state, "_fields", ())
        if hasattr(state, name):
            return Reason(
                f"it calls {name} of the state", fault.line, f"write {state.__name__}({', '.join(fields)}) with every field"
            )
        return Reason(f"{state.__name__} has no field '{name}'", fault.line, f"its fields are {', '.join(fields)}")
    if name in ("bit_count", "bit_length"):
        instead = {"bit_count": "popcount(b)", "bit_length": "highest(b)"}[name]
        return Reason(f"it calls .{name}() of {written_words(holder)}", fault.line, f"write counterplay.gears.bits.{instead}")
    if name == "add" and fault.here(ast.SetComp):
        return uses_comprehension(fault)
    if holder.startswith(("Literal[str]", "unicode")):
        return Reason("it handles text", fault.line, TEXT)
    if module := re.match(r"Module\(<module '([\w.]+)'", holder):
        return Reason(f"it uses {module[1]}.{name}, which native code does not have", fault.line, LOOP)
    return Reason(f"it uses .{name} of {written_words(holder)}, which native code does not have", fault.line, LOOP)


def _setter(game: Game, attribute: str) -> str:
    """The method that sets an attribute outside __init__; empty where there is none."""
    for name, function in inspect.getmembers(type(game), inspect.isfunction):
        for node in nodes_of(function, ast.Attribute):
            if node.attr == attribute and isinstance(node.ctx, ast.Store):
                return f"only {name}"
    return ""


def attribute_kind(fault: Fault) -> Reason | None:
    """An attribute that is no constant of native code."""
    found = re.search(r"(\w+\.(\w+) is an? (\w+)), which cannot be a constant", fault.text)
    if found is None:
        return None
    if found[3] == "method":
        return Reason(f"it calls {found[2]}, a class method", fault.line, f"make {found[2]} an ordinary method")
    return Reason(found[1], fault.line, "make it a tuple of numbers or a NumPy array")


# --- statements ---


def writes_constant(fault: Fault) -> Reason | None:
    """A write to an array that does not belong to the rule."""
    if "readonly array" not in fault.text or "setitem" not in fault.text:
        return None
    targets = [node for node in fault.here(ast.Subscript) if isinstance(node.ctx, ast.Store)]
    name = ast.unparse(targets[0].value) if targets else "an array"
    line = targets[0].lineno if targets else fault.line
    instead = f"a rule changes nothing outside itself: write to {name}.copy(), or keep it in the state"
    return Reason(f"it writes to {name}, which native code has as a constant", line, instead)


def uses_try(fault: Fault) -> Reason | None:
    """An exception that is caught."""
    if "exception_match" not in fault.text and "Exception matching" not in fault.text:
        return None
    nodes = fault.nodes(ast.Try)
    return Reason("it uses try and except", nodes[0].lineno, "ask with `if` before") if nodes else None


def uses_with(fault: Fault) -> Reason | None:
    """A context manager."""
    if "context manager" not in fault.text and "with_lifting" not in fault.text:
        return None
    nodes = fault.nodes(ast.With)
    line = nodes[0].lineno if nodes else fault.line
    return Reason("it uses `with`, and native code has no context manager", line, "leave it out of the rules")


def unsupported_statement(fault: Fault) -> Reason | None:
    """A statement that Numba's reader of byte code does not know."""
    if "STORE_GLOBAL" in fault.text or "DELETE_GLOBAL" in fault.text:
        return Reason("it changes a global variable", fault.line, "keep what changes in the state")
    if "IMPORT_NAME" in fault.text:
        return Reason("it imports inside the method", fault.line, "write the import at the top of the file")
    if "YIELD_FROM" in fault.text:
        return Reason("it uses `yield from`", fault.line, "write a loop that yields")
    if "Multiple argument raise" in fault.text:
        raised = [node.lineno for node in fault.nodes(ast.Raise) if node.cause is not None]
        return Reason("it uses `raise ... from`", raised[0] if raised else fault.line, "leave out what follows `from`")
    return None


def different_returns(fault: Fault) -> Reason | None:
    """A function whose answers have different types."""
    found = re.search(r"Can't unify return type from the following types: (.*)", fault.text)
    if found is None:
        return None
    kinds = re.findall(r"Return of: IR name '[^']*', type '(.*)', location: *\n *File \"[^\"]*\", line (\d+)", fault.text)
    said = sorted({(int(line), written_words(kind)) for kind, line in kinds})
    what = " and ".join(f"{words} in line {line}" for line, words in said)
    return Reason(
        f"it returns {what or 'values of different types'}",
        said[-1][0] if said else fault.line,
        "return one type on every path",
    )


def different_values(fault: Fault) -> Reason | None:
    """A variable that holds values of different types."""
    found = re.search(r"Cannot unify (.+) and (.+) for '([\w$]+)[.\w]*'", fault.text)
    if found is None:
        return None
    name = found[3] if not found[3].startswith("$") else ""
    stores = [node.lineno for node in fault.nodes(ast.Name) if node.id == name and isinstance(node.ctx, ast.Store)]
    held = f"its variable {name}" if name else "an expression in it"
    what = f"{held} is {written_words(found[1])} on one path and {written_words(found[2])} on another"
    return Reason(what, max(stores, default=fault.line), "give it one type")


# --- values ---


def uses_comprehension(fault: Fault) -> Reason | None:
    """A generator expression, or a comprehension over something that cannot be walked through."""
    closure, sets = "yield in a closure" in fault.text, bool(fault.line and fault.here(ast.SetComp))
    iterates = "getiter" in fault.text and bool(fault.here(*COMPREHENSIONS))
    if not (closure or sets or iterates):
        return None
    nodes = fault.nodes(ast.GeneratorExp) if closure else fault.here(*COMPREHENSIONS)
    if not nodes:
        return Reason("it uses a generator expression", fault.line, "write a loop") if closure else None
    node = nodes[0]
    around = next((c for c in fault.nodes(ast.Call) if node in c.args), None)
    if closure and around is not None:
        return Reason(f"it calls {_called(around.func)}(... for ...)", node.lineno, "write a loop")
    what = f"it uses {COMPREHENSIONS[type(node)]}"
    if iterates:
        source = node.generators[0].iter
        what += f" over {ast.unparse(source)}, whose elements have different types"
    return Reason(what, node.lineno, "write a loop that yields" if closure else LOOP)


def several_types(fault: Fault) -> Reason | None:
    """A tuple of different types that is indexed or walked through."""
    if not re.search(r"getiter with parameters \(Tuple|>>> (static_)?getitem\(Tuple", fault.text):
        return None
    loops = [node.iter for node in fault.here(ast.For) if node.lineno == fault.line]
    subscripts = [node.value for node in fault.here(ast.Subscript) if not isinstance(node.slice, ast.Constant)]
    node = next(iter([*loops, *subscripts]), None)
    what = ast.unparse(node) if node is not None else "a tuple"
    return Reason(f"{what} has elements of different types", fault.line, "give all of them one type, or make it several tuples")


def empty_container(fault: Fault) -> Reason | None:
    """A list, dict or set into which nothing is put, so that its type cannot be known."""
    found = re.search(r"type of variable '([\w$]+)[.\w]*', have imprecise type: (list|DictType|set)", fault.text)
    if found is None:
        return None
    kind = {"list": "list", "DictType": "dict", "set": "set"}[found[2]]
    stores = [node.lineno for node in fault.nodes(ast.Name) if node.id == found[1] and isinstance(node.ctx, ast.Store)]
    what = (
        f"nothing tells what the {kind} {found[1]} holds"
        if not found[1].startswith("$")
        else f"nothing tells what a {kind} holds"
    )
    return Reason(what, fault.line or min(stores, default=0), "write an array, as np.empty(0, np.int64)")


def builds_container(fault: Fault) -> Reason | None:
    """A dict, set or list whose elements have different types."""
    kinds: dict[type[Any], str] = {ast.Dict: "a dict", ast.DictComp: "a dict", ast.Set: "a set", ast.List: "a list"}
    if not re.search(r"build_(map|set|list)|DictType|LiteralStrKeyDict|(reflected )?(set|list)\(", fault.text):
        return None
    nodes = fault.here(*kinds)
    if not nodes:
        return None
    return Reason(
        f"it builds {kinds[type(nodes[0])]} that native code cannot hold", nodes[0].lineno, "write an array, or numbers"
    )


def handles_text(fault: Fault) -> Reason | None:
    """A text that is made, formatted or read."""
    formats = "f-string" in fault.text
    if not formats and not re.search(r">>> \w+\(.*(Literal\[str\]|unicode_type)", fault.text):
        return None
    nodes = fault.nodes(ast.JoinedStr) if formats else []
    return Reason("it formats a text" if formats else "it handles text", nodes[0].lineno if nodes else fault.line, TEXT)


def unknown_argument(fault: Fault) -> Reason | None:
    """An argument by name that Numba's form of a function does not take."""
    if "print() function" in fault.text:
        return Reason("it calls print(...) with arguments by name", fault.line, "leave printing out of the rules")
    found = re.search(r"got an unexpected keyword argument '(\w+)'", fault.text)
    strict = [node for node in fault.here(ast.Call) if _called(node.func) == "zip" and node.keywords]
    if found is None and not strict:
        return None
    argument = found[1] if found else "strict"
    calls = [node for node in fault.here(ast.Call) if any(k.arg == argument for k in node.keywords)]
    name = _called(calls[0].func) if calls else "a function"
    line = calls[0].lineno if calls else fault.line
    instead = "leave it out" if argument == "strict" else "leave it out, or write a loop"
    return Reason(f"it gives {name}(...) the argument {argument}=, which native code does not know", line, instead)


def union_of_types(fault: Fault) -> Reason | None:
    """isinstance(x, int | float)."""
    calls = [
        node for node in fault.here(ast.Call) if _called(node.func) == "isinstance" and isinstance(node.args[-1], ast.BinOp)
    ]
    if not calls or ">>> or_(" not in fault.text:
        return None
    return Reason(
        "it asks isinstance for types joined by |", calls[0].lineno, "write a tuple of types: isinstance(x, (int, float))"
    )


def unsupported_call(fault: Fault) -> Reason | None:
    """An operator or a function with values that Numba's form of it does not take."""
    found = re.search(r"No implementation of function Function\((.*)\) found for signature:\s*>>> (\w+)\((.*)\)", fault.text)
    if found is None:
        return None
    name, arguments = found[2], [written_words(a) for a in _split(found[3])]
    if name in OPERATORS:
        return Reason(
            f"it uses {OPERATORS[name]} on {' and '.join(arguments)}", fault.line, "use numbers or arrays of one type"
        )
    if name in ("getitem", "static_getitem", "setitem"):
        done = "writes into" if name == "setitem" else "indexes"
        return Reason(f"it {done} {arguments[0]} with {arguments[1]}", fault.line, "index arrays and tuples with whole numbers")
    calls = [_called(node.func) for node in fault.here(ast.Call) if _called(node.func).split(".")[-1] == name]
    what = f"it calls {calls[0] if calls else name} with {' and '.join(arguments) or 'nothing'}"
    if name in ("int", "float") and arguments == ["a truth value"]:
        return Reason(what, fault.line, "write 1 if ... else 0" if name == "int" else "write 1.0 if ... else 0.0")
    return Reason(what, fault.line, "ask whether it is None before" if MAYBE in arguments else LOOP)


def _split(arguments: str) -> list[str]:
    """Arguments at their commas, but not at those within brackets."""
    parts, depth = [""], 0
    for letter in arguments:
        depth += (letter in "([{<") - (letter in ")]}>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [
        part.strip().partition("=")[2] if re.match(r"\w+=", part.strip()) else part.strip() for part in parts if part.strip()
    ]


# --- guesses from the text alone ---


def known_statement(fault: Fault) -> Reason | None:
    """Where Numba's words say nothing, a construct that it hardly ever takes."""
    kinds: dict[type[Any], tuple[str, str]] = {
        ast.With: ("it uses `with`, and native code has no context manager", "leave it out of the rules"),
        ast.Try: ("it uses try and except", "ask with `if` before"),
        ast.GeneratorExp: ("it uses a generator expression", "write a loop"),
        ast.SetComp: ("it uses a set comprehension", "write a loop"),
        ast.NamedExpr: ("it uses := inside an expression", "write the assignment on a line of its own"),
        ast.JoinedStr: ("it formats a text", TEXT),
        ast.FunctionDef: ("it defines a function inside the method", "write it as a method, or outside the class with @helper"),
        ast.ClassDef: ("it defines a class inside the method", "write it outside"),
        ast.Delete: ("it uses `del`", "leave it out"),
    }
    for node in fault.nodes(*kinds):
        return Reason(kinds[type(node)][0], node.lineno, kinds[type(node)][1])
    return None


RECOGNISED: tuple[Callable[[Fault], Reason | None], ...] = (
    calls_itself,
    uses_global,
    name_unknown,
    numpy_function,
    sets_attribute,
    attribute_kind,
    attribute_missing,
    writes_constant,
    uses_try,
    uses_with,
    unsupported_statement,
    different_returns,
    different_values,
    uses_comprehension,
    several_types,
    empty_container,
    unknown_argument,
    union_of_types,
    handles_text,
    builds_container,
    unsupported_call,
    known_statement,
)
