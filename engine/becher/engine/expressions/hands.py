"""Tables of hands: the best row in a group, the best layout in rows, and whether a group is nothing but rows."""

from collections.abc import Callable, Iterator
from itertools import islice, permutations, product

from attrs import field, frozen

from becher.dsl.limits import LIMITS
from becher.dsl.model import Member, canonical
from becher.engine.expressions.patterns import Group, Letters, Shape
from becher.engine.faults import LimitReached
from becher.engine.multisets import minus, number_of_parts

# With so few dice there is never too much to go through.
_SURE = 6


@frozen
class Row:
    """One row: its bracket, a further condition on its letters, and what it answers."""

    shape: Shape
    holds: Callable[[Letters], bool] | None
    answer: Callable[[Letters], int]


@frozen
class Hands:
    """A table of hands for one state of the table's options; `faces` is what a wild face may stand for."""

    rows: tuple[Row, ...]
    wild: frozenset[Member]
    faces: Group
    _layouts: dict[Group, tuple[int | None, int]] = field(factory=dict, repr=False)
    _best: dict[Group, int] = field(factory=dict, repr=False)

    def best(self, group: Group) -> int:
        """The greatest answer of a row that lies in the group; 0 if none does."""
        if group not in self._best:
            self._best[group] = max((value for _, value in self._instances(group)), default=0)
        return self._best[group]

    def split(self, group: Group) -> int:
        """The greatest total when rows are laid side by side: of all dice if that can be, else what is left over counts nothing."""
        whole, loose = self._whole_layout(group)
        return loose if whole is None else whole

    def sets(self, group: Group) -> bool:
        """Is the group one or more rows with no die left over?"""
        return bool(group) and self._whole_layout(group)[0] is not None

    def _whole_layout(self, group: Group) -> tuple[int | None, int]:
        """As `_layout`. Raises LimitReached where there are too many parts and rows in them to go through."""
        if len(group) > _SURE and group not in self._layouts:
            most = LIMITS.multisets // number_of_parts(group)
            if next(islice(self._instances(group), most, None), None) is not None:
                raise LimitReached("multisets", LIMITS.multisets, f"laying out {len(group)} dice in rows")
        return self._layout(group)

    def _layout(self, group: Group) -> tuple[int | None, int]:
        """The best total using all dice (None if that cannot be), and using any of them."""
        if not group:
            return 0, 0
        known = self._layouts.get(group)
        if known is not None:
            return known
        rest = group[1:]
        whole, loose = None, self._layout(rest)[1]
        for used, value in self._instances(group):
            if group[0] not in used:
                continue
            left_whole, left_loose = self._layout(minus(group, used))
            loose = max(loose, value + left_loose)
            if left_whole is not None:
                whole = max(whole, value + left_whole) if whole is not None else value + left_whole
        self._layouts[group] = (whole, loose)
        return whole, loose

    def _instances(self, group: Group) -> Iterator[tuple[Group, int]]:
        """Every (dice used, answer) of a row that lies in the group. Raises LimitReached where there are too many ways."""
        tame: dict[Member, int] = {}
        jokers: list[Member] = []
        for member in group:
            if member in self.wild:
                jokers.append(member)
            else:
                tame[member] = tame.get(member, 0) + 1
        steps = 0
        for row in self.rows:
            for letters in self._letters(row.shape, tame if not jokers else None):
                steps += 1
                if steps > LIMITS.steps_per_action:
                    raise LimitReached("steps", LIMITS.steps_per_action, f"the rows that lie in {len(group)} dice")
                need = self._needed(row.shape, letters)
                if row.holds is not None and not row.holds(letters):
                    continue
                for used in _ways(need, tame, jokers):
                    yield used, row.answer(letters)

    def _letters(self, shape: Shape, there: dict[Member, int] | None) -> Iterator[Letters]:
        """Every way to give the letters different faces: only those that are there, where no die is wild."""
        names = [name for name, _ in shape.letters]
        least = min((number for _, number in shape.letters), default=0)
        domain = [
            face
            for face in self.faces
            if face not in self.wild and face not in shape.fixed and (there is None or there.get(face, 0) >= least)
        ]
        for values in permutations(domain, len(names)):
            yield dict(zip(names, values, strict=True))

    @staticmethod
    def _needed(shape: Shape, letters: Letters) -> dict[Member, int]:
        need: dict[Member, int] = {}
        for member in shape.fixed:
            need[member] = need.get(member, 0) + 1
        for name, number in shape.letters:
            need[letters[name]] = need.get(letters[name], 0) + number
        return need


def _ways(need: dict[Member, int], tame: dict[Member, int], jokers: list[Member]) -> Iterator[Group]:
    """The dice that can make up what is needed, wild dice standing in for what is missing or instead of what is there."""
    faces = list(need)
    least = sum(max(0, number - tame.get(face, 0)) for face, number in need.items())
    if least > len(jokers):
        return
    for own in product(*(range(min(need[f], tame.get(f, 0)), -1, -1) for f in faces)):
        borrowed = sum(need.values()) - sum(own)
        if borrowed <= len(jokers):
            used = [face for face, number in zip(faces, own, strict=True) for _ in range(number)]
            yield canonical(used + jokers[:borrowed])
        if not jokers:
            return
