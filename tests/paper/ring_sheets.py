"""Sheets as games of a ring fill them: pawns and tokens, many companies, long lines of orders."""

import random

from paper_sheets import WORDS, sheet

from pbm.core.marks import seat_marks
from pbm.core.tell import Message
from pbm.core.view import VACANT, Cell, Column, Field, Mark, Pawn, Ring, Square, Table, View
from pbm.paper.sheet import Sheet

COMPANIES = {
    "ASH": "Ashdown Breweries",
    "ALB": "Albion Oil",
    "BEL": "Bellfield Textiles",
    "CAS": "Castle Press",
    "DUN": "Dunmore Shipping",
    "CRN": "Crown & County Bank",
    "ELM": "Elmhurst Homes",
    "FEN": "Fenland Farms",
    "HLC": "Halcyon Telephones",
    "GAL": "Gallant Airways",
    "HAR": "Harbour Hotels",
    "MRD": "Meridian Stores",
    "IVY": "Ivybridge Paper",
    "JUN": "Juniper Toys",
    "NGE": "Northgate Electric",
    "KES": "Kestrel Engineering",
    "LIN": "Linden Pharmacy",
    "MAR": "Marlow Glass",
    "TRD": "Trident Motors",
    "OAK": "Oakhill Furniture",
    "PEN": "Penrose Potteries",
    "UNF": "Unity Foods",
    "QUA": "Quayside Fisheries",
    "ROW": "Rowan Clothing",
    "WSX": "Wessex Chemicals",
    "SAL": "Saltmarsh Salt",
}
LARGE = ("ALB", "CRN", "HLC", "MRD", "NGE", "TRD", "UNF", "WSX")
FORTY = """
start ASH ALB options BEL CAS fortune DUN CRN ELM wealth FEN HLC options GAL HAR MRD fortune IVY JUN
bid NGE wealth KES LIN options MAR TRD fortune OAK PEN UNF wealth QUA ROW options WSX fortune wealth
SAL
"""
KINDS = {
    "start": "Start",
    "options": "Options",
    "bid": "Bid",
    "fortune": "Fortune",
    "wealth": "Wealth",
    "bank": "Bank",
    "volatile": "Volatile Market",
    "taxes": "Taxes",
    "boom": "Boom",
    "bust": "Bust",
    "hired": "Hired or Fired",
}
TRADES = ("Energy", "Technology", "Health Care", "Financial", "Industrials", "Real Estate")
WAGES = (
    (60, 120, 240, 420),
    (80, 140, 220, 480),
    (70, 130, 210, 380),
    (90, 150, 260, 500),
    (50, 100, 180, 320),
    (40, 90, 160, 300),
)
TWENTY_TWO = """
bank 1 volatile taxes 2 boom hired 3 bust volatile taxes 4 hired boom 5 volatile bust taxes 6 hired
boom volatile
"""
TAXES = ((0, 0), (100, 20), (250, 50), (500, 100), (1000, 200), (1500, 300), (2000, 450))
ORDERS = (
    "купить здесь 6",
    "купить ALB 12 с поглощением; продать CRN все с опционом; опционы биржевые 2",
    "пас",
    "продать все",
)
WORDS["ru"] |= {
    **dict(
        zip(
            COMPANIES.values(),
            (
                "Эшдаунские пивоварни",
                "Нефть Альбиона",
                "Беллфилдский текстиль",
                "Замковая печать",
                "Пароходство Данмор",
                "Коронный банк графства",
                "Дома Элмхерста",
                "Фермы Фенленда",
                "Телефоны «Альциона»",
                "Авиалинии «Галант»",
                "Портовые гостиницы",
                "Магазины «Меридиан»",
                "Айвибриджская бумага",
                "Игрушки «Юнипер»",
                "Электричество Нортгейта",
                "Машиностроение «Кестрел»",
                "Аптека Линдена",
                "Стекло Марлоу",
                "Моторы «Трайдент»",
                "Мебель Окхилла",
                "Гончарни Пенроуза",
                "Продукты «Юнити»",
                "Рыболовство «Причал»",
                "Одежда Роуэна",
                "Химия Уэссекса",
                "Солтмаршская соль",
            ),
            strict=True,
        )
    ),
    "Start": "Старт",
    "Options": "Опционы",
    "Bid": "Поглощение",
    "Fortune": "Судьба",
    "Wealth": "Богатство",
    "Bank": "Банк",
    "Volatile Market": "Неустойчивый рынок",
    "Taxes": "Налоги",
    "Boom": "Подъём",
    "Bust": "Крах",
    "Hired or Fired": "Нанят или уволен",
    "Energy": "Энергетика",
    "Technology": "Технологии",
    "Health Care": "Здравоохранение",
    "Financial": "Финансы",
    "Industrials": "Промышленность",
    "Real Estate": "Недвижимость",
    "orders": "приказы",
    "an order": "приказ, исполнимый сейчас; за ним то, что он даёт",
    "The board": "Доска",
    "Dealing levels": "Уровни сделок",
    "buy": "покупка",
    "sell": "продажа",
    "Traded": "биржевые",
    "Traditional": "обычные",
    "Bids": "поглощения",
    "shares": "акции",
    "Shares": "Акции",
    "bank": "банк",
    "left": "в банке",
    "company": "компания",
    "Companies": "Компании",
    "jobs: wage and worker": "должности: жалованье и работник",
    "price": "цена",
    "cards left": "осталось карт",
    "bracket": "ступень",
    "tokens": "фишки",
    "pledged": "в залоге",
    "stock cards": "акции",
    "retirement": "пенсия",
    "cash from": "счёт от",
    "tax": "налог",
    "throw": "бросок",
    "square": "клетка",
    "The board is the house's own; who owns the game may put in its figures.": (
        "Доска домашняя; у кого есть сама игра, тот может вписать её цифры."
    ),
    "Levels: the die decides at what price you deal.": "Уровень сделок решает кость.",
    "You threw 3 and stand on Albion Oil.": "Вы выбросили 3 и стоите на «Нефти Альбиона».",
    "Level 3: buy at 350, sell at 300.": "Уровень 3: покупка по 350, продажа по 300.",
    "Passing Start brought you 250 and cost one Traded card.": (
        "Проход через Старт принёс 250 и стоил одной карты биржевых опционов."
    ),
    "You threw 4 and stand on Technology.": "Вы выбросили 4 и стоите на «Технологиях».",
    "Work, trade or draw: one of them.": "Работайте, торгуйте или тяните карту: что-то одно.",
}


def bourse(names: tuple[str, ...], moves: int, seat: int | None = -1, seed: int = 1) -> Sheet:
    """A sheet of forty squares and 26 companies: every seat's shares, cards and cash."""
    chance = random.Random(seed)
    marks = seat_marks(names)
    at = [0 if moves < 2 else chance.randrange(40) for _ in names]
    shares = [
        {code: chance.randint(1, 9) for code in chance.sample(list(COMPANIES), min(26, moves // 2))}
        for _ in names
    ]
    base = sheet(names, moves, seat, seed)
    up = moves % len(names)
    squares = tuple(_square(code) for code in FORTY.split())
    view = View(
        base.view.seat,
        {},
        {
            "levels": _levels(),
            "position": _holders(marks, shares, up, chance),
            "holdings": _shares(marks, shares),
            "history": _past(marks, moves, chance, COMPANIES, (50000,)),
        },
        None,
        (Field("orders", Message("orders")),) if base.token else (),
        tuple((Message("an order"), line) for line in ORDERS) if base.token else (),
        (
            Message("The board is the house's own; who owns the game may put in its figures."),
            Message("Levels: the die decides at what price you deal."),
        ),
        {"board": _ring(squares, marks, at, up)},
        (
            Message("You threw 3 and stand on Albion Oil."),
            Message("Level 3: buy at 350, sell at 300."),
            Message("Passing Start brought you 250 and cost one Traded card."),
        ),
    )
    return base._replace(title="The Stock Exchange Game", view=view)


def office(names: tuple[str, ...], moves: int, seat: int | None = -1, seed: int = 1) -> Sheet:
    """A sheet of twenty-two squares and six companies with jobs in a row."""
    chance = random.Random(seed)
    marks = seat_marks(names)
    at = [0 if moves < 2 else chance.randrange(22) for _ in names]
    base = sheet(names, moves, seat, seed)
    up = moves % len(names)
    view = View(
        base.view.seat,
        {},
        {
            "jobs": _jobs(marks, moves, chance),
            "position": _workers(marks, up, chance),
            "taxes": Table(
                Message("Taxes"),
                (Column("", kind="text"), *(Column(str(n)) for n in range(len(TAXES)))),
                (
                    (Message("cash from"), *(low for low, _ in TAXES)),
                    (Message("tax"), *(tax for _, tax in TAXES)),
                ),
            ),
            "history": _past(marks, moves, chance, TRADES, ()),
        },
        None,
        (Field("orders", Message("orders")),) if base.token else (),
        tuple(
            (Message("an order"), line) for line in ("работать", "купить здесь 2 до 120", "тянуть")
        )
        if base.token
        else (),
        (Message("The board is the house's own; who owns the game may put in its figures."),),
        {"board": _ring(tuple(_square(code) for code in TWENTY_TWO.split()), marks, at, up)},
        (
            Message("You threw 4 and stand on Technology."),
            Message("Work, trade or draw: one of them."),
        ),
    )
    return base._replace(title="Daytrader", view=view)


def _square(code: str) -> Square:
    if code in COMPANIES:
        return Square(Message(COMPANIES[code]), code, "large" if code in LARGE else "company")
    if code.isdigit():
        return Square(Message(TRADES[int(code) - 1]), code, "company")
    return Square(Message(KINDS[code]), "", code)


def _ring(squares: tuple[Square, ...], marks: tuple[Mark, ...], at: list[int], marked: int) -> Ring:
    pawns = tuple(Pawn(square, mark) for square, mark in zip(at, marks, strict=True))
    return Ring(Message("The board"), squares, pawns, at[marked])


def _levels() -> Table:
    return Table(
        Message("Dealing levels"),
        (Column("", kind="text"), *(Column(str(n)) for n in range(1, 7))),
        (
            (Message("buy"), 250, 300, 350, 400, 450, 500),
            (Message("sell"), 200, 250, 300, 400, 450, 500),
        ),
    )


def _holders(
    marks: tuple[Mark, ...], shares: list[dict[str, int]], up: int, chance: random.Random
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for mark, own in zip(marks, shares, strict=True):
        count, cash = sum(own.values()), chance.randrange(0, 8000, 50)
        cards = [chance.randint(0, 5) or None for _ in range(3)]
        rows.append(((mark,), mark.name, cash, *cards, count, cash + 400 * count))
    rows.append((None, Message("bank"), 50000, *[None] * 5))
    return Table(
        Message("position"),
        (
            Column("", kind="text"),
            Column(Message("player"), kind="text"),
            Column(Message("cash")),
            Column(Message("Traded"), Message("Options")),
            Column(Message("Traditional"), Message("Options")),
            Column(Message("Bids")),
            Column(Message("shares")),
            Column(Message("capital")),
        ),
        tuple(rows),
        up,
    )


def _shares(marks: tuple[Mark, ...], shares: list[dict[str, int]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for code, name in COMPANIES.items():
        held = [own.get(code) for own in shares]
        left = (20 if code in LARGE else 10) - sum(filter(None, held))
        rows.append((code, Message(name), max(0, left), *held))
    return Table(
        Message("Shares"),
        (
            Column("", kind="text"),
            Column(Message("company"), kind="text"),
            Column(Message("left")),
            *(Column(mark.letter, ink=mark.ink) for mark in marks),
        ),
        tuple(rows),
    )


def _jobs(marks: tuple[Mark, ...], moves: int, chance: random.Random) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for number, (name, wages) in enumerate(zip(TRADES, WAGES, strict=True), 1):
        taken = [chance.choice(marks) if chance.random() * 30 < moves else VACANT for _ in wages]
        price = sum(w for w, mark in zip(wages, taken, strict=True) if mark != VACANT)
        jobs = zip(wages, taken, strict=True)
        rows.append((number, Message(name), *jobs, price, chance.randint(0, 4)))
    return Table(
        Message("Companies"),
        (
            Column(Message("No.")),
            Column(Message("company"), kind="text"),
            *(Column(job, Message("jobs: wage and worker")) for job in ("EMP", "SUP", "VP", "CEO")),
            Column(Message("price")),
            Column(Message("cards left")),
        ),
        tuple(rows),
        1,
    )


def _workers(marks: tuple[Mark, ...], up: int, chance: random.Random) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for n, mark in enumerate(marks):
        stock = [chance.randint(0, 2) or None for _ in TRADES]
        cash = chance.randrange(0, 3000, 10) if n == up else None
        tokens = (mark,) * chance.randint(0, 5)
        rows.append(((mark,), mark.name, cash, chance.randint(0, 7), tokens, None, *stock, None))
    return Table(
        Message("position"),
        (
            Column("", kind="text"),
            Column(Message("player"), kind="text"),
            Column(Message("cash")),
            Column(Message("bracket")),
            Column(Message("tokens"), kind="text"),
            Column(Message("pledged")),
            *(Column(str(n + 1), Message("stock cards")) for n in range(6)),
            Column(Message("retirement")),
        ),
        tuple(rows),
        up,
    )


def _past(
    marks: tuple[Mark, ...],
    moves: int,
    chance: random.Random,
    places: "dict[str, str] | tuple[str, ...]",
    bank: tuple[int, ...],
) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (0, Message("opening"), None, "", "", *[1000] * len(marks), *bank)
    ]
    for number in range(moves):
        money = [chance.randrange(0, 9000, 50) for _ in (*marks, *bank)]
        name = marks[number % len(marks)].name
        place = chance.choice(list(places))
        line = chance.choice(ORDERS)
        rows.append((number + 1, name, chance.randint(1, 6), place, line, *money))
    heads = [Column(mark.letter, Message("cash"), ink=mark.ink) for mark in marks]
    return Table(
        Message("history"),
        (
            Column(Message("No.")),
            Column(Message("player"), kind="text"),
            Column(Message("throw")),
            Column(Message("square"), kind="text"),
            Column(Message("orders"), kind="line"),
            *heads,
            *(Column(Message("bank"), Message("cash")) for _ in bank),
        ),
        tuple(rows),
    )
