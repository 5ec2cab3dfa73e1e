"""The benchmark: `make bench` measures what the program promises about its speed.

Every figure stands beside a floor or a peer that was measured in turns with it, so that a busy
machine slows both. Nothing here fails a test; it needs no network beyond loopback.
"""
