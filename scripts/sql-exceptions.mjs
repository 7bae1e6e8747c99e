/**
 * SQL that names tables against law 6 of the imports, with the reason. `may`: 'read' also of the same level or above;
 * 'write' also of another slice. One that nothing needs is a breach itself.
 */
export const SQL_EXCEPTIONS = [
  {
    slice: 'demo',
    tables: [
      'applications',
      'users',
      'projects',
      'memberships',
      'invitations',
      'payments',
      'charges',
      'counterparty_accounts',
      'catalogue_listings',
      'search_pending',
      'postings',
      'orders',
      'bookings',
      'stock_movements',
      'parcels',
      'stocktakes',
      'stocktake_lines',
      'manufacture_requests',
      'turnover_documents',
      'plan_invoices',
      'plan_card_payments',
      'card_payments',
    ],
    may: 'write',
    why: 'what calls of the product made within seconds is spread over the weeks of a story: nothing but times, the role and the plans of invented people, an invoice that waits again until a card has paid it; and the months before it are written as they would have become, a statement for each table (decisions 0157 and 0167): only in a demo',
  },
];
