"""Finds statements that say the same in other words; needs the extra ``[semantic]``, no network.

Each statement is read once into 256 numbers, kept beside it as a byte each, and forgotten with it.
Likeness only finds: it never merges two statements and never lets one take another's place, because
a statement and its contrary are as like as two of one meaning.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, func, insert, select

from graphpack.archive import schema
from graphpack.archive.cited import Wanted, conditions, joined
from graphpack.archive.store import Archive
from graphpack.errors import UsageError

if TYPE_CHECKING:
    import numpy as np

MODEL = "wordllama-l2-supercat-256"
DIMENSIONS = 256
LEAST_RATIO = 0.25
"""A likeness under this is chance."""
_TEXT_CHARS = 2_000
_BATCH = 500
_READ = 20_000
_MOST = 127

Progress = Callable[[str, int, int], None]


class Vectors:
    """Reads texts into numbers, and finds the nearest; the model is loaded when it is needed."""

    @cached_property
    def _model(self) -> Any:
        """The model, from the package that holds its weights.

        Raises:
            UsageError: The extra is not installed.
        """
        try:
            import wordllama  # noqa: PLC0415  # of an extra
        except ModuleNotFoundError as error:
            raise UsageError(
                "--semantic: needs a package that is not installed",
                hint="pip install 'graphpack-context[semantic]'",
            ) from error
        place = Path(wordllama.__file__).parent
        return wordllama.WordLlama.load(cache_dir=place, disable_download=True)

    def of(self, texts: Sequence[str]) -> np.ndarray:
        """Read texts.

        Args:
            texts: Any.

        Returns:
            A row of ``DIMENSIONS`` small whole numbers for each; zeros where a text says nothing.
        """
        import numpy as np  # noqa: PLC0415  # of an extra

        read = self._model.embed([text[:_TEXT_CHARS] or " " for text in texts], norm=False)
        read = np.nan_to_num(np.asarray(read, dtype=np.float32))
        largest = np.abs(read).max(axis=1, keepdims=True)
        return np.rint(read * (_MOST / np.where(largest > 0, largest, 1))).astype(np.int8)

    def nearest(
        self, connection: Connection, query: str, wanted: Wanted, *, limit: int
    ) -> list[int]:
        """Find the statements whose meaning is nearest, of those that were read.

        Args:
            connection: Reads.
            query: What is looked for.
            wanted: Which statements.
            limit: How many at most.

        Returns:
            The numbers of their rows, the nearest first.
        """
        import numpy as np  # noqa: PLC0415  # of an extra

        asked = self.of([query])[0].astype(np.float32)
        asked /= max(float(np.linalg.norm(asked)), 1.0)
        own = schema.vectors.c
        statement = select(own.node_id, own.vector).where(own.model == MODEL)
        if not wanted.is_anything:
            tables = joined("node").join(schema.vectors, own.node_id == schema.nodes.c.id)
            statement = statement.select_from(tables).where(*conditions(wanted, "node"))
        best: list[tuple[float, int]] = []
        rows = connection.execution_options(yield_per=_READ).execute(statement)
        for some in rows.partitions(_READ):
            numbers, kept = zip(*some, strict=True)
            read = np.frombuffer(b"".join(kept), dtype=np.int8).reshape(-1, DIMENSIONS)
            wide = read.astype(np.float32)
            lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
            ratios = (wide @ asked) / np.maximum(lengths, 1.0)
            near = (ratios >= LEAST_RATIO).nonzero()[0]
            found = ((round(float(ratios[at]), 4), numbers[at]) for at in near)
            best = heapq.nlargest(limit, [*best, *found])
        return [number for _, number in best]


def read_new(archive: Archive, vectors: Vectors, *, progress: Progress | None = None) -> int:
    """Read the statements that were not read yet; several may do so at once.

    Args:
        archive: Where they are.
        vectors: Reads them.
        progress: Is told how many are done.

    Returns:
        How many there were.
    """
    nodes, own = schema.nodes.c, schema.vectors.c
    missing = (
        select(nodes.id, nodes.title, nodes.text)
        .outerjoin(schema.vectors, (own.node_id == nodes.id) & (own.model == MODEL))
        .where(own.node_id.is_(None))
    )
    with archive.reading() as connection:
        total = connection.execute(
            select(func.count()).select_from(missing.subquery())
        ).scalar_one()
    if not total:
        return 0
    last = 0

    def read_some(connection: Connection) -> tuple[int, int]:
        query = missing.where(nodes.id > last).order_by(nodes.id).limit(_BATCH)
        rows = connection.execute(query).all()
        if not rows:
            return 0, last
        read = vectors.of([f"{row.title or ''} {row.text}".strip() for row in rows])
        made = [
            {"node_id": row.id, "model": MODEL, "vector": vector.tobytes()}
            for row, vector in zip(rows, read, strict=True)
        ]
        numbers = [row.id for row in rows]
        connection.execute(delete(schema.vectors).where(own.node_id.in_(numbers)))
        connection.execute(insert(schema.vectors), made)
        return len(made), numbers[-1]

    done = 0
    while True:
        count, last = archive.writing(read_some)
        if not count:
            return done
        done += count
        if progress is not None:
            progress("reading statements", done, max(total, done))
