// Explanations of the games, by name: the figures of their rules, their lessons, and their words in
// blind mode. They are loaded with the components that show them.
import type { Spoken } from './view';
import { claims } from './claims.lesson';
import { levee } from './levee.lesson';
import { palisade } from './palisade.lesson';
import { redstone } from './redstone.lesson';
import type { Lesson } from './lesson';
import type { GameName } from '../wasm/wasm';
import { claimsFigures, claimsSpoken } from './claims.explain';
import type { RuleFigure } from './figure';
import { leveeFigures, leveeSpoken } from './levee.explain';
import { palisadeFigures, palisadeSpoken } from './palisade.explain';
import { redstoneFigures, redstoneSpoken } from './redstone.explain';

export const FIGURES: Record<GameName, RuleFigure[]> = {
  palisade: palisadeFigures,
  redstone: redstoneFigures,
  levee: leveeFigures,
  claims: claimsFigures,
};

export const LESSONS: Record<GameName, Lesson> = { palisade, redstone, levee, claims };

export const SPOKEN: Record<GameName, Spoken> = {
  palisade: palisadeSpoken,
  redstone: redstoneSpoken,
  levee: leveeSpoken,
  claims: claimsSpoken,
};
