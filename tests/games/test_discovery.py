"""Games are found by their files, and tell everything about themselves."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import counterplay
from counterplay import Game, Unit, game_names, make_game
from counterplay.agents.weight_file import tunable_arrays
from counterplay.boards import LinearEvaluation
from counterplay.core import MissingTrait
from counterplay.core.text.name_spelling import bare_name
from counterplay.games import catalogue
from counterplay.games.catalogue import family_title, find_entry, game_class, game_paths, other_names

NEW_GAME = """
from counterplay.games.combinatorial.nim import Nim


class {cls}(Nim):
    name = "{name}"
    aliases = ("the_other_name",)
    presets = {{"small_one": {{"heaps": (1, 2)}}}}
"""


@pytest.mark.parametrize("name", game_names())
def test_a_game_says_all_there_is_to_know(name: str) -> None:
    """A class whose name or family is not that of its file, without a family title or rules, or with a board of no material."""
    cls, path = game_class(name), game_paths()[name]
    assert cls.catalogue_name() == name
    assert (Path(catalogue.__file__).parent / cls.family) in path.parents
    assert cls.rules and family_title(cls.family) not in ("", cls.family)
    game = cls()
    assert len(game.player_names) == game.players == len(set(game.player_names))
    assert game.scene(game.initial()).material != "plain"


@pytest.mark.parametrize("name", game_names())
def test_an_estimate_can_be_tuned(name: str) -> None:
    """A game whose weights `counterplay tune` refuses, or of which it would learn what are rules, such as the dice."""
    cls = game_class(name)
    weights = set(cls.tunables) - set(cls.rule_tables)
    assert weights or not issubclass(cls, LinearEvaluation)
    if not weights:  # no estimate, or one without weights
        with pytest.raises(MissingTrait):
            tunable_arrays(cls())
        return
    found = tunable_arrays(cls())
    assert found.keys() == weights
    assert all(array.size and array.dtype in (np.float64, np.int64) for array in found.values())


def test_a_game_elsewhere_has_no_family_unless_it_names_one() -> None:
    """A class in a test, or in a user's file, that is shown in a family of the catalogue, or whose own word is not heard."""

    class Named(Plain):
        family = "lines"

    assert (Plain.family, Plain().family, Named().family) == ("", "", "lines")
    assert family_title("") == "" and family_title("card_games") == "Card games"


def test_every_name_leads_to_one_game() -> None:
    """An alias or a preset that two games claim, or that is the name of another game: only one could be found by it.

    All are spelt alike, small letters and underlines, in tables as in the catalogue.
    """
    names = Counter(bare_name(name) for name in game_names())
    for name in game_names():
        names.update(other_names(game_class(name)).keys())
        for other in (*game_class(name).aliases, *game_class(name).presets):
            assert re.fullmatch("[a-z0-9_]+", other), f"'{other}' of {name} is not spelt in small letters and underlines"
        assert len(other_names(game_class(name))) == len(game_class(name).aliases) + len(game_class(name).presets)
    assert names.most_common(1)[0][1] == 1


@pytest.mark.parametrize(
    ("typed", "spec"),
    [
        ("tic_tac_toe", "mnk"),
        ("Tic-Tac-Toe", "mnk"),
        ("tictactoe", "mnk"),
        ("gomoku", "link_five"),
        ("gomoku_19x19:exact=yes", "link_five:size=19,exact=True"),
        ("misere nim:heaps=1-2", "nim:heaps=1-2,misere=True"),
        ("Nine Men's Morris", "nine_mens_morris"),
        ("2048:goal=16", "twenty_forty_eight:goal=16"),
        ("reversi", "othello"),
        ("ConnectFour", "connect_four"),
    ],
)
def test_names_that_people_type(typed: str, spec: str) -> None:
    """An alias that is lost, or a preset whose parameters cannot be changed."""
    assert make_game(typed).spec == spec


@pytest.mark.parametrize("preset", [(name, preset) for name in game_names() for preset in game_class(name).presets])
def test_presets_can_be_made(preset: tuple[str, str]) -> None:
    """A preset that names a parameter which the game does not take."""
    name, wanted = preset
    entry = find_entry(wanted)
    assert entry is not None and entry.name == name
    assert {**make_game(wanted).parameters, **entry.parameters} == make_game(wanted).parameters


def test_listing_and_naming_imports_no_other_game() -> None:
    """A list of names that loads every game, or a name that loads more games than its own."""
    program = (
        "import sys; from counterplay.games.catalogue import game_names, make_game\n"
        "def loaded(): return [n for n in game_names() if any(m.endswith('.' + n) for m in sys.modules)]\n"
        "assert len(game_names()) >= 12 and not loaded(), loaded()\n"
        "make_game('pig'); make_game('english_draughts'); print(loaded())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['checkers', 'pig']"


def test_a_new_game_is_its_own_file(tmp_path: Path) -> None:
    """A game that must be entered in a list somewhere, a folder of a game that is not found, a copy that finds nothing.

    The package is copied, as an installed one is, and two games and a family are added to the copy.
    """
    package = tmp_path / "counterplay"
    shutil.copytree(Path(counterplay.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "page"))
    (package / "games" / "novelties").mkdir()
    (package / "games" / "novelties" / "__init__.py").write_text('"""Novelties: games that are new."""\n')
    (package / "games" / "novelties" / "single_file.py").write_text(NEW_GAME.format(cls="SingleFile", name="single_file"))
    (package / "games" / "lines" / "in_folder").mkdir()
    (package / "games" / "lines" / "in_folder" / "__init__.py").write_text("")
    (package / "games" / "lines" / "in_folder" / "board_of_it.py").write_text("WIDTH = 3\n")
    told = NEW_GAME.format(cls="InFolder", name="in_folder").replace("the_other", "yet_another").replace("small", "tiny")
    (package / "games" / "lines" / "in_folder" / "in_folder.py").write_text(told)
    program = (
        "import counterplay; from counterplay import game_names, make_game\n"
        "from counterplay.games.catalogue import family_title\n"
        "print(counterplay.__file__); print(len(game_names()), 'board_of_it' in game_names())\n"
        "print(make_game('the other name').spec, make_game('tiny-one').spec, family_title(make_game('single_file').family))"
    )
    environment = {"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path, env=environment
    )
    assert done.stdout.split("\n")[:3] == [
        str(package / "__init__.py"),
        f"{len(game_names()) + 2} False",
        "single_file in_folder:heaps=1-2 Novelties",
    ]


# --- what the contract derives ---
class Plain(Game):
    pass


class Skips(Game):
    def skip(self, s: object) -> object:
        return s


class Narrows(Skips):
    def candidates(self, s: object) -> tuple[int, ...]:
        return ()


class Flagged(Narrows):
    """Written when games had to say it."""

    has_candidates = False
    can_skip = True


def test_flags_follow_from_methods() -> None:
    """A hint that is defined and not used, or used and not defined; a game that still sets the flags and is not heard."""
    assert [(g.can_skip, g.has_candidates) for g in (Plain(), Skips(), Narrows(), Flagged())] == [
        (False, False),
        (True, False),
        (True, True),
        (True, False),
    ]


def test_players_without_names_are_counted() -> None:
    """Default names that do not fit the number of players, set on the class or on the instance."""
    three = Plain()
    three.players = 5
    assert Plain().player_names == ("First", "Second") == Plain.player_names
    assert three.player_names == ("First", "Second", "Third", "Fourth", "Player 5")
    three.player_names = ("a", "b", "c", "d", "e")
    assert three.player_names[4] == "e" and Plain().player_names == ("First", "Second")


@pytest.mark.parametrize("unit", [Unit("pawns", 0.01, digits=2), Unit("men", 0.2, squashed=True), Unit("seeds", 1.0)])
@pytest.mark.parametrize("amount", [-7.0, -0.5, 0.0, 1e-6, 3.25])
def test_units_convert_both_ways(unit: Unit, amount: float) -> None:
    """An inverse that is none, or a size that is not the utility of one unit near balance."""
    assert unit.amount(unit.utility(amount)) == pytest.approx(amount)
    assert unit.utility(1e-6) == pytest.approx(1e-6 * unit.size, rel=1e-5)


@pytest.mark.parametrize("name", ["checkers", "nine_mens_morris"])
def test_squashed_units_are_those_of_the_evaluation(name: str) -> None:
    """A size that does not follow the evaluation's own constants."""
    module = sys.modules[game_class(name).__module__]
    unit = game_class(name).unit
    assert unit is not None and unit.squashed
    for score in (-250, 30, 100, 700):
        assert unit.amount(score / (abs(score) + module.HALF)) == pytest.approx(score / module.WEIGHTS[module.MAN])
