// The places of the page that header, tab bar and the page "More" lead to.
import type { TextKey } from '../i18n';
import { FIRST_GAME } from '../wasm/wasm';

export interface Place {
  href: string;
  name: TextKey;
  /** A path in a square of 24, drawn as a line. */
  icon: string;
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
  icon: 'M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2Zm0 0v14',
  parts: ['learn', 'rules'],
};
export const RULES: Place = {
  href: `/rules/${FIRST_GAME}`,
  name: 'nav.rules',
  icon: LEARN.icon,
  parts: ['rules'],
};
export const WATCH: Place = {
  href: '/watch',
  name: 'nav.watch',
  icon: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  parts: ['watch', 'archive'],
};
export const PLAYERS: Place = {
  href: `/ranking/${FIRST_GAME}`,
  name: 'nav.players',
  icon: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 19.5c0-3.5 3-5 6.5-5s6.5 1.5 6.5 5M16 5.5a3.2 3.2 0 0 1 0 6.2M17.5 14.8c2.5.5 4 2 4 4.7',
  parts: ['ranking', 'p', 'search', 'friends', 'teams'],
};
export const FRIENDS: Place = {
  href: '/friends',
  name: 'nav.friends',
  icon: 'M12 20s-7.5-4.7-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.3-7.5 10-7.5 10Z',
  parts: ['friends'],
};
export const TEAMS: Place = {
  href: '/teams',
  name: 'nav.teams',
  icon: 'M12 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM5 8a2.3 2.3 0 1 0 0 4.6M19 8a2.3 2.3 0 1 1 0 4.6M6.5 19.5c0-4 2.3-6 5.5-6s5.5 2 5.5 6M2 18c0-2 1-3.2 3-3.2M22 18c0-2-1-3.2-3-3.2',
  parts: ['teams'],
};
export const OPPONENTS: Place = {
  href: '/opponents',
  name: 'nav.opponents',
  icon: 'M5 8h14v11H5zM12 8V4M9 13h.01M15 13h.01M2 12v3M22 12v3',
  parts: ['opponents'],
};
export const TOURNAMENTS: Place = {
  href: '/tournaments',
  name: 'nav.tournaments',
  icon: 'M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.5 5M17 6h3c0 3-1 5-3.5 5M12 14v4M8 20h8',
  parts: ['tournaments', 't', 'simuls'],
};
export const ARCHIVE: Place = {
  href: '/archive',
  name: 'nav.archive',
  icon: 'M4 8h16v12H4zM3 4h18v4H3zM10 12h4',
  parts: [],
};
export const EXPLORER: Place = {
  href: `/explorer/${FIRST_GAME}`,
  name: 'nav.explorer',
  icon: 'M12 4v6m0 0L6 14m6-4 6 4M6 14v6m12-6v6M12 10v10',
  parts: [],
};
export const LOBBY: Place = { href: '/lobby', name: 'nav.lobby', icon: PLAYERS.icon, parts: [] };
export const NEW: Place = { href: '/new', name: 'new.title', icon: 'M12 5v14M5 12h14', parts: [] };
export const STUDIES: Place = {
  href: '/studies',
  name: 'nav.studies',
  icon: 'M5 4h14v16H5zM9 8h6M9 12h6M9 16h3',
  parts: [],
};
export const SIMULS: Place = {
  href: '/simuls',
  name: 'nav.simuls',
  icon: 'M12 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM4 20v-5h4v5M10 20v-5h4v5M16 20v-5h4v5',
  parts: [],
};
export const COMMUNITY: Place = { ...PLAYERS, name: 'nav.community' };
export const MORE: Place = {
  href: '/more',
  name: 'nav.more',
  icon: '',
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
