"""Accounts: the one door through which money and shares change hands."""

from typing import Final

BANK: Final = -1
"""The bank's account, behind those of the seats."""


class Unbalanced(Exception):  # noqa: N818 - it names what was found
    """A position that creates or loses money or shares: a fault of the rules; nothing is stored."""


class Accounts:
    """What every seat and the bank own while one move is settled.

    Seats are numbers from 0, the bank is BANK. Whatever one account gives another takes, so the
    totals never change. Balances may go below zero: whether that is allowed the rules ask first.
    The lists become the accounts' own.
    """

    __slots__ = ("cash", "shares")

    def __init__(self, cash: list[int], shares: list[list[int]]) -> None:
        self.cash = cash
        self.shares = shares

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
        self.shares[giver][stock] -= count
        self.shares[taker][stock] += count

    def exchange(self, seat: int, stock: int, count: int, money: int) -> None:
        """A deal with the bank: the seat gives shares for money; both below 0 are a purchase."""
        if count * money < 0:
            raise Unbalanced(f"{count} shares for {money}")
        cash, shares = self.cash, self.shares
        shares[seat][stock] -= count
        shares[BANK][stock] += count
        cash[BANK] -= money
        cash[seat] += money

    def split(self, stock: int) -> None:
        """Double everybody's shares of one kind, the bank's among them.

        This is the one way in which shares come to be; the rules count what they issue.
        """
        for held in self.shares:
            held[stock] *= 2
