// Every form in which a game comes in: SGF, hoshi JSON, or a list of moves. The rules judge its moves
// before it is shown: a study never holds a move that is not allowed.
import type { GameName, Rules, Setup } from '../wasm/wasm';
import { readJson } from './json';
import { BadRecord, INPUT_MAX, UnknownGame, nameOf, plainText } from './record';
import type { InfoOf, Mended } from './record';
import { beginOf, gamesOf, readSgf } from './sgf';
import type { SgfGame } from './sgf';
import { ROOT, grow, newStudy, nodeOf, pathTo, without } from './tree';
import type { NodeId, Study } from './tree';

export interface Read {
  study: Study;
  /** A move that the rules forbid, if there is one; it and what follows it are not in the study. */
  refused: { ply: number; move: string; rule: string; text: string; more: number } | null;
  /** What could not be read as it stands. */
  mended: Mended[];
}

/** What a list of moves is played on. */
export interface Chosen {
  setup: Setup;
}

/** A list of moves: words parted by blanks and commas; numbers with a point are only counted. */
function readMoves(text: string, chosen: Chosen | null): Study {
  const words = text
    .replace(/\b\d+\s*(\.+|\))/g, ' ')
    .toLowerCase()
    .split(/[\s,;/-]+/)
    .filter((w) => w !== '');
  const stranger = words.find((w) => !/^([a-y]([1-9]|1\d|2[0-5])r?|pass|swap)$/.test(w));
  if (stranger !== undefined || words.length === 0)
    throw new BadRecord(words.length === 0 ? 'import.bad.nothing' : 'import.bad.word', {
      word: stranger ?? '',
    });
  if (!chosen) throw new UnknownGame();
  const study = newStudy(chosen.setup);
  words.reduce<NodeId>((at, move) => grow(study, at, { move }), ROOT);
  return study;
}

/** Three slots of the rules that no page uses. */
const START = 4;
const HERE = 5;

/** Judges each move; sides that the record does not say are filled in. */
export function judged(study: Study, rules: Rules): Read {
  begin(study, rules);
  let kept = study;
  let refused: Read['refused'] = null;
  // Down one line after the other; the position at a fork is replayed from the start.
  const todo: NodeId[] = [...nodeOf(study, ROOT).children].reverse();
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    rules.copy(HERE, START);
    const before = pathTo(study, id).slice(0, -1);
    for (const n of before) playIn(rules, nodeOf(study, n).move);
    for (let at: NodeId | undefined = id; at !== undefined;) {
      const node = nodeOf(study, at);
      const { side, ply } = rules.state(HERE);
      const why = node.move === '' ? null : whyNot(rules, node.move);
      if (why) {
        refused ??= { ply: ply + 1, move: node.move, ...why, more: 0 };
        refused.more++;
        kept = without(kept, at);
        break;
      }
      if (node.move !== '') Object.assign(node, { side });
      todo.push(...node.children.slice(1).reverse());
      at = node.children[0];
    }
  }
  return { study: kept, refused, mended: [] };
}

/** Brings the position that the study begins from into a slot, or tells why no game can reach it. */
function begin(study: Study, rules: Rules): void {
  const { setup, from } = study;
  try {
    if (!from) rules.start(START, setup);
    const why = from && rules.place(START, setup, from.cells, from.side);
    if (!why) return;
    const points = why.points.map((p) => nameOf(p, setup)).join(', ');
    throw new BadRecord('import.bad.start', { rule: why.rule, points });
  } catch (e) {
    throw e instanceof BadRecord ? e : new BadRecord('import.bad.start', { rule: 'range' });
  }
}

function playIn(rules: Rules, word: string): void {
  const move = word === '' ? null : rules.parse(HERE, word);
  if (move !== null) rules.play(HERE, move);
}

/** Plays the word, or tells why not. */
function whyNot(rules: Rules, word: string): { rule: string; text: string } | null {
  const move = rules.parse(HERE, word);
  if (move === null) return { rule: '', text: '' };
  const why = rules.explain(HERE, move);
  if (!why.legal) return { rule: why.rule, text: why.text };
  rules.play(HERE, move);
  return null;
}

/** The games of an SGF file; none of other text. */
export function gamesIn(text: string): SgfGame[] {
  return /^\s*\{/.test(text) ? [] : gamesOf(text);
}

/** Reads whatever it is. `chosen`: the game of a record that does not say; `from`: where in the text the game
 * begins, of several. */
export function readAny(text: string, rules: Rules, chosen: Chosen | null, from = 0): Read {
  if (text.length > INPUT_MAX) throw new BadRecord('import.bad.big');
  const infoOf: InfoOf = (game: GameName) => rules.info(game);
  if (/^\s*\{/.test(text)) return judged(readJson(text.trimStart(), infoOf), rules);
  if (beginOf(text, 0) < 0) return judged(readMoves(text, chosen), rules);
  const mended: Mended[] = [];
  const study = readSgf(plainText(text), infoOf, chosen?.setup.game ?? null, from, mended);
  return { ...judged(study, rules), mended };
}
