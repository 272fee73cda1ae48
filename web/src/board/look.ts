// How the board of each game is drawn: games/index.ts says so once, since the board knows no game.
import type { GameName } from '../wasm/wasm';
import type { BoardLook } from './pen';
import type { BoardState } from './state';

let looks: Partial<Record<GameName, BoardLook>> = {};

export function setLooks(all: Record<GameName, BoardLook>): void {
  looks = all;
}

export function lookOf(b: BoardState): BoardLook {
  const look = looks[b.game];
  if (!look) throw new Error(`no look for the board of ${b.game}`);
  return look;
}
