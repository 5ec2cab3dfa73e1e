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
)


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
