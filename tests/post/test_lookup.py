"""Questions to name servers, asked of one on loopback."""

import socket
import threading
from collections.abc import Iterator

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

from pbm.post import lookup

SILENT = "silent.test."


def answer(query: dns.message.Message) -> dns.message.Message | None:
    name = query.question[0].name.to_text()
    reply = dns.message.make_response(query)
    reply.flags |= dns.flags.RA
    if name == "key.test.":
        reply.answer.append(dns.rrset.from_text(name, 60, "IN", "TXT", '"v=DKIM1; p=" "AAAA"'))
    elif name == "missing.test.":
        reply.set_rcode(dns.rcode.NXDOMAIN)
    elif name == "broken.test.":
        reply.set_rcode(dns.rcode.SERVFAIL)
    return None if name == SILENT else reply


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers = ["127.0.0.1"]
        resolver.port = server.getsockname()[1]
        monkeypatch.setattr(dns.resolver, "default_resolver", resolver)
        monkeypatch.setattr(lookup, "TIMEOUT", 0.5)

        def serve() -> None:
            while (received := server.recvfrom(4_096))[0]:
                if reply := answer(dns.message.from_wire(received[0])):
                    server.sendto(reply.to_wire(), received[1])

        thread = threading.Thread(target=serve)
        thread.start()
        yield
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stop:
            stop.sendto(b"", server.getsockname())
        thread.join()


@pytest.mark.usefixtures("name_server")
def test_a_record_is_found_or_is_not_there() -> None:
    assert lookup.txt("key.test") == b"v=DKIM1; p=AAAA"
    assert lookup.txt("missing.test") is None
    assert lookup.txt("empty.test") is None


@pytest.mark.usefixtures("name_server")
@pytest.mark.parametrize("name", [SILENT, "broken.test"])
def test_no_answer_is_a_failure_of_its_own(name: str) -> None:
    with pytest.raises(TimeoutError):
        lookup.txt(name)
