"""Where a brace is missing or one too many: told by indentation, and mended so that the rest can be read."""

from attrs import frozen

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Label, Span
from becher.dsl.scan import Scan, Token


@frozen
class _Open:
    brace: Token
    indent: int


@frozen
class _Missing:
    """A } to be set between the offsets `after` and `before`."""

    brace: Token
    after: int
    before: int


@frozen
class _Plan:
    missing: tuple[_Missing, ...]
    extra: tuple[Token, ...]

    @property
    def size(self) -> int:
        return len(self.missing) + len(self.extra)


def mend_braces(scanned: Scan) -> tuple[str, tuple[Diagnostic, ...]]:
    """The text with comments blanked and its braces in balance, every other character where it was."""
    text = scanned.source.text
    for comment in scanned.comments:
        text = blank(text, comment.start, comment.end)
    plain = _plan(scanned, by_indent=False)
    if not plain.size:
        return text, ()
    plans = (_plan(scanned, by_indent=True, strict=True), _plan(scanned, by_indent=True), plain)
    best = min(plans, key=lambda plan: plan.size)
    return _mended(text, best), tuple(_findings(scanned, best))


def blank(text: str, start: int, end: int) -> str:
    """Spaces instead of everything but line ends."""
    lines = text[start:end].split("\n")
    return text[:start] + "\n".join(" " * len(line) for line in lines) + text[end:]


def _plan(scanned: Scan, by_indent: bool, strict: bool = False) -> _Plan:
    """One way to balance the braces. With `strict` a } stands exactly below the line of its {."""
    stack: list[_Open] = []
    missing: list[_Missing] = []
    extra: list[Token] = []
    indent = after = 0
    for token in scanned.tokens:
        closes = token.text == "}"
        if token.first:
            indent = token.column
            while by_indent and stack and stack[-1].indent >= indent + closes:
                missing.append(_Missing(stack.pop().brace, after, token.start))
        if token.text == "{":
            stack.append(_Open(token, indent))
        elif closes and (not stack or (strict and token.first and indent > stack[-1].indent)):
            extra.append(token)
        elif closes:
            stack.pop()
        after = token.end
    end = len(scanned.source.text)
    missing += [_Missing(left.brace, after, end) for left in reversed(stack)]
    return _Plan(tuple(missing), tuple(extra))


def _mended(text: str, plan: _Plan) -> str:
    letters = list(text)
    for token in plan.extra:
        letters[token.start] = " "
    for gap in plan.missing:
        free = next((place for place in range(gap.after, gap.before) if letters[place].isspace()), None)
        if free is None:
            letters.append("}")
        else:
            letters[free] = "}"
    return "".join(letters)


def _findings(scanned: Scan, plan: _Plan) -> list[Diagnostic]:
    source = scanned.source
    found = [
        finding("E113", "this } closes nothing", scanned.span(token), "delete it, or look for the { it should close")
        for token in plan.extra
    ]
    found += [
        finding(
            "E112",
            "a } is missing here",
            Span(source, gap.after, gap.after),
            "close the block",
            Label(scanned.span(gap.brace), "opened here"),
        )
        for gap in plan.missing
    ]
    return found
