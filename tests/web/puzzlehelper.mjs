// What the tests of the puzzles' page share: the collection, proofs in Node, and how a puzzle is played in the page.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { clickPoint, distDir, load, root, until, wasmBytes } from './helper.mjs';

const { Rules } = await load('wasm/wasm.ts');
const { NODES, POSITIONS } = await load('learn/solve.ts');
export const rules = await Rules.load(await wasmBytes());

/** All records of a game. */
export async function records(game) {
  const text = await readFile(path.join(root, 'puzzles', `${game}.jsonl`), 'utf8');
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** The records of a game's first shard in the order of the page. */
export async function collection(game) {
  const shard = JSON.parse(await readFile(path.join(distDir, `puzzles-${game}-0.json`), 'utf8'));
  const ids = new Set(shard.puzzles.map((p) => p.id));
  const all = (await records(game)).filter((p) => ids.has(p.id));
  return all.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
}

function start(p, line) {
  const setup = { game: p.game, width: p.width, height: p.height, players: 2, options: p.options };
  if (p.from) rules.place(0, setup, p.from.cells, p.from.side);
  else rules.start(0, setup);
  for (const word of [...p.moves, ...line]) rules.play(0, rules.parse(0, word));
}

/** The side that reaches the goal after a line, as the page computes it. */
export function prove(p, line, goal) {
  start(p, line);
  const proved = rules.prove(0, goal, NODES, POSITIONS);
  return { ...proved, word: proved.move === null ? null : rules.print(0, proved.move) };
}

/** A legal first move that does not solve it. */
export function wrongMove(p) {
  start(p, []);
  return rules.legal(0).map((m) => rules.print(0, m)).find((word) => word !== p.solution);
}

export const prompt = (page) => page.locator('.prompt h2').textContent();
export const settled = (page) =>
  until(page, "!/Checking/.test(document.querySelector('.prompt').textContent)", 'the verdict');

/** The page's answer: of replies that hold out equally long it may choose another than a fresh proof. */
async function replied(page, expected) {
  const cell = page.locator('.board [role=gridcell][aria-label$=", last move"]');
  const point = (await cell.getAttribute('aria-label')).split(',')[0];
  return expected.replace(/r$/, '') === point ? expected : point;
}

/** Plays a solution, whose moves are clicks on points, to its end. */
export async function solve(page, p) {
  const line = [];
  for (;;) {
    const mine = prove(p, line, 1);
    if (mine.settled) return;
    await clickPoint(page, mine.word.replace(/r$/, ''));
    line.push(mine.word);
    await settled(page);
    const theirs = prove(p, line, 0);
    if (theirs.settled) return;
    line.push(await replied(page, theirs.word));
  }
}
