"""Every textbook form."""

from __future__ import annotations

from counterplay.search.opponent_model import OPPONENT_MODEL
from counterplay.search.textbook.alpha_beta import ALPHA_BETA, ALPHA_BETA_HARD
from counterplay.search.textbook.expectimax import EXPECTIMAX
from counterplay.search.textbook.expectiminimax import EXPECTIMINIMAX
from counterplay.search.textbook.max_n import MAX_N
from counterplay.search.textbook.max_n_pruned import MAX_N_PRUNED
from counterplay.search.textbook.minimax import MINIMAX, MINIMAX_VALUE
from counterplay.search.textbook.negamax import NEGAMAX
from counterplay.search.textbook.negamax_alpha_beta import NEGAMAX_ALPHA_BETA
from counterplay.search.textbook.paranoid import PARANOID
from counterplay.search.textbook.tapered import TAPERED

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
