from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphpack.merge.heads import head, size_tokens
from graphpack.merge.statement import statement


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use Redis for sessions.", "Use Redis for sessions"),
        ("Use Redis for sessions. It is fast.", "Use Redis for sessions"),
        (
            "Build an import for bank statements, with categories guessed from earlier entries",
            "Build an import for bank statements…",
        ),
        (
            "Rework how the importer guesses categories from the earlier entries of a person",
            "Rework how the importer guesses categories from the earlier…",
        ),
        ("403 on login. Fix: permitAll before authenticated.", "403 on login"),
        ("Done. All tests pass.", "Done. All tests pass"),
        ("Use Redis [was: Use Memcached]", "Use Redis"),
        ("", None),
        ("  \n ", None),
    ],
)
def test_heads(text, expected):
    assert head(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The move of all customer data to the new cluster in Frankfurt was not approved",
        "The plan to move all of the invoices to Oslo, which Ana proposed, was not approved",
        "Delete the old bucket with all exports of last year only after the backup",
        "Deploy the release of the billing service to every region unless Ana objects",
        "Die Umstellung aller Rechnungen auf das neue Format im Juni wurde nicht freigegeben",
        "本番データベースのすべての顧客データを新しいクラスタへ移すことは許可されていない",
        "所有客户的数据在周五之前迁移到新的集群这件事情目前并没有得到负责人的批准",
        "Should we move the invoices of all customers to the new store this week? No.",
    ],
)
def test_a_denial_or_condition_is_never_left_behind(text):
    cut = head(text)
    assert cut is None or not cut.endswith("…")
    if cut is not None:
        assert cut.rstrip("?.") in text


def test_a_denial_in_a_clause_of_its_own_may_be_left_behind():
    text = (
        "Rework how the importer guesses categories from earlier entries, so that it is fast, "
        "and do not touch the export of the yearly report while this is going on"
    )
    assert head(text) == "Rework how the importer guesses categories from earlier entries…"


def test_a_denial_right_behind_the_cut_is_kept_with_it():
    text = (
        "Rework how the importer guesses categories from earlier entries, not from names, "
        "and move the export of the yearly report to the night after the last booking of a year"
    )
    assert head(text) == (
        "Rework how the importer guesses categories from earlier entries, not from names…"
    )


def test_there_is_no_head_where_the_denial_is_too_far():
    text = "The move of " + " ".join(["very"] * 30) + " old data was not approved"
    assert head(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "All services of the new platform must run Java 21 and nothing older anywhere here",
        "All services of the new platform listen on 8080 by default in every region of ours",
        "The retry limit for the nightly upload job is 30 s for small files and more for large",
        "Call build(first, second, third, fourth, fifth, sixth, seventh) when it starts up again",
        'Log "a message with rather many words in it that goes on and on and on" at start',
        "所有服务必须在周五之前升级到Java 21版本并且重新部署到法兰克福的新集群上面去运行",
    ],
)  # fmt: skip
def test_a_cut_keeps_numbers_names_and_brackets_whole(text):
    cut = head(text)
    assert cut is not None
    kept = cut.removesuffix("…")
    assert text.startswith(kept)
    rest = text[len(kept) :]
    assert not rest[:3].strip()[:1].isdigit()
    assert kept.count("(") == kept.count(")")
    assert kept.count('"') % 2 == 0


@given(st.text(max_size=200))
def test_a_head_is_a_beginning(text):
    cut = head(text)
    if cut is not None:
        assert " ".join(text.split()).startswith(cut.removesuffix("…").strip()[:5].strip())
        assert len(cut) <= len(text) + 1


@given(
    st.lists(
        st.sampled_from(
            ["use", "Redis", "for", "the", "cache", "not", "never", "unless", "Java", "21", "and",
             "src/a.py", "deploy", "kein", "keine", "不", "服务", "运行", "only", "(see", "n2)"]
        ),
        min_size=1,
        max_size=30,
    ).map(" ".join)
)  # fmt: skip
def test_a_cut_head_has_the_polarity_of_the_whole(text):
    cut = head(text)
    if cut is not None and cut.endswith("…"):
        whole, part = statement(text), statement(cut)
        assert (part.polarity, part.limits) == (whole.polarity, whole.limits)


def test_the_size_of_wide_text_is_not_a_quarter_of_its_characters():
    assert size_tokens("数据库迁移到新的集群") >= 8
    assert 8 <= size_tokens("Use Redis for the session cache (n2).") <= 12


def test_a_text_that_was_cut_before_is_not_marked_twice():
    said = head(
        "The pumps run twice before the first frost … and the tank is emptied then", words=8
    )
    assert said is not None
    assert "……" not in said.replace(" ", "")
