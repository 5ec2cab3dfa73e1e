"""Who sent it: the address of the one From mailbox, or why there is none to be trusted."""

import re
from typing import Final

from pbm.post.fields import tame

_LONGEST: Final = 2_000
_ENCODED_WORD: Final = re.compile(r"=\?[^?\s]{1,40}\?[bq]\?[^?]{0,500}\?=", re.IGNORECASE)
_STAND_IN: Final = "encodedword"
_TOLERATED: Final = "period in 'phrase'"  # `From: J. Smith <…>` is obsolete, and everywhere


def read_sender(values: list[str]) -> tuple[str, str]:
    """The case-folded addr-spec and an empty reason, or an empty address and the reason.

    Exactly one field, exactly one mailbox, no defect, ASCII; never the display name, and never
    a guess: `From: player@good.test <evil@bad.test>` has no sender (CVE-2023-27043).
    """
    if not values:
        return "", "none"
    if len(values) > 1:
        return "", "several-fields"
    # What an encoded word says is display name, whatever it says.
    value = _ENCODED_WORD.sub(_STAND_IN, values[0])
    if len(value) > _LONGEST:
        return "", "malformed"
    return tame(lambda: _parse(value), ("", "malformed"))


def _parse(value: str) -> tuple[str, str]:
    from email.policy import default  # noqa: PLC0415 - heavy, and only a letter needs it

    header = default.header_factory("From", value)
    if any(str(defect) != _TOLERATED for defect in header.defects):
        return "", "malformed"
    if any(group.display_name is not None for group in header.groups):
        return "", "group"
    if len(header.addresses) != 1:
        return "", "several-mailboxes" if header.addresses else "none"
    mailbox = header.addresses[0]
    address = mailbox.addr_spec
    if not mailbox.username or not mailbox.domain or _STAND_IN in address:
        return "", "malformed"
    if not (address.isascii() and address.isprintable()):
        return "", "not-ascii"
    return address.casefold(), ""


def bare(address: str) -> str:
    """The address without the part after a plus, case-folded: all its variants are one box."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"
