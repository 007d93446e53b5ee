"""A context for one task, from records and transcripts, under a budget."""

from graphpack.context.account import (
    BUDGET_CONFLICT,
    PIPELINE_VERSION,
    TOKEN_ESTIMATE_ONLY,
    ContextReport,
    Omission,
    Origin,
    Stats,
)
from graphpack.context.brief import BRIEF_TOKENS, Brief, build_brief
from graphpack.context.build import BUDGET_TOKENS, Context, Options, build_context
from graphpack.context.parsing import parse_records, records_of
from graphpack.context.records import Kind, Record, RecordSet
from graphpack.context.score import Weights
from graphpack.context.store import ContextStore, MemoryStore
from graphpack.context.transcript import records_from

__all__ = [
    "BRIEF_TOKENS",
    "BUDGET_CONFLICT",
    "BUDGET_TOKENS",
    "PIPELINE_VERSION",
    "TOKEN_ESTIMATE_ONLY",
    "Brief",
    "Context",
    "ContextReport",
    "ContextStore",
    "Kind",
    "MemoryStore",
    "Omission",
    "Options",
    "Origin",
    "Record",
    "RecordSet",
    "Stats",
    "Weights",
    "build_brief",
    "build_context",
    "parse_records",
    "records_from",
    "records_of",
]
