"""Reads the table of what is printed, key by key: it may be a game master's own (S74)."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from pbm.core.tell import Message
from pbm.marked import Value, between
from pbm.rules.stockexchange.tables import (
    KINDS,
    Amounts,
    Card,
    Company,
    Effect,
    Gift,
    Level,
    Money,
    Size,
    Square,
    SquareType,
    Table,
)

_FACES: Final = 6
_MOST_SEATS: Final = 6
_MONEY: Final = (0, 1_000_000)
_COUNT: Final = (1, 1_000)
_CODE: Final = re.compile("[A-Z]{3}")
_CARD: Final = re.compile("[A-Z][A-Z0-9]{0,7}")
_DECKS: Final = (SquareType.FORTUNE, SquareType.WEALTH)
_ONCE: Final = (SquareType.START, SquareType.BID)
_MOST_SQUARES: Final = 80
_EVERY_SHARE: Final = "share"
_FEWER: Final = "fewer"

T = TypeVar("T")
Check = Callable[[Value], Any]
Taken = Callable[[str], bool]
"""Whether a word stands for something else in orders."""


def read_table(board: Value, taken: Taken) -> Table:
    """The table that a file holds; raises Wrong at the first place that cannot be right."""
    parts = _keys(board)
    sizes = _sizes(parts["sizes"])
    companies = _companies(parts["companies"], sizes, taken)
    amounts = _amounts(parts["amounts"])
    _all_can_choose(parts["amounts"], amounts, companies)
    decks = {str(deck): _deck(parts[deck], sizes) for deck in _DECKS}
    _different_cards(parts[SquareType.FORTUNE], parts[SquareType.WEALTH])
    return Table(
        edition=_words(parts["edition"]),
        levels=_levels(parts["levels"]),
        companies=companies,
        squares=_squares(parts["squares"], [company.code for company in companies]),
        decks=decks,
        amounts=amounts,
    )


def _keys(board: Value) -> dict[str, Value]:
    names = ("edition", "levels", "sizes", "amounts", "companies", "squares", *map(str, _DECKS))
    return board.fields(dict.fromkeys(names, _itself), *names)


def _itself(value: Value) -> Value:
    return value


def _words(value: Value) -> str:
    """Words that are told; braces in them would be taken for gaps of a sentence."""
    return value.text().replace("{", "{{").replace("}", "}}")


def _levels(value: Value) -> tuple[Level, ...]:
    """One level for each face of the die; prices never fall, and nobody sells above the buyer."""
    members = value.members()
    if len(members) != _FACES:
        raise value.wrong(Message("There must be {n} levels, one for each throw", {"n": _FACES}))
    levels: list[Level] = []
    for member in members:
        price = between(1, _MONEY[1])
        level = Level(**member.exactly({"buy": price, "sell": price}))
        if level.sell > level.buy:
            raise member.wrong(Message("A share cannot bring more than it costs"))
        if levels and (level.buy < levels[-1].buy or level.sell < levels[-1].sell):
            raise member.wrong(Message("Prices cannot fall from one level to the next"))
        levels.append(level)
    return tuple(levels)


def _sizes(value: Value) -> dict[str, Size]:
    def size(name: str, about: Value) -> Size:
        count = between(*_COUNT)
        checkers = {"shares": count, "options": _kind, "bid": count}
        shares, kind, bid = about.exactly(checkers).values()
        if bid > shares:
            gaps: dict[str, int | str] = {"shares": shares}
            raise about.wrong(
                Message("A bid cannot be for more shares than there are: {shares}", gaps)
            )
        return Size(name, shares, kind, bid)

    return {name.text(): size(name.text(), about) for name, about in value.pairs()}


def _kind(value: Value) -> int:
    return KINDS.index(value.one_of(KINDS))


def _amounts(value: Value) -> Amounts:
    counts = ("shares", "option_most", "bid_most", "bid_elsewhere")
    return Amounts(
        **value.exactly(
            {name: between(*(_COUNT if name in counts else _MONEY)) for name in Amounts._fields},
        )
    )


def _companies(value: Value, sizes: Mapping[str, Size], taken: Taken) -> tuple[Company, ...]:
    return tuple(_company(code, about, sizes, taken) for code, about in value.pairs())


def _company(code: Value, about: Value, sizes: Mapping[str, Size], taken: Taken) -> Company:
    letters = code.text()
    if not _CODE.fullmatch(letters):
        raise code.wrong(Message("The code of a company is three capital Latin letters"))
    # YAML takes YES and OFF for truth values where they do not stand as keys.
    if code.kind != "str" or taken(letters):
        raise code.wrong(
            Message("{code} means something else, too", {"code": letters}),
            Message("Choose other letters."),
        )
    name, size = about.exactly({"name": _words, "size": _named(sizes)}).values()
    return Company(letters, name, size)


def _named(things: Mapping[str, T]) -> Callable[[Value], T]:
    return lambda value: things[value.one_of(things)]


def _all_can_choose(value: Value, amounts: Amounts, companies: Iterable[Company]) -> None:
    """Whether there are shares enough for six players to choose from (S3)."""
    lots = sum(company.size.shares // amounts.shares for company in companies)
    if lots < _MOST_SEATS:
        raise value.wrong(Message("There are too few shares for six players to begin with"))


def _squares(value: Value, codes: list[str]) -> tuple[Square, ...]:
    places = [place for place in SquareType if place is not SquareType.COMPANY]
    words = [*map(str, places), *codes]
    members = value.members()
    written = [member.one_of(words) for member in members]
    if not written or written[0] != SquareType.START:
        raise (members or [value])[0].wrong(Message("The first square must be start"))
    if len(written) > _MOST_SQUARES:
        gaps = {"most": _MOST_SQUARES}
        raise value.wrong(Message("A board has {most} squares at most", gaps))
    counted = Counter(written)
    if missing := [word for word in words if word not in counted]:
        raise value.wrong(Message("No square shows {missing}", {"missing": ", ".join(missing)}))
    for word, member in zip(written, members, strict=True):
        if word in _ONCE and counted[word] > 1:
            raise member.wrong(Message("There can be one square {word}", {"word": word}))
    return tuple(
        Square(SquareType.COMPANY, codes.index(word)) if word in codes else Square(SquareType(word))
        for word in written
    )


def _deck(value: Value, sizes: Mapping[str, Size]) -> tuple[Card, ...]:
    cards = tuple(_card(code, about, sizes) for code, about in value.pairs())
    if not cards:
        raise value.wrong(Message("There are no cards in this deck"))
    return cards


def _card(code: Value, about: Value, sizes: Mapping[str, Size]) -> Card:
    if not _CARD.fullmatch(code.text()):
        raise code.wrong(Message("A card is named by a capital Latin letter and a number, as F01"))

    def effects(value: Value) -> tuple[Effect, ...]:
        return tuple(_effect(member, sizes) for member in value.several())

    text, does = about.exactly({"text": _words, "effects": effects}).values()
    return Card(code.text(), text, does)


def _effect(value: Value, sizes: Mapping[str, Size]) -> Effect:
    """One effect: what its key `do` names says which other keys there are."""
    done = next((does for key, does in value.pairs() if key.text() == "do"), None)
    if done is None:
        raise value.wrong(Message("The key {name} is missing here", {"name": "do"}))
    return _EFFECTS[done.one_of(_EFFECTS)](value, sizes)


def _money(sign: int, value: Value, sizes: Mapping[str, Size]) -> Money:
    def each(word: Value) -> tuple[str, ...]:
        name = word.one_of([_EVERY_SHARE, *sizes])
        return tuple(sizes) if name == _EVERY_SHARE else (name,)

    money = between(1, _MONEY[1])
    found = value.fields({"do": Value.text, "money": money, "each": each, "most": money}, "money")
    return Money(sign * found["money"], found.get("each", ()), found.get("most"))


def _gift(value: Value, _: Mapping[str, Size]) -> Gift:
    def kind(word: Value) -> int | None:
        name = word.one_of([*KINDS, _FEWER])
        return None if name == _FEWER else KINDS.index(name)

    found = value.exactly({"do": Value.text, "cards": between(*_COUNT), "kind": kind})
    return Gift(found["cards"], found["kind"])


_EFFECTS: Final[Mapping[str, Callable[[Value, Mapping[str, Size]], Effect]]] = {
    "collect": partial(_money, 1),
    "pay": partial(_money, -1),
    "take": _gift,
}
"""What a card can do, by the name that the file calls it."""


def _different_cards(one: Value, other: Value) -> None:
    """Ledgers tell cards by their names, whatever the deck."""
    names = {name.text() for name, _ in one.pairs()}
    for name, _ in other.pairs():
        if name.text() in names:
            raise name.wrong(Message("{name} is a card of both decks", {"name": name.text()}))
