"""The notation of Broker: three fields, and beside them standing orders and a split."""

from functools import cached_property
from typing import Final

from pbm.core.contract import Likeness
from pbm.core.market.cards import Decks
from pbm.core.market.moves import NOWHERE
from pbm.core.problem import Kind, Place, Problem, Refusal
from pbm.core.text import quoted
from pbm.core.threefield import notation as threefield
from pbm.core.threefield.words import Words
from pbm.rules.broker.moves import Keep, Line
from pbm.rules.broker.standing import Finder, OrderWords, Parsed, parse

_RULES: Final = {"turn": "B10", "cards": "B4", "100": "B4", "2x": "B5", "40/60": "B5"}
"""The rules that a line can miss, by what they are about."""
_BETWEEN: Final = "; "


class Notation:
    """Reads and writes lines; made once for the companies of a game."""

    def __init__(self, decks: Decks, words: Words, orders: OrderWords) -> None:
        self._fields = threefield.Notation(decks, words, _RULES)
        self._words = words
        self._orders = orders
        self.short = self._fields.short
        self.letter = self._fields.letter

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self._orders, self._words)

    def write(self, line: Line, language: str) -> str:
        """The canonical line: `-2A | 60B -30C | +3D; split B; keep A 3`."""
        return _BETWEEN.join(self._parts(line, language))

    def most(self, keep: Keep, language: str) -> str:
        """How many shares a standing order keeps: a number, or the word for all."""
        return self._words.scripts[language].all if keep.most is None else str(keep.most)

    def split(self, company: int, language: str) -> str:
        """The order to split a company."""
        return f"{self._orders.split[language]} {self._fields.letter(company, language)}"

    def fields(self, line: Line, language: str) -> tuple[str, str, str]:
        """The canonical line's three fields; what is beside them stands with the last."""
        if line.move is None:
            return "", "", self.write(line, language)
        before, card, after = self._fields.fields(line.move, language)
        beside = self._beside(line, language)
        return before, card, _BETWEEN.join([*([after] if after else []), *beside])

    def read_canonical(self, line: str, language: str) -> Line:
        """The line as `write` wrote it; raises Refusal for any other."""
        keep = self._orders.keep[language]
        if _BETWEEN not in line and not line.startswith(f"{keep} "):
            return Line(self._fields.read_canonical(line, language))
        found = self.read(line, language=language)
        if self.write(found, language) != line:
            raise Refusal([Problem(Kind.UNREADABLE, "not-canonical", Place(1, 1, line))])
        return found

    def read(self, text: str, *, language: str) -> Line:
        """The line that the words mean; raises Refusal with every problem."""
        parsed = parse(text, self._finder)
        keeps = tuple(keep for item in parsed.items for keep in item.keeps)
        splits = [item for item in parsed.items if item.split is not None]
        split = splits[0].split if splits else None
        problems = self._problems(parsed, language)
        move = None
        if not parsed.alone or split is not None:
            beside = self._beside(Line(None, split, keeps), language)
            try:
                move = self._fields.read(parsed.rest, language=language)
            except Refusal as refusal:
                problems += [_completed(problem, beside) for problem in refusal.problems]
        if problems:
            raise Refusal(sorted(problems, key=lambda problem: problem.place[:2]))
        place = parsed.source.place(*splits[0][:2]) if splits else NOWHERE
        return Line(move, split, keeps, place)

    def standing(self, text: str) -> bool:
        """Whether the words are standing orders and nothing else, readable or not (B23)."""
        parsed = parse(text, self._finder)
        return parsed.alone and all(item.code == "keep" for item in parsed.items)

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        parsed = parse(line, self._finder)
        if quoted(line):
            return Likeness.CHATTER
        if parsed.nearly:
            return Likeness.ORDER if parsed.alone else Likeness.DOUBTFUL
        if not any(item.readable for item in parsed.items):
            hinted = self._finder.hints(parsed.source)
            return Likeness.DOUBTFUL if hinted else self._fields.likeness(line)
        if parsed.alone:
            return Likeness.ORDER
        like = self._fields.likeness(parsed.rest)
        return Likeness.DOUBTFUL if like is Likeness.CHATTER else like

    def _problems(self, parsed: Parsed, language: str) -> list[Problem]:
        """What is wrong with the items themselves."""
        place = parsed.source.place
        letter = self._fields.letter(0, language)
        examples = {
            "keep": f"{self._orders.keep[language]} {letter} 3",
            "split": self.split(0, language),
        }
        rules = {"keep": "B23", "split": "B32"}
        problems = [
            Problem(
                Kind.UNREADABLE,
                f"{item.code}-how",
                place(item.start, item.end),
                rules[item.code],
                {"example": examples[item.code]},
            )
            for item in parsed.items
            if not item.readable
        ]
        splits = [item for item in parsed.items if item.split is not None]
        problems += [
            Problem(Kind.NOT_ALLOWED, "one-split", place(item.start, item.end), "B32")
            for item in splits[1:]
        ]
        return problems

    def _parts(self, line: Line, language: str) -> list[str]:
        fields = [] if line.move is None else [self._fields.write(line.move, language)]
        return [*fields, *self._beside(line, language)]

    def _beside(self, line: Line, language: str) -> list[str]:
        """What stands beside the three fields."""
        orders, letter = self._orders, self._fields.letter
        written = []
        if line.split is not None:
            written.append(self.split(line.split, language))
        for keep in line.keeps:
            company = letter(keep.stock, language)
            written.append(f"{orders.keep[language]} {company} {self.most(keep, language)}")
        return written


def _completed(problem: Problem, beside: list[str]) -> Problem:
    """The problem with lines that could be sent instead, the other orders with them."""
    nearest = tuple(_BETWEEN.join([line, *beside]) for line in problem.nearest)
    return problem._replace(nearest=nearest)
