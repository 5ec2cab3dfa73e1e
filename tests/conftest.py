"""Makes the plain modules of this folder (servers, stubs) importable from every test."""
