"""counterplay as a go program: the Go Text Protocol, version 2, draft 2 (G. Farnebäck, 2002).

A command is a line, perhaps with a number in front. Its answer begins with `=` or `?` and that number and ends with an empty
line; nothing in a command can do more harm than an answer with `?`. Any game of two players without chance can be played this
way (`counterplay gtp othello`); komi and handicap belong to go and are refused for others.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Any

from counterplay.agents import make_agent
from counterplay.agents.agent import refuse_misfit
from counterplay.agents.time_control import Clock
from counterplay.boards import NOWHERE
from counterplay.core import BadNotation, BadParameter, CounterplayError, Game, MissingTrait, Position
from counterplay.core.files.user_file import quoted
from counterplay.core.limit import LONGEST_SECONDS
from counterplay.draw import scene_text
from counterplay.games.territory.go.go import BLACK, WHITE, Go
from counterplay.games.territory.go.go_chains import EMPTY, captures
from counterplay.games.territory.go.go_life import beside, dead_stones, parts, without
from counterplay.games.territory.go.go_playouts import liberties_after
from counterplay.search.playout import ends_of_playouts

COLOURS = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}
PASS, RESIGN = "pass", "resign"
PREFIX = "do_"  # of a method that obeys a command
PLAYOUTS_ABOUT_LIFE = 64  # that tell which stones are dead
MOST_STONES = 10_000  # moves of a period of overtime
SHARE = 0.9  # of its part of a period that a move takes: the rest passes between the programs


class GtpClock:
    """One player's time: main time, then periods of so many seconds, in each of which so many moves are to be made."""

    def __init__(self, main: float, period: float, stones: int) -> None:
        self.period, self.stones = period, stones
        self.left, self.moves = main, 0  # moves that are to be made in this period; 0 in main time
        self._in_overtime = False
        if main <= 0:
            self._begin_period()

    def spend(self, seconds: float) -> None:
        """A move took this long."""
        self.left -= seconds
        if self.moves > 0:
            self.moves -= 1
        if self.moves == 0 and (self.left <= 0 or self._in_overtime) and self.stones:
            self._begin_period()

    def set(self, left: float, moves: int) -> None:
        """What the referee's clock shows."""
        self.left, self.moves, self._in_overtime = left, moves, moves > 0

    def clock(self) -> Clock:
        """What there is for the next move."""
        left = max(0.0, self.left)
        if self.moves > 0:
            return Clock(per_move=SHARE * left / self.moves)
        return Clock(remaining=left, increment=self.period / self.stones if self.stones else 0.0)

    def _begin_period(self) -> None:
        self.left, self.moves, self._in_overtime = self.period, self.stones, True


class GtpServer:
    """One conversation with a program that referees; `write` sends text to it, and the agent of this name plays."""

    def __init__(self, write: Callable[[str], None], game: Game, agent: str) -> None:
        if game.players != 2 or game.chance or game.hidden:
            raise MissingTrait(f"{game.title_text}: this protocol is for two players without chance or secrets")
        self.write, self.game, self.agent = write, game, make_agent(agent)
        refuse_misfit(self.agent, game)
        self.position = Position(game)
        self._before: list[Position] = []  # what `undo` goes back to
        self._settings: tuple[float, float, int] | None = None  # of the clocks; None: no limit
        self._clocks: tuple[GtpClock, GtpClock] | None = None
        self._warm: threading.Thread | None = None
        prefix = "do_"
        self._commands = {
            command_name(n.removeprefix(prefix)): getattr(self, n) for n in sorted(dir(self)) if n.startswith(prefix)
        }

    def run(self, lines: Iterable[str]) -> None:
        """Obey the lines until `quit` or their end."""
        self._warm_up()
        for line in lines:
            plain = "".join(" " if c == "\t" else c for c in line.partition("#")[0] if c == "\t" or c.isprintable())
            words = plain.split()
            number = words.pop(0) if words and words[0].isascii() and words[0].isdecimal() else ""
            if words:
                good, text = self.obey(words)
                self.write(f"{'=' if good else '?'}{number} {text}".rstrip() + "\n\n")
                if words[0] == "quit":
                    break

    def obey(self, words: Sequence[str]) -> tuple[bool, str]:
        """One command: whether it was carried out, and the answer."""
        command = self._commands.get(words[0])
        if command is None:
            return False, "unknown command"
        try:
            return True, command(list(words[1:]))
        except CounterplayError as error:
            return False, " ".join(str(error).split())

    # --- about this program ---
    def do_protocol_version(self, _: list[str]) -> str:
        """2."""
        return "2"

    def do_name(self, _: list[str]) -> str:
        """Who this is."""
        return "counterplay"

    def do_version(self, _: list[str]) -> str:
        """Of the package."""
        return version("counterplay")

    def do_known_command(self, words: list[str]) -> str:
        """Whether there is a command of this name."""
        return "true" if words and words[0] in self._commands else "false"

    def do_list_commands(self, _: list[str]) -> str:
        """All of them, one a line."""
        return "\n".join(self._commands)

    def do_quit(self, _: list[str]) -> str:
        """The last answer."""
        return ""

    # --- the board ---
    def do_boardsize(self, words: list[str]) -> str:
        """Another board, which is empty."""
        size = whole(words, "a size")
        if size == getattr(self.game, "size", None):
            self._begin(self.game)
            return ""
        try:
            self._begin(self._changed(size=size, handicap=0))
        except CounterplayError:
            raise BadParameter("unacceptable size") from None
        return ""

    def do_clear_board(self, _: list[str]) -> str:
        """The first position, and full clocks."""
        self._begin(self._changed(handicap=0) if getattr(self.game, "handicap", 0) else self.game)
        return ""

    def do_komi(self, words: list[str]) -> str:
        """White's points for moving second; the stones stay."""
        komi = number_of(words, "a komi")
        if not isinstance(self.game, Go):
            raise BadParameter(f"there is no komi in {self.game.title_text}")
        game = self._changed(komi=komi)
        self.position = Position.load(game, game.dump(self.position.line()[0].state)).play_all(self.position.played())
        self.game, self._before = game, []
        self._warm_up()
        return ""

    def do_fixed_handicap(self, words: list[str]) -> str:
        """Black stones on the star points; where they stand."""
        stones = whole(words, "a number of stones")
        if self.position.ply:
            raise BadParameter("board not empty")
        try:
            self._begin(self._changed(handicap=stones))
        except CounterplayError:
            raise BadParameter("invalid number of stones") from None
        start = zip(self.position.game.board.names, self.position.state.board, strict=False)  # type: ignore[attr-defined]
        return " ".join(name for name, content in start if content == 1 + BLACK)

    def do_set_free_handicap(self, words: list[str]) -> str:
        """Black stones on these points."""
        game = self.game
        if not isinstance(game, Go) or self.position.ply:
            raise BadParameter("board not empty" if self.position.ply else f"there is no handicap in {game.title_text}")
        points = [game.board.index(word) for word in words]
        if len(set(points)) < len(words) or not 2 <= len(points) < game.cell_count:
            raise BadParameter("bad vertex list")
        contents = [1 + BLACK if cell in points else 0 for cell in range(game.cell_count)]
        rows = "/".join("".join(".b"[contents[cell]] for cell in row) for row in game.board.rows)
        self.position = Position.load(game, " ".join([rows, "w", *game.dump(game.initial()).split()[2:]]))
        self._before = []
        return ""

    # --- moves ---
    def do_play(self, words: list[str]) -> str:
        """A move of either side."""
        if len(words) != 2:
            raise BadNotation("syntax error: play is written play COLOUR VERTEX")
        position = self._turned_to(colour_of(words[0]))
        try:
            following = position.play(words[1])
        except CounterplayError:
            raise BadNotation("illegal move") from None
        self._before.append(self.position)
        self.position = following
        return ""

    def do_genmove(self, words: list[str]) -> str:
        """A move of this program's, which is played."""
        player = colour_of(words[0] if words else "")
        if self._warm is not None:
            self._warm.join()
        began = time.perf_counter()
        if self.position.outcome() is not None:
            return PASS
        position = self._turned_to(player)
        if self._clocks is not None and hasattr(self.agent, "on_clock"):
            self.agent.on_clock(self._clocks[player].clock())
        action = self.agent.choose(position)
        self._before.append(self.position)
        self.position = position.play(action)
        if self._clocks is not None:
            self._clocks[player].spend(time.perf_counter() - began)
        return self.game.action_name(position.state, action)

    def do_kgs_genmove_cleanup(self, words: list[str]) -> str:
        """A move of this program's after both have passed: no pass as long as dead stones of the opponent are on the board."""
        player = colour_of(words[0] if words else "")
        before = self.position
        if self.position.outcome() is not None:
            self.position = reopened(self.position, player)
        name = self.do_genmove(words)
        if name.lower() == PASS and isinstance(self.game, Go) and (point := self._cleaning_point(player)) is not None:
            self.position = self._before.pop()
            position = self._turned_to(player)
            name = self.game.action_name(position.state, point)
            self.position = position.play(point)
            self._before.append(before)
        return name

    def do_undo(self, _: list[str]) -> str:
        """Take the last move back."""
        if not self._before:
            raise BadParameter("cannot undo")
        self.position = self._before.pop()
        return ""

    # --- time ---
    def do_time_settings(self, words: list[str]) -> str:
        """Main time, and the seconds and moves of a period of overtime; 0 moves with some seconds mean no limit."""
        if len(words) != 3:
            raise BadNotation("syntax error: time_settings is written time_settings MAIN PERIOD STONES")
        main, period = (seconds(word) for word in words[:2])
        stones = min(MOST_STONES, whole(words[2:], "a number of stones"))
        unlimited = period > 0 and stones == 0
        self._settings = None if unlimited or main + period == 0 else (main, period, stones if period > 0 else 0)
        self._set_clocks()
        return ""

    def do_time_left(self, words: list[str]) -> str:
        """What a player's clock shows, and how many moves are to be made in that time; 0 in main time."""
        if len(words) != 3:
            raise BadNotation("syntax error: time_left is written time_left COLOUR SECONDS STONES")
        player, left, stones = colour_of(words[0]), seconds(words[1]), whole(words[2:], "a number of stones")
        if self._clocks is None:
            self._clocks = (GtpClock(left, 0, 0), GtpClock(left, 0, 0))
        self._clocks[player].set(left, min(MOST_STONES, stones))
        return ""

    # --- results ---
    def do_final_score(self, _: list[str]) -> str:
        """Who leads by how much once the stones that playouts take for dead are off the board."""
        if not isinstance(self.game, Go):
            raise BadParameter("cannot score")
        black, white = self.game.points(without(self.game, self.position.state, self._dead()))
        return "0" if black == white else f"{'B' if black > white else 'W'}+{abs(black - white):g}"

    def do_final_status_list(self, words: list[str]) -> str:
        """The stones that are alive or dead, a chain a line; none counts as seki, which area scoring does not ask for."""
        game = self.game
        if not isinstance(game, Go):
            raise BadParameter("cannot score")
        if words not in (["alive"], ["dead"], ["seki"]):
            raise BadNotation("syntax error: final_status_list is written final_status_list alive, dead or seki")
        board, dead = self.position.state.board, self._dead()
        if words == ["seki"]:
            return ""
        wanted = [c for c in range(game.cell_count) if board[c] != EMPTY and (c in dead) == (words == ["dead"])]
        chains = [chain for content in (1, 2) for chain in parts(game, [c for c in wanted if board[c] == content])]
        return "\n".join(" ".join(game.board.names[cell] for cell in sorted(chain)) for chain in chains)

    def do_showboard(self, _: list[str]) -> str:
        """The board for people."""
        return "\n" + scene_text(self.position.scene()).rstrip().replace("\n\n", "\n")

    def _dead(self) -> frozenset[int]:
        """The stones that playouts take for dead, whoever moves next."""
        game = self.game
        assert isinstance(game, Go)
        open_again = self.position.state._replace(passes=0, ko=NOWHERE, last=NOWHERE)
        ends = (
            end
            for player in (BLACK, WHITE)
            for end in ends_of_playouts(game, open_again._replace(turn=player), PLAYOUTS_ABOUT_LIFE // 2, seed=player)
        )
        return dead_stones(game, open_again, ends)

    def _cleaning_point(self, player: int) -> int | None:
        """Where a player goes on to capture a dead chain of the other: its liberty with most liberties for himself."""
        game, position = self.game, self._before[-1]
        assert isinstance(game, Go)
        board, stone = position.state.board, 1 + player
        dead = [cell for cell in self._dead() if board[cell] == 3 - stone]
        points = {place for cell in dead for place in beside(game, cell) if board[place] == EMPTY}
        legal = points & set(position.choices) if position.player == player else points
        # 1. A capture; 2. else the liberty that leaves most liberties, unless the stone there could be taken.
        worth = {p: (captures(game, board, p, stone), liberties_after(game, board, p, stone, game.cell_count)) for p in legal}
        best = max(sorted(legal), key=worth.__getitem__, default=None)
        return best if best is not None and worth[best] > (False, 1) else None

    def _changed(self, **changes: Any) -> Game:
        """The same game with other parameters, those that it has."""
        known = self.game.parameters
        if any(name not in known for name in changes if name != "handicap"):
            raise BadParameter(f"{self.game.title_text} has no {next(iter(changes))}")
        return type(self.game)(**{**known, **{name: value for name, value in changes.items() if name in known}})

    def _begin(self, game: Game) -> None:
        """A new game."""
        changed = game is not self.game
        self.game, self.position, self._before = game, Position(game), []
        self._set_clocks()
        if hasattr(self.agent, "close"):
            self.agent.close()
        if changed:
            self._warm_up()

    def _set_clocks(self) -> None:
        self._clocks = None if self._settings is None else (GtpClock(*self._settings), GtpClock(*self._settings))

    def _turned_to(self, player: int) -> Position:
        """The position with this player to move: the protocol lets one side move twice, for which the other passes."""
        position = self.position
        if position.outcome() is None and position.player != player:
            try:
                position = position.play(PASS)
            except CounterplayError:
                raise BadNotation("the other side is to move") from None
        if position.outcome() is not None:
            raise BadNotation("illegal move")
        return position

    def _warm_up(self) -> None:
        """Compile, or load, what the agent calls, before its time runs."""
        if hasattr(self.agent, "prepare"):
            arguments = (self.agent, Position(self.game))
            self._warm = threading.Thread(target=prepare, args=arguments, name="counterplay-warm", daemon=True)
            self._warm.start()


def reopened(position: Position, player: int) -> Position:
    """A position of go after two passes as one in which play goes on; what was forbidden by repetition is forgotten."""
    game: Any = position.game
    if not isinstance(game, Go):
        return position
    return Position.load(game, game.dump(position.state._replace(passes=0, turn=player, last=NOWHERE)))


def prepare(agent: Any, position: Position) -> None:
    """What fails here fails in the first move, too, which tells it."""
    try:
        agent.prepare(position)
    except CounterplayError:
        return


def command_name(method: str) -> str:
    """The command of a method: those of the Kiseido Go Server have a prefix with a hyphen."""
    return method.removeprefix(PREFIX).replace("kgs_", "kgs-", 1)


def colour_of(word: str) -> int:
    """The player of a colour."""
    if word.lower() not in COLOURS:
        raise BadNotation(f"syntax error: '{quoted(word)}' is no colour; it is black or white")
    return COLOURS[word.lower()]


def whole(words: Sequence[str], what: str) -> int:
    """A whole number, which stands alone."""
    if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal() and len(words[0]) <= 9):
        raise BadNotation(f"syntax error: {what} is missing")
    return int(words[0])


def number_of(words: Sequence[str], what: str) -> float:
    """A number, which stands alone."""
    try:
        number = float(words[0]) if len(words) == 1 else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadNotation(f"syntax error: {what} is missing")
    return number


def seconds(word: str) -> float:
    """A time, within what any search can use."""
    return min(max(0.0, number_of([word], "a number of seconds")), LONGEST_SECONDS)
