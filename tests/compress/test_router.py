"""What a text is taken for, and how a mixed one is parted; named as the seed names them."""

import pytest

from graphpack.compress import Kind, compress
from graphpack.compress.regions import split
from graphpack.compress.router import classify, text_kind
from tests.timing import grows_linearly, takes_no_longer

from . import outputs


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("{}", Kind.JSON_OBJECT, id="classify_json_object"),
        pytest.param("[1,2]", Kind.JSON_ARRAY, id="classify_json_array"),
        pytest.param('{"a":{"b":1}}', Kind.JSON_OBJECT, id="classify_json_nested"),
        pytest.param('{"a":1}\n{"a":2}\n{"a":3}', Kind.JSON_LINES, id="json_lines"),
        pytest.param('{"broken": tru', Kind.TEXT, id="json_malformed"),
        pytest.param("2026-07-10 12:00:00 INFO ...", Kind.LOG, id="classify_log_syslog"),
        pytest.param("Mar  1 10:00:00 gauge sshd[7]: ok", Kind.LOG, id="log_of_syslogd"),
        pytest.param('{"level":"info","ts":"..."}', Kind.LOG, id="classify_log_json_structured"),
        pytest.param(
            '{"level":"info","msg":"a"}\n2026-07-10 12:00:00 INFO b\n{"level":"warn","msg":"c"}',
            Kind.LOG,
            id="classify_ambiguous_prefers_specific",
        ),
        pytest.param("thread 'main' panicked at ...", Kind.STACK_TRACE, id="classify_stack_rust"),
        pytest.param(
            "Traceback (most recent call last):", Kind.STACK_TRACE, id="classify_stack_python"
        ),
        pytest.param(
            'Exception in thread "main" java.lang.NullPointerException\n'
            "\tat com.foo.Bar.baz(Bar.java:42)",
            Kind.STACK_TRACE,
            id="classify_stack_java",
        ),
        pytest.param("├── src/\n│   ├── main.rs", Kind.TREE, id="classify_file_tree"),
        pytest.param("total 8\n-rw-r--r-- 1 a a 7 Mar 1 a.py\n", Kind.TREE, id="listing_long"),
        pytest.param("src/a.py\nsrc/b.py\nsrc/c/d.py\n", Kind.TREE, id="listing_of_paths"),
        pytest.param("| col1 | col2 |\n| --- | --- |", Kind.TABLE, id="classify_table_markdown"),
        pytest.param("a\tb\n1\t2\n3\t4\n", Kind.TABLE, id="table_tsv"),
        pytest.param("a,b,c\n1,2,3\n4,5,6\n", Kind.TABLE, id="table_csv"),
        pytest.param("┌───┬───┐\n│ a │ b │\n└───┴───┘", Kind.TABLE, id="table_boxes"),
        pytest.param(
            'fn main() {\n    println!("hello");\n}', Kind.CODE, id="classify_source_rust"
        ),
        pytest.param("def main():\n    print('hello')", Kind.CODE, id="classify_source_python"),
        pytest.param("# Title\n\nSome paragraph text.", Kind.MARKDOWN, id="classify_markdown"),
        pytest.param(outputs.MARKDOWN, Kind.MARKDOWN, id="mixed_content_code_in_markdown"),
        pytest.param("just some random text", Kind.TEXT, id="classify_plain_text"),
        pytest.param(
            "   Compiling foo v0.1.0\n   Compiling bar v0.2.0",
            Kind.BUILD,
            id="classify_build_cargo",
        ),
        pytest.param("added 150 packages in 3s", Kind.BUILD, id="classify_build_npm"),
        pytest.param("[\n  " + "[1, 2],\n  " * 4_000 + "3]", Kind.JSON_ARRAY, id="long_array"),
        pytest.param("[oops," + "1," * 9_000 + "1]", Kind.TEXT, id="long_and_no_json"),
        pytest.param("[" * 20_000 + "]" * 20_000, Kind.TEXT, id="too_deep_to_be_read"),
        pytest.param('{"a", ' + '"b", ' * 9_000 + '"c"}', Kind.TEXT, id="long_and_no_object"),
        pytest.param("\n".join(["a,b,c," * 400] * 4), Kind.TEXT, id="lines_too_long_for_rows"),
        pytest.param("", Kind.TEXT, id="classify_empty"),
        pytest.param("   \n\n  ", Kind.TEXT, id="classify_whitespace_only"),
        pytest.param(outputs.PROSE, Kind.PROSE, id="prose"),
        pytest.param(outputs.PYTEST, Kind.TEST_RUN, id="pytest"),
        pytest.param(outputs.VITEST, Kind.TEST_RUN, id="vitest"),
        pytest.param(outputs.JEST, Kind.TEST_RUN, id="jest"),
        pytest.param(outputs.CARGO_TEST, Kind.TEST_RUN, id="cargo_test"),
        pytest.param(outputs.GO_TEST, Kind.TEST_RUN, id="go_test"),
        pytest.param(outputs.JUNIT, Kind.TEST_RUN, id="junit"),
        pytest.param(outputs.CARGO_BUILD, Kind.BUILD, id="cargo_build"),
        pytest.param(outputs.JS_TRACE, Kind.STACK_TRACE, id="stack_js"),
        pytest.param(outputs.GO_TRACE, Kind.STACK_TRACE, id="stack_go"),
        pytest.param(outputs.DOTNET_TRACE, Kind.STACK_TRACE, id="stack_dotnet"),
        pytest.param(outputs.DIFF, Kind.DIFF, id="diff"),
        pytest.param(f"commit 1a2b\nAuthor: A\n\n    why\n\n{outputs.DIFF}", Kind.DIFF, id="show"),
        pytest.param(outputs.HITS, Kind.SEARCH_RESULTS, id="search_results"),
    ],
)
def test_classify(text, kind):
    assert classify(text) == kind


def test_a_few_declarations_in_a_long_text_make_it_code():
    words = ["it reads low at dusk"] * 60
    assert text_kind(["import os"] * 3 + words) == Kind.CODE
    assert text_kind(["# Gauges"] * 2 + ["import os"] * 3 + words) == Kind.MARKDOWN
    assert text_kind(["import os"] * 3 + words * 2) != Kind.CODE


def test_what_no_compressor_is_for_stays():
    made = compress(outputs.LOG, kind=Kind.MIXED)
    assert (made.text, made.bypass) == (outputs.LOG, "unknown")


def test_classify_with_hint():
    assert compress(outputs.LOG, kind=Kind.BUILD).kind == Kind.BUILD
    assert compress(outputs.PROSE, kind=Kind.JSON_ARRAY).kind == Kind.JSON_ARRAY


def test_ansi_color_codes_are_stripped_before_judging():
    coloured = "\n".join(f"\x1b[32m{line}\x1b[0m" for line in outputs.LOG.split("\n"))
    made = compress(coloured)
    assert made.kind == Kind.LOG
    assert made.text == compress(outputs.LOG).text
    assert compress(made.text).text == made.text


def test_progress_that_was_overwritten_goes_and_what_it_says_of_trouble_stays():
    bar = "".join(f"reading {n}% |{'#' * n}\r" for n in range(90)) + "read all\n"
    made = compress(bar + outputs.CARGO_BUILD)
    assert "reading 88%" not in made.text
    assert made.text.startswith("read all\n")
    failing = "10% error: gauge lost\r20%\rdone\n" + outputs.CARGO_BUILD
    assert "10% error: gauge lost" in compress(failing).text


def test_mixed_content_json_in_log_is_a_log_and_its_errors_stay():
    record = '{"level":"error","msg":"gauge offline","id":7}'
    made = compress("\n".join([*outputs.LOG.split("\n"), record, *outputs.LOG.split("\n")]))
    assert made.kind == Kind.LOG
    assert record in made.text


def test_mixed_content_is_split_and_each_region_goes_its_way():
    said = "I ran it twice and this is what came of it."
    text = "\n".join([said, "", outputs.LOG, "", said, "", outputs.DIFF, "", said, ""])
    kinds = [region.kind for region in split(text)]
    assert Kind.LOG in kinds
    assert Kind.DIFF in kinds
    made = compress(text)
    assert made.kind == Kind.MIXED
    assert made.text.count(said) == 3
    assert "+    return depth" in made.text
    assert "gauge 7 is offline" in made.text
    assert made.tokens < made.original_tokens / 10


def test_a_json_value_between_other_text_is_a_region():
    array = outputs.JSON_LOG.replace("\n", ",\n")
    text = f"The answer was this:\n\n[{array}]\n\nand that is all.\n" + "So it ended.\n" * 12
    assert [region.kind for region in split(text)][1] == Kind.JSON_ARRAY


@pytest.mark.parametrize(
    "make",
    [
        lambda size: "[\n" * (20 * size),
        lambda size: "{" * (50 * size),
        lambda size: '{"a":' * (20 * size) + "1",
    ],
)
def test_hostile_openings_take_no_more_than_their_length(make):
    grows_linearly(split, 125, make)
    grows_linearly(compress, 125, make)


@pytest.mark.parametrize("piece", ["a", " at ", "1", "a1", ":: ", "ab ", "_ ", '"', "test a ... "])
def test_hostile_lines_take_no_more_than_their_length(piece):
    def longer(size):
        return f"{piece * (size // len(piece))}\n" * 40

    def more(size):
        return f"{piece * (400 // len(piece))}\n" * size

    for make, start in ((longer, 900), (more, 90)):
        grows_linearly(split, start, make)
        grows_linearly(compress, start, make)


@pytest.mark.parametrize("name", ["LOG", "PYTEST", "CODE", "JSON_LOG", "MARKDOWN", "HITS"])
def test_classifying_takes_no_longer_for_a_longer_text(name):
    text = f"{getattr(outputs, name)}\n"
    takes_no_longer(classify, 10_000, lambda size: text * (1 + size // len(text)))
