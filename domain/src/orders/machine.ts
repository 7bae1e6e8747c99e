/**
 * The order machine of domain.md: every status with what it is called, where it stands and how it is reached. A new
 * status is a line of this file and one of web/src/orders/status.ts; what forgets it does not compile.
 */

/** What a move does besides changing the status. */
export const EFFECTS = ['freeze_prices', 'book', 'release', 'ship', 'charge'] as const;
/** What returns add to the history of an order, with pieces or kopecks. */
export const RETURN_EFFECTS = [
  'return',
  'withdraw',
  'approve',
  'reject',
  'restock',
  'refuse',
  'logistics',
  'waive',
] as const;
/** What registers of carriers add to it. */
export const COD_EFFECTS = ['cod_received', 'cod_reversed'] as const;
type EffectKind = (typeof EFFECTS)[number];

/**
 * early: not with a manager yet, or again; prices follow the catalogue.
 * open: goods are booked and somebody waits for them; neither stock nor money has moved.
 * sent: stock and money have moved. final: nothing leads on.
 */
type Stage = 'early' | 'open' | 'sent' | 'final';

interface Status {
  /** The words of reference/terms-uk; «Blocked» means "sent back for editing", so it is not called blocked. */
  readonly ua: string;
  readonly en: string;
  readonly stage: Stage;
  /** Staff may still change the items: nothing is loaded yet. */
  readonly staff_edits_items: boolean;
  /** Stockmen move orders between the statuses of logistics. */
  readonly logistics: boolean;
}

const status = (ua: string, en: string, stage: Stage, more: Partial<Status> = {}): Status => ({
  ua,
  en,
  stage,
  staff_edits_items: stage === 'early',
  logistics: false,
  ...more,
});
const edited = { staff_edits_items: true };
const logistics = { logistics: true };

export const STATUSES = {
  Draft: status('Чернетка', 'Draft', 'early'),
  Pending: status('На розгляді', 'Pending', 'open', edited),
  InProduction: status('У виробництві', 'In production', 'open', edited),
  Ready: status('Готове', 'Ready', 'open', { ...edited, ...logistics }),
  Loading: status('Завантажується', 'Loading', 'open', logistics),
  Loaded: status('Завантажене', 'Loaded', 'open', logistics),
  Sent: status('Відправлене', 'Sent', 'sent', logistics),
  Complete: status('Виконане', 'Complete', 'final', logistics),
  Canceled: status('Скасоване', 'Canceled', 'final'),
  Blocked: status('Повернуто на доопрацювання', 'Returned for editing', 'early'),
};
type StatusName = keyof typeof STATUSES;

export const STATUS_NAMES = Object.keys(STATUSES) as [StatusName, ...StatusName[]];

const inStage = (...stages: Stage[]): readonly StatusName[] =>
  STATUS_NAMES.filter((name) => stages.includes(STATUSES[name].stage));

/** Not sent, or back for editing: nothing is promised, and what is booked is booked for hours. */
export const EARLY_STATUSES = inStage('early');
/** Sent to the manager and not shipped: stock and money have not moved yet, though the goods are promised. */
export const OPEN_STATUSES = inStage('open');
/** Those that stand in the queue of the supplier, by the time of their sending (specification §3). */
export const QUEUE_STATUSES = ['Pending', 'InProduction', 'Ready'] as const satisfies readonly StatusName[];
/** Sent to the supplier, and going on or done: what his trade is made of. */
export const PLACED_STATUSES = [...OPEN_STATUSES, 'Sent', 'Complete'] as const satisfies readonly StatusName[];
/** What somebody still has to do something about. */
export const UNFINISHED_STATUSES = inStage('early', 'open');

interface Way {
  readonly from: readonly StatusName[];
  readonly who: 'client_and_staff' | 'staff';
  readonly effects: readonly EffectKind[];
  readonly needsReason?: true;
}

/** How each status is reached, in the order in which the moves are offered. What is not here cannot happen. */
const WAYS: Readonly<Record<StatusName, readonly Way[]>> = {
  Draft: [],
  Pending: [{ from: EARLY_STATUSES, who: 'client_and_staff', effects: ['freeze_prices', 'book'] }],
  InProduction: [{ from: ['Pending', 'Ready'], who: 'staff', effects: [] }],
  Ready: [{ from: ['Pending', 'InProduction', 'Loading'], who: 'staff', effects: [] }],
  Loading: [{ from: ['Pending', 'InProduction', 'Ready', 'Loaded'], who: 'staff', effects: [] }],
  Loaded: [{ from: ['Loading'], who: 'staff', effects: [] }],
  Sent: [{ from: OPEN_STATUSES, who: 'staff', effects: ['ship', 'charge'] }],
  Complete: [{ from: [...OPEN_STATUSES, 'Sent'], who: 'staff', effects: ['ship', 'charge'] }],
  Blocked: [{ from: OPEN_STATUSES, who: 'staff', effects: ['release'], needsReason: true }],
  Canceled: [
    { from: EARLY_STATUSES, who: 'client_and_staff', effects: ['release'] },
    { from: OPEN_STATUSES, who: 'staff', effects: ['release'], needsReason: true },
  ],
};

export interface Transition extends Way {
  readonly to: StatusName;
}

export const TRANSITIONS: readonly Transition[] = (Object.keys(WAYS) as StatusName[]).flatMap((to) =>
  WAYS[to].map((way) => ({ ...way, to })),
);
