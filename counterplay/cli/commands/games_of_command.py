"""`counterplay games-of`: the stored games of a match or of the studio, listed, shown or exported."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from counterplay.arena.contest_store import STUDIO, Store, StoredContest
from counterplay.arena.game_export import FORMATS, MEASURED, names_of, replayed
from counterplay.arena.game_record import GameRecord
from counterplay.arena.playing.transport import Entrant, PortableGame
from counterplay.cli.arguments import GameArgument
from counterplay.cli.commands.show_command import picture, scene_of
from counterplay.cli.consent import ask_before_running
from counterplay.cli.console import counted, remark, say
from counterplay.cli.contest_options import db_option, say_table, store_at
from counterplay.cli.studio_games import export_games, list_games, show_game, studio_rows
from counterplay.core import BadParameter, Game
from counterplay.core.files.atomic_file import write_whole
from counterplay.games import make_game


@click.command("games-of")
@click.argument("match", metavar="[MATCH]", required=False)
@click.argument("what", metavar="[list|show|export]", type=click.Choice(["list", "show", "export"]), default="list")
@click.argument("number", metavar="[N]", type=int, required=False)
@click.option(
    "--format", "-f", "form", type=click.Choice([*FORMATS, "json"]), default="jsonl", show_default=True,
    help="Format of the export.",
)  # fmt: skip
@click.option(
    "--game", type=GameArgument(), help="Of the studio: only games of this one; the file of its rules if it is yours."
)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the export to this file.")
@click.option("--yes", "-y", is_flag=True, help="To show or export: run the file that defines the game without asking.")
@db_option
def games_of(
    match: str | None,
    what: str,
    number: int | None,
    form: str,
    game: Game | None,
    output: Path | None,
    yes: bool,
    db: Path | None,
) -> None:
    """List, show or export the games of a match or tournament, by its number or name, or those of the studio.

    Without MATCH, the matches themselves are listed. `games-of 3 show 5` draws the last position of game 5 and lists its moves;
    `games-of 3 export` writes all games, or game N alone. `games-of studio` does the same for what people played in the studio;
    it is exported with its variations and comments, in the formats of `counterplay convert`.
    """
    with store_at(db, must_exist=True) as store:
        if match is None:
            _list_matches(store)
            return
        if match == STUDIO:
            _games_of_studio(store, what, number, form, game, output)
            return
        contest = store.find(match)
        records, tried = store.games(contest.id), store.tried_in(contest.id)
    if form == "json":
        raise BadParameter(
            "games of a match have no format 'json'; 'jsonl' has everything that was measured, 'records' the records"
        )
    if number is not None:
        records = [record for record in records if record.number == number]
        if not records:
            stored = f"{contest.played} of its {contest.planned} games are stored"
            raise BadParameter(f"match {contest.label} has no stored game {number}; {stored}")
    if what == "list":
        _list_games(contest, records)
    elif what == "show":
        _refuse_without(number, contest.label)
        _show(contest, _game_of(contest, yes), records[0])
    else:
        more = {} if form in MEASURED else {"tried": tried}
        _write(FORMATS[form](contest, _game_of(contest, yes), records, **more), output)


def _games_of_studio(store: Store, what: str, number: int | None, form: str, game: Game | None, output: Path | None) -> None:
    rows = studio_rows(store, number, game)
    if what == "list":
        list_games(rows)
    elif what == "show":
        _refuse_without(number, STUDIO)
        show_game(store, rows[0], game)
    else:
        _write(export_games(store, rows, game, form), output)


def _refuse_without(number: int | None, label: str) -> None:
    if number is None:
        raise BadParameter(f"which game? give its number, as in: counterplay games-of {label} show 1")


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
        remark(f"wrote {output}")


def _game_of(contest: StoredContest, yes: bool) -> Game:
    text = contest.settings_values["game"]
    if PortableGame(text).file and not yes:
        ask_before_running(contest.label, [text])
    try:
        return make_game(text)
    except BadParameter as error:
        raise BadParameter(f"match {contest.label} was played with '{text}', which cannot be loaded: {error}") from None


def _list_matches(store: Store) -> None:
    rows = []
    for contest in store.contests():
        settings = contest.settings_values
        begun = datetime.fromtimestamp(contest.created).strftime("%Y-%m-%d %H:%M")
        state = contest.verdict or ("finished" if contest.finished is not None else "unfinished")
        played = f"{contest.played}/{contest.planned}"
        agents = ", ".join(Entrant(name).label for name in settings["entrants"])
        rows.append([contest.label, begun, state, played, settings["kind"], settings["game"], agents])
    say_table(("match", "begun", "state", "games", "kind", "game", "agents"), rows, right=[3])
    if own := store.count():
        remark(f"{counted(own, 'game')} of the studio: counterplay games-of {STUDIO}")


def _list_games(contest: StoredContest, records: list[GameRecord]) -> None:
    rows = []
    for record in records:
        result = " : ".join(f"{u:g}" for u in record.utilities)
        about = [str(record.number), str(record.round + 1), " - ".join(names_of(contest, record)), result]
        spent = [str(len(record.actions)), f"{record.seconds:.2f}"]
        rows.append([*about, *spent, record.ending.value, record.reason])
    say_table(("game", "round", "players", "result", "plies", "seconds", "ending", "reason"), rows, right=[0, 1, 4, 5])


def _show(contest: StoredContest, game: Game, record: GameRecord) -> None:
    end = replayed(game, record)
    say(f"Game {record.number} of match {contest.label}: {' - '.join(names_of(contest, record))}", "bold")
    say(f"Start: {record.start}")
    moves = end.moves()
    shown = [f"{move} ({seconds:.2f} s)" if seconds else move for move, seconds in zip(moves, record.times, strict=True)]
    say(f"Moves, the first {record.opening_plies} from the opening: {' '.join(shown)}")
    say("")
    say(picture(scene_of(end), game))
    say("")
    say(f"State: {game.dump(end.state)}")
    say(f"Result: {' : '.join(f'{u:g}' for u in record.utilities)}, {record.reason} ({record.ending.value})")
    made = ", ".join(f"{name} {version}" for name, version in record.versions.items())
    say(f"Seed {record.seed}, {record.seconds:.2f} s, {made}")
