"""GNU Backgammon as an agent: `gnubg:gnubg`, `gnubg:gnubg?plies=0`.

The program has no protocol; it is asked by the commands of its terminal. Every turn is set up as an XGID, with the dice, and
its `hint` is read. It names the play of a whole turn, which is found again among those of the rules, die by die.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from counterplay.agents.agent import AgentError
from counterplay.agents.engine_agent import EngineAgent, Terms
from counterplay.agents.engine_process import EngineProcess
from counterplay.core import CHANCE, BadParameter, Game, MissingTrait, Position
from counterplay.core.files.user_file import quoted
from counterplay.core.text.long_digits import whole_number

MOST_PLIES = 4  # it looks ahead; a turn takes minutes beyond
FIRST_HINT = re.compile(r"1\.\s+Cube\w+ \d-ply\s+(.*?)\s+Eq\.:")
STEP = re.compile(r"([\w*/]+)(?:\((\d)\))?")  # 24/18*/14, 8/5(2)

Effect = tuple[frozenset[tuple[str, int]], frozenset[str]]  # how many checkers come to each place, and where some are hit


class GnubgAgent(EngineAgent):
    """GNU Backgammon in a terminal that is none."""

    protocol, example, bounds = "gnubg", "gnubg:gnubg", ("patience",)
    farewell = ""  # it would ask whether the game under way is to be given up

    def __init__(self, command: str, options: Mapping[str, str] | None = None, terms: Terms | None = None) -> None:
        super().__init__(command, options, terms)
        self.command += ["--tty", "--quiet", "--no-rc"]
        for name, value in self.options.items():
            if name != "plies" or whole_number(value, MOST_PLIES) is None:
                raise BadParameter(
                    f"'{quoted(name)}={quoted(value)}' is no option; plies=0 to plies={MOST_PLIES} is the only one"
                )
        self.turn: Position | None = None  # the beginning of the last one that was asked about
        self.play: list[int] = []  # the actions of that turn

    def refuse(self, game: Game) -> None:
        """Backgammon alone."""
        from counterplay.games.races.backgammon.backgammon import Backgammon

        if not isinstance(game, Backgammon) or not game.chance:
            raise MissingTrait(f"{self.name} cannot play {game.title_text}: it plays backgammon with real dice; level:5 works")

    def greet(self, engine: EngineProcess, position: Position) -> None:
        """Nobody plays but whoever is asked for a hint; the cube is out of play."""
        for command in ("player 0 human", "player 1 human", "automatic roll off", "automatic game off", "confirm new off"):
            engine.send(f"set {command}")
        engine.send("set output rawboard on")
        engine.send("set cube use off")
        for evaluation in ("cubeful off", *(f"plies {value}" for value in self.options.values())):
            engine.send(f"set evaluation chequerplay evaluation {evaluation}")
        self.turn = None

    def answer(self, engine: EngineProcess, position: Position) -> int:
        """The next die of the play that it would choose for the turn."""
        turn = _beginning(position)
        played = position.played()[len(turn.played()) :]
        if turn is not self.turn:
            self.turn, self.play = turn, self._hint(engine, turn)
        if self.play[: len(played)] != played:
            raise AgentError(f"'{engine.name}' is asked about a turn that somebody else has begun")
        return self.play[len(played)]

    def _hint(self, engine: EngineProcess, turn: Position) -> list[int]:
        board, mover, dice, *rest = turn.game.dump(turn.state).split(":")
        if rest or len(dice) != 2 * (3 - len(set(dice))):  # two different dice, or four alike
            raise AgentError(f"'{engine.name}' cannot be asked in the middle of a turn")
        length = 0 if turn.game.gammons else 1  # type: ignore[attr-defined]  # in a match for one point gammons do not count
        engine.send(f"set xgid XGID={board}:0:0:{mover}:{dice[:2]}:0:0:0:{length}:10")
        engine.send("hint 1")
        hint = engine.await_answer(self.terms.patience, "hint", FIRST_HINT.search)[1]
        wanted = effect(hint)
        for play in _plays(turn, turn.player):
            if effect(" ".join(_names(turn, play))) == wanted:
                return play
        raise self.illegal(turn, hint)


def _beginning(position: Position) -> Position:
    """Where the turn began: after the roll."""
    while position.previous is not None and position.previous.player != CHANCE:
        position = position.previous
    return position


def _plays(position: Position, mover: int) -> Iterator[list[int]]:
    """All ways to play the rest of a turn."""
    if not position.choices or position.player != mover:
        yield []
        return
    for action in position.choices:
        for rest in _plays(position.play(action), mover):
            yield [action, *rest]


def _names(position: Position, play: list[int]) -> Iterator[str]:
    for action in play:
        yield position.game.action_name(position.state, action)
        position = position.play(action)


def effect(text: str) -> Effect:
    """What a play does, in whichever order its steps are written: `13/11 24/18*/14`, `6/off(2)`."""
    change: Counter[str] = Counter()
    hits: set[str] = set()
    for chain, times in STEP.findall(text):
        places = chain.split("/")
        hits.update(place.rstrip("*") for place in places if place.endswith("*"))
        change[places[0]] -= int(times or 1)
        change[places[-1].rstrip("*")] += int(times or 1)
    return frozenset((place, number) for place, number in change.items() if number), frozenset(hits)
