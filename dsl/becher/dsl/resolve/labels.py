"""Labels: one block for each language, ids on the left, what people call them on the right."""

from becher.dsl.codes import finding
from becher.dsl.resolve.desk import Desk
from becher.dsl.schema import LABEL_WORDS
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Case, Text


def resolve_words(desk: Desk) -> dict[str, dict[str, tuple[str, ...]]]:
    """Labels by language and id. A label of nothing is a warning."""
    known = _known(desk)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for drawer in desk.game.of("words"):
        labels: dict[str, tuple[str, ...]] = {}
        for define in drawer.defines.values():
            if define.name not in known:
                message = f"{desk.id} has no {define.name} to label"
                desk.report(finding("W603", message, define.name_span, did_you_mean(define.name, known)))
            texts = tuple(value.value for value in define.values if isinstance(value, Text))
            if len(texts) < len(define.values):
                desk.report(finding("E313", "a label is a text in quotes", define.span, f'{define.name} = "..."'))
            labels[define.name] = texts
        found[drawer.name] = labels
    return found


def _known(desk: Desk) -> set[str]:
    """Everything that may have a label: names, cases, words of options, phases, strategies, properties."""
    game = desk.game
    cases: list[Case] = [
        case for drawer in (game, *game.drawers.values()) for some in drawer.moments.values() for case in some
    ]
    known = {*LABEL_WORDS, *desk.names.names, *desk.names.chosen}
    known |= {case.name for case in cases if case.name}
    known |= {word for words in desk.names.option_words.values() for word in words}
    known |= {drawer.name for drawer in game.of("strategy")}
    known |= {define.name for drawer in game.of("always") for define in drawer.defines.values()}
    return known | {"turn", "opening", "pool", "total"}
