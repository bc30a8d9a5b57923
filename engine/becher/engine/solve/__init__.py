"""The exact solver: turns as graphs, ledgers as tables, values by backing up.

What a front end makes: a `TurnGraph` (draft, lattice, passes), and with it a `SheetGame` (sheet) where every turn
fills a box, or a `SeatGame` (seats, explore) where states come back. What it gets: `SheetValues` (sheet_values) and
`SeatValues` (seat_values), and from these prices inside a turn, distributions, answers to other questions
(sheet_policy, spread, seat_spread), or the same in fractions (exact, exact_sheet). `choose_backend` (backup) picks the
kernels. docs/decisions/0005-solver.md says why.
"""
