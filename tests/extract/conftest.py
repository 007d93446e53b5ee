"""Replays what a model once answered, byte for byte of the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import vcr
from vcr.cassette import Cassette
from vcr.errors import CannotOverwriteExistingCassetteException
from vcr.record_mode import RecordMode

from tests import tape

CASSETTES = Path(__file__).parents[2] / "cassettes"


@pytest.fixture
def cassette(request: pytest.FixtureRequest) -> Iterator[Cassette]:
    """Replay cassettes/<module>/<test>.yaml; fail on a request it lacks or leaves unplayed."""
    is_recording: bool = request.config.getoption("--record")
    module = request.path.stem.removeprefix("test_")
    name = request.node.name.removeprefix("test_").replace("[", "-").rstrip("]")
    path = CASSETTES / module / f"{name}.yaml"
    assert is_recording or path.is_file(), f"{path} is missing; see cassettes/README.md"
    if is_recording:
        path.unlink(missing_ok=True)  # a tape is made anew, never added to
    recorder = vcr.VCR(
        record_mode=RecordMode.ALL if is_recording else RecordMode.NONE,
        match_on=("method", "scheme", "host", "path", "body"),
        before_record_request=tape.scrub_request,
        before_record_response=tape.scrub_response,
        decode_compressed_response=True,
    )
    recorder.register_serializer("tape", tape)
    recorder.serializer = "tape"
    with recorder.use_cassette(str(path)) as played:
        yield played
    if not is_recording:
        assert played.all_played, f"{path}: {played.play_count} of {len(played)} were played"


def cassette_miss(error: BaseException | None) -> BaseException | None:
    """The miss behind an error: litellm passes it off as a server's 500."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, CannotOverwriteExistingCassetteException):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Any:
    """Say in the report what a test failed of: the prompt changed, not the server."""
    report = yield
    miss = cassette_miss(call.excinfo.value) if call.excinfo else None
    if miss is not None:
        report.sections.append(("cassette", f"no recorded answer to this request:\n{miss}"))
    return report
