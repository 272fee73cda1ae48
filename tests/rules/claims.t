# The claims game (Barrie Evans). On the boards x is player 1, o player 2, a player 3, b player 4.

# c2_first_piece_may_go_anywhere
game claims 3
legal a1 b1 c1 a2 b2 c2 a3 b3 c3 pass
play b2
board=
.. .. ..
.. x1 ..
.. .. ..
running

# c2_a_second_piece_needs_no_claims
game claims 5
board
.. .. .. .. ..
.. .. o1 .. ..
.. o1 x1 o1 ..
.. .. o1 .. ..
.. .. .. .. ..
play c3
board=
.. .. .. .. ..
.. .. o1 .. ..
.. o1 x2 o1 ..
.. .. o1 .. ..
.. .. .. .. ..

# c2_a_third_own_piece_is_refused
game claims 4
moves b2 pass b2 pass
refused b2 C2
points b2
board=
.. .. .. ..
.. .. .. ..
.. x2 .. ..
.. .. .. ..

# c2_a_second_piece_is_allowed_again_after_an_attack
game claims 5
board
.. .. .. .. ..
.. .. x1 .. ..
.. x1 o1 .. ..
.. .. .. .. ..
.. .. .. .. ..
play c3
play a1
play c3
play e5
refused c3 C2
points c3
board=
.. .. .. .. o1
.. .. x1 .. ..
.. x1 x3 .. ..
.. .. .. .. ..
o1 .. .. .. ..

# c2_pass_is_always_legal_and_a_passer_may_play_again
game claims 3
play pass
play b2
play a1
running

# c3_a_stack_of_one_claims_its_neighbours_only
game claims 5
moves c3
refused c4 C5
points c3
refused b3 C5
play b4
running

# c3_a_stack_of_two_claims_two_squares_away
game claims 5
board
.. .. .. .. ..
.. .. .. .. ..
.. .. x2 .. ..
.. .. .. .. ..
.. .. .. .. ..
turn 2
refused c5 C5
points c3
legal a1 b1 d1 e1 a2 b2 d2 e2 a4 b4 d4 e4 a5 b5 d5 e5 pass

# c3_a_stack_of_three_claims_one_square_diagonally
game claims 7
board
.. .. .. .. .. .. ..
.. .. .. .. .. .. ..
.. .. .. .. .. .. ..
.. .. .. x3 .. .. ..
.. .. .. .. .. .. ..
.. .. .. .. .. .. ..
.. .. .. .. .. .. ..
turn 2
refused e5 C5
points d4
refused d7 C5
play f6

# c3_a_stack_of_four_claims_four_and_two_squares_away
game claims 9
board
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. x4 .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
turn 2
refused e9 C5
refused a5 C5
refused g7 C5
refused c3 C5
play h8
points 24 4

# c3_all_claims_of_a_stack_pass_to_who_takes_it
game claims 5
board
.. .. .. .. ..
.. .. o1 .. ..
.. o1 x2 .. ..
.. .. .. .. ..
.. .. .. .. ..
turn 2
play c3
refused d3 C5
points c3
refused e3 C5
points c3
refused c1 C5
points c3

# c4_a_claim_over_occupied_squares_only_is_blocked
game claims 6x2
board
.. .. .. .. .. ..
x3 o1 o1 .. .. ..
turn 2
play d1

# c4_one_gap_keeps_the_claim
game claims 6x2
board
.. .. .. .. .. ..
x3 o1 .. .. .. ..
turn 2
refused d1 C5
points a1

# c4_filling_the_last_gap_blocks
game claims 6x2
board
.. .. .. .. .. ..
x3 .. o1 .. .. ..
points 2 1
play b1
points 2 2

# c4_filling_the_last_gap_blocks_down_a_column
game claims 2x6
board
.. ..
x3 ..
o1 ..
.. ..
.. ..
.. ..
turn 2
play a3
refused a2 C5
points a3

# c4_neighbours_and_diagonals_are_never_blocked
game claims 5
board
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
o1 o1 .. .. ..
x4 o1 .. .. ..
turn 2
refused c3 C5
points a1

# c5_equal_claims_are_enough
game claims 5
board
.. .. .. .. ..
.. .. .. .. ..
.. x1 .. o1 ..
.. .. .. .. ..
.. .. .. .. ..
play c3
running

# c5_each_other_player_is_compared_not_their_sum
game claims 5 players=3
board
.. .. .. .. ..
.. .. o1 .. ..
.. x1 .. a1 ..
.. .. .. .. ..
.. .. .. .. ..
play c3

# c6_an_attack_needs_the_height_and_the_defending_claims
game claims 5
board
.. .. .. .. ..
.. .. x1 .. ..
.. x1 o1 o1 ..
.. .. .. .. ..
.. .. .. .. ..
play c3

# c6_one_claim_too_few_is_refused
game claims 5
board
.. .. .. .. ..
.. .. x1 .. ..
.. x1 o2 o1 ..
.. .. .. .. ..
.. .. .. .. ..
refused c3 C6
points c3 d3

# c6_claims_of_a_third_player_do_not_defend
game claims 5 players=3
board
.. .. .. .. ..
.. .. a1 .. ..
.. x1 o1 a1 ..
.. .. a1 .. ..
.. .. .. .. ..
play c3
board=
.. .. .. .. ..
.. .. a1 .. ..
.. x1 x2 a1 ..
.. .. a1 .. ..
.. .. .. .. ..

# c2_a_stack_of_nine_grows_to_ten
game claims 9
board
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. x9 .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
play e5
board=
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. x10 .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..
.. .. .. .. .. .. .. .. ..

# c7_two_passes_in_a_row_end_the_game
game claims 3
moves b2 pass
running
play pass
winner 1
points 4 0
refused a1 G4

# c5_of_two_with_as_many_claims_the_first_in_turn_order_is_shown
game claims 5 players=3
board
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
o1 .. a1 .. ..
refused b1 C5
points a1

# c7_three_players_need_three_passes
game claims 3 players=3
moves b2 pass pass
running
play pass
winner 1

# c7_the_game_ends_when_nobody_could_place
game claims 2
moves a1 b2 a2 b1 a1 b2 a2
running
play b1
winner 0
points 0 0

# c8_a_tie_in_claims_scores_for_nobody
game claims 4x2
board
.. .. .. ..
x1 .. o1 ..
points 1 2

# c8_a_third_player_can_spoil_the_majority
game claims 3 players=3
board
.. x1 ..
o1 .. ..
.. .. a1
points 1 1 2

# c8_jacked_stacks_score_with_the_option
game claims 3 jacked=1
board
.. x1 ..
.. .. ..
.. o1 ..
points 2 2
moves b2 pass
play b1
points 7 0

# c8_jacked_stacks_do_not_score_without_it
game claims 3
board
.. x1 ..
.. .. ..
.. o1 ..
moves b2 pass b1
points 6 0

# c9_two_attackers_give_one_additional_play
game claims 5 players=3
board
.. .. .. a1 x1
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
x1 o1 .. .. ..
turn 2
play a1 e5
play c3 c3
refused c3 C6
running

# c9_one_attacker_gives_none
game claims 5 players=3
board
.. .. .. a1 x1
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
x1 o1 .. .. ..
turn 2
play a1 pass
play c3
refused c3 C6

# c9_a_pass_ends_the_turn
game claims 5 players=3
board
.. .. .. a1 x1
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
x1 o1 .. .. ..
turn 2
play a1 e5
play pass
play b1
running

# c9_an_additional_play_may_be_passed_too
game claims 5 players=3
board
.. .. .. a1 x1
.. .. .. .. ..
.. .. .. .. ..
.. .. .. .. ..
x1 o1 .. .. ..
turn 2
play a1 e5
play c3 pass
refused c3 C6
play b1

# c9_an_additional_play_may_double_a_stack_jacked_in_the_same_turn
game claims 5 players=3
board
.. .. .. a1 x1
.. .. x1 .. ..
.. .. o1 .. ..
.. .. .. .. ..
x1 o1 .. .. ..
turn 2
play a1 e5
play c3 c3
board=
.. .. .. a1 a2
.. .. x1 .. ..
.. .. x3 .. ..
.. .. .. .. ..
o2 o1 .. .. ..
refused c3 C6
running

# g3_swap_does_not_exist_here
game claims 3
refused swap G3
refused a1r G3

# g3_the_board_may_be_a_rectangle
game claims 4x2
legal a1 b1 c1 d1 a2 b2 c2 d2 pass
