"""How mail programs announce what they quote: attributions, header blocks, separators.

Collected from real letters in Russian, Ukrainian, Bulgarian, German and English; of other
languages what their programs write above an answer.
"""

import re
from typing import Final

_MONTH: Final = (
    r"(?:янв|фев|февр|мар|апр|ма[йя]|июн|июл|авг|сен|сент|окт|ноя|нояб|дек"
    r"|січ|лют|бер|квіт|трав|черв|лип|серп|вер|жовт|лист|груд"
    r"|яну|юни|юли|септ|ное"
    r"|jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])\w{0,8}\.?"
)
_DAY: Final = (
    r"(?:\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b"
    rf"|\b\d{{1,2}}\.?(?:\s+de)?\s+{_MONTH}|\b{_MONTH}\s+(?:\d{{1,2}}|\d{{4}})\b)"
)
_DATE: Final = re.compile(_DAY, re.IGNORECASE)
_TIME: Final = re.compile(r"\b\d{1,2}:\d{2}\b")
_YEAR: Final = re.compile(r"\b20\d\d\b")
_ADDRESS: Final = re.compile(r"<?(?:mailto:)?[^\s<>@\"]{1,64}@[\w.-]{1,255}>?")
_QUOTING: Final = r"(?:цитирование|цитата от|цитат от|quoting|zitat von|citando|citation de)"
_VERB: Final = re.compile(
    rf"(?<!\w)(?:{_QUOTING}|(?:на)?писал(?:а|и|\(а\))?|пишет|пишут|сообщил(?:а|\(а\))?"
    r"|пише|пишуть|написав(?:\(ла\))?|написала"
    r"|написа|писа|schrieb(?:en)?|geschrieben|wrote|writes"
    r"|escribió|escreveu|a écrit|ha scritto|napisał(?:\(a\)|a)?|schreef|skrev)(?!\w)",
    re.IGNORECASE,
)
_QUOTES: Final = re.compile(rf"{_QUOTING}\s+\S.{{0,100}}:", re.IGNORECASE)
_DASHES: Final = re.compile(r"\s*-{2,}$")  # Zoho
_MOST_NAMES: Final = 5
_LONGEST: Final = 400
_SPAN: Final = 4

_NAMED: Final = {
    "ru": (
        (
            "исходное оригинальное первоначальное вложенное пересылаемое пересланное"
            " перенаправленное переадресованное"
        ),
        "сообщение письмо",
    ),
    "uk": ("оригінальне початкове переслане вихідне", "повідомлення"),
    "bg": ("оригинално препратено първоначално изпратено", "писмо съобщение"),
    "sr": (
        "оригинална изворна прослеђена originalna izvorna prosleđena proslijeđena",
        "порука poruka",
    ),
    "de": ("ursprüngliche weitergeleitete original", "nachricht"),
    "en": ("original forwarded reply", "message mail appointment"),
    "fr": ("message", "d'origine original transféré"),
    "it": ("messaggio", "originale inoltrato"),
    "es": ("mensaje", "original reenviado"),
    "pt": ("mensagem", "original encaminhada"),
    "pl": ("oryginalna przekazana", "wiadomość"),
    "cs": ("původní přeposlaná", "zpráva"),
    "sk": ("pôvodná preposlaná", "správa"),
    "nl": ("oorspronkelijk doorgestuurd", "bericht"),
    "tr": ("orijinal özgün iletilen yönlendirilen", "mesaj ileti i̇leti"),
    "el": ("αρχικό προωθημένο", "μήνυμα"),
    "sv": ("ursprungligt vidarebefordrat", "meddelande"),
}
"""What programs call an older mail, by language: each first word with each second."""
_TITLES: Final = frozenset(
    f"{first} {second}".casefold()
    for firsts, seconds in _NAMED.values()
    for first in firsts.split()
    for second in seconds.split()
) | {
    "пересланий лист", "преслано писмо", "original-nachricht", "originalnachricht",
    "wiadomość oryginalna", "wiadomość przekazana",
}  # fmt: skip
_SHORT: Final = ("original", "forwarded")
"""Titles of one word, which need a rule around them, or a colon."""
_RULE: Final = "-_=*"
_WHOSE: Final = (" from ", " by ")
_UNKNOWN: Final = re.compile(r"[-_=*]{4,}\s*[^\W\d_][^\d]{2,60}[^\W\d_]\s*[-_=*]{4,}")
"""A line that looks like a separator in a language that is not among them."""
_BEGINNING: Final = re.compile(
    r"(?:начало\s+(?:переадресованного|пересланного|пересылаемого)\s+(?:сообщения|письма)"
    r"|початок\s+(?:переадресованого|пересланого)\s+(?:повідомлення|листа)"
    r"|начало на препратено(?:то)? (?:съобщение|писмо)"
    r"|begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail))\s*:",
    re.IGNORECASE,
)

_HEADER: Final = ("who", "when", "about", "other")
_LABELS: Final = {
    "en": ("from", "sent|date", "subject", "to|cc|reply-to|priority"),
    "de": ("von", "gesendet|datum", "betreff", "an|kopie|antwort an"),
    "ru": ("от|от кого|отправитель", "отправлено|дата|послано", "тема", "кому|копия|важность"),
    "uk": ("від|від кого|відправник", "надіслано|відправлено", "тема", "кому|копія|до"),
    "bg": ("от|изпратено от|подател", "изпратено|изпратено на|дата", "относно", "до|за|копие"),
    "sr": ("од|od", "послато|poslato|poslano|датум", "предмет|наслов|naslov", "за|коме|za|kome"),
    "fr": ("de|expéditeur", "envoyé|envoyé le|date", "objet|sujet", "à|destinataire|copie"),
    "it": ("da|mittente", "inviato|data", "oggetto", "a|per"),
    "es": ("de", "enviado|enviado el|fecha", "asunto", "para"),
    "pt": ("de", "enviado|enviada|enviada em|data", "assunto", "para"),
    "pl": ("od|nadawca", "wysłano|wysłane|data", "temat", "do|dw|adresat"),
    "cs": ("od", "odesláno|odoslané|dátum", "předmět|predmet", "komu|kopie|kópia"),
    "nl": ("van", "verzonden|datum", "onderwerp", "aan"),
    "tr": ("kimden|gönderen", "gönderildi|gönderme tarihi|tarih", "konu", "kime|alıcı|bilgi"),
    "el": ("από", "στάλθηκε|ημερομηνία", "θέμα", "προς|κοιν"),
    "sv": ("från|fra", "skickat|sendt|dato", "ämne|emne", "till|til"),
}
"""How a header names its sender, its date, its subject and other things, by language."""
_GROUPS: Final = {
    label.casefold(): group
    for words in _LABELS.values()
    for group, labels in zip(_HEADER, words, strict=True)
    for label in labels.split("|")
}
"""What a label names; no two languages differ in that."""
_BLOCK: Final = 12
_GAP: Final = 2  # lines between two labels: a long To, an empty line


def attribution_at(texts: list[str], at: int) -> tuple[int, bool]:
    """How many plain lines from `at` on are one attribution, and whether it is beyond doubt.

    (0, …) if they are none. An attribution ends in a colon, rarely in its verb or an address, and
    names a day with a time, an address or a verb, in whatever order; a name and a verb alone
    (`Анна написала:`) may be a sentence.
    """
    for span in range(1, _SPAN + 1):
        lines = texts[at : at + span]
        if len(lines) < span or not all(lines):
            return 0, False
        joined = " ".join(lines)
        if len(joined) > _LONGEST:
            return 0, False
        if joined.endswith(":"):
            return _judge(lines, joined)
        if (span == 1 or _opens(lines[0])) and _unended(joined):
            return span, True
    return 0, False


def _judge(lines: list[str], joined: str) -> tuple[int, bool]:
    """The same for lines of which the last ends in a colon; their beginning must count."""
    if len(lines) == 1 and _attributes(joined):
        return 1, True
    if len(lines) > 1 and _opens(lines[0]) and _attributes(joined):
        return len(lines), True
    return (1, False) if len(lines) == 1 and _perhaps(joined) else (0, False)


def _perhaps(line: str) -> bool:
    """Whether a line with a colon at its end may be one without a day: a name and a verb."""
    name = line[: max(_last_verb(line[:-1].rstrip()), 0)]
    named = name != name.rstrip() and len(name.split()) <= _MOST_NAMES
    return named or bool(_QUOTES.fullmatch(line))


def _last_verb(text: str) -> int:
    """Where the verb begins that a text ends in; -1 if it ends in none."""
    return next((found.start() for found in _VERB.finditer(text) if found.end() == len(text)), -1)


def _unended(joined: str) -> bool:
    """Whether it is an attribution that ends in its verb, or in an address after a date."""
    if _last_verb(_DASHES.sub("", joined)) >= 0:
        return _attributes(joined)
    return joined.endswith(">") and all(sign.search(joined) for sign in (_DATE, _TIME, _ADDRESS))


def _attributes(joined: str) -> bool:
    date, verb = _DATE.search(joined), _VERB.search(joined)
    address, time = _ADDRESS.search(joined), _TIME.search(joined)
    dated = date or (time and _YEAR.search(joined))  # a language whose months we do not know
    return bool((dated and (verb or address)) or (date and time) or (verb and (address or time)))


def _opens(line: str) -> bool:
    """Whether a wrapped attribution may begin so: with its day, its address or its verb."""
    return any(sign.search(line) for sign in (_DATE, _YEAR, _ADDRESS, _VERB))


def separator(text: str) -> bool:
    """Whether a plain line says that an older mail follows."""
    ruled = len(text) > len(text.strip(_RULE)) + 1
    title = " ".join(text.strip(f"{_RULE} ").casefold().split())
    if ruled:
        for word in _WHOSE:
            title = title.partition(word)[0]
    name = title.removesuffix(":").rstrip()
    short = name in _SHORT and (ruled or title != name)
    return short or name in _TITLES or bool(_BEGINNING.fullmatch(text))


def perhaps_separator(text: str) -> bool:
    """Whether a plain line may say so in a language that is not known here."""
    return bool(_UNKNOWN.fullmatch(text))


def header_block_at(texts: list[str], at: int) -> bool:
    """Whether the older mail's header begins on this plain line: three labels, or who and when."""
    if not _label(texts[at]):
        return False
    seen: set[str] = set()
    gap = 0
    for text in texts[at : at + _BLOCK]:
        label = _label(text)
        gap = 0 if label else gap + 1
        if gap > _GAP:
            break
        seen |= {label} - {""}
    return len(seen) >= 3 or ("who" in seen and len(seen) >= 2)  # noqa: PLR2004


def _label(text: str) -> str:
    """What the label is about that a line begins with, one of `_HEADER`; empty if it has none."""
    name, colon, rest = text.partition(":")
    value = rest.lstrip("*_")
    if not colon or value.lstrip() == value != "":
        return ""
    return _GROUPS.get(name.strip("*_ ").casefold(), "")
