"""Everything graphpack raises on purpose.

GraphpackError                      1
├── UsageError                      2   bad arguments or settings
├── ReadError                       4   the source is unreadable or malformed
│   ├── UnknownFormatError          5   no reader recognises it
│   └── AmbiguousFormatError        6   more than one does
├── ModelError                     10   the provider call failed and nothing usable is left
│   ├── CredentialsError           11   the provider refused the key, or there is none
│   └── ModelUnavailableError      12   rate limit, timeout or server error after all retries
├── ReplyError                     13   replies stayed unusable after the allowed repairs
├── GraphError                     20   a graph breaks its schema or an invariant
├── VerificationError              21   a pack says what its transcript does not
├── RedactionError                 30   a secret would have been written, and nothing was
├── ArchiveError                   40   an archive's database refuses, or is not one
├── ResourceError                  41   installed without its schemas or prompts
└── NoticesError                   50   --fail-on-notice and something was lost

3 is a usable pack over its cap (budget conflict). 130 is Ctrl-C, 141 a closed pipe,
143 and 129 a run that was told to end (SIGTERM, SIGHUP).
1 with a crash file is a bug in graphpack.
"""

from __future__ import annotations

from typing import ClassVar, Protocol


class Spent(Protocol):
    """What a failed model run had already taken (``model.report.Usage``)."""

    @property
    def calls(self) -> int:
        """Requests that were answered."""
        ...

    @property
    def prompt_tokens(self) -> int:
        """Tokens sent."""
        ...

    @property
    def completion_tokens(self) -> int:
        """Tokens received."""
        ...

    @property
    def cost_usd(self) -> float | None:
        """Money, None where the price is unknown."""
        ...


class GraphpackError(Exception):
    """Root of the tree; ``str(error)`` is ``where: what``, lower case, without a full stop.

    Args:
        message: What was wrong and where.
        hint: The next command or change to try.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(GraphpackError):
    """Bad arguments or settings."""

    exit_code = 2


class ReadError(GraphpackError):
    """The source is unreadable or malformed."""

    exit_code = 4


class UnknownFormatError(ReadError):
    """No reader recognises the source.

    Args:
        message: What was wrong and where.
        hint: The next command or change to try.
        refusals: The formats tried, each with why it is not that one.
        near: Those it comes near to, each with what it has and lacks.
    """

    exit_code = 5

    def __init__(
        self,
        message: str,
        *,
        hint: str | None = None,
        refusals: tuple[tuple[str, str], ...] = (),
        near: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(message, hint=hint)
        self.refusals = refusals
        self.near = near


class AmbiguousFormatError(ReadError):
    """More than one reader recognises the source."""

    exit_code = 6


class ModelError(GraphpackError):
    """The provider call failed and nothing usable is left.

    Args:
        message: What was wrong and where.
        hint: The next command or change to try.
        usage: What was paid for nevertheless, None where no request was answered.
    """

    exit_code = 10

    def __init__(
        self, message: str, *, hint: str | None = None, usage: Spent | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.usage = usage


class CredentialsError(ModelError):
    """The provider refused the key, or there is none."""

    exit_code = 11


class ModelUnavailableError(ModelError):
    """Rate limit, timeout or server error after all retries."""

    exit_code = 12


class ReplyError(GraphpackError):
    """Replies stayed unusable after the allowed repairs.

    Args:
        message: What was wrong and where.
        hint: The next command or change to try.
        usage: What was paid for nevertheless, None where no request was answered.
    """

    exit_code = 13

    def __init__(
        self, message: str, *, hint: str | None = None, usage: Spent | None = None
    ) -> None:
        super().__init__(message, hint=hint)
        self.usage = usage


class GraphError(GraphpackError):
    """A graph breaks its schema or an invariant."""

    exit_code = 20


class VerificationError(GraphpackError):
    """A pack says what its transcript does not."""

    exit_code = 21


class RedactionError(GraphpackError):
    """A secret would have been written, and nothing was."""

    exit_code = 30


class ArchiveError(GraphpackError):
    """An archive's database refuses, or is not one."""

    exit_code = 40


class ResourceError(GraphpackError):
    """Installed without its schemas or prompts."""

    exit_code = 41


class NoticesError(GraphpackError):
    """Something was lost or uncertain and ``--fail-on-notice`` was given."""

    exit_code = 50
