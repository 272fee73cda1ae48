// The texts about teams. They are not part of the page's texts: they are loaded with the components that need
// them, in one language.
import { teamsEn } from '../i18n/en/teams';
import { ownWords } from '../i18n/own';

export type TeamsKey = keyof typeof teamsEn;
export type TeamsWords = Record<TeamsKey, string>;

export const {
  useWords: useTeamsWords,
  say: tt,
  counted: ttn,
} = ownWords<TeamsKey>(teamsEn, {
  en: () => Promise.resolve(teamsEn),
  de: () => import('../i18n/de/teams').then((m) => m.teamsDe),
  fr: () => import('../i18n/fr/teams').then((m) => m.teamsFr),
});
