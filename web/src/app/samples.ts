// Games between engines that the front page plays through, as records of moves.
import { OPTION_SWAP } from '../wasm';
import type { GameName, Setup } from '../wasm';
import { rules } from './env';
import type { Game } from './game';

export interface Sample extends Game {
  /** Where the page begins to play on. */
  pause: number;
}

export const SAMPLES: Record<GameName, { size: number; pause: number; moves: string[] }> = {
  palisade: {
    size: 9,
    pause: 33,
    moves: [
      'e3 d7 b6 e8 d6 c6 e7 e6 e5 d5 f6 f7 d4 f5 f4 g6 g1 c2 h4 b5 b2 c4 c1 e2 e1 d1 d2',
      'i2 i3 h1 h2 g2 g5 a6 c3 a8 h8 i8 i7 h9 a7 b7 h6 a2 a1 f9 g7 b3 a3 a4 e9 d9 c7 b9',
      'f8 g8 i5',
    ],
  },
  redstone: {
    size: 9,
    pause: 54,
    moves: [
      'b5 c7 f5 d6 e5 c5 d4 c4 c3 f6 e6 d3 e7 d5 e4 e3 d7 f3 b4 c6 b3 g4 g5 c8 d8 d9 h5',
      'h4 b6 i5 b7 c9 b8 f8 e9 g6 h6 h7 b9r i6 i4 i7 g7 c2 g8 d2 i3 b2 i2 h8 h9 i8 h1',
      'h2 g2 h3 i9r f4 i5 a3 g1 a2 i1 c7 f2 c6 c5 d6 c1 h8 e2 c8 h7 a4 i8r e8 a5 f1 b1',
      'g9 d1 a6 d5 h8r a1 f9 g3r a3 d9 b2 c2 h4 h3 i6 f3 a7r a4 a9 f7r g4 h9r d2 f9 d3',
      'c9r c7 c6 e8 h2 f6 c4 e1r f1 a2r b2 i7r a3 e3r d6 f8r d2 f4r h4 g6r a8r c8r',
    ],
  },
  levee: {
    size: 9,
    pause: 14,
    moves: ['f3 c7 g5 e7 a6 d8 c5 f7 h4 e3 h6 d3 c6 g8 b4 g2 i7 c2 i8 g7 i3 h1 g3 b1'],
  },
  claims: {
    size: 8,
    pause: 44,
    moves: [
      'c3 g6 e6 e3 d2 d5 e5 d4 f2 e3 c4 e5 f6 e5 g6 c6 c8 c6 c4 c8 b7 e6 f5 b2 e2 b3 c3',
      'b4 f3 e6 g6 c4 h4 g1 a1 c3 h4 f3 f5 g2 f8 h8 d2 h3 a1 c1 g4 f2 a3 a8 a5 e8 f8 a6',
      'h8 a5 e1 a3 b7 a4 d7 d8 g4 d6 e2 c1 h8 f3 e1 f2 d1 f5 f7 g3 e7 c4 g5 d7 e8 g4 h5',
      'a2 f7 a2 e7 pass h5 e2 g5 a6 e8 f6 d1 c8 g7 c7 g7 pass g8 b6 g8 d5 h6 f4 h6 b5',
      'h7 g1 h7 pass pass',
    ],
  },
};

export function sampleGame(game: GameName): Sample {
  const { size, pause, moves } = SAMPLES[game];
  // Without the pie rule, so that the moves can be taken from the first one on.
  const options = rules().info(game).optionsDefault & ~OPTION_SWAP;
  const setup: Setup = { game, width: size, height: size, players: 2, options };
  return { setup, moves: moves.flatMap((line) => line.split(' ')), pause };
}
