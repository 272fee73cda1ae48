// English for puzzles that members make and moderators review.
export const composeEn = {
  'desk.title': 'Puzzles under review',
  'desk.reported': 'Reported puzzles',
  'desk.none': 'No puzzle waits.',
  'desk.reports': 'Reports: {n}',
  'desk.facts':
    '{game} {size}, {side} to move. Solution: {move}. Rating {rating}; attempts: {tries}, solved: {solved}.',
  'desk.reason': 'Reason',
  'desk.reason.hint': 'Everybody who reported the puzzle reads this.',
  'desk.keep': 'Keep it',
  'desk.withdraw': 'Withdraw it',
  'desk.withdrawn': 'This puzzle was withdrawn: {reason}',
  'desk.gone': 'This puzzle is not in the collection any more.',
  'desk.study': 'Open in analysis',
  'desk.more': 'Show more',
  'desk.only': 'This page is for moderators.',
};
