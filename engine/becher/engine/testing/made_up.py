"""Small rule files made up from numbers: every kind of turn, keep, ending and account, without a fault."""

from becher.engine.testing.choosers import Below


def game_text(below: Below) -> str:
    """The text of one game. Equal numbers make equal games; all zeros make the plainest."""
    dice, faces = 2 + below(2), 3 + below(2)
    kind = below(3)
    make = (_sheet_game, _score_game, _lives_game)[kind]
    return make(dice, faces, below)


def _sheet_game(dice: int, faces: int, below: Below) -> str:
    boxes = [f"box_{face} = sum(dice, {face})" for face in range(1, 2 + below(faces))]
    extra = ["chance = sum(dice)", "pair = 5 when dice has [x x] else 0", "row = 7 when run(dice) = 2 else 1"]
    boxes += extra[: below(4)]
    bonus = f"  total: {' + '.join(b.split(' ')[0] for b in boxes)} + (3 when {boxes[0].split(' ')[0]} >= 2 else 0)\n"
    enter = ("", "  enter: first(open)\n", "  enter: last(open)\n")[below(3)]
    return (
        f"game made-up {{\n  players: 1..3\n  {_die(faces)}\n  dice: {dice} * small\n"
        f"  turn {{ throws: {1 + below(3)}  retake: yes  on end {{ enter }} }}\n"
        f"  sheet {{\n{enter}  {'  '.join(boxes)}\n{bonus if below(2) else ''}  }}\n"
        "  always { seats_alike = symmetric(seats)  not_negative = total >= 0 }\n}\n"
    )


def _score_game(dice: int, faces: int, below: Below) -> str:
    keep = (
        "keep: none",
        "keep: some  full: refill",
        "keep: count(kept) = 1",
        f"must_keep: every({faces})  until: kept = none  full: refill",
        "keep: sets(kept, pays)  full: refill",
    )[below(5)]
    adds = "adds: split(kept, pays)" if "pays" in keep else "adds: sum(thrown)" if "none" in keep else "adds: sum(kept)"
    bust = ("bust: thrown has 1", "bust: thrown has [1 1]", f"throws: {1 + below(3)}")[below(3)]
    ending = ("over: score >= goal", "over: rounds = 4", "over: score >= goal\n  finish: rest_of_round")[below(3)]
    return (
        f"game made-up {{\n  players: {1 + below(2)}..3\n  {_die(faces)}\n  dice: {dice} * small\n"
        f"  goal = {8 + below(6)} | 5..20\n  player {{ score = 0 }}\n"
        f"  table pays {{ [1]: 1  [2]: 1  [x x]: 2 + x  [x x x]: 9 }}\n"
        f"  turn {{\n    {bust}\n    {keep}\n    {adds}\n    stop: yes\n"
        "    on end { bank { score += pool + 1 } }\n  }\n"
        f"  {ending}\n  wins: highest(score)\n  always {{ up = score >= 0  seats_alike = symmetric(seats) }}\n}}\n"
    )


def _lives_game(dice: int, faces: int, below: Below) -> str:
    whose = ("me", "next", "previous", "others")[below(4)]
    receiver = f"receiver = {whose} | next | previous | others | me" if below(2) else f"receiver = {whose}"
    second = (
        f"high when sum(dice) > {dice * faces // 2} {{ more }}",
        f"high when sum(dice) > {dice * faces // 2} {{ lives of receiver -= 1 }}",
    )[below(2)]
    return (
        f"game made-up {{\n  players: 2..4\n  {_die(faces)}\n  dice: {dice} * small\n"
        f"  {receiver}\n  player {{ lives = {2 + below(3)} }}\n"
        f"  turn {{\n    {('keep: some', 'throws: 1', 'throws: 2')[below(3)]}\n    on end {{\n"
        f"      {second}\n      low otherwise {{ lives -= 1 }}\n    }}\n  }}\n"
        "  phase more { throws: 1  on end { pay { lives of receiver -= count(dice, 1) + 1 } } }\n"
        "  out: lives <= 0\n  over: count(in_play) = 1\n  wins: last_in\n"
        f"  always {{ never_more = lives <= {2 + 3} }}\n}}\n"
    )


def _die(faces: int) -> str:
    return f"die small {{ faces: {', '.join(map(str, range(1, faces + 1)))} }}"
