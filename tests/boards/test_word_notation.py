"""Positions of a few words: what fields write and read, and what is said about a wrong text."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from counterplay.boards import FIRST_OR_SECOND, LettersField, NumberField, NumbersField, SignField, WordNotation
from counterplay.boards.notation.notation_fields import position_of
from counterplay.boards.notation.word_notation import plain_name
from counterplay.core import BadNotation, Position


class Bids(NamedTuple):
    coins: tuple[int, int]
    turn: int
    cards: int  # a bit for each of abc
    round: int
    final: bool


class Auction(WordNotation):
    """No rules to speak of: a player takes one or two coins."""

    extra_fields = (
        NumbersField("coins", "coins of both players", (30, 9), sign="/"),
        FIRST_OR_SECOND,
        LettersField("cards", "cards on the table", "abc"),
        NumberField("round", "round", 12, least=1),
        SignField("final", "word for the last round", ("", "final")),
    )
    optional_fields = 2

    def initial(self) -> Bids:
        return Bids((20, 5), 0, 0b101, 1, False)

    def actions(self, s: Bids) -> list[int]:
        return [1, 2]

    def terminal(self, s: Bids) -> bool:
        return s.final

    def action_name(self, s: Bids, a: int) -> str:
        return f"{s.round}-{a}"

    def problem(self, s: Bids) -> str:
        return "the last round is a later one" if s.final and s.round == 1 else ""


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("20/5 first ac 1", Bids((20, 5), 0, 5, 1, False)),
        ("0/9 SECOND - 12 Final", Bids((0, 9), 1, 0, 12, True)),
        ("20/5 first cab", Bids((20, 5), 0, 7, 1, False)),
        ("  20/5   second b 3 ", Bids((20, 5), 1, 2, 3, False)),
    ],
)
def test_words_are_read(text: str, state: Bids) -> None:
    """Would catch a field that is lost, a word that must not be left out, capitals that make a difference."""
    game = Auction()
    found = game.load(text)
    assert found._replace(coins=tuple(found.coins)) == state
    assert isinstance(found.final, bool)
    again = game.load(game.dump(found))
    assert again == found
    assert game.player(found) == state.turn


def test_words_are_written() -> None:
    """Would catch a space where nothing follows, and letters in the order of a text."""
    assert Auction().dump(Auction().initial()) == "20/5 first ac 1"
    assert Auction().dump(Auction().load("1/2 second ba 2 final")) == "1/2 second ab 2 final"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it has 0 parts instead of 3 to 5"),
        ("20/5", "it has 1 part instead of 3 to 5"),
        ("20/5 first - 1 final now", "it has 6 parts instead of 3 to 5"),
        ("20 first -", "the coins of both players should be 2 numbers with / between, at most 30/9, not '20'"),
        ("20/10 first -", "at most 30/9, not '20/10'"),
        ("20/٣ first -", "at most 30/9, not"),
        ("20/5 third -", "the player to move should be first or second, not 'third'"),
        ("20/5 first aa", "the cards on the table should be some of abc, each once, or - for none, not 'aa'"),
        ("20/5 first - 0", "the round should be a number from 1 to 12, not '0'"),
        ("20/5 first - 1 now", "the word for the last round should be left out or final, not 'now'"),
    ],
)
def test_a_wrong_text_is_answered_with_one_sentence(text: str, reason: str) -> None:
    """Would catch an error that does not say what is wrong, where, and what would be right."""
    with pytest.raises(BadNotation) as error:
        Auction().load(text)
    said = str(error.value)
    assert said.startswith(f"Auction: '{text}' is no position: ") and reason in said
    assert said.endswith("; write the coins of both players, then the player to move, then the cards on the table, then the "
                         "round, then the word for the last round, as in '20/5 first ac 1'")  # fmt: skip


def test_a_position_that_cannot_come_about_is_refused() -> None:
    """Would catch a game's own complaint that is not asked."""
    with pytest.raises(BadNotation, match="Auction: in '1/1 first - 1 final' the last round is a later one"):
        Auction().load("1/1 first - 1 final")


def test_the_symbols_of_sides_are_told_apart() -> None:
    """Would catch a word that is only part of the symbols, which are often one text."""
    assert [position_of(word, "BW") for word in ("B", "w", "BW", "", "X")] == [0, 1, -1, -1, -1]
    assert [position_of(word, ("k", "K")) for word in ("k", "K")] == [0, 1]


def test_numbers_in_names_of_actions_stay_apart() -> None:
    """Would catch '1-15' taken for '11-5', and a way to write moves that people use and the kit refuses."""
    assert plain_name("1-15") == plain_name("1x15") == plain_name(" 1 : 15") != plain_name("11-5")
    assert plain_name("b1-b3") == plain_name("B1xb3") == "b1b3"
    position = Position(Auction())
    assert Auction().parse_action(position.state, "1 x 2") == 2
    with pytest.raises(BadNotation, match="'12' is no action here"):
        Auction().parse_action(position.state, "12")
