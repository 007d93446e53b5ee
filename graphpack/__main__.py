"""``python -m graphpack`` is the command ``graphpack``."""

from graphpack.cli import main

main()
