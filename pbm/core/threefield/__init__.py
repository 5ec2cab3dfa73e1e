"""The notation of three fields, trades | card | trades, in every language.

A game brings its cards and the names of its stocks; what it has beside them it reads itself.
"""
