"""`like` between the blocks of one game: resolved once the chain is laid, so a variant's change reaches both."""

from collections.abc import Mapping
from typing import TypeGuard

from attrs import evolve

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.limits import LIMITS
from becher.dsl.overlay.keys import head_of
from becher.dsl.overlay.lay import Place, lay
from becher.dsl.suggest import nearest
from becher.dsl.syntax import Added, Block, Define, Item


def resolve_likes(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Diagnostic, ...]]:
    """Every block with `like` laid over the block it names; blocks inside blocks look among their own siblings."""
    findings: list[Diagnostic] = []
    likes = {_name(item): item.like for item in items if isinstance(item, Block) and item.like is not None}
    items = tuple(_answer_too(item, likes) if _is_strategy(item) else item for item in items)
    return _Siblings(items, findings).resolved(), tuple(findings)


def _name(block: Block) -> str:
    return block.name or block.kind


def _is_strategy(item: Item) -> TypeGuard[Block]:
    return isinstance(item, Block) and item.kind == "strategy"


def _answer_too(strategy: Block, likes: Mapping[str, str]) -> Block:
    """A strategy that answers for collect answers for `turn like collect` too, unless it says otherwise there."""
    answers = {_name(item): item for item in strategy.items if isinstance(item, Block)}
    for name in likes:
        base = _answered_base(name, likes, answers)
        if base is not None:
            own = answers.get(name)
            bare = evolve(answers[base], kind=name, name=None, items=())
            answers[name] = evolve(bare if own is None else own, like=base)
    rest = tuple(item for item in strategy.items if not isinstance(item, Block))
    return evolve(strategy, items=(*rest, *answers.values()))


def _answered_base(name: str, likes: Mapping[str, str], answers: Mapping[str, Block]) -> str | None:
    """The nearest block this one is like for which there is an answer."""
    seen = {name}
    while name in likes and likes[name] not in seen:
        name = likes[name]
        seen.add(name)
        if name in answers:
            return name
    return None


class _Siblings:
    """The blocks of one list of items, each opened at most once."""

    def __init__(self, items: tuple[Item, ...], findings: list[Diagnostic]) -> None:
        self.items = items
        self.findings = findings
        self.blocks = {_name(item): item for item in items if isinstance(item, Block)}
        self.done: dict[str, Block] = {}

    def resolved(self) -> tuple[Item, ...]:
        return tuple(self._open(item, ()) if isinstance(item, Block) else item for item in self.items)

    def _open(self, block: Block, path: tuple[str, ...]) -> Block:
        name = _name(block)
        known = self.done.get(name)
        if known is not None and self.blocks.get(name) is block:
            return known
        opened = self._inner(block) if block.like is None else self._over(block, (*path, name))
        if self.blocks.get(name) is block:
            self.done[name] = opened
        return opened

    def _inner(self, block: Block) -> Block:
        if not any(isinstance(item, Block) for item in block.items):
            return block
        return evolve(block, items=_Siblings(block.items, self.findings).resolved())

    def _over(self, block: Block, path: tuple[str, ...]) -> Block:
        like = block.like or ""
        target = self.blocks.get(like)
        if target is None:
            self.findings.append(_no_such_block(block, like, self.blocks))
            return evolve(block, like=None)
        if len(path) > LIMITS.chain_depth:
            message = f"these blocks are like each other more than {LIMITS.chain_depth} deep"
            self.findings.append(finding("E414", message, block.head_span))
            return evolve(block, like=None)
        if like in path:
            self.findings.append(_circle(block, (*path, like)))
            return evolve(block, like=None)
        base = self._open(target, path)
        # A formula in a phase has one definition and is known everywhere: it is not copied.
        inherited = tuple(item for item in base.items if not isinstance(item, Define))
        place = Place(None, (head_of(block),), must_add=False)
        laid = lay(inherited, block.items, place)
        self.findings.extend(laid.findings)
        params = block.params if block.params is not None else base.params
        return self._inner(evolve(block, items=laid.items, params=params, like=None))


def _no_such_block(block: Block, like: str, blocks: dict[str, Block]) -> Diagnostic:
    near = nearest(like, blocks)
    hint = f"did you mean {near}?" if near else None
    return finding("E410", f"{head_of(block)} is like {like}, but no block is called {like}", block.head_span, hint)


def _circle(block: Block, path: tuple[str, ...]) -> Diagnostic:
    return finding("E411", f"these blocks are like each other in a circle: {' -> '.join(path)}", block.head_span)


def expanded(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items with every `like` opened, findings dropped: what a variant may override."""
    plain = tuple(item.item if isinstance(item, Added) else item for item in items)
    return _Siblings(plain, []).resolved()
