"""What play reads of a ledger, as one number: a flag for each combination of values."""

from collections.abc import Callable, Mapping
from functools import cached_property
from math import prod

import numpy as np
from attrs import define
from numpy.typing import NDArray

from becher.engine.answer.sheets.probe import Atom
from becher.engine.solve.turns.graph import Index, Longs


@define(eq=False, slots=False)
class Flags:
    """The flags of one seat. `values[i]` are all that can stand in `atoms[i]`, what stands there at the start first."""

    atoms: tuple[Atom, ...]
    values: tuple[tuple[int | None, ...], ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.values))

    @property
    def count(self) -> int:
        """The number of combinations. Number 0 is that of the start."""
        return prod(self.sizes)

    @cached_property
    def digits(self) -> tuple[Longs, ...]:
        """For each atom i64[F]: the place of its value in every combination."""
        return tuple(np.indices(self.sizes).reshape(len(self.sizes), -1)) if self.sizes else ()

    def of(self, read: Callable[[Atom], int | None]) -> int:
        """The flag of a ledger. Raises ValueError for a value that no game brings."""
        return self._number([values.index(read(atom)) for atom, values in zip(self.atoms, self.values, strict=True)])

    def where(self, atom: Atom, value: int | None) -> NDArray[np.bool_]:
        """bool[F]: in which combinations this stands there."""
        place = self.atoms.index(atom)
        return np.equal(self.digits[place], self.values[place].index(value))

    def after(self, sets: Mapping[Atom, int | None], adds: Mapping[Atom, int]) -> Index:
        """i32[F]: the flag that each becomes where values are set or added to; values that no game brings stay."""
        places = []
        for atom, values, digit in zip(self.atoms, self.values, self.digits, strict=True):
            new = [sets[atom] if atom in sets else (v or 0) + adds[atom] if atom in adds else v for v in values]
            turned = np.array([values.index(v) if v in values else place for place, v in enumerate(new)])
            places.append(turned[digit])
        if not places:
            return np.zeros(1, dtype=np.int32)
        return np.ravel_multi_index(places, self.sizes).astype(np.int32)

    def _number(self, places: list[int]) -> int:
        return int(np.ravel_multi_index(places, self.sizes)) if places else 0


def flags_of(values: Mapping[Atom, list[int | None]]) -> Flags:
    """Flags for these atoms."""
    atoms = sorted(values, key=lambda atom: (atom.kind, atom.place))
    return Flags(tuple(atoms), tuple(tuple(values[atom]) for atom in atoms))
