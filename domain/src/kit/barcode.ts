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
