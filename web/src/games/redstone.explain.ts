// Explanations of Redstone, loaded on demand: the figures of its rules, and its words in blind mode.
import { nameOf, pointSaid } from './view';
import type { Spoken, View } from './view';
import { bt, counted } from './blindwords';
import { OPTION_SWAP } from '../wasm/wasm';
import { figure } from './figure';
import type { RuleFigure } from './figure';

// --- the figures of its rules; the tests ask the rules whether each is true ---

export const redstoneFigures: RuleFigure[] = [
  figure('redstone', 5, '..... ..... ..... ..... bw...', 2, {
    rule: 'R2',
    caption: 'R2',
    tried: 'a2',
    refused: 'R2',
  }),
  figure('redstone', 5, '..... ..bw. .bw.w ..bw. .....', 1, { rule: 'R3, R4', caption: 'R3', tried: 'd3r' }),
  figure('redstone', 5, '..... ..... b.... ..... wb...', 1, {
    rule: 'R5, R6',
    caption: 'R5',
    tried: 'a2r',
    ends: true,
  }),
  {
    setup: { game: 'redstone', width: 5, height: 5, players: 2, options: OPTION_SWAP },
    moves: ['c3'],
    rule: 'R7',
    caption: 'R7',
    tried: 'swap',
  },
];

// --- in words: groups and their liberties ---

/** As many groups as one can keep in mind; those in danger come first. */
const GROUPS_SAID = 10;

interface Group {
  side: number;
  /** Its first point. */
  point: number;
  stones: number;
  liberties: number;
}

function groupsOf(v: View): Map<number, Group> {
  const groups = new Map<number, Group>();
  v.now.cells.forEach((cell, point) => {
    const [number = 0, liberties = 0] = v.now.groups.slice(2 * point, 2 * point + 2);
    if (number === 0) return;
    const known = groups.get(number);
    if (known) known.stones++;
    else groups.set(number, { side: cell.owner, point, stones: 1, liberties });
  });
  return groups;
}

const said = (g: Group): string =>
  counted('redstone.liberties', g.liberties, { group: counted('redstone.stones', g.stones) });

export const redstoneSpoken: Spoken = {
  point: (v, point) => {
    const group = groupsOf(v).get(v.now.groups[2 * point] ?? 0);
    return group ? [said(group)] : [];
  },
  own: {
    command: 'liberties',
    answer: (v) => {
      const groups = [...groupsOf(v).values()].sort(
        (a, b) => a.liberties - b.liberties || b.stones - a.stones,
      );
      if (groups.length === 0) return [bt('redstone.none')];
      return groups
        .slice(0, GROUPS_SAID)
        .map((g) =>
          bt('redstone.at', { side: nameOf(v, g.side), point: pointSaid(v, g.point), group: said(g) }),
        );
    },
  },
};
