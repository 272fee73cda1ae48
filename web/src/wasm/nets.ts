// The nets of the engine in the page: fetched when a search wants one, a file a game.
import type { GameName, Rules, Setup } from './wasm';
import { OPTION_JACKED } from './wasm';

const loading = new Map<GameName, Promise<void>>();

/** True iff the game's net plays that board (net_plays of src/net/net.h). */
export function netPlays(rules: Rules, { game, players, width, height, options }: Setup): boolean {
  const { netLeast, netMost } = rules.info(game);
  if (players !== 2 || options & OPTION_JACKED) return false;
  return Math.min(width, height) >= netLeast && Math.max(width, height) <= netMost;
}

/** Waits until the game's net judges, if it plays that board. Without it the engine searches by playouts. */
export function netLoaded(rules: Rules, setup: Setup): Promise<void> {
  if (!netPlays(rules, setup)) return Promise.resolve();
  const { game } = setup;
  const known = loading.get(game);
  if (known) return known;
  const load = async (): Promise<void> => {
    const response = await fetch(`/${game}.net`);
    if (!response.ok) throw new Error(`${game}.net: ${response.status}`);
    if (!rules.net(game, new Uint8Array(await response.arrayBuffer()))) throw new Error(`${game}.net`);
  };
  const asked = load().catch((why: unknown) => console.warn('the engine goes without a net', why));
  loading.set(game, asked);
  return asked;
}
