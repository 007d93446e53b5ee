"""The model extractor: prompts, the provider call, and what is made of the reply.

``ModelExtractor(options, count=...)`` satisfies ``extract.protocol.Extractor``; run it with
``extract.run.extract_all``. Only ``client`` imports litellm, and only when a request is sent.
"""

from __future__ import annotations

from graphpack.extract.llm.extractor import ModelExtractor
from graphpack.extract.llm.options import JsonMode, ModelOptions

__all__ = ["JsonMode", "ModelExtractor", "ModelOptions"]
