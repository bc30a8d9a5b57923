"""The one way a rule file looks: `format_text` prints the syntax anew and sets its comments beside it again.

Items that were written on one line stay on one line if they fit, so do short blocks; everything else gets a line of
its own. Neighbouring lines of one kind are aligned. The lines of a phase stand in the order of play.
"""

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Source, Span, has_errors
from becher.dsl.format.lines import print_games
from becher.dsl.limits import LIMITS
from becher.dsl.parse import parse


def format_text(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text in its canonical looks; as it was, with the reasons, where it cannot be read.

    Formatting twice is formatting once, the syntax stays the same but for the order of a phase's lines, and every
    comment is kept.
    """
    file, findings = parse(source)
    if has_errors(findings):
        return source.text, findings
    text = print_games(source, file)
    if len(text.encode()) > LIMITS.source_bytes:
        message = f"laid out in lines this file is larger than {LIMITS.source_bytes:,} bytes"
        return source.text, (finding("E190", message, Span(source, 0, 0)),)
    return text, ()
