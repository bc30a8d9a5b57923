"""From the rules of a phase to the graph of a turn: what is remembered, every position once, how it ends."""
