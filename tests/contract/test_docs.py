"""Documents that are made from the code are as fresh as the code."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _load(name):
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def generate():
    return _load("generate")


@pytest.fixture(scope="module")
def reference():
    return _load("reference")


def test_the_command_reference_is_fresh(generate):
    written = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert written == generate.cli_reference(), "run make docs"


def test_the_page_of_formats_is_fresh(generate):
    written = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert written == generate.formats_page(), "run make docs"


def test_the_page_of_exit_codes_is_fresh(generate):
    written = (ROOT / "docs" / "reference" / "exit-codes.md").read_text(encoding="utf-8")
    assert written == generate.exit_codes_page(), "run make docs"


@pytest.mark.parametrize("name", ["settings.md", "schemas.md", "python.md"])
def test_the_reference_is_fresh(reference, name):
    written = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert written == reference.PAGES[name](), "run make docs"


def test_the_reference_tells_all_there_is(reference):
    import graphpack
    from graphpack.settings import Settings

    settings, python = reference.PAGES["settings.md"](), reference.PAGES["python.md"]()
    assert [name for name in Settings.model_fields if f"`{name}`" not in settings] == []
    private = {line.split("`")[1] for line in settings.splitlines() if "`†" in line}
    assert {"api_key", "db", "redact", "max_files"} <= private
    assert not {"budget", "keep", "model"} & private
    told = re.findall(r"^### (\w+)$", python, re.MULTILINE)
    assert [name for name in graphpack.__all__ if name != "__version__" and name not in told] == []


def test_every_format_states_its_facts():
    from graphpack.readers import TABLE
    from graphpack.readers.table import facts_of

    for line in TABLE:
        facts = facts_of(line.load())
        assert facts is not None, line.name
        for text in (facts.where, facts.keeps, facts.drops, facts.checked):
            assert text, line.name
            assert "\n" not in text, line.name
            assert text[-1] not in ".,;", (line.name, text)


def test_the_readmes_example_and_tables_are_fresh(generate, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme == generate.filled(readme), "run make docs and read the diff"


def test_the_table_of_exit_codes_holds_every_class(generate):
    from graphpack import errors

    table = generate.exit_codes()
    classes = [
        value
        for value in vars(errors).values()
        if isinstance(value, type)
        and value.__subclasses__() is not None
        and value.__name__.endswith("Error")
    ]
    for error in classes:
        assert re.search(rf"^\| {error.exit_code} \|", table, re.MULTILINE)


def test_every_flag_of_export_is_explained(generate):
    text = generate.cli_reference()
    block = text[text.index("## graphpack export") :].split("\n## ")[0]
    flags = set(re.findall(r"^  (?:-\w, )?--([a-z-]+)", block, re.MULTILINE))
    assert flags == {
        "mode", "output", "model", "budget", "cap", "tokenizer", "sources", "paste", "copy", "pick",
        "all", "here", "format", "branch", "subagents", "redact", "redact-allow", "redact-rules",
        "keep", "no-evidence", "fail-on-notice", "now", "quiet", "debug", "help",
        "estimate", "max-cost-usd", "no-cache", "since", "report", "report-as", "compression",
        "metrics",
    }  # fmt: skip


def test_links_between_documents_lead_somewhere():
    front = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    for path in [*front, *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
