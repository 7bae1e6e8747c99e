/** What the cards and the chart show. */
export const FIGURES = ['revenue', 'orders', 'average', 'margin', 'returned_share'] as const;
export type Figure = (typeof FIGURES)[number];
