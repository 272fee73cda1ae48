// The name and the picture of an opponent, wherever it appears.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { levelOf } from '../core/ladder';

/** Its name alone: "Wren". */
export const opponentName = (level: number): string => t(`level.${levelOf(level)}`);

/** Its name with the level: "Wren (level 3)". */
export const opponentTitle = (level: number): string =>
  t('seat.engine', { name: opponentName(level), level });

/** The page about an opponent. */
export const opponentPath = (level: number): string => `/opponents/${level}`;

/** Its picture; the name stands beside it, so it says nothing itself. */
export function Portrait({ level, size = 32 }: { level: number; size?: number }): JSX.Element {
  return <img class="portrait" src={`/opponent-${level}.svg`} alt="" width={size} height={size} />;
}
