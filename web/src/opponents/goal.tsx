// The goal of a game in one line, above the board in a visitor's first games.
import type { JSX } from 'preact';

import { rulesText, t } from '../i18n';
import type { GameName } from '../wasm/wasm';

export function FirstGoal({ game }: { game: GameName }): JSX.Element {
  return <p class="first-goal">{t('first.goal', { goal: rulesText(game).goal })}</p>;
}
