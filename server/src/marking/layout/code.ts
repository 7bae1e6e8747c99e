import { symbolFor } from '@lanka/domain/marking/rules';
import bwipjs from 'bwip-js/node';
import { correction, generate, mode } from 'lean-qr';

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
  // what is not ASCII is written as it is, in UTF-8: many hand scanners read no announcement of another alphabet
  const written = /^[\x20-\x7e]*$/.test(text) ? text : mode.bytes(new TextEncoder().encode(text));
  const code = generate(written, { minCorrectionLevel: correction.M });
  const { size } = code;
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (x < size && code.get(x, y)) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  }
  return { path, columns: size + 2 * QUIET, rows: size + 2 * QUIET };
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
