"""Every textbook form."""

from __future__ import annotations

from counterplay.search.alpha_beta import ALPHA_BETA, ALPHA_BETA_HARD
from counterplay.search.expectimax import EXPECTIMAX
from counterplay.search.expectiminimax import EXPECTIMINIMAX
from counterplay.search.max_n import MAX_N
from counterplay.search.max_n_pruned import MAX_N_PRUNED
from counterplay.search.minimax import MINIMAX, MINIMAX_VALUE
from counterplay.search.negamax import NEGAMAX
from counterplay.search.negamax_alpha_beta import NEGAMAX_ALPHA_BETA
from counterplay.search.opponent import OPPONENT_MODEL
from counterplay.search.paranoid import PARANOID
from counterplay.search.tapered import TAPERED

FORMS = (
    MINIMAX,
    MINIMAX_VALUE,
    NEGAMAX,
    ALPHA_BETA,
    ALPHA_BETA_HARD,
    NEGAMAX_ALPHA_BETA,
    EXPECTIMAX,
    EXPECTIMINIMAX,
    MAX_N,
    MAX_N_PRUNED,
    PARANOID,
    OPPONENT_MODEL,
    TAPERED,
)
