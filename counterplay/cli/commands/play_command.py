"""`counterplay play`: a game in the terminal, you against an agent or agents against each other."""

from __future__ import annotations

import random
import shlex
from contextlib import nullcontext
from pathlib import Path

import click

from counterplay.agents import Agent, make_agent, refuse_misfit
from counterplay.agents.seeded_chance import drawn
from counterplay.cli.arguments import game_argument, gear_option, sound_position_of, state_option
from counterplay.cli.commands.show_command import picture, scene_of, standing_of
from counterplay.cli.console import remark, say
from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, Limit, Position
from counterplay.gears.background_compiler import compiling_in_background
from counterplay.records.saved_game import replay, save
from counterplay.search import Search

HUMAN = "human"
HINT_LIMIT = Limit(seconds=2.0)
HELP = "Type a move, or: hint, undo, moves, save FILE, load FILE, resign, help, quit."


@click.command()
@game_argument
@state_option
@gear_option
@click.option("--players", "-p", metavar="'A B'", help="Who plays each side, as in 'human level:3' or 'mcts engine:seconds=2'.")
@click.option("--load", "recorded", type=click.Path(path_type=Path), metavar="FILE", help="Continue a saved game.")
@click.option("--seed", type=int, metavar="N", help="Seed of dice and random agents, so that a game can be repeated.")
def play(game: Game, state: str | None, players: str | None, recorded: Path | None, seed: int | None) -> None:
    """Play in the terminal: you against an agent, or agents against each other."""
    if state is not None and recorded is not None:
        raise BadParameter("give --state or --load, not both: a saved game has its own start")
    position = replay(game, recorded) if recorded is not None else sound_position_of(game, state)
    names = _names(players or ("human" if game.players == 1 else "human auto"))
    if len(names) < game.players:
        names += [names[-1]] * (game.players - len(names))
    if len(names) > game.players:
        raise BadParameter(f"{game.title_text} has {game.players} players, and --players names {len(names)}")
    sides = [None if name == HUMAN else make_agent(name, seed) for name in names]
    agents = [agent for agent in sides if agent is not None]
    for agent in agents:
        refuse_misfit(agent, game)
    try:
        with compiling_in_background() if None in sides else nullcontext():
            Table(position, sides, random.Random(seed)).run()
    finally:
        for agent in agents:
            getattr(agent, "close", lambda: None)()


def _names(text: str) -> list[str]:
    """The players that --players names; a name with spaces stands in quotes, as in a shell."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadParameter(f"--players: '{text}' cannot be read: {error}") from None


class Table:
    """A game under way: the position and who sits on each side (None: a person)."""

    def __init__(self, position: Position, sides: list[Agent | None], dice: random.Random) -> None:
        self.position, self.sides, self.dice = position, sides, dice
        self.over = False

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        if None in self.sides:
            remark(HELP)
        self.draw()
        while not self.over and self.position.outcome() is None:
            player = self.position.player
            agent = self.sides[player] if player != CHANCE else None
            if player == CHANCE:
                self.roll()
            elif agent is not None:
                self.make(agent.choose(self.position), f"{agent.name} plays")
            else:
                self.ask()

    def draw(self) -> None:
        """The board and whose turn it is."""
        scene = scene_of(self.position)
        say("")
        say(picture(scene, self.position.game))
        say(standing_of(self.position, scene), "bold")

    def make(self, action: int, who: str) -> None:
        """Play an action and show it."""
        name = self.position.game.action_name(self.position.state, action)
        self.position = self.position.play(action)
        say(f"{who} {name}")
        self.draw()

    def roll(self) -> None:
        """Let chance decide."""
        self.make(drawn(self.position, self.dice), "Chance decides:")

    def ask(self) -> None:
        """One line from the person; what cannot be understood is answered with a sentence."""
        try:
            line = click.prompt("", prompt_suffix="> ", default="", show_default=False).strip()
        except (EOFError, click.Abort):
            self.over = True
            return
        word, _, rest = line.partition(" ")
        command = getattr(self, f"do_{word}", None) if word.isalpha() else None
        try:
            if command is not None:
                command(rest.strip())
            elif line:
                self.make(self.position.parse(line), "You play")
        except CounterplayError as error:
            say(str(error))

    def do_hint(self, _: str) -> None:
        """What the search that suits the game would play."""
        report = Search(self.position, HINT_LIMIT).result()
        name = self.position.game.action_name(self.position.state, report.action)
        say(f"Hint: {name} ({report.value})")

    def do_undo(self, _: str) -> None:
        """Back to the person's last decision."""
        back = self.position.previous
        while back is not None and (back.player == CHANCE or self.sides[back.player] is not None):
            back = back.previous
        if back is None:
            say("There is nothing to undo.")
            return
        self.position = back
        self.draw()

    def do_moves(self, _: str) -> None:
        """What has been played, and what can be."""
        game, state = self.position.game, self.position.state
        say(f"Played: {' '.join(self.position.moves()) or 'nothing yet'}")
        say(f"Possible: {' '.join(game.action_name(state, a) for a in self.position.choices)}")

    def do_save(self, name: str) -> None:
        """Write the game to a file."""
        if not name:
            raise BadParameter("save needs a file name, as in: save mygame.json")
        save(self.position, Path(name))
        say(f"Saved to {name}")

    def do_load(self, name: str) -> None:
        """Continue a saved game."""
        self.position = replay(self.position.game, Path(name))
        self.draw()

    def do_resign(self, _: str) -> None:
        """Give up."""
        say(f"{self.position.game.player_names[self.position.player]} resigns.")
        self.over = True

    def do_help(self, _: str) -> None:
        """What can be typed."""
        say(HELP)

    def do_quit(self, _: str) -> None:
        """Leave."""
        self.over = True
