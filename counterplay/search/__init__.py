"""One algorithm, one file. A search knows no particular game. `api` leads to all of them."""

from counterplay.search.api import Search, algorithm_names, search_position, stream_position
from counterplay.search.textbook.tracing import trace_search

__all__ = ["Search", "algorithm_names", "search_position", "stream_position", "trace_search"]
