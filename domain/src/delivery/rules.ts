import type { DomainError } from '../kit/errors';
import { deliveryErrors, type Plan } from './contract';
import { isUkrainianName, splitName } from './places';

/** A branch as its limits matter. Kilograms; 0: no limit. */
export interface BranchLimits {
  readonly kind: 'branch' | 'locker';
  readonly max_weight: number;
}

/** A locker takes no more than this, whatever its row says. */
export const LOCKER_GRAMS = 30_000;

export interface Asked extends Plan {
  readonly branch: BranchLimits | null;
  /** Of the sender's contract with the carrier. */
  readonly may_control: boolean;
}

/** What a carrier's form does not take of a name. */
export function nameProblems(name: string): DomainError[] {
  const { first, last } = splitName(name);
  if (!first || !last) return [deliveryErrors.name_parts({ path: 'recipient_name' })];
  return isUkrainianName(name) ? [] : [deliveryErrors.name_letters({ path: 'recipient_name' })];
}

/** All that the carrier would refuse, by field, before anything is asked of him. */
export function planProblems(asked: Asked): DomainError[] {
  const problems: DomainError[] = nameProblems(asked.recipient_name);
  if (!asked.recipient_phone) problems.push(deliveryErrors.no_phone({ path: 'recipient_phone' }));
  if (!asked.city_ref) problems.push(deliveryErrors.no_town({ path: 'city_ref' }));
  else if (asked.door) problems.push(...doorProblems(asked));
  else if (!asked.branch_ref) problems.push(deliveryErrors.no_branch({ path: 'branch_ref' }));
  else if (!asked.branch) problems.push(deliveryErrors.branch_closed({ path: 'branch_ref' }));
  else problems.push(...limitProblems(asked, asked.branch));
  if (asked.description === '') problems.push(deliveryErrors.no_description({ path: 'description' }));
  return problems;
}

function doorProblems({ cod_sum, cod_service }: Asked): DomainError[] {
  return cod_sum > 0 && cod_service === 'payment_control' ? [deliveryErrors.control_door({ path: 'cod_service' })] : [];
}

function limitProblems(asked: Asked, branch: BranchLimits): DomainError[] {
  const problems: DomainError[] = [];
  const isLocker = branch.kind === 'locker';
  const limit = Math.min(
    branch.max_weight > 0 ? branch.max_weight * 1_000 : Number.POSITIVE_INFINITY,
    isLocker ? LOCKER_GRAMS : Number.POSITIVE_INFINITY,
  );
  if (asked.weight > limit) problems.push(deliveryErrors.too_heavy({ path: 'weight', allowed: limit / 1_000 }));
  if (isLocker && asked.seats > 1) problems.push(deliveryErrors.locker_seats({ path: 'seats' }));
  if (isLocker && !asked.size) problems.push(deliveryErrors.locker_size({ path: 'size' }));
  if (asked.cod_sum > 0 && asked.cod_service === 'payment_control') {
    if (isLocker) problems.push(deliveryErrors.control_locker({ path: 'cod_service' }));
    if (!asked.may_control) problems.push(deliveryErrors.no_control({ path: 'cod_service' }));
  }
  return problems;
}

/** Whole hryvnias, as the carrier wants a declared value: never less than what is declared. */
export const wholeHryvnias = (kopecks: number): number => Math.max(1, Math.ceil(kopecks / 100));

/** What a parcel weighs: goods whose weight nobody knows count as the usual parcel does, once. */
export function weightOf(
  items: readonly { readonly count: number; readonly weight: number | null }[],
  usual: number,
): number {
  const known = items.reduce((sum, { count, weight }) => sum + count * (weight ?? 0), 0);
  const isKnown = items.every(({ weight }) => weight !== null && weight > 0);
  return Math.max(100, isKnown ? known : Math.max(known, usual));
}

/**
 * By what our waybill is found again at the carrier's, who makes a second one for the same parcel without asking. It
 * stands in a field that people see, so it begins with the number of the order.
 */
export const ownReference = (number: string, id: string): string =>
  `${number.replace(/[^\p{L}\p{N}-]/gu, '').slice(0, 20)}-${id.replaceAll('-', '').slice(-10)}`;

/**
 * The carrier lists new waybills late. One whose answer was lost and that he has not listed by then may still have been
 * made, so a person is asked; it is looked for all the same.
 */
export const LISTED_WITHIN_MS = 10 * 60_000;
