"""The plain engine beside programs written for one game, and beside OpenSpiel where it is installed; ratios of one run.

Run from anywhere: python tests/bench/bench_engine.py [SECONDS [SLICES]]     (default: 2 seconds a row, 5 times)
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "dsl"), str(ROOT / "engine"), str(Path(__file__).parent)]

from timing import Row, rates  # noqa: E402

from becher.dsl.diagnostics import Source  # noqa: E402
from becher.dsl.load import load, load_text  # noqa: E402
from becher.dsl.model import Game  # noqa: E402
from becher.engine.actions import Action  # noqa: E402
from becher.engine.game import start  # noqa: E402
from becher.engine.state import CHANCE, State  # noqa: E402
from becher.engine.stream import Stream  # noqa: E402
from becher.engine.view import box_values  # noqa: E402

Policy = Callable[[State], Action]

# A hundred turns of throwing six dice until all lie aside.
TURNS = 100
COLLECTING = f"""
game collecting {{
  players: 1
  dice: 6d6
  player {{ score = 0 }}
  turn {{ keep: some  on end {{ score += sum(dice) }} }}
  over: rounds = {TURNS}
  wins: highest(score)
}}
"""


# ---- by hand: what a programmer would write for one game


def ohio(rng: random.Random) -> int:
    """One game: keep the open face with most dice, write the best open box."""
    open_boxes, total = set(range(7)), 0
    for _ in range(7):
        dice = [rng.randrange(1, 7) for _ in range(6)]
        for _ in range(2):
            faces = [f for f in range(1, 7) if f - 1 in open_boxes]
            if faces:
                best = max(faces, key=lambda f: (dice.count(f), f))
                dice = [best] * dice.count(best)
            else:
                dice = sorted(set(dice))
            dice += [rng.randrange(1, 7) for _ in range(6 - len(dice))]
        worth = [f * dice.count(f) for f in range(1, 7)] + [40 if len(set(dice)) == 6 else sum(set(dice))]
        box = max(open_boxes, key=lambda b: worth[b])
        open_boxes.remove(box)
        total += worth[box]
    return total


def collect(rng: random.Random) -> int:
    """One turn: all sixes aside, else the highest die."""
    left, total = 6, 0
    while left:
        dice = [rng.randrange(1, 7) for _ in range(left)]
        sixes = dice.count(6)
        total += 6 * sixes if sixes else max(dice)
        left -= sixes or 1
    return total


# ---- the same choices over the engine


def ohio_choice(state: State) -> Action:
    if state.stage == "enter":
        worth = box_values(state, state.seat)
        return max(state.legal_actions(), key=lambda action: worth[str(action.args[0])])
    dice = state.dice
    faces = [face for face in range(1, 7) if state.cells[0][face - 1] is None]
    if faces:
        best = max(faces, key=lambda face: (dice.count(face), face))
        return Action("keep", ((best,) * dice.count(best),))
    return Action("keep", (tuple(sorted(set(dice))),))


def collect_choice(state: State) -> Action:
    sixes = state.thrown.count(6)
    return Action("keep", ((6,) * sixes if sixes else (max(state.thrown),),))


def played(game: Game, players: int, choose: Policy, dice: Stream) -> Row:
    first = start(game, players)

    def play() -> State:
        state = first
        while (player := state.current_player()) >= CHANCE:
            state = state.apply(state.sample(dice) if player == CHANCE else choose(state))
        return state

    return play


def randomly(rng: random.Random) -> Policy:
    return lambda state: rng.choice(state.legal_actions())


# ---- rows


def engine_rows() -> dict[str, Row]:
    dice, rng = Stream("bench"), random.Random(1)
    collecting = load_text(Source("collecting.dice", COLLECTING)).game
    assert collecting is not None
    return {
        "by hand, Ohio games": lambda: ohio(rng),
        "Becher, Ohio games": played(shelf("ohio"), 1, ohio_choice, dice),
        "by hand, Collect turns": lambda: collect(rng),
        "Becher, Collect turns": played(collecting, 1, collect_choice, dice),
        "Becher, yahtzee-plain, two seats at random": played(shelf("yahtzee-plain"), 2, randomly(rng), dice),
        "Becher, yahtzee with joker, two seats at random": played(shelf("yahtzee"), 2, randomly(rng), dice),
    }


def spiel_rows() -> dict[str, Row]:
    """OpenSpiel's yacht, twelve boxes and two seats, in its Python loop; nothing where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    game, rng = pyspiel.load_game("yacht"), random.Random(1)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))

    return {"OpenSpiel, yacht, two seats at random": play}


def shelf(id: str) -> Game:
    game = load(id).game
    assert game is not None
    return game


def main(seconds: float, slices: int) -> None:
    found = rates(engine_rows() | spiel_rows(), seconds, slices)
    found["Becher, Collect turns"] *= TURNS
    for name, rate in found.items():
        print(f"{name:48} {rate:12,.1f} /s")
    print(f"Ohio: by hand is {found['by hand, Ohio games'] / found['Becher, Ohio games']:.1f} times Becher")
    print(f"Collect: by hand is {found['by hand, Collect turns'] / found['Becher, Collect turns']:.1f} times Becher")
    spiel = found.get("OpenSpiel, yacht, two seats at random")
    for name, rate in found.items():
        if spiel and name.endswith("at random") and name.startswith("Becher"):
            print(f"{name}: {rate / spiel:.1f} times OpenSpiel's yacht")


if __name__ == "__main__":
    given = [float(arg) for arg in sys.argv[1:]]
    main(given[0] if given else 2.0, int(given[1]) if len(given) > 1 else 5)
