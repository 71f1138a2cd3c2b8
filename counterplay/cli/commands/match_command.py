"""`counterplay match`: two agents, many games, and what they show."""

from __future__ import annotations

import click

from counterplay.arena.counting.match_statistics import percent, sentence, signed
from counterplay.arena.counting.sprt import Sprt
from counterplay.arena.playing.contest import Contest
from counterplay.arena.playing.contest_settings import Settings
from counterplay.arena.playing.game_workers import Workers
from counterplay.cli import contest_options
from counterplay.cli.arguments import gear_option
from counterplay.cli.console import say
from counterplay.cli.contest_options import ContestOptions
from counterplay.core import BadParameter


@click.command()
@click.argument("words", metavar="GAME A B", nargs=-1)
@click.option("--sprt", metavar="elo0=0,elo1=10", help="Stop as soon as it is clear whether A is stronger by elo1 or by elo0.")
@contest_options.contest_options()
@gear_option
def match(words: tuple[str, ...], sprt: str | None, options: ContestOptions) -> None:
    """Let agent A play against agent B and say which is stronger, by how much, and how sure that is.

    Every finished game is stored at once; --resume continues a match that was stopped.
    """
    test = None if sprt is None else Sprt.parse(sprt)

    def settings() -> Settings:
        game, agents = contest_options.game_of(words)
        if len(agents) != 2:
            raise BadParameter(f"a match has two agents, not {len(agents)}; `counterplay tournament` takes more")
        return options.settings(game, agents, "match", test)

    options.play(words, ("match",), settings, _play)


def _play(contest: Contest, workers: Workers) -> None:
    contest_options.run(contest, "match", workers, progress_line)
    say_result(contest)
    contest_options.say_games(contest)


def say_result(contest: Contest) -> None:
    """What a match has shown."""
    a, b = contest.settings.names
    s = contest.standing()
    low, high = s.interval
    contest_options.say_heading(contest)
    say(f"{a} - {b}: +{s.wins} ={s.draws} -{s.losses} ({100 * s.score:.1f} %)")
    say(f"Elo difference: {signed(s.elo)}, 95 % interval {signed(low)} to {signed(high)}")
    say(f"Confidence that {a} is stronger: {percent(s.superiority)}")
    if contest.games_per_round == 2:
        say(f"Pairs with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, s.counts))}")
    if contest.settings.sprt is not None:
        say(f"Test {contest.settings.sprt}: {_test(contest)}")
    contest_options.say_forfeits(contest)


def progress_line(contest: Contest) -> str:
    """How a match stands, in one line."""
    text = sentence(contest.standing())
    return text if contest.settings.sprt is None else f"{text}, {_ratio(contest)}"


def _ratio(contest: Contest) -> str:
    assert contest.settings.sprt is not None
    lower, upper = contest.settings.sprt.bounds
    return f"LLR {contest.ratio:.2f} ({lower:.2f} to {upper:.2f})"


def _test(contest: Contest) -> str:
    sprt = contest.settings.sprt
    assert sprt is not None
    a = contest.settings.names[0]
    verdicts = {
        "H1": f"{a} is stronger by {sprt.elo1:g} Elo rather than {sprt.elo0:g} (H1 accepted)",
        "H0": f"{a} is not stronger by {sprt.elo1:g} Elo (H0 accepted)",
        "": "undecided after all games",
    }
    more = len(contest.records) - len(contest.counted)
    rest = f"; {more} more games, still under way then, are stored but not counted" if more else ""
    return f"{verdicts[contest.verdict]}, {_ratio(contest)}{rest}"
