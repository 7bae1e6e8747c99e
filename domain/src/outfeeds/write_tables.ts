import {
  amount,
  type FeedHead,
  type FeedOffer,
  type FeedProduct,
  type FieldValue,
  inTens,
  inThousands,
  linkOf,
  paramsOf,
} from './goods';

export type FeedCell = string | number | null;

/** Writes a table: its header once, then the rows of one product after another. */
export interface TableWriter {
  /** What the sheet is called, in a workbook. */
  readonly sheet: string;
  header(head: FeedHead): string[];
  rows(product: FeedProduct, head: FeedHead): FeedCell[][];
}

const hryvnias = (kopecks: number): number => kopecks / 100;
const kilograms = (grams: number | null): number | null => (grams === null ? null : grams / 1000);
const centimetres = (millimetres: number | null): number | null => (millimetres === null ? null : millimetres / 10);

const PROM_COLUMNS = [
  'Код_товару',
  'Назва_позиції',
  'Назва_позиції_укр',
  'Пошукові_запити',
  'Пошукові_запити_укр',
  'Опис',
  'Опис_укр',
  'Тип_товару',
  'Ціна',
  'Валюта',
  'Одиниця_виміру',
  'Посилання_зображення',
  'Наявність',
  'Кількість',
  'Назва_групи',
  'Посилання_підрозділу',
  'Ідентифікатор_товару',
  'Ідентифікатор_підрозділу',
  'Ідентифікатор_групи',
  'Виробник',
  'ID_групи_різновидів',
  'Продукт_на_сайті',
  'Код_маркування_(GTIN)',
  'Вага,кг',
  'Ширина,см',
  'Висота,см',
  'Довжина,см',
] as const;
type PromColumn = (typeof PROM_COLUMNS)[number];
/** The same three headers for each characteristic: Prom reads them by position. */
const PROM_TRIPLE = ['Назва_Характеристики', 'Одиниця_виміру_Характеристики', 'Значення_Характеристики'] as const;

function promRow(product: FeedProduct, offer: FeedOffer, head: FeedHead): Record<PromColumn, FeedCell> {
  const tags = product.tags.join(', ');
  const ukrainian = head.language === 'ua';
  return {
    Код_товару: offer.sku,
    Назва_позиції: product.name,
    Назва_позиції_укр: ukrainian ? product.name : null,
    Пошукові_запити: tags,
    Пошукові_запити_укр: ukrainian ? tags : null,
    Опис: product.html,
    Опис_укр: ukrainian ? product.html : null,
    Тип_товару: 'r',
    Ціна: hryvnias(offer.price),
    Валюта: 'UAH',
    Одиниця_виміру: product.unit,
    Посилання_зображення: offer.images.join(', '),
    Наявність: offer.available ? '+' : '-',
    Кількість: offer.stock,
    Назва_групи: product.category?.name ?? null,
    Посилання_підрозділу: product.category?.market?.url || null,
    Ідентифікатор_товару: offer.id,
    Ідентифікатор_підрозділу: product.category?.market?.id || null,
    Ідентифікатор_групи: product.category?.number ?? null,
    Виробник: product.vendor,
    ID_групи_різновидів: product.offers.length > 1 ? product.number : null,
    Продукт_на_сайті: linkOf(head, offer),
    'Код_маркування_(GTIN)': offer.barcode,
    'Вага,кг': kilograms(offer.weight),
    'Ширина,см': centimetres(offer.width),
    'Висота,см': centimetres(offer.height),
    'Довжина,см': centimetres(offer.length),
  };
}

export const promXlsx: TableWriter = {
  sheet: 'Export Products Sheet',
  header: ({ most_options, fields }) => [
    ...PROM_COLUMNS,
    ...Array.from({ length: most_options + fields.length }, () => [...PROM_TRIPLE]).flat(),
  ],
  rows: (product, head) =>
    product.offers.map((offer) => {
      const row = promRow(product, offer, head);
      return [
        ...PROM_COLUMNS.map((column) => row[column]),
        ...paramsOf(product, offer).flatMap(({ option, value }) => [option, null, value]),
      ];
    }),
};

/** Names of columns, each once whatever its case: options first, then fields. By the lower case of each. */
function columnNames({ options, fields }: FeedHead): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of [...options, ...fields.map((field) => field.name)])
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  return names;
}

function inColumns(
  names: readonly string[],
  params: readonly { readonly option: string; readonly value: string }[],
): (string | null)[] {
  const values = new Map(params.map(({ option, value }) => [option.toLowerCase(), value]));
  return names.map((name) => values.get(name) ?? null);
}

/** The article is what Horoshop knows goods by. */
const articleOf = (offer: FeedOffer): string => offer.sku || offer.id;

export const horoshopXlsx: TableWriter = {
  sheet: 'Товари',
  header: (head) => [
    ...['Артикул', 'Батьківський артикул', 'Назва (UA)', 'Розділ', 'Ціна', 'Валюта', 'Наявність', 'Кількість'],
    ...['Бренд', 'Штрихкод', 'Вага, кг', 'Фото', 'Опис товару (UA)', 'Теги', 'Відображати на сайті', 'Посилання'],
    ...columnNames(head).values(),
  ],
  rows(product, head) {
    const names = [...columnNames(head).keys()];
    return product.offers.map((offer) => [
      articleOf(offer),
      product.offers.length > 1 ? String(product.number) : null,
      product.name,
      product.category?.path.join('/') ?? null,
      hryvnias(offer.price),
      'UAH',
      offer.available ? 'В наявності' : 'Немає в наявності',
      offer.stock,
      product.vendor,
      offer.barcode,
      kilograms(offer.weight),
      offer.images.join(';'),
      product.html,
      product.tags.join(', '),
      'Так',
      linkOf(head, offer),
      ...inColumns(names, paramsOf(product, offer)),
    ]);
  },
};

/** Short, unlike any other, and the same in every export. */
const handleOf = ({ id }: FeedProduct): string => `lanka-${id.slice(-12)}`;

const SHOPIFY_OPTIONS = [0, 1, 2] as const;

/** A column of each field, called as its own export calls them: `Fabric (product.metafields.custom.fabric)`. */
const metafield = ({ set, key, name }: FeedHead['fields'][number]): string =>
  `${name} (${set === 'product' ? 'product' : 'variant'}.metafields.custom.${key})`;

const fieldCells = ({ fields }: FeedHead, values: readonly FieldValue[]): FeedCell[] =>
  fields.map(({ set, key }) => values.find((one) => one.set === set && one.key === key)?.value ?? '');

export const shopifyCsv: TableWriter = {
  sheet: 'products',
  header: ({ fields }) => [
    ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published'],
    ...SHOPIFY_OPTIONS.flatMap((at) => [`Option${at + 1} Name`, `Option${at + 1} Value`]),
    ...['Variant SKU', 'Variant Grams', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
    ...['Variant Inventory Policy', 'Variant Price', 'Variant Barcode'],
    ...['Image Src', 'Image Position', 'Variant Image', 'Status'],
    ...fields.map(metafield),
  ],
  rows(product, head) {
    const handle = handleOf(product);
    const count = Math.max(product.offers.length, product.images.length);
    return Array.from({ length: count }, (_, at) => {
      const offer = product.offers[at];
      const image = product.images[at];
      const first = at === 0;
      return [
        handle,
        ...(first
          ? [
              ...[product.name, product.html, product.vendor],
              ...[product.category?.path.join(' > ') ?? '', product.tags.join(', '), 'TRUE'],
            ]
          : ['', '', '', '', '', '']),
        ...SHOPIFY_OPTIONS.flatMap((option) => shopifyOption(offer, option, first)),
        ...(offer ? shopifyVariant(offer) : ['', '', '', '', '', '', '']),
        ...[image ?? '', image ? at + 1 : '', ownImage(product, offer), first ? 'active' : ''],
        ...fieldCells(head, [...(first ? product.fields : []), ...(offer?.fields ?? [])]),
      ];
    });
  },
};

/** Goods without options have one that says so. */
function shopifyOption(offer: FeedOffer | undefined, at: number, first: boolean): FeedCell[] {
  if (!offer) return ['', ''];
  const value = offer.values[at];
  if (value) return [first ? value.option : '', value.value];
  return at === 0 ? [first ? 'Title' : '', 'Default Title'] : ['', ''];
}

const shopifyVariant = (offer: FeedOffer): FeedCell[] => [
  offer.sku,
  offer.weight ?? '',
  // where no number is told, nothing is counted there
  offer.stock === null && offer.available ? '' : 'shopify',
  offer.stock ?? 0,
  'deny',
  amount(offer.price),
  offer.barcode ?? '',
];

/** The photo that shows just this modification. */
function ownImage({ images, offers }: FeedProduct, offer: FeedOffer | undefined): string {
  const [own] = offer?.images ?? [];
  return own !== undefined && offers.length > 1 && own !== images[0] ? own : '';
}

const WOO_COLUMNS = [
  ...['ID', 'Type', 'SKU', 'Name', 'Published', 'Visibility in catalog', 'Description', 'In stock?', 'Stock'],
  ...['Weight (kg)', 'Length (cm)', 'Width (cm)', 'Height (cm)', 'Regular price', 'Categories', 'Tags', 'Images'],
  ...['Parent', 'Brands', 'GTIN, UPC, EAN, or ISBN'],
];

/** A comma parts categories and values there. */
const listed = (text: string): string => text.replaceAll(',', '\\,');

interface WooAttribute {
  readonly option: string;
  readonly value: string;
}
const asOne = ({ option, value }: WooAttribute): WooAttribute => ({ option, value: listed(value) });

const wooAttributes = (values: readonly WooAttribute[], most: number): FeedCell[] =>
  Array.from({ length: most }, (_, at) => {
    const one = values[at];
    return one ? [one.option, one.value, 1, 0] : ['', '', '', ''];
  }).flat();

/** What a variation is chosen by are its attributes; the fields of one modification are meta data, which nobody chooses by. */
const metaFields = ({ fields }: FeedHead) => fields.filter(({ set }) => set === 'product_modification');
const mostAttributes = ({ most_options, fields }: FeedHead): number => most_options + fields.length;

function wooOffer(product: FeedProduct, offer: FeedOffer, of: 'simple' | 'variation', head: FeedHead): FeedCell[] {
  const own = of === 'simple';
  return [
    ...['', of, articleOf(offer)],
    own ? product.name : `${product.name} - ${offer.values.map(({ value }) => value).join(', ')}`,
    ...[1, 'visible', own ? product.html : '', offer.available ? 1 : 0, offer.stock ?? ''],
    offer.weight === null ? '' : inThousands(offer.weight),
    ...[offer.length, offer.width, offer.height].map((side) => (side === null ? '' : inTens(side))),
    amount(offer.price),
    own ? wooCategory(product) : '',
    own ? product.tags.join(', ') : '',
    offer.images.join(', '),
    own ? '' : handleOf(product),
    own ? product.vendor : '',
    offer.barcode ?? '',
    ...wooAttributes((own ? paramsOf(product, offer) : offer.values).map(asOne), mostAttributes(head)),
    ...fieldCells({ ...head, fields: metaFields(head) }, own ? [] : offer.fields),
  ];
}

const wooCategory = ({ category }: FeedProduct): string => category?.path.map(listed).join(' > ') ?? '';

export const woocommerceCsv: TableWriter = {
  sheet: 'products',
  header: (head) => [
    ...WOO_COLUMNS,
    ...Array.from({ length: mostAttributes(head) }, (_, at) => [
      `Attribute ${at + 1} name`,
      `Attribute ${at + 1} value(s)`,
      `Attribute ${at + 1} visible`,
      `Attribute ${at + 1} global`,
    ]).flat(),
    ...metaFields(head).map(({ key }) => `Meta: ${key}`),
  ],
  rows(product, head) {
    const [only, ...more] = product.offers;
    if (only && more.length === 0) return [wooOffer(product, only, 'simple', head)];
    const options = new Map<string, Set<string>>();
    for (const { option, value } of product.offers.flatMap(({ values }) => values))
      options.set(option, (options.get(option) ?? new Set()).add(listed(value)));
    const attributes = [...options].map(([option, values]) => ({ option, value: [...values].join(', ') }));
    const parent: FeedCell[] = [
      ...['', 'variable', handleOf(product), product.name, 1, 'visible', product.html],
      ...[product.offers.some(({ available }) => available) ? 1 : 0, '', '', '', '', '', ''],
      ...[wooCategory(product), product.tags.join(', '), product.images.join(', '), '', product.vendor, ''],
      ...wooAttributes([...attributes, ...product.fields.map(asOne)], mostAttributes(head)),
      ...metaFields(head).map(() => ''),
    ];
    return [parent, ...product.offers.map((offer) => wooOffer(product, offer, 'variation', head))];
  },
};
