"""Testing rule files: examples, properties, laws over playthroughs; for Becher's own suite and for its users'."""
