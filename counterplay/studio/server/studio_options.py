"""How a studio is set up, and every limit on what a page or a script may ask of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from counterplay.records.store.default_store import default_path

DEFAULT_PORT = 8642
CORES = os.cpu_count() or 1

# --- what one request may carry ---
LONGEST_BODY = 256 * 1024  # bytes of an HTTP request
LONGEST_MESSAGE = 64 * 1024  # bytes of a websocket message that is looked at
LONGEST_FRAME = 1024 * 1024  # bytes of one that is read at all; more closes the connection
LONGEST_SPEC = 200  # characters of a game's name with parameters
LONGEST_NOTATION = 20_000  # characters of a position
MOST_MOVES = 20_000  # of a game or a variation
MOST_NODES = 2_000  # of an analysis
LONGEST_TITLE = 120  # characters, of an analysis
MOST_IMPORTED = 50  # games of one text
LARGEST_PARAMETER = 1 << 15  # of a game, in magnitude; more would make boards that nobody can draw

REQUEST_SECONDS = 15.0  # until a request that has begun must be there
UNREAD_SECONDS = 30.0  # that an answer may wait for whoever asked to read on

# --- how many may connect ---
# Requests that come at once are read ACCEPTED_AT_ONCE at a time: somebody who opens thousands of connections that say nothing
# closes those of others only after so many that these have long been read.
ACCEPTED_AT_ONCE = 64
MOST_OF_ONE_ADDRESS = 256  # connections; a browser has six, and one more for each open page
MOST_CONNECTIONS = 768

# --- what one search may spend ---
LONGEST_SEARCH = 600.0  # seconds of an analysis
DEFAULT_ANALYSIS = 120.0
LONGEST_HINT = 1.0
LONGEST_WHY = 10.0
DEEPEST_INSIDE = 12  # plies of a search that is walked through
MOST_PLAYOUTS = 20_000
MOST_LINES = 10
TREE_NODES = 1_000_000  # of a Monte Carlo tree; 64 bytes each

# --- what all pages together may do ---
MESSAGES_PER_SECOND = 50.0  # on one websocket, on average
MESSAGES_AT_ONCE = 200
MOST_PAGES = 200  # websockets; fewer than connections, so that one can always be closed, or asked about
MOST_WATCHED = 20  # games that one websocket follows
MOST_LIVE_GAMES = 1000  # in memory, followed by somebody, or with a clock that runs
MOST_IDLE_GAMES = 100  # kept in memory although nobody follows them, in case somebody comes back
MOST_DELETED = 200  # games that can be brought back
MOST_EXPORTED = 500  # games in one archive
MOST_COMPILED = 256  # kinds of searches, a game with one algorithm each; their native code takes one or two megabytes
MOST_WAITING = 200  # searches in the queue
PATIENCE = 60.0  # seconds that agents play on by themselves when nobody looks
PACE = 0.4  # seconds between the moves of two agents, so that people can follow


@dataclass(frozen=True)
class Options:
    """One studio."""

    database: Path = field(default_factory=default_path)  # of games, matches and settings
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    token: str | None = None  # asked of everyone where the studio can be reached from other machines
    game_files: tuple[str, ...] = ()  # named by the owner on the command line
    searches: int = max(1, CORES)  # that run at once, of each kind: agents' moves, and analyses
    pace: float = PACE
    patience: float = PATIENCE
