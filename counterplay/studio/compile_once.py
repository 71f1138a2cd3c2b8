"""The process that compiles one kind of search: `python -m counterplay.studio.compile_once PARENT`, started by `compiling`.

What to compile comes as JSON on the standard input; native code is left in the cache on disk, and that is all.
"""

from __future__ import annotations

import json
import sys

from counterplay.arena.orphans import leave_with
from counterplay.search import search
from counterplay.search.tracing import trace_search
from counterplay.search.warmable import BRIEF
from counterplay.studio.library import Library


def main(parent: int) -> None:
    """Search briefly, which compiles everything that such a search calls."""
    leave_with(parent)
    wanted = json.load(sys.stdin)
    library = Library(tuple(wanted["files"]))
    game = library.game(wanted["game"])
    position = library.load(game, wanted["state"])
    if wanted["traced"]:
        trace_search(game, position, wanted["algorithm"], depth=1)
    else:
        search(game, position, BRIEF, wanted["algorithm"])


if __name__ == "__main__":
    main(int(sys.argv[1]))
