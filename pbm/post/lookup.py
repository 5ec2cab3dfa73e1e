"""Questions to the domain name system."""

from typing import Final

TIMEOUT: Final = 5.0
"""Seconds for one question, all its repetitions included."""


def txt(name: str) -> bytes | None:
    """The TXT record of a name, None if there is none; raises TimeoutError if nobody can say."""
    # Only clubs that check signatures ask.
    import dns.exception  # noqa: PLC0415
    import dns.resolver  # noqa: PLC0415

    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=TIMEOUT, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    except (dns.exception.DNSException, OSError) as error:
        raise TimeoutError(str(error)) from error
    return b"".join(next(iter(answer)).strings)
