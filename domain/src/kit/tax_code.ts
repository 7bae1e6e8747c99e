import { z } from 'zod';

/** ФОП – sole trader, ТОВ – limited company (specification, constants). */
export const LegalType = z.enum(['ФОП', 'ТОВ']);
export type LegalType = z.infer<typeof LegalType>;

/**
 * Tax code (`edropoy_code`, `edrpou`): 8 digits of a company, 10 of a person; 9 (tax-office number) and 12 are taken
 * with a warning. A wrong check digit is only warned of: old codes may break the rule (reference: identifiers).
 */
export const TaxCode = z
  .string()
  .max(40)
  .overwrite((value) => value.replace(/[\s\u00a0\u202f]/g, ''))
  .check((context) => {
    const { value } = context;
    const problem =
      value === ''
        ? 'required'
        : /\D/.test(value)
          ? 'tax_code.format'
          : [8, 9, 10, 12].includes(value.length)
            ? null
            : 'tax_code.length';
    if (problem) context.issues.push({ code: 'custom', message: problem, input: value });
  });

function weighted(code: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(code[i]), 0);
}

/** The check digit of EDRPOU: two passes of weights, the second when the first gives ten. */
export function isEdrpou(code: string): boolean {
  if (!/^\d{8}$/.test(code)) return false;
  const number = Number(code);
  const weights = number < 30_000_000 || number > 60_000_000 ? [1, 2, 3, 4, 5, 6, 7] : [7, 1, 2, 3, 4, 5, 6];
  let rest = weighted(code, weights) % 11;
  if (rest === 10) {
    rest =
      weighted(
        code,
        weights.map((weight) => weight + 2),
      ) % 11;
  }
  return (rest === 10 ? 0 : rest) === Number(code[7]);
}

/** The check digit of RNOKPP, the number of a natural person. */
export function isRnokpp(code: string): boolean {
  if (!/^\d{10}$/.test(code)) return false;
  const rest = weighted(code, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11;
  return ((rest + 11) % 11) % 10 === Number(code[9]);
}

export type TaxCodeWarning =
  | 'tax_code.checksum'
  | 'tax_code.unusual_length'
  | 'tax_code.fop_needs_ten'
  | 'tax_code.tov_needs_eight';

/** What to ask the user to look at again; texts are in `fieldMessages`. Empty when all is well. */
export function taxCodeWarnings(code: string, legalType?: LegalType | null): TaxCodeWarning[] {
  const warnings: TaxCodeWarning[] = [];
  if (code.length === 8) {
    if (legalType === 'ФОП') warnings.push('tax_code.fop_needs_ten');
    if (!isEdrpou(code)) warnings.push('tax_code.checksum');
  } else if (code.length === 10) {
    if (legalType === 'ТОВ') warnings.push('tax_code.tov_needs_eight');
    if (!isRnokpp(code)) warnings.push('tax_code.checksum');
  } else warnings.push('tax_code.unusual_length');
  return warnings;
}

/** How documents name the code: by its length, because the length says whose register it is from. */
export function taxCodeLabel(code: string): 'ЄДРПОУ' | 'РНОКПП' | 'Код' {
  return code.length === 8 ? 'ЄДРПОУ' : code.length === 10 ? 'РНОКПП' : 'Код';
}
