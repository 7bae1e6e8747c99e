import { z } from 'zod';
import { MAX_STOCK } from '../kit/bounds';
import { errors } from '../kit/errors';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, Version } from '../kit/ids';
import { Price } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { isLevelName } from './columns';
import { levelName, MAX_LEVEL_NAME, MAX_PRICE_LEVELS, MAX_STEPS, priceProblems } from './rules';

export const priceLevelErrors = errors('price_levels', {
  not_found: { status: 404, ua: 'Такого рівня цін немає', en: 'No such price level' },
  unknown: { status: 422, ua: 'Такого рівня цін у проєкті немає', en: 'The project has no such price level' },
  taken: { status: 409, ua: 'Рівень цін «{name}» уже є', en: 'There is a price level “{name}” already' },
  full: {
    status: 409,
    ua: `Уже є ${MAX_PRICE_LEVELS} рівнів цін, більше додати не можна`,
    en: `There are ${MAX_PRICE_LEVELS} price levels already, which is as many as there may be`,
  },
  in_use: {
    status: 409,
    ua: 'Цей рівень цін мають контрагенти ({counterparties}). Вкажіть, за якими цінами вони купуватимуть далі',
    en: 'Counterparties ({counterparties}) have this price level. Say which prices they buy by from now on',
  },
  to_itself: {
    status: 422,
    ua: 'Контрагентів не можна перевести на рівень, який видаляють',
    en: 'Counterparties cannot go to the level that is being deleted',
  },
});

export const PriceLevel = z.object({
  id: Id,
  name: z.string(),
  /** Its place among the levels, from 0. */
  position: z.int(),
  /** How many counterparties buy by it. */
  counterparties_count: z.int(),
  version: Version,
  updated_at: Instant,
});
export type PriceLevel = z.infer<typeof PriceLevel>;

const Name = requiredText(MAX_LEVEL_NAME)
  .transform(levelName)
  .refine((name) => name === '' || isLevelName(name), {
    error: fieldMessage('price_levels.name_of_column', {
      ua: 'У таблиці імпорту стовпець «Ціна …» з такою назвою означає інше. Оберіть іншу назву',
      en: 'a column “Price …” of this name means something else in a table. Choose another name',
    }),
  });
const Position = z
  .int()
  .min(0)
  .max(MAX_PRICE_LEVELS - 1);

export const CreatePriceLevelBody = z.object({ name: Name });
export const UpdatePriceLevelBody = z.object({ name: Name.optional(), position: Position.optional() });
export type UpdatePriceLevelBody = z.infer<typeof UpdatePriceLevelBody>;

const PROBLEMS = {
  repeated: fieldMessage('price_levels.repeated', {
    ua: 'Ціну від цієї кількості вже вказано',
    en: 'there is a price from this count on already',
  }),
  from_one: fieldMessage('price_levels.from_one', {
    ua: 'Кількість має бути від 2: за одну штуку платять основну ціну',
    en: 'the count is at least 2: one piece costs the price itself',
  }),
  too_many: fieldMessage('price_levels.too_many', {
    ua: `На одному рівні може бути до ${MAX_STEPS} цін`,
    en: `one level has at most ${MAX_STEPS} prices`,
  }),
};

/**
 * Prices of one piece beside the price itself: of a level, and from a count on. For the project's own people they are as
 * they were given; a Client is told his own, without levels.
 */
export const FurtherPrice = z.object({
  /** Null: the price itself, for so many pieces and more. */
  price_level_id: Id.nullable(),
  from_count: z.int(),
  price: z.int(),
});

export const FurtherPrices = z
  .array(z.object({ price_level_id: Id.nullable(), from_count: z.int().min(1).max(MAX_STOCK), price: Price }))
  .max((MAX_PRICE_LEVELS + 1) * MAX_STEPS)
  .superRefine((prices, context) => {
    for (const { at, problem } of priceProblems(prices))
      context.addIssue({ code: 'custom', message: PROBLEMS[problem], path: [at, 'from_count'] });
  });

const changes = ['price_level', 'product', 'product_variant', 'counterparty'];

export const listPriceLevels = route({
  method: 'GET',
  path: 'projects/:project_id/price_levels',
  summary: 'Price levels in their order: further columns of prices beside the price itself',
  auth: 'price_levels.read',
  api: 'products.read',
  params: InProject,
  returns: z.object({ items: z.array(PriceLevel) }),
});

export const createPriceLevel = route({
  method: 'POST',
  path: 'projects/:project_id/price_levels',
  summary: 'Add a price level behind the others',
  auth: 'price_levels.edit',
  changes,
  params: InProject,
  status: 201,
  body: CreatePriceLevelBody,
  returns: PriceLevel,
  errors: [priceLevelErrors.taken, priceLevelErrors.full],
});

export const updatePriceLevel = route({
  method: 'PATCH',
  path: 'projects/:project_id/price_levels/:id',
  summary: 'Rename a price level or move it among the others',
  auth: 'price_levels.edit',
  changes,
  params: OneInProject,
  body: UpdatePriceLevelBody,
  returns: PriceLevel,
  errors: [priceLevelErrors.not_found, priceLevelErrors.taken],
});

export const deletePriceLevel = route({
  method: 'DELETE',
  path: 'projects/:project_id/price_levels/:id',
  summary: 'Delete a price level with its prices; orders that are priced already keep theirs',
  auth: 'price_levels.edit',
  changes,
  params: OneInProject,
  /** The level that its counterparties get, or `none`: they buy by the price itself. */
  query: z.object({ counterparties_to: z.union([Id, z.literal('none')]).optional() }),
  errors: [priceLevelErrors.not_found, priceLevelErrors.in_use, priceLevelErrors.unknown, priceLevelErrors.to_itself],
});

export const priceLevelRoutes = { listPriceLevels, createPriceLevel, updatePriceLevel, deletePriceLevel };
