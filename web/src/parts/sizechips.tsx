// The size of a board: the usual ones as chips, the others in a list beside them.
import type { JSX } from 'preact';

import { t } from '../i18n';
import type { GameInfo, GameName } from '../wasm/wasm';
import { Chips } from './chips';
import { sizesOf } from './gamefields';

/** The sizes that are played most; those that a game does not have fall away. */
const USUAL = [7, 9, 11, 13, 15, 19];
const USUAL_SQUARES = [5, 6, 8, 10, 12];

export function usualSizes(info: GameInfo): number[] {
  const sizes = sizesOf(info);
  return (info.rectangular ? USUAL_SQUARES : USUAL).filter((n) => sizes.includes(n));
}

interface SizeChipsProps {
  info: GameInfo;
  game: GameName;
  width: number;
  height: number;
  set: (width: number, height: number) => void;
}

export function SizeChips({ info, width, height, set }: SizeChipsProps): JSX.Element {
  const sizes = sizesOf(info);
  const usual = usualSizes(info);
  const size = (n: number): string => t('lobby.size', { width: n, height: n });
  return (
    <Chips
      text={t('new.size.short')}
      value={width === height ? String(width) : ''}
      set={(n) => set(Number(n), Number(n))}
      options={usual.map((n) => [String(n), size(n)] as const)}
    >
      {info.rectangular ? (
        <span class="row other-size">
          <Other text={t('new.width')} value={width} sizes={sizes} set={(n) => set(n, height)} />
          <span aria-hidden="true">×</span>
          <Other text={t('new.height')} value={height} sizes={sizes} set={(n) => set(width, n)} />
        </span>
      ) : (
        <select
          class={usual.includes(width) ? 'chip-select' : 'chip-select on'}
          aria-label={t('new.size')}
          value={usual.includes(width) ? '' : String(width)}
          onChange={(e) => {
            const n = Number(e.currentTarget.value);
            if (n > 0) set(n, n);
          }}
        >
          <option value="">{t('new.else')}</option>
          {sizes.map((n) => (
            <option key={n} value={n}>
              {size(n)}
            </option>
          ))}
        </select>
      )}
    </Chips>
  );
}

interface OtherProps {
  text: string;
  value: number;
  sizes: number[];
  set: (n: number) => void;
}

function Other({ text, value, sizes, set }: OtherProps): JSX.Element {
  return (
    <select
      class="chip-select"
      aria-label={text}
      value={value}
      onChange={(e) => set(Number(e.currentTarget.value))}
    >
      {sizes.map((n) => (
        <option key={n} value={n}>
          {n}
        </option>
      ))}
    </select>
  );
}
