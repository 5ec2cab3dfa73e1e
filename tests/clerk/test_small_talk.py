"""What people write beside a move: what takes it back or leaves it open, and what is small talk."""

import pytest
from test_written import desk, line, told

from pbm.clerk.desk import Desk, Refused, Taken
from pbm.clerk.framing import judged, unframed
from pbm.rules import find

__all__ = ["desk"]

BEFORE = (
    "Предварительный ход:", "Я бы сыграл", "Чуть не сыграл", "Мой прошлый ход был:",
    "В прошлый раз я сыграл", "Завтра сыграю так:", "Предположим:", "Миналия път играх",
    "Щях да играя", "Бих изиграл", "Утре ще играя", "I might play", "I almost played",
    "Last time I played", "Tomorrow I'll play", "Provisional move:", "I guess",
    "Still thinking, will answer tomorrow.", "What does this do", "My final move comes tonight:",
    "Please explain what this card does", "Bob says I should play", "Whichever is better for me",
    "Пока думаю, отвечу завтра.", "Объясните, пожалуйста, как работает карта", "Спроси у Бориса:",
    "Дай да помисля", "Още мисля, ще пиша утре.", "Кажи ми какво става след",
)  # fmt: skip
"""What goes on with a move that is none, or none yet."""
AFTER = (
    "Scratch that", "Forget what I wrote", "Oops, wrong game", "This is for another game",
    "Please delete this", "I reconsider", "On second thought, no", "Not final", "Please hold this",
    "I'll confirm tomorrow", "To be confirmed", "Only if Boris agrees with all that I wrote",
    "Not sure about this", "Wait until tomorrow", "Подождите, как решит Борис",
    "Or something else", "Oops", "Упс!", "Это для другой партии",
    "Беру ход назад", "Верните мне ход, пожалуйста", "Я изменила решение, ход пришлю позже",
    "Анулирам", "Аннулируйте, пожалуйста", "Считайте, что этого не было", "Удалите это",
    "Не отправляйте это пока", "Окончательный ход пришлю завтра", "Или что-то в этом роде",
    "Не уверена, можно ли так ходить", "Промених решението си", "Връщам си хода", "Забравете",
    "is what I wanted to play last time", "was my first idea", "отправлю окончательный ход вечером",
    "Още не е окончателно", "Ще потвърдя утре", "Моля, изтрийте това", "Правилно ли е?",
)  # fmt: skip
"""What takes the move before it back, or leaves it open."""
FRIENDLY = (
    "Извините за ошибки, пишу с телефона.", "Не ожидал такого хода!", "Не за что!",
    "Пишите, не пропадайте.", "Не обижайся, Борис!", "Не забудьте!", "Выбора нет.", "Нет слов!",
    "Времени нет, пишу кратко.", "Давно не играл в такое.", "Иначе никак.", "Не судите строго",
    "Извините, что не смог сделать ход вчера.", "Подождём, что скажет Борис.",
    "Извинявай за правописните грешки", "Не очаквах такъв ход!", "Не се губи", "А иначе как сте?",
    "Отдавна не съм играл такова нещо.", "Честит 6 май!", "Excuse any mistakes, I'm on my phone.",
    "Let's wait and see what Boris does.", "Don't worry!", "Don't get sick!", "Not bad!",
    "Not my best move, but hey.", "Is it my turn already?", "Sorry, I could not move yesterday.",
    "Sorry, couldn't resist.", "Greetings to all from Moscow, sun and snow here,",
    "Борис, отзовись!", "Предварително благодаря", "Sorry for the wait!", "Завтра играем в футбол!",
    "С Новым годом всех и удачи в делах,", "I will be away next week, but can answer by phone.",
    "Сегодня снег, думаю о лете.", "Отвечу на твое письмо отдельно.",
    "See you tomorrow at the club.", "Утре заминавам на море.", "Завтра уезжаю, вернусь в пятницу.",
)  # fmt: skip
"""What people say to each other that has nothing to do with the move beside it."""


@pytest.mark.parametrize("words", BEFORE)
def test_a_move_that_is_none_or_none_yet_is_asked_about(desk: Desk, words: str) -> None:
    found = told(desk, [words, line(desk)])
    assert isinstance(found, Refused)
    assert [problem.place.words for problem in found.problems] == [words]


@pytest.mark.parametrize("words", AFTER)
def test_a_move_that_is_taken_back_or_left_open_is_asked_about(desk: Desk, words: str) -> None:
    found = told(desk, [line(desk), words])
    assert isinstance(found, Refused)
    assert [problem.place.words for problem in found.problems] == [words]


@pytest.mark.parametrize("words", FRIENDLY)
def test_small_talk_stops_no_move(desk: Desk, words: str) -> None:
    assert isinstance(told(desk, [words, line(desk)]), Taken)
    assert isinstance(told(desk, [line(desk), words]), Taken)


@pytest.mark.parametrize("lines", [["Не могу сыграть так:"], ["Если не успею, то"]])
def test_what_is_no_small_talk_is_asked_about(desk: Desk, lines: list[str]) -> None:
    assert isinstance(told(desk, [*lines, line(desk)]), Refused)


def test_a_colon_that_halves_a_price_is_no_part_of_a_lead() -> None:
    assert unframed("Ход :2к ж") == "Ход :2к ж"
    for lead in ("Ход:", "Ход: ", "Ход : ", "Ход 3: "):
        assert unframed(f"{lead}30к ж") == " " * len(lead) + "30к ж"


AROUND = (
    "Hello! My move: {}",
    "{} please",
    "{}. Good luck!",
    "{} thanks",
    "Hi Ivan, {}",
    "OK, {}",
    "Привет! Мой ход: {}",
    "Добрый день, Борис! Мой ход: {}. Спасибо!",
    "{}, пожалуйста!",
    "{}, благодаря",
    "1. {}",
    "2) {}",
    "Моят ход: {}, поздрави",
    "Здравейте, {}",
)
"""What people write on the line of a move, which says nothing about it."""


@pytest.mark.parametrize("around", AROUND)
def test_a_greeting_thanks_or_a_number_on_its_line_stop_no_move(desk: Desk, around: str) -> None:
    assert isinstance(told(desk, [around.format(line(desk))]), Taken)


def test_boxes_may_be_numbered_as_on_the_form() -> None:
    lines = ["1. sell 1 b", "2. 30r y", "3. -1 g"]
    assert [unframed(each) for each in lines] == lines
    judgements = [judged(find("akcioner").likeness, each) for each in lines]
    assert [words for _, words in judgements] == ["   sell 1 b", "   30r y", "   -1 g"]


@pytest.mark.parametrize("words", ["{} спасибо не надо", "Не {}", "Hi, not {}", "{}, if possible"])
def test_other_words_on_its_line_are_asked_about(desk: Desk, words: str) -> None:
    assert isinstance(told(desk, [words.format(line(desk))]), Refused)


@pytest.mark.parametrize("unit", ["please, ", "!", " ", "hi ", "ok. ", "1. ", "привет, ", "my "])
def test_a_long_line_is_left_as_it_is(unit: str) -> None:
    text = unit * 4000
    assert unframed(text) == text
