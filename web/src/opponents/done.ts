// The facts for `suggest`: a visitor's past activity, as this browser and, for a member, the server know
// it.
import { useEffect, useState } from 'preact/hooks';

import { Store, useStore } from '../core/env';
import { get, listMatches, me } from '../core/net';
import type { MatchHead } from '../core/net';
import { progress } from '../learn/progress';
import { log } from '../puzzles/log';
import { GAMES } from '../wasm/wasm';
import type { GameName } from '../wasm/wasm';
import type { Level } from '../core/ladder';
import { noteResult, results } from '../core/engineresults';
import { suggest } from './suggest';
import type { Done } from './suggest';

/** So many attempts make a solver's rating worth something. */
const TRIES_KNOWN = 5;
const MATCHES_READ = 20;

interface Solver {
  game: GameName;
  rating: number;
  tries: number;
}

/** A member's ratings as a solver. */
const solver = new Store<readonly Solver[]>([]);

export function doneIn(game: GameName): Done {
  const rating = solver.value.find((s) => s.game === game && s.tries >= TRIES_KNOWN)?.rating ?? null;
  // The first letter of a puzzle's id is that of its game (docs/PUZZLES.md).
  const solved = log.value.attempts.filter((a) => a.solved && a.id[0] === game[0]).length;
  return {
    lessons: progress.value.filter((step) => step.startsWith(`${game}.`)).length,
    solved,
    puzzles: rating,
    results: results.value.filter((r) => r.game === game),
  };
}

/** Notes how a match of one person against one engine has ended; other matches say nothing here. */
export function noteMatch(m: MatchHead, helped: boolean): void {
  const level = m.seats.find((s) => s.level !== null)?.level ?? null;
  const own = m.you[0];
  if (level === null || own === undefined || m.seats.length !== 2 || m.you.length !== 1) return;
  if (m.state !== 'finished' || !m.result || m.result.reason === 'abort') return;
  const { winner_seat: winner } = m.result;
  noteResult({
    id: `m${m.id}`,
    game: m.game,
    level,
    score: winner === 0 ? 0.5 : winner === own ? 1 : 0,
    helped,
  });
}

let read = 0;

/** Asks the server once a visit for what a member did elsewhere; without an answer this browser's record stands. */
async function learnMore(player: { id: number; name: string }): Promise<void> {
  if (read === player.id) return;
  read = player.id;
  const name = encodeURIComponent(player.name);
  await Promise.all([
    get<{ games: Solver[] }>(`/players/${name}/puzzles`).then((answer) => solver.set(answer.games)),
    listMatches(`player=${name}&state=finished&limit=${MATCHES_READ}`).then((answer) => {
      for (const m of [...answer.matches].reverse()) noteMatch(m, false);
    }),
  ]).catch(() => undefined);
}

/** The opponent for each game, kept current. */
export function useSuggestions(): Record<GameName, Level> {
  const player = useStore(me);
  useStore(results);
  useStore(progress);
  useStore(log);
  useStore(solver);
  const [, again] = useState(0);
  useEffect(() => {
    if (player?.kind === 'member') void learnMore(player).then(() => again((n) => n + 1));
  }, [player?.id]);
  return Object.fromEntries(GAMES.map((g) => [g, suggest(g, doneIn(g))])) as Record<GameName, Level>;
}

/** The opponent for a game as things stand. */
export const suggestionFor = (game: GameName): Level => suggest(game, doneIn(game));
