// One's own running matches on this server, as far as they affect a study: the engine does not think
// about their positions, and a line that continues one may become conditional moves. The server does not
// check analysis here; only the page refuses it.
import { useEffect, useMemo, useState } from 'preact/hooks';

import { useStore } from '../core/env';
import { rules } from '../wasm/loaded';
import { snapshot } from '../games/position';
import { clashes, withLine } from '../core/lines';
import { get, listMatches, me, post } from '../core/net';
import type { Match, MatchHead } from '../core/net';
import type { Game } from '../games/replay';
import type { Cell, Setup } from '../wasm/wasm';
import { JACKED, SWAP, setupFrom } from './record';

export interface OwnMatch {
  id: number;
  you: number[];
  /** Another player must move. */
  waits: boolean;
  game: Game;
}

/** At most this many matches of one board are compared. */
const MATCHES_MAX = 20;
/** Earlier positions are common to many matches. */
const PLIES_MIN = 4;

function setupOf(m: MatchHead): Setup {
  const options = (m.options.swap ? SWAP : 0) | (m.options.jacked ? JACKED : 0);
  return setupFrom(rules().info(m.game), m.width, m.height, m.seats.length, options);
}

const sameBoard = (a: Setup, b: Setup): boolean =>
  a.game === b.game && a.width === b.width && a.height === b.height && a.players === b.players;

async function load(board: Setup): Promise<OwnMatch[]> {
  const { matches } = await listMatches('mine=1&state=running&limit=100');
  const fits = matches.filter((m) => sameBoard(setupOf(m), board)).slice(0, MATCHES_MAX);
  const whole = await Promise.all(fits.map((m) => get<Match>(`/matches/${m.id}`)));
  return whole.map((m) => ({
    id: m.id,
    you: m.you,
    waits: m.turn !== null && !m.you.includes(m.turn.seat),
    game: { setup: setupOf(m), moves: m.moves.map((p) => p.move) },
  }));
}

/** One's own running matches on such a board, asked for when the study is opened and when one comes back. */
export function useOwnMatches(setup: Setup): OwnMatch[] {
  const who = useStore(me);
  const [list, setList] = useState<OwnMatch[]>([]);
  useEffect(() => {
    let left = false;
    setList([]);
    if (who === null) return undefined;
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      load(setup).then(
        (own) => {
          if (!left) setList(own);
        },
        () => undefined, // without a connection there are no matches to check
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', look);
    };
  }, [who?.id, setup.game, setup.width, setup.height, setup.players]);
  return list;
}

/** The contents of each point, seen through a symmetry of the board, with the first two sides exchanged or not. */
function faceOf(
  cells: readonly Cell[],
  { width, height }: Setup,
  symmetry: number,
  exchanged: boolean,
): string {
  const words = cells.map((_, i) => {
    let x = i % width;
    let y = Math.floor(i / width);
    if (symmetry & 1) x = width - 1 - x;
    if (symmetry & 2) y = height - 1 - y;
    if (symmetry & 4) [x, y] = [y, x];
    const c = cells[y * width + x];
    const owner = c && exchanged && (c.owner === 1 || c.owner === 2) ? 3 - c.owner : c?.owner;
    return `${owner}.${c?.height}`;
  });
  return words.join(' ');
}

/** All faces of a position: those that turning, mirroring and exchanging the colours give it. */
export function facesOf(cells: readonly Cell[], setup: Setup): Set<string> {
  const faces = new Set<string>();
  for (let symmetry = 0; symmetry < (setup.width === setup.height ? 8 : 4); symmetry++)
    for (const exchanged of [false, true]) faces.add(faceOf(cells, setup, symmetry, exchanged));
  return faces;
}

/** Whether a line passes through the position in which the match stands. */
export function passesThrough(line: Game, match: Game): boolean {
  const faces = facesOf(snapshot(match, match.moves.length).cells, match.setup);
  for (let ply = 0; ply <= line.moves.length; ply++)
    if (faces.has(faceOf(snapshot(line, ply).cells, line.setup, 0, false))) return true;
  return false;
}

/** The own match to which a line belongs; null: the engine may think about it. */
export function useBarred(own: readonly OwnMatch[], line: Game, opened: number | null): number | null {
  return useMemo(() => {
    const found = own.find(
      (m) => (m.id === opened || m.game.moves.length >= PLIES_MIN) && passesThrough(line, m.game),
    );
    return found?.id ?? null;
  }, [own, line, opened]);
}

/** The part of a line that may become conditional moves of a match: theirs, mine, theirs, mine; null: none. */
export function conditionalPart(m: OwnMatch, line: Game): string[] | null {
  const base = m.game.moves;
  const goesOn =
    base.every((move, i) => line.moves[i] === move) && m.game.setup.options === line.setup.options;
  if (!m.waits || line.from || !goesOn) return null;
  const part = line.moves.slice(base.length);
  while (part.length > 0 && !isMine(m, part, part.length - 1)) part.pop();
  return part.length >= 2 ? part : null;
}

function isMine(m: OwnMatch, part: readonly string[], n: number): boolean {
  const { state } = snapshot({ ...m.game, moves: [...m.game.moves, ...part] }, m.game.moves.length + n);
  return m.you.includes(state.seats[state.side - 1] ?? 0);
}

/** Adds a line to the conditional moves that the server has; false: another answer to the same moves is there. */
export async function takeLine(m: OwnMatch, part: string[]): Promise<boolean> {
  const path = `/matches/${m.id}/conditional`;
  const known = await get<{ ply: number; lines: string[][] }>(path);
  if (clashes(known.lines, part, (n) => isMine(m, part, n))) return false;
  await post(path, { ply: m.game.moves.length + 1, lines: withLine(known.lines, part) });
  return true;
}
