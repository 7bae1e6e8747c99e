import type { Asked, Body } from './http';

export const DEED_KINDS = [
  'order',
  'move',
  'stock',
  'payment',
  'report',
  'confirm',
  'comment',
  'counterparty',
  'invitation',
  'import',
] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

/** One thing that was asked of the product, with the Idempotency-Key under which it may be asked again. */
export interface Deed {
  readonly kind: DeedKind;
  readonly key: string;
  readonly asked: Asked;
  /** A text of its own that it leaves in the database: a customer's name, a comment, an address. */
  readonly marker: string;
  /** `unknown`: asked, and the answer never came. */
  state: 'asked' | 'unknown' | 'done' | 'refused';
  answer?: Body;
  /** How often its answer was lost. */
  lost: number;
}

export interface KnownOrder {
  readonly id: string;
  readonly number: number;
  readonly sum: number;
  readonly marker: string;
  /** Variant → pieces. */
  readonly items: Readonly<Record<string, number>>;
  /** Acknowledged statuses, the first one included. */
  readonly statuses: string[];
  /** Asked, and not yet answered. */
  pending?: string | undefined;
}

/** What the product has acknowledged. It lives in the process that drives the load, which nobody kills. */
export class Journal {
  readonly deeds: Deed[] = [];
  readonly orders = new Map<string, KnownOrder>();
  readonly refusals = new Map<string, number>();
  /** What may not be: told at once, and the run ends. */
  readonly violations: string[] = [];

  of(kind: DeedKind, state: Deed['state'] = 'done'): Deed[] {
    return this.deeds.filter((deed) => deed.kind === kind && deed.state === state);
  }

  acknowledged(): Record<DeedKind, number> {
    const counts = Object.fromEntries(DEED_KINDS.map((kind) => [kind, 0])) as Record<DeedKind, number>;
    for (const { kind, state } of this.deeds) if (state === 'done') counts[kind] += 1;
    return counts;
  }

  /** How many deeds lost their answer at least once and were settled by asking again with the same key. */
  settled(): number {
    return this.deeds.filter(({ lost, state }) => lost > 0 && state === 'done').length;
  }

  violation(text: string): void {
    this.violations.push(text);
  }
}
