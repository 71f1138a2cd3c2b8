"""The part of the API for study: trees of variations, the position editor, reviews, puzzles."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from counterplay.records import records_text
from counterplay.studio.api.api_description import gives, refusals
from counterplay.studio.api.game_text import formats_view
from counterplay.studio.api.messages import EditorRequest, ImportRequest, ReviewRequest, StudyChange, StudyRequest, TryRequest
from counterplay.studio.api.puzzle_view import puzzle_short, puzzle_try, puzzle_view
from counterplay.studio.api.routes import AS_TEXT, GameId, RecordFormat, answer, studio_of
from counterplay.studio.server.running_games import NotFound
from counterplay.studio.server.study_store import PuzzleRow

router = APIRouter(prefix="/api")
StudyId = Annotated[str, Path(max_length=40, description="the analysis's id; that of a game stands for its moves")]
PuzzleId = Annotated[str, Path(max_length=40, description="the puzzle's id")]
Limit = Annotated[int, Query(ge=1, le=500)]


@router.get("/studies", tags=["study"], **gives("StudyShort", many=True))
def studies(request: Request, limit: Limit = 50) -> Response:
    """The analyses that changed last."""
    return answer(studio_of(request).studies_kept.newest(limit))


@router.post("/studies", tags=["study"], **gives("StudyView", 201))
def new_study(request: Request, wanted: StudyRequest) -> Response:
    """Keep an analysis."""
    book = studio_of(request).studies_kept
    return answer(book.create(wanted.game, wanted.start, wanted.title, _nodes(wanted.nodes)), 201)


@router.get("/studies/{id}", tags=["study"], **gives("StudyView"))
def study(request: Request, id: StudyId) -> Response:
    """An analysis; of a game that nobody has analysed yet, its moves."""
    return answer(studio_of(request).studies_kept.get(id))


@router.put("/studies/{id}", tags=["study"], **gives("StudySaved"))
def save_study(request: Request, id: StudyId, wanted: StudyChange) -> Response:
    """Change an analysis; 409 where another page has changed it since it was read."""
    return answer(studio_of(request).studies_kept.save(id, wanted.version, wanted.title, _nodes(wanted.nodes)))


@router.delete("/studies/{id}", tags=["study"], status_code=204, responses=refusals())
def delete_study(request: Request, id: StudyId) -> Response:
    """Forget an analysis; the game that it began as stays."""
    studio_of(request).studies_kept.delete(id)
    return Response(status_code=204)


def _nodes(wanted: list[Any]) -> list[dict[str, Any]]:
    usual: dict[str, Any] = {"action": None, "comment": "", "marks": []}
    return [usual | node.model_dump(exclude_defaults=True) for node in wanted]


@router.post("/studies/import", tags=["study"], **gives("ImportedStudy", 201))
def import_study(request: Request, wanted: ImportRequest) -> Response:
    """Keep an analysis from text: recorded games with their variations, one analysis each, a list of moves, or a position."""
    return answer(studio_of(request).studies_kept.import_text(wanted.game, wanted.text), 201)


@router.get("/studies/{id}/formats", tags=["study"], **gives("FormatView", many=True))
def study_formats(request: Request, id: StudyId) -> Response:
    """The formats in which an analysis can be exported."""
    return answer(formats_view(studio_of(request).studies_kept.record(id)))


@router.get("/studies/{id}/export", tags=["study"], response_class=Response, responses={200: AS_TEXT, **refusals()})
def export_study(request: Request, id: StudyId, format: RecordFormat = "json") -> Response:
    """An analysis as text, with its variations and comments as far as the format has a place for them."""
    text = records_text([studio_of(request).studies_kept.record(id)], format)
    return Response(text, media_type="application/json" if format == "json" else "text/plain; charset=utf-8")


@router.post("/editor", tags=["study"], **gives("EditorView"))
def editor(request: Request, wanted: EditorRequest) -> Response:
    """Set up a position: type its notation, or place pieces; an `error` says why it cannot be played yet."""
    return answer(studio_of(request).editor.view(wanted))


# --- reviews ---
@router.get("/games/{id}/review", tags=["study"], **gives("ReviewState"))
def review(request: Request, id: GameId) -> Response:
    """The review of a game: none, running with its progress, failed, or done."""
    return answer(studio_of(request).reviews.state(id))


@router.post("/games/{id}/review", tags=["study"], **gives("ReviewState", 202))
def begin_review(request: Request, id: GameId, wanted: ReviewRequest) -> Response:
    """Review a game that is over; it goes on by itself."""
    return answer(studio_of(request).reviews.begin(id, wanted.seconds), 202)


@router.delete("/games/{id}/review", tags=["study"], **gives("ReviewState"))
def cancel_review(request: Request, id: GameId) -> Response:
    """Stop a review that is under way."""
    return answer(studio_of(request).reviews.cancel(id))


# --- puzzles ---
@router.get("/puzzles", tags=["study"], **gives("PuzzleShort", many=True))
def puzzles(request: Request, limit: Limit = 100) -> Response:
    """Positions in which you went wrong, those still to be solved first."""
    studio = studio_of(request)
    return answer([puzzle_short(studio.library, row) for row in studio.study_rows.own_puzzles(limit)])


@router.get("/puzzles/{id}", tags=["study"], **gives("PuzzleView"))
def puzzle(request: Request, id: PuzzleId) -> Response:
    """A puzzle: a position, and what was played there."""
    return answer(puzzle_view(studio_of(request).library, _found(request, id)))


@router.post("/puzzles/{id}/try", tags=["study"], **gives("PuzzleTry"))
def try_puzzle(request: Request, id: PuzzleId, wanted: TryRequest) -> Response:
    """Answer a puzzle: right or wrong; without an action, the solution is told and the puzzle stays unsolved."""
    row = _found(request, id)
    told = puzzle_try(studio_of(request).library, row, wanted.action)
    if wanted.action is not None:
        studio_of(request).study_rows.note_try(id, told["right"])
    return answer(told)


def _found(request: Request, name: str) -> PuzzleRow:
    row = studio_of(request).study_rows.puzzle(name)
    if row is None:
        raise NotFound(f"there is no puzzle '{name[:40]}'")
    return row
