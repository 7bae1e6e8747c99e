/** Cash on delivery of an order in several parcels: each has its share of the sum, and is paid or refused for itself. */
import { type CodFigures, type CodState, type CodTerms, codFee } from './cod';

/** What one parcel collects: frozen when it is sent, null where nothing is to be collected with it. */
export interface CodPart {
  readonly sent: boolean;
  readonly state: CodState | null;
  readonly sum: number | null;
  readonly fee: number | null;
  /** What it was charged. */
  readonly cost: number | null;
  readonly received: number | null;
  readonly received_fee: number | null;
  /** What the customer pays for what is in it: by this the sum is shared. */
  readonly weight: number;
}

interface Asked {
  readonly to_collect: number;
  readonly sum_set: number | null;
  readonly fee_set: number | null;
}

const total = (parts: readonly CodPart[], of: 'sum' | 'fee' | 'cost' | 'received' | 'received_fee'): number =>
  parts.reduce((sum, part) => sum + (part[of] ?? 0), 0);

/** An amount by weights, rounded down over those before; the last takes the rounding. BigInt: kopecks × kopecks leave the safe integers. */
function shared(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let [before, passed] = [0, 0n];
  return weights.map((weight, index) => {
    passed += BigInt(weight);
    const isLast = index === weights.length - 1;
    const until = isLast ? amount : all === 0n ? 0 : Number((BigInt(amount) * passed) / all);
    const share = until - before;
    before = until;
    return share;
  });
}

/** The parts with what those that are not sent would collect: the rest of the sum, by what is in them. */
export function planParts<P extends CodPart>(
  parts: readonly P[],
  { to_collect, sum_set, fee_set }: Asked,
  terms: CodTerms,
): (P & { readonly sum: number; readonly fee: number })[] {
  const unsent = parts.filter(({ sent }) => !sent);
  const rest = Math.max(0, (sum_set ?? to_collect) - total(parts, 'sum'));
  const sums = shared(
    rest,
    unsent.map(({ weight }) => weight),
  );
  const feesSet = fee_set === null ? null : shared(Math.max(0, fee_set - total(parts, 'fee')), sums);
  return parts.map((part) => {
    const place = unsent.indexOf(part);
    if (place < 0) return { ...part, sum: part.sum ?? 0, fee: part.fee ?? 0 };
    const sum = sums[place] ?? 0;
    return { ...part, sum, fee: Math.min(sum, feesSet?.[place] ?? codFee(sum, terms)) };
  });
}

/** The three numbers of the whole order: a parcel that was refused collects nothing, and its base cost is credited. */
export function figuresOfParts(
  parts: readonly (CodPart & { readonly sum: number; readonly fee: number })[],
  cost: number,
): CodFigures {
  const { counted, refused } = countedOf(parts);
  const [sum, fee] = [total(counted, 'sum'), total(counted, 'fee')];
  const left = cost - total(refused, 'cost');
  return { sum, fee, cost: left, earning: sum - fee - left };
}

/** Of an order that was refused whole the numbers tell what would have been. */
function countedOf<P extends CodPart>(parts: readonly P[]): { counted: P[]; refused: P[] } {
  const counted = parts.filter(({ state }) => state !== 'refused');
  const isWhole = parts.every(({ state, sum }) => state === 'refused' || !sum);
  return isWhole
    ? { counted: [...parts], refused: [] }
    : { counted, refused: parts.filter(({ state }) => state === 'refused') };
}

export interface CodSummary {
  readonly cod_state: CodState | null;
  readonly cod_received: number | null;
  readonly cod_received_fee: number | null;
}

/** What an order says of its parcels: awaited while any is, refused only when nothing else came of any. */
export function summaryOf(parts: readonly CodPart[]): CodSummary {
  const has = (state: CodState) => parts.some((part) => part.state === state);
  const isOpen = parts.some(({ sent }) => !sent);
  const isReceived = has('received');
  const closed = isReceived ? 'received' : has('refused') ? 'refused' : null;
  return {
    cod_state: has('awaited') ? 'awaited' : isOpen ? 'planned' : closed,
    cod_received: isReceived ? total(parts, 'received') : null,
    cod_received_fee: isReceived ? total(parts, 'received_fee') : null,
  };
}

/** The sums of an order whose parcels are all sent. */
export function sumsOf(parts: readonly CodPart[]): {
  readonly cod_sum: number | null;
  readonly cod_fee: number | null;
} {
  if (parts.every(({ state }) => state === null)) return { cod_sum: null, cod_fee: null };
  const { counted } = countedOf(parts);
  return { cod_sum: total(counted, 'sum'), cod_fee: total(counted, 'fee') };
}
