"""What the wheel holds, and that it works without the checkout."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("schemas", "prompts", "examples", "cassettes")


def run(*command, **options):
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        capture_output=True, text=True, check=False, **options,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """Build the wheel through the source distribution, as an index would be given it."""
    target = tmp_path_factory.mktemp("dist")
    run("build", "--no-isolation", "--outdir", target, ROOT)
    return target


@pytest.fixture(scope="module")
def wheel(distributions):
    (path,) = distributions.glob("*.whl")
    return path


def test_both_distributions_are_such_as_an_index_takes(distributions):
    said = run("twine", "check", "--strict", *sorted(distributions.iterdir()))
    assert said.count("PASSED") == 2


def test_the_same_source_makes_the_same_bytes_again(distributions, tmp_path):
    (packed,) = distributions.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    for path in source.rglob("*"):  # another day, another place, another time zone
        os.utime(path, (1_000_000_000, 1_000_000_000))
    elsewhere = {**os.environ, "TZ": "Pacific/Chatham", "PYTHONHASHSEED": "7"}
    run("hatchling", "build", "-d", tmp_path / "again", cwd=source, env=elsewhere)
    made = {path.name: path.read_bytes() for path in distributions.iterdir()}
    again = {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert made.keys() == again.keys()
    assert [name for name in made if made[name] != again[name]] == []


def _tracked(folder):
    return [
        path
        for path in sorted((ROOT / folder).rglob("*"))
        if path.is_file()
        and not {"__pycache__", "out"} & set(path.parts)
        and not path.name.startswith(".")
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_of_a_resource_folder_is_shipped_byte_for_byte(wheel, folder):
    with zipfile.ZipFile(wheel) as archive:
        for path in _tracked(folder):
            inside = "graphpack/" + path.relative_to(ROOT).as_posix()
            assert archive.read(inside) == path.read_bytes()


def test_what_is_made_of_the_examples_is_not_shipped(wheel):
    with zipfile.ZipFile(wheel) as archive:
        shipped = [name for name in archive.namelist() if "/examples/" in name]
    assert "graphpack/examples/meeting/winter-boxes.vtt" in shipped
    assert not [name for name in shipped if "/out/" in name]


def test_nothing_lies_outside_the_package(wheel):
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert len(tops) == 2
    assert "graphpack" in tops
    assert next(iter(tops - {"graphpack"})).startswith("graphpack_context-")


def test_every_module_is_shipped_and_no_test(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "graphpack").rglob("*.py")}
    assert modules <= names
    assert not any("/tests/" in name for name in names)


def test_the_files_of_pages_are_shipped(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    there = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "graphpack").rglob("*")
        if path.is_file() and path.parent.name in {"assets", "templates", "static", "texts"}
    }
    assert {"graphpack/view/assets/cytoscape.LICENSE", "graphpack/hooks/texts/SKILL.md"} <= there
    assert there <= names


def test_the_licence_and_those_of_others_go_with_it(wheel):
    own, others = (ROOT / "LICENSE").read_bytes(), (ROOT / "docs" / "licences.md").read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        kept = {
            name.partition(".dist-info/licenses/")[2]: archive.read(name)
            for name in archive.namelist()
            if ".dist-info/licenses/" in name
        }
    assert kept.get("LICENSE") == own
    assert kept.get("docs/licences.md") == others
    libraries = {f"graphpack/view/assets/{path.name}" for path in _licences()}
    assert libraries
    assert libraries <= kept.keys()


def _licences():
    return (ROOT / "graphpack" / "view" / "assets").glob("*.LICENSE")


def test_the_metadata_name_the_distribution_and_the_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = [
            archive.read(n).decode() for n in archive.namelist() if n.endswith("METADATA")
        ]
        (points,) = [
            archive.read(n).decode() for n in archive.namelist() if n.endswith("entry_points.txt")
        ]
    assert "\nName: graphpack-context\n" in metadata
    assert "\nRequires-Python: >=3.11\n" in metadata
    assert "graphpack = graphpack.cli:main" in points


@pytest.mark.parametrize("is_zipped", [False, True], ids=["unpacked", "zipped"])
def test_the_wheel_works_away_from_the_checkout(wheel, tmp_path, is_zipped):
    place = wheel
    if not is_zipped:
        place = tmp_path / "site"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(place)
    code = (
        "import graphpack, sys; from graphpack.resources import folder, read_text;"
        f"assert graphpack.__file__.startswith({str(place)!r}), graphpack.__file__;"
        "print(len(read_text('examples', 'auth-session.json')));"
        "assert (folder('schemas') / 'compact.v2.schema.json').is_file();"
        "from graphpack.cli import main; sys.argv[1:] = ['validate', 'pack.json']; main()"
    )
    pack = '{"v":2,"mode":"compact","desc":"d","n":[],"handoff":"h"}'
    (tmp_path / "pack.json").write_text(pack)
    environment = {**os.environ, "PYTHONPATH": str(place), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "valid compact pack" in done.stdout


def test_an_archive_is_made_and_searched_with_what_the_wheel_holds(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GRAPHPACK_")},
        "PYTHONPATH": str(tmp_path / "site"),
        "HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "home"),
    }
    chat = tmp_path / "site" / "graphpack" / "examples" / "auth-session.json"

    def archive(*arguments):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "graphpack", "archive", *arguments, "--db", "team.db"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    archive("add", str(chat), "--project", "harbour")
    assert "harbour" in archive("search", "login", "--in", "nodes")
    assert "harbour" in archive("decisions", "--project", "harbour")


def test_a_broken_installation_says_so_and_never_takes_a_strangers_folder(wheel, tmp_path):
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site, [n for n in archive.namelist() if "/schemas/" not in n])
    (site / "schemas").mkdir()
    (site / "schemas" / "compact.v2.schema.json").write_text("{}")
    (tmp_path / "pack.json").write_text('{"v":2,"mode":"compact","desc":"d","n":[],"handoff":"h"}')
    done = subprocess.run(
        [sys.executable, "-P", "-m", "graphpack", "validate", "pack.json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 41
    assert "installed without its schemas/" in done.stderr
