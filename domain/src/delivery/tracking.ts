import type { DeliveryState } from '../orders/happenings';

/** What a carrier tells of a parcel, and what may follow from it. */

/** The kinds that matter to an order; what a carrier calls a status, he says himself. */
export const TRACK_KINDS = [
  'created',
  'deleted',
  'unknown',
  'moving',
  'waiting',
  'received',
  'returning',
  'failed',
  'other',
] as const;
export type TrackKind = (typeof TRACK_KINDS)[number];

/** Status codes of Nova Poshta. A code that is not here is shown as told and changes nothing. */
const KINDS: Readonly<Record<string, TrackKind>> = {
  ...{ '1': 'created', '12': 'created', '2': 'deleted', '3': 'unknown' },
  ...{ '4': 'moving', '41': 'moving', '5': 'moving', '6': 'moving', '101': 'moving', '104': 'moving' },
  ...{ '7': 'waiting', '8': 'waiting' },
  ...{ '9': 'received', '10': 'received', '11': 'received', '106': 'received' },
  ...{ '102': 'returning', '103': 'returning', '105': 'returning' },
  ...{ '111': 'failed', '112': 'failed' },
};
export const kindOf = (code: string): TrackKind => KINDS[code] ?? 'other';

/** The money of the customer has been paid out to the sender. */
export const isMoneyPaid = (code: string): boolean => code === '11';

/** The carrier has the parcel: it can neither be changed nor deleted any more. */
export const isHandedOver = (kind: TrackKind): boolean =>
  kind === 'moving' || kind === 'waiting' || kind === 'received' || kind === 'returning' || kind === 'failed';

/** What is so by this word and was not by the one before; a word may be missed between two times that he is asked. */
export function statesCome(before: string, now: string): readonly DeliveryState[] {
  const [was, is] = [kindOf(before), kindOf(now)];
  const kinds: readonly DeliveryState[] = ['waiting', 'received', 'returning', 'failed'];
  return [
    ...(isHandedOver(is) && !isHandedOver(was) ? (['handed_over'] as const) : []),
    ...kinds.filter((kind) => kind === is && kind !== was),
  ];
}

export const DEEDS = ['sent', 'received', 'refused', 'paid'] as const;
export type Deed = (typeof DEEDS)[number];

/** What the carrier's word lets one do; what was done once is never done again, whatever he says later. */
export function deedsOf(code: string, isPaidOnDelivery: boolean): readonly Deed[] {
  const kind = kindOf(code);
  const deeds: Deed[] = [];
  if (isHandedOver(kind)) deeds.push('sent');
  if (kind === 'received') deeds.push('received');
  if (kind === 'returning') deeds.push('refused');
  if (isPaidOnDelivery && isMoneyPaid(code)) deeds.push('paid');
  return deeds;
}

/** Nothing more is expected of it: it is not asked about any more. */
export const isOver = (code: string, isPaidOnDelivery: boolean): boolean =>
  isPaidOnDelivery ? ['11', '106', '2'].includes(code) : ['9', '10', '11', '106', '2'].includes(code);

/** Minutes until it is asked about again: often where something is about to happen, seldom where nothing has for long. */
export function nextAsk(kind: TrackKind, days: number): number {
  if (days > 30) return 24 * 60;
  if (kind === 'unknown' || kind === 'other') return days > 2 ? 12 * 60 : 2 * 60;
  if (kind === 'created') return days > 3 ? 6 * 60 : 60;
  return kind === 'received' ? 6 * 60 : 60;
}

const LINKS: Readonly<Record<string, (ttn: string) => string>> = {
  nova_poshta: (ttn) => `https://novaposhta.ua/tracking/${ttn}`,
  ukrposhta: (ttn) => `https://track.ukrposhta.ua/tracking_UA.html?barcode=${ttn}`,
  meest: (ttn) => `https://ua.meest.com/parcel-track?parcel_number=${ttn}`,
};
/** Where the carrier himself tells of a parcel; null where there is no such page. */
export const trackingLink = (operator: string, ttn: string): string | null =>
  LINKS[operator]?.(encodeURIComponent(ttn)) ?? null;

/** The three ways in which the carrier writes a moment, by the clock of Kyiv; null for none or `0001-01-01`. */
export function carrierDay(told: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(told);
  const dotted = /^(\d{2})[-.](\d{2})[-.](\d{4})/.exec(told);
  const day = iso ? `${iso[1]}-${iso[2]}-${iso[3]}` : dotted ? `${dotted[3]}-${dotted[2]}-${dotted[1]}` : null;
  return day && day > '2000' ? day : null;
}
