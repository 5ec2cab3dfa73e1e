"""Writes canonical lines and reads them back, which a ledger does far more often than people."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from pbm.core.market.cards import Card, Decks, Play
from pbm.core.market.moves import BUY, SELL, Move, Trade
from pbm.core.problem import Kind, Place, Problem, Refusal
from pbm.core.threefield.words import Script

_MOST_KEPT: Final = 10_000
"""Trades remembered by their text, so that a long run does not grow without end."""


class Writer:
    """Canonical lines of one language: `-3с +5к | 30к -60ж | +2з`."""

    def __init__(self, decks: Decks, script: Script) -> None:
        self._script = script
        self._decks = decks
        self._stocks = {letter: stock for stock, letter in enumerate(script.letters)}
        self._trades: dict[str, Trade] = {}

    @cached_property
    def _plays(self) -> dict[Play, str]:
        """Every play as it is written."""
        plays = (play for plays in self._decks.plays.values() for play in plays)
        return {play: self._write_play(play) for play in plays}

    @cached_property
    def _alone(self) -> dict[str, Move]:
        """Every move without trades by its line."""
        return {text: Move((), play, ()) for play, text in self._plays.items()}

    @cached_property
    def _between(self) -> dict[str, Play]:
        """Every play by its field between two others."""
        return {f" {text} ": play for play, text in self._plays.items()}

    def short(self, card: Card) -> str:
        """A card by its own half: `30к`, `-40ж`, `100с`, `x2к`, `:2к`."""
        return self._figure(card.own, card.stock).removeprefix("+")

    def play(self, play: Play) -> str:
        """A card as it is played: `30к -60ж`."""
        return self._plays[play]

    def trade(self, trade: Trade) -> str:
        """One trade: `-3с`, or `-все с` and `+макс к` where the number is not known yet."""
        sign = "+" if trade.sign == BUY else "-"
        letter = self._script.letters[trade.stock]
        if trade.amount is not None:
            return f"{sign}{trade.amount}{letter}"
        return f"{sign}{self._script.max if trade.sign == BUY else self._script.all} {letter}"

    def letter(self, stock: int) -> str:
        """A stock's letter."""
        return self._script.letters[stock]

    def fields(self, move: Move) -> tuple[str, str, str]:
        """The move's three fields; without trades the outer ones are empty."""
        before, after = (
            " ".join(self.trade(trade) for trade in trades) for trades in (move.before, move.after)
        )
        return before, self._plays[move.play], after

    def line(self, before: Sequence[Trade], card: str, after: Sequence[Trade]) -> str:
        """The whole line around a card that is written already."""
        if not before and not after:
            return card
        first = "".join(self.trade(trade) + " " for trade in before)
        last = "".join(" " + self.trade(trade) for trade in after)
        return f"{first}| {card} |{last}"

    def move(self, move: Move) -> str:
        """The canonical line of a move."""
        return self.line(move.before, self._plays[move.play], move.after)

    def read(self, line: str) -> Move:
        """The move of a canonical line; raises Refusal for any other line."""
        if move := self._alone.get(line):
            return move
        try:
            before, card, after = line.split("|")
            play = self._between[card]
            if not before:
                return Move((), play, self._read_trades(after[1:]) if after[0] == " " else ())
            if before[-1] == " " and (not after or after[0] == " "):
                first = self._read_trades(before[:-1])
                return Move(first, play, self._read_trades(after[1:]) if after else ())
        except (ValueError, KeyError, IndexError):
            pass
        raise Refusal([Problem(Kind.UNREADABLE, "not-canonical", Place(1, 1, line))])

    def _read_trades(self, text: str) -> tuple[Trade, ...]:
        try:
            return tuple(map(self._trades.__getitem__, text.split(" ")))
        except KeyError:
            return self._read_new_trades(text)

    def _read_new_trades(self, text: str) -> tuple[Trade, ...]:
        """Trades of which one has not been seen before; raises ValueError, KeyError, IndexError."""
        found = []
        tokens = iter(text.split(" "))
        for token in tokens:
            whole = token
            if token in (f"-{self._script.all}", f"+{self._script.max}"):
                whole = f"{token} {next(tokens, '')}"
            trade = self._trades.get(whole) or self._read_trade(whole)
            if len(self._trades) < _MOST_KEPT and whole is token:
                self._trades[token] = trade
            found.append(trade)
        return tuple(found)

    def _read_trade(self, token: str) -> Trade:
        digits = token[1:-1]
        count = int(digits) if digits.isascii() and digits.isdigit() else None
        sign = BUY if token[0] == "+" else SELL
        trade = Trade(sign, count, self._stocks[token[-1]])
        if count == 0 or self.trade(trade) != token:
            raise ValueError(token)
        return trade

    def _write_play(self, play: Play) -> str:
        """The own half and what was chosen; what is no choice is not written."""
        first, *others = (self._figure(figure, stock) for stock, figure in play.effects)
        if len(self._decks.plays[play.card]) == 1:
            others = []
        return " ".join([first.removeprefix("+"), *others])

    def _figure(self, figure: str, stock: int) -> str:
        return figure.replace("/", ":") + self._script.letters[stock]
