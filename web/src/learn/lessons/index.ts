// All lessons, by game.
import type { GameName } from '../../wasm';
import type { Lesson } from '../lesson';
import { claims } from './claims';
import { levee } from './levee';
import { palisade } from './palisade';
import { redstone } from './redstone';

export const LESSONS: Record<GameName, Lesson> = { palisade, redstone, levee, claims };
