import type { DomainError } from '../kit/errors';
import type { Role } from '../kit/roles';
import { type ManufactureStatus, manufactureErrors } from './contract';

export const STATUS_UA: Readonly<Record<ManufactureStatus, string>> = {
  new: 'Нова',
  in_production: 'У виробництві',
  done: 'Виготовлено',
  canceled: 'Скасовано',
};

/** domain.md, Manufacture requests: new → in_production → done / canceled. A new one may be canceled too. */
const NEXT: Readonly<Record<ManufactureStatus, readonly ManufactureStatus[]>> = {
  new: ['in_production', 'canceled'],
  in_production: ['done', 'canceled'],
  done: [],
  canceled: [],
};

/** Those who may be named as the producer: the roles that work with manufacture requests (specification §6). */
export const PRODUCER_ROLES: readonly Role[] = ['Owner', 'Administrator', 'Producer'];

export const isFinished = (status: ManufactureStatus): boolean => NEXT[status].length === 0;

export const possibleMoves = (status: ManufactureStatus): readonly ManufactureStatus[] => NEXT[status];

/** The coded error why the move cannot be, or null. */
export function refuseMove(from: ManufactureStatus, to: ManufactureStatus): DomainError | null {
  if (NEXT[from].includes(to)) return null;
  return manufactureErrors.move_impossible({ from, to, from_ua: STATUS_UA[from], to_ua: STATUS_UA[to] });
}

/** Lines are fixed when work begins: what is being made cannot be changed on paper. */
export function editableParts(status: ManufactureStatus): { lines: boolean; details: boolean } {
  return { lines: status === 'new', details: !isFinished(status) };
}

export interface RequestLine {
  readonly product_variant_id: string;
  readonly count: number;
}

/**
 * What was made of each line: in full unless told otherwise.
 * @throws manufacture.not_in_request, manufacture.nothing_made
 */
export function madeCounts(lines: readonly RequestLine[], told: readonly RequestLine[] = []): RequestLine[] {
  const wanted = new Set(lines.map(({ product_variant_id }) => product_variant_id));
  const stranger = told.findIndex(({ product_variant_id }) => !wanted.has(product_variant_id));
  if (stranger >= 0) {
    throw manufactureErrors.not_in_request({
      path: `made.${stranger}.product_variant_id`,
      product_variant_id: told[stranger]?.product_variant_id,
    });
  }
  const counts = new Map(told.map(({ product_variant_id, count }) => [product_variant_id, count]));
  const made = lines.map(({ product_variant_id, count }) => ({
    product_variant_id,
    count: counts.get(product_variant_id) ?? count,
  }));
  if (made.every(({ count }) => count === 0)) throw manufactureErrors.nothing_made({ path: 'made' });
  return made;
}

/** What still has to be requested: what is lacking less what other requests for the same cause will bring. */
export function stillToRequest(lacking: readonly RequestLine[], underWay: readonly RequestLine[]): RequestLine[] {
  const left = new Map<string, number>();
  for (const { product_variant_id, count } of lacking)
    left.set(product_variant_id, (left.get(product_variant_id) ?? 0) + count);
  for (const { product_variant_id, count } of underWay) {
    const lacks = left.get(product_variant_id);
    if (lacks !== undefined) left.set(product_variant_id, lacks - count);
  }
  return [...left].flatMap(([product_variant_id, count]) => (count > 0 ? [{ product_variant_id, count }] : []));
}

/** A modification stands once in a request. */
export function duplicateLine(lines: readonly RequestLine[]): number {
  const seen = new Set<string>();
  return lines.findIndex(({ product_variant_id }) => {
    if (seen.has(product_variant_id)) return true;
    seen.add(product_variant_id);
    return false;
  });
}
