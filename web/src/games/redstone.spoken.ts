// Redstone in words: groups and their liberties.
import { nameOf, pointSaid } from '../blind/view';
import type { Spoken, View } from '../blind/view';
import { bt, counted } from '../blind/words';

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
  command: 'liberties',
  answer: (v) => {
    const groups = [...groupsOf(v).values()].sort((a, b) => a.liberties - b.liberties || b.stones - a.stones);
    if (groups.length === 0) return [bt('redstone.none')];
    return groups
      .slice(0, GROUPS_SAID)
      .map((g) =>
        bt('redstone.at', { side: nameOf(v, g.side), point: pointSaid(v, g.point), group: said(g) }),
      );
  },
};
