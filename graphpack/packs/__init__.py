"""What is done with packs that exist: holding them against a transcript, comparing, joining."""

from graphpack.packs.difference import Change, Difference, Lost, Switch, diff
from graphpack.packs.explaining import Explanation, Passage, Tie, explain, explain_all
from graphpack.packs.joining import Joined, join
from graphpack.packs.loading import Loaded, load_pack
from graphpack.packs.public import diff_packs, merge_packs, verify_pack
from graphpack.packs.transcript import conversation_of, how_read

__all__ = [
    "Change",
    "Difference",
    "Explanation",
    "Joined",
    "Loaded",
    "Lost",
    "Passage",
    "Switch",
    "Tie",
    "conversation_of",
    "diff",
    "diff_packs",
    "explain",
    "explain_all",
    "how_read",
    "join",
    "load_pack",
    "merge_packs",
    "verify_pack",
]
