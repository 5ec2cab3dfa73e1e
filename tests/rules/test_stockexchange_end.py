"""The Stock Exchange Game by the numbers of rules.md: the end, and orders."""

from dataclasses import replace

import pytest
from stockexchange_play import blank, game, step
from stockexchange_turns import (
    BEL,
    BID,
    GAME,
    OPTIONS,
    TABLE,
    WEALTH,
    after,
    at,
    marched,
    mover,
    own,
    refused,
    shares,
    why,
)

from pbm.core.orders.moves import Orders
from pbm.core.problem import Refusal
from pbm.rules.stockexchange.ending import assets
from pbm.rules.stockexchange.position import Position, Seat, Turn
from pbm.rules.stockexchange.tables import SquareType

# The end


def ended(state: Position) -> bool:
    return GAME.result(state) is not None


def test_s60_the_sale_that_empties_the_bank_is_paid_and_ends_the_game() -> None:
    state = at(own(0, OPTIONS, ALB=20), die=3, bank=5000)
    done = step(GAME, state, "SELL ALB 20; OPTIONS TRADED 5; OPTIONS TRADED 1 ELSE PASS")
    assert (done.state.seats[0].cash, done.state.bank_cash) == (5500, -500)
    assert ended(done.state)
    assert [fact["fact"] for fact in done.facts][-1] == "over"
    exact = after(at(own(0, OPTIONS, ALB=10), die=3, bank=3000), "SELL ALB 10")
    assert exact.bank_cash == 0
    assert ended(exact)


def test_s60_money_that_comes_back_does_not_save_the_game() -> None:
    state, facts = marched(at(own(1000, 38), bank=200), 5)
    assert facts == ["threw", "passed-start", "emptied"]
    assert (state.bank_cash, state.emptied, state.mover) == (-50, True, 0)
    done = after(state, "OPTIONS TRADED 5")
    assert done.bank_cash == 450
    assert ended(done)


@pytest.mark.parametrize(("turns", "more"), [(3, 2), (4, 1), (5, 0)])
def test_s60_last_round_plays_the_round_to_its_end(turns: int, more: int) -> None:
    last = game(3, last_round="true")
    state = at(own(0, OPTIONS, ALB=20), die=3, bank=5000, turns=turns)
    state = step(last, state, "SELL ALB 20").state
    for _ in range(more):
        assert last.result(state) is None
        state = step(last, state._replace(turn=Turn(1)), "PASS").state
    assert last.result(state) is not None


def test_s61_a_set_number_of_turns_for_each() -> None:
    short = game(3, max_rounds="2")
    state = at(own(), turns=3)
    for _ in range(3):
        assert short.result(state) is None
        state = step(short, state._replace(turn=Turn(1)), "PASS").state
    assert short.result(state) is not None


@pytest.mark.parametrize("rounds", ["0", "many", "-1"])
def test_s61_rounds_are_a_number_or_none(rounds: str) -> None:
    with pytest.raises(Refusal) as caught:
        game(2, max_rounds=rounds)
    assert caught.value.problems[0].rule == "S61"


def test_s62_what_counts_at_the_end() -> None:
    assert assets(own(7350, options=(2, 1), bids=2, ALB=12, BEL=4), TABLE) == 14_050


@pytest.mark.parametrize(
    ("seats", "winners"),
    [
        ((own(900), own(500, ALB=2)), (1,)),
        ((own(900), own(500, ALB=1)), (0,)),
        ((own(900, BEL=1), own(900, ALB=1)), (0, 1)),
    ],
)
def test_s63_the_greatest_assets_win_then_cash(
    seats: tuple[Seat, Seat], winners: tuple[int, ...]
) -> None:
    result = GAME.result(at(*seats, mover=None))
    assert result is not None
    assert result.winners == winners


# By mail


def test_s70_orders_run_in_order_and_all_or_none() -> None:
    state = at(own(0, OPTIONS, ALB=3), die=3)
    assert mover(state, "SELL ALB 3; OPTIONS TRADED 5").cash == 400
    assert why(state, "OPTIONS TRADED 5; SELL ALB 3") == [("short-cash", "S52")]
    state = at(own(600, OPTIONS, ALB=3), die=3)
    assert why(state, "SELL ALB 4; BIDS 1; SELL BEL 1") == [
        ("short-shares", "S15"),
        ("bids-where", "S40"),
        ("short-shares", "S15"),
    ]


def test_s70_all_that_stands_against_one_order_is_told() -> None:
    supply, cash, small = ("short-supply", "S13"), ("short-cash", "S52"), ("small-bid", "S42")
    state = at(own(800, BEL, bids=1, ALB=3), own(0, BEL=4), die=3)
    assert why(state, "BUY BEL 7") == [supply, cash]
    assert why(state, "BUY BEL 11 WITH BID") == [supply, cash]
    assert why(state, "BUY BEL 5 WITH BID") == [cash, small]
    assert why(state, "BUY BEL MAX WITH BID") == [small]
    assert why(state, "SELL ALB 4 WITH BID") == [("short-shares", "S15"), small]
    told = refused(state, "BUY BEL 7")
    assert [problem.values.get("left") for problem in told] == [6, None]
    assert [problem.values.get("most") for problem in told] == [None, 2]
    sales = "SELL ALB 12 WITH BID; SELL BEL 6 WITH BID"
    seller = at(own(0, WEALTH, bids=1, ALB=12, BEL=6), die=3)
    assert why(seller, sales) == [("no-bid", "S47"), ("bids-made", "S49")]


def test_s71_the_first_that_can_be_done_is_done() -> None:
    state = at(own(800, BEL), die=3)
    line = "BUY BEL 6 ELSE BUY BEL 2 ELSE PASS"
    done = step(GAME, state, line)
    assert shares(done.state.seats[0]) == {"BEL": 2}
    assert GAME.write_move(done.move, "en") == "BUY BEL 2"
    assert why(state, "BUY BEL 6 ELSE BUY ALB 1") == [("short-cash", "S52"), ("buy-where", "S12")]


def test_s72_what_was_played_is_written_in_numbers() -> None:
    def played(state: Position, line: str) -> str:
        move = step(GAME, state, line).move
        assert isinstance(move, Orders)
        return GAME.write_move(move, "en")

    state = at(own(800, BEL, ALB=3, CAS=1), die=3)
    assert played(state, "BUY HERE MAX") == "BUY BEL 2"
    assert played(state, "SELL ALL") == "SELL ALB 3; SELL CAS 1"
    assert played(state, "SELL ALB ALL") == "SELL ALB 3"
    assert why(state, "BUY BEL 0") == [("no-number", "S72")]
    assert why(state, "SELL ALB 0") == [("no-number", "S72")]


def test_s73_pass_and_here() -> None:
    state = at(own(800, BEL, BEL=1), die=3)
    assert mover(state, "SELL HERE ALL; PASS").cash == 1100
    assert mover(state, "PASS") == state.seats[0]


def test_s74_the_board_is_the_tables_own() -> None:
    kinds = [square.type for square in TABLE.squares]
    assert (len(kinds), kinds[0], kinds.count(SquareType.BID)) == (40, SquareType.START, 1)
    assert [len(deck) for deck in TABLE.decks.values()] == [16, 16]
    assert TABLE.edition == "house board"
    empty = blank(TABLE)
    assert {len(deck) for deck in empty.decks.values()} == {1}
    assert replace(empty, decks=TABLE.decks) == TABLE


@pytest.mark.parametrize(
    ("state", "line", "nearest"),
    [
        (at(own(800, BEL), die=3), "BUY CAS 2", "BUY BEL 2"),
        (at(own(800, BEL), die=3), "FORFEIT TRADED; BUY BEL 3", "FORFEIT TRADED; BUY BEL 2"),
        (at(own(800, BEL), die=3), "BUY BEL 2 WITH OPTION", "BUY BEL 2"),
        (at(own(9000, BEL, bids=1), die=1), "BUY BEL 6 WITH BID", "BUY BEL 6"),
        (at(own(9000, BEL, bids=1), die=3), "BUY CAS 6 WITH BID", "BUY BEL 6 WITH BID"),
        (at(own(0, OPTIONS, ALB=3), die=6), "SELL ALB ALL WITH OPTION", "SELL ALB 3"),
        (at(own(700, OPTIONS)), "OPTIONS TRADED 4 TRADITIONAL 2", "OPTIONS TRADED 4 TRADITIONAL 1"),
        (at(own(300, OPTIONS)), "OPTIONS TRADITIONAL 4", "OPTIONS TRADITIONAL 3"),
        (at(own(1100, BID)), "BIDS 3", "BIDS 2"),
        (at(own(100, BID)), "BIDS 3", None),
        (at(own(800, BEL, ALB=1), die=3), "SELL ALB 1; BUY BEL 9", None),
    ],
)
def test_s70_what_could_be_sent_instead(state: Position, line: str, nearest: str | None) -> None:
    """The whole letter with one order put right, and only if it could be sent."""
    found = {GAME.write_move(each, "en") for p in refused(state, line) for each in p.nearest}
    assert found == ({nearest} if nearest else set())
