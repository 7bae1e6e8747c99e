import { z } from 'zod';

/** Remainder of a Ukrainian IBAN by ISO 13616: the first four go to the end, letters become numbers (A = 10). */
function remainder(iban: string): number {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = /\d/.test(character) ? character : String(character.charCodeAt(0) - 55);
    rest = Number(`${rest}${value}`) % 97;
  }
  return rest;
}

function problemOf(iban: string): string | null {
  if (iban === '') return 'required';
  // У and А of the Cyrillic alphabet look the same as U(Y) and A and come from a forgotten keyboard switch.
  if (/^[UУY][AА]/.test(iban) && !/^[UY]A/.test(iban)) return 'iban.lookalike';
  if (!iban.startsWith('UA')) return 'iban.country';
  if (!/^UA\d*$/.test(iban)) return 'iban.format';
  if (iban.length !== 29) return 'iban.length';
  return remainder(iban) === 1 ? null : 'iban.checksum';
}

/** A Ukrainian bank account: 29 characters, `UA` + 2 check digits + 6 MFO + 19 account. Spaces are taken out. */
export const Iban = z
  .string()
  .max(60)
  .overwrite((value) => value.replace(/[\s\u00a0\u202f-]/g, '').toUpperCase())
  .check((context) => {
    const problem = problemOf(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });

/** Builds a valid IBAN; for examples and demonstration data. `mfo` 6 digits, `account` up to 19. */
export function makeIban(mfo: string, account: string): string {
  const rest = mfo + account.padStart(19, '0');
  const check = 98 - remainder(`UA00${rest}`);
  return `UA${String(check).padStart(2, '0')}${rest}`;
}

/** The bank's code: characters 5–10. */
export function mfoOf(iban: string): string {
  return iban.slice(4, 10);
}

/** Only the banks whose codes were checked; the full register changes and is not copied. */
const BANKS: Readonly<Record<string, string>> = {
  '305299': 'АТ КБ «ПриватБанк»',
  '322001': 'АТ «УНІВЕРСАЛ БАНК»',
  '322313': 'АТ «Укрексімбанк»',
};

/** The bank's name by its code, to fill the form in; null when it is not among the known ones. */
export function bankNameOf(iban: string): string | null {
  return BANKS[mfoOf(iban)] ?? null;
}

/** `UA21 3223 1300 0002 6007 2335 6600 1` */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1\u00a0');
}
