"""The notation of Акционер: rules/akcioner.md, section Notation, sentence by sentence."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import pbm.rules.akcioner
from pbm.core.contract import Likeness
from pbm.core.market.cards import read_decks
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.problem import Kind, Problem, Refusal
from pbm.core.text import clean
from pbm.core.threefield.notation import Notation
from pbm.core.threefield.problems import READING
from pbm.core.threefield.words import read_words

FOLDER = Path(pbm.rules.akcioner.__file__).parent


def table(name: str) -> Any:
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8"))


DECKS = read_decks(table("cards"), "bryg")
RULES = {"turn": "A10", "cards": "A4", "big": "A3", "small": "A4"}
NOTATION = Notation(DECKS, read_words(table("words")), RULES)
LANGUAGES = ("ru", "bg", "en")
PLAYS = [play for plays in DECKS.plays.values() for play in plays]


def canon(text: str, language: str = "ru") -> str:
    """The canonical line of what was written."""
    return NOTATION.write(NOTATION.read(text, language=language), language)


def refused(text: str, language: str = "ru") -> tuple[Problem, ...]:
    with pytest.raises(Refusal) as caught:
        NOTATION.read(text, language=language)
    assert all(problem.code in READING for problem in caught.value.problems)
    return caught.value.problems


def only(text: str, language: str = "ru") -> Problem:
    problems = refused(text, language)
    assert len(problems) == 1, problems
    return problems[0]


READ = {
    "- 1с | - 40ж с": "-1с | -40ж +50с |",
    "- 40ж +50с": "-40ж +50с",
    # the card's own half, and both halves
    "З0к ж": "30к -60ж",
    "30к -60ж": "30к -60ж",
    "-40ж с": "-40ж +50с",
    "-40ж +50с": "-40ж +50с",
    "50ж -40к": "50ж -40к",
    "-40к +50ж": "-40к +50ж",
    "+30к -60ж": "30к -60ж",
    "30кж": "30к -60ж",
    "30зк": "30з -60к",
    "30з к": "30з -60к",
    # сотня
    "100с к10 ж20 з30": "100с -10к -20ж -30з",
    "100с к-10 ж-20 з-30": "100с -10к -20ж -30з",
    "100с з30, к10, ж20": "100с -10к -20ж -30з",
    "100с -20ж -10к -30з": "100с -10к -20ж -30з",
    "100с кжз": "100с -10к -20ж -30з",
    "100с зкж": "100с -10з -20к -30ж",
    "100к ж1О зЗОс20": "100к -10ж -20с -30з",
    "1ООс к ж з": "100с -10к -20ж -30з",
    "100 синие, красные жёлтые зелёные": "100с -10к -20ж -30з",
    # двойка
    "x2к ж": "x2к :2ж",
    "х2к ж": "x2к :2ж",
    "×2к ÷2ж": "x2к :2ж",
    "*2к /2ж": "x2к :2ж",
    "x 2 к : 2 ж": "x2к :2ж",
    ":2к ж": ":2к x2ж",
    "÷2к x2ж": ":2к x2ж",
    # fields
    "-3с +5к | 30к -60ж | +2з": "-3с +5к | 30к -60ж | +2з",
    "-3с+5к;30к ж;+2з": "-3с +5к | 30к -60ж | +2з",
    "-3с +5к\n30к -60ж\n+2з": "-3с +5к | 30к -60ж | +2з",
    "-3с\n+5к\n30к ж": "-3с +5к | 30к -60ж |",
    "-1с\n-40ж +50с\n+2з": "-1с | -40ж +50с | +2з",
    "30к -60ж |": "30к -60ж",
    "| 30к -60ж": "30к -60ж",
    "| | 30к ж": None,
    "30к ж\n+2з": "| 30к -60ж | +2з",
    "-40ж +50с\n+2з": "| -40ж +50с | +2з",
    "-40ж | 30к ж": "-40ж | 30к -60ж |",
    "30к ж | +2з": "| 30к -60ж | +2з",
    "100с -10к\n-20ж -30з": "100с -10к -20ж -30з",
    "З0к\nж": "30к -60ж",
    "-3с |\n30к ж |\n+2з": "-3с | 30к -60ж | +2з",
    "\n\n-3с\n\n\n30к ж\n\n": "-3с | 30к -60ж |",
    # all, most
    "-все с +макс к | 30к ж |": "-все с +макс к | 30к -60ж |",
    "-all b | 30r y | +max r": "-все с | 30к -60ж | +макс к",
    "-всички с | 30ч ж | +максз": "-все с | 30к -60ж | +макс з",
    "30к ж | на все з": "| 30к -60ж | +макс з",
    "30к ж | на всё зелёные": "| 30к -60ж | +макс з",
    # words
    "продаю 3с, покупаю 5к, 30к ж, покупаю макс з": "-3с +5к | 30к -60ж | +макс з",
    "продаю 3с,\nпокупаю 5к,\n30к ж,\nпокупаю макс з": "-3с +5к | 30к -60ж | +макс з",
    "sell 3b, buy 5r, 30r y": "-3с +5к | 30к -60ж |",
    "sell 3b and buy 5r, 30r y": "-3с +5к | 30к -60ж |",
    "sell all blue. Card 30r y": None,
    "sell all blue. 30r y. Buy for all g.": "-все с | 30к -60ж | +макс з",
    "продавам 3 сини, купувам 5 червени, 30ч ж, за всичко з": "-3с +5к | 30к -60ж | +макс з",
    "Продать 3 синих акции; -40Ж С; купить зелёных на все": "-3с | -40ж +50с | +макс з",
    "продам З акции зеленых, 100с кжз": "-3з | 100с -10к -20ж -30з |",
    "куплю 5к, 30к ж и продам все синие": "+5к | 30к -60ж | -все с",
    "30 красные жёлтые": "30к -60ж",
    "30 червени -60 жълти": "30к -60ж",
    # each stock before its figure, as letters tell the meaning of a move
    "blue -60, red +30": "-60с +30к",
    "красные +30, жёлтые −60": "30к -60ж",
    "с-60, к+30": "-60с +30к",
    "красные ×2, синие ÷2": "x2к :2с",
    "с +100\nк -10\nж -20\nз -30": "100с -10к -20ж -30з",
    "-3с | с -60 к +30 | +2з": "-3с | -60с +30к | +2з",
    "sell 3 blue, red +30, yellow −60, buy 2 green": "-3с | 30к -60ж | +2з",
    "к +30": None,
    "-3с +5к | с -3 к +5": None,
    "с -3 к +5 | 30к ж": None,
    "с -60 к +30 | 30к ж": None,
    "с -60з +30": None,
    # look-alikes
    "ЗОк -6Ож": "30к -60ж",
    "3Ok y": "30к -60ж",
    "-зз | ЗОЗ С | +1ООк": "-3з | 30з -60с | +100к",
    "-1З0к | 30к ж |": "-130к | 30к -60ж |",
    "+2зк | 30к ж": None,
    "30к ж | +2з3к": None,
    "3\u03360\u0336к\u0336 ж\u0336": None,
    "30к ж\u0338": None,
    "+0зк | 30к ж |": "+3к | 30к -60ж |",
    "-З К | 30к ж |": "-3к | 30к -60ж |",
    "-3В | 30r у |": "-3с | 30к -60ж |",
    "30ч ж": "30к -60ж",
    "30k\u00a0–\u200b60y": "30к -60ж",
    "3\ufe0f\u20e30\ufe0f\u20e3к ж": "30к -60ж",
}


@pytest.mark.parametrize("text", READ)
def test_reads(text: str) -> None:
    expected = READ[text]
    if expected is None:
        assert refused(text)
    else:
        assert canon(text) == expected


ASKED = {
    "З0к": ("З0к с", "З0к ж", "З0к з"),
    "x2к": ("x2к с", "x2к ж", "x2к з"),
    "100с": tuple(f"100с {order}" for order in ("кжз", "кзж", "жкз", "жзк", "зкж", "зжк")),
    "-3с | З0к | +2з": tuple(f"-3с | З0к {c} | +2з" for c in "сжз"),
    "продаю 3с, З0к": tuple(f"-3с | З0к {c} |" for c in "сжз"),
    "30к\n-60ж": ("30к -60ж", "| 30к с | -60ж", "| 30к ж | -60ж", "| 30к з | -60ж"),
    "100с\n-10к -20ж -30з": ("100с -10к -20ж -30з", "| 100с кжз | -10к -20ж -30з"),
    "+30к -60ж | -40ж +50с": ("| 30к -60ж | -40ж +50с", "+30к -60ж | -40ж +50с |"),
    # a minus, or the head of an item in a list
    "- 40ж с": ("-40ж +50с", "40ж -50с"),
    "-1с\n– 40ж с": ("-1с | -40ж +50с |", "-1с | 40ж -50с |"),
    "— 40ж": ("-40ж с", "-40ж к", "-40ж з", "40ж с", "40ж к", "40ж з"),
    "-40ж +50с | +30з": ("| -40ж +50с | +30з", "-40ж +50с | 30з с |"),
}


@pytest.mark.parametrize("text", ASKED)
def test_asks_with_lines_ready_to_send(text: str) -> None:
    problem = only(text)
    assert problem.kind is Kind.AMBIGUOUS
    expected = ASKED[text]
    assert problem.nearest[: len(expected)] == expected
    for line in problem.nearest:
        canon(line)


def test_asks_in_the_players_language() -> None:
    assert only("З0к", "en").nearest == ("З0к b", "З0к y", "З0к g")
    assert only("-3с | 30к | +2з", "bg").nearest[1] == "-3с | 30к ж | +2з"
    assert only("sell 3b 30r", "en").nearest == ("-3b | 30r b |", "-3b | 30r y |", "-3b | 30r g |")


WRONG = {
    "+2зк | 30к ж": ("three-or-stock", "+2зк", ("+23к | 30к -60ж |", "+2з | 30к -60ж |")),
    "30к ж | -5зс": ("three-or-stock", "-5зс", ("| 30к -60ж | -53с", "| 30к -60ж | -5з")),
    "-30Зк | 30к ж |": ("three-or-stock", "-30Зк", ("-303к | 30к -60ж |", "-30з | 30к -60ж |")),
    "-ззк | 30к ж |": ("three-or-stock", "-ззк", ("-33к | 30к -60ж |", "-3з | 30к -60ж |")),
    "3\u03360\u0336к\u0336\n40к ж": ("unknown-words", "3\u03360\u0336к\u0336", ()),
    "30к -50ж": ("wrong-half", "-50ж", ("30к -60ж",)),
    "-40ж +40с": ("wrong-half", "+40с", ("-40ж +50с",)),
    "-3с | 30к -50ж | +2з": ("wrong-half", "-50ж", ("-3с | 30к -60ж | +2з",)),
    "30к +60ж": ("wrong-sign", "+60ж", ("30к -60ж",)),
    "30к 60ж": ("wrong-sign", "60ж", ("30к -60ж",)),
    "30к -60": ("no-target", "-60", ("30к -60с", "30к -60ж", "30к -60з")),
    "70к ж": ("no-such-card", "70к ж", ()),
    "5к": ("no-such-card", "5к", ()),
    "30к -60к": ("same-stock", "30к -60к", ("30к -60с", "30к -60ж", "30к -60з")),
    "x2к x2ж": ("wrong-factor", "x2ж", ("x2к :2ж",)),
    "100с -10к": ("free-figures", "-10к", ("100с -10к -20ж -30з", "100с -10к -20з -30ж")),
    "100с -10к -20ж -20з": ("free-figures", "-10к -20ж -20з", ()),
    "100с сжз": ("free-own", "сжз", ()),
    "100с ккж": ("free-twice", "ккж", ()),
    "100с 10к 20ж 30з": ("free-signs", "10к 20ж 30з", ("100с -10к -20ж -30з",)),
    "30к ж ж": ("after-card", "ж ж", ()),
    "-3с +5к": ("no-card", "-3с +5к", ()),
    "продаю 3с": ("no-card", "продаю 3с", ()),
    "30к ж | 40с з": ("two-cards", "40с з", ()),
    "30к ж, 40с з": ("two-cards", "40с з", ()),
    "30к ж\n-50с ч": ("two-cards", "-50с ч", ()),
    "-50с ч\n-40ж с\n+2з": ("two-cards", "-40ж с", ()),
    "-50з на синие\n+4с": ("unknown-words", "на", ()),
    "red +30, blue -50": ("no-such-card", "red +30, blue -50", ()),
    "": ("empty", "", ()),
    " | |\n": ("empty", "| |", ()),
    "1|2|3|4": ("too-many-fields", "1|2|3|4", ()),
    "30к -60ж | |": ("card-place", "30к -60ж", ("30к -60ж",)),
    "-3с 30к -60ж +2з": ("no-dividers", "-3с 30к -60ж +2з", ("-3с | 30к -60ж | +2з",)),
    "-40ж +50с +2з": ("no-dividers", "-40ж +50с +2з", ("| -40ж +50с | +2з",)),
    "100с кжз +2к": ("no-dividers", "100с кжз +2к", ("| 100с -10к -20ж -30з | +2к",)),
    "с -60 к +30 -2с": ("no-dividers", "с -60 к +30 -2с", ("| -60с +30к | -2с",)),
    "-3с 5к | 30к ж |": ("no-sign", "5к", ("-3с -5к | 30к -60ж |", "-3с +5к | 30к -60ж |")),
    "продаю 3с, 5к, 30к ж": ("no-sign", "5к", ("-3с -5к | 30к -60ж |", "-3с +5к | 30к -60ж |")),
    "+все к | 30к ж |": ("buy-all", "+все к", ("+макс к | 30к -60ж |",)),
    "-макс к | 30к ж |": ("sell-max", "-макс к", ("-все к | 30к -60ж |",)),
    "-0с | 30к ж |": ("no-shares", "-0с", ("30к -60ж",)),
    "-33 | 30к ж |": ("no-stock", "-33", ()),
    "-с | 30к ж |": ("no-count", "-с", ()),
    "+1 000с | 30к ж |": ("broken-number", "+1 000с", ("+1000с | 30к -60ж |",)),
    "-1.5с | 30к ж |": ("broken-number", "-1.5с", ()),
    "-1234567890123с | 30к ж |": ("too-big", "-1234567890123с", ()),
}


@pytest.mark.parametrize("text", WRONG)
def test_refuses_with_the_right_one(text: str) -> None:
    code, words, nearest = WRONG[text]
    problem = only(text)
    assert (problem.code, problem.place.words, problem.nearest) == (code, words, nearest)
    for line in problem.nearest:
        canon(line)


def test_names_every_problem_with_its_place() -> None:
    problems = refused("Привет!\n-3с 5 к | 30к -50ж |\n  удачи")
    found = [(p.code, *p.place) for p in problems]
    assert found == [
        ("unknown-words", 1, 1, "Привет!"),
        ("no-sign", 2, 5, "5 к"),
        ("wrong-half", 2, 15, "-50ж"),
        ("unknown-words", 3, 3, "удачи"),
    ]
    assert problems[2].rule == "A4"
    assert problems[2].nearest == ("-3с -5к | 30к -60ж |", "-3с +5к | 30к -60ж |")


def test_foreign_words_are_asked_about_and_the_move_offered() -> None:
    first, second = refused("Сыграю 30к ж, удачи")
    assert (first.place.words, second.place.words) == ("Сыграю", "удачи")
    assert second.nearest == ("30к -60ж",)


@pytest.mark.parametrize("text", ["3О кр ж", "-всес | 30к ж |", "продаю 3 моих с | 30к ж |"])
def test_foreign_words_inside_an_order_offer_nothing(text: str) -> None:
    assert not any(problem.nearest for problem in refused(text))


def test_places_of_a_move() -> None:
    move = NOTATION.read("\u200b-3с  +5к\r\n З0к ж\r\n+2з", language="ru")
    assert [tuple(place) for place in move.places] == [
        (1, 2, "-3с"),
        (1, 7, "+5к"),
        (2, 2, "З0к ж"),
        (3, 1, "+2з"),
    ]
    assert move.place(2).words == "З0к ж"


def test_composed_letters_and_wide_signs() -> None:
    text = clean("е\u0308 \u0438\u0306\uff0b５\u2028Ё")
    assert text.clean == "ё й+5\nё"
    assert text.place(2, 3) == (1, 4, "и\u0306")
    assert text.place(6, 7) == (2, 1, "Ё")


LIKENESS = {
    Likeness.ORDER: """
-3с +5к | 30к -60ж | +2з;З0к ж;З0к;x2к;-3с +5к;продаю 3с, покупаю 5к, 30к ж, покупаю макс з
sell 3b, buy 5r, 30r y;на все з;100с кжз;30 красные жёлтые;-все с;: 2 к ж;-60ж;5к;|""",
    Likeness.DOUBTFUL: """
Сыграю 30к ж, удачи;30k y please;30к (красные вверх);мой ход: -3с +5к;Ход 100с кжз
x2к ж, пожалуйста;I play x2r y;продай 3 синих пожалуйста;макс к;30 к ж спасибо;сыграю з0к;30к ж!
продаю синюю;продаю одну синюю, покупаю на остаток зелёных;sell everything blue;-с;минус 1с;+з
на остальное з;sell blue;sell all my blue shares;синие все продаю;sell one blue;зелёные на максимум
buy as many green as possible;купувам за останалото зелени;покупаю как можно больше зелёных;sold 1b
продавам синята;с - 1;синие: 1;-с пожалуйста;ну на все з;минус с;остальное на з;продаю все;- все
sell b, please;минус все з;-\u0336с;3\u03360\u0336к\u0336 ж\u0336;-K
докупаю зелёных;докупить з;прикупаю 1 з;скупаю зелёные;приобретаю 1 з;отдаю 1 с;сдаю синюю
все продаю;продаю остальное;Sell everything!;1зел;зел 1;зел. 1 шт;Зел +1;-1сн;с: -1;с=-1;синяя: -1
-1/с;-l с;-І с;одна зелёная;ещё две красные;one green;берём одну з;пара синих
две з;-одна с;минус одна;взял 1 з;take 2 g;sell out;купить;на все деньги;добавить з;давам 1 с""",
    Likeness.CHATTER: """
Спасибо, с наилучшими;- С уважением, Анна;Всё понял, с уважением;Спасибо за всё, К.;да-с;-то;+1;-3
All the best, R.;Thanks for everything, B.;красный день календаря;Почему синие так подорожали?
Всем привет с дачи;ул. Красная, д. 5;г. Красноярск, пр. Мира, 5 кв. 10;все ж таки неплохо;- Борис
Благодаря, всичко е наред;Честита Нова година на всички!;За все спасибо;The red line was late
Привет, Борис!;с уважением;5 лет;See you at 30;30.11.2026;+7 999 123-45-67;> -40ж;ж;синие;Всё.
Макс;30;-- ;On 30 Nov 2026, at 18:30, Boris wrote:;буду с 30 ноября по 5 декабря;приду к 30
через 10 ч 30 мин;30 с лишним лет;у 3 из нас;на все сто;OK;by the way;до 18:30;10-15 минут
С уважением, К.;2-й ход;могу купить все книги;http://a.example/30к
Спасибо, жду!;Ваш ход 5;в 18:30;кв. м 10;ул. Красная, 5;5-я Красная, 3;тел. 8 999 123;3 кг;стр. 3
одна синяя машина;one red line;сдаю экзамен в пятницу;отдаю 5 рублей;Everything is fine""",
}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (line, likeness)
        for likeness, lines in LIKENESS.items()
        for line in lines.strip().replace("\n", ";").split(";")
    ],
)
def test_likeness(line: str, expected: Likeness) -> None:
    assert NOTATION.likeness(line) is expected


@pytest.mark.parametrize("line", [";", " | ", "\u00a0|"])
def test_a_lone_divider_is_an_order(line: str) -> None:
    assert NOTATION.likeness(line) is Likeness.ORDER


def test_canonical_lines_only() -> None:
    for line in ("З0к ж", "30к ж", "| 30к -60ж |", "-3с  | 30к -60ж |", "-03с | 30к -60ж |",
                 "-3с| 30к -60ж |", "-3с | 30к -60ж", "-0с | 30к -60ж |", "+все с | 30к -60ж |",
                 "30r -60y", "-3с | 30к -60ж | ", "", "|", "||", "-² | 30к -60ж |"):  # fmt: skip
        with pytest.raises(Refusal):
            NOTATION.read_canonical(line, "ru")


counts = st.none() | st.integers(1, 10**12 - 1) | st.sampled_from([3, 30, 33, 300, 303, 10, 100])


def one_of_each(trade: Trade) -> tuple[int, int]:
    """At most one trade of a colour and sign, and one purchase for all the cash."""
    return (trade.sign, -1 if trade[:2] == (BUY, None) else trade.stock)


trades = st.builds(Trade, st.sampled_from([SELL, BUY]), counts, st.integers(0, 3))
fields = st.lists(trades, max_size=4, unique_by=one_of_each).map(tuple)
moves = st.builds(Move, fields, st.sampled_from(PLAYS), fields)
property_test = settings(derandomize=True, deadline=None, max_examples=300)


@property_test
@given(moves, st.sampled_from(LANGUAGES))
def test_writing_and_reading_are_inverse(move: Move, language: str) -> None:
    line = NOTATION.write(move, language)
    assert NOTATION.read_canonical(line, language) == move
    assert NOTATION.read(line, language=language) == move
    assert NOTATION.likeness(line) is Likeness.ORDER


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_play_is_read_back(language: str) -> None:
    for play in PLAYS:
        line = NOTATION.write(Move((), play, ()), language)
        assert NOTATION.read(line, language=language).play == play
        assert NOTATION.read_canonical(line, language).play == play
        letters = "".join(NOTATION.letter(colour, language) for colour in play.targets)
        short = f"{NOTATION.short(play.card, language)} {letters}"
        assert NOTATION.read(short, language=language).play == play


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_play_is_read_with_each_stock_before_its_figure(language: str) -> None:
    for play in PLAYS:
        told = (f"{NOTATION.letter(stock, language)} {figure}" for stock, figure in play.effects)
        assert NOTATION.read(", ".join(told), language=language).play == play


TWINS = {"3": "3Зз", "0": "0ОоOo", "с": "сСcCbB", "к": "кКkKчЧrR", "ж": "жЖyYуУ", "з": "зЗgG",
         "-": "-−–—‐‑", "x": "xхXХ×*", ":": ":/÷", "|": "|;¦", "+": "+＋"}  # fmt: skip
WORDS = {
    "-все": ["-все", "−ALL", "продаю все", "Sell all", "продавам ВСИЧКИ", "продам всё"],
    "+макс": ["+макс", "＋max", "+МАКС.", "покупаю на все", "buy max", "на всё", "for all", "купя"],
}
COLOURS = {"с": ["синие", "Cиних", "blue"], "к": ["красные", "червени", "RED"],
           "ж": ["жёлтых", "желтые", "жълти", "yellow"], "з": ["зелёные", "green"]}  # fmt: skip


def spelled(line: str, random: Random) -> str:
    """A Russian line as another player might have written it."""
    words = []
    for word in line.split(" "):
        if word in WORDS:
            words.append(random.choice(WORDS[word]).replace("купя", "купувам макс"))
        elif len(word) == 1 and word in COLOURS:
            words.append(random.choice(COLOURS[word]))
        else:
            # A З behind another digit is asked about: it may be green.
            three = {at for at in range(1, len(word)) if word[at] == "3" and word[at - 1].isdigit()}
            twins = ("3" if at in three else TWINS.get(sign, sign) for at, sign in enumerate(word))
            words.append("".join(map(random.choice, twins)))
    return random.choice([" ", "  ", "\u00a0", ", ", "\u200b "]).join(words)


@property_test
@given(moves, st.randoms(use_true_random=False), st.sampled_from(LANGUAGES))
def test_spellings_of_one_move_read_the_same(move: Move, random: Random, language: str) -> None:
    text = spelled(NOTATION.write(move, "ru"), random)
    assert NOTATION.read(text, language=language) == move


pieces = st.lists(
    st.sampled_from([*"3450зоОЗскжзkrybxх×*:/÷-+−|;\n .,!", "30к", "-60ж", "100с", "x2", "макс ",
                     "все ", "продаю ", "buy ", "на все ", "-3с", "+5к", "\u200b", "е\u0308"]),
    max_size=14,
).map("".join)  # fmt: skip


@settings(derandomize=True, deadline=None, max_examples=1500)
@given(pieces | st.text(max_size=40), st.sampled_from(LANGUAGES))
def test_any_text_is_read_or_refused(text: str, language: str) -> None:
    NOTATION.likeness(text)
    problems: tuple[Problem, ...] = ()
    try:
        move = NOTATION.read(text, language=language)
    except Refusal as refusal:
        problems = refusal.problems
    else:
        line = NOTATION.write(move, language)
        assert NOTATION.read_canonical(line, language) == move
        return
    assert problems
    for problem in problems:
        assert min(problem.place[:2]) >= 1
        READING[problem.code].format(**problem.values)
        for line in problem.nearest:
            NOTATION.read(line, language=language)


@pytest.mark.parametrize("end", ["", "`x", "а"])
@pytest.mark.parametrize(
    "unit", ["5", "з", "крас", "b|", "3110031", " и ", "все ", "x2", "на все "]
)
def test_no_line_makes_the_judge_go_back_and_forth(unit: str, end: str) -> None:
    """Found by a fuzzer: seventy fives and a stranger's sign took for ever."""
    started = time.process_time()
    NOTATION.likeness((unit * 1_000)[: 1_000 - len(end)] + end)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("end", ["", "a", "щ", " щ"])
@pytest.mark.parametrize(
    "unit",
    ["1", "з", "3о", "- ", "+с", "ку", "продаю ", "продаю с ", "минус к ", "rest of b ", "1 с ",
     "на все з", "sell all ", "с\u0336", "x2к", "кжз"],
)  # fmt: skip
def test_the_judge_ends_with_every_run(unit: str, end: str) -> None:
    """A run of 27 ones and a letter, from anybody, once took a minute, and twice as long for 28."""
    for length in (20, 27, 40, 990, 5_000):
        assert NOTATION.likeness((unit * length)[:length] + end) in Likeness


@pytest.mark.parametrize(
    "text",
    [
        " " * 100_000,
        "|" * 100_000,
        "1с " * 600,
        "красн" * 350,
        "\n" * 1_999,
        "30к " * 16,
        "1с " * 15 + "30к",
    ],
)
def test_long_texts_are_refused_at_once(text: str) -> None:
    assert refused(text)
    NOTATION.likeness(text)
