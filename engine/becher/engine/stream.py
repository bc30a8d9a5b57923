"""The dice stream: the same seed gives the same dice on every machine and every version of Python.

The stream is a row of bytes: block i is SHA-256(key, i), and the key is a hash of the seed. A number below n takes the next
byte and throws it away where it would favour some numbers (rejection sampling), so every number is exactly equally likely.
"""

import secrets
from collections.abc import Iterator
from hashlib import sha256
from operator import length_hint

_BLOCK = 32
_BYTE = 256


class Stream:
    """Numbers drawn from a seed. `position` is the number of bytes used so far: Stream(seed, position) goes on from there."""

    def __init__(self, seed: str | int, position: int = 0, path: tuple[str, ...] = ()) -> None:
        self.seed = str(seed)
        self.path = path
        self._key = _key(self.seed, path)
        self._next_block, used = divmod(position, _BLOCK)
        self._bytes: Iterator[int] = iter(b"")
        if used:
            self._refill()
            for _ in range(used):
                next(self._bytes)

    @property
    def position(self) -> int:
        """How many bytes of the stream have been used."""
        return self._next_block * _BLOCK - length_hint(self._bytes)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely. Raises ValueError where n < 1."""
        if not 0 < n <= _BYTE:
            return self._below_wide(n)
        fair = _BYTE - _BYTE % n
        while True:
            for byte in self._bytes:
                if byte < fair:
                    return byte % n
            self._refill()

    def several(self, n: int, count: int) -> list[int]:
        """The numbers that `below(n)` would give when asked so often, in order."""
        if not 0 < n <= _BYTE:
            return [self._below_wide(n) for _ in range(count)]
        fair = _BYTE - _BYTE % n
        found: list[int] = []
        while len(found) < count:
            for byte in self._bytes:
                if byte < fair:
                    found.append(byte % n)
                    if len(found) == count:
                        break
            else:
                self._refill()
        return found

    def fork(self, label: str) -> "Stream":
        """Another stream, independent of this one and of its position; the same label gives the same stream."""
        return Stream(self.seed, path=(*self.path, label))

    def _below_wide(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"no number lies from 0 to {n - 1}")
        width = ((n - 1).bit_length() + 7) // 8
        fair = _BYTE**width - _BYTE**width % n
        while True:
            number = 0
            for _ in range(width):
                number = number * _BYTE + self.below(_BYTE)
            if number < fair:
                return number % n

    def _refill(self) -> None:
        self._bytes = iter(sha256(self._key + self._next_block.to_bytes(8, "big")).digest())
        self._next_block += 1


def _key(seed: str, path: tuple[str, ...]) -> bytes:
    """Parts are hashed one by one, so that no two of (seed, path) run into each other."""
    key = sha256(b"becher dice 1\n" + seed.encode()).digest()
    for label in path:
        key = sha256(b"becher fork 1\n" + key + label.encode()).digest()
    return key


def new_seed() -> str:
    """A fresh seed nobody can guess: 16 hexadecimal digits, short enough to be read out."""
    return secrets.token_hex(8)


def seed_digest(seed: str) -> str:
    """What a public log shows of the seed before the end: it fixes the seed without telling it."""
    return sha256(b"becher seed 1\n" + seed.encode()).hexdigest()
