"""The worked examples for the page; each is worked out once, when it is first asked for."""

from __future__ import annotations

import threading

from counterplay.lessons.worked import LESSONS
from counterplay.studio.api.position_views import View
from counterplay.studio.server.running_games import NotFound

_locks = {name: threading.Lock() for name in LESSONS}  # two readers of a lesson that takes seconds share one run
_views: dict[str, View] = {}


def lesson_list() -> list[View]:
    """Names and what they are about."""
    return [{"name": lesson.name, "title": lesson.title, "about": lesson.about} for lesson in LESSONS.values()]


def lesson_view(name: str) -> View:
    """A whole lesson."""
    if name not in LESSONS:
        raise NotFound(f"there is no lesson '{name}'; GET /api/lessons lists them")
    with _locks[name]:
        if name not in _views:
            _views[name] = LESSONS[name].to_json()
        return _views[name]
