/**
 * Gives a word longer than `longest` (a code without a space, a web address) places where it may break. Without them
 * pdfmake widens the column by the word and pushes the sums off the page. Ordinary words stay whole.
 * Signs that the font does not have (₴, pictures) would print as empty boxes: they are written out or left out.
 */
export function printable(text: string, longest: number): string {
  return text
    .replaceAll('₴', 'грн')
    .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '')
    .split(/(\s+)/)
    .map((word) => (word.length > longest ? word.replace(/(.{8})(?=.)/gu, '$1\u200b') : word))
    .join('');
}

/** Longest unbroken words of the column of codes, of a line to sign on, of the column of names, of half and of full width. */
export const WORD = { sku: 10, line: 16, title: 20, half: 28, wide: 48 } as const;
