"""Settings: what they mean, and every way in which a person errs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbm.core.failure import Wrong
from pbm.store.passwords import Password
from pbm.store.settings import TEMPLATE, Limits, Settings, read_settings


def settings(folder: Path, text: str | bytes) -> Settings:
    return read_settings(folder / "pbm.yaml", text if isinstance(text, bytes) else text.encode())


def said(wrong: Wrong) -> str:
    """Everything that a person would see of a failure."""
    cure = wrong.cure
    parts = [str(wrong), wrong.where, wrong.shown]
    return "\n".join([*parts, cure.text.format_map(dict(cure.values)) if cure else ""])


def test_the_template_is_the_defaults(tmp_path: Path) -> None:
    assert settings(tmp_path, TEMPLATE) == Settings(club="My club")


def test_every_example_in_the_template_can_be_used(tmp_path: Path) -> None:
    lines = [
        line[1:] if line.startswith("#") and not line.startswith("# ") and len(line) > 1 else line
        for line in TEMPLATE.splitlines()
    ]
    found = settings(tmp_path, "\n".join(lines))
    assert found.address == "club@example.org"
    assert found.postal == "Ivan Petrov, 1 Example Street, 1000 Sofia"
    assert found.mail_in == "imaps://club%40example.org@imap.example.org/INBOX"
    assert found.mail_out == "smtps://club%40example.org@smtp.example.org"
    assert found.password is not None
    assert found.password.name == "password"
    assert found.password_out is not None
    assert found.password_out.name == "PBM_PASSWORD_OUT"


def test_every_key_is_explained_in_the_template() -> None:
    for key in Settings._fields:
        assert f"\n{key}:" in TEMPLATE or f"\n#{key}:" in TEMPLATE, key


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "\ufeff"])
def test_an_empty_file_is_the_defaults(tmp_path: Path, text: str) -> None:
    assert settings(tmp_path, text) == Settings()


def test_values_of_every_kind(tmp_path: Path) -> None:
    found = settings(
        tmp_path,
        """
club: 2024
address: Club@Example.org
plus_address: yes
language: bg
timezone: Europe/Sofia
mail_in: maildir:incoming
mail_out: smtp://club@example.org@mail.example.org:25
password: {command: "pass show club"}
plaintext: on
news: next
sender: strict
trust: "*.Yandex.net"
limits: {per_hour: 7}
max_size: 500 kB
history_rows: 40
""",
    )
    assert found == Settings(
        club="2024",
        address="Club@Example.org",
        plus_address=True,
        language="bg",
        timezone="Europe/Sofia",
        mail_in="maildir:incoming",
        mail_out="smtp://club@example.org@mail.example.org:25",
        password=Password("command", "pass show club", f"{tmp_path}/pbm.yaml:9:11"),
        password_out=Password("command", "pass show club", f"{tmp_path}/pbm.yaml:9:11"),
        plaintext=True,
        news="next",
        sender="strict",
        trust="*.yandex.net",
        limits=Limits(7, 50),
        max_size=500_000,
        history_rows=40,
    )


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("adress: a@b.example\n", "1:1", "Did you mean address?"),
        ("club: x\n\nNews: all\n", "3:1", "Did you mean news?"),
        ("zzz: 1\n", "1:1", "Known are: club, address"),
        ("club: x\nnews: none\n", "2:7", "must be one of: all, next"),
        ("news: al\n", "1:7", "Did you mean all?"),
        ("news: [all]\n", "1:7", "must be one of"),
        ("language: Russian\n", "1:11", "ru, bg, en"),
        ("plus_address: maybe\n", "1:15", "true or false"),
        ("plus_address: 1\n", "1:15", "true or false"),
        ("club:\n", "1:6", "text is missing"),
        ("club: [a]\n", "1:7", "text is missing"),
        ("club: ' '\n", "1:7", "text is missing"),
        ("club: a\nclub: b\n", "2:1", "stands in line 1 already"),
        ("timezone: Moscow\n", "1:11", "no time zone Moscow"),
        ("timezone: ../../etc/shadow\n", "1:11", "no time zone"),
        ("timezone: Europe\n", "1:11", "no time zone"),
        ("address: nobody\n", "1:10", "not an e-mail address"),
        ("address: 'Club <c@example.org>'\n", "1:11", "not an e-mail address"),
        ("address: club@exаmple.org\n", "1:17", "The letter а is not a Latin one"),
        ('address: "сlub@example.org"\n', "1:11", "The letter с is not"),
        ("mail_in: imaps://h.example\n", "1:1", "address of its own"),
        ("address: a@b.example\nmail_out: sendmail\n", "2:11", "one of: smtps:, smtp:, maildir:"),
        ("address: a@b.example\nmail_in: smtp://h\n", "2:10", "imaps:, imap:, maildir:"),
        ("address: a@b.example\nmail_in: imaps:h.example\n", "2:10", "begins with one of"),
        ("address: a@b.example\nmail_in: 'maildir:'\n", "2:10", "begins with one of"),
        ("limits: 5\n", "1:9", "name: value"),
        ("limits: {per_hour: 0}\n", "1:20", "whole number from 1"),
        ("limits: {hour: 5}\n", "1:10", "Did you mean per_hour?"),
        ("max_size: huge\n", "1:11", "size like 10 MB"),
        ("max_size: 10\n", "1:11", "size like 10 MB"),
        ("history_rows: 0\n", "1:15", "whole number from 1"),
        ("sender: strickt\n", "1:9", "Did you mean strict?"),
        ("trust: yes\n", "1:8", "not the name of a mail server"),
        ("trust: google\n", "1:8", "like mx.google.com"),
        ("trust: '*'\n", "1:8", "not the name of a mail server"),
        ("trust: 'mx.*.com'\n", "1:8", "not the name of a mail server"),
        ("trust: [mx.google.com]\n", "1:8", "text is missing"),
        ("- club: x\n", "1:1", "name: value"),
        ("club\n", "1:1", "name: value"),
        ("club: [x\nnews: all\n", "2:5", "cannot be read as YAML"),
        ("club: x\n\tnews: all\n", "2:1", "a tab"),
        ("club: x: y\n", "1:8", "cannot be read as YAML"),
        ("Клуб: x\nclub: *a\n", "2:7", "cannot be read as YAML"),
        ("club: x\n---\nclub: y\n", "2:1", "cannot be read as YAML"),
        ("club: \x07\n", "", "cannot be read as YAML"),
        ("? [a]\n: b\n", "1:3", "text is missing"),
        ("Клуб: x\n", "1:1", "There is no key Клуб"),
    ],
)
def test_an_error_is_told_with_its_place_and_cure(
    tmp_path: Path, text: str, place: str, says: str
) -> None:
    with pytest.raises(Wrong) as caught:
        settings(tmp_path, text)
    wrong = caught.value
    assert says in said(wrong)
    assert wrong.where == f"{tmp_path}/pbm.yaml" + (f":{place}" if place else "")
    if place:
        line = text.splitlines()[int(place.partition(":")[0]) - 1]
        assert wrong.shown
        assert line.startswith(wrong.shown)


def test_a_file_that_is_not_utf8_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(Wrong) as caught:
        settings(tmp_path, b"news: all\n# \xd0\xb0\nclub: " + "Клуб".encode("cp1251"))
    assert caught.value.where.endswith("pbm.yaml:3:7")
    assert "UTF-8" in said(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "password: hunter2\n",
        "password: 'hunter2'\n",
        "password:\n  hunter2\n",
        "password: {env: A, file: hunter2}\n",
        "password: {hunter2}\n",
        "password: {hunter2: env}\n",
        "password: {env: [hunter2]}\n",
        "password: [hunter2]\n",
        "password: @hunter2\n",
        "password: hunter2: x\n",
        "password: 'hunter2\n",
        "password:\n  hunter2: x: y\n",
        "pasword: hunter2\n",
        "Password: hunter2\n",
        "secret: hunter2\n",
        "password_out: hunter2\n",
        "address: a@b.example\nmail_in: imaps://club:hunter2@h.example\n",
        "address: a@b.example\nmail_out: smtp://a%40b.example:hunter2@h.example\n",
        "address: a@b.example\nmail_out: smtp://a@b.example:hunter2@h.example\n",
        "address: a@b.example\nmail_out: http://a:hunter2@h.example\n",
    ],
)
def test_a_password_is_refused_and_never_shown(tmp_path: Path, text: str) -> None:
    with pytest.raises(Wrong) as caught:
        settings(tmp_path, text)
    assert "hunter2" not in said(caught.value)
    assert caught.value.where.startswith(f"{tmp_path}/pbm.yaml:")


def test_a_password_is_found_in_each_place(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("from file\nmore\n")
    (tmp_path / "with space").write_text("from command\n")
    environ = {"CLUB": "from env", **os.environ}
    for place, name in [("env", "CLUB"), ("file", "password"), ("command", "cat 'with space'")]:
        found = Password(place, name, "pbm.yaml:1:1").reveal(environ, tmp_path)
        assert found == f"from {place}"


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("env", "NO_SUCH"),
        ("env", "EMPTY"),
        ("file", "nowhere"),
        ("file", "."),
        ("file", "empty"),
        ("file", "binary"),
        ("command", "false"),
        ("command", "no-such-command-here"),
        ("command", "sh -c 'echo hunter2; exit 1'"),
        ("command", "sh -c 'echo hunter2 >&2'"),
        ("command", "echo 'hunter2"),
        ("command", " "),
        ("command", "true"),
    ],
)
def test_a_password_that_cannot_be_had_is_told(tmp_path: Path, place: str, name: str) -> None:
    (tmp_path / "empty").write_text("\nsecond\n")
    (tmp_path / "binary").write_bytes(b"hunter2\xff\xff")
    password = Password(place, name, "pbm.yaml:4:11")
    with pytest.raises(Wrong) as caught:
        password.reveal({"EMPTY": "", **os.environ}, tmp_path)
    assert "hunter2" not in str(caught.value)
    assert caught.value.where == "pbm.yaml:4:11"


def test_light_commands_do_not_import_yaml() -> None:
    """What a run with nothing to do, a status and a listing of games need."""
    code = (
        "import sys, pbm.store.home, pbm.store.ledgers, pbm.store.settings, pbm.store.players\n"
        "heavy = {'yaml', 'subprocess', 'zoneinfo', 'difflib'}\n"
        "sys.exit(' '.join(heavy & sys.modules.keys()) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
