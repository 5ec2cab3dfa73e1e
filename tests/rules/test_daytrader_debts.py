"""The rules of Daytrader one by one: taxes, debts, other squares, by mail (D50-D95)."""

from typing import Any

import pytest
from daytrader_play import game, happen, home, play, position, spot, square, step
from test_daytrader_rules import READY, TABLE, cash, codes, kinds, row, rules, shown

from pbm.core.accounts import BANK
from pbm.core.contract import Past
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import Errand, State, Task


def landing(
    ground: str, jobs: dict[int, str] | None = None, *dice: int, card: str = "", **seats: Any
) -> Session:
    """The first seat throws 1 and comes to the first square of a kind; then the other throws."""
    seats["A"] = {**seats.get("A", {}), "square": square(TABLE, ground) - 1}
    state = position(TABLE, jobs, task=Task(Errand.BEGIN, 0), **seats)
    return happen(TABLE, state, [1, *dice], [card] if card else [])


# Taxes


@pytest.mark.parametrize(
    ("held", "bracket", "tax"),
    [(0, 0, 0), (99, 0, 0), (100, 1, 20), (1200, 4, 200), (2999, 6, 450), (9000, 7, 650)],
)
def test_d50_the_bracket_is_announced_and_its_tax_paid(held: int, bracket: int, tax: int) -> None:
    session = landing("taxes", A={"cash": held})
    assert session.cash(0) == held - tax
    assert session.brackets[0] == bracket
    assert session.facts[1] == {"fact": "bracket", "seat": "Anna", "bracket": bracket, "tax": tax}


@pytest.mark.parametrize(("die", "left"), [(2, 1200), (3, 1000)])
def test_d51_a_holder_of_stock_throws_for_exemption(die: int, left: int) -> None:
    session = landing("taxes", None, die, A={"cash": 1200, "stock": {2: 1}, "retirement": 1})
    assert session.cash(0) == left
    assert landing("taxes", A={"cash": 1200, "retirement": 1}).cash(0) == 1000


# Debts


def owing(money: int, jobs: dict[int, str] | None = None, **seats: Any) -> State:
    """A position in which the first seat owes money that it may not have."""
    return position(TABLE, jobs, task=Task(Errand.DEBT, 0, money), **seats)


def slump() -> Session:
    """Everybody pays 30 a card, and two of three cannot."""
    seats: dict[str, Any] = {
        "A": {"cash": 20, "stock": {1: 1}},
        "B": {"cash": 70, "stock": {1: 2}},
        "C": {"stock": {2: 4}},
    }
    return landing("volatile", card="VM35", **seats)


def test_d60_debtors_are_asked_in_the_order_of_play_after_the_others_have_paid() -> None:
    session = slump()
    assert shown(session) == (20, 10, 0)
    assert session.pending == [
        Task(Errand.DEBT, 0, 30, "VM35"),
        Task(Errand.DEBT, 2, 120, "VM35"),
    ]
    state = session.after({})
    assert state.mover == 0
    assert codes(TABLE, state, "LOAN BANK 2", 2) == ["not-your-turn"]
    after = play(TABLE, state, "LOAN BANK 1")
    assert (after.mover, after.turn) == (2, 0)
    assert play(TABLE, after, "LOAN BANK 2").pending == (Task(Errand.BEGIN, 1),)


def test_d60_nothing_else_is_done_before_a_debt() -> None:
    state = owing(100, A={"cash": 20, "stock": {1: 1}}, B={})
    for line in ("SELL 1 1", "WORK", "PASS", "REPAY 1"):
        assert codes(TABLE, state, line) == ["debt-first"]
    assert play(TABLE, state, "LEND Boris 1").pending == state.pending


def test_d60_a_debt_that_the_cash_pays_by_then_is_paid() -> None:
    session = happen(TABLE, owing(100, A={"cash": 100}))
    assert session.cash(0) == 0
    assert kinds(session) == ["pays"]


def test_d61_a_token_brings_100_and_the_debt_is_paid_when_it_can_be() -> None:
    state = owing(250, {1: "A---", 3: "A---"}, A={"cash": 20, "tokens": 1, "pledged": 2})
    part = play(TABLE, state, "LOAN BANK 1")
    assert (part.seats[0].cash, part.seats[0].tokens, part.mover) == (120, 0, 0)
    assert [row(part, n) for n in (1, 3)] == ["A---", "A---"]
    paid = play(TABLE, part, "LOAN BANK 2")
    assert (paid.seats[0].cash, paid.seats[0].pledged) == (70, (BANK,) * 5)
    assert [row(paid, n) for n in (1, 3)] == ["----", "----"]


def test_d61_tokens_in_hand_go_first_then_the_worst_paid() -> None:
    state = owing(50, {1: "A---", 3: "A---"}, A={"tokens": 0, "pledged": 3})
    assert [row(play(TABLE, state, "LOAN BANK 1"), n) for n in (1, 3)] == ["----", "A---"]


def test_d61_no_more_than_the_debt_takes_nor_than_there_is() -> None:
    state = owing(130, A={"cash": 20})
    assert codes(TABLE, state, "LOAN BANK 3") == ["more-than-needed"]
    assert codes(TABLE, state, "LOAN BANK 2; LOAN BANK 1") == ["more-than-needed"]
    assert codes(TABLE, owing(900, A={"pledged": 3}), "LOAN BANK 3") == ["too-few-tokens"]
    assert codes(TABLE, position(TABLE), "LOAN BANK 1") == ["no-debt"]
    assert rules(position(TABLE), "LOAN BANK 1") == ["D61"]


def test_d61_all_that_stands_against_a_loan_is_told() -> None:
    seats = {"A": {"cash": 20, "tokens": 1, "pledged": 3}, "B": {"cash": 900}}
    state = owing(100, {1: "A---"}, **seats)
    both = ["too-few-tokens", "more-than-needed"]
    assert codes(TABLE, state, "LOAN BANK 3") == both
    assert codes(TABLE, state, "LOAN Anna 3") == [*both, "lends-to-himself"]
    assert codes(TABLE, state, "LOAN Boris 3") == [*both, "no-such-offer"]
    assert codes(TABLE, state, "LOAN BANK 3; BANKRUPT") == [*both, "loan-or-bankruptcy"]
    assert codes(TABLE, owing(200, {1: "A---"}, **seats), "LOAN BANK 3") == ["too-few-tokens"]


@pytest.mark.parametrize(("money", "more"), [(99, ["no-such-offer"]), (100, [])])
def test_d80_a_refused_loan_tells_no_more_of_cash_than_one_that_is_needed(
    money: int, more: list[str]
) -> None:
    state = owing(100, A={"cash": 20}, B={"cash": money, "lends": {0: 3}})
    assert codes(TABLE, state, "LOAN Boris 3") == ["more-than-needed", *more]


def test_d62_a_player_lends_if_he_said_so_and_has_the_money() -> None:
    state = owing(100, A={"cash": 20}, B={"cash": 150})
    assert codes(TABLE, state, "LOAN Boris 1") == ["no-such-offer"]
    state = play(TABLE, state, "LEND Anna 2", 1)
    after = play(TABLE, state, "LOAN Boris 1")
    assert cash(after)[:2] == (20, 50)
    assert (after.seats[0].pledged, after.seats[1].lends) == ((1,), ((0, 1),))
    assert codes(TABLE, state, "LOAN Anna 1") == ["lends-to-himself"]
    poor = play(TABLE, owing(100, B={"cash": 99}), "LEND Anna 2", 1)
    assert codes(TABLE, poor, "LOAN Boris 1") == ["no-such-offer"]
    taken_back = play(TABLE, state, "LEND Anna 0", 1)
    assert codes(TABLE, taken_back, "LOAN Boris 1") == ["no-such-offer"]
    assert codes(TABLE, state, "LEND Boris 1", 1) == ["lends-to-himself"]


def test_d62_an_offer_that_is_used_up_is_gone() -> None:
    state = play(TABLE, owing(100, B={"cash": 900}), "LEND Anna 1", 1)
    after = play(TABLE, state, "LOAN Boris 1")
    assert TABLE.load(TABLE.dump(after)) == after
    again = after._replace(pending=(Task(Errand.DEBT, 0, 100),))
    assert codes(TABLE, again, "LOAN Boris 1") == ["no-such-offer"]


def test_d63_the_lender_keeps_what_the_token_is_bought_back_for() -> None:
    state = position(TABLE, A={"cash": 300, "pledged": [1, BANK]}, B={})
    once = play(TABLE, state, "REPAY 1; PASS")
    assert cash(once)[:2] == (150, 150)
    twice = play(TABLE, state, "REPAY 2; PASS")
    assert cash(twice)[:2] == (0, 150)
    assert (twice.seats[0].tokens, twice.seats[0].pledged) == (5, ())


def test_d64_tokens_are_bought_back_before_anything_else() -> None:
    state = position(TABLE, A={"cash": 449, "pledged": 3})
    assert codes(TABLE, state, "REPAY 3; PASS") == ["short-cash"]
    assert codes(TABLE, state, "REPAY 4; PASS") == ["not-pledged"]
    assert codes(TABLE, state, "PASS; REPAY 1") == ["repay-first"]
    alone = play(TABLE, state, "REPAY 1")
    assert (alone.seats[0].cash, alone.pending) == (299, state.pending)


def test_d65_a_bankrupt_gives_everything_up_and_begins_anew() -> None:
    state = owing(
        200,
        {2: "AB-A"},
        A={"cash": 10, "stock": {2: 1}, "retirement": 1, "pledged": [1, BANK], "bracket": 1},
        B={"pledged": [0]},
    )
    after = play(TABLE, state, "BANKRUPT")
    assert row(after, 2) == "-B--"
    anna = after.seats[0]
    assert (anna.cash, anna.tokens, anna.pledged, anna.square) == (0, 5, (), None)
    assert not any(anna.shares)
    assert (after.seats[1].cash, after.seats[1].pledged) == (0, (BANK,))
    assert after.pending == (Task(Errand.BEGIN, 1),)
    begun = happen(TABLE, after._replace(pending=(Task(Errand.BEGIN, 0),)), [3])
    assert (begun.cash(0), row(begun, 3)) == (140, "A---")


def test_d65_only_a_debtor_goes_bankrupt_and_only_he_does() -> None:
    assert rules(position(TABLE), "BANKRUPT") == ["D65"]
    state = slump().after({})
    after = play(TABLE, state, "BANKRUPT")
    assert after.pending == (Task(Errand.DEBT, 2, 120, "VM35"),)
    for line in ("BANKRUPT; LOAN BANK 1", "LOAN BANK 1; BANKRUPT", "BANKRUPT; BANKRUPT"):
        assert codes(TABLE, state, line) == ["loan-or-bankruptcy"]
        assert rules(state, line) == ["D65"]


# Other squares


def test_d70_a_boom_places_everybodys_tokens_and_pays_once() -> None:
    session = landing("boom", {3: "C---"}, 3)
    assert row(session, 3) == "CBAC"
    # From Anna on; then one payment for what stands there.
    assert shown(session) == (210, 130, 70 + 380)
    assert session.squares[0] == square(TABLE, "boom")


def test_d70_the_fifth_token_pushes_the_first_one_off() -> None:
    session = landing("boom", {3: "CC--"}, 3)
    assert row(session, 3) == "CBAC"
    assert session.tokens[2] == 3
    assert kinds(session).count("pushed-off") == 1


def test_d70_who_is_pushed_off_before_his_turn_has_that_token_to_place() -> None:
    session = landing("boom", {1: "CCC-", 3: "BAAC"}, 3, C={"tokens": 0, "pledged": 1})
    assert row(session, 1) == "CCC-"
    assert row(session, 3) == "CBAB"


def test_d71_a_bust_clears_a_company() -> None:
    session = landing("bust", {3: "AB-A"}, 3)
    assert row(session, 3) == "----"
    assert session.tokens == [5, 5, 5]


def test_d72_on_a_volatile_market_square_a_card_is_drawn() -> None:
    assert landing("volatile", card="VM02").cash(0) == 100


def test_d73_hired_the_pawn_goes_there_and_everybody_is_paid() -> None:
    session = landing("hired", {2: "B---"}, 2)
    assert (row(session, 2), session.squares[0]) == ("AB--", home(TABLE, 2))
    assert shown(session)[:2] == (80, 140)
    assert session.pending == [Task(Errand.BEGIN, 1)], "nothing else is done there"
    none = landing("hired", None, 2, A={"pledged": 5})
    assert (none.squares[0], kinds(none)[-1]) == (square(TABLE, "hired"), "passed-over")


def test_d73_fired_all_tokens_leave_and_nobody_is_paid() -> None:
    session = landing("hired", {2: "ABA-"}, 2)
    assert (row(session, 2), session.squares[0]) == ("-B--", square(TABLE, "hired"))
    assert shown(session)[:2] == (0, 0)


def test_d74_tokens_that_come_off_are_in_their_owners_hands() -> None:
    session = landing("bust", {3: "ABBC"}, 3)
    assert session.tokens == [5, 5, 5]
    homes = [fact["seat"] for fact in session.facts if fact["fact"] == "sent-home"]
    assert homes == ["Anna", "Boris", "Boris", "Carol"]


# What is open


@pytest.mark.parametrize("option", ["own", "shown"])
def test_d80_cash_is_ones_own_or_everybodys(option: str) -> None:
    table = game(cash=option)
    state = position(table, A={"cash": 111}, B={"cash": 222}, C={"cash": 333})
    past = [Past(0, "opened", None, "", (), table.dump(state))]
    for seat in (None, 0, 1):
        view = table.view(state, seat, None if seat is None else (), past, "en")
        seen = {n for n, money in enumerate((111, 222, 333)) if str(money) in str(view)}
        assert seen == ({0, 1, 2} if option == "shown" else {seat} - {None})


# By mail


def test_d90_whole_turns_pass_by_themselves() -> None:
    state = position(TABLE, B={"square": 2}, C={"square": 4})
    session = happen(TABLE, play(TABLE, state, "PASS"), [1, 1, 2, 4])
    assert [fact["seat"] for fact in session.facts if fact["fact"] == "throws"] == [
        "Boris", "Carol", "Anna",
    ]  # fmt: skip
    assert session.pending == [Task(Errand.ACT, 0)]


def test_d91_the_first_alternative_that_can_be_done_counts() -> None:
    line = "RETIRE ELSE BUY RETIREMENT ELSE WORK"
    state = position(TABLE, {2: "A---"}, A={"square": 4, "cash": 300})
    done = step(TABLE, state, line)
    assert TABLE.write_move(done.move, "en") == "BUY RETIREMENT"
    poor = position(TABLE, {2: "A---"}, A={"square": 4})
    assert TABLE.write_move(step(TABLE, poor, line).move, "en") == "WORK"
    able = position(TABLE, {2: "A---"}, A={**READY, "square": 4})
    assert TABLE.write_move(step(TABLE, able, line).move, "en") == "RETIRE"


def test_d91_if_none_can_be_done_the_reasons_of_each_are_told() -> None:
    state = position(TABLE, {2: "B---"}, A={"square": 4, "pledged": 5, "cash": 300})
    found = codes(TABLE, state, "BUY RETIREMENT ELSE WORK; BUY 1 1")
    assert found == ["not-employed", "no-token", "another-company"]


def test_d91_the_move_played_has_numbers() -> None:
    state = position(TABLE, {2: "B---"}, A={"square": 4, "cash": 300})
    done = step(TABLE, state, "BUY HERE 1 MAXPRICE 100; SELL HERE 1 MINPRICE 90 ELSE SELL HERE 1")
    assert TABLE.write_move(done.move, "en") == "BUY 2 1; SELL 2 1"


def test_d91_what_could_not_be_done_is_one_thing_of_the_turn_all_the_same() -> None:
    state = position(TABLE, {2: "B---"}, A={"square": 4, "pledged": 5, "cash": 900})
    assert rules(state, "BUY 1 1; WORK") == ["D23", "D7", "D14"]
    assert rules(state, "BUY 1 1; BUY RETIREMENT") == ["D23", "D25", "D25"]
    assert rules(state, "RETIRE; REPAY 6") == ["D30", "D30", "D31", "D25", "D64", "D64"]
    assert rules(state, "BUY 1 1; BUY 2 1") == ["D23"]
    assert rules(state, "BUY 1 1 ELSE WORK; DRAW") == ["D23", "D14"]
    assert rules(state, "LOAN BANK 1; PASS") == ["D61"]


def test_d92_limits_of_prices() -> None:
    state = position(TABLE, {2: "B---"}, A={"cash": 300, "stock": {2: 1}})
    assert codes(TABLE, state, "BUY 2 1 MAXPRICE 79") == ["over-the-limit"]
    assert play(TABLE, state, "BUY 2 1 MAXPRICE 80").seats[0].cash == 220
    assert codes(TABLE, state, "SELL 2 1 MINPRICE 81") == ["under-the-limit"]
    assert play(TABLE, state, "SELL 2 1 MINPRICE 80").seats[0].cash == 380
    mine = position(TABLE, {2: "AAAA"}, A={"cash": 920, "stock": {2: 1}})
    assert play(TABLE, mine, "SELL 2 1 MINPRICE 1840").seats[0].cash == 2760
    assert codes(TABLE, mine, "BUY 2 1; SELL 2 2 MINPRICE 1840") == ["too-many-trades"]


def test_d93_standing_orders_are_anybodys_at_any_time() -> None:
    state = position(TABLE, {1: "B---"})
    after = play(TABLE, play(TABLE, state, "BOOMFROM 1.EMP", 1), "LEND Anna 2; LEND Carol 1", 1)
    boris = after.seats[1]
    assert (boris.boom_from, boris.lends) == (spot("1.EMP"), ((0, 2), (2, 1)))
    assert (after.pending, after.turn) == (state.pending, state.turn)
    changed = play(TABLE, after, "BOOMFROM 2.VP; LEND Anna 0", 1).seats[1]
    assert (changed.boom_from, changed.lends) == (spot("2.VP"), ((2, 1),))


def test_d94_only_who_has_to_decide_gives_other_orders() -> None:
    state = position(TABLE)
    assert codes(TABLE, state, "PASS", 1) == ["not-your-turn"]
    assert codes(TABLE, state, "LEND Anna 1; PASS", 1) == ["not-your-turn"]
