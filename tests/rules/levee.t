# Levee: rules L1-L4 (and G1, G3, G4 as far as Levee has a say in them).

# l1_bottom_and_top_belong_to_the_first_player
game levee 3
board
...
.+.
.#.
turn 2
play b3
winner 2
points 0 1

# l1_left_and_right_belong_to_the_second_player
game levee 3
moves a2 a1
running
play c2
winner 1
points 1 0

# l1_corners_belong_to_nobody
game levee 5
board
.....
#...#
#.+..
#...#
.....
running
play e3
winner 1

# l2_points_between_two_diagonal_stones_are_not_connected
# The sheet's figure 2: d3 and c2 lie side by side, but c3 and d2 are joined between them.
game levee 7
board
.......
.......
...#...
..#+#..
.....#.
...#.#.
.......
running
play c3
winner 1

# l2_a_diagonal_step_past_one_stone_is_open
# The only way to the left leads from c3 to b2 and on; b3 alone does not close it.
game levee 5
board
.....
.###.
.#+#.
...#.
.....
running

# l2_a_channel_has_only_one_edge_point
# From c2 one comes to b1, c1 and d1, but not along the edge to a2 or e2.
game levee 5
board
.....
..#..
.#+#.
.#.#.
.....
winner 1

# l2_a_channel_contains_no_corner
# b2 is the last point inside; from there a2 and a3 are stones, and a1 leads nowhere.
game levee 5
board
.....
.###.
#.+#.
#..#.
.....
turn 2
winner 1

# l3_corners_may_be_played
game levee 3
legal a1 a2 a3 b1 b3 c1 c2 c3
play a1 c3
running
board=
..#
.+.
#..

# l3_stones_on_the_corners_change_nothing
game levee 3
moves a1 a3 c1 c3
running
legal a2 b1 b3 c2
play b1 c2 b3
winner 2

# l3_an_occupied_point_is_refused
game levee 5
moves b2
refused b2 L3
points b2
alternative none

# l3a_the_centre_stays_empty
game levee 5
refused c3 L3a
points c3
running

# l3b_a_circuit_is_refused
game levee 5
board
.....
..#..
.#+#.
.....
.....
refused c2 L3b
points b3 c2 c4 d3
alternative none
legal a1 a2 a3 a4 a5 b1 b2 b4 b5 c1 c5 d1 d2 d4 d5 e1 e2 e3 e4 e5

# l3b_the_circuit_may_be_wide_and_uneven
game levee 7
board
.......
...#...
..#.#..
.#.+.#.
....#..
...#...
.......
refused c3 L3b
points b4 c5 d6 e5 f4 e3 d2 c3

# l3b_only_the_stones_of_a_shortest_circuit_prove_it
game levee 7
board
.......
.......
..###..
..#+#..
..#.#..
.......
.......
refused d3 L3b
points c4 d5 e4 d3

# l3b_a_circuit_through_a_corner_has_a_shorter_one_beside_it
game levee 5
board
.....
.#...
#.+#.
#.#..
##...
refused c4 L3b
points a2 a3 b1 b4 c2 c4 d3

# l3b_two_edges_full_of_stones_are_no_circuit
game levee 5
board
.###.
.....
..+..
.....
.###.
winner 2

# l3b_the_edge_of_the_board_is_no_part_of_a_circuit
# With the left edge the stones would surround the centre after c2; that is no circuit.
game levee 5
board
.....
.##..
..+#.
.#...
.....
turn 2
play c2
winner 2

# l3b_an_illegal_point_stays_illegal
game levee 7
board
.......
.......
...#...
..#+#..
.......
.......
.......
refused d3 L3b
play a1 b6
refused d3 L3b
play g7 c3
refused d3 L3b
points c4 d3 d5 e4
running

# l3_no_play_puts_a_stone_on_the_centre
game levee 5
board
.....
.....
..#..
.....
.....
impossible

# l3b_no_play_leads_to_a_circuit
game levee 5
board
.....
..#..
.#+#.
..#..
.....
impossible

# l4_a_player_whose_move_closes_their_last_channel_has_lost
game levee 5
board
.....
.##..
..+#.
.#...
.....
turn 1
play c2
winner 2

# l4_a_mover_may_leave_the_opponent_without_channels
game levee 5
board
.....
.##..
..+#.
.#...
.....
turn 2
play c2
winner 2

# l4_the_game_goes_on_while_both_have_a_channel
game levee 7
board
.......
.#####.
.#....#
.#.+.#.
.#.###.
.#.....
.......
running

# l4_there_is_no_passing
game levee 5
refused pass L4
running

# l4_nothing_is_legal_after_the_end
game levee 3
board
...
#+#
...
winner 1
legal
refused a1 G4

# g1_points_off_the_board_are_refused
game levee 5
refused f1 G1
refused a6 G1
play A1 E5

# g3_levee_has_neither_red_stones_nor_swaps
game levee 5
moves b2
refused swap G3
refused c2r G3

# l3b_a_circuit_on_the_largest_board
game levee 25
moves l13 m12 n13
refused m14 L3b
points l13 m12 m14 n13
