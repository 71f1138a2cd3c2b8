"""What can be told before a game is played: its parameters, its traits, and generators where none may be."""

from __future__ import annotations

import inspect
import numbers
from typing import Any

from counterplay.check.inspection import Broken, Inspection
from counterplay.check.remedies import RETURN_MISSING, heading, missing_rule, missing_rules
from counterplay.check.state_copies import has_arrays, is_record, misfit, same, short
from counterplay.core import Diagram, Game, Published, Repetition, Unit, overrides

WHOLE_TRAITS = {"players": 1, "max_actions": 1, "max_plies": 1, "repetition_count": 1}  # trait -> least value
CONTRACT = [name for name, member in vars(Game).items() if inspect.isfunction(member) and not name.startswith("_")]
FLAG_TRAITS = ("chance", "hidden", "zero_sum", "can_skip", "has_candidates")


def check_rules(inspection: Inspection) -> str:
    """The six methods that every game needs are there."""
    for method in missing_rules(type(inspection.game)):
        inspection.add("missing-method", method, missing_rule(type(inspection.game), method))
    return ""


def check_signatures(inspection: Inspection) -> str:
    """Methods that the class writes take the arguments of the contract, in their order."""
    game = inspection.game
    for method in CONTRACT:
        wanted = list(inspect.signature(getattr(Game, method)).parameters)[1:]
        own = inspect.getattr_static(type(game), method)
        if not overrides(game, method) or not inspect.isfunction(own):
            continue
        taken = list(inspect.signature(own).parameters)
        try:
            inspect.signature(own).bind(game, *wanted)
            fits = sorted(taken[1:]) != sorted(wanted) or taken[1:] == wanted
        except TypeError:
            fits = False
        if not fits:
            inspection.add("signature", method, f"takes ({', '.join(taken)}); write {heading(method)}")
    return ""


def find_first_state(inspection: Inspection) -> bool:
    """Keep the first state; whether it is one that play can start from."""
    try:
        inspection.start = inspection.ask("initial")
    except Broken:
        return False
    if inspection.start is None:
        inspection.add("wrong-type", "initial", f"returned None; expected the first state; {RETURN_MISSING}")
        return False
    wrong = misfit(inspection.start, inspection.start)
    if wrong:
        inspection.add("field-type", "initial", f"gave a state that cannot be compiled: {wrong}")
    if not is_record(inspection.start):
        inspection.skipped.append(
            f"types of fields: {inspection.name}.initial returns a {type(inspection.start).__name__}, no NamedTuple"
        )
    _check_fields(inspection)
    return True


def check_traits(inspection: Inspection) -> str:
    """Traits have the right kind and possible values."""
    game = inspection.game
    for trait, least in WHOLE_TRAITS.items():
        value = getattr(game, trait)
        if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < least:
            _bad_trait(inspection, trait, value, f"a whole number, at least {least}")
    for trait in FLAG_TRAITS:
        value = getattr(game, trait)
        if not isinstance(value, bool):
            _bad_trait(inspection, trait, value, "True or False")
    if not isinstance(game.repetition, Repetition):
        _bad_trait(inspection, "repetition", game.repetition, "one of counterplay.Repetition")
    elif game.repetition != Repetition.NOTHING and game.repetition_count < 2:
        _bad_trait(inspection, "repetition_count", game.repetition_count, "at least 2, for a position to occur again")
    if game.repetition == Repetition.PERPETUAL_LOSES and not overrides(game, "threatened"):
        _bad_trait(inspection, "repetition", game.repetition, "one that needs no `threatened`, or a game that defines it")
    bounds: Any = game.utility_range
    if not (isinstance(bounds, tuple) and len(bounds) == 2 and all(isinstance(b, numbers.Real) for b in bounds)):
        _bad_trait(inspection, "utility_range", bounds, "a pair of numbers, lowest and highest")
    elif not bounds[0] < bounds[1]:
        _bad_trait(inspection, "utility_range", bounds, "a pair whose first number is below the second")
    _check_descriptions(inspection)
    return "the traits are possible values"


def _check_fields(inspection: Inspection) -> None:
    """Fields that a trait names are whole numbers of the state."""
    game, start = inspection.game, inspection.start
    clock: Any = game.draw_clock
    if clock is not None and not (isinstance(clock, tuple) and len(clock) == 2 and _is_counter(start, clock[0])):
        _bad_trait(inspection, "draw_clock", clock, "a whole-numbered field of the state and its limit, or None")
    for name in game.idle_fields:
        if not _is_counter(start, name):
            _bad_trait(inspection, "idle_fields", name, "the names of whole-numbered fields of the state")


def _is_counter(state: Any, name: str) -> bool:
    return isinstance(getattr(state, name, None), numbers.Integral) and name in getattr(state, "_fields", ())


def _check_descriptions(inspection: Inspection) -> None:
    """What is told of the game fits it: a name for each player, a Unit, presets whose parameters it takes."""
    game = inspection.game
    names: Any = game.player_names
    if not (isinstance(names, tuple) and len(names) == game.players and all(isinstance(n, str) and n for n in names)):
        _bad_trait(inspection, "player_names", names, f"a tuple of {game.players} names, one for each player")
    unit: Any = game.unit
    if unit is not None and not isinstance(unit, Unit):
        _bad_trait(inspection, "unit", unit, "a counterplay.Unit, or None")
    elif unit is not None and unit.squashed and game.utility_range != (-1.0, 1.0):
        _bad_trait(inspection, "unit", unit, "no squashed unit, since utility_range is not from -1 to 1")
    published: Any = game.published
    if published is not None and not isinstance(published, Published):
        _bad_trait(inspection, "published", published, "a counterplay.Published, or None")
    for preset, parameters in game.presets.items():
        unknown = sorted(set(parameters) - set(inspect.signature(type(game).__init__).parameters))
        if unknown:
            inspection.add("bad-trait", "presets", f"gives {preset} a parameter '{unknown[0]}', which __init__ does not take")
    diagrams: Any = game.diagrams
    if not (isinstance(diagrams, tuple) and all(isinstance(d, Diagram) for d in diagrams)):
        _bad_trait(inspection, "diagrams", diagrams, "a tuple of counterplay.Diagram")


def _bad_trait(inspection: Inspection, trait: str, value: Any, wanted: str) -> None:
    inspection.add("bad-trait", trait, f"is {short(value)}; expected {wanted}")


def check_parameters(inspection: Inspection) -> str:
    """Every parameter of __init__ is an attribute of the same name, and making the game anew from them gives the same game."""
    game = inspection.game
    if type(game).__init__ is object.__init__:
        return ""
    parameters = {n: p for n, p in inspect.signature(type(game).__init__).parameters.items() if n != "self"}
    for parameter, details in parameters.items():
        if details.kind in (details.VAR_POSITIONAL, details.VAR_KEYWORD, details.POSITIONAL_ONLY):
            inspection.add(
                "parameter", "__init__", f"takes '{details}'; expected parameters that can be given and stored by name"
            )
        elif not hasattr(game, parameter):
            inspection.add(
                "parameter",
                "__init__",
                f"takes '{parameter}' but the game has no attribute of that name; write self.{parameter} = "
                f"{parameter}, so that the game can be named and made again in another process",
            )
    if inspection.found("parameter") or not parameters:
        return ""
    again = inspection.guard("__init__", lambda: type(game)(**game.parameters), ())
    for attribute, value in vars(game).items():
        if not attribute.startswith("_") and not same(value, vars(again).get(attribute)):
            inspection.add(
                "parameter",
                "__init__",
                f"called with the stored parameters {game.parameters} sets {attribute} to {short(vars(again).get(attribute))} "
                f"instead of {short(value)}; expected each parameter to be stored unchanged under its own name",
            )
    return f"{len(parameters)} parameters are stored under their own names and make the same game again"


def check_generators(inspection: Inspection) -> str:
    """No generator runs over a state that holds an array: native code would never free that array."""
    if not has_arrays(inspection.start):
        return ""
    for method in ("actions", "outcomes"):
        function = inspect.unwrap(getattr(type(inspection.game), method))
        if inspect.isgeneratorfunction(function):
            inspection.add(
                "yield-over-array",
                method,
                f"yields over a state that holds an array, as in {inspection.show(inspection.start)}, which the compiled gear "
                "cannot free; return an int array (outcomes: a list of pairs) instead",
            )
    return "actions and outcomes return what they found, as they must where a state holds an array"
