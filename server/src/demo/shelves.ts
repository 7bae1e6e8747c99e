import { createProduct } from '@lanka/domain/catalog/contract';
import type { CreateProductBody } from '@lanka/domain/catalog/entities';
import { pathKey } from '@lanka/domain/categories/rules';
import { barcodeCheckDigit } from '@lanka/domain/kit/barcode';
import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import { attachImage, createProducts, lockProduct } from '../catalog';
import { ensureCategories } from '../categories';
import { prepareImage, type StoredImage } from '../files';
import type { ProjectScope } from '../kit/auth/scope';
import { together } from '../kit/db/together';
import { holdMainInfo, readTemplates } from '../templates';
import type { Person } from './caller';
import { draw } from './draw';
import { BUST, CARE, fabricOf } from './fields';
import type { Good } from './goods/good';
import { type Levels, pricesFor } from './prices';
import type { Stage, Unhung } from './stage';

/** A modification that the story may sell: what is left of it is counted down. */
export interface Sellable {
  readonly id: string;
  /** Kopecks a piece. */
  readonly price: number;
  readonly recommended: number;
  left: number;
}

/** EAN-13 of the prefixes 200–299, which are for a shop's own use and so belong to no product of the world. */
function ean(nth: number): string {
  const body = `29${String(4_400_000_000 + nth * 37).slice(-10)}`;
  return `${body}${barcodeCheckDigit(body)}`;
}

const CLOTHES = ['Одяг'];
const HOME = ['Дім'];
const SHOES = ['Взуття'];
const CATEGORY: Readonly<Record<Good['drawing'], readonly string[]>> = {
  dress: [...CLOTHES, 'Сукні'],
  shirt: [...CLOTHES, 'Сорочки'],
  trousers: [...CLOTHES, 'Штани'],
  hoodie: [...CLOTHES, 'Худі'],
  robe: [...CLOTHES, 'Халати'],
  socks: [...CLOTHES, 'Шкарпетки'],
  bag: ['Аксесуари', 'Сумки'],
  bedding: [...HOME, 'Постіль'],
  towel: [...HOME, 'Рушники'],
  blanket: [...HOME, 'Ковдри'],
  pillow: [...HOME, 'Подушки'],
  curtain: [...HOME, 'Штори'],
  apron: [...HOME, 'Фартухи'],
  shoe: [...SHOES, 'Туфлі'],
  boot: [...SHOES, 'Черевики'],
  sandal: [...SHOES, 'Сандалі'],
  mug: [...HOME, 'Посуд'],
  candle: [...HOME, 'Свічки'],
  shelf: [...HOME, 'Меблі'],
  soap: ['Краса', 'Мило'],
};
const UNITS: Readonly<Partial<Record<Good['drawing'], string>>> = { socks: 'пара', bedding: 'комплект' };
const categoryOf = ({ drawing, state }: Good): readonly string[] =>
  state === 'made' ? ['Послуги'] : CATEGORY[drawing];

/** By the prefix of their codes. */
const VENDOR: Readonly<Record<string, string>> = { TP: 'Текстиль-Плюс', VK: 'Взуття Карпат' };

const PIECES = { made: [0, 0], low: [1, 4], out: [0, 0], hidden: [10, 40], sold: [35, 120] } as const;

/**
 * Fills a project with products; answers the modifications of which there is plenty. Their pictures are made beside all
 * that follows, and hang as soon as `hangPictures` waits for them.
 */
export async function fillShelves(
  stage: Stage,
  person: Person,
  project_id: string,
  goods: readonly Good[],
  prefix: string,
  levels: Levels | null = null,
  pictures = drawGoods(stage, project_id, goods),
): Promise<Sellable[]> {
  const scope = await stage.scope(person, 'products.edit', project_id);
  const categories = await ensureCategories(stage.tx, scope, goods.map(categoryOf));
  const bodies = goods.map((good, nth) => {
    const category_id = categories.get(pathKey(categoryOf(good)))?.id ?? null;
    return createProduct.body.parse(bodyOf(stage, good, nth, { prefix, category_id, levels }));
  });
  const editing = {
    ...{ tx: stage.tx, scope, locale: 'ua' as const, defaults: await holdMainInfo(stage.tx, scope) },
    templates: await readTemplates(stage.tx, scope, ['product', 'product_modification']),
  };
  const products = await createProducts(
    editing,
    goods.map(({ state }, nth) => ({ body: bodies[nth] as CreateProductBody, published: state !== 'hidden' })),
  );
  const sellable: Sellable[] = [];
  for (const [nth, good] of goods.entries()) {
    const product = products[nth];
    if (!product) continue;
    const drawings = pictures[nth] ?? [];
    if (drawings.length > 0)
      stage.unhung.push({ person, project_id, product, colours: good.colours, pictures: drawings });
    if (good.state !== undefined) continue;
    for (const [at, { id, price, recommended_price }] of product.variants.entries()) {
      const left = bodies[nth]?.variants?.[at]?.actual ?? 0;
      if (left > 20) sellable.push({ id, price: price ?? 0, recommended: recommended_price ?? 0, left });
    }
  }
  return sellable;
}

/** Every product that has been made shows its pictures: those of each project at once, each behind its own lock. */
export async function hangPictures(stage: Stage): Promise<void> {
  const all = stage.unhung.splice(0);
  for (const project_id of new Set(all.map((one) => one.project_id))) {
    const products = all.filter((one) => one.project_id === project_id);
    const [first] = products;
    if (!first) continue;
    await Promise.all(products.flatMap(({ pictures }) => pictures));
    const scope = await stage.scope(first.person, 'products.edit', project_id);
    await together(products.map((one) => hang(stage, scope, one)));
  }
}

async function hang({ app, tx }: Stage, scope: ProjectScope, { product, colours, pictures }: Unhung): Promise<void> {
  await lockProduct(tx, scope, product.id);
  for (const [at, colour] of colours.entries()) {
    const stored = await pictures[at];
    if (!stored) continue;
    const value = product.options.flatMap(({ values }) => values).find((one) => one.value === colour);
    // of one colour it shows the whole product
    const product_value_id = colours.length > 1 ? value?.id : undefined;
    if (value || colours.length === 1)
      await attachImage(app, tx, scope, { product_id: product.id, product_value_id }, stored);
  }
}

/** Of each product one picture of each colour, made beside the rows: encoding takes longer than writing them. */
export function drawGoods(stage: Stage, projectId: string, goods: readonly Good[]): Promise<StoredImage>[][] {
  return goods.map(({ drawing, colours }, nth) =>
    colours.map((colour) =>
      stage.stores(async () => prepareImage(stage.app, projectId, await draw(drawing, colour, nth))),
    ),
  );
}

interface Shelf {
  readonly prefix: string;
  readonly category_id: string | null;
  readonly levels: Levels | null;
}

/** As it is packed: a parcel of some three litres a kilogram. */
function sizeOf({ weight }: Good) {
  if (weight === 0) return {};
  const side = Math.cbrt(weight * 3_000);
  const rounded = (share: number) => Math.max(10, Math.round((side * share) / 10) * 10);
  return { length: rounded(1.6), width: rounded(1.25), height: rounded(0.5) };
}

/** What has a size of the chest. */
const WORN: ReadonlySet<Good['drawing']> = new Set(['dress', 'shirt', 'hoodie', 'robe']);

/** The templates are those of the project that sews. */
const fabricFor = (prefix: string, { text }: Good) => (prefix === 'TP' ? fabricOf(text) : undefined);

function bodyOf({ random }: Stage, good: Good, nth: number, { prefix, category_id, levels }: Shelf) {
  const [min, max] = PIECES[good.state ?? 'sold'];
  const variants = good.colours.flatMap((colour, c) =>
    good.sizes.map((size, s) => {
      // here and there a modification is sold out
      const isGone = good.state === undefined && random.chance(6);
      const price = (good.price + (good.step ?? 0) * s) * 100;
      return {
        sku: `${prefix}-${String(nth + 1).padStart(3, '0')}-${c + 1}${s + 1}`,
        // what has none gets an internal code
        barcode: nth % 4 === 3 ? null : ean(nth * 100 + c * 10 + s + (prefix === 'TP' ? 0 : 50_000)),
        price,
        prices: pricesFor(price, nth, levels),
        recommended_price: (good.recommended + Math.round((good.step ?? 0) * 1.5) * s) * 100,
        weight: good.weight,
        ...sizeOf(good),
        place:
          good.state === 'made'
            ? ''
            : `${String.fromCharCode(65 + (nth % 6))}-${String(Math.floor(nth / 6) + 1).padStart(2, '0')}-${c + 1}`,
        minimum: good.state === 'hidden' || good.state === 'made' ? null : 10,
        values: [
          { option: 'Колір', value: colour },
          { option: 'Розмір', value: size },
        ],
        actual: isGone ? 0 : random.whole(min, max),
        ...(prefix === 'TP' && WORN.has(good.drawing) && BUST[size] ? { fields: { bust: BUST[size] } } : {}),
      };
    }),
  );
  const fabric = fabricFor(prefix, good);
  return {
    name: good.name,
    description: good.text,
    tags: [...good.tags],
    tracked: good.state !== 'made',
    category_id,
    // the units are those of the project that sews
    ...(prefix === 'TP' ? { unit: UNITS[good.drawing] ?? DEFAULT_UNIT } : {}),
    vendor: VENDOR[prefix] ?? '',
    ...(fabric ? { fields: { fabric, ...(CARE[fabric] ? { care: CARE[fabric] } : {}) } } : {}),
    variants,
  };
}
