// What the board of a puzzle shows besides the stones, as the solver has chosen: owned points, water, claims.
import type { JSX } from 'preact';

import { Store, useStore } from '../core/env';
import { GAME_PAGES } from '../games';
import { t } from '../i18n';
import { lt } from '../learn/words';
import type { GameName } from '../wasm/wasm';

export interface Switched {
  owner: boolean;
  water: boolean;
  claims: boolean;
}

const KEY = 'hoshi-puzzle-shown';

function read(): Switched {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown> | null;
    return {
      owner: kept?.['owner'] !== false,
      water: kept?.['water'] === true,
      claims: kept?.['claims'] === true,
    };
  } catch {
    return { owner: true, water: false, claims: false };
  }
}

export const switches = new Store<Switched>(read());

function change(next: Switched): void {
  switches.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Then it is known until the page is closed.
  }
}

/** The switches that the game has. */
export function Switches({ game }: { game: GameName }): JSX.Element | null {
  const shown = useStore(switches);
  const { tells, owners } = GAME_PAGES[game];
  const one = (key: keyof Switched, text: string): JSX.Element => (
    <button
      type="button"
      class="quiet toggle"
      aria-pressed={shown[key]}
      onClick={() => change({ ...shown, [key]: !shown[key] })}
    >
      {text}
    </button>
  );
  if (!tells.water && !tells.claims && owners === null) return null;
  return (
    <div class="row puzzle-switches" role="group" aria-label={lt('puzzle.show.label')}>
      {owners !== null && one('owner', t(owners))}
      {tells.water && one('water', t('table.show.channels'))}
      {tells.claims && one('claims', t('table.show.claims'))}
    </div>
  );
}
