"""Files that were made to do harm end in a line, soon, and in little memory."""

import importlib.util
import json
import sys
import zipfile
from pathlib import Path

import pytest

from graphpack.errors import ReadError
from graphpack.readers import read
from graphpack.readers.limits import LimitError, Limits
from graphpack.readers.opening import open_source, read_bytes
from graphpack.settings import Settings
from tests.safety.warm import Warm

BENCH = Path(__file__).parents[2] / "bench"


def load(name):
    sys.path.insert(0, str(BENCH))
    spec = importlib.util.spec_from_file_location(name, BENCH / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    sys.path.remove(str(BENCH))
    return module


hostile_files = load("hostile_files")
hostile = load("hostile")


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """The program loaded once; the benchmark loads it anew for each case."""
    running = Warm(tmp_path_factory.mktemp("warm"), BENCH.parent)
    yield running
    running.close()


# those that take a minute or more are left to ``bench/hostile.py``
@pytest.mark.parametrize(
    "case", [case for case in hostile_files.CASES if case.seconds <= 30], ids=lambda case: case.name
)
def test_a_hostile_file_is_handled(case, tmp_path, warm):
    outcome = hostile.attempt(case, tmp_path, start=warm.start)
    assert outcome.is_handled, outcome


def test_the_defaults_of_the_settings_are_those_of_the_readers():
    settings = Settings()
    for name in Limits.__dataclass_fields__:
        assert getattr(settings, name) == getattr(Limits(), name)


def chat(path):
    path.write_text(json.dumps(hostile_files.CHAT))
    return path


@pytest.mark.parametrize(
    ("limits", "setting"),
    [
        (Limits(max_input_bytes=10), "GRAPHPACK_MAX_INPUT_BYTES"),
        (Limits(max_files=1), "GRAPHPACK_MAX_FILES"),
        (Limits(max_unpacked_bytes=10), "GRAPHPACK_MAX_UNPACKED_BYTES"),
    ],
)
def test_each_limit_is_an_error_that_names_its_setting(tmp_path, limits, setting):
    packed = tmp_path / "chats.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("a.json", "b.json"):
            archive.writestr(name, json.dumps(hostile_files.CHAT))
    with pytest.raises(LimitError) as caught:
        list(read(packed, limits=limits))
    assert setting in caught.value.hint
    assert len(list(read(packed))) == 2


def test_what_must_be_held_in_memory_has_a_limit_of_its_own(tmp_path):
    path = chat(tmp_path / "chat.json")
    opened = open_source(path, limits=Limits(max_whole_bytes=10))
    assert len(read_bytes(opened, 10)) == 10
    with pytest.raises(LimitError, match="max_whole_bytes"):
        read_bytes(opened)


def test_a_large_file_of_a_folder_costs_no_other(tmp_path):
    chat(tmp_path / "a.json")
    (tmp_path / "b.json").write_text("[" + " " * 1000 + "]")
    (found,) = read(tmp_path, limits=Limits(max_input_bytes=500))
    (notice,) = found.notices
    assert "b.json" in notice.message
    assert "max_input_bytes" in notice.message


def test_a_link_that_leads_out_of_a_folder_is_a_notice(tmp_path):
    inside = tmp_path / "in"
    inside.mkdir()
    chat(inside / "a.json")
    chat(inside / "c.json")
    (inside / "b.json").symlink_to(chat(tmp_path / "outside.json"))
    (inside / "d.json").symlink_to("c.json")
    found = list(read(inside))
    assert len(found) == 3
    (notice,) = [notice for one in found for notice in one.notices]
    assert "leads out of the folder" in notice.message


def test_a_folder_that_is_reached_by_a_link_is_read(tmp_path):
    inside = tmp_path / "in"
    inside.mkdir()
    chat(inside / "a.json")
    (tmp_path / "link").symlink_to(inside, target_is_directory=True)
    assert [one.notices for one in read(tmp_path / "link")] == [()]


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused(name):
    if not Path(name).exists():
        pytest.skip("no such device here")
    with pytest.raises(ReadError, match="a device"):
        list(read(Path(name)))
