// A lesson as data, and how the rules judge a try in one of its steps. The rules say whether a task is
// done, so a lesson holds no answer that the rules know.
import { setAfter } from './facts';
import type { Told } from './facts';
import type { Question } from './quiz';
import type { Game } from './replay';
import { MOVE_RED, MOVE_SWAP } from '../wasm/wasm';
import type { GameName, Link, Point, Proved, Rules } from '../wasm/wasm';

export type Task =
  /** Any legal placement. */
  | { kind: 'place' }
  /** A point where the rules forbid a stone, by this rule. */
  | { kind: 'forbidden'; rule: string }
  /** Closes a loop. */
  | { kind: 'loop' }
  /** Captures stones of the opponent, and with `own` at least that many of the player's own
   * stones. */
  | { kind: 'capture'; stones: number; own?: number }
  /** Ends the game with a win. */
  | { kind: 'win' }
  /** Exactly this: where the rules have a move that is no placement. */
  | { kind: 'word'; word: string }
  /** No water comes to this point any more. */
  | { kind: 'dry'; point: string }
  /** The opponent has fewer claims on this square than before. */
  | { kind: 'block'; point: string }
  /** A tap on a point of this kind: one that water never reaches, one where neither side may place anything,
   * one that the player to move claims. Nothing is played. */
  | { kind: 'tap'; what: 'dry' | 'closed' | 'claimed'; among?: string[] }
  /** The player's stone there stays, and its group has so many liberties at least. */
  | { kind: 'breathe'; point: string; least: number }
  /** A connection of the player crosses one of the opponent. */
  | { kind: 'cross' }
  /** A second piece on an own stack, or an attack on another's. */
  | { kind: 'stack'; on: 'own' | 'other' }
  /** Keeps a win that can be proved. */
  | { kind: 'prove' };

export interface Step extends Game {
  /** Names its texts: `GAME.loop`. */
  id: string;
  task: Task;
  /** A move that does the task; for the hint, "show me", and the test. */
  answer: string;
  /** A try that is refused; for the test. */
  wrong: string;
  show?: 'water' | 'claims';
  /** Points that are marked from the beginning. */
  marks?: string[];
  /** What the texts of the step say of its position. A test asks the rules whether it is so. */
  facts?: Told[];
}

export interface Lesson {
  game: GameName;
  steps: Step[];
  quiz: readonly Question[];
}

export interface Verdict {
  right: boolean;
  /** The rule that forbids the move, and the rules' sentence; empty if it is legal. */
  rule: string;
  text: string;
  /** Points that prove the verdict. */
  points: Point[];
  /** The opponent's winning answer to a move that does not keep the win. */
  answer: string;
}

/** Bounds of a proof in a lesson, whose positions are small. */
export const LESSON_NODES = 20000;
export const LESSON_POSITIONS = 30000;

const FROM = 0;
const TO = 1;

function stones(r: Rules, slot: number): number[] {
  return r.cells(slot).map((c) => c.owner);
}

/** Whether a legal move does the task; the slots hold the position before and after it. */
function does(r: Rules, task: Task, move: number): boolean {
  const side = r.state(FROM).side;
  const before = stones(r, FROM);
  const after = stones(r, TO);
  const lost = (of: number): number => before.filter((o, p) => o === of && after[p] !== of).length;
  const point = (name: string): Point => r.parse(FROM, name) ?? 0;
  const placed = move & (MOVE_RED - 1);
  switch (task.kind) {
    case 'place':
      return placed < MOVE_SWAP;
    case 'forbidden':
    case 'tap':
      return false;
    case 'breathe': {
      const at = point(task.point);
      return after[at] === side && (r.groups(TO)[2 * at + 1] ?? 0) >= task.least;
    }
    case 'cross': {
      const links = r.links(TO);
      const middle = (l: Link): string => `${l.x1 + l.x2} ${l.y1 + l.y2}`;
      const theirs = new Set(links.filter((l) => l.side !== side).map(middle));
      return links.some((l) => l.side === side && theirs.has(middle(l)));
    }
    case 'loop':
      return r.links(TO).some((l) => l.loop && l.side === side);
    case 'capture':
      return lost(3 - side) >= task.stones && lost(side) >= (task.own ?? 0);
    case 'win':
      return r.state(TO).over && r.state(TO).winner === side;
    case 'word':
      return r.print(FROM, move) === task.word;
    case 'dry':
      return r.water(FROM)[point(task.point)] !== 0 && r.water(TO)[point(task.point)] === 0;
    case 'block': {
      const at = 4 * point(task.point) + 2 - side;
      return (r.claims(TO)[at] ?? 0) < (r.claims(FROM)[at] ?? 0);
    }
    case 'stack':
      return before[placed] === (task.on === 'own' ? side : 3 - side);
    case 'prove':
      return r.state(TO).over && r.state(TO).winner === side;
  }
}

/** Puts a step into the first slot. */
export function setStep(r: Rules, step: Game): void {
  setAfter(r, FROM, step);
}

/** Whether a point is what a task asks for; the position is in the first slot. */
function isTapped(r: Rules, task: Task & { kind: 'tap' }, point: Point): boolean {
  const { side } = r.state(FROM);
  if (task.among && !task.among.some((name) => r.parse(FROM, name) === point)) return false;
  switch (task.what) {
    case 'dry':
      return r.cells(FROM)[point]?.owner === 0 && r.water(FROM)[point] === 0;
    case 'claimed':
      return (r.claims(FROM)[4 * point + side - 1] ?? 0) > 0;
    case 'closed': {
      const empty = r.cells(FROM)[point]?.owner === 0;
      return empty && [point, point | MOVE_RED].every((move) => !r.explain(FROM, move).legal);
    }
  }
}

/** Judges a try by the rules alone. Null: it is legal, and a proof must decide (`judgeProof`). */
export function judge(r: Rules, step: Step, word: string): Verdict | null {
  setStep(r, step);
  const move = r.parse(FROM, word);
  const none = { rule: '', text: '', points: [], answer: '' };
  if (move === null) return { right: false, ...none };
  if (step.task.kind === 'tap') return { right: isTapped(r, step.task, move & (MOVE_RED - 1)), ...none };
  const why = r.explain(FROM, move);
  if (!why.legal) {
    const right = step.task.kind === 'forbidden' && why.rule === step.task.rule;
    return { right, rule: why.rule, text: why.text, points: why.points, answer: '' };
  }
  r.copy(TO, FROM);
  r.play(TO, move);
  const right = does(r, step.task, move);
  if (step.task.kind === 'prove' && !right && !r.state(TO).over) return null;
  return { right, ...none };
}

/** The proof of the position after the try. */
export function judgeProof(proved: Proved, answer: string, point: Point | null): Verdict {
  const right = proved.value < 0;
  return {
    right,
    rule: '',
    text: '',
    points: right || point === null ? [] : [point],
    answer: right ? '' : answer,
  };
}
