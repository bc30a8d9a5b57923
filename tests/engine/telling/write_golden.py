"""Write the golden sheets anew; read them aloud before committing."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "dsl"), str(HERE.parents[2] / "engine")]

from rules_texts import PRESS, SHEET, VARIANT  # noqa: E402

from becher.dsl.diagnostics import Source  # noqa: E402
from becher.dsl.load import load_text  # noqa: E402
from becher.engine.telling.phrases import LANGUAGES  # noqa: E402
from becher.engine.telling.rulesheet import rule_sheet  # noqa: E402

for name, text in (("press-twice", PRESS + VARIANT), ("small-sheet", SHEET)):
    by_id = {game.id: game for game in load_text(Source("told.dice", text)).games}
    for language in LANGUAGES:
        sheet = rule_sheet(by_id[name], language, by_id.get(by_id[name].base or ""))
        (HERE / "golden" / f"{name}.{language}.md").write_text(sheet, encoding="utf-8")
