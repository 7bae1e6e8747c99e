import type { DomainError, ErrorDetail } from '../kit/errors';
import type { Role } from '../kit/roles';
import { type Lateness, type ManufactureStatus, manufactureErrors } from './contract';

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

/** The coded error why the move cannot be, or null. `made`: pieces that were taken into stock already. */
export function refuseMove(from: ManufactureStatus, to: ManufactureStatus, made: number): DomainError | null {
  if (to === 'canceled' && made > 0 && NEXT[from].includes(to)) return manufactureErrors.partly_made();
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

export interface MadeLine extends RequestLine {
  /** Pieces that were made before. */
  readonly made: number;
}

export const leftOf = ({ count, made }: Pick<MadeLine, 'count' | 'made'>): number => Math.max(0, count - made);

/**
 * What is made now of each line that something is made of: never more than is left of it. Of lines that are not told,
 * nothing, or all that is left where the rest is meant too.
 * @throws manufacture.not_in_request, manufacture.more_than_left
 */
export function madeNow(lines: readonly MadeLine[], told: readonly RequestLine[], rest = false): RequestLine[] {
  const known = new Map(lines.map((line) => [line.product_variant_id, line]));
  const strangers = told.flatMap(({ product_variant_id }, index) =>
    known.has(product_variant_id) ? [] : [{ path: `made.${index}.product_variant_id`, product_variant_id }],
  );
  if (strangers.length > 0) throw manufactureErrors.not_in_request(...strangers);
  const now = new Map<string, number>();
  const tooMany: ErrorDetail[] = [];
  for (const [index, { product_variant_id, count }] of told.entries()) {
    const total = (now.get(product_variant_id) ?? 0) + count;
    now.set(product_variant_id, total);
    const line = known.get(product_variant_id);
    const left = line ? leftOf(line) : 0;
    if (total > left) tooMany.push({ path: `made.${index}.count`, product_variant_id, left, wanted: total });
  }
  if (tooMany.length > 0) throw manufactureErrors.more_than_left(...tooMany);
  return lines.flatMap((line) => {
    const count = now.get(line.product_variant_id) ?? (rest ? leftOf(line) : 0);
    return count > 0 ? [{ product_variant_id: line.product_variant_id, count }] : [];
  });
}

/** All lines have been made in full once these pieces are made. */
export const isMade = (lines: readonly MadeLine[], now: readonly RequestLine[]): boolean => {
  const came = new Map(now.map(({ product_variant_id, count }) => [product_variant_id, count]));
  return lines.every((line) => leftOf(line) <= (came.get(line.product_variant_id) ?? 0));
};

/** How a request stands to its deadline; null where it has none, or was canceled. */
export function latenessOf(
  { deadline, status, done_on }: { deadline: string | null; status: ManufactureStatus; done_on: string | null },
  today: string,
): Lateness | null {
  if (deadline === null || status === 'canceled') return null;
  if (status === 'done') return done_on !== null && done_on > deadline ? 'late' : 'on_time';
  return deadline < today ? 'overdue' : 'due';
}

const monthsOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** Statistics cover up to two years. */
export const MOST_MONTHS = 24;
export function refuseMonths(from: string, to: string): DomainError | null {
  const count = monthsOf(to) - monthsOf(from) + 1;
  return count >= 1 && count <= MOST_MONTHS ? null : manufactureErrors.months_turned({ path: 'from' });
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
