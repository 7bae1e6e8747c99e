import type { TurnoverDocument, TurnoverRow } from '@lanka/domain/turnover/contract';

/** What of a posted document has not come yet is what matters about it. */
export const shownStatus = ({ status, expected }: Pick<TurnoverRow, 'status' | 'expected'>) =>
  expected > 0 ? 'expected' : status;

export const piecesOf = (items: readonly { count: number | '' | null }[]): number =>
  items.reduce((total, { count }) => total + (Number(count) || 0), 0);

/** Who stands against the document, as one calls him there. */
export const partyWord = (
  { flow, type }: Pick<TurnoverDocument, 'flow' | 'type'>,
  t: { supplier: string; buyer: string },
): string => (type === 'purchase' || (type === 'return' && flow === 'outcome') ? t.supplier : t.buyer);
