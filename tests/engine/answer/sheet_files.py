"""Small rule files with a sheet of two or three boxes, put together at random."""

from hypothesis import strategies as st

_BOXES = (
    "sum(dice, 3)", "2 * count(dice, 1)", "sum(dice) when dice has [x x] else 0", "4 when run(dice) >= 2 else 0",
    "largest(dice)", "count(distinct(dice))", "3 when dice = [x x] else 1", "sum(dice, [x x])", "best(dice)",
)  # fmt: skip
_READING_BOXES = (
    "sum(dice) + 1 when filled({0}) else sum(dice)", "3 when {0} > 1 else 1", "sum(dice) when not filled({0}) else 2",
    "2 + extra", "throw_no", "count(open) + largest(dice)", "extra * count(dice, 3)", "sum(dice) when extra > 0 else 1",
    "best(dice) + min(2, extra)",
)  # fmt: skip
_ENTERS = (
    "", "", "enter: first(open)", "enter: upper when dice has [x x], open", "enter: named",
    "enter: lot when dice has 3 and filled(ones), last(open)", "enter: twos when filled(ones), ones, open",
    "enter: open(upper), open", "enter: open where worth(it) > 0, open", "enter: last(open) when extra > 0 else open",
)  # fmt: skip
_TOTALS = (
    "", "total: sum(upper) + bonus + extra", "total: 2 * ones + twos + bonus", "total: bonus + extra",
    "total: sum(upper) + saved", "total: ones + twos + step(saved)", "total: sum(upper) + (3 when saved >= 2 else 0) - extra",
    "total: sum(upper) * 2 - min(saved, 3)", "total: max(ones, twos) + saved * extra",
)  # fmt: skip
_BONUSES = ("3 when sum(upper) >= 5 else 0", "step(ones + twos)", "2 * min(ones, twos)", "step(saved + ones)")
_ON_END = (
    "enter", "pair when dice has [x x] { extra += 1 }  enter", "again when dice has [x x] and ones > 1 { extra += 2 }  enter",
    "extra becomes count(dice, 3)  enter", "extra += 2 - throw_no  enter", "saved += count(dice, 3)  enter",
    "lucky when dice has [x x] { saved += 2  extra += 1 }  enter", "extra becomes min(2, extra + 1)  enter",
    "saved += extra  extra += 1  enter", "three when dice has 3 { saved += 1 }  one when dice has 1 { extra += 1 }  enter",
    "extra += 1 when filled(ones) else 0  saved += 1  enter", "pool_kept when pool > 2 { saved += 1 }  enter",
)  # fmt: skip
_BOTH_SEATS = ("saved of next += count(dice, 1)  enter", "gift when dice has [x x] { extra of next += 1 }  enter",
               "saved of everyone += 1 when dice has 3 else 0  enter")  # fmt: skip
_TURNS = (
    "throws: 2  retake: yes", "throws: 1", "throws: 2  keep: some", "throws: 1 + min(1, extra)  retake: yes",
    "throws: 2  retake: yes  stop: yes", "throws: 2  must_keep: every(3)", "throws: 2  keep: kept has 3 or kept has [2 2], any",
    "throws: 2  keep: none  stop: yes  adds: sum(thrown)", "throws: 2  keep: every(x) where not aside has x  adds: sum(kept)",
)  # fmt: skip
_COLUMNS = ("column left {}  column right { times: 2 }", "column down { enter: first(open) }  column free {}")
_FEW_FACES = "dice: 2 * coin  die coin { faces: 1, 3 }"


@st.composite
def sheets(draw: st.DrawFn, most: int = 3) -> str:
    """A game on a sheet of two or three boxes; with `most` = 2 small enough to be written down for two seats."""
    dice = draw(st.sampled_from(("dice: 2d3",) if most > 2 else ("dice: 2d3", _FEW_FACES, _FEW_FACES)))
    names = ("ones", "twos", "lot")[: draw(st.integers(2, most))]
    boxes = []
    for place, name in enumerate(names):
        pool = _BOXES if place == 0 or draw(st.booleans()) else _READING_BOXES
        boxes.append(f"{name} = {draw(st.sampled_from(pool)).format(names[0])}")
    upper = "upper { " + "  ".join(boxes[:2]) + " }  " + "  ".join(boxes[2:])
    enter = draw(st.sampled_from(_ENTERS))
    if "lot" in enter and len(names) < 3:
        enter = "enter: last(open)"
    on_end = draw(st.sampled_from((*_ON_END, *_BOTH_SEATS)))
    turn = draw(st.sampled_from(_TURNS if most > 2 else (*_TURNS, *["throws: 1"] * 6)))
    if "named" in enter:
        turn += "  on throw { call when throw_no = 1 { choose named in open } }"
    columns = draw(st.sampled_from(("", "", *(_COLUMNS if most > 2 else [""] * 6))))
    if columns:
        names, upper, enter = names[:2], "upper { " + "  ".join(boxes[:2]) + " }", "" if "named" in enter else enter
        turn = turn.split("on throw")[0]
    return f"""game g {{
  players: 1..2
  {dice}
  player {{ extra = 0  saved = 0 }}
  {"tally { named = none }" if "named" in enter else ""}
  table best {{ [x x]: 2 + x  [1 3]: 2 }}
  table step {{ 3..4: 1  5..many: 3 }}
  bonus = {draw(st.sampled_from(_BONUSES))}
  turn {{ {turn}  on end {{ {on_end} }} }}
  sheet {{ {columns} {upper} {enter} {draw(st.sampled_from(_TOTALS))} }}
  {draw(st.sampled_from(("", "wins: lowest(total)", "wins: highest(total)")))}
}}"""
