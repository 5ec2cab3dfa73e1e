"""What games on a stock market have in common: cards that move prices, a bank to trade with.

Small pieces that a game puts together in its own way; none of them knows a game. A `stock` is a
kind of share (a colour, a company), everywhere a number from 0 in the order of the game's board.
"""
