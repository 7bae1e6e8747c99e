import type { OrderStatus } from '../orders/entities';
import { STATUS_NAMES, STATUSES } from '../orders/machine';
import { MAX_OTHER_PHONES } from './import';

/** The place of the first phone that stands before it already; null when each stands once. */
export function firstDouble(phones: readonly string[]): number | null {
  const at = phones.findIndex((phone, place) => phones.indexOf(phone) < place);
  return at < 0 ? null : at;
}

interface Mergeable {
  readonly name: string;
  readonly phones: readonly string[];
  readonly email: string | null;
  readonly discount: number;
  readonly comment: string;
}

const MAX_COMMENT = 2000;

/** What two cards of one person become: the first stays as it is where it says something; null when they have too many phones. */
export function merged(into: Mergeable, from: Mergeable): Mergeable | null {
  const phones = [...into.phones, ...from.phones];
  if (phones.length > MAX_OTHER_PHONES + 1) return null;
  const comments = [into.comment, from.comment].filter((one, place, all) => one !== '' && all.indexOf(one) === place);
  return {
    name: into.name,
    phones,
    email: into.email ?? from.email,
    discount: Math.max(into.discount, from.discount),
    comment: comments.join('\n').slice(0, MAX_COMMENT),
  };
}

/** What is looked for in a client, in small letters; a phone also as it is typed at home. */
export const clientSearchText = ({ name, phones, email, comment }: Mergeable): string =>
  [name, ...phones, email, comment].filter(Boolean).join('\n').toLowerCase();

/** Orders that a client's figures count: sent to the manager and not canceled. */
export const COUNTED_STATUSES: readonly OrderStatus[] = STATUS_NAMES.filter(
  (status) => STATUSES[status].stage !== 'early' && status !== 'Canceled',
);
