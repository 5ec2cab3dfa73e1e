"""Letters in and out: fetched, kept, read; composed and sent."""
