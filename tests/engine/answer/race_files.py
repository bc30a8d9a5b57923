"""Small rule files without a sheet, put together at random: goals, lives, rounds, throws left lying."""

from attrs import frozen
from hypothesis import strategies as st
from rule_files import turns


@frozen
class Kind:
    """What makes a game end, and cases that fit it."""

    ends: tuple[str, ...]
    busts: tuple[str, ...]
    overs: tuple[str, ...]
    wins: tuple[str, ...]
    outs: tuple[str, ...] = ("",)
    extra: str = ""
    inherit: bool = False
    bag: bool = False


_FINISHES = ("", "", "finish: others_once_more", "finish: rest_of_round")
_GOAL = Kind(
    ends=(
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
        "score becomes min(goal, score + max(1, pool))  mark becomes min(2, mark + 1)",
        "score becomes max(0, score + pool - 2)  mark += 1",
        "twice when dice has [x x] { score += mark  mark becomes 0 }  once otherwise { mark += 1 }",
        "steal when pool > 2 and score of next > 0 { score += 1  score of next -= 1 }  own otherwise { score += 1 }",
    ),
    busts=("", "on bust { mark += 1 }", "on bust { score becomes 0 }", "on bust { drop when score > 1 { score -= 1 } }",
           "on bust { score of next += 1 }", "on bust { score becomes max(0, score - 1)  mark += 1 }"),
    overs=("over: score >= goal", "over: score >= goal", "over: score >= goal or mark >= 3", "over: rounds = 2", "over: turns >= 2"),
    wins=("highest(score)", "lowest(mark), highest(score)", "highest(score + mark)", "highest(min(score, goal))", "lowest(score)"),
    outs=("", "", "out: mark >= 3"),
)  # fmt: skip
_LIVES = Kind(
    ends=(
        "hit when pool > 1 { lives of next -= 1 }  miss otherwise { lives -= 1 }",
        "lives of next -= 1 when sum(dice) > 4 else 0  lives -= 1 when dice has 1 else 0",
        "all when dice has [x x] { lives of everyone -= 1 }  nobody otherwise { lives of next -= 1 }",
        "lives of others becomes max(0, lives of next - pool)",
        "heal when pool > 2 and lives < 2 { lives += 1 }  hit otherwise { lives of previous -= 1 }",
        "short when sum(dice) < 4 { lives -= 4 - sum(dice) }  above when sum(dice) > 4 { extra(sum(dice) - 3) }  exact otherwise { lives of next -= 1 }",
    ),
    busts=("on bust { lives -= 1 }", "on bust { lives -= 1 }", "on bust { lives becomes 0 }", "on bust { lives of everyone -= 1 }"),
    overs=("", "over: lives <= 0", "over: rounds = 3"),
    wins=("", "last_in, highest(lives)", "highest(lives)"),
    outs=("out: lives <= 0", "out: lives <= 0 and rounds >= 0", "out: lives < 1"),
    extra="must_keep: every(n)  adds: count(kept)  until: kept = none  stop: yes  on end { lives of next -= pool }",
)  # fmt: skip
_ROUNDS = Kind(
    ends=("mark becomes pool", "mark becomes sum(dice)", "mark becomes sum(dice) when dice has [x x] else 0", "mark becomes count(dice, 3)"),
    busts=("on bust { mark becomes 0 }",),
    overs=("over: score >= 2", "over: score >= goal", "over: rounds = 2"),
    wins=("highest(score)", "highest(score), highest(mark)"),
    extra="",
)  # fmt: skip
_ROUND_BLOCKS = (
    "round { wins: highest(mark)  on won { score of winner += 1 } }",
    "round { wins: highest(mark)  tie: all  on won { score of winner += 1 } }",
    "round { starter: next of leader  wins: lowest(mark)  on won { score of winner += 1 }  on tied { score of everyone += 1 } }",
    "round { on end { mark of everyone becomes 0 }  wins: highest(mark)  on won { score of winner += 2 } }",
)  # fmt: skip
_LYING = Kind(
    ends=(
        "good when sum(dice) > 4 { score += 1 }  poor otherwise { leave }",
        "leave  score += 1 when dice has [x x] else 0",
        "taken when dice has 3 { score += pool  leave }  none_of_it otherwise { mark += 1 }",
    ),
    busts=("", "on bust { leave }", "on bust { mark += 1 }", "on bust { mark of next += 1  leave }"),
    overs=("over: score >= goal", "over: score >= 2 or mark >= 3"),
    wins=("highest(score)", "lowest(mark)", "lowest(mark), highest(score)"),
    inherit=True,
)
_POT = Kind(
    ends=(
        "take when dice has [x x] { score += pot  pot becomes 0 }  pay otherwise { pot += 1 }",
        "pot += 1 when pool > 1 else 0  score += pot when dice has 3 else 0",
        "full when pot >= 2 { score += pot  pot -= 2 }  pay otherwise { pot += 1  mark += 1 when dice has 1 else 0 }",
    ),
    busts=("", "on bust { pot += 1 }", "on bust { pot becomes 0 }", "on bust { score of next += pot  pot becomes 0 }"),
    overs=("over: score >= goal", "over: pot >= 3", "over: score >= goal or pot >= 4"),
    wins=("highest(score)", "highest(score), lowest(mark)", "lowest(score)"),
)
_WORDS = Kind(
    ends=(
        "high when sum(dice) > 4 { win(me) }  pairs when dice has [x x] { score += 1 }  other otherwise { mark += 1 }",
        "high when sum(dice) > 4 { lose(me) }  other otherwise { score += 1 }",
        "turned when dice has 3 { reverse  score += 1 }  straight otherwise { score of previous += 1 }",
        "gone when dice = [1 1] { out(me) }  hit when pool > 2 { out(next) }  other otherwise { score += 1 }",
        "hit when pool > 1 { lives of chosen -= 1 }  own otherwise { lives -= 1 }",
        "asked when dice has [x x] { choose named in [1 2 3]  score += sum(named) }  other otherwise { mark += 1 }",
        "offered when pool > 1 { may choose named in [1 3]  mark += count(named) }  other otherwise { score += 1 }",
    ),
    busts=("", "on bust { mark += 1 }", "on bust { lives -= 1 }", "on bust { drop when mark > 1 { lose(me) } }"),
    overs=("over: score >= goal", "over: score >= 2 or mark >= 3"),
    wins=("highest(score)", "last_in, highest(score)", "last_in, lowest(mark)"),
    outs=("", "out: lives <= 0", "out: mark >= 3"),
)
_BAG = Kind(
    ends=(
        "score += pool",
        "score += count(dice, 3)",
        "pairs when dice has [x x] { score += 1 }  no_pair otherwise { mark += 1 }",
        "score += pool when count(bag) > 0 else 1",
    ),
    busts=("", "on bust { mark += 1 }"),
    overs=("over: score >= goal", "over: score >= goal or mark >= 3", "over: rounds = 2"),
    wins=("highest(score)", "lowest(mark), highest(score)"),
    bag=True,
)
_BAG_TURNS = (
    "draw: 2  bust: count(dice, 1) >= 2  must_keep: every(1, 3)  adds: count(kept, 3)  stop: yes  until: throw_no >= 3",
    "draw: 1  keep: some  adds: sum(kept)  stop: yes  throws: 3",
    "draw: 2  throws: 2  keep: some  adds: count(kept)",
    "draw: 2  bust: thrown has [x x]  must_keep: every(3)  adds: sum(thrown)  stop: yes  until: throw_no >= 3 or count(aside) > 1",
)  # fmt: skip
_DICE = ("2d3", "2d3", "2d3", "3d3", "1 * d3 + 1 * coin")
_BAGS = ("2 * d3 + 1 * coin", "1 * d3 + 2 * coin", "3 * coin")
_OPENINGS = (
    *[""] * 9, "starter: roll_off(1d3)",
    "opening { throws: 1  on end { mark becomes min(2, sum(dice) / 3) } }  starter: highest(mark)",
    "opening { throws: 1  on end { score becomes count(dice, 3) } }  starter: lowest(score), roll_off(1d3)",
)  # fmt: skip
_EXTRAS = (
    "must_keep: every(n)  adds: count(kept)  until: kept = none  stop: yes  on end { score += pool }",
    "must_keep: every(n)  adds: sum(kept)  until: kept = none or pool >= 5  full: refill  stop: yes  on end { mark of next += pool }",
    "throws: 1  on end { score += count(dice, n) }",
    "throws: 2  retake: yes  on end { score += 1 when dice has [x x] else 0 }",
)


@st.composite
def races(
    draw: st.DrawFn, kinds: tuple[Kind, ...] = (_GOAL, _GOAL, _LIVES, _ROUNDS, _LYING, _POT, _WORDS, _BAG)
) -> str:
    """A game for one or two seats without a sheet."""
    kind = draw(st.sampled_from(kinds))
    inside = draw(st.sampled_from(_BAG_TURNS) if kind.bag else turns())
    end = draw(st.sampled_from(kind.ends))
    extra = f"phase extra(n) {{ {kind.extra or draw(st.sampled_from(_EXTRAS))} }}" if "extra(" in end else ""
    wins = draw(st.sampled_from(kind.wins))
    return f"""game g {{
  players: 1..2
  dice:    {draw(st.sampled_from(_BAGS if kind.bag else _DICE))}
  die coin {{ faces: 1, 3 }}
  goal = {draw(st.integers(2, 4))}
  player {{ score = 0  mark = 0  lives = {draw(st.integers(1, 3))} }}
  shared {{ pot = 0 }}
  tally {{ camp = 0  {"called = none" if "called" in inside else ""}  {"named = none" if "named" in end else ""} }}
  table pays {{ [3]: 2  [1 1]: 3  [x x x]: x }}
  {"distinct_faces = count(distinct(dice))" if "distinct_faces" in end else ""}
  turn {{
    {"inherit: dice" if kind.inherit else ""}
    {inside}
    on end {{ {end} }}
    {draw(st.sampled_from(kind.busts))}
  }}
  {extra}
  {draw(st.sampled_from(_OPENINGS))}
  {draw(st.sampled_from(kind.overs))}
  {draw(st.sampled_from(_FINISHES))}
  {draw(st.sampled_from(kind.outs))}
  {draw(st.sampled_from(_ROUND_BLOCKS)) if kind is _ROUNDS else ""}
  {f"wins: {wins}" if wins else ""}
}}"""
