// The games, by name. A game that has no row here does not compile.
import { setLooks } from '../board/look';
import type { GameName } from '../wasm/wasm';
import { claims } from './claims';
import type { GamePage } from './game';
import { levee } from './levee';
import { palisade } from './palisade';
import { redstone } from './redstone';

export type { GamePage } from './game';

export const GAME_PAGES: Record<GameName, GamePage> = { palisade, redstone, levee, claims };

setLooks({
  palisade: palisade.look,
  redstone: redstone.look,
  levee: levee.look,
  claims: claims.look,
});
