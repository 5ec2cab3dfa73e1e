"""The readers' languages: every message translated, every letter template in each language."""

import gettext
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.pofile import read_po
from jinja2 import Environment, meta
from letter_case import read

from pbm.core.chance import Sealed
from pbm.core.contract import Likeness
from pbm.core.tell import LANGUAGES, Message, Value, counted
from pbm.office.languages import Catalogue, tongue
from pbm.post.marker import BAR
from pbm.rules import find, rules_text, slugs
from pbm.rules.akcioner.telling import shares, tell

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pbm"
TEMPLATES = ROOT / "templates"


def _load_build() -> Any:
    """The build hook, which is a file and no module of the package."""
    spec = importlib.util.spec_from_file_location("build", PACKAGE / "locale" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILD = _load_build()
DOMAINS = {name: (folder, sources) for name, folder, sources in BUILD.domains(PACKAGE)}
CATALOGUES = [(domain, language) for domain in DOMAINS for language in BUILD.LANGUAGES]
each_catalogue = pytest.mark.parametrize(("domain", "language"), CATALOGUES)


def translated(domain: str, language: str) -> Any:
    path = BUILD.catalogue(domain, DOMAINS[domain][0], language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def source(domain: str) -> Any:
    return BUILD.messages(DOMAINS[domain][1])


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """A message's forms: one, or as many as the language has plurals."""
    return (text,) if isinstance(text, str) else tuple(text)


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def pairs(domain: str, language: str) -> Iterator[tuple[Any, Any]]:
    """Every message of the source that is in the catalogue, with what is in the catalogue."""
    catalogue = translated(domain, language)
    for message in source(domain):
        if message.id and (found := catalogue.get(message.id)):
            yield message, found


def test_the_catalogues_are_in_every_language_but_the_source() -> None:
    assert {*BUILD.LANGUAGES, "en"} == set(LANGUAGES)


@each_catalogue
def test_the_catalogue_has_the_messages_of_the_source(domain: str, language: str) -> None:
    wanted = {forms(message.id) for message in source(domain)}
    catalogue = translated(domain, language)
    assert {forms(message.id) for message in catalogue} == wanted, "run `make messages`"
    assert not catalogue.obsolete


@each_catalogue
def test_every_message_is_translated(domain: str, language: str) -> None:
    plurals = translated(domain, language).num_plurals
    missing = [
        message.id
        for message, found in pairs(domain, language)
        if found.fuzzy
        or len(forms(found.string)) != (plurals if message.pluralizable else 1)
        or not all(forms(found.string))
    ]
    assert missing == []


@each_catalogue
def test_translations_keep_the_gaps(domain: str, language: str) -> None:
    wrong = [
        (message.id, form)
        for message, found in pairs(domain, language)
        for form in (*forms(message.id), *forms(found.string))
        if form and gaps(form) != gaps(forms(message.id)[0])
    ]
    assert wrong == []


@each_catalogue
def test_sentences_end_like_the_source(domain: str, language: str) -> None:
    wrong = [
        (message.id, form)
        for message, found in pairs(domain, language)
        for form in forms(found.string)
        if " " in form and _ending(form) != _ending(forms(message.id)[0])
    ]
    assert wrong == []


def _ending(text: str) -> str:
    return text[-1:] if text[-1:] in {".", ":", "?"} else ""


NUMBERS = "count|free|given|held|least|left|most|n|need|played|rounds|undealt"
COUNTED = re.compile(rf"\bare (?:only )?{{(?:{NUMBERS})}}|{{(?:{NUMBERS})}} (?:\w+ )?\w+s\b")
ALWAYS_MANY = {
    "{count} companies", "{most} lines", "{most} orders", "{most} squares", "{n} letters",
    "{n} levels", "{undealt} cards",
}  # fmt: skip
"""Numbers that the program knows, and they are neither 0 nor 1."""


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_number_that_may_be_one_stands_beside_no_plural(domain: str) -> None:
    single = [message.id for message in source(domain) if isinstance(message.id, str)]
    found = {many[0] for text in single for many in COUNTED.finditer(text)}
    assert found <= ALWAYS_MANY


NAMES = sorted({path.name for language in LANGUAGES for path in (TEMPLATES / language).iterdir()})


def used(language: str, name: str) -> tuple[set[str], set[str]]:
    """The variables of a template, and the other templates that it includes."""
    tree = Environment(autoescape=True).parse((TEMPLATES / language / name).read_text("utf-8"))
    others = {str(other) for other in meta.find_referenced_templates(tree)}
    named = {other.replace(f"{language}/", "LANGUAGE/") for other in others}
    return meta.find_undeclared_variables(tree), named


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_letter_says_the_same_in_every_language(name: str, language: str) -> None:
    assert used(language, name) == used("en", name)


each_text = pytest.mark.parametrize(
    ("slug", "language"), [(slug, language) for slug in slugs() for language in LANGUAGES]
)


@each_text
def test_the_rules_are_the_same_in_every_language(slug: str, language: str) -> None:
    def numbers(text: str) -> list[str]:
        return re.findall(r"^- \*\*([A-Z]+[0-9]+)\*\* ", text, re.MULTILINE)

    own, english = rules_text(slug, language), rules_text(slug, "en")
    assert own == english if language == "en" else own != english
    assert numbers(own) == numbers(english)
    assert numbers(own)


@each_text
def test_the_rules_show_how_to_write_what_can_be_read(slug: str, language: str) -> None:
    """The examples stand behind bars, so that they are no orders when they come back."""
    game = find(slug).game(["a", "b"], {}, language)
    state = game.opening(Sealed(b"1")).state
    examples = re.findall(rf"^ {{4}}{BAR} (.+?) +{BAR} ", rules_text(slug, language), re.MULTILINE)
    assert examples
    for example in examples:
        game.read_move(example, state, 0, None, language)


@each_text
def test_rules_that_come_back_are_no_orders(slug: str, language: str) -> None:
    head = "From: anna@example.org\nContent-Type: text/plain; charset=utf-8\n\n"
    raw = (head + rules_text(slug, language)).encode()
    book = find(slug)
    orders = [line.text for line in read(raw).lines if book.likeness(line.text) is Likeness.ORDER]
    assert orders == []


def test_rules_in_an_unknown_language_are_english() -> None:
    for slug in slugs():
        assert rules_text(slug, "de") == rules_text(slug, "en")


MOVES = {
    "ru": {1: "1 ход", 2: "2 хода", 5: "5 ходов", 11: "11 ходов", 21: "21 ход"},
    "bg": {1: "1 ход", 2: "2 хода", 5: "5 хода", 11: "11 хода", 21: "21 хода"},
    "en": {1: "1 move", 2: "2 moves", 5: "5 moves", 11: "11 moves", 21: "21 moves"},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 5, 11, 21])
def test_counted_messages_of_the_house(language: str, number: int) -> None:
    told = counted("{n} move", "{n} moves", number)
    assert tongue(language).say(told) == MOVES[language][number]


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (1, "Анна покупает 1 красную акцию по 90: −90."),
        (2, "Анна покупает 2 красные акции по 90: −180."),
        (5, "Анна покупает 5 красных акций по 90: −450."),
        (21, "Анна покупает 21 красную акцию по 90: −1890."),
    ],
)
def test_counted_messages_of_a_game_in_a_sentence(number: int, told: str) -> None:
    values: dict[str, Value] = {
        "seat": "Анна",
        "shares": shares(1, number),
        "each": 90,
        "money": 90 * number,
    }
    sentence = Message("{seat} buys {shares} at {each}: −{money}.", values)
    assert tongue("ru").say(sentence) == told


UNMOVED = {
    "en": "The price of green stays at 10 (−30).",
    "ru": "На табло: зелёные — по-прежнему 10 (−30).",
    "bg": "На таблото: зелени — все така 10 (−30).",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_price_at_the_end_of_the_board_stays(language: str) -> None:
    fact = {"fact": "moved", "stock": "green", "figure": "-30", "from": 10, "to": 10}
    told = tell(fact)
    assert told is not None
    assert tongue(language, "akcioner").say(told) == UNMOVED[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_message_is_told_in_english(language: str) -> None:
    speech = tongue(language)
    zebras = counted("{n} zebra", "{n} zebras", 21)
    assert speech.say(Message("No such words, {name}!", {"name": "Ж"})) == "No such words, Ж!"
    assert speech.say(zebras) == "21 zebras"
    assert speech.say(zebras._replace(number=1, values={"n": 1})) == "1 zebra"


def test_an_unknown_language_is_english() -> None:
    assert tongue("de").say(Message("Your move")) == "Your move"
    assert tongue("de").language == "en"


def test_a_games_own_words_come_before_those_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games may word the same English text differently."""
    words = {"pbm": {"house": "дом"}, "akcioner": {"big": "больших"}, "broker": {"big": "крупных"}}

    class Words(gettext.NullTranslations):
        def __init__(self, domain: str) -> None:
            super().__init__()
            self.domain = domain

        def gettext(self, message: str) -> str:
            return words[self.domain].get(message) or super().gettext(message)

    monkeypatch.setattr(gettext, "translation", lambda domain, *_: Words(domain))
    for game, big in (("akcioner", "больших"), ("broker", "крупных"), ("", "больших")):
        catalogue = Catalogue("ru", game)
        assert catalogue.say(Message("big")) == big
        assert catalogue.say(Message("house")) == "дом"
