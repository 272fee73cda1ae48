// The texts about the tools of a board: premoves, own marks, its size, zen mode. They come with the tools, in one
// language.
import { toolsEn } from '../i18n/en/tools';
import { ownWords } from '../i18n/own';

export type ToolsKey = keyof typeof toolsEn;
export type ToolsWords = Record<ToolsKey, string>;

export const { useWords: useToolsWords, say: tt } = ownWords<ToolsKey>(toolsEn, {
  en: () => Promise.resolve(toolsEn),
  de: () => import('../i18n/de/tools').then((m) => m.toolsDe),
  fr: () => import('../i18n/fr/tools').then((m) => m.toolsFr),
});
