import type { Plan, Quote, Sender } from '@lanka/domain/delivery/contract';
import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { splitName } from '@lanka/domain/delivery/places';
import { wholeHryvnias } from '@lanka/domain/delivery/rules';
import { carrierDay } from '@lanka/domain/delivery/tracking';
import { dayAfter, daysAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import type { Door } from '@lanka/domain/orders/entities';
import { ServiceError } from '../integrations';
import type { Services } from '../kit/services';
import { type Account, ask, refIn, say, UnknownOutcome } from './client';

/** What we ask of Nova Poshta, in our words. */

const MOST_SENDERS = 10;
const CARGO = { parcel: 'Parcel', documents: 'Documents', cargo: 'Cargo' } as const;
const PAYER = { sender: 'Sender', recipient: 'Recipient' } as const;

const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true';

/** Who may send under a key, which is tried by asking. @throws delivery.no_senders */
export async function readSenders(app: Services, account: Account): Promise<Sender[]> {
  const { data } = await ask(app, account, 'Counterparty', 'getCounterparties', {
    CounterpartyProperty: 'Sender',
    Page: 1,
  });
  const senders: Sender[] = [];
  for (const row of data.slice(0, MOST_SENDERS)) {
    const ref = refIn(row);
    if (!ref) continue;
    const people = await ask(app, account, 'Counterparty', 'getCounterpartyContactPersons', { Ref: ref, Page: 1 });
    const options = await ask(app, account, 'Counterparty', 'getCounterpartyOptions', { Ref: ref });
    senders.push({
      ...{ ref, name: say(row, 'Description'), may_control: isYes(options.data[0]?.CanAfterpaymentOnGoodsCost) },
      contacts: people.data.flatMap((one) => {
        const contact = refIn(one);
        return contact
          ? [{ ref: contact, name: say(one, 'Description'), phone: say(one, 'Phones').split(',')[0] ?? '' }]
          : [];
      }),
    });
  }
  if (senders.length === 0) throw deliveryErrors.no_senders({ path: 'key' });
  return senders;
}

/** Where parcels are sent from. */
export interface Origin {
  readonly sender_ref: string;
  readonly contact_ref: string;
  readonly phone: string;
  readonly city_ref: string;
  readonly branch_ref: string;
}

/** Where a parcel goes to, as the carrier tells it apart. */
export type Target = 'branch' | 'locker' | 'door';

export interface Priced {
  readonly city: string;
  readonly to: Target;
  readonly weight: number;
  readonly seats: number;
  readonly declared: number;
  readonly cod: number;
}

const hryvnias = (value: unknown): number => Math.round((Number(value) || 0) * 100);
const kilograms = (grams: number): string => String(Math.max(0.1, Math.ceil(grams / 100) / 10));
const SERVICES: Readonly<Record<Target, string>> = {
  branch: 'WarehouseWarehouse',
  locker: 'WarehousePostomat',
  door: 'WarehouseDoors',
};

export async function readQuote(app: Services, account: Account, origin: Origin, asked: Priced): Promise<Quote> {
  const common = { CitySender: origin.city_ref, CityRecipient: asked.city, ServiceType: SERVICES[asked.to] };
  const { data } = await ask(app, account, 'InternetDocument', 'getDocumentPrice', {
    ...common,
    ...{ Weight: kilograms(asked.weight), Cost: wholeHryvnias(asked.declared), CargoType: 'Parcel' },
    SeatsAmount: String(asked.seats),
    ...(asked.cod > 0 ? { RedeliveryCalculate: { CargoType: 'Money', Amount: String(wholeHryvnias(asked.cod)) } } : {}),
  });
  const [row] = data;
  if (!row) throw new ServiceError('failed', deliveryErrors.unreachable.text, { code: 'busy' });
  // without a day the price still says something
  const days = await ask(app, account, 'InternetDocument', 'getDocumentDeliveryDate', {
    ...common,
    DateTime: dotted(kyivDate(new Date())),
  }).catch(() => null);
  const told = (days?.data[0]?.DeliveryDate ?? {}) as { date?: unknown };
  const sums = { cost: hryvnias(row.Cost), cod_cost: hryvnias(row.CostRedelivery) };
  return { ...sums, date: carrierDay(String(told.date ?? '')), problem: null };
}

export interface Made {
  readonly ref: string;
  readonly ttn: string;
  readonly cost: number | null;
  readonly arrives_on: string | null;
}

const asMade = (row: Readonly<Record<string, unknown>> | undefined): Made | null => {
  const ref = refIn(row);
  const ttn = refIn(row, 'IntDocNumber');
  if (!ref || !ttn) return null;
  const cost = Number(row?.CostOnSite);
  return {
    ref,
    ttn,
    cost: Number.isFinite(cost) ? Math.round(cost * 100) : null,
    arrives_on: carrierDay(say(row, 'EstimatedDeliveryDate')),
  };
};

const NO_RECIPIENT = {
  ua: 'Нова пошта не повернула отримувача',
  en: 'Nova Poshta has not answered with the recipient',
};

interface Recipient {
  readonly ref: string;
  readonly contact_ref: string;
  /** The branch, or the door. */
  readonly address_ref: string | null;
}

/** The recipient as the carrier keeps him: asked for twice it is the same, or one more who harms nobody. */
async function saveRecipient(app: Services, account: Account, plan: Plan): Promise<Recipient> {
  const { recipient_name, recipient_phone } = plan;
  const { last, first, middle } = splitName(recipient_name);
  const { data } = await ask(app, account, 'Counterparty', 'save', {
    ...{ FirstName: first, MiddleName: middle, LastName: last, Phone: recipient_phone },
    ...{ CounterpartyType: 'PrivatePerson', CounterpartyProperty: 'Recipient' },
  });
  const person = (data[0]?.ContactPerson ?? {}) as { data?: unknown };
  const [contact] = (Array.isArray(person.data) ? person.data : Object.values(person.data ?? {})) as Record<
    string,
    unknown
  >[];
  const ref = refIn(data[0]);
  const contact_ref = refIn(contact);
  if (!ref || !contact_ref) throw new ServiceError('failed', NO_RECIPIENT);
  return { ref, contact_ref, address_ref: plan.door ? await saveDoor(app, account, ref, plan.door) : plan.branch_ref };
}

/** The door as the carrier keeps it, at the recipient: asked for twice it is the same. */
async function saveDoor(app: Services, account: Account, recipient: string, door: Door): Promise<string> {
  const { data } = await ask(app, account, 'Address', 'save', {
    ...{ CounterpartyRef: recipient, StreetRef: door.street_ref, BuildingNumber: door.house, Flat: door.flat },
  });
  const ref = refIn(data[0]);
  if (!ref) throw new ServiceError('failed', NO_RECIPIENT);
  return ref;
}

export interface Wanted {
  readonly plan: Plan;
  readonly origin: Origin;
  readonly to: Target;
  readonly own_ref: string;
}

/** All fields of a waybill: changing one takes all of them again. */
function fieldsOf({ plan, origin, to, own_ref }: Wanted, recipient: Recipient, day: string) {
  const sum = String(wholeHryvnias(plan.cod_sum));
  const money =
    plan.cod_sum === 0
      ? {}
      : plan.cod_service === 'payment_control'
        ? { AfterpaymentOnGoodsCost: sum }
        : { BackwardDeliveryData: [{ PayerType: 'Recipient', CargoType: 'Money', RedeliveryString: sum }] };
  const size = plan.size && {
    ...{ volumetricWidth: plan.size.width, volumetricLength: plan.size.length, volumetricHeight: plan.size.height },
    weight: kilograms(plan.weight),
  };
  return {
    ...{ PayerType: PAYER[plan.payer], PaymentMethod: 'Cash', DateTime: dotted(day) },
    ...{ CargoType: CARGO[plan.cargo], Weight: kilograms(plan.weight), ServiceType: SERVICES[to] },
    ...{ SeatsAmount: String(plan.seats), Description: plan.description, Cost: String(wholeHryvnias(plan.declared)) },
    ...{ CitySender: origin.city_ref, Sender: origin.sender_ref, SenderAddress: origin.branch_ref },
    ...{ ContactSender: origin.contact_ref, SendersPhone: origin.phone },
    ...{ CityRecipient: plan.city_ref, Recipient: recipient.ref, RecipientAddress: recipient.address_ref },
    ...{ ContactRecipient: recipient.contact_ref, RecipientsPhone: plan.recipient_phone },
    ...(size ? { OptionsSeat: [size] } : {}),
    InfoRegClientBarcodes: own_ref,
    ...money,
  };
}

const DAY_IS_OVER = '20000400455';

/** By his clock our today may be over already: then it is said to be sent tomorrow. He refuses before anything is done. */
async function onDayOf<T>(say: (day: string) => Promise<T>): Promise<T> {
  const today = kyivDate(new Date());
  return say(today).catch((error: unknown) => {
    if (error instanceof ServiceError && error.given.code === DAY_IS_OVER) return say(dayAfter(today));
    throw error;
  });
}

export const prepare = (app: Services, account: Account, { plan }: Wanted) => saveRecipient(app, account, plan);

/** @throws UnknownOutcome when one may have been made, an answer without data among them */
export async function saveDocument(
  app: Services,
  account: Account,
  wanted: Wanted,
  recipient: Recipient,
): Promise<Made> {
  const { data } = await onDayOf((day) =>
    ask(app, account, 'InternetDocument', 'save', fieldsOf(wanted, recipient, day)),
  );
  const made = asMade(data[0]);
  if (!made) throw new UnknownOutcome('made, and not told what');
  return made;
}

export async function changeDocument(
  app: Services,
  account: Account,
  wanted: Wanted,
  ref: string,
): Promise<Made | null> {
  const recipient = await saveRecipient(app, account, wanted.plan);
  const { data } = await onDayOf((day) =>
    ask(app, account, 'InternetDocument', 'update', { ...fieldsOf(wanted, recipient, day), Ref: ref }),
  );
  return asMade(data[0]);
}

export const deleteDocument = (app: Services, account: Account, ref: string) =>
  ask(app, account, 'InternetDocument', 'delete', { DocumentRefs: ref });

const PAGE = 100;
/** More pages than anybody sends in two days. */
const MOST_PAGES = 50;

/** The one that has our reference, among those of its days; null: the carrier does not list it, or not yet. */
export async function findDocument(app: Services, account: Account, ownRef: string, since: Date): Promise<Made | null> {
  for await (const rows of listedDocuments(app, account, since)) {
    const found = rows.find((row) => say(row, 'InfoRegClientBarcodes') === ownRef);
    if (found) return asMade(found);
  }
  return null;
}

/** All that the carrier lists since that day, page by page; by his clock it may have been the day before or after. */
async function* listedDocuments(app: Services, account: Account, since: Date) {
  const days = {
    DateTimeFrom: dotted(daysAfter(kyivDate(since), -1)),
    DateTimeTo: dotted(daysAfter(kyivDate(new Date()), 2)),
  };
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const asked = { ...days, Page: String(page), GetFullList: '0' };
    const { data } = await ask(app, account, 'InternetDocument', 'getDocumentList', asked);
    yield data;
    if (data.length < PAGE) return;
  }
}

/** A register of parcels, as the carrier knows it. */
export interface Sheet {
  readonly ref: string;
  readonly number: string;
}

/** Rows of an answer that come as an array or keyed by number. */
const rowsOf = (given: unknown): Readonly<Record<string, unknown>>[] =>
  (Array.isArray(given) ? given : Object.values((given ?? {}) as object)) as Record<string, unknown>[];

/** Puts these documents into a register, or into a new one; what he does not take he names, with why. */
export async function putIntoSheet(
  app: Services,
  account: Account,
  refs: readonly string[],
  sheet: string | null,
): Promise<{ sheet: Sheet | null; added: ReadonlySet<string>; refused: ReadonlyMap<string, string> }> {
  const asked = { DocumentRefs: refs, ...(sheet ? { Ref: sheet } : {}) };
  const { data } = await ask(app, account, 'ScanSheet', 'insertDocuments', asked);
  const [row] = data;
  const [ref, number] = [refIn(row), refIn(row, 'Number')];
  const added = rowsOf(row?.Success).flatMap((one) => refIn(one) ?? []);
  const refused = [...rowsOf(row?.Errors), ...rowsOf(row?.Warnings)].flatMap((one) => {
    const refusedRef = refIn(one);
    return refusedRef ? [[refusedRef, (say(one, 'Error') || say(one, 'Warning')).slice(0, 300)] as const] : [];
  });
  if (added.length > 0 && (!ref || !number)) throw new UnknownOutcome('put, and not told where');
  return { sheet: ref && number ? { ref, number } : null, added: new Set(added), refused: new Map(refused) };
}

export const takeFromSheet = (app: Services, account: Account, ref: string, refs: readonly string[]) =>
  ask(app, account, 'ScanSheet', 'removeDocuments', { DocumentRefs: refs, Ref: ref });

export const deleteSheet = (app: Services, account: Account, ref: string) =>
  ask(app, account, 'ScanSheet', 'deleteScanSheet', { ScanSheetRefs: [ref] });

/** The reference of the register with this number; null: there is none. */
export async function findSheet(app: Services, account: Account, number: string): Promise<string | null> {
  const { data } = await ask(app, account, 'ScanSheet', 'getScanSheetList', {});
  return refIn(data.find((row) => say(row, 'Number') === number));
}

/** The number of the register of each document since then, by its reference; empty: it stands in none. */
export async function readSheetNumbers(app: Services, account: Account, since: Date): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  for await (const rows of listedDocuments(app, account, since))
    for (const row of rows) numbers.set(say(row, 'Ref'), say(row, 'ScanSheetNumber'));
  return numbers;
}

export interface Status {
  readonly ttn: string;
  readonly code: string;
  readonly status: string;
  readonly arrives_on: string | null;
  /** Kopecks that the carrier collects of the customer, as he says. */
  readonly collects: number;
}

export async function readStatuses(app: Services, account: Account, ttns: readonly string[]): Promise<Status[]> {
  const asked = { Documents: ttns.map((DocumentNumber) => ({ DocumentNumber, Phone: '' })) };
  const { data } = await ask(app, account, 'TrackingDocument', 'getStatusDocuments', asked);
  return data.flatMap((row) => {
    const [ttn, code] = [say(row, 'Number'), say(row, 'StatusCode')];
    if (!ttn || !code) return [];
    const collects = hryvnias(row.RedeliverySum) || hryvnias(row.AfterpaymentOnGoodsCost);
    return [
      {
        ttn,
        code,
        status: say(row, 'Status').slice(0, 300),
        arrives_on: carrierDay(say(row, 'ScheduledDeliveryDate')),
        collects,
      },
    ];
  });
}
