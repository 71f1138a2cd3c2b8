"""What each enhancement of the engine is worth in nodes: `python -m bench.enhancements` prints the table of
docs/enhancements.md.

Node counts do not depend on the machine. Each position is searched to a fixed depth with everything on, then with one
enhancement switched off; the figure is how many times as many nodes that takes.
"""

from __future__ import annotations

from counterplay import Limit, Position, make_game, search_position
from counterplay.search.engine.driver import ENHANCEMENTS

POSITIONS = {  # game -> depth in plies, positions in its notation
    "connect_four": (12, ["", "4443", "44435", "44335", "12344321"]),
    "othello": (
        8,
        [
            "---------------------------OX------XO--------------------------- X",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X",
            "-------------------X-------XX------XO--------------------------- O",
        ],
    ),
    "chess": (
        7,
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ],
    ),
}
SWITCHED_ON = ("tapered",)  # off unless asked for; its row tells what switching it on does


def nodes(name: str, without: tuple[str, ...] = (), tapered: bool = False) -> tuple[int, list[float]]:
    """Nodes over all positions of a game, and the values found."""
    game = make_game(name)
    depth, texts = POSITIONS[name]
    total, values = 0, []
    for text in texts:
        report = search_position(
            game, Position.load(game, text), Limit(depth=depth), "engine", without=without, tapered=tapered
        )
        total += report.nodes
        values.append(report.value.score)
    return total, values


def main() -> None:
    """Print the table."""
    everything = {name: nodes(name) for name in POSITIONS}
    heads = [f"{name}, depth {depth}" for name, (depth, _) in POSITIONS.items()]
    print(f"| enhancement | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    print(f"| everything on, nodes | {' | '.join(f'{everything[name][0]:,}' for name in POSITIONS)} |", flush=True)
    for enhancement in ENHANCEMENTS:
        cells = []
        for name in POSITIONS:
            on = enhancement in SWITCHED_ON
            total, values = nodes(name, () if on else (enhancement,), tapered=on)
            changed = sum(abs(a - b) > 1e-9 for a, b in zip(values, everything[name][1], strict=True))
            cells.append(
                f"{total / everything[name][0]:.2f}" + (f" ({changed} of {len(values)} values differ)" if changed else "")
            )
        print(f"| {'with' if enhancement in SWITCHED_ON else 'without'} {enhancement} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
