// Ratings over time, drawn by uPlot: one line for each game, and the same numbers as a table for people
// who cannot see the graph.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';

import { GAME_PAGES } from '../games';
import { date, t } from '../i18n';
import type { GameName } from '../wasm/wasm';
import { DAY } from '../core/clock';
import type { RatingStep } from './ratings';
import { useStore } from '../core/env';
import { get, sentence } from '../core/net';
import { settings } from '../core/settings';

interface Line {
  game: GameName;
  steps: RatingStep[];
}

const HEIGHT_PX = 240;
const SECOND = 1000;

export function RatingGraph({ name, games }: { name: string; games: GameName[] }): JSX.Element {
  const [lines, setLines] = useState<Line[]>([]);
  const [error, setError] = useState('');
  useEffect(() => {
    let left = false;
    const read = async (game: GameName): Promise<Line> => {
      const path = `/players/${encodeURIComponent(name)}/ratings/${game}`;
      return { game, steps: (await get<{ history: RatingStep[] }>(path)).history };
    };
    Promise.all(games.map(read)).then(
      (all) => {
        if (!left) setLines(all.filter((line) => line.steps.length > 0));
      },
      (e: unknown) => {
        if (!left) setError(sentence(e));
      },
    );
    return () => {
      left = true;
    };
  }, [name, games.join()]);
  if (error) return <p role="alert">{error}</p>;
  return (
    <>
      <Drawing lines={lines} />
      <details>
        <summary>{t('graph.table')}</summary>
        <div class="scroll graph-table" tabIndex={0} role="group" aria-label={t('graph.table')}>
          <table class="data">
            <thead>
              <tr>
                <th scope="col">{t('new.game')}</th>
                <th scope="col">{t('graph.date')}</th>
                <th scope="col">{t('profile.rating')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.flatMap((line) =>
                line.steps.map((s) => (
                  <tr key={`${line.game} ${s.match}`}>
                    <td>{t(`title.${line.game}`)}</td>
                    <td>{date(s.at)}</td>
                    <td>
                      {Math.round(s.rating)} ({s.change >= 0 ? '+' : '−'}
                      {Math.abs(Math.round(s.change))})
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

/** A line begins a day before its first match, with what the rating was then. */
function withStart(steps: RatingStep[]): { at: number; rating: number }[] {
  const first = steps[0];
  return first ? [{ at: first.at - DAY, rating: first.rating - first.change }, ...steps] : [];
}

/** Whole hundreds around all ratings. */
function around(least: number | null, most: number | null): [number, number] {
  return [100 * Math.floor(((least ?? 1500) - 30) / 100), 100 * Math.ceil(((most ?? 1500) + 30) / 100)];
}

/** Columns for uPlot: all times, and each game's rating where it changed. */
export function columns(lines: Line[]): uPlot.AlignedData {
  const times = [...new Set(lines.flatMap((l) => withStart(l.steps).map((s) => s.at)))].sort((a, b) => a - b);
  const series = lines.map((line) => {
    const known = new Map(withStart(line.steps).map((s) => [s.at, s.rating]));
    return times.map((at) => known.get(at) ?? null);
  });
  return [times.map((at) => at / SECOND), ...series];
}

/** Each day once, however many marks of the axis lie in it. */
export function dayNames(times: number[]): string[] {
  const days = times.map((at) => date(at * SECOND));
  return days.map((day, i) => (day === days[i - 1] ? '' : day));
}

function Drawing({ lines }: { lines: Line[] }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const { theme } = useStore(settings);
  useEffect(() => {
    const element = host.current;
    if (!element || lines.length === 0) return;
    const css = getComputedStyle(document.documentElement);
    const colour = (token: string): string => css.getPropertyValue(token).trim();
    const axis = {
      stroke: colour('--soft'),
      grid: { stroke: colour('--rule'), width: 1 },
      ticks: { stroke: colour('--rule'), width: 1 },
    };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: true }, y: { range: (_, least, most) => around(least, most) } },
        axes: [
          { ...axis, values: (_, times) => dayNames(times), space: 90 },
          { ...axis, values: (_, ratings) => ratings.map(String) },
        ],
        series: [
          {
            label: t('graph.date'),
            value: (_, at: number | null) => (at === null ? '–' : date(at * SECOND)),
          },
          ...lines.map((line) => ({
            label: t(`title.${line.game}`),
            stroke: colour(GAME_PAGES[line.game].line.colour),
            dash: GAME_PAGES[line.game].line.dash,
            width: 2,
            spanGaps: true,
            value: (_: uPlot, rating: number | null) => (rating === null ? '–' : String(Math.round(rating))),
          })),
        ],
      },
      columns(lines),
      element,
    );
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [lines, theme]);
  return <div class="graph" ref={host} aria-hidden="true" />;
}
