"""What describes a search: its name, the kinds of game it takes, its options, and the functions that run it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from counterplay.core import BadParameter, Game, MissingTrait, Report, overrides
from counterplay.core.text.parameter_kinds import Kind

if TYPE_CHECKING:
    from counterplay.search.search_task import Task

Options = TypeVar("Options")  # a frozen dataclass whose fields are made by `option`
Tools = TypeVar("Tools")  # what `prepare` makes and the search works with: walks, tables, trees


def option(kind: Kind, default: Any) -> Any:
    """A field of a dataclass of options: what it takes, and its value where nobody gives one."""
    return field(default=default, metadata={"kind": kind})


@dataclass(frozen=True)
class NoOptions:
    """The options of a search that has none."""


@dataclass(frozen=True)
class Needs:
    """The kinds of game an algorithm can search; None means that it takes either."""

    players: int | None = None  # exactly so many
    most_players: int | None = None
    chance: bool | None = None
    zero_sum: bool | None = None
    hidden: bool = False
    threats: bool = False  # the game must say when a player is threatened

    def refuse(self, algorithm: str, game: Game, instead: str) -> None:
        """Raise MissingTrait, in one sentence, where the game is of another kind."""
        reason = self._mismatch(game)
        if reason:
            raise MissingTrait(f"{algorithm} cannot search {game.title_text}: {reason}; {instead}")

    def accept(self, game: Game) -> bool:
        """Whether a game is of this kind."""
        return not self._mismatch(game)

    def _mismatch(self, game: Game) -> str:
        if self.players is not None and game.players != self.players:
            return f"it needs a game for {self.players}, and this one has {game.players} player{'s' * (game.players > 1)}"
        if self.most_players is not None and game.players > self.most_players:
            return f"it takes at most {self.most_players} players, and this game has {game.players}"
        if self.chance is False and game.chance:
            return "it knows no chance nodes, and this game has them"
        if self.chance is True and not game.chance:
            return "it needs a game with chance nodes, and this one has none"
        if self.zero_sum and not game.zero_sum:
            return "it needs a zero-sum game, and this one is not"
        if game.hidden and not self.hidden:
            return "it needs perfect information, and here something is hidden"
        if self.threats and not overrides(game, "threatened"):
            return "it needs a game that says what a threat is (`threatened`), and this one does not"
        return ""


@dataclass(frozen=True)
class Algorithm(Generic[Options, Tools]):
    """A search that `counterplay.Search` can run."""

    name: str
    about: str  # one line for people
    needs: Needs
    prepare: Callable[[Task[Options]], Tools]  # compiles and allocates, before the clock starts
    body: Callable[[Task[Options], Tools], Iterator[Report]]
    options: type[Options] = NoOptions  # type: ignore[assignment]  # a default for a type variable
    parallel: bool = False  # it can use several threads

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """What each option takes."""
        return {f.name: f.metadata["kind"] for f in fields(self.options)}  # type: ignore[arg-type]

    def refuse_threads(self, threads: int) -> None:
        """Raise BadParameter where several threads are asked of a search that uses one."""
        if threads > 1 and not self.parallel:
            raise BadParameter(f"{self.name} searches on one thread, so it cannot take threads={threads}; leave threads out")


AnyAlgorithm = Algorithm[Any, Any]
