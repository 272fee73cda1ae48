// Explanations of Palisade, loaded on demand: the figures of its rules, and its words in blind mode.
import { nameOf, pointSaid, pointsSaid, sidesOf } from './view';
import type { Spoken, View } from './view';
import { bt } from './blindwords';
import { figure } from './figure';
import type { RuleFigure } from './figure';

// --- the figures of its rules; the tests ask the rules whether each is true ---

export const palisadeFigures: RuleFigure[] = [
  figure('palisade', 5, '..... ..... ..... ..... .....', 1, {
    rule: 'P1',
    caption: 'P1',
    tried: 'b1',
    refused: 'P1',
  }),
  figure('palisade', 5, '..... ..... ...o. ox... x....', 1, { rule: 'P2', caption: 'P2', tried: 'a3' }),
  figure('palisade', 7, '....... ...x... ..xox.. ..o.ox. ..xox.. ...x... .......', 1, {
    rule: 'P3, P4',
    caption: 'P3',
    tried: 'b4',
  }),
  figure('palisade', 7, '....... ...x... ..x.x.. .x...x. ..x.x.. ...xo.. .......', 2, {
    rule: 'P5',
    caption: 'P5',
    tried: 'd3',
    refused: 'P5',
  }),
  {
    setup: { game: 'palisade', width: 5, height: 5, players: 2, options: 0 },
    moves: 'e3 d5 d4 b1 c1 a2 d2 b5 e5 b3 e1 c4 b2 a4'.split(' '),
    rule: 'P6',
    caption: 'P6',
    tried: 'c3',
    ends: true,
  },
];

// --- in words: connections, and the loops that a point is part of or lies in ---

interface End {
  x: number;
  y: number;
}

const endsOf = (v: View, loop: boolean): { from: End; to: End; side: number }[] =>
  v.now.links
    .filter((l) => !loop || l.loop)
    .flatMap((l) => {
      const [a, b] = [
        { x: l.x1, y: l.y1 },
        { x: l.x2, y: l.y2 },
      ];
      return [
        { from: a, to: b, side: l.side },
        { from: b, to: a, side: l.side },
      ];
    });

/** The point of an end; null: a stone of the ring. */
function pointOf(v: View, { x, y }: End): number | null {
  const { width } = v.setup;
  return x < 0 || y < 0 || x >= width || y >= width ? null : y * width + x;
}

/** The stones of the loops of a side. */
function loopStones(v: View, side: number): Set<number> {
  const points = endsOf(v, true).flatMap((e) => (e.side === side ? [pointOf(v, e.from)] : []));
  return new Set(points.filter((p) => p !== null));
}

function connected(v: View, point: number): string[] {
  const others = endsOf(v, false).flatMap((e) => (pointOf(v, e.from) === point ? [pointOf(v, e.to)] : []));
  const stones = others.filter((p) => p !== null).map((p) => pointSaid(v, p));
  const list = others.includes(null) ? [...stones, bt('palisade.ring')] : stones;
  return list.length === 0 ? [] : [bt('palisade.connected', { list: list.join(', ') })];
}

export const palisadeSpoken: Spoken = {
  point: (v, point) => {
    const owner = v.now.result.owner[point] ?? 0;
    if (owner === 0) return connected(v, point);
    const part = loopStones(v, owner).has(point);
    return [
      ...connected(v, point),
      bt(part ? 'palisade.part' : 'palisade.inside', { side: nameOf(v, owner) }),
    ];
  },
  own: {
    command: 'loops',
    answer: (v) => {
      const said = sidesOf(v).flatMap((side) => {
        const stones = loopStones(v, side);
        if (stones.size === 0) return [];
        const inside = v.now.result.owner.flatMap((owner, p) =>
          owner === side && !stones.has(p) ? [p] : [],
        );
        const values = {
          side: nameOf(v, side),
          stones: pointsSaid(
            v,
            [...stones].sort((a, b) => a - b),
          ),
          inside: pointsSaid(v, inside),
        };
        return [bt('palisade.loops', values)];
      });
      return said.length === 0 ? [bt('palisade.none')] : said;
    },
  },
};
