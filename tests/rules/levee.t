# Levee: rules L1-L4.

# l3a_the_centre_stays_empty
game levee 5
refused c3 L3a
points c3
running

# l3_an_occupied_point_is_refused
game levee 5
moves b2
refused b2 L3
points b2

# l3_corners_may_be_played
game levee 3
legal a1 a2 a3 b1 b3 c1 c2 c3
play a1 c3
running
board=
..#
.+.
#..

# l4_a_side_without_channels_has_lost
game levee 3
moves a2 a1
running
play c2
winner 1
points 1 0
legal

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
