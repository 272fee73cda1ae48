// A position that was set up, as the server sends the `start` of a puzzle (docs/record.schema.json), and
// as the page needs it.
import type { Game } from '../games/replay';
import { linkOf } from '../analysis/link';
import { emptyCells, nameOf, pointNamed } from '../analysis/record';
import { CELL_DOUBLED, CELL_JACKED, OWNER_NEUTRAL } from '../wasm/wasm';
import type { Cell, Setup } from '../wasm/wasm';

export interface Start {
  side: number;
  cells: {
    point: string;
    owner: number | 'neutral';
    height?: number;
    jacked?: boolean;
    doubled?: boolean;
  }[];
}

/** Moves that begin on the empty board, or from cells that were set up. */
export interface Placed extends Game {
  from?: { cells: Cell[]; side: number };
}

export function placedFrom(setup: Setup, start: Start | null, moves: string[]): Placed {
  if (!start) return { setup, moves };
  const cells = emptyCells(setup);
  for (const c of start.cells) {
    const cell = cells[pointNamed(c.point, setup)];
    if (!cell) continue;
    cell.owner = c.owner === 'neutral' ? OWNER_NEUTRAL : c.owner;
    cell.height = c.height ?? 1;
    cell.flags = (c.jacked === true ? CELL_JACKED : 0) | (c.doubled === true ? CELL_DOUBLED : 0);
  }
  return { setup, from: { cells, side: start.side }, moves };
}

export function startOf({ setup, from }: Placed): Start | null {
  if (!from) return null;
  const cells = from.cells.flatMap(({ owner, height, flags }, p): Start['cells'] =>
    owner === 0
      ? []
      : [
          {
            point: nameOf(p, setup),
            owner: owner === OWNER_NEUTRAL ? 'neutral' : owner,
            ...(height === 1 ? {} : { height }),
            ...(flags & CELL_JACKED ? { jacked: true } : {}),
            ...(flags & CELL_DOUBLED ? { doubled: true } : {}),
          },
        ],
  );
  return { side: from.side, cells };
}

/** The address of the analysis board with the position. */
export function studyLink({ setup, from, moves }: Placed): string {
  return linkOf({ setup, from: from ?? null }, moves);
}
