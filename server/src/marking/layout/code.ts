import { symbolFor } from '@lanka/domain/marking/rules';
import bwipjs from 'bwip-js/node';

export interface CodeDrawing {
  /** An SVG path in modules: bars one module high, or a square. The quiet zone around is among them. */
  readonly path: string;
  readonly columns: number;
  readonly rows: number;
}

/** Modules of white around a QR that a reader needs; half of them, as the label's own edge is white too. */
const QUIET = 2;
const QUIET_BARS = 9;

/** What is drawn for a code: a QR with the address, or bars; where those would be too narrow, a QR with the code alone. */
export function drawCode(
  marked: { readonly code: string; readonly address: string; readonly code_type: 'qr' | 'barcode' },
  widthMm: number,
): CodeDrawing {
  const symbol = symbolFor(marked.code, marked.code_type, widthMm);
  if (symbol !== 'qrcode') return bars(symbol, marked.code);
  return square(marked.code_type === 'qr' ? marked.address : marked.code);
}

function square(text: string): CodeDrawing {
  const [drawn] = bwipjs.raw('qrcode', text, 'eclevel=M');
  if (!drawn || !('pixs' in drawn)) throw new Error('a QR is made of squares');
  const { pixs, pixx, pixy } = drawn;
  let path = '';
  for (let y = 0; y < pixy; y += 1) {
    for (let x = 0; x < pixx; x += 1) {
      if (!pixs[y * pixx + x]) continue;
      const from = x;
      while (x < pixx && pixs[y * pixx + x]) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  }
  return { path, columns: pixx + 2 * QUIET, rows: pixy + 2 * QUIET };
}

function bars(symbol: 'ean13' | 'ean8' | 'upca' | 'code128', code: string): CodeDrawing {
  const [drawn] = bwipjs.raw(symbol, code, '');
  if (!drawn || !('sbs' in drawn)) throw new Error('a barcode is made of bars');
  let path = '';
  let x = QUIET_BARS;
  // bar, space, bar, …
  drawn.sbs.forEach((width, i) => {
    if (i % 2 === 0) path += `M${x} 0h${width}v1h${-width}z`;
    x += width;
  });
  return { path, columns: x + QUIET_BARS, rows: 1 };
}
