"""The weights of a game's estimate, fitted to the results of played games, and what games that were held out say of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from counterplay.agents.weight_file import tunable_arrays, with_weights
from counterplay.boards import LinearEvaluation
from counterplay.core import BadParameter, Game
from counterplay.learn import logistic
from counterplay.learn.logistic import Floats, Sample
from counterplay.learn.quiet_positions import Estimator, Positions
from counterplay.learn.search_values import aims_of

FOLDS = 5  # one of every five games is held out; the others are learned from, and each of the four says how closely to fit
HELD_OUT = FOLDS - 1
ROUNDS = 4  # times that an estimate which is no straight line in its weights is looked at anew
STRAIGHT = 1e-3  # of the estimates' spread: one that is a straight line is foreseen so well
DIGITS = 6  # of a weight that is written down


Mask = np.ndarray[Any, np.dtype[np.bool_]]  # of positions


class Fitted(NamedTuple):
    """Weights, and what is told of them."""

    arrays: dict[str, np.ndarray[Any, Any]]
    facts: dict[str, Any]


def fit_weights(game: Game, positions: Positions, search_share: float = 0.0) -> Fitted:
    """The weights by which positions foretell best how their games ended; the game's own stay as they are.

    search_share, from 0 to 1, is how much of it they foretell what the searches of the games said instead.
    """
    if len(set(positions.results.tolist())) < 2:
        raise BadParameter("nothing can be learned: no two of the games ended differently; play more, or from other openings")
    folds = positions.games % FOLDS  # positions of one game stay together
    if len(set(folds.tolist())) < FOLDS:
        raise BadParameter("nothing can be learned: too few of the games have a quiet position; play more")
    own, known = with_weights(game, tunable_arrays(game)), folds != HELD_OUT
    estimator = Estimator(own, positions)
    began, before = estimator.weights, estimator.estimates()
    scale = logistic.fit_scale(before[known], positions.results[known])
    aims = aims_of(estimator, known, search_share)
    ridge = _approach(estimator, aims.chances, known, scale, before)
    estimator.weights = _written(_in_range(own, estimator.link, began, estimator.weights))
    facts = {
        "link": estimator.link,
        "scale": _rounded(scale),
        "ridge": _rounded(ridge),
        "held_out": _told(positions, known, scale, before, estimator.estimates()),
        **({"search": {**aims.facts, "scale": _rounded(aims.facts["scale"])}} if aims.facts else {}),
    }
    return Fitted({name: array.copy() for name, array in estimator.arrays.items()}, facts)


def _approach(estimator: Estimator, aims: Floats, known: Mask, scale: float, x: Floats) -> float:
    """Give the estimator the weights of the least loss, where x are its estimates; the ridge that was chosen for it.

    The estimate is taken for a straight line in its weights. Where it is none, the line is drawn again at the weights that were
    found, as long as the loss really becomes less.
    """
    games = estimator.positions.games[known]
    sizes, began = estimator.sizes(), estimator.weights
    moved, ridge = np.zeros(len(began)), 0.0  # moved: how far the weights are from where they began, in their sizes
    for _ in range(ROUNDS):
        slopes = estimator.slopes(sizes)
        sample = Sample(x, slopes, aims).part(known)
        ridge = ridge or logistic.choose_ridge(sample, games, games % FOLDS, scale)
        change = logistic.fit(sample, scale, ridge, moved, np.zeros(len(began)))
        foreseen = x + slopes @ change.astype(slopes.dtype)
        estimator.weights = began + sizes * (moved + change)
        found = estimator.estimates()
        if logistic.loss(scale * found[known], aims[known]) > logistic.loss(scale * x[known], aims[known]):
            estimator.weights = began + sizes * moved  # the line was followed too far
            break
        x, moved = found, moved + change
        if float(np.max(np.abs(x - foreseen))) < STRAIGHT * float(np.std(x)):
            break
    return ridge


def _in_range(game: Game, link: str, began: Floats, weights: Floats) -> Floats:
    """Weights whose sum cannot leave the range of utilities where it could not before.

    A LinearEvaluation that is not squashed has features of at most 1, and weights that add up to at most the bound.
    """
    if link != "identity" or not isinstance(game, LinearEvaluation):
        return weights
    most = max(*map(abs, game.utility_range), float(np.sum(np.abs(began))))
    return weights * min(1.0, most / float(np.sum(np.abs(weights))))


def _told(positions: Positions, known: Mask, scale: float, before: Floats, after: Floats) -> dict[str, Any]:
    """The losses on what was held out.

    Weights that were made smaller as a whole foretell as much with a larger K, so that K is fitted to the new ones, too.
    """
    part = ~known
    scales = scale, logistic.fit_scale(after[known], positions.results[known])
    old, new = (logistic.losses(k * x[part], positions.results[part]) for k, x in zip(scales, (before, after), strict=True))
    return {
        "games": len(set(positions.games[part].tolist())),
        "positions": int(part.sum()),
        "loss_before": round(float(np.mean(old)), 5),
        "loss_after": round(float(np.mean(new)), 5),
        "change_error": round(logistic.error_of_mean(new - old, positions.games[part]), 5),
    }


def _written(weights: Floats) -> Floats:
    return np.array([_rounded(weight) for weight in weights])


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")
