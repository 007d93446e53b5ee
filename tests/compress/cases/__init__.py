"""Outputs of many tools, made up, each with what of it must survive compression."""

from __future__ import annotations

from .base import Case, flat, lost
from .builds import builds
from .checks import checks
from .ci_logs import ci_logs
from .compiled_runs import compiled_runs
from .documents import documents
from .logs import logs
from .runs import runs
from .traces import traces
from .trees import trees

__all__ = ["CASES", "Case", "flat", "lost"]

CASES = (
    *logs(),
    *ci_logs(),
    *runs(),
    *compiled_runs(),
    *builds(),
    *checks(),
    *traces(),
    *documents(),
    *trees(),
)
