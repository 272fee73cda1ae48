// A QR code as SVG, out of rows of 0 and 1 that the server has computed. Dark on light in any theme, because
// cameras want it so.
import type { JSX } from 'preact';

/** Light modules around the code, which the standard asks for. */
const MARGIN = 4;

export function QrCode({ rows, text }: { rows: string[]; text: string }): JSX.Element {
  const size = rows.length + 2 * MARGIN;
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        (run) => `M${MARGIN + run.index} ${MARGIN + y}h${run[0].length}v1h-${run[0].length}z`,
      ),
    )
    .join('');
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
