// The choices of the form for a new match, as plain data: read from the address or from the last match,
// stored in this browser, and turned into the request to the server.
import { suggestionFor } from './done';
import { KEPT_KEY, fitsSize, readKept } from '../core/lastplayed';
import type { GameInfo, GameName } from '../wasm/wasm';
import type { ClockWish, SeatWish } from '../core/net';

/** `seats`: each seat is chosen by itself, as for three and four players. */
export type Opponent = 'engine' | 'friend' | 'anyone' | 'here' | 'player' | 'seats';
export type Colour = 'first' | 'random' | 'second';

export interface NewChoice {
  width: number;
  height: number;
  opponent: Opponent;
  level: number;
  /** The players who are invited by name. */
  name: string;
  colour: Colour;
  clock: ClockWish | null;
  rated: boolean;
  /** me, open, invite, e1 … e8, p:NAME of each seat. */
  seats: string[];
}

/** Of seats that are chosen one by one. */
const LEVEL_FIRST = 2;
const SEAT_WORD = /^(me|open|invite|e[1-8]|p:[A-Za-z][\w.-]{0,23})$/;

export function seatWish(word: string): SeatWish {
  if (word === 'open' || word === 'invite' || word === 'me') return word;
  return word.startsWith('p:') ? { player: word.slice(2).trim() } : { bot: Number(word.slice(1)) };
}

/** As many seats as the game has, from an address that anybody may have written. */
function seatsFromAddress(info: GameInfo, text: string): string[] {
  const words = text.split(',').filter((word) => SEAT_WORD.test(word));
  const seats = words.slice(0, info.playersMax);
  while (seats.length < info.playersMin) seats.push(`e${LEVEL_FIRST}`);
  return seats;
}

/** The seats of a match of two as one choice of opponent; null: they are chosen one by one. */
function opponentOf(seats: string[]): Partial<NewChoice> | null {
  const [one = '', two = ''] = seats;
  if (seats.length !== 2 || (one !== 'me' && two !== 'me')) return null;
  const other = one === 'me' ? two : one;
  const colour: Colour = one === 'me' ? 'first' : 'second';
  if (other === 'me') return { opponent: 'here', colour: 'first' };
  if (other === 'open') return { opponent: 'anyone', colour };
  if (other === 'invite') return { opponent: 'friend', colour };
  if (other.startsWith('p:')) return { opponent: 'player', name: other.slice(2), colour };
  return { opponent: 'engine', level: Number(other.slice(1)), colour };
}

/** A board on which a first match is over before it is long. */
const SIZE_FIRST = 9;

function defaults(info: GameInfo, game: GameName): NewChoice {
  const level = suggestionFor(game);
  const size = info.rectangular ? info.sizeDefault : Math.min(SIZE_FIRST, info.sizeDefault);
  return {
    width: size,
    height: size,
    opponent: 'engine',
    level,
    name: '',
    colour: 'first',
    clock: null,
    rated: false,
    seats: ['me', `e${level}`],
  };
}

/** The game that was played last; null: none. */
export const lastGame = (): GameName | null => readKept<NewChoice>()?.game ?? null;

/** The last choices for a game, if they still fit it. */
export function lastChoice(info: GameInfo, game: GameName): NewChoice | null {
  const kept = readKept<NewChoice>()?.games[game];
  if (!kept) return null;
  const seats = Array.isArray(kept.seats) ? kept.seats : [];
  if (!fitsSize(info, kept.width) || !fitsSize(info, kept.height) || !seats.every((s) => SEAT_WORD.test(s)))
    return null;
  if (seats.length < info.playersMin || seats.length > info.playersMax) return null;
  return { ...defaults(info, game), ...kept };
}

/** The choice that the page begins with: the last one, overridden by the address. */
export function firstChoice(info: GameInfo, game: GameName, query: URLSearchParams): NewChoice {
  const first = lastChoice(info, game) ?? defaults(info, game);
  const text = query.get('seats');
  if (text === null) return first;
  const seats = seatsFromAddress(info, text);
  return { ...first, rated: false, clock: null, seats, ...(opponentOf(seats) ?? { opponent: 'seats' }) };
}

export function keepChoice(game: GameName, choice: NewChoice): void {
  const games = { ...readKept<NewChoice>()?.games, [game]: choice };
  try {
    localStorage.setItem(KEPT_KEY, JSON.stringify({ game, games }));
  } catch {
    // Then the next match begins with the defaults.
  }
}

/** The players of the seats. */
export function seatsOf(choice: NewChoice): string[] {
  if (choice.opponent === 'seats') return choice.seats;
  const other = {
    engine: `e${choice.level}`,
    friend: 'invite',
    anyone: 'open',
    here: 'me',
    player: `p:${choice.name}`,
  }[choice.opponent];
  return choice.colour === 'second' ? [other, 'me'] : ['me', other];
}
