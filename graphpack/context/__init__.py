"""A context for one task, from records and transcripts, under a budget."""

from graphpack.context.build import Context, Options, build_context
from graphpack.context.records import Kind, Record, RecordSet, parse_records, records_of
from graphpack.context.score import Weights

__all__ = [
    "Context",
    "Kind",
    "Options",
    "Record",
    "RecordSet",
    "Weights",
    "build_context",
    "parse_records",
    "records_of",
]
