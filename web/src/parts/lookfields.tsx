// The settings of this browser: language, colours, sound, moves. They are loaded when somebody opens their menu.
import type { JSX } from 'preact';

import { LANGUAGES, LANGUAGE_NAMES, t } from '../i18n';
import { useStore } from '../core/env';
import { BOARDS, STONES, changeSettings, languageOf, settings } from '../core/settings';
import { play } from '../core/sound';
import type { BoardTheme, Confirm, Pace, Settings, Stones, Theme } from '../core/settings';

/** The choices themselves, for the menu and the page of the account. */
export function LookFields(): JSX.Element {
  const chosen = useStore(settings);
  const themes: Theme[] = ['auto', 'light', 'dark'];
  const confirms: Confirm[] = ['auto', 'always', 'never'];
  return (
    <>
      <label>
        {t('settings.language')}
        <select
          value={chosen.language}
          onChange={(e) => changeSettings({ language: e.currentTarget.value as Settings['language'] })}
        >
          <option value="auto">
            {t('settings.language.auto', { name: LANGUAGE_NAMES[languageOf('auto')] })}
          </option>
          {LANGUAGES.map((l) => (
            <option key={l} value={l} lang={l}>
              {LANGUAGE_NAMES[l]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('settings.theme')}
        <select
          value={chosen.theme}
          onChange={(e) => changeSettings({ theme: e.currentTarget.value as Theme })}
        >
          {themes.map((theme) => (
            <option key={theme} value={theme}>
              {t(`settings.theme.${theme}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('settings.board')}
        <select
          value={chosen.board}
          onChange={(e) => changeSettings({ board: e.currentTarget.value as BoardTheme })}
        >
          {BOARDS.map((board) => (
            <option key={board} value={board}>
              {t(`settings.board.${board}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('settings.stones')}
        <select
          value={chosen.stones}
          onChange={(e) => changeSettings({ stones: e.currentTarget.value as Stones })}
        >
          {STONES.map((stones) => (
            <option key={stones} value={stones}>
              {t(`settings.stones.${stones}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('settings.confirm')}
        <select
          value={chosen.confirm}
          onChange={(e) => changeSettings({ confirm: e.currentTarget.value as Confirm })}
        >
          {confirms.map((confirm) => (
            <option key={confirm} value={confirm}>
              {t(`settings.confirm.${confirm}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('settings.pace')}
        <select value={chosen.pace} onChange={(e) => changeSettings({ pace: e.currentTarget.value as Pace })}>
          <option value="human">{t('settings.pace.human')}</option>
          <option value="instant">{t('settings.pace.instant')}</option>
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.sound}
          onChange={(e) => changeSettings({ sound: e.currentTarget.checked })}
        />
        {t('settings.sound')}
      </label>
      {chosen.sound && (
        <label>
          {t('settings.volume')}
          <input
            type="range"
            min={0}
            max={100}
            step={5}
            value={chosen.volume}
            onChange={(e) => {
              changeSettings({ volume: e.currentTarget.valueAsNumber });
              play('stone');
            }}
          />
        </label>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.quiet}
          onChange={(e) => changeSettings({ quiet: e.currentTarget.checked })}
        />
        {t('settings.quiet')}
      </label>
      {chosen.sound && !chosen.quiet && (
        <label class="check">
          <input
            type="checkbox"
            checked={chosen.guestSounds}
            onChange={(e) => changeSettings({ guestSounds: e.currentTarget.checked })}
          />
          {t('settings.guestsounds')}
        </label>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.hints}
          onChange={(e) => changeSettings({ hints: e.currentTarget.checked })}
        />
        {t('settings.hints')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.coordinates}
          onChange={(e) => changeSettings({ coordinates: e.currentTarget.checked })}
        />
        {t('settings.coordinates')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.keys}
          onChange={(e) => changeSettings({ keys: e.currentTarget.checked })}
        />
        {t('settings.keys')}
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={chosen.blind}
          onChange={(e) => changeSettings({ blind: e.currentTarget.checked })}
        />
        {t('settings.blind')}
      </label>
    </>
  );
}
