"""From a rule file and players whose choices tables can tell to a chain of turns, where the ledger can be written down state by state."""

from collections.abc import Callable, Mapping, Sequence

from becher.dsl.model import Game, Match, Value
from becher.engine.answer.refused import Refused
from becher.engine.bots import OPTIMAL, STRATEGY
from becher.engine.simulate.chain import Chain, walk_chunk, walk_sheets
from becher.engine.simulate.ledger_chain import ledger_chain
from becher.engine.simulate.own_chain import own_chain
from becher.engine.simulate.own_sheet import own_sheet
from becher.engine.simulate.sheet_chain import sheet_chain
from becher.engine.simulate.tally import Tally

Walker = Callable[[str, int, int], Tally]


def walker(game: Game, options: Mapping[str, Value], kinds: Sequence[str]) -> Walker:
    """Walks the games of one chunk, (seed, chunk, games) -> tally; seat k + 1 is played by kinds[k]. Raises Refused, LimitReached."""
    if game.match != Match():
        raise Refused("matches of several games are played one by one", game.match.span)
    if game.sheet is None:
        chain = ledger_chain(game, options, kinds)
        return lambda seed, chunk, games: walk_chunk(chain, seed, chunk, games)
    known = {kind: compiled_sheet(game, options, kind, len(kinds)) for kind in kinds}
    chains = [known[kind] for kind in kinds]
    least = any(key.kind == "lowest" for key in game.wins)
    return lambda seed, chunk, games: walk_sheets(chains, seed, chunk, games, least)


def compiled_sheet(game: Game, options: Mapping[str, Value], kind: str, seats: int = 1) -> Chain:
    """The chain of one of so many seats, each of which fills its own sheet. Raises Refused, LimitReached."""
    if kind == OPTIMAL and seats == 1:
        return sheet_chain(game, options)
    if not kind.startswith(STRATEGY):
        raise Refused(f"{kind} is played one by one on sheets")
    strategy = game.strategies[kind.removeprefix(STRATEGY)]
    alone = own_sheet(game, dict(options), strategy)
    try:
        return sheet_chain(game, options, strategy)
    except Refused:  # no sheet of single boxes: ledger by ledger
        return own_chain(alone, strategy)
