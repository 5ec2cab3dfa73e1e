"""How a game ends, and who has won it (S60-S63)."""

from collections.abc import Sequence

from pbm.core.contract import Fact, Result
from pbm.rules.stockexchange.options import Options
from pbm.rules.stockexchange.position import Position, Seat
from pbm.rules.stockexchange.tables import Table


def is_over(position: Position, options: Options) -> bool:
    """Whether the turn that was just played is the last (S60, S61)."""
    round_is_over = position.round_is_over()
    if position.emptied and (round_is_over or not options.last_round):
        return True
    most = options.rounds
    return most is not None and position.turns >= most * len(position.seats)


def assets(seat: Seat, table: Table) -> int:
    """Cash, and what shares and cards count at the end (S62)."""
    amounts = table.amounts
    return (
        seat.cash
        + sum(seat.shares) * amounts.score_share
        + sum(seat.options) * amounts.score_option
        + seat.bids * amounts.score_bid
    )


def result(position: Position, table: Table) -> Result:
    """The greatest assets win; of equals those with more cash, or all of them (S63)."""
    scores = tuple(assets(seat, table) for seat in position.seats)
    ranks = [(score, seat.cash) for score, seat in zip(scores, position.seats, strict=True)]
    return Result(tuple(n for n, rank in enumerate(ranks) if rank == max(ranks)), scores)


def over(result: Result, names: Sequence[str]) -> Fact:
    """The end as a fact."""
    return {
        "fact": "over",
        "winners": [names[n] for n in result.winners],
        "assets": dict(zip(names, result.scores, strict=True)),
    }
