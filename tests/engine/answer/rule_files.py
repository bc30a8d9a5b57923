"""Turns of small rule files, put together at random: two or three dice of three faces, every kind of question.

Whole games are made of them in race_files.py and sheet_files.py.
"""

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
    "largest(kept) >= largest(aside), some", "not kept has 1, kept = [1]", "count(kept, 3) = count(thrown, 3), some",
    "sum(kept) >= 3 and (lives > 1 or mark > 0), some",
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
    "lives > 1 or pool >= 2",
    "lives of next <= lives",
)
_THROW_CASES = (
    "", "on throw { seen when thrown has 3 { camp += 1 } }", "on throw { first when throw_no = 1 { choose called in [1 2 3] } }",
    "on throw { again when thrown has [1 1] and camp = 0 { camp += 1  throw_again } }",
    "on throw { lost when thrown = [3 3] { out(me) } }", "on throw { gone when thrown = [1 1 1] { end_turn } }",
)  # fmt: skip


@st.composite
def turns(draw: st.DrawFn) -> str:
    """The inside of a turn but for its end. It reads score, mark, lives, goal, camp, pays; called where it says so."""
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
  player {{ score = 0  mark = 0  lives = 2 }}
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
    "keep: 9 when open has ones and (kept = distinct(dice) or open = ones) else sum(kept) when not filled(ones) else sum(kept, 3)",
    "keep: count(kept, 1) when open has ones and not (ones > 1 and dice has 3) else largest(kept)  stop: filled(twos) or kept has 3",
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
