// The choice of a game, its board and its options, for matches, tournaments and the archive.
import type { JSX } from 'preact';

import { t } from '../i18n';
import { GAMES, OPTION_JACKED, OPTION_SWAP } from '../wasm/wasm';
import type { GameInfo, GameName } from '../wasm/wasm';
import { Check } from './form';

export interface Options {
  swap: boolean;
  jacked: boolean;
}

export function sizesOf(info: GameInfo): number[] {
  const sizes: number[] = [];
  for (let n = info.sizeMin; n <= info.sizeMax; n += info.sizeStep) sizes.push(n);
  return sizes;
}

export function defaultOptions(info: GameInfo): Options {
  return {
    swap: (info.optionsDefault & OPTION_SWAP) !== 0,
    jacked: (info.optionsDefault & OPTION_JACKED) !== 0,
  };
}

/** Only the options that the game has; the server refuses others. */
export function knownOptions(info: GameInfo, chosen: Partial<Options>): Partial<Options> {
  return {
    ...(info.options & OPTION_SWAP ? { swap: chosen.swap === true } : {}),
    ...(info.options & OPTION_JACKED ? { jacked: chosen.jacked === true } : {}),
  };
}

export function GameChoice({ value, set }: { value: GameName; set: (game: GameName) => void }): JSX.Element {
  return (
    <label>
      {t('new.game')}
      <select value={value} onChange={(e) => set(e.currentTarget.value as GameName)}>
        {GAMES.map((g) => (
          <option key={g} value={g}>
            {t(`title.${g}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface BoardFieldsProps {
  info: GameInfo;
  width: number;
  height: number;
  set: (width: number, height: number) => void;
}

/** One size for square boards, columns and rows for the others. */
export function BoardFields({ info, width, height, set }: BoardFieldsProps): JSX.Element {
  const sizes = sizesOf(info);
  return (
    <>
      <SizeField
        text={info.rectangular ? t('new.width') : t('new.size')}
        sizes={sizes}
        value={width}
        square={!info.rectangular}
        set={(n) => set(n, info.rectangular ? height : n)}
      />
      {info.rectangular && (
        <SizeField
          text={t('new.height')}
          sizes={sizes}
          value={height}
          square={false}
          set={(n) => set(width, n)}
        />
      )}
    </>
  );
}

interface SizeFieldProps {
  text: string;
  sizes: number[];
  value: number;
  square: boolean;
  set: (n: number) => void;
}

function SizeField({ text, sizes, value, square, set }: SizeFieldProps): JSX.Element {
  return (
    <label>
      {text}
      <select value={value} onChange={(e) => set(Number(e.currentTarget.value))}>
        {sizes.map((n) => (
          <option key={n} value={n}>
            {square ? t('lobby.size', { width: n, height: n }) : n}
          </option>
        ))}
      </select>
    </label>
  );
}

interface OptionFieldsProps {
  info: GameInfo;
  value: Options;
  set: (value: Options) => void;
}

export function OptionFields({ info, value, set }: OptionFieldsProps): JSX.Element {
  return (
    <>
      {(info.options & OPTION_SWAP) !== 0 && (
        <Check on={value.swap} set={(swap) => set({ ...value, swap })} text={t('new.swap')} />
      )}
      {(info.options & OPTION_JACKED) !== 0 && (
        <Check on={value.jacked} set={(jacked) => set({ ...value, jacked })} text={t('new.jacked')} />
      )}
    </>
  );
}
