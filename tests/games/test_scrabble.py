"""Scrabble: published scores, and a second implementation that holds every word against every place."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from counterplay import BadNotation, BadParameter, Position, make_game
from counterplay.agents.weight_file import Weights
from counterplay.games.placement.scrabble import word_graph as word_graph_module
from counterplay.games.placement.scrabble.scrabble import DONE, EXCHANGE, LAY, NO_PLAY, PASS, Scrabble, State, place_name
from counterplay.games.placement.scrabble.scrabble_tiles import COUNTS, FACE_SIGNS, POINTS, SIGNS, TILE_COUNT
from counterplay.games.placement.scrabble.word_graph import END, SHIPPED, WordGraph, word_graph
from counterplay.gears.identity.game_identity import rules_digest
from counterplay.solve import solve_position
from counterplay.studio.server.game_library import Library, parameters_of
from tests.oracles.plain_scrabble import SET, PlainScrabble, WordPlay
from tests.oracles.scrabble_games import (
    SMALL,
    WORDS,
    best_difference,
    late_positions,
    ours,
    plays_differ,
    random_positions,
    walk_of,
)


@pytest.fixture(scope="session")
def small_list(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lexicon") / "small.txt"
    path.write_text("\n".join(WORDS))
    return path


def listing(folder: Path, *words: str) -> Scrabble:
    """The game with these words alone."""
    path = folder / "words.txt"
    path.write_text("\n".join(words))
    return Scrabble(lexicon=str(path))


def with_rack(game: Scrabble, rows: dict[int, str], tiles: str) -> State:
    """A position with these rows from the top, South to move with these tiles and others; North has what is left."""
    texts = [rows.get(number, "." * 15) for number in range(1, 16)]
    left = Counter(SET) - Counter(tiles)
    left.subtract(sign if sign.isupper() else "?" for sign in "".join(texts) if sign != ".")
    rest = "".join(left.elements())
    full = tiles + rest[: 7 - len(tiles)]
    north, order = rest[7 - len(tiles) :][:7], rest[7 - len(tiles) :][7:]
    return game.load(f"{'/'.join(texts)} S {full} {north} 0-0 0 {order} -")


def laid(game: Scrabble, s: State, place: str, letters: str) -> State:
    """The position after a word, by the names of its actions."""
    for name in (place, *letters, "done"):
        s = game.result(s, game.parse_action(s, name))
    return s


def row_with(start: str, word: str) -> str:
    column = "ABCDEFGHIJKLMNO".index(start)
    return "." * column + word + "." * (15 - column - len(word))


# --- published numbers ---
def test_the_set_of_tiles() -> None:
    """Would catch a wrong count or value of a letter: 100 tiles worth 187 points (published)."""
    assert TILE_COUNT == 100 and int((COUNTS * POINTS).sum()) == 187
    assert Counter(SET) == dict(zip(SIGNS, COUNTS.tolist(), strict=True))


@pytest.mark.parametrize(("place", "word", "points"), [("8B", "MUZJIKS", 128), ("8H", "QUIZ", 44), ("H5", "QUIZ", 44)])
def test_published_first_plays(tmp_path: Path, place: str, word: str, points: int) -> None:
    """Would catch a wrong double letter, double word or bonus of 50: MUZJIKS for 128 is the best known first play."""
    game = listing(tmp_path, "muzjiks", "quiz")
    assert laid(game, with_rack(game, {}, word), place, word).south == points


def test_the_five_turns_of_the_rule_book(tmp_path: Path) -> None:
    """Would catch words across that are not scored, or premium squares that count twice.

    The example of the rules in the box: HORN with its R on the centre, then FARM, PASTE with FARMS, MOB with NOT and BE, BIT
    with PI and AT score 14, 9, 25, 16 and 16.
    """
    game = listing(tmp_path, "horn", "farm", "farms", "paste", "mob", "not", "be", "bit", "pi", "at")
    rows: dict[int, str] = {}
    turns = (("8F", "HORN", 14), ("H6", "FAM", 9), ("10F", "PASTE", 25), ("9H", "OB", 16), ("11E", "BIT", 16))
    for place, letters, points in turns:
        s = laid(game, with_rack(game, rows, letters), place, letters)
        assert s.south == points, place
        signs = ["." if face == 0 else FACE_SIGNS[face - 1] for face in s.board]
        rows = {number + 1: "".join(signs[15 * number : 15 * number + 15]) for number in range(15)}


# --- the second implementation ---
def whole_plays(game: Scrabble, s: State) -> dict[WordPlay, int]:
    """Every word that the actions lead to, with its points."""
    before = s.south + s.north
    return {play: after.south + after.north - before for play, after in finished(game, s).items()}


def finished(game: Scrabble, s: State) -> dict[WordPlay, State]:
    """Every word that the actions lead to, with the position after it."""
    found, waiting = {}, [(s, "")]
    while waiting:
        at, tiles = waiting.pop()
        for a in map(int, game.actions(at)):
            if a in (PASS, EXCHANGE):
                continue
            if a == DONE:
                way, cell = divmod(at.play, 225)
                found[WordPlay(way == 1, cell // 15, cell % 15, tiles)] = game.result(at, a)
            else:
                waiting.append((game.result(at, a), tiles + (FACE_SIGNS[a - LAY] if a >= LAY else "")))
    return found


def agree(game: Scrabble, s: State, plain: PlainScrabble) -> None:
    """Compare all that both know of a position between turns."""
    board = {divmod(cell, 15): FACE_SIGNS[face - 1] for cell, face in enumerate(s.board) if face}
    assert board == plain.board and [s.south, s.north] == plain.scores and s.turn == plain.turn and s.idle == plain.idle
    for p in (0, 1):
        assert Counter({SIGNS[t]: int(n) for t, n in enumerate(s.racks[p]) if n}) == Counter(plain.racks[p])
    assert "".join(SIGNS[tile] for tile in s.order[: s.bag]) == plain.bag
    assert game.terminal(s) == plain.over()


@pytest.mark.parametrize("seed", range(2))
def test_every_play_of_random_games(small_list: Path, seed: int) -> None:
    """Would catch a play that is missed or invented, wrong points, a wrong draw or exchange, and a wrong end of the game."""
    chance, turns, game = random.Random(seed), 0, Scrabble(seed=seed, lexicon=str(small_list))
    s = game.initial()
    racks = ["".join(SIGNS[t] for t in range(27) for _ in range(s.racks[p, t])) for p in (0, 1)]
    plain = PlainScrabble(WORDS, racks, "".join(SIGNS[tile] for tile in s.order))
    while not plain.over():
        agree(game, s, plain)
        plays = plain.plays()
        if (turns := turns + 1) % 6 == 1:  # to list them from action to action takes time
            assert whole_plays(game, s) == plays
        assert (EXCHANGE in game.actions(s)) == (len(plain.bag) >= 7)
        if plays and chance.random() < 0.9:
            # Long words more often than short ones, so that games end with an empty rack, too.
            play = max(chance.sample(sorted(plays), min(3, len(plays))), key=lambda play: len(play.tiles))
            plain.lay(play)
            s = laid(game, s, place_name(225 * play.down + 15 * play.row + play.column), play.tiles)
        else:
            tiles = "".join(chance.sample(plain.racks[plain.turn], chance.randint(1, 7))) if len(plain.bag) >= 7 else ""
            plain.exchange(tiles)
            names = ["exchange", *sorted(tiles, key=lambda t: (t == "?", t)), "done"] if tiles else ["pass"]
            for name in names:
                s = game.result(s, game.parse_action(s, name))
    agree(game, s, plain)
    assert game.utility(s, 0) == plain.difference() == -game.utility(s, 1)


def test_every_play_on_many_racks_and_boards(small_list: Path) -> None:
    """Would catch what a few games seldom meet: a hook at the edge, two blanks, a word that joins three others."""
    game = Scrabble(lexicon=str(small_list))
    walk = walk_of(game)
    for _, plain in zip(range(50), random_positions(WORDS, seed=1), strict=False):
        assert not plays_differ(game, walk, plain), game.dump(ours(game, plain))


def test_exact_play_when_nothing_is_left_to_draw(tmp_path: Path) -> None:
    """Would catch a wrong end of the game, tiles in hand not settled, a search that leaves out a play or a pass."""
    words = [word for word in WORDS if len(word) <= 3]
    game, values = listing(tmp_path, *words), []
    for _, (plain, s) in zip(range(10), late_positions(game, words, tiles=2, seed=7), strict=False):
        values.append(best_difference(plain))
        assert solve_position(game, Position(game, s)).value.score == (-values[-1] if plain.turn else values[-1])
    assert len(set(values)) > 5


# --- the list of words ---
def test_the_graph_holds_the_words_of_the_list() -> None:
    """Would catch words that are lost or made up where endings are shared."""
    graph, found = word_graph("english").numbers, []
    waiting = [(int(graph[0]), "")]
    while waiting:
        node, text = waiting.pop()
        sign, place = int(graph[node]), node + 1
        found += [text] if sign & END else []
        for letter in range(26):
            if sign >> letter & 1:
                waiting.append((int(graph[place]), text + chr(ord("a") + letter)))
                place += 1
    assert sorted(found) == SHIPPED["english"].read_text().split()


def test_the_graph_is_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Would catch a list that every process reads anew, or a damaged graph that native code would walk out of."""
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "cache"))
    lexicon = tmp_path / "words.txt"
    lexicon.write_text(SMALL.replace(" ", "\n"), encoding="utf-8")
    made: list[int] = []
    graph_of = word_graph_module.graph_of
    monkeypatch.setattr(word_graph_module, "graph_of", lambda words: made.append(len(words)) or graph_of(words))

    def anew() -> WordGraph:
        word_graph_module._graph_of_text.cache_clear()
        return word_graph(str(lexicon))

    first, second = anew(), anew()
    assert len(made) == 1 and first.words == second.words and first.digest == second.digest
    assert np.array_equal(first.numbers, second.numbers)
    [kept] = (tmp_path / "cache").glob("words-*")
    content = bytearray(kept.read_bytes())
    content[len(content) // 2] ^= 1
    kept.write_bytes(content)
    assert np.array_equal(anew().numbers, first.numbers) and len(made) == 2


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "no words of 2 to 15 letters"),
        (b"a\nb\n", "no words of 2 to 15 letters"),
        (b"\x7fELF\x00\x01", "is no text"),
        (b"caf\xe9\n", "is no text"),
        ("word\nna\u00efve\n".encode(), "'naïve' in"),
        (b"word\ncan't\n", "other letters than a to z"),
        (b"ab\n" * 1_000_000, "1,000,000 words"),
        (b"x" * 9_000_000, "too large"),
    ],
)
def test_bad_lists_are_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    """Would catch a list that is taken although it is none, or refused with a traceback."""
    path = tmp_path / "list"
    path.write_bytes(content)
    with pytest.raises(BadParameter, match=complaint):
        make_game(f"scrabble:lexicon={path}")


def test_no_list_is_refused(tmp_path: Path) -> None:
    """Would catch a folder or a missing file that ends in a traceback, or in two sentences, one inside the other."""
    for path, complaint in ((tmp_path, "no ordinary file"), (tmp_path / "none", "there is no")):
        with pytest.raises(BadParameter, match=f"^scrabble: lexicon should be english or a file with words, and .*{complaint}"):
            make_game(f"scrabble:lexicon={path}")


# --- notation and estimate ---
@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (" 0-0 0 ", " 0-0 7 ", "should be a number from 0 to 6"),
        (" S ", " X ", "no side to move"),
        (" -", " 1A:", "cannot be played: 1A is no action"),
        (" -", " nowhere:", "the unfinished turn is none"),
        (" -", " 8H", "as in 8D:QU"),
        ("15/15 S", "15/A14 S", "tiles A on the board"),
    ],
)
def test_wrong_positions_are_refused(small_list: Path, old: str, new: str, complaint: str) -> None:
    """Would catch positions that no game comes to, such as a tenth A or a turn that cannot be played."""
    game = Scrabble(seed=3, lexicon=str(small_list))
    text = game.dump(game.initial())
    assert old in text
    with pytest.raises(BadNotation, match=complaint):
        game.load(new.join(text.rsplit(old, 1)))


def test_words_of_a_position_are_looked_up(tmp_path: Path) -> None:
    """Would catch a board with letters that make no word, or that do not hang together."""
    game = listing(tmp_path, "horn", "farm")
    for row, complaint in ((row_with("F", "HORX"), "HORX is not in the list"), (row_with("A", "HORN"), "hang together")):
        with pytest.raises(BadNotation, match=complaint):
            with_rack(game, {8: row}, "FARM")


def test_the_estimate_is_the_sum_of_its_terms(small_list: Path) -> None:
    """Would catch an estimate that `terms` explains wrongly, and one that sees another word than the best completion."""
    game = Scrabble(seed=2, lexicon=str(small_list))
    position = Position(game)
    chance = random.Random(1)
    for _ in range(12):
        s = position.state
        for p in (0, 1):
            assert game.evaluate(s, p) == pytest.approx(sum(term.product for term in game.terms(s, p)))
        if s.play == NO_PLAY:
            before, mover = s.south + s.north, s.turn
            worths = [
                n.south + n.north - before + game.held_after(n, n.racks[mover].copy(), 0) for n in finished(game, s).values()
            ]
            starts = [a for a in map(int, game.actions(s)) if a < EXCHANGE]
            assert [max(game.order(s, a) for a in starts)] == [max(worths)] if starts else not worths
        position = position.play(chance.choice([a for a in position.choices if a != PASS] or position.choices))


def test_seeds_deal_differently() -> None:
    """Would catch a seed without effect, and tiles that get lost in the deal."""
    deals = [make_game(f"scrabble:seed={seed}").initial() for seed in (1, 2)]
    assert not np.array_equal(deals[0].order, deals[1].order)
    for s in deals:
        assert np.array_equal(s.racks.sum(axis=0) + np.bincount(s.order, minlength=27), COUNTS)


# --- a list of words is a table of the rules, not a weight ---
def test_a_list_is_part_of_the_rules_but_no_weight(small_list: Path, tmp_path: Path) -> None:
    """Would catch `tune` learning the list of words, and results of one list that are kept for another."""
    one, other = Scrabble(lexicon=str(small_list)), listing(tmp_path, *WORDS[1:])
    assert one.graph.shape == other.graph.shape  # so that they share what is compiled
    assert set(Weights.of(one).arrays) == {"weight_array"}
    other.lexicon = one.lexicon  # the same file, changed
    assert rules_digest(one) != rules_digest(other)


def test_a_page_cannot_choose_a_file(small_list: Path) -> None:
    """Would catch a studio that reads any file of its machine for whoever sends a specification."""
    library = Library()
    with pytest.raises(BadParameter, match="cannot be chosen in the studio"):
        library.game(f"scrabble:lexicon={small_list}")
    assert library.game("scrabble:seed=2,lexicon=english").spec == "scrabble:seed=2"
    assert "lexicon" not in [told["name"] for told in parameters_of(library.game("scrabble"))]
