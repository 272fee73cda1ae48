// What blind mode says of each game, by name. Loaded with blind mode.
import type { Spoken } from '../blind/view';
import type { GameName } from '../wasm';
import { claimsSpoken } from './claims.spoken';
import { leveeSpoken } from './levee.spoken';
import { palisadeSpoken } from './palisade.spoken';
import { redstoneSpoken } from './redstone.spoken';

export const SPOKEN: Record<GameName, Spoken> = {
  palisade: palisadeSpoken,
  redstone: redstoneSpoken,
  levee: leveeSpoken,
  claims: claimsSpoken,
};
