// Sharing a match: its link, a QR code of it, and the code that puts the board into another web page.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { copyText } from '../core/copy';
import { useStyles } from '../core/styles';
import { t } from '../i18n';
import { QrCode } from '../parts/qrcode';
import { qrRows } from '../parts/qr';
import { tt, useToolsWords } from './toolswords';

/** The QR code of a link; a text that is too long for one shows nothing. */
export function LinkCode({ link }: { link: string }): JSX.Element | null {
  const words = useToolsWords();
  const rows = qrRows(link);
  return words && rows ? <QrCode rows={rows} text={tt('share.qr')} /> : null;
}

interface SharingProps {
  id: number;
  /** The way to the match on this server. */
  path: string;
  /** Other sites may show it: it is not private. */
  embeds: boolean;
}

export function Sharing({ id, path, embeds }: SharingProps): JSX.Element | null {
  const words = useToolsWords();
  useStyles('/tools.css');
  const [said, setSaid] = useState('');
  if (!words) return null;
  const link = location.origin + path;
  const code = `<iframe src="${location.origin}/embed${path}" width="480" height="560" title="${tt('share.embed.title', { id })}"></iframe>`;
  const copy = async (text: string): Promise<void> => {
    setSaid((await copyText(text)) ? t('match.copied') : tt('share.uncopied'));
  };
  return (
    <section class="panel notice sharing" aria-label={t('match.share')}>
      <label>
        {tt('share.link')}
        <input readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
      </label>
      <button type="button" class="go" onClick={() => void copy(link)}>
        {tt('share.copy')}
      </button>
      {embeds && (
        <>
          <label>
            {tt('share.embed')}
            <textarea readOnly rows={3} value={code} onFocus={(e) => e.currentTarget.select()} />
          </label>
          <button type="button" onClick={() => void copy(code)}>
            {tt('share.embed.copy')}
          </button>
        </>
      )}
      <details>
        <summary>{tt('share.qr.show')}</summary>
        <LinkCode link={link} />
      </details>
      <p role="status">{said}</p>
    </section>
  );
}
