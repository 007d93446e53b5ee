"""What a pack says is in its transcript, or it is a finding."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphpack.model.codes import Status
from graphpack.model.conversation import Message, Role, Text
from graphpack.model.graph import Source
from graphpack.verify.counterparts import are_counterparts
from graphpack.verify.places import Places
from tests.verify.build import call, checked, codes, graph, node, src, talk

PUMP = talk(
    "The pump at https://garden.example/pump runs firmware 2.4.1, see /etc/pump/pump.toml.",
    "Decided: the pump starts at 06:30 with --slow. We will not use the float valve.",
    "```toml\n[pump]\nlevel = 3\n```",
    "Firmware 2.5.0 was published, but bed 7 leaks.",
)


def one(kind, summary, message, quote, **fields):
    return graph(node("n1", kind, summary, src(PUMP, message, quote), **fields))


def test_a_pack_that_says_what_was_said_is_clean():
    made = graph(
        node("n1", "F", "Pump firmware 2.4.1, /etc/pump/pump.toml", src(PUMP, 0, "firmware 2.4.1")),
        node("n2", "D", "Pump starts at 06:30 with --slow", src(PUMP, 1, "the pump starts at")),
        node("n3", "C", "[pump]\nlevel = 3", src(PUMP, 2, "[pump]\nlevel = 3")),
        ties=[("n2", "depends_on", "n1")],
        handoff="Resuming. Decided: Pump starts at 06:30 (n2).",
    )
    receipt = checked(PUMP, made)
    assert receipt.is_clean, receipt.findings
    assert receipt.unchecked == ()
    assert receipt.faithful_ratio == 1.0
    tally = receipt.tally
    assert (tally.nodes, tally.spans, tally.codes, tally.relationships) == (3, 3, 1, 1)
    assert tally.details == 5


@pytest.mark.parametrize(
    ("kind", "summary", "message", "quote", "code"),
    [
        ("F", "Pump firmware 2.4.2", 0, "firmware 2.4.1", "detail-nowhere"),
        ("F", "A newer one, 2.5.0, is there", 0, "firmware 2.4.1", "detail-elsewhere"),
        ("F", "Settings in /etc/pump.toml", 0, "see /etc", "detail-nowhere"),
        ("F", "See https://garden.example/pumps", 0, "https", "detail-nowhere"),
        ("D", "Pump starts at 06:30 with --fast", 1, "the pump", "detail-nowhere"),
        ("F", "Bed 77 leaks", 3, "bed 7 leaks", "detail-nowhere"),
        ("F", "pump_level is 3", 2, "level = 3", "detail-nowhere"),
        ("C", "[pump]\nlevel = 4", 2, "[pump]\nlevel = 3", "code-altered"),
        ("C", "[pump] level = 3", 2, "[pump]\nlevel = 3", "code-altered"),
        ("C", "[pump]\nlevel = 3", 3, "Firmware", "code-elsewhere"),
    ],
)
def test_what_is_made_up_or_cited_wrongly_is_found(kind, summary, message, quote, code):
    assert codes(PUMP, one(kind, summary, message, quote)) == [("n1", code)]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (Source(message=9, part=0, start=0, end=3, quote="The"), "span-missing"),
        (Source(message=0, part=2, start=0, end=3, quote="The"), "span-missing"),
        (Source(message=0, part=0, start=0, end=900, quote="The"), "span-missing"),
        (Source(message=0, part=0, start=1, end=4, quote="The"), "quote-differs"),
        (Source(message=1, part=0, start=0, end=9, quote="bed 7 leaks"), "quote-differs"),
        (Source(message=0, part=0, start=0, end=8, quote="The pimp"), "quote-nowhere"),
    ],
)
def test_a_span_that_does_not_hold_its_quote_is_found(source, code):
    assert codes(PUMP, graph(node("n1", "F", "The pump", source))) == [("n1", code)]


def test_reasoning_is_no_evidence():
    spoken = talk("go", *call(1, "pump --level", "level 3"))
    inside = Source(message=1, part=0, start=0, end=2, quote="hm")
    assert codes(spoken, graph(node("n1", "F", "hm", inside))) == [("n1", "span-missing")]
    made = graph(node("n1", "F", "The level is 9.9", src(spoken, 2, "level 3")))
    assert codes(spoken, made) == [("n1", "detail-nowhere")]


def test_who_spoke_when_and_with_which_tool_may_be_named():
    spoken = talk("Bed 2 it is.", *call(1, "rake --deep", "done"), author="runa_k42")
    made = graph(
        node("n1", "F", "runa_k42: bed 2", src(spoken, 0, "Bed 2")),
        node("n2", "F", "shell: rake --deep", src(spoken, 1, "rake", part=1)),
    )
    assert codes(spoken, made) == []


def test_only_an_assumption_may_lack_evidence():
    made = graph(
        node("n1", "F", "The pump", src(PUMP, 0, "The pump")),
        node("n2", "F", "The pump leaks"),
        node("n3", "A", "The float may be stuck", confidence=0.7),
    )
    receipt = checked(PUMP, made)
    assert [(f.node, f.code) for f in receipt.findings] == [("n2", "no-evidence")]
    assert [(u.check, u.nodes) for u in receipt.unchecked] == [("citations", 1)]


def test_without_evidence_the_texts_alone_are_checked_and_that_is_said():
    made = graph(
        node("n1", "F", "Pump firmware 2.4.1"),
        node("n2", "F", "Pump firmware 2.4.9"),
        node("n3", "C", "[pump]\nlevel = 4"),
    )
    receipt = checked(PUMP, made)
    assert [(f.node, f.code) for f in receipt.findings] == [
        ("n2", "detail-nowhere"),
        ("n3", "code-altered"),
    ]
    assert {u.check for u in receipt.unchecked} == {"spans", "citations", "negations", "order"}
    assert receipt.faithful_ratio == pytest.approx(2 / 3)


def test_several_pieces_of_code_may_stand_in_one_node():
    spoken = talk("Run `pump --fill tank`.", "Then:\n```\nlevel = 3\n\nbed = 7\n```")
    quotes = src(spoken, 0, "pump --fill tank"), src(spoken, 1, "level = 3\n\nbed = 7")
    joined = "pump --fill tank\n\nlevel = 3\n\nbed = 7"
    assert codes(spoken, graph(node("n1", "C", joined, *quotes))) == []
    other = joined.replace("bed = 7", "bed = 8")
    assert codes(spoken, graph(node("n1", "C", other, *quotes))) == [("n1", "code-altered")]


TURNED = [
    ("We will not use the float valve.", "We will use the float valve"),
    ("We use the float valve in bed two.", "We do not use the float valve in bed two"),
    ("Never change the public pump schedule.", "Always change the public pump schedule"),
    ("Always close the valve by hand.", "Never close the valve by hand"),
    ("Den Schwimmer nie von Hand schließen.", "Den Schwimmer immer von Hand schließen"),
    ("Den Schwimmer verwenden wir nicht im Becken.", "Den Schwimmer verwenden wir im Becken"),
    ("Nous n'utilisons pas le flotteur du bassin.", "Nous utilisons le flotteur du bassin"),
    ("No usamos el flotador del estanque.", "Usamos el flotador del estanque"),
    ("Não usamos a boia do tanque grande.", "Usamos a boia do tanque grande"),
    ("Non usiamo il galleggiante della vasca.", "Usiamo il galleggiante della vasca"),
    ("Мы не используем поплавок насоса.", "Мы используем поплавок насоса"),
    ("De vlotter gebruiken wij niet in het bassin.", "De vlotter gebruiken wij in het bassin"),
    ("Wir schließen den Schwimmer niemals von Hand.", "Wir schließen den Schwimmer von Hand"),
    ("Flottören används inte i bassängen.", "Flottören används i bassängen"),
    ("我们不使用浮球阀门控制水泵。", "我们使用浮球阀门控制水泵"),
    ("ポンプに浮き球スイッチは使わない。", "ポンプに浮き球スイッチは使う"),
]


@pytest.mark.parametrize(("said", "told"), TURNED)
def test_a_statement_that_is_turned_round_is_found(said, told):
    spoken = talk(said)
    made = graph(node("n1", "D", told, src(spoken, 0, said)))
    assert codes(spoken, made) == [("n1", "negation-differs")]
    same = graph(node("n1", "D", said, src(spoken, 0, said)))
    assert codes(spoken, same) == []


def test_a_quote_torn_from_its_not_is_found():
    spoken = talk("For the big tank we will never use the float valve again.")
    made = graph(node("n1", "D", "use the float valve", src(spoken, 0, "use the float valve")))
    assert codes(spoken, made) == [("n1", "negation-differs")]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Never use slug pellets, children play there.", "No slug pellets: children play there"),
        ("We use Redis, not Postgres, for the queue.", "Redis for the queue, not Postgres"),
        ("Don't touch bed 2. Water bed 3 daily.", "Water bed 3 daily"),
        (
            "The leak is in bed 2, so let's not jump to pump pressure explanations yet",
            "Leak in bed 2; no pump pressure explanations",
        ),
        ("It does not rain, but the pump runs at night.", "the pump runs at night"),
        ("Should we not use the float valve?", "We use the float valve"),
        (
            "The gate does not need to close at night when it is calm.",
            "The gate need not close at night when it is calm",
        ),
        (
            "私の理解では、静的な構造体は固定位置に配置され、ピンの有無に関わらず移動しないと考えていました",
            "当初の理解：静的な構造体は固定位置にありピンの有無に関わらず移動しない",
        ),
    ],
)
def test_what_means_the_same_or_something_else_is_no_finding(said, told):
    spoken = talk(said)
    made = graph(node("n1", "D", told, src(spoken, 0, said)))
    assert codes(spoken, made) == []


@pytest.mark.parametrize(
    ("said", "told", "expected"),
    [
        ("The new 7 beds for each yard grow. We had 5.", "5 beds for each yard grow", True),
        ("Start the pump at 06:30 daily. The lamp: 07:15.", "Start the pump at 07:15 daily", True),
        ("Bed 2 gets sun. Bed 3 gets rain.", "Bed 3 gets rain", False),
        ("Raise the limit of the tank from 30 to 45.", "limit of the tank: 45", False),
    ],
)  # fmt: skip
def test_a_number_in_the_place_of_another_is_found(said, told, expected):
    spoken = talk(said)
    made = graph(node("n1", "F", told, src(spoken, 0, said)))
    found = [code for _, code in codes(spoken, made)]
    assert found == (["number-differs"] if expected else [])


def test_what_was_given_up_may_rest_on_the_words_that_give_it_up():
    spoken = talk("Use the float valve.", "We will not use the float valve.")
    made = graph(
        node("n1", "D", "Use the float valve", src(spoken, 1, "not use the float valve"),
             status="abandoned"),
    )  # fmt: skip
    assert codes(spoken, made) == []


def test_notes_on_another_node_rest_on_that_nodes_evidence():
    made = graph(
        node("n1", "F", "Firmware 2.5.0 [was: firmware 2.4.1]", src(PUMP, 3, "Firmware 2.5.0")),
        node("n2", "F", "Firmware 2.4.1", src(PUMP, 0, "firmware 2.4.1"), status="abandoned"),
        ties=[("n1", "supersedes", "n2")],
    )
    assert codes(PUMP, made) == []
    alone = graph(made.nodes[0])  # the older one was cut
    assert codes(PUMP, alone) == []
    made_up = made.nodes[0].model_copy(update={"summary": "Firmware 2.5.0 [was: firmware 2.4.0]"})
    assert codes(PUMP, graph(made_up)) == [("n1", "detail-nowhere")]


def test_dangling_looping_and_cyclic_relationships_are_found():
    first, second, third = (
        node(f"n{n}", "F", text, src(PUMP, 0, text))
        for n, text in enumerate(("The pump", "firmware", "see"), 1)
    )
    ties = [
        ("n1", "depends_on", "n2"), ("n2", "depends_on", "n3"), ("n3", "depends_on", "n1"),
        ("n1", "references", "n9"), ("n2", "related_to", "n2"),
        ("n1", "related_to", "n3"), ("n3", "related_to", "n1"),
    ]  # fmt: skip
    found = codes(PUMP, graph(first, second, third, ties=ties))
    assert found[:2] == [("n1", "dangling"), ("n2", "loop")]
    assert [code for _, code in found[2:]] == ["circle"]


def test_statuses_agree_with_the_last_word():
    spoken = talk("Use Redis for the queue.", "Yes.", "No: use Postgres for the queue.", "Done.")
    older = node("n1", "D", "Use Redis for the queue", src(spoken, 0, "Use Redis for the queue"))
    newer = node("n2", "D", "Use Postgres for the queue", src(spoken, 2, "use Postgres"))
    gone = older.model_copy(update={"status": "abandoned"})
    assert codes(spoken, graph(gone, newer, ties=[("n2", "supersedes", "n1")])) == []
    assert codes(spoken, graph(older, newer, ties=[("n2", "supersedes", "n1")])) == [
        ("n1", "superseded-current")
    ]
    turned = newer.model_copy(update={"status": "abandoned"})
    assert codes(spoken, graph(older, turned, ties=[("n1", "supersedes", "n2")])) == [
        ("n1", "supersedes-later")
    ]
    problem = node("n3", "P", "Queue is open", src(spoken, 0, "queue"), status="open")
    fixed = node("n4", "F", "Done", src(spoken, 3, "Done"))
    assert codes(spoken, graph(problem, fixed, ties=[("n4", "resolves", "n3")])) == [
        ("n3", "resolved-open")
    ]


def test_a_node_that_stands_though_a_later_one_drops_it_is_found():
    spoken = talk("Use Redis for the queue.", "ok", "Switched the queue from Redis to Postgres.")
    older = node("n1", "D", "Use Redis for the queue", src(spoken, 0, "Use Redis"))
    newer = node("n2", "D", "Switched the queue from Redis to Postgres", src(spoken, 2, "Switched"))
    found = checked(spoken, graph(older, newer)).findings
    assert [(f.node, f.code, f.other) for f in found] == [("n1", "overtaken", "n2")]
    gone = older.model_copy(update={"status": "abandoned"})
    assert codes(spoken, graph(gone, newer)) == []


def test_what_somebody_gave_up_later_and_no_node_says_so_is_found():
    spoken = talk(
        "Use Redis for the queue.",
        "Redis for the queue, noted.",
        "Change of plan: we switched the queue from Redis to Postgres.",
        "Fine.",
    )
    stale = node("n1", "D", "Use Redis for the queue", src(spoken, 0, "Use Redis for the queue"))
    found = checked(spoken, graph(stale)).findings
    assert [(f.node, f.code, f.at) for f in found] == [("n1", "given-up-later", 2)]
    gone = stale.model_copy(update={"status": "abandoned"})
    assert codes(spoken, graph(gone)) == []
    again = stale.model_copy(update={"sources": (src(spoken, 2, "Redis"),)})
    assert codes(spoken, graph(again)) == []


@pytest.mark.parametrize(
    ("handoff", "expected"),
    [
        ("Resuming. Decided: use Postgres (n2). Abandoned: use Redis (n1).", []),
        ("Resuming. Decided: use Redis for the queue (n1).", ["handoff-stale"]),
        ("Goal: ship the pump… (n2). Abandoned: User: use Redis, not… (n1).", []),
        ("Goal: ship the pump… (n1). Abandoned: User: use Redis, not… (n2).", ["handoff-stale"]),
        ("We use Redis for the queue.", ["handoff-stale"]),
        ("We do not use Redis for the queue.", []),
        ("Resuming. Open: the tap (n12).", ["handoff-dangling"]),
        ("Redis 9.1 is in place.", ["detail-nowhere"]),
        ("Goals: +3 more.", []),
    ],
)
def test_the_hand_off_presents_nothing_stale(handoff, expected):
    spoken = talk("Use Redis for the queue.", "Yes.", "No: use Postgres for the queue.")
    made = graph(
        node("n1", "D", "Use Redis for the queue", src(spoken, 0, "Use"), status="abandoned"),
        node("n2", "D", "Use Postgres for the queue", src(spoken, 2, "use Postgres")),
        ties=[("n2", "supersedes", "n1")],
        handoff=handoff,
    )
    assert [code for _, code in codes(spoken, made)] == expected


def test_a_quote_is_compared_after_the_same_redaction():
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    spoken = talk(f"The token is {secret}, keep it.")
    quote = "The token is ⟨secret:github-token:1⟩, k"
    source = Source(message=0, part=0, start=0, end=len(quote), quote=quote)
    made = graph(node("n1", "F", "The token is ⟨secret:github-token:1⟩", source))
    assert [f.code for f in checked(spoken, made).findings] == []


def test_hidden_characters_keep_their_place_in_a_quote():
    spoken = talk("ze\u200bro wid\u00adth and a half \ud800 pair")
    quote = "half \ufffd pair"
    made = graph(
        node("n1", "F", "half pair", Source(message=0, part=0, start=19, end=30, quote=quote))
    )
    assert spoken.messages[0].parts[0].text[19:30] == "half \ud800 pair"
    assert codes(spoken, made) == []


TEXTS = st.lists(
    st.sampled_from(
        ["泵在6点启动。", "👩‍🌾 beds", "cafe\u0301", "Bett 7", "ﾌｧｲﾙ", "насос", "🇩🇪", " ", "\n"]
    ),
    min_size=1,
    max_size=12,
).map("".join)


@settings(max_examples=60)
@given(TEXTS, st.data())
def test_every_true_span_resolves_and_no_shifted_one_does(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    spoken = talk(Message(0, Role.USER, (Text(text),)))
    right = Source(message=0, part=0, start=start, end=end, quote=text[start:end])
    found = codes(spoken, graph(node("n1", "A", "x", right)))
    assert found == []
    shifted = right.model_copy(update={"start": start + 1, "end": end + 1})
    if text[start + 1 : end + 1] != right.quote:
        assert codes(spoken, graph(node("n1", "A", "x", shifted))) != []


def test_a_quote_of_nothing_stands_nowhere():
    empty = Source(message=0, part=0, start=0, end=3, quote="")
    assert codes(PUMP, graph(node("n1", "F", "The pump", empty))) == [("n1", "quote-nowhere")]


def test_code_of_a_message_that_is_gone_is_held_against_its_quote():
    """That the message is not there is told once, and not as if the code were altered."""
    gone = Source(message=9, part=0, start=0, end=9, quote="level = 4")
    assert codes(PUMP, graph(node("n1", "C", "level = 4", gone))) == [("n1", "span-missing")]
    other = graph(node("n1", "C", "level = 5", gone))
    assert ("n1", "code-altered") in codes(PUMP, other)


def test_a_guess_resolves_nothing():
    spoken = talk("Bed 7 leaks.", "Bed 7 is done.")
    leak = node("n1", "P", "Bed 7 leaks", src(spoken, 0, "Bed 7 leaks"), status=Status.OPEN)
    for kind, expected in (("F", [("n1", "resolved-open")]), ("A", [])):
        done = node("n2", kind, "Bed 7 is done", src(spoken, 1, "Bed 7 is done"))
        assert codes(spoken, graph(leak, done, ties=[("n2", "resolves", "n1")])) == expected


def test_a_graph_of_no_nodes_makes_nothing_up():
    assert checked(PUMP, graph()).faithful_ratio == 1.0


def test_a_message_that_does_not_name_it_is_no_source_of_it():
    places = Places(PUMP)
    assert (
        places.source_naming("2.5.0", 3).quote == "Firmware 2.5.0 was published, but bed 7 leaks."
    )
    assert places.source_naming("2.5.0", 0) is None
    assert places.source_of("bed 7", 0) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("monday", "tuesday", True), ("monday", "montag", False), ("monday", "below", False)],
)
def test_words_that_mean_the_same_do_not_exclude_one_another(one, other, expected):
    assert are_counterparts(one, other) is expected
