"""A turn processor for correspondence play of stock-market board games."""

__version__ = "0.1.0"
