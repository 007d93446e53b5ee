"""Which programming language a text is written in, and its grammar.

The grammars are packages of their own, compiled, with nothing to download later; together they
are smaller than one picture. The pack that bundles all grammars fetches them when it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType

import re2
from tree_sitter import Language, Parser, Query

__all__ = ["LANGUAGES", "Grammar", "Parts", "grammar", "languages_of"]


@dataclass(frozen=True, slots=True)
class Parts:
    """What the syntax of a language calls the parts that matter.

    Args:
        module: The grammar's module, and its function.
        functions: Node types that have a ``body``.
        comments: Node types.
        data: Node types of literals that may be long.
        signs: What its texts show, one match a sign.
    """

    module: tuple[str, str]
    functions: str
    comments: str
    data: str
    signs: re2._Regexp


@dataclass(frozen=True, slots=True)
class Grammar:
    """A parser, and the query for the parts."""

    parser: Parser
    query: Query


def _signs(*patterns: str) -> re2._Regexp:
    # eight languages are asked of each text: re would take ten times as long as the parser
    return re2.compile(f"(?m:{'|'.join(patterns)})".encode())


LANGUAGES: Mapping[str, Parts] = MappingProxyType({
    "python": Parts(
        ("tree_sitter_python", "language"),
        "function_definition",
        "comment",
        "list dictionary set tuple",
        _signs(
            r"^[ \t]*(?:async )?def \w+\(", r"^[ \t]*class \w+[^{\n]{0,200}:$",
            r"^from [\w.]+ import ", r"^import [\w.]+(?: as \w+)?$", r"^[ \t]*@\w[\w.]*(?:\(|$)",
            r"^[ \t]*(?:elif|except)\b[^\n]{0,200}:$", r"\bself\.",
        ),
    ),
    "typescript": Parts(
        ("tree_sitter_typescript", "language_tsx"),
        "function_declaration generator_function_declaration method_definition arrow_function"
        " function_expression",
        "comment",
        "array object",
        _signs(
            r"^[ \t]*(?:export )?(?:const|let|var) [\w{\[]", r"^import [^;\n]{1,200} from ['\"]",
            r"\bfunction\*? ?\w{0,60}\(", r"=> ?[{(]", r"^export (?:default|const|function|class|\{)",
            r"^(?:export )?(?:interface|type) \w+", r"===", r"\brequire\(['\"]", r"\bthis\.",
        ),
    ),
    "go": Parts(
        ("tree_sitter_go", "language"),
        "function_declaration method_declaration func_literal",
        "comment",
        "literal_value",
        _signs(
            r"^package \w+$", r"^func (?:\([^)\n]{1,80}\) )?\w+\(", r" := ", r"^type \w+ (?:struct|interface) \{",
            r"^import (?:\(|\")", r"\bif err != nil\b",
        ),
    ),
    "rust": Parts(
        ("tree_sitter_rust", "language"),
        "function_item closure_expression",
        "line_comment block_comment",
        "array_expression",
        _signs(
            r"^[ \t]*(?:pub(?:\([a-z]{1,9}\))? )?(?:async |unsafe |const )?fn \w+", r"^use [\w:]+(?:::|;)",
            r"^[ \t]*(?:pub )?(?:struct|enum|trait|mod) \w+", r"^impl\b", r"\blet mut ",
            r"^[ \t]*#!?\[\w+", r"&(?:mut |self\b)", r"\w!\(",
        ),
    ),
    "java": Parts(
        ("tree_sitter_java", "language"),
        "method_declaration constructor_declaration lambda_expression",
        "line_comment block_comment",
        "array_initializer",
        _signs(
            r"^import (?:static )?[\w.]+(?:\.\*)?;$", r"^package [\w.]+;$", r"^[ \t]*@Override\b",
            r"^[ \t]*(?:public|private|protected) (?:static |final |abstract ){0,3}(?:class|interface|enum|record)? ?\w",
            r"\bfinal \w", r"\bnew \w+(?:<[^>\n]{0,60}>)?\(", r"\bString(?:\[\])? \w+(?:[,)=;:]| =)",
        ),
    ),
    "cpp": Parts(
        ("tree_sitter_cpp", "language"),
        "function_definition lambda_expression",
        "comment",
        "initializer_list",
        _signs(
            r"^[ \t]*#(?:include|define|ifdef|ifndef|endif|pragma)\b", r"\bstd::", r"^template ?<",
            r"^[ \t]*(?:static |inline |const |unsigned |struct ){0,3}(?:int|void|char|bool|float|double|size_t) \*?\w+\(",
            r"->\w", r"^typedef ", r"\bsizeof\(", r"\bnullptr\b|\bNULL\b",
        ),
    ),
    "c-sharp": Parts(
        ("tree_sitter_c_sharp", "language"),
        "method_declaration constructor_declaration local_function_statement lambda_expression"
        " accessor_declaration",
        "comment",
        "initializer_expression",
        _signs(
            r"^using [\w.]+;$", r"^namespace [\w.]+", r"\{ ?get;",
            r"^[ \t]*(?:public|private|internal|protected) (?:static |sealed |async |override |readonly ){0,3}\w",
            r"\bvar \w+ = ", r"\bstring\??(?:\[\])? \w+(?:[,)=;]| [={])", r"^[ \t]*\[\w+(?:\(|\])",
        ),
    ),
    "ruby": Parts(
        ("tree_sitter_ruby", "language"),
        "method singleton_method",
        "comment",
        "array hash",
        _signs(
            r"^[ \t]*def (?:self\.)?\w+[?!]?(?:\(|$| )", r"^[ \t]*end$", r"^require(?:_relative)? ['\"]",
            r"^[ \t]*(?:module|class) [A-Z]\w*(?: < [A-Z][\w:]*)?$", r"\bdo \|", r"^[ \t]*attr_\w+ :",
            r"\w\.each\b", r"^[ \t]*elsif\b",
        ),
    ),
})  # fmt: skip
"""The languages whose syntax is known, by name."""

_FEWEST_SIGNS = 3
_LOOK_CHARS = 12_000


def languages_of(text: str) -> list[str]:
    """Guess the language of a text by the signs it shows.

    Args:
        text: Source code, as a file would hold it.

    Returns:
        Names of ``LANGUAGES``, the likeliest first; none where nothing speaks clearly for one.
    """
    shown = text[:_LOOK_CHARS].encode("utf-8", "surrogatepass")
    counts = {name: len(parts.signs.findall(shown)) for name, parts in LANGUAGES.items()}
    ranked = sorted(counts, key=lambda name: -counts[name])
    return [name for name in ranked if counts[name] >= _FEWEST_SIGNS]


@cache
def grammar(name: str) -> Grammar:
    """Load the grammar of a language, once.

    Args:
        name: One of ``LANGUAGES``.
    """
    parts = LANGUAGES[name]
    module, function = parts.module
    language = Language(getattr(import_module(module), function)())
    wanted = "\n".join(
        f"({node}) @{capture}"
        for capture, nodes in (
            ("function", parts.functions),
            ("comment", parts.comments),
            ("data", parts.data),
        )
        for node in nodes.split()
    )
    if name == "python":
        wanted += "\n(expression_statement (string)) @doc"
    return Grammar(Parser(language), Query(language, wanted))
