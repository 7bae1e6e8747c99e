import { createHash } from 'node:crypto';

/** The carrier's towns and branches: few, and of each kind that matters. */

/** The same ref for the same name, at every start. */
export const refOf = (...names: (string | number)[]): string => {
  const hex = createHash('sha256').update(names.join('|')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
};

export interface Town {
  readonly ref: string;
  readonly name: string;
  readonly area: string;
  readonly region: string;
  readonly type: string;
  readonly branches: number;
  readonly lockers: number;
}

const town = (
  name: string,
  area: string,
  [branches, lockers]: readonly [number, number],
  { region = '', type = 'місто' } = {},
): Town => ({ ref: refOf('town', name, area, region), name, area, region, type, branches, lockers });

export const TOWNS: readonly Town[] = [
  town('Київ', 'Київська', [60, 60]),
  town('Харків', 'Харківська', [40, 30]),
  town('Одеса', 'Одеська', [40, 30]),
  town('Дніпро', 'Дніпропетровська', [36, 30]),
  town('Львів', 'Львівська', [40, 30]),
  town('Запоріжжя', 'Запорізька', [20, 12]),
  town('Кривий Ріг', 'Дніпропетровська', [16, 10]),
  town('Вінниця', 'Вінницька', [16, 12]),
  town('Полтава', 'Полтавська', [14, 8]),
  town('Черкаси', 'Черкаська', [12, 8]),
  town('Хмельницький', 'Хмельницька', [14, 8]),
  town('Івано-Франківськ', 'Івано-Франківська', [12, 8]),
  town('Тернопіль', 'Тернопільська', [12, 8]),
  town('Рівне', 'Рівненська', [10, 6]),
  town('Луцьк', 'Волинська', [10, 6]),
  town('Ужгород', 'Закарпатська', [8, 5]),
  town('Чернівці', 'Чернівецька', [10, 6]),
  town('Житомир', 'Житомирська', [10, 6]),
  town('Чернігів', 'Чернігівська', [10, 6]),
  town('Суми', 'Сумська', [10, 6]),
  town('Миколаїв', 'Миколаївська', [12, 8]),
  town('Херсон', 'Херсонська', [6, 0]),
  town('Кропивницький', 'Кіровоградська', [10, 6]),
  town('Біла Церква', 'Київська', [8, 5]),
  town('Бровари', 'Київська', [8, 6]),
  town('Бориспіль', 'Київська', [5, 3]),
  town('Ірпінь', 'Київська', [6, 4]),
  town('Буча', 'Київська', [5, 3]),
  town('Вишневе', 'Київська', [5, 3]),
  town('Кам’янець-Подільський', 'Хмельницька', [6, 3]),
  town('Кременчук', 'Полтавська', [8, 4]),
  town('Мукачево', 'Закарпатська', [5, 3]),
  town('Дрогобич', 'Львівська', [5, 3]),
  town('Стрий', 'Львівська', [4, 2]),
  town('Умань', 'Черкаська', [5, 3]),
  town('Павлоград', 'Дніпропетровська', [4, 2]),
  town('Ізмаїл', 'Одеська', [4, 2]),
  town('Коростишів', 'Житомирська', [2, 1]),
  town('Косів', 'Івано-Франківська', [2, 1]),
  town('Решетилівка', 'Полтавська', [2, 1]),
  town('Іванівка', 'Одеська', [1, 0], { region: 'Березівський р-н', type: 'селище' }),
  town('Іванівка', 'Київська', [1, 0], { region: 'Білоцерківський р-н', type: 'село' }),
  town('Іванівка', 'Чернігівська', [1, 0], { region: 'Чернігівський р-н', type: 'село' }),
];

const STREETS = [
  ...['Соборна', 'Шевченка', 'Лесі Українки', 'Івана Франка', 'Січових Стрільців', 'Грушевського', 'Незалежності'],
  ...['Володимирська', 'Городоцька', 'Садова', 'Центральна', 'Героїв України', 'Чорновола', 'Миру', 'Зелена'],
];

export interface Branch {
  readonly ref: string;
  readonly town: Town;
  readonly number: number;
  readonly kind: 'Branch' | 'Postomat';
  readonly street: string;
  readonly max_weight: number;
  readonly status: 'Working' | 'Closed';
  readonly denied: boolean;
}

/** The second branch of a large town is closed, the third is working and takes nothing from senders. */
export function branchesOf(of: Town): Branch[] {
  const streetOf = (n: number) => `вул. ${STREETS[(n + of.name.length) % STREETS.length]}, ${1 + ((n * 7) % 90)}`;
  const branch = (n: number): Branch => ({
    ...{ ref: refOf('branch', of.ref, n), town: of, number: n, kind: 'Branch', street: streetOf(n) },
    max_weight: n % 3 === 1 ? 0 : 30,
    status: of.branches > 10 && n === 2 ? 'Closed' : 'Working',
    denied: of.branches > 10 && n === 3,
  });
  const locker = (n: number): Branch => ({
    ...{ ref: refOf('locker', of.ref, n), town: of, number: 5_000 + n, kind: 'Postomat', street: streetOf(n + 3) },
    ...{ max_weight: 20, status: 'Working', denied: false },
  });
  return [
    ...Array.from({ length: of.branches }, (_, at) => branch(at + 1)),
    ...Array.from({ length: of.lockers }, (_, at) => locker(at + 1)),
  ];
}

export const BRANCHES: readonly Branch[] = TOWNS.flatMap(branchesOf);
const byRef = new Map(BRANCHES.map((one) => [one.ref, one]));
export const findBranch = (ref: unknown): Branch | undefined => byRef.get(String(ref));
export const findTown = (ref: unknown): Town | undefined => TOWNS.find((one) => one.ref === ref);

export const showTown = (one: Town) => ({
  Ref: one.ref,
  Description: one.name,
  DescriptionRu: one.name,
  Area: refOf('area', one.area),
  AreaDescription: one.area,
  RegionsDescription: one.region,
  SettlementType: refOf('type', one.type),
  SettlementTypeDescription: one.type,
  CityID: String(TOWNS.indexOf(one) + 1),
});

export const showBranch = (one: Branch) => ({
  Ref: one.ref,
  SiteKey: String(10_000 + one.number),
  Number: String(one.number),
  Description:
    one.kind === 'Postomat'
      ? `Поштомат "Нова Пошта" №${one.number}: ${one.street}`
      : `Відділення №${one.number}${one.max_weight > 0 ? ` (до ${one.max_weight} кг)` : ''}: ${one.street}`,
  ShortAddress: `${one.town.name}, ${one.street}`,
  CityRef: one.town.ref,
  CityDescription: one.town.name,
  CategoryOfWarehouse: one.kind,
  // numbers come as strings or as numbers, as it happens
  TotalMaxWeightAllowed: one.number % 2 === 0 ? String(one.max_weight) : one.max_weight,
  PlaceMaxWeightAllowed: String(one.max_weight),
  WarehouseStatus: one.status,
  DenyToSelect: one.denied ? '1' : '0',
  CanGetMoneyTransfer: one.kind === 'Branch' ? '1' : '0',
  WarehouseIndex: `${TOWNS.indexOf(one.town) + 1}/${one.number}`,
});

/** With an apostrophe, as the carrier writes it; no branch stands in it. */
const APOSTROPHE = "В'ячеслава Липинського";

export const streetsOf = (of: Town) =>
  [...STREETS, APOSTROPHE].map((name) => ({ ref: refOf('street', of.ref, name), name }));
const streetRefs = new Map(TOWNS.flatMap((of) => streetsOf(of).map(({ ref }) => [ref, of] as const)));
/** The town of a street. */
export const townOfStreet = (ref: unknown): Town | undefined => streetRefs.get(String(ref));
