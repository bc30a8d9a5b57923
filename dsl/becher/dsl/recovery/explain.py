"""Why the parser stopped, in the words of someone who knows both this language and the usual slips.

Each look is at one kind of slip and gives a finding or None; the first finding counts.
"""

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic
from becher.dsl.recovery.expected import expected
from becher.dsl.recovery.lines import colon_or_equals, lone_number, no_sign, no_value, reserved, unnamed_case
from becher.dsl.recovery.outline import brackets, nested_game, no_game, programming, title
from becher.dsl.recovery.place import Place, quoted
from becher.dsl.recovery.spelling import bad_number, foreign_sign, letters, text

_LOOKS = (
    no_game, text, letters, bad_number, foreign_sign, programming, nested_game, brackets, title, no_value,
    colon_or_equals, no_sign, unnamed_case, reserved, lone_number,
)  # fmt: skip


def explain(place: Place) -> Diagnostic:
    """The one finding about this fault."""
    for look in _LOOKS:
        if found := look(place):
            return found
    what = f"{quoted(place.text())} cannot stand here" if place.token else "the file ends too early"
    return finding("E110", f"{what}; expected {expected(place.accepts)}", place.span())
