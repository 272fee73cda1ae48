// The figures of all games; the rules page loads them with itself.
import type { GameName } from '../wasm';
import { claimsFigures } from './claims.figures';
import type { RuleFigure } from './figure';
import { leveeFigures } from './levee.figures';
import { palisadeFigures } from './palisade.figures';
import { redstoneFigures } from './redstone.figures';

export const FIGURES: Record<GameName, RuleFigure[]> = {
  palisade: palisadeFigures,
  redstone: redstoneFigures,
  levee: leveeFigures,
  claims: claimsFigures,
};
