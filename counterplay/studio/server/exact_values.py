"""What is known of a position for certain: what others have proved of the game, and the value of every move by solving."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

from counterplay.core import MissingTrait, Position
from counterplay.studio.api.position_views import View, action_view
from counterplay.studio.server.search_queue import Job

LONGEST = 30.0  # seconds, compiling included
LOOK = 0.05  # seconds between looks whether it has ended
PROGRAM = "counterplay.studio.server.exact_process"


def proved(position: Position) -> str:
    """What somebody has proved of the usual game from its beginning; empty elsewhere."""
    game = position.game
    first = game.dump(game.initial()) == game.dump(position.state)
    return type(game).solved if first and ":" not in game.spec else ""


def exact_values(job: Job, position: Position) -> View:
    """An Exact, found in a process of its own while this thread waits, for as long as there is time and somebody asks."""
    from counterplay.arena.playing.transport import PortableGame
    from counterplay.solve.solver import refuse_unsolvable

    view: View = {"proved": proved(position), "moves": [], "complete": False, "problem": ""}
    try:
        refuse_unsolvable(position.game)
    except MissingTrait as error:
        return view | {"problem": str(error)}
    line = position.line()
    wanted = {
        "game": PortableGame.of(position.game).text,
        "start": position.game.dump(line[0].state),
        "moves": position.played(),
    }
    found = [json.loads(text) for text in _solved(job, json.dumps(wanted))]
    values = {one["action"]: one["value"] for one in found if "action" in one}
    moves = [{**action_view(position, action), "value": values[action]} for action in values]
    moves.sort(key=lambda move: -move["value"]["score"])
    problem = next((one["problem"] for one in found if "problem" in one), "")
    return view | {"moves": moves, "complete": len(moves) == len(position.choices), "problem": problem}


def _solved(job: Job, wanted: str) -> list[str]:
    """What the process has said by its end, or by the end of its time."""
    end = time.monotonic() + LONGEST
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as said:
        asked.write(wanted.encode())
        asked.seek(0)
        command = [sys.executable, "-m", PROGRAM, str(os.getpid())]
        process = subprocess.Popen(command, stdin=asked, stdout=said, stderr=subprocess.DEVNULL)
        try:
            while process.poll() is None and time.monotonic() < end and not job.cancelled.wait(LOOK):
                pass
        finally:
            process.kill()
            process.wait()
        said.seek(0)
        return said.read().decode().splitlines()
