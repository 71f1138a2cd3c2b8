"""What teachers do: exercises on trees and positions of their own, a class graded at once, code compared with ours."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from counterplay import BadParameter, Position, make_game
from counterplay.cli.main import commands
from counterplay.lessons import (
    Chance,
    TreeGame,
    exercise_on_position,
    exercise_on_tree,
    exercise_svg,
    exercise_text,
    grade,
    grade_files,
    hand_out,
    make_exercise,
    read_exercise,
)
from counterplay.lessons.code.code_grading import _difference, grade_code_files
from counterplay.lessons.code.code_tasks import TASKS, right_answer, task_tree
from tests.lessons.test_grading import brute_needed, brute_value

TREE = """A MAX
  left: B MIN
    3
    12
  right: C MIN
    far away = 2
    9
"""


# --- own trees and positions ---
def test_an_exercise_on_an_own_tree(tmp_path: Path) -> None:
    """Would catch names that are lost, nodes without one, wrong answers, or a file that does not hold the whole exercise."""
    exercise = exercise_on_tree("alpha_beta", TREE)
    assert exercise.tree.names == ["A", "B", "C", "L1", "L2", "far away", "L3"]
    assert exercise.solution["A.value"] == "3" and exercise.solution["C.value"] == "2" and exercise.solution["C.beta"] == "2"
    assert grade(exercise, exercise.solution).full
    path = tmp_path / "own.json"
    path.write_text(exercise_text(exercise, {"A.value": "3"}))
    again, answers = read_exercise(path)
    assert again == exercise and again.solution == exercise.solution and answers["A.value"] == "3"
    assert ">left<" in exercise_svg(exercise) and ">left<" in exercise_svg(exercise, solved=True)
    (tmp_path / "tree.txt").write_text(TREE)
    assert exercise_on_tree("alpha_beta", tmp_path / "tree.txt") == exercise


@pytest.mark.parametrize(
    ("kind", "tree", "sentence"),
    [
        ("minimax", "A MIN\n  3\n  4\n", "the root of an exercise's tree belongs to MAX"),
        (
            "minimax",
            [[1, 2], Chance(((0.5, 3), (0.5, 4)))],
            "cannot be asked about this tree: minimax_value cannot search Tree: it knows no",
        ),
        ("max_n", list(range(200)), "has 2 to 128 leaves, and this one has 200"),
        ("minimax", [["_", 2], [3, 4]], "a leaf that has no value"),
        ("max_n", [[1, 2], [3, 4]], "a tree of three players, whose leaves are tuples; this one has 2 players"),
        ("chess", [[1, 2], [3, 4]], "there is no kind of exercise 'chess'"),
    ],
)
def test_trees_that_cannot_be_asked_about(kind: str, tree: object, sentence: str) -> None:
    """Would catch an exercise that is handed out and cannot be graded."""
    with pytest.raises(BadParameter, match=sentence):
        exercise_on_tree(kind, tree)


def test_an_exercise_on_a_position() -> None:
    """Would catch a leaf counted for the wrong player, a move under the wrong name, or boards that are missing."""
    game = make_game("tic_tac_toe")
    position = Position.load(game, "oxx/.x./.o. o")  # the second player is to move, and is MAX
    exercise = exercise_on_position("minimax", game, position, 2)
    tree = exercise.tree
    first = [tree.actions[child] for child in tree.children(0)]
    assert first == [game.action_name(position.state, action) for action in position.choices]
    for node in tree.leaves:
        state = position.state
        for step in tree.path(node):
            state = game.result(state, game.choices(state)[step])
        worth = game.utility(state, 1) if game.terminal(state) else game.evaluate(state, 1)
        assert tree.utilities[node] == (round(worth, 2), -round(worth, 2))
    assert len(exercise.boards) == len(tree) and exercise_svg(exercise).count("<svg") == 1 + len(tree)
    assert exercise.solution["A"] == f"{brute_value(tree, 0)[0]:.6g}"
    with pytest.raises(BadParameter, match="more than 128 leaves"):
        exercise_on_position("minimax", game, None, 3)


# --- a class ---
def test_a_class_is_graded_without_giving_answers_away(tmp_path: Path) -> None:
    """Would catch a file that is counted for somebody else, a changed exercise that passes, or marks that tell the answers."""
    exercise = exercise_on_tree("minimax", TREE)
    right = exercise.solution
    given = {"ada": right, "bob": {**right, "A": "12" * 500}, "cleo": {}}
    for name, answers in given.items():
        (tmp_path / f"{name}.json").write_text(exercise_text(exercise, answers, name.title()))
    easier = make_exercise("minimax", seed=1, branching=2, depth=1)
    (tmp_path / "dan.json").write_text(exercise_text(easier, easier.solution))
    (tmp_path / "eve.json").write_text("{}")
    (tmp_path / "fay.json").write_text("[" * 20_000)
    (tmp_path / "gil.json").write_text("{\n}", encoding="utf-16")
    key = tmp_path / "key"
    key.write_text(exercise_text(exercise))
    report = grade_files([tmp_path], key)
    assert [(one.student, one.points) for one in report.submissions] == [
        ("Ada", "3 of 3"), ("Bob", "2 of 3"), ("Cleo", "0 of 3"), ("dan", "-"), ("eve", "-"), ("fay", "-"), ("gil", "-"),
    ]  # fmt: skip
    assert "answers another exercise" in report.submissions[3].problem
    assert "nested too deep" in report.submissions[5].problem and "line 1 is not text in UTF-8" in report.submissions[6].problem
    assert len(grade_files([tmp_path / "ada.json", tmp_path / "dan.json"]).exercises()) == 2
    assert report.items_table().records()[0] == {"item": "A", "right": 1, "of": 3, "commonest mistake": "12" * 28 + "1... (1)"}

    command = ["exercise", "grade", str(tmp_path), "--of", str(key), "--csv", str(tmp_path / "class.csv")]
    done = CliRunner().invoke(commands, [*command, "--feedback", str(tmp_path / "marks")])
    assert done.exit_code == 1 and "3 graded, 56 % on average" in done.output
    rows = list(csv.DictReader((tmp_path / "class.csv").open()))
    assert [row["points"] for row in rows] == ["3", "2", "0", "-", "-", "-", "-"] and rows[1]["not right"] == "A"
    told = (tmp_path / "marks" / "bob.txt").read_text()
    assert (
        "2 of 3" in told
        and "wrong" in told
        and "takes" not in told
        and "3\n" not in told.replace("2 of 3\n", "").replace("  3\n", "")
    )
    alone = CliRunner().invoke(commands, ["exercise", "grade", str(tmp_path / "bob.json"), "--marks-only"])
    assert alone.exit_code == 1 and "greatest" not in alone.output and "2 of 3 points" in alone.output


def test_everybody_gets_a_tree_of_their_own(tmp_path: Path) -> None:
    """Would catch two students with one tree, a name that no file can have, or a key that does not fit."""
    files = hand_out(make_exercise("cuts", seed=5), ["Ada Lovelace", "", "Bob/../x"], tmp_path / "out")
    assert [path.name for path in files] == ["Ada_Lovelace.json", "Bob_.._x.json"]
    seeds = [json.loads(path.read_text())["exercise"]["seed"] for path in files]
    assert seeds == [5, 6] and not grade_files(files, tmp_path / "out").problems
    files[0].write_text(exercise_text(make_exercise("cuts", seed=6)))
    key = tmp_path / "key"
    hand_out(make_exercise("cuts", seed=5), ["Ada Lovelace", "Bob/../x"], key)
    assert [one.path for one in grade_files(files, key).problems] == [files[0]]
    with pytest.raises(BadParameter, match="two students would share"):
        hand_out(make_exercise("cuts", seed=5), ["a b", "a/b"], tmp_path / "two")


def test_handing_out_again_loses_no_answers(tmp_path: Path) -> None:
    """Would catch a second hand-out that writes over what students have filled in, or a missing file blamed on the key."""
    exercise = exercise_on_tree("minimax", TREE)
    ada, bob = hand_out(exercise, ["Ada", "Bob"], tmp_path / "out")
    bob.write_text(exercise_text(exercise, exercise.solution, "Bob"))
    ada.unlink()
    with pytest.raises(BadParameter, match=r"Bob.json' exists already and may hold answers; nothing is written"):
        hand_out(exercise, ["Ada", "Bob"], tmp_path / "out")
    assert not ada.exists() and grade_files([bob]).submissions[0].points == "3 of 3"
    with pytest.raises(BadParameter, match=r"there is no file or folder .*elsewhere' to grade"):
        grade_files([tmp_path / "elsewhere"], tmp_path / "out")
    (tmp_path / "key").mkdir()
    assert "nothing was handed out under this name" in grade_files([bob], tmp_path / "key").submissions[0].problem


def test_a_students_file_loads_no_other(tmp_path: Path) -> None:
    """Would catch a tree in a student's file that is taken for the name of a file on the teacher's machine."""
    secret = tmp_path / "secret.txt"
    secret.write_text(TREE)
    content = json.loads(exercise_text(exercise_on_tree("minimax", TREE)))
    content["exercise"]["tree"] = [str(secret)]
    path = tmp_path / "x.json"
    path.write_text(json.dumps(content))
    assert grade_files([path]).problems


# --- code ---
RIGHT = """
from math import inf
def alpha_beta(game, s, alpha=-inf, beta=inf):
    if game.terminal(s):
        return game.utility(s, 0)
    best = -inf if game.player(s) == 0 else inf
    for a in game.actions(s):
        v = alpha_beta(game, game.result(s, a), alpha, beta)
        if game.player(s) == 0:
            best, alpha = max(best, v), max(alpha, v)
        else:
            best, beta = min(best, v), min(beta, v)
        if alpha >= beta:
            break
    return best
print("noise that nobody hears")
"""


@pytest.mark.slow
def test_code_is_compared_with_ours(tmp_path: Path) -> None:
    """Would catch a right search that is marked, a missing cut, a crash, a hang or an exit that is not told as what it is."""
    files = {
        "ada": RIGHT,
        "bob": RIGHT.replace("alpha >= beta", "alpha > beta"),
        "cleo": "import os\n\ndef alpha_beta(game, s):\n    os._exit(0)\n",
        "dan": "def alpha_beta(game, s):\n    while True:\n        pass\n",
        "eve": "def alpha_beta(game, s):\n    return 1 / 0\n",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.py").write_text(text)
    report = grade_code_files("alpha-beta", [tmp_path], seeds=range(12), seconds=1.0)
    ada, bob, cleo, dan, eve = report.grades
    assert ada.full and ada.difference is None and not ada.problem
    assert bob.right < 12 and bob.difference is not None and "cut off should be" in bob.difference.what
    game = TreeGame(task_tree(TASKS["alpha_beta"], bob.difference.seed).flat)
    assert bob.difference.tree.count("\n") == len(game.flat)
    assert "it ends the process on the tree of seed 0" in cleo.problem
    assert "it takes more than 1 s on the tree of seed 0" in dan.problem
    assert eve.right == 0 and eve.difference is not None and "line 2: ZeroDivisionError" in eve.difference.what
    assert [row["student"] for row in report.table().records()] == ["ada", "bob", "cleo", "dan", "eve"]
    done = CliRunner().invoke(commands, ["exercise", "code", "minimax", str(tmp_path / "ada.py"), "--trees", "2"])
    assert done.exit_code == 1 and "has no function 'minimax(game, state)'" in done.output


def test_our_answers_agree_with_brute_force() -> None:
    """Would catch a key that is wrong itself: values and leaves by a search that knows nothing of ours."""
    for name, task in TASKS.items():
        for seed in range(12):
            game = task_tree(task, seed)
            answer = right_answer(task, game)
            value = brute_value(game.flat, 0)
            assert answer.value == pytest.approx(value if name == "max_n" else value[:1])
            if task.leaves:
                seen: set[int] = set()
                brute_needed(game.flat, 0, float("-inf"), float("inf"), seen)
                assert set(answer.leaves) == seen & set(game.flat.leaves)


def test_what_is_no_answer_is_said_in_a_sentence() -> None:
    """Would catch None, text, nan or a tuple that passes for a value."""
    task = TASKS["minimax"]
    game = task_tree(task, 0)
    right = right_answer(task, game)
    for value in (None, {"text": "'3'"}, float("nan"), [1.0, 2.0], True, right.value[0] + 1):
        assert "is right" in _difference(task, game, right, {"value": value})
    assert _difference(task, game, right, {"value": right.value[0] + 0.001}) == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("new minimax --tree [[1,2],[3,4]] --seed 3", "do not go with one's own"),
        ("new minimax --tree [[1,2],[3,4]] --game nim", "not both"),
        ("new minimax --tree [[1,2],[3,4]] --depth 2", "belong to --game"),
        ("new minimax --state x", "name the game with --game"),
        ("new minimax --tree nowhere.txt", "there is no file 'nowhere.txt'"),
        ("new minimax --game tic_tac_toe --depth 9", "1 to 6 plies ahead, not 9"),
        ("hand-out minimax nobody.txt out", "there is no file 'nobody.txt'"),
        ("grade nowhere.json", "there is no file 'nowhere.json'"),
        ("grade .", "there is no .json file in the folder"),
        ("code minimax .", "there is no .py file in the folder"),
        ("code minimaks x.py", "is not one of"),
    ],
)
def test_what_is_typed_wrongly_is_answered_in_a_sentence(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Would catch a traceback, or a file that is half written, where a teacher mistypes."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(commands, ["exercise", *words.split()])
    assert done.exit_code == 2 and sentence in " ".join(done.output.split()), done.output
    assert "Traceback" not in done.output and not list(tmp_path.iterdir())
