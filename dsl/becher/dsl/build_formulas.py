"""From the parse tree of a formula to syntax: one small function a grammar rule."""

from collections.abc import Callable
from typing import Any

from becher.dsl.codes import finding
from becher.dsl.diagnostics import Diagnostic, Source, Span
from becher.dsl.limits import LIMITS
from becher.dsl.syntax import Chain, DiceOf, Expr, Faces, Number, Of, Op, Ref, Text, When, Where

# What lark hands over: tokens (str), None for what may be left out, and values built before.
Parts = list[Any]


class Build:
    """One build of one source: where spans come from and findings go to."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.findings: list[Diagnostic] = []

    def span(self, token: Any) -> Span:
        """The place of a lark token."""
        return Span(self.source, token.start_pos, token.end_pos)

    def report(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.findings.append(finding(code, message, span, hint))

    def expr(self, part: Any) -> Expr:
        """A formula, built already or still the token of a number, dice or a text."""
        kind = getattr(part, "type", None)
        if kind == "NUMBER":
            return Number(int(part), self.span(part))
        if kind == "DICE":
            return self._dice(part)
        if kind == "STRING":
            return Text(str(part)[1:-1], self.span(part))
        built: Expr = part
        return built

    def exprs(self, parts: Parts) -> tuple[Expr, ...]:
        return tuple(self.expr(part) for part in parts)

    def _dice(self, token: Any) -> DiceOf:
        count, sides = map(int, token.split("d"))
        if count > LIMITS.dice or sides > LIMITS.faces:
            message = f"{token} is too much: {LIMITS.dice} dice of {LIMITS.faces:,} faces are the most"
            self.report("E196", message, self.span(token))
        return DiceOf(count, sides, self.span(token))


Rule = Callable[[Build, Parts, Span], Any]


def _when(build: Build, parts: Parts, span: Span) -> Expr | None:
    """value, condition, value, condition, ... and the last `else`, or None where there is none."""
    *pairs, last = parts
    if len(pairs) // 2 > LIMITS.nesting:
        build.report("E192", f"{LIMITS.nesting} `else` in one formula are the most", span, "a table may say it shorter")
        pairs = pairs[: 2 * LIMITS.nesting]
    result = None if last is None else build.expr(last)
    for value, condition in zip(reversed(pairs[::2]), reversed(pairs[1::2]), strict=True):
        first = build.expr(value)
        result = When(first, build.expr(condition), result, Span(span.source, first.span.start, span.end))
    return result


def _chain(build: Build, parts: Parts, span: Span) -> Chain:
    rest = zip(parts[1::2], parts[2::2], strict=True)
    return Chain(build.expr(parts[0]), tuple((str(sign), build.expr(part)) for sign, part in rest), span)


def _op(name: str) -> Rule:
    return lambda build, parts, span: Op(name, build.exprs(parts), span)


def _compare(build: Build, parts: Parts, span: Span) -> Op:
    left, sign, right = parts
    return Op(str(sign), build.exprs([left, right]), span)


def _where(build: Build, parts: Parts, span: Span) -> Where:
    return Where(build.expr(parts[0]), build.expr(parts[1]), span)


def _minus(build: Build, parts: Parts, span: Span) -> Op:
    return Op("neg", (build.expr(parts[1]),), span)


def _of(build: Build, parts: Parts, span: Span) -> Of:
    return Of(build.expr(parts[0]), build.expr(parts[1]), span)


def _ref(build: Build, parts: Parts, span: Span) -> Ref:
    return Ref(str(parts[0]), parts[1], span)


def _args(build: Build, parts: Parts, span: Span) -> tuple[Expr, ...]:
    return build.exprs(parts)


def _faces(build: Build, parts: Parts, span: Span) -> Faces:
    return Faces(tuple(int(p) if p.type == "NUMBER" else str(p) for p in parts), span)


FORMULA_RULES: dict[str, Rule] = {
    "when": _when,
    "where": _where,
    "disj": _op("or"),
    "conj": _op("and"),
    "negated": _op("not"),
    "compare": _compare,
    "range_of": _op(".."),
    "sum": _chain,
    "prod": _chain,
    "minus": _minus,
    "of": _of,
    "ref": _ref,
    "args": _args,
    "faces": _faces,
}
