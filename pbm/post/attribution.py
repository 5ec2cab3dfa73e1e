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
    rf"|\b\d{{1,2}}\.?(?:\s+de)?\s+{_MONTH}|\b{_MONTH}\s+\d{{1,2}}\b|\b{_MONTH}\s+\d{{4}}\b)"
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
_WEAK: Final = re.compile(
    rf"(?:\S+\s+){{1,5}}{_VERB.pattern}\s*:|{_QUOTING}\s+\S.{{0,100}}:", re.IGNORECASE
)
_UNENDED: Final = re.compile(rf"{_VERB.pattern}(?:\s*-{{2,}})?$", re.IGNORECASE)  # Zoho
_LONGEST: Final = 400
_SPAN: Final = 4

_TITLES: Final = {
    "ru": r"(?:исходное|оригинальное|первоначальное|вложенное|пересылаемое|пересланное"
    r"|перенаправленное|переадресованное)\s+(?:сообщение|письмо)",
    "uk": r"(?:оригінальне|початкове|переслане|вихідне)\s+повідомлення|пересланий\s+лист",
    "bg": r"(?:оригинално|препратено|първоначално|изпратено)\s+(?:писмо|съобщение)",
    "sr": r"(?:оригинална|изворна|прослеђена|originalna|izvorna|prosleđena|proslijeđena)"
    r"\s+(?:порука|poruka)|преслано\s+писмо",
    "de": r"(?:ursprüngliche|weitergeleitete|original)[\s-]*nachricht",
    "en": r"(?:original|forwarded|reply)\s+(?:message|mail|appointment)",
    "fr": r"message\s+(?:d'origine|original|transféré)",
    "it": r"messaggio\s+(?:originale|inoltrato)",
    "es": r"mensaje\s+(?:original|reenviado)",
    "pt": r"mensagem\s+(?:original|encaminhada)",
    "pl": r"(?:oryginalna|przekazana)\s+wiadomość|wiadomość\s+(?:oryginalna|przekazana)",
    "cs": r"(?:původní|přeposlaná)\s+zpráva|(?:pôvodná|preposlaná)\s+správa",
    "nl": r"(?:oorspronkelijk|doorgestuurd)\s+bericht",
    "tr": r"(?:orijinal|özgün|iletilen|yönlendirilen)\s+(?:mesaj|ileti|i̇leti)",
    "el": r"(?:αρχικό|προωθημένο)\s+μήνυμα",
    "sv": r"(?:ursprungligt|vidarebefordrat)\s+meddelande",
}
"""What programs call an older mail, by language."""
_TITLE: Final = "|".join(_TITLES.values())
_RULED: Final = r"[-_=*]{2,}"
_SEPARATOR: Final = re.compile(
    rf"{_RULED}\s*(?:(?:{_TITLE})(?:\s+(?:from|by)\b.*)?|original|forwarded)\s*{_RULED}"
    rf"|(?:{_TITLE})\s*:?|forwarded\s*:",
    re.IGNORECASE,
)
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
_GROUPS: Final = "|".join(
    f"(?P<{group}>{'|'.join(words)})"
    for group, words in zip(_HEADER, zip(*_LABELS.values(), strict=True), strict=True)
)
_LABEL: Final = re.compile(
    rf"[*_]{{0,2}}(?:{_GROUPS})\s*:[*_]{{0,2}}(?:\s|$)",
    re.IGNORECASE,
)
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
            return _judge(lines)
        if (span == 1 or _opens(lines[0])) and _unended(joined):
            return span, True
    return 0, False


def _judge(lines: list[str]) -> tuple[int, bool]:
    """The same for lines of which the last ends in a colon; their beginning must count."""
    joined = " ".join(lines)
    if len(lines) == 1 and _attributes(joined):
        return 1, True
    if len(lines) > 1 and _opens(lines[0]) and _attributes(joined):
        return len(lines), True
    return (1, False) if len(lines) == 1 and _WEAK.fullmatch(joined) else (0, False)


def _unended(joined: str) -> bool:
    """Whether it is an attribution that ends in its verb, or in an address after a date."""
    if _UNENDED.search(joined):
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
    return bool(_SEPARATOR.fullmatch(text) or _BEGINNING.fullmatch(text))


def perhaps_separator(text: str) -> bool:
    """Whether a plain line may say so in a language that is not known here."""
    return bool(_UNKNOWN.fullmatch(text))


def header_block_at(texts: list[str], at: int) -> bool:
    """Whether the older mail's header begins on this plain line: three labels, or who and when."""
    if not _LABEL.match(texts[at]):
        return False
    seen: set[str] = set()
    labels, gap = 0, 0
    for text in texts[at : at + _BLOCK]:
        found = _LABEL.match(text)
        gap = 0 if found else gap + 1
        if gap > _GAP:
            break
        if found:
            labels += 1
            seen.add(str(found.lastgroup))
    return len(seen) >= 3 or ("who" in seen and len(seen) >= 2)  # noqa: PLR2004
