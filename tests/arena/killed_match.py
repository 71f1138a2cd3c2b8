"""A match in a process of its own, to be killed: `python killed_match.py DATABASE GAMES WORKERS`."""

from __future__ import annotations

import sys
from pathlib import Path

from counterplay.arena.contest_store import Store
from counterplay.arena.playing.contest import Contest, make_settings
from counterplay.arena.playing.game_workers import workers_for

if __name__ == "__main__":
    path, games, workers = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    with Store(path) as store:
        if store.contests():
            contest = Contest.resumed(store)
        else:
            contest = Contest.new(make_settings("tic_tac_toe", ["random", "random"], kind="match", games=games, seed=5), store)
        contest.run(workers_for(workers))
