"""Small rule files that together use everything the language of rules can say."""

PRESS = """
game press {
  source "a <b>sheet</b> of *rules*"
  players: 2..10
  dice: 2d6
  goal = 30 | 10..100
  player { score = 0 }
  turn {
    bust: thrown has 1
    keep: none
    adds: sum(thrown)
    stop: yes
    on end { bank { score += pool } }
  }
  over: score >= goal
  wins: highest(score)
  words de { title = "Druck"  score = "Punkte"  goal = "Ziel" }
  words en { title = "Press"  score = "points" }
  words nl { title = "Druk"  score = "punten"  goal = "doel" }
}
"""

VARIANT = """
game press-twice like press {
  goal = 50 | 10..100
  turn { on bust { add double when thrown = [1 1] { score becomes 0 } } }
  words en { title = "Press twice" }
  words de { title = "Doppeldruck" }
}
"""

SHEET = """
game small-sheet {
  players: 1..many
  dice: 3d6
  turn { throws: 2  retake: yes  on end { enter } }
  sheet { ones = sum(dice, 1)  sixes = sum(dice, 6)  triple = 20 when dice has [x x x] else sum(distinct(dice)) }
  words de { title = "Kleiner Zettel"  ones = "Einser"  sixes = "Sechser"  triple = "Drilling" }
  words en { title = "Small sheet" }
}
"""

# Everything the shelf might not use at some time: each game is checked to be without errors.
ODD = """
game odd-seats {
  players: 3..6
  dice: 4 * plain + 1 * odd
  die plain { faces: 1, 2, 3, 4, 5, 6 }
  die odd { faces: 1, 1, 2, sun }
  target = 7 | 5 | 9..12
  who_pays = next | previous | others | chosen
  extra = no | yes
  mode = soft | hard
  table colour { 1, 3: red  2: black  otherwise: red }
  table steps { 1..3: 10  4..many: it + 1 }
  table hands { wild: sun  [x x]: 10 + x  [x x y y] where x > y: 20 + x - y  [x x x]: 30  [5 x x]: 7  [x y z]: 1 }
  player { chips = 20  pile_up = pile  seen = none  lives = 3 }
  shared { pot = 0  tiles = 21..24  marks = [1 2 2] }
  tally { flag = none }
  give(who, n) { chips of who -= n  pot += n  lives of who -= 1 }
  richest = highest(chips)
  poor = everyone where chips of it < 3
  weight(n) = n * 2 + chips when chips > n else 0
  opening { throws: 1  dice: 3d6  on end { lives becomes count(dice, 1..3) * 4 / 2 } }
  turn {
    throws: 3 + lives
    on start { low when lives < 2 { pot -= 1  pot += 1 } }
    on throw { sunny when thrown has sun { pool += 1 }  cloudy otherwise { nothing } }
    bust: not thrown has [x x] and throw_no > 1
    keep: every(x) where not aside has x, count(kept) <= 2
    on keep { may choose flag in parts(thrown, 2) where count(it, sun) > 0 }
    adds: max(split(kept, hands), 1) + steps(count(kept))
    until: hands(aside) > 40
    full: must_throw when pool > 9 else end
    stop: pool in 3..many and not (count(dice, 6) >= 2 or pool in 5..6)
    on full { pool += 1 }
    on end {
      all_red when colour(dice) = [c c c c c] { reverse  give(who_pays, weight(2)) }
      best when me in richest { chips of (others where lives of it = 1) += 2  bonus_round(2) }
      other when lives of everyone > 1 and count(in_play) >= 3 { leave  tiles -= largest(tiles where it <= pool) }
      never when mode = hard { out(previous) }
      tied when extra and direction = 1 { win(leader)  lose(poor) }
      rest otherwise { pile_up += top(pile_up)  seen becomes distinct(thrown) + (1..2) - [2]  marks becomes none }
    }
    on bust { chips -= min(chips, abs(target - pool))  end_turn }
  }
  phase bonus_round(n) {
    inherit: dice
    must_keep: every(n, 6)
    stop: no
    until: kept = none or run(aside) = 3 or kept has [n n] or sum(chips of everyone) > 99
    on end { chips of last(in_play) += 1  chips of (next of leader) += count(aside, [x x]) }
  }
  starter: highest(lives), roll_off(1d6)
  round {
    starter: next of leader
    over: rounds > 8
    wins: highest(chips)
    loses: lowest(chips)
    tie: all
    on start { chips of in_play -= 1 }
    on end { pot += 1 }
    on won { chips of winner += pot  pot becomes 0 }
    on lost { lives of loser -= 1 }
    on tied { nothing }
    out: lives = 0
  }
  on start { pot becomes 5 }
  on end { pot becomes 0 }
  out: chips <= 0
  over: rounds >= 9 or turns > 20
  finish: rest_of_round
  wins: highest(chips), lowest(lives), last_in
  loses: first_out
  endless: nobody
  void: "one lies _askew_"
  match { games: 3  starter: first_out  wins: highest(games_won), highest(sum_of_games) }
  always { bound = chips >= 0 - 1000 }
  example "legal and before" {
    throw([1 1 2 2 1])
    expect(not legal(stop), not bust, not out(me), chips of next = before)
  }
}
game odd-sheet {
  players: 1..4
  dice: 5d6
  tally { named = none }
  turn {
    throws: 3
    draw: 5
    on throw { call when throw_no = 1 { choose named of next in open } }
    retake: throw_no < 3
    keep: any
    on end { choose half in parts(dice)  enter(half) }
  }
  bonus = 10 when filled(lower) and hits(ones) = 1 and worth(twos) > 2 and box_is_open and twos != 3
  box_is_open = open(down) and not open(upper)
  sheet {
    column down { enter: first(open) }
    column up { enter: last(open)  times: 2 }
    enter: nth(upper, 1) when named, named, open
    fills: 2
    upper { ones = sum(dice, 1)  twos = count(dice, 2) }
    lower { house = sum(dice, [x x x y y])  pairs = count(dice, [x x])  chance = sum(dice - smallest(dice)) }
    total: sum(upper) + sum(lower) + bonus + count(open)
  }
}
game all-together {
  players: 2..5
  dice: 3d6
  player { score = 0 }
  turn { together: yes  must_keep: chain(6, 5, 4)  bust: thrown has [1 1]  stop: yes  on end { score += pool } }
  over: score > 20
  wins: highest(score)
}
"""

# Asks one thing after another: which dice, on or not, which box, whom, and whether the dice left lying are taken.
CHOICES = """
game choices {
  players: 3
  dice: 2d6
  player { points = 0 }
  turn {
    inherit: dice
    on throw { name_it when throw_no = 1 { may choose aim in 1..6 } }
    keep: some
    stop: yes
    on end { points of chosen += sum(dice)  leave }
  }
  over: rounds = 3
  wins: highest(points)
}
"""
