"""Learns the offline extractor's weights from labelled conversations.

    python bench/train_offline.py LABELS_DIR [--cv] [-o FILE]

Needs scikit-learn, which nothing else in graphpack does; 1.9.1 made the shipped file. Without
``--cv`` it fits on all conversations and writes ``graphpack/extract/offline/weights.json``: the
same labels, code and versions give the same bytes. With ``--cv`` it writes nothing and prints what
models say about conversations that they have not seen.

A label file is one conversation: ``messages`` (``role``, ``text``, ``tools`` with ``name``,
``args``, ``result``) and ``nodes`` (``kind``, ``importance`` h/m/l, a self-contained
``statement``). They are other people's words and no part of the project; what leaves this script
are numbers about features. For each unit (sentence, item, row, line of output) is learned

- its *value*, 0 to 1, what a successor loses without it: for each node, the unit's part in the
  best run of neighbours that states it, times the node's importance. A run states a node as far as
  it says the statement's terms, weighted by their rarity in the conversation; below 0.25 of them it
  counts nothing, from 0.70 on in full;
- its *kind*, the type of that node.

Why coverage and not the labels' evidence quotes: evidence is where a reader found a statement, and
often that is a bare yes below the option that it picks. A pack is read without the conversation,
so a run is worth what it says on its own. It also gives every restatement its due (a closing
summary may say it better than the first mention), while quotes mark one place of several.

The value model is boosted trees over ``features.unit_features`` and ``aftermath.after_features``,
with squared loss, so that values keep the target's scale, which the extractor's thresholds are in.
The kinds are a multinomial logistic regression over units of some value. A feature takes part
where it occurs in ten conversations. Cross-validation leaves out whole conversations, because units
of one resemble each other. It prints AUC and average precision of «value above 0.3», and the soft
recall of a greedy pack of about 1,000 tokens: the importance of the h and m nodes times the best
coverage chosen, over their total; and the share of kinds that are right.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graphpack.extract.offline.aftermath import after_features, aftermaths
from graphpack.extract.offline.features import Features, Surroundings, unit_features

# the extractor's own cutting: a unit that is cut in another way teaches nothing
from graphpack.extract.offline.reading import cut
from graphpack.extract.offline.selection import runs
from graphpack.extract.offline.turns import turns
from graphpack.extract.offline.units import Kind, Unit
from graphpack.extract.offline.wording import context_of, line_of
from graphpack.model.codes import CODE_TYPES
from graphpack.model.conversation import Message, Role, Text, ToolCall, ToolResult
from graphpack.text import identifiers, normal, words

WEIGHTS = Path(__file__).resolve().parents[1] / "graphpack/extract/offline/weights.json"
IMPORTANCE = {"h": 1.0, "m": 0.55, "l": 0.15}
COVERED_FROM, COVERED_FULLY = 0.25, 0.70
UNSEEN_WEIGHT = 2.0  # of a statement's term that the conversation never says
MIN_CONVERSATIONS = 10
FOLDS = 7
PACK_TOKENS, CHARS_PER_TOKEN, NODE_TOKENS = 1000, 3.8, 18
KIND_VALUE = 0.15  # a unit worth less says too little of its node to show its kind
KIND_STRENGTH, MIN_KIND_WEIGHT = 0.003, 0.003
REFUSED = "doesn't want to proceed"
SPEAKER = re.compile(r"([^:\n]{1,40}): *")
"""Who speaks, as the labels of a meeting write it before each turn; readers have authors."""

VALUE: dict[str, Any] = {
    "max_iter": 150, "learning_rate": 0.06, "max_leaf_nodes": 12, "min_samples_leaf": 40,
    "l2_regularization": 5, "early_stopping": True, "random_state": 0,
}  # fmt: skip
VARIANTS: dict[str, dict[str, Any]] = {
    "as shipped": {},
    "other seed": {"random_state": 1},
    "all rounds": {"early_stopping": False},
    "small steps": {"early_stopping": False, "max_iter": 300, "learning_rate": 0.03},
    "columns 0.3": {"early_stopping": False, "max_features": 0.3},
}
"""What ``--cv`` compares; a change of ``VALUE`` is decided there, never on what is scored."""

STOP = frozenset(
    re.findall(
        r"\w+",
        """a about after all also an and any are as assistant at be been before but by can could did
        do does for from had has have he here how i if in into is it its more most my no not of on
        only or our out over per she should so some such than that the their then there these they
        this those to up user via was we were what when where which who why will with would you
        your""",
    )
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """One conversation's units beside what they are worth.

    Args:
        rows: Features of each unit.
        values: What a successor loses without it.
        owners: The number of the node it is valued by, -1 where there is none.
        kinds: That node's type, else empty.
        tokens: About what it costs as a node.
        weights: For each node, what it counts in soft recall; 0 where its importance is low.
    """

    rows: list[Features]
    values: list[float]
    owners: list[int]
    kinds: list[str]
    tokens: list[float]
    weights: list[float]


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and write, or cross-validate and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", type=Path, help="folder of L*.json")
    parser.add_argument("--cv", action="store_true", help="cross-validate; writes nothing")
    parser.add_argument("-o", "--output", type=Path, default=WEIGHTS)
    given = parser.parse_args(arguments)
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # before scikit-learn is imported
    paths = sorted(given.labels.glob("L*.json"))
    if not paths:
        print(f"train: {given.labels}: no L*.json in it", file=sys.stderr)
        return 1
    data = [labelled(json.loads(path.read_text(encoding="utf-8"))) for path in paths]
    table = Table(data)
    print(f"{len(data)} conversations, {len(table.y)} units, {len(table.names)} features")
    if given.cv:
        for name, change in VARIANTS.items():
            print(f"{name:<13} {cross_validated(data, table, {**VALUE, **change})}", flush=True)
        return 0
    weights = {"value": value_model(table), "kinds": kind_models(table)}
    text = json.dumps(weights, separators=(",", ":"), sort_keys=True)
    given.output.write_text(text, encoding="utf-8")
    print(f"{given.output}: {len(weights['value']['trees'])} trees, {len(text)} bytes")
    return 0


def labelled(document: Mapping[str, Any]) -> Labelled:
    """Cut a labelled conversation as the extractor does, and value each unit."""
    messages = messages_of(document)
    units = [unit for unit in cut(messages) if len(unit.text.strip()) > 1]
    around = Surroundings(messages, turns(messages), units)
    rows = [unit_features(unit, around.terms[at], around) for at, unit in enumerate(units)]
    for row, became in zip(rows, aftermaths(units, around), strict=True):
        row.update(after_features(became))
    lines = [worded(unit) for unit in units]
    nodes = document["nodes"]

    def weight(term: str) -> float:
        return around.weight(term) if term in around.frequency else UNSEEN_WEIGHT

    values, owners = targets(units, lines, nodes, weight=weight)
    return Labelled(
        rows,
        values,
        owners,
        [str(CODE_TYPES[nodes[owner]["kind"]]) if owner >= 0 else "" for owner in owners],
        [len(line) / CHARS_PER_TOKEN + NODE_TOKENS for line in lines],
        [IMPORTANCE[n["importance"]] if n["importance"] != "l" else 0.0 for n in nodes],
    )


def messages_of(document: Mapping[str, Any]) -> list[Message]:
    """Rebuild messages; a message's tool results follow as one of their own, as readers have it."""
    found: list[Message] = []
    are_named = all(SPEAKER.match(message["text"]) for message in document["messages"])
    for message in document["messages"]:
        tools = list(enumerate(message.get("tools") or []))
        named = SPEAKER.match(message["text"]) if are_named else None
        text = message["text"][named.end() :] if named else message["text"]
        said = [Text(text)] if text.strip() else []
        calls = [ToolCall(tool["name"], _arguments(tool["args"]), str(at)) for at, tool in tools]
        results = [
            ToolResult(text, tool["name"], str(at), is_rejected=REFUSED in text)
            for at, tool in tools
            if (text := tool["result"])
        ]
        if said or calls:
            author = named[1] if named else None
            found.append(Message(len(found), Role(message["role"]), (*said, *calls), author=author))
        if results:
            found.append(Message(len(found), Role.TOOL, tuple(results)))
    return found


def _arguments(text: str) -> dict[str, Any] | str:
    """Decode a call's arguments; shortened as they are, many are no JSON any more."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, dict) else text


def worded(unit: Unit) -> str:
    """What a reader of the pack would see of a unit."""
    plain = unit.kind in {Kind.CODE, Kind.OUTPUT}
    return unit.text if plain else f"{context_of(unit)}: {line_of(unit)}"


def terms(text: str) -> frozenset[str]:
    """What a text says: its words without stop words, and its identifiers."""
    said = {word for word in words(text) if word not in STOP and len(word) > 1}
    return frozenset(said | {normal(name) for name in identifiers(text)})


def targets(
    units: Sequence[Unit],
    lines: Sequence[str],
    nodes: Sequence[Mapping[str, Any]],
    *,
    weight: Callable[[str], float],
) -> tuple[list[float], list[int]]:
    """Value units by their share in the runs that say what a node states.

    Args:
        units: All units, in order.
        lines: Their words.
        nodes: With ``statement`` and ``importance``.
        weight: Of a term.

    Returns:
        For each unit its value, 0 to 1, and the number of the node it has most of, or -1.
    """
    said = [terms(line) for line in lines]
    tokens = [int(len(line) / CHARS_PER_TOKEN) + 1 for line in lines]
    spans = list(runs(units, tokens))
    values, owners, most = [0.0] * len(units), [-1] * len(units), [0.0] * len(units)
    for number, node in enumerate(nodes):
        weights = {t: weight(t) for t in sorted(terms(node["statement"]))}
        total = sum(weights.values()) or 1.0
        common = [weights.keys() & own for own in said]
        single = [sum(weights[t] for t in sorted(own)) / total for own in common]
        for at, share in enumerate(_shares(spans, common, single, weights)):
            value = share * IMPORTANCE[node["importance"]]
            values[at] += value
            if value > most[at]:
                most[at], owners[at] = value, number
    return [min(value, 1.0) for value in values], owners


def _shares(
    spans: Sequence[tuple[int, int]],
    common: Sequence[set[str]],
    single: Sequence[float],
    weights: Mapping[str, float],
) -> list[float]:
    """Each unit's greatest part in a run that states one node."""
    total = sum(weights.values()) or 1.0
    found = [0.0] * len(single)
    for start, stop in spans:
        if not single[start] or not single[stop - 1]:
            continue
        together = set().union(*common[start:stop])
        stated = credit(sum(weights[t] for t in sorted(together)) / total)
        parts = sum(single[start:stop])
        if stated:
            for at in range(start, stop):
                found[at] = max(found[at], stated * single[at] / parts)
    return found


def credit(coverage: float) -> float:
    """How much of a node a coverage is worth, 0 to 1."""
    return min(max((coverage - COVERED_FROM) / (COVERED_FULLY - COVERED_FROM), 0.0), 1.0)


class Table:
    """All units of all conversations as numbers, in a fixed order."""

    def __init__(self, data: Sequence[Labelled]) -> None:
        import numpy as np
        from sklearn.feature_extraction import DictVectorizer

        vectors = DictVectorizer(sparse=False, sort=True)
        x = vectors.fit_transform([row for one in data for row in one.rows])
        names = vectors.get_feature_names_out()
        self.group = np.repeat(np.arange(len(data)), [len(one.rows) for one in data])
        spread = np.array([len(set(self.group[column != 0])) for column in x.T])
        keep = (spread >= MIN_CONVERSATIONS) & (names != "bias")
        self.names = [str(name) for name in names[keep]]
        self.x = np.round(x[:, keep], 4)
        self.y = np.array([value for one in data for value in one.values])
        self.kinds = np.array([kind for one in data for kind in one.kinds])
        self.is_telling = (self.kinds != "") & (self.y > KIND_VALUE)


def fitted(x: Any, y: Any, options: Mapping[str, Any]) -> Any:
    """Fit the value model."""
    from sklearn.ensemble import HistGradientBoostingRegressor

    return HistGradientBoostingRegressor(**options).fit(x, y)


def value_model(table: Table) -> dict[str, Any]:
    """Fit the value model on everything and write it as ``ranking.Trees`` reads it."""
    model = fitted(table.x, table.y, VALUE)
    trees = [[_node(node) for node in predictor.nodes] for (predictor,) in model._predictors]
    used = sorted({node[0] for tree in trees for node in tree if node[0] >= 0})
    number = {-1: -1, **{feature: at for at, feature in enumerate(used)}}
    return {
        "base": round(float(model._baseline_prediction.ravel()[0]), 5),
        "names": [table.names[feature] for feature in used],
        "trees": [[[number[node[0]], *node[1:]] for node in tree] for tree in trees],
    }


def _node(node: Any) -> list[float]:
    if node["is_leaf"]:
        return [-1, round(float(node["value"]), 5), 0, 0]
    threshold = round(float(node["num_threshold"]), 4)
    return [int(node["feature_idx"]), threshold, int(node["left"]), int(node["right"])]


def kind_model(table: Table, chosen: Any) -> tuple[Any, Any]:
    """Fit the kinds on some of the units; gives the scaler and the model."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    scaler = StandardScaler().fit(table.x)
    model = LogisticRegression(C=KIND_STRENGTH, max_iter=3000)
    return scaler, model.fit(scaler.transform(table.x[chosen]).clip(-5, 5), table.kinds[chosen])


def kind_models(table: Table) -> dict[str, dict[str, float]]:
    """Fit the kinds on everything and write them as ``ranking.Linear`` reads them."""
    scaler, model = kind_model(table, table.is_telling)
    found = {}
    for kind, row, intercept in zip(model.classes_, model.coef_, model.intercept_, strict=True):
        weights = row / scaler.scale_
        named = zip(table.names, map(float, weights), strict=True)
        found[str(kind)] = {n: round(v, 4) for n, v in named if abs(v) >= MIN_KIND_WEIGHT}
        found[str(kind)]["intercept"] = round(float(intercept - (scaler.mean_ * weights).sum()), 4)
    return found


def cross_validated(data: Sequence[Labelled], table: Table, options: Mapping[str, Any]) -> str:
    """Predict each conversation by models that have not seen it, and judge the predictions."""
    from sklearn.metrics import average_precision_score, roc_auc_score

    predicted = table.y * 0
    right = 0
    for fold in range(FOLDS):
        test = table.group % FOLDS == fold
        predicted[test] = fitted(table.x[~test], table.y[~test], options).predict(table.x[test])
        scaler, kinds = kind_model(table, ~test & table.is_telling)
        held = test & table.is_telling
        said = kinds.predict(scaler.transform(table.x[held]).clip(-5, 5))
        right += int((said == table.kinds[held]).sum())
    recalls = [soft_recall(one, predicted[table.group == at]) for at, one in enumerate(data)]
    return (
        f"AUC {roc_auc_score(table.y > 0.3, predicted):.4f}"
        f"  AP {average_precision_score(table.y > 0.3, predicted):.4f}"
        f"  soft recall {sum(recalls) / len(recalls):.4f}"
        f"  kinds {right / table.is_telling.sum():.3f}"
    )


def soft_recall(one: Labelled, predicted: Sequence[float]) -> float:
    """How much of what matters a greedy pack by predicted value holds."""
    spent = 0.0
    covered = [0.0] * len(one.weights)
    for at in sorted(range(len(predicted)), key=lambda at: (-predicted[at], at)):
        if spent + one.tokens[at] <= PACK_TOKENS:
            spent += one.tokens[at]
            owner = one.owners[at]
            if owner >= 0 and one.weights[owner]:
                covered[owner] = max(covered[owner], one.values[at])
    return sum(covered) / (sum(one.weights) or 1.0)


if __name__ == "__main__":
    sys.exit(main())
