// The texts of the study. They are not part of the page's texts: they are loaded with it, in one
// language.
import { studyEn } from '../i18n/en/study';
import { ownWords } from '../i18n/own';

export type StudyKey = keyof typeof studyEn;
export type StudyWords = Record<StudyKey, string>;

export const {
  useWords,
  say: st,
  counted,
} = ownWords<StudyKey>(studyEn, {
  en: () => Promise.resolve(studyEn),
  de: () => import('../i18n/de/study').then((m) => m.studyDe),
  fr: () => import('../i18n/fr/study').then((m) => m.studyFr),
});

export function isStudyKey(key: string): key is StudyKey {
  return key in studyEn;
}
