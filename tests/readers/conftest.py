"""What every test of a reader proves besides: no reader is left out that would claim a source."""

import pytest

from graphpack.readers import TABLE
from graphpack.readers.base import Certainty
from graphpack.readers.keys import keys_of, may_be
from graphpack.readers.table import JSON, Formats, kinds_of

_KEYED = tuple(line for line in TABLE if line.kinds & JSON)


@pytest.fixture(autouse=True)
def keys_leave_no_reader_out(monkeypatch):
    recognise = Formats.recognise

    def checked(self, look):
        if kinds_of(look) is JSON:
            held = keys_of(look)
            for line in _KEYED:
                if not may_be(line.name, held):
                    assert line.load().detect(look) is Certainty.NO, (line.name, look.head[:200])
        return recognise(self, look)

    monkeypatch.setattr(Formats, "recognise", checked)
