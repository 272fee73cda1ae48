// What teaches the games, by name: the figures of their rules, and their lessons. Loaded with the pages
// that show them.
import { claims } from '../learn/lessons/claims';
import { levee } from '../learn/lessons/levee';
import { palisade } from '../learn/lessons/palisade';
import { redstone } from '../learn/lessons/redstone';
import type { Lesson } from '../learn/lesson';
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

export const LESSONS: Record<GameName, Lesson> = { palisade, redstone, levee, claims };
