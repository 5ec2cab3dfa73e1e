"""The clerk: letter + game → ledger entry + answer. Pure; a reviewer starts here.

`desk` applies lines to a game, `orders` finds the lines in a letter, `audit` replays a ledger.
"""
