import { randomUUID } from 'node:crypto';
import type { Simulator, World } from '../simulator';
import { controls } from './controls';
import {
  BRANCHES,
  findBranch,
  findTown,
  refOf,
  showBranch,
  showTown,
  streetsOf,
  TOWNS,
  townOfStreet,
} from './directory';
import { type Doc, dotted, isToDoor, progress, setCode, showStatus } from './documents';
import { type Kept, mine } from './kept';
import { openPrinting } from './printing';

type Props = Record<string, unknown>;
interface Asked {
  readonly apiKey?: string;
  readonly modelName?: string;
  readonly calledMethod?: string;
  readonly methodProperties?: Props;
}

class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const PAGE = 100;
const paged = <T>(all: readonly T[], { Page, Limit }: Props, most = 500): T[] => {
  const size = Math.min(Number(Limit) || most, most);
  const at = Math.max(Number(Page) || 1, 1) - 1;
  return all.slice(at * size, (at + 1) * size);
};

/**
 * Nova Poshta, JSON API 2.0: one address, business errors with status 200. Keys that begin with `0` are unknown, those
 * with `e` have expired; every other key of 32 hexadecimal digits has an account of its own, with `c` one that has a
 * contract for payment control, with `d` one whose parcels go sixty times as fast.
 */
export const novaPoshta: Simulator = {
  name: 'nova_poshta',
  title: { ua: 'Нова пошта', en: 'Nova Poshta' },
  about: {
    ua: 'Ключ – 32 шістнадцяткові цифри; на 0 – невірний, на e – прострочений, на c – з договором контролю оплати, на d – година йде за хвилину. У продукті: «Доставка» і накладна на сторінці замовлення.',
    en: 'A key has 32 hexadecimal digits; with 0 it is wrong, with e it has expired, with c there is a contract for payment control, with d an hour is a minute. In the product: “Delivery”, and the waybill on the page of an order.',
  },
  path: '/v2.0/json',
  open(server, world) {
    const kept = world.keep<Kept>({
      ...{ docs: [], sheets: [], next: 1, empty: 0, limit: false, late: 0, errorsAsObject: false },
    });
    const last = new Map<string, number>();
    const moveAll = () => {
      for (const doc of kept.docs) progress(doc, world.now().getTime());
    };
    world.onAdvance(moveAll);
    const answer = async (asked: Asked) => {
      try {
        const key = keyOf(asked, kept);
        const now = Date.now();
        // the clock of a limit is the real one: tests and the demo move the other
        if (kept.limit && now - (last.get(key) ?? 0) < 1_000) throw new Refusal('', 'To many requests');
        last.set(key, now);
        const method = METHODS[`${asked.modelName}.${asked.calledMethod}`];
        if (!method) throw new Refusal('20000100003', 'Method not found');
        moveAll();
        const { data, info = [], warnings = [] } = method(kept, world, key, asked.methodProperties ?? {});
        return {
          success: true,
          data,
          errors: [],
          warnings,
          info,
          messageCodes: [],
          errorCodes: [],
          warningCodes: [],
          infoCodes: [],
        };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const codes = error.code ? [error.code] : [];
        const told = { errors: [error.message], errorCodes: codes };
        const asObject = {
          errors: { '0': error.message },
          errorCodes: Object.fromEntries(codes.map((code) => [code, code])),
        };
        return {
          success: false,
          data: [],
          ...(kept.errorsAsObject ? asObject : told),
          warnings: [],
          info: [],
          messageCodes: [],
          warningCodes: [],
          infoCodes: [],
        };
      }
    };
    for (const path of ['/v2.0/json', '/v2.0/json/'])
      server.post(path, async (request) => answer((request.body ?? {}) as Asked));
    openPrinting(server, kept);
    controls(world, kept);
  },
};

function keyOf({ apiKey = '', modelName }: Asked, { expired = [] }: Kept): string {
  if (modelName === 'TrackingDocument') return apiKey;
  if (apiKey === '') throw new Refusal('20000200069', 'API key is empty');
  if (!/^[0-9a-f]{32}$/i.test(apiKey) || apiKey.startsWith('0')) throw new Refusal('20000200068', 'API auth fail');
  if (apiKey.startsWith('e') || expired.includes(apiKey)) throw new Refusal('20000201204', 'API key expired');
  return apiKey;
}

/** No operator has the code 00. */
const PHONE = /^380(?!00)\d{9}$/;

interface Told {
  readonly data: readonly unknown[];
  readonly info?: unknown;
  readonly warnings?: readonly string[];
}
type Method = (kept: Kept, world: World, key: string, props: Props) => Told;

const need = (props: Props, name: string, code: string, message: string): string => {
  const value = String(props[name] ?? '').trim();
  if (!value) throw new Refusal(code, message);
  return value;
};

function checkDocument(key: string, props: Props, { doors = {} }: Kept, world: World): void {
  const today = world.today().toLocaleDateString('sv', { timeZone: 'Europe/Kyiv' });
  const day = String(props.DateTime ?? '')
    .split('.')
    .reverse()
    .join('-');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < today) throw new Refusal('20000400455', 'DateTime is in the past');
  if (props.Sender !== refOf('sender', key) || props.ContactSender !== refOf('contact', key))
    throw new Refusal('20000400480', 'Sender: Ref is incorrect');
  if (!findTown(props.CitySender) || !findBranch(props.SenderAddress))
    throw new Refusal('20000400480', 'SenderAddress: Ref is incorrect');
  if (!findTown(props.CityRecipient)) throw new Refusal('20000400480', 'CityRecipient: Ref is incorrect');
  if (props.ServiceType === 'WarehouseDoors') {
    if (doors[String(props.RecipientAddress)] !== props.CityRecipient)
      throw new Refusal('20000400480', 'RecipientAddress: Ref is incorrect');
    if (props.AfterpaymentOnGoodsCost) throw new Refusal('20000201590', 'AfterpaymentOnGoodsCost is not allowed');
    checkParties(props);
    return;
  }
  const branch = findBranch(props.RecipientAddress);
  if (!branch || branch.town.ref !== props.CityRecipient)
    throw new Refusal('20000400480', 'RecipientAddress: Ref is incorrect');
  if (branch.status !== 'Working' || branch.denied)
    throw new Refusal('20000401519', 'Відділення не обслуговує відправлення');
  checkParties(props);
  const isLocker = branch.kind === 'Postomat';
  if (String(props.ServiceType) !== (isLocker ? 'WarehousePostomat' : 'WarehouseWarehouse'))
    throw new Refusal('20000200159', 'ServiceType is incorrect');
  if (isLocker && !Array.isArray(props.OptionsSeat)) throw new Refusal('20000204063', 'OptionsSeat is required');
  if (branch.max_weight > 0 && Number(props.Weight) > branch.max_weight)
    throw new Refusal('20000400498', 'Перевищено вагу для відділення');
  if (props.AfterpaymentOnGoodsCost && isLocker)
    throw new Refusal('20000200032', 'AfterpaymentOnGoodsCost is not allowed');
  if (props.AfterpaymentOnGoodsCost && props.BackwardDeliveryData)
    throw new Refusal('20000201590', 'Two ways of money');
}

function checkParties(props: Props): void {
  need(props, 'Description', '20000200345', 'Description is required');
  need(props, 'Recipient', '20000400480', 'Recipient: Ref is incorrect');
  need(props, 'ContactRecipient', '20000400480', 'ContactRecipient: Ref is incorrect');
  if (!PHONE.test(String(props.RecipientsPhone))) throw new Refusal('20000300434', 'RecipientsPhone invalid format');
}

/** Whether a day, `dd.mm.yyyy`, is one of those that are asked for. */
function isWithin(day: unknown, { DateTimeFrom, DateTimeTo }: Props): boolean {
  const plain = (given: unknown): string =>
    String(given ?? '')
      .split('.')
      .reverse()
      .join('-');
  const [from, to] = [plain(DateTimeFrom), plain(DateTimeTo)];
  return (!from || plain(day) >= from) && (!to || plain(day) <= to);
}

const shownDocument = (doc: Doc) => ({
  Ref: doc.ref,
  CostOnSite: (isToDoor(doc) ? 105 : 70) + Math.ceil(Number(doc.props.Weight) * 2),
  EstimatedDeliveryDate: dotted(doc.created_at + 48 * 3_600_000).slice(0, 10),
  IntDocNumber: doc.number,
  TypeDocument: 'InternetDocument',
});

function byRef(kept: Kept, key: string, ref: unknown): Doc {
  const doc = mine(kept, key).find((one) => one.ref === ref);
  if (!doc) throw new Refusal('20000400480', 'Ref is incorrect');
  return doc;
}

const METHODS: Readonly<Record<string, Method>> = {
  'Address.getCities': (_kept, _world, _key, props) => {
    const q = String(props.FindByString ?? '').toLowerCase();
    const found = TOWNS.filter((one) => one.name.toLowerCase().startsWith(q));
    return { data: paged(found, props).map(showTown), info: { totalCount: found.length } };
  },
  'Address.getWarehouses': (_kept, _world, _key, props) => {
    const found = BRANCHES.filter((one) => !props.CityRef || one.town.ref === props.CityRef);
    return { data: paged(found, props).map(showBranch), info: { totalCount: found.length } };
  },
  'Address.getStreet': (_kept, _world, _key, props) => {
    const town = findTown(props.CityRef);
    if (!town) throw new Refusal('20000400480', 'CityRef: Ref is incorrect');
    const q = String(props.FindByString ?? '').toLowerCase();
    const found = streetsOf(town).filter(({ name }) => name.toLowerCase().includes(q));
    const data = paged(found, props).map(({ ref, name }) => ({ Ref: ref, Description: name, StreetsType: 'вул.' }));
    return { data, info: { totalCount: found.length } };
  },
  'Address.save': (kept, _world, key, props) => {
    const town = townOfStreet(props.StreetRef);
    if (!town || props.CounterpartyRef !== refOf('recipient', key))
      throw new Refusal('20000400480', 'StreetRef: Ref is incorrect');
    const house = need(props, 'BuildingNumber', '20000200361', 'BuildingNumber is empty');
    const ref = refOf('door', key, String(props.StreetRef), house, String(props.Flat ?? ''));
    kept.doors = { ...kept.doors, [ref]: town.ref };
    return { data: [{ Ref: ref, Description: `${house} ${String(props.Flat ?? '')}`.trim() }] };
  },
  'Counterparty.getCounterparties': (_kept, _world, key) => ({
    data: [
      {
        Ref: refOf('sender', key),
        Description: 'ФОП Коваленко Олена Петрівна',
        CounterpartyType: 'PrivatePerson',
        City: '',
      },
    ],
  }),
  'Counterparty.getCounterpartyContactPersons': (_kept, _world, key, props) => ({
    data:
      props.Ref === refOf('sender', key)
        ? [{ Ref: refOf('contact', key), Description: 'Коваленко Олена Петрівна', Phones: '380671112233' }]
        : [],
  }),
  // keys that begin with `c` have a contract for payment control
  'Counterparty.getCounterpartyOptions': (_kept, _world, key) => ({
    data: [{ CanAfterpaymentOnGoodsCost: key.startsWith('c'), CanPayTheThirdPerson: false, CanNonCashPayment: false }],
  }),
  'Counterparty.save': (_kept, _world, key, props) => {
    const first = need(props, 'FirstName', '20000100527', 'FirstName is empty');
    const lastName = need(props, 'LastName', '20000100528', 'LastName is empty');
    if (/[^А-ЩЬЮЯҐЄІЇа-щьюяґєії’'ʼ\-\s.]/.test(first + lastName))
      throw new Refusal('20000100530', 'FirstName has invalid characters');
    if (!PHONE.test(String(props.Phone))) throw new Refusal('20000300434', 'Phone invalid format');
    const ref = refOf('recipient', key);
    const contact = refOf('contact', key, first, lastName, String(props.Phone));
    return { data: [{ Ref: ref, ContactPerson: { success: true, data: [{ Ref: contact }] } }] };
  },
  'InternetDocument.save': (kept, world, key, props) => {
    checkDocument(key, props, kept, world);
    const now = world.now().getTime();
    kept.next += 1;
    const doc: Doc = {
      ...{ ref: randomUUID(), number: `204500${String(kept.next).padStart(8, '0')}`, key, created_at: now, props },
      ...{
        code: '1',
        changed_at: now,
        will: 'receive',
        arrived_at: null,
        received_at: null,
        deleted: false,
        sheet: null,
      },
    };
    kept.docs.push(doc);
    if (kept.empty > 0) {
      kept.empty -= 1;
      return { data: [] };
    }
    return { data: [shownDocument(doc)], warnings: Number(props.Weight) > 25 ? ['Weight is large'] : [] };
  },
  'InternetDocument.update': (kept, world, key, props) => {
    const doc = byRef(kept, key, props.Ref);
    if (doc.code !== '1') throw new Refusal('20000201597', 'Document is already handed over');
    checkDocument(key, props, kept, world);
    doc.props = { ...props, InfoRegClientBarcodes: props.InfoRegClientBarcodes ?? doc.props.InfoRegClientBarcodes };
    return { data: [shownDocument(doc)] };
  },
  'InternetDocument.delete': (kept, world, key, props) => {
    const refs = [props.DocumentRefs].flat();
    const docs = refs.map((ref) => byRef(kept, key, ref));
    if (docs.some((doc) => doc.code !== '1' || doc.sheet))
      throw new Refusal('20000201598', 'Document can not be deleted');
    for (const doc of docs) {
      setCode(doc, '2', world.now().getTime());
      doc.deleted = true;
    }
    return { data: refs.map((Ref) => ({ Ref })) };
  },
  'InternetDocument.getDocumentPrice': (_kept, _world, _key, props) => {
    if (!findTown(props.CitySender) || !findTown(props.CityRecipient))
      throw new Refusal('20000400480', 'City: Ref is incorrect');
    const money = Number((props.RedeliveryCalculate as { Amount?: unknown } | undefined)?.Amount ?? 0);
    const courier = props.ServiceType === 'WarehouseDoors' ? 35 : 0;
    const cost = 70 + courier + Math.ceil(Number(props.Weight) * 2) + Math.ceil(Number(props.Cost) * 0.005);
    return {
      data: [
        { AssessedCost: props.Cost, Cost: cost, CostRedelivery: money > 0 ? 20 + money * 0.02 : '', CostPack: '' },
      ],
    };
  },
  'InternetDocument.getDocumentDeliveryDate': (_kept, world) => ({
    data: [
      {
        DeliveryDate: {
          date: `${new Date(world.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10)} 00:00:00.000000`,
          timezone_type: '3',
          timezone: 'Europe/Kiev',
        },
      },
    ],
  }),
  'InternetDocument.getDocumentList': (kept, world, key, props) => {
    const listed = mine(kept, key).filter(
      (doc) => world.now().getTime() - doc.created_at >= kept.late && isWithin(doc.props.DateTime, props),
    );
    const shown = paged([...listed].reverse(), { ...props, Limit: PAGE }, PAGE);
    return {
      data: shown.map((doc) => ({
        ...shownDocument(doc),
        InfoRegClientBarcodes: doc.props.InfoRegClientBarcodes ?? '',
        StateId: doc.code,
        ScanSheetNumber: kept.sheets.find(({ ref }) => ref === doc.sheet)?.number ?? '',
      })),
      info: { totalCount: listed.length },
    };
  },
  'TrackingDocument.getStatusDocuments': (kept, _world, _key, props) => {
    const asked = props.Documents;
    if (!Array.isArray(asked) || asked.length === 0 || asked.length > 100)
      throw new Refusal('20001401442', 'Documents is invalid');
    return {
      data: asked.map(({ DocumentNumber }: { DocumentNumber?: unknown }) => {
        const doc = kept.docs.find((one) => one.number === String(DocumentNumber));
        return doc ? showStatus(doc) : { Number: String(DocumentNumber), Status: 'Номер не знайдено', StatusCode: '3' };
      }),
    };
  },
  'ScanSheet.insertDocuments': (kept, world, key, props) => {
    const docs = [props.DocumentRefs].flat().map((ref) => byRef(kept, key, ref));
    const known = kept.sheets.find((sheet) => sheet.key === key && sheet.ref === props.Ref);
    if (props.Ref && !known) throw new Refusal('20000400480', 'ScanSheet: Ref is incorrect');
    const next = kept.sheets.reduce((most, { number }) => Math.max(most, Number(number.slice(4))), 0) + 1;
    const sheet = known ?? {
      ...{ ref: randomUUID(), number: `105-${String(next).padStart(8, '0')}`, key },
      ...{ refs: [] as string[], at: world.now().getTime() },
    };
    if (!known) kept.sheets.push(sheet);
    const errors: unknown[] = [];
    const added: unknown[] = [];
    for (const doc of docs) {
      if (doc.code !== '1') {
        errors.push({ Ref: doc.ref, Number: doc.number, Error: 'Document is already handed over' });
        continue;
      }
      if (doc.sheet && doc.sheet !== sheet.ref) {
        errors.push({ Ref: doc.ref, Number: doc.number, Error: 'Document is already in another register' });
        continue;
      }
      doc.sheet = sheet.ref;
      if (!sheet.refs.includes(doc.ref)) sheet.refs.push(doc.ref);
      added.push({ Ref: doc.ref, Number: doc.number });
    }
    return { data: [{ Ref: sheet.ref, Number: sheet.number, Date: dotted(sheet.at), Success: added, Errors: errors }] };
  },
  'ScanSheet.removeDocuments': (kept, _world, key, props) => {
    const docs = [props.DocumentRefs].flat().map((ref) => byRef(kept, key, ref));
    for (const doc of docs) {
      for (const sheet of kept.sheets) sheet.refs = sheet.refs.filter((ref) => ref !== doc.ref);
      doc.sheet = null;
    }
    return { data: docs.map(({ ref, number }) => ({ Ref: ref, Number: number })) };
  },
  // a register that is deleted sets its documents free
  'ScanSheet.deleteScanSheet': (kept, _world, key, props) => {
    const refs = [props.ScanSheetRefs].flat();
    const gone = kept.sheets.filter((sheet) => sheet.key === key && refs.includes(sheet.ref));
    if (gone.length < refs.length) throw new Refusal('20000400480', 'ScanSheet: Ref is incorrect');
    if (kept.docs.some((doc) => gone.some(({ ref }) => ref === doc.sheet) && doc.code !== '1'))
      throw new Refusal('20000201598', 'Документи реєстру вже передано');
    for (const doc of kept.docs) if (gone.some(({ ref }) => ref === doc.sheet)) doc.sheet = null;
    kept.sheets = kept.sheets.filter((sheet) => !gone.includes(sheet));
    const Success = gone.map(({ ref, number }) => ({ Ref: ref, Number: number }));
    return { data: [{ ScanSheetRefs: { Success, Errors: [] } }] };
  },
  'ScanSheet.getScanSheetList': (kept, _world, key) => ({
    data: kept.sheets
      .filter((sheet) => sheet.key === key)
      .map(({ ref, number, refs, at }) => ({
        Ref: ref,
        Number: number,
        DateTime: iso(at),
        Count: String(refs.length),
      })),
  }),
};

const iso = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
