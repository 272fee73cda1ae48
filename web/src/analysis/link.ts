// A position as an address, /analysis?game=…&size=…&moves=…, and back.
import { GAME_PAGES } from '../games';
import type { GameInfo, Setup } from '../wasm/wasm';
import { BadRecord, JACKED, SWAP, emptyCells, nameOf, pointNamed, setupFrom } from './record';
import { movesTo, newStudy } from './tree';
import type { NodeId, Study } from './tree';

/** a1:1 a stone of side 1, b2:n neutral, c3:2h4jd a stack of four, jacked and doubled. */
function cellsText(from: NonNullable<Study['from']>, setup: Setup): string {
  return from.cells
    .flatMap((c, p) => {
      if (c.owner === 0) return [];
      const height = c.height === 1 ? '' : `h${c.height}`;
      const owner = c.owner === 5 ? 'n' : String(c.owner);
      return `${nameOf(p, setup)}:${owner}${height}${c.flags & 1 ? 'j' : ''}${c.flags & 2 ? 'd' : ''}`;
    })
    .join(',');
}

function cellsFrom(
  text: string,
  setup: Setup,
  refuse: (why: BadRecord) => void,
): NonNullable<Study['from']>['cells'] {
  const cells = emptyCells(setup);
  for (const word of text.split(',')) {
    const [, name = '', owner = '', height = '1', flags = ''] =
      /^([a-y]\d+):([1-4n])(?:h(\d+))?([jd]*)$/.exec(word) ?? [];
    const cell = cells[pointNamed(name, setup)];
    if (!cell && word !== '') refuse(new BadRecord('import.bad.point', { point: word }));
    if (!cell) continue;
    cell.owner = owner === 'n' ? 5 : Number(owner);
    cell.height = Number(height);
    cell.flags = (flags.includes('j') ? 1 : 0) | (flags.includes('d') ? 2 : 0);
  }
  return cells;
}

/** The address of the position after a node's moves. */
export function linkTo(s: Study, at: NodeId): string {
  return linkOf(s, movesTo(s, at));
}

/** Where a puzzle is made of the position after a node's moves. */
export function composeLink(s: Study, at: NodeId): string {
  return linkTo(s, at).replace(/^\/analysis/, '/puzzles/compose');
}

/** The address of the position after these moves. */
export function linkOf(s: Pick<Study, 'setup' | 'from'>, moves: readonly string[]): string {
  const { game, width, height, players, options } = s.setup;
  const query = new URLSearchParams({ game, size: width === height ? String(width) : `${width}x${height}` });
  if (players !== 2) query.set('players', String(players));
  if (GAME_PAGES[game].pie) query.set('swap', options & SWAP ? '1' : '0');
  if (options & JACKED) query.set('jacked', '1');
  if (s.from) {
    query.set('start', cellsText(s.from, s.setup));
    query.set('side', String(s.from.side));
  }
  if (moves.length > 0) query.set('moves', moves.join('.'));
  return `/analysis?${query.toString().replace(/%3A/g, ':').replace(/%2C/g, ',')}`;
}

/** The page of the opening explorer at the position after these moves. */
export function explorerLink(setup: Setup, moves: readonly string[]): string {
  const query = new URLSearchParams(linkOf({ setup, from: null }, moves).split('?')[1]);
  query.delete('game');
  return `/explorer/${setup.game}?${query.toString()}`;
}

interface Addressed {
  study: Study;
  moves: string[];
  /** The error in the size, the number of players or a stone, which were left out; null: none. */
  wrong: BadRecord | null;
}

/** The study of an address; a size that the game has not becomes its default. Moves are not judged. */
export function studyFrom(query: URLSearchParams, info: GameInfo): Addressed {
  const [width = 0, height = width] = (query.get('size') ?? '').split('x').map(Number);
  let options = info.optionsDefault;
  if (query.get('swap') === '0') options &= ~SWAP;
  if (query.get('jacked') === '1') options |= JACKED & info.options;
  const players = Number(query.get('players') ?? '2');
  let setup: Setup;
  let wrong: BadRecord | null = null;
  try {
    setup = setupFrom(info, width, height, players, options);
  } catch (e) {
    if (query.has('size') && e instanceof BadRecord) wrong = e;
    setup = setupFrom(info, info.sizeDefault, info.sizeDefault, info.playersMin, options);
  }
  const start = query.get('start');
  const cells = start === null ? null : cellsFrom(start, setup, (why) => (wrong ??= why));
  const from = cells && { cells, side: Number(query.get('side') ?? '1') };
  return {
    study: newStudy(setup, from),
    moves: (query.get('moves') ?? '').split('.').filter((w) => w !== ''),
    wrong,
  };
}
