"""Train a small value net on connect four and let it play: python train_value_net.py [POSITIONS GAMES]."""

import sys

import numpy as np
import torch
from torch import nn

from counterplay.arena import play_match
from counterplay.data import planes_of, self_play_positions

positions, games = map(int, sys.argv[1:] or (200_000, 100))
data = self_play_positions("connect_four", positions, nodes=100, explore=0.2, seed=1)
planes, target = torch.tensor(data.planes, dtype=torch.float32), torch.tensor(0.5 * (data.value + data.result))
net = nn.Sequential(nn.Flatten(), nn.Linear(84, 128), nn.ReLU(), nn.Linear(128, 1), nn.Tanh())
optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(positions // 100):
    rows = torch.randint(positions, (256,))
    loss = nn.functional.mse_loss(net(planes[rows])[:, 0], target[rows])
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


class NetAgent:
    name = "net"

    def choose(self, position):
        game, states = position.game, [position.game.result(position.state, a) for a in position.choices]
        with torch.no_grad():
            values = -net(torch.tensor(np.stack([planes_of(game, s) for s in states]), dtype=torch.float32))[:, 0].numpy()
        worth = [game.utility(s, position.player) if game.terminal(s) else v for s, v in zip(states, values, strict=True)]
        return position.choices[int(np.argmax(worth))]


standing = play_match("connect_four", NetAgent(), "random", games=games, seed=1).standing()
print(f"loss {loss.item():.3f}, score against random {standing.score:.2f}")
