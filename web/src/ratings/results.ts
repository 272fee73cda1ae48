// Results of matches, counted: shares, and months without gaps.

export interface Results {
  won: number;
  drawn: number;
  lost: number;
}

export interface Month extends Results {
  /** YYYY-MM */
  month: string;
}

export const total = (r: Results): number => r.won + r.drawn + r.lost;

/** Wins, and draws by half, in percent of all matches. */
export const score = (r: Results): number => (100 * (r.won + r.drawn / 2)) / Math.max(1, total(r));

/** All months from the first to the last, also those without matches. */
export function withGaps(months: readonly Month[]): Month[] {
  const known = new Map(months.map((m) => [m.month, m]));
  const first = months[0]?.month;
  const last = months[months.length - 1]?.month;
  if (first === undefined || last === undefined) return [];
  const all: Month[] = [];
  for (let at = new Date(`${first}-01T00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    all.push(known.get(month) ?? { month, won: 0, drawn: 0, lost: 0 });
    if (month >= last) return all;
  }
}
