/** Waybills of the simulator, and how a parcel goes from one status to the next by the clock. */

export interface Doc {
  readonly ref: string;
  readonly number: string;
  readonly key: string;
  created_at: number;
  props: Record<string, unknown>;
  code: string;
  changed_at: number;
  /** What the customer will do when it has come. */
  will: 'receive' | 'refuse';
  arrived_at: number | null;
  received_at: number | null;
  deleted: boolean;
  sheet: string | null;
}

export const STATUSES: Readonly<Record<string, string>> = {
  '1': 'Відправник самостійно створив цю накладну, але ще не надав до відправки',
  '2': 'Видалено',
  '3': 'Номер не знайдено',
  '4': 'Відправлення у місті відправника',
  '5': 'Відправлення прямує до міста отримувача',
  '6': 'Відправлення у місті отримувача, орієнтовна доставка до відділення',
  '7': 'Прибув на відділення',
  '9': 'Відправлення отримано',
  '10': 'Відправлення отримано. Протягом доби ви одержите SMS про надходження грошового переказу',
  '11': 'Відправлення отримано. Грошовий переказ видано одержувачу',
  '101': 'На шляху до одержувача',
  '103': 'Відмова одержувача',
  '105': 'Припинено зберігання',
};

const DAY = 24 * 60 * 60_000;
const NEXT: Readonly<Record<string, readonly [hours: number, code: string]>> = {
  '1': [3, '4'],
  '4': [5, '5'],
  '5': [12, '6'],
  '6': [4, '7'],
};

/** A courier brings it. */
export const isToDoor = ({ props }: Doc): boolean => props.ServiceType === 'WarehouseDoors';

export const codSum = ({ props }: Doc): number => {
  const back = props.BackwardDeliveryData as { RedeliveryString?: unknown }[] | undefined;
  return Number(props.AfterpaymentOnGoodsCost ?? back?.[0]?.RedeliveryString ?? 0);
};

export function setCode(doc: Doc, code: string, at: number): void {
  doc.code = code;
  doc.changed_at = at;
  if (code === '7') doc.arrived_at = at;
  if (code === '9' || code === '10') doc.received_at = at;
}

/** Of keys that begin with `d` an hour is a minute: the demo's parcels arrive while one looks. */
const hourOf = ({ key }: Doc): number => (key.startsWith('d') ? 60_000 : 60 * 60_000);

/** All that has happened to it by now. */
export function progress(doc: Doc, now: number): void {
  if (doc.deleted) return;
  const hour = hourOf(doc);
  for (;;) {
    const since = now - doc.changed_at;
    const next = NEXT[doc.code];
    // a courier takes it on from the town, no branch holds it
    const code = next?.[1] === '7' && isToDoor(doc) ? '101' : next?.[1];
    if (next && code && since >= next[0] * hour) setCode(doc, code, doc.changed_at + next[0] * hour);
    else if ((doc.code === '7' || doc.code === '101') && since >= 20 * hour)
      setCode(doc, doc.will === 'refuse' ? '103' : codSum(doc) > 0 ? '10' : '9', doc.changed_at + 20 * hour);
    else if (doc.code === '10' && since >= 24 * hour) setCode(doc, '11', doc.changed_at + 24 * hour);
    else return;
  }
}

const two = (n: number): string => String(n).padStart(2, '0');
/** The carrier writes moments in three ways. */
const parts = (at: number) => {
  const day = new Date(at);
  const date = [two(day.getUTCDate()), two(day.getUTCMonth() + 1), String(day.getUTCFullYear())] as const;
  return { date, time: [two(day.getUTCHours()), two(day.getUTCMinutes()), two(day.getUTCSeconds())].join(':') };
};
export const dashed = (at: number): string => `${parts(at).date.join('-')} ${parts(at).time}`;
export const dotted = (at: number): string => `${parts(at).date.join('.')} ${parts(at).time}`;
export const iso = (at: number): string => `${[...parts(at).date].reverse().join('-')} ${parts(at).time}`;

export const showStatus = (doc: Doc) => ({
  Number: doc.number,
  Status: STATUSES[doc.code] ?? 'Статус уточнюється',
  StatusCode: doc.code,
  ScheduledDeliveryDate: dashed(doc.created_at + 2 * DAY),
  RecipientDateTime: doc.received_at ? dotted(doc.received_at) : '',
  ActualDeliveryDate: doc.arrived_at ? iso(doc.arrived_at) : '0001-01-01 00:00:00',
  DocumentCost: '70',
  AnnouncedPrice: String(doc.props.Cost ?? ''),
  AfterpaymentOnGoodsCost: String(doc.props.AfterpaymentOnGoodsCost ?? ''),
  RedeliverySum: doc.props.BackwardDeliveryData ? codSum(doc) : '',
  // without a phone of one of the sides personal fields stay empty
  RecipientFullName: '',
});
