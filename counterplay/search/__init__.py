"""One algorithm, one file. A search knows no particular game. `door` leads to all of them."""

from counterplay.search.door import algorithm_names, search, stream
from counterplay.search.tracing import trace_search

__all__ = ["algorithm_names", "search", "stream", "trace_search"]
