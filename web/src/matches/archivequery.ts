// Turns the archive's address into the query for the server.

/** The parts of the address that go to the server unchanged. */
const PLAIN = [
  'player',
  'game',
  'size',
  'result',
  'reason',
  'rated',
  'opening',
  'swap',
  'jacked',
  'tournament',
];

function dayStart(day: string | null): number | null {
  const at = day === null ? NaN : Date.parse(`${day}T00:00`);
  return Number.isNaN(at) ? null : at;
}

const DAY_MS = 24 * 3600 * 1000;

/** The server's query for the page's address. */
export function archiveQuery(query: URLSearchParams): string {
  const asked = new URLSearchParams();
  for (const key of PLAIN) {
    const value = query.get(key);
    if (value !== null && value !== '') asked.set(key, value);
  }
  if (!asked.has('opening')) {
    asked.delete('swap');
    asked.delete('jacked');
  }
  const since = dayStart(query.get('from'));
  const until = dayStart(query.get('to'));
  if (since !== null) asked.set('since', String(since));
  if (until !== null) asked.set('until', String(until + DAY_MS));
  return asked.toString();
}

/** The fields that a search of these games may have: they have no players, ratings, dates, or ways
 * to end. */
const OF_ENGINE = ['game', 'size', 'opening', 'swap', 'jacked'];
const ENGINE_PAGE = 10;

/** Turns a query of the archive into one for the engine's games; null: none of them can fit. */
export function engineQuery(archive: string): string | null {
  const query = new URLSearchParams(archive);
  if ([...query.keys()].some((key) => !OF_ENGINE.includes(key))) return null;
  query.set('limit', String(ENGINE_PAGE));
  return query.toString();
}
