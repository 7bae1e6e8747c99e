import { readingsOf } from '@lanka/domain/kit/barcode';

/** A line of an order that is being picked. */
export interface PickLine {
  readonly product_variant_id: string;
  readonly place: string;
  /** What a scanner may read for it, what names it best first. */
  readonly codes: readonly string[];
  readonly count: number;
  readonly picked: number;
}

/**
 * What stands on the labels of goods: their code, an internal code from before they got a barcode (labels that hang
 * already are still found), their SKU. The same order in which the server looks codes up.
 */
export const codesOf = (
  { code, internal_code }: { readonly code?: string | null; readonly internal_code?: string | null },
  sku: string,
): string[] => [code ?? '', internal_code ?? '', sku];

export type Pick<T extends PickLine> = { readonly line: T; readonly ok: boolean } | null;

/** Which line a code ticks; not `ok` when it is picked completely already, null when it is of no line. */
export function pickOf<T extends PickLine>(lines: readonly T[], scanned: string): Pick<T> {
  for (const read of readingsOf(scanned)) {
    const wanted = read.map((code) => code.toLowerCase());
    const isRead = (code: string | undefined) => !!code && wanted.includes(code.toLowerCase());
    const ranks = Math.max(0, ...lines.map(({ codes }) => codes.length));
    for (let rank = 0; rank < ranks; rank += 1) {
      const matching = lines.filter(({ codes }) => isRead(codes[rank]));
      const open = matching.find(({ picked, count }) => picked < count);
      if (open) return { line: open, ok: true };
      if (matching[0]) return { line: matching[0], ok: false };
    }
  }
  return null;
}

export const isPicked = (lines: readonly PickLine[]): boolean =>
  lines.length > 0 && lines.every(({ picked, count }) => picked >= count);
