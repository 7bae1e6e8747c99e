import { fieldMessage } from '@lanka/domain/kit/field-messages';
import { Choice, CreateFeedBody, type Feed } from '@lanka/domain/outfeeds/contract';
import { Markup } from '@lanka/domain/outfeeds/pricing';
import { z } from 'zod';

const numbered = (value: unknown): unknown => (value === '' || value === null ? 0 : value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A row `Колір: Білий` as its two parts; null where it has not both. */
function asAttribute(row: string) {
  const [, name = '', value = ''] = /^([^:]+):(.+)$/.exec(row) ?? [];
  return name.trim() && value.trim() ? { name: name.trim(), value: value.trim() } : null;
}

const ATTRIBUTE = fieldMessage('outfeeds.attribute', {
  ua: 'Напишіть назву й значення через двокрапку: «Колір: Білий»',
  en: 'write the name and the value with a colon between them: “Colour: White”',
});

const Attributes = z
  .array(z.string())
  .max(10)
  .refine((rows) => rows.every((row) => asAttribute(row) !== null), { error: ATTRIBUTE })
  .transform((rows) => rows.flatMap((row) => asAttribute(row) ?? []));

/** What people fill in: an empty number is none, an attribute is one line. */
export const FeedForm = CreateFeedBody.extend({
  project_id: z.string().optional(),
  buffer: z.preprocess(numbered, CreateFeedBody.shape.buffer),
  markup: z.preprocess(
    (given) =>
      isObject(given)
        ? { ...given, percent: numbered(given.percent), fixed: numbered(given.fixed), round_to: Number(given.round_to) }
        : given,
    Markup,
  ),
  choice: Choice.extend({ attributes: Attributes }),
});
export type FeedForm = z.output<typeof FeedForm>;

export const SupplierForm = FeedForm.extend({ project_id: z.string().min(1, { error: 'required' }) });

export const NEW_FEED = {
  ...{ name: '', format: 'prom', project_id: '', buffer: 0, language: 'ua', shop: '', link: '' },
  markup: { basis: 'recommended', percent: 0, fixed: 0, round_to: '1' },
  choice: { in_stock: false, tags: [], category_ids: [], attributes: [] },
  fields: [],
} as const;

export const toForm = ({ markup, choice, fields = [], ...feed }: Feed) => ({
  ...feed,
  fields,
  markup: { ...markup, round_to: String(markup.round_to) },
  choice: { ...choice, attributes: choice.attributes.map(({ name, value }) => `${name}: ${value}`) },
});
