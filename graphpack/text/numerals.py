"""Numbers as words, in the languages most met: «three» is 3, «twenty-five» is 25."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from graphpack.patterns import compiled

_SMALL = (
    "two three four five six seven eight nine ten eleven twelve",
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "deux trois quatre cinq six sept huit neuf dix onze douze",
    "dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "dois/duas três quatro cinco seis sete oito nove dez onze doze",
    "due tre quattro cinque sei sette otto nove dieci undici dodici",
    "twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "два/две/двух три/трёх/трех четыре/четырёх/четырех пять/пяти шесть/шести семь/семи"
    " восемь/восьми девять/девяти десять/десяти одиннадцать двенадцать",
)
"""From two on; one is an article in most of them."""

_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_NUMBER = compiled(r"(\d{1,2})(?:[.,](\d{1,2}))?")


def _numbered(*lines: str) -> dict[str, int]:
    return {
        word: number
        for line in lines
        for number, words in enumerate(line.split(), 2)
        for word in words.split("/")
    }


NUMERALS: Mapping[str, int] = {
    "zero": 0, "one": 1, "null": 0, "cero": 0, "zéro": 0, "ноль": 0,
    **_numbered(*_SMALL),
    **{word: number for number, word in enumerate(_TEENS.split(), 13)},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), 2)},
    "hundred": 100, "thousand": 1000, "zwanzig": 20, "dreißig": 30, "dreissig": 30,
    "fünfzig": 50, "hundert": 100, "tausend": 1000, "vingt": 20, "trente": 30, "cinquante": 50,
    "cent": 100, "mille": 1000, "veinte": 20, "treinta": 30, "cincuenta": 50, "cien": 100,
    "vinte": 20, "trinta": 30, "venti": 20, "trenta": 30, "cinquanta": 50, "cento": 100,
    "двадцать": 20, "тридцать": 30,
    **dict.fromkeys(("dozen", "dutzend", "douzaine", "docena", "dúzia", "dozzina", "dozijn"), 12),
}  # fmt: skip
"""Values by words, lower case."""


@lru_cache(maxsize=1024)
def spoken(number: str) -> tuple[str, ...]:
    """Say a number in words, as who wrote down a talk may have heard it.

    Args:
        number: Digits, with a point or comma at most.

    Returns:
        Its wordings, lower case; none for what is no number or has more than four digits.
    """
    found = _NUMBER.fullmatch(number)
    if found is None:
        return ()
    whole, part = found.groups()
    told = tuple(dict.fromkeys(_words(int(whole))))
    if part is None:
        return told
    ends = [*_words(int(part))]
    if len(part) == 1:
        return tuple(f"{one} point {end}" for one in told for end in ends)
    apart = " ".join(next(_words(int(digit)), "zero") for digit in part)
    # «twelve fifty» is how a price is said
    return tuple(f"{one} {end}" for one in told for end in (*ends, f"point {apart}"))


def _words(value: int) -> Iterator[str]:
    yield from (word for word, number in NUMERALS.items() if number == value)
    tens, rest = divmod(value, 10)
    if tens > 1 and rest:
        ten = _TENS.split()[tens - 2]
        for word in _words(rest):
            if word.isascii():
                yield from (f"{ten}-{word}", f"{ten} {word}")
