import { barcodeCheckDigit } from '../kit/barcode';

type Bars = 'ean13' | 'ean8' | 'upca' | 'code128';
export type CodeSymbol = 'qrcode' | Bars;

const SYMBOL_OF_LENGTH: Readonly<Record<number, Bars>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' };
/** A narrower bar is not printed sharply by the usual 203 dpi (0.125 mm a dot) and not read. */
export const NARROWEST_BAR_MM = 0.19;

/** The kind of bars for a code: that of shops where its check digit is right, else one that takes any Latin text. */
export function barsFor(code: string): Bars | null {
  const symbol = /^\d+$/.test(code) ? SYMBOL_OF_LENGTH[code.length] : undefined;
  if (symbol && barcodeCheckDigit(code.slice(0, -1)) === Number(code.slice(-1))) return symbol;
  return /^[\x20-\x7e]+$/.test(code) ? 'code128' : null;
}

/** How many narrow bars wide the code of this kind is at most, with the quiet zones beside it. */
export function modulesOf(symbol: Bars, code: string): number {
  if (symbol === 'ean13' || symbol === 'upca') return 95 + 18;
  if (symbol === 'ean8') return 67 + 14;
  // start, check sign and stop; pairs of digits share one sign
  const signs = /^\d+$/.test(code) ? Math.ceil(code.length / 2) + 1 : code.length;
  return 11 * (signs + 2) + 13 + 20;
}

/** What is drawn in so much room: bars, or a QR with the code alone where they would be too narrow to be read. */
export function symbolFor(code: string, type: 'qr' | 'barcode', widthMm: number): CodeSymbol {
  const bars = type === 'barcode' ? barsFor(code) : null;
  return bars !== null && widthMm / modulesOf(bars, code) >= NARROWEST_BAR_MM ? bars : 'qrcode';
}

/** The place for the code in an address of the supplier's own site. */
export const CODE_PLACE = '{code}';

/** The supplier's address with the code in it: where it says `{code}`, else as the parameter `code`. */
export function redirectTo(address: string, code: string): string {
  const encoded = encodeURIComponent(code);
  if (address.includes(CODE_PLACE)) return address.replaceAll(CODE_PLACE, encoded);
  const [before = '', ...fragment] = address.split('#');
  return [`${before}${before.includes('?') ? '&' : '?'}code=${encoded}`, ...fragment].join('#');
}

/** The numbers of an order as people write and scan it: `1042`, `№ 1042`, `#1042`. */
export function orderNumberIn(text: string): number | null {
  const digits = /^(?:№|#|N)?\s*(\d{1,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
