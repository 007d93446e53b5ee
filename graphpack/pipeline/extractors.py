"""Selects who extracts. A model only where the settings name one; a key selects nothing."""

from __future__ import annotations

from collections.abc import Callable

from graphpack.extract.offline import OfflineExtractor
from graphpack.extract.protocol import Extractor
from graphpack.settings import Settings


def extractor_of(settings: Settings, *, count: Callable[[str], int]) -> Extractor:
    """Select the extractor of a run.

    Args:
        settings: Whose ``model`` decides.
        count: Tokens of a text.

    Returns:
        The offline extractor, or one that asks the model and has begun to load what it needs.
    """
    if settings.model is None:
        return OfflineExtractor()
    # templates and schemas are of no use to a run without a model, and take a third of its start
    from graphpack.extract.llm.extractor import ModelExtractor  # noqa: PLC0415
    from graphpack.extract.llm.options import ModelOptions  # noqa: PLC0415

    options = ModelOptions(
        model=settings.model,
        api_base=settings.api_base,
        api_key=settings.api_key,
        timeout_s=settings.timeout_s,
        retries=settings.retries,
        concurrency=settings.concurrency,
        max_reply_tokens=settings.max_reply_tokens,
        json_mode=settings.json_mode,
        repairs=settings.repairs,
    )
    extractor = ModelExtractor(options, count=count)
    extractor.preload()
    return extractor
