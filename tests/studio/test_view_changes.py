"""What a page that follows a game is sent: little, and enough to have the whole game."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from counterplay.studio.api.view_changes import Memory, edits, elements
from tests.studio.running import Running, Talk

MOST = {"chess": 8_000, "go": 8_000, "scrabble": 40_000, "blokus_duo": 60_000}  # bytes of a move


class Follower:
    """A page, in Python: has the game from the first message and the changes since."""

    def __init__(self, talk: Talk, game: str, **options: Any) -> None:
        self.talk = talk
        talk.say("watch", game=game, changes=True, **options)
        self.view: Any = None
        self.bytes = 0

    def hear(self) -> None:
        """Everything up to the answer to a ping."""
        self.talk.say("ping")
        while True:
            text = self.talk.socket.recv(timeout=120)
            message = json.loads(text)
            assert message["type"] != "error", message
            if message["type"] == "pong":
                return
            self.bytes += len(text)
            if message["game"] is not None:
                self._take(message["game"])

    def _take(self, news: Any) -> None:
        if "changes" not in news:
            self.view = news
            self.lists = {"svg": elements(news["position"]["svg"]), "cells": news["position"]["cells"]}
            self.lists["choices"] = [[c["action"], c["name"], *c["gesture"]] for c in news["position"]["choices"]]
            self.memories = {name: list(entries) for name, entries in self.lists.items()}
            return
        changes = news["changes"]
        self.view["moves"] = self._edited(self.view["moves"], changes.pop("moves", []), [])
        for step in [*changes.pop("steps", []), changes.pop("position", {})]:
            for name in self.lists:
                self.lists[name] = self._edited(self.lists[name], step.pop(name, []), self.memories[name])
            self.view["position"].update(step)
        self.view["position"] |= {"svg": "".join(self.lists["svg"]), "cells": self.lists["cells"]}
        choices = [{"action": c[0], "name": c[1], "gesture": c[2:]} for c in self.lists["choices"]]
        self.view["position"]["choices"] = choices
        self.view.update({**changes, "version": news["version"]})

    def _edited(self, old: list[Any], changes: list[Any], memory: list[Any]) -> list[Any]:
        read = []
        for at, removed, *added in changes:
            entries: list[Any] = []
            for entry in added:
                if isinstance(entry, dict) and "count" in entry:
                    entries += memory[entry["from"] : entry["from"] + entry["count"]]
                else:
                    memory.append(entry)
                    entries.append(entry)
            read.append((at, removed, entries))
        new = list(old)
        for at, removed, entries in reversed(read):
            new[at : at + removed] = entries
        return new


@pytest.mark.parametrize("name", ["chess", "go", "scrabble", "blokus_duo", "backgammon", "kalah"])
def test_changes_add_up_to_the_game(studio: Running, name: str) -> None:
    """Would catch a page that drifts away from the game it follows, and a click that sends the whole picture again."""
    chance = random.Random(5)
    game = studio.new(name, None, None)
    with studio.live() as talk:
        page = Follower(talk, game["id"])
        page.hear()
        sizes = []
        for _ in range(8):
            choices = page.view["position"]["choices"]
            if not choices:
                break
            page.bytes = 0
            talk.say("move", game=game["id"], action=chance.choice(choices)["action"], ply=page.view["ply"])
            page.hear()
            page.hear()  # what was told after the answer
            sizes.append(page.bytes)
            whole = studio.get(f"/games/{game['id']}")
            assert {k: page.view[k] for k in whole if k != "steps"} == whole
        # The first turns bring what is seen for the first time: each player's own pieces.
        assert max(sizes[2:]) <= MOST.get(name, 12_000), sizes
        studio.post(f"/games/{game['id']}/undo")
        page.hear()
        talk.say("watch", game=game["id"], changes=True, flip=True)
        page.hear()
        assert page.view["position"] == studio.get(f"/games/{game['id']}?flip=true")["position"]


def test_edits_turn_one_list_into_the_other() -> None:
    """Would catch an entry that is lost or doubled where lists share little, nothing, or all but a few."""
    chance = random.Random(2)
    for _ in range(200):
        before = [chance.choice("abcdefgh") for _ in range(chance.randrange(12))]
        other = [chance.choice(["a", "b", "x", "y"]) for _ in range(chance.randrange(12))]
        after = other if chance.random() < 0.5 else before[::2]
        made = list(before)
        for at, removed, added in reversed(edits(before, after)):
            made[at : at + removed] = added
        assert made == after


def test_what_was_sent_is_referred_to() -> None:
    """Would catch entries that are sent again although the page has them."""
    long = [json.dumps(f"{number:030}") for number in range(5)]
    memory = Memory(long)
    assert memory.write([(0, 0, long[1:4])]) == '[[0,0,{"from":1,"count":3}]]'
    assert memory.write([(2, 1, ['"new"'])]) == '[[2,1,"new"]]'
    assert memory.size == 6
