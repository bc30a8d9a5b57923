"""Testing a game: its examples, its properties, and the laws of all games over playthroughs that hypothesis makes up.

A playthrough that breaks something is shortened action by action and told as a log. (Hypothesis could shrink it too, but it knows
only the numbers behind the actions: that takes it many times longer and ends in longer logs.)
"""

from collections.abc import Iterator

from attrs import define, evolve, field

from becher.dsl.digest import hash_of
from becher.dsl.model import Game
from becher.engine.examine.bounds import Bounds, bounds
from becher.engine.examine.claims import wrong_claims
from becher.engine.faults import LimitReached
from becher.engine.game import rules_of
from becher.engine.machine.rules import Rules
from becher.engine.stream import Stream
from becher.engine.testing.coverage import option_name, unfired
from becher.engine.testing.examples import run_example
from becher.engine.testing.history import History, log_text
from becher.engine.testing.laws import LAWS, SYMMETRY, Broken, Laws
from becher.engine.testing.playing import Playing
from becher.engine.testing.report import Report, Result
from becher.engine.testing.seeking import Seeker
from becher.engine.testing.shorten import shortened

EXAMPLES = 60


def test_game(game: Game, *, examples: int = EXAMPLES, seed: int | None = None, file: str | None = None) -> Report:
    """Everything a game's file says about itself, and what holds of every game, tried on `examples` playthroughs and more.

    Without a seed the same playthroughs are made every time. `file` is how logs name the rule file (default: the game's id).
    """
    return _Test(game, examples, seed, file or game.id).report()


# Whoever imports it into a module of tests does not want pytest to take it for one.
test_game.__test__ = False  # type: ignore[attr-defined]


@define
class _Test:
    game: Game
    examples: int
    seed: int | None
    file: str
    fired: set[str] = field(factory=set)
    broken: dict[str, Broken] = field(factory=dict)
    shown: dict[str, History] = field(factory=dict)
    playthroughs: int = 0
    steps: int = 0
    ended: int = 0
    _bounds: Bounds | None = None
    laws: Laws = field(init=False)

    @laws.default
    def _make_laws(self) -> Laws:
        return Laws(self.game, self.bounds)

    def bounds(self, rules: Rules) -> Bounds | None:
        """Worked out for the default options only: it takes longer than many playthroughs."""
        if any(rules.options[name] != option.default for name, option in self.game.options.items()):
            return None
        if self._bounds is None:
            self._bounds = bounds(self.game)
        return self._bounds

    def report(self) -> Report:
        told = tuple(self._examples())
        self._note(History(self.game.players[0]))
        for wrong in wrong_claims(self.game):
            self.broken.setdefault(wrong.claim.name, Broken(wrong.claim.name, wrong.message, 0))
        if self.examples:
            self._made_up()
            self._sought()
            self._some_end()
        return Report(
            self.game.id,
            (*told, *self._claims(), *self._laws()),
            unfired(self.game, self.fired),
            self.playthroughs,
            self.steps,
        )

    # ---- examples

    def _examples(self) -> Iterator[Result]:
        for example in self.game.examples:
            outcome = run_example(self.game, example)
            yield Result(outcome.title, "example", outcome.ok, outcome.message, outcome.span or example.span)
        self.fired |= rules_of(self.game).fired

    # ---- playthroughs

    def _made_up(self) -> None:
        from becher.engine.testing.drawing import find_broken

        for name, history in find_broken(self.game, self._try, self.examples, self.seed):
            self._shorten(name, history)

    def _sought(self) -> None:
        seeker = Seeker(Playing(self.game), self.fired, Stream(f"seek {self.seed}"))
        for history in seeker.histories():
            try:
                self._try(history)
            except Broken as broken:
                self._shorten(broken.name, history)

    def _try(self, history: History) -> None:
        """Check a history. Raises Broken for what is not known to be broken yet."""
        self.playthroughs += 1
        self.steps += len(history.actions)
        self.ended += history.whole
        try:
            self.laws.check(history)
        except Broken as broken:
            if broken.name not in self.broken:
                raise
        finally:
            self._note(history)

    def _note(self, history: History) -> None:
        rules = rules_of(self.game, dict(history.options))
        self.fired |= rules.fired
        self.fired |= {option_name(name, value) for name, value in rules.options.items()}

    def _some_end(self) -> None:
        """Even a game that can be prolonged for ever comes to an end by some way of choosing."""
        if not self.ended:
            self.broken.setdefault(
                "law ends", Broken("law ends", f"none of {self.playthroughs} playthroughs came to an end", 0)
            )

    def _shorten(self, name: str, history: History) -> None:
        """Note the shortest history found that breaks this."""

        def breaks(candidate: History) -> int | None:
            try:
                self.laws.check(candidate, thorough=True)
            except Broken as broken:
                return broken.step if broken.name == name else None
            return None

        short = shortened(self.game, history, breaks)
        try:
            self.laws.check(short, thorough=True)
        except Broken as broken:
            self.broken[name], self.shown[name] = broken, short
        else:
            self.broken[name], self.shown[name] = Broken(name, "broken once, but not when played again", 0), history

    # ---- results

    def _claims(self) -> Iterator[Result]:
        for name, claim in self.game.always.items():
            yield evolve(
                self._result(name, "always", SYMMETRY if claim.value is None else name), span=claim.span, name=name
            )

    def _laws(self) -> Iterator[Result]:
        if self.examples:
            for name, text in LAWS.items():
                yield self._result(name, "law", text)

    def _result(self, name: str, kind: str, text: str) -> Result:
        broken = self.broken.get(name)
        if broken is None:
            return Result(text, kind, True, span=self.game.span)
        return Result(text, kind, False, broken.message, self.game.span, self._log(name))

    def _log(self, name: str) -> str | None:
        history = self.shown.get(name)
        if history is None:
            return None
        try:
            return log_text(self.game, history, self.file, hash_of(self.game))
        except LimitReached:
            return None
