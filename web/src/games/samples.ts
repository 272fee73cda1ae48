// Games between engines that the front page plays through, as records of moves.
import { GAME_PAGES } from '.';
import { OPTION_SWAP } from '../wasm/wasm';
import type { GameName, Setup } from '../wasm/wasm';
import { rules } from '../wasm/loaded';
import type { Game } from './position';

export interface Sample extends Game {
  /** Where the page begins to play on. */
  pause: number;
}

export function sampleGame(game: GameName): Sample {
  const { size, pause, moves } = GAME_PAGES[game].sample;
  // Without the pie rule, so that the moves can be taken from the first one on.
  const options = rules().info(game).optionsDefault & ~OPTION_SWAP;
  const setup: Setup = { game, width: size, height: size, players: 2, options };
  return { setup, moves: moves.flatMap((line) => line.split(' ')), pause };
}
