// The rules of the games in our own words, in English; a figure to try follows each paragraph on the page.
import type { GameName } from '../../wasm/wasm';

export interface RulesText {
  goal: string;
  paragraphs: { heading: string; text: string; rule: string }[];
}

export const rulesEn: Record<GameName, RulesText> = {
  palisade: {
    goal: 'Own more points than your opponent when every point of the board is owned.',
    paragraphs: [
      {
        heading: 'Your points and your opponent’s',
        rule: 'P1',
        text: 'The points alternate like the squares of a chessboard. Black places stones only where column and row add up to an even number (a1 is such a point), White only on the others. Black begins. Each turn is one stone.',
      },
      {
        heading: 'The ring',
        rule: 'P2',
        text: 'A ring of stones surrounds the board, in the same alternating colours. These stones help to build loops and can never be taken. They are drawn small, outside the board.',
      },
      {
        heading: 'Loops',
        rule: 'P3, P4',
        text: 'Stones of one colour that touch diagonally are linked. A closed chain of links is a loop; the smallest has four stones. When your stone closes a loop, all enemy stones inside are removed, even whole enemy loops.',
      },
      {
        heading: 'No way in',
        rule: 'P5',
        text: 'Nobody may place a stone inside a loop, not even its owner.',
      },
      {
        heading: 'The end',
        rule: 'P6',
        text: 'You own the stones on your loops and every point within them. When all points are owned, the player with more points wins. There are no draws and there is no passing.',
      },
    ],
  },
  redstone: {
    goal: 'Take all of your opponent’s stones off the board.',
    paragraphs: [
      {
        heading: 'Groups and liberties',
        rule: 'R1',
        text: 'Black and White take turns; Black begins. Stones of one colour that touch along the lines are a group; the empty points next to it are its liberties. A group without liberties is bounded.',
      },
      {
        heading: 'Your own stone',
        rule: 'R2',
        text: 'You may place a stone of your colour wherever it leaves no group of either colour bounded.',
      },
      {
        heading: 'The red stone',
        rule: 'R3, R4',
        text: 'You may place a red stone only where it bounds at least one group, of either colour. All bounded groups are removed at once, including your own: taking an enemy group does not save yours. Red stones stay for ever.',
      },
      {
        heading: 'The end',
        rule: 'R5, R6',
        text: 'If your capture leaves only your colour, or neither colour, you win. If it leaves only the other colour, you lose. There is no passing, and there are no draws.',
      },
      {
        heading: 'The pie rule',
        rule: 'R7',
        text: 'After Black’s first stone, the second player may swap: they take over Black and that stone, and the first player continues as White.',
      },
    ],
  },
  levee: {
    goal: 'Leave your opponent without a channel from the centre to their edges.',
    paragraphs: [
      {
        heading: 'Edges',
        rule: 'L1',
        text: 'Player 1 owns the bottom and top edges, player 2 the left and right edges. The corners belong to nobody. All stones are alike.',
      },
      {
        heading: 'Channels',
        rule: 'L2',
        text: 'Water rises at the centre and flows over empty points, straight or diagonally, to an empty edge point. The owner of that edge owns the channel. Water cannot pass diagonally between two stones, and it does not use the corners.',
      },
      {
        heading: 'Where you may build',
        rule: 'L3',
        text: 'Place one stone on any empty point, but not on the centre (L3a), and not where it would close a circuit of stones around the centre (L3b).',
      },
      {
        heading: 'The end',
        rule: 'L4',
        text: 'As soon as one player has no channel left, the other player wins, no matter who placed the last stone. There are no draws and there is no passing.',
      },
    ],
  },
  claims: {
    goal: 'Hold more empty squares than anyone else when nobody can or wants to play on.',
    paragraphs: [
      {
        heading: 'A turn',
        rule: 'C1, C2',
        text: 'Put a piece on an empty square, attack another player’s stack with a piece on top, add a second piece to a stack of your own, or pass. A stack belongs to the player who played on it last. You may add a second piece once each time a square becomes yours.',
      },
      {
        heading: 'Claims',
        rule: 'C3',
        text: 'A stack lays one claim on each square along its row and column, as far away as its height. From height 3 on, it also claims diagonally, as far as its height minus two.',
      },
      {
        heading: 'Blocking',
        rule: 'C4',
        text: 'Along rows and columns a claim is lost if every square between is occupied; one gap keeps it. Neighbours and diagonals are never blocked.',
      },
      {
        heading: 'Placing',
        rule: 'C5',
        text: 'You may enter an empty square if you have at least as many claims there as each other player.',
      },
      {
        heading: 'Attacking',
        rule: 'C6',
        text: 'You may attack a stack if your claims on its square are at least its height plus its owner’s claims there. The stack is then yours, and jacked.',
      },
      {
        heading: 'The end',
        rule: 'C7, C8',
        text: 'The game ends when all pass in a row or nobody can place anything. You score one point for each empty square on which you have more claims than every other player. If the players have agreed to it, each jacked stack that you hold scores one more.',
      },
      {
        heading: 'Three and four players',
        rule: 'C9',
        text: 'If several different players have attacked you since your last turn, you get one extra play for each of them after the first. Each is a full play: you may even put a second piece on a stack that you jacked earlier in the same turn.',
      },
    ],
  },
};
