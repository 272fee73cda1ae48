// The quiz at the end of each course: statements about positions. The rules say which of them are true.
import type { Fact, Told } from './facts';
import type { Game } from './replay';
import type { GameName } from '../wasm/wasm';

export interface Question extends Game {
  fact: Told & { kind: QuizKind };
  show?: 'water' | 'claims';
}

/** The kinds of facts that a quiz asks about. */
export type QuizKind = Extract<
  Fact['kind'],
  'legal' | 'wet' | 'channel' | 'liberties' | 'takes' | 'owned' | 'claims' | 'points' | 'won'
>;
type QuizFact = Question['fact'];

const asks =
  (game: GameName, size: number, show?: 'water' | 'claims') =>
  (diagram: string, side: number, ...facts: QuizFact[]): Question[] =>
    facts.map((fact) => ({
      setup: { game, width: size, height: size, players: 2, options: 0 },
      from: { diagram, side },
      moves: [],
      fact,
      ...(show ? { show } : {}),
    }));

const palisade = asks('palisade', 5);
const redstone = asks('redstone', 5);
const levee = asks('levee', 5, 'water');
const claims = asks('claims', 5, 'claims');
const CLAIMS_ROW = '.. .. .. .. ..';

export const QUIZZES: Record<GameName, readonly Question[]> = {
  palisade: [
    ...palisade('..... ..... ..x.. ..... .....', 1, { kind: 'legal', move: 'b1' }),
    ...palisade('..... ..... ..x.. .x.x. ..x..', 2, { kind: 'legal', move: 'c2' }),
    ...palisade('..... ..... ..x.. .x.x. ..x..', 1, { kind: 'owned', point: 'c2', side: 1 }),
    ...palisade('..... ..... ..x.. .xox. .....', 1, { kind: 'takes', move: 'c1', n: 1, own: 0 }),
    ...palisade('..... ..... x.... ox... .....', 1, { kind: 'takes', move: 'a1', n: 1, own: 0 }),
    ...palisade('..... ..... x.... ox... .....', 1, { kind: 'owned', point: 'b1', side: 1, after: 'a1' }),
  ],
  redstone: [
    ...redstone('..... ..... ..w.. .bb.. .....', 2, { kind: 'liberties', point: 'b2', n: 5 }),
    ...redstone(
      '..... ..... ..... w.... b...b',
      2,
      { kind: 'legal', move: 'b1' },
      { kind: 'legal', move: 'b1r' },
    ),
    ...redstone('..... ..... ..... w.b.. b.wb.', 1, { kind: 'takes', move: 'b1r', n: 1, own: 0 }),
    ...redstone(
      '....w ..... ..... r.... .r..b',
      1,
      { kind: 'legal', move: 'a1' },
      { kind: 'legal', move: 'd4r' },
    ),
    ...redstone('..... ..... ..... r.r.. b.wr.', 2, { kind: 'won', side: 2, after: 'b1r' }),
  ],
  levee: [
    ...levee('..... ..... ..+.. .#... .....', 1, { kind: 'wet', point: 'a1' }, { kind: 'legal', move: 'a1' }),
    ...levee('..... ..... .#+.. .#... .....', 1, { kind: 'wet', point: 'a2' }),
    ...levee('..... ..... .#+.. ..#.. .....', 2, { kind: 'wet', point: 'b2' }),
    ...levee('..... .#.#. .#+#. .#... .....', 1, { kind: 'channel', side: 2, has: true }),
    ...levee('..... ..... .#+#. ..#.. .....', 2, { kind: 'legal', move: 'c4' }),
    ...levee('..... .#... .#+#. .#.#. .....', 2, { kind: 'won', side: 1, after: 'd4' }),
  ],
  claims: [
    ...claims(
      [CLAIMS_ROW, CLAIMS_ROW, '.. .. x1 .. ..', CLAIMS_ROW, CLAIMS_ROW].join('\n'),
      2,
      {
        kind: 'claims',
        point: 'd4',
        side: 1,
        n: 1,
      },
      { kind: 'legal', move: 'c2' },
    ),
    ...claims([CLAIMS_ROW, '.. .. o1 .. ..', '.. o1 x1 .. ..', CLAIMS_ROW, CLAIMS_ROW].join('\n'), 1, {
      kind: 'legal',
      move: 'c3',
    }),
    ...claims(
      [CLAIMS_ROW, CLAIMS_ROW, CLAIMS_ROW, CLAIMS_ROW, 'x3 .. .. .. ..'].join('\n'),
      2,
      {
        kind: 'claims',
        point: 'b2',
        side: 1,
        n: 1,
      },
      { kind: 'claims', point: 'c3', side: 1, n: 1 },
    ),
    ...claims([CLAIMS_ROW, CLAIMS_ROW, 'x3 o1 .. .. ..', CLAIMS_ROW, CLAIMS_ROW].join('\n'), 2, {
      kind: 'claims',
      point: 'c3',
      side: 1,
      n: 1,
    }),
    ...claims([CLAIMS_ROW, '.. .. x1 .. ..', '.. .. o1 .. ..', CLAIMS_ROW, CLAIMS_ROW].join('\n'), 1, {
      kind: 'legal',
      move: 'c3',
    }),
  ],
};
