"""The command line: thin, it parses, calls and prints.

What a command needs is imported when the command runs, so that ``--help`` starts at once.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command of ``sys.argv`` and exit with its code; no traceback leaves here."""
    try:
        from graphpack.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
