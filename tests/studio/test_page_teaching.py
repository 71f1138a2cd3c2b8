"""Look inside as the tool for teaching, exercises that teach, lessons with real boards; in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from counterplay import Position, make_game
from counterplay.lessons.exercises.exercise_makers import KINDS, make_exercise
from tests.browser import visit
from tests.studio.page_driver import ready
from tests.studio.running import Running

MOVES = ["b2", "a1", "c1", "a3", "a2"]
PROBLEMS = (Path(__file__).parent / "page_problems.js").read_text(encoding="utf-8")
# What of a tree can be seen: the height of its smallest letters, in pixels of the screen, and what is struck through or dashed.
SEEN = """() => {
  const drawn = (e) => e.getClientRects().length > 0 && e.getBoundingClientRect().width > 0;
  const shown = (e) => drawn(e) && getComputedStyle(e).visibility !== "hidden";
  const all = (selector) => [...document.querySelectorAll(`.stage ${selector}`)].filter(shown);
  const frame = document.querySelector(".stage").getBoundingClientRect();
  return { letters: Math.min(...all("text").filter((t) => t.textContent).map((t) => t.getBoundingClientRect().height)),
    nodes: all("[data-node]").length, cut: all(".tree-slash").length + all(".tree-edge line[stroke-dasharray]").length,
    share: (frame.width * frame.height) / (innerWidth * innerHeight),
    view: document.querySelector(".stage > svg").getAttribute("viewBox"),
    told: document.querySelector(".stage [data-node='0'] > title").textContent };
}"""
# Letters of trees against what is drawn behind them; the ratio of WCAG 2.1.
FAINT = """() => {
  const numbers = (text) => text.match(/[0-9.]+/g).map(Number);
  const channel = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = (rgb) => 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2]);
  const found = [];
  for (const text of document.querySelectorAll(".stage svg text, .sheet svg text")) {
    if (!text.textContent || text.closest("svg svg") || !text.getClientRects().length) continue;
    const style = getComputedStyle(text);
    const stage = text.closest(".stage, .exercise-tree");
    let ground = numbers(getComputedStyle(stage).backgroundColor).slice(0, 3);
    const shape = text.parentElement.querySelector(":scope > .tree-shape");
    if (shape) {
      const look = getComputedStyle(shape);
      const over = numbers(look.fill);
      ground = ground.map((v, k) => over[k] * Number(look.opacity) + v * (1 - Number(look.opacity)));
    }
    const [a, b] = [light(numbers(style.fill)), light(ground)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${text.textContent} ${text.getAttribute("class")} ${ratio.toFixed(2)}`);
  }
  return found;
}"""


def look_inside(page: Page, studio: Running, game: str = "mnk", moves: list[str] = MOVES, **fields: str) -> None:
    """Search a position of a new game."""
    made = studio.new(game, None, None, moves=moves)
    page.goto(f"{studio.address}/play/{made['id']}")
    ready(page)
    page.get_by_role("tab", name="Look inside").click()
    for label, value in fields.items():
        field = page.get_by_label(label.replace("_", " ")).last
        if field.evaluate("(e) => e.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".stepper-count")).to_contain_text("1 / ")
    expect(page.locator(".stepper-words").last).not_to_be_empty()  # the tree is drawn by a module that is loaded meanwhile


def tree_size(position: Position, depth: int) -> int:
    """Nodes down to a depth, counted without a search."""
    below = position.choices if depth and position.outcome() is None else []
    return 1 + sum(tree_size(position.play(action), depth - 1) for action in below)


def at_step(page: Page, number: int) -> None:
    expect(page.locator(".stepper-count")).to_contain_text(re.compile(f"^{number} / "))


def counted(page: Page, pane: int = 0) -> dict[str, int]:
    found: dict[str, str] = page.locator(".counts").nth(pane).evaluate("(e) => ({...e.dataset})")
    return {name: int(value) for name, value in found.items()}


def test_the_tree_has_the_screen_and_the_keys(studio: Running, browser: Browser) -> None:
    """Would catch arrow keys that step the game, several copies of the board, a small tree, and an answer given away."""
    with visit(browser, studio.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as seen:
        page = seen.page
        look_inside(page, studio, Depth="3")
        page.evaluate("document.activeElement.blur()")
        first = page.evaluate(SEEN)
        assert first["share"] > 0.5, "the tree has more than half of the window"
        assert first["cut"] == 0 and "never" not in first["told"] and page.locator(".found").count() == 0
        assert first["nodes"] < 8, "only the root and its actions are there"
        assert page.locator(".board-picture svg:visible").count() + page.locator(".stage [data-node='0'] > svg").count() == 1
        for key, number in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2)):
            page.keyboard.press(key)
            at_step(page, number)
        assert page.locator(".play-board").get_attribute("data-shown") == "5", "the game stays where it is"
        page.keyboard.press("End")
        expect(page.locator(".found")).to_contain_text("best c2")
        end = page.evaluate(SEEN)
        assert end["nodes"] > 12 and end["cut"] > 0
        page.get_by_role("button", name="Show the whole tree").click()
        assert page.evaluate(SEEN)["letters"] >= 11
        page.keyboard.press("Home")
        at_step(page, 1)
        assert page.evaluate(SEEN)["cut"] == 0, "what was cut is given away when somebody goes back"


def test_zoom_pan_jump_and_fold(studio: Running, browser: Browser) -> None:
    """Would catch a wheel, a drag, a key or a pinch that does nothing, a click that leads elsewhere, parts that do not open."""
    with visit(browser, studio.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as seen:
        page = seen.page
        look_inside(page, studio, "connect_four", ["4"], Depth="4")
        page.keyboard.press("End")
        stage = page.locator(".stage")
        views = [page.evaluate(SEEN)["view"]]

        def changed() -> None:
            views.append(page.evaluate(SEEN)["view"])
            assert views[-1] != views[-2]

        assert page.evaluate(SEEN)["letters"] >= 11, "a wide tree is not shrunk until nobody can read it"
        box = stage.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.wheel(0, -300)
        page.wait_for_function("(v) => document.querySelector('.stage > svg').getAttribute('viewBox') !== v", arg=views[0])
        changed()
        page.mouse.down()
        page.mouse.move(x + 120, y + 40, steps=4)
        page.mouse.up()
        changed()
        for key in ("+", "-", "0"):
            page.keyboard.press(key)
            changed()
        stage.focus()
        page.keyboard.press("Shift+ArrowRight")
        changed()
        page.keyboard.press("0")
        page.evaluate(PINCH)
        changed()
        # A click on a node leads to its first step.
        page.keyboard.press("Home")
        page.keyboard.press("0")
        node = page.locator(".stage [data-node][data-status='ahead']:visible").nth(2)
        number = node.get_attribute("data-node")
        node.locator(".tree-shape").click()
        current = page.locator(".stage [data-node]:has(.tree-current:not([display]))")
        expect(current).to_have_attribute("data-node", str(number))
        # Folding, and opening what was not drawn.
        page.keyboard.press("End")
        before = page.evaluate(SEEN)["nodes"]
        page.locator(".stage [data-node='0'] .tree-handle").dispatch_event("click")
        assert page.evaluate(SEEN)["nodes"] == 1
        page.locator(".stage [data-node='0'] .tree-handle").dispatch_event("click")
        assert page.evaluate(SEEN)["nodes"] == before
        mark = page.locator(".stage .tree-fold:visible").first
        mark.dispatch_event("click")
        page.wait_for_function("(n) => document.querySelectorAll('.stage [data-node]').length !== n", arg=before)
        page.keyboard.press("End")
        assert page.evaluate(SEEN)["nodes"] > before


PINCH = """() => {
  const stage = document.querySelector(".stage");
  const at = stage.getBoundingClientRect();
  const send = (type, id, x) => stage.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: id, pointerType: "touch",
    clientX: at.left + x, clientY: at.top + 100 }));
  stage.setPointerCapture = () => {}; // the pointers are made up
  send("pointerdown", 1, 200); send("pointerdown", 2, 300);
  for (const x of [320, 360, 400]) send("pointermove", 2, x);
  send("pointerup", 1, 200); send("pointerup", 2, 400);
}"""


def test_two_algorithms_on_one_tree(studio: Running, browser: Browser) -> None:
    """Would catch counters that are wrong, an order that changes nothing, searches that do not run side by side."""
    with visit(browser, studio.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as seen:
        page = seen.page
        look_inside(page, studio, Depth="3", Compare_with="minimax", Move_order="best")
        expect(page.locator(".pane")).to_have_count(2)
        page.keyboard.press("ArrowRight")
        assert counted(page, 0) == counted(page, 1) == {"nodes": 2, "leaves": 0, "cuts": 0}
        page.keyboard.press("End")
        pruned, full = counted(page, 0), counted(page, 1)
        assert full["nodes"] == tree_size(Position(make_game("mnk")).play_all(MOVES), 3) and full["cuts"] == 0
        assert pruned["nodes"] < full["nodes"] and pruned["cuts"] > 0
        values = [re.search(r"Value (\S+), best (\S+)\.", text) for text in page.locator(".found").all_inner_texts()]
        assert values[0] and values[1] and values[0][1] == values[1][1]
        page.get_by_label("Compare with").select_option("")
        page.get_by_label("Move order").select_option("worst")
        page.get_by_role("button", name="Search", exact=True).click()
        expect(page.locator(".pane")).to_have_count(1)
        page.keyboard.press("End")
        assert counted(page)["nodes"] > pruned["nodes"]


def test_predicting(studio: Running, browser: Browser) -> None:
    """Would catch a step that is shown before the answer, right answers that count as wrong, a cut that cannot be clicked."""
    answers = studio.get("/lessons/two-ply")["walkthrough"]["steps"]
    with visit(browser, f"{studio.address}/lessons/two-ply", reduced_motion="reduce") as seen:
        page = seen.page
        at_step(page, 1)
        page.get_by_role("button", name="Predict").click()
        asked = page.locator(".guess-ask")
        kinds = set()
        for index in range(len(answers) - 1):
            page.keyboard.press("ArrowRight")
            following = answers[index + 1]
            if not page.locator(".guess-row").count():
                at_step(page, index + 2)
                continue
            at_step(page, index + 1)
            words = asked.inner_text()
            if "Which branch is cut" in words:
                kinds.add(following["kind"] == "cut")
                if following["kind"] == "cut":
                    page.locator(".stage .offered .tree-value").first.click()
                else:
                    page.get_by_role("button", name="None: go on").click()
            else:
                name = next((word for word in ("alpha", "beta") if f"is {word} now" in words), "value")
                kinds.add(name)
                page.locator(".guess").fill(following[name] if index != 2 else "77")
                page.keyboard.press("Enter")
            at_step(page, index + 2)
            page.evaluate("document.activeElement.blur()")
        score = page.locator(".guess-score").evaluate("(e) => ({...e.dataset})")
        assert kinds == {"alpha", "beta", "value", True, False}
        assert int(score["asked"]) > 8 and int(score["right"]) == int(score["asked"]) - 1


def test_monte_carlo_search_grows(studio: Running, browser: Browser) -> None:
    """Would catch a tree that is there at once, playouts without their four phases, or visits that do not add up."""
    with visit(browser, studio.address, reduced_motion="reduce") as seen:
        page = seen.page
        look_inside(page, studio, Algorithm="mcts", Playouts="30")
        assert page.evaluate(SEEN)["nodes"] == 1
        kinds, most = [], 0
        for _ in range(20):
            kinds.append(page.locator(".stepper-words .kind").inner_text())
            now = page.evaluate(SEEN)["nodes"]
            assert now >= most
            most = now
            page.keyboard.press("ArrowRight")
        assert {"Select", "Expand", "Playout", "Back up"} == set(kinds) and most > 2
        page.keyboard.press("End")
        last = counted(page)
        assert last["leaves"] <= 30 and page.evaluate(SEEN)["nodes"] == last["nodes"]
        assert page.locator(".stage [data-node='0'] .tree-value").text_content() == str(last["leaves"])
        assert page.locator(".tree-table tbody tr").first.locator("td").first.inner_text() == str(last["leaves"])


# --- exercises ---
def test_an_exercise_is_solved_in_the_tree(studio: Running, browser: Browser) -> None:
    """Would catch fields beside their nodes, answers sent before they are asked for, checks of everything at once, a link or a
    progress that is lost."""
    exercise = make_exercise("alpha_beta", seed=7)
    with visit(browser, f"{studio.address}/exercises?kind=alpha_beta&seed=7", reduced_motion="reduce") as seen:
        page, bodies = seen.page, list[Any]()
        page.on("response", lambda response: "/exercises" in response.url and bodies.append(response))
        items = page.locator(".sheet .item")
        expect(items).to_have_count(len(exercise.items))
        inside = page.evaluate(
            """() => [...document.querySelectorAll('.sheet input')].every((e) => {
            const [a, b] = [e, e.closest('.sheet')].map((x) => x.getBoundingClientRect());
            return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom && a.height >= 24 })"""
        )
        assert inside
        wide, phone = page.viewport_size, {"width": 390, "height": 844}
        assert wide is not None
        page.set_viewport_size(phone)  # the tree scrolls there, and is not pressed flat under its fields
        flat = page.evaluate(
            """() => { const tree = document.querySelector('.sheet svg'), v = tree.viewBox.baseVal;
            return Math.abs(tree.clientWidth / tree.clientHeight - v.width / v.height) > 0.02 }"""
        )
        assert not flat
        page.set_viewport_size(wide)
        field = page.locator('[data-item="A.value"]')
        field.fill("1234")
        page.keyboard.press("Enter")
        expect(field).to_have_attribute("data-verdict", "wrong")
        assert page.locator("[data-verdict='wrong'], [data-verdict='right']").count() == 1, "one item is checked at a time"
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.locator(".item-hint")).to_contain_text("MAX")
        sent = " ".join(response.text() for response in bodies)
        assert '"right":""' in sent and exercise.solution["A.value"] not in page.locator(".item-about").inner_text()
        page.get_by_role("button", name="Show the answer").click()
        expect(page.locator(".item-answer")).to_have_attribute("data-right", exercise.solution["A.value"])
        for item in exercise.items:
            page.locator(f'[data-item="{item.id}"]').fill(exercise.solution[item.id])
        page.get_by_role("button", name="Check my answers").click()
        expect(page.locator(".score.all")).to_have_text(f"{len(exercise.items)} of {len(exercise.items)} right.")
        standing = page.locator(".progress").inner_text()
        assert f"{len(exercise.items) - 1} in a row" in standing
        page.get_by_role("button", name="Worked solution").click()
        expect(page.locator(".worked .stepper-count")).to_contain_text("1 / ")
        page.reload()
        expect(items).to_have_count(len(exercise.items))
        assert page.locator(".progress").inner_text() == standing


@pytest.mark.parametrize("kind", list(KINDS))
def test_hints_do_not_tell(kind: str) -> None:
    """Would catch a hint that holds the answer, or that differs where a branch is cut off."""
    from counterplay.lessons.exercises.answer_hints import hint_for

    for seed in range(6):
        exercise = make_exercise(kind, seed=seed)
        for item in exercise.items:
            right = exercise.solution[item.id]
            children = [exercise.tree.names[n] for n in exercise.tree.children(item.node)]
            words = re.sub(r"L\d+ \([^)]*\)+|\d[.\d]* x|" + "|".join(children or ["$^"]), "", hint_for(exercise, item))
            assert not re.search(rf"(?<![\w.-]){re.escape(right)}(?![\w.])", words), (item.id, right, words)


def test_exercises_by_themselves(studio: Running) -> None:
    """Would catch an answer in what is sent with an exercise, a hint for an item that is not there, a solution that is none."""
    made = studio.post("/exercises", {"kind": "cuts", "seed": 3})
    assert set(made) == {"exercise", "svg", "items"} and all(
        set(item) == {"id", "label", "kind", "options", "box"} for item in made["items"]
    )
    assert "never" not in made["svg"].replace(made["exercise"]["title"], "") and "dasharray" not in made["svg"]
    first = made["items"][0]["id"]
    graded = studio.post(
        "/exercises/grade", {"exercise": made["exercise"], "answers": {first: "seen"}, "only": [first], "reveal": False}
    )
    assert graded["of"] == 1 and graded["items"][0]["verdict"] == "right" and graded["items"][0]["right"] == ""
    assert "if it comes to" in studio.post("/exercises/hint", {"exercise": made["exercise"], "item": first})["hint"]
    studio.post("/exercises/hint", {"exercise": made["exercise"], "item": "nothing"}, 400)
    studio.post("/exercises/grade", {"exercise": made["exercise"], "answers": {}, "only": ["nothing"]}, 400)
    assert studio.post("/exercises/solution", {"exercise": made["exercise"]})["steps"]


# --- lessons ---
def test_lessons_with_boards_and_code(studio: Running, browser: Browser) -> None:
    """Would catch raw backticks, boards drawn in characters, a board that cannot be played on, a stepper out of sight."""
    with visit(
        browser, f"{studio.address}/lessons/chess-evaluation", viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    ) as seen:
        page = seen.page
        expect(page.locator(".lesson-text code")).to_have_text("class MyGame(LinearEvaluation, Game)")
        assert "`" not in page.locator("main").inner_text() and page.locator(".lesson pre:visible").count() == 0
        board = page.locator(".lesson-board")
        expect(board.locator(".standing")).to_have_text("Black to move")
        before = board.locator(".standing").inner_text()
        board.locator('[data-cell="g8"]').click()  # the king
        board.locator('[data-cell="h8"]').click()
        expect(board.locator(".standing")).not_to_have_text(before)
        board.get_by_role("button", name="Take back").click()
        expect(board.locator(".standing")).to_have_text(before)
        page.goto("/lessons/two-ply")
        at_step(page, 1)
        frame = page.locator(".stage").bounding_box()
        assert frame is not None and frame["y"] + frame["height"] <= 900, "the stepper is in view beside the text"
        page.keyboard.press("ArrowRight")
        at_step(page, 2)
        expect(page.locator(".in-writing pre")).to_be_hidden()


# --- everybody can use them ---
def _exercise(page: Page, studio: Running) -> None:
    page.goto(f"{studio.address}/exercises?kind=cuts&seed=4")
    page.get_by_role("button", name="Check my answers").click()
    page.wait_for_selector(".score:not(:empty)")


def _predicting(page: Page, studio: Running) -> None:
    look_inside(page, studio)
    page.get_by_role("button", name="Predict").click()
    for _ in range(8):
        page.keyboard.press("ArrowRight")


def _end_of_a_lesson(page: Page, studio: Running) -> None:
    page.goto(f"{studio.address}/lessons/two-ply")
    at_step(page, 1)
    page.keyboard.press("End")


def _monte_carlo(page: Page, studio: Running) -> None:
    look_inside(page, studio, Algorithm="mcts", Playouts="20")
    page.keyboard.press("End")


@pytest.mark.parametrize("show", [_exercise, _predicting, _end_of_a_lesson, _monte_carlo])
def test_teaching_views_are_accessible(show: Callable[[Page, Running], None], studio: Running, browser: Browser) -> None:
    """Would catch a control without a name, letters of a tree too faint on what is drawn behind them, a page too wide."""
    for scheme, size in (("light", (1440, 900)), ("dark", (1440, 900)), ("dark", (390, 844))):
        options: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme}
        with visit(browser, studio.address, reduced_motion="reduce", **options) as seen:
            show(seen.page, studio)
            assert seen.page.evaluate(PROBLEMS) == []
            assert seen.page.evaluate(FAINT) == []
