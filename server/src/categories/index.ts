export { holdCategories, readTree } from './categories.store';
export { type CategoryGoods, categoryGoods, ensureCategories, knownCategories, type Place } from './tree';
