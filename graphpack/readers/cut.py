"""Tells JSON that ends before its first message does, as a download that stopped leaves it."""

from __future__ import annotations

from graphpack.readers.base import PROBE_BYTES, Probe
from graphpack.readers.closing import DECODER
from graphpack.readers.jsonl import mend_escapes

CUT = "JSON that is broken or cut off before its first message ends"
CUT_HINT = "export or copy it again, and compare the sizes; what is whole is read"


def breaks_off(look: Probe) -> bool:
    """Tell whether a source is one JSON document that is not whole.

    Args:
        look: The first look at it.

    Returns:
        False also for one that is larger than the look: its end was not seen.
    """
    if look.document is None:
        return False
    size = len(look.head.encode("utf-8", "surrogatepass")) + look.head.count("\n")
    if size >= PROBE_BYTES:
        return False
    try:
        DECODER.raw_decode(mend_escapes(look.head.lstrip()))
    except ValueError:
        return True
    except RecursionError:
        return False
    return False
