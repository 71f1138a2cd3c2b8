"""Lists of words, and a list as a graph that rules can walk over: a directed acyclic word graph in one array of numbers.

A. Appel and G. Jacobson, "The World's Fastest Scrabble Program", Communications of the ACM 31 (1988). A node is a place in the
array. The number there has a bit for each letter that goes on from the node, and bit 26 where a word ends; the places of the
next nodes follow, in the order of the alphabet. Place 0 holds where the root is, so that no node has that place. Equal endings
are one node. Shapes are powers of two: most lists have the same, and share what is compiled. A graph is kept on disk, for later
processes, under a digest of its list.
"""

from __future__ import annotations

import functools
import hashlib
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from counterplay.core import BadParameter
from counterplay.core.files.user_file import quoted, quoted_path
from counterplay.gears.cache import code_store
from counterplay.gears.cache.cache_folder import cache_folder

LETTERS = 26
END = 1 << LETTERS  # of a node: a word ends here
SHORTEST, LONGEST = 2, 15  # letters of a word that fits on the board
MOST_BYTES = 8_000_000  # of a list
MOST_WORDS = 400_000
LEAST_ROOM = 1 << 18  # numbers of a graph: enough for a list of 200,000 words
FORM = "words 1"  # of graphs on disk

SHIPPED = {"english": Path(__file__).with_name("english_words.txt")}
ADVICE = "a list has one word in a line, of the letters a to z"


class WordGraph(NamedTuple):
    """The graph of a list."""

    numbers: np.ndarray[Any, np.dtype[np.int64]]  # shape (a power of two,)
    words: int  # how many there are
    digest: str  # of the words


def word_graph(lexicon: str) -> WordGraph:
    """The graph of a list that comes with counterplay, by its name, or of the list in a file; one sentence if it is none."""
    path = SHIPPED.get(lexicon) or Path(lexicon)
    return _graph_of_text(_read(path), quoted_path(path))


def _read(path: Path) -> bytes:
    """The content of an ordinary file of moderate size."""
    shown, known = quoted_path(path), " or ".join(SHIPPED)
    try:
        found, content = path.stat(), b""
        if stat.S_ISREG(found.st_mode) and found.st_size <= MOST_BYTES:
            content = path.read_bytes()
    except FileNotFoundError:
        raise BadParameter(f"scrabble: lexicon should be {known} or a file with words, and there is no '{shown}'") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise BadParameter(f"scrabble: '{shown}' cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not stat.S_ISREG(found.st_mode):
        raise BadParameter(f"scrabble: lexicon should be {known} or a file with words, and '{shown}' is no ordinary file")
    if found.st_size > MOST_BYTES:
        raise BadParameter(f"scrabble: '{shown}' is too large for a list of words: more than {MOST_BYTES:,} bytes")
    return content


@functools.lru_cache(maxsize=4)
def _graph_of_text(content: bytes, shown: str) -> WordGraph:
    """The graph of the words in a file's content."""
    path = cache_folder() / f"words-{hashlib.sha256(FORM.encode() + content).hexdigest()[:32]}.graph"
    found = code_store.load(path)
    if found is None:
        words = _words_in(content, shown)
        found = graph_of(words), len(words), hashlib.sha256("\n".join(words).encode()).hexdigest()
        code_store.save(path, found)
    numbers, count, digest = found
    room = LEAST_ROOM
    while room < len(numbers):
        room *= 2
    graph = np.zeros(room, np.int64)
    graph[: len(numbers)] = numbers
    graph.flags.writeable = False
    return WordGraph(graph, count, digest)


def _words_in(content: bytes, shown: str) -> list[str]:
    """The words of a list that fit on the board, in order, each once."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadParameter(f"scrabble: '{shown}' is no text; {ADVICE}")
    lines = text.lower().split()
    if len(lines) > MOST_WORDS:
        raise BadParameter(f"scrabble: '{shown}' has {len(lines):,} words; {MOST_WORDS:,} is the most")
    if not re.fullmatch("[a-z]*", "".join(lines)):
        odd = next(line for line in lines if not re.fullmatch("[a-z]+", line))
        raise BadParameter(f"scrabble: '{quoted(odd)[:20]}' in '{shown}' has other letters than a to z; {ADVICE}")
    words = sorted({line for line in lines if SHORTEST <= len(line) <= LONGEST})
    if not words:
        raise BadParameter(f"scrabble: '{shown}' has no words of {SHORTEST} to {LONGEST} letters; {ADVICE}")
    return words


def graph_of(words: Iterable[str]) -> np.ndarray[Any, np.dtype[np.int32]]:
    """The graph of words that are in the order of the alphabet, without room behind it."""
    numbers = [0]
    places: dict[tuple[int, ...], int] = {}
    # The nodes on the way to the last word that are not finished: what their letters are, and where these lead.
    signs, ways = [0] * (LONGEST + 1), [[] for _ in range(LONGEST + 1)]  # type: list[int], list[list[int]]

    def close(down_to: int, depth: int) -> None:
        for level in range(depth, down_to, -1):
            node = (signs[level], *ways[level])
            place = places.get(node)
            if place is None:
                place = places[node] = len(numbers)
                numbers.extend(node)
            ways[level - 1].append(place)

    last = ""
    for word in words:
        shared = 0
        for one, other in zip(word, last):
            if one != other:
                break
            shared += 1
        close(shared, len(last))
        for level in range(shared, len(word)):
            signs[level] |= 1 << (ord(word[level]) - ord("a"))
            signs[level + 1] = 0
            ways[level + 1] = []
        signs[len(word)] = END
        last = word
    close(0, len(last))
    numbers[0] = len(numbers)
    numbers += [signs[0], *ways[0]]
    return np.array(numbers, np.int32)
