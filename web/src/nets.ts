// The nets of the engine in the page: fetched when a search wants one, a file a game.
import type { GameName, Rules } from './wasm';

/** The games that have one: named by build.mjs after the files of nets/. */
declare const NETS: readonly string[];

const loading = new Map<GameName, Promise<void>>();

/** Waits until the game's net judges, if there is one. Without it the engine searches by playouts. */
export function netLoaded(rules: Rules, game: GameName): Promise<void> {
  const known = loading.get(game);
  if (known) return known;
  const load = async (): Promise<void> => {
    const response = await fetch(`/${game}.net`);
    if (!response.ok) throw new Error(`${game}.net: ${response.status}`);
    if (!rules.net(game, new Uint8Array(await response.arrayBuffer()))) throw new Error(`${game}.net`);
  };
  const asked = NETS.includes(game)
    ? load().catch((why: unknown) => console.warn('the engine goes without a net', why))
    : Promise.resolve();
  loading.set(game, asked);
  return asked;
}
