"""The notation of orders, `BUY ALB 3; SELL BEL ALL ELSE PASS`: read in all languages.

A game gives its verbs, each with what reads its order and what writes it, and what can be named.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from pbm.core.contract import Likeness
from pbm.core.orders.likeness import Judge
from pbm.core.orders.moves import NOWHERE, Order, Orders
from pbm.core.orders.reader import Reader
from pbm.core.orders.tokens import BREAK, Token, phrase, tokens
from pbm.core.orders.words import Vocabulary
from pbm.core.problem import Kind, Place, Problem, Refusal
from pbm.core.text import clean

MOST_SIGNS: Final = 2000
"""Longer texts are no orders."""
MOST_ITEMS: Final = 40
SEAT: Final = "seat"
"""The kind of names that players have; they stand in letters without any order."""
_ITEM: Final = "; "

Say = Callable[[str], str]
"""The word of a meaning in the language of a line."""


class Verb(NamedTuple):
    """How the orders of one verb are read and written, after the verb itself.

    `action` is their type, a frozen dataclass of the game; `read` makes one of the words behind the
    verb and raises `reader.wrong(…)` where it cannot; `write` returns the words behind the verb, an
    empty text for a verb alone. Orders of a `standing` verb are good at any time.
    """

    action: type
    read: Callable[[Reader], Any]
    write: Callable[[Any, Say], str]
    example: Any
    standing: bool = False
    names_seat: bool = False


class Notation:
    """The notation of one game. `names` are what can be named, by kind; see Reader.name."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        verbs: Mapping[str, Verb],
        names: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self._vocabulary = vocabulary
        self._verbs = verbs
        self._of_action = {verb.action: name for name, verb in verbs.items()}
        self._names = {
            kind: {phrase(name): meaning for name, meaning in named.items()}
            for kind, named in names.items()
        }

    def read(self, text: str, language: str) -> Orders:
        """The orders that the words mean; raises Refusal with every problem.

        `language` is the one in which examples of what could be sent are written.
        """
        if len(text) > MOST_SIGNS:
            raise Refusal([_too_long(clean(text).place(0, MOST_SIGNS))])
        orders = self._read(self._reader(text), language)
        if len(orders.items) > MOST_ITEMS:
            raise Refusal([_too_long(orders.items[MOST_ITEMS][0].place)])
        return orders

    def write(self, orders: Orders, language: str) -> str:
        """The canonical line of orders."""
        word = f" {self._vocabulary.write('else', language)} "
        items = (
            word.join(self.write_action(order.action, language) for order in item)
            for item in orders.items
        )
        return _ITEM.join(items)

    def read_canonical(self, line: str, language: str) -> Orders:
        """The orders of a line as `write` wrote it; raises Refusal for any other line."""
        orders = self._read(self._reader(line), language)
        if self.write(orders, language) != line:
            place = clean(line).place(0, len(line))
            raise Refusal([Problem(Kind.UNREADABLE, "not-canonical", place)])
        return orders

    def write_action(self, action: Any, language: str) -> str:
        """One order as canonical lines have it."""
        name = self._of_action[type(action)]

        def say(meaning: str) -> str:
            return self._vocabulary.write(meaning, language)

        return f"{say(name)} {self._verbs[name].write(action, say)}".rstrip()

    def standing(self, text: str) -> bool:
        """Whether every item of a text begins with a verb of standing orders."""
        found = list(self._heads(text[:MOST_SIGNS]))
        return bool(found) and all(name and self._verbs[name].standing for name in found)

    def _heads(self, text: str) -> Iterator[str | None]:
        """Every verb of a text, and None for an item that begins with something else."""
        begins = True
        for token in tokens(clean(text)):
            verb = self._vocabulary.verb(token.text)
            if verb or (begins and not (token.divides or self._joins(token))):
                yield verb
            begins = token.divides or (begins and not verb and self._joins(token))

    def _joins(self, token: Token) -> bool:
        return token.text == BREAK or self._vocabulary.is_join(token.text)

    def likeness(self, line: str) -> Likeness:
        """How much one line of a letter looks like orders."""
        return self._judge.likeness(line)

    @cached_property
    def _judge(self) -> Judge:
        people = self._names.get(SEAT, {})
        names = (name for kind, named in self._names.items() if kind != SEAT for name in named)
        naming = (name for name, verb in self._verbs.items() if verb.names_seat)
        return Judge(self._vocabulary, names, naming, people)

    def _reader(self, text: str) -> Reader:
        source = clean(text)
        return Reader(source, list(tokens(source)), self._vocabulary, self._names)

    def _read(self, reader: Reader, language: str) -> Orders:
        items: list[tuple[Order, ...]] = []
        problems: list[Problem] = []
        reader.between()
        while not reader.done:
            try:
                items.append(self._item(reader, language))
            except Refusal as refusal:
                problems += refusal.problems
                reader.skip()
            reader.between()
        if not items and not problems:
            problems.append(Problem(Kind.UNREADABLE, "empty", NOWHERE))
        if problems:
            raise Refusal(problems)
        return Orders(tuple(items))

    def _item(self, reader: Reader, language: str) -> tuple[Order, ...]:
        alternatives = [self._order(reader, language)]
        while reader.alternative():
            alternatives.append(self._order(reader, language))
        if reader.strays:
            raise reader.wrong("stray-words")
        # Which of them was done must not decide whether the decision that waits was made.
        if len({self._stands(order) for order in alternatives}) > 1:
            place = next(filter(self._stands, alternatives)).place
            raise Refusal([Problem(Kind.UNREADABLE, "standing-alternative", place)])
        return tuple(alternatives)

    def _stands(self, order: Order) -> bool:
        return self._verbs[self._of_action[type(order.action)]].standing

    def _order(self, reader: Reader, language: str) -> Order:
        first = reader.at
        name = reader.verb()
        if name is None:
            near = reader.near()
            if near is None:
                raise reader.wrong("unknown-order", known=self._known(language))
            raise reader.wrong("unknown-order-near", near=self._vocabulary.write(near, language))
        verb = self._verbs[name]
        try:
            action = verb.read(reader)
        except Refusal as refusal:
            example = self.write_action(verb.example, language)
            raise Refusal(_with_example(refusal.problems, example)) from None
        return Order(action, reader.since(first))

    def _known(self, language: str) -> str:
        return ", ".join(self._vocabulary.write(name, language) for name in self._verbs)


def _with_example(problems: Sequence[Problem], example: str) -> list[Problem]:
    """The problems of an order with a line that shows how it is written."""
    return [p._replace(values={"example": example, **p.values}) for p in problems]


def _too_long(place: Place) -> Problem:
    return Problem(Kind.UNREADABLE, "too-long", place, values={"most": MOST_ITEMS})
