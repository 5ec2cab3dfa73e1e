"""The rules of Daytrader one by one: set-up, work, trade, retirement (D1-D44)."""

from typing import Any

import pytest
from daytrader_play import Laid, game, happen, home, play, position, square, step

from pbm.core.chance import Sealed
from pbm.core.problem import Refusal
from pbm.core.throws import Throws
from pbm.rules.daytrader.game import Daytrader
from pbm.rules.daytrader.options import throw_for_start
from pbm.rules.daytrader.printed import JOBS
from pbm.rules.daytrader.session import Session
from pbm.rules.daytrader.state import COMPANIES, Errand, State, Task

TABLE = game()
ALL: dict[str, dict[str, Any]] = {"A": {}, "B": {}, "C": {}}


def codes(table: Daytrader, state: State, line: str, seat: int | None = None) -> list[str]:
    """The codes of what stands against a line."""
    with pytest.raises(Refusal) as caught:
        step(table, state, line, seat)
    return [problem.code for problem in caught.value.problems]


def rules(state: State, line: str) -> list[str]:
    """The rules that stand against a line of the seat to move."""
    with pytest.raises(Refusal) as caught:
        step(TABLE, state, line)
    return [problem.rule for problem in caught.value.problems]


def row(state: State | Session, company: int) -> str:
    """The workers of a company by their initials, `A-AB`."""
    return "".join("-" if n is None else TABLE.seats[n][0] for n in state.jobs[company - 1])


def cash(state: State) -> tuple[int, ...]:
    return tuple(seat.cash for seat in state.seats)


def shown(session: Session) -> tuple[int, ...]:
    return tuple(session.cash(n) for n in range(len(session.names)))


def kinds(session: Session) -> list[str]:
    return [fact["fact"] for fact in session.facts]


# Set-up


def test_d1_players_tokens_and_cash() -> None:
    state = TABLE.opening(Sealed(b"")).state
    assert [(seat.tokens, seat.cash, seat.square) for seat in state.seats] == [(5, 0, None)] * 3
    for seats in (1, 7):
        with pytest.raises(Refusal) as caught:
            game([f"p{n}" for n in range(seats)])
        assert [problem.rule for problem in caught.value.problems] == ["D1"]


def test_d2_stock_cards_lie_with_the_bank() -> None:
    state = TABLE.opening(Sealed(b"")).state
    assert state.bank_shares == (4, 4, 4, 4, 4, 4, 6)
    assert not any(any(seat.shares) for seat in state.seats)


def test_d3_the_highest_throw_starts_and_ties_are_thrown_again() -> None:
    order, facts = throw_for_start("ABCD", Throws(Laid([5, 2, 5, 5, 1, 4, 4, 6, 3]), {}))
    assert order == [2, 3, 0, 1]
    assert [(fact["seat"], fact["die"]) for fact in facts[4:]] == [
        ("A", 1), ("C", 4), ("D", 4), ("C", 6), ("D", 3),
    ]  # fmt: skip
    assert TABLE.opening(Sealed(b"")).state.order == (0, 1, 2)
    lots = {game(order="lot").opening(Sealed(bytes([n]))).state.order for n in range(40)}
    assert lots == {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


def test_d4_first_turns_pay_double_and_push_those_who_are_there() -> None:
    session = happen(TABLE, TABLE.opening(Sealed(b"")).state, [2, 2, 3])
    assert row(session, 2) == "BA--"
    assert session.squares[:2] == [home(TABLE, 2)] * 2
    # Anna got 2 × 80, then once the wage of SUP; Boris got 2 × 80, Carol 2 × 70.
    assert shown(session) == (160 + 140, 160, 140)


def test_d5_pawns_march_clockwise_by_rising_numbers() -> None:
    state = position(TABLE, A={"square": 20}, task=Task(Errand.BEGIN, 0))
    session = happen(TABLE, state, [3])
    assert session.squares[0] == 1
    assert session.facts[0] == {
        "fact": "throws", "seat": "Anna", "die": 3, "square": 1, "ground": "company",
        "company": "Energy",
    }  # fmt: skip
    assert session.pending == [Task(Errand.ACT, 0)]


def test_d6_four_jobs_with_rising_wages() -> None:
    assert JOBS == ("EMP", "SUP", "VP", "CEO")
    assert len(TABLE.board.companies) == COMPANIES
    for company in TABLE.board.companies:
        assert list(company.wages) == sorted(set(company.wages))


@pytest.mark.parametrize("line", ["WORK", "DRAW", "PASS", "BUY 2 1", "SELL 2 1"])
def test_d7_one_thing_is_done_on_a_company(line: str) -> None:
    state = position(TABLE, {2: "B---"}, A={"square": home(TABLE, 2), "cash": 900, "stock": {2: 1}})
    assert play(TABLE, state, line).mover in {0, 1}
    for other in ("WORK", "DRAW", "PASS"):
        assert codes(TABLE, state, f"{line}; {other}") == ["one-thing"]


def test_d7_a_turn_needs_an_order() -> None:
    state = position(TABLE, A={"square": home(TABLE, 2)})
    assert codes(TABLE, state, "WORK FROM 1.EMP; LEND Boris 1") == ["tokens-in-hand"]
    assert play(TABLE, state, "LEND Boris 1; PASS").pending == (Task(Errand.BEGIN, 1),)
    assert play(TABLE, state, "LEND Boris 1").pending == state.pending


def test_d8_nobody_works_on_the_bank() -> None:
    state = position(TABLE, {1: "B---"}, A={"cash": 60})
    assert codes(TABLE, state, "WORK") == ["no-company-here"]
    for line in ("DRAW", "PASS", "BUY 1 1"):
        assert play(TABLE, state, line).winner is None
        assert rules(state, f"{line}; DRAW") == ["D8"]


# Work


def test_d10_one_token_on_emp_a_turn() -> None:
    state = play(TABLE, position(TABLE, A={"square": home(TABLE, 3)}), "WORK")
    assert row(state, 3) == "A---"
    assert state.seats[0].tokens == 4
    assert codes(TABLE, position(TABLE, A={"square": home(TABLE, 3)}), "WORK; WORK") == [
        "one-thing"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [("----", "A---"), ("B---", "AB--"), ("B-C-", "ABC-"), ("BC-B", "ABCB"), ("-BCB", "ABCB")],
)
def test_d11_a_push_goes_through_neighbours_and_ends_at_a_gap(before: str, after: str) -> None:
    state = position(TABLE, {2: before}, A={"square": home(TABLE, 2)})
    assert row(play(TABLE, state, "WORK"), 2) == after


def test_d12_past_ceo_a_token_goes_home_unpaid() -> None:
    state = position(TABLE, {2: "BBCC"}, A={"square": home(TABLE, 2)})
    after = play(TABLE, state, "WORK")
    assert row(after, 2) == "ABBC"
    assert [seat.tokens for seat in after.seats] == [4, 3, 4]
    assert cash(after) == (80, 140 + 220, 480)


def test_d13_everybody_is_paid_for_all_his_tokens_after_they_have_settled() -> None:
    state = position(TABLE, {2: "ABA-"}, A={"square": home(TABLE, 2)})
    after = step(TABLE, state, "WORK")
    assert row(after.state, 2) == "AABA"
    assert cash(after.state) == (80 + 140 + 480, 220, 0)
    wages = [fact for fact in after.facts if fact["fact"] == "wages"]
    assert [(fact["seat"], fact["money"]) for fact in wages] == [("Anna", 700), ("Boris", 220)]


FULL: dict[int, str] = {1: "A---", 2: "AAAA"}


def test_d14_with_none_in_hand_a_placed_token_is_moved() -> None:
    state = position(TABLE, FULL, A={"square": home(TABLE, 3)})
    assert codes(TABLE, state, "WORK") == ["which-token"]
    assert codes(TABLE, state, "WORK FROM 4.CEO") == ["not-your-token"]
    after = play(TABLE, state, "WORK FROM 2.VP")
    assert [row(after, n) for n in (1, 2, 3)] == ["A---", "AA-A", "A---"]
    assert codes(TABLE, position(TABLE, {1: "A---"}, A={"square": 7}), "WORK FROM 1.EMP") == [
        "tokens-in-hand"
    ]


def test_d14_a_token_is_lifted_before_it_pushes() -> None:
    state = position(TABLE, {2: "AAAA", 3: "BA--"}, A={"square": home(TABLE, 3)})
    assert row(play(TABLE, state, "WORK FROM 3.SUP"), 3) == "AB--"
    assert row(play(TABLE, state, "WORK FROM 2.CEO"), 3) == "ABA-"
    state = position(TABLE, {3: "A---"}, A={"square": home(TABLE, 3), "pledged": 4})
    assert cash(play(TABLE, state, "WORK FROM 3.EMP"))[0] == 70


def test_d14_all_pledged_is_nothing_to_work_with() -> None:
    state = position(TABLE, A={"square": home(TABLE, 3), "pledged": 5})
    assert codes(TABLE, state, "WORK") == ["no-token"]


def boom(company: int, jobs: dict[int, str], **seats: Any) -> Session:
    """A boom on which the first seat landed."""
    before = square(TABLE, "boom") - 1
    seats = {**ALL, **seats}
    seats["A"] = {**seats["A"], "square": before}
    return happen(TABLE, position(TABLE, jobs, task=Task(Errand.BEGIN, 0), **seats), [1, company])


def test_d15_without_a_choice_the_token_of_the_standing_order_is_moved() -> None:
    state = position(TABLE, FULL)
    spot = play(TABLE, state, "BOOMFROM 2.VP").seats[0].boom_from
    session = boom(3, FULL, A={"boom_from": spot})
    assert [row(session, n) for n in (1, 2)] == ["A---", "AA-A"]


def test_d15_else_the_lowest_wage_then_the_lowest_number() -> None:
    session = boom(3, FULL)
    assert [row(session, n) for n in (1, 2)] == ["----", "AAAA"]
    spot = play(TABLE, position(TABLE, FULL), "BOOMFROM 4.CEO").seats[0].boom_from
    session = boom(3, FULL, A={"boom_from": spot})
    assert row(session, 1) == "----"


def test_d15_nobody_is_asked_who_has_no_token_at_all() -> None:
    session = boom(3, {}, B={"pledged": 5})
    assert row(session, 3) == "CA--"
    assert kinds(session).count("passed-over") == 1


# Trade


@pytest.mark.parametrize(("jobs", "price"), [("A-AB", 780), ("----", 0), ("BBBB", 920)])
def test_d20_the_price_is_the_sum_of_the_wages_of_jobs_that_are_taken(
    jobs: str, price: int
) -> None:
    assert TABLE.dump(position(TABLE, {2: jobs}))["prices"]["2"] == price


def test_d20_one_buys_what_one_can_pay_and_the_bank_has() -> None:
    state = position(TABLE, {1: "B---"}, A={"cash": 120})
    after = play(TABLE, state, "BUY 1 2")
    assert (after.seats[0].cash, after.seats[0].shares[0], after.bank_shares[0]) == (0, 2, 2)
    assert codes(TABLE, position(TABLE, {1: "B---"}, A={"cash": 119}), "BUY 1 2") == ["short-cash"]
    state = position(TABLE, {1: "B---"}, A={"cash": 900}, B={"stock": {1: 3}})
    assert codes(TABLE, state, "BUY 1 2") == ["short-supply"]
    assert codes(TABLE, state, "SELL 1 1") == ["short-stock"]


def test_d20_other_peoples_cash_is_not_told() -> None:
    """What is told at the game master's terminal does not name the cash (D80)."""
    with pytest.raises(Refusal) as caught:
        step(TABLE, position(TABLE, {1: "B---"}, A={"cash": 59}), "BUY 1 1")
    (problem,) = caught.value.problems
    assert problem.values == {"cost": 60, "cash": 59}
    assert problem.veiled == "short-cash-veiled"


def test_d20_all_that_stands_against_a_trade_is_told() -> None:
    jobs = {1: "B---", 2: "AAAA"}
    bank = position(TABLE, jobs, A={"cash": 59, "stock": {2: 1}}, B={"stock": {1: 3}})
    assert codes(TABLE, bank, "BUY 1 3 MAXPRICE 59") == [
        "too-many-trades", "over-the-limit", "short-supply", "short-cash",
    ]  # fmt: skip
    assert codes(TABLE, bank, "BUY 3 3 MAXPRICE 0") == ["too-many-trades", "no-price"]
    assert codes(TABLE, bank, "SELL 2 3 MINPRICE 1840") == ["too-many-trades", "short-stock"]
    assert codes(TABLE, bank, "SELL 2 2 MINPRICE 1841") == ["short-stock", "under-the-limit"]
    assert codes(TABLE, bank, "SELL 1 1 MINPRICE 900") == ["short-stock"]
    assert codes(TABLE, bank, "SELL HERE 3") == ["here-is-no-company", "too-many-trades"]
    there = position(TABLE, jobs, A={"square": home(TABLE, 2)})
    assert codes(TABLE, there, "BUY 1 3") == ["another-company", "too-many-trades"]


def test_d20_what_mending_one_thing_mends_is_not_told() -> None:
    bank = position(TABLE, {1: "B---"}, A={"cash": 120}, B={"stock": {1: 2}})
    assert codes(TABLE, bank, "BUY 1 3") == ["too-many-trades"]
    scarce = position(TABLE, {1: "B---"}, A={"cash": 60}, B={"stock": {1: 3}})
    assert codes(TABLE, scarce, "BUY 1 2") == ["short-supply"]


def test_d21_without_workers_nothing_is_bought_and_sales_bring_nothing() -> None:
    state = position(TABLE, A={"cash": 900, "stock": {2: 1}})
    assert codes(TABLE, state, "BUY 2 1") == ["no-price"]
    after = play(TABLE, state, "SELL 2 1")
    assert (after.seats[0].cash, after.seats[0].stock) == (900, 0)


def test_d22_at_most_two_cards_are_bought_and_sold() -> None:
    state = position(TABLE, {1: "B---", 4: "B---"}, A={"cash": 900, "stock": {1: 2}})
    assert codes(TABLE, state, "BUY 1 1; SELL 1 2") == ["too-many-trades"]
    assert codes(TABLE, state, "BUY 4 3") == ["too-many-trades"]
    after = play(TABLE, state, "BUY 4 1; SELL 4 1")
    assert after.seats == state.seats


def test_d23_on_a_company_its_own_stock_on_the_bank_any() -> None:
    jobs = {1: "B---", 2: "B---"}
    here = position(TABLE, jobs, A={"cash": 900, "square": home(TABLE, 2)})
    assert codes(TABLE, here, "BUY 1 1") == ["another-company"]
    assert play(TABLE, here, "BUY HERE 1") == play(TABLE, here, "BUY 2 1")
    bank = position(TABLE, jobs, A={"cash": 900})
    assert play(TABLE, bank, "BUY 1 1; BUY 2 1").seats[0].shares[:2] == (1, 1)
    assert codes(TABLE, bank, "BUY HERE 1") == ["here-is-no-company"]


def test_d24_all_four_jobs_double_what_their_holder_sells() -> None:
    state = position(TABLE, {2: "AAAA"}, A={"stock": {2: 1}})
    assert play(TABLE, state, "SELL 2 1").seats[0].cash == 1840
    other = position(TABLE, {2: "AAAA"}, seat=1, B={"stock": {2: 1}})
    assert play(TABLE, other, "SELL 2 1").seats[1].cash == 920
    mixed = position(TABLE, {2: "AAAB"}, A={"stock": {2: 1}})
    assert play(TABLE, mixed, "SELL 2 1").seats[0].cash == 920


def test_d24_cards_bought_in_the_turn_are_not_doubled_and_sold_last() -> None:
    state = position(TABLE, {2: "AAAA"}, A={"cash": 920})
    assert play(TABLE, state, "BUY 2 1; SELL 2 1").seats[0].cash == 920
    held = position(TABLE, {2: "AAAA"}, A={"cash": 920, "stock": {2: 1}})
    after = play(TABLE, held, "BUY 2 1; SELL 2 1")
    assert (after.seats[0].cash, after.seats[0].shares[1]) == (1840, 1)


def test_d25_retirement_stock_by_itself_on_the_bank_or_where_one_works() -> None:
    jobs = {1: "B---"}
    bank = position(TABLE, jobs, A={"cash": 900})
    assert codes(TABLE, bank, "BUY RETIREMENT; BUY 1 1") == ["retirement-alone"]
    assert codes(TABLE, bank, "BUY 1 1; BUY RETIREMENT") == ["retirement-alone"]
    company = position(TABLE, jobs, A={"cash": 900, "square": home(TABLE, 1)})
    assert codes(TABLE, company, "BUY RETIREMENT") == ["not-employed"]
    employer = position(TABLE, {1: "A---"}, A={"cash": 900, "square": home(TABLE, 1)})
    assert play(TABLE, employer, "BUY RETIREMENT").seats[0].retirement == 1


def test_d25_it_is_never_bought_and_sold_in_one_turn() -> None:
    state = position(TABLE, A={"cash": 3300})
    assert codes(TABLE, state, "BUY RETIREMENT; RETIRE") == ["retirement-alone"]
    assert rules(state, "BUY RETIREMENT; RETIRE") == ["D25"]


def test_d26_retirement_stock_costs_300_and_nobody_has_two() -> None:
    state = play(TABLE, position(TABLE, A={"cash": 300, "stock": {1: 1}}), "BUY RETIREMENT")
    assert (state.seats[0].cash, state.bank_shares[-1]) == (0, 5)
    held = position(TABLE, A={"cash": 600, "retirement": 1})
    assert codes(TABLE, held, "BUY RETIREMENT") == ["one-retirement"]
    assert codes(TABLE, position(TABLE, A={"cash": 299}), "BUY RETIREMENT") == ["short-cash"]
    assert codes(TABLE, position(TABLE, A={"cash": 600}), "BUY RETIREMENT MAXPRICE 200") == [
        "retirement-over-the-limit"
    ]


# Retirement


READY = {"cash": 3000, "retirement": 1}


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ({"retirement": 0}, "no-retirement"),
        ({"cash": 2999}, "short-of-goal"),
        ({"stock": {4: 1}}, "stock-first"),
        ({"square": 4}, "not-employed"),
    ],
)
def test_d30_what_retiring_asks_for(held: dict[str, Any], code: str) -> None:
    assert codes(TABLE, position(TABLE, A={**READY, **held}), "RETIRE") == [code]


def test_d31_debts_block_the_win_until_they_are_paid() -> None:
    state = position(TABLE, A={**READY, "cash": 3150, "pledged": 1})
    assert codes(TABLE, state, "RETIRE") == ["debts-first"]
    assert play(TABLE, state, "REPAY 1; RETIRE").winner == 0
    state = position(TABLE, A={**READY, "cash": 3149, "pledged": 1})
    assert codes(TABLE, state, "REPAY 1; RETIRE") == ["short-of-goal"]


def test_d32_the_first_to_retire_wins_on_the_bank_or_where_he_works() -> None:
    for jobs, where in (({}, 0), ({2: "---A"}, home(TABLE, 2))):
        state = position(TABLE, jobs, A={**READY, "square": where})
        after = play(TABLE, state, "RETIRE")
        result = TABLE.result(after)
        assert result is not None
        assert (after.winner, result.winners, after.mover) == (0, (0,), None)
        assert after.bank_shares[-1] == 6
        assert codes(TABLE, after, "PASS", 1) == ["over"]


# The Volatile Market


def card(code: str, jobs: dict[int, str] | None = None, *dice: int, **seats: Any) -> Session:
    """A card drawn by the first seat."""
    state = play(TABLE, position(TABLE, jobs, **seats), "DRAW")
    return happen(TABLE, state, dice, [code])


def test_d40_drawing_is_free_here_and_compulsory_there() -> None:
    state = position(TABLE, A={"square": 0}, task=Task(Errand.BEGIN, 0))
    session = happen(TABLE, state, [2], ["VM01"])
    assert kinds(session) == ["throws", "draws", "collects"]
    assert kinds(card("VM01", A={"square": home(TABLE, 2)})) == ["draws", "collects"]


def test_d41_the_card_goes_to_the_bottom() -> None:
    chance, size = Sealed(b"deck"), len(TABLE.board.codes)
    throws = Throws(chance, {})
    drawn = [throws.card("volatile", size) for _ in range(2 * size)]
    assert sorted(drawn[:size]) == list(range(size))
    assert drawn[size:] == drawn[:size]


HELD = {"A": {"cash": 500, "stock": {2: 1, 4: 1}}, "B": {"cash": 500, "stock": {2: 2}}}


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("VM05", (800, 500, 0)),
        ("VM10", (300, 500, 0)),
        ("VM12", (570, 640, 0)),
        ("VM34", (600, 600, 0)),
        ("VM35", (440, 440, 0)),
        ("VM36", (525, 475, 0)),
    ],
)
def test_d42_money(code: str, after: tuple[int, ...]) -> None:
    assert shown(card(code, {2: "AB--"}, **HELD)) == after


def test_d42_from_those_who_have_less_all_they_have() -> None:
    assert shown(card("VM36", B={"cash": 10}, C={"cash": 30})) == (35, 0, 5)


def test_d42_pay_day_and_lost_jobs() -> None:
    jobs = {2: "A-BA", 3: "BC--", 6: "ABCA"}
    assert shown(card("VM18", jobs)) == (560, 220, 0)
    assert row(card("VM24", jobs), 2) == "A-B-"
    assert row(card("VM26", jobs), 3) == "-C--"
    session = card("VM28", jobs)
    assert row(session, 6) == "----"
    assert session.tokens[0] == 3
    for code in ("VM23", "VM27"):
        assert kinds(card(code, jobs)) == ["draws"]


def test_d42_taxes_and_a_part_of_them_back() -> None:
    session = card("VM30", A={"cash": 1200})
    assert (session.cash(0), session.brackets[0]) == (1000, 4)
    session = card("VM30", None, 2, A={"cash": 1200, "stock": {2: 1}})
    assert session.cash(0) == 1200
    session = card("VM31", A={"cash": 1200})
    assert (session.cash(0), session.brackets[0]) == (1300, 4)
    assert shown(card("VM31", A={"cash": 99}))[0] == 99


def test_d42_a_stock_card_of_the_company_of_which_the_bank_has_most() -> None:
    session = card("VM33", B={"stock": {1: 1, 2: 1}})
    assert session.held(0, 2) == 1
    gone = dict.fromkeys(range(1, 7), 4)
    assert kinds(card("VM33", B={"stock": gone})) == ["draws"]


def test_d43_a_token_that_moves_up_pays_everybody_there() -> None:
    session = card("VM32", {1: "AB--", 3: "-A-C"})
    assert [row(session, n) for n in (1, 3)] == ["AB--", "--AC"]
    assert shown(session) == (210, 0, 380)
    assert "nothing-happens" in kinds(card("VM32", {1: "AB--"}))


def test_d44_a_card_that_leads_to_the_bank_gives_its_choice() -> None:
    session = card("VM29", A={"square": home(TABLE, 2)})
    assert (session.squares[0], session.pending) == (0, [Task(Errand.ACT, 0)])
    assert card("VM29").squares[0] == 0
