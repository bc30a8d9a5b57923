"""The chain of one seat that fills its sheet without a mistake, or by a strategy."""

from collections.abc import Mapping

import numpy as np

from becher.dsl.model import Game, Strategy, Value
from becher.engine.answer.refused import Refused
from becher.engine.answer.whole import WholeQuestion, one_game, sheet_tables
from becher.engine.simulate.chain import OVER, STEPS, Chain, Step, chain_of
from becher.engine.solve.backends.backup import choose_backend
from becher.engine.solve.sheets.pack import compile_sheet
from becher.engine.solve.sheets.sheet_policy import layer_steps
from becher.engine.solve.sheets.sheet_values import SheetValues, full_values, solve_sheet

# A sheet of more merged states, or that takes more steps of the machine, takes longer to write down than games to play.
STATES = 50_000
MACHINE_STEPS = 250_000


def sheet_chain(game: Game, options: Mapping[str, Value], strategy: Strategy | None = None) -> Chain:
    """Raises Refused, LimitReached."""
    asked = WholeQuestion(one_game(game), 1, None, strategy, dict(options), STATES, MACHINE_STEPS)
    solved = solve_sheet(compile_sheet(sheet_tables(asked).game, STATES), choose_backend("numpy"))
    return chain_of(_rows(solved, -1 if asked.least else 1), (0,))


def _rows(solved: SheetValues, sign: int) -> list[list[Step]]:
    """The steps of every state before the sheet is full; what the full sheet adds comes with the last one."""
    packed, backend = solved.packed, choose_backend("numpy")
    full = int(packed.layers[-1].base[0])
    final = np.zeros(packed.size)
    final[full:] = full_values(packed, packed.game.final)
    rows: list[list[Step]] = [[] for _ in range(full)]
    count = 0
    for number in range(packed.game.bits):
        for block, steps in layer_steps(solved, number, backend):
            for step in steps:
                some = np.flatnonzero(step.chance > 0)
                count += len(some)
                ahead = step.ahead[some]
                gain = np.rint(sign * (step.points[some] + final[ahead])).astype(np.int64).tolist()
                then = np.where(ahead < full, ahead, OVER).tolist()
                chance = step.chance[some].tolist()
                for row, parts in zip(some.tolist(), zip(chance, then, gain, strict=True), strict=True):
                    rows[block.start + row].append(Step(*parts))
            if count > STEPS:
                raise Refused(f"the turns of the game end in more than {STEPS:,} ways")
    return rows
