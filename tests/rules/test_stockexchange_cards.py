"""The Stock Exchange Game by the numbers of rules.md: Bids, Fortune and Wealth."""

import pytest
from stockexchange_play import step
from stockexchange_turns import (
    ALB,
    BEL,
    BID,
    FORTUNE,
    GAME,
    OPTIONS,
    START,
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

from pbm.core.chance import Sealed
from pbm.rules.stockexchange.position import Position, Seat, Turn
from pbm.rules.stockexchange.tables import SquareType

# Bids


def test_s40_three_bid_cards_on_the_bid_square() -> None:
    held = mover(at(own(1600, BID)), "BIDS 3")
    assert (held.cash, held.bids) == (100, 3)
    problem = refused(at(own(9000, BID)), "BIDS 4")[0]
    assert (problem.code, problem.rule) == ("too-many-bids", "S40")
    assert [GAME.write_move(each, "en") for each in problem.nearest] == ["BIDS 3"]
    assert why(at(own(9000, BID)), "BIDS 2; BIDS 2") == [("too-many-bids", "S40")]
    assert why(at(own(1499, BID)), "BIDS 3") == [("short-cash", "S52")]
    assert why(at(own()), "BIDS 1") == [("bids-where", "S40")]


def test_s41_a_bid_betters_the_price_by_two_levels() -> None:
    assert mover(at(own(2100, BEL, bids=1), die=4), "BUY BEL 6 WITH BID").cash == 300
    sold = mover(at(own(0, BID, bids=1, ALB=12), die=3), "SELL ALB 12 WITH BID")
    assert (sold.cash, sold.bids) == (12 * 450, 0)


@pytest.mark.parametrize(("code", "square", "least"), [("BEL", BEL, 6), ("ALB", ALB, 12)])
def test_s42_a_bid_is_for_60_per_cent_in_one_deal(code: str, square: int, least: int) -> None:
    state = at(own(9000, square, bids=2), die=3)
    assert shares(mover(state, f"BUY {code} {least} WITH BID")) == {code: least}
    problem = refused(state, f"BUY {code} {least - 1} WITH BID")[0]
    assert (problem.code, problem.rule, problem.values["least"]) == ("small-bid", "S42", least)
    nearest = [GAME.write_move(each, "en") for each in problem.nearest]
    assert nearest == [f"BUY {code} {least} WITH BID"]
    holder = at(own(0, square, bids=1, **{code: least - 1}), die=3)
    assert why(holder, f"SELL {code} ALL WITH BID") == [("small-bid", "S42")]
    bought_before = at(own(9000, square, bids=1, **{code: least - 1}), die=3)
    assert why(bought_before, f"BUY {code} 1 WITH BID") == [("small-bid", "S42")]


@pytest.mark.parametrize("square", [BID, FORTUNE, WEALTH])
def test_s43_bids_for_any_company(square: int) -> None:
    state = at(own(9000, square, bids=1), die=3)
    assert shares(mover(state, "BUY ALB 12 WITH BID")) == {"ALB": 12}
    assert why(state, "BUY ALB 12") == [("buy-where", "S12")]


def test_s43_bids_on_the_squares_of_companies_and_nowhere_else() -> None:
    state = at(own(9000, BEL, bids=1, ALB=12), die=3)
    assert shares(mover(state, "BUY BEL 6 WITH BID"))["BEL"] == 6
    assert why(state, "BUY CAS 6 WITH BID") == [("bid-for-what", "S43")]
    assert shares(mover(state, "SELL ALB 12 WITH BID")) == {}
    for square in (START, OPTIONS):
        state = at(own(9000, square, bids=1, ALB=12), die=3)
        assert ("bid-where", "S43") in why(state, "BUY BEL 6 WITH BID")
        assert why(state, "SELL ALB 12 WITH BID") == [("bid-where", "S43")]


def test_s44_owners_must_sell_most_first_and_are_paid() -> None:
    state = at(own(5000, BEL, bids=1), own(0, 0, BEL=3), own(0, 0, BEL=5), die=2)
    done = step(GAME, state, "BUY BEL 8 WITH BID")
    anna, boris, carol = done.state.seats
    assert [shares(held) for held in (anna, boris, carol)] == [{"BEL": 8}, {"BEL": 2}, {}]
    assert [held.cash for held in (anna, boris, carol)] == [3000, 250, 1250]
    assert done.state.bank_cash == 50_500
    assert done.state.balance() == state.balance()
    told = [(fact["fact"], fact.get("owner"), fact["count"]) for fact in done.facts]
    assert told == [("bought", None, 2), ("seized", "Carol", 5), ("seized", "Boris", 1)]
    assert shares(mover(state, "BUY BEL MAX WITH BID")) == {"BEL": 10}
    assert refused(state, "BUY BEL 11 WITH BID")[0].code == "short-supply"


def test_s44_of_equal_owners_the_earlier_in_the_order_of_play() -> None:
    state = at(own(5000, BEL, bids=1), own(0, 0, BEL=5), own(0, 0, BEL=5), die=2)
    assert shares(after(state, "BUY BEL 6 WITH BID").seats[1]) == {}
    turned = after(state._replace(order=(0, 2, 1)), "BUY BEL 6 WITH BID")
    assert [shares(held) for held in turned.seats[1:]] == [{"BEL": 4}, {}]


def test_s45_no_bid_together_with_an_option() -> None:
    state = at(own(9000, BEL, options=(0, 1), bids=1), die=3)
    for line in (
        "BUY BEL 6 WITH BID WITH OPTION",
        "BUY BEL 6 WITH OPTION BID",
        "BUY BEL 6 WITH BID; BUY BEL 1 WITH OPTION",
        "BUY BEL 1 WITH OPTION; BUY BEL 6 WITH BID",
    ):
        assert why(state, line) == [("option-and-bid", "S45")]


def test_s46_all_bids_of_a_turn_go_one_way() -> None:
    state = at(own(9000, BID, bids=2, ALB=12), die=3)
    assert why(state, "BUY BEL 6 WITH BID; SELL ALB 12 WITH BID") == [("buy-and-sell", "S17")]


def test_s47_a_bid_card_goes_back_and_start_takes_none() -> None:
    assert mover(at(own(9000, BEL, bids=2), die=3), "BUY BEL 6 WITH BID").bids == 1
    assert why(at(own(9000, BEL), die=3), "BUY BEL 6 WITH BID") == [("no-bid", "S47")]
    assert marched(at(own(0, 38, bids=2)), 5)[0].seats[0].bids == 2
    assert marched(at(own(0, 38, bids=2)), 2)[0].seats[0].bids == 2


def test_s48_on_the_bid_square_cards_or_up_to_three_bids() -> None:
    state = at(own(20_000, BID, bids=4, ALB=12), die=3)
    three = "BUY BEL 6 WITH BID; BUY ASH 6 WITH BID; BUY CAS 6 WITH BID"
    done = after(state, three)
    assert (done.seats[0].bids, done.seats[0].square) == (1, BID)
    assert why(state, f"{three}; BUY DUN 6 WITH BID") == [("bids-made", "S48")]
    assert why(state, "BIDS 1; BUY BEL 6 WITH BID") == [("cards-or-bids", "S48")]
    assert why(state, "SELL ALB 12 WITH BID; BIDS 1") == [("cards-or-bids", "S48")]
    assert mover(state, "SELL ALB 12; BIDS 1").bids == 5


@pytest.mark.parametrize("square", [FORTUNE, WEALTH])
def test_s49_on_fortune_and_wealth_one_card_or_one_bid(square: int) -> None:
    state = at(own(9000, square, bids=2), die=3)
    assert mover(state, "BIDS 1").bids == 3
    assert why(state, "BIDS 2") == [("too-many-bids", "S49")]
    assert why(state, "BIDS 1; BUY BEL 6 WITH BID") == [("cards-or-bids", "S49")]
    two = "BUY BEL 6 WITH BID; BUY ASH 6 WITH BID"
    assert why(state, two) == [("bids-made", "S49")]


def test_s49_one_bid_on_the_square_of_a_company() -> None:
    state = at(own(0, BEL, bids=2, ALB=12, ASH=6), die=3)
    two = "SELL ALB 12 WITH BID; SELL ASH 6 WITH BID"
    assert why(state, two) == [("bids-made", "S49")]


# Fortune and Wealth


@pytest.mark.parametrize(
    ("card", "before", "cash", "options"),
    [
        ("F01", own(100, 3), 600, (0, 0)),
        ("F14", own(500, 3), 100, (0, 0)),
        ("W06", own(0, 7, ALB=10, BEL=5), 300, (0, 0)),
        ("W06", own(0, 7, ALB=20, NGE=20, HLC=20), 1000, (0, 0)),
        ("W07", own(0, 7, ALB=10, BEL=5), 250, (0, 0)),
        ("W08", own(0, 7, ALB=10, BEL=5), 125, (0, 0)),
        ("W15", own(500, 7, ALB=10, BEL=5), 350, (0, 0)),
        ("W15", own(500, 7, ALB=20, NGE=20, HLC=20), 0, (0, 0)),
        ("W09", own(0, 7), 0, (0, 1)),
        ("W09", own(0, 7, options=(1, 2)), 0, (2, 2)),
        ("W09", own(0, 7, options=(2, 1)), 0, (2, 2)),
    ],
)
def test_s50_the_card_is_obeyed_before_the_deals(
    card: str, before: Seat, cash: int, options: tuple[int, int]
) -> None:
    state, facts = marched(at(before), 3, card=card)
    assert (state.seats[0].cash, state.seats[0].options) == (cash, options)
    assert state.turn == Turn(3, card)
    assert facts[:2] == ["threw", "drew"]


def test_s50_the_decks_are_separate_and_cards_return_to_the_bottom() -> None:
    """The card after the last of a deck is the first again."""
    chance = Sealed(b"decks")
    drawn = {
        kind: [chance.card(kind, n, 16) for n in range(17)]
        for kind in (SquareType.FORTUNE.value, SquareType.WEALTH.value)
    }
    assert drawn["fortune"] != drawn["wealth"]
    for order in drawn.values():
        assert sorted(order[:16]) == list(range(16))
        assert order[16] == order[0]


def owing(owed: int = 300, die: int = 3, **holdings: int) -> Position:
    """Anna stands on Fortune without cash and owes something to her card."""
    return at(own(0, FORTUNE, **holdings), turn=Turn(die, "F10", owed))


def test_s51_the_cash_is_taken_at_once_and_the_rest_owed() -> None:
    state, facts = marched(at(own(120, 3, ALB=3)), 3, card="F10")
    assert (state.seats[0].cash, state.turn) == (0, Turn(3, "F10", 180))
    assert facts == ["threw", "drew", "paid", "owes"]
    state, facts = marched(at(own(120, 3)), 3, card="F10")
    assert (state.seats[0].cash, state.turn) == (0, Turn(3, "F10"))
    assert facts == ["threw", "drew", "paid", "forgiven"]


def test_s51_he_names_what_is_sold() -> None:
    held = mover(owing(300, ALB=5, BEL=1), "RAISE ALB 2")
    assert (held.cash, shares(held)) == (300, {"ALB": 3, "BEL": 1})
    held = mover(owing(500, ALB=5, BEL=1), "RAISE BEL ALL; RAISE ALB 1; BIDS 0 ELSE PASS")
    assert (held.cash, shares(held)) == (100, {"ALB": 4})
    assert why(owing(300, ALB=5), "RAISE ALB 6") == [("short-shares", "S15")]
    assert why(owing(300, ALB=5), "RAISE ALB 1; RAISE ALB 1") == [("nothing-owed", "S51")]
    assert why(owing(300, ALB=5), "SELL ALB 1; RAISE ALB 1") == [("nothing-owed", "S51")]
    assert why(at(own(ALB=5)), "RAISE ALB 1") == [("nothing-owed", "S51")]


def test_s51_else_the_smallest_holding_goes_first() -> None:
    done = step(GAME, owing(700, ALB=5, BEL=2, ASH=2), "PASS")
    held = done.state.seats[0]
    assert (held.cash, shares(held)) == (200, {"ALB": 5, "BEL": 1})
    assert [(f["fact"], f.get("company")) for f in done.facts] == [
        ("raised", "ASH"), ("paid", None), ("raised", "BEL"), ("paid", None), ("passed", None),
    ]  # fmt: skip
    held = mover(owing(700, ALB=5, BEL=2), "RAISE ALB 1")
    assert (held.cash, shares(held)) == (200, {"ALB": 4})


def test_s51_what_cannot_be_paid_is_forgiven() -> None:
    done = step(GAME, owing(1000, ALB=2), "PASS")
    assert (done.state.seats[0].cash, shares(done.state.seats[0])) == (0, {})
    assert done.facts[-2] == {"fact": "forgiven", "seat": "Anna", "money": 400}
    assert done.state.turn is None


def test_s51_whoever_sold_so_buys_nothing() -> None:
    state = owing(300, ALB=9)._replace()
    rich = state._replace(seats=(state.seats[0]._replace(bids=1), *state.seats[1:]))
    assert ("buy-and-sell", "S17") in why(rich, "BUY BEL 6 WITH BID")
    assert mover(rich, "RAISE ALB 9; BIDS 1").bids == 2


@pytest.mark.parametrize("cannot", ["BIDS 1", "BUY BEL 6 WITH BID", "SELL BEL 3", "SELL CAS 1"])
def test_s71_an_alternative_that_cannot_be_done_sells_nothing_for_the_debt(cannot: str) -> None:
    state = owing(300, ALB=5, BEL=2)
    assert shares(mover(state, f"{cannot} ELSE RAISE ALB 1")) == {"ALB": 4, "BEL": 2}
    assert shares(mover(state, f"{cannot} ELSE RAISE ALB 1 ELSE PASS")) == {"ALB": 4, "BEL": 2}
    assert shares(mover(state, f"{cannot} ELSE PASS")) == {"ALB": 5, "BEL": 1}
    more = owing(600, ALB=5, BEL=2)
    line = f"FORFEIT TRADED; RAISE ALB 1; {cannot} ELSE RAISE ALB 1"
    assert shares(mover(more, line)) == {"ALB": 3, "BEL": 2}


def test_s71_before_an_alternative_that_is_done_the_debt_is_paid() -> None:
    held = mover(owing(300, ALB=5, BEL=2), "SELL ALB 1 ELSE RAISE ALB 1")
    assert (held.cash, shares(held)) == (300, {"ALB": 4, "BEL": 1})


def test_s52_there_is_no_credit() -> None:
    for line, square in (("BUY BEL 1", BEL), ("BIDS 1", BID), ("OPTIONS TRADED 1", OPTIONS)):
        assert why(at(own(0, square)), line) == [("short-cash", "S52")]
