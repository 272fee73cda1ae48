// The questions of a quiz: statements about positions. The rules say which of them are true.
import type { Fact, Told } from './facts';
import type { Game } from './replay';
import type { GameName } from '../wasm/wasm';

/** The kinds of facts that a quiz asks about. */
type QuizKind = Extract<
  Fact['kind'],
  'legal' | 'wet' | 'channel' | 'liberties' | 'takes' | 'owned' | 'claims' | 'points' | 'won'
>;

export interface Question extends Game {
  fact: Told & { kind: QuizKind };
  show?: 'water' | 'claims';
}

/** Makes the questions about a position of a game. */
export const asks =
  (game: GameName, size: number, show?: 'water' | 'claims') =>
  (diagram: string, side: number, ...facts: Question['fact'][]): Question[] =>
    facts.map((fact) => ({
      setup: { game, width: size, height: size, players: 2, options: 0 },
      from: { diagram, side },
      moves: [],
      fact,
      ...(show ? { show } : {}),
    }));
