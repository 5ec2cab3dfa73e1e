"""Sheets as a game of four share colours fills them, made by a seeded player of few rules."""

import random
from pathlib import Path

from pbm.core.tell import Message, Value
from pbm.core.view import Board, Card, Cell, Column, Field, Part, Table, Track, View
from pbm.paper.sheet import Sheet

FORMS = Path(__file__).parents[2] / "forms"
INKS = ("blue", "red", "yellow", "green")
LETTERS = dict(zip(INKS, "скжз", strict=True))
SMALL = (("+30", "−60"), ("+40", "−50"), ("+50", "−40"), ("+60", "−30"))
DECK = tuple(
    [
        Card("small", ink, (Part(up, ink), Part(down)), f"{up[1:]}{LETTERS[ink]}")
        for ink in INKS
        for up, down in SMALL
    ]
    + [
        Card("small", ink, (Part(up), Part(down, ink)), f"-{down[1:]}{LETTERS[ink]}")
        for ink in INKS
        for up, down in SMALL
    ]
)
BIG = tuple(
    [
        Card(
            "big",
            ink,
            (Part("+100", ink), Part("−10"), Part("−20"), Part("−30")),
            f"100{LETTERS[ink]}",
        )
        for ink in INKS
    ]
    + [Card("big", ink, (Part("×2", ink), Part("÷2")), f"x2{LETTERS[ink]}") for ink in INKS]
    + [Card("big", ink, (Part("×2"), Part("÷2", ink)), f":2{LETTERS[ink]}") for ink in INKS]
)
WORDS = {
    "ru": {
        "blue": "синие",
        "red": "красные",
        "yellow": "жёлтые",
        "green": "зелёные",
        "prices": "цены после хода",
        "player": "игрок",
        "stage 1": "1-й этап",
        "card": "карта",
        "stage 3": "3-й этап",
        "cash": "счёт",
        "capital": "капитал",
        "position": "Положение",
        "history": "История игры",
        "big cards": "больших карт",
        "small cards": "малых карт",
        "No.": "№",
        "stage 1: sell and buy": "1-й этап: продаю, покупаю",
        "stage 2: the card": "2-й этап: карта",
        "stage 3: sell and buy": "3-й этап: продаю, покупаю",
        "Your move": "Ваш ход",
        "{name} is to move": "Ходит {name}",
        "The game is over: {name} has won": "Игра окончена: победила {name}",
        "Prices on the board": "Биржевое табло",
        "Your cards": "Ваши карты",
        "Your move: fill in here, or send one line by mail": "Ваш ход: впишите или пришлите",
        "below each card its short name; dashed figures are yours to assign": (
            "под картой её краткая запись; цифры в пунктире — для цвета по вашему выбору"
        ),
        "token of this move": "код этого хода",
        "send to": "послать по адресу",
        "How to write a move": "Как записать ход",
        "game": "игра",
        "entry": "запись",
        "chain": "звено",
        "sheet for": "лист для",
        "everybody": "всех",
        "to move": "ходит",
        "answer by": "ответить до",
        "{game}, entry {entry}, chain {chain}": "{game}, запись {entry}, звено {chain}",
        "page {n} of {of}": "лист {n} из {of}",
        "the last rows; all of them stand on the next pages": "последние ходы; вся история дальше",
        "a small card; yellow falls": "малая карта; жёлтые падают",
        "a hundred, with its three falls": "сотня и три понижения",
        "sell, play, buy for all the cash": "продать, сыграть карту, купить на все деньги",
        "blue double, red are halved": "синие вдвое вверх, красные вдвое вниз",
        "Halves that end in 5 are rounded down.": "Половины на 5 округляются вниз.",
        "Shares bought in stage 1 whose price the card raised may not be sold in stage 3.": (
            "Купленные на 1-м этапе и повышенные картой акции на 3-м этапе продавать нельзя."
        ),
        "opening": "начало",
    }
}


class Plain:
    """A tongue with a few words of its own."""

    def __init__(self, language: str = "ru") -> None:
        self.language = language

    def say(self, what: Value) -> str:
        if not isinstance(what, Message):
            return str(what)
        text = WORDS.get(self.language, {}).get(what.text, what.text)
        return text.format_map({name: self.say(value) for name, value in what.values.items()})


def _trade(
    chance: random.Random, shares: list[int], prices: list[int], cash: int
) -> tuple[str, int]:
    """Sell one colour and buy another; the line and the cash that is left."""
    if chance.random() < 0.25:
        return "", cash
    sold, bought = chance.sample(range(4), 2)
    count = chance.randint(0, shares[sold])
    cash += count * prices[sold]
    shares[sold] -= count
    more = cash // prices[bought]
    shares[bought] += more
    cash -= more * prices[bought]
    words = [f"-{count}{LETTERS[INKS[sold]]}"] if count else []
    words += [f"+{more}{LETTERS[INKS[bought]]}"] if more else []
    return " ".join(words), cash


def _play(chance: random.Random, prices: list[int]) -> str:
    """A card: one colour up, the others down; the line."""
    order = chance.sample(range(4), 4)
    if chance.random() < 0.3:
        steps = [100, -10, -20, -30]
        line = f"100{LETTERS[INKS[order[0]]]}" + "".join(
            f" {step}{LETTERS[INKS[at]]}" for step, at in zip(steps[1:], order[1:], strict=True)
        )
    else:
        up = chance.choice([30, 40, 50, 60])
        steps = [up, up - 90]
        line = f"{up}{LETTERS[INKS[order[0]]]} {up - 90}{LETTERS[INKS[order[1]]]}"
    for step, at in zip(steps, order, strict=False):
        prices[at] = min(250, max(10, prices[at] + step))
    return line


def view(names: tuple[str, ...], moves: int, seat: int | None, seed: int = 1) -> View:
    chance = random.Random(seed)
    prices = [100] * 4
    shares = [[1] * 4 for _ in names]
    cash = [0] * len(names)
    curves: list[list[int]] = [[100] for _ in INKS]

    def holdings() -> list[Cell]:
        return [cell for at in range(len(names)) for cell in (*shares[at], cash[at])]

    rows: list[tuple[Cell, ...]] = [(0, Message("opening"), "", "", *prices, "", *holdings())]
    for number in range(moves):
        at = number % len(names)
        first, cash[at] = _trade(chance, shares[at], prices, cash[at])
        card = _play(chance, prices)
        third, cash[at] = _trade(chance, shares[at], prices, cash[at])
        cash[at] += chance.randint(0, 9) * 10
        for curve, price in zip(curves, prices, strict=True):
            curve.append(price)
        rows.append((number + 1, names[at], first, card, *prices, third, *holdings()))
    heads = tuple(Column(LETTERS[ink], ink=ink) for ink in INKS)
    history = Table(
        Message("history"),
        (
            Column(Message("No.")),
            Column(Message("player"), kind="text"),
            Column(Message("stage 1"), kind="line"),
            Column(Message("card"), kind="line"),
            *(head._replace(group=Message("prices")) for head in heads),
            Column(Message("stage 3"), kind="line"),
            *(
                head._replace(group=name)
                for name in names
                for head in (*heads, Column(Message("cash")))
            ),
        ),
        tuple(rows),
    )
    next_up = moves % len(names)
    position = Table(
        Message("position"),
        (
            Column(Message("player"), kind="text"),
            *heads,
            *(Column(Message(word)) for word in ("cash", "capital", "big cards", "small cards")),
        ),
        tuple(
            (
                name,
                *shares[at],
                cash[at],
                cash[at] + sum(n * p for n, p in zip(shares[at], prices, strict=True)),
                3 - moves // len(names) // 3,
                5 - moves // len(names) // 2,
            )
            for at, name in enumerate(names)
        ),
        next_up,
    )
    tracks = tuple(
        Track(ink, Message(ink), LETTERS[ink], tuple(curve))
        for ink, curve in zip(INKS, curves, strict=True)
    )
    hand = (*chance.sample(BIG, 3), *chance.sample(DECK, 5)) if seat is not None else None
    fields = (
        Field("stage1", Message("stage 1: sell and buy"), 3),
        Field("card", Message("stage 2: the card"), 3),
        Field("stage3", Message("stage 3: sell and buy"), 3),
    )
    return View(
        seat,
        {"prices": Board(10, 250, 10, tracks)},
        {"position": position, "history": history},
        hand,
        fields if seat == next_up else (),
        (
            (Message("a small card; yellow falls"), "30к ж"),
            (Message("a hundred, with its three falls"), "100с к10 ж20 з30"),
            (Message("blue double, red are halved"), "x2с к"),
            (Message("sell, play, buy for all the cash"), "-1с +1к | 30к ж | +макс з"),
        )
        if seat == next_up
        else (),
        (
            Message("Halves that end in 5 are rounded down."),
            Message(
                "Shares bought in stage 1 whose price the card raised may not be sold in stage 3."
            ),
        ),
    )


def sheet(names: tuple[str, ...], moves: int, seat: int | None = -1, seed: int = 1) -> Sheet:
    """The sheet of the seat to move (−1), of another seat, or everybody's (None)."""
    up = moves % len(names)
    seat = up if seat == -1 else seat
    mine = seat == up
    token = f"vesna.{moves}.{up + 1}.abcdefgh234567xy" if mine else ""
    return Sheet(
        title="Акционер",
        game="vesna",
        entry=moves,
        chain="3fa9c210",
        reader=names[seat] if seat is not None else "",
        to_move=names[up],
        view=view(names, moves, seat, seed),
        house="Клуб «Весна» <club@example.org>",
        token=token,
        reply_to=f"mailto:club+{token}@example.org" if mine else "mailto:club@example.org",
        deadline="12 декабря 2026, 20:00",
        headline=Message("Your move")
        if mine
        else Message("{name} is to move", {"name": names[up]}),
    )


TWO = ("Анна", "Борис")
SIX = (
    "Анна",
    "Борис",
    "Веселин Димитров",
    "Zażółć Gęślą",
    "Αλέξανδρος",
    "Мария-Луиза Константинова",
)
LONG = ("Александр-Константинович", "Евдокия Преображенская-Т")
