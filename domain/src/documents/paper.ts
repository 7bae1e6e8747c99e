import { formatDateInWords } from '../kit/time';
import type { FrozenDocument, FrozenLine, FrozenParty } from './frozen';

/** A line of a paper; what nobody has told, or what it has no place for, is null. */
export interface PaperLine extends Omit<FrozenLine, 'price' | 'amount'> {
  readonly price: number | null;
  readonly amount: number | null;
}

/** Everything that a paper shows, as it is drawn. */
export interface Paper extends Pick<FrozenDocument, 'title' | 'particulars' | 'totals' | 'notes' | 'signatures'> {
  /** Whose paper it is. */
  readonly author: string;
  readonly parties: readonly FrozenParty[];
  readonly lines: readonly PaperLine[];
  readonly count_text: string;
  /** Empty on a paper without money. */
  readonly sum_in_words: string;
  /** The QR for payment, and what is said beside it. */
  readonly payment?: { readonly link: string; readonly notes: readonly string[] } | null;
}

/** An issued document as it is drawn. */
export function asPaper(frozen: FrozenDocument): Paper {
  const { title, particulars, totals, notes, signatures, lines, count_text, sum_in_words, seller, buyer } = frozen;
  const { payment } = frozen;
  const parties = [seller, buyer];
  return {
    title,
    author: seller.name,
    parties,
    particulars,
    lines,
    totals,
    count_text,
    sum_in_words,
    notes,
    signatures,
    payment: payment
      ? { link: payment.link, notes: ['Оплата за QR-кодом', `Дійсний до ${formatDateInWords(payment.valid_until)}`] }
      : null,
  };
}
