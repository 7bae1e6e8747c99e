/** What the cards and the chart show. */
export const FIGURES = ['revenue', 'orders', 'average', 'margin', 'returned_share'] as const;
export type Figure = (typeof FIGURES)[number];
export const unitOf = (figure: Figure): 'money' | 'count' | 'percent' => {
  if (figure === 'orders') return 'count';
  return figure === 'returned_share' ? 'percent' : 'money';
};
