"""`python -m pbm` is `pbm`."""

from pbm.cli import main

main()
