"""The store: everything that is kept in the game master's folder."""
