"""A language as data: phrases with slots, and the few things said about nouns and persons that every language needs."""

import re
from collections.abc import Iterable, Mapping

from attrs import frozen

# A clause in the middle of a sentence ends with a comma; not so before another mark.
_COMMA_TOO_MANY = re.compile(r",(?=\s*[,.:;)]|\s\()")


@frozen
class Said:
    """A noun as it stands alone, and as it stands behind "the sum ...": `of the dice`, `der Würfel`."""

    plain: str
    of: str

    def __str__(self) -> str:
        return self.plain


@frozen
class Who:
    """One seat or several: `person` (you, one, many) picks the verb; who does it, to whom, whose."""

    person: str
    plain: str
    to: str
    of: str

    def __str__(self) -> str:
        return self.plain


@frozen
class Tongue:
    """The phrases of one language. A key is a construct, perhaps with the special case it speaks of behind a dot."""

    code: str
    phrases: Mapping[str, str]

    def has(self, key: str) -> bool:
        return key in self.phrases

    def say(self, key: str, /, **slots: object) -> str:
        """The phrase with its slots filled. What fills a slot is never read as a phrase again."""
        return _COMMA_TOO_MANY.sub("", self.phrases[key].format(**slots))

    def first(self, *keys: str, **slots: object) -> str:
        """The first of these phrases the language has: the special ones before the general one."""
        return self.say(next(key for key in keys if self.has(key)), **slots)

    def noun(self, key: str, /, **slots: object) -> Said:
        plain = self.say(key, **slots)
        return Said(plain, self.first(f"{key}.of", "of", x=plain, **slots))

    def who(self, key: str, person: str, /, **slots: object) -> Who:
        plain = self.say(key, **slots)
        of = self.first(f"{key}.of", "who.of", x=plain, **slots)
        return Who(person, plain, self.first(f"{key}.to", "who.to", x=plain, **slots), of)

    def number(self, n: int) -> str:
        """A small number as a word."""
        words = self.phrases["numbers"].split()
        return words[n] if 0 <= n < len(words) else str(n)

    def digits(self, n: int) -> str:
        """A number in digits, from five digits on with its thousands set apart."""
        return f"{n:,}".replace(",", self.phrases["thousands"]) if abs(n) >= 10_000 else str(n)

    def joined(self, texts: Iterable[str], key: str) -> str:
        """`a, b and c`; key is `and` or `or`."""
        *most, last = list(texts)
        return self.say(key, first=", ".join(most), last=last) if most else last

    def counts(self, label: str) -> bool:
        """Does this label, as it stands, go with a number before it: 3 points, but not 3 score?"""
        return label.endswith(tuple(self.phrases["countable"].split("|")))
