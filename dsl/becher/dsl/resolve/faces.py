"""Brackets: a group of these faces, or a pattern where one-letter names stand for some face."""

from becher.dsl.model import Const, Expr, GroupOf, Letter, Local, Pattern, Sort
from becher.dsl.model.values import Member, canonical
from becher.dsl.resolve import formulas, refs
from becher.dsl.resolve.convert import FACE, GROUP, NUMBER, PILE, convert
from becher.dsl.resolve.desk import Desk, Scope, fault
from becher.dsl.suggest import did_you_mean
from becher.dsl.syntax import Expr as Written
from becher.dsl.syntax import Faces, Ref, Where


def resolve_faces(desk: Desk, faces: Faces, scope: Scope) -> Expr:
    """A bracket that is a group. Raises Fault where it has letters."""
    members = _members(desk, faces, scope)
    letters = [m.name for m in members if isinstance(m, Letter)]
    if letters:
        message = f"{letters[0]} has no value here: a bracket with letters is compared, or is the part to count"
        hint = f"dice = [{' '.join(map(str, faces.members))}], dice has [...], sum(dice, [...])"
        raise fault("E303", message, faces.span, hint)
    return group_of(tuple(m for m in members if not isinstance(m, Letter)), faces)


def group_of(members: tuple[Expr, ...], faces: Faces, sort: Sort = GROUP) -> Expr:
    """The group of these members, a constant where all are."""
    values: list[Member] = []
    for member in members:
        if not isinstance(member, Const) or not isinstance(member.value, int | str):
            return GroupOf(members, sort, faces.span)
        values.append(member.value)
    return Const(tuple(values) if sort is PILE else canonical(values), sort, faces.span)


def pattern_of(desk: Desk, expr: Written, scope: Scope) -> Pattern | None:
    """A bracket (with letters, or with a condition) as a pattern; None if this is no bracket at all."""
    faces, condition = (expr.group, expr.condition) if isinstance(expr, Where) else (expr, None)
    if not isinstance(faces, Faces):
        return None
    members = _members(desk, faces, scope)
    if condition is None:
        return Pattern(members, None, faces.span)
    inner = scope.plain().with_locals(**{m.name: FACE for m in members if isinstance(m, Letter)})
    return Pattern(members, formulas.resolve_condition(desk, condition, inner, "where"), expr.span)


def has_letters(pattern: Pattern) -> bool:
    return any(isinstance(member, Letter) for member in pattern.members)


def letters_in(pattern: Pattern) -> dict[str, Sort]:
    """The letters of a pattern as locals."""
    return {member.name: FACE for member in pattern.members if isinstance(member, Letter)}


def _members(desk: Desk, faces: Faces, scope: Scope) -> tuple[Letter | Expr, ...]:
    return tuple(_member(desk, member, faces, scope) for member in faces.members)


def _member(desk: Desk, member: int | str, faces: Faces, scope: Scope) -> Letter | Expr:
    if isinstance(member, int):
        return Const(member, FACE, faces.span)
    if member in scope.locals:
        return convert(desk, Local(member, scope.locals[member], faces.span), FACE, f"{member} in a bracket")
    name = desk.names.get(member)
    if name is not None and name.kind in ("face", "word"):
        return Const(member, FACE, faces.span)
    if name is not None and name.kind in ("variable", "option", "formula"):
        value = refs.resolve_name(desk, Ref(member, None, faces.span), scope, NUMBER)
        return convert(desk, value, FACE, f"{member} in a bracket")
    if len(member) == 1:
        return Letter(member)
    faces_known = [n.name for n in desk.names.of("face")]
    message = f"no die has a face {member}"
    raise fault(
        "E211", message, faces.span, did_you_mean(member, faces_known) or "faces are numbers or faces of a die block"
    )
