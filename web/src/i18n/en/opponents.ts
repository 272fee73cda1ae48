// English for the opponents that the engine is, and for first games against them.
export const opponentsEn = {
  'opp.title': 'Opponents',
  'opp.intro': 'The engine plays at eight levels. Each has a name, a picture and a way to play.',
  'opp.style.1':
    'Looks at next to nothing and leaves its move mostly to chance, but takes a win on the spot.',
  'opp.style.2': 'Looks ahead a little and often plays a second-best move.',
  'opp.style.3': 'Tries about twice as many continuations as {before} and still plays on a whim.',
  'opp.style.4':
    'Tries about twice as many continuations as {before}; now and then it plays a second-best move.',
  'opp.style.5': 'Always plays the best move it finds, except in {varied}, where it still varies.',
  'opp.style.6': 'Patient: it tries at least three times as many continuations as {before}.',
  'opp.style.7':
    'Thorough: over three times as many continuations as {before}, and always the best move it finds.',
  'opp.style.8':
    'Full strength: it thinks for seconds, and a neural network judges in the games that have one.',
  'opp.level': 'level {level}',
  'opp.about': 'about {rating}',
  'opp.rating': 'Rating',
  'opp.here': 'from rated matches here',
  'opp.ladder': 'from games between the levels',
  'opp.note':
    'The rating comes from rated matches on this server once there are enough. Until then it comes from games between the levels, with {name} at {rating}.',
  'opp.play': 'Play {name}',
  'opp.more': 'More about {name}',
  'opp.all': 'All opponents',
  'opp.game': 'Game',
  'opp.strength': 'Strength by game',
  'opp.playouts': 'Playouts a move',
  'opp.playouts.on': '{n} on {size} × {size}',
  'opp.choice': 'Its choice',
  'opp.choice.best': 'the best move it finds',
  'opp.choice.drawn': 'drawn from its good moves',
  'opp.below': 'Against {name}',
  'opp.below.share': 'wins {share} %',
  'opp.matches': 'Rated matches on this server',
  'opp.matches.n': 'Matches',
  'opp.matches.won': 'Won',
  'opp.matches.lost': 'Lost',
  'opp.matches.drawn': 'Drawn',
  'opp.yours': 'Your games against {name} in this browser',
  'opp.yours.none': 'You have not finished a game against {name} in this browser yet.',
  'opp.yours.score': '{title}: {won} won, {lost} lost, {drawn} drawn',
};
