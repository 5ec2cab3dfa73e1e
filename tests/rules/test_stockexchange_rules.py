"""The Stock Exchange Game by the numbers of rules.md: set-up, turns, Start, Options."""

import pytest
from stockexchange_play import NO_CHANCE, drawing, game, step
from stockexchange_turns import (
    ALB,
    BEL,
    BID,
    FORTUNE,
    GAME,
    OPTIONS,
    START,
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

from pbm.core.chance import Sealed
from pbm.core.problem import Refusal
from pbm.rules import find
from pbm.rules.stockexchange.position import Position, Turn
from pbm.rules.stockexchange.tables import BUY, SELL

# Set-up


@pytest.mark.parametrize("seats", [1, 7])
def test_s1_two_to_six_play(seats: int) -> None:
    with pytest.raises(Refusal) as caught:
        find("stockexchange").game([str(n) for n in range(seats)], {}, "en")
    assert [(each.code, each.rule) for each in caught.value.problems] == [("seat-count", "S1")]


@pytest.mark.parametrize("bank", ["0", "-5", "much", "10000000"])
def test_s2_the_bank_is_a_number(bank: str) -> None:
    with pytest.raises(Refusal) as caught:
        game(2, bank=bank)
    assert caught.value.problems[0].rule == "S2"


def test_s2_the_players_cash_is_not_the_banks() -> None:
    opened = game(4, bank="25000").opening(NO_CHANCE).state
    assert opened.bank_cash == 25_000
    assert opened.balance()[0] == 25_000 + 4 * 1000


def chosen(*codes: str) -> Position:
    """The position after these companies were chosen, in the order of play."""
    state: Position = GAME.opening(NO_CHANCE).state
    for code in codes:
        state = step(GAME, state, f"START {code}").state
    return state


def test_s3_everybody_chooses_three_shares() -> None:
    state = chosen("ALB", "ASH", "ALB")
    assert [shares(held) for held in state.seats] == [{"ALB": 3}, {"ASH": 3}, {"ALB": 3}]
    assert {held.cash for held in state.seats} == {1000}
    assert state.bank_shares[TABLE.numbers["ALB"]] == 14


def test_s3_they_choose_in_the_order_of_play_before_anything_else() -> None:
    state = GAME.opening(NO_CHANCE).state._replace(order=(1, 0, 2), mover=1)
    assert [problem.code for problem in refused(state, "START ALB", by=0)] == ["not-your-turn"]
    state = step(GAME, state, "START ALB").state
    assert state.mover == 0
    problem = refused(state, "BUY ALB 3")[0]
    assert (problem.code, problem.rule) == ("choose-first", "S3")
    written = [GAME.write_move(orders, "en") for orders in problem.nearest]
    assert written == ["START ASH"]
    assert why(state, "START ALB; START ASH") == [("already-chosen", "S3")]


def test_s3_a_company_with_too_few_shares_cannot_be_chosen() -> None:
    state = game(6).opening(NO_CHANCE).state
    ash = TABLE.numbers["ASH"]
    for _ in range(3):
        state = step(game(6), state, "START ASH").state
    assert state.bank_shares[ash] == 1
    with pytest.raises(Refusal) as caught:
        step(game(6), state, "START ASH")
    assert [problem.code for problem in caught.value.problems] == ["too-few-left"]
    assert step(game(6), state, "START ASH ELSE START ALB").state.seats[3].shares[1] == 3


def test_s3_nobody_chooses_later() -> None:
    assert why(at(own()), "START ALB") == [("already-chosen", "S3")]


def test_s4_markers_begin_on_start_and_seats_are_drawn_by_lot() -> None:
    drawn = {game(3, order="lot").opening(Sealed(bytes([n]))).state.order for n in range(20)}
    assert len(drawn) > 3
    assert {held.square for held in GAME.opening(NO_CHANCE).state.seats} == {0}


def test_s4_play_goes_round() -> None:
    state = at(own())
    for mover_now in (1, 2, 0):
        state = after(state, "PASS")
        assert state.mover == mover_now
        state = state._replace(turn=Turn(1))


def test_s5_whoever_throws_a_six_throws_again_and_begins() -> None:
    state = chosen("ALB", "ASH", "ALB")
    ready = GAME.prepare(state, drawing(TABLE, 3, 5, 1, 2, 6, 4))
    assert (ready.state.first, ready.state.mover) == (1, 1)
    assert ready.state.turn == Turn(4)
    assert [held.square for held in ready.state.seats] == [0, 4, 0]
    thrown = [["Anna", 3], ["Boris", 5], ["Carol", 1], ["Anna", 2], ["Boris", 6]]
    assert ready.facts[0] == {"fact": "opening", "throws": thrown, "seat": "Boris"}
    assert ready.state.drawn == {"die": 6}


def test_s6_throws_and_cards_are_recorded_when_they_are_made() -> None:
    state = at(own(square=5))._replace(turn=None, drawn={"die": 7, "fortune": 2})
    chance = Sealed(b"s6")
    die = chance.draw("die", 7, 6) + 1
    state = state._replace(seats=(own(square=FORTUNE - die), *state.seats[1:]))
    ready = GAME.prepare(state, chance)
    card = chance.card("fortune", 2, 16) + 1
    assert list(ready.chance) == [
        {"for": "die", "n": 7, "of": 6, "drawn": die},
        {"for": "fortune", "n": 2, "of": 16, "drawn": card},
    ]
    assert ready.state.drawn == {"die": 8, "fortune": 3}
    assert ready.state.turn.card == TABLE.decks["fortune"][card - 1].code
    assert GAME.prepare(ready.state, chance).state == ready.state, "nothing is thrown twice"


# A turn


@pytest.mark.parametrize(("die", "each"), [(1, 250), (2, 300), (3, 350), (4, 400), (6, 500)])
def test_s10_s11_the_throw_moves_the_marker_and_sets_the_level(die: int, each: int) -> None:
    state, _ = marched(at(own(square=BEL - die if die <= BEL else BEL - die + 40)), die)
    assert state.seats[0].square == BEL
    assert state.turn == Turn(die)
    assert TABLE.price(die, BUY) == each
    held = mover(state, "BUY BEL 1")
    assert held.cash == state.seats[0].cash - each


def test_s11_the_levels_are_the_tables() -> None:
    assert [TABLE.price(level, SELL) for level in range(1, 7)] == [200, 250, 300, 400, 450, 500]


def test_s12_shares_are_bought_on_the_square_of_their_company() -> None:
    assert why(at(own()), "BUY ALB 1") == [("buy-where", "S12")]
    assert why(at(own(square=OPTIONS)), "BUY HERE 1") == [("no-company-here", "S13")]
    assert why(at(own(square=START)), "BUY ALB 1") == [("buy-where", "S12")]


def test_s13_as_many_as_the_bank_has_and_the_cash_pays_for() -> None:
    state = at(own(3500), own(BEL=4), die=3)
    assert shares(mover(state, "BUY HERE 6")) == {"BEL": 6}
    assert shares(mover(state, "BUY BEL MAX")) == {"BEL": 6}
    problem = refused(state, "BUY BEL 7")[0]
    assert (problem.code, problem.values["left"]) == ("short-supply", 6)
    assert [GAME.write_move(each, "en") for each in problem.nearest] == ["BUY BEL 6"]
    problem = refused(at(own(1049), die=3), "BUY BEL 3")[0]
    assert problem.values == {"company": "BEL", "cost": 1050, "cash": 1049, "most": 2}
    assert why(at(own(349), die=3), "BUY BEL MAX") == [("short-cash", "S52")]


def test_s13_large_companies_have_twenty_shares_others_ten() -> None:
    sizes = [company.size.shares for company in TABLE.companies]
    assert (sizes.count(20), sizes.count(10), len(sizes)) == (8, 18, 26)
    assert shares(mover(at(own(9000, ALB), die=3), "BUY ALB 20")) == {"ALB": 20}


def test_s14_other_peoples_companies_cost_nothing() -> None:
    state, facts = marched(at(own(square=2), own(0, 0, BEL=10)), 2)
    assert state.seats[0].cash == 1000
    assert facts == ["threw"]


@pytest.mark.parametrize("square", [START, ALB, OPTIONS, FORTUNE, WEALTH, BID])
def test_s15_anything_is_sold_anywhere(square: int) -> None:
    state = at(own(0, square, ALB=5, BEL=2), die=6)
    assert shares(mover(state, "SELL ALB 2")) == {"ALB": 3, "BEL": 2}
    assert mover(state, "SELL ALB ALL; SELL BEL ALL").cash == 3500
    assert mover(state, "SELL ALL") == mover(state, "SELL ALB 5; SELL BEL 2")
    assert why(state, "SELL ALB 6") == [("short-shares", "S15")]
    assert why(at(own(0, square)), "SELL ALL") == [("nothing-held", "S15")]
    assert why(at(own(0, square)), "SELL ALB ALL") == [("short-shares", "S15")]


def test_s16_only_in_ones_own_turn() -> None:
    problems = refused(at(own()), "PASS", by=1)
    assert [(each.code, each.rule) for each in problems] == [("not-your-turn", "S16")]


@pytest.mark.parametrize(
    "line", ["BUY BEL 1; SELL ALB 1", "SELL ALB 1; BUY BEL 1", "SELL ALL; BUY BEL MAX"]
)
def test_s17_nobody_buys_and_sells_in_one_turn(line: str) -> None:
    assert why(at(own(ALB=3)), line) == [("buy-and-sell", "S17")]


def test_s18_one_may_do_nothing() -> None:
    state = at(own(ALB=3))
    assert mover(state, "PASS") == state.seats[0]


def test_s18_who_passes_does_nothing_more() -> None:
    assert why(at(own(ALB=3)), "PASS; SELL ALB 1") == [("after-pass", "S18")]


# Start


def test_s20_passing_start_brings_250() -> None:
    state, facts = marched(at(own(100, 38), bank=50_000), 5)
    assert (state.seats[0].square, state.seats[0].cash, state.bank_cash) == (3, 350, 49_750)
    assert facts == ["threw", "passed-start"]


def test_s21_landing_on_start_brings_500_and_leaving_it_nothing() -> None:
    state, facts = marched(at(own(100, 38)), 2)
    assert (state.seats[0].square, state.seats[0].cash) == (0, 600)
    assert facts == ["threw", "landed"]
    state, facts = marched(at(own(100, START)), 5)
    assert (state.seats[0].square, state.seats[0].cash, facts) == (5, 100, ["threw"])


@pytest.mark.parametrize(
    ("held", "orders", "passing", "landing"),
    [
        ((2, 1), "", (1, 1), (1, 0)),
        ((1, 1), "", (1, 0), (0, 0)),
        ((1, 2), "", (1, 1), (1, 0)),
        ((1, 0), "", (0, 0), (0, 0)),
        ((0, 0), "", (0, 0), (0, 0)),
        ((2, 1), "FORFEIT TRADITIONAL", (2, 0), (1, 0)),
        ((2, 2), "FORFEIT TRADED TRADITIONAL", (1, 2), (1, 1)),
        ((2, 2), "FORFEIT TRADED TRADED", (1, 2), (0, 2)),
        ((0, 2), "FORFEIT TRADED", (0, 1), (0, 0)),
        ((1, 1), "FORFEIT TRADED; FORFEIT ANY", (1, 0), (0, 0)),
    ],
)
def test_s22_options_are_given_up_at_start(
    held: tuple[int, int], orders: str, passing: tuple[int, int], landing: tuple[int, int]
) -> None:
    state = at(own(0, 38, options=held))
    if orders:
        state = step(GAME, state, orders).state
    assert marched(state, 5)[0].seats[0].options == passing
    assert marched(state, 2)[0].seats[0].options == landing


def test_s22_the_order_stands_and_is_taken_from_anybody_at_any_time() -> None:
    state = at(own(), own(0, 38, options=(3, 3)))
    ordered = step(GAME, state, "FORFEIT TRADED", by=1)
    assert ordered.state.seats[1].forfeits == (0,)
    assert (ordered.state.mover, ordered.state.turn) == (state.mover, state.turn)
    assert not ordered.chance
    beside = step(GAME, ordered.state, "FORFEIT TRADITIONAL; PASS").state
    assert beside.seats[0].forfeits == (1,)
    for left in (2, 1):
        passed = GAME.prepare(beside, drawing(TABLE, 5)).state
        assert passed.seats[1].options == (left, 3), "it stays in force"
        beside = beside._replace(
            seats=(beside.seats[0], passed.seats[1]._replace(square=38), beside.seats[2])
        )
    over = state._replace(mover=None)
    assert refused(over, "FORFEIT TRADED", by=1)[0].code == "over"


def test_s22_the_order_of_somebody_in_debt_settles_nothing() -> None:
    state = at(own(0, FORTUNE, ALB=3), turn=Turn(3, "F10", 300))
    for by in (0, 1):
        ordered = step(GAME, state, "FORFEIT TRADED", by=by).state
        assert ordered.turn == state.turn
        assert ordered.seats[0].shares == state.seats[0].shares


# Options


def test_s30_five_options_on_one_landing() -> None:
    state = at(own(700, OPTIONS))
    held = mover(state, "OPTIONS TRADED 3 TRADITIONAL 2")
    assert (held.cash, held.options) == (200, (3, 2))
    assert why(state, "OPTIONS TRADED 4 TRADITIONAL 2") == [("too-many-options", "S30")]
    assert why(state, "OPTIONS TRADED 4; OPTIONS TRADITIONAL 2") == [("too-many-options", "S30")]
    assert why(at(own(499, OPTIONS)), "OPTIONS TRADED 5") == [("short-cash", "S52")]
    assert why(at(own()), "OPTIONS TRADED 1") == [("options-where", "S30")]
    assert mover(at(own(700, OPTIONS, options=(40, 0))), "OPTIONS TRADED 5").options == (45, 0)


def test_s31_an_option_betters_the_price_by_one_level() -> None:
    bought = mover(at(own(1000, BEL, options=(0, 1)), die=3), "BUY BEL 3 WITH OPTION")
    assert (bought.cash, bought.options) == (100, (0, 0))
    sold = mover(at(own(0, START, options=(1, 0), ALB=3), die=3), "SELL ALB 3 WITH OPTION")
    assert (sold.cash, sold.options) == (1200, (0, 0))


def test_s32_one_option_a_company_and_turn() -> None:
    state = at(own(0, START, options=(2, 1), ALB=4, HLC=2, BEL=1), die=3)
    line = "SELL ALB 4 WITH OPTION; SELL BEL 1 WITH OPTION; SELL HLC 2 WITH OPTION"
    assert mover(state, line).options == (0, 0)
    again = "SELL ALB 2 WITH OPTION; SELL ALB 2 WITH OPTION"
    assert why(state, again) == [("one-option", "S32")]
    assert mover(state, "SELL ALB 2 WITH OPTION; SELL ALB 2").cash == 2 * 400 + 2 * 300


def test_s33_each_kind_is_for_its_own_companies() -> None:
    state = at(own(1000, BEL, options=(1, 0), ALB=1), die=3)
    assert why(state, "BUY BEL 1 WITH OPTION") == [("no-traditional", "S33")]
    state = at(own(1000, BEL, options=(0, 1), ALB=1), die=3)
    assert why(state, "SELL ALB 1 WITH OPTION") == [("no-traded", "S33")]


def test_s34_options_bought_and_shares_sold_in_one_turn() -> None:
    state = at(own(100, OPTIONS, ALB=3), die=3)
    held = mover(state, "SELL ALB 3; OPTIONS TRADED 4")
    assert (held.cash, held.options) == (600, (4, 0))
    held = mover(state, "OPTIONS TRADED 1; SELL ALB 3 WITH OPTION")
    assert (held.cash, held.options) == (1200, (0, 0))


def test_s35_prices_stay_in_the_table_and_no_card_is_wasted() -> None:
    buyer = own(5000, BEL, options=(0, 1), bids=1)
    assert why(at(buyer, die=1), "BUY BEL 6 WITH OPTION") == [("lowest-price", "S35")]
    assert why(at(buyer, die=1), "BUY BEL 6 WITH BID") == [("lowest-price", "S35")]
    assert mover(at(buyer, die=2), "BUY BEL 6 WITH BID").cash == 5000 - 6 * 250
    seller = own(0, BEL, options=(1, 0), bids=1, ALB=12)
    assert why(at(seller, die=6), "SELL ALB 12 WITH OPTION") == [("highest-price", "S35")]
    assert why(at(seller, die=6), "SELL ALB 12 WITH BID") == [("highest-price", "S35")]
    assert mover(at(seller, die=5), "SELL ALB 12 WITH BID").cash == 12 * 500
