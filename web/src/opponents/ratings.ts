// The rating of an opponent: the server's own as soon as enough rated matches stand behind it, and until then that of
// the ladder. Read once a visit and game.
import { useEffect, useState } from 'preact/hooks';

import { get } from '../core/net';
import type { Ranked } from '../ratings/ratings';
import type { GameName } from '../wasm/wasm';
import { LEVELS, ladderRating } from '../core/ladder';
import type { Level } from '../core/ladder';

export interface OpponentRating {
  rating: number;
  /** Measured in rated matches on this server, not between levels. */
  here: boolean;
  /** Rated matches on this server against people. */
  matches: number;
}

type Row = Pick<Ranked, 'level' | 'rating' | 'provisional' | 'matches'>;

/** The rating of a level; `rows` are the server's ratings. */
export function ratingOf(game: GameName, level: Level, rows: readonly Row[]): OpponentRating {
  const row = rows.find((r) => r.level === level);
  const here = row !== undefined && !row.provisional;
  return {
    rating: here ? Math.round(row.rating) : ladderRating(game, level),
    here,
    matches: row?.matches ?? 0,
  };
}

const asked = new Map<GameName, Promise<Row[]>>();

function rowsOf(game: GameName): Promise<Row[]> {
  let rows = asked.get(game);
  if (!rows) {
    const path = `/ratings?game=${game}&kind=bots&provisional=1&limit=50`;
    rows = get<{ ratings: Row[] }>(path).then((answer) => answer.ratings);
    // Without a connection the ladder's ratings stay, and the next visit asks again.
    rows.catch(() => asked.delete(game));
    asked.set(game, rows);
  }
  return rows;
}

/** The ratings of all levels in a game: those of the ladder at once, the server's when it has answered. */
export function useOpponentRatings(game: GameName): OpponentRating[] {
  const [known, setKnown] = useState<{ game: GameName; rows: Row[] } | null>(null);
  useEffect(() => {
    let left = false;
    rowsOf(game).then(
      (rows) => {
        if (!left) setKnown({ game, rows });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [game]);
  const rows = known?.game === game ? known.rows : [];
  return LEVELS.map((level) => ratingOf(game, level, rows));
}
