// The places of the page that header, tab bar and the page "More" lead to.
import type { TextKey } from '../i18n';
import { FIRST_GAME } from '../wasm/wasm';

export interface Place {
  href: string;
  name: TextKey;
  /** A path in a square of 24, drawn as a line; the page "More" has those of the places without a tab. */
  icon?: string;
  /** First words of addresses that belong to it. */
  parts: string[];
}

export const PLAY: Place = {
  href: '/',
  name: 'nav.play',
  icon: 'M6 4.5v15l13-7.5z',
  parts: ['', 'lobby', 'new', 'm', 'local', 'opponents'],
};
export const MINE: Place = {
  href: '/mine',
  name: 'nav.mine',
  icon: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3.5 2',
  parts: ['mine'],
};
export const PUZZLES: Place = {
  href: '/puzzles',
  name: 'nav.puzzles',
  icon: 'M4 8h4a2.5 2.5 0 1 1 5 0h5v4a2.5 2.5 0 1 1 0 5v4H4z',
  parts: ['puzzles'],
};
export const STUDY: Place = {
  href: '/analysis',
  name: 'nav.study',
  icon: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  parts: ['analysis', 'study', 'studies', 'explorer'],
};
export const LEARN: Place = {
  href: '/learn',
  name: 'nav.learn',
  parts: ['learn', 'rules'],
};
export const RULES: Place = {
  href: `/rules/${FIRST_GAME}`,
  name: 'nav.rules',
  parts: ['rules'],
};
export const WATCH: Place = {
  href: '/watch',
  name: 'nav.watch',
  parts: ['watch', 'archive'],
};
export const PLAYERS: Place = {
  href: `/ranking/${FIRST_GAME}`,
  name: 'nav.players',
  parts: ['ranking', 'p', 'search', 'friends', 'teams'],
};
export const FRIENDS: Place = {
  href: '/friends',
  name: 'nav.friends',
  parts: ['friends'],
};
export const TEAMS: Place = {
  href: '/teams',
  name: 'nav.teams',
  parts: ['teams'],
};
export const OPPONENTS: Place = {
  href: '/opponents',
  name: 'nav.opponents',
  parts: ['opponents'],
};
export const TOURNAMENTS: Place = {
  href: '/tournaments',
  name: 'nav.tournaments',
  parts: ['tournaments', 't', 'simuls'],
};
export const ARCHIVE: Place = {
  href: '/archive',
  name: 'nav.archive',
  parts: [],
};
export const EXPLORER: Place = {
  href: `/explorer/${FIRST_GAME}`,
  name: 'nav.explorer',
  parts: [],
};
export const LOBBY: Place = { href: '/lobby', name: 'nav.lobby', parts: [] };
export const NEW: Place = { href: '/new', name: 'new.title', parts: [] };
export const STUDIES: Place = {
  href: '/studies',
  name: 'nav.studies',
  parts: [],
};
export const SIMULS: Place = {
  href: '/simuls',
  name: 'nav.simuls',
  parts: [],
};
export const COMMUNITY: Place = { ...PLAYERS, name: 'nav.community' };
export const MORE: Place = {
  href: '/more',
  name: 'nav.more',
  parts: ['more', ...[LEARN, WATCH, PLAYERS, TOURNAMENTS].flatMap((place) => place.parts)],
};

/** The navigation: a place, and what stands in the menu below it. */
export const GROUPS: readonly (readonly [Place, ...Place[]])[] = [
  [PLAY, LOBBY, NEW, OPPONENTS],
  [PUZZLES],
  [LEARN, LEARN, RULES],
  [STUDY, { ...STUDY, name: 'nav.analysis' }, STUDIES, EXPLORER],
  [WATCH, { ...WATCH, name: 'nav.live' }, ARCHIVE],
  [COMMUNITY, PLAYERS, FRIENDS, TEAMS],
  [TOURNAMENTS, TOURNAMENTS, SIMULS],
];

/** Whether an address belongs to a place. */
export const isAt = (place: Place, path: string): boolean => place.parts.includes(path.split('/')[1] ?? '');
