/**
 * The slices, bottom up. A slice imports only from the levels below its own; slices of one level are strangers.
 * A folder in domain/src, server/src or web/src that is neither `kit` nor named here is an error.
 */
export const LEVELS = [
  ['identity', 'files'],
  ['projects', 'site'], // site: the public pages, requests and messages of visitors
  ['search'], // the index of words that lists look in
  ['stock', 'ledger'],
  ['catalog', 'partners', 'promotions'],
  ['manufacture'], // names products, is started by orders
  ['orders'],
  ['payments', 'documents', 'feeds', 'audit', 'billing'],
  ['onboarding', 'operator'],
  ['demo'],
  ['shell'], // web only: the frame around all slices
];

/** Slices of domain whose contracts kit may import, because it carries them for all (sessions, uploads). */
export const KIT_CONTRACTS = ['identity', 'files'];
