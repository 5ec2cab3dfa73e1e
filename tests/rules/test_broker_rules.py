"""Broker, rule by rule; the numbers are those of pbm/rules/broker/rules.md."""

from collections import Counter

import pytest
from broker_play import DEALT, NO_CHANCE, game, play, position, random_game, seat, step

from pbm.core.accounts import BANK
from pbm.core.chance import Sealed
from pbm.core.contract import Fact
from pbm.core.market.position import Seat
from pbm.core.problem import Kind, Problem, Refusal
from pbm.rules import find
from pbm.rules.broker.game import Broker
from pbm.rules.broker.moves import Keep
from pbm.rules.broker.state import State

HUNDRED = (100, 100, 100, 100)
RICH = 2000
LAST = (0, 0, 1)
NO_CARDS = (0, 0, 0)


def refused(table: Broker, state: State, line: str) -> Problem:
    with pytest.raises(Refusal) as caught:
        step(table, state, line)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


def facts(table: Broker, state: State, line: str, kind: str) -> list[Fact]:
    return [fact for fact in step(table, state, line).facts if fact["fact"] == kind]


def owner(*shares: int, cash: int = 0, left: tuple[int, ...] = DEALT) -> State:
    """A position in which the second seat has shares and A stands at 40."""
    return position((40, 100, 100, 100), seat(300, 0, 1), seat(cash, *shares, left=left))


def wrong_option(**options: str) -> str:
    with pytest.raises(Refusal) as caught:
        game(2, "bg", **options)
    (problem,) = caught.value.problems
    assert problem.rule in {"", "B1", "B8"}
    return problem.code


def test_b1_seats_companies_and_prices() -> None:
    for count in (1, 7):
        with pytest.raises(Refusal) as caught:
            find("broker").game([f"p{n}" for n in range(count)], {}, "bg")
        assert "B1" in {problem.rule for problem in caught.value.problems}
    table = game(6)
    assert table.opening(NO_CHANCE).state.market.prices == HUNDRED
    assert table.companies == ("A", "B", "C", "D")


def test_b1_companies_of_ones_own() -> None:
    table = game(companies="Siemens, Bayer, Krupp, Deutz")
    state = table.opening(NO_CHANCE).state
    assert list(table.dump(state)["prices"]) == ["Siemens", "Bayer", "Krupp", "Deutz"]
    assert table.write_move(table.read_move("60s k", state, 0, None, "bg"), "bg") == "60S -30K"
    moved = play(table, state, "купувам 2 Bayer, 60 Siemens Krupp; keep bayer 1")
    assert moved.market.shares[0] == (0, 2, 0, 0)
    assert moved.keeps[0] == (Keep(1, 1),)
    assert table.load(table.dump(moved)) == moved


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("A,B,C", "wrong-companies"),
        ("A,B,C,", "wrong-companies"),
        ("A,B,C,D E", "wrong-companies"),
        ("Opel,B,C,D", "company-letter"),
        ("A,B,C,Здраве", "company-letter"),
        ("Xerox,B,C,D", "company-letter"),
        ("Харта,B,C,D", "company-letter"),
        ("Sellers,B,C,D", "company-letter"),
        ("Илиян,B,C,D", "company-letter"),
    ],
)
def test_b1_names_that_no_company_can_have(names: str, code: str) -> None:
    assert wrong_option(companies=names) == code


def test_b1_letters_differ_also_to_the_eye() -> None:
    with pytest.raises(Refusal) as caught:
        game(companies="Alpha,Арда,C,D")
    assert {problem.code for problem in caught.value.problems} == {"company-twice"}


def test_b2_everybody_begins_with_300_and_no_shares() -> None:
    state = game(3).opening(NO_CHANCE).state
    assert state.market.cash[:3] == (300,) * 3
    assert state.market.shares[:3] == ((0, 0, 0, 0),) * 3


def test_b3_three_piles_and_ten_cards_each() -> None:
    table = game(6)
    sizes = {deck: len(cards) for deck, cards in table.decks.cards.items()}
    assert sizes == {"100": 12, "2x": 24, "40/60": 32}
    chance = Sealed(bytes(32))
    dealt = [table.dealt(n, chance) for n in range(6)]
    assert all(Counter(c.deck for c in hand) == {"100": 2, "2x": 3, "40/60": 5} for hand in dealt)
    every = Counter(card for hand in dealt for card in hand)
    assert all(count <= table.decks.copies[card] for card, count in every.items())


def test_b3_no_more_cards_of_a_pile_than_were_dealt() -> None:
    state = position(HUNDRED, seat(left=(0, 3, 5)), seat())
    problem = refused(game(), state, "100A")
    assert (problem.rule, problem.values["deck"]) == ("B3", "100")


def test_b4_the_cards() -> None:
    table = game()
    for company in range(4):
        own = Counter(
            card.own for cards in table.decks.cards.values() for card in cards
            if card.stock == company
        )  # fmt: skip
        assert own == {"+100": 3, "x2": 3, "/2": 3, "+60": 4, "-50": 4}
    start = position(HUNDRED, seat(), seat())
    assert play(table, start, "100B").market.prices == (90, 200, 90, 90)
    assert play(table, start, "60A C").market.prices == (160, 100, 70, 100)
    assert play(table, start, "-50A C").market.prices == (50, 100, 140, 100)
    assert play(table, start, "x2D A").market.prices == (50, 100, 100, 200)
    assert play(table, start, ":2D A").market.prices == (200, 100, 100, 50)


def test_b4_no_card_is_played_more_often_than_it_exists() -> None:
    table = game(2, deal="table")
    played = seat()._replace(seat=Seat((2, 3, 5), ("100A",) * 3))
    assert refused(table, position(HUNDRED, seat(), played), "100A").code == "all-played"


def test_b5_the_other_company_is_never_the_one_named() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    assert refused(table, state, "60A A").code == "same-stock"
    assert refused(table, state, "60A A").rule == "B5"
    plays = [play for plays in table.decks.plays.values() for play in plays]
    assert all(play.card.stock not in play.targets for play in plays)


def test_b6_seats_are_drawn_or_as_named() -> None:
    assert game(4).opening(NO_CHANCE).state.market.order == (0, 1, 2, 3)
    lots = {game(4, order="lot").opening(Sealed(bytes([n]))).state.market.order for n in range(40)}
    assert len(lots) > 5
    start = position(HUNDRED, seat(), seat(), seat())
    assert play(game(3), start, "100A").market.mover == 1


def test_b7_a_position_tells_no_hand_but_every_card_played() -> None:
    table = game()
    chance = Sealed(b"7")
    state = table.opening(chance).state
    assert str(table.dump(state)) == str(table.dump(table.opening(Sealed(b"8")).state))
    assert play(table, state, "100A").market.seats[0].played == ("100A",)
    hand = table.hand(state, 0, chance)
    assert hand is not None
    other = next(card for card in table.decks.copies if card not in hand)
    line = table.read_move(f"{table.notation.short(other, 'bg')} A", state, 0, None, "bg") \
        if other.stock else None  # fmt: skip
    if line is not None:
        assert {p.rule for p in table.illegal(state, 0, line, hand)} == {"B7"}


def test_b7_a_twin_is_asked_about() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    line = table.read_move("x2A B; keep A 1", state, 0, None, "bg")
    held = tuple(card for card in table.decks.copies if (card.own, card.stock) == ("/2", 1))
    (problem,) = table.illegal(state, 0, line, held)
    assert problem.kind is Kind.AMBIGUOUS
    assert [table.write_move(own, "en") for own in problem.own] == [":2B x2A; keep A 1"]


def test_b8_the_bank_sells_what_it_has() -> None:
    table = game()
    state = position((10, 100, 100, 100), seat(RICH, 10), seat(0, 25))
    problem = refused(table, state, "+6A | 60B C |")
    assert (problem.code, problem.rule, problem.values["left"]) == ("short-supply", "B8", 5)
    assert play(table, state, "+макс A | 60B C |").market.shares[0][0] == 15


def test_b8_another_supply_or_none() -> None:
    start = game(shares_per_company="7").opening(NO_CHANCE).state
    assert start.market.shares[BANK] == (7, 7, 7, 7)
    table = game(shares_per_company="none")
    state = table.opening(NO_CHANCE).state
    rich = state._replace(
        market=state.market._replace(cash=(9000, 300, -9300)),
    )
    after = play(table, rich, "+90A | 60B C |")
    assert after.market.shares[0][0] == 90
    assert after.balance() == rich.balance()
    for wrong in ("0", "-3", "many"):
        assert wrong_option(shares_per_company=wrong) == "wrong-supply"


def test_b10_a_card_must_be_played() -> None:
    assert refused(game(), position(HUNDRED, seat(), seat()), "+1A | |").rule == "B10"


def test_b11_no_credit_no_more_than_held_only_in_turn() -> None:
    table = game()
    state = position(HUNDRED, seat(), seat())
    assert refused(table, state, "+4A | 60B C |").values["most"] == 3
    assert refused(table, state, "-1A | 60B C |").values["held"] == 0
    line = table.read_move("60B C", state, 1, None, "bg")
    assert [p.code for p in table.illegal(state, 1, line, None)] == ["not-your-turn"]


def test_b12_bought_and_raised_is_not_sold() -> None:
    table = game()
    state = position(HUNDRED, seat(300, 5), seat())
    problem = refused(table, state, "+1A | 60A B | -5A")
    assert (problem.code, problem.rule) == ("bought-and-raised", "B12")
    assert play(table, state, "+1A | 60B A | -6A").market.shares[0][0] == 0
    assert play(table, state, "+1B | 60A C | -5A").market.shares[0][0] == 0


def test_b12_sold_and_lowered_is_not_bought() -> None:
    table = game()
    state = position(HUNDRED, seat(0, 3), seat())
    assert refused(table, state, "-3A | -50A B | +1A").code == "sold-and-lowered"
    assert play(table, state, "-3A | 60A B | +1A").market.shares[0][0] == 1


def test_b12_the_arrow_counts() -> None:
    state = position((250, 100, 100, 100), seat(300), seat())
    assert refused(game(), state, "+1A | 60A B | -1A").rule == "B12"


def test_b12_no_reversal() -> None:
    table = game(key_rule="no_reversal")
    state = position(HUNDRED, seat(300, 1), seat())
    assert refused(table, state, "+1A | 60B A | -1A").code == "no-selling"
    assert refused(table, state, "-1A | 60A B | +1A").code == "no-buying-back"
    assert refused(table, state, "-1A +1A | 60B C |").code == "no-buying-back"
    assert play(table, state, "+1A | 60A B | +1A").market.shares[0][0] == 3


def test_b12_frozen() -> None:
    table = game(key_rule="frozen")
    state = position(HUNDRED, seat(300, 1, 1), seat())
    assert refused(table, state, "| 60A B | -1A").code == "frozen"
    assert refused(table, state, "| 60A B | +1B").code == "frozen"
    assert play(table, state, "| 60A B | +1C").market.shares[0][2] == 1


def test_b13_the_written_order_counts() -> None:
    table = game()
    state = position(HUNDRED, seat(0, 1), seat())
    assert refused(table, state, "+1B -1A | 60C D |").code == "short-cash"
    after = play(table, state, "-1A +макс B +макс C | 60C D |")
    assert after.market.shares[0] == (0, 1, 0, 0)


@pytest.mark.parametrize(("price", "half"), [(150, 70), (20, 10), (30, 10), (10, 10), (250, 120)])
def test_b20_halves(price: int, half: int) -> None:
    state = position((price, 100, 100, 100), seat(), seat())
    assert play(game(), state, "x2B A").market.prices[0] == half


def test_b21_dividends() -> None:
    state = position((150, 100, 100, 100), seat(0, 7), seat(0, 1))
    after = play(game(), state, "x2A B")
    assert (after.market.prices[0], after.market.cash[:2]) == (250, (350, 50))
    again = play(game(), after, "x2A B")
    assert again.market.cash[:2] == (350 + 7 * 250, 50 + 250)


def test_b22_twenty_a_share_however_deep_the_mover_too() -> None:
    state = position((10, 100, 100, 100), seat(100, 2), seat(100, 4))
    after = play(game(), state, "-50A B")
    assert after.market.prices[0] == 10
    assert after.market.cash[:2] == (60, 20)
    assert [held[0] for held in after.market.shares[:2]] == [2, 4]


def test_b22_what_cannot_be_paid_for_goes_back() -> None:
    after = play(game(), owner(4, 0, 2, cash=50), "-50A B")
    assert (after.market.cash[1], after.market.shares[1]) == (10, (2, 0, 2, 0))
    assert after.market.shares[BANK][0] == 38


@pytest.mark.parametrize(("price", "line"), [(10, "x2B A"), (50, "-50A B"), (10, "100B")])
def test_b22_what_is_a_crash(price: int, line: str) -> None:
    state = position((price, 100, 100, 100), seat(), seat(300, 1))
    assert play(game(), state, line).market.prices[0] == 10
    assert facts(game(), state, line, "penalty")


def test_b22_ten_exactly_is_no_crash() -> None:
    state = position((40, 100, 100, 100), seat(), seat(300, 1))
    assert play(game(), state, "60B A").market.prices[0] == 10
    assert not facts(game(), state, "60B A", "penalty")


def test_b23_a_standing_order_limits_what_is_kept() -> None:
    table = game()
    ordered = play(table, owner(4, cash=100), "keep A 1", seat=1)
    assert ordered.market == owner(4, cash=100).market
    assert ordered.keeps == ((), (Keep(0, 1),))
    after = play(table, ordered, "-50A B")
    assert (after.market.cash[1], after.market.shares[1][0]) == (80, 1)
    assert after.keeps == ordered.keeps
    free = play(table, ordered, "keep A all", seat=1)
    assert play(table, free, "-50A B").market.shares[1][0] == 4


def test_b23_an_order_with_a_turn_holds_for_its_card() -> None:
    state = position((10, 100, 100, 100), seat(100, 2), seat())
    after = play(game(), state, "-50A B; keep A 0")
    assert (after.market.cash[0], after.market.shares[0][0]) == (100, 0)


def test_b23_orders_are_public_and_told() -> None:
    table = game()
    taken = step(table, owner(4), "keep A 1 B 2", seat=1)
    assert table.dump(taken.state)["seats"]["Боян"]["keep"] == [["A", 1], ["B", 2]]
    assert [fact["fact"] for fact in taken.facts] == ["keeps", "keeps"]
    view = table.view(taken.state, 0, None, [], "en")
    assert "A 1, B 2" in view.tables["position"].rows[1]


def test_b24_dividends_before_penalties() -> None:
    state = position((10, 200, 100, 100), seat(), seat(0, 2, 2))
    after = play(game(), state, "x2B A")
    assert (after.market.shares[1][0], after.market.cash[1]) == (2, 300 - 40)


def test_b24_the_owners_own_order_of_companies() -> None:
    table = game()
    state = position((10, 10, 100, 100), seat(), seat(20, 1, 1))
    assert play(table, state, "100C").market.shares[1] == (1, 0, 0, 0)
    ordered = play(table, state, "keep B all", seat=1)
    assert play(table, ordered, "100C").market.shares[1] == (0, 1, 0, 0)
    renewed = play(table, play(table, ordered, "keep A 1", seat=1), "keep B 1", seat=1)
    assert renewed.keeps[1] == (Keep(0, 1), Keep(1, 1))
    assert play(table, renewed, "100C").market.shares[1] == (1, 0, 0, 0)


def test_b25_what_was_given_back_is_sold_at_once() -> None:
    state = position((40, 100, 100, 100), seat(100), seat(0, 40, 0, 1))
    after = play(game(), state, "| -50A B | +10A")
    assert after.market.shares[0][0] == 10
    assert after.market.shares[BANK][0] == 30


def test_b26_out_without_cash_and_shares() -> None:
    table = game(3)
    state = position((40, 100, 100, 100), seat(300, 0, 1), seat(0, 4), seat())
    after = play(table, state, "-50A B")
    assert after.market.seats[1].out
    assert after.market.mover == 2
    assert facts(table, state, "-50A B", "eliminated")
    assert not play(table, owner(4, 0, 1), "-50A B").market.seats[1].out


def test_b26_who_is_out_gives_no_orders() -> None:
    table = game(3)
    state = position((40, 100, 100, 100), seat(300, 0, 1), seat(0, 4), seat())
    after = play(table, state, "-50A B")
    line = table.read_move("keep A 1", after, 1, None, "bg")
    assert [(p.code, p.rule) for p in table.illegal(after, 1, line, None)] == [
        ("you-are-out", "B26")
    ]


def test_b26_the_last_one_plays_on_or_wins() -> None:
    state = owner(4)
    after = play(game(), state, "-50A B")
    assert (after.market.mover, after.market.seats[1].out) == (0, True)
    table = game(last_one_wins="true")
    stopped = play(table, state, "-50A B")
    assert stopped.market.mover is None
    result = table.result(stopped)
    assert result is not None
    assert result.winners == (0,)


def test_b26_the_mover_can_ruin_himself() -> None:
    state = position((10, 100, 100, 100), seat(0, 2), seat())
    after = play(game(), state, "-50A B")
    assert (after.market.seats[0].out, after.market.mover) == (True, 1)


def test_b26_all_can_be_ruined_at_once() -> None:
    table = game()
    state = position((10, 100, 100, 100), seat(0, 2), seat(0, 1))
    after = play(table, state, "-50A B")
    assert after.market.mover is None
    result = table.result(after)
    assert result is not None
    assert result.winners == (0, 1)


def test_b30_nothing_is_bought_in_the_last_turn() -> None:
    table = game()
    state = position(HUNDRED, seat(300, 0, 2, left=LAST), seat(left=NO_CARDS))
    assert refused(table, state, "+1A | 60B C |").rule == "B30"
    assert refused(table, state, "| 60B C | +1A").code == "last-turn"
    assert play(table, state, "-1B | 60B C | -1B").market.cash[0] == 560
    others = position(HUNDRED, seat(left=LAST), seat(left=LAST))
    assert play(table, others, "+1A | 60B C |").market.shares[0][0] == 1


def test_b30_the_ban_falls_on_the_last_one_still_in() -> None:
    table = game()
    ruined = position(
        (40, 100, 100, 100), seat(300, 0, 1, left=LAST), seat(0, 4, left=LAST)
    )  # fmt: skip
    assert play(table, ruined, "+1B | -50A B |").market.mover is None
    assert refused(table, ruined, "| -50A B | +1B").rule == "B30"


def test_b31_most_cash_wins_when_the_shares_are_sold() -> None:
    table = game(3)
    state = position((100, 50, 10, 10), seat(0, 1), seat(100), seat(0, 0, 1), mover=None)
    result = table.result(state)
    assert result is not None
    assert (result.winners, result.scores) == ((0, 1), (100, 100, 50))
    steps = list(random_game(table, 5))
    assert table.to_move(steps[-1][3].state) is None
    moves = [line for _, _, line, _ in steps if line.move]
    assert len(moves) <= 30


def test_b32_a_split() -> None:
    table = game(split="true")
    state = position((200, 100, 100, 100), seat(0, 3), seat(0, 1))
    after = play(table, state, "60A B; split A")
    assert after.market.prices[0] == 120
    assert [held[0] for held in after.market.shares[:2]] == [6, 2]
    assert (after.market.shares[BANK][0], after.issued[0]) == (72, 80)
    assert after.balance() == state.balance()
    sold = play(table, state, "| 60A B | -4A; split A")
    assert sold.market.cash[0] == 30 + 4 * 120


def test_b32_what_is_not_split() -> None:
    table = game(split="true")
    state = position((200, 100, 250, 100), seat(), seat())
    problem = refused(table, state, "60B A; split A")
    assert (problem.code, problem.place.words) == ("not-at-ceiling", "split A")
    assert refused(game(), state, "60B A; split C").code == "no-splits"
    assert refused(table, state, "60A B; split A; split C").code == "one-split"
    assert refused(table, state, "split C").rule == "B10"


def test_deal_table_keeps_no_hands() -> None:
    table = game(deal="table")
    state = table.opening(NO_CHANCE).state
    assert table.hand(state, 0, NO_CHANCE) is None
