# Redstone: rules R1-R7. On the boards b is black (side 1), w white, r red.

# r1_adjacent_is_orthogonal_only
game redstone 3
board
b . .
. w .
. . .
turn 2
refused c3r R3
points
alternative c3

# r1_red_stones_form_no_groups
game redstone 3
board
r r .
r . w
. b .
refused b2r R3
points c1 c3
alternative b2

# r1_a_shared_liberty_counts_once_for_its_group
game redstone 4
board
. b r .
b b r .
r r w .
. . . .
play a4r
winner 2
board=
r . r .
. . r .
r r w .
. . . .

# r2_own_stone_bounds_nothing
game redstone 4
board
w . b .
. . . .
. . . .
. . . b
play b4
play a3
board=
w b b .
w . . .
. . . .
. . . b
running

# r2_a_stone_may_not_bound_itself
game redstone 5
board
. w . w .
w w w w w
. . . . .
b b . . .
. . . . .
refused a5 R2
points a5
alternative none
refused a5r R3
points a3
refused c5 R2
points c5
refused e5 R2
points e5
board=
. w . w .
w w w w w
. . . . .
b b . . .
. . . . .

# r2_a_stone_may_not_bound_the_enemy
game redstone 4
board
b . w b
b w w b
b b b .
. . . .
refused b4 R2
points c4 b3 c3
alternative b4r
running

# r2_a_stone_may_not_bound_both
game redstone 4
board
b . w r
b w w r
r r r .
. . b .
refused b4 R2
points a4 a3 b4 c4 b3 c3
alternative b4r

# r2_joining_a_group_with_a_liberty_saves_the_bounded_one
game redstone 4
board
b . b .
r r b .
. . . .
. w . .
play b4
board=
b b b .
r r b .
. . . .
. w . .
running

# r3_red_must_bound_a_group
game redstone 3
board
b . .
. . .
. . w
refused b2r R3
points
alternative b2
refused b3r R3
points a2
legal b3 c3 a2 b2 c2 a1 b1

# r3_a_liberty_that_two_groups_keep_is_shown_once
game redstone 3
board
r r .
w . r
. b r
refused b2r R3
points a1
alternative b2

# r3_the_liberty_that_is_kept_may_be_another_stones
game redstone 3
board
b . .
r w r
. w r
refused a1r R3
points b3
alternative none

# r3_own_and_red_may_both_be_legal
game redstone 4
board
b w . .
. w . .
b w . .
. . . .
legal a3 a3r c4 d4 c3 d3 c2 d2 a1 b1 c1 d1
play a3r
board=
. w . .
r w . .
b w . .
. . . .
running

# r3_self_capture_is_allowed
game redstone 3
board
b . .
w . .
. . b
play b3r
board=
. r .
w . .
. . b
running

# r4_own_bounded_group_falls_too
game redstone 5
board
r b b r .
b . w r .
r . r . .
. . . . .
w . . . b
turn 2
refused b4 R2
points a4 b5 c5
alternative b4r
play b4r
board=
r . . r .
. r . r .
r . r . .
. . . . .
w . . . b
running

# r4_only_red_stones_capture
game redstone 3
moves b2 a3 a2 c1
refused b3 R2
points a3
alternative b3r
play b3r
board=
. r .
b b .
. . w
running

# r4_a_bounded_group_cannot_be_set_up
game redstone 3
board
w b .
b . .
. . .
impossible

# r4_red_stones_stay
game redstone 3
board
w . b
b . .
. . w
play b3r
board=
. r b
b . .
. . w
play b1
refused b3 G3
points b3

# r5_annihilation_wins
game redstone 3
board
w . b
b . .
. . .
play b3r
winner 1
points 1 0
legal
board=
. r b
b . .
. . .

# r5_capturing_ones_own_last_stone_loses
game redstone 3
board
b . w
w . .
. . .
play b3r
winner 2
points 0 1

# r5_the_mover_wins_an_empty_board
game redstone 2
board
b .
r w
turn 2
play b2r
winner 2
board=
. r
r .

# r5_a_colour_not_yet_placed_is_not_annihilated
game redstone 3
moves b2
running
play b1
running

# r6_passing_does_not_exist
game redstone 3
refused pass R6
points

# r6_a_colour_that_is_missing_must_come_next
game redstone 2
board w . / . w
impossible

# r7_player_2_may_swap_on_ply_2
game redstone 2
legal a1 a2 b1 b2
refused swap R7
play a1
legal a2 b1 b2 swap
play swap
refused swap R7
legal a2 b1 b2
play a2
board=
w .
b .

# r7_no_swap_when_it_is_not_agreed
game redstone 2 swap=0
moves a1
refused swap R7
legal a2 b1 b2

# r7_no_swap_after_ply_2
game redstone 3
moves a1 c3
refused swap R7

# g1_a_point_must_be_on_the_board
game redstone 13
moves m13
refused m13 G3
points m13
