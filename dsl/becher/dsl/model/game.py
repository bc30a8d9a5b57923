"""One checked game."""

from attrs import field, frozen

from becher.dsl.diagnostics import Span
from becher.dsl.model.claims import Always, Example, Remark, Strategy
from becher.dsl.model.effects import Moments
from becher.dsl.model.formulas import Expr, no_span
from becher.dsl.model.parts import (
    ActionDef,
    Cup,
    Die,
    Formula,
    Key,
    Match,
    Option,
    Phase,
    Round,
    Sheet,
    Table,
    Variable,
)


@frozen
class Game:
    """One game, variants laid over, checked. Dicts keep the order of the file; spans tell which file set an item."""

    id: str
    base: str | None
    players: tuple[int, int | None]
    dice: Cup | None
    dies: dict[str, Die]
    options: dict[str, Option]
    variables: dict[str, Variable]
    formulas: dict[str, Formula]
    actions: dict[str, ActionDef]
    tables: dict[str, Table]
    phases: dict[str, Phase]
    sheet: Sheet | None
    round: Round
    match: Match
    starter: tuple[Key, ...]
    out: Expr | None
    over: Expr | None
    finish: str
    wins: tuple[Key, ...]
    loses: tuple[Key, ...]
    endless: str
    moments: Moments
    always: dict[str, Always] = field(factory=dict)
    void: str | None = None
    examples: tuple[Example, ...] = ()
    strategies: dict[str, Strategy] = field(factory=dict)
    words: dict[str, dict[str, tuple[str, ...]]] = field(factory=dict)
    remarks: tuple[Remark, ...] = ()
    span: Span | None = no_span()

    def label(self, id: str, language: str | None = None) -> str:
        """The label of an id in a language: the id itself, its underscores as spaces, where none is given."""
        for words in [self.words.get(language, {})] if language else []:
            if id in words:
                return words[id][0]
        return id.replace("_", " ")
