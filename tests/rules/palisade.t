# Palisade: rules P1-P6 (and G1, G3, G4 as far as Palisade has a say in them).

# p1_black_begins_on_the_even_points
game palisade 3
legal a1 c1 b2 a3 c3
refused b1 P1
points b1
play b2
legal b1 a2 c2 b3
refused a1 P1

# p1_a_stone_on_the_other_colours_point_is_impossible
game palisade 5
board
.....
.....
.....
.....
o....
impossible

# p2_the_ring_completes_loops_at_the_side
game palisade 5
board
.....
.....
.....
.....
xox..
play b2
board=
.....
.....
.....
.x...
x.x..
points 4 0

# p2_a_black_stone_in_a_corner_between_white_and_the_ring_is_impossible
# a2 and b1 make a loop with the ring's two white stones at the corner.
game palisade 5
board
.o.o.
o...o
..x..
o...o
xo.o.
impossible

# p2_a_corner_falls_to_two_white_stones
game palisade 5
board
x...x
.....
..x..
o...o
x...x
turn 2
play b1
board=
x...x
.....
..x..
o...o
.o..x
play c1
play d1
board=
x...x
.....
..x..
o...o
.oxo.
refused a1 P5
points a2 b1

# p2_ring_stones_are_not_connected_along_the_side
# c1 touches the black ring stones below b1 and d1, and closes nothing.
game palisade 5
play c1
points 0 0
running

# p2_ring_stones_belong_to_nobody
game palisade 5
board
.....
.....
.....
o....
.....
turn 2
play b1
points 0 3

# p3_four_stones_around_a_point_are_a_loop
game palisade 7
board
.......
.......
...o...
..o.o..
.......
.......
.......
turn 2
points 0 0
play d3
points 0 5
refused d4 P5
points d5 c4 e4 d3

# p3_connections_of_the_two_colours_cross
# d5 completes White's loop around d4, though Black's c3-d4 and d4-e3 cross two of its connections.
game palisade 7
board
.......
.......
.......
..oxo..
..xox..
.......
.......
turn 2
play d5
board=
.......
.......
...o...
..o.o..
..xox..
.......
.......

# p3_a_captured_stone_connects_nothing
# Black takes d3, which connected c4 with e4: d5 closes no loop around d4.
game palisade 7
board
.......
.......
.......
..o.o..
..xox..
...x...
.......
play d4
play d5
board=
.......
.......
...o...
..oxo..
..x.x..
...x...
.......
points 5 0

# p3_orthogonal_neighbours_are_not_connected
game palisade 5
board
.....
..o..
.oxo.
.....
.....
turn 2
play b1
board=
.....
..o..
.oxo.
.....
.o...
running

# p4_figure_3_of_the_sheet
game palisade 7
board
..x....
.xoxo..
...oxo.
ox.x.xo
.ox.x..
..oxo.o
x..o...
play a5
board=
..x....
.x.xo..
x...xo.
ox.x.xo
.ox.x..
..oxo.o
x..o...

# p4_one_placement_may_close_several_loops
game palisade 7
board
.......
...x...
..xox..
.......
..xox..
...x...
.......
play d4
board=
.......
...x...
..x.x..
...x...
..x.x..
...x...
.......
points 9 0

# p4_an_enemy_loop_inside_is_captured_and_its_points_change_hands
game palisade 7
board
.......
.......
..xox..
.xo.ox.
..xox..
...x...
.......
points 0 5
play d6
board=
.......
...x...
..x.x..
.x...x.
..x.x..
...x...
.......
points 13 0

# p4_own_stones_inside_an_own_loop_stay_and_count
game palisade 7
board
.......
.......
..xox..
.x.x.x.
..x.x..
...x...
.......
points 11 0
play d6
board=
.......
...x...
..x.x..
.x.x.x.
..x.x..
...x...
.......
points 13 0

# p4_an_enemy_stone_inside_a_loop_is_impossible
game palisade 7
board
.......
.......
.......
...x...
..xox..
...x...
.......
impossible

# p5_nobody_plays_inside_a_loop_of_his_own
game palisade 7
board
.......
...x...
..x.x..
.x...x.
..x.x..
...x...
.......
refused d4 P5
points d6 c5 b4 c3 d2 e3 f4 e5

# p5_nobody_plays_inside_a_loop_of_the_enemy
game palisade 7
board
.......
...x...
..x.x..
.x...x.
..x.x..
...x...
.......
turn 2
refused c4 P5
points d6 c5 b4 c3 d2 e3 f4 e5

# p5_the_points_of_a_captured_stone_stay_closed
game palisade 7
board
.......
.......
.......
.......
..xox..
...x...
.......
play d4
refused d3 P5
points c3 e3 d2 d4

# p5_figure_4_of_the_sheet
game palisade 7
board
xo.ox.x
....oxo
xo.o.o.
o.o...o
xoxo.ox
.x..ox.
x.x.x.x
legal b6 c5 c7 d2 d6

# p6_stones_that_are_on_no_loop_are_not_owned
game palisade 7
board
x......
.......
...o...
..o.o..
...o...
.......
..x....
points 0 5
running

# p6_the_game_ends_when_all_points_are_owned
game palisade 3
moves c1 c2 c3 b3 b2 a2
running
play a1
winner 2
points 4 5
board=
.o.
oxo
x.x
refused b3 G4

# p6_black_may_win_as_well
game palisade 3
moves a3 c2 a1 a2 b2 b1
running
play c3
winner 1
points 6 3

# p4_a_long_way_round_inside_a_corner_of_the_ring
# The way along the inside of the loop is longer than the way along its outside.
game palisade 7
board
..x..o.
...xo..
xo..x..
.x.x...
..xox..
o.o.o.o
.......
play a7
board=
x.x..o.
...xo..
x...x..
.x.x...
..xox..
o.o.o.o
.......
refused a6 P5

# p3_a_bay_that_is_open_to_the_ring_is_not_inside
# Only between two stones of the ring: above or below b1, h1, b9 and h9, where no stone stands.
game palisade 9
board
...o.o...
o.o...o.o
.o.....o.
.........
.........
.........
.o.....o.
o.o...o.o
...o.o...
legal a1 c1 e1 g1 i1 b2 d2 f2 h2 a3 c3 e3 g3 i3 b4 d4 f4 h4 a5 c5 e5 g5 i5 b6 d6 f6 h6 a7 c7 e7 g7 i7 b8 d8 f8 h8 a9 c9 e9 g9 i9

# p6_there_is_no_passing
game palisade 3
refused pass P6
refused swap G3
refused a1r G3

# g1_only_points_of_the_board
game palisade 3
play a1
refused a1 G3
points a1
