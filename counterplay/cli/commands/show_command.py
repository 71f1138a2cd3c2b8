"""`counterplay show`: a position in the terminal, or as a picture in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from rich.text import Text

from counterplay.cli.arguments import game_argument, position_of, state_option
from counterplay.cli.console import counted, out, remark, say
from counterplay.core import CHANCE, BadParameter, CounterplayError, Game, Position, Scene
from counterplay.core.files.atomic_file import write_whole
from counterplay.draw import player_letter, scene_rows, scene_svg
from counterplay.draw.colours.palette import named_colour
from counterplay.draw.terminal_drawing.character_canvas import ASCII
from counterplay.draw.words.position_words import ending

T = TypeVar("T")


@click.command()
@game_argument
@state_option
@click.option("--svg", metavar="FILE", type=click.Path(path_type=Path), help="Also write a picture to this file.")
@click.option("--flip", is_flag=True, help="Look at the board from the other side.")
@click.option("--rules", is_flag=True, help="Also print the rules of the game.")
def show(game: Game, state: str | None, svg: Path | None, flip: bool, rules: bool) -> None:
    """Draw a position and say whose turn it is and what can be played."""
    position = position_of(game, state)
    scene = scene_of(position)
    standing = standing_of(position, scene)
    board, choices, notation = picture(scene, game, flip=flip), _choices(position), game.dump(position.state)
    if svg is not None:
        write_whole(svg, _drawn(game, lambda: scene_svg(scene, flip=flip, title=f"{game.title_text}: {standing}")))
        remark(f"wrote {svg}")
    say(f"{game.title_text} ({game.spec})", "bold")
    if rules and game.rules:
        out.print(game.rules, width=min(out.width, 100))
    say("")
    say(board)
    say("")
    say(standing, "bold")
    if choices:
        say(choices)
    say(f"State: {notation}")


def picture(scene: Scene, game: Game, *, flip: bool = False) -> Text:
    """The board as rich text, in characters the terminal has."""
    rows = _drawn(game, lambda: scene_rows(scene, flip=flip, colour=out.is_terminal and not out.no_color))
    text = Text("\n").join(Text.assemble(*row) for row in rows)
    if not out.encoding.lower().startswith("utf"):
        text.plain = text.plain.translate(ASCII)
    return text


def standing_of(position: Position, scene: Scene) -> str:
    """Whose turn it is, or how the game ended."""
    outcome = position.outcome()
    if outcome is not None:
        return ending(position.game.players, outcome, lambda p: _player(position.game, scene, p))
    return "Chance decides" if position.player == CHANCE else f"{_player(position.game, scene, position.player)} to move"


def scene_of(position: Position) -> Scene:
    """The game's picture of the position."""
    scene = position.scene()
    if not isinstance(scene, Scene):
        raise BadParameter(f"{type(position.game).__name__}.scene gives a {type(scene).__name__}; it should give a Scene")
    return scene


def _drawn(game: Game, draw: Callable[[], T]) -> T:
    """What `draw` gives; a scene that cannot be drawn is the game's fault."""
    try:
        return draw()
    except CounterplayError:
        raise
    except Exception as error:
        raise BadParameter(
            f"{type(game).__name__}.scene gives a picture that cannot be drawn: {type(error).__name__}: {error}"
        ) from None


def _player(game: Game, scene: Scene, player: int) -> str:
    """'White', or 'Blue (X)' where the name does not say which letter the player's pieces have on the terminal."""
    name = game.player_names[player]
    own = [piece for piece in scene.pieces if piece.owner == player]
    letters = {piece.letter or player_letter(player) for piece in own if not named_colour(piece.name)}
    return f"{name} ({letter})" if len(letters) == 1 and (letter := letters.pop()) != name else name


def _choices(position: Position) -> str:
    game, s = position.game, position.state
    if not position.choices:
        return ""
    if position.player == CHANCE:
        chances = {int(a): float(p) for a, p in game.outcomes(s)}
        names = [f"{game.action_name(s, a)} ({chances[a]:.3g})" for a in position.choices]
        return f"{counted(len(names), 'outcome')}: {', '.join(names)}"
    names = [game.action_name(s, a) for a in position.choices]
    return f"{counted(len(names), 'action')}: {', '.join(names)}"
