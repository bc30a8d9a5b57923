"""From packed rows to the flat arrays a kernel reads."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from attrs import define

from becher.engine.solve.backends.backup import LayerJob
from becher.engine.solve.sheets.moves import places
from becher.engine.solve.sheets.pack import Packed, PackedLayer
from becher.engine.solve.turns.graph import Floats, Index

PIECE = 16_384


@define(eq=False, slots=False)
class Jobs:
    """Makes the jobs of a packed game; tables that all jobs share are made once."""

    packed: Packed

    def of_layer(self, number: int) -> Iterator[LayerJob]:
        """The jobs of layer `number`, which is not the last; each is about PIECE rows."""
        layer, following = self.packed.layers[number], self.packed.layers[number + 1]
        for start in range(0, len(layer.keys), PIECE):
            yield self.job(layer, following, start, min(start + PIECE, len(layer.keys)))

    def job(self, layer: PackedLayer, following: PackedLayer, start: int, end: int) -> LayerJob:
        """The rows start..end-1 of a layer."""
        moves, game = self.packed.moves, self.packed.game
        keys = layer.keys[start:end]
        leads = moves.leads(keys, places(following.keys)) if layer.leads is None else layer.leads[start:end]
        turn = game.turn.of(moves.masks(keys), keys % game.flags)
        return LayerJob(
            graph=game.graph,
            base=layer.base[start : end + 1],
            lanes=layer.lanes[start:end],
            root=game.graph.roots[game.roots[turn]],
            ledger=moves.ledger_classes(keys),
            next_base=np.where(leads >= 0, following.base[leads], -1),
            next_lanes=np.where(leads >= 0, following.lanes[leads], -1).astype(np.int32),
            place=self.packed.place,
            member=self.packed.member,
            begin=self.packed.begin,
            counter=moves.counter,
            sign=moves.sign,
            shift=moves.shift,
            first=moves.first,
            dice_class=self._dice_class,
            table=np.concatenate([[0], np.cumsum([table.size for table in self._options])[:-1]]).astype(np.int64),
            classes=np.array([len(table) for table in self._options], dtype=np.int32),
            points=self._points,
            option=np.concatenate([table.T.ravel() for table in self._options]),
        )

    @cached_property
    def _dice_class(self) -> Index:
        return np.array([box.dice_class for box in self.packed.game.boxes], dtype=np.int32)

    @cached_property
    def _options(self) -> tuple[Index, ...]:
        return tuple(self.packed.moves.option_table(number) for number in range(len(self.packed.game.boxes)))

    @cached_property
    def _points(self) -> Floats:
        return np.concatenate([box.points.T.ravel() for box in self.packed.game.boxes]).astype(np.float64)
