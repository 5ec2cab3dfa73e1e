"""Errors as people see them: the place, the words, a caret, and what would be right."""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from pbm.core.failure import Failure
from pbm.core.tell import Message, Tongue, Value

if TYPE_CHECKING:
    from pbm.core.contract import Rulebook
    from pbm.core.problem import Problem


def terminal(environ: Mapping[str, str] = os.environ, *, game: str = "") -> Tongue:
    """The language of whoever sits at the terminal: PBM_LANG, else that of the locale.

    Words of a `game` come before those that another has for the same English text.
    """
    from pbm.office.languages import tongue  # noqa: PLC0415 - not needed when all goes well

    names = ("PBM_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    language = next((environ[name] for name in names if environ.get(name)), "en")
    return tongue(language[:2].lower(), game)


def print_failure(failure: Failure) -> None:
    """Show what failed and what would help."""
    speech = terminal()
    where = f"{failure.where}: " if failure.where else ""
    click.echo(where + speech.say(failure.what), err=True)
    if failure.shown:
        column = failure.where.rpartition(":")[2]
        _underline(failure.shown, int(column) if column.isdecimal() else 1, "^")
    if failure.cure is not None:
        click.echo("  " + speech.say(failure.cure), err=True)


def print_problems(
    rulebook: "Rulebook", line: str, problems: Sequence["Problem"], *, reveal: bool = False
) -> None:
    """Show all that is wrong with a line; `reveal` lets lines name cards of the hand."""
    from pbm.clerk.telling import explain  # noqa: PLC0415 - only a refusal pays for it

    speech = terminal(game=rulebook.slug)
    written = line.split("\n")
    for problem in problems:
        place = problem.place
        # That another card of the hand would do is known to its owner alone.
        shown = problem if reveal or not problem.veiled else problem._replace(code=problem.veiled)
        told = _told(speech, explain(rulebook, shown), problem.rule)
        click.echo(f"{place.line}:{place.column}: {told}", err=True)
        if place.words and place.line <= len(written):
            first = place.words.split("\n")[0]
            _underline(written[place.line - 1], place.column, "^" * len(first))
        nearest = [*problem.nearest, *(problem.own if reveal else ())]
        if nearest:
            click.echo("  " + speech.say(Message("You could send:")), err=True)
            for each in nearest:
                click.echo(f"    {each}", err=True)


def print_options(rules: str, problems: Sequence["Problem"]) -> None:
    """Show why the options of a new game were refused."""
    from pbm.rules import find  # noqa: PLC0415 - only a refusal pays for it

    speech = terminal(game=find(rules).slug)
    for problem in problems:
        told = _told(speech, find(rules).explain(problem), problem.rule)
        click.echo(f"{problem.place.words}: {told}", err=True)


def _told(speech: Tongue, what: Message, rule: str) -> str:
    """A sentence with the number of its rule, if it has one."""
    values: dict[str, Value] = {"told": what, "rule": rule}
    return speech.say(Message("{told} (rule {rule})", values) if rule else what)


def _underline(line: str, column: int, mark: str) -> None:
    click.echo(f"    {line}", err=True)
    click.echo("    " + " " * (column - 1) + mark, err=True)
