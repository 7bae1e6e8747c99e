import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';
import { Id, requiredText, text, Version } from '../kit/ids';
import type { FeedFormat } from './formats';

/** Marketplaces that have categories and parameters of their own. */
export const Market = z.enum(['prom', 'rozetka', 'kasta', 'eva', 'maudau', 'epicentr', 'hotline', 'google']);
export type Market = z.infer<typeof Market>;

/** Of a format; null for tables of shops, which take our own. */
export function marketOf(format: FeedFormat): Market | null {
  const read = Market.safeParse(format === 'prom_xlsx' ? 'prom' : format);
  return read.success ? read.data : null;
}

/** Formats that are written for a marketplace. */
export const formatsOf = (market: Market): FeedFormat[] => (market === 'prom' ? ['prom', 'prom_xlsx'] : [market]);

interface MarketFacts {
  /** What its categories are named by, in a feed. */
  readonly category: readonly ('id' | 'name' | 'url')[];
  /** Its parameters and their values have codes beside their names. */
  readonly codes: boolean;
}

/**
 * What each takes (decision 0104): Rozetka and Kasta the id of their category, Prom an id or an address, Epicentr a code
 * with its name, Google the id or the whole path; the others know categories by their names.
 */
export const MARKETS: Readonly<Record<Market, MarketFacts>> = {
  prom: { category: ['id', 'url'], codes: false },
  rozetka: { category: ['id'], codes: true },
  kasta: { category: ['id'], codes: false },
  eva: { category: ['name'], codes: false },
  maudau: { category: ['name'], codes: false },
  epicentr: { category: ['id', 'name'], codes: true },
  hotline: { category: ['name'], codes: false },
  google: { category: ['id', 'name'], codes: false },
};

const MAX_MAPPED_CATEGORIES = 2_500;
const MAX_MAPPED_PARAMS = 200;
export const MAX_MAPPED_VALUES = 500;
/** Letters of one value; a longer text of a field is told as it is. */
export const MAX_MAPPED_VALUE = 120;

const Code = text(60);
const Address = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https?:\/\/[^\s"'<>]+)?$/, {
    error: fieldMessage('outfeeds.market_url', {
      ua: 'Адреса категорії починається з https://',
      en: 'the address of a category begins with https://',
    }),
  });

/** A category of the marketplace; what it does not take stays empty. */
const Target = z.object({ id: Code, name: text(300), url: Address });
export type Target = z.infer<typeof Target>;

/** What a tag is named by among the keys of categories, for goods that have none. */
export const tagKey = (tag: string): string => `tag:${tag.toLowerCase()}`;

const MappedCategory = Target.extend({
  /** The id of our category, or `tag:…`. */
  key: requiredText(80),
});
export type MappedCategory = z.infer<typeof MappedCategory>;

const MappedValue = z.object({ value: requiredText(MAX_MAPPED_VALUE), id: Code, name: text(120) });
const MappedParam = z.object({
  /** Of our option, or of an additional field. */
  option: requiredText(120),
  id: Code,
  name: text(60),
  values: z.array(MappedValue).max(MAX_MAPPED_VALUES),
});
export type MappedParam = z.infer<typeof MappedParam>;

export const MappingBody = z
  .object({
    categories: z.array(MappedCategory).max(MAX_MAPPED_CATEGORIES),
    params: z.array(MappedParam).max(MAX_MAPPED_PARAMS),
  })
  .superRefine(({ categories, params }, context) => {
    const twice = (names: readonly string[], path: (at: number) => (string | number)[]) => {
      const seen = new Set<string>();
      for (const [at, name] of names.entries()) {
        if (name !== '' && seen.has(name)) context.addIssue({ code: 'custom', path: path(at), message: TWICE });
        seen.add(name);
      }
    };
    twice(
      categories.map(({ key }) => key),
      (at) => ['categories', at, 'key'],
    );
    twice(
      params.map(({ option }) => option),
      (at) => ['params', at, 'option'],
    );
    // two options under one name would be one parameter with both values
    twice(
      params.map(({ name }) => name.toLowerCase()),
      (at) => ['params', at, 'name'],
    );
  });
export type MappingBody = z.infer<typeof MappingBody>;

const TWICE = fieldMessage('outfeeds.mapped_twice', {
  ua: 'Ця назва вже стоїть вище: вона може бути лише раз',
  en: 'this name stands above already: it may be there only once',
});

export const Mapping = z.object({
  market: Market,
  /** 1: nothing is kept yet. */
  version: Version,
  categories: z.array(
    MappedCategory.extend({
      /** Our category by its path, or the tag. */
      title: z.string(),
      /** Goods in it that are published; 0 where only the mapping is left of it. */
      goods: z.int(),
      /** What a category of the same name was mapped to elsewhere. */
      suggestion: Target.nullable(),
    }),
  ),
  params: z.array(
    MappedParam.extend({
      goods: z.int(),
      suggestion: MappedParam.nullable(),
      values: z.array(MappedValue.extend({ goods: z.int() })),
    }),
  ),
  /** Of those that goods have. */
  unmapped: z.object({ categories: z.int(), params: z.int() }),
});
export type Mapping = z.infer<typeof Mapping>;

export const OfMarket = z.object({ project_id: Id, market: Market });

const isMapped = ({ id, name, url }: Target): boolean => id !== '' || name !== '' || url !== '';
export const isMappedCategory = isMapped;
export const isMappedParam = ({ id, name }: Pick<MappedParam, 'id' | 'name'>): boolean => id !== '' || name !== '';

/** How goods are told to a marketplace: what is not mapped is told as it is. */
export class Mapped {
  private readonly categories: ReadonlyMap<string, MappedCategory>;
  private readonly params: ReadonlyMap<string, MappedParam>;

  constructor(
    readonly market: Market | null,
    { categories, params }: MappingBody,
  ) {
    this.categories = new Map(categories.filter(isMapped).map((one) => [one.key, one]));
    this.params = new Map(params.map((one) => [one.option.toLowerCase(), one]));
  }

  /** Tags that stand for a category, in the order of the mapping. */
  get tags(): string[] {
    return [...this.categories.keys()].filter((key) => key.startsWith('tag:'));
  }

  category(key: string): Target | null {
    return this.categories.get(key) ?? null;
  }

  /** The parameter and the value as the marketplace calls them. */
  value({ option, value }: { readonly option: string; readonly value: string }) {
    const param = this.params.get(option.toLowerCase());
    if (!param) return { option, value };
    const own = param.values.find((one) => one.value.toLowerCase() === value.toLowerCase());
    return {
      option: param.name || option,
      value: own?.name || value,
      ...(param.id ? { option_id: param.id } : {}),
      ...(own?.id ? { value_id: own.id } : {}),
    };
  }
}

export const NOTHING_MAPPED: MappingBody = { categories: [], params: [] };
