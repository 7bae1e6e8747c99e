/**
 * Bounds of money and stock, so that whatever is added up stays an exact integer (decision 0046). Money is in kopecks: a
 * price is what one piece costs, a sum what one row comes to, be it a line, an order, a payment or the stock of one
 * modification.
 */
export const MAX_PRICE = 10_000_000_000;
export const MAX_KOPECKS = 1_000_000_000_000;
/** What one counterparty may owe, or have with the supplier. */
export const MAX_BALANCE = 10_000_000_000_000;
/** Pieces of one modification on the shelf. */
export const MAX_STOCK = 10_000_000;
