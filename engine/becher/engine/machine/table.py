"""The game around the turns: setup, starter, rounds, endings, ranking, and the games of a match."""

from collections.abc import Callable
from typing import cast

from becher.dsl.limits import LIMITS
from becher.engine.expressions.words import step
from becher.engine.faults import LimitReached, RuleFault
from becher.engine.machine.effects import Changes
from becher.engine.machine.keys import sift, worth_of
from becher.engine.machine.moments import GAME_OWNER, ROUND_OWNER, leave_the_game, run_moment
from becher.engine.machine.rules import KeyRules, Rules
from becher.engine.state import NO_LOCALS, GameResult, Numbers, State

Stage = Callable[[State], None]


def new_game(rules: Rules, count: int, results: tuple[GameResult, ...]) -> State:
    """A game of `count` seats before anything has happened; the machine runs it on from its stage."""
    s: State = object.__new__(State)
    s.rules, s.count, s.results = rules, count, results
    s.direction, s.leader, s.seat = 1, 1, 1
    s.shared = s.tally = ()
    s.players = ((),) * count
    cells = len(rules.cell_names())
    s.cells, s.hits = ((None,) * cells,) * count, ((0,) * cells,) * count
    s.had_turn, s.turns = (False,) * count, (0,) * count
    s.rounds, s.out_order, s.lying, s.left = 0, (), (), ()
    s.winner = s.loser = ()
    s.final = s.ranking_ = s.pending = s.roll = s.decided = s._legal = None
    s.setup, s.stage, s.phase, s.args = True, "setup", "", NO_LOCALS
    s.hand = s.bag = s.thrown = s.kept = s.aside = s.dice = s.entering = ()
    s.throw_no = s.pool = s.chosen = s.picker = 0
    s.must_throw = s.busted = False
    s.standing, s.pools, s.answers, s.forced = (), (), (), ()
    s.shared = tuple(start(s, 1, NO_LOCALS) for start in rules.starts["shared"])
    s.players = tuple(
        tuple(start(s, seat, NO_LOCALS) for start in rules.starts["player"]) for seat in range(1, count + 1)
    )
    return s


def setup(s: State) -> None:
    s.seat = 1
    sheet = s.rules.game.sheet
    if sheet is not None and s.rules.fills(s) < 1:
        raise RuleFault(f"each box is written {s.rules.fills(s)} times", sheet.fills.span)
    run_moment(s, GAME_OWNER, "start", "opening_first")


def opening_first(s: State) -> None:
    s.seat = 0
    s.stage = "opening_next"


def opening_next(s: State) -> None:
    """The opening, once by each seat in order."""
    if "opening" not in s.rules.phases or s.seat == s.count:
        s.stage = "starter"
        return
    s.seat += 1
    begin_turn(s, "opening")


def begin_turn(s: State, phase: str) -> None:
    s.pool, s.args, s.phase = 0, NO_LOCALS, phase
    s.tally = ()
    s.tally = tuple(start(s, s.seat, NO_LOCALS) for start in s.rules.starts["tally"])
    s.stage = "start"


def starter(s: State) -> None:
    """Who starts; later games of a match are opened as the match says, who then still finds winner, loser and first_out of the last."""
    s.phase = ""
    keys, purpose = s.rules.starter, "starter"
    if s.results and s.rules.match_starter:
        keys, purpose = s.rules.match_starter, "match_starter"
    found = sift(s, keys, s.in_play(), 0, purpose)
    if found is not None:
        take_starter(s, found)


def take_starter(s: State, seats: Numbers) -> None:
    s.setup, s.leader = False, seats[0]
    s.seat = s.leader
    leave_the_game(s, Changes())
    s.stage = "round_start"


def round_start(s: State) -> None:
    if s.rounds >= LIMITS.rounds:
        raise LimitReached("rounds", LIMITS.rounds, "a game that does not end")
    if s.is_out(s.leader):
        s.leader = step(s, s.leader, s.direction)
    s.had_turn, s.seat, s.phase = (False,) * s.count, s.leader, ""
    s.winner = s.loser = ()
    run_moment(s, ROUND_OWNER, "start", "turn_start")


def turn_start(s: State) -> None:
    if is_over_at_once(s):
        s.stage = "game_over"
        return
    if s.is_out(s.seat):
        s.seat = step(s, s.seat, s.direction)
    if s.turns[s.seat - 1] >= LIMITS.rounds:
        raise LimitReached("rounds", LIMITS.rounds, "a round that does not end")
    s.standing = s.in_play() if s.rules.phases["turn"].source.together else ()
    s.pools = s.answers = ()
    begin_turn(s, "turn")


def turn_over(s: State) -> None:
    """The turn is counted; is the game over, is the round over, who is next?"""
    if s.setup:
        s.stage = "opening_next"
        return
    s.lying, s.left = s.left, ()
    seats = s.standing or (s.seat,)
    s.had_turn = tuple(had or seat in seats for seat, had in enumerate(s.had_turn, 1))
    s.turns = tuple(n + (seat in seats) for seat, n in enumerate(s.turns, 1))
    s.standing, s.phase = (), ""
    if is_over_at_once(s):
        s.stage = "game_over"
    elif s.final is not None:
        _next_of_final(s)
    elif over_for(s, s.seat):
        _finish(s)
    elif _round_is_over(s):
        s.stage = "round_end"
    else:
        s.seat = step(s, s.seat, s.direction)
        s.stage = "turn_start"


def is_over_at_once(s: State) -> bool:
    """Nobody is left, or one of several; or a seat has won or lost outright."""
    if s.decided is not None:
        return True
    left = len(s.in_play())
    return left == 0 or (left == 1 and s.count > 1)


def over_for(s: State, seat: int) -> bool:
    """`over:` asked for one seat; without it: all boxes of all seats still in are written."""
    if s.rules.over is not None:
        return s.rules.over(s, seat, {"it": seat})
    if s.rules.game.sheet is None:
        return False
    fills = s.rules.fills(s)
    return all(n >= fills for other in s.in_play() for n in s.hits[other - 1])


def _finish(s: State) -> None:
    """The reason to end has come: now, after this round, or after one more turn of each other seat."""
    order = []
    seat = s.seat
    for _ in range(s.count):
        seat = step(s, seat, s.direction)
        if seat == s.seat or seat in order:
            break
        order.append(seat)
    how = s.rules.game.finish
    if how == "rest_of_round":
        order = [seat for seat in order if not s.had_turn[seat - 1]]
    s.final = () if how == "at_once" else tuple(order)
    _next_of_final(s)


def _next_of_final(s: State) -> None:
    assert s.final is not None
    left = tuple(seat for seat in s.final if not s.is_out(seat))
    if not left:
        s.stage = "game_over"
        return
    s.seat, s.final = left[0], left[1:]
    s.stage = "turn_start"


def _round_is_over(s: State) -> bool:
    if s.rules.round_over is not None:
        return s.rules.round_over(s, s.seat, {"it": s.seat})
    return all(s.had_turn[seat - 1] for seat in s.in_play())


def round_end(s: State) -> None:
    run_moment(s, ROUND_OWNER, "end", "round_wins")


def round_wins(s: State) -> None:
    _sift_round(s, "round_wins", "round_loses")


def round_loses(s: State) -> None:
    _sift_round(s, "round_loses", "round_out")


def _sift_round(s: State, purpose: str, then: str) -> None:
    """Who is best by the keys of wins or loses, where the round has any."""
    keys = keys_of(s, purpose)
    if not keys:
        s.stage = then
        return
    found = sift(s, keys, s.in_play(), 0, purpose)
    if found is not None:
        DECIDED[purpose](s, found)


def take_round_winner(s: State, seats: Numbers) -> None:
    s.winner = _unless_tied(s, seats)
    run_moment(s, ROUND_OWNER, "won" if s.winner else "tied", "round_loses")


def take_round_loser(s: State, seats: Numbers) -> None:
    s.loser = _unless_tied(s, seats)
    run_moment(s, ROUND_OWNER, "lost" if s.loser else "tied", "round_out")


def _unless_tied(s: State, seats: Numbers) -> Numbers:
    """These seats, or nobody where several are tied and a tie is nobody's."""
    return () if len(seats) > 1 and s.rules.game.round.tie == "nobody" else seats


def round_out(s: State) -> None:
    """Who is out at the round's end; the round is counted; over is asked for every seat."""
    asked = s.rules.round_out
    if asked is not None:
        going = [seat for seat in s.in_play() if asked(s, seat, {"it": seat})]
        leave_the_game(s, Changes(out=going))
    s.rounds += 1
    if is_over_at_once(s) or any(over_for(s, seat) for seat in s.in_play()):
        s.stage = "game_over"
        return
    if not s.rules.round_starter:
        take_leader(s, (step(s, s.seat, s.direction),))
        return
    found = sift(s, s.rules.round_starter, s.in_play(), 0, "round_starter")
    if found is not None:
        take_leader(s, found)


def take_leader(s: State, seats: Numbers) -> None:
    s.leader = seats[0]
    s.stage = "round_start"


# What a roll-off decides, by its purpose.
DECIDED: dict[str, Callable[[State, Numbers], None]] = {
    "starter": take_starter,
    "match_starter": take_starter,
    "round_wins": take_round_winner,
    "round_loses": take_round_loser,
    "round_starter": take_leader,
}


def keys_of(s: State, purpose: str) -> tuple[KeyRules, ...]:
    return cast("tuple[KeyRules, ...]", getattr(s.rules, purpose))


def game_over(s: State) -> None:
    s.phase = ""
    run_moment(s, GAME_OWNER, "end", "ranked")


def ranked(s: State) -> None:
    """The places are known; another game of the match, or the end."""
    places = rank(s)
    gone = s.out_order[0] if s.out_order else ()
    result = GameResult(places, tuple(points_of(s, seat) for seat in range(1, s.count + 1)), gone)
    games = s.rules.compiler.number(s.rules.game.match.games)(s, 1, NO_LOCALS)
    if games < 1:
        raise RuleFault(f"a match of {games} games", s.rules.game.match.games.span)
    if len(s.results) >= LIMITS.rounds:
        raise LimitReached("rounds", LIMITS.rounds, "a match that does not end")
    s.results = (*s.results, result)
    s.ranking_ = places if games <= 1 else match_rank(s)
    if len(s.results) < games:
        again = new_game(s.rules, s.count, s.results)
        again.winner, again.loser = places[0], places[-1]
        s.__dict__.update(again.__dict__)
        return
    s.stage = "terminal"


def points_of(s: State, seat: int) -> int:
    """A seat's result in points: what the first comparing key of wins compares, else the sheet's total, else 1 for being still in."""
    for key in s.rules.wins:
        if key.kind in ("highest", "lowest"):
            return cast(int, key.value(s, seat, {"it": seat})) if key.value else 0
    total = s.total(seat)
    return int(not s.is_out(seat)) if total is None else total


def rank(s: State) -> tuple[Numbers, ...]:
    """Places best first: by win and lose, then seats still in before those out (last out first), then the keys of wins."""
    won, lost = s.decided or ((), ())
    keys = s.rules.wins
    losing = s.rules.loses

    def standing(seat: int) -> tuple[int, ...]:
        out = next((i for i, seats in enumerate(s.out_order) if seat in seats), len(s.out_order))
        by_keys = tuple(worth_of(s, key, seat) for key in keys if key.kind != "last_in")
        if not keys and s.rules.total:
            by_keys = (s.rules.total(s, seat, NO_LOCALS),)
        worst = tuple(-worth_of(s, key, seat) for key in losing)
        return (int(seat in won), -int(seat in lost), out, *_worst_first(worst, losing), *by_keys)

    return group_by_worth({seat: standing(seat) for seat in range(1, s.count + 1)})


def _worst_first(worst: tuple[int, ...], losing: tuple[KeyRules, ...]) -> tuple[int, ...]:
    return worst if losing else ()


def group_by_worth(worth: dict[int, tuple[int, ...]]) -> tuple[Numbers, ...]:
    """Seats of equal worth together, best first."""
    best_first = sorted(set(worth.values()), reverse=True)
    return tuple(tuple(seat for seat, w in worth.items() if w == value) for value in best_first)


def match_rank(s: State) -> tuple[Numbers, ...]:
    """Places in the match: by its keys, else by games won."""
    seats = range(1, s.count + 1)
    if not s.rules.match_wins:
        return group_by_worth({seat: (sum(seat in g.ranking[0] for g in s.results),) for seat in seats})
    return group_by_worth({seat: tuple(worth_of(s, key, seat) for key in s.rules.match_wins) for seat in seats})


STAGES: dict[str, Stage] = {
    "setup": setup,
    "opening_first": opening_first,
    "opening_next": opening_next,
    "starter": starter,
    "round_start": round_start,
    "turn_start": turn_start,
    "turn_over": turn_over,
    "round_end": round_end,
    "round_wins": round_wins,
    "round_loses": round_loses,
    "round_out": round_out,
    "game_over": game_over,
    "ranked": ranked,
}
