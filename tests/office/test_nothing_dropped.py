"""What may be a part of a player's move is never left out of it silently."""

from pathlib import Path

import pytest
from club import Club, begin, reply, text

ANNA = "anna@example.org"
ASKED = {
    "продаю синюю\n{card}": "продаю синюю",
    "продаю одну синюю, покупаю на остаток зелёных\n{card}": "продаю одну синюю",
    "{card}\nна остальное з": "на остальное з",
    "sell everything blue\n{card}": "sell everything blue",
    "-с\n{card}": "-с",
    "минус 1с\n{card}": "минус 1с",
    "{card}\nкупувам за останалото зелени": "купувам за останалото зелени",
    "{card}\n3\u0336з\u0336": "3\u0336з\u0336",
    "{card}\n--\n+1з": "+1з",
    "{card}\n-- \nна остальное з": "на остальное з",
    "-1\n{card}": "-1",
    "{card}\nдокупаю зелёных": "докупаю зелёных",
    "все продаю\n{card}": "все продаю",
    "{card}\n1зел": "1зел",
    "{card}\n\nConfidentiality notice: for you alone.\nи продаю синюю": "и продаю синюю",
}
UNMEANT = {
    "Не играйте\n{card}": "Не играйте",
    "Do NOT play:\n{card}": "Do NOT play:",
    "не\n{card}": "не",
    "Можно\n{card}\n?": "?",
    "{card}\n?": "?",
    "Черновик:\n{card}": "Черновик:",
    "{card}\n\nне ход!": "не ход!",
    "Если цена вырастет, то тогда я сыграю\n{card}\nа иначе подожду.": "Если цена вырастет",
    "Как мы договорились с тобой вчера,\n{card}": "Как мы договорились",
    "Ако може:\n{card}": "Ако може:",
    "May I\n{card}": "May I",
    "{card}\nОтмена!": "Отмена!",
    "{card}\nОй, нет, я ещё посмотрю, что будет дальше": "Ой, нет, я ещё посмотрю",
    "{card}\n\nПодождите с этим до завтра, пожалуйста, я позвоню": "Подождите с этим до завтра",
    "Наверное\n{card}": "Наверное",
    "Например:\n{card}": "Например:",
    "{card}\nПока думаю.": "Пока думаю.",
    "{card}\nЯ правильно всё записала?": "Я правильно всё записала?",
    "Would\n{card}\nbe legal?": "Would",
    "{card}\nnever mind": "never mind",
    "Дали може\n{card}": "Дали може",
    "Отзовите ход\nС уважением, Анна\n{card}": "Отзовите ход",
    "Привет!\nЭтот ход пока не засчитывайте, пожалуйста.\nСпасибо!\n{card}": "Этот ход пока не",
}
CHATTER = (
    "Мой ход:\n{card}",
    "My move:\n{card}\nSee you!",
    "Ход:\n{card}",
    "Здравствуйте,\n{card}",
    "Здравствуйте, уважаемый Борис Иванович,\n{card}",
    "Извините, раньше никак не получалось.\n{card}",
    "Как дела?\n{card}",
    "{card}\nЖду ответа, если будет время, до вечера.",
    "Спасибо, жду!\n{card}\nВаш ход 5",
    "Здравствуйте!\n{card}\nСпасибо, с наилучшими",
    "{card}\n--\nАнна\n+7 921 100 20 30, ул. Красная, д. 5",
    "{card}\n\nС уважением, К.",
    "Долго думала и решила:\n{card}\nНе болейте!",
    "{card}\nКогда приедет Борис? Отменная погода!",
    "{card}\nCan't wait!",
    "{card}\nanna@example.org",
    "Мой ход: {card}!",
    "Хожу так: {card} :)",
    "Моят ход: {card}",
    "I play {card} 🙂",
    "Ход № 1: «{card}»",
)


FRAMED = ("Ход - 40ж с", "Мой ход: {card}?", "Хожу {card}, если можно", "Ход {card} или нет")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = begin(tmp_path)
    club.open()
    return club


def send(club: Club, words: str) -> str:
    card = next(line for line in club.lines("Анна") if "|" not in line)
    club.deliver(reply(club.last(ANNA), words.format(card=card)))
    assert club.run() == []
    return card


@pytest.mark.parametrize("words", ASKED)
def test_what_may_be_a_part_of_the_move_is_asked_about(club: Club, words: str) -> None:
    send(club, words)
    assert club.ledger().last.number == 0
    assert f"│ {ASKED[words]}" in text(club.last(ANNA))


@pytest.mark.parametrize("words", UNMEANT)
def test_words_that_may_take_the_move_back_are_asked_about(club: Club, words: str) -> None:
    send(club, words)
    assert club.ledger().last.number == 0
    answer = text(club.last(ANNA))
    assert f"│ {UNMEANT[words]}" in answer
    assert "неясно, нужно ли делать этот ход" in " ".join(answer.split())


@pytest.mark.parametrize("words", CHATTER)
def test_what_is_none_does_not_stop_the_move(club: Club, words: str) -> None:
    assert send(club, words) == club.ledger().last.line


@pytest.mark.parametrize("words", FRAMED)
def test_what_stands_around_a_move_on_its_line_may_matter(club: Club, words: str) -> None:
    send(club, words)
    assert club.ledger().last.number == 0


@pytest.mark.parametrize("words", ["Отмените мой ход, я ошиблась", "До 12 декабря меня не будет"])
def test_words_of_somebody_who_is_not_to_move_are_told_to_the_game_master(
    club: Club, words: str
) -> None:
    form = club.last(ANNA)
    send(club, "{card}")
    club.deliver(reply(form, words))
    (told,) = club.run()
    assert "words or a picture and no move" in told.what.text
    assert club.ledger().last.number == 1


def test_a_move_of_somebody_who_is_not_to_move_is_answered_alone(club: Club) -> None:
    form = club.last(ANNA)
    card = send(club, "{card}")
    club.deliver(reply(form, f"{card}\nСпасибо!", number=2))
    assert club.run() == []
