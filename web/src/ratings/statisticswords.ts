// The texts of a player's statistics. They are not part of the page's texts: they are loaded with the
// page that needs them, in one language.
import { statisticsEn } from '../i18n/en/statistics';
import { ownWords } from '../i18n/own';

export type StatisticsKey = keyof typeof statisticsEn;
export type StatisticsWords = Record<StatisticsKey, string>;

export const { useWords, say: sst } = ownWords<StatisticsKey>(statisticsEn, {
  en: () => Promise.resolve(statisticsEn),
  de: () => import('../i18n/de/statistics').then((m) => m.statisticsDe),
  fr: () => import('../i18n/fr/statistics').then((m) => m.statisticsFr),
});
