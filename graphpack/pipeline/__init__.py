"""From a source to a pack: the chain, the choice of a conversation, the sizes."""

from graphpack.pipeline.chain import Export, Progress, export, pack
from graphpack.pipeline.choice import (
    Candidate,
    candidates,
    listing,
    pick,
    take,
    take_with_branches,
)
from graphpack.pipeline.extractors import extractor_of
from graphpack.pipeline.shelf import Outline, Reading, Shelf, outline_of, survey

__all__ = [
    "Candidate",
    "Export",
    "Outline",
    "Progress",
    "Reading",
    "Shelf",
    "candidates",
    "export",
    "extractor_of",
    "listing",
    "outline_of",
    "pack",
    "pick",
    "survey",
    "take",
    "take_with_branches",
]
