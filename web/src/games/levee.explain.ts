// Explanations of Levee, loaded on demand: the figures of its rules, and its words in blind mode.
import { nameOf, pointsSaid, sidesOf } from './view';
import type { Spoken, View } from './view';
import { bt, counted } from './blindwords';
import { figure } from './figure';
import type { RuleFigure } from './figure';

// --- the figures of its rules; the tests ask the rules whether each is true ---

export const leveeFigures: RuleFigure[] = [
  figure('levee', 7, '....... ....... ..#.... ...+.#. ....... ..#.... .......', 1, {
    rule: 'L1',
    caption: 'L1',
    tried: 'd5',
  }),
  figure('levee', 7, '....... ....... ...#... ...+#.. ....... ....... .......', 1, {
    rule: 'L2',
    caption: 'L2',
    tried: 'd3',
    show: 'water',
  }),
  figure('levee', 5, '..... ..... .#+#. ..#.. .....', 2, {
    rule: 'L3',
    caption: 'L3',
    tried: 'c4',
    refused: 'L3b',
  }),
  figure('levee', 5, '..... .#... .#+#. .#.#. .....', 1, {
    rule: 'L4',
    caption: 'L4',
    tried: 'd4',
    ends: true,
    show: 'water',
  }),
];

// --- in words: water, and the shortest channels ---

const channelOf = (v: View, side: number): number[] => v.now.result.channels[side - 1] ?? [];

/** What comes to an empty point: nothing, water, or water at the edge of a side. */
function water(v: View, point: number): string[] {
  if ((v.now.cells[point]?.owner ?? 0) !== 0) return [];
  const kind = v.now.water[point] ?? 0;
  if (kind === 0) return [bt('levee.dry')];
  return [kind === 1 ? bt('levee.water') : bt('levee.edge', { side: nameOf(v, kind - 1) })];
}

export const leveeSpoken: Spoken = {
  point: (v, point) => {
    const channels = sidesOf(v).flatMap((side) => {
      const channel = channelOf(v, side);
      const i = channel.indexOf(point);
      return i < 0 ? [] : [bt('levee.on', { side: nameOf(v, side), i: i + 1, n: channel.length })];
    });
    return [...water(v, point), ...channels];
  },
  own: {
    command: 'channels',
    answer: (v) =>
      sidesOf(v).map((side) => {
        const channel = channelOf(v, side);
        const values = { side: nameOf(v, side), points: pointsSaid(v, channel) };
        return channel.length === 0
          ? bt('levee.none', values)
          : counted('levee.channel', channel.length, values);
      }),
  },
};
