"""`counterplay games-of`: the stored games of a match, listed, shown or exported."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from counterplay.arena.contest_store import Store, StoredContest
from counterplay.arena.game_export import FORMATS, names_of, replayed
from counterplay.arena.game_record import GameRecord
from counterplay.arena.playing.transport import Entrant, GameParcel
from counterplay.cli.commands.show_command import picture, scene_of
from counterplay.cli.consent import ask_before_running
from counterplay.cli.console import remark, say
from counterplay.cli.contest_options import db_option, say_table, store_at
from counterplay.core import BadParameter, Game
from counterplay.core.files.atomic_file import write_whole
from counterplay.games import make_game


@click.command("games-of")
@click.argument("match", metavar="[MATCH]", required=False)
@click.argument("what", metavar="[list|show|export]", type=click.Choice(["list", "show", "export"]), default="list")
@click.argument("number", metavar="[N]", type=int, required=False)
@click.option(
    "--format", "-f", "form", type=click.Choice(list(FORMATS)), default="jsonl", show_default=True, help="Format of the export."
)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the export to this file.")
@click.option("--yes", "-y", is_flag=True, help="To show or export: run the file that defines the game without asking.")
@db_option
def games_of(
    match: str | None, what: str, number: int | None, form: str, output: Path | None, yes: bool, db: Path | None
) -> None:
    """List, show or export the games of a match or tournament, by its number or name.

    Without MATCH, the matches themselves are listed. `games-of 3 show 5` draws the last position of game 5 and lists its moves;
    `games-of 3 export` writes all games, or game N alone.
    """
    with store_at(db, must_exist=True) as store:
        if match is None:
            _list_matches(store)
            return
        contest = store.find(match)
        records = store.games(contest.id)
    if number is not None:
        records = [record for record in records if record.number == number]
        if not records:
            stored = f"{contest.played} of its {contest.planned} games are stored"
            raise BadParameter(f"match {contest.label} has no stored game {number}; {stored}")
    if what == "list":
        _list_games(contest, records)
    elif what == "show":
        if number is None:
            raise BadParameter(f"which game? give its number, as in: counterplay games-of {contest.label} show 1")
        _show(contest, _game_of(contest, yes), records[0])
    else:
        text = FORMATS[form](contest, _game_of(contest, yes), records)
        if output is None:
            click.echo(text, nl=False)
        else:
            write_whole(output, text)
            remark(f"wrote {output}")


def _game_of(contest: StoredContest, yes: bool) -> Game:
    text = contest.facts["game"]
    if GameParcel(text).file and not yes:
        ask_before_running(contest.label, [text])
    try:
        return make_game(text)
    except BadParameter as error:
        raise BadParameter(f"match {contest.label} was played with '{text}', which cannot be loaded: {error}") from None


def _list_matches(store: Store) -> None:
    rows = []
    for contest in store.contests():
        facts = contest.facts
        begun = datetime.fromtimestamp(contest.created).strftime("%Y-%m-%d %H:%M")
        state = contest.verdict or ("finished" if contest.finished is not None else "unfinished")
        played = f"{contest.played}/{contest.planned}"
        agents = ", ".join(Entrant(name).label for name in facts["entrants"])
        rows.append([contest.label, begun, state, played, facts["kind"], facts["game"], agents])
    say_table(("match", "begun", "state", "games", "kind", "game", "agents"), rows, right=[3])


def _list_games(contest: StoredContest, records: list[GameRecord]) -> None:
    rows = []
    for record in records:
        result = " : ".join(f"{u:g}" for u in record.utilities)
        facts = [str(record.number), str(record.round + 1), " - ".join(names_of(contest, record)), result]
        spent = [str(len(record.actions)), f"{record.seconds:.2f}"]
        rows.append([*facts, *spent, record.ending.value, record.reason])
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
