"""How a game on the market ends: the greatest capital wins."""

from collections.abc import Sequence

from pbm.core.contract import Fact, Result
from pbm.core.market.position import Position


def richest(position: Position) -> Result:
    """Everybody's cash and shares at the last prices; equal capitals share the win."""
    scores = tuple(map(position.capital, range(len(position.seats))))
    most = max(scores)
    return Result(tuple(n for n, score in enumerate(scores) if score == most), scores)


def over(result: Result, names: Sequence[str]) -> Fact:
    """The end as a fact."""
    return {
        "fact": "over",
        "winners": [names[n] for n in result.winners],
        "capital": dict(zip(names, result.scores, strict=True)),
    }
