"""Accounts: the one door through which money and shares change hands."""

from collections.abc import Sequence
from typing import Final

BANK: Final = -1
"""The bank's account, behind those of the seats."""


class Unbalanced(Exception):  # noqa: N818 - it names what was found
    """A position that creates or loses money or shares: a fault of the rules; nothing is stored."""


class Accounts:
    """What every seat and the bank own while one move is settled.

    Seats are numbers from 0, the bank is BANK. Whatever one account gives another takes, so the
    totals never change. Balances may go below zero: whether that is allowed the rules ask first.
    The lists become the accounts' own; shares are copied where they change, so a seat that
    neither gives nor takes any keeps the very tuple it had. `own` are the mover's.
    """

    __slots__ = ("_bank", "cash", "mover", "own", "shares")

    def __init__(self, cash: list[int], shares: list[Sequence[int]], mover: int) -> None:
        self.cash = cash
        self.shares = shares
        self.mover = mover
        self.own = shares[mover] = list(shares[mover])
        self._bank = shares[BANK] = list(shares[BANK])

    def pay(self, giver: int, taker: int, money: int) -> None:
        """Move money (0 or more) from one account to another."""
        if money < 0:
            raise Unbalanced(f"a payment of {money}")
        self.cash[giver] -= money
        self.cash[taker] += money

    def hand_over(self, giver: int, taker: int, stock: int, count: int) -> None:
        """Move a number of shares (0 or more) of one kind from one account to another."""
        if count < 0:
            raise Unbalanced(f"a transfer of {count} shares")
        self._changing(giver)[stock] -= count
        self._changing(taker)[stock] += count

    def exchange(self, stock: int, count: int, money: int) -> None:
        """The mover gives the bank shares for money; both below 0 are a purchase."""
        if count * money < 0:
            raise Unbalanced(f"{count} shares for {money}")
        self.own[stock] -= count
        self._bank[stock] += count
        cash = self.cash
        cash[BANK] -= money
        cash[self.mover] += money

    def split(self, stock: int) -> None:
        """Double everybody's shares of one kind, the bank's among them.

        This is the one way in which shares come to be; the rules count what they issue.
        """
        for account in range(len(self.shares)):
            self._changing(account)[stock] *= 2

    def _changing(self, account: int) -> list[int]:
        """The shares of an account, from now on a list of its own."""
        held = self.shares[account]
        if not isinstance(held, list):
            held = self.shares[account] = list(held)
        return held
