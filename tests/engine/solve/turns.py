"""Turns written by hand for the tests: what a front end would explore from rule files."""

from collections.abc import Callable, Hashable

from becher.engine.multisets import throws
from becher.engine.solve.turns.draft import Draft
from becher.engine.solve.turns.lattice import Sides, best_part, groups_up_to, thrown


def die(sides: int) -> Sides[int]:
    return tuple((side, 1) for side in range(1, sides + 1))


D6 = die(6)


def locked_sums(draft: Draft, dice: int, sides: Sides[int], ending: Callable[[int], int]) -> int:
    """Keep at least one die after each throw, kept dice stay; `ending(sum)` is the node when all lie."""
    lying: dict[tuple[int, int], int] = {}

    def node(total: int, left: int) -> int:
        return lying[total, left] if left else ending(total)

    for left in range(1, dice + 1):
        groups = groups_up_to(left, sides)
        most = (dice - left) * sides[-1][0]
        for total in range(0 if left == dice else dice - left, most + 1):
            worth = {group: node(total + sum(group), left - len(group)) for group in groups if group}
            chosen = best_part(worth, groups, draft.best)
            lying[total, left] = thrown(draft, left, sides, chosen.__getitem__)
    return lying[0, dice]


def matches(draft: Draft, dice: int, ending: Callable[[int], Hashable], cap: int | None, may_stop: bool = True) -> int:
    """Throw, set aside every match (one face of six), go on while a throw brings one; all six: six fresh dice.

    `ending(count)` is how it ends; counts stop at `cap`. With `cap` None a refill is an ending of its own, "again".
    """
    nodes: dict[tuple[int, int], int] = {}
    work = [(0, dice)]
    throw = {left: throws(left, ((True, 1), (False, 5))) for left in range(1, dice + 1)}
    while work:
        position = work.pop()
        if position in nodes:
            continue
        nodes[position] = draft.reserve()
        work += [ahead for _, ahead, _ in _after(position, dice, throw, cap) if ahead is not None]
    for position, reserved in nodes.items():
        children, weights = [], []
        for count, ahead, ways in _after(position, dice, throw, cap):
            if ahead is None:
                children.append(draft.leaf("again" if cap is None and count == dice else ending(count)))
            else:
                stop = [draft.leaf(ending(count))] if may_stop else []
                children.append(draft.best([nodes[ahead], *stop]))
            weights.append(ways)
        draft.fill(reserved, draft.mean(children, weights))
    return nodes[0, dice]


def _after(
    position: tuple[int, int], dice: int, throw: dict, cap: int | None
) -> list[tuple[int, tuple[int, int] | None, int]]:
    """(count, next position or None at an ending, ways) of each throw."""
    count, left = position
    result = []
    for group, ways in throw[left]:
        hit = group.count(True)
        total = count + hit if cap is None else min(cap, count + hit)
        if not hit or (cap is None and left == hit):
            result.append((total, None, ways))
        else:
            result.append((total, (total, left - hit or dice), ways))
    return result


def hold_or_throw(draft: Draft, cap: int, hold: Callable[[int], Hashable], bust: Hashable) -> int:
    """Pig: throw one die, a 1 ends the turn with nothing, else hold or throw again; pools stop at `cap`."""
    pools = [draft.reserve() for _ in range(cap + 1)]

    def after(pool: int) -> int:
        return draft.best([draft.leaf(hold(pool)), pools[pool]])

    for pool in range(cap + 1):
        lands = [draft.leaf(bust)] + [after(min(cap, pool + face)) for face in range(2, 7)]
        draft.fill(pools[pool], draft.mean(lands, [1] * 6))
    return pools[0]


def back_and_forth(draft: Draft, bust: Hashable) -> int:
    """Hold or throw; a throw ends the turn with 1 in 6, else one may hold or throw elsewhere, which may lead back here."""
    here, there = draft.reserve(), draft.reserve()
    draft.fill(here, draft.best([draft.leaf("here"), draft.mean([draft.leaf(bust), there], [1, 5])]))
    draft.fill(there, draft.best([draft.leaf("there"), draft.mean([draft.leaf(bust), here], [1, 5])]))
    return here


def scoring_sets(draft: Draft, cap: int, pays: Callable[[tuple[int, ...]], int]) -> int:
    """Farkle: keep some dice that all score, bust without any, all six scored: six fresh dice; pools stop at `cap`."""
    worth = {group: pays(group) for group in groups_up_to(6, D6) if group and pays(group)}
    bust = draft.leaf("bust")
    nodes = {(pool, left): draft.reserve() for pool in range(cap + 1) for left in range(1, 7)}
    for (pool, left), reserved in nodes.items():
        groups = groups_up_to(left, D6)
        after = {}
        for group in groups:
            if group in worth:
                total = min(cap, pool + worth[group])
                after[group] = draft.best([draft.leaf(total), nodes[total, left - len(group) or 6]])
        chosen = best_part(after, groups, draft.best)
        draft.fill(reserved, thrown(draft, left, D6, lambda group, chosen=chosen: chosen.get(group, bust)))
    return nodes[0, 6]
