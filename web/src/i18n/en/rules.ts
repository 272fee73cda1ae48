// The rules of the games in our own words, in English; a figure to try follows each paragraph on the page.
import type { GameName } from '../../wasm';

export interface RulesText {
  goal: string;
  paragraphs: { heading: string; text: string; rule: string }[];
}

export const rulesEn: Record<GameName, RulesText> = {
  palisade: {
    goal: 'Own more points than your opponent when every point of the board is owned.',
    paragraphs: [
      {
        heading: 'Your points and mine',
        rule: 'P1',
        text: 'The points alternate like the squares of a chessboard: Black places only where column and row add up to an even number (a1 is such a point), White only on the others. Black begins, one stone a turn.',
      },
      {
        heading: 'The ring',
        rule: 'P2',
        text: 'Play as though stones stood all around the board, in the same alternating colours. They help to build loops and can never be taken. They are drawn small, outside.',
      },
      {
        heading: 'Loops',
        rule: 'P3, P4',
        text: 'Stones of one colour that touch diagonally are linked. A closed chain of links is a loop; the smallest has four stones. When your stone closes a loop, all enemy stones inside are removed, whole enemy loops among them.',
      },
      {
        heading: 'No way in',
        rule: 'P5',
        text: 'Nothing may be placed inside a loop, whoever it belongs to.',
      },
      {
        heading: 'The end',
        rule: 'P6',
        text: 'You own the stones on your loops and every point within them. When all points are owned, the larger share wins. There are no ties and there is no passing.',
      },
    ],
  },
  redstone: {
    goal: 'Take all of your opponent’s stones off the board.',
    paragraphs: [
      {
        heading: 'Groups and liberties',
        rule: 'R1',
        text: 'Black and White place stones in turn; Black begins. Stones of one colour that touch along the lines are a group; the empty points next to it are its liberties. A group without liberties is bounded.',
      },
      {
        heading: 'Your own stone',
        rule: 'R2',
        text: 'You may place a stone of your colour wherever no group of either colour is bounded afterwards.',
      },
      {
        heading: 'The red stone',
        rule: 'R3, R4',
        text: 'You may place a red stone only where it bounds at least one group, of either colour. All bounded groups are removed at once, your own too: taking an enemy group away does not save yours. Red stones stay for ever.',
      },
      {
        heading: 'The end',
        rule: 'R5, R6',
        text: 'If a capture leaves only your colour, or no colour at all, you win; if it leaves only the other, you lose. There is no passing, and there are no draws.',
      },
      {
        heading: 'The pie rule',
        rule: 'R7',
        text: 'After Black’s first stone the second player may swap: he takes over Black and that stone, and the first player goes on as White.',
      },
    ],
  },
  levee: {
    goal: 'Leave your opponent without a channel from the centre to their edges.',
    paragraphs: [
      {
        heading: 'Edges',
        rule: 'L1',
        text: 'Player 1 owns the bottom and the top edge, player 2 the left and the right one. The corners belong to nobody. All stones are alike.',
      },
      {
        heading: 'Channels',
        rule: 'L2',
        text: 'Water rises at the centre and flows over empty points, straight or diagonally, to an empty edge point; whoever owns that point owns the channel. It cannot slip diagonally between two stones, and it does not use the corners.',
      },
      {
        heading: 'Where you may build',
        rule: 'L3',
        text: 'Place one stone on any empty point, except on the centre (L3a), and except where it would close a circuit of stones around the centre (L3b).',
      },
      {
        heading: 'The end',
        rule: 'L4',
        text: 'As soon as a player has no channel, the other has won, whoever placed the last stone. There are no draws and there is no passing.',
      },
    ],
  },
  claims: {
    goal: 'Hold more empty squares than anybody else when nobody can or wants to play on.',
    paragraphs: [
      {
        heading: 'A turn',
        rule: 'C1, C2',
        text: 'Put a piece on an empty square, attack another player’s stack with a piece on top, add a second piece to a stack of your own, or pass. A stack belongs to whoever played on it last; a second own piece is allowed once each time that a square becomes yours.',
      },
      {
        heading: 'Claims',
        rule: 'C3',
        text: 'A stack lays one claim on each square up to its height away, along rows and columns. From height 3 it claims diagonally too, up to its height less two.',
      },
      {
        heading: 'Blocking',
        rule: 'C4',
        text: 'Along rows and columns a claim is lost if every square between is occupied; one gap keeps it. Neighbours and diagonals are never blocked.',
      },
      {
        heading: 'Placing',
        rule: 'C5',
        text: 'You may enter an empty square if your claims there are at least those of each other player.',
      },
      {
        heading: 'Attacking',
        rule: 'C6',
        text: 'You may attack a stack if your claims on its square are at least its height plus its owner’s claims there. The stack is then yours and jacked.',
      },
      {
        heading: 'The end',
        rule: 'C7, C8',
        text: 'The game ends when all pass in a row or nobody can place anything. Each empty square on which you have more claims than every other player is a point. If so agreed, each jacked stack that you hold is one more.',
      },
      {
        heading: 'Three and four players',
        rule: 'C9',
        text: 'Whoever was attacked by several different players since his last turn has one more play for each of them after the first. Each is a full play: it may put a second piece on a stack that he jacked earlier in the same turn.',
      },
    ],
  },
};
