"""The limits a rule file, a game and a save must keep: one object, documented in docs/limits.md."""

from attrs import frozen


@frozen
class Limits:
    """Every bound in one place; crossing one is a located error or exit 3, never a silent clamp."""

    source_bytes: int = 64 * 1024
    chain_depth: int = 8
    chain_files: int = 16
    line_columns: int = 1_000
    nesting: int = 64
    name_length: int = 64
    label_length: int = 120
    string_length: int = 500
    integer_digits: int = 9
    findings: int = 20
    value_bound: int = 2**53
    dice: int = 100
    faces: int = 1_000
    multisets: int = 1_000_000
    seats: int = 20
    rounds: int = 10_000
    steps_per_action: int = 100_000
    solver_states: int = 5_000_000
    save_bytes: int = 1024 * 1024


LIMITS = Limits()
