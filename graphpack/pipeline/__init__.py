"""From a source to a pack: the chain, the choice of a conversation, the sizes."""

from graphpack.pipeline.chain import Export, Progress, export, pack
from graphpack.pipeline.choice import Candidate, candidates, listing, pick
from graphpack.pipeline.extractors import extractor_of

__all__ = [
    "Candidate",
    "Export",
    "Progress",
    "candidates",
    "export",
    "extractor_of",
    "listing",
    "pack",
    "pick",
]
