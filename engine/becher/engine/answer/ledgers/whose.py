"""Of one seat or two, which a formula means."""

from becher.dsl.model import Convert, Expr, SeatWord

WORDS = {
    "me": {"me"},
    "next": {"other"},
    "previous": {"other"},
    "others": {"other"},
    "everyone": {"me", "other"},
}  # of two seats


def seats_meant(whose: Expr | None, seats: int) -> frozenset[str] | None:
    """Of one seat or two, who is meant: me, other, or both; None where that is to be asked. Alone one is one's own neighbour."""
    while isinstance(whose, Convert):
        whose = whose.arg
    if whose is None:
        return frozenset({"me"})
    if not isinstance(whose, SeatWord) or whose.name not in WORDS:
        return None
    if seats == 1 and whose.name in ("next", "previous"):
        return frozenset({"me"})
    return frozenset(WORDS[whose.name])
