// A figure of a rules page: a position, a point to try, and the result.
import type { Game } from './replay';
import type { TextKey } from '../i18n';
import type { GameName } from '../wasm/wasm';

type FigureKey = TextKey extends infer K ? (K extends `figure.${infer Name}` ? Name : never) : never;

export interface RuleFigure extends Game {
  /** The paragraph that it belongs to, by its rules as in i18n/en/rules.ts. */
  rule: string;
  /** The end of the key of its caption: 'figure.P1'. */
  caption: FigureKey;
  /** The move to try, and the rule that forbids it if one does. */
  tried: string;
  refused?: string;
  /** The move ends the game. */
  ends?: true;
  show?: 'water' | 'claims';
}

export function figure(
  game: GameName,
  size: number,
  rows: string,
  side: number,
  rest: Omit<RuleFigure, 'setup' | 'from' | 'moves'>,
): RuleFigure {
  const setup = { game, width: size, height: size, players: 2, options: 0 };
  return { setup, from: { diagram: rows, side }, moves: [], ...rest };
}
