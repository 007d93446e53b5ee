"""Orders sentences by TextRank; runs in sumy's environment, and is asked by bench/baselines.py.

Reads the words of each sentence as a JSON list of lists from standard input and prints the
sentences' numbers, the best first. Sumy's own matrix compares each two sentences word by word,
which takes hours for a long session; the same figures are products of counts, and its way of
walking the graph is its own.
"""

import json
import math
import sys
from collections import Counter

import numpy
from sumy.summarizers.text_rank import TextRankSummarizer


def ranks(sentences: list[list[str]]) -> list[int]:
    """Order sentences.

    Args:
        sentences: The words of each.

    Returns:
        Their numbers, the best first, earlier ones where two are worth the same.
    """
    vocabulary = {word: at for at, word in enumerate(sorted(set().union(*sentences)))}
    counts = numpy.zeros((len(sentences), len(vocabulary)), dtype=numpy.float32)
    for at, said in enumerate(sentences):
        for word, count in Counter(said).items():
            counts[at, vocabulary[word]] = count
    logs = numpy.array([math.log(len(said)) if said else 0.0 for said in sentences])
    common = (counts @ counts.T).astype(float)
    norms = logs[:, None] + logs[None, :]
    # as sumy does: two sentences of one word each have no length to divide by
    edges = numpy.where(numpy.isclose(norms, 0.0), common, common / numpy.where(norms, norms, 1.0))
    edges /= edges.sum(axis=1, keepdims=True) + TextRankSummarizer._ZERO_DIVISION_PREVENTION
    damping = TextRankSummarizer.damping
    matrix = (1.0 - damping) / len(sentences) + damping * edges
    found = TextRankSummarizer.power_method(matrix, TextRankSummarizer.epsilon)
    worth = numpy.round(found, 12).tolist()
    return sorted(range(len(sentences)), key=lambda at: (-worth[at], at))


if __name__ == "__main__":
    given = json.load(sys.stdin)
    json.dump(ranks(given) if given else [], sys.stdout)
