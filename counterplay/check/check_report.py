"""What a check found: faults by name, what held, and what could not be looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

FAULTS = {  # id -> what it means
    "action-name": "an action's name is empty, shared with another legal action, or does not parse back",
    "action-type": "an action that is not a 64-bit integer",
    "action-twice": "an action offered twice in one state",
    "action-without-effect": "an action that leaves everything as it was",
    "bad-trait": "a declared trait that cannot be true",
    "candidates": "candidates names no action, or one that is not legal, or one twice",
    "diagram": "a diagram of the rules is no position of the game, or names an action that is not legal there",
    "endless-actions": "actions or outcomes that do not come to an end",
    "evaluate-not-zero-sum": "estimates of two players that do not add up to zero though zero_sum is declared",
    "evaluate-range": "an estimate that is no number within utility_range",
    "field-type": "a state whose class, or the type, shape or size of a field, differs from the first state's",
    "gears-disagree": "interpreted and compiled gear answer differently",
    "gears-leak": "native code keeps memory that it should give back",
    "gesture": "clicks that name nothing on the picture, or do not tell two actions apart",
    "harmless": "harmless is said of an action that wins, or that leaves a threat",
    "hung": "a method that does not return",
    "illegal-action": "an action is offered, but result raises",
    "key-differs": "equal states with different keys",
    "key-too-coarse": "different positions with one key",
    "key-type": "a key that is not a 64-bit integer",
    "load-raises": "load answers a wrong text with something other than BadNotation",
    "missing-method": "a method that every game needs is not there",
    "misspelt": "a name that nothing reads and that is nearly one of the contract's",
    "mutated-game": "playing changed the game object",
    "mutated-state": "a method changed the state it was given",
    "nan": "a utility or an estimate that is nan, which is no number",
    "never-ends": "play goes on beyond max_plies, or can go round in a circle",
    "no-actions": "a state that is not terminal, yet has no action",
    "noisy-actions": "noisy_actions lists other actions than those that noisy calls noisy",
    "not-zero-sum": "utilities that do not add up to zero though zero_sum is declared",
    "notation": "a position that dump and load do not bring back",
    "oracle": "another implementation of the game plays by other rules",
    "outcome-twice": "a chance outcome listed twice",
    "parameter": "a parameter of __init__ that is not stored under its own name",
    "parse-raises": "parse_action answers a wrong text with something other than BadNotation",
    "player-range": "a player that does not exist",
    "probabilities": "probabilities that are negative or do not add up to one",
    "random-action": "random_action draws something that is no action",
    "playout-action": "playout_action draws something that is no action",
    "raised": "a method raised an exception",
    "scene": "a picture that contradicts itself",
    "signature": "a method that does not take the arguments of the contract",
    "skip-keeps-turn": "skip leaves the same player to move",
    "too-many-actions": "more actions or outcomes than max_actions",
    "undeclared-chance": "a chance node in a game that does not declare chance",
    "unsteady": "the same question about the same state is answered differently",
    "utility-range": "a utility that is no number within utility_range",
    "value-bounds": "value_bounds gives no pair in order, or one that an end of the game contradicts",
    "warning": "NumPy warned of an overflow or an invalid operation",
    "wrong-type": "a method returns something of another kind than the contract says",
    "yield-over-array": "a generator over a state that holds an array",
}


@dataclass(frozen=True)
class Finding:
    """One fault of a game, at the first position that showed it."""

    fault: str  # one of FAULTS
    message: str  # one sentence: method, position, action, what was expected, what was found
    times: int = 1  # how often it was seen; the check stops early where a method keeps failing


@dataclass
class CheckReport:
    """What `check_game` returns."""

    game: str  # the game's specification
    findings: list[Finding] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)  # what was checked and held
    skipped: list[str] = field(default_factory=list)  # what could not be checked, and why
    interpreted_only: str = ""  # why the game cannot be compiled; empty where it can, or where nobody has tried
    positions: int = 0  # different positions looked at
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def __str__(self) -> str:
        lines = [f"{self.game}: {len(self.findings) or 'no'} findings in {self.positions} positions, {self.seconds:.1f} s"]
        lines += [f"  FAULT {f.fault}: {f.message}" for f in self.findings]
        lines += [f"  passed: {sentence}" for sentence in self.passed]
        lines += [f"  not checked: {sentence}" for sentence in self.skipped]
        if self.interpreted_only:
            lines.append(f"  interpreted only, much slower, because {self.interpreted_only}")
        return "\n".join(lines)
