"""What becomes of a letter: taken, refused, answered with the form, held, or left unanswered."""

import os
from email.message import EmailMessage
from pathlib import Path

import pytest
from club import PEOPLE, SEED, SETTINGS, Club, begin, reply, text

from pbm.core.failure import Failure, Status
from pbm.office import games
from pbm.office.resending import resend
from pbm.office.run import Run
from pbm.office.status import overview
from pbm.office.verifying import verdict
from pbm.rules import rules_text
from pbm.store.journal import Line

ANNA, BORIS, CAROL = "anna@example.org", "boris@example.org", "carol@example.org"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return begin(tmp_path / "club")


def outcomes(club: Club) -> list[str]:
    return [line.outcome for line in club.house.home.journal.since("")][::-1]


def held(club: Club) -> int:
    return club.house.home.mail.count_held()


def test_the_first_letters(club: Club) -> None:
    opened = club.open(seats=3)
    subjects = [letter["Subject"] for letter in club.letters()]
    assert len(subjects) == 3
    assert all("vesna" in subject for subject in subjects)
    for letter in club.letters():
        assert opened.desk.head.sealed in text(letter)
        names = [part.get_filename() for part in letter.iter_attachments()]
        assert names == ["vesna-0.pdf", "rules-akcioner.txt"]


def test_the_first_letter_brings_the_rules_in_its_readers_language(club: Club) -> None:
    club.open(seats=3)
    for address, language in ((ANNA, "ru"), (BORIS, "bg"), (CAROL, "en")):
        _, rules = club.last(address).iter_attachments()
        assert (rules.get_content_type(), rules.get_content_charset()) == ("text/plain", "utf-8")
        told = rules.get_content().replace("\r\n", "\n")
        assert told == rules_text("akcioner", language)


def test_a_move_by_mail(club: Club) -> None:
    club.open(seats=3)
    line = club.lines("Анна")[0]
    club.deliver(reply(club.last(ANNA), line))
    assert club.run() == []
    entry = club.ledger().last
    assert (entry.kind, entry.seat, entry.line, entry.via) == ("move", "Анна", line, "mail")
    assert entry.letter.startswith("sha256:")
    assert entry.message.startswith("sha256:")
    receipt, turn, news = club.last(ANNA), club.last(BORIS), club.last(CAROL)
    assert receipt["Auto-Submitted"] == "auto-replied"
    assert turn["Auto-Submitted"] == news["Auto-Submitted"] == "auto-generated"
    assert [part.get_filename() for part in turn.iter_attachments()] == ["vesna-1.pdf"]
    assert not list(news.iter_attachments())
    assert outcomes(club) == ["move"]
    assert club.run() == []
    assert len(club.letters()) == 6


def test_all_letters_of_a_game_are_one_thread(club: Club) -> None:
    club.open()
    first = club.last(ANNA)
    club.deliver(reply(first, club.lines("Анна")[0]))
    club.run()
    assert club.last(ANNA)["References"].split()[0] == first["References"].split()[0]


def test_news_only_to_the_next(tmp_path: Path) -> None:
    club = begin(tmp_path, SETTINGS + "news: next\n")
    club.open(seats=3)
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    club.run()
    assert len(club.letters(CAROL)) == 1


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("З0к", "З0к ж"),
        ("+9с | 30к ж |", "A11"),
        ("30к -50ж", "30к -60ж"),
        ("думаю, сыграю 30к ж", "30к ж"),
        ("30к ж | 30к з | 40с ж", "│"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(club: Club, words: str, part: str) -> None:
    club.open()
    before = club.ledger().last
    club.deliver(reply(club.last(ANNA), words))
    assert club.run() == []
    assert club.ledger().last == before
    assert part in text(club.last(ANNA))
    assert len(club.letters(ANNA)) == 2
    assert len(club.letters(BORIS)) == 1
    assert outcomes(club) == ["refused"]


def test_words_without_a_move_are_answered_and_told_to_the_game_master(club: Club) -> None:
    club.open()
    club.deliver(reply(club.last(ANNA), "Привет! Где почитать правила?"))
    (failure,) = club.run()
    assert Path(failure.where).is_file()
    assert "│" in text(club.last(ANNA))
    assert outcomes(club) == ["refused"]


def test_a_line_copied_with_its_bar_is_explained(club: Club) -> None:
    club.open()
    club.deliver(reply(club.last(ANNA), f"│ {club.lines('Анна')[0]} │ красные +30"))
    club.run()
    assert outcomes(club) == ["refused"]
    assert "черт" in text(club.last(ANNA))


def test_a_held_letter_is_read_again_when_it_is_given_again(club: Club) -> None:
    club.open()
    raw = reply(club.last(ANNA), club.lines("Анна")[0], "anna@new.example")
    club.deliver(raw)
    assert len(club.run()) == 1
    assert held(club) == 1
    players = club.folder / "players.yaml"
    players.write_text(
        players.read_text("utf-8").replace('"anna@work.example"', '"anna@new.example"'), "utf-8"
    )
    Run(club.house, lambda _: None).ingest(raw)
    assert club.ledger().last.number == 1
    assert held(club) == 0


def test_a_game_whose_seed_is_missing_or_another_takes_no_move(club: Club) -> None:
    club.open()
    seed = club.folder / "games" / "vesna.seed"
    for words in (None, "ab" * 32):
        seed.unlink(missing_ok=True)
        if words:
            seed.write_text(f"{words}\n")
        club.deliver(reply(club.last(ANNA), "30к ж", number=len(words or "")))
        failures = club.run()
        assert {failure.status for failure in failures} == {3}
        assert all(failure.where.endswith("vesna.seed") for failure in failures)
        assert club.ledger().last.number == 0
    seed.write_text(f"{SEED.hex()}\n")
    club.run()
    assert outcomes(club)[0] in {"move", "refused"}


def test_a_game_opened_before_there_is_mail_says_so(tmp_path: Path) -> None:
    club = begin(tmp_path, "club: Club\n")
    names = ["Анна", "Борис"]
    opened = games.new(club.house, "vesna", "akcioner", names, {}, seed=SEED)
    assert isinstance(opened, games.Opened)
    assert opened.mail_is_missing
    assert opened.without_mail == ("Анна", "Борис")


def test_a_torn_game_is_repaired_by_the_next_run_without_a_letter(club: Club) -> None:
    club.open(formula="1+1")
    path = club.folder / "games" / "vesna.yaml"
    while club.ledger().last.state["to_move"] is not None:
        mover = club.ledger().last.state["to_move"]
        games.move(club.house, "vesna", club.lines(mover)[0])
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    (told,) = club.run()
    assert (told.status, "set aside" in str(told)) == (Status.DONE, True)
    assert club.ledger().last.kind == "opened_seal"
    assert verdict(path).status == 0


def test_a_card_that_is_not_held_is_refused_with_cards_that_are(club: Club) -> None:
    club.open()
    mine = club.lines("Анна")
    other = next(
        line
        for line in ("30с к", "40с к", "50с к", "60с к", "-30с к")
        if not any(own.startswith(line.split()[0]) for own in mine)
    )
    club.deliver(reply(club.last(ANNA), other))
    club.run()
    assert "A7" in text(club.last(ANNA))
    assert mine[0].split()[0] in text(club.last(ANNA))


def test_an_old_token_gets_the_present_form(club: Club) -> None:
    club.open()
    old = club.last(ANNA)
    line = club.lines("Анна")[0]
    club.deliver(reply(old, line))
    club.run()
    club.deliver(reply(club.last(BORIS), club.lines("Борис")[0]))
    club.run()
    club.deliver(reply(old, line, number=2))
    club.run()
    assert club.ledger().last.number == 2
    assert outcomes(club) == ["move", "move", "old"]
    assert [part.get_filename() for part in club.last(ANNA).iter_attachments()] == ["vesna-2.pdf"]


def test_out_of_turn(club: Club) -> None:
    club.open()
    club.deliver(reply(club.last(BORIS), "30к ж"))
    club.run()
    assert outcomes(club) == ["not-to-move"]
    assert text(club.last(BORIS)).count("на ход е Анна") == 1
    assert "нищо не е променено" in text(club.last(BORIS))
    assert club.ledger().last.number == 0


def test_a_stranger_is_held_and_gets_no_answer(club: Club) -> None:
    club.open()
    stranger = EmailMessage()
    stranger["From"] = "somebody@example.com"
    stranger["To"] = "club@example.net"
    stranger["Subject"] = "vesna"
    stranger.set_content("30к ж\n")
    club.deliver(stranger.as_bytes())
    (failure,) = club.run()
    assert "somebody@example.com" in str(failure)
    assert held(club) == 1
    assert len(club.letters()) == 2
    assert club.run() == []


@pytest.mark.parametrize(
    "sender",
    [
        "boris@example.org",
        '"anna@example.org" <evil@example.com>',
        "evil@example.com",
        "anna@example.org, boris@example.org",
    ],
)
def test_another_sender_with_the_right_token_is_held(club: Club, sender: str) -> None:
    club.open()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0], sender))
    assert len(club.run()) == 1
    assert held(club) == 1
    assert club.ledger().last.number == 0
    assert len(club.letters()) == 2


def test_a_second_address_of_the_player_is_as_good(club: Club) -> None:
    club.open()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0], "Anna <ANNA@work.example>"))
    assert club.run() == []
    assert club.ledger().last.number == 1


def test_sender_lenient_takes_the_token_alone(tmp_path: Path) -> None:
    club = begin(tmp_path, SETTINGS + "sender: lenient\n")
    club.open()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0], "anna@hotel.example"))
    assert club.run() == []
    assert club.ledger().last.number == 1


def test_a_forged_token_is_none(club: Club) -> None:
    club.open()
    forged = EmailMessage()
    forged["From"] = ANNA
    forged["To"] = "club+vesna.0.1.aaaaaaaaaaaaaaaa@example.net"
    forged.set_content(club.lines("Анна")[0])
    club.deliver(forged.as_bytes())
    club.run()
    assert outcomes(club) == ["form"]
    assert club.ledger().last.number == 0


def without_a_token(club: Club, player: str, subject: str = "my games") -> list[str | None]:
    """The forms that answer a player's letter without a token."""
    before = len(club.letters(player))
    bare = EmailMessage()
    bare["From"] = player
    bare["To"] = "club@example.net"
    bare["Subject"] = subject
    bare["Message-ID"] = f"<{before}@example.org>"
    bare.set_content("30к ж\n")
    club.deliver(bare.as_bytes())
    club.run()
    letters = club.letters(player)[before:]
    return [part.get_filename() for each in letters for part in each.iter_attachments()]


def test_a_player_without_a_token_gets_the_forms_that_wait_for_him(club: Club) -> None:
    club.open()
    club.open("leto")
    assert without_a_token(club, ANNA) == ["leto-0.pdf", "vesna-0.pdf"]
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    club.run()
    assert club.ledger().last.number == 1
    assert without_a_token(club, ANNA) == ["leto-0.pdf"]
    assert without_a_token(club, ANNA, "Re: vesna") == ["vesna-1.pdf"]


def test_one_form_goes_to_a_player_for_whom_no_game_waits(club: Club) -> None:
    club.open()
    club.open("leto")
    assert without_a_token(club, BORIS) == ["leto-0.pdf"]


def test_a_word_of_the_subject_that_names_a_game_of_others_names_none(club: Club) -> None:
    club.open(seats=3)
    club.open("my")
    assert without_a_token(club, CAROL, "my move") == ["vesna-0.pdf"]


@pytest.mark.parametrize(
    "subject", ["Отсутствует форма", "Отсутствуют правила?", "Не доставлено, пришлите ещё раз"]
)
def test_who_misses_something_is_no_robot(club: Club, subject: str) -> None:
    club.open()
    assert without_a_token(club, ANNA, subject) == ["vesna-0.pdf"]


@pytest.mark.parametrize(
    "subject", ["Отсутствую до 1 мая", "Отсутствует на работе", "Не доставлено: ход"]
)
def test_a_robot_may_be_told_by_its_subject(club: Club, subject: str) -> None:
    club.open()
    assert without_a_token(club, ANNA, subject) == []


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Auto-Submitted", "auto-replied"),
        ("Precedence", "auto_reply"),
        ("X-Autoreply", "yes"),
        ("Return-Path", "<>"),
    ],
)
def test_robots_get_no_answer(club: Club, header: str, value: str) -> None:
    club.open()
    raw = f"{header}: {value}\n".encode() + reply(club.last(ANNA), club.lines("Анна")[0])
    club.deliver(raw)
    assert club.run() == []
    assert club.ledger().last.number == 0
    assert len(club.letters()) == 2


def test_the_same_letter_again_changes_nothing(club: Club) -> None:
    club.open()
    raw = reply(club.last(ANNA), club.lines("Анна")[0])
    club.deliver(raw)
    club.deliver(raw)
    club.run()
    assert club.ledger().last.number == 1
    assert len(club.letters(ANNA)) == 2
    club.deliver(b"X-Scanned: clean\n" + raw)
    club.run()
    assert len(club.letters(ANNA)) == 3
    club.deliver(b"X-Scanned: twice\n" + raw)
    club.run()
    assert len(club.letters(ANNA)) == 3
    assert club.ledger().last.number == 1


def test_one_broken_game_stops_no_other(club: Club) -> None:
    club.open()
    club.open("leto")
    for game in ("vesna", "leto"):
        letter = next(each for each in club.letters(ANNA) if game in each["Subject"])
        club.deliver(reply(letter, club.lines("Анна", game)[0]))
    path = club.folder / "games" / "leto.yaml"
    path.write_bytes(path.read_bytes().replace(b'"cash": 0', b'"cash": 9', 1))
    (failure,) = club.run()
    assert failure.status == 3
    assert "leto.yaml:" in failure.where
    assert club.ledger("vesna").last.number == 1
    assert len(club.run()) == 1


def test_the_end_of_a_game(club: Club) -> None:
    club.open(formula="1+1")
    for _ in range(4):
        mover = club.ledger().last.state["to_move"]
        address = ANNA if mover == "Анна" else BORIS
        club.deliver(reply(club.last(address), club.lines(mover)[0]))
        assert club.run() == []
    last = club.ledger().last
    assert (last.kind, last.seed) == ("opened_seal", bytes(range(32)).hex())
    for address in (ANNA, BORIS):
        letter = club.last(address)
        assert last.seed in text(letter)
        assert LEDGER_ATTACHED[address] in text(letter)
        assert prices_told(letter) == prices_of_last_move(club)
        assert f" {last.number} " in text(letter).splitlines()[-1]
        files = {part.get_filename(): part.get_content() for part in letter.iter_attachments()}
        assert files["vesna.yaml"] == club.ledger().path.read_bytes()
    moved = club.ledger().tail(2)[0]
    assert moved.line.split()[0] in text(club.last(ANNA if moved.seat == "Анна" else BORIS))
    club.deliver(reply(club.last(ANNA), "30к ж"))
    club.run()
    assert outcomes(club)[-1] == "over"


LEDGER_ATTACHED = {ANNA: "Журнал партии приложен", BORIS: "Дневникът на партията е приложен"}


def prices_told(letter: EmailMessage) -> list[list[str]]:
    """What the table of prices in a letter has in its last two columns."""
    rows = [line.split("│") for line in text(letter).splitlines() if line.startswith("│")]
    head = next(n for n, row in enumerate(rows) if not row[1].strip() and not row[2].strip())
    return [[cell.strip() for cell in row[3:]] for row in rows[head + 1 : head + 5]]


def prices_of_last_move(club: Club) -> list[list[str]]:
    """What stands there: the price before the move where it changed, and the price now."""
    *_, before, _, last = club.ledger().entries()
    pairs = zip(before.state["prices"].values(), last.state["prices"].values(), strict=True)
    return [["" if was == now else str(was), str(now)] for was, now in pairs]


def test_the_last_letter_is_sent_again_with_the_ledger_in_it(club: Club) -> None:
    club.open(formula="1+1")
    while (to_move := club.ledger().last.state["to_move"]) is not None:
        games.move(club.house, "vesna", club.lines(to_move)[0])
    club.run()
    ended = club.last(ANNA)
    resend(club.house, "vesna", "Анна", lambda failure: pytest.fail(str(failure)))
    club.run()
    again = club.last(ANNA)
    assert len(club.letters(ANNA)) == len(club.letters(BORIS)) + 1
    assert (again["Subject"], text(again)) == (ended["Subject"], text(ended))
    ledger, form = (part.get_content() for part in list(again.iter_attachments())[::-1])
    assert ledger == (club.folder / "games" / "vesna.yaml").read_bytes()
    assert form.startswith(b"%PDF")


def test_an_unexpected_fault_holds_the_letter(club: Club) -> None:
    club.open()
    templates = club.folder / "templates" / "ru"
    templates.mkdir(parents=True)
    (templates / "receipt.txt").write_text("{{ 1 / 0 }}", encoding="utf-8")
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    (failure,) = club.run()
    assert "Traceback" not in str(failure)
    assert held(club) == 1
    (trace,) = (club.folder / "mail" / "held").glob("*.trace")
    assert "ZeroDivisionError" in trace.read_text()
    assert club.ledger().last.number == 0


def test_the_subject_of_a_refusal_tells_which_move_was_not_taken(club: Club) -> None:
    club.open(seats=3)
    said = {}
    for player in PEOPLE[:3]:
        address = player.addresses[0]
        club.deliver(reply(club.last(address), "З0к З0к"))
        assert club.run() == []
        said[player.language] = str(club.last(address)["Subject"]).partition(" [")[0]
        games.move(club.house, "vesna", club.lines(player.name)[0])
        club.run()
    assert said == {
        "ru": "vesna: ход 1 не принят",
        "bg": "vesna: ход 2 не е приет",
        "en": "vesna: move 3 was not taken",
    }


def test_no_more_answers_than_the_limits_allow(tmp_path: Path) -> None:
    club = begin(tmp_path, SETTINGS + "limits: {per_hour: 2, per_day: 50}\n")
    club.open()
    first = club.last(ANNA)
    for number in range(4):
        club.deliver(reply(first, "З0к", number=number))
    failures = club.run()
    assert len(club.letters(ANNA)) == 3
    assert ["anna@example.org" in str(failure) for failure in failures] == [True, True]
    assert ["held" in str(failure) for failure in failures] == [True, True]
    assert outcomes(club) == ["refused", "refused", "held", "held"]
    assert held(club) == 2


def test_of_a_letter_that_the_limits_hold_it_is_not_told_that_it_was_answered(
    tmp_path: Path,
) -> None:
    club = begin(tmp_path, SETTINGS + "limits: {per_hour: 1, per_day: 50}\n")
    club.open()
    for number in range(2):
        club.deliver(reply(club.last(ANNA), "Здравствуйте, как дела?", number=number))
        told = club.run()
    (failure,) = told
    assert "is held" in str(failure)
    assert Path(failure.where).exists()


def test_answers_of_a_clock_that_was_ahead_do_not_count(tmp_path: Path) -> None:
    club = begin(tmp_path, SETTINGS + "limits: {per_hour: 2, per_day: 2}\n")
    club.open()
    for number in range(3):
        line = Line(f"{number}", "", "refused", "vesna", "2999-01-01T00:00:00Z", ANNA)
        club.house.home.journal.add(line)
    club.deliver(reply(club.last(ANNA), "З0к"))
    assert club.run() == []
    assert outcomes(club)[-1] == "refused"


def test_an_entry_that_came_of_a_letter_is_never_cut_off_as_a_broken_write(club: Club) -> None:
    club.open()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    assert club.run() == []
    path = club.ledger().path
    short = path.read_bytes()[:-300]
    path.write_bytes(short)
    (told,) = club.run()
    assert told.status is Status.DAMAGED
    assert path.read_bytes() == short


def test_a_player_on_paper_is_told_of(tmp_path: Path) -> None:
    club = begin(tmp_path)
    games.new(club.house, "vesna", "akcioner", ["Анна", "Пётр"], {"order": "given"}, seed=SEED)
    club.run()
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    (told,) = club.run()
    assert (told.status, "Пётр" in str(told)) == (Status.DONE, True)
    assert told.cure is not None
    assert told.cure.values["number"] == 2


def test_what_is_no_letter_stops_no_letter(club: Club) -> None:
    club.open()
    new = club.folder / "mail" / "new"
    (new / "a-folder").mkdir()
    (new / "a-link").symlink_to("nowhere")
    os.mkfifo(new / "a-pipe")
    (new / f"20261399T999999.000000Z.{'a' * 64}").write_bytes(b"From: x@y.example\n\nx")
    club.deliver(reply(club.last(ANNA), club.lines("Анна")[0]))
    told = [failure.where for failure in club.run() if "held" not in str(failure)]
    assert sorted(told) == [str(new / name) for name in ("a-folder", "a-link", "a-pipe")]
    assert club.ledger().last.number == 1
    assert club.run() == []


def test_a_letter_that_is_too_large_is_answered_once(tmp_path: Path) -> None:
    club = begin(tmp_path, SETTINGS + "max_size: 30 KB\n")
    club.open()
    line = club.lines("Анна")[0]
    club.deliver(reply(club.last(ANNA), f"{line}\n\n" + "x " * 40_000))
    club.run()
    assert outcomes(club) == ["refused"]
    assert club.ledger().last.number == 0
    assert len(club.letters(ANNA)) == 2


def test_a_server_that_stays_out_of_reach_is_told_of_once_a_day(tmp_path: Path) -> None:
    settings = SETTINGS.replace("maildir:out", "smtp://127.0.0.1:1") + "plaintext: true\n"
    club = begin(tmp_path, settings)
    opened = games.new(club.house, "vesna", "akcioner", ["Анна", "Борис"], {}, seed=SEED)
    assert isinstance(opened, games.Opened)
    reported: list[Failure] = []
    for _ in range(2):
        run = Run(club.house, reported.append)
        run.all()
        assert run.status == Status.UNREACHABLE
    assert len(reported) == 1
    told = club.folder / "mail" / "told"
    _, _, words = told.read_text("utf-8").partition(" ")
    told.write_text(f"0 {words}", "utf-8")
    Run(club.house, reported.append).all()
    assert len(reported) == 2


def test_status_tells_what_is_missing_before_anything_needs_it(club: Club) -> None:
    club.open()
    home = club.house.home
    seed = home.games_folder / "vesna.seed"
    for path in (home.secret_file, home.players_file, seed):
        path.rename(path.with_suffix(".aside"))
        rows, failures = overview(str(club.folder))
        assert [failure.where for failure in failures] == [str(path)]
        path.with_suffix(".aside").rename(path)
    rows, failures = overview(str(club.folder))
    assert (len(rows), failures) == (1, [])


def test_what_lasts_is_told_once_a_day_and_by_status(club: Club) -> None:
    club.open()
    settings = club.folder / "pbm.yaml"
    settings.write_text(SETTINGS.replace("maildir:in", "imap://club@127.0.0.1:1/INBOX"))
    (told,) = club.run()
    assert club.run() == []
    reported: list[Failure] = []
    Run(club.house, reported.append, watched=True).all()
    assert list(map(str, reported)) == [str(told)]
    assert any(str(told) in row.values.values() for row in overview(str(club.folder))[0])
    settings.write_text(SETTINGS)
    assert club.run() == []
    assert len(overview(str(club.folder))[0]) == 1


def test_a_player_without_a_game_reaches_the_game_master(club: Club) -> None:
    club.deliver(b"From: dina@example.org\nTo: club@example.net\nSubject: ?\n\nMay I join?\n")
    (told,) = club.run()
    assert "Дина" in str(told)
    assert Path(told.where).read_bytes().endswith(b"May I join?\n")
    assert outcomes(club) == ["no-game"]


def test_a_finished_game_is_told_as_finished_to_who_asks_for_it(club: Club) -> None:
    club.open(formula="1+1")
    while mover := club.ledger().last.state["to_move"]:
        games.move(club.house, "vesna", club.lines(mover)[0])
    club.run()
    club.deliver(b"From: anna@example.org\nTo: club@example.net\nSubject: vesna\n\nhello\n")
    assert club.run() == []
    assert "партия окончена; ничего не изменилось" in text(club.last(ANNA))
