/** The last digit of EAN-8, UPC-A, EAN-13 or ITF-14: weights 3, 1 from the right. `body` is without that digit. */
export function barcodeCheckDigit(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i += 1) sum += Number(body[body.length - 1 - i]) * (i % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Warns when a code that looks like EAN or UPC has a wrong check digit. Never refuses: shops use codes of their own. */
export function barcodeWarnings(code: string): 'barcode.checksum'[] {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return [];
  return barcodeCheckDigit(code.slice(0, -1)) === Number(code.slice(-1)) ? [] : ['barcode.checksum'];
}

/**
 * An internal code is an EAN-13 of the numbers that GS1 leaves to each company for use in its own house (20–29), so
 * that every scanner reads it and none takes it for the code of somebody else's goods.
 */
export const INTERNAL_PREFIX = '20';
export const MAX_INTERNAL_NUMBER = 2_000_000_000;

export function internalCode(number: number): string {
  const body = `${INTERNAL_PREFIX}${String(number).padStart(10, '0')}`;
  return `${body}${barcodeCheckDigit(body)}`;
}

/**
 * The code in what a scanner reads: a QR of a label holds an address with the code in it (`…/q/project/code/key`, or
 * `…?code=…` of the supplier's own site, or as the last part of its path); anything else is the code itself.
 */
export function codeInLink(scanned: string): string {
  const text = scanned.trim();
  const [link, path = '', query = ''] = /^https?:\/\/[^/?#]+([^?#]*)(?:\?([^#]*))?/i.exec(text) ?? [];
  if (link === undefined) return text;
  const parts = path.split('/').filter(Boolean);
  const named = /(?:^|&)code=([^&]+)/.exec(query)?.[1];
  const part = named ?? (parts[0] === 'q' && parts.length === 4 ? parts[2] : parts.at(-1));
  try {
    return part ? decodeURIComponent(part) : text;
  } catch {
    return text;
  }
}

/** What the keys of the Ukrainian layout are in the Latin one, as a hand scanner presses them: small and with Shift. */
const UKRAINIAN = 'йцукенгшщзхїфівапролджєячсмитьбю.ґЙЦУКЕНГШЩЗХЇФІВАПРОЛДЖЄЯЧСМИТЬБЮ,Ґ';
const LATIN = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,./`QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?~';

/**
 * The codes that a scanner may have read, the surest first: what came, then what would have come with the Latin layout.
 * A hand scanner presses keys, and says «ЕЗ-024» for `TP-024` where the computer stands in Ukrainian.
 */
export function readingsOf(scanned: string): readonly (readonly string[])[] {
  const text = scanned.trim();
  const codes = (read: string) => [...new Set([read, codeInLink(read)])];
  if (!/[а-яґєії]/i.test(text)) return [codes(text)];
  const latin = [...text].map((sign) => LATIN[UKRAINIAN.indexOf(sign)] ?? sign).join('');
  return [codes(text), codes(latin)];
}
