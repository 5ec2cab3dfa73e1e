"""Verdicts: how far it is proved that a letter comes from the domain of its From field."""

from enum import StrEnum
from typing import NamedTuple


class Grade(StrEnum):
    """What a check came to."""

    PASS = "pass"  # noqa: S105 - RFC 8601's word
    FAIL = "fail"
    NONE = "none"
    """Nothing speaks for the sender, nothing against him."""
    UNKNOWN = "unknown"
    """It could not be checked now; later it may be."""


class Verdict(NamedTuple):
    """What a check came to, why (a code), and who says so (an authserv-id or signing domain)."""

    grade: Grade
    why: str = ""
    by: str = ""


UNASKED = Verdict(Grade.NONE, "unasked")
"""The verdict where no server is trusted."""


def domain_of(address: str) -> str:
    """The domain of an address, in lower case; empty without one."""
    return address.rpartition("@")[2].lower()


def aligned(one: str, other: str) -> bool:
    """Whether two domains are the same, or one is a subdomain of the other.

    This is DMARC's relaxed alignment (RFC 7489, 3.1) without a list of public suffixes: two
    subdomains of one organisation are not aligned, and a name without a dot is with nothing.
    """
    one, other = one.lower().rstrip("."), other.lower().rstrip(".")
    short, long = sorted((one, other), key=len)
    return "." in short.strip(".") and (short == long or long.endswith(f".{short}"))
