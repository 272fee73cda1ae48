// A side as a small mark: a stone of its colour, or a bar of the colour of its shores. The name of the side stands
// beside it.
import type { JSX } from 'preact';

import { GAME_PAGES } from '../games';
import type { GameName } from '../wasm/wasm';

export function SideDot({ game, side }: { game: GameName; side: number }): JSX.Element {
  const shore = GAME_PAGES[game].look.common;
  return <span class={`study-side-dot ${shore ? 'shore' : 'stone'}-${side}`} aria-hidden="true" />;
}
