"""How each game of the Smart Game Format writes its boards and moves: go, othello, gomoku, backgammon and hex.

Points are two letters, the column from the left and the row from the top; hex has its own names (`a1`, `swap-pieces`);
backgammon writes the dice and then pairs of places, `a` to `x` as its White counts, `y` for the bar and `z` for off. What a
game's SGF has no property for stands in properties of our own, which other programs pass over.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

from counterplay.core import BadNotation, CounterplayError, Game
from counterplay.core.files.user_file import quoted
from counterplay.games.connection.hex import Hex
from counterplay.games.lines.link_five.link_five import CHOICES, LinkFive
from counterplay.games.races.backgammon.backgammon import Backgammon
from counterplay.games.races.backgammon.backgammon_board import BAR, OFF
from counterplay.games.territory.go.go import BLACK, WHITE, Go, handicap_points
from counterplay.games.territory.othello import PASS, Othello
from counterplay.records.formats.backgammon_plays import Play, find_play
from counterplay.records.formats.sgf_text import SgfNode
from counterplay.records.record import playable

LETTERS = "abcdefghijklmnopqrstuvwxyz"
OLD_PASS = "tt"  # what older programs write for a pass on boards up to 19 x 19
RULES = {"area": "Chinese", "territory": "Japanese"}  # of go, by scoring


class SgfGame:
    """One game: its number in the format, and how it is read and written."""

    number: ClassVar[str]
    cls: ClassVar[type[Game]]
    colours: ClassVar[str] = "BW"  # of the players, in their order
    symbols: ClassVar[str] = ""  # of the first and the second player's stones in the game's notation, then of no stone
    sides: ClassVar[str] = ""  # whose turn it is, in the game's notation
    separator: ClassVar[str] = "/"  # between the rows of the game's notation

    # --- the game ---
    def read_game(self, root: SgfNode, given: Game | None, turn: int) -> Game:
        """The game that a root's properties describe."""
        width, _, height = root.first("SZ", self.usual_size()).strip().partition(":")
        try:
            size = int(width)
        except ValueError:
            size = 0
        if size <= 0 or (height and height != width):
            raise BadNotation(f"a board of size '{quoted(root.first('SZ'))}' is not offered for {self.cls.catalogue_name()}")
        if isinstance(given, self.cls) and getattr(given, "size", size) == size:
            return given
        return self.cls(size=size)  # type: ignore[call-arg]

    def usual_size(self) -> str:
        """Where a file does not say it."""
        return str(self.cls().size)  # type: ignore[attr-defined]

    def root_properties(self, game: Game) -> str:
        """The size, and what else the game is played with."""
        return f"SZ[{game.size}]"  # type: ignore[attr-defined]

    def read_start(self, game: Any, root: SgfNode, turn: int) -> Any:
        """The first state: the usual one, or one with stones set up."""
        stones = {name: [self.cell(game, value) for value in root.properties.get(name, [])] for name in ("AB", "AW")}
        if not stones["AB"] and not stones["AW"] and (turn == BLACK or "PL" not in root.properties):
            return game.initial()
        first, second, none = tuple(self.symbols)
        held = {**dict.fromkeys(stones["AB"], first), **dict.fromkeys(stones["AW"], second)}
        rows = self.separator.join("".join(held.get(cell, none) for cell in row) for row in game.board.rows)
        return game.load(" ".join([rows, self.sides[turn], *game.dump(game.initial()).split()[2:]]))

    def setup(self, game: Any, state: Any) -> str:
        """Properties that put the stones of a position on the board."""
        contents = game.contents(state)
        written = ""
        for name, kind in (("AB", 1), ("AW", 2)):
            stones = [self.point(game, cell) for cell in range(game.board.size) if contents[cell] == kind]
            written += name + "".join(f"[{stone}]" for stone in stones) if stones else ""
        return written + f"PL[{self.colours[max(0, game.player(state))]}]"

    # --- moves ---
    def colour(self, game: Any, state: Any) -> str:
        """Whose move a property tells of."""
        return self.colours[max(0, int(game.player(state)))]

    def read_move(self, game: Any, state: Any, colour: str, value: str) -> list[int]:
        """The actions that a property stands for."""
        actions = []
        if self.colour(game, state) != colour:
            passing = self.passing(game)
            if passing is None or passing not in playable(game, state):
                raise BadNotation(f"{'Black' if colour == 'B' else 'White'} moves out of turn")
            actions, state = [passing], game.result(state, passing)  # a pass that was not written down
        action = self.action(game, value)
        if action not in playable(game, state):
            raise BadNotation(f"{game.title_text}: {colour}[{quoted(value)}] is not legal here")
        return [*actions, action]

    def write_move(self, game: Any, state: Any, actions: Sequence[int]) -> str:
        """The property for the actions of a turn."""
        return f"{self.colour(game, state)}[{self.value(game, actions[0])}]"

    def turn_over(self, game: Game, before: Any, after: Any) -> bool:
        """Whether a property ends here."""
        return True

    def passing(self, game: Any) -> int | None:
        """The action of passing, where there is one."""
        return None

    def action(self, game: Any, value: str) -> int:
        """The action of a value."""
        passing, text = self.passing(game), value.strip().lower()
        if passing is not None and text in ("", OLD_PASS):
            return passing
        return self.cell(game, text)

    def value(self, game: Any, action: int) -> str:
        """The value of an action."""
        return "" if action == self.passing(game) else self.point(game, action)

    # --- points ---
    def cell(self, game: Any, text: str) -> int:
        """The cell of two letters."""
        point = text.strip().lower()
        rows = game.board.rows
        column, row = (LETTERS.find(letter) for letter in point) if len(point) == 2 else (-1, -1)
        if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
            raise BadNotation(f"'{quoted(text)}' is no point of a board of {len(rows[0])} x {len(rows)}")
        return int(rows[row][column])

    def point(self, game: Any, cell: int) -> str:
        """Two letters for a cell."""
        for row, cells in enumerate(game.board.rows):
            if cell in cells:
                return LETTERS[cells.index(cell)] + LETTERS[row]
        raise BadNotation(f"{game.title_text}: action {cell} has no place on the board")


class _GoSgf(SgfGame):
    """GM[1]. Handicap stones on the usual points are the game's `handicap`; other stones are a position that is set up."""

    number, cls, symbols, sides = "1", Go, "bw.", "bw"

    def read_game(self, root: SgfNode, given: Game | None, turn: int) -> Game:
        width, _, height = root.first("SZ", "19").strip().partition(":")
        territory = root.first("RU").strip().lower() == "japanese"
        try:
            parameters: dict[str, Any] = {"size": int(width), "height": int(height or 0)}
            parameters |= {"komi": float(root.first("KM", "0").strip() or 0)}
        except ValueError:
            raise BadNotation("the size or the komi of this SGF is no number") from None
        parameters |= {"scoring": "territory", "ko": "simple"} if territory else {}
        game = Go(**parameters)
        black = {self.cell(game, value) for value in root.properties.get("AB", [])}
        usual = handicap_points(game.size, len(black)) if 2 <= len(black) <= 9 and not root.properties.get("AW") else ()
        if black and black == {y * game.size + x for x, y in usual} and turn == WHITE:
            with suppress(CounterplayError):  # stones on such points of a board that has no handicap
                game = Go(**parameters, handicap=len(black))
        return given if given is not None and given.spec == game.spec else game

    def root_properties(self, game: Any) -> str:
        width, height = game.board.width, game.board.height
        size = str(width) if width == height else f"{width}:{height}"
        handicap = f"HA[{game.handicap}]" if game.handicap else ""
        return f"SZ[{size}]KM[{game.komi:g}]RU[{RULES[game.scoring]}]{handicap}"

    def read_start(self, game: Any, root: SgfNode, turn: int) -> Any:
        return game.initial() if game.handicap else super().read_start(game, root, turn)

    def passing(self, game: Any) -> int | None:
        return int(game.passing)


class _OthelloSgf(SgfGame):
    """GM[2]; passes may be left out."""

    number, cls, symbols, sides, separator = "2", Othello, "XO-", "XO", ""

    def passing(self, game: Any) -> int | None:
        return PASS

    def action(self, game: Any, value: str) -> int:
        found = super().action(game, value)
        return found if found == PASS else int(game.cell_bits[found])

    def value(self, game: Any, action: int) -> str:
        return "" if action == PASS else self.point(game, game.cell_bits.index(action))


class _GomokuSgf(SgfGame):
    """GM[4]. The choices of the opening rule swap2 stand by their names where a point would stand."""

    number, cls, symbols, sides = "4", LinkFive, "xo.", "xo"

    def colour(self, game: Any, state: Any) -> str:
        return self.colours[state.turn]  # of the stone: with swap2 it is not that of the player

    def setup(self, game: Any, state: Any) -> str:
        return super().setup(game, state)[:-2] + f"{self.colour(game, state)}]"

    def action(self, game: Any, value: str) -> int:
        choices = list(CHOICES)
        return game.take_black + choices.index(value) if value in choices else super().action(game, value)

    def value(self, game: Any, action: int) -> str:
        return list(CHOICES)[action - game.take_black] if action >= game.take_black else super().value(game, action)


class _HexSgf(SgfGame):
    """GM[11]: cells by their names, as HexGui writes them; Black, who joins top and bottom, is our Blue."""

    number, cls, symbols, sides = "11", Hex, "BR.", "BR"
    swap = "swap-pieces"

    def read_game(self, root: SgfNode, given: Game | None, turn: int) -> Game:
        game = super().read_game(root, given, turn)
        swapped = any(self.swap in child.properties.get("W", []) for node in root.children for child in node.children)
        return Hex(game.size, swap=True) if swapped and not game.swap else game  # type: ignore[attr-defined]

    def action(self, game: Any, value: str) -> int:
        text = value.strip().lower()
        if text == self.swap:
            return int(game.cells)
        return int(game.board.index(text)) if text[1:].isdecimal() else super().action(game, value)

    def value(self, game: Any, action: int) -> str:
        return self.swap if action == game.cells else str(game.board.names[action])

    def cell(self, game: Any, text: str) -> int:
        named = text.strip().lower()
        return int(game.board.index(named)) if named[1:].isdecimal() else super().cell(game, text)

    def point(self, game: Any, cell: int) -> str:
        return str(game.board.names[cell])


class _BackgammonSgf(SgfGame):
    """GM[6]: the dice and the steps of a turn. White, who is player 0 by the specification, is our first player."""

    number, cls, colours = "6", Backgammon, "WB"

    def read_game(self, root: SgfNode, given: Game | None, turn: int) -> Game:
        return given if isinstance(given, Backgammon) and given.chance else Backgammon()

    def root_properties(self, game: Game) -> str:
        return "CO[n]"

    def read_start(self, game: Any, root: SgfNode, turn: int) -> Any:
        if {"AB", "AW", "AE"} & root.properties.keys():
            raise BadNotation("checkers that are set up are not read")
        return game.initial()

    def setup(self, game: Any, state: Any) -> str:
        return ""  # our own property tells the position

    def colour(self, game: Any, state: Any) -> str:
        return self.colours[max(0, state.turn)]

    def write_move(self, game: Any, state: Any, actions: Sequence[int]) -> str:
        """A roll and its steps, or the rest of a turn that had begun already where the record starts."""
        dice = ""
        if state.left == 0:
            after = game.result(state, actions[0])
            one, other = actions[0] >> 3, actions[0] & 7
            mover = state.turn if state.turn >= 0 else int(one < other)
            dice = f"{max(one, other)}{min(one, other)}"
            actions, state = actions[1:], after
        else:
            mover = state.turn
        places = "".join(
            self._letter(mover, action >> 3) + self._letter(mover, max((action >> 3) - (action & 7), OFF)) for action in actions
        )
        return f"{self.colours[mover]}[{dice}{places}]"

    def read_move(self, game: Any, state: Any, colour: str, value: str) -> list[int]:
        text, mover, actions = value.strip().lower(), self.colours.index(colour), []
        if text in ("double", "take", "drop"):
            raise BadNotation(f"'{text}' is an action of the doubling cube, which is not played with here")
        dice, places = (text[:2], text[2:]) if text[:1].isdecimal() else ("", text)
        if state.left == 0:
            actions = [rolled(state, mover, dice)]
            if actions[0] not in playable(game, state):
                raise BadNotation(f"{colour}[{quoted(value)}] has dice that cannot be rolled here, or is out of turn")
            state = game.result(state, actions[0])
        elif dice:
            raise BadNotation(f"{colour}[{quoted(value)}] rolls again before the last roll is played")
        pairs = [places[i : i + 2] for i in range(0, len(places), 2)]
        if any(len(pair) != 2 or not pair.isalpha() for pair in pairs):
            raise BadNotation(f"{colour}[{quoted(value)}] is no move; moves are written 31hefe: two dice, then pairs of places")
        steps = sorted((self._place(mover, pair[0], BAR), self._place(mover, pair[1], OFF)) for pair in pairs)
        if not steps:
            return actions
        play = find_play(game, state, Play(tuple(steps), None)) if state.turn == mover and state.left else None
        if play is None:
            raise BadNotation(f"{colour}[{quoted(value)}] cannot be played here")
        return [*actions, *play]

    def turn_over(self, game: Game, before: Any, after: Any) -> bool:
        return bool(after.left == 0)

    def _letter(self, mover: int, place: int) -> str:
        if place in (BAR, OFF):
            return "y" if place == BAR else "z"
        return LETTERS[place - 1 if mover == 0 else BAR - 1 - place]

    def _place(self, mover: int, letter: str, beyond: int) -> int:
        if letter in "yz":
            return beyond
        number = LETTERS.index(letter) + 1 if letter in LETTERS else 0
        return number if mover == 0 else BAR - number


def rolled(state: Any, mover: int, dice: str) -> int:
    """The chance action of a roll that a player is said to have made; of the opening roll, too, which says who begins."""
    if len(dice) != 2 or set(dice) - set("123456"):
        raise BadNotation(f"'{quoted(dice)}' are no two dice")
    high, low = max(map(int, dice)), min(map(int, dice))
    if state.turn >= 0:
        if mover != state.turn:
            raise BadNotation("this is the other player's turn")
        return high * 8 + low
    return high * 8 + low if mover == 0 else low * 8 + high


SGF_GAMES = (_GoSgf(), _OthelloSgf(), _GomokuSgf(), _BackgammonSgf(), _HexSgf())
