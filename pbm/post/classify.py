"""What sort of mail it is, from its header alone (RFC 3834 and what is really sent)."""

import re
from collections.abc import Collection
from typing import Final

from pbm.post.author import bare
from pbm.post.fields import Fields
from pbm.post.letter import Kind

LOOP_HEADER: Final = "X-Pbm"
"""Set on every letter of ours; a letter that carries it is one of ours coming back."""

SUBJECT: Final = "subject"
"""The sign of an automatic reply if there is no other; a person may have written it."""

_DAEMON: Final = re.compile(r"(?:mailer-daemon|postmaster)@", re.IGNORECASE)
_NO_REPLY: Final = re.compile(r"(?:no-?reply|do-?not-?reply)@", re.IGNORECASE)
_ROBOTS: Final = (
    "x-autoreply", "x-autorespond", "x-autoresponder", "x-autoreply-from", "x-mail-autoreply",
    "x-zoho-autoreply", "x-yandex-autoreply", "x-fc-machinegenerated",
)  # fmt: skip
_REPORT_TYPE: Final = re.compile(r"report-type\s*=\s*\"?\s*([\w-]{1,60})", re.IGNORECASE)
# Without any of the headers, some mail hosts' vacation replies show only in the subject.
_SUBJECT: Final = re.compile(
    r"\W{0,3}(?:авто(?:матический )?ответ|автоответчик|автоматична відповідь|автоматичен отговор"
    r"|автоотговор|извън офиса|(?:сейчас )?(?:я )?(?:нахожусь )?в отпуске?"
    r"|отсутству(?:ю(?![щт])|ет на |ем )"
    r"|automatic reply|auto(?:matic)?[- ]?reply|auto: .{0,80}out of|out of (?:the )?office"
    r"|vacation (?:re|mess|noti)|abwesenheits|automatische antwort|réponse automatique"
    r"|risposta automatica|respuesta automática|automatisch antwoord|autosvar"
    r"|automatisk svar|odpowiedź automatyczna"
    r"|не ?доставлено:|undeliverable|undelivered mail|delivery (?:status|failure)"
    r"|mail delivery failed"
    r"|returned mail|(?:прочтено|прочетено|gelesen):)",
    re.IGNORECASE,
)


def classify(fields: Fields, sender: str, own: Collection[str]) -> tuple[Kind, str]:
    """The kind and the header that made it so; an order if no header speaks against it."""
    if fields.first(LOOP_HEADER.lower()):
        return Kind.OWN, "loop-header"
    if sender and bare(sender) in {bare(address) for address in own}:
        return Kind.OWN, "from-ourselves"
    address = sender or _address(fields.first("from"))
    for kind, why in (_bounce(fields, address), _automatic(fields, address)):
        if why:
            return kind, why
    kind, why = _bulk(fields)
    if _SUBJECT.match(fields.text("subject")):
        return Kind.AUTO_REPLY, why or SUBJECT
    return (kind, why) if why else (Kind.ORDER, "")


def _address(value: str) -> str:
    """What stands for the address in a From field that is not valid; names are none."""
    return value.rpartition("<")[2].strip()


def _bounce(fields: Fields, address: str) -> tuple[Kind, str]:
    content = fields.first("content-type")
    if content.lower().lstrip().startswith("multipart/report"):
        found = _REPORT_TYPE.search(content)
        if found and found[1].lower() != "delivery-status":
            return Kind.AUTO_REPLY, "report"
        return Kind.BOUNCE, "delivery-status"
    if fields.first("x-failed-recipients"):
        return Kind.BOUNCE, "x-failed-recipients"
    return Kind.BOUNCE, "mailer-daemon" if _DAEMON.match(address) else ""


def _automatic(fields: Fields, address: str) -> tuple[Kind, str]:
    submitted = [value.partition(";")[0].strip().lower() for value in fields.all("auto-submitted")]
    suppressed = ",".join(fields.all("x-auto-response-suppress")).lower().replace(" ", "")
    signs = {
        "return-path": any(path.strip() == "<>" for path in fields.all("return-path")),
        "auto-submitted": any(value != "no" for value in submitted),
        "x-autoreply": any(
            value.strip().lower() not in {"no", "false", "0"} for value in fields.all(*_ROBOTS)
        ),
        "x-auto-response-suppress": "all" in suppressed.split(","),
        "precedence": any(
            _says(fields, name, "auto_reply", "auto-reply")
            for name in ("precedence", "x-precedence", "preference")
        ),
        "no-reply": bool(_NO_REPLY.match(address)),
    }
    return Kind.AUTO_REPLY, next((sign for sign, seen in signs.items() if seen), "")


def _bulk(fields: Fields) -> tuple[Kind, str]:
    if _says(fields, "precedence", "bulk", "junk", "list"):
        return Kind.LIST, "precedence"
    return Kind.LIST, "list-id" if fields.first("list-id") else ""


def _says(fields: Fields, name: str, *words: str) -> bool:
    return any(value.strip().lower() in words for value in fields.all(name))
