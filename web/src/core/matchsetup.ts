// The board of a match on the server, as the rules take it.
import { OPTION_JACKED, OPTION_SWAP } from '../wasm/wasm';
import type { Setup } from '../wasm/wasm';
import type { MatchHead } from './net';

export function setupOf(m: MatchHead): Setup {
  const options = (m.options.swap ? OPTION_SWAP : 0) | (m.options.jacked ? OPTION_JACKED : 0);
  return { game: m.game, width: m.width, height: m.height, players: m.seats.length, options };
}
