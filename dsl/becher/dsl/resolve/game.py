"""One merged game as a checked model."""

import attrs
from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, has_errors
from becher.dsl.limits import LIMITS
from becher.dsl.model import (
    ActionDef,
    Always,
    Cup,
    Expr,
    Formula,
    Game,
    Match,
    Option,
    Phase,
    Remark,
    Round,
    Sort,
    Table,
    Variable,
)
from becher.dsl.model.walk import walk
from becher.dsl.overlay import Overlaid
from becher.dsl.resolve import define
from becher.dsl.resolve.convert import NUMBER, SEAT, YESNO
from becher.dsl.resolve.cups import resolve_cup, resolve_dies
from becher.dsl.resolve.desk import MOST_FAULTS, Desk, Scope, SortKey, fault
from becher.dsl.resolve.effects import action_of
from becher.dsl.resolve.examples import resolve_always, resolve_example
from becher.dsl.resolve.keys import resolve_keys
from becher.dsl.resolve.labels import resolve_words
from becher.dsl.resolve.names import Names, names_of
from becher.dsl.resolve.order import order_of
from becher.dsl.resolve.outline import Outline, outline
from becher.dsl.resolve.phases import answer, resolve_moments, resolve_phase, single, unknown_answer
from becher.dsl.resolve.sheets import resolve_sheet
from becher.dsl.resolve.strategies import resolve_strategy
from becher.dsl.resolve.tables import table_of
from becher.dsl.syntax import Change, Effect, Number, Op, Ref, Setting, Text

_MOST_PASSES = 8
_FINISH = ("at_once", "rest_of_round", "others_once_more")


@frozen
class Resolved:
    """The model where there are no errors; names and drawers for the checks that follow."""

    game: Game | None
    names: Names
    outline: Outline
    findings: tuple[Diagnostic, ...]


def resolve_game(overlaid: Overlaid) -> Resolved:
    """Names, sorts and conversions of one game. Every fault found is reported; nothing is raised."""
    text = overlaid.text
    drawers = outline(text.items, text.id_span)
    names = names_of(drawers.game, text.id, overlaid.words)
    sheets = drawers.game.of("sheet")
    order = order_of(names, sheets[0].settings if sheets else {})
    sorts: dict[SortKey, Sort] = {}
    for _ in range(_MOST_PASSES):
        desk = Desk(text.id, drawers.game, names, sorts, singles=_singles(drawers, names), broken=set(order.broken))
        game = _Maker(desk, overlaid, drawers).game()
        if desk.settled:
            break
    findings = (*drawers.findings, *names.findings, *order.findings, *desk.findings)
    if desk.faults >= MOST_FAULTS:
        message = f"{text.id} has more than {MOST_FAULTS} faults; the rest is not looked at"
        findings = (*findings, finding("E290", message, text.id_span))
    return Resolved(None if has_errors(findings) else game, names, drawers, findings)


def _singles(drawers: Outline, names: Names) -> frozenset[str]:
    """Variables that are chosen and never changed by anything else."""
    changed: set[str] = set()
    for node in _effects(drawers):
        if isinstance(node, Change):
            changed.add(node.name)
    return frozenset(names.chosen.keys() - changed)


def _effects(drawers: Outline) -> list[Effect]:
    game = drawers.game
    cases = [case for d in (game, *game.drawers.values()) for some in d.moments.values() for case in some]
    return [e for case in cases for e in case.effects] + [e for action in game.actions.values() for e in action.effects]


class _Maker:
    """The parts of one game, in an order in which calls come before what they call."""

    def __init__(self, desk: Desk, overlaid: Overlaid, drawers: Outline) -> None:
        self.desk = desk
        self.overlaid = overlaid
        self.drawers = drawers
        self.settings = desk.game.settings

    def game(self) -> Game:
        desk, text = self.desk, self.overlaid.text
        phases = self._phases()
        round_, match = self._round(), self._match()
        sheet = next((resolve_sheet(desk, drawer) for drawer in desk.game.of("sheet")), None)
        moments = resolve_moments(desk, desk.game, Scope("condition"))
        options, variables = self._options(), self._variables()
        out, over = self._about_seat("out"), self._condition("over")
        wins, loses = resolve_keys(desk, self.settings.get("wins")), resolve_keys(desk, self.settings.get("loses"))
        starter = resolve_keys(desk, self.settings.get("starter"))
        dice = self._dice()
        strategies = {d.name: resolve_strategy(desk, d) for d in desk.game.of("strategy")}
        always = self._always()
        examples = desk.require([resolve_example(desk, example) for example in desk.game.examples])
        made = Game(
            id=text.id,
            base=text.base,
            players=self._players(),
            dice=dice,
            dies={},
            options=options,
            variables=variables,
            formulas=self._formulas(),
            actions=self._actions(),
            tables=self._tables(),
            phases=phases,
            sheet=sheet,
            round=round_,
            match=match,
            starter=starter,
            out=out,
            over=over,
            finish=self._word("finish", _FINISH, "at_once"),
            wins=wins,
            loses=loses,
            endless=self._word("endless", ("share", "nobody"), "share"),
            moments=moments,
            always=always,
            void=self._void(),
            examples=examples,
            strategies=strategies,
            words=resolve_words(desk),
            remarks=self._remarks(),
            span=text.id_span,
        )
        return attrs.evolve(made, dies=resolve_dies(desk, _used_dies(made)))

    # ---- parts

    def _phases(self) -> dict[str, Phase]:
        drawers = sorted(self.desk.game.of("phase"), key=lambda drawer: bool(drawer.params))
        made = {drawer.name: resolve_phase(self.desk, drawer) for drawer in drawers}
        return {drawer.name: made[drawer.name] for drawer in self.desk.game.of("phase")}

    def _options(self) -> dict[str, Option]:
        options: dict[str, Option] = {}
        for name in self.desk.names.names.values():
            if name.define is not None and len(name.define.values) > 1 and name.kind in ("option", "variable"):
                option = self.desk.attempt(lambda text=name.define: define.read_option(text))  # type: ignore[misc]
                if option is not None:
                    options[name.name] = option
        return options

    def _variables(self) -> dict[str, Variable]:
        variables: dict[str, Variable] = {}
        for name in self.desk.names.of("variable"):
            made = self.desk.attempt(lambda name=name: define.variable(self.desk, name))  # type: ignore[misc]
            if made is not None:
                variables[name.name] = made
        for chosen, span in self.desk.names.chosen.items():
            if self.desk.names.get(chosen) is None:
                variables[chosen] = define.chosen_variable(self.desk, chosen, span)
        return variables

    def _formulas(self) -> dict[str, Formula]:
        for name in self.desk.names.of("formula"):
            self.desk.attempt(lambda name=name: define.formula_of(self.desk, name.name, name.span))  # type: ignore[misc]
        made = self.desk.formulas
        return {name.name: made[name.name] for name in self.desk.names.of("formula") if name.name in made}

    def _actions(self) -> dict[str, ActionDef]:
        for name in self.desk.names.of("action"):
            self.desk.attempt(lambda name=name: action_of(self.desk, name))  # type: ignore[misc]
        made = self.desk.actions
        return {name.name: made[name.name] for name in self.desk.names.of("action") if name.name in made}

    def _tables(self) -> dict[str, Table]:
        for name in self.desk.names.of("table"):
            self.desk.attempt(lambda name=name: table_of(self.desk, name.name))  # type: ignore[misc]
        made = self.desk.tables
        return {name.name: made[name.name] for name in self.desk.names.of("table") if name.name in made}

    def _round(self) -> Round:
        desk = self.desk
        drawer = next(iter(desk.game.of("round")), None)
        if drawer is None:
            return Round()
        settings = drawer.settings
        scope = Scope("question")
        return Round(
            resolve_keys(desk, settings.get("starter")),
            answer(desk, settings.get("over"), scope, YESNO),
            resolve_keys(desk, settings.get("wins")),
            resolve_keys(desk, settings.get("loses")),
            self._plain_word(settings.get("tie"), ("nobody", "all"), "nobody"),
            answer(desk, settings.get("out"), scope.with_locals(it=SEAT), YESNO),
            resolve_moments(desk, drawer, Scope("condition")),
            drawer.span,
        )

    def _match(self) -> Match:
        drawer = next(iter(self.desk.game.of("match")), None)
        if drawer is None:
            return Match()
        games = answer(self.desk, drawer.settings.get("games"), Scope("question"), NUMBER)
        starter = resolve_keys(self.desk, drawer.settings.get("starter"))
        wins = resolve_keys(self.desk, drawer.settings.get("wins"))
        return Match(starter=starter, wins=wins, span=drawer.span, **({} if games is None else {"games": games}))

    def _always(self) -> dict[str, Always]:
        found: dict[str, Always] = {}
        for drawer in self.desk.game.of("always"):
            for text in drawer.defines.values():
                made = resolve_always(self.desk, text)
                if made is not None:
                    found[text.name] = made
        return found

    # ---- answers of the game

    def _about_seat(self, question: str) -> Expr | None:
        return answer(self.desk, self.settings.get(question), Scope("question").with_locals(it=SEAT), YESNO)

    def _condition(self, question: str) -> Expr | None:
        return answer(self.desk, self.settings.get(question), Scope("question"), YESNO)

    def _dice(self) -> Cup | None:
        setting = self.settings.get("dice")
        if setting is None:
            return None
        return self.desk.attempt(lambda: resolve_cup(self.desk, single(setting), Scope("question")))

    def _word(self, question: str, words: tuple[str, ...], default: str) -> str:
        return self._plain_word(self.settings.get(question), words, default)

    def _plain_word(self, setting: Setting | None, words: tuple[str, ...], default: str) -> str:
        if setting is None:
            return default
        value = setting.values[0]
        if isinstance(value, Ref) and value.args is None and value.name in words and len(setting.values) == 1:
            return value.name
        self.desk.report(unknown_answer(value, words, setting.name).found)
        return default

    def _void(self) -> str | None:
        setting = self.settings.get("void")
        if setting is None:
            return None
        value = setting.values[0]
        if isinstance(value, Text):
            return value.value
        self.desk.report(fault("E305", "void: is answered with a text in quotes", value.span).found)
        return None

    def _players(self) -> tuple[int, int | None]:
        setting = self.settings.get("players")
        if setting is None:
            hint = "players: 2..6, or players: 1..many"
            self.desk.report(
                finding("E501", "how many may play? players: is missing", self.overlaid.text.id_span, hint)
            )
            return (1, 1)
        players = _seat_range(setting)
        if players is None:
            message = f"players: is a number or a range from 1 to {LIMITS.seats}"
            self.desk.report(finding("E505", message, setting.values[0].span, "players: 2..6, or players: 1..many"))
            return (1, 1)
        return players

    def _remarks(self) -> tuple[Remark, ...]:
        found = []
        for remarked in self.drawers.remarks:
            note = remarked.note
            about = remarked.about or next(
                (
                    game.id
                    for game in self.overlaid.chain
                    if game.span.source is note.span.source and game.span.start <= note.span.start < game.span.end
                ),
                self.overlaid.text.id,
            )
            found.append(Remark(note.kind, note.text, about, note.span))
        return tuple(found)


def _seat_range(setting: Setting) -> tuple[int, int | None] | None:
    value = setting.values[0]
    if len(setting.values) > 1:
        return None
    if isinstance(value, Number):
        return (value.value, value.value) if 1 <= value.value <= LIMITS.seats else None
    if not isinstance(value, Op) or value.name != ".." or not isinstance(value.parts[0], Number):
        return None
    low, high = value.parts[0].value, value.parts[1]
    if isinstance(high, Ref) and high.name == "many":
        return (low, None) if 1 <= low <= LIMITS.seats else None
    if isinstance(high, Number) and 1 <= low <= high.value <= LIMITS.seats:
        return (low, high.value)
    return None


def _used_dies(game: Game) -> set[str]:
    return {die for cup in walk(game) if isinstance(cup, Cup) for _, die in cup.parts}
