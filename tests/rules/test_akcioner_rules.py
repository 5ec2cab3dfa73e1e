"""Акционер, rule by rule; the numbers are those of pbm/rules/akcioner/rules.md."""

from collections import Counter

import pytest
from akcioner_play import NO_CHANCE, game, play, position, random_game, seat, step

from pbm.core.chance import Sealed
from pbm.core.market.position import Position, Seat
from pbm.core.problem import Kind, Problem, Refusal
from pbm.rules import find
from pbm.rules.akcioner.game import Akcioner

HUNDRED = (100, 100, 100, 100)


def refused(table: Akcioner, state: Position, line: str) -> Problem:
    with pytest.raises(Refusal) as caught:
        step(table, state, line)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


def test_a1_a2_everybody_begins_with_a_share_of_each_colour_at_100() -> None:
    table = game(3)
    state = table.opening(NO_CHANCE).state
    assert state.prices == HUNDRED
    assert {(state.cash[n], state.shares[n], state.capital(n)) for n in range(3)} == {
        (0, (1, 1, 1, 1), 400)
    }


def test_a3_the_big_deck() -> None:
    big = game().decks.cards["big"]
    assert len(big) == 20
    assert Counter(card.own for card in big) == {"+100": 12, "x2": 4, "/2": 4}
    hundred = big[0]
    plays = game().decks.plays[hundred]
    assert len(plays) == 6
    assert all(len(set(p.targets)) == 3 and hundred.stock not in p.targets for p in plays)


def test_a4_the_small_deck() -> None:
    small = game().decks.cards["small"]
    assert len(small) == 32
    assert len(set(small)) == 32
    for card in small:
        own, other = int(card.own), int(card.others[0])
        assert own * other < 0
        assert abs(own) + abs(other) == 90


@pytest.mark.parametrize(
    ("formula", "most"), [("3+5", 6), ("4+6", 4), ("1+1", 6), ("9+1", 2), ("1+15", 2)]
)
def test_a5_enough_cards_stay_undealt(formula: str, most: int) -> None:
    names = [f"p{n}" for n in range(6)]
    for seats in range(2, 7):
        if seats <= most:
            find("akcioner").game(names[:seats], {"formula": formula}, "ru")
            continue
        with pytest.raises(Refusal) as caught:
            find("akcioner").game(names[:seats], {"formula": formula}, "ru")
        (problem,) = caught.value.problems
        assert (problem.code, problem.rule) == ("formula-too-big", "A5")
        assert problem.values["most"] == most


@pytest.mark.parametrize("formula", ["0+5", "3", "5+0", "3+5+1", "-3+5", "10+1", "три+пять"])
def test_a5_other_formulas_are_refused(formula: str) -> None:
    with pytest.raises(Refusal):
        game(2, formula=formula)


def test_a5_hands_come_from_the_decks_and_do_not_overlap() -> None:
    table = game(6)
    chance = Sealed(bytes(32))
    dealt = Counter(card for n in range(6) for card in table.dealt(n, chance))
    assert sum(dealt.values()) == 6 * 8
    assert all(count <= table.decks.copies[card] for card, count in dealt.items())


def test_a6_seats_and_order() -> None:
    for seats in (1, 7):
        with pytest.raises(Refusal) as caught:
            find("akcioner").game([f"p{n}" for n in range(seats)], {}, "ru")
        assert "A6" in {problem.rule for problem in caught.value.problems}
    assert game(4).opening(NO_CHANCE).state.order == (0, 1, 2, 3)
    lots = {game(4, order="lot").opening(Sealed(bytes([n]))).state.order for n in range(40)}
    assert len(lots) > 5


def test_a6_the_lot_is_made_public() -> None:
    opened = game(3, order="lot").opening(Sealed(b"7"))
    (drawn,) = opened.chance
    assert drawn["for"] == "lot"
    assert [n - 1 for n in drawn["drawn"]] == list(opened.state.order)


def test_a7_a_position_tells_no_hand() -> None:
    table = game(2)
    chance = Sealed(b"7")
    state = table.opening(chance).state
    plain = str(table.dump(state))
    assert "played': []" in plain
    assert not any(card.code in plain for card in table.dealt(0, chance))
    assert plain == str(table.dump(table.opening(Sealed(b"8")).state))


def test_a10_a_move_needs_a_card() -> None:
    problem = refused(game(), position(HUNDRED, seat(), seat()), "-1с | |")
    assert problem.rule == "A10"


def test_a10_out_of_turn() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    move = table.read_move("30к ж", state, 1, None, "ru")
    assert [p.code for p in table.illegal(state, 1, move, None)] == ["not-your-turn"]


def test_a11_no_more_than_is_held_or_paid_for() -> None:
    table = game()
    state = position(HUNDRED, seat(250), seat())
    assert refused(table, state, "-2с | 30к ж |").values["held"] == 1
    problem = refused(table, state, "+3с | 30к ж |")
    assert (problem.code, problem.values["cash"], problem.values["most"]) == ("short-cash", 250, 2)
    assert problem.place.words == "+3с"
    assert play(table, state, "+2с | 30к ж |").shares[0][0] == 3


def test_a11_every_problem_is_told_and_nothing_changes() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    with pytest.raises(Refusal) as caught:
        step(table, state, "-9с +9к | 30к ж | +9з -9ж")
    assert [(p.code, p.place.words) for p in caught.value.problems] == [
        ("short-shares", "-9с"),
        ("short-shares", "-9ж"),
        ("short-cash", "+9з"),
    ]


def test_a12_sales_come_first_whatever_the_order() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    assert play(table, state, "+1к -1с | 30к ж |") == play(table, state, "-1с +1к | 30к ж |")


def test_a12_all_the_cash_is_spent_once() -> None:
    problem = refused(game(), position(HUNDRED, seat(300), seat()), "+макс к +макс ж | 30к ж |")
    assert (problem.code, problem.place.words) == ("second-max", "+макс ж")


def test_a13_what_was_bought_and_raised_stays() -> None:
    table = game()
    state = position(HUNDRED, seat(200), seat())
    problem = refused(table, state, "+2к | 30к ж | -2к")
    assert (problem.rule, problem.values["free"]) == ("A13", 1)
    assert play(table, state, "+2к | 30к ж | -1к").shares[0][1] == 2


def test_a13_selling_all_does_not_sell_what_is_locked() -> None:
    assert (
        refused(game(), position(HUNDRED, seat(200), seat()), "+2к | 30к ж | -все к").rule == "A13"
    )


def test_a13_what_was_oversold_is_not_called_locked_as_well() -> None:
    state = position(HUNDRED, seat(), seat())
    assert refused(game(), state, "-9к +1к | 30к -60з | -все к").rule == "A11"


def test_a13_option_lock() -> None:
    state = position(HUNDRED, seat(200), seat())
    line = "+1з | 30к -60з | -2з"
    assert play(game(lock="raised"), state, line).shares[0][3] == 0
    assert refused(game(lock="bought"), state, line).rule == "A13"


def test_a14_the_card_says_what_is_raised() -> None:
    state = position((100, 250, 100, 100), seat(500), seat())
    assert refused(game(), state, "+1к | 30к ж | -2к").rule == "A13"


@pytest.mark.parametrize(
    ("price", "down", "up"),
    [(210, 100, 110), (130, 60, 70), (250, 120, 130), (30, 10, 20), (40, 20, 20)],
)
def test_a20_rounding(price: int, down: int, up: int) -> None:
    state = position((100, 100, price, 100), seat(), seat())
    assert play(game(rounding="down"), state, "x2к ж").prices[2] == down
    assert play(game(rounding="up"), state, "x2к ж").prices[2] == up


@pytest.mark.parametrize("rounding", ["down", "up"])
def test_a21_half_of_ten_is_a_fall(rounding: str) -> None:
    state = position((100, 100, 10, 100), seat(100), seat(100))
    after = play(game(rounding=rounding), state, "x2к ж")
    assert after.prices[2] == 10
    assert after.cash[:2] == (100, 95)


def test_a30_the_mover_alone_is_compensated() -> None:
    state = position(HUNDRED, seat(0, 1, 1, 12, 1), seat(0, 1, 1, 12, 1))
    after = play(game(), state, "60к -30ж")
    assert after.cash[:2] == (360, 0)


def test_a30_shares_bought_before_the_card_count() -> None:
    after = play(game(), position(HUNDRED, seat(100), seat()), "+1ж | 60к -30ж |")
    assert after.cash[0] == 60


def test_a31_everybody_is_paid_above_250() -> None:
    state = position((230, 100, 100, 100), seat(0, 2, 0, 0, 0), seat(0, 3, 0, 0, 0))
    after = play(game(), state, "100с кжз")
    assert after.prices[0] == 250
    assert after.cash[:2] == (160, 240)
    doubled = position((250, 100, 100, 100), seat(0, 1, 0, 0, 0), seat(0, 1, 0, 0, 0))
    assert play(game(), doubled, "x2с к").cash[:2] == (250, 250)


def test_a32_a_fall_below_ten() -> None:
    state = position((100, 100, 30, 100), seat(0, 0, 0, 100, 0), seat(0))
    assert play(game(), state, "40к -50ж").cash[0] == 2000
    state = position((100, 100, 100, 40), seat(), seat(2400, 0, 0, 0, 80))
    after = play(game(), state, "30к -60з")
    assert (after.prices[3], after.cash[1], after.shares[1][3]) == (10, 0, 80)


def test_a32_exactly_ten_is_no_fall() -> None:
    state = position((100, 100, 100, 70), seat(), seat(0, 0, 0, 0, 80))
    assert play(game(), state, "30к -60з").shares[1][3] == 80


def test_a33_a34_what_the_cash_does_not_cover_is_lost() -> None:
    state = position((100, 100, 100, 40), seat(), seat(100, 5, 5, 5, 80))
    after = play(game(), state, "30к -60з")
    assert (after.cash[1], after.shares[1]) == (10, (5, 5, 5, 3))


def test_a34_option_debt() -> None:
    table = game(short_fine="debt")
    state = position((100, 100, 100, 40), seat(), seat(100, 0, 0, 0, 80))
    after = play(table, state, "30к -60з")
    assert (after.cash[1], after.shares[1][3]) == (-2300, 80)
    assert refused(table, after, "+1з | 30с ж |").code == "short-cash"


def test_a35_the_smaller_fine_first_then_the_cheaper_then_the_order_of_colours() -> None:
    state = position((100, 20, 10, 30), seat(), seat(10, 0, 1, 1, 1))
    after = play(game(), state, "100с -10ж -20к -30з")
    # All three come to 0, a fine of 10 a share; yellow was the cheapest. The ten pay for it, and
    # the others are lost.
    assert after.prices[1:] == (10, 10, 10)
    assert (after.shares[1], after.cash[1]) == ((0, 0, 1, 0), 0)


def test_a35_money_of_a31_is_there_before_the_fines() -> None:
    state = position((230, 10, 100, 100), seat(), seat(0, 1, 1, 0, 0))
    after = play(game(), state, "100с -10к -20ж -30з")
    assert (after.shares[1][1], after.cash[1]) == (1, 70)


def test_a40_nobody_trades_with_the_last_cards() -> None:
    last = {"big": 0, "small": 1}
    state = position(HUNDRED, seat(500, **last), seat(**last))
    problem = refused(game(), state, "+1с | 30к ж |")
    assert (problem.code, problem.rule) == ("idle", "A40")
    assert len(problem.nearest) == 1
    after = play(game(), state, "30к ж")
    assert after.cash[0] == 560
    others = position(HUNDRED, seat(500, **last), seat(big=1, small=1))
    assert play(game(), others, "+1с | 30к ж |").shares[0][0] == 2


def test_a41_the_game_ends_with_the_last_card() -> None:
    table = game(3, formula="1+2")
    steps = list(random_game(table, 7))
    assert len(steps) == 9
    assert table.to_move(steps[-1][2].state) is None
    assert all(not sum(seat.left) for seat in steps[-1][2].state.seats)


def test_a42_most_capital_wins_and_equal_capital_shares() -> None:
    table = game(3)
    state = position(
        (100, 50, 10, 10),
        seat(0, 1, 0, 0, 0),
        seat(100, 0, 0, 0, 0),
        seat(0, 0, 1, 0, 0),
        mover=None,
    )
    result = table.result(state)
    assert result is not None
    assert (result.winners, result.scores) == ((0, 1), (100, 100, 50))


def test_a43_a_broke_player_plays_on() -> None:
    state = position(HUNDRED, seat(), seat(0, 0, 0, 0, 0))
    assert play(game(), state, "30к ж").mover == 1


def test_a43_option_skip_broke() -> None:
    table = game(3, skip_broke="true")
    state = position(HUNDRED, seat(), seat(39, 0, 0, 0, 0), seat())
    after = play(table, state, "30к ж")
    assert (after.mover, after.seats[1].out) == (2, True)
    rich = position(HUNDRED, seat(), seat(40, 0, 0, 0, 0), seat())
    assert play(table, rich, "30к ж").mover == 1


def test_a43_the_last_one_left_ends_the_game() -> None:
    table = game(2, skip_broke="true")
    after = play(table, position(HUNDRED, seat(), seat(0, 0, 0, 0, 0)), "30к ж")
    result = table.result(after)
    assert result is not None
    assert result.winners == (0,)


def test_a43_the_last_one_left_is_not_passed_over() -> None:
    table = game(2, skip_broke="true")
    nothing = seat(0, 0, 0, 0, 0)
    taken = step(table, position(HUNDRED, nothing, nothing), "30к ж")
    assert [held.out for held in taken.state.seats] == [False, True]
    assert taken.state.mover is None
    assert [fact["seat"] for fact in taken.facts if fact["fact"] == "out"] == ["Борис"]


def test_a43_cards_of_the_broke_no_longer_count_for_a40() -> None:
    table = game(3, skip_broke="true")
    last = {"big": 0, "small": 1}
    broke = seat(0, 0, 0, 0, 0)._replace(seat=Seat((3, 5), out=True))
    state = position(HUNDRED, seat(500, **last), broke, seat(**last))
    assert refused(table, state, "+1с | 30к ж |").rule == "A40"


def test_deal_table_checks_what_can_be_known() -> None:
    table = game(deal="table")
    chance = Sealed(b"1")
    state = table.opening(chance).state
    assert table.hand(state, 0, chance) is None
    twice = play(table, play(table, state, "30к ж"), "30с ж")
    assert refused(table, twice, "30к з").code == "all-played"
    empty = position(HUNDRED, seat(big=0), seat())
    assert refused(table, empty, "100с кжз").code == "no-big-left"


def test_a_card_that_is_not_held_is_refused_and_its_twin_is_asked_about() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    held = tuple(table.decks.by_code()[code] for code in ("-40r", "100b"))
    move = table.read_move("50ж -40к", state, 0, held, "ru")
    (problem,) = table.illegal(state, 0, move, held)
    assert (problem.code, problem.kind) == ("twin", Kind.AMBIGUOUS)
    assert [table.write_move(twin, "ru") for twin in problem.own] == ["-40к +50ж"]
    other = table.read_move("30ж к", state, 0, held, "ru")
    (problem,) = table.illegal(state, 0, other, held)
    assert (problem.code, problem.nearest) == ("not-held", ())


@pytest.mark.parametrize("option", ["colour=red", "rounding=sideways", "lock=", "pair=true"])
def test_unknown_options_are_refused(option: str) -> None:
    name, _, value = option.partition("=")
    with pytest.raises(Refusal):
        game(2, **{name: value})
