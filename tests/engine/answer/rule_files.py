"""Small rule files put together at random: two or three dice of three faces, every kind of question."""

from hypothesis import strategies as st

_BUSTS = ("thrown has 1", "thrown has [x x]", "not thrown has 3", "thrown = [x x]", "sum(thrown) = 4")
_ADDS = ("sum(thrown)", "count(thrown, 2, 3)", "largest(thrown)", "count(distinct(thrown))")
_LOCKED_ADDS = (
    "sum(kept)",
    "count(kept)",
    "sum(kept, 3)",
    "2 when kept has [x x] else 1",
    "sum(aside)",
    "largest(aside)",
)
_KEEPS = (
    "some", "any", "every(x) where not aside has x", "count(kept) in 1..2", "kept has 3 or kept has [2 2]",
    "kept has 3, some", "count(kept) <= 1 + count(aside)", "sum(kept) >= largest(thrown)", "sets(kept, pays)",
)  # fmt: skip
_FORCED = ("every(2)", "largest(thrown)", "chain(3, 2, 1)", "smallest(thrown)", "every(1, 3)")
_STOPS = (
    "yes",
    "pool >= 2",
    "throw_no >= 2",
    "score + pool >= goal",
    "score > 0 or pool >= 2",
    "mark of next >= mark",
    "count(aside) > 1",
)
_ENDS = (
    "score += pool",
    "low when sum(dice) < 4 { score += 1 }  high when sum(dice) >= 4 { score += count(dice, 3) }",
    "pairs when dice has [x x] { score += 1  mark += 1 }  no_pair otherwise { mark of next += 1 }",
    "full when score + pool <= goal + 1 { score += pool }  over_it otherwise { mark += 1 }",
    "gain when pool > 0 { score += pool }  none_of_it otherwise { mark += 1 when score > 0 else 2 }",
    "score += 1 when pool > 1 else 0  mark of others += count(dice, 1)",
    "more when sum(dice) > 3 { extra(sum(dice) - 3) }  less otherwise { score += 1 }",
    "both when dice has [x x] { score += 1  extra(2) }  single otherwise { mark += 1 }",
    "score += distinct_faces",
    "rise when score < mark { score += 2 }  flat otherwise { score += 1 }",
)
_BUST_CASES = ("", "on bust { mark += 1 }", "on bust { score becomes 0 }", "on bust { drop when score > 1 { score -= 1 } }",
               "on bust { score of next += 1 }")  # fmt: skip
_THROW_CASES = (
    "", "on throw { seen when thrown has 3 { camp += 1 } }", "on throw { first when throw_no = 1 { choose called in [1 2 3] } }",
    "on throw { again when thrown has [1 1] and camp = 0 { camp += 1  throw_again } }",
    "on throw { lost when thrown = [3 3] { out(me) } }", "on throw { gone when thrown = [1 1 1] { end_turn } }",
)  # fmt: skip
_EXTRAS = (
    "must_keep: every(n)  adds: count(kept)  until: kept = none  stop: yes  on end { score += pool }",
    "must_keep: every(n)  adds: sum(kept)  until: kept = none or pool >= 5  full: refill  stop: yes  on end { mark of next += pool }",
    "throws: 1  on end { score += count(dice, n) }",
    "throws: 2  retake: yes  on end { score += 1 when dice has [x x] else 0 }",
)
_BOXES = (
    "sum(dice, 3)", "2 * count(dice, 1)", "sum(dice) when dice has [x x] else 0", "4 when run(dice) >= 2 else 0",
    "largest(dice)", "count(distinct(dice))", "3 when dice = [x x] else 1", "sum(dice, [x x])", "best(dice)",
)  # fmt: skip
_READING_BOXES = (
    "sum(dice) + 1 when filled({0}) else sum(dice)", "3 when {0} > 1 else 1", "sum(dice) when not filled({0}) else 2",
    "2 + extra", "throw_no", "count(open) + largest(dice)",
)  # fmt: skip


@st.composite
def turns(draw: st.DrawFn, phase: str = "turn") -> str:
    """The inside of a turn, ending in a case of the ones above."""
    kind = draw(st.sampled_from(("press", "lock", "forced", "loose")))
    lines = [draw(st.sampled_from(_THROW_CASES))]
    limit = "until: throw_no >= 3"
    if kind == "press":
        lines += [f"bust: {draw(st.sampled_from(_BUSTS))}", "keep: none", f"adds: {draw(st.sampled_from(_ADDS))}"]
        lines += [f"stop: {draw(st.sampled_from(_STOPS))}", draw(st.sampled_from(("until: pool >= 5", limit)))]
    elif kind == "lock":
        lines += [f"keep: {draw(st.sampled_from(_KEEPS))}", f"adds: {draw(st.sampled_from(_LOCKED_ADDS))}"]
        lines += [draw(st.sampled_from(("", "throws: 2", "throws: 3")))]
        lines += [draw(st.sampled_from(("", f"stop: {draw(st.sampled_from(_STOPS))}")))]
        lines += [
            draw(st.sampled_from(("", "full: refill", "full: must_throw"))),
            draw(st.sampled_from(("until: pool >= 5", limit))),
        ]
        if draw(st.booleans()):
            lines.append(f"bust: {draw(st.sampled_from(_BUSTS))}")
    elif kind == "forced":
        lines += [f"must_keep: {draw(st.sampled_from(_FORCED))}", f"adds: {draw(st.sampled_from(_LOCKED_ADDS))}"]
        lines += [draw(st.sampled_from(("throws: 2", "until: kept = none or throw_no >= 3", limit)))]
        lines += [draw(st.sampled_from(("", "stop: yes", "keep: any", "keep: kept has 3")))]
    else:
        lines += [f"throws: {draw(st.sampled_from((1, 2, 3)))}", "retake: yes"]
        lines += [draw(st.sampled_from(("", "stop: yes", "keep: some", "adds: count(kept)", "bust: dice has [x x x]")))]
    return "\n    ".join(line for line in lines if line)


@st.composite
def races(draw: st.DrawFn) -> str:
    """A game for one or two seats without a sheet."""
    inside = draw(turns())
    end = draw(st.sampled_from(_ENDS))
    extra = f"phase extra(n) {{ {draw(st.sampled_from(_EXTRAS))} }}" if "extra(" in end else ""
    goal = draw(st.integers(2, 4))
    over = draw(
        st.sampled_from(
            ("over: score >= goal", "over: score >= goal or mark >= 3", "over: rounds = 2", "over: turns >= 2")
        )
    )
    finish = draw(st.sampled_from(("", "finish: others_once_more", "finish: rest_of_round")))
    out = draw(st.sampled_from(("", "", "out: mark >= 3")))
    wins = draw(st.sampled_from(("highest(score)", "lowest(mark), highest(score)", "highest(score + mark)")))
    named = "distinct_faces = count(distinct(dice))" if "distinct_faces" in end else ""
    called = "called = none" if "called" in inside else ""
    return f"""game g {{
  players: 1..2
  dice:    {draw(st.sampled_from((2, 2, 3)))}d3
  goal = {goal}
  player {{ score = 0  mark = 0 }}
  tally {{ camp = 0  {called} }}
  table pays {{ [3]: 2  [1 1]: 3  [x x x]: x }}
  {named}
  turn {{
    {inside}
    on end {{ {end} }}
    {draw(st.sampled_from(_BUST_CASES))}
  }}
  {extra}
  {over}
  {finish}
  {out}
  wins: {wins}
}}"""


@st.composite
def sheets(draw: st.DrawFn) -> str:
    """A game on a sheet of two or three boxes."""
    names = ("ones", "twos", "lot")[: draw(st.integers(2, 3))]
    boxes = []
    for place, name in enumerate(names):
        pool = _BOXES if place == 0 or draw(st.booleans()) else _READING_BOXES
        boxes.append(f"{name} = {draw(st.sampled_from(pool)).format(names[0])}")
    upper = "upper { " + "  ".join(boxes[:2]) + " }  " + "  ".join(boxes[2:])
    enter = draw(st.sampled_from(("", "", "enter: first(open)", "enter: upper when dice has [x x], open", "enter: named",
                                  "enter: lot when dice has 3 and filled(ones), last(open)")))  # fmt: skip
    if "lot" in enter and len(names) < 3:
        enter = "enter: last(open)"
    total = draw(
        st.sampled_from(
            ("", "total: sum(upper) + bonus + extra", "total: 2 * ones + twos + bonus", "total: bonus + extra")
        )
    )
    bonus = draw(st.sampled_from(("3 when sum(upper) >= 5 else 0", "step(ones + twos)", "2 * min(ones, twos)")))
    on_end = draw(st.sampled_from(("enter", "pair when dice has [x x] { extra += 1 }  enter", "again when dice has [x x] and ones > 1 { extra += 2 }  enter",
                                   "extra becomes count(dice, 3)  enter", "extra += 2 - throw_no  enter")))  # fmt: skip
    turn = draw(st.sampled_from(("throws: 2  retake: yes", "throws: 1", "throws: 2  keep: some", "throws: 1 + min(1, extra)  retake: yes",
                                 "throws: 2  retake: yes  stop: yes")))  # fmt: skip
    if "named" in enter:
        turn += "  on throw { call when throw_no = 1 { choose named in open } }"
    columns = draw(st.sampled_from(("", "", "", "column left {}  column right { times: 2 }")))
    if columns:
        names, upper, enter = names[:2], "upper { " + "  ".join(boxes[:2]) + " }", "" if "named" in enter else enter
        turn = turn.split("on throw")[0]
    wins = draw(st.sampled_from(("", "wins: lowest(total)", "wins: highest(total)")))
    return f"""game g {{
  players: 1..2
  dice:    2d3
  player {{ extra = 0 }}
  {"tally { named = none }" if "named" in enter else ""}
  table best {{ [x x]: 2 + x  [1 3]: 2 }}
  table step {{ 3..4: 1  5..many: 3 }}
  bonus = {bonus}
  turn {{ {turn}  on end {{ {on_end} }} }}
  sheet {{ {columns} {upper} {enter} {total} }}
  {wins}
}}"""


_ASKED = ("sum(dice)", "count(dice, 3)", "pool", "dice has [x x]", "sum(dice) >= 5", "max(0, 5 - sum(dice))", "throw_no",
          "pool + count(dice)", "sum(kept)", "largest(aside)", "best(dice)")  # fmt: skip


@st.composite
def phases(draw: st.DrawFn) -> tuple[str, str]:
    """(a game of one turn that ends with score becoming a formula, the formula)."""
    inside = draw(turns())
    asked = draw(st.sampled_from(_ASKED))
    value = f"1 when {asked} else 0" if asked in ("dice has [x x]", "sum(dice) >= 5") else asked
    called = "called = none" if "called" in inside else ""
    text = f"""game g {{
  players: 1..2
  dice:    {draw(st.sampled_from((2, 3)))}d3
  goal = 3
  player {{ score = 0  mark = 0 }}
  tally {{ camp = 0  {called} }}
  table pays {{ [3]: 2  [1 1]: 3  [x x x]: x }}
  table best {{ [x x]: 2 + x  [1 3]: 2 }}
  turn {{
    {inside}
    on end {{ score becomes {value} }}
  }}
  over: rounds = 1
  wins: highest(score)
}}"""
    return text, asked


_WISHES = (
    "keep: every(3), largest(thrown)", "keep: count(kept)", "keep: 5 * count(kept) - sum(kept)",
    "keep: every(3), every(2)  stop: pool >= 2", "stop: pool >= 3 or throw_no > 1", "keep: sum(aside + kept) - 2 * count(kept)",
    "stop: score < 2", "keep: every(2) when score > 1, largest(thrown)",
)  # fmt: skip
_ENTRIES = ("", "enter: ones when dice has [x x], twos", "enter: twos, ones", "enter: worth(box)",
            "enter: worth(box) - 2 when box in upper else 1", "enter: largest(dice) when box in upper else 0")  # fmt: skip
_SHEET_WISHES = (
    "",
    "keep: every(3), largest(thrown)",
    "keep: count(kept)",
    "keep: every(3) when open has ones, every(2)",
    "keep: sum(kept)",
)


@st.composite
def strategies(draw: st.DrawFn, sheet: bool) -> str:
    """A strategy block called s."""
    wish = draw(st.sampled_from(_SHEET_WISHES if sheet else _WISHES))
    entry = draw(st.sampled_from(_ENTRIES)) if sheet else ""
    return f"strategy s {{ turn {{ {wish} }} {f'sheet {{ {entry} }}' if entry else ''} }}"
