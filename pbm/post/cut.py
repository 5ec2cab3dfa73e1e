"""The sender's own new words, cut out of everything that mail programs put around them.

Quoting by `>` may stand anywhere, and what stands between and below it counts. Below a header
block, an attribution without `>`, or our marker nothing counts. No line is ever taken for a
signature because it begins with a dash: `-40ж` is a move.
"""

import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final, NamedTuple

from pbm.post.attribution import attribution_at, header_block_at, perhaps_separator, separator
from pbm.post.letter import Dropped, OwnLine, Seen
from pbm.post.marker import BAR, marker_at
from pbm.post.normalise import Line, normalise

Likely = Callable[[str], bool]
"""Whether a plain line looks like a move in the game that is played."""

_LONGEST: Final = 1_000
_MOST: Final = 5_000
_SHOWN: Final = 100  # characters of doubtful words that are quoted back
_WRAP: Final = 66  # a quoted line of this length may have been wrapped by its writer's program
_ANNOUNCED: Final = 3  # a separator, an attribution, and one to spare, before the quotation
_QUOTED: Final = re.compile(r"[A-Za-zА-Яа-яЁё]{0,4}>")
_RULE: Final = re.compile(r"[-_=*~]{3,}")
_MOBILE: Final = re.compile(
    r"[-*_\s]*(?:"
    r"(?:отправлено|послано)\s+(?:с|со|из|через|при помощи)\s.*"
    r"|(?:надіслано|відправлено)\s+(?:з|із|зі|через|за допомогою)\s.*"
    r"|(?:изпратено|пратено)\s+(?:от|с|чрез)\s+(?:моя|моето|мобил|iphone|ipad|android|samsung"
    r"|outlook|yahoo|gmail|устройство|поща|abv).*"
    r"|(?:sent|envoyé|enviado|inviato|sendt|skickat|verzonden|verstuurd|wysłan[eoy])\s+"
    r"(?:from|via|with|using|depuis|de|desde|da|fra|från|vanaf|z)\s.*"
    r"|(?:gesendet|gesandt)\s+(?:von|vom|mit|aus|über)\s.*"
    r"|von mein\w* .{1,60}gesendet.*|diese nachricht wurde von mein\w* .*gesendet.*"
    r"|(?:get|download|télécharger|получить|скачать|загрузить|завантажити|изтегляне на"
    r"|holen sie sich)\s+outlook\b.*"
    r"|outlook (?:für|для|за|for) (?:ios|android).*"
    r")",
    re.IGNORECASE,
)
_DISCLAIMER: Final = re.compile(
    r".{0,40}(?:confidentiality notice|disclaimer\s*:|privileged and confidential"
    r"|this (?:e-?mail|message|communication)\b.{0,80}(?:confidential|intended|privileged|virus)"
    r"|(?:это|данное|настоящее)\s+(?:электронное\s+)?(?:сообщение|письмо)\b.{0,120}"
    r"(?:конфиденциальн|предназначен)"
    r"|(?:цей|це)\s+(?:електронний\s+)?(?:лист|повідомлення)\b.{0,120}конфіденц"
    r"|(?:това|настоящото)\s+(?:електронно\s+)?(?:съобщение|писмо)\b.{0,120}"
    r"(?:поверителн|конфиденциалн|предназначен)"
    r"|diese (?:e-?mail|nachricht)\b.{0,120}vertraulich"
    r"|(?:external|caution|внимание|achtung)\s*:.{0,40}(?:external|originated|внешн|extern)"
    r"|(?:без вирусов|virus-free|virenfrei|вирусов нет|проверено на вирусы)\b"
    r"|(?:please )?consider the environment before printing)",
    re.IGNORECASE,
)
_SENTENCE: Final = "perhaps-attribution"
_ARMOUR: Final = "-----BEGIN PGP SIGNED MESSAGE-----"
_SEAL: Final = "-----BEGIN PGP SIGNATURE-----"
_SEAL_END: Final = "-----END PGP SIGNATURE-----"


class Cut(NamedTuple):
    """What the sender wrote, what was cut and why, and what makes the cut doubtful, each once."""

    own: tuple[OwnLine, ...]
    dropped: tuple[Dropped, ...]
    seen: tuple[Seen, ...]

    @property
    def problems(self) -> tuple[str, ...]:
        """The codes of what makes the cut doubtful."""
        return tuple(dict.fromkeys(seen.problem for seen in self.seen))


def cut(lines: list[Line], likely: Likely | None = None) -> Cut:
    """The sender's own lines, empty ones left out, in order.

    Problems: `long` (lines left unread), `below` (a likely move stands only where nothing
    counts), `bar` (one stands only behind our table bar), `wrap` (one may be the end of a
    quoted line, or stands in a quotation and nowhere else).
    """
    work = _Cutter(_disarmed(lines[:_MOST]), likely or (lambda _: False))
    work.run()
    if len(lines) > _MOST:
        work.doubt("long", lines[_MOST].text)
    return work.result()


class _Cutter:
    """One pass over the lines that gives each its fate: empty if own, else why it is dropped."""

    def __init__(self, lines: list[Line], likely: Likely) -> None:
        self.lines = lines
        self.likely = likely
        self.quoted = [bool(_QUOTED.match(line.text)) for line in lines]
        self.texts = [
            "" if quoted or len(line.text) > _LONGEST else line.text
            for line, quoted in zip(lines, self.quoted, strict=True)
        ]
        self.fates = [""] * len(lines)
        self.seen: list[Seen] = []

    def doubt(self, problem: str, words: str) -> None:
        """Note a problem and the beginning of the words that it is about."""
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
        self.seen.append(Seen(problem, shown))

    def run(self) -> None:
        """Settle the fate of every line."""
        at, tail = 0, ""
        while at < len(self.lines):
            span, fate, tail, over = self._judge(at, tail)
            if over:
                span = len(self.lines) - at
            self.fates[at : at + span] = [fate] * span
            at += span

    def _judge(self, at: int, tail: str) -> tuple[int, str, str, bool]:
        """Lines settled, their fate, what lasts after them, and whether all the rest shares it."""
        line, text = self.lines[at], self.texts[at]
        if self.quoted[at]:
            return 1, "quote", "", False
        if not line.text:
            return 1, "", "" if tail == "disclaimer" else tail, False
        if len(line.text) > _LONGEST:
            self.doubt("long", line.text)
            return 1, "long", tail, False
        if marker_at(self.texts, at):
            return 1, "marker", "", True
        if header_block_at(self.texts, at):
            return 1, "header-block", "", True
        announced, fate = self._announcement(at)
        if announced:
            return announced, fate, "", not self._quoting_from(at + announced)
        if BAR in text:
            return 1, "bar", tail, False
        return self._furniture(at, tail)

    def _furniture(self, at: int, tail: str) -> tuple[int, str, str, bool]:
        """The same for signatures, disclaimers, rules and, at last, own lines."""
        text = self.texts[at]
        if self.lines[at].raw.strip() == "--":
            return 1, "signature", "signature", False
        if _MOBILE.fullmatch(text):
            return 1, "mobile-signature", "mobile-signature", False
        if _DISCLAIMER.match(text):
            return 1, "disclaimer", tail or "disclaimer", False
        if _RULE.fullmatch(text):
            return 1, "rule", tail, False
        return 1, tail or self._wrapped(at), tail, False

    def _announcement(self, at: int) -> tuple[int, str]:
        """How many lines from here on announce a quotation, and how; 0 if none do."""
        if separator(self.texts[at]):
            return 1, "separator"
        if perhaps_separator(self.texts[at]):
            return 1, _SENTENCE
        span, certain = attribution_at(self.texts, at)
        return span, "attribution" if certain else _SENTENCE

    def _quoting_from(self, at: int) -> bool:
        """Whether quoting by `>` comes next, a few announcements aside, or nothing at all."""
        announcements = 0
        while at < len(self.lines) and announcements <= _ANNOUNCED:
            if self.quoted[at]:
                return True
            announced = self._announcement(at)[0] if self.texts[at] else 0
            if self.lines[at].text and not announced:
                return False
            announcements += bool(announced)
            at += max(announced, 1)
        return at >= len(self.lines)

    def _wrapped(self, at: int) -> str:
        """`wrap` if the line is what was wrapped off a quoted line of ours; doubts are noted."""
        between = 0 < at < len(self.lines) - 1 and self.quoted[at - 1] and self.quoted[at + 1]
        if not between:
            return ""
        before = self.lines[at - 1].text
        if BAR in before:
            return "wrap"
        if len(before) >= _WRAP and self.likely(self.texts[at]):
            self.doubt("wrap", self.texts[at])
        return ""

    def result(self) -> Cut:
        """The lines by their fate, neighbours of one fate dropped as one."""
        fated = [
            (fate, line) for fate, line in zip(self.fates, self.lines, strict=True) if line.text
        ]
        own = tuple(OwnLine(line.number, line.text, line.raw) for fate, line in fated if not fate)
        dropped = tuple(
            Dropped(fate, "\n".join(line.raw for _, line in group))
            for fate, group in groupby(fated, key=lambda pair: pair[0])
            if fate
        )
        found = any(self.likely(line.text) for line in own)
        self._miss(fated, certain_too=not found)
        return Cut(own, dropped, tuple(dict.fromkeys(self.seen)))

    def _miss(self, fated: list[tuple[str, Line]], *, certain_too: bool) -> None:
        """Note likely moves among what was dropped, tables of ours aside.

        In a quotation only if there is no other: some people write into it.
        """
        for fate, line in fated:
            if fate == _SENTENCE or (certain_too and fate not in {"", "quote", "bar", "long"}):
                if BAR not in line.text and self.likely(line.text):
                    self.doubt("below", line.text)
            elif certain_too and fate == "bar":
                cells = [cell.strip() for cell in line.text.split(BAR)]
                if any(map(self.likely, cells)):
                    self.doubt("bar", line.text)
        if certain_too and not self.seen:
            self._look_into_quotations(line.text for fate, line in fated if fate == "quote")

    def _look_into_quotations(self, quoted: Iterable[str]) -> None:
        """Note the first likely move that somebody wrote into a quotation of ours."""
        for text in quoted:
            words = text.rpartition(">")[2].strip()
            if BAR not in words and len(words) <= _LONGEST and self.likely(words):
                self.doubt("wrap", words)
                return


def _disarmed(lines: list[Line]) -> list[Line]:
    """The lines of a PGP clear-signed text without its armour and dash escapes (RFC 9580, 7)."""
    texts = [line.text for line in lines]
    if _ARMOUR not in texts:
        return lines
    start = texts.index(_ARMOUR)
    try:
        body = texts.index("", start) + 1
        seal = texts.index(_SEAL, body)
    except ValueError:
        return lines
    end = texts.index(_SEAL_END, seal) + 1 if _SEAL_END in texts[seal:] else len(lines)
    return lines[:start] + [_undashed(line) for line in lines[body:seal]] + lines[end:]


def _undashed(line: Line) -> Line:
    plain = line.raw.removeprefix("- ")
    return Line(line.number, plain, normalise(plain))
