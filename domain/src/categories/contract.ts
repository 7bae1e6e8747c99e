import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText, Version } from '../kit/ids';
import { InProject, OneInProject, route } from '../kit/route';
import { categoryName, MAX_CATEGORIES, MAX_CATEGORY_NAME, MAX_DEPTH } from './rules';

export const categoryErrors = errors('categories', {
  not_found: { status: 404, ua: 'Такої категорії немає', en: 'No such category' },
  taken: {
    status: 409,
    ua: 'Тут уже є категорія «{name}»',
    en: 'There is a category “{name}” here already',
  },
  unknown_parent: { status: 422, ua: 'Такої батьківської категорії немає', en: 'No such parent category' },
  below_itself: {
    status: 422,
    ua: 'Категорію не можна перенести в неї саму або в її підкатегорію',
    en: 'A category cannot be moved below itself',
  },
  too_deep: {
    status: 422,
    ua: `Забагато рівнів: дозволено до ${MAX_DEPTH}`,
    en: `Too many levels: up to ${MAX_DEPTH} are allowed`,
  },
  full: {
    status: 409,
    ua: `Уже є ${MAX_CATEGORIES} категорій, більше додати не можна`,
    en: `There are ${MAX_CATEGORIES} categories already, which is as many as there may be`,
  },
  not_empty: {
    status: 409,
    ua: 'У категорії є товари ({goods}) або підкатегорії ({children}). Вкажіть, куди перенести товари',
    en: 'The category has goods ({goods}) or categories below it ({children}). Say where its goods go',
  },
});

export const Category = z.object({
  id: Id,
  parent_id: Id.nullable(),
  name: z.string(),
  /** The names from the root down to it: `Одяг > Сукні`. */
  path: z.string(),
  /** Its own goods, without those of the categories below it; a Client is told of published ones. */
  goods_count: z.int(),
  version: Version,
  updated_at: Instant,
});
export type Category = z.infer<typeof Category>;

const Name = requiredText(MAX_CATEGORY_NAME).transform(categoryName).pipe(z.string().min(1));

export const CreateCategoryBody = z.object({ name: Name, parent_id: Id.nullable().optional() });
export type CreateCategoryBody = z.infer<typeof CreateCategoryBody>;
export const UpdateCategoryBody = z.object({ name: Name.optional(), parent_id: Id.nullable().optional() });
export type UpdateCategoryBody = z.infer<typeof UpdateCategoryBody>;

const changes = ['product_category', 'product'];
const placing = [
  categoryErrors.taken,
  categoryErrors.unknown_parent,
  categoryErrors.below_itself,
  categoryErrors.too_deep,
];

export const listCategories = route({
  method: 'GET',
  path: 'projects/:project_id/product_categories',
  summary: 'The whole tree of product categories, by their paths',
  auth: 'products.read',
  api: 'products.read',
  shows: ['product'],
  params: InProject,
  returns: z.object({ items: z.array(Category) }),
});

export const createCategory = route({
  method: 'POST',
  path: 'projects/:project_id/product_categories',
  summary: 'Add a category, below another or at the top',
  auth: 'categories.edit',
  api: 'products.write',
  changes,
  params: InProject,
  status: 201,
  body: CreateCategoryBody,
  returns: Category,
  errors: [...placing, categoryErrors.full],
});

export const updateCategory = route({
  method: 'PATCH',
  path: 'projects/:project_id/product_categories/:id',
  summary: 'Rename a category or move it, with all that is below it, under another or to the top',
  auth: 'categories.edit',
  api: 'products.write',
  changes,
  params: OneInProject,
  body: UpdateCategoryBody,
  returns: Category,
  errors: [categoryErrors.not_found, ...placing],
});

export const mergeCategory = route({
  method: 'POST',
  path: 'projects/:project_id/product_categories/:id/merge',
  summary: 'Make one of two: goods and categories below it go to the other one, those of the same name become one',
  auth: 'categories.edit',
  changes,
  params: OneInProject,
  body: z.object({ into: Id }),
  returns: Category,
  errors: [categoryErrors.not_found, ...placing],
});

export const deleteCategory = route({
  method: 'DELETE',
  path: 'projects/:project_id/product_categories/:id',
  summary: 'Delete a category: an empty one, or one with all below it when it is said where the goods go',
  auth: 'categories.edit',
  api: 'products.write',
  changes,
  params: OneInProject,
  /** A category outside of what is deleted, or `none`: the goods stay without one. */
  query: z.object({ goods_to: z.union([Id, z.literal('none')]).optional() }),
  errors: [categoryErrors.not_found, categoryErrors.not_empty, categoryErrors.below_itself],
});

export const categoryRoutes = { listCategories, createCategory, updateCategory, mergeCategory, deleteCategory };
