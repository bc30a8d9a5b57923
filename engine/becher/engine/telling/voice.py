"""Who tells which game in which language: labels, what is told in place, and what is known where one is speaking."""

from collections.abc import Mapping
from functools import cached_property

import attrs
from attrs import field, frozen

from becher.dsl.model import (
    Choice,
    Const,
    Expr,
    Filter,
    Formula,
    FormulaCall,
    Game,
    Letter,
    Logic,
    Sort,
    TableAsk,
)
from becher.dsl.model.walk import walk
from becher.engine.telling.markdown import escape
from becher.engine.telling.tongue import Said, Tongue, Who

# A formula without a label is told where it is used if it is used once, or is no longer than this and simple.
SHORT = 9
_INVOLVED = (Choice, Filter, FormulaCall, Logic, TableAsk)
_LAST_RESORT = "en"


@frozen(slots=False)
class Voice:
    """A settled game in a language. `me` is the seat spoken about; `letters` are the faces of a bracket's letters;
    `difference` holds two values of which the greater is known, so that one less the other is "the difference"."""

    game: Game
    tongue: Tongue
    me: Who
    letters: Mapping[str, Said] = field(factory=dict)
    difference: tuple[Expr, ...] = ()

    @classmethod
    def of(cls, game: Game, tongue: Tongue) -> "Voice":
        return cls(game, tongue, tongue.who("me", "you"))

    def about(self, who: Who) -> "Voice":
        """The same, where `me` is somebody else."""
        return attrs.evolve(self, me=who)

    def with_letters(self, letters: Mapping[str, Said]) -> "Voice":
        return attrs.evolve(self, letters={**self.letters, **letters})

    def knowing(self, *values: Expr) -> "Voice":
        return attrs.evolve(self, difference=values)

    def say(self, key: str, /, **slots: object) -> str:
        return self.tongue.say(key, **slots)

    # ---- labels

    def given_label(self, id: str) -> str | None:
        """The label of an id in the language asked, as written."""
        labels = self.game.words.get(self.tongue.code, {}).get(id)
        return labels[0] if labels else None

    def label(self, id: str) -> str:
        """The label in the language asked, else the English one, else the id with spaces; escaped."""
        found = self.given_label(id)
        return escape(found if found is not None else self.game.label(id, _LAST_RESORT))

    def has_label(self, id: str) -> bool:
        return any(id in self.game.words.get(code, {}) for code in (self.tongue.code, _LAST_RESORT))

    def knows(self, id: str) -> bool:
        """Is this a name of the game that a reader of its sheet meets?"""
        game = self.game
        if (id in game.formulas and self.in_place(id)) or (id in game.actions and self.laid_open(id)):
            return False
        named = (game.options, game.variables, game.formulas, game.actions, game.tables, game.phases)
        return any(id in names for names in named) or any(
            box.name == id for box in (game.sheet.boxes if game.sheet else ())
        )

    def term(self, id: str) -> str:
        """The label set apart: a name of this game."""
        return f"*{self.label(id)}*"

    def counts(self, id: str) -> bool:
        """Does its label go with a number before it?"""
        return self.tongue.counts(self.label(id))

    # ---- what is told in place

    @cached_property
    def _uses(self) -> Mapping[str, int]:
        game = attrs.evolve(self.game, examples=(), strategies={}, always={})
        uses: dict[str, int] = {}
        for node in walk(game):
            if isinstance(node, FormulaCall):
                uses[node.name] = uses.get(node.name, 0) + 1
        return uses

    def in_place(self, name: str) -> bool:
        """Is this formula told where it is used, instead of by its name? A choice between values never is."""
        if self.has_label(name) or isinstance(self.game.formulas[name].value, Choice):
            return False
        return self._uses.get(name, 0) <= 1 or _is_simple(self.game.formulas[name])

    def laid_open(self, action: str) -> bool:
        """Are the effects of this action told where it is done, instead of by its name? So where it has no label."""
        return not self.has_label(action)

    def named_formulas(self) -> list[Formula]:
        """The formulas that are told by name, in the order of the file."""
        return [f for f in self.game.formulas.values() if self._uses.get(f.name) and not self.in_place(f.name)]


def _is_simple(formula: Formula) -> bool:
    nodes = list(walk(formula.value))
    return len(nodes) <= SHORT and not any(isinstance(node, _INVOLVED) for node in nodes)


def plain_number(expr: Expr) -> int | None:
    """The number an expression is, if it is one as it stands."""
    if isinstance(expr, Const) and isinstance(expr.value, int) and not isinstance(expr.value, bool):
        return expr.value
    return None


def is_seats(sort: Sort) -> bool:
    return sort in (Sort.SEAT, Sort.SEATS)


def letters_of(members: tuple[object, ...]) -> list[str]:
    """The letters of a bracket, each once, in order."""
    return list(dict.fromkeys(member.name for member in members if isinstance(member, Letter)))
